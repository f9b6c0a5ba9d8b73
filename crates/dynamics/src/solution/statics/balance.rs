//! Whether a machine is in equilibrium: row by row beside the forces that stand against each other there, and beside what rounding of its
//! coordinates can do. \[theory:multibody\] (43)-(43b)
//!
//! No unit of the linear algebra is in it: the same machine is judged alike however its unknowns are measured.

use crate::{Equations, State};

/// Roundings that add up in the force of an element or in a constraint: some products and differences of coordinates.
const ROUNDINGS: f64 = 32.0;

/// What may be left in each row.
#[derive(Debug, Default)]
pub(super) struct Balance {
    /// Forces present, or nothing for a constraint.
    present: Vec<f64>,
    /// What rounding of the coordinates changes.
    rounding: Vec<f64>,
}

impl Balance {
    /// Looks at a state, with the tangent that the equations have from it or from one beside it. The equations look at the state then.
    pub fn look(&mut self, equations: &mut Equations, state: &State) {
        let (n, n_v) = (equations.n(), equations.n_velocities());
        self.present.clear();
        self.present.resize(n, 0.0);
        self.rounding.clear();
        self.rounding.resize(n, 0.0);
        let units = units(equations, state);
        let known = known(equations, 6 * state.places.len(), &units);
        let largest = largest_multiplier(equations, state);
        let is_angle: Vec<bool> = (0..n - n_v)
            .map(|c| equations.constraint_is_angle(c))
            .collect();
        let (starts, columns) = equations.pattern();
        let values = equations.values();
        for row in 0..n {
            for at in starts[row] as usize..starts[row + 1] as usize {
                let (column, value) = (columns[at] as usize, values[at].abs());
                let sizes = if row < n_v { &units } else { &known };
                match sizes.get(column) {
                    Some(unit) => self.rounding[row] += value * unit,
                    None if row < n_v => {
                        let (force, is_angle) =
                            (state.multipliers[column - n_v], is_angle[column - n_v]);
                        self.present[row] += value * force.abs();
                        self.rounding[row] += value * largest[usize::from(is_angle)];
                    }
                    None => {}
                }
            }
        }
        let present = &mut self.present;
        equations.without_reactions(|equations| equations.add_force_sizes(present));
    }

    /// The row that is furthest from what may be left in it, and how many times as much is left; `share` of the forces present may be, and
    /// `open` of what coordinates amount to in a constraint, and so many times its rounding.
    pub fn worst(
        &self,
        left: &[f64],
        (n_v, roundings): (usize, f64),
        [share, open]: [f64; 2],
    ) -> (f64, usize) {
        let mut worst = (0.0_f64, 0);
        for (row, left) in left.iter().enumerate() {
            let [times, of_coordinates] = if row < n_v {
                [1.0, 0.0]
            } else {
                [roundings, open]
            };
            let allowed = share * self.present[row]
                + (times * ROUNDINGS * f64::EPSILON + of_coordinates) * self.rounding[row]
                + f64::MIN_POSITIVE;
            let times = left.abs() / allowed;
            if times > worst.0 || times.is_nan() {
                worst = (times, row);
            }
        }
        worst
    }
}

/// The largest force that a constraint exerts (N), and the same as a torque (N m) by the extent of the machine: no reaction is known better
/// than to rounding of the largest.
fn largest_multiplier(equations: &Equations, state: &State) -> [f64; 2] {
    let length = equations.extent(state);
    let forces = state.multipliers.iter().enumerate();
    let force = forces.fold(0.0_f64, |most, (c, force)| {
        let by = if equations.constraint_is_angle(c) {
            length
        } else {
            1.0
        };
        most.max(force.abs() / by)
    });
    [force, force * length]
}

/// The same as constraints know them: a scalar that constraints tie to nodes is rounded with these, however small it is. (43b)
fn known(equations: &Equations, nodes: usize, units: &[f64]) -> Vec<f64> {
    let n_v = units.len();
    let (starts, columns) = equations.pattern();
    let values = equations.values();
    let mut tied = vec![f64::INFINITY; n_v];
    for row in n_v..equations.n() {
        let range = starts[row] as usize..starts[row + 1] as usize;
        let entries = || {
            let columns = columns[range.clone()].iter().map(|&column| column as usize);
            columns.zip(values[range.clone()].iter().map(|value| value.abs()))
        };
        let of_nodes = entries().filter(|(column, _)| *column < nodes);
        let size: f64 = of_nodes.map(|(column, value)| value * units[column]).sum();
        let scalars = entries().filter(|(column, _)| (nodes..n_v).contains(column));
        for (column, value) in scalars.filter(|(_, value)| size > 0.0 && *value > 0.0) {
            tied[column] = tied[column].min(size / value);
        }
    }
    let each = tied.into_iter().zip(units);
    each.map(|(tied, unit)| {
        if tied.is_finite() {
            unit.max(tied)
        } else {
            *unit
        }
    })
    .collect()
}

/// How large coordinates are: rounding is a share of it.
fn units(equations: &Equations, state: &State) -> Vec<f64> {
    let places = state.places.as_flattened().iter();
    let far = places.fold(equations.extent(state), |far, x| far.max(x.abs()));
    // Constraints of screws and drives know whole turns.
    let angles = state.angles.iter();
    let turned = angles.fold(1.0_f64, |most, angle| most.max(angle.total().abs()));
    let nodes = 6 * state.places.len();
    let of_nodes = (0..nodes).map(|i| if i % 6 < 3 { far } else { turned });
    of_nodes
        .chain(state.scalars.iter().map(|x| x.abs()))
        .collect()
}
