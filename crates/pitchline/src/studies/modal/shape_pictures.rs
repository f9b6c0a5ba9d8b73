//! Pictures of modes: the machine displaced by a shape, over the machine at rest.
//!
//! Bodies are dots with a spoke that shows how they turn. Shafts are their centre lines, discs bars across them, and a row of marks on the
//! surface toward the reader lies on the centre line at rest and leaves it where the shaft twists.

use super::{HERTZ, SmallMotions, damping};
use crate::dynamics::{LinearMachine, MachineModes, Mode, ModeKind, NodeId, State};
use crate::geometry::tensor::Tensor;
use crate::geometry::vector::{Vector, length, minus, plus, times};
use crate::machine::BuiltShaft;
use crate::number::short;
use crate::pictures::{Colour, Drawing, Figure, LineStyle, RichText};
use crate::results::Picture;
use crate::run::Projection;

/// Modes that are drawn.
const DRAWN: usize = 6;
/// Largest displacement of a drawn mode, as a share of the extent of the machine.
const SWING: f64 = 0.12;
/// Largest turn of a drawn mode (rad).
const TURN: f64 = 0.8;
/// Length of the spoke of a body, as a share of the extent.
const SPOKE: f64 = 0.18;
/// Half the bar of a disc, and how far the marks of a shaft stand out, as shares of the extent.
const BAR: f64 = 0.07;

/// The machine displaced by its lowest modes.
pub(super) fn modes(
    study: &SmallMotions,
    machine: &LinearMachine,
    modes: &MachineModes,
) -> Vec<Picture> {
    let elastic = modes.modes.iter().enumerate();
    let elastic = elastic.filter(|(_, mode)| mode.kind != ModeKind::Rigid);
    elastic
        .take(DRAWN)
        .map(|(i, mode)| {
            let state = displaced(machine, mode);
            let ratio = damping(mode);
            let subtitle = format!(
                "mode {}: {} Hz, damping ratio {}; deflections are enlarged",
                i + 1,
                short(mode.natural_frequency() / HERTZ),
                short(ratio)
            );
            let figure = shape(study, [machine.state(), &state], &subtitle);
            Picture::new(format!("mode-{}", i + 1), figure)
        })
        .collect()
}

/// A drawing as it grows.
struct Sketch<'s> {
    drawing: Drawing,
    projection: Projection,
    /// The machine at rest and in the mode.
    states: [&'s State; 2],
    /// Largest distance in the machine (m).
    extent: f64,
}

fn shape(study: &SmallMotions, states: [&State; 2], subtitle: &str) -> Figure {
    let built = study.built;
    let shafts = built.shafts.iter().flat_map(|shaft| &shaft.shaft.nodes);
    let nodes = shafts.map(|(_, node)| *node);
    let nodes: Vec<NodeId> = nodes
        .chain(built.bodies.iter().map(|body| body.node))
        .collect();
    let places =
        |state: &State| -> Vec<Vector> { nodes.iter().map(|node| place(state, *node)).collect() };
    let all_places = [places(states[0]), places(states[1])].concat();
    let projection = Projection::of(&all_places);
    let mut drawing = Drawing::new(RichText::plain(study.title));
    drawing.subtitle = RichText::plain(subtitle);
    [drawing.x_axis, drawing.y_axis] = projection.axes();
    let mut sketch = Sketch {
        drawing,
        projection,
        states,
        extent: extent(&places(states[0])),
    };
    let styles = [
        LineStyle::new(Colour::GREY).width(1.0),
        LineStyle::new(Colour::BLUE).width(2.2),
    ];
    for (which, style) in styles.into_iter().enumerate() {
        for shaft in &built.shafts {
            sketch.add_shaft(shaft, which, style);
        }
        for body in &built.bodies {
            sketch.add_body(body.node, which, style);
        }
    }
    for body in &built.bodies {
        let at = sketch.projection.map(place(states[1], body.node));
        let name = RichText::plain(&body.name);
        sketch.drawing.add_label(at, name);
    }
    sketch.drawing.add_legend("at rest", styles[0]);
    sketch.drawing.add_legend("in the mode", styles[1]);
    if !built.shafts.is_empty() {
        let marks = "marks on a shaft";
        sketch.drawing.add_legend(marks, mark_style());
    }
    sketch.drawing.into()
}

