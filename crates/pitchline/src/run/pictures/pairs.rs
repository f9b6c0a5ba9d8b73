//! What pairs of wheels do over time, and how their force is made up of frequencies.

use std::f64::consts::TAU;

use super::super::spectrum::spectrum;
use super::curves::{points, thinned};
use crate::dynamics::Engagement;
use crate::machine::BuiltPair;
use crate::number::short;
use crate::pictures::{Axis, Chart, Figure, Panel, RichText, Series};
use crate::results::Table;

/// Amplitudes below this share of the largest are not worth the paper to their right.
const FAINT: f64 = 1e-2;

/// Mesh cycles below which a contact that sticks and slides has no spectrum.
const FEWEST_CYCLES: f64 = 8.0;

/// Forces and deformation of a pair over time; of level `planar` what its teeth do.
pub(super) fn history(pair: &BuiltPair, table: &Table) -> Figure {
    if pair.planar().is_some() {
        return planar_history(pair, table);
    }
    let mut chart = Chart::new(title(pair), Axis::new("Time", "s"));
    let mesh = Panel::new(Axis::new("Mesh force", "N"));
    chart = chart.with(mesh.with(Series::new("", points(table, "mesh_force"))));
    let mut forces = Panel::new(Axis::new(format!("Force on {}", pair.wheels[0]), "N"));
    for name in ["tangential", "radial", "axial"] {
        let curve = points(table, &format!("{name}_force_a"));
        forces = forces.with(Series::new(name, curve));
    }
    chart = chart.with(forces);
    if pair.is_elastic() {
        let mut ways = Panel::new(Axis::new("Along the mesh", "µm"));
        for name in ["transmission_error", "deformation"] {
            let mut curve = points(table, name);
            curve.iter_mut().for_each(|point| point[1] *= 1e6);
            ways = ways.with(Series::new(RichText::plain(&name.replace('_', " ")), curve));
        }
        chart = chart.with(ways);
    }
    chart.subtitle = RichText::markup("mesh force: positive on the right flanks of a");
    chart.into()
}

/// What teeth do that stick and slide: what passes, friction within its limit, which way they go, torques.
fn planar_history(pair: &BuiltPair, table: &Table) -> Figure {
    let mut chart = Chart::new(title(pair), Axis::new("Time", "s"));
    let mut distance = points(table, "mesh_distance");
    distance.iter_mut().for_each(|point| point[1] *= 1e3);
    let passed = Panel::new(Axis::new("Mesh distance", "mm"));
    chart = chart.with(passed.with(Series::new("", distance)));
    let mut friction = Panel::new(Axis::new("Friction", "N"));
    for (name, column) in [("friction", "friction"), ("holds up to", "friction_limit")] {
        friction = friction.with(Series::new(name, without_rounding(points(table, column))));
    }
    chart = chart.with(friction);
    let sliding = Panel::new(Axis::new("Sliding", ""));
    chart = chart.with(sliding.with(Series::new("", points(table, "sliding"))));
    let mut torques = Panel::new(Axis::new("Torque of the teeth", "N m"));
    for (wheel, column) in pair.wheels.iter().zip(["torque_a", "torque_b"]) {
        torques = torques.with(Series::new(RichText::plain(wheel), points(table, column)));
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

fn title(pair: &BuiltPair) -> RichText {
    let [a, b] = &pair.wheels;
    let wheels = RichText::plain(&format!("{a} and {b}"));
    RichText::plain(&format!("{}:", pair.name)).spaced(&wheels)
}

/// Amplitudes below this share of the force itself are rounding.
const ROUNDING: f64 = 1e-9;

/// Amplitudes of the mesh force, up to where nothing is left of them; none where rows are not even.
pub(super) fn force_spectrum(pair: &BuiltPair, table: &Table) -> Option<Figure> {
    let column = |name: &str| table.column(name).map_or(&[][..], |c| c.values.as_slice());
    let duration = column("time").last()? - column("time").first()?;
    let cycles = mesh_frequency(pair, table).unwrap_or(0.0) * duration;
    // Teeth of actuators that creep or jump have no vibration of the mesh to show.
    if pair.planar().is_some() && cycles < FEWEST_CYCLES {
        return None;
    }
    let mut found = spectrum(column("time"), column("mesh_force"))?;
    let most = found
        .iter()
        .fold(0.0, |most: f64, point| most.max(point[1]));
    let force = column("mesh_force").iter();
    let force = force.fold(0.0, |most: f64, x| most.max(x.abs()));
    if most <= ROUNDING * force {
        return None;
    }
    let last = found.iter().rposition(|point| point[1] > FAINT * most)?;
    found.truncate((last + 1 + last / 10).max(8));
    let panel = Panel::new(Axis::new("Amplitude of the mesh force", "N"));
    let panel = panel.with(Series::new("", thinned(found)));
    let mut chart = Chart::new(title(pair), Axis::new("Frequency", "Hz")).with(panel);
    if let Some(frequency) = mesh_frequency(pair, table) {
        let said = format!("mean mesh frequency {} Hz", short(frequency));
        chart.subtitle = RichText::plain(&said);
    }
    Some(chart.into())
}

/// Teeth of a that pass the contact in a second, on the average (Hz); none where it stands still.
fn mesh_frequency(pair: &BuiltPair, table: &Table) -> Option<f64> {
    let column = |name: &str| table.column(name).map(|column| column.values.as_slice());
    let way = |values: &[f64]| Some(values.last()? - values.first()?);
    let teeth = match &pair.engagement {
        Engagement::Wheels(contact) => contact.a.teeth,
        Engagement::Rack(contact) => contact.gear.teeth,
    };
    let turns = way(column("turn_a")?)?.abs() / TAU;
    let frequency = f64::from(teeth) * turns / way(column("time")?)?;
    (frequency > 0.0 && frequency.is_finite()).then_some(frequency)
}
