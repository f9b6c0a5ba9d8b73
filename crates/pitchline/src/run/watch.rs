//! What a run must not do in silence: lose energy, open joints.

use crate::dynamics::{Equations, State};
use crate::number::short;
use crate::results::Table;
use crate::studies::Failure;

/// Share of the energy in motion that a run may lose or gain without a word: what is left after two digits.
const DRIFT: f64 = 1e-2;
/// Energy (J) below which a machine is at rest: that of a milligram at a micrometre per second, and of rounding.
const REST: f64 = 1e-18;
/// The same as a share of the largest energy on the account: equilibria leave so much of the forces of springs that are pressed.
const ROUNDED: f64 = 1e-8;
/// Opening of a joint, over the extent of the machine or in rad, beyond which it is told: the joints of a run that is well are closed
/// to rounding, so this one is not.
const OPEN: f64 = 1e-6;
/// Opening beyond which the numbers are worth nothing.
const GROSS: f64 = 1e-3;

/// How the balance of energy moved over the rows of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drift {
    /// From the first to the last row (J).
    pub last: f64,
    /// The largest from the first row (J).
    pub largest: f64,
    /// The largest over the largest energy in motion; nothing moves, nothing drifts.
    pub relative: f64,
}

impl Drift {
    /// Of a table of energies, if it has rows.
    pub fn of(table: &Table) -> Option<Self> {
        let column = |name: &str| table.column(name).map_or(&[][..], |c| c.values.as_slice());
        let balance = column("balance");
        let (first, last) = (balance.first()?, balance.last()?);
        let largest = largest(balance.iter().map(|b| b - first));
        let in_motion = (0..balance.len()).map(|i| {
            let stored = column("potential")[i] - column("potential")[0];
            column("kinetic")[i]
                + stored.abs()
                + column("dissipated")[i]
                + column("supplied")[i].abs()
        });
        let in_motion = self::largest(in_motion);
        let accounts = ["kinetic", "potential", "dissipated", "supplied"];
        let on_account = self::largest(accounts.iter().flat_map(|name| column(name)).copied());
        let rest = REST.max(ROUNDED * on_account);
        Some(Self {
            last: last - first,
            largest,
            relative: match in_motion > rest {
                true => largest / in_motion,
                false => 0.0,
            },
        })
    }

    /// What a designer must know of a run in time.
    pub fn warning(&self) -> Option<String> {
        (self.relative > DRIFT || self.relative.is_nan()).then(|| {
            format!(
                "the balance of energy drifts by {} J, {} % of what is in motion (column `balance` of the table `energy`): \
                 steps are too long for what happens; write a shorter step, or a finer accuracy",
                short(self.largest),
                short(100.0 * self.relative)
            )
        })
    }
}

/// Largest size.
pub(super) fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |largest: f64, value| largest.max(value.abs()))
}

/// Openings of joints and drives at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Openings {
    /// The largest along (m) and about (rad) axes, each with the number of its constraint.
    worst: [(f64, usize); 2],
}

impl Openings {
    /// Of a state that the equations look at; `residual` is scratch.
    pub fn of(equations: &mut Equations, residual: &mut Vec<f64>) -> Self {
        residual.resize(equations.n(), 0.0);
        equations.residual(residual);
        let mut found = Self::default();
        for (i, opening) in residual[equations.n_velocities()..].iter().enumerate() {
            let worst = &mut found.worst[usize::from(equations.constraint_is_angle(i))];
            if opening.abs() > worst.0 || opening.is_nan() {
                *worst = (opening.abs(), i);
            }
        }
        found
    }

    /// The largest along (m) and about (rad) axes.
    pub fn sizes(&self) -> [f64; 2] {
        self.worst.map(|(size, _)| size)
    }

    /// Refuses a state whose joints are torn apart.
    pub fn check(&self, equations: &Equations, state: &State) -> Result<(), Failure> {
        match self.openings(equations, state, GROSS) {
            Some(openings) => Err(Failure::JointsOpen {
                time: state.time,
                openings,
            }),
            None => Ok(()),
        }
    }

    /// What a designer must know of it, if anything.
    pub fn warning(&self, equations: &Equations, state: &State) -> Option<String> {
        let openings = self.openings(equations, state, OPEN)?;
        Some(format!(
            "joints open: {openings} at t = {} s, and others may (columns `residual_length` and `residual_angle` of the table `energy`); \
             take a shorter step",
            short(state.time)
        ))
    }

    /// The worst of the openings beyond a limit, in words.
    fn openings(&self, equations: &Equations, state: &State, limit: f64) -> Option<String> {
        let kinds = self
            .worst
            .iter()
            .zip([equations.extent(state), 1.0])
            .zip(["m", "rad"]);
        let beyond = kinds.filter(|((worst, unit), _)| worst.0.is_nan() || worst.0 > limit * unit);
        let (((size, constraint), _), unit) =
            beyond.max_by(|((a, unit_a), _), ((b, unit_b), _)| {
                (a.0 / unit_a).total_cmp(&(b.0 / unit_b))
            })?;
        let name = equations.constraint_name(*constraint);
        Some(format!("{name} by {} {unit}", short(*size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn energies(potential: [f64; 2], kinetic: [f64; 2]) -> Table {
        let mut table = Table::new("energy");
        let balance = [0, 1].map(|i| potential[i] + kinetic[i]);
        for (name, values) in [
            ("kinetic", kinetic),
            ("potential", potential),
            ("balance", balance),
        ] {
            table.push(name, "J", values.to_vec());
        }
        for name in ["dissipated", "supplied"] {
            table.push(name, "J", vec![0.0; 2]);
        }
        table
    }

    /// Teeth that are pressed and at rest keep their energy but for rounding; teeth that swing and lose it do not.
    #[test]
    fn rounding_of_what_is_stored_is_no_drift() {
        let at_rest = Drift::of(&energies([2.5e-3, 2.5e-3 + 2.6e-14], [0.0, 1e-20])).unwrap();
        assert!(at_rest.warning().is_none(), "{at_rest:?}");
        let lost = Drift::of(&energies([2.5e-3, 2.5e-3], [1e-6, 5e-7])).unwrap();
        assert!(lost.warning().is_some(), "{lost:?}");
    }
}
