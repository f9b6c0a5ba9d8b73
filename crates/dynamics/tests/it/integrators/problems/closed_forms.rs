//! Motions in closed form on which no number of an integrator was ever chosen: what a tolerance means is tested on these.

use pitchline_dynamics::{
    Connector, Frame, Joint, Law, LawValue, Machine, NodeId, RelativeMotion, RigidBody, Rotation,
    State, TimeFunction, TorqueBetween, TorsionSpring,
};
use pitchline_geometry::vector::{Vector, length};

use super::Problem;
use crate::support::difference;

const ROUND: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// All of them.
pub fn closed_forms() -> Vec<Problem> {
    vec![duffing(), kepler(), trammel(), torsion_chain(), wobble()]
}

/// sn, cn, dn of a real argument and the modulus k, 0 < k < 1, by descending arithmetic-geometric means.
fn jacobi(u: f64, k: f64) -> [f64; 3] {
    let mut means = vec![[1.0, k]];
    let (mut a, mut b) = (1.0_f64, (1.0 - k * k).sqrt());
    while means.len() < 12 {
        let half_difference = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        means.push([a, half_difference]);
    }
    let doubled = means.iter().skip(1).fold(u, |u, _| 2.0 * u);
    let (mut phi, mut before) = (a * doubled, 0.0);
    for [a, c] in means.iter().skip(1).rev() {
        before = phi;
        phi = 0.5 * (phi + (c / a * phi.sin()).asin());
    }
    let (sn, cn) = phi.sin_cos();
    let away = (before - phi).cos();
    let dn = if away.abs() > 0.1 {
        cn / away
    } else {
        (1.0 - k * k * sn * sn).sqrt()
    };
    [sn, cn, dn]
}

/// A body of 1 kg, alone.
fn mass(place: Vector, velocity: Vector) -> (Machine, NodeId) {
    let mut machine = Machine::new();
    let node = machine.add_node("mass", place, Rotation::IDENTITY);
    machine.node_mut(node).unwrap().velocity = velocity;
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: ROUND,
    };
    machine.add("mass", body).unwrap();
    (machine, node)
}

fn pull(machine: &mut Machine, node: NodeId, law: impl Law + 'static) {
    let (a, b) = (Frame::at(NodeId::GROUND), Frame::at(node));
    let connector = Connector::new(machine, a, b, law);
    machine.add("pull", connector).unwrap();
}

/// The error of one node: of its place in metres, as the machine is a point, and of its velocity over the largest.
fn of_point(state: &State, place: Vector, velocity: Vector, fastest: f64) -> f64 {
    let by_velocity = difference(&state.velocity[..3], &velocity) / fastest;
    difference(&state.places[0], &place).max(by_velocity)
}

/// A spring that becomes stiffer: f = −k x − c x³ along x.
#[derive(Debug)]
struct Hardening {
    linear: f64,
    cubic: f64,
}

impl Law for Hardening {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let mut value = LawValue::default();
        let x = motion.displacement[0];
        value.force[0] = -x * (self.linear + self.cubic * x * x);
        value.stiffness[0][0] = self.linear + 3.0 * self.cubic * x * x;
        value.potential = 0.5 * x * x * (self.linear + 0.5 * self.cubic * x * x);
        value
    }
}

/// Duffing's oscillator of 1 kg from rest: x = A cn(ω t, k), ω² = (k₁ + k₃ A²)/m, k² = k₃ A²/(2 m ω²).
fn duffing() -> Problem {
    let (linear, cubic, size) = (20.0, 60.0, 0.8);
    let (mut machine, node) = mass([size, 0.0, 0.0], [0.0; 3]);
    pull(&mut machine, node, Hardening { linear, cubic });
    let duration = 5.0;
    let hardened = cubic * size * size;
    let frequency = (linear + hardened).sqrt();
    let modulus = (0.5 * hardened).sqrt() / frequency;
    let [sn, cn, dn] = jacobi(frequency * duration, modulus);
    let fastest = size * (linear + 0.5 * hardened).sqrt();
    Problem {
        name: "Duffing's oscillator",
        machine,
        duration,
        amplification: 1.0,
        error: Box::new(move |state| {
            let speed = -size * frequency * sn * dn;
            of_point(state, [size * cn, 0.0, 0.0], [speed, 0.0, 0.0], fastest)
        }),
    }
}

/// A centre that attracts with 1/r².
#[derive(Debug)]
struct Centre;

impl Law for Centre {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let d = motion.displacement;
        let r = length(d);
        let mut value = LawValue {
            potential: -1.0 / r,
            ..LawValue::default()
        };
        for i in 0..3 {
            value.force[i] = -d[i] / r.powi(3);
            for j in 0..3 {
                let own = f64::from(u8::from(i == j)) / r.powi(3);
                value.stiffness[i][j] = own - 3.0 * d[i] * d[j] / r.powi(5);
            }
        }
        value
    }
}

