//! Modes at rest: chains, pendulums, rigid motions, redundant joints.

use pitchline_dynamics::samples::pendulum;
use pitchline_dynamics::{
    Connector, Equations, Frame, Joint, Machine, ModeKind, ModeOptions, NodeId, Rotation, Spring,
    Steady,
};

use super::machines::{ALONG_X, at_rest, body, chain};

const ALL: ModeOptions = ModeOptions { wanted: None };

fn chain_square(i: usize, n: usize) -> f64 {
    let half = std::f64::consts::FRAC_PI_2 * i as f64 / (n + 1) as f64;
    4.0 * half.sin().powi(2)
}

#[test]
fn a_chain_has_its_frequencies_and_shapes() {
    let (n, mass, stiffness) = (6, 0.3, 4e5);
    let linear = at_rest(&chain(n, mass, stiffness, 0.0, true)).unwrap();
    assert_eq!((linear.n(), linear.n_free()), (36, 6));
    let found = linear.modes(&ALL).unwrap();
    assert!(found.is_complete && found.n_rigid == 0 && found.modes.len() == n);
    for (i, mode) in found.modes.iter().enumerate() {
        let exact = (chain_square(i + 1, n) * stiffness / mass).sqrt();
        let off = (mode.damped_frequency() / exact - 1.0).abs();
        assert!(off < 1e-13, "{i}: {off:e}");
        assert_eq!(mode.kind, ModeKind::Oscillating);
        // Shapes are sines of modal mass one.
        let modal = linear.modal_mass(&mode.shape, &mode.shape);
        assert!((modal.re - 1.0).abs() < 1e-13);
        for k in 1..=n {
            let angle = std::f64::consts::PI * ((i + 1) * k) as f64 / (n + 1) as f64;
            let sine = angle.sin() * (2.0 / ((n + 1) as f64 * mass)).sqrt();
            let x = mode.shape[6 * (k - 1)].re;
            assert!((x.abs() - sine.abs()).abs() < 1e-12, "{i} {k}: {x} {sine}");
        }
    }
}

/// Damping in proportion to stiffness: λ² + β ω² λ + ω² = 0. The highest modes of the stronger damping creep.
#[test]
fn a_damped_chain_has_complex_eigenvalues() {
    let (n, mass, stiffness) = (6, 0.3, 4e5);
    for damping in [40.0, 400.0] {
        let linear = at_rest(&chain(n, mass, stiffness, damping, true)).unwrap();
        let found = linear.modes(&ALL).unwrap();
        let mut expected = Vec::new();
        for i in 1..=n {
            let square = chain_square(i, n) * stiffness / mass;
            let half = 0.5 * damping / stiffness * square;
            match half * half - square {
                rest if rest < 0.0 => expected.push((-half, (-rest).sqrt())),
                rest => {
                    let fast = -half - rest.sqrt();
                    expected.extend([(square / fast, 0.0), (fast, 0.0)]);
                }
            }
        }
        expected.sort_by(|a, b| a.0.hypot(a.1).total_cmp(&b.0.hypot(b.1)));
        assert_eq!(found.modes.len(), expected.len());
        for (mode, (re, im)) in found.modes.iter().zip(expected) {
            let off = (mode.eigenvalue.re - re).hypot(mode.eigenvalue.im - im);
            assert!(off < 1e-9 * re.hypot(im), "{} {re} {im}", mode.eigenvalue);
            assert!(mode.residual < 1e-12, "{:e}", mode.residual);
            assert!((mode.damping_ratio() + re / re.hypot(im)).abs() < 1e-9);
        }
    }
}

/// A hundred masses: the lowest by a Krylov space, damped, and by the symmetric solver.
#[test]
fn the_lowest_modes_of_a_long_chain_are_found() {
    let (n, mass, stiffness) = (100, 0.3, 4e5);
    for damping in [0.0, 4.0] {
        let linear = at_rest(&chain(n, mass, stiffness, damping, true)).unwrap();
        let found = linear.modes(&ModeOptions { wanted: Some(12) }).unwrap();
        assert_eq!(found.modes.len(), 12);
        assert!(!found.is_complete);
        for (i, mode) in found.modes.iter().enumerate() {
            let square = chain_square(i + 1, n) * stiffness / mass;
            let off = (mode.natural_frequency() / square.sqrt() - 1.0).abs();
            let ratio = 0.5 * damping / stiffness * square.sqrt();
            // ω_max² / ω² = 4e3 times rounding of the stiffnesses.
            assert!(off < 1e-11, "{damping} {i}: {off:e}");
            assert!((mode.damping_ratio() - ratio).abs() < 1e-10, "{i}");
        }
    }
}

