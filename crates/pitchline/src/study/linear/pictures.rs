//! Pictures of small motions: shapes of modes, Campbell diagrams, answers over frequency.

use super::ports::{Shaken, per};
use super::{HERTZ, Study};
use crate::dynamics::{
    Campbell, CampbellCurve, FrequencyResponse, LinearMachine, MachineModes, Mode, ModeKind,
    NodeId, State, WhirlSense,
};
use crate::geometry::vector::{Vector, length, minus, plus};
use crate::number::short;
use crate::plot::{
    Axis, Chart, Colour, Dash, Drawing, LineStyle, Panel, Point, RichText, Scene, Series,
};
use crate::results::Picture;
use crate::study::machine;

/// Modes that are drawn.
const DRAWN: usize = 6;
/// Largest displacement of a drawn mode, as a share of the extent of the machine.
const SWING: f64 = 0.12;
/// Length of the spoke of a body, as a share of the extent.
const SPOKE: f64 = 0.18;
/// rpm in rad/s.
const RPM: f64 = std::f64::consts::PI / 30.0;

/// The machine displaced by its lowest modes, over the machine at rest.
pub(super) fn modes(study: &Study, machine: &LinearMachine, modes: &MachineModes) -> Vec<Picture> {
    let elastic = modes.modes.iter().enumerate();
    let elastic = elastic.filter(|(_, mode)| mode.kind != ModeKind::Rigid);
    elastic
        .take(DRAWN)
        .map(|(i, mode)| {
            let state = displaced(machine, mode);
            let subtitle = format!(
                "mode {}: {} Hz, damping ratio {}; deflections are enlarged",
                i + 1,
                short(mode.natural_frequency() / HERTZ),
                short(mode.damping_ratio())
            );
            let scene = shape(study, [machine.state(), &state], &subtitle);
            Picture::new(format!("mode-{}", i + 1), scene)
        })
        .collect()
}

/// Bodies as dots with a spoke that shows how they turn, shafts as their centre lines: at rest pale, displaced in colour.
fn shape(study: &Study, states: [&State; 2], subtitle: &str) -> Scene {
    let built = study.built;
    let shafts = built.shafts.iter().map(|shaft| &shaft.shaft.nodes);
    let lines: Vec<Vec<NodeId>> = shafts
        .map(|nodes| nodes.iter().map(|(_, node)| *node).collect())
        .collect();
    let place = |state: &State, node: NodeId| state.places[node.0 as usize - 1];
    let nodes = lines.iter().flatten().copied();
    let nodes = nodes.chain(built.bodies.iter().map(|body| body.node));
    let nodes: Vec<NodeId> = nodes.collect();
    let seen = states
        .iter()
        .flat_map(|state| nodes.iter().map(|node| place(state, *node)));
    let projection = machine::Projection::of(&seen.collect::<Vec<_>>());
    let extent = extent(
        &nodes
            .iter()
            .map(|node| place(states[0], *node))
            .collect::<Vec<_>>(),
    );
    let mut drawing = Drawing::new(RichText::plain(study.title));
    drawing.subtitle = RichText::plain(subtitle);
    [drawing.x_axis, drawing.y_axis] = projection.axes();
    let styles = [
        LineStyle::new(Colour::GREY).width(1.0),
        LineStyle::new(Colour::BLUE).width(2.2),
    ];
    for (state, style) in states.into_iter().zip(styles) {
        for line in &lines {
            let points = line.iter().map(|node| projection.map(place(state, *node)));
            drawing.add_polyline(points.collect(), style);
        }
        for body in &built.bodies {
            let at = place(state, body.node);
            let axes = state.rotations[body.node.0 as usize - 1].matrix();
            let arm = projection.in_sight(&axes).map(|x| SPOKE * extent * x);
            let end = plus(at, arm);
            drawing.add_polyline(vec![projection.map(at), projection.map(end)], style);
            drawing.add_point(projection.map(at), style.colour);
        }
    }
    for body in &built.bodies {
        let at = projection.map(place(states[1], body.node));
        drawing.add_label(at, RichText::plain(&body.name));
    }
    drawing.add_legend("at rest", styles[0]);
    drawing.add_legend("in the mode", styles[1]);
    drawing.render()
}

