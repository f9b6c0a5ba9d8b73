//! Values of a study of the machine, from its tables.

use super::MachineRun;
use super::motion::Counts;
use super::occurrences::Occurrences;
use super::reactions::{Uniqueness, effort};
use super::record::Record;
use super::watch::{Drift, largest};
use crate::dynamics::Assembled;
use crate::machine::BearingPart;
use crate::model::machine::JointKind;
use crate::results::{Column, Group, Object, Output, Table};

/// One step in so many that rounding limits is told.
const MANY_ROUNDED: u64 = 20;

/// Adds values of the machine, its joints and drives, and of the sensors.
pub(super) fn add(
    run: &MachineRun,
    (assembled, unique, counts): (&Assembled, &Uniqueness, &Counts),
    record: &Record,
    output: &mut Output,
) {
    let mut machine = Group::new(Object::Machine, "");
    let free = run.equations.n_velocities().saturating_sub(unique.rank);
    machine.put("degrees_of_freedom", count(free as u64));
    machine.put("redundant_constraints", count(unique.n_redundant() as u64));
    machine.put("assembly_motion", assembled.moved);
    machine.put_some("end_time", record.last_time());
    machine.put("steps", count(counts.steps));
    machine.put_some("iterations", counts.iterations.map(count));
    machine.put_some("factorisations", counts.factorisations.map(count));
    machine.put_some("halved_steps", counts.halved.map(count));
    machine.put_some("rejected_steps", counts.too_large.map(|n| n[0]));
    machine.put_some("rounded_steps", counts.too_large.map(|n| n[1]));
    let remedy = run.course.remedy_of_rounding();
    output.warnings.extend(rounded(counts, remedy));
    machine.put_some("smallest_step", counts.lengths.map(|lengths| lengths[0]));
    machine.put_some("largest_step", counts.lengths.map(|lengths| lengths[1]));
    machine.put_some("stopped_by", record.stopped_by.as_deref());
    put_energies(&mut machine, &record.energies);
    let groups = &mut output.values.groups;
    groups.push(machine);
    if record.n_rows() > 0 {
        groups.extend(joints(run, unique, record));
        groups.extend(drives(run, unique, &record.reactions));
        groups.extend(bearings(run, unique, &record.reactions));
        let pairs = run.built.pairs.iter().zip(&record.pairs).enumerate();
        groups
            .extend(pairs.map(|(i, (pair, table))| super::pairs::values(pair, record, (i, table))));
        groups.extend(super::actuators::groups(run.built, record));
        groups.extend(sensors(&record.readings));
        groups.extend(record.occurrences.iter().flat_map(Occurrences::groups));
    }
}

/// An accuracy that is beyond the digits of numbers.
fn rounded(counts: &Counts, remedy: &str) -> Option<String> {
    let [_, rounded] = counts.too_large?;
    if u64::from(rounded) * MANY_ROUNDED <= counts.steps {
        return None;
    }
    Some(format!(
        "{rounded} of {} steps exceed `accuracy` because of rounding errors: write a larger `accuracy`{remedy}",
        counts.steps
    ))
}

