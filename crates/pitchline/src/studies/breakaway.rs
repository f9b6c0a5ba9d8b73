//! The study `breakaway`: torques at which a machine at rest begins to slide, and those at which nothing holds it any more.

use std::sync::Arc;

use super::even_running::reading::{self as running, LOAD_KEYS};
use super::even_running::{self, EvenRunning, Varied};
use super::machine_settings::{self, AT_KEYS, MACHINE_KEYS, MachineSettings};
use super::small_motions::reading;
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::dynamics::{Held, Holding};
use crate::geometry::vector::{Vector, dot};
use crate::input::field::Variant;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::number::short;
use crate::parts::force::load::Load;
use crate::pictures::{Axis, Chart, Panel, RichText, Series};
use crate::results::{Group, Object, Output, Picture, Table};

/// How much a machine at rest holds.
#[derive(Debug, Clone, PartialEq)]
pub struct BreakawayStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// The load that is varied.
    pub load: String,
    /// About what it turns, of length 1, in its own axes.
    pub direction: Vector,
    /// Its torque at that time (N m), from which it is varied.
    pub preload: f64,
    /// Lowest and highest torque (N m), the preload between them.
    pub range: [f64; 2],
}

/// The study `breakaway`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "breakaway",
        doc: "Holding capacity of a machine at rest: torques at which its teeth begin to slide and at which it no longer holds, in both directions.",
        keys: &[&LOAD_KEYS, &MACHINE_KEYS, &AT_KEYS],
    },
    leaves_state: false,
    read,
};

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let found = running::load(section, context, machine.begin, diagnostics);
    let range = reading::ends(section, &running::TORQUE_RANGE, "N m", diagnostics)?;
    let (load, direction) = found?;
    let torque = &context.machine.force(&load)?.as_law::<Load>()?.torque;
    let now: Vector = [0, 1, 2].map(|i| torque[i].at(machine.begin).value);
    let preload = dot(now, direction);
    if !(range[0] <= preload && preload <= range[1]) {
        diagnostics.push(
            Diagnostic::error(
                "bad-range",
                section.span_of(&running::TORQUE_RANGE),
                format!(
                    "load `{load}` is {} N m at t = {} s, which lies outside",
                    short(preload),
                    short(machine.begin)
                ),
            )
            .label("does not contain the torque from which it starts")
            .help("let the range contain the torque that the load has at `at`"),
        );
        return None;
    }
    Some(Arc::new(BreakawayStudy {
        machine,
        load,
        direction,
        preload,
        range,
    }))
}

impl Study for BreakawayStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn start(&self) -> Option<&str> {
        self.machine.start.as_deref()
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        let varied = Varied {
            load: &self.load,
            direction: self.direction,
            drive: None,
            is_averaged: false,
        };
        even_running::run(self, &self.machine, &varied, job, |running, output| {
            add(running, self, output)
        })
    }
}

/// Friction that does not hold the machine from which it should break away.
#[derive(Debug, thiserror::Error)]
#[error(
    "friction does not hold the machine under {preload} N m of load `{load}`, so that no breakaway exists; start from a study of kind static"
)]
struct NotHeld {
    load: String,
    preload: f64,
}

/// Adds what is held.
fn add(
    study: &mut EvenRunning,
    request: &BreakawayStudy,
    output: &mut Output,
) -> Result<(), Failure> {
    let found = Found::new(study, request)?;
    let mut names = study.pairs();
    names.extend(study.grips());
    output.tables.push(found.table(&names));
    let way = Way::new(&found.falling, &found.rising);
    output.tables.push(way.table(&names));
    if !study.options.without_pictures {
        let title = study.model.name.as_str();
        let both = [&found.falling, &found.rising];
        let picture = holding(title, request, &names, &way, both);
        output.pictures.push(picture);
    }
    let groups = names.iter().enumerate();
    let groups = groups.map(|(i, name)| found.group(i, name));
    output.values.groups.extend(groups);
    found.put(&mut study.group);
    if let Some(holds) = found.holds_without_load(request.range) {
        study.group.put("holds_without_load", holds);
    }
    if found.falling.moves.is_none() && found.rising.moves.is_none() {
        output.warnings.push(
            "the machine still holds at both ends of the range: a joint, a drive or a spring, or a range that is too small"
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
    fn new(study: &mut EvenRunning, request: &BreakawayStudy) -> Result<Self, Failure> {
        let row = study.running.at_speed(&mut study.equations, 0.0);
        let row = row?;
        let start = study.running.held(&row, request.preload, None);
        let start = start.ok_or_else(|| {
            Failure::own(NotHeld {
                load: request.load.clone(),
                preload: request.preload,
            })
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
struct Way {
    loads: Vec<f64>,
    /// For each load.
    shares: Vec<Vec<f64>>,
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

/// What friction holds of what it can hold, over the load.
fn holding(
    title: &str,
    request: &BreakawayStudy,
    names: &[&str],
    way: &Way,
    [falling, rising]: [&Holding; 2],
) -> Picture {
    let mut panel = Panel::new(Axis::new("Friction over its limit", "%"));
    for (i, name) in names.iter().enumerate() {
        let points = way.loads.iter().zip(&way.shares);
        let points = points.map(|(load, shares)| [*load, 100.0 * shares[i]]);
        panel = panel.with(Series::new(RichText::plain(name), points.collect()));
    }
    let axis = Axis::new(format!("Torque of {}", request.load), "N m");
    let mut chart = Chart::new(RichText::plain(title), axis).with(panel);
    chart.subtitle = RichText::plain("holding friction at rest");
    chart = chart.marker(request.preload, RichText::plain("preload"));
    for moves in [falling.moves, rising.moves].into_iter().flatten() {
        chart = chart.marker(moves, RichText::plain("moves"));
    }
    Picture::new("holding", chart)
}
