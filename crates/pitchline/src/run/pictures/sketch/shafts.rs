//! Shafts as they are view from the side: stepped outline, discs, symbols of bearings. What points to the reader is a circle.

use super::{ASIDE, GROUND, SYMBOL, Sketch};
use crate::dynamics::{NodeId, Segment};
use crate::geometry::vector::Vector;
use crate::machine::{BearingPart, BuiltDisc, BuiltShaft};
use crate::model::machine::DiscMass;
use crate::pictures::{Colour, Dash, LineStyle, Point, RichText};

const OUTLINE: LineStyle = LineStyle::new(Colour::BLACK).width(1.4).fill(Colour::PALE);
const BORE: LineStyle = LineStyle::thin(Colour::GREY).dash(Dash::Dashed);
const BEARING: LineStyle = LineStyle::new(Colour::BLUE).width(1.3).fill(Colour::WHITE);
/// Drawn width of a disc whose width is not known, as a share of the extent of the machine.
const THIN: f64 = 0.02;
/// Directions of the names of shafts and discs (rad).
const UP: f64 = std::f64::consts::FRAC_PI_2;
const BESIDE: f64 = 0.2;

/// Where a station of a shaft is on paper.
#[derive(Clone, Copy)]
struct WholeState {
    place: Point,
    /// Along the axis and across it, unit vectors; none where the axis points to the reader.
    directions: Option<[Point; 2]>,
}

impl WholeState {
    /// The point so far along the axis and across it (mm).
    fn at(&self, along: f64, across: f64) -> Point {
        let [u, v] = self.directions.unwrap_or([[1.0, 0.0], [0.0, 1.0]]);
        [0, 1].map(|i| self.place[i] + along * u[i] + across * v[i])
    }

    /// A box of which the middle is so far across the axis.
    fn rectangle(&self, middle: f64, [long, high]: [f64; 2]) -> Vec<Point> {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let corner = |[u, v]: [f64; 2]| self.at(0.5 * u * long, middle + 0.5 * v * high);
        corners.map(corner).to_vec()
    }
}

