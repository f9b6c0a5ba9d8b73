//! Pictures of small motions: Campbell diagrams, answers over frequency.

use super::HERTZ;
use super::ports::{Shaken, per};
use crate::dynamics::{Campbell, CampbellCurve, FrequencyResponse, WhirlSense};
use crate::number::short;
use crate::pictures::{Axis, Chart, Colour, Dash, LineStyle, Panel, Point, RichText, Series};
use crate::results::Picture;

/// rpm in rad/s.
const RPM: f64 = std::f64::consts::PI / 30.0;

/// Frequencies over speed, forward and backward whirl apart, with the lines of the orders and the critical speeds.
pub(in crate::studies) fn campbell(title: &str, campbell: &Campbell, orders: &[f64]) -> Picture {
    let mut panel = Panel::new(Axis::new("Frequency", "Hz"));
    let highest = campbell.curves.iter().flat_map(|curve| &curve.points);
    let highest = highest
        .flatten()
        .map(|point| point.frequency())
        .fold(0.0, f64::max);
    let kinds = [
        ("forward whirl", WhirlSense::Forward, Colour::BLUE),
        ("backward whirl", WhirlSense::Backward, Colour::VERMILION),
        ("mixed whirl", WhirlSense::Mixed, Colour::PURPLE),
        ("neither", WhirlSense::Neither, Colour::GREEN),
    ];
    for (name, sense, colour) in kinds {
        let mut label = RichText::plain(name);
        for curve in &campbell.curves {
            let points = part(&campbell.speeds, curve, sense);
            if points.iter().any(|point| point[1].is_finite()) {
                let style = LineStyle::new(colour).width(1.6);
                panel = panel.with(Series::new(std::mem::take(&mut label), points).style(style));
            }
        }
    }
    let fastest = campbell.speeds.iter().copied().fold(0.0, f64::max);
    for (i, order) in orders.iter().enumerate() {
        let dash = [Dash::Dashed, Dash::Dotted, Dash::DashDot][i % 3];
        let end = fastest.min(highest / order);
        let line = vec![[0.0, 0.0], [end / RPM, order * end / HERTZ]];
        let style = LineStyle::new(Colour::GREY).width(1.0).dash(dash);
        let name = RichText::plain(&format!("{} × speed", short(*order)));
        panel = panel.with(Series::new(name, line).style(style));
    }
    let critical = campbell.critical_speeds.iter();
    let critical: Vec<Point> = critical
        .map(|critical| [critical.speed / RPM, critical.point.frequency() / HERTZ])
        .collect();
    let mut label = RichText::plain("critical speed");
    for point in critical {
        let style = LineStyle::new(Colour::BLACK).width(3.0);
        let series = Series::new(std::mem::take(&mut label), vec![point]);
        panel = panel.with(series.style(style).dots());
    }
    let mut chart = Chart::new(RichText::plain(title), Axis::new("Speed", "rpm")).with(panel);
    chart.subtitle = RichText::plain("natural frequencies over speed");
    chart.panel_height = Some(400.0);
    Picture::new("campbell", chart)
}

/// A curve where it whirls this way; its neighbours are kept so that no gap opens where the sense changes. At rest, where it has none,
/// it is shown as it goes on.
fn part(speeds: &[f64], curve: &CampbellCurve, sense: WhirlSense) -> Vec<Point> {
    let is_of = |i: usize| {
        let i = if speeds[i] == 0.0 { i + 1 } else { i };
        let point = curve.points.get(i).copied().flatten();
        point.is_some_and(|point| point.whirl.sense == sense)
    };
    let points = speeds.iter().zip(&curve.points).enumerate();
    points
        .map(|(i, (speed, point))| {
            let is_shown = is_of(i) || (i > 0 && is_of(i - 1));
            let frequency = point.filter(|_| is_shown);
            let frequency = frequency.map_or(f64::NAN, |point| point.frequency() / HERTZ);
            [speed / RPM, frequency]
        })
        .collect()
}

/// Size and phase of the answers of one output to all inputs.
pub(in crate::studies) fn response(
    name: &str,
    (response, output, unit): (&FrequencyResponse, usize, &'static str),
    inputs: &[Shaken],
    axis: Axis,
) -> Picture {
    let units: Vec<&str> = inputs.iter().map(|input| per(unit, input.unit)).collect();
    let shared = match units.windows(2).all(|pair| pair[0] == pair[1]) {
        true => units.first().copied().unwrap_or("1"),
        false => "SI",
    };
    let mut sizes = Panel::new(Axis::new("Magnitude", shared).logarithmic());
    let mut phases = Panel::new(Axis::phase("Phase"));
    for (i, input) in inputs.iter().enumerate() {
        let curve = response.curve(output, i);
        let over = |value: &dyn Fn(usize) -> f64| -> Vec<Point> {
            let frequencies = response.frequencies.iter().enumerate();
            frequencies
                .map(|(at, frequency)| [frequency / HERTZ, value(at)])
                .collect()
        };
        let label = match inputs.len() {
            1 => RichText::default(),
            _ => RichText::plain(&format!("by {}", input.input.name)),
        };
        let size = over(&|at| curve[at].norm());
        sizes = sizes.with(Series::new(label, size));
        // Nothing has no phase.
        let angle = |at: usize| match curve[at].norm() > 0.0 {
            true => curve[at].arg().to_degrees(),
            false => f64::NAN,
        };
        let phase = within_a_turn(&over(&angle));
        phases = phases.with(Series::new(RichText::default(), phase));
    }
    let title = match inputs {
        [only] => format!("{name} by {}", only.input.name),
        _ => name.to_owned(),
    };
    let chart = Chart::new(RichText::plain(&title), axis)
        .with(sizes)
        .with(phases);
    Picture::new(format!("response-{name}"), chart)
}

/// A line of angles (°) within half a turn either way: where it leaves at one side it comes back at the other, and no line joins them.
fn within_a_turn(points: &[Point]) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        let before = line.last().copied();
        if let Some([x, angle]) = before.filter(|[_, angle]| (point[1] - angle).abs() > 180.0) {
            let edge = 180.0_f64.copysign(angle);
            // The shorter way round, through the edge.
            let share = (edge - angle) / (point[1] + 2.0 * edge - angle);
            let at = x + share * (point[0] - x);
            line.extend([[at, edge], [at, f64::NAN], [at, -edge]]);
        }
        line.push(*point);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_goes_round_at_the_edges() {
        let line = within_a_turn(&[[0.0, 160.0], [1.0, -160.0], [2.0, -100.0], [3.0, 120.0]]);
        let x: Vec<f64> = line.iter().map(|point| point[0]).collect();
        let expected = [0.0, 0.5, 0.5, 0.5, 1.0, 2.0, 2.5714, 2.5714, 2.5714, 3.0];
        assert!(
            x.iter().zip(expected).all(|(x, e)| (x - e).abs() < 1e-4),
            "{x:?}"
        );
        let angles: Vec<f64> = line.iter().map(|point| point[1]).collect();
        let longest = angles.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        // NaN parts the line.
        assert!(
            longest
                .filter(|step| step.is_finite())
                .all(|step| step <= 80.0),
            "{angles:?}"
        );
        assert_eq!(angles.iter().filter(|angle| angle.is_nan()).count(), 2);
        // An empty one, and one without jumps.
        assert!(within_a_turn(&[]).is_empty());
        assert_eq!(
            within_a_turn(&[[0.0, 1.0], [1.0, 2.0]]),
            [[0.0, 1.0], [1.0, 2.0]]
        );
    }
}
