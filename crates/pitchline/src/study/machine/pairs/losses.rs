//! Energy that goes through pairs of level `planar` and is lost there, from step to step.

use crate::dynamics::{Equations, State, Tape, TapeReader};
use crate::machine::{BuiltMachine, BuiltPair};

/// Energies (J) of a pair since the start: lost, taken out of a and of b as they turn past the contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sums {
    energies: [f64; 3],
    /// The powers of the last entry (W).
    powers: [f64; 3],
}

/// Powers (W) of all pairs at a state that the equations look at: lost, taken out of a and of b; 0 of other levels, none where all are.
pub(in crate::study::machine) fn powers(
    built: &BuiltMachine,
    equations: &Equations,
    state: &State,
) -> Vec<[f64; 3]> {
    if built.pairs.iter().all(|pair| pair.planar().is_none()) {
        return Vec::new();
    }
    let k = equations.kinematics();
    let of_pair = |pair: &BuiltPair| {
        if pair.planar().is_none() {
            return [0.0; 3];
        }
        let multipliers = &state.multipliers[built.machine.multipliers_of(pair.element)];
        let now = pair.state([k, k], multipliers);
        [now.power_lost, now.powers[0], now.powers[1]]
    };
    built.pairs.iter().map(of_pair).collect()
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
    /// Enters the powers of a state that the equations look at, with those in the middle of the way there where they are known. They are
    /// integrated as those of the whole machine.
    pub fn enter(
        &mut self,
        built: &BuiltMachine,
        middle: Option<&[[f64; 3]]>,
        (equations, state): (&Equations, &State),
    ) {
        let now = powers(built, equations, state);
        self.pairs.resize(now.len(), Sums::default());
        let length = self.time.map_or(0.0, |before| state.time - before);
        self.time = Some(state.time);
        for (pair, (sums, now)) in self.pairs.iter_mut().zip(now).enumerate() {
            let middle = middle.and_then(|middle| middle.get(pair));
            for i in 0..3 {
                let ends = 0.5 * (sums.powers[i] + now[i]);
                sums.energies[i] += length
                    * match middle {
                        Some(middle) => (2.0 * middle[i] + ends) / 3.0,
                        None => ends,
                    };
            }
            sums.powers = now;
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
