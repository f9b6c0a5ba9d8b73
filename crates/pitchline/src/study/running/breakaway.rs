//! The study `breakaway`: how much friction holds while a torque slowly rises or falls.

use super::{Study, pictures};
use crate::dynamics::{Held, Holding};
use crate::model::machine::BreakawayRequest;
use crate::results::{Group, Object, StudyResult, Table};
use crate::study::machine::Failure;

/// Adds what is held.
pub(super) fn add(
    study: &mut Study,
    request: &BreakawayRequest,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let found = Found::new(study, request)?;
    let mut names = study.pairs();
    names.extend(study.grips());
    result.tables.push(found.table(&names));
    let way = Way::new(&found.falling, &found.rising);
    result.tables.push(way.table(&names));
    if !study.options.without_pictures {
        let title = study.model.name.as_str();
        let both = [&found.falling, &found.rising];
        let picture = pictures::holding(title, request, &names, &way, both);
        result.pictures.push(picture);
    }
    let groups = names.iter().enumerate();
    let groups = groups.map(|(i, name)| found.group(i, name));
    result.values.groups.extend(groups);
    found.put(&mut study.group);
    if let Some(holds) = found.holds_without_load(request.range) {
        study.group.put("holds_without_load", holds);
    }
    if found.falling.moves.is_none() && found.rising.moves.is_none() {
        result.warnings.push(
            "something holds the machine at both ends of the range: a joint, a drive or a spring, or a range that is too small"
                .to_owned(),
        );
    }
    Ok(())
}

/// What is held from a preload on, both ways.
struct Found {
    start: Held,
    falling: Holding,
    rising: Holding,
}

impl Found {
    fn new(study: &mut Study, request: &BreakawayRequest) -> Result<Self, Failure> {
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
        let to = |end: f64| study.running.holding(&row, &start, end);
        let [falling, rising] = [to(low), to(high)];
        Ok(Self {
            start,
            falling,
            rising,
        })
    }

    /// Of one contact, or of one of the other grips, which come after them.
    fn group(&self, i: usize, name: &str) -> Group {
        let mut group = match self.start.normal_forces.get(i) {
            Some(force) => {
                let mut group = Group::new(Object::Pair, name);
                group.put("normal_force", force.abs());
                group.put("friction", self.start.frictions[i]);
                group
            }
            None => Group::new(Object::Force, name),
        };
        group.put_some("breakaway_torque.falling", self.falling.contacts[i]);
        group.put_some("breakaway_torque.rising", self.rising.contacts[i]);
        group
    }

    /// Of the machine.
    fn put(&self, group: &mut Group) {
        let first = |holding: &Holding, nearest: fn(f64, f64) -> f64| {
            holding.contacts.iter().flatten().copied().reduce(nearest)
        };
        group.put("preload", self.start.load);
        group.put_some("first_slip.falling", first(&self.falling, f64::max));
        group.put_some("first_slip.rising", first(&self.rising, f64::min));
        group.put_some("moves.falling", self.falling.moves);
        group.put_some("moves.rising", self.rising.moves);
    }

    /// Held to the end of a range that does not reach to no load at all says nothing of that.
    fn holds_without_load(&self, [low, high]: [f64; 2]) -> Option<bool> {
        let below = self.falling.moves.map(|torque| torque <= 0.0);
        let above = self.rising.moves.map(|torque| torque >= 0.0);
        let below = below.or((low <= 0.0).then_some(true));
        let above = above.or((high >= 0.0).then_some(true));
        match [below, above] {
            [Some(true), Some(true)] => Some(true),
            [Some(false), _] | [_, Some(false)] => Some(false),
            _ => None,
        }
    }

    fn table(&self, names: &[&str]) -> Table {
        let mut table = Table::new("breakaway");
        table.row_names = Some(names.iter().map(|name| (*name).to_owned()).collect());
        for (name, holding) in [("falling", &self.falling), ("rising", &self.rising)] {
            let torques = holding.contacts.iter();
            let torques = torques.map(|torque| torque.unwrap_or(f64::NAN));
            table.push(format!("slides_{name}"), "N m", torques.collect());
        }
        table
    }
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
