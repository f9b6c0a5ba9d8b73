//! Wheels in mesh: pitch circles where they are, a mark that turns with them, cones to their apexes, racks as lines.

use super::{SYMBOL, Sketch};
use crate::dynamics::{Engagement, Frame, Kinematics, Pose};
use crate::geometry::PitchGear;
use crate::geometry::tensor::times;
use crate::geometry::vector::{Vector, plus};
use crate::machine::{BuiltMachine, BuiltPair};
use crate::pictures::{Colour, Dash, LineStyle, Point, RichText};

/// Dash and dot, as drawings have pitch circles.
const CIRCLE: LineStyle = LineStyle::new(Colour::BLACK).width(1.2).dash(Dash::DashDot);
const CONE: LineStyle = LineStyle::thin(Colour::GREY).dash(Dash::Dashed);
/// Turns with the wheel.
const MARK: LineStyle = LineStyle::new(Colour::BLACK).width(2.5);
/// Share of a radius by which two pitch circles of a wheel are one.
const SAME: f64 = 1e-6;
/// Corners of a drawn circle.
const CORNERS: usize = 72;
/// Direction of the names of pairs from where they mesh (rad): up to the left.
const ASIDE: f64 = 2.2;

/// A pitch circle in its frame: z is its axis, x pointed to the contact at the start.
struct Circle {
    pose: Pose,
    radius: f64,
    /// Where the apex of its cone is along the axis (m); none of a cylinder.
    apex: Option<f64>,
}

impl Circle {
    fn at(&self, angle: f64, share: f64) -> Vector {
        let (sin, cos) = angle.sin_cos();
        let own = [share * self.radius * cos, share * self.radius * sin, 0.0];
        plus(self.pose.place, times(&self.pose.axes, own))
    }

    fn on_axis(&self, way: f64) -> Vector {
        plus(self.pose.place, times(&self.pose.axes, [0.0, 0.0, way]))
    }
}

/// The frame of a rack and half of the length that is drawn (m).
struct Bar {
    pose: Pose,
    reach: f64,
}

impl Bar {
    fn at(&self, along: f64) -> Vector {
        plus(self.pose.place, times(&self.pose.axes, [0.0, along, 0.0]))
    }
}

fn parts(pair: &BuiltPair, k: &Kinematics) -> (Vec<Circle>, Option<Bar>) {
    let pose = |frame: &Frame| frame.pose(k.pose(frame.node));
    let [a, b] = pair.frames();
    let circle = |gear: &PitchGear, frame: &Frame| Circle {
        pose: pose(frame),
        radius: gear.radius,
        apex: (!gear.is_cylinder()).then(|| -gear.apex_distance()),
    };
    match &pair.engagement {
        Engagement::Wheels(contact) => {
            let circles = vec![circle(&contact.a, &a), circle(&contact.b, &b)];
            (circles, None)
        }
        Engagement::Rack(contact) => {
            let bar = Bar {
                pose: pose(&b),
                reach: std::f64::consts::PI * contact.gear.radius,
            };
            (vec![circle(&contact.gear, &a)], Some(bar))
        }
    }
}

/// Places that the drawing of all wheels reaches.
pub(super) fn places(built: &BuiltMachine, k: &Kinematics) -> Vec<Vector> {
    let of_pair = |pair: &BuiltPair| {
        let (circles, bar) = parts(pair, k);
        let quarters = [0.0, 0.5, 1.0, 1.5].map(|turn| turn * std::f64::consts::PI);
        let around = circles
            .into_iter()
            .flat_map(move |circle| quarters.map(|angle| circle.at(angle, 1.0)));
        let ends = bar
            .into_iter()
            .flat_map(|bar| [bar.at(-bar.reach), bar.at(bar.reach)]);
        around.chain(ends).collect::<Vec<_>>()
    };
    built.pairs.iter().flat_map(of_pair).collect()
}

/// Wheels that are there already: one that is in several pairs has one mark, and one circle unless it meshes at several diameters.
#[derive(Default)]
struct Drawn<'p> {
    circles: Vec<(&'p str, f64)>,
}

/// What is new of a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct New {
    rim: bool,
    mark: bool,
}

