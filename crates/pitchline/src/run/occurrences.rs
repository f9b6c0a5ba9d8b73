//! What occurrences during a run: events of the model, hits of stops, contacts that open and close, teeth and hinges that stick and slide.

use super::{MachineRun, actuators};
use crate::Model;
use crate::dynamics::{Action, Cause, Change, Event, Events, GripId, Occurrence, Sliding, State};
use crate::machine::{BuiltMachine, BuiltPair};
use crate::model::machine::{EventAction, EventRequest, JointKind};
use crate::number::short;
use crate::parts::force::BuiltForce;
use crate::results::{Group, Object, Table};
use crate::run::sensors::Passing;
use crate::studies::transient::TransientStudy;

/// Events and what became of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Occurrences {
    /// The events that could happen, in the order in which they do at one instant.
    events: Vec<EventRequest>,
    /// Everything, in the order of time.
    lines: Vec<Line>,
    /// Pairs and forces that were stuck at the start.
    held: Vec<Rubbing>,
    /// When constraints first followed from others that did not at the start (s).
    ambiguous_from: Option<f64>,
}

/// What sticks and slides: a pair or a force, by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rubbing {
    Pair(String),
    Force(String),
}

/// One thing that occurrences.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    time: f64,
    /// Name of the event, of the joint, of the pair or of the force.
    name: String,
    what: String,
    is_event: bool,
    /// Who sticks or slides.
    rubbing: Option<Rubbing>,
    /// Speeds of approach before and after (m/s), and the impulse (N s).
    hit: Option<[f64; 3]>,
    /// Whether it sticks from now on, or slides.
    sticks: Option<bool>,
}

/// Events that a study asks for.
fn asked<'m>(model: &'m Model, request: &TransientStudy) -> Vec<&'m EventRequest> {
    let events = model.machine.events.iter();
    let is_asked = |event: &&EventRequest| request.events.contains(&event.name);
    events.filter(is_asked).collect()
}

/// The same for the kernel; none where a name is not that of a part of the machine.
pub(super) fn events<'m>(run: &MachineRun<'m>, request: &TransientStudy) -> Option<Vec<Event<'m>>> {
    let built = run.built;
    let joint = |name: &str, on| {
        let joint = built.joint(name)?.element;
        Some(Action::SwitchJoint { joint, on })
    };
    let event = |request: &'m EventRequest| {
        Some(Event {
            name: request.name.clone(),
            function: Box::new(Passing {
                built,
                sensor: built.sensor(&request.sensor)?,
                value: request.value,
            }),
            direction: request.direction,
            action: match &request.action {
                EventAction::Record => Action::Record,
                EventAction::Stop => Action::Stop,
                EventAction::Release(name) => joint(name, false)?,
                EventAction::Lock(name) => joint(name, true)?,
            },
        })
    };
    let asked = asked(run.model, request).into_iter();
    asked.map(event).collect()
}

/// Whether something can happen in a study: then its run watches for it.
pub(super) fn can_happen(built: &BuiltMachine, request: &TransientStudy) -> bool {
    let is_stop = |kind: &JointKind| matches!(kind, JointKind::Stop { .. });
    let has_stops = built.joints.iter().any(|joint| is_stop(&joint.kind));
    let can_stick = built.pairs.iter().any(BuiltPair::can_stick) || actuators::can_stick(built);
    !request.events.is_empty() || has_stops || can_stick || actuators::has_samples(built)
}

/// Pairs and forces that are stuck.
pub(super) fn held(built: &BuiltMachine, state: &State) -> Vec<Rubbing> {
    let is_stuck = |grip: GripId| state.grips[grip.0 as usize].sliding == Sliding::Stuck;
    let of_pair = |pair: &BuiltPair| pair.contact.grip();
    let of_force = |force: &BuiltForce| force.part.friction()?.grip_id();
    let pairs = built.pairs.iter();
    let pairs = pairs.filter(|pair| of_pair(pair).is_some_and(is_stuck));
    let forces = built.forces.iter();
    let forces = forces.filter(|force| of_force(force).is_some_and(is_stuck));
    let pairs = pairs.map(|pair| Rubbing::Pair(pair.name.clone()));
    let forces = forces.map(|force| Rubbing::Force(force.name.clone()));
    pairs.chain(forces).collect()
}

