//! The machine as lines: bodies from their centre of mass to their joints, joints and springs as symbols, ground as hatch.

mod shafts;
#[cfg(test)]
mod tests;
mod wheels;

use super::projection::Projection;
use crate::dynamics::{Frame, Kinematics, NodeId, State};
use crate::geometry::vector::{Vector, length, minus, plus_scaled};
use crate::machine::{BuiltJoint, BuiltMachine};
use crate::model::machine::JointKind;
use crate::parts::force::BuiltForce;
use crate::pictures::{Colour, Drawing, Figure, LineStyle, Point, RichText};

/// Sizes of symbols as shares of the extent of the machine.
const SYMBOL: f64 = 0.016;
const HATCH: f64 = 0.05;
const AXIS: f64 = 0.09;
const PLANE: f64 = 0.05;
/// Direction of the names of joints from their symbols (rad): down to the right.
const ASIDE: f64 = 5.5;
/// Turns of a drawn spring.
const COILS: usize = 6;

/// A machine on paper while it is drawn.
struct Sketch<'s> {
    built: &'s BuiltMachine,
    kinematics: Kinematics,
    projection: Projection,
    /// Extent of the machine (m).
    extent: f64,
    drawing: Drawing,
}

/// The machine at a state.
pub(in crate::run) fn machine(
    built: &BuiltMachine,
    state: &State,
    name: &str,
    subtitle: &str,
) -> Figure {
    let mut kinematics = Kinematics::new(&built.machine);
    kinematics.set(state);
    let places = places(built, &kinematics);
    let far = places.iter().map(|place| length(minus(*place, places[0])));
    let extent = far.fold(0.0, f64::max);
    let projection = Projection::of(&places);
    let mut drawing = Drawing::new(RichText::plain(name));
    drawing.subtitle = RichText::plain(subtitle);
    [drawing.x_axis, drawing.y_axis] = projection.axes();
    let mut sketch = Sketch {
        built,
        kinematics,
        projection,
        // A single body at the origin still has a symbol.
        extent: if extent > 0.0 { extent } else { 0.1 },
        drawing,
    };
    sketch.add_ground();
    sketch.add_shafts();
    sketch.add_bearings();
    sketch.add_wheels();
    sketch.add_bodies();
    sketch.add_forces();
    sketch.add_joints();
    sketch.drawing.into()
}

/// Places of everything that is drawn, and of the ground.
fn places(built: &BuiltMachine, k: &Kinematics) -> Vec<Vector> {
    let at = |frame: &Frame| frame.pose(k.pose(frame.node)).place;
    let bodies = built.bodies.iter().flat_map(|body| {
        let points = body.points.iter().map(|(_, node)| *node);
        points.chain([body.node])
    });
    let bodies = bodies.map(|node| k.pose(node).place);
    let joints = built.joints.iter().flat_map(|joint| {
        let between = joint.joint.between;
        [between.a, between.b]
    });
    let forces = built
        .forces
        .iter()
        .flat_map(|f| f.a.into_iter().chain([f.b]));
    let frames: Vec<Frame> = joints.chain(forces).collect();
    let shafts = built.shafts.iter().flat_map(|shaft| &shaft.shaft.nodes);
    let shafts = shafts.map(|(_, node)| k.pose(*node).place);
    let bodies = bodies.chain(shafts);
    let all = bodies.chain(frames.iter().map(at));
    all.chain(wheels::places(built, k)).collect()
}

fn body_style(number: usize) -> LineStyle {
    LineStyle::series(number).width(3.0)
}

const JOINT: LineStyle = LineStyle::new(Colour::BLACK).width(1.4).fill(Colour::WHITE);
const STOP: LineStyle = LineStyle::new(Colour::BLACK).width(2.4);
const GROUND: LineStyle = LineStyle::thin(Colour::GREY);
const FORCE: LineStyle = LineStyle::new(Colour::GREY).width(1.3);
/// Loads are black: all colours are those of bodies.
const LOAD: LineStyle = LineStyle::new(Colour::BLACK);

