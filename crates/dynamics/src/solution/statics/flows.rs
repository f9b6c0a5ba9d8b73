//! Coordinates that stand for their rates: currents, sums of controllers. At rest their rates are unknowns, not they themselves.
//! \[theory:actuators\] (22)

use crate::{Equations, State, Weights};

/// Which they are, with scratch.
#[derive(Debug)]
pub(super) struct Flows {
    /// Numbers among all coordinates.
    coordinates: Vec<usize>,
    /// The first scalar among all coordinates.
    first: usize,
    /// Where their columns stand among the values of the equations.
    columns: Vec<usize>,
    by_rates: Vec<f64>,
}

impl Flows {
    pub fn of(equations: &Equations) -> Self {
        let machine = equations.machine();
        let first = 6 * machine.n_nodes();
        let coordinates = first..equations.n_velocities();
        let coordinates: Vec<usize> = coordinates.filter(|&i| machine.is_flow(i)).collect();
        let (_, columns) = equations.pattern();
        let places = columns.iter().enumerate();
        let places = places.filter(|(_, column)| coordinates.contains(&(**column as usize)));
        Self {
            columns: places.map(|(at, _)| at).collect(),
            coordinates,
            first,
            by_rates: Vec::new(),
        }
    }

    /// The tangent over positions and multipliers, and over the rates of these. (22)
    pub fn tangent(&mut self, equations: &mut Equations, weights: Weights) {
        if !self.columns.is_empty() {
            let over_rates = Weights {
                velocity: weights.position,
                ..Weights::default()
            };
            equations.tangent(over_rates, None);
            let values = equations.values();
            self.by_rates.clear();
            self.by_rates
                .extend(self.columns.iter().map(|&at| values[at]));
        }
        equations.tangent(weights, None);
        for (&at, by_rate) in self.columns.iter().zip(&self.by_rates) {
            equations.values_mut()[at] = *by_rate;
        }
    }

    /// Gives corrections of these to their rates.
    pub fn move_rates(&self, before: &State, correction: &[f64], state: &mut State) {
        for &i in &self.coordinates {
            state.scalars[i - self.first] = before.scalars[i - self.first];
            state.velocity[i] = before.velocity[i] + correction[i];
        }
    }
}
