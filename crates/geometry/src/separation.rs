//! Two gears placed against each other: the separation of their flanks without load, at any relative position.
//!
//! The world frame is that of the mounting of `a`: its axis on +z, the pitch point on +x. Gear `b` stands at the centre
//! distance, displaced and tilted by its [`Misalignment`]; at zero of both coordinates tooth 1 of `a` is in space 1 of
//! `b`. A coordinate is the angle of a wheel about its own +z, of a rack the displacement along its own +y.
//! Derivation: docs/theory/flank-surfaces.md.

mod clearance;
mod face;
mod gap;
mod mounting;
mod no_load;
mod search;

pub use gap::Separation;
pub use mounting::Misalignment;
pub use no_load::{Feature, NoLoadContact};

use crate::{CylindricalGear, Flank, FlankSide, GearFlanks, GearKind, GearPair};
use mounting::Mounting;

/// The flanks of two gears in mesh.
#[derive(Debug, Clone)]
pub struct ToothMesh {
    a: GearFlanks,
    b: GearFlanks,
    mounting: Mounting,
    is_internal: bool,
    /// Half the play along the line of action of the unmodified, aligned pair (m).
    half_play: f64,
    /// Pairs of teeth beside the middle one that may touch.
    reach: i64,
    /// Displacement of `b` along +z (m).
    axial: f64,
    is_tilted: bool,
    varies_over_width: bool,
}

/// A flank of `a` and the flank of `b` that it may touch.
#[derive(Debug, Clone)]
pub struct FlankPair {
    /// Flank of `a`, in the frame of that gear.
    pub a: Flank,
    /// Flank of `b`, in the frame of that gear.
    pub b: Flank,
}

impl ToothMesh {
    /// The mesh of a pair, with the flanks of its gears.
    ///
    /// The transmission error of unmodified, aligned flanks at the pair's centre distance is zero.
    pub fn new(pair: &GearPair, a: GearFlanks, b: GearFlanks, misalignment: Misalignment) -> Self {
        let is_ring = |gear: &CylindricalGear| gear.data().kind == GearKind::Internal;
        let mounting = Mounting::new(
            pair.center_distance,
            is_ring(&pair.b),
            pair.is_internal(),
            0.5 * b.pitch(),
            b.is_rack(),
            misalignment,
        );
        let varies_over_width = pair.a.data().system.is_helical()
            || misalignment.is_tilted()
            || a.varies_over_width()
            || b.varies_over_width();
        Self {
            mounting,
            is_internal: pair.is_internal(),
            half_play: 0.5 * pair.backlash.line_of_action,
            reach: pair.total_contact_ratio().clamp(0.0, 50.0).ceil() as i64 + 1,
            axial: misalignment.axial,
            is_tilted: misalignment.is_tilted(),
            varies_over_width,
            a,
            b,
        }
    }

    /// Coordinate of `b` at which the error is zero but for the play: −r_b1 θ1 / r_b2, in internal pairs positive.
    pub fn follower(&self, coordinate_a: f64) -> f64 {
        -self.sense() * self.a.lever * coordinate_a / self.b.lever
    }

    /// The pairs of flanks that may touch when `a` stands at a coordinate and pushes with its `side`, the middle
    /// ones first.
    pub fn pairs(&self, coordinate_a: f64, side: FlankSide) -> impl Iterator<Item = FlankPair> {
        let middle = -(coordinate_a / self.a.pitch()).round() as i64;
        // From the middle outward: 0, 1, −1, 2, −2 …
        (0..=2 * self.reach).filter_map(move |i| {
            let step = if i % 2 == 1 { (i + 1) / 2 } else { -i / 2 };
            self.pair_at(middle + step, side)
        })
    }

    /// The flank of `a` on the tooth at this many pitches from tooth 1, and its mate.
    fn pair_at(&self, offset: i64, side: FlankSide) -> Option<FlankPair> {
        let is_right = i64::from(side == FlankSide::Right);
        // Space 1 of b, between its teeth 1 and 2, holds tooth 1 of a.
        let (mate, mate_side) = if self.is_internal {
            let other = match side {
                FlankSide::Right => FlankSide::Left,
                FlankSide::Left => FlankSide::Right,
            };
            (offset + is_right, other)
        } else {
            (1 - is_right - offset, side)
        };
        Some(FlankPair {
            a: self.a.flank(number(&self.a, offset)?, side)?,
            b: self.b.flank(number(&self.b, mate)?, mate_side)?,
        })
    }

    /// +1 external, −1 internal.
    fn sense(&self) -> f64 {
        if self.is_internal { -1.0 } else { 1.0 }
    }

    /// Samples along profile and share of the common face of a search.
    fn samples(&self) -> [usize; 2] {
        [16, if self.varies_over_width { 16 } else { 0 }]
    }
}

/// Number of the tooth that lies this many pitches after tooth 1; a rack ends.
fn number(flanks: &GearFlanks, offset: i64) -> Option<u32> {
    let teeth = i64::from(flanks.teeth);
    let index = if flanks.is_rack() {
        offset
    } else {
        offset.rem_euclid(teeth)
    };
    u32::try_from(index).ok().map(|index| index + 1)
}
