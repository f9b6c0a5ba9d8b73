//! What is looked at: linear functions of motion, its rates and the reactions. \[theory:linearised\] (29)-(31)

use pitchline_geometry::tensor::{times, transposed_times};
use pitchline_geometry::vector::{Vector, cross};

use super::LinearMachine;
use crate::{ElementId, Equations, Error, Frame, NodeId, State};

/// A motion, its rate or its second rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// The motion itself.
    Value,
    /// Its rate.
    Rate,
    /// Its second rate.
    Second,
}

/// A sensor of small motions: Σ c_i p_i + Σ d_i ṗ_i + Σ e_i p̈_i + Σ m_i μ_i, each list as (number, factor).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Output {
    /// How it is called.
    pub name: String,
    /// By coordinates p.
    pub position: Vec<(usize, f64)>,
    /// By their rates.
    pub velocity: Vec<(usize, f64)>,
    /// By their second rates.
    pub acceleration: Vec<(usize, f64)>,
    /// By changes of multipliers.
    pub multipliers: Vec<(usize, f64)>,
}

/// Steps of differences, relative to the extent of the machine, a radian, or the largest velocity: a third of the digits.
const STEP: f64 = 6e-6;

impl Output {
    fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    fn of_order(name: &str, entries: Vec<(usize, f64)>, order: Order) -> Self {
        let mut output = Self::named(name);
        match order {
            Order::Value => output.position = entries,
            Order::Rate => output.velocity = entries,
            Order::Second => output.acceleration = entries,
        }
        output
    }

    /// Displacement of a frame along a direction of the ground (m), or its rates. The ground's own is zero.
    pub fn displacement(
        machine: &LinearMachine,
        name: &str,
        of: &Frame,
        direction: Vector,
        order: Order,
    ) -> Self {
        let Some(node) = node(machine, of.node) else {
            return Self::named(name);
        };
        let arm = times(&machine.state().rotations[node].matrix(), of.place);
        // e · (φ × r) = (r × e) · φ
        let about = cross(arm, direction);
        let entries =
            (0..3).flat_map(|i| [(6 * node + i, direction[i]), (6 * node + 3 + i, about[i])]);
        Self::of_order(name, entries.collect(), order)
    }

    /// Rotation of a node about a direction of the ground (rad), or its rates.
    pub fn rotation(
        machine: &LinearMachine,
        name: &str,
        of: NodeId,
        direction: Vector,
        order: Order,
    ) -> Self {
        let entries = node(machine, of).map(|node| {
            let entries = (0..3).map(|i| (6 * node + 3 + i, direction[i]));
            entries.collect::<Vec<_>>()
        });
        Self::of_order(name, entries.unwrap_or_default(), order)
    }

    /// What a constraint of an element exerts (N, N m): reactions of joints, torques and forces of drives. `row` counts within
    /// the element.
    pub fn multiplier(
        equations: &Equations,
        name: &str,
        element: ElementId,
        row: usize,
    ) -> Result<Self, Error> {
        let of = || name.to_owned();
        let elements = equations.machine().elements().len();
        if element.0 as usize >= elements {
            return Err(Error::Unknown {
                of: of(),
                what: "element",
                number: element.0 as usize,
                count: elements,
            });
        }
        let (first, count) = equations.multipliers_of(element.0 as usize);
        if row >= count {
            return Err(Error::Unknown {
                of: of(),
                what: "constraint",
                number: row,
                count,
            });
        }
        Ok(Self {
            multipliers: vec![(first + row, 1.0)],
            ..Self::named(name)
        })
    }

    /// Any sensor: see [`Output::measured_all`].
    pub fn measured(
        equations: &mut Equations,
        machine: &LinearMachine,
        name: &str,
        mut sensor: impl FnMut(&Equations, &State) -> f64,
    ) -> Result<Self, Error> {
        let names = [name.to_owned()];
        let read = |equations: &Equations, state: &State, values: &mut Vec<f64>| {
            values.push(sensor(equations, state));
        };
        let mut outputs = Self::measured_all(equations, machine, &names, read)?;
        Ok(outputs.pop().unwrap_or_else(|| Self::named(name)))
    }

    /// Any sensors: their derivatives by positions, velocities, accelerations and multipliers, by differences. `sensors` appends one
    /// value for each name, read from the state that the equations look at; afterwards they look at the steady state again.
    pub fn measured_all(
        equations: &mut Equations,
        machine: &LinearMachine,
        names: &[String],
        mut sensors: impl FnMut(&Equations, &State, &mut Vec<f64>),
    ) -> Result<Vec<Self>, Error> {
        let mut outputs: Vec<Self> = names.iter().map(|name| Self::named(name)).collect();
        let base = machine.state();
        let fastest = base.velocity.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let strongest = base.multipliers.iter().fold(0.0_f64, |m, l| m.max(l.abs()));
        let mut sides = [Vec::new(), Vec::new()];
        let mut slopes = |change: &dyn Fn(&mut State, f64), step: f64| -> Result<Vec<f64>, Error> {
            for (side, sign) in sides.iter_mut().zip([-1.0, 1.0]) {
                let mut state = base.clone();
                change(&mut state, sign * step);
                equations.set(&state)?;
                // Angles over whole turns go with the positions.
                equations.follow_turns(&mut state);
                equations.set(&state)?;
                side.clear();
                sensors(equations, &state, side);
            }
            let both = sides[0].iter().zip(&sides[1]);
            Ok(both.map(|(a, b)| (b - a) / (2.0 * step)).collect())
        };
        for i in 0..machine.n() {
            let position = STEP / machine.weight(i);
            let rate = STEP * fastest.max(1.0) / machine.weight(i);
            let steps = [
                (Order::Value, position),
                (Order::Rate, rate),
                (Order::Second, rate * fastest.max(1.0)),
            ];
            for (order, step) in steps {
                let by = |state: &mut State, by: f64| change(state, machine.n_nodes, i, order, by);
                let found = slopes(&by, step)?;
                for (output, slope) in outputs.iter_mut().zip(found) {
                    output.add(order, i, slope);
                }
            }
        }
        for i in 0..base.multipliers.len() {
            let step = STEP * strongest.max(1.0);
            let found = slopes(&|state, by| state.multipliers[i] += by, step)?;
            for (output, slope) in outputs.iter_mut().zip(found) {
                if slope != 0.0 {
                    output.multipliers.push((i, slope));
                }
            }
        }
        equations.set(base)?;
        Ok(outputs)
    }

