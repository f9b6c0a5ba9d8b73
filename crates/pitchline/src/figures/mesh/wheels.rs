//! The two wheels of the picture: teeth, circles, sense of motion.

use std::f64::consts::PI;

use super::super::outline;
use super::super::words::name;
use super::COLOURS;
use super::position::Placement;
use super::view::View;
use crate::geometry::{CylindricalGear, GearPair};
use crate::model::Pair;
use crate::pictures::{Colour, Dash, Drawing, LineStyle, Point, RichText};

/// The teeth that the view shows, filled, with a crisp outline.
pub(super) fn add_teeth(
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
pub(super) fn add_circles(
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

pub(super) fn tip_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(0.7)
}

pub(super) fn base_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(1.1).dash(Dash::Dashed)
}

pub(super) fn pitch_style(colour: Colour) -> LineStyle {
    LineStyle::new(colour).width(1.1).dash(Dash::DashDot)
}

/// An arrow in the body in the sense of motion, with the name of the wheel.
pub(super) fn add_motion(
    drawing: &mut Drawing,
    pair: &Pair<GearPair>,
    i: usize,
    placement: &Placement,
    view: &View,
) {
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
