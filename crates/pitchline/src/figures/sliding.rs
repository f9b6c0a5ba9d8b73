//! Sliding and curvature along the path of contact.

use super::words::{decimal, millimetres, name};
use crate::along_path::{self, pitch_line_speed};
use crate::geometry::{GearPair, Sliding};
use crate::model::Pair;
use crate::pictures::{
    Axis, Chart, Colour, Dash, Figure, LineStyle, Panel, Point, RichText, Series, ticks,
};

/// Specific sliding below this says only that a flank almost stands still: the axis ends here.
const LOWEST_SPECIFIC: f64 = -5.0;

/// Radii of curvature that differ by more than this do not fit into one panel.
const MOST_UNLIKE: f64 = 8.0;

/// Sliding and curvature along the path of contact; speeds when the speed of `a` (rad/s) is given.
pub fn sliding(pair: &Pair<GearPair>, speed: Option<f64>) -> Figure {
    let mesh = &pair.geometry;
    let samples: Vec<Sliding> = along_path::distances(mesh)
        .into_iter()
        .map(|distance| mesh.sliding(distance))
        .collect();
    let mut chart = Chart::new(title(pair), x_axis(mesh))
        .with(slip(mesh, &samples, speed))
        .with(specific(pair, &samples))
        .with(curvature(&samples));
    chart.subtitle = RichText::markup(&subtitle(mesh, speed));
    for (name, point) in mesh.path.named() {
        chart = chart.marker(1e3 * point.distance, name);
    }
    chart.into()
}

fn title(pair: &Pair<GearPair>) -> RichText {
    let pair = name(&pair.name, 15.0, 420.0);
    pair.followed_by(&RichText::markup(
        ": sliding and curvature along the path of contact",
    ))
}

fn subtitle(mesh: &GearPair, speed: Option<f64>) -> String {
    let driver = if mesh.working_radius[0].is_some() {
        "a"
    } else {
        "b"
    };
    let speed = speed.map(|speed| {
        format!(
            "{driver} at {} rpm, pitch line speed v_{{t}} = {} m/s; ",
            crate::number::short(speed.abs() * 30.0 / std::f64::consts::PI),
            decimal(pitch_line_speed(mesh, speed), 3),
        )
    });
    format!(
        "{}sliding is the speed of flank b minus that of a",
        speed.unwrap_or_default()
    )
}

fn x_axis(mesh: &GearPair) -> Axis {
    let (index, wheel) = if mesh.working_radius[0].is_some() {
        (1, "a")
    } else {
        (2, "b")
    };
    let [start, end] = [mesh.path.a.distance, mesh.path.e.distance].map(|d| 1e3 * d);
    let axis = Axis::new(
        format!(
            "Distance along the line of action from T_{{{index}}}, the base tangent point of {wheel}"
        ),
        "mm",
    );
    let room = 0.02 * (end - start).abs();
    axis.range(start.min(end) - room, start.max(end) + room)
}

fn points(samples: &[Sliding], pick: impl Fn(&Sliding) -> Option<f64>) -> Vec<Point> {
    let point = |sample: &Sliding| [1e3 * sample.distance, pick(sample).unwrap_or(f64::NAN)];
    samples.iter().map(point).collect()
}

/// A wheel of the pair in the legend.
fn wheel_name(pair: &Pair<GearPair>, i: usize) -> RichText {
    let (letter, name) = [("a", &pair.a), ("b", &pair.b)][i];
    RichText::markup(&format!("{letter}:")).spaced(&RichText::plain(name))
}

fn wheel_style(i: usize) -> LineStyle {
    let [a, b] = [Colour::BLUE, Colour::GREEN];
    match i {
        0 => LineStyle::new(a).width(2.0),
        _ => LineStyle::new(b).width(2.0).dash(Dash::Dashed),
    }
}

fn slip(mesh: &GearPair, samples: &[Sliding], speed: Option<f64>) -> Panel {
    let style = LineStyle::new(Colour::BLACK).width(2.0);
    let (axis, factor) = match speed {
        Some(speed) => (
            Axis::new("Sliding speed v_{g}", "m/s"),
            pitch_line_speed(mesh, speed),
        ),
        None => (Axis::new("Sliding factor v_{g}/v_{t}", "–"), 1.0),
    };
    let curve = points(samples, |sample| Some(factor * sample.sliding_factor));
    Panel::new(axis).with(Series::new("", curve).style(style))
}

fn specific(pair: &Pair<GearPair>, samples: &[Sliding]) -> Panel {
    let values = samples.iter().flat_map(|sample| sample.specific);
    let is_cut = values.clone().any(|value| value < LOWEST_SPECIFIC);
    let highest = values.fold(0.0, f64::max);
    let axis = if is_cut {
        let note = format!(
            "Specific sliding ζ, cut\u{a0}at\u{a0}{}",
            decimal(LOWEST_SPECIFIC, 0)
        );
        Axis::new(note, "–").range(LOWEST_SPECIFIC, highest.ceil().max(1.0))
    } else {
        Axis::new("Specific sliding ζ", "–")
    };
    let series = |i: usize| {
        let curve = points(samples, |sample| Some(sample.specific[i]));
        Series::new(wheel_name(pair, i), curve).style(wheel_style(i))
    };
    Panel::new(axis).with(series(0)).with(series(1))
}

fn curvature(samples: &[Sliding]) -> Panel {
    let radii = |i: usize| samples.iter().filter_map(move |sample| sample.curvature[i]);
    let largest = |i: usize| radii(i).fold(0.0, f64::max);
    let least = |i: usize| radii(i).fold(f64::INFINITY, f64::min);
    // A wheel so much larger than its mate would flatten the curves that matter.
    let is_out = |i: usize| {
        radii(i).count() > 0 && least(i) > MOST_UNLIKE * largest(1 - i) && largest(1 - i) > 0.0
    };

    let relative = points(samples, |sample| Some(1e3 * sample.relative_curvature));
    // Broad and below the others: beside a rack it is the same as that of the pinion.
    let broad = LineStyle::new(Colour::ORANGE).width(4.0);
    let mut axis = Axis::new("Radius of curvature ρ, normal section", "mm");
    for i in [0, 1] {
        if is_out(i) {
            let relative = relative.iter().map(|point| point[1]);
            let highest = relative.fold(1e3 * largest(1 - i), f64::max);
            let [low, high] = ticks::rounded([0.0, highest], 4);
            axis = axis.range(low, high);
        }
    }
    let mut panel = Panel::new(axis).with(Series::new("relative ρ", relative).style(broad));
    for i in [0, 1] {
        let symbol = ["ρ_{a}", "ρ_{b}"][i];
        let curve = points(samples, |sample| sample.curvature[i].map(|rho| 1e3 * rho));
        let name = if is_out(i) {
            format!("{symbol} out of view, {} and more", millimetres(least(i)))
        } else {
            symbol.to_owned()
        };
        // A rack has none.
        if radii(i).count() > 0 {
            panel = panel.with(Series::new(name, curve).style(wheel_style(i)));
        }
    }
    panel
}
