//! Springs, strings, plays, bushings, bearings, drag, actuators and loads: several states of each, away from their kinks, over
//! which differences cannot be taken.

use pitchline_dynamics::{
    BearingDamping, Bushing, ClearanceSpring, Connector, Equations, ForceBetween, Law, Load,
    LoadAxes, LoadCurve, Machine, NodeId, PlainBearing, Play, RollingBearing, TensionString,
    TimeFunction, TorqueBetween, TorsionSpring, ViscousForce, ViscousTorque, Weights,
};

use super::basic::frame;
use super::{Sample, dense, residual, scattered, two_nodes};

pub fn samples() -> Vec<Sample> {
    let mut samples = vec![];
    samples.extend(strings());
    samples.extend(about_the_axis());
    samples.extend(bushings());
    samples.extend(bearings());
    samples.extend(plays());
    samples.extend(actuators());
    samples.extend(loads());
    samples.push(between("viscous force", ViscousForce { coefficient: 1.3 }));
    samples.push(between("plain bearing", plain_bearing()));
    samples
}

/// A law between two nodes whose frames stand away from them.
fn between(name: &'static str, law: impl Law + 'static) -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let law = Connector::new(&mut machine, frame(a, 1.0), frame(b, -0.6), law);
    machine.add(name, law).unwrap();
    Sample::new(name, machine)
}

/// The points are between 0.5 m and 2.5 m apart.
fn strings() -> [Sample; 2] {
    let string = |rest_length| TensionString {
        stiffness: 40.0,
        damping: 6.0,
        rest_length,
    };
    [
        between("taut string", string(0.2)),
        between("slack string", string(5.0)),
    ]
}

fn about_the_axis() -> [Sample; 2] {
    let spring = TorsionSpring {
        stiffness: 12.0,
        damping: 0.7,
        rest_angle: -8.0,
    };
    [
        between("torsion spring", spring),
        between("viscous torque", ViscousTorque { coefficient: 0.8 }),
    ]
}

/// M Mᵀ for an M without special numbers.
fn full(factor: f64, shift: usize) -> [[f64; 6]; 6] {
    let m = |i: usize, j: usize| ((5 * i + 3 * j + shift) % 7) as f64 / 3.0 - 0.9;
    let entry = |i, j| factor * (0..6).map(|k| m(i, k) * m(j, k)).sum::<f64>();
    [0, 1, 2, 3, 4, 5].map(|i| [0, 1, 2, 3, 4, 5].map(|j| entry(i, j)))
}

fn bushings() -> [Sample; 2] {
    let coupled = Bushing {
        stiffness: full(10.0, 1),
        damping: full(1.0, 4),
        preload: [1.0, -2.0, 0.5, 0.3, 2.0, -1.0],
    };
    let plain = Bushing::diagonal(
        [10.0, 20.0, 30.0, 4.0, 5.0, 6.0],
        [1.0, 0.0, 2.0, 0.1, 0.2, 0.3],
    );
    for law in [coupled, plain] {
        law.check("bushing").unwrap();
    }
    [
        between("coupled bushing", coupled),
        between("plain bushing", plain),
    ]
}

/// Coupled across, as by an oil film.
fn plain_bearing() -> PlainBearing {
    let bearing = PlainBearing {
        stiffness: [[12.0, 7.0], [-9.0, 20.0]],
        damping: [[3.0, -0.8], [0.3, 5.0]],
        axial_stiffness: 4.0,
        axial_damping: 0.6,
    };
    bearing.check("plain bearing").unwrap();
    bearing
}

fn bearings() -> [Sample; 3] {
    let stiffness = |rows: &[[f64; 2]]| LoadCurve::from_stiffness("b", "rows", rows).ok();
    let deflections = |rows: &[[f64; 2]]| LoadCurve::from_deflections("b", "rows", rows).ok();
    let by_stiffness = RollingBearing {
        radial: stiffness(&[[0.0, 20.0], [100.0, 60.0]]),
        axial: stiffness(&[[0.0, 10.0], [40.0, 25.0]]),
        tilting: stiffness(&[[1.0, 3.0], [9.0, 5.0]]),
        damping: BearingDamping::Proportional(0.05),
    };
    let by_deflections = RollingBearing {
        radial: deflections(&[[10.0, 0.4], [30.0, 0.9], [80.0, 1.7]]),
        axial: deflections(&[[5.0, 0.3], [16.0, 1.2], [40.0, 2.1]]),
        tilting: deflections(&[[2.0, 0.7], [6.0, 1.5], [20.0, 3.2]]),
        damping: BearingDamping::Proportional(0.03),
    };
    let by_value = RollingBearing {
        damping: BearingDamping::Values {
            radial: 2.0,
            axial: 0.5,
            tilting: 0.7,
        },
        ..by_deflections.clone()
    };
    [
        between("bearing by stiffness", by_stiffness),
        between("bearing by deflections", by_deflections),
        between("bearing with constant damping", by_value),
    ]
}

