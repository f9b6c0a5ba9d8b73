//! Maps of the efficiency over speed and torque.

use super::map::EfficiencyMap;
use super::{EfficiencyMapStudy, ICE};
use crate::number::short;
use crate::pictures::{Axis, HeatMap, Palette, RichText};
use crate::results::Picture;

/// rpm in rad/s.
const RPM: f64 = std::f64::consts::PI / 30.0;
/// Share of the points, from the worst, that have the colour of the worst: near no torque all is lost.
const WORST: f64 = 0.1;

/// One for each temperature, all with the same colours.
pub(super) fn maps(title: &str, request: &EfficiencyMapStudy, map: &EfficiencyMap) -> Vec<Picture> {
    let range = range(map);
    let (speeds, torques) = (Places::of(&request.speeds), Places::of(&request.torques));
    let each = map.points.iter().enumerate().map(|(i, points)| {
        let value = |j: Option<usize>, k: Option<usize>| {
            let point = j.zip(k).and_then(|(j, k)| points[j][k].as_ref());
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
            x: speeds.values.iter().map(|speed| speed / RPM).collect(),
            y: torques.values.clone(),
            z: (torques.points.iter())
                .map(|k| speeds.points.iter().map(|j| value(*j, *k)).collect())
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

/// Speeds or torques of a map, with a zero between its two sides where nothing was computed: power flows the other way there, and what lies
/// between does not follow from its neighbours.
struct Places {
    values: Vec<f64>,
    /// Which points of the map they are.
    points: Vec<Option<usize>>,
}

impl Places {
    fn of(values: &[f64]) -> Self {
        let mut places = Self {
            values: values.to_vec(),
            points: (0..values.len()).map(Some).collect(),
        };
        let crossing = values.windows(2).position(|two| two[0] * two[1] < 0.0);
        if let Some(before) = crossing {
            places.values.insert(before + 1, 0.0);
            places.points.insert(before + 1, None);
        }
        places
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_a_gap_where_power_turns_round() {
        let places = Places::of(&[-2.0, -1.0, 1.0, 2.0]);
        assert_eq!(places.values, [-2.0, -1.0, 0.0, 1.0, 2.0]);
        assert_eq!(places.points, [Some(0), Some(1), None, Some(2), Some(3)]);
        for one_sided in [&[0.0, 1.0, 2.0][..], &[-1.0, 0.0, 1.0], &[-2.0, -1.0]] {
            let places = Places::of(one_sided);
            assert_eq!(places.values, one_sided);
            assert!(places.points.iter().all(Option::is_some));
        }
    }
}
