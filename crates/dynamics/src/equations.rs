//! All elements together: residual, tangent and constraints of a machine at a state.
//!
//! Unknowns are the velocities' coordinates ([`Machine::n_velocities`]) and then all multipliers, element by element. The
//! sparse structure is found once; afterwards nothing is allocated.

mod parts;
mod place;
mod structure;
mod turns;

pub(crate) use parts::Parts;
use place::{NOWHERE, Place};
use structure::{entries, factors, pattern, unknowns};

use std::sync::atomic::{AtomicBool, Ordering};

use pitchline_geometry::tensor::{Tensor, transposed_times};

use crate::hinged::HingedNode;
use crate::solution::spread;
use crate::{
    Element, ElementId, Energy, Error, GripId, Kinematics, LocalMatrix, Machine, NodeId, Rubbing,
    State, Switchable, Touched, Weights,
};

/// The equations of a machine, with their scratch.
#[derive(Debug)]
pub struct Equations<'m> {
    machine: &'m Machine,
    kinematics: Kinematics,
    multipliers: Vec<f64>,
    /// Which constraints hold. The others read λ = 0 and stand apart, so that the pattern never changes.
    active: Vec<bool>,
    /// The element behind each constraint.
    owners: Vec<u32>,
    /// Where the diagonal of each constraint stands among the values.
    diagonal: Vec<u32>,
    places: Vec<Place>,
    /// Pattern by rows: columns of row i stand at `starts[i]..starts[i + 1]`, ascending; the diagonal is always there.
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f64>,
    local: Vec<f64>,
    matrix: LocalMatrix,
    by_velocity: LocalMatrix,
    /// For each angle that is followed the element that prescribes how it changes.
    drives: Vec<Option<ElementId>>,
    /// How far elements reach from their nodes (m).
    reach: f64,
    /// Local velocities, and derivatives of constraints' rates.
    moving: Vec<f64>,
    bent: LocalMatrix,
    /// Set by whoever wants all that is computed with them to end.
    stop: Option<&'m AtomicBool>,
}

impl<'m> Equations<'m> {
    /// Finds the structure.
    pub fn new(machine: &'m Machine) -> Self {
        let mut places: Vec<Place> = Vec::with_capacity(machine.elements().len());
        let mut first_multiplier = 0;
        for (_, element) in machine.elements() {
            let touched = element.touched();
            let unknowns = unknowns(machine, &touched, first_multiplier);
            first_multiplier += touched.n_multipliers;
            places.push(Place {
                first_multiplier: first_multiplier - touched.n_multipliers,
                unknowns,
                factors: factors(machine, &touched),
                touched,
                entries: Vec::new(),
                of_constraints: 0,
            });
        }
        let n = machine.n_velocities() + first_multiplier;
        let (starts, columns) = pattern(machine, &places, n);
        let largest = places.iter().map(|p| p.touched.n()).max().unwrap_or(0);
        for (place, (_, element)) in places.iter_mut().zip(machine.elements()) {
            place.entries = entries(place, element, &starts, &columns);
            let first = (place.touched.n_velocities() * place.touched.n()) as u32;
            place.of_constraints = place.entries.partition_point(|[local, _]| *local < first);
        }
        Self {
            machine,
            kinematics: Kinematics::new(machine),
            multipliers: vec![0.0; first_multiplier],
            active: vec![true; first_multiplier],
            owners: owners(&places),
            diagonal: (n - first_multiplier..n)
                .map(|i| {
                    let row = &columns[starts[i] as usize..starts[i + 1] as usize];
                    starts[i] + row.partition_point(|&c| (c as usize) < i) as u32
                })
                .collect(),
            values: vec![0.0; columns.len()],
            local: vec![0.0; largest],
            drives: turns::drives(machine, &places),
            reach: machine
                .elements()
                .map(|(_, e)| e.reach())
                .fold(0.0, f64::max),
            matrix: LocalMatrix::new(largest),
            by_velocity: LocalMatrix::new(largest),
            moving: vec![0.0; largest],
            bent: LocalMatrix::new(largest),
            places,
            starts,
            columns,
            stop: None,
        }
    }

    /// Ends whatever is computed with them by [`Error::Stopped`] once this is set, be it in the midst of a search.
    pub fn stop_on(&mut self, stop: &'m AtomicBool) {
        self.stop = Some(stop);
    }

