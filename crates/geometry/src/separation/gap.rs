//! The least signed gap between two flanks at given positions of both gears.

use super::face::CommonFace;
use super::mounting::world_of_a;
use super::search::{Sample, least};
use super::{Feature, FlankPair, ToothMesh};

/// Where two flanks are nearest, or deepest in each other. Index 0 of an array is gear `a`, 1 is `b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// Distance along the normal of b's flank: positive when open (m) (`sign:gap`).
    pub gap: f64,
    /// Profile parameters (m).
    pub profile: [f64; 2],
    /// Width parameters (m).
    pub width: [f64; 2],
    /// The two points in the world (m).
    pub point: [[f64; 3]; 2],
    /// What is nearest.
    pub feature: Feature,
}

impl ToothMesh {
    /// Signed distance of a point of a's flank from b's flank, continued beyond its limits: gap, and the foot on `b`.
    pub fn gap_at(
        &self,
        pair: &FlankPair,
        coordinates: [f64; 2],
        profile: f64,
        width: f64,
    ) -> (f64, [f64; 2]) {
        let point = pair.a.point(profile, width).point;
        let world = world_of_a(&pair.a, point, coordinates[0]);
        let foot = pair
            .b
            .nearest_beyond(self.mounting.seen_from_b(world, coordinates[1]));
        (foot.gap, [foot.profile, foot.width])
    }

    /// The least gap of a pair of flanks at given coordinates of both gears.
    ///
    /// Tip edges and end edges are the ends of the flanks: where the least lies on one of them the feature says so.
    pub fn separation(&self, pair: &FlankPair, coordinates: [f64; 2]) -> Option<Separation> {
        // The end edge of b is where the foot reaches it.
        let face = |s: f64| {
            CommonFace::new(self.half_widths(), |width| {
                self.gap_at(pair, coordinates, s, width).1[1]
            })
        };
        let value = |s: f64, share: f64| {
            face(s).map_or(Sample::NONE, |face| {
                let (gap, [foot, _]) = self.gap_at(pair, coordinates, s, face.width(share));
                Sample::new(gap, pair.b.domain.profile_margin(foot))
            })
        };
        let found = least(
            pair.a.domain.profile(),
            [0.0, 1.0],
            self.samples(),
            f64::INFINITY,
            &value,
        )?;
        let face = face(found.profile)?;
        let width = face.width(found.width);
        let (gap, foot) = self.gap_at(pair, coordinates, found.profile, width);
        let on_a = pair.a.point(found.profile, width).point;
        let on_b = pair.b.point(foot[0], foot[1]).point;
        let profile = [found.profile, foot[0]];
        Some(Separation {
            gap,
            profile,
            width: [width, foot[1]],
            point: [
                world_of_a(&pair.a, on_a, coordinates[0]),
                self.mounting.in_world(on_b, coordinates[1]),
            ],
            feature: self.feature(pair, profile, face.end_at(found.width)),
        })
    }
}
