//! A planetary set in the position in which it is assembled: all wheels of one plane with their real teeth.
//!
//! Wheels that lie beside each other along the axis are drawn in a picture for each plane. The origin is the common
//! axis; the first planet is on +x.

#[cfg(test)]
mod tests;

use std::f64::consts::TAU;

use super::outline;
use super::words::{decimal, millimetres, name};
use crate::geometry::planetary::{Mesh, Part, SetKind, Train};
use crate::geometry::{CylindricalGear, Wheel};
use crate::model::Planetary;
use crate::pictures::{Axis, Colour, Dash, Drawing, Figure, LineStyle, Point, RichText};

/// Side of the picture for which teeth are drawn (px).
const SIDE: f64 = 600.0;
/// Teeth that are narrower than this are drawn as tip and root circle (px).
const NARROWEST_PITCH: f64 = 3.0;

/// The wheels of each plane across the axis.
pub fn planes(train: &Train) -> Vec<Vec<Part>> {
    use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
    let planes: &[&[Part]] = match train.kind {
        SetKind::Simple => &[&[Ring, Planet, Sun]],
        SetKind::Stepped => &[&[Planet, Sun], &[Ring, Planet2, Sun2]],
        SetKind::Wolfrom => &[&[Ring, Planet, Sun], &[Ring2, Planet2]],
        SetKind::Ravigneaux => &[&[Ring, Planet, Sun], &[Planet, Planet2, Sun2]],
    };
    let present = |parts: &&[Part]| {
        let parts = parts.iter().copied();
        parts.filter(|part| train.has(*part)).collect()
    };
    planes.iter().map(present).collect()
}

/// One plane of a set.
pub fn planetary(set: &Planetary, plane: usize) -> Figure {
    let geometry = &set.geometry;
    let planes = planes(&geometry.train);
    let parts = planes.get(plane).map_or(&[][..], Vec::as_slice);
    let extent = parts
        .iter()
        .filter_map(|part| Some(reach(set, *part, wheel(set, *part)?)))
        .fold(0.0, f64::max);
    let mut drawing = Drawing::new(title(set, plane, planes.len()));
    drawing.subtitle = RichText::markup(&subtitle(set));
    drawing.x_axis = Axis::new("x from the common axis", "mm");
    drawing.y_axis = Axis::new("y from the common axis", "mm");
    drawing.has_grid = false;
    drawing.frame_size = [SIDE, SIDE];
    let side = 1.03e3 * extent;
    drawing.set_view([-side, -side], [side, side]);
    let scale = 0.5 * SIDE / (1.03 * extent);
    for part in parts {
        for place in places(set, *part) {
            if let Some(gear) = gear(set, *part) {
                add_wheel(&mut drawing, gear, &place, colour(*part), scale);
            }
        }
    }
    add_pitch_circles(&mut drawing, set, parts);
    add_carrier(&mut drawing, set, parts);
    add_marks(&mut drawing, set, parts);
    add_legend(&mut drawing, set, parts);
    drawing.description = format!(
        "Planetary set {} in the assembled position; {}",
        set.name,
        drawing.subtitle.to_plain()
    );
    drawing.into()
}

/// Where a wheel stands: its axis (m) and its turn (rad).
#[derive(Clone, Copy, Debug)]
struct Place {
    axis: Point,
    turn: f64,
}

impl Place {
    /// A point of the wheel (m) in the drawing (mm).
    fn map(&self, point: Point) -> Point {
        let [x, y] = outline::turned(point, self.turn);
        [1e3 * (self.axis[0] + x), 1e3 * (self.axis[1] + y)]
    }
}

/// One place for a sun or ring, one for each planet.
fn places(set: &Planetary, part: Part) -> Vec<Place> {
    let count = if part.is_planet() {
        set.geometry.planets as usize
    } else {
        1
    };
    (0..count)
        .map(|index| Place {
            axis: set.geometry.axis(part, index),
            turn: set.geometry.placement.turn(part, index),
        })
        .collect()
}

fn gear(set: &Planetary, part: Part) -> Option<&CylindricalGear> {
    set.geometry.meshes.iter().find_map(|(mesh, pair)| {
        if mesh.a == part {
            Some(&pair.a)
        } else if mesh.b == part {
            Some(&pair.b)
        } else {
            None
        }
    })
}

fn wheel(set: &Planetary, part: Part) -> Option<&Wheel> {
    gear(set, part)?.as_wheel()
}

