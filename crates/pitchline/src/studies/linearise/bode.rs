//! Bode diagrams: size and phase over frequency, one curve for each state of friction, with the margins of a loop.

use super::margins::Margined;
use super::{Found, GripState, LineariseStudy, LoopRequest};
use crate::dynamics::Complex;
use crate::model::machine::SensorColumn;
use crate::number::short;
use crate::pictures::{Axis, Chart, Colour, Dash, LineStyle, Panel, Point, RichText, Series};
use crate::results::Picture;
use crate::studies::small_motions::HERTZ;
use crate::studies::small_motions::ports::{Shaken, per};

/// Pictures of answers that are drawn at most.
const MOST: usize = 24;

/// Every state has its colour; where curves of both ways of sliding cover each other, the one below shows between the dashes.
fn style(at: usize, state: GripState) -> LineStyle {
    let style = LineStyle::series(at);
    match state {
        GripState::Backward => style.dash(Dash::Dashed),
        _ => style,
    }
}

/// The diagrams of all answers, and that of the loop.
pub(super) fn pictures(
    title: &str,
    all: &[Found],
    (columns, inputs): (&[SensorColumn], &[Shaken]),
    request: &LineariseStudy,
) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let axis = || match request.is_logarithmic {
        true => Axis::new("Frequency", "Hz").logarithmic(),
        false => Axis::new("Frequency", "Hz"),
    };
    if let Some(open_loop) = &request.open_loop {
        pictures.extend(of_loop(title, all, open_loop, axis()));
    }
    let pairs = (0..columns.len()).flat_map(|o| (0..inputs.len()).map(move |i| (o, i)));
    for (o, i) in pairs.take(MOST) {
        let (column, input) = (&columns[o], &inputs[i]);
        let curves: Vec<Line> = all
            .iter()
            .enumerate()
            .map(|(at, found)| Line {
                name: found.state.name().to_owned(),
                style: style(at, found.state),
                points: found
                    .response
                    .frequencies
                    .iter()
                    .copied()
                    .zip(found.response.curve(o, i))
                    .collect(),
            })
            .filter(|line| line.points.iter().any(|(_, value)| value.norm() > 0.0))
            .collect();
        if curves.is_empty() {
            continue;
        }
        let name = format!("{} by {}", column.name, input.input.name);
        let size = Axis::new("Magnitude", per(column.unit, input.unit)).logarithmic();
        let [sizes, phases] = panels(&curves, size);
        let mut chart = Chart::new(RichText::plain(&name), axis())
            .with(sizes)
            .with(phases);
        chart.subtitle = RichText::plain(title);
        let file = format!("bode-{}-by-{}", column.name, input.input.name);
        pictures.push(Picture::new(file.replace(':', "-"), chart));
    }
    pictures
}

/// A curve with its look.
struct Line {
    name: String,
    style: LineStyle,
    points: Vec<(f64, Complex)>,
}

/// Size with the names of the curves, and phase.
fn panels(lines: &[Line], size: Axis) -> [Panel; 2] {
    let mut sizes = Panel::new(size);
    let mut phases = Panel::new(phase_axis());
    for line in lines {
        let points = line.points.iter();
        let size = points.map(|(w, value)| [w / HERTZ, value.norm()]).collect();
        let label = match lines.len() {
            1 => RichText::default(),
            _ => RichText::plain(&line.name),
        };
        sizes = sizes.with(Series::new(label, size).style(line.style));
        let phase = Series::new(RichText::default(), unwrapped(&line.points));
        phases = phases.with(phase.style(line.style));
    }
    [sizes, phases]
}

fn phase_axis() -> Axis {
    Axis {
        range: None,
        ..Axis::phase("Phase")
    }
}

/// Phases (°) without jumps, from one between −270° and 90° on: what turns the sign begins at −180°.
fn unwrapped(points: &[(f64, Complex)]) -> Vec<Point> {
    let mut before: Option<f64> = None;
    let each = points.iter().map(|(w, value)| {
        if value.norm() <= 0.0 || value.norm().is_nan() {
            return [w / HERTZ, f64::NAN];
        }
        let angle = value.arg().to_degrees();
        let near = before.unwrap_or(-90.0);
        let turns = ((near - angle) / 360.0).round();
        let angle = angle + 360.0 * turns;
        before = Some(angle);
        [w / HERTZ, angle]
    });
    each.collect()
}

