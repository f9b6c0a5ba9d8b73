//! Motions that are known from elsewhere, and how far a state is from them in the measure of tolerances.

mod closed_forms;

pub use closed_forms::closed_forms;

use pitchline_dynamics::samples::{andrews, double_four_bar, heavy_top, pendulum};
use pitchline_dynamics::{
    Bushing, Connector, Frame, Joint, Machine, NodeId, RigidBody, Rotation, State,
};

use crate::support::{difference, table};

/// A motion whose state at the end is known.
pub struct Problem {
    pub name: &'static str,
    pub machine: Machine,
    pub duration: f64,
    /// What the motion itself makes of errors that are made evenly along its way, where that is much.
    pub amplification: f64,
    error: Box<dyn Fn(&State) -> f64>,
}

impl Problem {
    /// Largest error: of positions over the extent of the machine (or in radians), of velocities over the largest of their kind.
    pub fn error(&self, state: &State) -> f64 {
        (self.error)(state)
    }
}

/// Motions that integrators were developed on, one with singular positions among them.
pub fn problems() -> Vec<Problem> {
    vec![
        swing(),
        top(),
        free_body(),
        oscillators(),
        squeezer(),
        four_bars(),
        four_bars_as_a_pendulum(),
    ]
}

/// A mass on springs that differ in three directions, with little damping: x = x₀ e^(−δt) (cos ωt + δ/ω sin ωt).
fn oscillators() -> Problem {
    const STIFFNESS: [f64; 3] = [40.0, 150.0, 400.0];
    const DAMPING: [f64; 3] = [0.1, 0.2, 0.4];
    const START: [f64; 3] = [0.5, -0.4, 0.3];
    let mut machine = Machine::new();
    let node = machine.add_node("mass", START, Rotation::IDENTITY);
    let inertia = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia,
    };
    machine.add("mass", body).unwrap();
    let fill = |x: [f64; 3]| [x[0], x[1], x[2], 1.0, 1.0, 1.0];
    let law = Bushing::diagonal(fill(STIFFNESS), fill(DAMPING));
    let ground = Frame::at(NodeId::GROUND);
    let springs = Connector::new(&mut machine, ground, Frame::at(node), law);
    machine.add("springs", springs).unwrap();
    let duration = 5.0;
    let exact = |i: usize| {
        let decay = 0.5 * DAMPING[i];
        let frequency = (STIFFNESS[i] - decay * decay).sqrt();
        let (sin, cos) = (frequency * duration).sin_cos();
        let size = START[i] * (-decay * duration).exp();
        let value = size * (cos + decay / frequency * sin);
        [value, -size * STIFFNESS[i] / frequency * sin]
    };
    let exact = [0, 1, 2].map(exact);
    Problem {
        name: "oscillators",
        machine,
        duration,
        amplification: 1.0,
        error: Box::new(move |state| {
            let by_place = difference(&state.places[0], &exact.map(|x| x[0]));
            // Nearly x₀ ω of the stiffest.
            let fastest = 0.3 * 400.0_f64.sqrt();
            by_place.max(difference(&state.velocity[..3], &exact.map(|x| x[1])) / fastest)
        }),
    }
}

/// A row of a table by the time in its first column.
fn row_at(name: &str, time: f64) -> Vec<f64> {
    let rows = table(name);
    let row = rows.into_iter().find(|r| (r[0] - time).abs() < 1e-9);
    row.unwrap()
}

fn swing() -> Problem {
    let rows = table("pendulum.csv");
    let is_it = |r: &&Vec<f64>| (r[0] - 90.0).abs() < 1e-9 && (r[2] - 5.0).abs() < 1e-9;
    let row = rows.iter().find(is_it).unwrap();
    let (angle, rate) = (row[3], row[4]);
    Problem {
        name: "pendulum",
        machine: pendulum(std::f64::consts::FRAC_PI_2).unwrap(),
        amplification: 1.0,
        duration: 5.0,
        error: Box::new(move |state| {
            let [x, _, z] = state.places[0];
            // Fastest at the bottom: θ̇² = 2 g/l.
            let fastest = (2.0 * 9.81_f64).sqrt();
            let by_rate = (-state.velocity[4] - rate).abs() / fastest;
            (x.atan2(-z) - angle).abs().max(by_rate)
        }),
    }
}

fn top() -> Problem {
    let exact = row_at("heavy_top.csv", 1.0);
    Problem {
        name: "heavy top",
        machine: heavy_top().unwrap(),
        amplification: 1.0,
        duration: 1.0,
        error: Box::new(move |state| {
            let by_place = difference(&state.places[0], &exact[1..4]);
            // The largest in the table, to two digits.
            let by_velocity = difference(&state.velocity[..3], &exact[4..7]) / 4.6;
            by_place.max(by_velocity)
        }),
    }
}