fn rim(wheel: &Wheel) -> f64 {
    let usual = (2.5 * wheel.data.system.module).max(0.06 * wheel.root_radius);
    wheel.data.rim.unwrap_or(usual)
}

/// The outermost radius of a wheel from the common axis (m).
fn reach(set: &Planetary, part: Part, wheel: &Wheel) -> f64 {
    let [x, y] = set.geometry.axis(part, 0);
    let own = if wheel.is_internal() {
        wheel.root_radius + rim(wheel)
    } else {
        wheel.tip_radius
    };
    x.hypot(y) + own
}

fn colour(part: Part) -> Colour {
    match part {
        Part::Sun => Colour::ORANGE,
        Part::Sun2 => Colour::VERMILION,
        Part::Planet => Colour::BLUE,
        Part::Planet2 => Colour::PURPLE,
        Part::Ring | Part::Ring2 => Colour::GREEN,
    }
}

/// All teeth, filled, with a crisp outline; `scale` in px/m.
fn add_wheel(
    drawing: &mut Drawing,
    gear: &CylindricalGear,
    place: &Place,
    colour: Colour,
    scale: f64,
) {
    let Some(wheel) = gear.as_wheel() else {
        return;
    };
    let pitch = TAU * wheel.reference_radius / f64::from(wheel.data.teeth) * scale;
    let fill = LineStyle::new(colour).width(0.0).fill(colour.tint(0.25));
    let line = LineStyle::new(Colour::BLACK).width((0.06 * pitch).clamp(0.5, 1.1));
    let has_teeth = pitch >= NARROWEST_PITCH;
    let teeth = if has_teeth {
        // A point for each two pixels of a flank is enough.
        let per_curve = ((0.4 * pitch) as usize).clamp(3, outline::POINTS_PER_CURVE);
        whole(gear, wheel.data.teeth, per_curve)
    } else {
        circle(wheel.tip_radius)
    };
    let body = outline::body(gear, &teeth, rim(wheel));
    let placed = |points: &[Point]| points.iter().map(|p| place.map(*p)).collect();
    drawing.add_polygon(placed(&body), fill);
    drawing.add_polyline(placed(&teeth), line);
    let centre = place.map([0.0, 0.0]);
    if !has_teeth {
        drawing.add_circle(centre, 1e3 * wheel.root_radius, line);
    }
    let border = if wheel.is_internal() {
        Some(wheel.root_radius + rim(wheel))
    } else {
        wheel.data.bore_radius
    };
    if let Some(radius) = border {
        drawing.add_circle(centre, 1e3 * radius, line);
    }
}

/// The outline of all teeth, from the middle of a root once around.
fn whole(gear: &CylindricalGear, teeth: u32, per_curve: usize) -> Vec<Point> {
    let half = gear.half_outline(per_curve);
    let left = half.iter().map(|[x, y]| [*x, -y]);
    let tooth: Vec<Point> = left.chain(half.iter().rev().skip(1).copied()).collect();
    (0..i64::from(teeth))
        .flat_map(|index| {
            tooth
                .iter()
                .map(move |point| outline::stepped(gear, *point, index))
        })
        .collect()
}

fn circle(radius: f64) -> Vec<Point> {
    (0..=720)
        .map(|i| {
            let (sin, cos) = (TAU * f64::from(i) / 720.0).sin_cos();
            [radius * cos, radius * sin]
        })
        .collect()
}

fn add_pitch_circles(drawing: &mut Drawing, set: &Planetary, parts: &[Part]) {
    let in_plane = |mesh: &Mesh| parts.contains(&mesh.a) && parts.contains(&mesh.b);
    for (mesh, pair) in set
        .geometry
        .meshes
        .iter()
        .filter(|(mesh, _)| in_plane(mesh))
    {
        for (part, radius) in [mesh.a, mesh.b].into_iter().zip(pair.working_radius) {
            for place in places(set, part) {
                if let Some(radius) = radius {
                    let style = pitch_style(colour(part));
                    drawing.add_circle(place.map([0.0, 0.0]), 1e3 * radius, style);
                }
            }
        }
    }
}

fn pitch_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(0.9).dash(Dash::DashDot)
}

fn carrier_style() -> LineStyle {
    LineStyle::new(Colour::BLACK).width(1.2).dash(Dash::Dashed)
}

