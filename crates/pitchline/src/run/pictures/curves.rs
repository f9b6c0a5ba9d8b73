//! Curves over time.

use crate::model::machine::{SensorColumn, SensorKind, SensorRequest};
use crate::pictures::{Axis, Chart, Figure, Panel, Point, RichText, Series};
use crate::results::Table;

/// More points than this no line of a picture can show; the extremes of each stretch are kept.
const MOST_POINTS: usize = 4000;

/// All components of a sensor, a panel for each unit.
pub(super) fn sensor(request: &SensorRequest, readings: &Table) -> Figure {
    let columns = request.columns();
    let mut units: Vec<&'static str> = Vec::new();
    for column in &columns {
        if !units.contains(&column.unit) {
            units.push(column.unit);
        }
    }
    let title = RichText::plain(&format!("{}:", request.name));
    let title = title.spaced(&RichText::plain(&subject(&request.kind)));
    let mut chart = Chart::new(title, Axis::new("Time", "s"));
    for unit in units {
        let of_unit: Vec<&SensorColumn> = columns.iter().filter(|c| c.unit == unit).collect();
        let title = title_of(&request.kind, &of_unit);
        let mut panel = Panel::new(Axis::new(title.as_str(), written(unit)));
        for column in &of_unit {
            let name = match column.component.name() {
                Some(name) if of_unit.len() > 1 => name.replace('_', " "),
                _ => String::new(),
            };
            let points = points(readings, &column.name);
            panel = panel.with(Series::new(RichText::plain(&name), points));
        }
        chart = chart.with(panel);
    }
    chart.into()
}

/// What a sensor looks at, in words.
fn subject(kind: &SensorKind) -> String {
    if let Some(end) = kind.end() {
        return match end.carrier.body() {
            Some(body) => format!("body {body}"),
            None => "the ground".to_owned(),
        };
    }
    match kind {
        SensorKind::JointAngle(of)
        | SensorKind::JointSpeed(of)
        | SensorKind::JointDisplacement(of)
        | SensorKind::JointVelocity(of)
        | SensorKind::Reaction(of, _) => format!("joint {of}"),
        SensorKind::Drive { drive, .. } => format!("drive {drive}"),
        SensorKind::Force(of, _) | SensorKind::Part(of) => format!("force {of}"),
        SensorKind::Controller(of) => format!("controller {of}"),
        SensorKind::Pair(pair) => format!("pair {pair}"),
        _ => "the machine".to_owned(),
    }
}

/// Title of an axis: the one thing that it shows, where a sensor has many, or what all of them are.
fn title_of(kind: &SensorKind, columns: &[&SensorColumn]) -> String {
    let is_named = matches!(
        kind,
        SensorKind::Pair(_) | SensorKind::Part(_) | SensorKind::Controller(_)
    );
    let unit = columns.first().map_or("", |column| column.unit);
    let name = match columns {
        [one] if is_named => one.component.name(),
        _ => None,
    };
    let title = name.map_or_else(|| quantity(kind, unit).to_owned(), |n| n.replace('_', " "));
    let mut letters = title.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// What all numbers of a unit are.
fn quantity(kind: &SensorKind, unit: &str) -> &'static str {
    match kind {
        SensorKind::Position(_) => "Place",
        SensorKind::Velocity(..) | SensorKind::JointVelocity(_) => "Velocity",
        SensorKind::Acceleration(..) => "Acceleration",
        SensorKind::Orientation(_) => "Rotation vector",
        SensorKind::Angle(..) | SensorKind::JointAngle(_) => "Angle",
        SensorKind::Spin(..) | SensorKind::JointSpeed(_) => "Angular velocity",
        SensorKind::SpinRate(..) => "Angular acceleration",
        SensorKind::JointDisplacement(_) => "Displacement",
        SensorKind::Pair(_) => match unit {
            "N" => "Force",
            "N m" => "Torque",
            "m" => "Distance",
            "m/s" => "Speed",
            "W" => "Power",
            "rad" => "Turn",
            _ => "State",
        },
        SensorKind::Part(_) | SensorKind::Controller(_) => match unit {
            "A" => "Current",
            "V" => "Voltage",
            "N m" => "Torque",
            "rad" => "Angle",
            "rad/s" => "Angular velocity",
            "W" => "Power",
            _ => "Sliding",
        },
        SensorKind::Energy => "Energy",
        SensorKind::Reaction(..) | SensorKind::Drive { .. } | SensorKind::Force(..) => match unit {
            "N" => "Force on b",
            _ => "Torque on b",
        },
    }
}

fn written(unit: &str) -> String {
    if unit == "1" {
        return "–".to_owned();
    }
    unit.replace('2', "²").replace("N m", "N\u{a0}m")
}

pub(crate) fn points(table: &Table, name: &str) -> Vec<Point> {
    let values = |name: &str| table.column(name).map_or(&[][..], |c| c.values.as_slice());
    let rows = values("time").iter().zip(values(name));
    thinned(rows.map(|(x, y)| [*x, *y]).collect())
}

/// The same curve for the eye: least and largest value of each of many short stretches.
pub(super) fn thinned(points: Vec<Point>) -> Vec<Point> {
    if points.len() <= MOST_POINTS {
        return points;
    }
    let stretch = points.len().div_ceil(MOST_POINTS / 2);
    let extremes = points.chunks(stretch).flat_map(|chunk| {
        let by_value = |a: &&Point, b: &&Point| a[1].total_cmp(&b[1]);
        let ends = [chunk.iter().min_by(by_value), chunk.iter().max_by(by_value)];
        let mut ends: Vec<Point> = ends.into_iter().flatten().copied().collect();
        ends.sort_by(|a, b| a[0].total_cmp(&b[0]));
        ends
    });
    extremes.collect()
}

/// Where the energy is, and by how much its balance drifts.
pub(super) fn energy(energies: &Table) -> Figure {
    let mut stores = Panel::new(Axis::new("Energy", "J"));
    for name in ["kinetic", "potential", "dissipated", "supplied"] {
        let curve = points(energies, name);
        // What never was there needs no line.
        if curve.iter().any(|point| point[1].abs() > 0.0) {
            stores = stores.with(Series::new(name, curve));
        }
    }
    let mut balance = points(energies, "balance");
    if let Some([_, first]) = balance.first().copied() {
        balance.iter_mut().for_each(|point| point[1] -= first);
    }
    let drift = Panel::new(Axis::new("Change of the balance", "J")).with(Series::new("", balance));
    let title = "Energy of the machine";
    let mut chart = Chart::new(title, Axis::new("Time", "s"))
        .with(stores)
        .with(drift);
    chart.subtitle = RichText::markup("balance: kinetic + potential + dissipated − supplied");
    chart.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_curves_keep_their_extremes() {
        let mut points: Vec<Point> = (0..100_000).map(|i| [f64::from(i), 0.0]).collect();
        points[54_321][1] = 7.0;
        points[54_322][1] = -3.0;
        let thin = thinned(points);
        assert!(thin.len() <= MOST_POINTS);
        for value in [7.0, -3.0] {
            assert!(thin.iter().any(|point| (point[1] - value).abs() < 1e-15));
        }
        assert!(thin.windows(2).all(|w| w[0][0] <= w[1][0]));
    }
}
