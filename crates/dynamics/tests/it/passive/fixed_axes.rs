//! Wheels on fixed axes, turned anyhow and loaded on either flank: the potential has the forces and tangents of the published laws.

use pitchline_contact::Formulation;
use pitchline_dynamics::{Equations, Machine, Rotation, State, Weights};
use pitchline_geometry::FlankSide;
use pitchline_geometry::tensor::{IDENTITY, product};

use super::closed_paths::{about_z, residual, wheels};
use super::sprung::{DAMPING_LOAD, Mesh, STIFFNESS, Teeth, add_mesh, every_kind, members};
use crate::contract::{Scatter, dense};

/// Of forces as large as the teeth exert at the largest deflection: distances
/// of up to a metre, by which flanks open, are rounded to 2e-16 m, and teeth have 2e8 N/m.
const ROUNDING: f64 = 1e-12;
/// Largest turn of a wheel (rad), by which the other stays within half a turn, and deflection of the teeth (m).
const TURN: f64 = 0.9;
const DEFLECTION: f64 = 1e-3;
const BACKLASH: f64 = 4e-4;
/// Coordinates of both bodies, and those of their turns about their axes; of a rack, its way.
const BODIES: usize = 12;
const TURNS: [usize; 2] = [5, 11];
const RACK: [usize; 2] = [5, 7];

/// The motions that fixed axes leave to both bodies.
fn motions(mesh: &Mesh) -> [usize; 2] {
    match mesh {
        Mesh::Rack(_) => RACK,
        Mesh::Wheels(_) | Mesh::Planar(_) => TURNS,
    }
}

/// Residual and tangents of teeth at a state of two wheels.
struct Found {
    residual: Vec<f64>,
    by_position: Vec<Vec<f64>>,
    by_velocity: Vec<Vec<f64>>,
}

/// With the right flanks of a pressed, or the left ones, by a state that the seed decides.
fn found(mesh: &Mesh, teeth: &Teeth, loaded: FlankSide, seed: u64) -> Found {
    let mut scatter = Scatter::new(seed);
    let [(_, _), (center_b, _)] = members(mesh);
    let ([z_a, z_b], own_b) = wheels(mesh);
    let mut machine = Machine::new();
    let nodes = [([0.0; 3], IDENTITY), (center_b, own_b)]
        .map(|(place, axes)| machine.add_node("wheel", place, Rotation::from_matrix(&axes)));
    let placed: [_; 2] = std::array::from_fn(|i| {
        let (place, [axis, towards]) = members(mesh)[i];
        let own = Rotation::from_matrix(&[IDENTITY, own_b][i]);
        (nodes[i], place, axis, towards, own)
    });
    add_mesh(&mut machine, mesh, teeth, &placed);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    // The wheels roll, and the deflection is a part of the play or beyond it.
    let turn_a = TURN * scatter.next();
    let rolled = if z_b == 0.0 { 0.0 } else { -turn_a * z_a / z_b };
    let deflection = loaded.sign() * DEFLECTION * (0.5 + 0.5 * scatter.next());
    let is_planar = matches!(mesh, Mesh::Planar(_));
    let lag = if is_planar { 20.0 * deflection } else { 0.0 };
    for (i, (own, turn)) in [(IDENTITY, turn_a + lag), (own_b, rolled)]
        .into_iter()
        .enumerate()
    {
        state.rotations[i] = Rotation::from_matrix(&product(&own, &about_z(turn)));
        state.velocity[motions(mesh)[i]] = scatter.next();
    }
    let coordinates = [turn_a, rolled, deflection];
    for (i, (scalar, value)) in state.scalars.iter_mut().zip(coordinates).enumerate() {
        *scalar = value;
        state.velocity[BODIES + i] = 1e-2 * scatter.next();
    }
    for multiplier in &mut state.multipliers {
        *multiplier = 1e3 * scatter.next();
    }
    if teeth.stiffness.is_none() {
        state.multipliers[0] = loaded.sign() * state.multipliers[0].abs();
    }
    equations.set(&state).unwrap();
    equations.follow_turns(&mut state);
    let over = |equations: &mut Equations, state: &State, weights| dense(equations, state, weights);
    let [position, velocity] = [[1.0, 0.0], [0.0, 1.0]].map(|[position, velocity]| Weights {
        position,
        velocity,
        multiplier: position,
        ..Weights::default()
    });
    Found {
        residual: residual(&mut equations, &state),
        by_position: over(&mut equations, &state, position),
        by_velocity: over(&mut equations, &state, velocity),
    }
}