impl Sketch<'_> {
    fn place(&self, frame: &Frame) -> Vector {
        frame.pose(self.kinematics.pose(frame.node)).place
    }

    /// The axis of a frame, its local z.
    fn axis(&self, frame: &Frame) -> Vector {
        let axes = frame.pose(self.kinematics.pose(frame.node)).axes;
        axes.map(|row| row[2])
    }

    fn map(&self, place: Vector) -> Point {
        self.projection.map(place)
    }

    /// All joints but bearings, which have symbols of their own.
    fn joints(&self) -> impl Iterator<Item = &BuiltJoint> + use<'_> {
        let built = self.built;
        let joints = built.joints.iter();
        joints.filter(|joint| built.bearing(&joint.name).is_none())
    }

    /// All forces but bearings.
    fn forces(&self) -> impl Iterator<Item = &BuiltForce> + use<'_> {
        let built = self.built;
        let forces = built.forces.iter();
        forces.filter(|force| built.bearing(&force.name).is_none())
    }

    /// All frames that sit on a node.
    fn frames_on(&self, node: NodeId) -> Vec<Frame> {
        let joints = self.joints().flat_map(|joint| {
            let between = joint.joint.between;
            [between.a, between.b]
        });
        let forces = self.forces().flat_map(|f| f.a.into_iter().chain([f.b]));
        let frames = joints.chain(forces);
        frames.filter(|frame| frame.node == node).collect()
    }

    /// A line with short strokes below each place where something holds on to the ground.
    fn add_ground(&mut self) {
        let side = 1e3 * HATCH * self.extent;
        let frames = self.frames_on(NodeId::GROUND);
        for frame in &frames {
            let [x, y] = self.map(self.place(frame));
            let y = y - 0.4 * side;
            let line = vec![[x - side, y], [x + side, y]];
            self.drawing.add_polyline(line, GROUND.width(1.4));
            for i in 0..6 {
                let from = x - side + 0.4 * side * f64::from(i);
                let stroke = vec![[from, y], [from - 0.3 * side, y - 0.4 * side]];
                self.drawing.add_polyline(stroke, GROUND);
            }
        }
        if !frames.is_empty() {
            self.drawing.add_legend("ground", GROUND.width(1.4));
        }
    }

    fn add_bodies(&mut self) {
        for (number, body) in self.built.bodies.iter().enumerate() {
            let style = body_style(number);
            let centre = self.map(self.kinematics.pose(body.node).place);
            let mut nodes = vec![body.node];
            nodes.extend(body.points.iter().map(|(_, node)| *node));
            for node in nodes {
                let own = self.kinematics.pose(node).place;
                let frames = self.frames_on(node);
                let ends = frames.iter().map(|frame| self.place(frame)).chain([own]);
                let ends: Vec<Point> = ends.map(|place| self.map(place)).collect();
                for end in ends {
                    self.drawing.add_polyline(vec![centre, end], style);
                }
            }
            self.drawing.add_point(centre, style.colour);
            self.drawing.add_label(centre, RichText::plain(&body.name));
        }
        if !self.built.bodies.is_empty() {
            let style = body_style(0);
            self.drawing
                .add_legend("body, with its centre of mass", style);
        }
    }

    /// Whether a body of this name has its own label within a distance.
    fn is_told(&self, name: &str, [x, y]: Point, within: f64) -> bool {
        let mut named = self.built.bodies.iter().filter(|body| body.name == name);
        named.any(|body| {
            let [own_x, own_y] = self.map(self.kinematics.pose(body.node).place);
            (own_x - x).hypot(own_y - y) <= within
        })
    }

    fn add_joints(&mut self) {
        let joints: Vec<BuiltJoint> = self.joints().cloned().collect();
        for joint in &joints {
            let a = joint.joint.between.a;
            let (place, axis) = (self.place(&a), self.axis(&a));
            self.add_axis(place, axis);
            match joint.kind {
                JointKind::Stop { .. } => self.add_plane(&a),
                _ => self.add_symbol(joint, self.map(place)),
            }
            // Beside the symbol, not in it.
            let aside = 1e3 * SYMBOL * self.extent;
            let [x, y] = self.map(place);
            let rim = [x + aside * ASIDE.cos(), y + aside * ASIDE.sin()];
            if !self.is_told(&joint.name, [x, y], aside) {
                let label = RichText::plain(&joint.name);
                self.drawing.add_label_toward(rim, label, ASIDE);
            }
        }
        let is_stop = |joint: &BuiltJoint| matches!(joint.kind, JointKind::Stop { .. });
        if !joints.iter().all(is_stop) {
            self.drawing.add_legend("joint", JOINT);
        }
        if joints.iter().any(is_stop) {
            self.drawing.add_legend("plane of a stop", STOP);
        }
        let is_inclined = |joint: &BuiltJoint| !self.is_end_on(self.axis(&joint.joint.between.a));
        if joints.iter().any(is_inclined) {
            let style = LineStyle::centre_line();
            self.drawing.add_legend("axis of a joint", style);
        }
    }

    fn is_end_on(&self, axis: Vector) -> bool {
        self.projection.depth(axis).abs() > 0.99
    }

    /// The axis of a joint, unless it points to the reader.
    fn add_axis(&mut self, place: Vector, axis: Vector) {
        if !self.is_end_on(axis) {
            let reach = AXIS * self.extent;
            let ends = [-reach, reach].map(|way| self.map(plus_scaled(place, way, axis)));
            self.drawing.add_centre_line(ends[0], ends[1]);
        }
    }

    /// A circle for what turns, a box for what slides or is fixed.
    fn add_symbol(&mut self, joint: &BuiltJoint, [x, y]: Point) {
        let size = 1e3 * SYMBOL * self.extent;
        match joint.kind {
            JointKind::Revolute | JointKind::Spherical | JointKind::Universal => {
                self.drawing.add_circle([x, y], size, JOINT);
            }
            _ => {
                let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
                let corners = corners.map(|[u, v]| [x + u * size, y + v * size]);
                self.drawing.add_polygon(corners.to_vec(), JOINT);
            }
        }
        if matches!(joint.kind, JointKind::Spherical) {
            self.drawing.add_circle([x, y], 0.4 * size, JOINT);
        }
    }

    /// A square piece of the plane of a stop; seen from its edge it is a line.
    fn add_plane(&mut self, frame: &Frame) {
        let pose = frame.pose(self.kinematics.pose(frame.node));
        let reach = PLANE * self.extent;
        let corner = |[u, v]: [f64; 2]| {
            let [x, y] = [0, 1].map(|axis| pose.axes.map(|row| row[axis]));
            self.map(plus_scaled(
                plus_scaled(pose.place, u * reach, x),
                v * reach,
                y,
            ))
        };
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner);
        self.drawing.add_polygon(corners.to_vec(), STOP);
    }

    fn add_forces(&mut self) {
        let forces: Vec<BuiltForce> = self.forces().cloned().collect();
        for force in &forces {
            let b = self.map(self.place(&force.b));
            let label = RichText::plain(&force.name);
            let Some(a) = force.a else {
                self.add_load(force, b);
                continue;
            };
            let a = self.map(self.place(&a));
            let middle = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
            let width = 1e3 * SYMBOL * self.extent;
            match (b[0] - a[0]).hypot(b[1] - a[1]) > 2.0 * width {
                true => self.drawing.add_polyline(zigzag(a, b, width), FORCE),
                // Both ends in one place: a torsion spring, a bushing, a bearing.
                false => self.drawing.add_polyline(coil(middle, width), FORCE),
            }
            self.drawing.add_label_toward(middle, label, 2.0);
        }
        if forces.iter().any(|force| force.a.is_some()) {
            self.drawing.add_legend("force between bodies", FORCE);
        }
        if forces.iter().any(|force| force.a.is_none()) {
            self.drawing.add_legend("load", LOAD);
        }
    }

    /// An arrow along a load, of one length whatever its size; a ring where only a torque acts.
    fn add_load(&mut self, load: &BuiltForce, end: Point) {
        let label = RichText::plain(&load.name);
        let element = self.built.machine.element(load.element);
        let force = element.map_or([0.0; 3], |(_, element)| {
            load.on_b(element, &self.kinematics, &[])[0]
        });
        let way = self.map(force).map(|x| 1e-3 * x);
        let size = way[0].hypot(way[1]);
        let mut from = end;
        if size > 0.0 {
            let reach = 1e3 * 0.15 * self.extent / size;
            from = [end[0] - reach * way[0], end[1] - reach * way[1]];
            self.drawing.add_arrow(vec![from, end], LOAD);
        } else {
            let radius = 1e3 * 2.0 * SYMBOL * self.extent;
            self.drawing.add_arc(end, radius, 0.0, 5.0, LOAD);
        }
        self.drawing.add_label(from, label);
    }
}

