//! What a study writes down, row by row: sensors, energies, reactions.

use std::path::Path;

use super::energy::Account;
use super::mark::Mark;
use super::occurrences::Occurrences;
use super::pairs::{self, Buffers, Losses, Watched};
use super::reactions::Uniqueness;
use super::sensors::Instant;
use super::stream::Stream;
use super::watch::Openings;
use crate::dynamics::{Energy, Equations, Kinematics, State, Tape, TapeReader};
use crate::machine::BuiltMachine;
use crate::memory;
use crate::parts::channel::Folds;
use crate::results::Table;
use crate::studies::Failure;
use crate::studies::machine_settings::MachineSettings;

/// Columns of the table of energies.
const ENERGIES: [(&str, &str); 9] = [
    ("time", "s"),
    ("kinetic", "J"),
    ("potential", "J"),
    ("dissipated", "J"),
    ("supplied", "J"),
    ("balance", "J"),
    ("residual_length", "m"),
    ("residual_angle", "rad"),
    ("newton_iterations", "1"),
];

/// Tables while they grow.
#[derive(Debug)]
pub(super) struct Record<'b> {
    built: &'b BuiltMachine,
    /// Numbers of the sensors that are recorded.
    pub sensors: Vec<usize>,
    /// Time and all columns of sensors.
    pub readings: Table,
    /// Energies, openings of joints, iterations.
    pub energies: Table,
    /// Forces and torques of joints and drives.
    pub reactions: Table,
    /// What pairs of wheels do, a table for each.
    pub pairs: Vec<Table>,
    /// What the summary keeps of it.
    pub folds: Vec<Folds>,
    /// What is to be told of pairs.
    pub watched: Watched,
    streams: Vec<Stream>,
    /// Whether forces are those of rest, without inertia, dampers and friction.
    pub is_slow: bool,
    /// Energies so far.
    pub account: Account,
    /// What pairs have lost so far.
    pub losses: Losses,
    /// What is to be told of joints that open.
    pub opened: Option<String>,
    /// What occurrences during the run, if anything could.
    pub occurrences: Option<Occurrences>,
    /// The event that ended the run.
    pub stopped_by: Option<String>,
    buffers: Buffers,
    residual: Vec<f64>,
    cells: Vec<f64>,
}

/// What a machine has in the middle of a step.
#[derive(Debug)]
pub(super) struct Middle {
    energy: Energy,
    pairs: Vec<[f64; 3]>,
}

impl<'b> Record<'b> {
    /// Empty tables.
    pub fn new(built: &'b BuiltMachine, common: &MachineSettings, unique: &Uniqueness) -> Self {
        let is_recorded = |name: &str| common.sensors.iter().any(|sensor| sensor == name);
        let sensors: Vec<usize> = (0..built.sensors.len())
            .filter(|i| is_recorded(&built.sensors[*i].request.name))
            .collect();
        let mut readings = Table::new("sensors");
        readings.push("time", "s", Vec::new());
        for &sensor in &sensors {
            for column in built.sensors[sensor].request.columns() {
                readings.push(column.name, column.unit, Vec::new());
            }
        }
        let mut energies = Table::new("energy");
        for (name, unit) in ENERGIES {
            energies.push(name, unit, Vec::new());
        }
        readings.is_long = true;
        energies.is_long = true;
        Self {
            built,
            sensors,
            readings,
            energies,
            reactions: unique.table(built),
            pairs: built.pairs.iter().map(pairs::table).collect(),
            folds: built.pairs.iter().map(pairs::folds).collect(),
            watched: Watched::default(),
            streams: Vec::new(),
            is_slow: false,
            account: Account::default(),
            losses: Losses::default(),
            opened: None,
            occurrences: None,
            stopped_by: None,
            buffers: Buffers::default(),
            residual: Vec::new(),
            cells: Vec::new(),
        }
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        [&self.readings, &self.energies, &self.reactions]
            .into_iter()
            .chain(&self.pairs)
    }