impl<'p> Drawn<'p> {
    fn is_new(&mut self, wheel: &'p str, radius: f64) -> New {
        let mut own = self.circles.iter().filter(|(name, _)| *name == wheel);
        let mark = own.clone().next().is_none();
        let is_same = |other: f64| (other - radius).abs() <= SAME * radius;
        let rim = !own.any(|(_, other)| is_same(*other));
        if rim {
            self.circles.push((wheel, radius));
        }
        New { rim, mark }
    }
}

impl Sketch<'_> {
    /// All wheels that mesh.
    pub(super) fn add_wheels(&mut self) {
        let built = self.built;
        let mut has_cones = false;
        let mut drawn = Drawn::default();
        for pair in &built.pairs {
            let (circles, bar) = parts(pair, &self.kinematics);
            for (circle, wheel) in circles.iter().zip(&pair.wheels) {
                has_cones |= circle.apex.is_some();
                self.add_circle(circle, drawn.is_new(wheel, circle.radius));
            }
            if let Some(bar) = bar.filter(|_| drawn.is_new(&pair.wheels[1], 0.0).rim) {
                let ends = [-bar.reach, bar.reach].map(|way| self.map(bar.at(way)));
                self.drawing.add_polyline(ends.to_vec(), CIRCLE);
            }
            self.add_name(pair);
        }
        if !built.pairs.is_empty() {
            self.drawing.add_legend("pitch circle", CIRCLE);
        }
        if has_cones {
            self.drawing.add_legend("pitch cone", CONE);
        }
    }

    fn add_circle(&mut self, circle: &Circle, new: New) {
        if new.rim {
            self.add_rim(circle);
        }
        if new.mark {
            let mark = [0.85, 1.0].map(|share| self.map(circle.at(0.0, share)));
            self.drawing.add_polyline(mark.to_vec(), MARK);
        }
    }

    fn add_rim(&mut self, circle: &Circle) {
        let angle = |i: usize| std::f64::consts::TAU * i as f64 / CORNERS as f64;
        let rim: Vec<Point> = (0..=CORNERS)
            .map(|i| self.map(circle.at(angle(i), 1.0)))
            .collect();
        if let Some(apex) = circle.apex {
            let apex = self.map(circle.on_axis(apex));
            for end in silhouette(&rim, apex) {
                self.drawing.add_polyline(vec![apex, end], CONE);
            }
        }
        self.drawing.add_polyline(rim, CIRCLE);
    }

    fn add_name(&mut self, pair: &BuiltPair) {
        let place = pair.touches(&self.kinematics);
        let [x, y] = self.map(place);
        let aside = 1e3 * 0.5 * SYMBOL * self.extent;
        let beside = [x + aside * ASIDE.cos(), y + aside * ASIDE.sin()];
        let label = RichText::plain(&pair.name);
        self.drawing.add_label_toward(beside, label, ASIDE);
    }
}

/// The two points of a rim that are seen farthest to either side from a point; none from within.
fn silhouette(rim: &[Point], from: Point) -> Vec<Point> {
    let n = rim.len().max(1) as f64;
    let centre = [0, 1].map(|i| rim.iter().map(|p| p[i]).sum::<f64>() / n);
    let axis = [centre[0] - from[0], centre[1] - from[1]];
    let side = |p: &Point| {
        let way = [p[0] - from[0], p[1] - from[1]];
        (axis[0] * way[1] - axis[1] * way[0]).atan2(axis[0] * way[0] + axis[1] * way[1])
    };
    let by_side = |a: &&Point, b: &&Point| side(a).total_cmp(&side(b));
    let ends = [rim.iter().min_by(by_side), rim.iter().max_by(by_side)];
    let ends: Vec<Point> = ends.into_iter().flatten().copied().collect();
    match ends.as_slice() {
        [low, high] if side(high) - side(low) < std::f64::consts::PI => ends,
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_in_several_pairs_is_drawn_once() {
        let mut drawn = Drawn::default();
        let all = [true, false].map(|mark| New { rim: true, mark });
        assert_eq!(drawn.is_new("sun", 0.03), all[0]);
        assert_eq!(drawn.is_new("planet", 0.03), all[0]);
        let nothing = New {
            rim: false,
            mark: false,
        };
        assert_eq!(drawn.is_new("sun", 0.03), nothing);
        // Another working diameter of the same wheel.
        assert_eq!(drawn.is_new("sun", 0.031), all[1]);
        // A rack has no radius.
        assert_eq!(drawn.is_new("rack", 0.0), all[0]);
        assert_eq!(drawn.is_new("rack", 0.0), nothing);
    }
}