/// A spring about a point: a spiral of two turns.
fn coil([x, y]: Point, width: f64) -> Vec<Point> {
    const PER_TURN: usize = 24;
    let at = |i: usize| {
        let turns = i as f64 / PER_TURN as f64;
        let (sin, cos) = (std::f64::consts::TAU * turns).sin_cos();
        let radius = width * (0.6 + 0.6 * turns);
        [x + radius * cos, y + radius * sin]
    };
    (0..=2 * PER_TURN).map(at).collect()
}

/// A spring between two points: straight ends, teeth between them.
fn zigzag(a: Point, b: Point, width: f64) -> Vec<Point> {
    let along = [b[0] - a[0], b[1] - a[1]];
    let size = along[0].hypot(along[1]);
    let across = [-along[1] / size * width, along[0] / size * width];
    let at = |share: f64, side: f64| [0, 1].map(|i| a[i] + share * along[i] + side * across[i]);
    let teeth = 2 * COILS;
    let tooth = |i: usize| {
        let share = 0.2 + 0.6 * (i as f64 + 0.5) / teeth as f64;
        at(share, if i.is_multiple_of(2) { 1.0 } else { -1.0 })
    };
    let ends = [a, at(0.2, 0.0)].into_iter();
    ends.chain((0..teeth).map(tooth))
        .chain([at(0.8, 0.0), b])
        .collect()
}