    /// Whether so many rows fit into memory: nobody shall find out after hours.
    pub fn check_room(&self, rows: f64) -> Result<(), Failure> {
        let columns: usize = self.tables().map(|table| table.columns.len()).sum();
        let bytes = rows * (columns * size_of::<f64>()) as f64;
        match memory::available().map(|free| free as f64) {
            Some(free) if bytes > free => Err(Failure::NoRoomForTables {
                rows,
                columns,
                needed: bytes,
                free,
            }),
            _ => Ok(()),
        }
    }

    /// The same, whose rows go to files of a study while they come.
    pub fn streamed(mut self, folder: Option<&Path>, study: &str) -> Result<Self, Failure> {
        if let Some(folder) = folder {
            let streams = self.tables();
            self.streams = streams
                .map(|table| Stream::create(folder, study, table))
                .collect::<Result<_, _>>()?;
        }
        Ok(self)
    }

    /// The same, after the rows that an interrupted run had written up to these ends of its files. None of them is touched before
    /// all are known to be its own.
    pub fn reopened(mut self, folder: &Path, study: &str, marks: &[Mark]) -> Result<Self, Failure> {
        if self.tables().count() != marks.len() {
            return Err(Failure::OtherMachine);
        }
        let tables = [&mut self.readings, &mut self.energies, &mut self.reactions];
        let tables = tables.into_iter().chain(&mut self.pairs).zip(marks);
        let read = tables.map(|(table, mark)| Stream::read(folder, study, table, *mark));
        let written = read.collect::<Result<Vec<_>, _>>()?;
        for (folds, table) in self.folds.iter_mut().zip(&self.pairs) {
            pairs::fold_again(folds, table);
        }
        let streams = self.tables().zip(written);
        self.streams = streams
            .map(|(table, written)| Stream::reopen(folder, study, table, written))
            .collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Brings all rows to the disk; returned are the ends of their files.
    pub fn sync(&mut self) -> Result<Vec<Mark>, Failure> {
        self.streams.iter_mut().map(Stream::sync).collect()
    }

    /// Rows so far.
    pub fn n_rows(&self) -> usize {
        self.energies.n_rows()
    }

    /// Time of the last row.
    pub fn last_time(&self) -> Option<f64> {
        self.energies.columns[0].values.last().copied()
    }

    /// Enters the energies of a state that the equations look at.
    pub fn enter(&mut self, equations: &Equations, state: &State) {
        let mut energy = equations.energy();
        if self.is_slow {
            (energy.kinetic, energy.dissipated) = (0.0, 0.0);
        }
        self.account.enter(state.time, energy);
        if !self.is_slow {
            let folds = &mut self.folds;
            self.losses.enter(
                self.built,
                None,
                (equations, state),
                folds,
                &mut self.buffers,
            );
        }
    }

    /// Enters those of a state that the equations look at, where they were others just before it.
    pub fn enter_jump(&mut self, equations: &Equations, state: &State, before: Energy) {
        self.account.jump(state.time, before, equations.energy());
        let folds = &mut self.folds;
        self.losses.enter(
            self.built,
            None,
            (equations, state),
            folds,
            &mut self.buffers,
        );
    }

    /// What is in the middle of a step, at a state that the equations look at.
    pub fn middle(&self, equations: &Equations, state: &State) -> Middle {
        Middle {
            energy: equations.energy(),
            pairs: pairs::powers(self.built, equations, state),
        }
    }

    /// Enters the energies of a state that the equations look at, after a step with this middle.
    pub fn enter_through(&mut self, middle: &Middle, equations: &Equations, state: &State) {
        let now = equations.energy();
        self.account.enter_through(middle.energy, state.time, now);
        let of_pairs = Some(middle.pairs.as_slice());
        let folds = &mut self.folds;
        self.losses.enter(
            self.built,
            of_pairs,
            (equations, state),
            folds,
            &mut self.buffers,
        );
    }

    /// Adds a row for a state that the equations look at; `iterations` are those of the slowest step since the last row.
    pub fn row(
        &mut self,
        equations: &mut Equations,
        state: &State,
        iterations: f64,
    ) -> Result<(), Failure> {
        let openings = Openings::of(equations, &mut self.residual);
        openings.check(equations, state)?;
        if self.opened.is_none() {
            self.opened = openings.warning(equations, state);
        }
        let [length, angle] = openings.sizes();
        let still = match self.is_slow {
            true => Some(at_rest(equations, state)?),
            false => None,
        };
        let instant =
            Instant::of(self.built, (equations, state), &self.account).still(still.as_ref());
        let cells = &mut self.cells;
        cells.clear();
        cells.push(state.time);
        for &sensor in &self.sensors {
            instant.read(&self.built.sensors[sensor], cells);
        }
        put(&mut self.readings, self.streams.first_mut(), cells)?;
        let Account {
            kinetic,
            potential,
            dissipated,
            supplied,
            ..
        } = self.account;
        let balance = self.account.balance();
        let row = [
            state.time, kinetic, potential, dissipated, supplied, balance, length, angle,
            iterations,
        ];
        put(&mut self.energies, self.streams.get_mut(1), &row)?;
        cells.clear();
        cells.push(state.time);
        instant.reactions(cells);
        put(&mut self.reactions, self.streams.get_mut(2), cells)?;
        for (i, table) in self.pairs.iter_mut().enumerate() {
            let time = equations.kinematics().time;
            cells.clear();
            cells.push(time);
            instant.pair(i, cells);
            self.folds[i].row(time, &cells[1..]);
            put(table, self.streams.get_mut(3 + i), cells)?;
        }
        self.watched.look(&instant);
        Ok(())
    }

    /// Writes down what the summary keeps of steps between the rows.
    pub fn keep_extremes(&self, tape: &mut Tape) {
        for folds in &self.folds {
            let extremes: Vec<[f64; 2]> = folds.extremes().collect();
            tape.numbers(extremes.as_flattened());
        }
    }

    /// Takes it back.
    pub fn take_extremes_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        for folds in &mut self.folds {
            let mut extremes: Vec<[f64; 2]> = folds.extremes().collect();
            tape.numbers(extremes.as_flattened_mut())?;
            folds.widen(extremes);
        }
        Some(())
    }

