//! Pitch cones and cylinders of bevel, hypoid, worm and crossed helical pairs.

mod view;

use self::view::{Body, View, plus};
use super::words::{degrees, millimetres, name};
use crate::geometry::{Hand, PitchGear, Vector};
use crate::model::{MeshKind, Pair, PitchMesh};
use crate::pictures::{Axis, Colour, Dash, Drawing, Figure, LineStyle, Point, RichText};

/// Colours of a and b.
const COLOURS: [Colour; 2] = [Colour::BLUE, Colour::GREEN];

/// The pitch surfaces, seen along the common perpendicular of the shafts.
pub fn pitch(pair: &Pair<PitchMesh>) -> Figure {
    let mesh = &pair.geometry;
    let picture = Picture::new(pair, View::along_perpendicular(&mesh.contact));
    let mut drawing = picture.drawing("seen along the common perpendicular of the shafts");
    picture.add_bodies(&mut drawing);
    for i in 0..2 {
        picture.add_diameter(&mut drawing, i);
        match mesh.kind {
            MeshKind::Bevel | MeshKind::Hypoid => picture.add_cone_angle(&mut drawing, i),
            MeshKind::Worm | MeshKind::Crossed => {}
        }
    }
    if matches!(mesh.kind, MeshKind::Worm | MeshKind::Crossed) {
        picture.add_tooth_line(&mut drawing);
    }
    picture.finish(drawing)
}

/// The pitch surfaces seen along the axis of the larger gear, which shows the distance of the shafts; `None` for a bevel
/// pair, whose shafts meet.
pub fn shaft_offset(pair: &Pair<PitchMesh>) -> Option<Figure> {
    let mesh = &pair.geometry;
    if mesh.kind == MeshKind::Bevel {
        return None;
    }
    let contact = &mesh.contact;
    let axes = [contact.frame_a()[0], contact.frame_b()[0]];
    let large = if contact.b.teeth >= contact.a.teeth {
        1
    } else {
        0
    };
    let view = View::along_axis(contact, axes[large], axes[1 - large]);
    let picture = Picture::new(pair, view);
    let what = if large == 1 { "b" } else { "a" };
    let mut drawing = picture.drawing(&format!("seen along the axis of {what}"));
    picture.add_bodies(&mut drawing);
    picture.add_distance(&mut drawing, large);
    Some(picture.finish(drawing))
}

struct Picture<'p> {
    pair: &'p Pair<PitchMesh>,
    view: View,
    bodies: [Body; 2],
    /// Points of faces and apexes on the paper.
    outline: Vec<Point>,
    low: Point,
    high: Point,
}

impl<'p> Picture<'p> {
    fn new(pair: &'p Pair<PitchMesh>, view: View) -> Self {
        let mesh = &pair.geometry;
        let contact = &mesh.contact;
        let body = |gear, center, frame, face_width| Body {
            gear,
            center,
            frame,
            face_width,
        };
        let bodies = [
            body(contact.a, [0.0; 3], contact.frame_a(), mesh.face_width[0]),
            body(
                contact.b,
                contact.center_b(),
                contact.frame_b(),
                mesh.face_width[1],
            ),
        ];
        let mut points: Vec<Point> = Vec::new();
        for body in &bodies {
            points.extend(
                body.face()
                    .into_iter()
                    .chain(body.apex())
                    .map(|p| view.map(p)),
            );
        }
        let bound = |axis: usize, pick: fn(f64, f64) -> f64, start: f64| {
            points.iter().map(|p| p[axis]).fold(start, pick)
        };
        let low = [0, 1].map(|axis| bound(axis, f64::min, f64::INFINITY));
        let high = [0, 1].map(|axis| bound(axis, f64::max, f64::NEG_INFINITY));
        let size = (high[0] - low[0]).max(high[1] - low[1]);
        // Around oblique cylinders the diameters lie outside as well.
        let room = if mesh.kind == MeshKind::Crossed {
            0.28 * size
        } else {
            0.16 * size
        };
        Self {
            pair,
            view,
            bodies,
            outline: points,
            low: low.map(|x| x - room),
            // To the right a diameter has its text.
            high: [high[0] + 0.42 * size, high[1] + room],
        }
    }

    /// Length of something that is this share of the picture (mm).
    fn share(&self, share: f64) -> f64 {
        share * (self.high[0] - self.low[0]).max(self.high[1] - self.low[1])
    }

