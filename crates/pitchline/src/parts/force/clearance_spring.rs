//! `clearance-spring`: a spring and damper that act beyond a clearance.

use std::sync::Arc;

use super::shared_keys::{BODIES, DAMPING, PLACES, STIFFNESS, STRAIGHT, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::{self, Play};
use crate::input::field::{Choice, Variant};
use crate::input::interval::Interval;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// Spring and damper beyond a clearance: N/m, N s/m and m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClearanceSpring {
    /// Stiffness.
    pub stiffness: f64,
    /// Damping.
    pub damping: f64,
    /// Displacement to each side without force.
    pub clearance: f64,
    /// Which motion has it.
    pub direction: PlayDirection,
}

/// Which motion has a clearance, with its middle (m) where it has one; that at the start unless given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PlayDirection {
    /// The length of the line between both places.
    Line(Option<f64>),
    /// The way along the axis.
    Axial(Option<f64>),
    /// The distance from the axis.
    Radial,
}

/// The force `clearance-spring`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "clearance-spring",
        doc: "A spring and damper that act beyond a clearance: a stop, or a shaft in a wider bore.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &STRAIGHT, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        CLEARANCE = required(
            "clearance",
            Quantity(Dimension::LENGTH, Interval::NOT_NEGATIVE),
            "\"20 um\"",
            "Displacement to each side without force.",
        );
        DIRECTION = optional(
            "direction",
            OneOf(&[
                Choice::new("line", "Along the line between the two places."),
                Choice::new("axial", "Along the axis."),
                Choice::new("radial", "Across the axis, the same in all directions."),
            ]),
            "\"radial\"",
            "Which motion has the clearance.",
        ), default "\"radial\"";
        MIDDLE = optional(
            "middle",
            Quantity(Dimension::LENGTH, Interval::ALL),
            "\"80 mm\"",
            "Length of the line, or displacement along the axis, in the middle of the clearance: that at the start unless given. Not for direction = `\"radial\"`.",
        );
    }
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let direction = direction(table, reading);
    Some(Arc::new(ClearanceSpring {
        stiffness: table.quantity(&STIFFNESS)?,
        damping: table.quantity(&DAMPING)?,
        clearance: table.quantity(&CLEARANCE)?,
        direction: direction?,
    }))
}

fn direction(table: &ForceTable, reading: &mut Reading) -> Option<PlayDirection> {
    let (title, section) = table.named();
    let middle = section.get(&MIDDLE);
    let value = middle.as_ref().map(|middle| middle.value);
    match (section.get(&DIRECTION)?.value, middle) {
        ("line", Some(middle)) if middle.value < 0.0 => reading.refuse(
            "bad-middle",
            (middle.span, "no length"),
            format!("{title}: the length in the middle of its play is negative"),
            "write a length, or leave `middle` out for that at the start",
        ),
        ("line", _) => Some(PlayDirection::Line(value)),
        ("axial", _) => Some(PlayDirection::Axial(value)),
        (_, Some(middle)) => reading.refuse(
            "bad-middle",
            (middle.span, "not for a pin"),
            format!("{title}: the middle of a radial play is the axis"),
            "remove `middle`, or write direction = \"axial\"",
        ),
        (_, None) => Some(PlayDirection::Radial),
    }
}

impl ForceLaw for ClearanceSpring {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let play = match self.direction {
            PlayDirection::Line(middle) => Play::Line {
                middle: middle.map_or_else(|| site.distance(), Ok)?,
            },
            PlayDirection::Axial(middle) => Play::Axis {
                middle: middle.map_or_else(|| site.way_along_axis(), Ok)?,
            },
            PlayDirection::Radial => Play::Radial,
        };
        let law = dynamics::ClearanceSpring {
            stiffness: self.stiffness,
            damping: self.damping,
            clearance: self.clearance,
            play,
        };
        law.check(site.name())?;
        site.connect(law)
    }
}