/// The open loop, with lines where it is at its limit and marks for what it has to spare.
fn of_loop(title: &str, all: &[Found], request: &LoopRequest, axis: Axis) -> Option<Picture> {
    let known: Vec<(usize, &Found, &Margined)> = all
        .iter()
        .enumerate()
        .filter_map(|(at, found)| Some((at, found, found.margins.as_ref()?)))
        .collect();
    let lines: Vec<Line> = known
        .iter()
        .map(|(at, found, of)| Line {
            name: found.state.name().to_owned(),
            style: style(*at, found.state),
            points: of.curve.clone(),
        })
        .collect();
    let ends = [
        lines.first()?.points.first()?.0 / HERTZ,
        lines.first()?.points.last()?.0 / HERTZ,
    ];
    let [mut sizes, mut phases] = [
        Panel::new(Axis::new("Magnitude", "–").logarithmic()),
        Panel::new(phase_axis()),
    ];
    for (line, (.., of)) in lines.iter().zip(&known) {
        let [size, phase] = labels(&line.name, of);
        let [gain_mark, phase_mark] = marks(line, of);
        let points = line.points.iter();
        let curve = points.map(|(w, value)| [w / HERTZ, value.norm()]).collect();
        sizes = sizes.with(Series::new(RichText::plain(&size), curve).style(line.style));
        sizes.series.extend(gain_mark);
        let curve = Series::new(RichText::plain(&phase), unwrapped(&line.points));
        phases = phases.with(curve.style(line.style));
        phases.series.extend(phase_mark);
    }
    let limit = LineStyle::new(Colour::GREY).width(0.9).dash(Dash::Dashed);
    let across = |value: f64| Series::new(RichText::default(), ends.map(|x| [x, value]).to_vec());
    sizes = sizes.with(across(1.0).style(limit));
    phases = phases.with(across(-180.0).style(limit));
    let name = match request {
        LoopRequest::Gain { output, gain, .. } => {
            format!(
                "open loop of {output} times {} with its margins",
                short(*gain)
            )
        }
        LoopRequest::Controller { controller, .. } => {
            format!("open loop of controller {controller} with its margins")
        }
    };
    let mut chart = Chart::new(RichText::plain(title), axis)
        .with(sizes)
        .with(phases);
    chart.subtitle = RichText::plain(&name);
    Some(Picture::new("bode-loop", chart))
}

/// From the loop to its limit: of the gain where the phase is −180°, of the phase where the size is 1.
fn marks(line: &Line, of: &Margined) -> [Option<Series>; 2] {
    let style = line.style.width(2.6).dash(Dash::Solid);
    let mark = |points: [Point; 2]| {
        let series = Series::new(RichText::default(), points.to_vec());
        series.style(style).dots()
    };
    let gain = of.margins.gain_margin().map(|gain| {
        let at = gain.frequency / HERTZ;
        mark([[at, 1.0 / gain.factor], [at, 1.0]])
    });
    let phase = of.margins.phase_margin().map(|crossing| {
        let at = crossing.frequency / HERTZ;
        let margin = crossing.phase_margin.to_degrees();
        let limit = limit_near(&unwrapped(&line.points), at, margin);
        mark([[at, limit + margin], [at, limit]])
    });
    [gain, phase]
}

/// What the legends say of a curve: its gain margin above, its phase margin below.
fn labels(name: &str, of: &Margined) -> [String; 2] {
    let hertz = |w: f64| short_frequency(w / HERTZ);
    let gain = match of.margins.gain_margin() {
        Some(gain) => {
            let decibels = 20.0 * gain.factor.log10();
            format!("{name}: {decibels:.1} dB at {}", hertz(gain.frequency))
        }
        None => format!("{name}: no limit"),
    };
    let gain = match of.is_stable_closed {
        true => gain,
        false => format!("{name}: unstable when closed"),
    };
    let phase = match of.margins.phase_margin() {
        Some(phase) => {
            let degrees = phase.phase_margin.to_degrees();
            format!("{name}: {degrees:.1}° at {}", hertz(phase.frequency))
        }
        None => format!("{name}: magnitude never 1"),
    };
    [gain, phase]
}

/// Three digits.
fn short_frequency(hertz: f64) -> String {
    let digits = (2.0 - hertz.log10().floor()).clamp(0.0, 6.0);
    format!("{:.*} Hz", digits as usize, hertz)
}

/// The odd multiple of 180° from which a margin at a frequency counts, on the turn that the curve is on.
fn limit_near(curve: &[Point], frequency: f64, margin: f64) -> f64 {
    let drawn = curve.iter().filter(|point| point[1].is_finite());
    let nearest = drawn.min_by(|a, b| {
        let off = |point: &Point| (point[0] / frequency).ln().abs();
        off(a).total_cmp(&off(b))
    });
    let phase = nearest.map_or(0.0, |point| point[1]);
    let turns = ((phase - margin + 180.0) / 360.0).round();
    -180.0 + 360.0 * turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_go_on_where_they_would_jump() {
        let turned = |degrees: f64| Complex::from_polar(2.0, degrees.to_radians());
        let points: Vec<(f64, Complex)> = [-170.0, 170.0, 100.0, -60.0]
            .into_iter()
            .enumerate()
            .map(|(i, angle)| (HERTZ * i as f64, turned(angle)))
            .collect();
        let found = unwrapped(&points);
        let expected = [-170.0, -190.0, -260.0, -420.0];
        for (point, exact) in found.iter().zip(expected) {
            assert!((point[1] - exact).abs() < 1e-9, "{found:?}");
        }
        // On the second turn a margin of 20° counts from −540°.
        assert!((limit_near(&[[1.0, -520.0]], 1.1, 20.0) + 540.0).abs() < 1e-9);
        // What turns the sign begins at −180°, and nothing has no phase.
        let real = unwrapped(&[
            (0.0, Complex::new(-1.0, 0.0)),
            (1.0, Complex::new(0.0, 0.0)),
        ]);
        assert!((real[0][1] + 180.0).abs() < 1e-9);
        assert!(real[1][1].is_nan());
    }
}