/// Its value at 0.37 s, when the contract looks, is no special one.
fn sine(amplitude: f64) -> TimeFunction {
    TimeFunction::Sine {
        offset: 1.5,
        amplitude,
        angular_frequency: 3.0,
        phase: 0.4,
        start: 0.1,
    }
}

fn actuators() -> [Sample; 2] {
    let function = sine(9.0);
    [
        between(
            "force between",
            ForceBetween {
                function: function.clone(),
            },
        ),
        between("torque between", TorqueBetween { function }),
    ]
}

/// Constant components and others, along both kinds of axes.
fn loads() -> [Sample; 3] {
    let load = |name, axes, is_grounded| {
        let mut machine = Machine::new();
        let [a, _] = two_nodes(&mut machine);
        let node = if is_grounded { NodeId::GROUND } else { a };
        let mut load = Load::new(frame(node, 1.0), axes);
        load.force = [TimeFunction::Constant(7.0), sine(-4.0), sine(11.0)];
        load.torque = [TimeFunction::Constant(-3.0), sine(2.0), sine(5.0)];
        load.check().unwrap();
        machine.add(name, load).unwrap();
        Sample {
            is_internal: false,
            ..Sample::new(name, machine)
        }
    };
    [
        load("load along the ground", LoadAxes::Ground, false),
        load("load along the frame", LoadAxes::Body, false),
        load("load on the ground", LoadAxes::Ground, true),
    ]
}

/// Contact at both ends of the play, and the way between them.
fn plays() -> [Sample; 8] {
    let spring = |clearance, play| ClearanceSpring {
        stiffness: 40.0,
        damping: 6.0,
        clearance,
        play,
    };
    let line = |clearance, middle| spring(clearance, Play::Line { middle });
    let axis = |clearance, middle| spring(clearance, Play::Axis { middle });
    [
        between("play along the line, pulled", line(0.1, 0.2)),
        between("play along the line, pushed", line(0.1, 5.0)),
        between("play along the line, free", line(4.0, 2.0)),
        between("play along z, pushed up", axis(0.1, 5.0)),
        between("play along z, pushed down", axis(0.1, -5.0)),
        between("play along z, free", axis(9.0, 1.0)),
        between("pin that touches", spring(0.1, Play::Radial)),
        between("pin that is free", spring(9.0, Play::Radial)),
    ]
}

/// The states that the contract draws are on the side that the sample's name says.
#[test]
fn one_sided_samples_are_on_their_side() {
    for sample in strings().iter().chain(&plays()) {
        let mut equations = Equations::new(&sample.machine);
        for seed in 1..=5 {
            let r = residual(&mut equations, &scattered(sample, seed));
            let is_silent = r.iter().all(|r| *r == 0.0);
            let is_away = sample.name.contains("slack") || sample.name.contains("free");
            assert_eq!(is_silent, is_away, "{} {seed}", sample.name);
        }
    }
}

/// A state of nonsense gives nonsense, never a panic.
#[test]
fn nonsense_in_nonsense_out() {
    for sample in samples().into_iter().chain(super::shafts::samples()) {
        let mut equations = Equations::new(&sample.machine);
        for nonsense in [f64::NAN, f64::INFINITY, 0.0] {
            let mut state = scattered(&sample, 1);
            state.places.fill([nonsense; 3]);
            state.velocity.fill(nonsense);
            residual(&mut equations, &state);
            let weights = Weights {
                position: 1.0,
                velocity: 1.0,
                ..Weights::default()
            };
            dense(&mut equations, &state, weights);
            equations.energy();
        }
    }
}