fn free_body() -> Problem {
    let mut machine = Machine::new();
    let node = machine.add_node("body", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]],
    };
    machine.add("body", body).unwrap();
    machine.node_mut(node).unwrap().spin = [1.7, 0.0, 1.0];
    let exact = row_at("free_body.csv", 10.0);
    Problem {
        name: "free body",
        machine,
        amplification: 1.0,
        duration: 10.0,
        error: Box::new(move |state| {
            let q = state.rotations[0].quaternion();
            let sign = (q[0] * exact[4]).signum();
            // Half an angle in a quaternion.
            let turned = 2.0 * difference(&q.map(|x| sign * x), &exact[4..8]);
            // The largest spin is the second one's, 1.7 rad/s.
            turned.max(difference(&state.velocity[3..6], &exact[1..4]) / 1.7)
        }),
    }
}

/// What errors of velocities become in the angle of the linkage below, whose speed is ω² = 1 + 7/3 g (1 − cos θ) and upright only a
/// seventh of the largest: an error δ of the largest speed made at ω₀ is one of the energy by ω₀ ω_max δ, which is ahead by
/// ω₀ ω_max δ ω(T) ∫ dt/ω² at the end. The mean over the times at which errors are made.
fn amplification_of_four_bars(duration: f64) -> f64 {
    let speed = |angle: f64| (1.0 + 7.0 / 3.0 * 9.81 * (1.0 - angle.cos())).sqrt();
    // 2000 parts a turn: middles of parts are known to 1e-6 of the mean.
    let n = 10_000;
    let part = duration / f64::from(n);
    let (mut angle, mut ahead) = (0.0, 0.0);
    let mut speeds = Vec::new();
    for _ in 0..n {
        let middle = speed(angle + 0.5 * part * speed(angle));
        ahead += part / (middle * middle);
        speeds.push((middle, ahead));
        angle += part * middle;
    }
    let largest = speed(std::f64::consts::PI);
    let each = speeds.iter().map(|(own, until)| own * (ahead - until));
    largest * speed(angle) * each.sum::<f64>() / f64::from(n)
}

/// A linkage whose constraints lose rank twice a turn.
fn four_bars() -> Problem {
    let sample = double_four_bar().unwrap();
    // Centres of cranks are half a metre from their feet.
    as_four_bars("double four-bar", (sample.machine, sample.crank), 0.5)
}

/// One body on one hinge with the same motion, and no position in which constraints lose rank: three rods of 1 kg and 1 m about their
/// feet and two that only move make 3 kg m² and a weight of 5 kg at 0.7 m.
fn four_bars_as_a_pendulum() -> Problem {
    let (mass, arm) = (5.0, 0.7);
    let mut machine = Machine::new();
    machine.gravity = [0.0, -9.81, 0.0];
    let node = machine.add_node("pendulum", [0.0, arm, 0.0], Rotation::IDENTITY);
    let start = machine.node_mut(node).unwrap();
    (start.velocity, start.spin) = ([arm, 0.0, 0.0], [0.0, 0.0, -1.0]);
    let moment = 3.0 - mass * arm * arm;
    let inertia = [[moment, 0.0, 0.0], [0.0, moment, 0.0], [0.0, 0.0, moment]];
    let body = RigidBody {
        node,
        mass,
        inertia,
    };
    machine.add("pendulum", body).unwrap();
    let foot = Frame {
        place: [0.0, -arm, 0.0],
        ..Frame::at(node)
    };
    let hinge = Joint::revolute(Frame::at(NodeId::GROUND), foot);
    machine.add("hinge", hinge).unwrap();
    as_four_bars("double four-bar as one pendulum", (machine, node), arm)
}

/// The motion of the linkage, seen by a body that turns as its cranks do, with its centre `arm` from its foot.
fn as_four_bars(name: &'static str, (machine, node): (Machine, NodeId), arm: f64) -> Problem {
    let exact = row_at("double_four_bar.csv", 10.0);
    let node = node.0 as usize - 1;
    Problem {
        name,
        machine,
        amplification: amplification_of_four_bars(10.0),
        duration: 10.0,
        error: Box::new(move |state| {
            // The angle from upright, to the right.
            let [x, y, _] = state.places[node];
            let turned = x.atan2(y) - exact[2].atan2(exact[3]);
            let tau = std::f64::consts::TAU;
            let turned = (turned - tau * (turned / tau).round()).abs();
            // Of the end of a crank of 1 m, at most 6.8 m/s.
            let velocity = [0, 1].map(|i| state.velocity[6 * node + i] / arm);
            turned.max(difference(&velocity, &exact[4..6]) / 6.8)
        }),
    }
}

fn squeezer() -> Problem {
    let sample = andrews().unwrap();
    let row = row_at("andrews_states.csv", 0.03);
    let exact = [1, 2, 3, 4, 5, 6, 7].map(|i| row[i]);
    let twin = andrews().unwrap();
    Problem {
        name: "squeezing mechanism",
        machine: sample.machine,
        amplification: 1.0,
        duration: 0.03,
        error: Box::new(move |state| difference(&twin.angles(state, &exact), &exact)),
    }
}