impl Sketch<'_> {
    /// All shafts with their discs.
    pub(super) fn add_shafts(&mut self) {
        let built = self.built;
        for shaft in &built.shafts {
            self.add_outline(shaft);
            for (disc, request) in shaft.discs.iter().zip(&shaft.request.discs) {
                self.add_disc(disc, &request.mass);
            }
            if let Some((_, node)) = shaft.shaft.nodes.first() {
                let label = RichText::plain(&shaft.request.name);
                let view = self.view(*node);
                let radius = 500.0 * shaft.request.diameter_at(0.0);
                self.drawing
                    .add_label_toward(view.at(0.0, radius), label, UP);
            }
        }
        if !built.shafts.is_empty() {
            self.drawing.add_legend("shaft, with its discs", OUTLINE);
        }
    }

    fn view(&self, node: NodeId) -> WholeState {
        let pose = self.kinematics.pose(node);
        let axis: Vector = pose.axes.map(|row| row[2]);
        // A vector is mapped like a place from the origin, in mm.
        let [x, y] = self.map(axis).map(|x| 1e-3 * x);
        let size = x.hypot(y);
        // Across always points up, so that names stand above; along a shaft that stands upright, rounding must not turn it.
        let side = if x < -0.05 * size { -1.0 } else { 1.0 };
        let directions = (!self.is_end_on(axis)).then(|| {
            let (u, v) = ([x / size, y / size], [-y / size, x / size]);
            [u, v.map(|x| side * x)]
        });
        WholeState {
            place: self.map(pose.place),
            directions,
        }
    }

    fn add_outline(&mut self, shaft: &BuiltShaft) {
        let mut begin = 0.0;
        let slack = 1e-9 * shaft.request.length();
        for segment in &shaft.request.segments {
            let end = begin + segment.length;
            let nodes = shaft.shaft.nodes.iter();
            let within = nodes.filter(|(at, _)| *at >= begin - slack && *at <= end + slack);
            let stations: Vec<(f64, WholeState)> = within
                .map(|(at, node)| ((at - begin) / segment.length, self.view(*node)))
                .collect();
            self.add_segment(segment, &stations);
            begin = end;
        }
    }

    fn add_segment(&mut self, segment: &Segment, stations: &[(f64, WholeState)]) {
        let radius =
            |[first, second]: [f64; 2], share: f64| 500.0 * (first + share * (second - first));
        let end_on = stations.iter().find(|(_, view)| view.directions.is_none());
        if let Some((share, view)) = end_on {
            let outer = radius(segment.outer_diameters, *share);
            self.drawing.add_circle(view.place, outer, OUTLINE);
            return;
        }
        let side = |diameters, sign: f64| -> Vec<Point> {
            let points = stations.iter();
            points
                .map(|(share, view)| view.at(0.0, sign * radius(diameters, *share)))
                .collect()
        };
        let mut outline = side(segment.outer_diameters, 1.0);
        outline.extend(side(segment.outer_diameters, -1.0).into_iter().rev());
        self.drawing.add_polygon(outline, OUTLINE);
        if segment.inner_diameters.iter().any(|inner| *inner > 0.0) {
            for sign in [1.0, -1.0] {
                let bore = side(segment.inner_diameters, sign);
                self.drawing.add_polyline(bore, BORE);
            }
        }
    }

    /// A disc by its sizes; by its mass as the full disc of the same inertia.
    fn add_disc(&mut self, disc: &BuiltDisc, mass: &DiscMass) {
        let view = self.view(disc.disc.seat.node);
        let (diameter, width) = match mass {
            DiscMass::Sizes {
                diameter, width, ..
            } => (*diameter, *width),
            _ => {
                let square = 8.0 * disc.disc.polar_inertia / disc.disc.mass;
                (square.max(0.0).sqrt(), THIN * self.extent)
            }
        };
        let [diameter, width] = [diameter, width].map(|size| 1e3 * size);
        let style = match mass {
            DiscMass::Sizes { .. } => OUTLINE,
            _ => OUTLINE.dash(Dash::Dashed),
        };
        match view.directions {
            Some(_) => {
                let outline = view.rectangle(0.0, [width, diameter]);
                self.drawing.add_polygon(outline, style);
            }
            None => self.drawing.add_circle(view.place, 0.5 * diameter, style),
        }
        let label = RichText::plain(&disc.name);
        let corner = view.at(0.5 * width, 0.45 * diameter);
        self.drawing.add_label_toward(corner, label, BESIDE);
    }

    /// Boxes with a cross above and below the shaft, triangles for what does not give way.
    pub(super) fn add_bearings(&mut self) {
        let built = self.built;
        for (bearing, node, on_ground) in built.bearings.iter().filter_map(|bearing| {
            let shaft = built.shaft(&bearing.shaft)?;
            let a = match bearing.part {
                BearingPart::Joint(joint) => built.joints[joint].joint.between.a.node,
                BearingPart::Force(force) => built.forces[force].a?.node,
            };
            let node = shaft.point(&bearing.name)?;
            Some(((bearing, shaft), node, a == NodeId::GROUND))
        }) {
            let (bearing, shaft) = bearing;
            let position = shaft
                .request
                .point(&bearing.name)
                .map(|point| point.position);
            let radius = 500.0 * shaft.request.diameter_at(position.unwrap_or(0.0));
            let is_rigid = matches!(bearing.part, BearingPart::Joint(_));
            self.add_bearing(self.view(node), radius, is_rigid, on_ground);
            let label = RichText::plain(&bearing.name);
            let size = 2e3 * SYMBOL * self.extent;
            let foot = self.view(node).at(0.5 * size, -radius - 1.6 * size);
            self.drawing.add_label_toward(foot, label, ASIDE);
        }
        if !built.bearings.is_empty() {
            self.drawing.add_legend("bearing", BEARING);
        }
    }

    fn add_bearing(&mut self, view: WholeState, radius: f64, is_rigid: bool, on_ground: bool) {
        let size = 2e3 * SYMBOL * self.extent;
        if view.directions.is_none() {
            self.drawing
                .add_circle(view.place, radius + size, BEARING.fill(Colour::WHITE));
            self.drawing.add_circle(view.place, radius, OUTLINE);
            return;
        }
        for side in [1.0, -1.0] {
            let [near, far] = [side * radius, side * (radius + size)];
            let half = 0.5 * size;
            if is_rigid {
                let corners = vec![view.at(0.0, near), view.at(half, far), view.at(-half, far)];
                self.drawing.add_polygon(corners, BEARING);
            } else {
                let middle = 0.5 * (near + far);
                self.drawing
                    .add_polygon(view.rectangle(middle, [size, size]), BEARING);
                for sign in [1.0, -1.0] {
                    let stroke = vec![view.at(-sign * half, near), view.at(sign * half, far)];
                    self.drawing.add_polyline(stroke, BEARING);
                }
            }
            if on_ground {
                self.add_hatch(&view, far, side, size);
            }
        }
    }

    /// A line along the axis with short strokes on the far side.
    fn add_hatch(&mut self, view: &WholeState, across: f64, side: f64, size: f64) {
        let line = vec![view.at(-0.8 * size, across), view.at(0.8 * size, across)];
        self.drawing.add_polyline(line, GROUND.width(1.4));
        for i in 0..4 {
            let from = (-0.7 + 0.45 * f64::from(i)) * size;
            let end = view.at(from - 0.25 * size, across + 0.3 * side * size);
            let stroke = vec![view.at(from, across), end];
            self.drawing.add_polyline(stroke, GROUND);
        }
    }
}