    /// Why a study stopped, with what is left of it.
    pub fn told_where(&self, failure: Failure) -> Failure {
        match self.last_time() {
            Some(time) => Failure::AfterRow {
                failure: Box::new(failure),
                time,
            },
            None => failure,
        }
    }

    /// The tables, with the files that hold their rows already.
    pub fn finish(self) -> Vec<Table> {
        let occurrences = self.occurrences.map(|occurrences| occurrences.table());
        let mut tables = vec![self.readings, self.energies, self.reactions];
        tables.extend(self.pairs);
        for (table, stream) in tables.iter_mut().zip(self.streams) {
            table.part = stream.finish();
        }
        tables.extend(occurrences);
        tables
    }
}

/// What elements see where a machine stands still; the equations look at the state again.
fn at_rest(equations: &mut Equations, state: &State) -> Result<Kinematics, Failure> {
    let mut still = state.clone();
    still.velocity.fill(0.0);
    equations.set(&still)?;
    let kinematics = equations.kinematics().clone();
    equations.set(state)?;
    Ok(kinematics)
}

fn put(table: &mut Table, stream: Option<&mut Stream>, cells: &[f64]) -> Result<(), Failure> {
    debug_assert_eq!(table.columns.len(), cells.len());
    for (column, cell) in table.columns.iter_mut().zip(cells) {
        column.values.push(*cell);
    }
    stream.map_or(Ok(()), |stream| stream.row(cells))
}