/// One and a quarter of an orbit about a centre, a = 1, e = 0.5, from the nearest point: x = cos E − e, y = √(1 − e²) sin E,
/// E − e sin E = t.
fn kepler() -> Problem {
    let e: f64 = 0.5;
    let flat = (1.0 - e * e).sqrt();
    let fastest = ((1.0 + e) / (1.0 - e)).sqrt();
    let (mut machine, node) = mass([1.0 - e, 0.0, 0.0], [0.0, fastest, 0.0]);
    pull(&mut machine, node, Centre);
    let duration = 2.5 * std::f64::consts::PI;
    let mut anomaly = duration;
    for _ in 0..60 {
        anomaly -= (anomaly - e * anomaly.sin() - duration) / (1.0 - e * anomaly.cos());
    }
    let (sin, cos) = anomaly.sin_cos();
    let rate = 1.0 / (1.0 - e * cos);
    let place = [cos - e, flat * sin, 0.0];
    let velocity = [-sin * rate, flat * cos * rate, 0.0];
    Problem {
        name: "Kepler's ellipse",
        machine,
        duration,
        amplification: 1.0,
        error: Box::new(move |state| of_point(state, place, velocity, fastest)),
    }
}

/// A uniform rod of 2 s, one end on the y axis, the other on the x axis: its centre is at s (sin θ, −cos θ) and the rod turns the
/// other way, (m s² + I) θ̈ = −m g s sin θ. From rest θ = 2 asin(k cd ωt), ω² = 3 g/4 s, k = sin ½θ₀.
fn trammel() -> Problem {
    let (half, gravity, start) = (0.75, 9.81, 2.0_f64);
    let mut machine = Machine::new();
    machine.gravity = [0.0, -gravity, 0.0];
    // The rod is along its own x, from the y axis to the x axis: at (sin θ, cos θ).
    let turn = |angle: f64| std::f64::consts::FRAC_PI_2 - angle;
    let place = move |angle: f64| [half * angle.sin(), -half * angle.cos(), 0.0];
    let rotation = Rotation::from_vector([0.0, 0.0, turn(start)]);
    let node = machine.add_node("rod", place(start), rotation);
    let moment = half * half / 3.0;
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[0.1, 0.0, 0.0], [0.0, moment, 0.0], [0.0, 0.0, moment]],
    };
    machine.add("rod", body).unwrap();
    let end = |x: f64| Frame {
        place: [x, 0.0, 0.0],
        ..Frame::at(node)
    };
    let ground = Frame::at(NodeId::GROUND);
    let on_y = [true, false, true, true, true, false];
    let on_x = [false, true, false, false, false, false];
    let upright = Joint::from_mask(ground, end(-half), on_y);
    machine.add("upright guide", upright).unwrap();
    let level = Joint::from_mask(ground, end(half), on_x);
    machine.add("level guide", level).unwrap();
    let (duration, frequency) = (3.0, (0.75 * gravity / half).sqrt());
    let k = (0.5 * start).sin();
    let [sn, cn, dn] = jacobi(frequency * duration, k);
    let angle = 2.0 * (k * cn / dn).asin();
    let rate = -2.0 * k * frequency * (1.0 - k * k).sqrt() * sn / dn;
    let fastest = 2.0 * k * frequency;
    Problem {
        name: "trammel",
        machine,
        duration,
        amplification: 1.0,
        error: Box::new(move |state| {
            let turned = state.rotations[0].vector()[2] - turn(angle);
            let by_spin = (-state.velocity[5] - rate).abs() / fastest;
            let by_place = difference(&state.places[0], &place(angle)) / half;
            turned.abs().max(by_spin).max(by_place)
        }),
    }
}

const WHEELS: usize = 4;

/// Angle and rate of a wheel of [`torsion_chain`]: modes φ_k(i) = cos kπ(i + ½)/n with ω_k = 2 √(κ/J) sin kπ/2n, each pushed by
/// the torque on the first wheel from rest.
fn chain_wheel(wheel: usize, time: f64) -> [f64; 2] {
    let step = std::f64::consts::PI / WHEELS as f64;
    let shape = |k: usize, i: usize| (k as f64 * step * (i as f64 + 0.5)).cos();
    let (sin, cos) = (EXCITATION * time).sin_cos();
    let mut sum = [0.0; 2];
    for k in 0..WHEELS {
        let share = if k == 0 { 1.0 } else { 2.0 } / WHEELS as f64;
        let push = TORQUE / MOMENT * share * shape(k, 0) * shape(k, wheel);
        let w = 2.0 * (COUPLING / MOMENT).sqrt() * (0.5 * k as f64 * step).sin();
        let [angle, rate] = if k == 0 {
            [time - sin / EXCITATION, 1.0 - cos].map(|x| x / EXCITATION)
        } else {
            let (own_sin, own_cos) = (w * time).sin_cos();
            let ahead = [sin - EXCITATION / w * own_sin, EXCITATION * (cos - own_cos)];
            ahead.map(|x| x / (w * w - EXCITATION * EXCITATION))
        };
        sum[0] += push * angle;
        sum[1] += push * rate;
    }
    sum
}

