//! Outlines of teeth as points (m), tooth 0 on +x of the gear's own frame.

use std::f64::consts::{PI, TAU};

use crate::geometry::CylindricalGear;
use crate::pictures::Point;

/// Points on each curve of a flank: chords then stay within a tenth of a pixel.
pub(super) const POINTS_PER_CURVE: usize = 24;

/// The teeth `first` to `last`, from the middle of a root to the middle of a root, in the sense of growing angle.
pub(super) fn teeth(gear: &CylindricalGear, first: i64, last: i64) -> Vec<Point> {
    let half = gear.half_outline(POINTS_PER_CURVE);
    let left = half.iter().map(|[x, y]| [*x, -y]);
    let right = half.iter().rev().skip(1).copied();
    let tooth: Vec<Point> = left.chain(right).collect();
    (first..=last)
        .flat_map(|index| tooth.iter().map(move |point| stepped(gear, *point, index)))
        .collect()
}

/// The same place `steps` teeth further.
pub(super) fn stepped(gear: &CylindricalGear, [x, y]: Point, steps: i64) -> Point {
    let steps = steps as f64;
    match gear {
        CylindricalGear::Wheel(wheel) => turned([x, y], steps * TAU / f64::from(wheel.data.teeth)),
        CylindricalGear::Rack(rack) => [x, y + steps * rack.data.system.transverse_pitch()],
    }
}

/// The outline closed through the body, for filling: to the bore or axis, to the outside of a ring, to the back of a
/// rack; `thickness` (m) of the body where it is not known.
pub(super) fn body(gear: &CylindricalGear, outline: &[Point], thickness: f64) -> Vec<Point> {
    let mut points = outline.to_vec();
    let (Some(first), Some(last)) = (outline.first(), outline.last()) else {
        return points;
    };
    match gear {
        CylindricalGear::Wheel(wheel) => {
            let radius = if wheel.is_internal() {
                wheel.root_radius + wheel.data.rim.unwrap_or(thickness)
            } else {
                wheel.data.bore_radius.unwrap_or(0.0)
            };
            // The outline runs anticlockwise, its chord back clockwise; a whole wheel comes back to where it began.
            let [from, to] = [last, first].map(|[x, y]| y.atan2(*x));
            let mut sweep = (to - from).rem_euclid(TAU) - TAU;
            if sweep > -1e-9 {
                sweep = -TAU;
            }
            let n = (sweep.abs() / (0.5 * PI / 90.0)).ceil().max(2.0) as u32;
            points.extend((0..=n).map(|i| {
                let angle = from + sweep * f64::from(i) / f64::from(n);
                [radius * angle.cos(), radius * angle.sin()]
            }));
        }
        CylindricalGear::Rack(rack) => {
            let back = -rack.root_depth - thickness;
            points.extend([[back, last[1]], [back, first[1]]]);
        }
    }
    points
}

/// A point turned about the origin.
pub(super) fn turned([x, y]: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos]
}
