//! Profile and lead traces of a gear in the orientation of inspection charts: amounts sideways, the flank upwards.

use super::words::{millimetres, name};
use crate::flank_traces::{self, Place, Teeth};
use crate::geometry::CylindricalGear;
use crate::model::Gear;
use crate::pictures::{
    Axis, Chart, Colour, Dash, Figure, LineStyle, Panel, Point, RichText, Series,
};

/// Profile and lead traces of both flanks.
pub(crate) fn modification(gear: &Gear<CylindricalGear>, teeth: Teeth) -> Figure {
    let [profile, lead] = [flank_traces::profile, flank_traces::lead].map(|of| of(gear, teeth));
    let mut x_axis = Axis::new("Material removed, normal to the flank", "µm");
    let amounts = profile.iter().chain(&lead).flat_map(|place| place.relief);
    let [low, high] = amounts.fold([0.0_f64; 2], |[low, high], amount| {
        [low.min(1e6 * amount), high.max(1e6 * amount)]
    });
    if high > low {
        // Traces at zero and at the largest amount stay clear of the frame.
        let room = 0.04 * (high - low);
        x_axis = x_axis.range(low - room, high + room);
    }
    let profile_axis = match gear.geometry.as_wheel() {
        Some(_) => Axis::new("Profile: roll length", "mm"),
        None => Axis::new("Profile: length from the datum line", "mm"),
    };
    let mut chart = Chart::new(title(gear, teeth, "profile and lead modification"), x_axis)
        .with(panel(profile_axis, &profile))
        .with(panel(Axis::new("Lead: width z", "mm"), &lead));
    chart.subtitle = RichText::markup(&subtitle(gear, &profile));
    chart.panel_height = Some(260.0);
    chart.into()
}

/// The name of the gear and what is shown.
pub(super) fn title(gear: &Gear<CylindricalGear>, teeth: Teeth, what: &str) -> RichText {
    let gear = name(&gear.name, 15.0, 380.0);
    let tooth = match teeth {
        Teeth::All => String::new(),
        Teeth::One(tooth) => format!("damaged tooth {tooth}, "),
    };
    gear.followed_by(&RichText::markup(&format!(": {tooth}{what}")))
}

fn subtitle(gear: &Gear<CylindricalGear>, profile: &[Place]) -> String {
    let [root, tip] = match profile {
        [first, .., last] => [first.height, last.height],
        _ => [0.0, 0.0],
    };
    match gear.geometry.as_wheel() {
        Some(_) => format!(
            "profile at mid-face from d_{{Ff}} = {} to d_{{a}} = {}, lead at mid-profile",
            millimetres(2.0 * root),
            millimetres(2.0 * tip)
        ),
        None => format!(
            "profile at mid-face from {} to {} over the datum line, lead at mid-profile",
            millimetres(root),
            millimetres(tip)
        ),
    }
}

fn panel(axis: Axis, trace: &[Place]) -> Panel {
    let ends =
        [trace.first(), trace.last()].map(|place| place.map_or(0.0, |place| 1e3 * place.along));
    let axis = axis.range(ends[0].min(ends[1]), ends[0].max(ends[1]));
    let points = |i: usize| -> Vec<Point> {
        let point = |place: &Place| [1e6 * place.relief[i], 1e3 * place.along];
        trace.iter().map(point).collect()
    };
    let right = LineStyle::new(Colour::BLUE).width(2.2);
    let left = LineStyle::new(Colour::VERMILION)
        .width(2.2)
        .dash(Dash::Dashed);
    Panel::new(axis)
        .with(Series::new("right flank", points(0)).style(right))
        .with(Series::new("left flank", points(1)).style(left))
}
