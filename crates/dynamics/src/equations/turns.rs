//! Angles over whole turns: what they are expected to be after a step, and whether they can be read.

use super::{Equations, Place};
use crate::hinged::within_a_turn;
use crate::{Element, ElementId, Machine, State, TurnsFrom};
use std::f64::consts::TAU;

/// A drive is where it leads to within so many radians, or so much of the extent.
const NEAR: f64 = 1e-12;

/// How far a drive leads a machine to its first state.
pub(crate) struct DrivenWay {
    /// Its name.
    pub drive: String,
    /// Turns or metres.
    pub length: f64,
    pub unit: &'static str,
    /// The same in turns; for a displacement a radian is the extent of the machine.
    pub turns: f64,
}

impl Equations<'_> {
    /// How much followed angles are expected to have changed over `step` (s) since those of the state that the equations look at: by
    /// what a drive prescribes, or by their rates. \[theory:multibody\] (6)
    pub fn expect_turns(&mut self, step: f64) {
        let time = self.kinematics.time;
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            for (which, angle) in place.touched.angles.iter().enumerate() {
                let drive = self.drives[angle.0 as usize].and_then(|id| self.machine.element(id));
                let driven = drive.and_then(|(_, drive)| drive.prescribed_turn(time, time + step));
                let change = driven.unwrap_or_else(|| {
                    let [_, rate] = element.angle(&self.kinematics, which);
                    step * rate
                });
                self.kinematics.expected_changes_mut()[angle.0 as usize] = change;
            }
        }
    }

    /// The same by their rates alone, whatever drives prescribe.
    pub(crate) fn expect_turns_by_rates(&mut self, step: f64) {
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            for (which, angle) in place.touched.angles.iter().enumerate() {
                let [_, rate] = element.angle(&self.kinematics, which);
                self.kinematics.expected_changes_mut()[angle.0 as usize] = step * rate;
            }
        }
    }

    /// The drive that leads a machine furthest to its first state; none where all stand there already, or nothing counts turns.
    pub(crate) fn furthest_way(&self, from: TurnsFrom, state: &State) -> Option<DrivenWay> {
        let mut elements = self.machine.elements();
        let is_counted = elements.any(|(_, element)| element.counts_turns());
        if !is_counted && self.machine.n_angles() == 0 {
            return None;
        }
        let extent = self.extent(state);
        let ways = self.machine.elements().map(|(name, element)| {
            let length = element.way(from, state.time);
            let is_angle = element.constraint_is_angle(0);
            let angle = if is_angle { length } else { length / extent };
            (name, length, is_angle, angle.abs())
        });
        let (name, length, is_angle, angle) = ways.max_by(|a, b| a.3.total_cmp(&b.3))?;
        // What joints may keep open is no way.
        (angle.is_finite() && angle > NEAR).then(|| DrivenWay {
            drive: name.to_owned(),
            length: if is_angle { length / TAU } else { length },
            unit: if is_angle { "turns" } else { "m" },
            turns: angle / TAU,
        })
    }

    /// What share is still missing of the way that drives lead.
    pub(crate) fn set_lead(&mut self, from: TurnsFrom, missing: f64) {
        self.kinematics.lead = (from, missing);
    }

    /// Whether angles that no drive prescribes can be read after a step in one way only: their rates have changed by less than half
    /// a turn per step since [`Self::expect_turns`]. \[theory:multibody\] (6)
    pub(crate) fn turns_are_clear(&self, step: f64) -> bool {
        let elements = self.places.iter().zip(self.machine.elements());
        elements.into_iter().all(|(place, (_, element))| {
            place
                .touched
                .angles
                .iter()
                .enumerate()
                .all(|(which, angle)| {
                    let [_, rate] = element.angle(&self.kinematics, which);
                    let expected = self.kinematics.expected_change(*angle);
                    self.drives[angle.0 as usize].is_some()
                        || (step * rate - expected).abs() <= std::f64::consts::PI
                })
        })
    }

    /// Takes so much of the changes that were expected last.
    pub(crate) fn rescale_expected_turns(&mut self, factor: f64) {
        for change in self.kinematics.expected_changes_mut() {
            *change *= factor;
        }
    }

    /// At the end of a step: writes the followed angles into its state, and takes whole turns from coordinates that turn nodes: no digits are lost however long the machine runs.
    pub(crate) fn end_turns(&self, state: &mut State) {
        self.follow_turns(state);
        for node in self.machine.hinged() {
            let angle = &mut state.scalars[node.scalar.0 as usize];
            *angle = within_a_turn(*angle);
        }
    }

    /// Writes the followed angles, as the machine is now, into a state.
    pub fn follow_turns(&self, state: &mut State) {
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            for (which, angle) in place.touched.angles.iter().enumerate() {
                let [rest, _] = element.angle(&self.kinematics, which);
                state.angles[angle.0 as usize] = self.kinematics.followed(*angle, rest);
            }
        }
    }
}

/// The drive of each followed angle.
pub(super) fn drives(machine: &Machine, places: &[Place]) -> Vec<Option<ElementId>> {
    let mut drives = vec![None; machine.n_angles()];
    let prescribing = || {
        let elements = machine.elements().enumerate();
        elements.filter(|(_, (_, element))| element.prescribed_turn(0.0, 0.0).is_some())
    };
    for (place, (_, element)) in places.iter().zip(machine.elements()) {
        let Some(between) = element.turns_between() else {
            continue;
        };
        for angle in &place.touched.angles {
            let is_it = |drive: &dyn Element| {
                let driven = drive.turns_between();
                driven.is_some_and(|driven| driven.turns_with(between))
            };
            let found = prescribing().find(|(_, (_, drive))| is_it(*drive));
            drives[angle.0 as usize] = found.map(|(i, _)| ElementId(i as u32));
        }
    }
    drives
}
