//! Pairs whose friction holds them: what to say where one of them cannot be driven, and where friction does not act.

use crate::contact::Friction;
use crate::dynamics::{Engagement, Sliding, State};
use crate::machine::{BuiltMachine, BuiltPair};
use crate::number::short;
use crate::parts::channel::Channel;
use crate::parts::pair::{PairState, state};
use crate::results::Table;

/// Slip below so many times the transition speed of friction is creeping: tanh 3 = 0.995.
const CREEPING: f64 = 3.0;

/// A wheel that cannot drive the other.
struct Lock<'p> {
    pair: &'p BuiltPair,
    /// Number of that wheel.
    driver: usize,
    /// Coefficient of friction as sliding begins.
    coefficient: f64,
    /// Least one that locks.
    limit: f64,
}

/// All locks of a machine.
fn locks(built: &BuiltMachine) -> impl Iterator<Item = Lock<'_>> {
    built.pairs.iter().flat_map(|pair| {
        let coefficient = breakaway(friction(pair));
        let limits = match &pair.engagement {
            Engagement::Wheels(contact) => contact.locking_coefficients(),
            Engagement::Rack(_) => [None, None],
        };
        let locks = limits.into_iter().enumerate();
        locks.filter_map(move |(driver, limit)| {
            let limit = limit.filter(|limit| coefficient >= *limit)?;
            Some(Lock {
                pair,
                driver,
                coefficient,
                limit,
            })
        })
    })
}

/// Friction along the teeth.
fn friction(pair: &BuiltPair) -> &Friction {
    pair.contact.friction_along_teeth()
}

/// Coefficient as sliding begins.
fn breakaway(friction: &Friction) -> f64 {
    match friction {
        Friction::None => 0.0,
        Friction::Coulomb { coefficient, .. } => *coefficient,
        Friction::Stribeck {
            static_coefficient, ..
        } => *static_coefficient,
        Friction::Table(table) => table.rows().first().map_or(0.0, |row| row[1]),
    }
}

fn transition_speed(friction: &Friction) -> f64 {
    match friction {
        Friction::None => 0.0,
        Friction::Coulomb {
            transition_speed, ..
        }
        | Friction::Stribeck {
            transition_speed, ..
        } => *transition_speed,
        Friction::Table(table) => table.transition_speed(),
    }
}

impl Lock<'_> {
    fn told(&self) -> String {
        format!(
            "pair `{}` is self-locking: wheel `{}` cannot drive wheel `{}`, because friction of {} is beyond the limit of {}",
            self.pair.name,
            self.pair.wheels[self.driver],
            self.pair.wheels[1 - self.driver],
            short(self.coefficient),
            short(self.limit)
        )
    }

    fn remedy(&self) -> String {
        let other = &self.pair.wheels[1 - self.driver];
        match self.pair.is_elastic() {
            true => format!("drive wheel `{other}`, or use a smaller coefficient"),
            // Rigid teeth that lock leave no force that fits; elastic ones creep.
            false => format!(
                "write level = \"joint\" with a `mesh`, whose teeth hold, or drive wheel `{other}`, or use a smaller coefficient"
            ),
        }
    }
}

/// What may have stopped a study that failed.
pub(in crate::run) fn hint(built: &BuiltMachine) -> Option<String> {
    let lock = locks(built).next()?;
    Some(format!("{}; {}", lock.told(), lock.remedy()))
}

/// What may be missing of an equilibrium that was not found: friction of rest holds nothing at this level.
pub(in crate::run) fn hint_at_rest(built: &BuiltMachine) -> Option<String> {
    let lock = locks(built).next()?;
    let elastic = match lock.pair.is_elastic() {
        true => "",
        false => " with teeth of level = \"joint\"",
    };
    Some(format!(
        "pair `{}` is self-locking once it slides, but nothing slides at rest, so that it holds nothing here: hold wheel `{}` with a joint or a \
         drive, or let a study `transient` come to rest{elastic}",
        lock.pair.name,
        lock.pair.wheels[1 - lock.driver]
    ))
}

/// What an equilibrium does not say: flanks that do not slide have no friction at this level.
pub(in crate::run) fn at_rest(built: &BuiltMachine) -> Vec<String> {
    let rubbing = |pair: &&BuiltPair| *friction(pair) != Friction::None;
    let rubbing = built.pairs.iter().filter(rubbing);
    let mut said: Vec<String> = rubbing
        .map(|pair| {
            format!(
                "pair `{}`: nothing slides at rest, so its forces are those without friction",
                pair.name
            )
        })
        .collect();
    said.extend(along_profiles(built).map(|pair| {
        format!(
            "pair `{}`: this is the equilibrium without friction; stuck teeth would also hold others around it",
            pair.name
        )
    }));
    said.extend(
        locks(built).map(|lock| format!("{}, though not here: {}", lock.told(), lock.remedy())),
    );
    said
}

/// Pairs of level `planar` that rub.
fn along_profiles(built: &BuiltMachine) -> impl Iterator<Item = &BuiltPair> {
    let pairs = built.pairs.iter();
    pairs.filter(|pair| pair.contact.rubs_along_profile())
}

/// What motion that drives prescribe does not ask: whether teeth stick.
pub(in crate::run) fn prescribed(built: &BuiltMachine) -> Vec<String> {
    let pairs = along_profiles(built).filter(|pair| pair.can_stick());
    pairs
        .map(|pair| {
            format!(
                "pair `{}`: friction of teeth with stiction does not act in a study kinematic; use a study transient",
                pair.name
            )
        })
        .collect()
}

/// Lets teeth go that another study has left stuck.
pub(in crate::run) fn free(built: &BuiltMachine, state: &mut State) {
    for pair in &built.pairs {
        let Some(grip) = pair.contact.grip() else {
            continue;
        };
        state.grips[grip.0 as usize].sliding = Sliding::Undecided;
        for row in built.machine.multipliers_of(pair.element) {
            state.active[row] = false;
            state.multipliers[row] = 0.0;
        }
    }
}

/// Pairs that are loaded at the end and only creep, of which friction may hold one wheel against the other.
pub(in crate::run) fn stuck(built: &BuiltMachine, tables: &[Table]) -> Vec<String> {
    let is_stuck = |lock: &Lock| {
        let mut pairs = built.pairs.iter().zip(tables);
        let found = pairs.find(|(pair, _)| pair.name == lock.pair.name);
        let last = |channel: &Channel<PairState>| {
            let column = found.and_then(|(_, table)| table.column(channel.quantity.name));
            let last = column.and_then(|column| column.values.last());
            last.map_or(0.0, |x| x.abs())
        };
        last(&state::SLIP) <= CREEPING * transition_speed(friction(lock.pair))
            && last(&state::NORMAL_FORCE) > 0.0
    };
    let stuck = locks(built).filter(is_stuck);
    stuck
        .map(|lock| {
            format!(
                "{}, and at the end its flanks only creep; {}",
                lock.told(),
                lock.remedy()
            )
        })
        .collect()
}
