//! Shapes of a technical drawing, in the units of the drawing, and how they come onto the page.

use std::f64::consts::{PI, TAU};

use serde::Serialize;

use super::clip;
use super::rectangle::Rectangle;
use super::scene::{Item, Path, Point};
use super::style::LineStyle;

/// Chords leave their arc by no more than this (px).
const CHORD_ERROR: f64 = 0.03;

/// A shape in the units of the drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Shape {
    /// Straight pieces; a closed one may be filled.
    Polyline {
        /// The corners.
        points: Vec<Point>,
        /// Whether it returns to its start.
        is_closed: bool,
    },
    /// An arc from angle `start` over `sweep` (rad, anticlockwise).
    Arc {
        /// Centre.
        centre: Point,
        /// Radius.
        radius: f64,
        /// First angle.
        start: f64,
        /// Angle covered, a whole turn for a circle.
        sweep: f64,
    },
}

/// World to page: equal scales, y upwards in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transform {
    /// Page position of the origin of the world.
    pub(crate) origin: Point,
    /// Pixels per unit of the drawing.
    pub(crate) scale: f64,
}

impl Transform {
    /// Page position; far points stay finite, which cutting lines needs.
    pub(crate) fn map(&self, point: Point) -> Point {
        let far = 1e12;
        [
            (self.origin[0] + self.scale * point[0]).clamp(-far, far),
            (self.origin[1] - self.scale * point[1]).clamp(-far, far),
        ]
    }
}

impl Shape {
    /// The corners of the box around the shape in the units of the drawing.
    pub(crate) fn corners(&self) -> Vec<Point> {
        match self {
            Self::Polyline { points, .. } => points.clone(),
            Self::Arc {
                centre,
                radius,
                start,
                sweep,
            } => {
                // Ends, and those of the four outermost points that the arc passes.
                let first = start.min(start + sweep);
                let quarters = (0..8)
                    .map(|i| (first / (0.5 * PI)).ceil() * 0.5 * PI + f64::from(i) * 0.5 * PI);
                let passed = quarters.filter(|angle| *angle <= first + sweep.abs());
                [*start, start + sweep]
                    .into_iter()
                    .chain(passed)
                    .map(|angle| on_circle(*centre, *radius, angle))
                    .collect()
            }
        }
    }

    /// The parts of the line on the page, cut to the frame.
    pub(crate) fn lines(&self, transform: &Transform, frame: &Rectangle) -> Vec<Vec<Point>> {
        clip::clipped(&self.flattened(transform, frame), frame)
    }

    /// The shape as drawn; cut somewhat outside of the frame, where the clip of the drawing hides the cut.
    pub(crate) fn draw(
        &self,
        style: &LineStyle,
        transform: &Transform,
        frame: &Rectangle,
    ) -> Vec<Item> {
        let outer = frame.grown(20.0);
        let mut items = Vec::new();
        if let Some(colour) = style.fill
            && let Some(border) = self.border(transform, &outer)
        {
            items.push(Item::Path(Path {
                runs: vec![clip::clipped_polygon(&border, &outer)],
                is_closed: true,
                stroke: None,
                fill: Some(colour),
            }));
        }
        if style.width > 0.0 {
            items.push(Path::lines(self.lines(transform, &outer), style));
        }
        items
    }

    /// What goes around an area on the page; none of an arc, and none of a circle that is cut by the frame.
    fn border(&self, transform: &Transform, frame: &Rectangle) -> Option<Vec<Point>> {
        let is_area = match self {
            Self::Polyline { .. } => true,
            Self::Arc { centre, sweep, .. } => {
                sweep.abs() >= TAU && frame.contains(transform.map(*centre))
            }
        };
        is_area.then(|| self.flattened(transform, frame))
    }

    /// Points on the page.
    fn flattened(&self, transform: &Transform, frame: &Rectangle) -> Vec<Point> {
        match self {
            Self::Polyline { points, is_closed } => {
                let closing = points.first().filter(|_| *is_closed);
                let points = points.iter().chain(closing);
                points.map(|point| transform.map(*point)).collect()
            }
            Self::Arc {
                centre,
                radius,
                start,
                sweep,
            } => {
                let numbers = [centre[0], centre[1], *radius, *start, *sweep];
                if numbers.iter().any(|number| !number.is_finite()) {
                    return Vec::new();
                }
                let centre = transform.map(*centre);
                flattened_arc(centre, radius * transform.scale, *start, *sweep, frame)
            }
        }
    }
}

fn on_circle(centre: Point, radius: f64, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    [centre[0] + radius * cos, centre[1] + radius * sin]
}

