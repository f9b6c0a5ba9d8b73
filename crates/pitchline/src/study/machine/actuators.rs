//! Motors, friction about an axis and controllers during a study: their values and what is to be told of them.

use super::happened::{Happened, Rubbing};
use super::record::Record;
use crate::dynamics::{Sliding, State};
use crate::machine::{BuiltController, BuiltForce, BuiltMachine, BuiltPair, ForcePart};
use crate::results::{Group, Object};

/// Whether friction about an axis sticks and breaks away.
fn sticks(force: &BuiltForce) -> bool {
    let grip = force.friction().and_then(|friction| friction.grip_id());
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
        let Some(grip) = force.friction().and_then(|friction| friction.grip_id()) else {
            continue;
        };
        state.grips[grip.0 as usize].sliding = Sliding::Undecided;
        for row in built.machine.multipliers_of(force.element) {
            state.active[row] = false;
            state.multipliers[row] = 0.0;
        }
    }
}

/// What an equilibrium or a prescribed motion does not say.
pub(super) fn without_time(built: &BuiltMachine, kind: &str) -> Vec<String> {
    let frictions = built.forces.iter().filter(|force| sticks(force));
    let frictions = frictions.map(|force| {
        format!(
            "force `{}`: friction that sticks and slides does not act in a study {kind}; take a study transient",
            force.name
        )
    });
    let sampled = built.controllers.iter();
    let sampled = sampled.filter(|one| one.request.is_sampled()).map(|one| {
        format!(
            "controller `{}` takes no samples in a study {kind}; its output stays as it was at the start",
            one.request.name
        )
    });
    frictions.chain(sampled).collect()
}

/// What may have stopped a study that is not one of time.
pub(super) fn hint(built: &BuiltMachine) -> Option<String> {
    let is_coil = |force: &&BuiltForce| force.motor().is_some_and(|m| m.charge().is_some());
    if let Some(motor) = built.forces.iter().find(is_coil) {
        let name = &motor.name;
        return Some(format!(
            "The charge of motor `{name}` has no equilibrium because of its inductance: write set = {{ forces.{name}.inductance = 0 }} in this study"
        ));
    }
    let sums = |one: &&BuiltController| !one.request.is_sampled() && one.request.integral != 0.0;
    let controller = built.controllers.iter().find(sums)?;
    let name = &controller.request.name;
    Some(format!(
        "The sum of controller `{name}` has no equilibrium: write set = {{ controllers.{name}.integral = 0 }} in this study"
    ))
}

/// What a machine may lack in an equilibrium that rests by friction alone.
pub(super) fn hint_at_rest(built: &BuiltMachine) -> Option<&'static str> {
    let sticks = can_stick(built) || built.pairs.iter().any(BuiltPair::can_stick);
    sticks.then_some(
        "Friction that sticks does not act in a study static: let the loads balance without it, or begin a study transient where the machine stands, without `start`",
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
    let energies = record.losses.of_force(built, number);
    let energies = energies.filter(|_| record.n_rows() > 1);
    let mut group = Group::new(Object::Force, &force.name);
    match &force.part {
        ForcePart::Motor(_) => {
            let [lost, supplied, delivered] = energies?;
            group.put("electrical_energy", supplied);
            group.put("mechanical_energy", delivered);
            group.put("energy_lost", lost);
        }
        ForcePart::Friction(_) => {
            group.put("energy_lost", energies?[0]);
            if let (true, Some(happened)) = (sticks(force), &record.happened) {
                put_sticking(&mut group, happened, &force.name);
            }
        }
        _ => return None,
    }
    Some(group)
}

fn put_sticking(group: &mut Group, happened: &Happened, name: &str) {
    let (phases, breakaways) = happened.sticking(&Rubbing::Force(name.to_owned()));
    group.put("stick_phases", u32::try_from(phases).unwrap_or(u32::MAX));
    group.put("breakaway_times", breakaways);
}
