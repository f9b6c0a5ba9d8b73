//! Levers of friction that follow the teeth through the mesh. \[theory:planar-contact\] (15)-(17)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | σ | `spread`: length of a contact along the path, in base pitches | |
//! | s/p | `tooth_share`: thickness of a's teeth on the pitch circle, in pitches | |
//! | c | `cycles` (`sign:cycle`) | |

use super::friction_levers::{MOST_CONTACTS, PathSums, check_contact_ratio};
use super::{ContactPath, Levers, PlanarPair};
use crate::{FlankContact, LawError};

/// A shorter contact makes friction jump within less than a hundredth of a cycle.
const LEAST_SPREAD: f64 = 0.01;

/// Parts of a mesh cycle over which levers are averaged: a share of 1e-6 is left.
const PARTS: u32 = 4096;

/// Averages over the contacts that exist at a phase, which share the load by their lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhaseLevers {
    pair: PlanarPair,
    path: ContactPath,
    spread: f64,
    tooth_share: f64,
}

impl PhaseLevers {
    /// `spread` is the overlap ratio of helical gears, and the share of a pitch in which a tooth takes or leaves its load of spur
    /// gears; `tooth_share` is 0.5 where both wheels have equally thick teeth.
    pub fn new(
        pair: &PlanarPair,
        path: &ContactPath,
        spread: f64,
        tooth_share: f64,
    ) -> Result<Self, LawError> {
        check_contact_ratio(pair, path)?;
        if !(LEAST_SPREAD..=MOST_CONTACTS).contains(&spread) {
            return Err(LawError::Value {
                key: "spread",
                value: spread,
                allowed: "0.01 to 100: the overlap ratio, or in how much of a pitch a spur tooth takes its load",
            });
        }
        if !(tooth_share > 0.0 && tooth_share < 1.0) {
            return Err(LawError::Value {
                key: "tooth_share",
                value: tooth_share,
                allowed: "a number between 0 and 1: thickness of a's teeth over the pitch, 0.5 where both are alike",
            });
        }
        Ok(Self {
            pair: *pair,
            path: *path,
            spread,
            tooth_share,
        })
    }

    /// Their mean over a mesh cycle, by the midpoint rule: its error falls with the square of the parts beside kinks.
    pub fn mean(&self) -> Levers {
        let mut sum = Levers::default();
        for part in 0..PARTS {
            let cycles = (f64::from(part) + 0.5) / f64::from(PARTS);
            let [levers, _] = self.at(FlankContact::Right, cycles);
            sum.force += levers.force / f64::from(PARTS);
            for (sum, arm) in sum.torques.iter_mut().zip(levers.torques) {
                *sum += arm / f64::from(PARTS);
            }
        }
        sum
    }

    /// The levers and their derivatives per mesh cycle.
    pub fn at(&self, flank: FlankContact, cycles: f64) -> [Levers; 2] {
        // On left flanks contacts run against x. [theory:planar-contact] (15)
        let onwards = if flank == FlankContact::Left {
            -1.0
        } else {
            1.0
        };
        let pitch = self.pair.base_pitch();
        let phase = (onwards * cycles + 0.5 * self.tooth_share).rem_euclid(1.0);
        let half = 0.5 * self.spread * pitch;
        let mut sums = PathSums::default();
        let mut rates = PathSums::default();
        let first = ((self.path.start() - half) / pitch - phase).floor() as i64;
        let last = ((self.path.end() + half) / pitch - phase).ceil() as i64;
        for i in first..=last {
            let middle = (i as f64 + phase) * pitch;
            let [from, to] = [middle - half, middle + half];
            let [inner_from, inner_to] = [from.max(self.path.start()), to.min(self.path.end())];
            if inner_to <= inner_from {
                continue;
            }
            sums.add(inner_from, inner_to, 1.0);
            // Ends that are free move with the contact, ends of the path stand.
            if to <= self.path.end() {
                rates.move_end(to, pitch);
            }
            if from >= self.path.start() {
                rates.move_end(from, -pitch);
            }
        }
        let levers = sums.levers(&self.pair);
        [levers, self.derivative(&sums, &rates, onwards)]
    }

    /// Derivatives of the quotients. \[theory:planar-contact\] (17)
    fn derivative(&self, sums: &PathSums, rates: &PathSums, onwards: f64) -> Levers {
        let scale = onwards / (sums.load * self.pair.data().base_helix_angle.cos());
        let force = -(rates.signed - sums.signed / sums.load * rates.load) * scale;
        let loss = (rates.distance - sums.distance / sums.load * rates.load) * scale;
        Levers::from_means(&self.pair, force, loss)
    }
}

impl PathSums {
    /// What moving the end of a unit load at a place does, per cycle.
    fn move_end(&mut self, place: f64, rate: f64) {
        self.load += rate;
        self.signed += rate * if place < 0.0 { -1.0 } else { 1.0 };
        self.distance += rate * place.abs();
    }
}

#[cfg(test)]
mod tests;
