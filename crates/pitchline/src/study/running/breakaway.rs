//! The study `breakaway`: how much friction holds while a torque slowly rises or falls.

use super::{Study, pictures};
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
    let mut names = pairs.clone();
    names.extend(study.grips());
    let groups: Vec<Group> = names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let mut group = match start.normal_forces.get(i) {
                Some(force) => {
                    let mut group = Group::new(Object::Pair, name);
                    group.put("normal_force", force.abs());
                    group.put("friction", start.frictions[i]);
                    group
                }
                None => Group::new(Object::Force, name),
            };
            group.put_some("breakaway_torque.falling", falling.contacts[i]);
            group.put_some("breakaway_torque.rising", rising.contacts[i]);
            group
        })
        .collect();
    result.tables.push(table(&names, &falling, &rising));
    let way = Way::new(&falling, &rising);
    result.tables.push(way.table(&names));
    if !study.options.without_pictures {
        let title = study.model.name.as_str();
        let picture = pictures::holding(title, request, &names, &way, [&falling, &rising]);
        result.pictures.push(picture);
    }
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
    // Held to the end of a range that does not reach to no load at all says nothing of that.
    let from_below = falling
        .moves
        .map(|torque| torque <= 0.0)
        .or((low <= 0.0).then_some(true));
    let from_above = rising
        .moves
        .map(|torque| torque >= 0.0)
        .or((high >= 0.0).then_some(true));
    match [from_below, from_above] {
        [Some(true), Some(true)] => group.put("holds_without_load", true),
        [Some(false), _] | [_, Some(false)] => group.put("holds_without_load", false),
        _ => {}
    }
    if falling.moves.is_none() && rising.moves.is_none() {
        result.warnings.push(
            "something holds the machine at both ends of the range: a joint, a drive or a spring, or a range that is too small"
                .to_owned(),
        );
    }
    Ok(())
}

/// Loads from the lowest to the highest that the machine holds, with what friction holds of what it can hold.
pub(super) struct Way {
    pub loads: Vec<f64>,
    /// For each load.
    pub shares: Vec<Vec<f64>>,
}

impl Way {
    fn new(falling: &Holding, rising: &Holding) -> Self {
        // The preload begins both.
        let all = falling.way.iter().rev().chain(rising.way.iter().skip(1));
        let mut all: Vec<_> = all.cloned().collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (loads, shares) = all.into_iter().unzip();
        Self { loads, shares }
    }

    fn table(&self, names: &[&str]) -> Table {
        let mut table = Table::new("holding");
        table.push("torque", "N m", self.loads.clone());
        for (i, name) in names.iter().enumerate() {
            let shares = self.shares.iter().map(|shares| shares[i]);
            table.push(format!("share_{name}"), "1", shares.collect());
        }
        table
    }
}

fn table(names: &[&str], falling: &Holding, rising: &Holding) -> Table {
    let mut table = Table::new("breakaway");
    table.row_names = Some(names.iter().map(|name| (*name).to_owned()).collect());
    for (name, holding) in [("falling", falling), ("rising", rising)] {
        let torques = holding.contacts.iter();
        let torques = torques.map(|torque| torque.unwrap_or(f64::NAN));
        table.push(format!("slides_{name}"), "N m", torques.collect());
    }
    table
}
