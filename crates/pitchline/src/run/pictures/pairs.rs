//! How the force of pairs of wheels is made up of frequencies.

use std::f64::consts::TAU;

use super::super::spectrum::spectrum;
use super::curves::thinned;
use crate::dynamics::Engagement;
use crate::machine::BuiltPair;
use crate::number::short;
use crate::parts::pair::history::title;
use crate::parts::pair::state;
use crate::pictures::{Axis, Chart, Figure, Panel, RichText, Series};
use crate::results::Table;

/// Amplitudes below this share of the largest are not worth the paper to their right.
const FAINT: f64 = 1e-2;

/// Amplitudes below this share of the force itself are rounding.
const ROUNDING: f64 = 1e-9;

/// Amplitudes of the mesh force, up to where nothing is left of them; none where rows are not even.
pub(super) fn force_spectrum(pair: &BuiltPair, table: &Table) -> Option<Figure> {
    let time = table.columns[0].values.as_slice();
    let forces = table.column(state::MESH_FORCE.quantity.name)?;
    let forces = forces.values.as_slice();
    let duration = time.last()? - time.first()?;
    let cycles = mesh_frequency(pair, table).unwrap_or(0.0) * duration;
    if cycles < pair.contact.fewest_cycles() {
        return None;
    }
    let mut found = spectrum(time, forces)?;
    let most = found
        .iter()
        .fold(0.0, |most: f64, point| most.max(point[1]));
    let force = forces.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
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
    let way = |values: &[f64]| Some(values.last()? - values.first()?);
    let teeth = match &pair.engagement {
        Engagement::Wheels(contact) => contact.a.teeth,
        Engagement::Rack(contact) => contact.gear.teeth,
    };
    let turns = way(&table.column(state::TURN_A.quantity.name)?.values)?.abs() / TAU;
    let frequency = f64::from(teeth) * turns / way(&table.columns[0].values)?;
    (frequency > 0.0 && frequency.is_finite()).then_some(frequency)
}
