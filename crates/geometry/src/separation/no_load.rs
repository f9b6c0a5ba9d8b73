//! The first contact of two gears without load, and their transmission error.
//!
//! For each point of a flank of `a` the movement of `b` that brings its flank there is known exactly; the first contact
//! is the least of these movements over all points and pairs of teeth. No root has to be searched in the rotation.

use super::mounting::world_of_a;
use super::search::{Sample, least};
use super::{FlankPair, ToothMesh};
use crate::FlankSide;

/// What touches in a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Flank on flank.
    Flanks,
    /// The tip edge of `a` on the flank of `b`.
    TipOfA,
    /// The tip edge of `b` on the flank of `a`.
    TipOfB,
    /// The end edge of a's face on the flank of `b`; of both, where faces end together.
    EndOfA,
    /// The end edge of b's face on the flank of `a`.
    EndOfB,
    /// Where the generated flank of one gear begins.
    Border,
}

/// The first contact of two gears without load. Index 0 of an array is gear `a`, 1 is `b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoLoadContact {
    /// Coordinate of `b` (rad, of a rack m).
    pub coordinate_b: f64,
    /// Transmission error along the line of action (m) (`sign:te`); zero for unmodified, aligned flanks.
    pub transmission_error: f64,
    /// The teeth that touch.
    pub tooth: [u32; 2],
    /// Profile parameters of the contact (m).
    pub profile: [f64; 2],
    /// Width parameters of the contact (m).
    pub width: [f64; 2],
    /// Place of the contact in the world (m).
    pub point: [f64; 3],
    /// What touches.
    pub feature: Feature,
}

impl ToothMesh {
    /// The contact that closes first when `a` stands at a coordinate and pushes `b` with its `side`.
    ///
    /// Right flanks push for positive drive by `a`. `None` when no flanks face each other there, as beyond a rack's end.
    pub fn no_load_contact(&self, coordinate_a: f64, side: FlankSide) -> Option<NoLoadContact> {
        let lag = |contact: &NoLoadContact| side.sign() * contact.transmission_error;
        let mut first: Option<NoLoadContact> = None;
        for pair in self.pairs(coordinate_a, side) {
            let enough = first.as_ref().map_or(f64::INFINITY, lag);
            let contact = self.closing_below(coordinate_a, &pair, enough);
            if let Some(contact) = contact.filter(|contact| lag(contact) < enough) {
                first = Some(contact);
            }
        }
        first
    }

    /// The contact of one pair of flanks, as if the others were not there.
    pub fn closing(&self, coordinate_a: f64, pair: &FlankPair) -> Option<NoLoadContact> {
        self.closing_below(coordinate_a, pair, f64::INFINITY)
    }

    /// The same, exact only where the lag of `b` is below `enough`.
    pub fn closing_below(
        &self,
        coordinate_a: f64,
        pair: &FlankPair,
        enough: f64,
    ) -> Option<NoLoadContact> {
        let sign = pair.a.side.sign();
        let follower = self.follower(coordinate_a);
        let passing = |s: f64, z: f64| {
            let point = world_of_a(&pair.a, pair.a.point(s, z).point, coordinate_a);
            pair.b
                .passing(self.mounting.seen_from_b(point, follower))
                .map(|passing| (point, passing))
        };
        // Lag of b along the line of action where this point of a touches. [theory:flank-surfaces] (12)
        let lag = sign * self.sense() * self.b.lever;
        let lines = self.face_lines(pair, [coordinate_a, follower])?;
        let value = |s: f64, share: f64| {
            let passing = lines.at(s).and_then(|face| passing(s, face.width(share)));
            passing.map_or(Sample::NONE, |(_, passing)| {
                Sample::new(
                    lag * passing.movement,
                    pair.b.domain.profile_margin(passing.profile),
                )
            })
        };
        let found = least(
            pair.a.domain.profile(),
            [0.0, 1.0],
            self.samples(),
            enough + self.half_play,
            &value,
        )?;
        let face = self.face(pair, found.profile, [coordinate_a, follower])?;
        let width = face.width(found.width);
        let (point, passing) = passing(found.profile, width)?;
        let profile = [found.profile, passing.profile];
        Some(NoLoadContact {
            coordinate_b: follower + passing.movement,
            transmission_error: sign * (found.value - self.half_play),
            tooth: [pair.a.tooth, pair.b.tooth],
            profile,
            width: [width, passing.width],
            point,
            feature: self.feature(pair, profile, face.end_at(found.width)),
        })
    }

    /// What touches at these profile places; `end` is the end edge there, which only counts where the width matters.
    pub(super) fn feature(
        &self,
        pair: &FlankPair,
        profile: [f64; 2],
        end: Option<Feature>,
    ) -> Feature {
        let [a, b] = [&pair.a.domain, &pair.b.domain];
        let near = |domain: &crate::FlankDomain, place: f64, end: f64| {
            (place - end).abs() <= 1e-9 * (domain.tip - domain.root).abs()
        };
        if near(a, profile[0], a.tip) {
            Feature::TipOfA
        } else if near(b, profile[1], b.tip) {
            Feature::TipOfB
        } else if let Some(end) = end.filter(|_| self.varies_over_width) {
            end
        } else if near(a, profile[0], a.root) || near(b, profile[1], b.root) {
            Feature::Border
        } else {
            Feature::Flanks
        }
    }
}
