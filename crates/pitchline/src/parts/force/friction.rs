//! `friction`: friction of a bearing or a seal about an axis.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::standstill::{self, STANDSTILL};
use super::{
    AddedForce, ForceKind, ForceLaw, ForcePart, ForceSensor, ForceSite, ForceTable, between, sensor,
};
use crate::contact::{DragTorque, StribeckFall};
use crate::dynamics::{
    HingeFriction, HingeFrictionData, HingeFrictionState, Relative, Sliding, Standstill,
    TimeFunction,
};
use crate::input::field::{Choice, FieldKind, Keys, Variant};
use crate::input::interval::Interval;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::number::short;
use crate::parts::channel::{self, Channel, Quantity, Snapshot};
use crate::units::Dimension;

/// The force `friction`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "friction",
        doc: "Friction of a bearing or a seal about an axis: a torque over the speed, which sticks and breaks away.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS, &STANDSTILL],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        CONSTANT = optional(
            "constant",
            Quantity(Dimension::TORQUE, Interval::NOT_NEGATIVE),
            "\"0.02 N m\"",
            "Torque T_c in motion, whatever the speed.",
        ), default "0";
        VISCOUS = optional(
            "viscous",
            Quantity(Dimension::ROTATIONAL_DAMPING, Interval::NOT_NEGATIVE),
            "\"0.0004 N m s/rad\"",
            "Viscous torque k per rad/s.",
        ), default "0";
        BREAKAWAY = optional(
            "breakaway",
            Quantity(Dimension::TORQUE, Interval::NOT_NEGATIVE),
            "\"0.05 N m\"",
            "Torque T_s in slow motion, from which it falls to `constant` over `stribeck_speed`: T_c + (T_s − T_c) exp(−(ω/ω_s)²) + k ω. Not below `constant`, which is the default.",
        );
        STRIBECK_SPEED = optional(
            "stribeck_speed",
            Quantity(Dimension::ANGULAR_SPEED, Interval::POSITIVE),
            "\"2 rad/s\"",
            "Speed ω_s of the fall from `breakaway`: a fraction 1/e of it remains there.",
        );
        STATIC_TORQUE = optional(
            "static_torque",
            Quantity(Dimension::TORQUE, Interval::NOT_NEGATIVE),
            "\"0.06 N m\"",
            "Largest torque T_0 that holds at rest, not below that of slow motion, which is the default.",
        );
    }
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let standstill = standstill::read(table, reading);
    let drag = drag(table, reading);
    Some(Arc::new(HingeFrictionData {
        drag: drag?,
        pressed: TimeFunction::Constant(1.0),
        standstill: standstill?,
    }))
}

/// Torque over the speed and at rest.
fn drag(table: &ForceTable, reading: &mut Reading) -> Option<DragTorque> {
    let (constant, viscous) = (table.quantity(&CONSTANT)?, table.quantity(&VISCOUS)?);
    let at_rest = table.section.get_or_absent(&STATIC_TORQUE)?;
    let stribeck = stribeck(table, constant, reading)?;
    let of_slow_motion = stribeck.map_or(constant, |fall| fall.breakaway);
    let drag = DragTorque {
        constant,
        viscous,
        stribeck,
        static_torque: at_rest.map_or(of_slow_motion, |torque| torque.value),
    };
    check(table, &drag, of_slow_motion, reading)?;
    Some(drag)
}

/// How friction falls from slow to fast motion, if it does.
fn stribeck(
    table: &ForceTable,
    constant: f64,
    reading: &mut Reading,
) -> Option<Option<StribeckFall>> {
    let (title, section) = table.named();
    let breakaway = section.get_or_absent(&BREAKAWAY)?.map(|value| value.value);
    let speed = section
        .get_or_absent(&STRIBECK_SPEED)?
        .map(|value| value.value);
    match (breakaway, speed) {
        (None, None) => Some(None),
        (Some(breakaway), Some(speed)) if breakaway >= constant => {
            Some(Some(StribeckFall { breakaway, speed }))
        }
        (Some(breakaway), Some(_)) => reading.refuse(
            "rising-friction",
            (section.span_of(&BREAKAWAY), "below `constant`"),
            format!(
                "{title}: friction of slow motion, {} N m, is below that of fast motion, {} N m",
                short(breakaway),
                short(constant)
            ),
            "write a `breakaway` of at least `constant`; `viscous` makes friction rise with the speed",
        ),
        (breakaway, _) => {
            let (has, lacks) = match breakaway {
                Some(_) => ("breakaway", "stribeck_speed"),
                None => ("stribeck_speed", "breakaway"),
            };
            reading.refuse(
                "half-stribeck",
                (section.span_of(has), "only one of two"),
                format!(
                    "{title} has `{has}` but no `{lacks}`, which say together how friction falls"
                ),
                format!("add `{lacks}`, or remove `{has}`; the holding torque at rest is `static_torque`"),
            )
        }
    }
}

