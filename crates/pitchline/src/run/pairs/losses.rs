//! Energy that goes through pairs of level `planar`, motors and friction about an axis and is lost there, from step to step.

use crate::dynamics::{Equations, Kinematics, State, Tape, TapeReader};
use crate::machine::{BuiltMachine, BuiltPair};
use crate::parts::channel::{Folds, Snapshot};
use crate::parts::force::BuiltForce;
use crate::parts::pair::PairState;

/// Energies (J) since the start. Of a pair: lost, taken out of a and of b as they turn past the contact. Of a force: those that it names.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Sums {
    /// Of a pair by the wheel that drives, a or b; of a force all in the first.
    energies: [[f64; 3]; 2],
    /// The powers of the last entry (W).
    powers: [f64; 3],
}

/// Whether wheel b drives, by what is lost, comes out of a and out of b: more comes out of the driver.
pub(super) fn driver_is_b([_, from_a, from_b]: [f64; 3]) -> bool {
    from_b > from_a
}

/// Powers (W) of all pairs and then of all forces at a state that the equations look at; 0 of those whose losses are not summed.
pub(in crate::run) fn powers(
    built: &BuiltMachine,
    equations: &Equations,
    state: &State,
) -> Vec<[f64; 3]> {
    let k = equations.kinematics();
    let of_pair = |pair: &BuiltPair| {
        if !pair.contact.sums_losses() {
            return [0.0; 3];
        }
        let multipliers = &state.multipliers[built.machine.multipliers_of(pair.element)];
        powers_of(&pair.state(k, multipliers))
    };
    let mut powers: Vec<[f64; 3]> = built.pairs.iter().map(of_pair).collect();
    add_forces(built, k, state, &mut powers);
    powers
}

/// The same at the end of a step, whose values the folds of the pairs take.
fn powers_at_end(
    built: &BuiltMachine,
    (equations, state): (&Equations, &State),
    folds: &mut [Folds],
    buffers: &mut Buffers,
) {
    let k = equations.kinematics();
    let Buffers { powers, values } = buffers;
    powers.clear();
    for (pair, folds) in built.pairs.iter().zip(folds) {
        values.clear();
        let at = Snapshot {
            forcing: k,
            motion: k,
            multipliers: &state.multipliers[built.machine.multipliers_of(pair.element)],
        };
        let now = pair.contact.read_step(&at, values);
        folds.step(values);
        powers.push(match pair.contact.sums_losses() {
            true => powers_of(&now),
            false => [0.0; 3],
        });
    }
    add_forces(built, k, state, powers);
}

/// Room that is taken once for all steps.
#[derive(Debug, Default)]
pub(in crate::run) struct Buffers {
    powers: Vec<[f64; 3]>,
    values: Vec<f64>,
}

fn powers_of(state: &PairState) -> [f64; 3] {
    [state.power_lost, state.powers[0], state.powers[1]]
}

fn add_forces(built: &BuiltMachine, k: &Kinematics, state: &State, powers: &mut Vec<[f64; 3]>) {
    let of_force = |force: &BuiltForce| {
        force.part.powers(&Snapshot {
            forcing: k,
            motion: k,
            multipliers: &state.multipliers[built.machine.multipliers_of(force.element)],
        })
    };
    powers.extend(built.forces.iter().map(of_force));
}

/// All such parts.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::run) struct Losses {
    /// Time of the last entry.
    time: Option<f64>,
    /// One for each pair of the machine, then one for each force; nothing is entered for those that tell nothing.
    parts: Vec<Sums>,
    /// Of each controller its output, and the largest size of it so far.
    outputs: Vec<[f64; 2]>,
}

impl Losses {
    /// Enters the powers of a state that the equations look at, with those in the middle of the way there where they are known. They are
    /// integrated as those of the whole machine.
    pub fn enter(
        &mut self,
        built: &BuiltMachine,
        middle: Option<&[[f64; 3]]>,
        (equations, state): (&Equations, &State),
        folds: &mut [Folds],
        buffers: &mut Buffers,
    ) {
        self.outputs.resize(built.controllers.len(), [0.0; 2]);
        for (recorded, controller) in self.outputs.iter_mut().zip(&built.controllers) {
            let output = controller.state(equations.kinematics()).output;
            *recorded = [output, recorded[1].max(output.abs())];
        }
        powers_at_end(built, (equations, state), folds, buffers);
        let now = &buffers.powers;
        self.parts.resize(now.len(), Sums::default());
        let length = self.time.map_or(0.0, |before| state.time - before);
        self.time = Some(state.time);
        for (part, (sums, now)) in self.parts.iter_mut().zip(now).enumerate() {
            let middle = middle.and_then(|middle| middle.get(part));
            let new = [0, 1, 2].map(|i| {
                let ends = 0.5 * (sums.powers[i] + now[i]);
                length
                    * match middle {
                        Some(middle) => (2.0 * middle[i] + ends) / 3.0,
                        None => ends,
                    }
            });
            let by = usize::from(part < built.pairs.len() && driver_is_b(new));
            for (sum, new) in sums.energies[by].iter_mut().zip(new) {
                *sum += new;
            }
            sums.powers = *now;
        }
    }

    /// Energies of a pair while a drives, and while b does: lost, out of a, out of b.
    pub fn of(&self, pair: usize) -> Option<[[f64; 3]; 2]> {
        self.parts.get(pair).map(|sums| sums.energies)
    }

    /// Energies of a force.
    pub fn of_force(&self, built: &BuiltMachine, force: usize) -> Option<[f64; 3]> {
        self.of(built.pairs.len() + force).map(|[all, _]| all)
    }

    /// Output of each controller, and the largest size of it so far.
    pub fn outputs(&self) -> &[[f64; 2]] {
        &self.outputs
    }

    /// Writes it down for a later run.
    pub fn keep(&self, tape: &mut Tape) {
        tape.count(self.parts.len() as u64);
        tape.number(self.time.unwrap_or(f64::NAN));
        for sums in &self.parts {
            tape.numbers(sums.energies.as_flattened());
            tape.numbers(&sums.powers);
        }
        tape.count(self.outputs.len() as u64);
        for output in &self.outputs {
            tape.numbers(output);
        }
    }

    /// Takes it back.
    pub fn take_back(tape: &mut TapeReader) -> Option<Self> {
        let n = usize::try_from(tape.count()?).ok()?;
        let time = tape.number()?;
        let mut parts = Vec::new();
        for _ in 0..n {
            let mut sums = Sums::default();
            tape.numbers(sums.energies.as_flattened_mut())?;
            tape.numbers(&mut sums.powers)?;
            parts.push(sums);
        }
        let mut outputs = Vec::new();
        for _ in 0..tape.count()? {
            let mut output = [0.0; 2];
            tape.numbers(&mut output)?;
            outputs.push(output);
        }
        Some(Self {
            time: (!time.is_nan()).then_some(time),
            parts,
            outputs,
        })
    }
}
