//! Reactions of joints, drives and bearings, and which of them equilibrium leaves open.

use super::sensors::Instant;
use crate::dynamics::{ElementId, Equations, Redundancy};
use crate::machine::{BearingPart, BuiltDrive, BuiltJoint, BuiltMachine};
use crate::model::machine::Axes;
use crate::results::Table;

const AXES: [&str; 3] = ["x", "y", "z"];

/// What says in the name of a column that its numbers are one of many possible.
const OPEN: &str = "_not_unique";

/// Which reactions do not follow from equilibrium, because of redundant constraints.
#[derive(Debug, Clone)]
pub(crate) struct Uniqueness {
    /// Of each joint: force along x, y, z and torque about x, y, z of a.
    joints: Vec<[bool; 6]>,
    /// Of each drive.
    drives: Vec<bool>,
    /// Constraints that follow from others, by name.
    redundant: Vec<String>,
    /// Constraints that do not.
    pub rank: usize,
}

impl Uniqueness {
    /// Looks at all joints and drives.
    pub fn of(built: &BuiltMachine, equations: &Equations, redundancy: &Redundancy) -> Self {
        let is_open = |element: ElementId, row: usize| {
            let (first, _) = equations.multipliers_of(element.0 as usize);
            redundancy.is_ambiguous(first + row)
        };
        let named = redundancy.constraints.iter();
        Self {
            joints: built
                .joints
                .iter()
                .map(|joint| open_components(joint, |row| is_open(joint.element, row)))
                .collect(),
            drives: built
                .drives
                .iter()
                .map(|drive| is_open(drive.element, 0))
                .collect(),
            redundant: named
                .map(|one| equations.constraint_name(one.constraint))
                .collect(),
            rank: redundancy.rank,
        }
    }

    /// How many constraints follow from others.
    pub fn n_redundant(&self) -> usize {
        self.redundant.len()
    }

    /// Whether all of a joint's reactions follow from equilibrium.
    pub fn is_joint_unique(&self, joint: usize) -> bool {
        self.joints
            .get(joint)
            .is_none_or(|open| !open.contains(&true))
    }

    /// Whether a drive's reaction follows from equilibrium.
    pub fn is_drive_unique(&self, drive: usize) -> bool {
        self.drives.get(drive).is_none_or(|open| !open)
    }

    /// What a designer must know, if anything.
    pub fn warning(&self, built: &BuiltMachine) -> Option<String> {
        if self.redundant.is_empty() {
            return None;
        }
        let joints = (0..built.joints.len()).filter(|i| !self.is_joint_unique(*i));
        let joints = joints.map(|i| format!("joint `{}`", built.joints[i].name));
        let drives = (0..built.drives.len()).filter(|i| !self.is_drive_unique(*i));
        let drives = drives.map(|i| format!("drive `{}`", built.drives[i].name));
        let parts: Vec<String> = joints.chain(drives).collect();
        let (constraints, follow) = match self.redundant.len() {
            1 => ("1 constraint".to_owned(), "follows"),
            n => (format!("{n} constraints"), "follow"),
        };
        const SHOWN: usize = 6;
        let named = self.redundant.iter().take(SHOWN).cloned();
        let more = self.redundant.len().saturating_sub(SHOWN);
        let named: Vec<String> = named
            .chain((more > 0).then(|| format!("{more} more")))
            .collect();
        let is_rigid = self.redundant.iter().any(|name| name.starts_with("pair "));
        let elastic = match is_rigid {
            true => ", or give the pairs level = \"joint\", whose teeth are elastic",
            false => "",
        };
        Some(format!(
            "{constraints} {follow} from others ({}): the reactions of {} are not unique, those given are the shortest; \
             leave a motion of one of them free to have them determined{elastic}",
            named.join("; "),
            parts.join(", ")
        ))
    }

    /// The table of reactions, without rows: those of the joints, then those of the drives, then those of elastic bearings.
    pub fn table(&self, built: &BuiltMachine) -> Table {
        let mut table = Table::new("reactions");
        table.is_long = true;
        table.push("time", "s", Vec::new());
        for (joint, open) in built.joints.iter().zip(&self.joints) {
            for (i, is_open) in open.iter().enumerate() {
                let (what, unit) = [("force", "N"), ("torque", "N m")][i / 3];
                let name = column(&joint.name, what, AXES[i % 3], *is_open);
                table.push(name, unit, Vec::new());
            }
        }
        for (drive, is_open) in built.drives.iter().zip(&self.drives) {
            let (what, unit) = effort(drive);
            table.push(column(&drive.name, what, "z", *is_open), unit, Vec::new());
        }
        for (bearing, _) in elastic_bearings(built) {
            for (i, axis) in AXES.iter().chain(&AXES).enumerate() {
                let (what, unit) = [("force", "N"), ("torque", "N m")][i / 3];
                table.push(column(bearing, what, axis, false), unit, Vec::new());
            }
        }
        table
    }
}

/// Names of the bearings that are forces, and which they are; the others are among the joints.
pub(super) fn elastic_bearings(built: &BuiltMachine) -> impl Iterator<Item = (&str, usize)> {
    built
        .bearings
        .iter()
        .filter_map(|bearing| match bearing.part {
            BearingPart::Force(force) => Some((bearing.name.as_str(), force)),
            BearingPart::Joint(_) => None,
        })
}

/// What a drive exerts, and its unit.
pub(super) fn effort(drive: &BuiltDrive) -> (&'static str, &'static str) {
    match drive.drive.motion.is_angle() {
        true => ("torque", "N m"),
        false => ("force", "N"),
    }
}

fn column(name: &str, what: &str, axis: &str, is_open: bool) -> String {
    let open = if is_open { OPEN } else { "" };
    format!("{name}_{what}_{axis}_on_b_in_axes_of_a{open}")
}

/// Components of the reaction that the rows of a joint leave open.
fn open_components(joint: &BuiltJoint, is_open: impl Fn(usize) -> bool) -> [bool; 6] {
    let mut open = [false; 6];
    let locks = (0..6).filter(|&lock| joint.joint.locked[lock]);
    for (row, lock) in locks.enumerate() {
        if is_open(row) {
            match lock {
                0..3 => open[lock] = true,
                // Rows of rotations act about axes that stand between those of a and b.
                _ => open[3..].fill(true),
            }
        }
    }
    if joint.joint.lead.is_some() && is_open(joint.joint.n_constraints() - 1) {
        open[2..].fill(true);
    }
    open
}

impl Instant<'_> {
    /// One row of the table of reactions, without the time.
    pub fn reactions(&self, out: &mut Vec<f64>) {
        for joint in 0..self.built.joints.len() {
            out.extend(self.reaction(joint).concat());
        }
        out.extend((0..self.built.drives.len()).map(|drive| self.drive(drive)));
        for (_, force) in elastic_bearings(self.built) {
            out.extend(self.force(force, Axes::Joint).concat());
        }
    }
}
