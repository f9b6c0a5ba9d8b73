//! The pair in mesh: teeth, pitch, base and tip circles, line of action, path of contact with its points A to E.
//!
//! The origin of the drawing is the pitch point, the line of centres is vertical: `a` is below; a ring and a rack
//! are above whatever they are called.

mod position;
mod view;

#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use self::position::{Placement, Position};
use self::view::View;
use super::outline;
use super::words::{decimal, degrees, millimetres, name};
use crate::geometry::{CylindricalGear, GearPair};
use crate::model::Pair;
use crate::plot::{Axis, Colour, Dash, Drawing, LineStyle, Point, RichText, Scene};

/// Colours of a and b.
const COLOURS: [Colour; 2] = [Colour::BLUE, Colour::GREEN];

/// The pair in mesh.
pub fn mesh(pair: &Pair) -> Scene {
    let mesh = &pair.geometry;
    let position = Position::new(mesh);
    let view = View::new(mesh, &position);
    let mut drawing = Drawing::new(title(pair));
    drawing.subtitle = RichText::markup(&subtitle(mesh));
    drawing.x_axis = Axis::new("x from the pitch point C", "mm");
    drawing.y_axis = Axis::new("y from the pitch point C, along the line of centres", "mm");
    drawing.has_grid = false;
    drawing.set_view(view.low, view.high);
    for (i, gear) in [&mesh.a, &mesh.b].into_iter().enumerate() {
        add_teeth(
            &mut drawing,
            gear,
            &position.placements[i],
            &view,
            COLOURS[i],
        );
    }
    for (i, gear) in [&mesh.a, &mesh.b].into_iter().enumerate() {
        add_circles(&mut drawing, mesh, gear, i, &position.placements[i], &view);
        add_motion(&mut drawing, pair, i, &position.placements[i], &view);
    }
    add_line_of_action(&mut drawing, mesh, &position, &view);
    add_legend(&mut drawing, pair, &view);
    drawing.description = format!(
        "The gears {} and {} in mesh, their drive flanks in contact; {}",
        pair.a,
        pair.b,
        drawing.subtitle.to_plain()
    );
    drawing.render()
}

fn title(pair: &Pair) -> RichText {
    // Long names are cut one by one, so that each is still there.
    let [pair, a, b] = [&pair.name, &pair.a, &pair.b].map(|text| name(text, 15.0, 520.0));
    let colon = pair.followed_by(&RichText::markup(":"));
    colon.spaced(&a).spaced(&RichText::markup("and")).spaced(&b)
}

fn subtitle(mesh: &GearPair) -> String {
    let distance = if mesh.working_radius.contains(&None) {
        "axis to datum line"
    } else {
        "a"
    };
    format!(
        "transverse section, ε_{{α}} = {}, α_{{wt}} = {}, {distance} = {}, backlash j_{{wt}} = {}\u{a0}mm",
        decimal(mesh.transverse_contact_ratio, 3),
        degrees(mesh.working_pressure_angle),
        millimetres(mesh.center_distance),
        decimal(1e3 * mesh.backlash.circumferential, 3),
    )
}

/// The teeth that the view shows, filled, with a crisp outline.
fn add_teeth(
    drawing: &mut Drawing,
    gear: &CylindricalGear,
    placement: &Placement,
    view: &View,
    colour: Colour,
) {
    let [first, last] = view.teeth(gear, placement);
    let outline = outline::teeth(gear, first, last);
    let body = outline::body(gear, &outline, view.body_thickness());
    let place = |points: &[Point]| -> Vec<Point> {
        let placed = points.iter().map(|point| view.map(placement.map(*point)));
        placed.collect()
    };
    let fill = LineStyle::new(colour).width(0.0).fill(colour.tint(0.2));
    drawing.add_polygon(place(&body), fill);
    let line = LineStyle::new(Colour::BLACK).width(1.3);
    drawing.add_polyline(place(&outline), line);
    if let Some(border) = border_radius(gear, view) {
        drawing.add_circle(view.map(placement.centre), 1e3 * border, line);
    }
}

/// Radius of the bore or of the outside of a ring.
fn border_radius(gear: &CylindricalGear, view: &View) -> Option<f64> {
    let wheel = gear.as_wheel()?;
    if wheel.is_internal() {
        let thickness = wheel.data.rim.unwrap_or(view.body_thickness());
        wheel.data.rim.map(|_| wheel.root_radius + thickness)
    } else {
        wheel.data.bore_radius
    }
}

/// Pitch, base and tip circle of a wheel, or the lines of a rack.
fn add_circles(
    drawing: &mut Drawing,
    mesh: &GearPair,
    gear: &CylindricalGear,
    i: usize,
    placement: &Placement,
    view: &View,
) {
    let centre = view.map(placement.centre);
    match gear {
        CylindricalGear::Wheel(wheel) => {
            let pitch = mesh.working_radius[i].unwrap_or(wheel.reference_radius);
            drawing.add_circle(centre, 1e3 * wheel.tip_radius, tip_style(COLOURS[i]));
            drawing.add_circle(centre, 1e3 * wheel.base_radius, base_style(COLOURS[i]));
            drawing.add_circle(centre, 1e3 * pitch, pitch_style(COLOURS[i]));
        }
        CylindricalGear::Rack(rack) => {
            let line = |height: f64| {
                let y = centre[1] - 1e3 * height;
                vec![[view.low[0], y], [view.high[0], y]]
            };
            drawing.add_polyline(line(rack.tip_height), tip_style(COLOURS[i]));
            drawing.add_polyline(
                vec![[view.low[0], 0.0], [view.high[0], 0.0]],
                pitch_style(COLOURS[i]),
            );
        }
    }
}