/// Largest distance from the first place (m), or a tenth of a metre.
fn extent(places: &[Vector]) -> f64 {
    let first = places.first().copied().unwrap_or_default();
    let far = places.iter().map(|place| length(minus(*place, first)));
    let far = far.fold(0.0, f64::max);
    if far > 0.0 { far } else { 0.1 }
}

/// The state moved along the real part of a shape.
fn displaced(machine: &LinearMachine, mode: &Mode) -> State {
    let base = machine.state();
    let mut state = base.clone();
    let nodes = 6 * base.places.len();
    // Tilting is seen where places move; turns alone are measured by the extent of the machine.
    let largest = |first: usize| {
        let moved = (0..nodes).filter(|i| i % 6 / 3 == first);
        moved.fold(0.0, |m: f64, i| m.max(mode.shape[i].re.abs()))
    };
    let factor = match (largest(0), largest(1) * machine.length()) {
        (moved, turned) if moved > 1e-3 * turned => SWING * machine.length() / moved,
        (_, turned) if turned > 0.0 => SWING * machine.length() / turned,
        _ => 0.0,
    };
    for node in 0..base.places.len() {
        let part = |i: usize| factor * mode.shape[6 * node + i].re;
        for i in 0..3 {
            state.places[node][i] += part(i);
        }
        let about = [part(3), part(4), part(5)];
        let turn = crate::dynamics::Rotation::from_vector(about);
        state.rotations[node] = turn.then(&base.rotations[node]);
    }
    for (i, scalar) in state.scalars.iter_mut().enumerate() {
        *scalar += factor * mode.shape[nodes + i].re;
    }
    state
}

/// Frequencies over speed, forward and backward whirl apart, with the lines of the orders and the critical speeds.
pub(super) fn campbell(title: &str, campbell: &Campbell, orders: &[f64]) -> Picture {
    let mut panel = Panel::new(Axis::new("Frequency", "Hz"));
    let highest = campbell.curves.iter().flat_map(|curve| &curve.points);
    let highest = highest
        .flatten()
        .map(|point| point.frequency())
        .fold(0.0, f64::max);
    let kinds = [
        ("forward whirl", Some(WhirlSense::Forward), Colour::BLUE),
        (
            "backward whirl",
            Some(WhirlSense::Backward),
            Colour::VERMILION,
        ),
        ("neither", Some(WhirlSense::Neither), Colour::GREEN),
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
    Picture::new("campbell", chart.render())
}

/// A curve where it whirls this way; its neighbours are kept so that no gap opens where the sense changes.
fn part(speeds: &[f64], curve: &CampbellCurve, sense: Option<WhirlSense>) -> Vec<Point> {
    let is_of = |i: usize| {
        let point = curve.points.get(i).copied().flatten();
        point.is_some_and(|point| Some(point.whirl.sense) == sense)
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
pub(super) fn response(
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
    let mut phases = Panel::new(Axis::new("Phase", "°").range(-180.0, 180.0));
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
        let angles: Vec<f64> = curve.iter().map(|value| value.arg().to_degrees()).collect();
        let phase = over(&|at| phase_or_gap(&angles, at));
        phases = phases.with(Series::new(RichText::default(), phase));
    }
    let title = match inputs {
        [only] => format!("{name} by {}", only.input.name),
        _ => name.to_owned(),
    };
    let chart = Chart::new(RichText::plain(&title), axis)
        .with(sizes)
        .with(phases);
    Picture::new(format!("response-{name}"), chart.render())
}

/// A phase in degrees; none where it jumps by a whole turn, which would draw a line across the picture.
fn phase_or_gap(angles: &[f64], at: usize) -> f64 {
    let before = at.checked_sub(1).map(|at| angles[at]);
    match before {
        Some(before) if (angles[at] - before).abs() > 180.0 => f64::NAN,
        _ => angles[at],
    }
}
