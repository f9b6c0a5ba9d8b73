//! How bright a place of the surface is: a lamp at the upper left, and some light from everywhere.

use super::view::dot;
use pitchline_geometry::Vector;

/// Direction to the lamp in the axes of the picture (right, up, to the eye); a unit vector.
const LAMP: Vector = [-0.36, 0.48, 0.8];

/// Least brightness of a plain body.
pub(super) const PLAIN_DARKEST: f64 = 0.5;
/// Least brightness under colours: they must stay those of the bar.
pub(super) const COLOUR_DARKEST: f64 = 0.82;

/// Brightness from `darkest` to 1 for a unit normal in the axes of the picture; both sides of a face are lit alike.
pub(super) fn brightness(normal: Vector, darkest: f64) -> f64 {
    let facing = if normal[2] < 0.0 { -1.0 } else { 1.0 };
    let share = (facing * dot(LAMP, normal)).max(0.0);
    darkest + (1.0 - darkest) * share
}
