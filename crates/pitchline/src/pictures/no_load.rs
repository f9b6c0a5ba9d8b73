//! The transmission error of a pair without load.

use super::words::{decimal, name};
use crate::geometry::GearPair;
use crate::model::Pair;
use crate::no_load::{NoLoad, Side};
use crate::plot::{Axis, Chart, Colour, Dash, LineStyle, Panel, Point, RichText, Scene, Series};

/// The transmission error without load, both ways.
pub fn no_load(pair: &Pair<GearPair>, no_load: &NoLoad) -> Scene {
    let (x_axis, factor) = match pair.geometry.a.as_wheel() {
        Some(_) => (Axis::new("Angle of a", "°"), 1f64.to_degrees()),
        None => (Axis::new("Displacement of a", "mm"), 1e3),
    };
    let points = |values: &[f64], scale: f64| -> Vec<Point> {
        let places = no_load.coordinates.iter().zip(values);
        places.map(|(x, y)| [factor * x, scale * y]).collect()
    };
    let right = LineStyle::new(Colour::BLUE).width(2.0);
    let left = LineStyle::new(Colour::VERMILION)
        .width(2.0)
        .dash(Dash::Dashed);
    let errors = Panel::new(Axis::new("Transmission error", "µm"))
        .with(Series::new("right flanks of a push", points(&no_load.right.error, 1e6)).style(right))
        .with(Series::new("left flanks of a push", points(&no_load.left.error, 1e6)).style(left));
    let title = name(&pair.name, 15.0, 380.0)
        .followed_by(&RichText::markup(": transmission error without load"));
    let mut chart = Chart::new(title, x_axis).with(errors);
    chart.subtitle = RichText::markup(&format!(
        "{}; peak to peak {} (right), {} (left); along the line of action, positive: b lags behind a",
        no_load.span,
        micrometres(&no_load.right),
        micrometres(&no_load.left)
    ));
    chart.render()
}

fn micrometres(side: &Side) -> String {
    let value = side.peak_to_peak();
    value.map_or_else(
        || "–".to_owned(),
        |value| format!("{}\u{a0}µm", decimal(1e6 * value, 2)),
    )
}