#[test]
fn a_free_chain_has_one_rigid_motion() {
    for damping in [0.0, 40.0] {
        let (n, mass, stiffness) = (5, 0.3, 4e5);
        let linear = at_rest(&chain(n, mass, stiffness, damping, false)).unwrap();
        let found = linear.modes(&ALL).unwrap();
        assert_eq!(
            found.n_rigid,
            1,
            "{:?}",
            found.modes.iter().map(|m| m.eigenvalue).collect::<Vec<_>>()
        );
        assert_eq!(found.modes.len(), n);
        let rigid = &found.modes[0];
        assert_eq!(rigid.kind, ModeKind::Rigid);
        assert_eq!(rigid.natural_frequency(), 0.0);
        assert_eq!(rigid.largest_motion, "whole machine, along x");
        for (i, mode) in found.modes.iter().enumerate().skip(1) {
            let half = std::f64::consts::FRAC_PI_2 * i as f64 / n as f64;
            let exact = 2.0 * half.sin() * (stiffness / mass).sqrt();
            let off = (mode.natural_frequency() / exact - 1.0).abs();
            assert!(off < 1e-9, "{damping} {i}: {off:e}");
        }
    }
}

/// A free body has six.
#[test]
fn a_free_body_has_six_rigid_motions() {
    let mut machine = Machine::new();
    let node = machine.add_node("stone", [1.0, 2.0, 3.0], Rotation::IDENTITY);
    machine.add("body", body(node, 3.0, 0.2, 0.1)).unwrap();
    let found = at_rest(&machine).unwrap().modes(&ALL).unwrap();
    assert_eq!((found.n_rigid, found.modes.len()), (6, 6));
}

/// The rod moves as a mathematical pendulum of 1 m, √9.81 rad/s about hanging; about standing up it falls with as much. Found from
/// a start a little off.
#[test]
fn a_pendulum_has_its_frequency() {
    let exact = 9.81_f64.sqrt();
    let machine = pendulum(0.3).unwrap();
    let found = at_rest(&machine).unwrap().modes(&ALL).unwrap();
    assert_eq!(found.modes.len(), 1);
    let frequency = found.modes[0].damped_frequency();
    assert!((frequency / exact - 1.0).abs() < 1e-12, "{frequency}");

    let upright = pendulum(std::f64::consts::PI).unwrap();
    let mut equations = Equations::new(&upright);
    let steady = Steady::given(&mut equations, &upright.start(0.0)).unwrap();
    let linear = pitchline_dynamics::LinearMachine::new(&mut equations, &steady).unwrap();
    let found = linear.modes(&ALL).unwrap();
    let mode = &found.modes[0];
    assert!(mode.is_unstable() && mode.kind == ModeKind::Aperiodic);
    assert!(
        (mode.eigenvalue.re / exact - 1.0).abs() < 1e-12,
        "{}",
        mode.eigenvalue
    );
}

/// A second hinge on the same axis changes nothing.
#[test]
fn redundant_joints_change_no_frequency() {
    let mut machine = pendulum(0.0).unwrap();
    let hinge = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let at = |node, place| Frame {
        node,
        place,
        axes: hinge,
    };
    let rod = NodeId(1);
    for y in [0.4, -0.4] {
        let joint = Joint::revolute(at(NodeId::GROUND, [0.0, y, 0.0]), at(rod, [0.0, y, 0.75]));
        machine.add("second hinge", joint).unwrap();
    }
    let linear = at_rest(&machine).unwrap();
    assert_eq!((linear.n_free(), linear.basis.rank()), (1, 5));
    let found = linear.modes(&ALL).unwrap();
    let frequency = found.modes[0].damped_frequency();
    assert!(
        (frequency / 9.81_f64.sqrt() - 1.0).abs() < 1e-12,
        "{frequency}"
    );
}

/// A taut string with a bead: √(2 T / (m l)) across, √(2 k / m) along. Geometric stiffness comes from the load.
#[test]
fn tension_stiffens() {
    let (mass, length, stiffness, tension) = (0.2, 0.5, 1e4, 300.0);
    let mut machine = Machine::new();
    let node = machine.add_node("bead", [length, 0.0, 0.0], Rotation::IDENTITY);
    machine.add("body", body(node, mass, 0.1, 0.1)).unwrap();
    let frame = |node| Frame {
        axes: ALONG_X,
        ..Frame::at(node)
    };
    // Turns are no matter here.
    let still = [false, false, false, true, true, true];
    machine
        .add(
            "guide",
            Joint::from_mask(frame(NodeId::GROUND), frame(node), still),
        )
        .unwrap();
    for x in [0.0, 2.0 * length] {
        let end = super::machines::on(NodeId::GROUND, [x, 0.0, 0.0]);
        let spring = Spring {
            stiffness,
            damping: 0.0,
            rest_length: length - tension / stiffness,
        };
        let connector = Connector::new(&mut machine, end, Frame::at(node), spring);
        machine.add("string", connector).unwrap();
    }
    let found = at_rest(&machine).unwrap().modes(&ALL).unwrap();
    let across = (2.0 * tension / (mass * length)).sqrt();
    let along = (2.0 * stiffness / mass).sqrt();
    for (mode, exact) in found.modes.iter().zip([across, across, along]) {
        let off = (mode.damped_frequency() / exact - 1.0).abs();
        assert!(off < 1e-12, "{off:e}");
    }
}
