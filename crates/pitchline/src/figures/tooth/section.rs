//! The transverse section of a tooth and what is drawn of it, as points in millimetres on the drawing.
//!
//! Positions are (level, along): radius and angle from the centre line on a wheel, height over the datum line and
//! length on a rack. The centre line is vertical; the axis of a wheel is at the origin, the tooth above it.

use std::f64::consts::{FRAC_PI_2, PI};

use super::level::{Level, levels};
use crate::geometry::CylindricalGear;
use crate::pictures::{Point, font};

/// Half of what is shown of the gear, in pitches: a tooth, its two spaces and the flanks beyond.
const REACH: f64 = 0.87;
/// How far the circles go on to the right of the gear, in modules.
const OVERHANG: f64 = 0.35;
/// Room around the labels to the right of that (px).
const LABEL_ROOM: f64 = 36.0;
/// Width of the frame (px).
pub(super) const FRAME_WIDTH: f64 = 620.0;
/// Font size of labels (px).
const LABEL_SIZE: f64 = 12.5;
/// Points along a circle.
const N_POINTS: usize = 60;

/// A tooth in the transverse plane.
pub(super) struct Section<'g> {
    pub(super) gear: &'g CylindricalGear,
    levels: Vec<Level>,
    /// Normal module (m).
    pub(super) module: f64,
    /// Angle or length from tooth to tooth.
    pub(super) pitch: f64,
}

impl<'g> Section<'g> {
    pub(super) fn new(gear: &'g CylindricalGear) -> Self {
        let system = &gear.data().system;
        let pitch = match gear {
            CylindricalGear::Wheel(wheel) => 2.0 * PI / f64::from(wheel.data.teeth),
            CylindricalGear::Rack(_) => system.transverse_pitch(),
        };
        Self {
            gear,
            levels: levels(gear),
            module: system.module,
            pitch,
        }
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Position on the drawing (mm); growing `along` is to the left, as the angle grows anticlockwise.
    fn place(&self, level: f64, along: f64) -> Point {
        match self.gear {
            CylindricalGear::Wheel(_) => {
                let (sin, cos) = along.sin_cos();
                [-1e3 * level * sin, 1e3 * level * cos]
            }
            CylindricalGear::Rack(_) => [-1e3 * along, 1e3 * level],
        }
    }

    /// Outermost `along` shown of the gear. Few teeth leave no room for the neighbours: never more than 40° then.
    pub(super) fn reach(&self) -> f64 {
        match self.gear {
            CylindricalGear::Wheel(_) => (REACH * self.pitch).min(PI / 4.5),
            CylindricalGear::Rack(_) => REACH * self.pitch,
        }
    }

    /// Levels of tip and root (m).
    pub(super) fn tip_and_root(&self) -> [f64; 2] {
        match self.gear {
            CylindricalGear::Wheel(wheel) => [wheel.tip_radius, wheel.root_radius],
            CylindricalGear::Rack(rack) => [rack.tip_height, -rack.root_depth],
        }
    }

    /// 1 if the tip is above the root, −1 on an internal gear.
    fn upward(&self) -> f64 {
        let [tip, root] = self.tip_and_root();
        (tip - root).signum()
    }

    /// Direction from the body to the tip.
    pub(super) fn tip_direction(&self) -> f64 {
        FRAC_PI_2 * self.upward()
    }

    /// Level at which the drawn body ends (m).
    pub(super) fn body_end(&self) -> f64 {
        let [_, root] = self.tip_and_root();
        let depth = 1.1 * self.module;
        let depth = match self.gear {
            CylindricalGear::Wheel(wheel) if wheel.is_internal() => wheel
                .data
                .rim
                .filter(|rim| *rim < 4.5 * self.module)
                .unwrap_or(depth),
            CylindricalGear::Wheel(wheel) => {
                let bore = wheel.data.bore_radius.unwrap_or(0.0);
                depth.min(root - bore)
            }
            CylindricalGear::Rack(_) => depth,
        };
        root - self.upward() * depth
    }

    /// The corners of what is shown (mm).
    pub(super) fn view(&self) -> [Point; 2] {
        let [tip, _] = self.tip_and_root();
        let reach = self.reach();
        let corners =
            [tip, self.body_end()].map(|level| [self.place(level, reach), self.place(level, 0.0)]);
        let all: Vec<Point> = corners.into_iter().flatten().collect();
        let low = |k: usize| all.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min);
        let high = |k: usize| all.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max);
        let module = 1e3 * self.module;
        let half = -low(0);
        let room = 0.35 * module;
        let right = half + OVERHANG * module;
        // The labels take their share of the width of the frame.
        let widths = self
            .levels
            .iter()
            .map(|level| font::extent(&level.label(), LABEL_SIZE).width);
        let widest = LABEL_ROOM + widths.fold(0.0, f64::max);
        let share = widest / (FRAME_WIDTH - widest).max(widest);
        [
            [-half - room, low(1) - room],
            [right + (right + half + room) * share, high(1) + room],
        ]
    }

    /// The line of a level from right to left, a little longer than the gear on the right.
    pub(super) fn line(&self, level: &Level) -> Vec<Point> {
        let reach = self.reach();
        let overhang = OVERHANG * self.module;
        let overhang = match self.gear {
            CylindricalGear::Wheel(_) => overhang / level.at,
            CylindricalGear::Rack(_) => overhang,
        };
        self.curve(level.at, -reach - overhang, reach)
    }

    pub(super) fn curve(&self, level: f64, from: f64, to: f64) -> Vec<Point> {
        let fraction = |i: usize| i as f64 / N_POINTS as f64;
        (0..=N_POINTS)
            .map(|i| self.place(level, from + (to - from) * fraction(i)))
            .collect()
    }
}