/// Refuses friction that holds less than it rubs, and that does neither.
fn check(
    table: &ForceTable,
    drag: &DragTorque,
    of_slow_motion: f64,
    reading: &mut Reading,
) -> Option<()> {
    let (title, section) = table.named();
    let static_torque = drag.static_torque;
    if static_torque < of_slow_motion {
        return reading.refuse(
            "weak-stiction",
            (section.span_of(&STATIC_TORQUE), "too small"),
            format!(
                "{title} holds {} N m at rest, less than its {} N m in slow motion",
                short(static_torque),
                short(of_slow_motion)
            ),
            "write a larger `static_torque`, or leave it out for that of slow motion",
        );
    }
    if static_torque > 0.0 || drag.viscous > 0.0 {
        return Some(());
    }
    let label = match section.is_given(&CONSTANT) || section.is_given(&VISCOUS) {
        true => "all of it is 0",
        false => "there is no friction",
    };
    reading.refuse(
        "no-friction",
        (section.span(), label),
        format!("{title} has no torque at any speed"),
        "write constant = \"0.02 N m\" or viscous = \"0.0004 N m s/rad\"",
    )
}

impl ForceLaw for HingeFrictionData {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let Relative { a, b } = site.between()?;
        let friction = HingeFriction::build(site.name(), site.machine, a, b, self.clone())?;
        Ok(site.add(friction.clone())?.with(friction))
    }

    fn can_stick(&self) -> bool {
        self.standstill == Standstill::Sticks && self.drag.static_torque > 0.0
    }

    fn sensor(&self) -> Option<&'static ForceSensor> {
        Some(&SENSOR)
    }
}

/// The sensor `friction`, also of brakes.
pub static SENSOR: ForceSensor = ForceSensor {
    variant: Variant {
        name: "friction",
        doc: "State of a force of kind `friction` or `brake`: torque, largest holding torque, whether it slides, loss.",
        keys: &[&SENSOR_KEYS],
    },
    channels: &QUANTITIES,
    label: "no friction",
    refusal: "is no friction",
    kinds: "friction or brake",
};

static SENSOR_KEYS: Keys = Keys {
    shared_by: None,
    fields: &[
        sensor::of("\"seal\"", "The force of kind `friction` or `brake`."),
        sensor::components(
            &FieldKind::Choice(&CHOICES),
            "[\"torque\", \"sliding\"]",
            "[\"torque\", \"sliding\"]",
        ),
    ],
};

#[rustfmt::skip] // a table: one row, one channel
static CHANNELS: [Channel<FrictionState>; 5] = [
    Channel::plain("torque", "N m", "Torque of the friction on `b` about the axis (N m).", |state| state.now.torque),
    Channel::plain("limit", "N m", "Largest holding torque (N m).", |state| state.now.limit),
    Channel::plain("sliding", "1", "1 where `b` slides forward, -1 backward, 0 where it sticks.", FrictionState::sliding),
    Channel::plain("speed", "rad/s", "Speed of `b` (rad/s).", |state| state.now.speed),
    Channel::plain("power_lost", "W", "Power that becomes heat (W).", |state| state.now.loss),
];

static QUANTITIES: [&Quantity; CHANNELS.len()] = channel::quantities(&CHANNELS);

static CHOICES: [Choice; CHANNELS.len()] = channel::choices(&QUANTITIES);

/// What friction does at an instant.
#[derive(Debug)]
struct FrictionState {
    now: HingeFrictionState,
    can_stick: bool,
}

impl FrictionState {
    fn sliding(&self) -> f64 {
        match self.can_stick {
            true => self.now.grip.sliding.sense(),
            false if self.now.speed == 0.0 => 0.0,
            false => Sliding::along(self.now.speed).sense(),
        }
    }
}

impl ForcePart for HingeFriction {
    fn value(&self, at: &Snapshot, channel: &Quantity) -> f64 {
        let state = FrictionState {
            now: self.state(at.motion, at.multipliers),
            can_stick: self.grip_id().is_some(),
        };
        channel::value(&CHANNELS, &state, channel)
    }

    fn energies(&self) -> &'static [&'static str] {
        &["energy_lost"]
    }

    fn powers(&self, at: &Snapshot) -> [f64; 3] {
        [self.state(at.motion, at.multipliers).loss, 0.0, 0.0]
    }

    fn friction(&self) -> Option<&HingeFriction> {
        Some(self)
    }
}