/// The path of the planets' axes, an arm to each, and the numbers of the planets.
fn add_carrier(drawing: &mut Drawing, set: &Planetary, parts: &[Part]) {
    let planets = parts.iter().filter(|part| part.is_planet());
    for (i, part) in planets.enumerate() {
        let places = places(set, *part);
        let Some(first) = places.first() else {
            continue;
        };
        let radius = first.axis[0].hypot(first.axis[1]);
        drawing.add_circle([0.0, 0.0], 1e3 * radius, carrier_style());
        for (index, place) in places.iter().enumerate() {
            let axis = place.map([0.0, 0.0]);
            drawing.add_polyline(vec![[0.0, 0.0], axis], carrier_style());
            drawing.add_point(axis, Colour::BLACK);
            let outward = axis[1].atan2(axis[0]);
            // Short planets belong to the long one of the same number.
            let mark = if i > 0 { "′" } else { "" };
            drawing.add_label_toward(axis, format!("{}{mark}", index + 1).as_str(), outward + 0.9);
        }
    }
    drawing.add_point([0.0, 0.0], Colour::BLACK);
}

/// A mark below tooth 1 of planets with two rims: these must be put in with the right tooth, and workshops mark them.
fn add_marks(drawing: &mut Drawing, set: &Planetary, parts: &[Part]) {
    let marked = parts.iter().filter(|part| is_marked(set, **part));
    for part in marked {
        let Some(wheel) = wheel(set, *part) else {
            continue;
        };
        let module = wheel.data.system.module;
        let [outer, inner] = [0.4, 2.2].map(|depth| wheel.root_radius - depth * module);
        for place in places(set, *part) {
            let ends = [outer, inner.max(0.5 * outer)].map(|radius| place.map([radius, 0.0]));
            drawing.add_polyline(ends.to_vec(), mark_style());
        }
    }
}

fn is_marked(set: &Planetary, part: Part) -> bool {
    set.geometry.train.kind.has_stepped_planets() && part.is_planet()
}

fn mark_style() -> LineStyle {
    LineStyle::new(Colour::VERMILION).width(2.5)
}

fn title(set: &Planetary, plane: usize, planes: usize) -> RichText {
    let name = name(&set.name, 15.0, 420.0);
    let kind = match set.geometry.train.kind {
        SetKind::Simple => "simple",
        SetKind::Stepped => "stepped",
        SetKind::Wolfrom => "Wolfrom",
        SetKind::Ravigneaux => "Ravigneaux",
    };
    let rest = if planes > 1 {
        format!(", {kind} planetary set, plane {}", plane + 1)
    } else {
        format!(", {kind} planetary set")
    };
    name.followed_by(&RichText::markup(&rest))
}

fn subtitle(set: &Planetary) -> String {
    let geometry = &set.geometry;
    let mut text = format!(
        "N = {}, a = {}",
        geometry.planets,
        millimetres(geometry.center_distance)
    );
    if let Some(clearance) = geometry.planet_clearance {
        text += &format!(", planets {} apart", millimetres(clearance));
    }
    let speeds = geometry.train.main_speeds();
    if let Some(row) = speeds.first().filter(|row| row.ratio.is_finite()) {
        let words = row.words().replace('_', " ");
        text += &format!(", i = {} ({words})", decimal(row.ratio, 4));
    }
    text
}

fn add_legend(drawing: &mut Drawing, set: &Planetary, parts: &[Part]) {
    let mut shown: Vec<Part> = parts.to_vec();
    shown.sort_by_key(|part| *part as usize);
    for part in shown {
        let role = RichText::plain(&part.name().replace('_', " "));
        // A gear that is called after its role needs no second name.
        let text = if set.gear(part) == part.name() {
            role
        } else {
            let role = role.followed_by(&RichText::markup(":"));
            role.spaced(&name(set.gear(part), 12.5, 150.0))
        };
        let teeth = format!(", z = {}", set.geometry.train.teeth(part));
        let fill = LineStyle::new(Colour::BLACK)
            .width(1.0)
            .fill(colour(part).tint(0.25));
        drawing.add_legend(text.followed_by(&RichText::markup(&teeth)), fill);
    }
    drawing.add_legend("carrier: path of the axes, arms", carrier_style());
    drawing.add_legend("pitch circles", pitch_style(Colour::BLACK));
    if parts.iter().any(|part| is_marked(set, *part)) {
        drawing.add_legend("assembly mark, at tooth 1", mark_style());
    }
}
