//! What no shaft can be, and what stations make of it.

use pitchline_dynamics::{Fineness, Machine, Segment, ShaftData, ShaftError, add_shaft};
use pitchline_fem::Material;

use super::{STEEL, built};

fn good() -> ShaftData {
    let segments = vec![
        Segment::cylinder(0.2, 0.05, 0.0, STEEL),
        Segment::cylinder(0.3, 0.04, 0.01, STEEL),
    ];
    ShaftData::new("shaft", segments)
}

#[track_caller]
fn refused(change: impl Fn(&mut ShaftData), parts: &[&str]) {
    let mut data = good();
    change(&mut data);
    let mut machine = Machine::new();
    let error: ShaftError = add_shaft(&mut machine, &data).unwrap_err();
    let text = error.to_string();
    for part in parts {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(machine.n_nodes(), 0, "nothing is added");
}

#[test]
fn messages_name_the_place_and_the_remedy() {
    refused(
        |d| d.stations = vec![0.1, 0.51],
        &[
            "shaft: a station at 0.51 m is not on the shaft, which is 0.5 m long",
            "between 0 and 0.5 m",
        ],
    );
    refused(|d| d.stations = vec![-0.01], &["station at -0.01 m"]);
    refused(|d| d.stations = vec![f64::NAN], &["station at NaN m"]);
    refused(
        |d| d.segments[1].length = 0.0,
        &["segment 2: length = 0", "above 0 m"],
    );
    refused(|d| d.segments[1].length = 1e-12, &["segment 2: length"]);
    refused(
        |d| d.segments[0].length = f64::INFINITY,
        &["segment 1: length"],
    );
    refused(
        |d| d.segments[1].inner_diameters[1] = 0.04,
        &[
            "segment 2: the inner diameter 0.04 m is not smaller than the outer diameter 0.04 m at its end",
        ],
    );
    refused(
        |d| d.segments[0].outer_diameters[0] = -1.0,
        &["segment 1: outer diameter = -1"],
    );
    refused(
        |d| d.segments[0].inner_diameters[0] = -0.01,
        &["segment 1: inner diameter"],
    );
    refused(|d| d.segments.clear(), &["at least one segment"]);
    refused(|d| d.fineness = Fineness::Count(0), &["fineness"]);
    refused(|d| d.fineness = Fineness::Diameters(-1.0), &["fineness"]);
    refused(
        |d| d.fineness = Fineness::Count(usize::MAX),
        &["beams", "less finely"],
    );
    refused(
        |d| d.fineness = Fineness::Diameters(1e-300),
        &["beams", "less finely"],
    );
    refused(|d| d.internal_damping = -1.0, &["internal_damping"]);
    refused(|d| d.place[1] = f64::NAN, &["place"]);
    for material in [
        Material {
            youngs_modulus: 0.0,
            ..STEEL
        },
        Material {
            poisson_ratio: 0.5,
            ..STEEL
        },
        Material {
            density: 0.0,
            ..STEEL
        },
    ] {
        refused(|d| d.segments[1].material = material, &["segment 2"]);
    }
}

/// Every station, step and end is a node, whatever rounding makes of the numbers; equal stations are one.
#[test]
fn stations_are_nodes() {
    let mut data = good();
    // 0.1 + 0.2 is not 0.3 in binary numbers.
    data.stations = vec![0.1 + 0.2, 0.3, 0.2, 0.0, 0.5, 0.07, 0.499_999_999_9];
    let (machine, shaft) = built(&data);
    for at in data.stations.iter().chain(&[0.2, 0.0, 0.5]) {
        let node = shaft.node_at(*at).unwrap();
        let place = machine.node(node).unwrap().place;
        assert!((place[2] - at).abs() < 1e-9, "{at} {place:?}");
    }
    assert_eq!(shaft.node_at(0.3), shaft.node_at(0.1 + 0.2));
    assert_eq!(shaft.node_at(0.123_456), None);
    assert_eq!(shaft.node_at(f64::NAN), None);
    let ordered = shaft.nodes.windows(2).all(|pair| pair[0].0 < pair[1].0);
    assert!(ordered && shaft.elements.len() + 1 == shaft.nodes.len());
    // No beam is longer than a sixteenth.
    let longest = shaft.nodes.windows(2).map(|pair| pair[1].0 - pair[0].0);
    assert!(longest.fold(0.0, f64::max) < 0.5 / 16.0 + 1e-12);
}

#[test]
fn fineness_by_diameters_and_by_count() {
    let mut data = good();
    data.fineness = Fineness::Diameters(0.5);
    // 0.2/0.025 and 0.3/0.02
    assert_eq!(built(&data).1.elements.len(), 8 + 15);
    data.fineness = Fineness::Count(10);
    assert_eq!(built(&data).1.elements.len(), 10);
    data.fineness = Fineness::Count(1);
    assert_eq!(built(&data).1.elements.len(), 2);
}