/// An arc on the page. Of a circle around a centre outside of the frame only the angles that see the frame are
/// drawn, so that the number of chords stays small for any radius.
fn flattened_arc(
    centre: Point,
    radius: f64,
    start: f64,
    sweep: f64,
    frame: &Rectangle,
) -> Vec<Point> {
    let sweep = sweep.clamp(-TAU, TAU);
    let (low, high) = (start.min(start + sweep), start.max(start + sweep));
    let mut points: Vec<Point> = Vec::new();
    for [from, to] in visible_angles(centre, frame) {
        // Whole turns bring the visible angles next to those of the arc.
        let first_turn = ((low - to) / TAU).ceil() as i64;
        for turn in first_turn..first_turn + 3 {
            let shift = turn as f64 * TAU;
            let (from, to) = ((from + shift).max(low), (to + shift).min(high));
            if from > to {
                continue;
            }
            if !points.is_empty() {
                points.push([f64::NAN; 2]);
            }
            let chord = (8.0 * CHORD_ERROR / radius.abs().max(1.0)).sqrt();
            let n_chords = ((to - from) / chord).ceil().clamp(1.0, 5000.0);
            let mut step = 0.0;
            while step <= n_chords {
                let angle = from + (to - from) * step / n_chords;
                let [x, y] = on_circle([0.0, 0.0], radius, angle);
                points.push([centre[0] + x, centre[1] - y]);
                step += 1.0;
            }
        }
    }
    points
}

/// The angles, anticlockwise with y upwards, under which the frame is seen from the centre.
fn visible_angles(centre: Point, frame: &Rectangle) -> Vec<[f64; 2]> {
    let frame = frame.grown(10.0);
    if frame.contains(centre) {
        return vec![[0.0, TAU]];
    }
    let middle = [
        0.5 * (frame.left + frame.right),
        0.5 * (frame.top + frame.bottom),
    ];
    let angle_of = |point: Point| (centre[1] - point[1]).atan2(point[0] - centre[0]);
    let axis = angle_of(middle);
    // Seen from outside, a rectangle covers less than half a turn, so differences to the middle need no more turns.
    let corners = [
        [frame.left, frame.top],
        [frame.right, frame.top],
        [frame.left, frame.bottom],
        [frame.right, frame.bottom],
    ];
    let differences = corners.map(|corner| {
        let difference = angle_of(corner) - axis;
        difference - TAU * (difference / TAU).round()
    });
    let low = differences.into_iter().fold(f64::INFINITY, f64::min);
    let high = differences.into_iter().fold(f64::NEG_INFINITY, f64::max);
    vec![[axis + low, axis + high]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRAME: Rectangle = Rectangle {
        left: 0.0,
        top: 0.0,
        right: 400.0,
        bottom: 300.0,
    };

    #[test]
    fn an_arc_knows_its_outermost_points() {
        let arc = Shape::Arc {
            centre: [0.0, 0.0],
            radius: 2.0,
            start: -0.1,
            sweep: 0.2,
        };
        let widest = arc
            .corners()
            .iter()
            .map(|point| point[0])
            .fold(0.0, f64::max);
        assert!((widest - 2.0).abs() < 1e-12);
    }

    #[test]
    fn a_huge_circle_crosses_the_frame_as_a_line() {
        let circle = Shape::Arc {
            centre: [0.0, -1e9],
            radius: 1e9 + 150.0,
            start: 0.0,
            sweep: TAU,
        };
        let transform = Transform {
            origin: [200.0, 300.0],
            scale: 1.0,
        };
        let runs = circle.lines(&transform, &FRAME);
        assert_eq!(runs.len(), 1);
        assert!(runs[0].len() < 50);
        assert!(runs[0].iter().all(|point| (point[1] - 150.0).abs() < 1e-3));
        assert!((runs[0][0][0] - runs[0][runs[0].len() - 1][0]).abs() > 399.0);
    }

    proptest! {
        #[test]
        fn arcs_lie_on_their_circle(x in -1e4..1e4_f64, y in -1e4..1e4_f64, radius in 1.0..1e4_f64,
                                    start in -10.0..10.0_f64, sweep in -7.0..7.0_f64) {
            let arc = Shape::Arc { centre: [x, y], radius, start, sweep };
            let transform = Transform { origin: [200.0, 150.0], scale: 0.7 };
            let centre = transform.map([x, y]);
            for point in arc.lines(&transform, &FRAME).iter().flatten() {
                let distance = (point[0] - centre[0]).hypot(point[1] - centre[1]);
                prop_assert!((distance - 0.7 * radius).abs() < 0.05, "{distance}");
            }
        }
    }
}
