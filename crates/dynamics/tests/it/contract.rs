//! What every element must obey, over a list of all elements: tangents by differences, rates of constraints, action = reaction,
//! energy, and that turning the whole machine changes nothing.

mod actuators;
mod basic;
mod flexible;
mod forces;
mod gear_joints;
mod joints;
mod planar_contacts;
mod shafts;

use pitchline_dynamics::{Equations, Machine, NodeId, Rotation, Sliding, State, Weights};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::{Vector, cross, plus};

/// An element in a machine of its own, away from any special position.
pub struct Sample {
    pub name: &'static str,
    pub machine: Machine,
    /// Multiplies the scatter of places, angles and rates about the start.
    pub scatter: f64,
    /// Touches no ground and no outside: forces balance, turning everything changes nothing.
    pub is_internal: bool,
    /// Accounts for its energy whatever the state (constraints do so only where they are obeyed).
    pub has_energy: bool,
    /// Whether surfaces that rub are stuck or slide.
    pub sliding: Sliding,
}

impl Sample {
    /// An internal element with energy.
    pub fn new(name: &'static str, machine: Machine) -> Self {
        Self {
            name,
            machine,
            scatter: 0.3,
            is_internal: true,
            has_energy: true,
            sliding: Sliding::Undecided,
        }
    }
}

/// All elements. A new one adds itself here.
fn samples() -> Vec<Sample> {
    let lists = [
        actuators::samples(),
        basic::samples(),
        flexible::samples(),
        forces::samples(),
        gear_joints::samples(),
        joints::samples(),
        planar_contacts::samples(),
        shafts::samples(),
    ];
    lists.into_iter().flatten().collect()
}

/// Numbers between −1 and 1, always the same.
pub struct Scatter(u64);

