//! One tooth with its circles, or with the lines of a rack.

mod curves;
mod level;
mod section;

use self::section::{FRAME_WIDTH, Section};
use super::words::{degrees, millimetres};
use crate::geometry::{CylindricalGear, GearKind};
use crate::model::Gear;
use crate::pictures::{Axis, Colour, Drawing, Figure, LineStyle, Point, RichText, spread};

/// Distance of labels below each other (px).
const LABEL_PITCH: f64 = 22.0;
/// Shortest line from a circle to its label (px).
const LEADER: f64 = 14.0;

/// One tooth with its circles.
pub fn tooth(gear: &Gear<CylindricalGear>) -> Figure {
    let section = Section::new(&gear.geometry);
    let name = RichText::plain(&gear.name);
    let mut drawing = Drawing::new(RichText::markup("Tooth of").spaced(&name));
    drawing.subtitle = RichText::markup(&subtitle(&gear.geometry));
    drawing.description = format!(
        "A tooth of gear {} with its flank, fillet and circles; {}",
        gear.name,
        drawing.subtitle.to_plain()
    );
    drawing.has_grid = false;
    drawing.frame_size[0] = FRAME_WIDTH;
    drawing.x_axis = Axis::new("x", "mm");
    drawing.y_axis = match gear.geometry {
        CylindricalGear::Wheel(_) => Axis::new("y from the gear's axis", "mm"),
        CylindricalGear::Rack(_) => Axis::new("y from the datum line", "mm"),
    };
    let [low, high] = section.view();
    drawing.set_view(low, high);

    add_body(&mut drawing, &section);
    add_levels(&mut drawing, &section, [low, high]);
    add_flanks(&mut drawing, &section);
    add_thickness(&mut drawing, &section);
    drawing.into()
}

fn subtitle(gear: &CylindricalGear) -> String {
    let data = gear.data();
    let system = &data.system;
    let mut parts = vec!["transverse section".to_owned()];
    match data.kind {
        GearKind::External => parts.push(format!("z = {}", data.teeth)),
        GearKind::Internal => parts.push(format!("internal, z = {}", data.teeth)),
        GearKind::Rack => parts.push("rack".to_owned()),
    }
    let module = 1e3 * system.module;
    parts.push(format!("m_{{n}} = {} mm", crate::number::short(module)));
    if data.kind != GearKind::Rack {
        let shift = crate::number::short(data.profile_shift).replace('-', "−");
        parts.push(format!("x = {shift}"));
    }
    if system.is_helical() {
        parts.push(format!("β = {}", degrees(system.helix_angle)));
    }
    if gear.as_wheel().is_some_and(|wheel| wheel.is_undercut()) {
        parts.push("undercut".to_owned());
    }
    parts.join(", ")
}

fn add_body(drawing: &mut Drawing, section: &Section) {
    let ground = LineStyle::new(Colour::BLUE).width(0.0);
    drawing.add_polygon(section.body(), ground.fill(Colour::BLUE.tint(0.07)));
    drawing.add_polygon(section.tooth_body(), ground.fill(Colour::BLUE.tint(0.2)));
    drawing.add_polyline(section.outline(), LineStyle::new(Colour::GREY).width(1.2));
    if let Some(border) = section.border() {
        drawing.add_polyline(border, LineStyle::new(Colour::GREY).width(1.2));
    }
}

/// The circles, with their diameters in a column on the right; one out of view is told of in the legend.
fn add_levels(drawing: &mut Drawing, section: &Section, [low, high]: [Point; 2]) {
    let mut ends = Vec::new();
    for level in section.levels() {
        let line = section.line(level);
        let end = line.first().copied().unwrap_or_default();
        if end[1] > low[1] && end[1] < high[1] {
            drawing.add_polyline(line, level.style);
            drawing.add_legend(level.name, level.style);
            ends.push((end, level.label()));
        } else {
            let name = RichText::markup(&format!("{} out of view,", level.name));
            drawing.add_legend(name.spaced(&level.label()), level.style);
        }
    }
    ends.sort_by(|a, b| a.0[1].total_cmp(&b.0[1]));
    let pixel = ((high[0] - low[0]) / drawing.frame_size[0])
        .max((high[1] - low[1]) / drawing.frame_size[1]);
    let wished: Vec<f64> = ends.iter().map(|(end, _)| end[1]).collect();
    let heights = vec![LABEL_PITCH * pixel; ends.len()];
    let places = spread(&wished, &heights, [low[1], high[1]]);
    let farthest = ends.iter().map(|(end, _)| end[0]).fold(low[0], f64::max);
    let column = farthest + LEADER * pixel;
    for ((end, label), y) in ends.into_iter().zip(places) {
        let leader = vec![end, [column, y]];
        drawing.add_polyline(leader, LineStyle::new(Colour::GREY).width(0.6));
        drawing.add_label_toward([column, y], label, 0.0);
    }
}

fn add_flanks(drawing: &mut Drawing, section: &Section) {
    let involute = LineStyle::new(Colour::BLUE).width(2.8);
    let fillet = LineStyle::new(Colour::ORANGE).width(2.8);
    for curve in section.both_sides(&section.tooth_lands()) {
        drawing.add_polyline(curve, LineStyle::new(Colour::BLACK).width(1.6));
    }
    for curve in section.both_sides(&[section.fillet()]) {
        drawing.add_polyline(curve, fillet);
    }
    for curve in section.both_sides(&[section.flank()]) {
        if let Some(form) = curve.first() {
            drawing.add_point(*form, Colour::VERMILION);
        }
        drawing.add_polyline(curve, involute);
    }
    drawing.add_legend(section.flank_name(), involute);
    drawing.add_legend("fillet", fillet);
    drawing.add_legend_point("form point", Colour::VERMILION);
}

/// The tooth thickness on the reference circle.
fn add_thickness(drawing: &mut Drawing, section: &Section) {
    let (arc, value) = section.thickness();
    let thin = LineStyle::thin(Colour::BLACK);
    let text = format!("s_{{t}} = {}", millimetres(value));
    let middle = arc[arc.len() / 2];
    drawing.add_arrow(arc.iter().rev().copied().collect(), thin);
    drawing.add_arrow(arc, thin);
    drawing.add_label_toward(middle, text.as_str(), section.tip_direction());
}
