//! Arrowheads of a technical drawing.

use serde::Serialize;

use super::colour::Colour;
use super::scene::{Item, Path, Point};
use super::shape::Transform;

/// Length of an arrowhead (px).
pub(crate) const HEAD: f64 = 9.0;

/// An arrowhead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Arrow {
    pub(crate) tip: Point,
    /// A place behind the tip, which gives the direction.
    pub(crate) from: Point,
    pub(crate) colour: Colour,
    /// Length of the line (px) below which there is no room for the head.
    pub(crate) least: f64,
}

impl Arrow {
    /// A slim head, unless there is no room for it or the direction is no number.
    pub(crate) fn draw(&self, transform: &Transform) -> Option<Item> {
        let (tip, from) = (transform.map(self.tip), transform.map(self.from));
        let (dx, dy) = (tip[0] - from[0], tip[1] - from[1]);
        let length = dx.hypot(dy);
        let (ux, uy) = (HEAD * dx / length, HEAD * dy / length);
        let corner = |side: f64| [tip[0] - ux - side * uy, tip[1] - uy + side * ux];
        let is_drawn = length > self.least && ux.is_finite() && uy.is_finite();
        is_drawn.then(|| {
            Item::Path(Path {
                runs: vec![vec![tip, corner(0.25), corner(-0.25)]],
                is_closed: true,
                stroke: None,
                fill: Some(self.colour),
            })
        })
    }
}
