//! The study `breakaway`: how much friction holds while a torque slowly rises or falls.

use super::Study;
use crate::dynamics::Holding;
use crate::model::machine::BreakawayRequest;
use crate::results::{Group, Object, StudyResult, Table};
use crate::study::machine::Failure;

/// Adds what is held.
pub(super) fn add(
    study: &mut Study,
    request: &BreakawayRequest,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let row = study.running.at_speed(&mut study.equations, 0.0);
    let row = row.map_err(|error| error.to_string())?;
    let start = study.running.held(&row, request.preload, None);
    let start = start.ok_or_else(|| {
        format!(
            "friction does not hold the machine under {} N m of load `{}`, so that there is nothing to break away from; start from a study of kind static",
            request.preload, request.load
        )
    })?;
    let [low, high] = request.range;
    let to = |end: f64| study.running.holding(&row, request.preload, end);
    let (Some(falling), Some(rising)) = (to(low), to(high)) else {
        return Err(format!(
            "friction does not hold the machine under {} N m",
            request.preload
        ));
    };
    let pairs = study.pairs();
    let groups: Vec<Group> = pairs
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let mut group = Group::new(Object::Pair, name);
            group.put("normal_force", start.normal_forces[i].abs());
            group.put("friction", start.frictions[i]);
            group.put_some("breakaway_torque.falling", falling.contacts[i]);
            group.put_some("breakaway_torque.rising", rising.contacts[i]);
            group
        })
        .collect();
    result.tables.push(table(&pairs, &falling, &rising));
    result.values.groups.extend(groups);
    let group = &mut study.group;
    group.put("preload", request.preload);
    let first = |holding: &Holding, nearest: fn(f64, f64) -> f64| {
        holding.contacts.iter().flatten().copied().reduce(nearest)
    };
    group.put_some("first_slip.falling", first(&falling, f64::max));
    group.put_some("first_slip.rising", first(&rising, f64::min));
    group.put_some("moves.falling", falling.moves);
    group.put_some("moves.rising", rising.moves);
    let lowest = falling.moves.unwrap_or(low);
    let highest = rising.moves.unwrap_or(high);
    group.put("holds_without_load", lowest <= 0.0 && highest >= 0.0);
    if falling.moves.is_none() && rising.moves.is_none() {
        result.warnings.push(
            "something holds the machine at both ends of the range: a joint, a drive or a spring, or a range that is too small"
                .to_owned(),
        );
    }
    Ok(())
}

fn table(pairs: &[&str], falling: &Holding, rising: &Holding) -> Table {
    let mut table = Table::new("breakaway");
    table.row_names = Some(pairs.iter().map(|name| (*name).to_owned()).collect());
    for (name, holding) in [("falling", falling), ("rising", rising)] {
        let torques = holding.contacts.iter();
        let torques = torques.map(|torque| torque.unwrap_or(f64::NAN));
        table.push(format!("slides_{name}"), "N m", torques.collect());
    }
    table
}
