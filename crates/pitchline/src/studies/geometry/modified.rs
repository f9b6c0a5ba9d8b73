//! Tables and values of modified and deviating flanks.

use crate::flank_traces::{self, Teeth, Trace};
use crate::geometry::{CylindricalGear, GearPair};
use crate::geometry::{FlankSide, PitchDeviation};
use crate::model::{Gear, Pair, ProfileFit};
use crate::no_load::NoLoad;
use crate::results::{Group, Table};

/// Profile and lead traces of a gear whose flanks are modified.
pub(super) fn traces(gear: &Gear<CylindricalGear>) -> Option<Table> {
    if !gear.flanks.is_modified() {
        return None;
    }
    let profile = flank_traces::profile(gear, Teeth::All);
    let lead = flank_traces::lead(gear, Teeth::All);
    let mut table = Table::new(format!("modification-{}", gear.name));
    let column = |trace: &Trace, pick: &dyn Fn(&flank_traces::Place) -> f64| -> Vec<f64> {
        trace.iter().map(pick).collect()
    };
    if gear.geometry.as_wheel().is_some() {
        table.push("roll_length", "m", column(&profile, &|p| p.along));
        table.push("diameter", "m", column(&profile, &|p| 2.0 * p.height));
    } else {
        table.push("profile_length", "m", column(&profile, &|p| p.along));
        table.push("height", "m", column(&profile, &|p| p.height));
    }
    table.push("profile_right", "m", column(&profile, &|p| p.relief[0]));
    table.push("profile_left", "m", column(&profile, &|p| p.relief[1]));
    table.push("width", "m", column(&lead, &|p| p.along));
    table.push("lead_right", "m", column(&lead, &|p| p.relief[0]));
    table.push("lead_left", "m", column(&lead, &|p| p.relief[1]));
    Some(table)
}

/// The transmission error without load.
pub(super) fn no_load_table(pair: &Pair<GearPair>, no_load: &NoLoad) -> Table {
    let mut table = Table::new(format!("no-load-{}", pair.name));
    let coordinates = no_load.coordinates.clone();
    if pair.geometry.a.as_wheel().is_some() {
        table.push("angle_a", "rad", coordinates);
    } else {
        table.push("displacement_a", "m", coordinates);
    }
    table.push("te", "m", no_load.right.error.clone());
    table.push("pairs_in_contact", "1", no_load.right.pairs.clone());
    table.push("te_left", "m", no_load.left.error.clone());
    table.push("pairs_in_contact_left", "1", no_load.left.pairs.clone());
    table
}

pub(super) fn put_no_load(group: &mut Group, no_load: Option<&NoLoad>, backlash: f64) {
    let Some(no_load) = no_load else {
        return;
    };
    let (right, left) = (&no_load.right, &no_load.left);
    group.put_some("no_load_te_peak_to_peak", right.peak_to_peak());
    group.put_some("no_load_te_mean", right.mean());
    group.put_some("no_load_te_peak_to_peak_left", left.peak_to_peak());
    group.put_some("no_load_te_mean_left", left.mean());
    group.put_some("no_load_least_backlash", no_load.least_play(backlash));
}

pub(super) fn put_flanks(group: &mut Group, gear: &Gear<CylindricalGear>) {
    let data = &gear.flanks;
    if data.is_modified() {
        let [right, left] = flank_traces::largest(gear);
        group.put("largest_relief_right", right);
        group.put("largest_relief_left", left);
    }
    let worst = |pick: fn(&ProfileFit) -> f64| data.fits.iter().map(pick).reduce(f64::max);
    group.put_some("profile_fit.rms", worst(|fit| fit.rms));
    group.put_some("profile_fit.largest", worst(|fit| fit.largest));
    let pitch = &data.deviations.pitch;
    if *pitch != PitchDeviation::default() {
        let teeth = gear.geometry.data().teeth;
        let all = (1..=teeth).map(|tooth| pitch.index(tooth, FlankSide::Right));
        let range =
            all.clone().fold(f64::NEG_INFINITY, f64::max) - all.fold(f64::INFINITY, f64::min);
        group.put("total_cumulative_pitch", range);
    }
    let run_out = data.deviations.run_out;
    group.put_some("run_out", run_out.map(|run_out| 2.0 * run_out.eccentricity));
}
