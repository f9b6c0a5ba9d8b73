//! Maps of the efficiency over speed and torque, and what friction holds over a load.

use super::ICE;
use super::breakaway::Way;
use super::map::EfficiencyMap;
use crate::dynamics::Holding;
use crate::model::machine::{BreakawayRequest, EfficiencyMapRequest};
use crate::number::short;
use crate::pictures::{Axis, Chart, HeatMap, Palette, Panel, RichText, Series};
use crate::results::Picture;

/// rpm in rad/s.
const RPM: f64 = std::f64::consts::PI / 30.0;
/// Share of the points, from the worst, that have the colour of the worst: near no torque all is lost.
const WORST: f64 = 0.1;

/// One for each temperature, all with the same colours.
pub(super) fn maps(
    title: &str,
    request: &EfficiencyMapRequest,
    map: &EfficiencyMap,
) -> Vec<Picture> {
    let range = range(map);
    let each = map.points.iter().enumerate().map(|(i, points)| {
        let value = |j: usize, k: usize| {
            let point = points[j][k].as_ref();
            point.map_or(f64::NAN, |point| 100.0 * point.efficiency())
        };
        let subtitle = match request.temperatures.get(i) {
            Some(temperature) => format!("efficiency, oil of {} °C", short(temperature - ICE)),
            None => "efficiency".to_owned(),
        };
        let picture = HeatMap {
            title: RichText::plain(title),
            subtitle: RichText::plain(&subtitle),
            x_axis: Axis::new(format!("Speed of {}", request.drive), "rpm"),
            y_axis: Axis::new(format!("Torque of {}", request.load), "N m"),
            z_axis: Axis::new("Efficiency", "%").range(range[0], range[1]),
            palette: Palette::Rising,
            x: request.speeds.iter().map(|speed| speed / RPM).collect(),
            y: request.torques.clone(),
            z: (0..request.torques.len())
                .map(|k| (0..request.speeds.len()).map(|j| value(j, k)).collect())
                .collect(),
        };
        let name = match map.points.len() {
            1 => "efficiency".to_owned(),
            _ => format!("efficiency-{}", i + 1),
        };
        Picture::new(name, picture)
    });
    each.collect()
}

/// Efficiencies (%) that the colours span.
fn range(map: &EfficiencyMap) -> [f64; 2] {
    let points = map.points.iter().flatten().flatten().flatten();
    let mut values: Vec<f64> = points
        .map(|point| 100.0 * point.efficiency())
        .filter(|value| value.is_finite())
        .collect();
    values.sort_by(f64::total_cmp);
    let worst = values.get((WORST * values.len() as f64) as usize);
    match worst.zip(values.last()) {
        Some((worst, best)) if worst < best => [worst.max(0.0), *best],
        _ => [0.0, 100.0],
    }
}

/// What friction holds of what it can hold, over the load.
pub(super) fn holding(
    title: &str,
    request: &BreakawayRequest,
    names: &[&str],
    way: &Way,
    [falling, rising]: [&Holding; 2],
) -> Picture {
    let mut panel = Panel::new(Axis::new("Friction over what it can hold", "%"));
    for (i, name) in names.iter().enumerate() {
        let points = way.loads.iter().zip(&way.shares);
        let points = points.map(|(load, shares)| [*load, 100.0 * shares[i]]);
        panel = panel.with(Series::new(RichText::plain(name), points.collect()));
    }
    let axis = Axis::new(format!("Torque of {}", request.load), "N m");
    let mut chart = Chart::new(RichText::plain(title), axis).with(panel);
    chart.subtitle = RichText::plain("what friction holds at rest");
    chart = chart.marker(request.preload, RichText::plain("preload"));
    for moves in [falling.moves, rising.moves].into_iter().flatten() {
        chart = chart.marker(moves, RichText::plain("moves"));
    }
    Picture::new("holding", chart)
}
