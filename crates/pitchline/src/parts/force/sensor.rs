//! Sensors that read channels of forces.

use super::{dc_motor, friction, gear_spring};
use crate::input::field::{Collection, Field, FieldKind, Variant};
use crate::parts::channel::Quantity;

/// A kind of sensor that reads channels of forces.
#[derive(Debug)]
pub struct ForceSensor {
    /// Its name, its meaning and its keys.
    pub variant: Variant,
    /// The channels.
    pub channels: &'static [&'static Quantity],
    /// What a force without them is: "no motor".
    pub label: &'static str,
    /// The same of the force: "is no motor".
    pub refusal: &'static str,
    /// Kinds of forces that have them.
    pub kinds: &'static str,
}

impl ForceSensor {
    /// That of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        let mut sensors = SENSORS.into_iter();
        sensors.find(|sensor| sensor.variant.name == name)
    }
}

/// All kinds, in the order of the reference page.
pub static SENSORS: [&ForceSensor; 3] =
    [&gear_spring::SENSOR, &dc_motor::SENSOR, &friction::SENSOR];

/// The key that names the force.
pub(super) const fn of(example: &'static str, doc: &'static str) -> Field {
    Field::required("of", FieldKind::Reference(Collection::Forces), example, doc)
}

/// The key that names channels; without it they are those of the default.
pub(super) const fn components(
    each: &'static FieldKind,
    example: &'static str,
    default: &'static str,
) -> Field {
    Field::optional(
        "components",
        FieldKind::List(each),
        example,
        "Which of them.",
    )
    .default(default)
}
