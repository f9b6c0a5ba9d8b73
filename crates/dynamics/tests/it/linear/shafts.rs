//! Shafts and planetary sets through the linear machine: against the exact solution of Timoshenko's equations, full matrices and
//! published numbers.

use std::f64::consts::TAU;

use pitchline_dynamics::samples::disc_rotor;
use pitchline_dynamics::{
    Campbell, CampbellOptions, Disc, Drive, Equations, Fineness, Frame, Joint, LinearMachine,
    Machine, ModeKind, ModeOptions, NodeId, PlanetaryMembers, PlanetaryMode, Segment, ShaftData,
    Steady, SteadyOptions, TimeFunction, WhirlSense, add_shaft,
};

use super::machines::at_rest;
use crate::shafts::exact::{Piece, SUPPORTED, determinant, disc, product, roots};
use crate::shafts::planetary::planetary;
use crate::shafts::{STEEL, table};

const LENGTH: f64 = 1.0;
const DIAMETER: f64 = 0.05;
/// Stations in fortieths of the length, with diameters.
const DISCS: [(u32, f64); 5] = [(6, 0.2), (13, 0.24), (20, 0.3), (28, 0.24), (34, 0.26)];

fn wheel(node: NodeId, diameter: f64) -> Disc {
    Disc::from_sizes(Frame::at(node), diameter, DIAMETER, 0.03, STEEL.density)
}

/// Forty beams and five discs on two supports at the ends.
fn supported() -> Machine {
    let mut machine = Machine::new();
    let data = ShaftData {
        fineness: Fineness::Count(40),
        ..ShaftData::new(
            "shaft",
            vec![Segment::cylinder(LENGTH, DIAMETER, 0.0, STEEL)],
        )
    };
    let shaft = add_shaft(&mut machine, &data).unwrap();
    for (at, diameter) in DISCS {
        machine
            .add("disc", wheel(shaft.nodes[at as usize].1, diameter))
            .unwrap();
    }
    for (at, is_axial) in [(0, true), (40, false)] {
        let (z, node) = shaft.nodes[at];
        let ground = super::machines::on(NodeId::GROUND, [0.0, 0.0, z]);
        let locked = [true, true, is_axial, false, false, false];
        machine
            .add("support", Joint::from_mask(ground, Frame::at(node), locked))
            .unwrap();
    }
    let (a, b) = (Frame::at(NodeId::GROUND), Frame::at(shaft.nodes[0].1));
    machine
        .add(
            "drive",
            Drive::speed(a, b, TimeFunction::Constant(1.0), 0.0),
        )
        .unwrap();
    machine
}

/// Exact whirl between two frequencies, negative backward.
fn exact_whirl(speed: f64, low: f64, high: f64) -> Vec<f64> {
    let of = |w: f64| {
        let mut m = crate::shafts::exact::identity();
        let mut before = 0;
        for (at, diameter) in DISCS {
            let length = LENGTH * f64::from(at - before) / 40.0;
            let piece = Piece::round(length, DIAMETER, 0.0, &STEEL);
            m = product(&piece.transfer(w, speed), &m);
            let d = wheel(NodeId(1), diameter);
            let jump = disc(d.mass, d.polar_inertia, d.diametral_inertia, w, speed);
            m = product(&jump, &m);
            before = at;
        }
        let length = LENGTH * f64::from(40 - before) / 40.0;
        let piece = Piece::round(length, DIAMETER, 0.0, &STEEL);
        m = product(&piece.transfer(w, speed), &m);
        determinant(&m, SUPPORTED.0, SUPPORTED.1)
    };
    roots(of, low, high)
}

/// Six curves of whirl over the speed, and the speeds at which forward whirl meets it, against the exact solution.
#[test]
fn a_shaft_with_discs_has_its_exact_campbell_diagram() {
    let machine = supported();
    let mut equations = Equations::new(&machine);
    assert_eq!(equations.n_velocities(), 246);
    let speeds: Vec<f64> = (0..=40).map(|i| 25.0 * f64::from(i)).collect();
    let options = CampbellOptions {
        wanted: 10,
        ..CampbellOptions::default()
    };
    let start = machine.start(0.0);
    let campbell = Campbell::new(&mut equations, &start, 1.0, &speeds, &options).unwrap();
    assert!(
        campbell.is_fitted && campbell.warnings.is_empty(),
        "{:?}",
        campbell.warnings
    );
    let mut seen = 0;
    for (i, speed) in speeds.iter().enumerate().filter(|(i, _)| i % 20 == 10) {
        let exact = exact_whirl(*speed, -4000.0, 4000.0);
        for curve in &campbell.curves {
            let point = curve.points[i].unwrap();
            let sign = match point.whirl.sense {
                WhirlSense::Forward => 1.0,
                WhirlSense::Backward => -1.0,
                WhirlSense::Mixed => panic!("round bearings mix nothing"),
                // Torsion.
                WhirlSense::Neither => continue,
            };
            let found = sign * point.frequency();
            if found.abs() > 3900.0 {
                continue;
            }
            let error = exact
                .iter()
                .map(|w| (found / w - 1.0).abs())
                .fold(1.0, f64::min);
            // (k h)⁴/1440 with k h ≤ 0.4 for the fifth half wave.
            assert!(error < 2e-5, "{speed}: {found} {error:e} {exact:?}");
            seen += 1;
        }
    }
    assert!(seen >= 12, "{seen}");
    // Curves keep their sense, whatever they cross.
    for curve in &campbell.curves {
        let senses: Vec<_> = curve.points[1..]
            .iter()
            .map(|p| p.unwrap().whirl.sense)
            .collect();
        assert!(senses.iter().all(|s| *s == senses[0]), "{senses:?}");
    }
    // Critical: ω = Ω forward, ω = −Ω backward.
    for critical in &campbell.critical_speeds {
        let sign = match critical.point.whirl.sense {
            WhirlSense::Forward => 1.0,
            WhirlSense::Backward => -1.0,
            _ => continue,
        };
        let at = |speed: f64| {
            let near = exact_whirl(speed, 0.98 * sign * speed, 1.02 * sign * speed);
            near.iter()
                .map(|w| (w / (sign * speed) - 1.0).abs())
                .fold(1.0, f64::min)
        };
        assert!(at(critical.speed) < 2e-5, "{critical:?}");
    }
    assert!(campbell.critical_speeds.len() >= 3);
}