/// What is to be told where stops do not act: prescribed motion does not ask them.
pub(super) fn idle(built: &BuiltMachine, state: &State) -> Option<String> {
    let is_open = |joint: &&crate::machine::BuiltJoint| {
        let mut rows = built.machine.multipliers_of(joint.element);
        matches!(joint.kind, JointKind::Stop { .. }) && rows.all(|row| !state.active[row])
    };
    let open = built.joints.iter().filter(is_open);
    let names: Vec<String> = open.map(|joint| format!("`{}`", joint.name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "open stops do not act in a study kinematic: {}; bodies pass through them. Let it start from a study static or transient in \
             which they rest on them",
            names.join(", ")
        )
    })
}

impl Occurrences {
    /// From what a run has noted; `held` are pairs and forces that were stuck at its start, `row` tells the constraint of the machine behind
    /// one of the run.
    pub fn of(
        (model, built, request): (&Model, &BuiltMachine, &TransientStudy),
        run: &Events,
        held: Vec<Rubbing>,
        row: impl Fn(usize) -> usize,
    ) -> Self {
        let events: Vec<EventRequest> = asked(model, request).into_iter().cloned().collect();
        let line = |occurrence: &Occurrence| {
            let (name, rubbing) = match occurrence.cause {
                Cause::Event(_) => (occurrence.name.clone(), None),
                Cause::Constraint(own) => part_of(built, row(own), occurrence),
            };
            let is_event = matches!(occurrence.cause, Cause::Event(_));
            let what = match (occurrence.cause, occurrence.change) {
                (Cause::Event(number), _) => done(events.get(number), occurrence.has_acted),
                (_, Some(Change::Hit { .. })) => "hit".to_owned(),
                (_, Some(Change::Holds)) => "rests".to_owned(),
                (_, Some(Change::GivesWay) | None) => "opens".to_owned(),
                (_, Some(Change::Sticks)) => "sticks".to_owned(),
                (_, Some(Change::Slides(Sliding::Backward))) => "slides backward".to_owned(),
                (_, Some(Change::Slides(_))) => "slides forward".to_owned(),
            };
            let sticks = match occurrence.change {
                Some(Change::Sticks) => Some(true),
                Some(Change::Slides(_)) => Some(false),
                _ => None,
            };
            let hit = match occurrence.change {
                Some(Change::Hit {
                    before,
                    after,
                    impulse,
                }) => Some([before, after, impulse]),
                _ => None,
            };
            Line {
                time: occurrence.time,
                name,
                what,
                is_event,
                rubbing,
                hit,
                sticks,
            }
        };
        Self {
            lines: run.occurrences().iter().map(line).collect(),
            events,
            held,
            ambiguous_from: None,
        }
    }

    /// With the time from which on reactions are not unique though they were at the start (s).
    pub fn ambiguous_from(self, time: f64) -> Self {
        Self {
            ambiguous_from: time.is_finite().then_some(time),
            ..self
        }
    }

    /// The table `events`.
    pub fn table(&self) -> Table {
        let mut table = Table::new("events");
        table.is_long = true;
        let words = |of: fn(&Line) -> &String| self.lines.iter().map(of).cloned().collect();
        table.words.push(("name", words(|line| &line.name)));
        table.words.push(("what", words(|line| &line.what)));
        let times = self.lines.iter().map(|line| line.time).collect();
        table.push("time", "s", times);
        let hits = |i: usize| {
            let hits = self.lines.iter();
            hits.map(|line| line.hit.map_or(f64::NAN, |hit| hit[i]))
                .collect()
        };
        table.push("speed_before", "m/s", hits(0));
        table.push("speed_after", "m/s", hits(1));
        table.push("impulse", "N s", hits(2));
        table
    }

