//! Motors, friction about an axis and controllers during a study: their values and what is to be told of them.

use super::occurrences::{Occurrences, Rubbing};
use super::record::Record;
use crate::dynamics::{Sliding, State};
use crate::machine::{BuiltController, BuiltMachine, BuiltPair};
use crate::number::short;
use crate::parts::force::BuiltForce;
use crate::results::{Group, Object};

/// Whether friction about an axis sticks and breaks away.
fn sticks(force: &BuiltForce) -> bool {
    let grip = force
        .part
        .friction()
        .and_then(|friction| friction.grip_id());
    grip.is_some()
}

/// Whether there is such friction.
pub(super) fn can_stick(built: &BuiltMachine) -> bool {
    built.forces.iter().any(sticks)
}

/// Whether a controller looks from time to time.
pub(super) fn has_samples(built: &BuiltMachine) -> bool {
    built.controllers.iter().any(|one| one.request.is_sampled())
}

/// Lets friction go that another study has left stuck.
pub(super) fn free(built: &BuiltMachine, state: &mut State) {
    for force in &built.forces {
        let Some(grip) = force
            .part
            .friction()
            .and_then(|friction| friction.grip_id())
        else {
            continue;
        };
        state.grips[grip.0 as usize].sliding = Sliding::Undecided;
        for row in built.machine.multipliers_of(force.element) {
            state.active[row] = false;
            state.multipliers[row] = 0.0;
        }
    }
}

/// Friction about an axis that holds the machine in a state: its torque and what it can hold (N m).
fn holds(built: &BuiltMachine, force: &BuiltForce, state: &State) -> Option<[f64; 2]> {
    let friction = force.part.friction()?;
    let grip = state.grips[friction.grip_id()?.0 as usize];
    let row = built.machine.multipliers_of(force.element).next()?;
    let held = state.multipliers[row].abs();
    (grip.sliding == Sliding::Stuck).then(|| [held, friction.limit(state.time)])
}

/// What an equilibrium or a prescribed motion does not say.
pub(super) fn without_time(built: &BuiltMachine, kind: &str, state: &State) -> Vec<String> {
    let holding = |force: &BuiltForce| holds(built, force, state);
    let is_held = built.forces.iter().any(|force| holding(force).is_some());
    let frictions = built.forces.iter().filter(|force| sticks(force));
    let frictions = frictions.map(|force| match holding(force) {
        Some([held, limit]) => format!(
            "force `{}`: the loads do not balance without friction; it holds {} N m of at most {} N m",
            force.name,
            short(held),
            short(limit)
        ),
        None if is_held => format!(
            "force `{}`: the loads do not balance without friction, and it cannot hold its part: it carries its sliding torque",
            force.name
        ),
        None if kind == "static" => format!(
            "force `{}`: friction with stiction acts in a study static only where it can hold loads that nothing else balances; use a study transient",
            force.name
        ),
        None => format!(
            "force `{}`: friction with stiction does not act in this study {kind}; use a study transient",
            force.name
        ),
    });
    let sampled = built.controllers.iter();
    let sampled = sampled.filter(|one| one.request.is_sampled()).map(|one| {
        format!(
            "controller `{}` takes no samples in a study {kind}; its output remains that of the start",
            one.request.name
        )
    });
    frictions.chain(sampled).collect()
}

/// What may have stopped a study that is not one of time.
pub(super) fn hint(built: &BuiltMachine) -> Option<String> {
    let mut forces = built.forces.iter();
    let of_force = forces.find_map(|force| force.part.hint_without_equilibrium(&force.name));
    if of_force.is_some() {
        return of_force;
    }
    let samples = |one: &&BuiltController| one.request.is_sampled();
    if let Some(controller) = built.controllers.iter().find(samples) {
        let name = &controller.request.name;
        return Some(format!(
            "Controller `{name}` does not react between its samples: write set = {{ controllers.{name}.sample_time = 0 }} in this study, so that it acts continuously"
        ));
    }
    let sums = |one: &&BuiltController| !one.request.is_sampled() && one.request.integral != 0.0;
    let controller = built.controllers.iter().find(sums)?;
    let name = &controller.request.name;
    Some(format!(
        "The integral of controller `{name}` has no equilibrium: write set = {{ controllers.{name}.integral = 0 }} in this study"
    ))
}

/// What a machine may lack in an equilibrium that rests by friction alone.
pub(super) fn hint_at_rest(built: &BuiltMachine) -> Option<&'static str> {
    let sticks = can_stick(built) || built.pairs.iter().any(BuiltPair::can_stick);
    sticks.then_some(
        "Friction of teeth does not act in a study static, and friction about axes only where it can hold the machine: increase it, let the loads balance without it, or begin a study transient from the initial position, without `start`",
    )
}

/// Values of motors, of friction and of controllers.
pub(super) fn groups(built: &BuiltMachine, record: &Record) -> Vec<Group> {
    let forces = built.forces.iter().enumerate();
    let forces = forces.filter_map(|(i, force)| of_force(built, (i, force), record));
    let controllers = built.controllers.iter().zip(record.losses.outputs());
    let controllers = controllers.map(|(controller, [output, largest])| {
        let mut group = Group::new(Object::Controller, &controller.request.name);
        group.unit = controller.request.controlled.unit();
        group.put("output", *output);
        group.put("largest_output", *largest);
        group
    });
    forces.chain(controllers).collect()
}

fn of_force(
    built: &BuiltMachine,
    (number, force): (usize, &BuiltForce),
    record: &Record,
) -> Option<Group> {
    let keys = force.part.energies();
    if keys.is_empty() || record.n_rows() <= 1 {
        return None;
    }
    let mut group = Group::new(Object::Force, &force.name);
    for (key, energy) in keys.iter().zip(record.losses.of_force(built, number)?) {
        group.put(key, energy);
    }
    if let (true, Some(occurrences)) = (sticks(force), &record.occurrences) {
        put_sticking(&mut group, occurrences, &force.name);
    }
    Some(group)
}

fn put_sticking(group: &mut Group, occurrences: &Occurrences, name: &str) {
    let (phases, breakaways) = occurrences.sticking(&Rubbing::Force(name.to_owned()));
    group.put("stick_phases", u32::try_from(phases).unwrap_or(u32::MAX));
    group.put("breakaway_times", breakaways);
}
