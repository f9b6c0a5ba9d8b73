//! What pairs of wheels have done over time, as curves.

use super::BuiltPair;
use super::state;
use crate::parts::channel::Channel;
use crate::pictures::{Axis, Chart, Figure, Panel, RichText, Series};
use crate::results::Table;
use crate::run::points;

/// The course of a channel over time.
pub(super) fn curve<S>(table: &Table, channel: &Channel<S>) -> Vec<[f64; 2]> {
    points(table, channel.quantity.name)
}

/// Forces and deformation of a pair over time.
pub(super) fn of_forces(pair: &BuiltPair, table: &Table) -> Figure {
    let mut chart = Chart::new(title(pair), Axis::new("Time", "s"));
    let mesh = Panel::new(Axis::new("Mesh force", "N"));
    chart = chart.with(mesh.with(Series::new("", curve(table, &state::MESH_FORCE))));
    let mut forces = Panel::new(Axis::new(format!("Force on {}", pair.wheels[0]), "N"));
    for (name, channel) in [
        ("tangential", &state::TANGENTIAL_FORCE_A),
        ("radial", &state::RADIAL_FORCE_A),
        ("axial", &state::AXIAL_FORCE_A),
    ] {
        forces = forces.with(Series::new(name, curve(table, channel)));
    }
    chart = chart.with(forces);
    if pair.is_elastic() {
        let mut ways = Panel::new(Axis::new("Along the mesh", "µm"));
        for (name, channel) in [
            ("transmission error", &state::TRANSMISSION_ERROR),
            ("deformation", &state::DEFORMATION),
        ] {
            let mut curve = curve(table, channel);
            curve.iter_mut().for_each(|point| point[1] *= 1e6);
            ways = ways.with(Series::new(RichText::plain(name), curve));
        }
        chart = chart.with(ways);
    }
    chart.subtitle = RichText::markup("mesh force: positive on the right flanks of a");
    chart.into()
}

/// Name and wheels of a pair.
pub(crate) fn title(pair: &BuiltPair) -> RichText {
    let [a, b] = &pair.wheels;
    let wheels = RichText::plain(&format!("{a} and {b}"));
    RichText::plain(&format!("{}:", pair.name)).spaced(&wheels)
}
