//! Surfaces that rub in a state of one's choice: a machine about one and the same place with its teeth stuck, sliding or without
//! friction. \[theory:linearised\] (56), (57)

use super::frequency_response::Answers;
use super::{Input, LinearMachine, Output};
use crate::solution::acceleration::accelerations;
use crate::solution::constrained::Constrained;
use crate::solution::redundancy::{Redundancy, shorten_multipliers};
use crate::solution::switching::slow;
use crate::{Complex, Equations, Error, GripId, Sliding, State, Steady};

/// A slip below this share of what its terms amount to is none: sensors by differences keep eight digits or more.
const UNMOVED: f64 = 1e-7;

impl Steady {
    /// The same places with every grip in a given state, in their order. Velocities change as little as stuck surfaces ask for, and are
    /// zero of a machine at rest, whatever its drives do; accelerations and reactions follow, and those of sliding surfaces need not be zero.
    pub fn gripped(&self, equations: &mut Equations, sliding: &[Sliding]) -> Result<Self, Error> {
        let mut state = self.state.clone();
        set_grips(equations, &mut state, sliding)?;
        if !self.is_turning {
            at_instant(equations, &mut state)?;
            return Ok(Self {
                state,
                ..self.clone()
            });
        }
        let gripped = Self::given(equations, &state)?;
        Ok(Self {
            warnings: self.warnings.clone(),
            ..gripped
        })
    }
}

/// Accelerations and reactions of places and velocities as they are.
fn at_instant(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
    let mut problem = Constrained::new(equations);
    problem.set_length(equations.extent(state));
    accelerations(equations, &mut problem, state)?;
    if !Redundancy::find(equations, &problem).constraints.is_empty() {
        shorten_multipliers(equations, state)?;
    }
    equations.set(state)
}

/// Puts every grip of a machine into a given state, in their order; places stay.
pub fn set_grips(
    equations: &mut Equations,
    state: &mut State,
    sliding: &[Sliding],
) -> Result<(), Error> {
    let needed = equations.machine().n_grips();
    if sliding.len() != needed {
        return Err(Error::Count {
            what: "the states of surfaces that rub",
            given: sliding.len(),
            needed,
        });
    }
    equations.set(state)?;
    for (row, grip) in rows(equations) {
        let (at, sticks) = (grip.0 as usize, sliding[grip.0 as usize] == Sliding::Stuck);
        match sticks {
            true => state.grips[at].stick(&equations.rubbing(row)),
            false => state.grips[at].sliding = sliding[at],
        }
        state.active[row] = sticks;
        state.multipliers[row] = 0.0;
    }
    equations.set(state)
}

/// How the grips of a machine are called, in their order.
pub fn grip_names(equations: &Equations) -> Vec<String> {
    let mut names = vec![String::new(); equations.machine().n_grips()];
    for (row, grip) in rows(equations) {
        names[grip.0 as usize] = equations.constraint_name(row);
    }
    names
}

/// How much each grip of a machine can hold (N, N m) in the state that the equations look at, in their order.
pub fn grip_limits(equations: &Equations) -> Vec<f64> {
    let mut limits = vec![0.0; equations.machine().n_grips()];
    for (row, grip) in rows(equations) {
        limits[grip.0 as usize] = equations.rubbing(row).limit;
    }
    limits
}

/// Constraints that stick and slide, with their grips.
fn rows(equations: &Equations) -> Vec<(usize, GripId)> {
    let all = 0..equations.n_multipliers();
    all.filter_map(|row| Some((row, equations.grip(row)?)))
        .collect()
}

impl LinearMachine {
    /// Which way each grip of the machine slides: as it does in the state itself, or, where it rests, as an input moves it that grows
    /// with e^{growth t} (1/s). What it does not move is stuck. The machine is best one without friction.
    pub fn senses(
        &self,
        equations: &mut Equations,
        input: &Input,
        growth: f64,
    ) -> Result<Vec<Sliding>, Error> {
        if !(growth > 0.0 && growth.is_finite()) {
            return Err(Error::Value {
                of: input.name.clone(),
                key: "growth",
                value: growth,
                allowed: "a positive number (1/s)",
            });
        }
        let rows = rows(equations);
        let names: Vec<String> = rows
            .iter()
            .map(|(row, _)| equations.constraint_name(*row))
            .collect();
        // Measures of slip may follow the place; their rates tell along what they go from here.
        let rates = Output::measured_all(equations, self, &names, |equations, _, values| {
            values.extend(rows.iter().map(|(row, _)| equations.rubbing(*row).rate));
        })?;
        let mut answers = Answers::new(self, equations, std::slice::from_ref(input), &[])?;
        let moved = answers.motions(Complex::new(growth, 0.0))?;
        let terms = |rate: &Output| -> [f64; 2] {
            let motion = moved.iter().flat_map(|(p, _)| {
                let terms = rate.velocity.iter().map(|&(j, c)| c * p[j].re);
                terms.collect::<Vec<_>>()
            });
            motion.fold([0.0; 2], |[sum, size], x| [sum + x, size + x.abs()])
        };
        let slow = slow(equations, self.state());
        let mut senses = vec![Sliding::Stuck; equations.machine().n_grips()];
        for (i, &(row, grip)) in rows.iter().enumerate() {
            let rate = equations.rubbing(row).rate;
            let [slip, size] = terms(&rates[i]);
            let sense = &mut senses[grip.0 as usize];
            if rate.abs() > slow {
                *sense = Sliding::along(rate);
            } else if slip.abs() > UNMOVED * size {
                *sense = Sliding::along(slip);
            }
        }
        Ok(senses)
    }
}