    fn drawing(&self, how: &str) -> Drawing {
        let [pair, a, b] =
            [&self.pair.name, &self.pair.a, &self.pair.b].map(|text| name(text, 15.0, 520.0));
        let colon = pair.followed_by(&RichText::markup(":"));
        let title = colon.spaced(&a).spaced(&RichText::markup("and")).spaced(&b);
        let mut drawing = Drawing::new(title);
        drawing.subtitle = RichText::markup(&format!("{}, {how}", self.subtitle()));
        drawing.description = format!(
            "Pitch surfaces of {} and {}; {}",
            self.pair.a,
            self.pair.b,
            drawing.subtitle.to_plain()
        );
        drawing.x_axis = Axis::new("x from the crossing point", "mm");
        drawing.y_axis = Axis::new("y from the crossing point", "mm");
        drawing.has_grid = false;
        drawing.set_view(self.low, self.high);
        drawing
    }

    fn subtitle(&self) -> String {
        let mesh = &self.pair.geometry;
        let contact = &mesh.contact;
        let shafts = format!("Σ = {}", degrees(contact.shaft_angle()));
        match mesh.kind {
            MeshKind::Bevel => format!("pitch cones, {shafts}"),
            MeshKind::Hypoid => format!(
                "pitch cones, {shafts}, E = {}",
                millimetres(contact.offset().abs())
            ),
            MeshKind::Worm | MeshKind::Crossed => {
                format!(
                    "pitch cylinders, {shafts}, a = {}",
                    millimetres(contact.offset().abs())
                )
            }
        }
    }

    /// Faces, cones up to their apexes, axes and the contact point.
    fn add_bodies(&self, drawing: &mut Drawing) {
        // The larger one first: it would hide the other.
        let [a, b] = &self.bodies;
        let order = if a.gear.radius > b.gear.radius {
            [0, 1]
        } else {
            [1, 0]
        };
        for i in order {
            let body = &self.bodies[i];
            let fill = LineStyle::new(COLOURS[i])
                .width(1.6)
                .fill(COLOURS[i].tint(0.2));
            drawing.add_polygon(self.view.outline(&body.face()), fill);
            let along_teeth = tooth_style(i);
            for line in body.tooth_lines(&self.view) {
                drawing.add_polyline(line, along_teeth);
            }
            let thin = LineStyle::new(COLOURS[i]).width(0.8);
            for end in [-0.5, 0.5] {
                drawing.add_polyline(
                    closed(self.view.outline(&body.circle(end * body.face_width))),
                    thin,
                );
            }
            let dashed = LineStyle::new(COLOURS[i]).width(1.0).dash(Dash::Dashed);
            if let Some(apex) = body.apex() {
                drawing.add_polyline(closed(self.view.outline(&body.circle(0.0))), dashed);
                let mut cone = body.circle(-0.5 * body.face_width);
                cone.push(apex);
                drawing.add_polyline(closed(self.view.outline(&cone)), dashed);
            }
        }
        for body in &self.bodies {
            if let Some(along) = self.view.direction(body.frame[0]) {
                let far = self.share(1.5);
                let [x, y] = self.view.map(body.center);
                drawing.add_centre_line(
                    [x - far * along[0], y - far * along[1]],
                    [x + far * along[0], y + far * along[1]],
                );
            }
        }
        self.add_points(drawing);
    }

    fn add_points(&self, drawing: &mut Drawing) {
        let contact = &self.pair.geometry.contact;
        let point = self.view.map(contact.contact_point());
        drawing.add_named_point(point, Colour::VERMILION, "C");
        let apexes: Vec<Point> = self
            .bodies
            .iter()
            .filter_map(Body::apex)
            .map(|p| self.view.map(p))
            .collect();
        match apexes[..] {
            [a, b] if (a[0] - b[0]).hypot(a[1] - b[1]) < self.share(0.02) => {
                drawing.add_named_point(a, Colour::BLACK, "apex");
            }
            [a, b] => {
                drawing.add_named_point(a, COLOURS[0], "apex a");
                drawing.add_named_point(b, COLOURS[1], "apex b");
            }
            _ => {}
        }
    }