fn tip_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(0.7)
}

fn base_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(1.1).dash(Dash::Dashed)
}

fn pitch_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(1.1).dash(Dash::DashDot)
}

/// An arrow in the body in the sense of motion, with the name of the wheel.
fn add_motion(drawing: &mut Drawing, pair: &Pair, i: usize, placement: &Placement, view: &View) {
    let mesh = &pair.geometry;
    let (gear, wheel_name) = [(&mesh.a, &pair.a), (&mesh.b, &pair.b)][i];
    let centre = view.map(placement.centre);
    let half = 0.5 * view.arrow_length();
    let style = LineStyle::new(COLOURS[i]).width(1.8);
    let (points, middle): (Vec<Point>, Point) = match gear {
        CylindricalGear::Wheel(wheel) => {
            // a turns anticlockwise; an external mate against it, also when a rack drives.
            let is_against = i == 1 && !mesh.is_internal();
            let sense = if is_against { -1.0 } else { 1.0 };
            let radius = view.arrow_radius(wheel);
            // A wheel above the pitch point has its mesh below its axis.
            let from = if centre[1] > 0.0 { -0.5 * PI } else { 0.5 * PI };
            let sweep = (half / radius).min(0.9);
            let at = |t: f64| {
                let angle = from + sense * sweep * t;
                [
                    centre[0] + radius * angle.cos(),
                    centre[1] + radius * angle.sin(),
                ]
            };
            (
                (-12..=12).map(|k| at(f64::from(k) / 12.0)).collect(),
                at(0.0),
            )
        }
        CylindricalGear::Rack(rack) => {
            let y = centre[1] + 1e3 * rack.root_depth + 0.35 * view.module;
            let sense = if i == 0 { 1.0 } else { -1.0 };
            (vec![[-sense * half, y], [sense * half, y]], [0.0, y])
        }
    };
    drawing.add_arrow(points, style);
    let role = if i == 0 { "drives" } else { "" };
    let text = name(wheel_name, 12.5, 170.0).spaced(&RichText::markup(role));
    let is_upper = middle[1] > 0.0;
    drawing.add_label_toward(middle, text, if is_upper { 0.5 * PI } else { -0.5 * PI });
}

fn add_line_of_action(drawing: &mut Drawing, mesh: &GearPair, position: &Position, view: &View) {
    let at = |distance: f64| view.map(position.point(distance));
    drawing.add_polyline(
        vec![[0.0, view.low[1]], [0.0, view.high[1]]],
        LineStyle::centre_line(),
    );
    let far = 3.0 * 1e-3 * (view.high[0] - view.low[0]);
    let path = &mesh.path;
    let ends = [path.c.distance - far, path.c.distance + far];
    drawing.add_polyline(ends.map(at).to_vec(), line_style());
    drawing.add_polyline(
        [path.a, path.e].map(|p| at(p.distance)).to_vec(),
        path_style(),
    );
    // Names stand beside the line, to its upper right where the picture runs so.
    let [from, to] = [at(path.c.distance), at(path.c.distance + far)];
    let along = (to[1] - from[1]).atan2(to[0] - from[0]);
    let across = if along.cos() > 0.0 {
        along + 0.5 * PI
    } else {
        along - 0.5 * PI
    };
    for contact in &position.contacts {
        drawing.add_point(view.map(*contact), Colour::VERMILION);
    }
    for (name, point) in path.named() {
        drawing.add_point(at(point.distance), Colour::BLACK);
        drawing.add_label_toward(at(point.distance), name, across);
    }
    for (name, distance) in view::tangent_points(mesh) {
        let point = at(distance);
        if view.contains(point) {
            drawing.add_point(point, Colour::BLACK);
            drawing.add_label_toward(point, name, across);
        }
    }
}

fn line_style() -> LineStyle {
    LineStyle::new(Colour::VERMILION).width(1.0)
}

fn path_style() -> LineStyle {
    LineStyle::new(Colour::VERMILION).width(3.0)
}

fn add_legend(drawing: &mut Drawing, pair: &Pair, view: &View) {
    let mesh = &pair.geometry;
    for (i, (letter, wheel, gear)) in [("a", &pair.a, &mesh.a), ("b", &pair.b, &mesh.b)]
        .into_iter()
        .enumerate()
    {
        let text = RichText::markup(&format!("{letter}:")).spaced(&name(wheel, 12.5, 370.0));
        let teeth = match gear {
            CylindricalGear::Wheel(wheel) => format!(", z = {}", wheel.data.teeth),
            CylindricalGear::Rack(_) => ", rack".to_owned(),
        };
        let fill = LineStyle::new(Colour::BLACK)
            .width(1.0)
            .fill(COLOURS[i].tint(0.2));
        drawing.add_legend(text.followed_by(&RichText::markup(&teeth)), fill);
    }
    drawing.add_legend("path of contact AE", path_style());
    drawing.add_legend("line of action", line_style());
    let [pitch, base, tip] = if mesh.working_radius.contains(&None) {
        [
            "pitch circle and line",
            "base circle",
            "tip circle and line",
        ]
    } else {
        ["pitch circles", "base circles", "tip circles"]
    };
    drawing.add_legend(pitch, pitch_style(Colour::BLACK));
    if view.shows_base(mesh) {
        drawing.add_legend(base, base_style(Colour::BLACK));
    }
    drawing.add_legend(tip, tip_style(Colour::BLACK));
    drawing.add_legend_point("contact of a tooth pair", Colour::VERMILION);
}
