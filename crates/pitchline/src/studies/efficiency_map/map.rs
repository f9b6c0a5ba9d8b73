//! All points of an efficiency map: computed side by side, told as a table and by quadrants.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::EfficiencyMapStudy;
use crate::contact::MeshFriction;
use crate::dynamics::{PowerFlow, Running, RunningPoint, RunningRow};
use crate::results::{Group, Table};

/// Share of the power that enters from which what is stored counts: less is rounding of powers that cancel.
const STORED: f64 = 1e-9;

/// What a point tells.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MapPoint {
    /// Torque of the varied drive (N m).
    pub drive_torque: f64,
    /// Power that enters, leaves and is lost (W).
    pub flow: PowerFlow,
    /// What goes into springs and weights (W).
    pub stored: f64,
    /// What friction takes in each contact (W).
    pub losses: Vec<f64>,
    /// What other friction, damping and resistances take (W).
    pub lost_elsewhere: f64,
}

impl MapPoint {
    fn new(row: &RunningRow, point: RunningPoint) -> Self {
        Self {
            drive_torque: point.drive_torques.first().copied().unwrap_or(f64::NAN),
            flow: point.flow,
            stored: point.stored,
            losses: point.losses,
            lost_elsewhere: row.heat(),
        }
    }

    /// Output over input: 0 where nothing leaves, no number where nothing enters.
    pub fn efficiency(&self) -> f64 {
        self.flow.efficiency().unwrap_or(f64::NAN)
    }

    /// Whether power would come from nowhere.
    fn is_undefined(&self) -> bool {
        self.flow.entering > 0.0 && self.flow.efficiency().is_none()
    }

    fn stores(&self) -> bool {
        self.stored.abs() > STORED * self.flow.entering
    }
}

/// A map for each temperature.
#[derive(Debug)]
pub(super) struct EfficiencyMap {
    /// By temperature, speed, torque.
    pub points: Vec<Vec<Vec<Option<MapPoint>>>>,
}