    /// The machine.
    pub fn machine(&self) -> &'m Machine {
        self.machine
    }

    /// Number of unknowns: velocities and multipliers.
    pub fn n(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of velocities.
    pub fn n_velocities(&self) -> usize {
        self.n() - self.multipliers.len()
    }

    /// Number of constraints.
    pub fn n_multipliers(&self) -> usize {
        self.multipliers.len()
    }

    /// Pattern of the tangent by rows: starts and columns.
    pub fn pattern(&self) -> (&[u32], &[u32]) {
        (&self.starts, &self.columns)
    }

    /// Entries of the tangent as last computed.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The same, to scale them or to add to them.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// What the elements see.
    pub fn kinematics(&self) -> &Kinematics {
        &self.kinematics
    }

    /// The element and row behind a constraint: number of the element, row within it.
    pub fn constraint(&self, multiplier: usize) -> Option<(usize, usize)> {
        let element = *self.owners.get(multiplier)? as usize;
        Some((element, multiplier - self.places[element].first_multiplier))
    }

    /// How a constraint is called: `hinge, displacement along x`.
    pub fn constraint_name(&self, multiplier: usize) -> String {
        let Some((element, row)) = self.constraint(multiplier) else {
            return format!("constraint {multiplier}");
        };
        match self.machine.element(ElementId(element as u32)) {
            Some((name, element)) => format!("{name}, {}", element.constraint_name(row)),
            None => format!("constraint {multiplier}"),
        }
    }

    /// Whether a constraint is an angle (rad) or a length (m).
    pub fn constraint_is_angle(&self, multiplier: usize) -> bool {
        self.constraint(multiplier).is_some_and(|(element, row)| {
            let element = self.machine.element(ElementId(element as u32));
            element.is_some_and(|(_, element)| element.constraint_is_angle(row))
        })
    }

    /// First multiplier and number of multipliers of an element.
    pub fn multipliers_of(&self, element: usize) -> (usize, usize) {
        let place = &self.places[element];
        (place.first_multiplier, place.touched.n_multipliers)
    }

    /// Looks at a state that belongs to the machine.
    pub fn set(&mut self, state: &State) -> Result<(), Error> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Error::Stopped);
        }
        if !state.belongs_to(self.machine) {
            return Err(Error::Count {
                what: "the state",
                given: state.velocity.len(),
                needed: self.n_velocities(),
            });
        }
        self.kinematics.set(state);
        self.active.copy_from_slice(&state.active);
        for (own, (given, is_active)) in self
            .multipliers
            .iter_mut()
            .zip(state.multipliers.iter().zip(&state.active))
        {
            *own = if *is_active { *given } else { 0.0 };
        }
        Ok(())
    }

    /// Length over which a machine extends in a state (m): that of its nodes or of what is on one of them; one metre if all is a point.
    pub fn extent(&self, state: &State) -> f64 {
        let extent = match self.machine.hinged() {
            [] => spread(&state.places),
            hinged => spread(&hinged.iter().map(HingedNode::place).collect::<Vec<_>>()),
        };
        let extent = extent.max(self.reach);
        match extent > 0.0 && extent.is_finite() {
            true => extent,
            false => 1.0,
        }
    }

    /// Whether a constraint holds in the state that the equations look at.
    pub fn is_active(&self, multiplier: usize) -> bool {
        self.active[multiplier]
    }

    /// How a constraint behaves that can be switched; none for one that always holds.
    pub fn switchable(&self, multiplier: usize) -> Option<Switchable> {
        let (element, row) = self.constraint(multiplier)?;
        let (_, element) = self.machine.element(ElementId(element as u32))?;
        element.switchable(row)
    }

    /// The state of the surfaces behind a constraint that sticks and slides.
    pub fn grip(&self, multiplier: usize) -> Option<GripId> {
        let (element, row) = self.constraint(multiplier)?;
        let (_, element) = self.machine.element(ElementId(element as u32))?;
        element.grip(row)
    }

    /// What these surfaces say of themselves in the state that the equations look at.
    pub fn rubbing(&self, multiplier: usize) -> Rubbing {
        let part = self.constraint(multiplier).and_then(|(element, row)| {
            let (_, element) = self.machine.element(ElementId(element as u32))?;
            Some(element.rubbing(&self.kinematics, row))
        });
        part.unwrap_or_default()
    }

    /// Looks at constraints as if all were on: gaps, rows and rates of those that are off.
    pub(crate) fn as_if_all_held<R>(&mut self, look: impl FnOnce(&mut Self) -> R) -> R {
        let active = std::mem::take(&mut self.active);
        self.active = vec![true; active.len()];
        let seen = look(self);
        self.active = active;
        seen
    }

    /// Looks at the machine as if no constraint exerted anything.
    pub(crate) fn without_reactions<R>(&mut self, look: impl FnOnce(&mut Self) -> R) -> R {
        let none = vec![0.0; self.multipliers.len()];
        let multipliers = std::mem::replace(&mut self.multipliers, none);
        let seen = look(self);
        self.multipliers = multipliers;
        seen
    }

    /// Adds what the forces of each element amount to in each row of the coordinates, whatever stands against them.
    pub(crate) fn add_force_sizes(&mut self, out: &mut [f64]) {
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            let n_v = place.touched.n_velocities();
            let local = &mut self.local[..place.touched.n()];
            local.fill(0.0);
            let own = own(&self.multipliers, place);
            element.add_residual(&self.kinematics, own, local);
            place.scatter(n_v, local, |unknown, value| out[unknown] += value.abs());
        }
    }

    /// Constraints that are off read zero.
    fn clear_inactive(&self, rows: &mut [f64]) {
        for (row, is_active) in rows.iter_mut().zip(&self.active) {
            if !is_active {
                *row = 0.0;
            }
        }
    }

    /// λ = 0 for constraints that are off.
    fn set_inactive_diagonal(&self, values: &mut [f64]) {
        for (at, is_active) in self.diagonal.iter().zip(&self.active) {
            if !is_active {
                values[*at as usize] = 1.0;
            }
        }
    }

    /// r and then Φ.
    pub fn residual(&mut self, out: &mut [f64]) {
        out.fill(0.0);
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            let local = &mut self.local[..place.touched.n()];
            local.fill(0.0);
            let own = own(&self.multipliers, place);
            element.add_residual(&self.kinematics, own, local);
            place.scatter(place.unknowns.len(), local, |unknown, value| {
                out[unknown] += value
            });
        }
        let n_v = self.n_velocities();
        self.clear_inactive(&mut out[n_v..]);
    }

    /// Φ of one constraint, whether it holds or not: its element alone is asked.
    pub(crate) fn constraint_value(&mut self, multiplier: usize) -> Option<f64> {
        let (element, row) = self.constraint(multiplier)?;
        let place = self.places.get(element)?;
        let (_, part) = self.machine.element(ElementId(element as u32))?;
        let local = &mut self.local[..place.touched.n()];
        local.fill(0.0);
        part.add_residual(&self.kinematics, own(&self.multipliers, place), local);
        local.get(place.touched.n_velocities() + row).copied()
    }

    /// Φ̇ = B v + ∂Φ/∂t.
    pub fn constraint_velocities(&mut self, velocity: &[f64], out: &mut [f64]) {
        self.constraint_rates(out);
        self.add_rows(velocity, out);
    }

    /// Φ̈ = B a + what velocities and time make.
    pub fn constraint_accelerations(&mut self, acceleration: &[f64], out: &mut [f64]) {
        self.constraint_biases(out);
        self.add_rows(acceleration, out);
    }

    /// Adds B x.
    pub fn add_rows(&mut self, x: &[f64], out: &mut [f64]) {
        let position = Weights {
            position: 1.0,
            ..Weights::default()
        };
        let n_v = self.n_velocities();
        let (starts, columns) = (&self.starts, &self.columns);
        let first = starts[n_v] as usize;
        self.values[first..].fill(0.0);
        let constrained = |(place, _): &(&Place, (&str, &dyn Element))| place.has_constraints();
        let elements = self.places.iter().zip(self.machine.elements());
        for (place, (_, element)) in elements.filter(constrained) {
            let own = own(&self.multipliers, place);
            self.matrix.clear(place.touched.n());
            element.add_tangent(&self.kinematics, own, position, &mut self.matrix);
            let rows = &place.entries[place.of_constraints..];
            place.gather(rows, &self.matrix, &self.active, &mut self.values);
        }
        for (i, out) in out.iter_mut().enumerate() {
            let range = starts[n_v + i] as usize..starts[n_v + i + 1] as usize;
            for at in range {
                if let Some(x) = x.get(columns[at] as usize) {
                    *out += self.values[at] * x;
                }
            }
        }
    }

    /// ∂Φ/∂t.
    pub fn constraint_rates(&mut self, out: &mut [f64]) {
        self.constraints(out, |element, k, local| {
            element.add_constraint_rate(k, local)
        });
    }

    /// The part of Φ̈ that does not come from accelerations.
    pub fn constraint_biases(&mut self, out: &mut [f64]) {
        self.constraints(out, |element, k, local| {
            element.add_constraint_bias(k, local)
        });
    }

    fn constraints(&mut self, out: &mut [f64], of: impl Fn(&dyn Element, &Kinematics, &mut [f64])) {
        out.fill(0.0);
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            let first = place.first_multiplier;
            let rows = &mut out[first..first + place.touched.n_multipliers];
            if !rows.is_empty() {
                of(element, &self.kinematics, rows);
            }
        }
        self.clear_inactive(out);
    }

    /// Fills the values of the tangent. `turns` are the tangent operators T of the nodes (node 1 first) if coordinates are
    /// increments in an exponent: then columns of rotations in ∂r/∂q and B are multiplied by T.
    pub fn tangent(&mut self, weights: Weights, turns: Option<&[Tensor]>) {
        self.values.fill(0.0);
        let position = Weights {
            position: weights.position,
            ..Weights::default()
        };
        let rest = Weights {
            position: 0.0,
            ..weights
        };
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            let own = own(&self.multipliers, place);
            self.matrix.clear(place.touched.n());
            if let Some(turns) = turns {
                element.add_tangent(&self.kinematics, own, position, &mut self.matrix);
                turn_columns(&mut self.matrix, &place.touched.nodes, turns);
                element.add_tangent(&self.kinematics, own, rest, &mut self.matrix);
            } else {
                element.add_tangent(&self.kinematics, own, weights, &mut self.matrix);
            }
            place.gather(&place.entries, &self.matrix, &self.active, &mut self.values);
        }
        let mut values = std::mem::take(&mut self.values);
        self.set_inactive_diagonal(&mut values);
        self.values = values;
    }

    /// What an element touches, with its own tangent over its local unknowns.
    pub(crate) fn element_tangent(
        &mut self,
        element: usize,
        weights: Weights,
    ) -> Option<(&Touched, &LocalMatrix)> {
        let place = self.places.get(element)?;
        let (_, part) = self.machine.element(ElementId(element as u32))?;
        self.matrix.clear(place.touched.n());
        let multipliers = own(&self.multipliers, place);
        part.add_tangent(&self.kinematics, multipliers, weights, &mut self.matrix);
        Some((&place.touched, &self.matrix))
    }

    /// The first row of the tangent with an entry that is no number.
    pub fn not_finite(&self) -> Option<usize> {
        let at = self.values.iter().position(|value| !value.is_finite())?;
        Some(self.starts.partition_point(|&start| start as usize <= at) - 1)
    }

    /// Energies and powers of all elements.
    pub fn energy(&self) -> Energy {
        let mut sum = Energy::default();
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            sum += element.energy(&self.kinematics, own(&self.multipliers, place));
        }
        sum
    }
}

/// The element behind each constraint.
fn owners(places: &[Place]) -> Vec<u32> {
    let each = places.iter().enumerate();
    each.flat_map(|(element, place)| vec![element as u32; place.touched.n_multipliers])
        .collect()
}

fn own<'a>(multipliers: &'a [f64], place: &Place) -> &'a [f64] {
    &multipliers[place.first_multiplier..place.first_multiplier + place.touched.n_multipliers]
}

/// Columns of rotations times T.
fn turn_columns(matrix: &mut LocalMatrix, nodes: &[NodeId], turns: &[Tensor]) {
    for (i, node) in nodes.iter().enumerate() {
        // A turn about an axis that stands still needs none.
        let own = (node.0 as usize).checked_sub(1);
        let Some(t) = own.and_then(|own| turns.get(own)) else {
            continue;
        };
        for row in 0..matrix.n() {
            let columns = &mut matrix.row_mut(row)[6 * i + 3..6 * i + 6];
            let turned = transposed_times(t, [columns[0], columns[1], columns[2]]);
            columns.copy_from_slice(&turned);
        }
    }
}