/// What fixed axes leave: motions of the bodies, coordinates of the joint, multipliers.
fn left_free(motions: [usize; 2], n: usize) -> Vec<usize> {
    (0..n)
        .filter(|i| *i >= BODIES || motions.contains(i))
        .collect()
}

impl Found {
    /// Its forces, stiffness and damping in such rows, over such coordinates.
    fn part(&self, rows: &[usize], columns: &[usize]) -> [Vec<f64>; 3] {
        let tangent = |matrix: &[Vec<f64>]| {
            columns
                .iter()
                .copied()
                .flat_map(|j| rows.iter().map(move |i| matrix[*i][j]))
                .collect()
        };
        [
            rows.iter().map(|i| self.residual[*i]).collect(),
            tangent(&self.by_position),
            tangent(&self.by_velocity),
        ]
    }
}

/// To rounding of the largest entry, or of one as large as `usual`.
fn assert_equal(found: &[f64], expected: &[f64], usual: f64, what: &str) {
    let largest = expected.iter().fold(usual, |m, x| m.max(x.abs()));
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= ROUNDING * largest,
            "{what}, {i}: {found:e} instead of {expected:e}, largest {largest:e}"
        );
    }
}

#[test]
fn fixed_axes_feel_what_was_published() {
    for (kind, mesh) in every_kind() {
        for loaded in [FlankSide::Right, FlankSide::Left] {
            let mut teeth = Vec::new();
            for (in_gap, damping) in [(true, 0.0), (true, 40.0), (false, 40.0)] {
                for backlash in [0.0, BACKLASH] {
                    teeth.push(Teeth {
                        formulation: Formulation::BothFlanks,
                        damping,
                        in_gap,
                        backlash,
                        ..Teeth::sprung(loaded)
                    });
                }
            }
            teeth.push(Teeth::sprung(loaded));
            if !matches!(mesh, Mesh::Planar(_)) {
                teeth.push(Teeth::rigid(loaded));
            }
            for (teeth, seed) in teeth.iter().zip(1..) {
                let published = Teeth {
                    formulation: Formulation::Source,
                    ..*teeth
                };
                let found = |teeth: &Teeth| found(&mesh, teeth, loaded, seed);
                let [new, old] = [teeth, &published].map(found);
                let what = format!("{kind}, {loaded:?}, {teeth:?}");
                // Damping that belongs to neither flank turns the wheels and does not part them. [theory:gear-joint] (9h)
                let is_of_no_flank = teeth.formulation == Formulation::BothFlanks
                    && (teeth.in_gap || teeth.backlash == 0.0)
                    && teeth.damping > 0.0;
                let n = new.residual.len();
                let free = left_free(motions(&mesh), n);
                let rows = match is_of_no_flank {
                    true => free.clone(),
                    false => (0..n).collect(),
                };
                let [new, old] = [new, old].map(|found| found.part(&rows, &free));
                for (i, part) in ["forces", "stiffness", "damping"].iter().enumerate() {
                    let force = STIFFNESS * DEFLECTION;
                    let usual = [force, 0.0, teeth.damping * force / DAMPING_LOAD][i];
                    assert_equal(&new[i], &old[i], usual, &format!("{part}, {what}"));
                }
            }
        }
    }
}