pub(super) fn count(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn put_energies(machine: &mut Group, table: &Table) {
    let column = |name: &str| table.column(name).map_or(&[][..], |c| c.values.as_slice());
    for name in ["kinetic", "potential", "dissipated", "supplied"] {
        let last = column(name).last().copied();
        machine.put_some(&format!("energy.{name}"), last);
    }
    if let Some(drift) = Drift::of(table) {
        machine.put("energy.drift", drift.last);
        machine.put("energy.largest_drift", drift.largest);
        machine.put("energy.relative_drift", drift.relative);
        for (key, name) in [
            ("largest_residual.length", "residual_length"),
            ("largest_residual.angle", "residual_angle"),
        ] {
            machine.put(key, largest(column(name).iter().copied()));
        }
    }
}

/// Largest length of the vector that three columns from `first` on hold.
fn largest_size(table: &Table, first: usize) -> f64 {
    let columns = &table.columns[first..first + 3];
    let size = |row: usize| {
        let square = columns.iter().map(|column| column.values[row].powi(2));
        square.sum::<f64>().sqrt()
    };
    largest((0..table.n_rows()).map(size))
}

/// Columns of a joint or of a bearing in the table of reactions.
const PER_JOINT: usize = 6;

/// Force and torque that six columns from `first` on hold.
fn wrench(object: Object, name: &str, reactions: &Table, first: usize, is_unique: bool) -> Group {
    let mut group = Group::new(object, name);
    group.put("largest_force", largest_size(reactions, first));
    group.put("largest_torque", largest_size(reactions, first + 3));
    group.put("is_reaction_unique", is_unique);
    group
}

/// The first column of a joint; that of the whole table is the time.
fn of_joint(joint: usize) -> usize {
    1 + PER_JOINT * joint
}

/// All joints but those that are bearings.
fn joints(run: &MachineRun, unique: &Uniqueness, record: &Record) -> Vec<Group> {
    let built = run.built;
    let is_bearing = |name: &str| built.bearing(name).is_some();
    let joints = built.joints.iter().enumerate();
    let joints = joints.filter(|(_, joint)| !is_bearing(&joint.name));
    let group = |(i, joint): (usize, &crate::machine::BuiltJoint)| {
        let is_unique = unique.is_joint_unique(i);
        let (name, reactions) = (&joint.name, &record.reactions);
        let mut group = wrench(Object::Joint, name, reactions, of_joint(i), is_unique);
        if let (JointKind::Stop { .. }, Some(occurrences)) = (joint.kind, &record.occurrences) {
            occurrences.put_hits(name, &mut group);
        }
        group
    };
    joints.map(group).collect()
}

fn bearings(run: &MachineRun, unique: &Uniqueness, reactions: &Table) -> Vec<Group> {
    let built = run.built;
    let mut next = of_joint(built.joints.len()) + built.drives.len();
    let mut groups = Vec::with_capacity(built.bearings.len());
    for bearing in &built.bearings {
        let (first, is_unique) = match bearing.part {
            BearingPart::Joint(joint) => (of_joint(joint), unique.is_joint_unique(joint)),
            BearingPart::Force(_) => {
                next += PER_JOINT;
                (next - PER_JOINT, true)
            }
        };
        let name = &bearing.name;
        groups.push(wrench(Object::Bearing, name, reactions, first, is_unique));
    }
    groups
}

fn drives(run: &MachineRun, unique: &Uniqueness, reactions: &Table) -> Vec<Group> {
    let first = of_joint(run.built.joints.len());
    let group = |(i, drive): (usize, &crate::machine::BuiltDrive)| {
        let values = reactions.columns[first + i].values.iter();
        let mut group = Group::new(Object::Drive, &drive.name);
        group.unit = effort(drive).1;
        group.put("largest_reaction", largest(values.copied()));
        group.put("is_reaction_unique", unique.is_drive_unique(i));
        group
    };
    run.built.drives.iter().enumerate().map(group).collect()
}

fn sensors(readings: &Table) -> Vec<Group> {
    let Some((time, columns)) = readings.columns.split_first() else {
        return Vec::new();
    };
    let group = |column: &Column| {
        let values = &column.values;
        let mut group = Group::new(Object::Sensor, &column.name);
        group.unit = column.unit;
        group.put_some("last", values.last().copied());
        let fold = |pick: fn(f64, f64) -> f64| values.iter().copied().reduce(pick);
        group.put_some("min", fold(f64::min));
        group.put_some("max", fold(f64::max));
        group.put_some("mean", mean(&time.values, values));
        group
    };
    columns.iter().map(group).collect()
}

/// Mean over time by trapezoids; of one row its value.
pub(super) fn mean(times: &[f64], values: &[f64]) -> Option<f64> {
    let (first, last) = (times.first()?, times.last()?);
    if last <= first {
        return values.last().copied();
    }
    let parts = times.windows(2).zip(values.windows(2));
    let area: f64 = parts
        .map(|(t, v)| 0.5 * (t[1] - t[0]) * (v[0] + v[1]))
        .sum();
    Some(area / (last - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_weigh_with_time() {
        // Rows at uneven times of v = 2 t: the mean over 0 to 3 is 3.
        let times = [0.0, 0.5, 3.0];
        let values = times.map(|t| 2.0 * t);
        assert_eq!(mean(&times, &values), Some(3.0));
        assert_eq!(mean(&[1.0], &[7.0]), Some(7.0));
        assert_eq!(mean(&[], &[]), None);
    }
}
