//! The machine as A, B, C and D in tables.

use super::SmallMotions;
use crate::dynamics::{Equations, Error, SpeedStateSpace, StateSpace};
use crate::results::{Output, Table};

/// States beyond which matrices are no longer written: a million numbers.
const MOST_STATES: usize = 1000;

/// Matrices of one motion, or of every speed.
pub(in crate::studies) enum Matrices {
    /// Of one motion.
    At(StateSpace),
    /// Over the speed.
    Over(SpeedStateSpace),
}

/// Adds the tables, where they are not too large to be of use; no matrices are found where they do not follow the speed.
pub(in crate::studies) fn add(
    study: &mut SmallMotions,
    output: &mut Output,
    find: impl FnOnce(&mut Equations) -> Result<Option<Matrices>, Error>,
) {
    if is_too_large(study.n_free, output) {
        return;
    }
    let tables = match find(&mut study.equations) {
        Ok(Some(Matrices::At(space))) => {
            study.machine.put("states", space.n() as u32);
            tables(&space).to_vec()
        }
        Ok(Some(Matrices::Over(space))) => {
            study.machine.put("states", space.at_rest.n() as u32);
            study.machine.put("input_speed_power", 2u32);
            over_speed(&space)
        }
        Ok(None) => {
            let note = "no state-space matrices: they are no parabolas over the speed";
            return output.notes.push(note.to_owned());
        }
        Err(error) => {
            let warning = format!("no state-space matrices: {error}");
            return output.warnings.push(warning);
        }
    };
    output.tables.extend(tables);
}

/// Whether there are too many free coordinates; tells so.
pub(in crate::studies) fn is_too_large(n_free: usize, output: &mut Output) -> bool {
    let states = 2 * n_free;
    if states > MOST_STATES {
        let note = format!("no state-space matrices: {states} states are more than {MOST_STATES}");
        output.notes.push(note);
    }
    states > MOST_STATES
}

fn matrix(name: &str, rows: &[String], columns: &[String], values: &[f64]) -> Table {
    let mut table = Table::new(format!("state-space-{name}"));
    table.is_long = true;
    table.row_names = Some(rows.to_vec());
    for (j, column) in columns.iter().enumerate() {
        let values = values.iter().skip(j).step_by(columns.len().max(1));
        table.push(column, "SI", values.copied().collect());
    }
    table
}

pub(in crate::studies) fn tables(space: &StateSpace) -> [Table; 4] {
    let (states, inputs, outputs) = (&space.states, &space.inputs, &space.outputs);
    [
        matrix("a", states, states, &space.a),
        matrix("b", states, inputs, &space.b),
        matrix("c", outputs, states, &space.c),
        matrix("d", outputs, inputs, &space.d),
    ]
}

/// The machine at rest, then what is added for each rad/s and its square.
fn over_speed(space: &SpeedStateSpace) -> Vec<Table> {
    let (states, outputs) = (&space.at_rest.states, &space.at_rest.outputs);
    let mut all = tables(&space.at_rest).to_vec();
    let powers = [("speed", &space.by_speed), ("speed2", &space.by_square)];
    for (power, [a, c]) in powers {
        all.push(matrix(&format!("a-{power}"), states, states, a));
        all.push(matrix(&format!("c-{power}"), outputs, states, c));
    }
    all
}
