//! `load`: a given force and torque on a body.

use std::sync::Arc;

use super::{AddedForce, ForceEnds, ForceKind, ForceLaw, ForceSite, ForceTable};
use crate::dynamics::{self, LoadAxes, TimeFunction};
use crate::geometry::tensor::IDENTITY;
use crate::input::field::{Choice, Collection, Variant};
use crate::input::tables::functions;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::ends::{carrier, vector};
use crate::model::build::machine::{Reading, functions::three};
use crate::model::machine::{Carrier, End, Frame};
use crate::units::Dimension;

/// A given force (N) and torque (N m) on a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Axes in which both are given.
    pub axes: LoadAxes,
    /// Force along x, y and z.
    pub force: [TimeFunction; 3],
    /// Torque about x, y and z.
    pub torque: [TimeFunction; 3],
}

/// The force `load`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "load",
        doc: "A given force and torque on a body.",
        keys: &[&KEYS],
    },
    ends,
    read,
};

keys! {
    static KEYS {
        ON = required(
            "on",
            Reference(Collection::Bodies),
            "\"wheel\"",
            "The body; of a flexible one or of a shaft a point: `\"wheel:center\"`.",
        );
        AT = optional(
            "at",
            Vector(Dimension::LENGTH),
            "[\"0 mm\", \"90 mm\", \"0 mm\"]",
            "Where it acts at the start, in ground axes.",
        );
        PLACE = optional(
            "place",
            Vector(Dimension::LENGTH),
            "[\"0 mm\", \"30 mm\", \"0 mm\"]",
            "Where it acts, in the axes of the body, in place of `at`. At the centre of mass unless given.",
        );
        AXES = optional(
            "axes",
            OneOf(&[
                Choice::new("ground", "Force and torque keep their direction."),
                Choice::new("body", "They turn with the body."),
            ]),
            "\"body\"",
            "Axes in which force and torque are given.",
        ), default "\"ground\"";
        FORCE = optional(
            "force",
            QuantitiesOrTables(&functions::FORCE),
            "[\"0 N\", \"-500 N\", { kind = \"sine\", amplitude = \"10 N\", frequency = \"50 Hz\" }]",
            "Force along x, y and z: three quantities or functions of time.",
        );
        TORQUE = optional(
            "torque",
            QuantitiesOrTables(&functions::TORQUE),
            "[0, 0, \"40 N m\"]",
            "Torque about x, y and z: three quantities or functions of time.",
        );
    }
}

fn ends(table: &ForceTable, reading: &mut Reading) -> Option<ForceEnds> {
    let (title, section) = table.named();
    let carrier = carrier(table.named(), &ON, reading)?;
    if carrier == Carrier::Ground {
        return reading.refuse(
            "load-on-ground",
            (section.span_of(&ON), "never moves"),
            format!("{title} acts on the ground, which nothing moves"),
            "name a body",
        );
    }
    let frame = match (vector(section, &AT), vector(section, &PLACE)) {
        (Some(_), Some(_)) => {
            return reading.refuse(
                "two-places",
                (section.span_of(&PLACE), "a second place"),
                format!("{title} has `at` and `place`, which both say where it acts"),
                "keep one of the two: `at` is in ground axes, `place` in those of the body",
            );
        }
        (Some(place), None) => Frame::Ground {
            place,
            axes: IDENTITY,
        },
        (None, place) => Frame::Own {
            place: place.unwrap_or_default(),
            axes: IDENTITY,
        },
    };
    Some(ForceEnds::One(End { carrier, frame }))
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let (title, section) = table.named();
    let force = three(table.named(), &FORCE, reading);
    let torque = three(table.named(), &TORQUE, reading);
    if !section.is_given(&FORCE) && !section.is_given(&TORQUE) {
        return reading.refuse(
            "no-loads",
            (section.span(), "nothing acts"),
            format!("{title} has neither `force` nor `torque`"),
            "write force = [0, \"-500 N\", 0] or torque = [0, 0, \"40 N m\"]",
        );
    }
    Some(Arc::new(Load {
        axes: match section.get(&AXES)?.value {
            "body" => LoadAxes::Body,
            _ => LoadAxes::Ground,
        },
        force: force?,
        torque: torque?,
    }))
}

impl ForceLaw for Load {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let load = dynamics::Load {
            on: site.on(),
            axes: self.axes,
            force: self.force.clone(),
            torque: self.torque.clone(),
        };
        load.check()?;
        site.add(load)
    }
}
