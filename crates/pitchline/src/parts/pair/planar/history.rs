//! What teeth that stick and slide have done over time, as curves.

use super::contact::{FRICTION, FRICTION_LIMIT, MESH_DISTANCE, SLIDING};
use crate::parts::pair::BuiltPair;
use crate::parts::pair::history::{curve, title};
use crate::parts::pair::state;
use crate::pictures::{Axis, Chart, Figure, Panel, RichText, Series};
use crate::results::Table;

/// What teeth do that stick and slide: what passes, friction within its limit, which way they go, torques.
pub(super) fn of_friction(pair: &BuiltPair, table: &Table) -> Figure {
    let mut chart = Chart::new(title(pair), Axis::new("Time", "s"));
    let mut distance = curve(table, &MESH_DISTANCE);
    distance.iter_mut().for_each(|point| point[1] *= 1e3);
    let passed = Panel::new(Axis::new("Mesh distance", "mm"));
    chart = chart.with(passed.with(Series::new("", distance)));
    let mut friction = Panel::new(Axis::new("Friction", "N"));
    for (name, channel) in [("friction", &FRICTION), ("holds up to", &FRICTION_LIMIT)] {
        friction = friction.with(Series::new(name, without_rounding(curve(table, channel))));
    }
    chart = chart.with(friction);
    let sliding = Panel::new(Axis::new("Sliding", ""));
    chart = chart.with(sliding.with(Series::new("", curve(table, &SLIDING))));
    let mut torques = Panel::new(Axis::new("Torque of the teeth", "N m"));
    for (wheel, channel) in pair.wheels.iter().zip([&state::TORQUE_A, &state::TORQUE_B]) {
        torques = torques.with(Series::new(RichText::plain(wheel), curve(table, channel)));
    }
    chart = chart.with(torques);
    chart.subtitle = RichText::markup("sliding: 1 forward, −1 backward, 0 stuck");
    chart.into()
}

/// Values that are rounding beside the largest are zero: they would make room for negative ones.
fn without_rounding(mut curve: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let most = curve.iter().fold(0.0, |most: f64, p| most.max(p[1].abs()));
    let small = curve.iter_mut().filter(|p| p[1].abs() <= ROUNDING * most);
    small.for_each(|point| point[1] = 0.0);
    curve
}

/// Values below this share of the largest are rounding.
const ROUNDING: f64 = 1e-9;
