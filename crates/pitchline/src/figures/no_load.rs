//! The transmission error of a pair without load.

use super::words::{decimal, name};
use crate::geometry::GearPair;
use crate::model::Pair;
use crate::no_load::{NoLoad, Side};
use crate::pictures::{
    Axis, Chart, Colour, Dash, Figure, LineStyle, Panel, Point, RichText, Series,
};

/// The transmission error without load, both ways.
pub fn no_load(pair: &Pair<GearPair>, no_load: &NoLoad) -> Figure {
    let (x_axis, factor) = match pair.geometry.a.as_wheel() {
        Some(_) => (Axis::new("Angle of a", "°"), 1f64.to_degrees()),
        None => (Axis::new("Displacement of a", "mm"), 1e3),
    };
    let resolution = ROUNDING * pair.geometry.center_distance.abs();
    let points = |side: &Side| -> Vec<Point> {
        let scale = if is_rounding(side, resolution) {
            0.0
        } else {
            1e6
        };
        let places = no_load.coordinates.iter().zip(&side.error);
        let points = places.map(|(x, y)| [factor * x, scale * y]);
        broken(points.collect())
    };
    let right = LineStyle::new(Colour::BLUE).width(2.0);
    let left = LineStyle::new(Colour::VERMILION)
        .width(2.0)
        .dash(Dash::Dashed);
    let errors = Panel::new(Axis::new(
        "Transmission error along the line of action",
        "µm",
    ))
    .with(Series::new("right flanks of a in contact", points(&no_load.right)).style(right))
    .with(Series::new("left flanks of a in contact", points(&no_load.left)).style(left));
    let title = name(&pair.name, 15.0, 380.0)
        .followed_by(&RichText::markup(": unloaded transmission error"));
    let mut chart = Chart::new(title, x_axis).with(errors);
    chart.subtitle = RichText::markup(&format!(
        "{}; peak to peak {} (right), {} (left); positive: b lags",
        no_load.span,
        micrometres(&no_load.right, resolution),
        micrometres(&no_load.left, resolution)
    ));
    chart.into()
}

/// The same points with a gap wherever meshes were skipped.
fn broken(points: Vec<Point>) -> Vec<Point> {
    let step = |pair: &[Point]| (pair[1][0] - pair[0][0]).abs();
    let least = points.windows(2).map(step).fold(f64::INFINITY, f64::min);
    let mut line = Vec::with_capacity(points.len());
    for (i, point) in points.iter().enumerate() {
        if i > 0 && step(&points[i - 1..=i]) > 1.5 * least {
            line.push([f64::NAN; 2]);
        }
        line.push(*point);
    }
    line
}

/// Share of the centre distance below which an error is rounding of the places from which it comes.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Whether there are errors and none is larger than its numbers can resolve.
fn is_rounding(side: &Side, resolution: f64) -> bool {
    let ends = side.extremes.as_ref();
    ends.is_some_and(|ends| ends.iter().all(|error| error.abs() <= resolution))
}

fn micrometres(side: &Side, resolution: f64) -> String {
    if is_rounding(side, resolution) {
        return "0, drawn so: below rounding".to_owned();
    }
    let value = side.peak_to_peak();
    value.map_or_else(
        || "–".to_owned(),
        |value| format!("{}\u{a0}µm", decimal(1e6 * value, 2)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_leaves_is_no_error() {
        let resolution = ROUNDING * 0.1;
        let side = |extremes: Option<[f64; 2]>| Side {
            error: Vec::new(),
            pairs: Vec::new(),
            extremes,
        };
        let told = |extremes| micrometres(&side(extremes), resolution);
        assert_eq!(told(Some([-3e-19, 1e-18])), "0, drawn so: below rounding");
        assert_eq!(told(Some([-1e-6, 1e-18])), "1.00\u{a0}µm");
        assert_eq!(told(None), "–");
    }

    #[test]
    fn a_line_breaks_over_skipped_meshes() {
        let points: Vec<Point> = [0.0, 1.0, 2.0, 6.0, 7.0].map(|x| [x, 0.0]).into();
        let line = broken(points);
        assert_eq!(line.len(), 6);
        assert!(line[3][0].is_nan() && (line[4][0] - 6.0).abs() < 1e-15);
    }
}