const MOMENT: f64 = 0.2;
const COUPLING: f64 = 50.0;
const TORQUE: f64 = 40.0;
const EXCITATION: f64 = 7.0;

/// Four equal wheels in a row on one axis, joined by springs and free to turn; the first is pushed by a harmonic torque.
fn torsion_chain() -> Problem {
    let mut machine = Machine::new();
    let ground = Frame::at(NodeId::GROUND);
    let mut before: Option<Frame> = None;
    for i in 0..WHEELS {
        let node = machine.add_node(&format!("wheel {i}"), [0.0; 3], Rotation::IDENTITY);
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, MOMENT]],
        };
        machine.add(&format!("wheel {i}"), body).unwrap();
        let wheel = Frame::at(node);
        let hinge = Joint::revolute(ground, wheel);
        machine.add(&format!("hinge {i}"), hinge).unwrap();
        if let Some(before) = before {
            let spring = TorsionSpring {
                stiffness: COUPLING,
                damping: 0.0,
                rest_angle: 0.0,
            };
            let spring = Connector::new(&mut machine, before, wheel, spring);
            machine.add(&format!("spring {i}"), spring).unwrap();
        } else {
            let function = TimeFunction::Sine {
                offset: 0.0,
                amplitude: TORQUE,
                angular_frequency: EXCITATION,
                phase: 0.0,
                start: 0.0,
            };
            let torque = Connector::new(&mut machine, ground, wheel, TorqueBetween { function });
            machine.add("torque", torque).unwrap();
        }
        before = Some(wheel);
    }
    let duration = 5.0;
    let looks = (0..WHEELS).flat_map(|i| (0..500).map(move |j| (i, f64::from(j) * 0.01)));
    let fastest = looks.fold(0.0_f64, |m, (i, t)| m.max(chain_wheel(i, t)[1].abs()));
    Problem {
        name: "torsional chain",
        machine,
        duration,
        amplification: 1.0,
        error: Box::new(move |state| {
            let each = (0..WHEELS).map(|i| {
                let [angle, rate] = chain_wheel(i, duration);
                let exact = Rotation::from_vector([0.0, 0.0, angle]);
                let apart = exact.inverse().then(&state.rotations[i]).vector()[2];
                let by_rate = (state.velocity[6 * i + 5] - rate).abs() / fastest;
                apart.abs().max(by_rate)
            });
            each.fold(0.0, f64::max)
        }),
    }
}

/// A free body of revolution, I and I₃, spinning with (a, 0, c): the spin turns about its own z with λ = (I₃ − I) c/I, and the axes
/// are exp(L t/I) exp(−λ t z).
fn wobble() -> Problem {
    let (across, along, a, c) = (1.0, 1.6, 1.3, 0.9);
    let mut machine = Machine::new();
    let node = machine.add_node("body", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[across, 0.0, 0.0], [0.0, across, 0.0], [0.0, 0.0, along]],
    };
    machine.add("body", body).unwrap();
    machine.node_mut(node).unwrap().spin = [a, 0.0, c];
    let duration = 10.0;
    let turned = (along - across) * c / across * duration;
    let precession = [a, 0.0, along * c / across].map(|x| x * duration);
    let exact = Rotation::from_vector(precession).turned([0.0, 0.0, -turned]);
    let spin = [a * turned.cos(), a * turned.sin(), c];
    Problem {
        name: "wobbling body",
        machine,
        duration,
        amplification: 1.0,
        error: Box::new(move |state| {
            let apart = exact.inverse().then(&state.rotations[0]).vector();
            let by_spin = difference(&state.velocity[3..6], &spin) / a;
            length(apart).max(by_spin)
        }),
    }
}

/// Special values and the derivative sn′ = cn dn.
#[test]
fn elliptic_functions_are_those_of_tables() {
    // K(½) = 1.685 750 354 812 596 for k = ½.
    let [sn, cn, dn] = jacobi(1.685_750_354_812_596, 0.5);
    assert!((sn - 1.0).abs() < 1e-14 && cn.abs() < 1e-14, "{sn} {cn}");
    assert!((dn - 0.75_f64.sqrt()).abs() < 1e-14, "{dn}");
    for (u, k) in [(0.3, 0.9), (2.7, 0.4), (11.0, 0.7)] {
        let slope = (jacobi(u + 1e-5, k)[0] - jacobi(u - 1e-5, k)[0]) / 2e-5;
        let [sn, cn, dn] = jacobi(u, k);
        assert!((slope - cn * dn).abs() < 1e-9, "{u} {k}: {slope}");
        assert!((sn * sn + cn * cn - 1.0).abs() < 1e-14);
        assert!((dn * dn + k * k * sn * sn - 1.0).abs() < 1e-13);
    }
}