impl EfficiencyMap {
    /// Computes all points. Each speed is a task of its own, from its lowest torque to its highest, so that nothing depends on the number of
    /// threads.
    pub fn new(
        running: &Running,
        rows: &[RunningRow],
        torques: &[f64],
        frictions: &[Vec<MeshFriction>],
        interrupt: &AtomicBool,
    ) -> Self {
        let of_row = |row: &RunningRow, laws: &[MeshFriction]| {
            // Nothing is known of what an unsettled flow does, and nobody asks for a map that is given up.
            if !row.unsettled.is_empty() || interrupt.load(Ordering::Relaxed) {
                return vec![None; torques.len()];
            }
            let mut last: Option<RunningPoint> = None;
            let each = torques.iter().map(|&torque| {
                let found = running.at_load(row, torque, laws, last.as_ref());
                let found = found.or_else(|| running.at_load(row, torque, laws, None));
                let point = found.clone().map(|point| MapPoint::new(row, point));
                last = found.or_else(|| last.take());
                point
            });
            each.collect::<Vec<_>>()
        };
        let points = frictions
            .iter()
            .map(|laws| rows.par_iter().map(|row| of_row(row, laws)).collect());
        Self {
            points: points.collect(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Option<MapPoint>> {
        self.points.iter().flatten().flatten()
    }

    /// What a user should know.
    pub fn warnings(&self, rows: &[RunningRow]) -> Vec<String> {
        let (all, unsettled) = (self.all().count(), Unsettled::of(rows));
        let per_row = all / rows.len().max(1);
        let missing = self.all().filter(|point| point.is_none()).count();
        let missing = missing - unsettled.n_rows * per_row;
        let count = |is: fn(&MapPoint) -> bool| self.all().flatten().filter(|p| is(p)).count();
        let (undefined, storing) = (count(MapPoint::is_undefined), count(MapPoint::stores));
        let mut warnings: Vec<String> = unsettled.warning(rows.len()).into_iter().collect();
        if missing > 0 {
            warnings.push(format!(
                "at {missing} of {all} points no equilibrium was found: the machine is self-locking there, or teeth with backlash carry no load; their rows are empty"
            ));
        }
        if undefined > 0 {
            warnings.push(format!(
                "at {undefined} of {all} points more power leaves than enters: some friction or damping drives; they have no efficiency"
            ));
        }
        if storing > 0 {
            warnings.push(format!(
                "at {storing} of {all} points springs or weights store or release power as the machine turns: it counts as output or input power, column power_stored, and is that of this position alone; omit them for a map of steady running"
            ));
        }
        warnings
    }

    /// Sums of the whole map and of its quadrants.
    pub fn add_values(&self, request: &EfficiencyMapStudy, group: &mut Group) {
        group.put("points", self.all().count() as u32);
        let missing = self.all().filter(|point| point.is_none()).count();
        group.put("points_without_balance", missing as u32);
        let mut best: Option<(f64, f64, f64)> = None;
        let mut quadrants = [Quadrant::default(); 4];
        for (row, speed) in self
            .points
            .iter()
            .flat_map(|m| m.iter().zip(&request.speeds))
        {
            for (point, torque) in row.iter().zip(&request.torques) {
                let Some(point) = point else { continue };
                let efficiency = point.efficiency();
                if best.is_none_or(|(most, ..)| efficiency > most) && efficiency.is_finite() {
                    best = Some((efficiency, *speed, *torque));
                }
                if let Some(i) = quadrant(*speed, point.drive_torque) {
                    quadrants[i].enter(efficiency);
                }
            }
        }
        if let Some((efficiency, speed, torque)) = best {
            group.put("largest_efficiency", efficiency);
            group.put("largest_efficiency_speed", speed);
            group.put("largest_efficiency_torque", torque);
        }
        for (i, quadrant) in quadrants.iter().enumerate() {
            quadrant.put(i + 1, group);
        }
    }

    /// All points, one row each.
    pub fn table(
        &self,
        request: &EfficiencyMapStudy,
        rows: &[RunningRow],
        pairs: &[&str],
    ) -> Table {
        let mut table = Table::new("efficiency-map");
        table.is_long = true;
        let of = |value: &dyn Fn(usize, usize, usize) -> f64| -> Vec<f64> {
            let mut column = Vec::with_capacity(self.all().count());
            for (i, map) in self.points.iter().enumerate() {
                for (j, row) in map.iter().enumerate() {
                    column.extend((0..row.len()).map(|k| value(i, j, k)));
                }
            }
            column
        };
        let told = |value: &dyn Fn(&MapPoint) -> f64| {
            of(&|i, j, k| self.points[i][j][k].as_ref().map_or(f64::NAN, value))
        };
        if !request.temperatures.is_empty() {
            table.push("temperature", "K", of(&|i, _, _| request.temperatures[i]));
        }
        table.push("speed", "rad/s", of(&|_, j, _| request.speeds[j]));
        table.push("torque", "N m", of(&|_, _, k| request.torques[k]));
        table.push("load_speed", "rad/s", of(&|_, j, _| rows[j].load_speed));
        table.push("drive_torque", "N m", told(&|point| point.drive_torque));
        table.push("power_entering", "W", told(&|point| point.flow.entering));
        table.push("power_leaving", "W", told(&|point| point.flow.leaving));
        table.push("power_stored", "W", told(&|point| point.stored));
        table.push("power_lost", "W", told(&|point| point.flow.lost));
        table.push("efficiency", "1", told(&MapPoint::efficiency));
        let elsewhere = told(&|point| point.lost_elsewhere);
        table.push("other_power_lost", "W", elsewhere);
        for (c, pair) in pairs.iter().enumerate() {
            let lost = told(&|point| point.losses[c]);
            table.push(format!("power_lost_{pair}"), "W", lost);
        }
        table
    }
}

/// Speeds at which something has no steady value, and what.
struct Unsettled<'r> {
    n_rows: usize,
    first: Option<&'r str>,
}

impl<'r> Unsettled<'r> {
    fn of(rows: &'r [RunningRow]) -> Self {
        let found = rows.iter().filter(|row| !row.unsettled.is_empty());
        let first = found.clone().flat_map(|row| &row.unsettled).next();
        Self {
            n_rows: found.count(),
            first: first.map(String::as_str),
        }
    }

    fn warning(&self, of: usize) -> Option<String> {
        self.first.map(|flow| {
            format!(
                "{flow} has no steady value at {} of {of} speeds: the integral of a control error grows without bound; their rows are empty. Omit the integral part in this study, with set, or the force that the controller sets",
                self.n_rows
            )
        })
    }
}

/// By the signs of speed and torque; none on the axes.
fn quadrant(speed: f64, torque: f64) -> Option<usize> {
    match (speed > 0.0, torque > 0.0) {
        _ if speed == 0.0 || torque == 0.0 => None,
        (true, true) => Some(0),
        (false, true) => Some(1),
        (false, false) => Some(2),
        (true, false) => Some(3),
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Quadrant {
    points: u32,
    without_output: u32,
    sum: f64,
    largest: f64,
}

impl Quadrant {
    fn enter(&mut self, efficiency: f64) {
        if !efficiency.is_finite() {
            return;
        }
        self.points += 1;
        self.without_output += u32::from(efficiency <= 0.0);
        self.sum += efficiency;
        self.largest = self.largest.max(efficiency);
    }

    fn put(&self, number: usize, group: &mut Group) {
        if self.points == 0 {
            return;
        }
        let key = |name: &str| format!("quadrant_{number}.{name}");
        group.put(&key("points"), self.points);
        group.put(&key("efficiency_mean"), self.sum / f64::from(self.points));
        group.put(&key("efficiency_largest"), self.largest);
        group.put(&key("points_without_output"), self.without_output);
    }
}
