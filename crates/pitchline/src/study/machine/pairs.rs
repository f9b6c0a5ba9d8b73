//! Pairs of wheels during a study: their tables, values and what is to be told of them.

mod locked;
mod losses;
mod values;

pub(super) use locked::{at_rest, free, hint, prescribed, stuck};
pub(super) use losses::{Losses, powers};
pub(super) use values::values;

use super::sensors::Instant;
use crate::geometry::PitchFinding;
use crate::machine::{BuiltMachine, BuiltPair};
use crate::number::short;
use crate::results::Table;

/// Largest way by which the supports of a pair let its pitch surfaces part (m), with its sign, and when (s).
#[derive(Debug, Clone, Copy, Default)]
struct Parted {
    way: f64,
    time: f64,
}

/// What is watched of all pairs.
#[derive(Debug, Default)]
pub(super) struct Watched {
    parted: Vec<Parted>,
}

/// An empty table of a pair.
pub(super) fn table(pair: &BuiltPair) -> Table {
    let mut table = Table::new(format!("pair_{}", pair.name));
    table.push("time", "s", Vec::new());
    for quantity in pair.quantities() {
        table.push(quantity.name(), quantity.unit(pair.has_rack()), Vec::new());
    }
    table.is_long = true;
    table
}

impl Instant<'_> {
    /// One row of the table of a pair.
    pub fn pair(&self, pair: usize, out: &mut Vec<f64>) {
        let state = self.pair_state(pair);
        let told = self.built.pairs[pair].quantities().iter();
        out.push(self.kinematics().time);
        out.extend(told.map(|quantity| state.get(*quantity)));
    }
}

impl Watched {
    /// Looks at all pairs of an instant.
    pub fn look(&mut self, instant: &Instant) {
        let pairs = &instant.built.pairs;
        self.parted.resize(pairs.len(), Parted::default());
        for (parted, pair) in self.parted.iter_mut().zip(pairs) {
            let way = pair.apart(instant.kinematics());
            if way.abs() > parted.way.abs() {
                *parted = Parted {
                    way,
                    time: instant.kinematics().time,
                };
            }
        }
    }

    /// What a designer must know of pairs whose supports give way.
    pub fn warnings(&self, built: &BuiltMachine) -> Vec<String> {
        let pairs = self.parted.iter().zip(&built.pairs);
        let parted = pairs.filter_map(|(parted, pair)| {
            let module = pair.normal_module();
            let is_small = parted.way.abs() <= PitchFinding::SMALL_MISMATCH * module;
            (!is_small).then(|| {
                let ways = if parted.way > 0.0 { "apart" } else { "together" };
                format!(
                    "pair `{}`: its supports let the wheels move {ways} by {} mm at t = {} s, {} % of the normal module; \
                     this level keeps the pressure angle, radii and backlash of its start, and does not follow the centre distance",
                    pair.name,
                    short(1e3 * parted.way.abs()),
                    short(parted.time),
                    short(100.0 * parted.way.abs() / module)
                )
            })
        });
        parted.collect()
    }
}