    /// Adds an entry, unless it is zero.
    fn add(&mut self, order: Order, coordinate: usize, slope: f64) {
        if slope != 0.0 {
            match order {
                Order::Value => self.position.push((coordinate, slope)),
                Order::Rate => self.velocity.push((coordinate, slope)),
                Order::Second => self.acceleration.push((coordinate, slope)),
            }
        }
    }
}

/// Number of a node that moves.
fn node(machine: &LinearMachine, node: NodeId) -> Option<usize> {
    let node = (node.0 as usize).checked_sub(1)?;
    (node < machine.n_nodes).then_some(node)
}

/// Changes a coordinate of the linear motion, or one of its rates, by so much. \[theory:linearised\] (7), (8)
fn change(state: &mut State, n_nodes: usize, coordinate: usize, order: Order, by: f64) {
    let is_turn = coordinate < 6 * n_nodes && coordinate % 6 >= 3;
    if !is_turn {
        match order {
            Order::Value if coordinate < 6 * n_nodes => {
                state.places[coordinate / 6][coordinate % 6] += by;
            }
            Order::Value => state.scalars[coordinate - 6 * n_nodes] += by,
            Order::Rate => state.velocity[coordinate] += by,
            Order::Second => state.acceleration[coordinate] += by,
        }
        return;
    }
    let node = coordinate / 6;
    let mut turn = [0.0; 3];
    turn[coordinate % 6 - 3] = by;
    let own = transposed_times(&state.rotations[node].matrix(), turn);
    let at = 6 * node + 3;
    match order {
        Order::Value => state.rotations[node] = state.rotations[node].turned(own),
        Order::Rate => {
            let spin = [0, 1, 2].map(|i| state.velocity[at + i]);
            add(&mut state.velocity[at..at + 3], own);
            // (8): −ω × Rᵀ φ̇
            add(&mut state.acceleration[at..at + 3], cross(own, spin));
        }
        Order::Second => add(&mut state.acceleration[at..at + 3], own),
    }
}

fn add(to: &mut [f64], vector: Vector) {
    for (to, x) in to.iter_mut().zip(vector) {
        *to += x;
    }
}

/// An output over coordinates alone: reactions follow from motion and forces.
#[derive(Debug, Clone)]
pub(super) struct Functional {
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Vec<f64>,
    /// Σ x_i f_i of the forces from outside.
    pub force: Vec<f64>,
}

impl Output {
    /// With a motion x on which the multipliers work as the output counts them, Pᵀ x = c, its part of the reactions is xᵀ (M p̈ + C ṗ + K p − f).
    /// (31)
    pub(super) fn functional(&self, machine: &LinearMachine) -> Result<Functional, Error> {
        let n = machine.n();
        let dense = |entries: &[(usize, f64)], n: usize| -> Result<Vec<f64>, Error> {
            let mut values = vec![0.0; n];
            for &(i, factor) in entries {
                let Some(value) = values.get_mut(i) else {
                    return Err(Error::Unknown {
                        of: self.name.clone(),
                        what: "coordinate",
                        number: i,
                        count: n,
                    });
                };
                *value += factor;
            }
            Ok(values)
        };
        let mut functional = Functional {
            position: dense(&self.position, n)?,
            velocity: dense(&self.velocity, n)?,
            acceleration: dense(&self.acceleration, n)?,
            force: vec![0.0; n],
        };
        if self.multipliers.is_empty() {
            return Ok(functional);
        }
        let mut openings = dense(&self.multipliers, machine.constraints.len())?;
        machine.redundancy.of_shortest(&mut openings);
        // Of the shortest multipliers every functional fits the constraints.
        let x = machine
            .exerting()
            .particular(&openings)
            .unwrap_or_else(|| vec![0.0; n]);
        let full = &machine.full;
        for (row, x) in x.iter().enumerate() {
            if *x == 0.0 {
                continue;
            }
            functional.force[row] -= x;
            for at in full.pattern.range(row) {
                let column = full.pattern.columns[at] as usize;
                functional.position[column] += x * full.stiffness[at];
                functional.velocity[column] += x * full.damping[at];
                functional.acceleration[column] += x * full.mass[at];
            }
        }
        Ok(functional)
    }
}