impl Scatter {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// A state scattered about the start.
fn scattered(sample: &Sample, seed: u64) -> State {
    let mut scatter = Scatter::new(seed);
    let mut next = |size: f64| size * scatter.next();
    let start = sample.machine.start(0.37);
    let mut state = start.clone();
    let increment: Vec<f64> = start
        .velocity
        .iter()
        .map(|_| next(sample.scatter))
        .collect();
    state.moved_from(&start, &increment);
    for v in &mut state.velocity {
        *v += next(2.0);
    }
    for a in &mut state.acceleration {
        *a = next(5.0);
    }
    for l in &mut state.multipliers {
        *l = next(10.0);
    }
    // Contacts as they are while they hold.
    state.active.fill(true);
    for grip in &mut state.grips {
        grip.sliding = sample.sliding;
        // For measures of slip that depend on where surfaces stuck.
        grip.along = [0.8, -0.3, 0.2];
    }
    state
}

fn residual(equations: &mut Equations, state: &State) -> Vec<f64> {
    let mut out = vec![0.0; equations.n()];
    equations.set(state).unwrap();
    equations.residual(&mut out);
    out
}

fn moved(state: &State, increment: &[f64]) -> State {
    let mut moved = state.clone();
    moved.moved_from(state, increment);
    moved
}

/// The tangent as a full matrix, by rows.
pub fn dense(equations: &mut Equations, state: &State, weights: Weights) -> Vec<Vec<f64>> {
    equations.set(state).unwrap();
    equations.tangent(weights, None);
    let n = equations.n();
    let mut full = vec![vec![0.0; n]; n];
    let (starts, columns) = equations.pattern();
    for (i, row) in full.iter_mut().enumerate() {
        for at in starts[i] as usize..starts[i + 1] as usize {
            row[columns[at] as usize] += equations.values()[at];
        }
    }
    full
}

/// Central differences of fourth order: their error is h⁴ beside rounding / h.
fn difference(mut of: impl FnMut(f64) -> Vec<f64>) -> Vec<f64> {
    const H: f64 = 1e-3;
    let [far_back, back, ahead, far] = [-2.0 * H, -H, H, 2.0 * H].map(&mut of);
    (0..back.len())
        .map(|i| (8.0 * (ahead[i] - back[i]) - (far[i] - far_back[i])) / (12.0 * H))
        .collect()
}

#[track_caller]
fn compare(found: f64, expected: f64, size: f64, what: impl Fn() -> String) {
    // Truncation h⁴ times fifth derivatives of order 10², and rounding 1e-16 / h.
    let error = (found - expected).abs();
    assert!(
        error <= 1e-8 * (1.0 + size),
        "{}: {found} instead of {expected}",
        what()
    );
}

#[test]
fn tangents_equal_differences() {
    for sample in samples() {
        let mut equations = Equations::new(&sample.machine);
        for seed in 1..=3 {
            let state = scattered(&sample, seed);
            let n_v = equations.n_velocities();
            let kinds: [(&str, Weights); 4] = [
                (
                    "position",
                    Weights {
                        position: 1.0,
                        ..Weights::default()
                    },
                ),
                (
                    "velocity",
                    Weights {
                        velocity: 1.0,
                        ..Weights::default()
                    },
                ),
                (
                    "acceleration",
                    Weights {
                        acceleration: 1.0,
                        ..Weights::default()
                    },
                ),
                (
                    "multiplier",
                    Weights {
                        multiplier: 1.0,
                        ..Weights::default()
                    },
                ),
            ];
            for (kind, weights) in kinds {
                let full = dense(&mut equations, &state, weights);
                let size = full.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
                let columns = if kind == "multiplier" {
                    n_v..equations.n()
                } else {
                    0..n_v
                };
                for column in columns {
                    let change = difference(|h| {
                        let mut other = state.clone();
                        match kind {
                            "position" => {
                                let mut increment = vec![0.0; n_v];
                                increment[column] = h;
                                other = moved(&state, &increment);
                            }
                            "velocity" => other.velocity[column] += h,
                            "acceleration" => other.acceleration[column] += h,
                            _ => other.multipliers[column - n_v] += h,
                        }
                        residual(&mut equations, &other)
                    });
                    for (row, change) in change.iter().enumerate() {
                        compare(full[row][column], *change, size, || {
                            format!("{} by {kind}, entry {row} {column}", sample.name)
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn rates_of_constraints_equal_differences() {
    for sample in samples() {
        let mut equations = Equations::new(&sample.machine);
        let (n_v, n_c) = (equations.n_velocities(), equations.n_multipliers());
        for seed in 1..=3 * u64::from(n_c > 0) {
            let state = scattered(&sample, seed);
            // Along q(h) with velocity v + h a: increments v h + ½ a h² are exact to second order in the exponent.
            let along = |h: f64| {
                let increment: Vec<f64> = (0..n_v)
                    .map(|i| h * state.velocity[i] + 0.5 * h * h * state.acceleration[i])
                    .collect();
                let mut other = moved(&state, &increment);
                other.time += h;
                for i in 0..n_v {
                    other.velocity[i] += h * state.acceleration[i];
                }
                other
            };
            let rates = |equations: &mut Equations, state: &State| {
                let weights = Weights {
                    position: 1.0,
                    ..Weights::default()
                };
                let full = dense(equations, state, weights);
                let mut out = vec![0.0; n_c];
                equations.constraint_rates(&mut out);
                for (out, row) in out.iter_mut().zip(&full[n_v..]) {
                    *out += row
                        .iter()
                        .zip(&state.velocity)
                        .map(|(b, v)| b * v)
                        .sum::<f64>();
                }
                (out, full)
            };
            let (first, full) = rates(&mut equations, &state);
            let change = difference(|h| residual(&mut equations, &along(h))[n_v..].to_vec());
            for row in 0..n_c {
                compare(first[row], change[row], 10.0, || {
                    format!("{} rate {row}", sample.name)
                });
            }
            let mut bias = vec![0.0; n_c];
            equations.set(&state).unwrap();
            equations.constraint_biases(&mut bias);
            let change = difference(|h| rates(&mut equations, &along(h)).0);
            for row in 0..n_c {
                let b = full[n_v + row].iter().zip(&state.acceleration);
                let second = bias[row] + b.map(|(b, a)| b * a).sum::<f64>();
                compare(second, change[row], 100.0, || {
                    format!("{} bias {row}", sample.name)
                });
            }
        }
    }
}

/// Force and torque about the origin that the residual of all nodes makes, ground axes.
fn resultant(state: &State, residual: &[f64]) -> [Vector; 2] {
    let mut sums = [[0.0; 3]; 2];
    for (i, r) in residual
        .chunks_exact(6)
        .take(state.places.len())
        .enumerate()
    {
        let force = [r[0], r[1], r[2]];
        let torque = times(&state.rotations[i].matrix(), [r[3], r[4], r[5]]);
        sums[0] = plus(sums[0], force);
        sums[1] = plus(sums[1], plus(torque, cross(state.places[i], force)));
    }
    sums
}

#[test]
fn action_is_reaction() {
    for sample in samples().iter().filter(|s| s.is_internal) {
        let mut equations = Equations::new(&sample.machine);
        for seed in 1..=3 {
            let mut state = scattered(sample, seed);
            // Inertia has no reaction; without motion it is silent.
            state.acceleration.fill(0.0);
            if sample.name.contains("body") {
                continue;
            }
            let r = residual(&mut equations, &state);
            let size = r.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            for sum in resultant(&state, &r).iter().flatten() {
                // A few dozen terms of this size, each rounded.
                assert!(
                    sum.abs() < 1e-13 * size.max(1.0) * 10.0,
                    "{}: {sum:e}",
                    sample.name
                );
            }
        }
    }
}

#[test]
fn turning_the_whole_machine_changes_nothing() {
    let turn = Rotation::from_vector([0.7, -1.9, 1.1]);
    let (q, away) = (turn.matrix(), [3.0, -2.0, 5.0]);
    for sample in samples().iter().filter(|s| s.is_internal) {
        let mut equations = Equations::new(&sample.machine);
        let state = scattered(sample, 5);
        let mut other = state.clone();
        for i in 0..state.places.len() {
            other.places[i] = plus(times(&q, state.places[i]), away);
            other.rotations[i] = turn.then(&state.rotations[i]);
            for rates in [&mut other.velocity, &mut other.acceleration] {
                let v = [rates[6 * i], rates[6 * i + 1], rates[6 * i + 2]];
                rates[6 * i..6 * i + 3].copy_from_slice(&times(&q, v));
            }
        }
        let mut expected = residual(&mut equations, &state);
        let found = residual(&mut equations, &other);
        for i in 0..state.places.len() {
            let f = [expected[6 * i], expected[6 * i + 1], expected[6 * i + 2]];
            expected[6 * i..6 * i + 3].copy_from_slice(&times(&q, f));
        }
        let size = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let error = (found - expected).abs();
            // Places are larger by a factor of ten after the move: rounding of their differences.
            assert!(
                error < 1e-12 * size,
                "{} {i}: {found} {expected}",
                sample.name
            );
        }
    }
}

/// d(T + V)/dt = r · v + supplied − dissipated: what is left over was neither stored nor lost nor brought in.
#[test]
fn energy_is_accounted_for() {
    for sample in samples().iter().filter(|s| s.has_energy) {
        let mut equations = Equations::new(&sample.machine);
        let n_v = equations.n_velocities();
        for seed in 1..=3 {
            let mut state = scattered(sample, seed);
            state.multipliers.fill(0.0);
            let change = difference(|h| {
                let increment: Vec<f64> = (0..n_v)
                    .map(|i| h * state.velocity[i] + 0.5 * h * h * state.acceleration[i])
                    .collect();
                let mut other = moved(&state, &increment);
                other.time += h;
                for i in 0..n_v {
                    other.velocity[i] += h * state.acceleration[i];
                }
                equations.set(&other).unwrap();
                let energy = equations.energy();
                vec![energy.kinetic + energy.potential]
            })[0];
            let r = residual(&mut equations, &state);
            let energy = equations.energy();
            assert!(energy.dissipated >= 0.0, "{}", sample.name);
            let work: f64 = r.iter().zip(&state.velocity).map(|(r, v)| r * v).sum();
            let size = change.abs() + work.abs() + energy.dissipated + energy.supplied.abs();
            compare(
                change,
                work + energy.supplied - energy.dissipated,
                10.0 * size,
                || format!("{} energy", sample.name),
            );
        }
    }
}

/// Two nodes near each other with axes of their own.
pub fn two_nodes(machine: &mut Machine) -> [NodeId; 2] {
    let a = machine.add_node(
        "a",
        [0.2, -0.4, 0.1],
        Rotation::from_vector([0.3, 0.9, -0.4]),
    );
    let b = machine.add_node(
        "b",
        [0.9, 0.5, -0.3],
        Rotation::from_vector([-0.8, 0.2, 0.6]),
    );
    [a, b]
}
