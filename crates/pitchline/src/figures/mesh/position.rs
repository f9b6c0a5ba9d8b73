//! Where the two gears of a pair stand when the drive flanks touch.
//!
//! The plane of the pair: the pinion, or `a` if it is the ring, has its axis at the origin; the pitch point is on +x.
//! `a` drives in the sense +φ with its right flank (`sign:flanks`). With s = +1, and s = −1 for a ring as `a`:
//!
//! | what | where |
//! |---|---|
//! | base tangent point T at distance 0 | r_b (cos α_wt, −s sin α_wt) |
//! | direction of growing distance | (sin α_wt, s cos α_wt) |
//! | touching flank of the other wheel | the right one, the left one in internal pairs |
//!
//! A rack as `a` stands above the pinion as it does as `b`, and drives along its own +y.

use std::f64::consts::PI;

use super::super::outline::turned;
use crate::geometry::{ContactPoint, CylindricalGear, GearPair};
use crate::pictures::Point;

/// How a gear's own frame lies in the plane of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    /// The gear's axis, or the middle of tooth 0 of a rack on its datum line (m).
    pub(super) centre: Point,
    /// Angle of the gear's x axis (rad).
    pub(super) turn: f64,
}

impl Placement {
    /// A point of the gear in the plane of the pair.
    pub(super) fn map(&self, point: Point) -> Point {
        let [x, y] = turned(point, self.turn);
        [self.centre[0] + x, self.centre[1] + y]
    }
}

/// A pair in a position in which its drive flanks touch.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Position {
    /// Wheels a and b.
    pub(super) placements: [Placement; 2],
    /// Where tooth pairs touch (m); tooth 0 of both touches at the first.
    pub(super) contacts: Vec<Point>,
    /// The point at distance 0 on the line of action (m).
    start: Point,
    /// Direction of growing distance.
    direction: Point,
}

impl Position {
    /// The position that shows as many tooth pairs in contact as ever touch at once.
    pub(super) fn new(pair: &GearPair) -> Self {
        let distances = contact_distances(pair);
        let alpha = pair.working_pressure_angle;
        let (sin, cos) = alpha.sin_cos();
        let is_ring_first = pair.is_internal() && pair.is_swapped();
        let sign = if is_ring_first { -1.0 } else { 1.0 };
        let base = pair.a.as_wheel().or(pair.b.as_wheel());
        let base = base.map_or(0.0, |wheel| wheel.base_radius);
        let mut position = Self {
            placements: [Placement {
                centre: [0.0, 0.0],
                turn: 0.0,
            }; 2],
            contacts: Vec::new(),
            start: [base * cos, -sign * base * sin],
            direction: [sin, sign * cos],
        };
        position.contacts = distances.iter().map(|d| position.point(*d)).collect();
        let first = distances.first().copied().unwrap_or(pair.path.c.distance);
        position.placements = position.touching(pair, &pair.contact_point(first));
        position
    }

    /// The point at a distance on the line of action (m).
    pub(super) fn point(&self, distance: f64) -> Point {
        [
            self.start[0] + distance * self.direction[0],
            self.start[1] + distance * self.direction[1],
        ]
    }

    fn touching(&self, pair: &GearPair, contact: &ContactPoint) -> [Placement; 2] {
        let touch = self.point(contact.distance);
        let distance = pair.center_distance;
        let centre_b = match (pair.is_internal(), pair.is_swapped()) {
            (true, false) => -distance,
            (true, true) | (false, _) => distance,
        };
        let side_b = if pair.is_internal() { -1.0 } else { 1.0 };
        let place = |i: usize, gear: &CylindricalGear| match gear {
            CylindricalGear::Wheel(wheel) => {
                let is_beside_rack = pair.working_radius.contains(&None);
                let (x, side) = match i {
                    0 => (0.0, 1.0),
                    _ if is_beside_rack => (0.0, 1.0),
                    _ => (centre_b, side_b),
                };
                let radius = contact.radius[i].unwrap_or(wheel.reference_radius);
                let seen = touch[1].atan2(touch[0] - x);
                Placement {
                    centre: [x, 0.0],
                    turn: seen - side * wheel.profile.flank_half_angle(radius),
                }
            }
            CylindricalGear::Rack(rack) => {
                let half = 0.5 * rack.thickness_at(distance - touch[0]);
                Placement {
                    centre: [distance, touch[1] + half],
                    turn: PI,
                }
            }
        };
        [place(0, &pair.a), place(1, &pair.b)]
    }
}

/// Distances at which tooth pairs touch: as many as fit on the path, evenly away from its ends; at the pitch point
/// if only one fits.
fn contact_distances(pair: &GearPair) -> Vec<f64> {
    let path = &pair.path;
    let ratio = pair.transverse_contact_ratio;
    let sense = (path.e.distance - path.a.distance).signum();
    let base_pitch = pair.a.data().system.base_pitch();
    if ratio >= 1.0 {
        let rest = 0.5 * ratio.fract() * base_pitch;
        let count = ratio.floor() as u32;
        return (0..=count)
            .map(|i| path.a.distance + sense * (rest + f64::from(i) * base_pitch))
            .collect();
    }
    let [low, high] = [path.a.distance, path.e.distance];
    let is_within = (low.min(high)..=low.max(high)).contains(&path.c.distance);
    if ratio > 0.0 && !is_within {
        return vec![0.5 * (low + high)];
    }
    vec![path.c.distance]
}
