//! The study `campbell`: natural frequencies over the speed, and critical speeds.

use super::{HERTZ, Study, pictures, whirl};
use crate::dynamics::{Campbell, CampbellOptions, CampbellPoint};
use crate::model::machine::CampbellRequest;
use crate::results::{StudyResult, Table};
use crate::study::machine::Failure;

/// Adds the diagram.
pub(super) fn add(
    study: &mut Study,
    request: &CampbellRequest,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let drive = study.built.drive(&request.drive);
    let drive = drive.ok_or_else(|| format!("there is no drive `{}`", request.drive))?;
    let reference = Campbell::drive_speed(&mut study.equations, &study.start, drive.element);
    let reference = reference.filter(|speed| *speed != 0.0).ok_or_else(|| {
        format!(
            "drive `{}` stands still at t = {} s: give it a speed, the factor of which is varied",
            request.drive, study.start.time
        )
    })?;
    let options = CampbellOptions {
        wanted: request.count,
        orders: request.orders.clone(),
        nodes: Vec::new(),
    };
    let [low, high] = request.speeds;
    let last = (request.points - 1) as f64;
    let speeds: Vec<f64> = (0..request.points)
        .map(|i| low + (high - low) * i as f64 / last)
        .collect();
    let found = Campbell::new(
        &mut study.equations,
        &study.start,
        reference.abs(),
        &speeds,
        &options,
    );
    let campbell = found.map_err(|error| error.to_string())?;
    result.warnings.extend(campbell.warnings.iter().cloned());
    let critical = campbell.critical_speeds.iter();
    let critical: Vec<f64> = critical.map(|critical| critical.speed).collect();
    study.machine.put("critical_speeds", critical);
    study.machine.put("is_stable", is_stable(&campbell));
    result.tables.push(curves(&campbell));
    result.tables.push(critical_speeds(&campbell));
    if !study.options.without_pictures {
        let picture = pictures::campbell(study.title, &campbell, &request.orders);
        result.pictures.push(picture);
    }
    Ok(())
}

fn is_stable(campbell: &Campbell) -> bool {
    let mut points = campbell.curves.iter().flat_map(|curve| &curve.points);
    !points.any(|point| point.is_some_and(|point| point.is_unstable()))
}

/// Damping ratio of a mode at a speed, without what rounding leaves of none.
fn damping(point: &CampbellPoint) -> f64 {
    match point.is_undamped() {
        true => 0.0,
        false => point.damping_ratio(),
    }
}

fn curves(campbell: &Campbell) -> Table {
    let mut table = Table::new("campbell");
    table.is_long = true;
    table.push("speed", "rad/s", campbell.speeds.clone());
    for (i, curve) in campbell.curves.iter().enumerate() {
        let mut put = |what: &str, unit, value: &dyn Fn(&CampbellPoint) -> f64| {
            let values = curve.points.iter();
            let values = values.map(|point| point.as_ref().map_or(f64::NAN, value));
            table.push(format!("mode_{}_{what}", i + 1), unit, values.collect());
        };
        put("frequency", "Hz", &|point| point.frequency() / HERTZ);
        put("damping_ratio", "1", &damping);
        put("whirl", "1", &|point| whirl::number(&point.whirl));
    }
    table
}

fn critical_speeds(campbell: &Campbell) -> Table {
    let mut table = Table::new("critical-speeds");
    let critical = &campbell.critical_speeds;
    let whirl = critical.iter();
    let whirl = whirl.map(|critical| whirl::word(&critical.point.whirl));
    table.words.push(("whirl", whirl.collect()));
    let modes = critical.iter().map(|critical| (critical.curve + 1) as f64);
    table.push("mode", "1", modes.collect());
    let mut put = |name: &str, unit, value: &dyn Fn(&crate::dynamics::CriticalSpeed) -> f64| {
        table.push(name, unit, critical.iter().map(value).collect());
    };
    put("order", "1", &|critical| critical.order);
    put("speed", "rad/s", &|critical| critical.speed);
    put("frequency", "Hz", &|critical| {
        critical.point.frequency() / HERTZ
    });
    put("damping_ratio", "1", &|critical| damping(&critical.point));
    table
}