fn mark_style() -> LineStyle {
    LineStyle::new(Colour::VERMILION).width(1.0)
}

fn place(state: &State, node: NodeId) -> Vector {
    state.places[node.0 as usize - 1]
}

fn axes(state: &State, node: NodeId) -> Tensor {
    state.rotations[node.0 as usize - 1].matrix()
}

impl Sketch<'_> {
    fn add_body(&mut self, node: NodeId, which: usize, style: LineStyle) {
        let state = self.states[which];
        let at = place(state, node);
        let own = self.projection.in_sight(&axes(state, node));
        let end = plus(at, times(SPOKE * self.extent, own));
        let ends = [at, end].map(|place| self.projection.map(place));
        self.drawing.add_polyline(ends.to_vec(), style);
        self.drawing.add_point(ends[0], style.colour);
    }

    fn add_shaft(&mut self, shaft: &BuiltShaft, which: usize, style: LineStyle) {
        let state = self.states[which];
        let nodes: Vec<NodeId> = shaft.shaft.nodes.iter().map(|(_, node)| *node).collect();
        let line: Vec<Vector> = nodes.iter().map(|node| place(state, *node)).collect();
        let [across, toward] = self.across(shaft);
        // Marks below everything else; at rest they lie on the centre line.
        if which == 1 {
            let mut row = Vec::with_capacity(nodes.len());
            for (node, at) in nodes.iter().zip(&line) {
                let mark = plus(*at, self.arm(state, *node, toward));
                let both = [*at, mark].map(|place| self.projection.map(place));
                row.push(both[1]);
                self.drawing.add_polyline(both.to_vec(), mark_style());
            }
            self.drawing.add_polyline(row, mark_style());
        }
        let mapped = line.iter().map(|place| self.projection.map(*place));
        self.drawing.add_polyline(mapped.collect(), style);
        for disc in &shaft.discs {
            let node = disc.disc.seat.node;
            let arm = self.arm(state, node, across);
            let ends = [1.0, -1.0].map(|side| plus(place(state, node), times(side, arm)));
            let bar = ends.map(|place| self.projection.map(place));
            self.drawing.add_polyline(bar.to_vec(), style);
        }
    }

    /// Directions across a shaft, in the axes of its nodes: one that is seen at rest, and one that points to the reader.
    fn across(&self, shaft: &BuiltShaft) -> [Vector; 2] {
        const X: Vector = [1.0, 0.0, 0.0];
        const Y: Vector = [0.0, 1.0, 0.0];
        let first = shaft.shaft.nodes.first();
        let depths = first.map(|(_, node)| {
            let axes = axes(self.states[0], *node);
            [0, 1].map(|j| self.projection.depth([0, 1, 2].map(|i| axes[i][j])))
        });
        let [x, y] = depths.unwrap_or_default();
        match x.abs() < y.abs() {
            true => [X, times(1.0_f64.copysign(y), Y)],
            false => [Y, times(1.0_f64.copysign(x), X)],
        }
    }

    fn arm(&self, state: &State, node: NodeId, direction: Vector) -> Vector {
        let own = crate::geometry::tensor::times(&axes(state, node), direction);
        times(BAR * self.extent, own)
    }
}

/// Largest distance from the first place (m), or a tenth of a metre.
fn extent(places: &[Vector]) -> f64 {
    let first = places.first().copied().unwrap_or_default();
    let far = places.iter().map(|place| length(minus(*place, first)));
    let far = far.fold(0.0, f64::max);
    if far > 0.0 { far } else { 0.1 }
}

/// The state moved along the real part of a shape, so far that neither places nor turns leave their bounds.
fn displaced(machine: &LinearMachine, mode: &Mode) -> State {
    let base = machine.state();
    let mut state = base.clone();
    let nodes = 6 * base.places.len();
    let largest = |first: usize| {
        let moved = (0..nodes).filter(|i| i % 6 / 3 == first);
        moved.fold(0.0, |m: f64, i| m.max(mode.shape[i].re.abs()))
    };
    let bounds = [SWING * machine.length() / largest(0), TURN / largest(1)];
    let factor = bounds.into_iter().fold(f64::INFINITY, f64::min);
    let factor = if factor.is_finite() { factor } else { 0.0 };
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