    /// Values of the events: how often and when.
    pub fn groups(&self) -> Vec<Group> {
        let group = |event: &EventRequest| {
            let is_own = |line: &&Line| line.is_event && line.name == event.name;
            let times: Vec<f64> = self.lines.iter().filter(is_own).map(|l| l.time).collect();
            let mut group = Group::new(Object::Event, &event.name);
            group.put("count", u32::try_from(times.len()).unwrap_or(u32::MAX));
            group.put_some("first_time", times.first().copied());
            group.put_some("last_time", times.last().copied());
            group
        };
        self.events.iter().map(group).collect()
    }

    /// Puts how often a stop was hit, and how hard.
    pub fn put_hits(&self, joint: &str, group: &mut Group) {
        let own = self.lines.iter().filter(|l| !l.is_event && l.name == joint);
        let hits: Vec<f64> = own.filter_map(|line| Some(line.hit?[2])).collect();
        group.put("hits", u32::try_from(hits.len()).unwrap_or(u32::MAX));
        let largest = hits.iter().copied().reduce(f64::max);
        group.put_some("largest_impulse", largest);
    }

    /// What is to be told of reactions where a stop has closed on what was held already: names of columns speak of the start.
    pub fn warning(&self) -> Option<String> {
        self.ambiguous_from.map(|time| {
            format!(
                "from t = {} s on, when a stop closed or surfaces stuck that constrain what others already constrain, reactions and friction are not unique, those given have the least norm: `is_reaction_unique` and the names of the columns in the table `reactions` refer to the start, before that",
                short(time)
            )
        })
    }

    /// In how many phases a pair or a force was stuck, and when it broke away (s).
    pub fn sticking(&self, who: &Rubbing) -> (usize, Vec<f64>) {
        let mut is_stuck = self.held.contains(who);
        let mut phases = usize::from(is_stuck);
        let mut breakaways = Vec::new();
        let own = self
            .lines
            .iter()
            .filter(|l| l.rubbing.as_ref() == Some(who));
        for (time, sticks) in own.filter_map(|line| Some((line.time, line.sticks?))) {
            if is_stuck && !sticks {
                breakaways.push(time);
            }
            phases += usize::from(sticks && !is_stuck);
            is_stuck = sticks;
        }
        (phases, breakaways)
    }

    /// The event that ended the run, by name.
    pub fn stopped_by(&self, number: usize) -> Option<&str> {
        self.events.get(number).map(|event| event.name.as_str())
    }
}

/// What an event did, or why there was nothing to do.
fn done(event: Option<&EventRequest>, has_acted: bool) -> String {
    match (event.map(|event| &event.action), has_acted) {
        (Some(EventAction::Stop), _) => "stops the run".to_owned(),
        (Some(EventAction::Release(joint)), true) => format!("releases {joint}"),
        (Some(EventAction::Release(joint)), false) => format!("{joint} is released already"),
        (Some(EventAction::Lock(joint)), true) => format!("locks {joint}"),
        (Some(EventAction::Lock(joint)), false) => format!("{joint} is locked already"),
        (Some(EventAction::Record) | None, _) => "recorded".to_owned(),
    }
}

/// The joint, the pair or the force that has a constraint; who rubs there.
fn part_of(built: &BuiltMachine, row: usize, of: &Occurrence) -> (String, Option<Rubbing>) {
    let has = |element| built.machine.multipliers_of(element).contains(&row);
    if let Some(joint) = built.joints.iter().find(|joint| has(joint.element)) {
        return (joint.name.clone(), None);
    }
    if let Some(pair) = built.pairs.iter().find(|pair| has(pair.element)) {
        return (pair.name.clone(), Some(Rubbing::Pair(pair.name.clone())));
    }
    if let Some(force) = built.forces.iter().find(|force| has(force.element)) {
        return (force.name.clone(), Some(Rubbing::Force(force.name.clone())));
    }
    (of.name.clone(), None)
}
