//! A shaft of 40 beams with five discs, beside ROSS.

use std::f64::consts::TAU;
use std::hint::black_box;

use pitchline_dynamics::samples::disc_rotor;
use pitchline_dynamics::{Campbell, CampbellOptions, Equations, Scheme};

use crate::Line;
use crate::machines::run;
use crate::measure::{compare_measured, repeated};
use crate::peers::Script;

/// Speeds of the diagram (rad/s).
fn speeds() -> Vec<f64> {
    (0..100).map(|i| 1000.0 * f64::from(i) / 99.0).collect()
}

fn diagram() -> Campbell {
    let rotor = disc_rotor(1.0).unwrap();
    let mut equations = Equations::new(&rotor.machine);
    let start = rotor.machine.start(0.0);
    let options = CampbellOptions::default();
    Campbell::new(&mut equations, &start, 1.0, &speeds(), &options).unwrap()
}

/// Natural frequencies over 100 speeds.
pub fn campbell() -> Vec<Line> {
    let mut peer = Script::installed("ross_campbell.py");
    if let Some(peer) = &mut peer {
        agree(&diagram(), &peer.run());
    }
    let ours = repeated(|| {
        black_box(diagram());
    });
    let found = compare_measured(ours, peer.as_mut().map(Script::cost));
    let what = "Campbell diagram of a shaft of 40 beams and five discs, 245 coordinates, 12 modes at 100 speeds (aim: below 1 s)";
    vec![
        Line::new("campbell", found.wall, "s")
            .what(what)
            .beside(&Script::name(peer.as_ref(), "ross"), found.ratio),
    ]
}

/// A peer that finds other frequencies solves another problem. Elements of both err by some 1e-4 in the highest of these modes, and
/// the drive that the peer has not changes torsion, which is left out.
fn agree(found: &Campbell, told: &serde_json::Value) {
    let theirs = told["frequencies"].as_array().unwrap();
    let theirs: Vec<f64> = theirs
        .iter()
        .filter_map(serde_json::Value::as_f64)
        .collect();
    let mut shared = 0;
    for curve in &found.curves {
        let Some(point) = curve.points.last().copied().flatten() else {
            continue;
        };
        let near = theirs.iter().map(|f| (f / point.frequency() - 1.0).abs());
        shared += usize::from(near.fold(f64::INFINITY, f64::min) < 2e-3);
    }
    assert!(
        shared >= 8,
        "{theirs:?} {:?}",
        found
            .curves
            .iter()
            .map(|c| c.points.last().copied().flatten().map(|p| p.frequency()))
            .collect::<Vec<_>>()
    );
}

/// The same rotor in time.
pub fn transient() -> Vec<Line> {
    let speed = 100.0 * TAU;
    let rotor = disc_rotor(speed).unwrap();
    let scheme = Scheme::generalized_alpha(0.8);
    let times = (0..2).map(|_| run(&rotor.machine, scheme, 1e-5, 20_000).wall);
    let time = times.fold(f64::INFINITY, f64::min);
    let what = "20 000 steps of that rotor in time, turning at 6000 rpm (aim: below 4 s)";
    vec![Line::new("rotor-transient", time, "s").what(what)]
}
