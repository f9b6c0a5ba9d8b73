//! Pairs of wheels during a study: their tables, values and what is to be told of them.

mod locked;
mod losses;
mod reversed;
mod values;

pub(super) use locked::{at_rest, free, hint, hint_at_rest, prescribed, stuck};
pub(super) use losses::{Buffers, Losses, powers};
pub(super) use reversed::reversed;
pub(super) use values::values;

use super::sensors::Instant;
use crate::contact::Formulation;
use crate::geometry::PitchFinding;
use crate::machine::{BuiltMachine, BuiltPair};
use crate::number::short;
use crate::parts::channel::{Folds, add_columns};
use crate::results::Table;

/// The largest of something that supports of a pair let happen, with its sign, and when (s).
#[derive(Debug, Clone, Copy, Default)]
struct Worst {
    size: f64,
    time: f64,
}

impl Worst {
    fn look(&mut self, size: f64, time: f64) {
        if size.abs() > self.size.abs() {
            *self = Self { size, time };
        }
    }
}

/// How far supports let the wheels of a pair go from where its level takes them to be: apart and along the teeth (m), tilted (rad).
#[derive(Debug, Clone, Copy, Default)]
struct Displaced {
    parted: Worst,
    slid: Worst,
    tilted: Worst,
    /// Beyond the end of a rack (m).
    beyond: Worst,
}

/// Share of the common face width that wheels may lose by sliding: teeth that carry on nine tenths bear and give way by a ninth more.
const SMALL_SLIDE: f64 = 0.1;

/// What is watched of all pairs.
#[derive(Debug, Default)]
pub(super) struct Watched {
    displaced: Vec<Displaced>,
}

/// What the summary keeps of the channels of a pair, before a run.
pub(super) fn folds(pair: &BuiltPair) -> Folds {
    Folds::new(pair.channels().len())
}

/// Takes the rows of a table, the time of each first.
pub(super) fn fold_again(folds: &mut Folds, table: &Table) {
    let mut row = Vec::new();
    for i in 0..table.n_rows() {
        row.clear();
        row.extend(table.columns.iter().map(|column| column.values[i]));
        if let Some((time, values)) = row.split_first() {
            folds.row(*time, values);
        }
    }
}

/// An empty table of a pair.
pub(super) fn table(pair: &BuiltPair) -> Table {
    let mut table = Table::new(format!("pair_{}", pair.name));
    table.push("time", "s", Vec::new());
    add_columns(&mut table, pair.channels());
    table.is_long = true;
    table
}

impl Watched {
    /// Looks at all pairs of an instant.
    pub fn look(&mut self, instant: &Instant) {
        let pairs = &instant.built.pairs;
        self.displaced.resize(pairs.len(), Displaced::default());
        for (displaced, pair) in self.displaced.iter_mut().zip(pairs) {
            let off = pair.displacement(instant.kinematics());
            let time = instant.kinematics().time;
            displaced.parted.look(off.outward, time);
            displaced.slid.look(off.along, time);
            displaced.tilted.look(off.tilt, time);
            let beyond = pair.beyond_rack(instant.kinematics());
            displaced.beyond.look(beyond.unwrap_or(0.0).max(0.0), time);
        }
    }

    /// What a designer must know of pairs whose supports give way.
    pub fn warnings(&self, built: &BuiltMachine) -> Vec<String> {
        let pairs = self.displaced.iter().zip(&built.pairs);
        let warnings = pairs.flat_map(|(displaced, pair)| displaced.warnings(pair));
        warnings.collect()
    }
}

impl Displaced {
    fn warnings(&self, pair: &BuiltPair) -> impl Iterator<Item = String> {
        let warnings = [
            self.parted(pair),
            self.slid(pair),
            self.tilted(pair),
            self.beyond(pair),
        ];
        warnings.into_iter().flatten()
    }

    fn parted(&self, pair: &BuiltPair) -> Option<String> {
        let Worst { size, time } = self.parted;
        let module = pair.normal_module();
        if let Some(warning) = self.unseen(pair) {
            return Some(warning);
        }
        let way = match pair.center_distance_grows(size) {
            Some(true) => "the centre distance grow",
            Some(false) => "the centre distance shrink",
            None if size > 0.0 => "the wheels move apart",
            None => "the wheels move together",
        };
        (size.abs() > PitchFinding::SMALL_MISMATCH * module).then(|| {
            format!(
                "pair `{}`: its supports let {way} by {} mm at t = {} s, {} % of the normal module; \
                 pressure angle and backlash follow, but stiffness and contact ratio remain those of the start",
                pair.name,
                short(1e3 * size.abs()),
                short(time),
                short(100.0 * size.abs() / module)
            )
        })
    }

    /// Centres that move although the deflection of the teeth, as published, does not see it.
    fn unseen(&self, pair: &BuiltPair) -> Option<String> {
        let Worst { size, time } = self.parted;
        let is_unseen = pair.formulation() == Formulation::Source && pair.centers_move;
        is_unseen.then(|| {
            format!(
                "pair `{}`: its supports let the wheels move by {} mm at t = {} s, which with formulation = \"source\" its deflection, backlash and pressure angle ignore: energy may not be conserved; write formulation = \"potential\"",
                pair.name,
                short(1e3 * size.abs()),
                short(time)
            )
        })
    }

    /// Faces that no longer cover each other as they did.
    fn slid(&self, pair: &BuiltPair) -> Option<String> {
        let Worst { size, time } = self.slid;
        let covered = pair.still_covered(size);
        (covered < 1.0 - SMALL_SLIDE).then(|| {
            let left = match covered > 0.0 {
                true => format!("{} % of the face width still mesh", short(100.0 * covered)),
                false => "their faces no longer overlap".to_owned(),
            };
            format!(
                "pair `{}`: its supports let the wheels slide along their teeth by {} mm at t = {} s, and {left}; \
                 this level keeps the teeth in mesh and their stiffness that of the start: constrain the wheels axially",
                pair.name,
                short(1e3 * size.abs()),
                short(time)
            )
        })
    }

    fn beyond(&self, pair: &BuiltPair) -> Option<String> {
        let Worst { size, time } = self.beyond;
        let length = pair.faces.rack_length.filter(|_| size > 0.0)?;
        Some(format!(
            "pair `{}`: wheel `{}` is {} mm beyond the end of rack `{}` at t = {} s, which is {} mm long with its middle at its initial position; this level continues as if it had more teeth",
            pair.name,
            pair.wheels[0],
            short(1e3 * size),
            pair.wheels[1],
            short(time),
            short(1e3 * length)
        ))
    }

    /// Axes that lean so far that the ends of the teeth move as much as a parting would matter.
    fn tilted(&self, pair: &BuiltPair) -> Option<String> {
        let Worst { size, time } = self.tilted;
        let way = pair.faces.lever() * size;
        (way > PitchFinding::SMALL_MISMATCH * pair.normal_module()).then(|| {
            format!(
                "pair `{}`: its supports let the axes tilt by {} deg at t = {} s, which moves the ends of the teeth by {} mm, \
                 {} % of the normal module; this level distributes the load evenly over the face width regardless",
                pair.name,
                short(size.to_degrees()),
                short(time),
                short(1e3 * way),
                short(100.0 * way / pair.normal_module())
            )
        })
    }
}
