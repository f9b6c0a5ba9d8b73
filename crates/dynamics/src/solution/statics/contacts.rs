//! Equilibria with contacts, which press or are open: 0 ≤ g ⊥ λ ≥ 0. \[theory:events\] (16), (17)
//!
//! Which of them bear is decided for all together by the machine's stiffness where it stands; then the equilibrium with these is found
//! as with any other constraints, and looked at again from there.

use super::super::complementarity::complementary;
use super::super::switching::{CLOSED, Switching, dot};
use super::Statics;
use crate::solver::not_determined;
use crate::{Equations, Error, State};

/// Times that contacts are decided anew.
const MAX_ROUNDS: u32 = 30;
/// Pressure below this share of the largest is none, and pull is rounding.
const BEARING: f64 = 1e-9;
/// A gap this share of what forces would open or close is closed.
const ROUNDED: f64 = 1e-12;

/// Which contacts touch, and which of them press.
struct Decision {
    closed: Vec<bool>,
    bearing: Vec<bool>,
}

impl Statics {
    /// Brings a state to equilibrium at its time. On an error the state is the start. Contacts are closed and opened; other constraints
    /// that can be switched stay as they are.
    pub fn solve(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let switching = Switching::new(equations)?;
        let all = (0..switching.rows.len()).filter(|&i| switching.rows[i].1.is_contact());
        let contacts: Vec<usize> = all.collect();
        if contacts.is_empty() {
            return self.solve_held(equations, state);
        }
        let start = state.clone();
        let found = self.close_and_open(equations, state, (&switching, &contacts));
        if found.is_err() {
            state.copy_from(&start);
        }
        found
    }

    fn close_and_open(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        of: (&Switching, &[usize]),
    ) -> Result<(), Error> {
        state.velocity.fill(0.0);
        state.acceleration.fill(0.0);
        for _ in 0..MAX_ROUNDS {
            let decision = self.decide(equations, state, of)?;
            let found = self.borne(equations, state, of, decision)?;
            state.copy_from(&found);
            if is_apart(equations, state, of)? {
                return Ok(());
            }
        }
        Err(of.0.jammed(equations, state, of.1))
    }

    /// The equilibrium in which all that touch share the load; where there is none, that of those which must bear.
    fn borne(
        &mut self,
        equations: &mut Equations,
        state: &State,
        of: (&Switching, &[usize]),
        Decision { closed, bearing }: Decision,
    ) -> Result<State, Error> {
        let is_same = closed == bearing;
        match self.without_pull(equations, state, of, closed) {
            // Held by fewer, a machine may find the place that it does not find held by all.
            Err(Error::NoEquilibrium { .. } | Error::Unsettled { .. } | Error::NotHeld { .. })
                if !is_same =>
            {
                self.without_pull(equations, state, of, bearing)
            }
            found => found,
        }
    }

    /// The equilibrium with these contacts closed, less those that pull, one after the other.
    fn without_pull(
        &mut self,
        equations: &mut Equations,
        state: &State,
        (switching, contacts): (&Switching, &[usize]),
        mut closed: Vec<bool>,
    ) -> Result<State, Error> {
        loop {
            let mut found = state.clone();
            for (&i, &is_closed) in contacts.iter().zip(&closed) {
                let row = switching.rows[i].0;
                found.active[row] = is_closed;
                found.multipliers[row] = 0.0;
            }
            self.solver.forget_order();
            self.solve_held(equations, &mut found)?;
            let force = |k: usize| found.multipliers[switching.rows[contacts[k]].0];
            let on = (0..contacts.len()).filter(|&k| closed[k]);
            let Some(least) = on.min_by(|&a, &b| force(a).total_cmp(&force(b))) else {
                return Ok(found);
            };
            let all = found.multipliers.iter();
            let largest = all.fold(0.0_f64, |most, force| most.max(force.abs()));
            if force(least) >= -BEARING * largest {
                return Ok(found);
            }
            closed[least] = false;
        }
    }

    /// w = A λ + g with A = G K⁻¹ Gᵀ and g where forces would take the gaps if no contact bore. (17)
    fn decide(
        &mut self,
        equations: &mut Equations,
        state: &State,
        (switching, contacts): (&Switching, &[usize]),
    ) -> Result<Decision, Error> {
        let (n_v, n) = (equations.n_velocities(), equations.n());
        let free = switching.without(state, contacts);
        equations.set(&free)?;
        let gaps = switching.gaps(equations);
        let gradients = switching.gradients(equations, contacts);
        self.start.fill(0.0);
        self.evaluate(equations, &free, 0.0);
        self.solver.forget_order();
        self.factor(equations)
            .map_err(|unknown| not_determined(equations, unknown, state.time))?;
        let mut moved: Vec<f64> = self.residual.iter().map(|r| -r).collect();
        self.solver.solve(&mut moved);
        let answers: Vec<Vec<f64>> = gradients
            .iter()
            .map(|gradient| {
                let mut right = gradient.clone();
                right.resize(n, 0.0);
                self.solver.solve(&mut right);
                right.truncate(n_v);
                right
            })
            .collect();
        let row = |g: &Vec<f64>| answers.iter().map(|x| dot(g, x)).collect();
        let matrix: Vec<Vec<f64>> = gradients.iter().map(row).collect();
        let taken = contacts.iter().zip(&gradients);
        let right: Vec<f64> = taken
            .map(|(&i, gradient)| gaps[i] + dot(gradient, &moved[..n_v]))
            .collect();
        let bounds = vec![[0.0, f64::INFINITY]; contacts.len()];
        let Some(forces) = complementary(&matrix, &right, &bounds) else {
            // What falls away without them: all that would meet.
            let meets: Vec<bool> = right.iter().map(|gap| *gap <= 0.0).collect();
            let (closed, bearing) = (meets.clone(), meets);
            return Ok(Decision { closed, bearing });
        };
        let largest = |all: &[f64]| all.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let least = BEARING * largest(&forces);
        let length = equations.extent(state);
        let little = CLOSED * length + ROUNDED * largest(&right);
        let bearing: Vec<bool> = forces.iter().map(|force| *force > least).collect();
        let closed = (0..contacts.len())
            .map(|k| bearing[k] || right[k] + dot(&matrix[k], &forces) <= little)
            .collect();
        Ok(Decision { closed, bearing })
    }
}

/// Whether no contact is behind its plane.
fn is_apart(
    equations: &mut Equations,
    state: &State,
    (switching, contacts): (&Switching, &[usize]),
) -> Result<bool, Error> {
    equations.set(state)?;
    let gaps = switching.gaps(equations);
    let unit = |i: usize| switching.unit(equations, state, i);
    Ok(contacts.iter().all(|&i| gaps[i] >= -CLOSED * unit(i)))
}
