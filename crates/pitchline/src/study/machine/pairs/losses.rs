//! Energy that goes through pairs of level `planar` and is lost there, from step to step.

use crate::dynamics::{Equations, State, Tape, TapeReader};
use crate::machine::BuiltMachine;

/// Energies (J) of a pair since the start: lost, taken out of a and of b as they turn past the contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sums {
    energies: [f64; 3],
    /// The powers of the last entry (W).
    powers: [f64; 3],
}

/// All such pairs.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::study::machine) struct Losses {
    /// Time of the last entry.
    time: Option<f64>,
    /// One for each pair of the machine; nothing is entered for those of other levels.
    pairs: Vec<Sums>,
}

impl Losses {
    /// Enters the powers of a state that the equations look at; they are integrated by trapezoids, as those of the whole machine.
    pub fn enter(&mut self, built: &BuiltMachine, equations: &Equations, state: &State) {
        if built.pairs.iter().all(|pair| pair.planar().is_none()) {
            return;
        }
        self.pairs.resize(built.pairs.len(), Sums::default());
        let half = self.time.map_or(0.0, |before| 0.5 * (state.time - before));
        self.time = Some(state.time);
        let k = equations.kinematics();
        let pairs = self.pairs.iter_mut().zip(&built.pairs);
        for (sums, pair) in pairs.filter(|(_, pair)| pair.planar().is_some()) {
            let multipliers = &state.multipliers[built.machine.multipliers_of(pair.element)];
            let now = pair.state([k, k], multipliers);
            let powers = [now.power_lost, now.powers[0], now.powers[1]];
            for (i, power) in powers.into_iter().enumerate() {
                sums.energies[i] += half * (sums.powers[i] + power);
            }
            sums.powers = powers;
        }
    }

    /// Energies of a pair: lost, out of a, out of b.
    pub fn of(&self, pair: usize) -> Option<[f64; 3]> {
        self.pairs.get(pair).map(|sums| sums.energies)
    }

    /// Writes it down for a later run.
    pub fn keep(&self, tape: &mut Tape) {
        tape.count(self.pairs.len() as u64);
        tape.number(self.time.unwrap_or(f64::NAN));
        for sums in &self.pairs {
            tape.numbers(&sums.energies);
            tape.numbers(&sums.powers);
        }
    }

    /// Takes it back.
    pub fn take_back(tape: &mut TapeReader) -> Option<Self> {
        let n = usize::try_from(tape.count()?).ok()?;
        let time = tape.number()?;
        let mut pairs = Vec::new();
        for _ in 0..n {
            let mut sums = Sums::default();
            tape.numbers(&mut sums.energies)?;
            tape.numbers(&mut sums.powers)?;
            pairs.push(sums);
        }
        Some(Self {
            time: (!time.is_nan()).then_some(time),
            pairs,
        })
    }
}