    /// The diameter at the contact point, across the axis; beside the gears, where nothing else is drawn.
    fn add_diameter(&self, drawing: &mut Drawing, i: usize) {
        let body = &self.bodies[i];
        let Some(along) = self.view.direction(body.frame[0]) else {
            return;
        };
        let reach = 1e3 * body.gear.radius;
        let ends_at = |aside: f64| {
            let [x, y] = self.view.map(plus(body.center, aside, body.frame[0]));
            [1.0, -1.0].map(|side| [x - side * reach * along[1], y + side * reach * along[0]])
        };
        // Beyond everything that is drawn.
        let [x, y] = self.view.map(body.center);
        let far = self
            .outline
            .iter()
            .map(|p| (p[0] - x) * along[0] + (p[1] - y) * along[1])
            .fold(0.0, f64::max);
        let ends = ends_at(1e-3 * (far + self.share(0.04)));
        let tips = ends_at(1e-3 * (far + self.share(0.05)));
        let starts = ends_at(if body.gear.is_cylinder() {
            0.5 * body.face_width
        } else {
            0.0
        });
        for (start, stop) in starts.into_iter().zip(tips) {
            drawing.add_polyline(vec![start, stop], LineStyle::thin(Colour::BLACK));
        }
        let symbol = match self.pair.geometry.kind {
            MeshKind::Bevel | MeshKind::Hypoid => "d_{m",
            MeshKind::Worm | MeshKind::Crossed => "d_{",
        };
        let text = format!(
            "{symbol}{}}} = {}",
            i + 1,
            millimetres(2.0 * body.gear.radius)
        );
        drawing.add_dimension(ends[0], ends[1], text.as_str());
    }

    /// The arc from the axis to the outline of the cone, on the side of the other gear.
    fn add_cone_angle(&self, drawing: &mut Drawing, i: usize) {
        let body = &self.bodies[i];
        let (Some(apex), Some(along)) = (body.apex(), self.view.direction(body.frame[0])) else {
            return;
        };
        let apex = self.view.map(apex);
        let contact = self.view.map(self.pair.geometry.contact.contact_point());
        let side = along[0] * (contact[1] - apex[1]) - along[1] * (contact[0] - apex[0]);
        let angle = body.gear.cone_angle * if side < 0.0 { -1.0 } else { 1.0 };
        let start = along[1].atan2(along[0]);
        // Near the apex, clear of the faces and of each other.
        let other = self.bodies[1 - i].gear.cone_angle;
        let is_slender = body.gear.cone_angle < other || (i == 0 && body.gear.cone_angle <= other);
        let radius = 1e3 * body.gear.cone_distance() * if is_slender { 0.3 } else { 0.18 };
        drawing.add_arc(apex, radius, start, angle, LineStyle::thin(Colour::BLACK));
        let middle = start + 0.5 * angle;
        let place = [
            apex[0] + radius * middle.cos(),
            apex[1] + radius * middle.sin(),
        ];
        let text = format!("δ_{{{}}} = {}", i + 1, degrees(body.gear.cone_angle));
        drawing.add_label_toward(place, text.as_str(), middle);
    }

