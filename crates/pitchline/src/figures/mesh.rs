//! The pair in mesh: teeth, pitch, base and tip circles, line of action, path of contact with its points A to E.
//!
//! The origin of the drawing is the pitch point, the line of centres is vertical: `a` is below; a ring and a rack
//! are above whatever they are called.

mod position;
mod view;
mod wheels;

#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use self::position::Position;
use self::view::View;
use self::wheels::{base_style, pitch_style, tip_style};
use super::words::{decimal, degrees, millimetres, name};
use crate::geometry::{CylindricalGear, GearPair};
use crate::model::Pair;
use crate::pictures::{Axis, Colour, Drawing, Figure, LineStyle, RichText};

/// Colours of a and b.
const COLOURS: [Colour; 2] = [Colour::BLUE, Colour::GREEN];

/// The pair in mesh.
pub fn mesh(pair: &Pair<GearPair>) -> Figure {
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
        wheels::add_teeth(
            &mut drawing,
            gear,
            &position.placements[i],
            &view,
            COLOURS[i],
        );
    }
    for (i, gear) in [&mesh.a, &mesh.b].into_iter().enumerate() {
        wheels::add_circles(&mut drawing, mesh, gear, i, &position.placements[i], &view);
        wheels::add_motion(&mut drawing, pair, i, &position.placements[i], &view);
    }
    add_line_of_action(&mut drawing, mesh, &position, &view);
    add_legend(&mut drawing, pair, &view);
    drawing.description = format!(
        "The gears {} and {} in mesh, their drive flanks in contact; {}",
        pair.a,
        pair.b,
        drawing.subtitle.to_plain()
    );
    drawing.into()
}

fn title(pair: &Pair<GearPair>) -> RichText {
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
    for contact in &position.contacts {
        drawing.add_point(view.map(*contact), Colour::VERMILION);
    }
}

fn line_style() -> LineStyle {
    LineStyle::new(Colour::VERMILION).width(1.0)
}

fn path_style() -> LineStyle {
    LineStyle::new(Colour::VERMILION).width(3.0)
}

fn add_legend(drawing: &mut Drawing, pair: &Pair<GearPair>, view: &View) {
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