/// The modes that the Krylov space finds are those of the full problem of 492 unknowns.
#[test]
fn the_lowest_modes_are_those_of_the_full_problem() {
    let rotor = disc_rotor(1.0).unwrap();
    let mut equations = Equations::new(&rotor.machine);
    let start = rotor.machine.start(0.0);
    let options = SteadyOptions {
        speed_factor: 600.0,
        ..SteadyOptions::default()
    };
    let steady = Steady::turning(&mut equations, &start, &options).unwrap();
    let linear = LinearMachine::checked(&mut equations, &steady).unwrap();
    assert!(linear.warnings.is_empty(), "{:?}", linear.warnings);
    assert_eq!(linear.n_free(), 245);
    let lowest = linear.modes(&ModeOptions { wanted: Some(16) }).unwrap();
    let all = linear.modes(&ModeOptions::default()).unwrap();
    assert!(all.is_complete && lowest.modes.len() == 16);
    for (a, b) in lowest.modes.iter().zip(&all.modes) {
        let off = (a.eigenvalue - b.eigenvalue).norm() / b.eigenvalue.norm();
        assert!(off < 1e-8, "{} {} {off:e}", a.eigenvalue, b.eigenvalue);
        assert_eq!(a.kind, ModeKind::Oscillating);
    }
    let campbell = CampbellOptions {
        wanted: 12,
        ..CampbellOptions::default()
    };
    let campbell = Campbell::new(&mut equations, &start, 1.0, &[600.0], &campbell).unwrap();
    assert!(campbell.is_fitted);
    assert!(campbell.warnings.is_empty(), "{:?}", campbell.warnings);
    for (curve, mode) in campbell.curves.iter().zip(&all.modes) {
        let value = curve.points[0].unwrap().eigenvalue;
        let off = (value - mode.eigenvalue).norm() / value.norm();
        assert!(off < 1e-8, "{value} {} {off:e}", mode.eigenvalue);
    }
}

/// Every frequency of Lin and Parker's set with its kind.
#[test]
fn a_published_planetary_set_has_its_kinds_of_modes() {
    let rows = table("planetary_lin_parker_1999.csv");
    for n_planets in [3, 4] {
        let linear = at_rest(&planetary(n_planets)).unwrap();
        let mut modes = linear.modes(&ModeOptions::default()).unwrap();
        let members = PlanetaryMembers {
            central: vec![NodeId(1), NodeId(2), NodeId(3)],
            planets: (0..n_planets).map(|i| NodeId(4 + i)).collect(),
            axis: [0.0, 0.0, 1.0],
        };
        let kinds = linear.planetary_modes(&mut modes, &members);
        let mut expected = Vec::new();
        for row in rows.iter().filter(|row| row[0] == n_planets.to_string()) {
            let kind = match row[1].as_str() {
                "rotational" => PlanetaryMode::Rotational,
                "translational" => PlanetaryMode::Translational,
                _ => PlanetaryMode::Planet,
            };
            let [count, published]: [f64; 2] = [2, 3].map(|i| row[i].parse().unwrap());
            let all = (0..count as usize).map(|_| (published, kind));
            expected.extend(all.filter(|(f, _)| *f > 0.0));
        }
        expected.sort_by(|a, b| a.0.total_cmp(&b.0));
        // The set turns freely, and nothing holds any wheel out of its plane.
        assert_eq!(modes.n_rigid, 1 + 3 * (3 + n_planets as usize));
        let found = modes.modes.iter().zip(&kinds).skip(modes.n_rigid);
        assert_eq!(found.len(), expected.len());
        for ((mode, kind), (published, expected)) in found.zip(&expected) {
            let frequency = mode.damped_frequency() / TAU;
            assert!(
                (frequency / published - 1.0).abs() < 1e-3,
                "{frequency} {published}"
            );
            assert_eq!(kind, expected, "{published}");
        }
    }
}