    /// The common tooth direction at the contact point, with its angles to the axes.
    fn add_tooth_line(&self, drawing: &mut Drawing) {
        let contact = &self.pair.geometry.contact;
        let tooth: Vector = contact.tooth_frame()[0];
        let Some(along) = self.view.direction(tooth) else {
            return;
        };
        let point = self.view.map(contact.contact_point());
        let reach = self.share(0.22);
        let ends = [-1.0, 1.0].map(|side| {
            [
                point[0] + side * reach * along[0],
                point[1] + side * reach * along[1],
            ]
        });
        let style = LineStyle::new(Colour::VERMILION).width(2.4);
        drawing.add_polyline(ends.to_vec(), style);
        drawing.add_legend("tooth direction at C", style);
        for (i, body) in self.bodies.iter().enumerate() {
            let Some(axis) = self.view.direction(body.frame[0]) else {
                continue;
            };
            let is_steep = self.pair.geometry.kind == MeshKind::Worm
                && body.gear.helix_angle.abs() > std::f64::consts::FRAC_PI_4;
            // A worm is known by its lead angle, from the plane across its axis.
            let from = if is_steep { [-axis[1], axis[0]] } else { axis };
            let (symbol, value) = if is_steep {
                (
                    "λ",
                    std::f64::consts::FRAC_PI_2 - body.gear.helix_angle.abs(),
                )
            } else {
                ("β", body.gear.helix_angle.abs())
            };
            let sign = if from[0] * along[0] + from[1] * along[1] < 0.0 {
                -1.0
            } else {
                1.0
            };
            // The two angles at the two ends of the tooth line: of a worm and its wheel they are often equal.
            let sign = if i == 0 { sign } else { -sign };
            let start = (sign * from[1]).atan2(sign * from[0]);
            let end = if i == 0 { along } else { along.map(|x| -x) };
            let sweep = wrapped(end[1].atan2(end[0]) - start);
            let radius = self.share(if i == 0 { 0.2 } else { 0.17 });
            let far = [
                point[0] + radius * start.cos(),
                point[1] + radius * start.sin(),
            ];
            drawing.add_polyline(vec![point, far], LineStyle::thin(COLOURS[i]));
            drawing.add_arc(point, radius, start, sweep, LineStyle::thin(Colour::BLACK));
            let middle = start + 0.5 * sweep;
            let place = [
                point[0] + radius * middle.cos(),
                point[1] + radius * middle.sin(),
            ];
            let text = format!("{symbol}_{{{}}} = {}", i + 1, degrees(value));
            drawing.add_label_toward(place, text.as_str(), middle);
        }
    }

    /// The distance of the shafts, seen along the axis of one gear.
    fn add_distance(&self, drawing: &mut Drawing, large: usize) {
        let other = &self.bodies[1 - large];
        let axis = self.view.map(self.bodies[large].center);
        drawing.add_named_point(
            axis,
            Colour::BLACK,
            if large == 1 { "axis b" } else { "axis a" },
        );
        let contact = &self.pair.geometry.contact;
        let Some([on_a, on_b]) = contact.mounting_distances() else {
            return;
        };
        let foot = plus(other.center, -[on_a, on_b][1 - large], other.frame[0]);
        let foot = self.view.map(foot);
        let symbol = if self.pair.geometry.kind == MeshKind::Hypoid {
            "E"
        } else {
            "a"
        };
        let text = format!("{symbol} = {}", millimetres(contact.offset().abs()));
        drawing.add_dimension(axis, foot, text.as_str());
    }

    fn finish(&self, mut drawing: Drawing) -> Figure {
        let contact = &self.pair.geometry.contact;
        let gears = [
            ("a", &self.pair.a, contact.a),
            ("b", &self.pair.b, contact.b),
        ];
        for (i, (letter, wheel, gear)) in gears.into_iter().enumerate() {
            let text = RichText::markup(&format!("{letter}:")).spaced(&name(wheel, 12.5, 330.0));
            let teeth = RichText::markup(&format!(", z = {}{}", gear.teeth, teeth_words(&gear, i)));
            let fill = LineStyle::new(COLOURS[i])
                .width(1.2)
                .fill(COLOURS[i].tint(0.2));
            drawing.add_legend(text.followed_by(&teeth), fill);
        }
        let dashed = LineStyle::new(Colour::BLACK).width(1.0).dash(Dash::Dashed);
        if !contact.a.is_cylinder() {
            drawing.add_legend("pitch circle at C, cone to its apex", dashed);
        }
        drawing.add_legend("along the teeth, on the side seen", tooth_style(0));
        drawing.add_legend("axes", LineStyle::centre_line());
        drawing.add_legend_point("contact point C", Colour::VERMILION);
        drawing.into()
    }
}

fn tooth_style(i: usize) -> LineStyle {
    LineStyle::new(COLOURS[i].tint(0.7)).width(0.7)
}

/// Spiral angle of a cone, and the hand of teeth that are not straight.
fn teeth_words(gear: &PitchGear, i: usize) -> String {
    let hand = match gear.hand() {
        Some(Hand::Left) => ", left",
        Some(Hand::Right) => ", right",
        None => "",
    };
    if gear.is_cylinder() {
        return hand.to_owned();
    }
    let angle = degrees(gear.helix_angle.abs());
    format!(", β_{{m{}}} = {angle}{hand}", i + 1)
}

fn closed(mut points: Vec<Point>) -> Vec<Point> {
    points.extend(points.first().copied());
    points
}

/// An angle between −π and π.
fn wrapped(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    angle - turn * (angle / turn).round()
}
