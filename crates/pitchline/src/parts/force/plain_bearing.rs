//! `plain-bearing`: stiffness and damping across the axis, which may be coupled, and along it.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::PlainBearing;
use crate::input::Section;
use crate::input::field::{Field, FieldKind, Record, Variant};
use crate::input::interval::Interval;
use crate::input::key::{Key, QuantityOrTable};
use crate::input::section::Amount;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// The force `plain-bearing`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "plain-bearing",
        doc: "Stiffness and damping across the axis, which may be coupled as those of an oil film are.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    /// Keys of plain bearings, also of those that hold shafts.
    pub(crate) static KEYS {
        STIFFNESS = optional(
            "stiffness",
            QuantityOrTable(FieldKind::Either(&[
                FieldKind::Quantity { dimension: Dimension::STIFFNESS, range: Interval::NOT_NEGATIVE },
                FieldKind::Table(&STIFFNESS_TABLE),
            ])),
            "\"200 N/um\"",
            "Stiffness across the axis: one for all directions, or a table with `xx`, `xy`, `yx` and `yy`.",
        );
        AXIAL_STIFFNESS = optional(
            "axial_stiffness",
            Quantity(Dimension::STIFFNESS, Interval::NOT_NEGATIVE),
            "\"80 N/um\"",
            "Stiffness along the axis.",
        ), default "0";
        DAMPING = optional(
            "damping",
            QuantityOrTable(FieldKind::Either(&[
                FieldKind::Quantity { dimension: Dimension::DAMPING, range: Interval::NOT_NEGATIVE },
                FieldKind::Table(&DAMPING_TABLE),
            ])),
            "\"500 N s/m\"",
            "Damping across the axis: one for all directions, or a table with `xx`, `xy`, `yx` and `yy`.",
        );
        AXIAL_DAMPING = optional(
            "axial_damping",
            Quantity(Dimension::DAMPING, Interval::NOT_NEGATIVE),
            "\"200 N s/m\"",
            "Damping along the axis.",
        ), default "0";
    }
}

static STIFFNESS_TABLE: Record = Record {
    name: "coupled stiffness",
    doc: "Stiffness across the axis as rotor dynamics gives it: k_xx, k_xy, k_yx and k_yy. The force on the journal is −k_xx x − k_xy y along x \
          and −k_yx x − k_yy y along y. A film of oil has k_xy ≠ k_yx.",
    discriminator: None,
    variants: &[],
    fields: &four(Dimension::STIFFNESS, "\"100 N/um\"", "\"40 N/um\""),
};

static DAMPING_TABLE: Record = Record {
    name: "coupled damping",
    doc: "Damping across the axis: c_xx, c_xy, c_yx and c_yy, in the same way. It must not supply energy to the motion.",
    discriminator: None,
    variants: &[],
    fields: &four(Dimension::DAMPING, "\"50 kN s/m\"", "\"5 kN s/m\""),
};

/// Force, then motion.
const ENTRIES: [&str; 4] = ["xx", "xy", "yx", "yy"];

const fn four(dimension: Dimension, own: &'static str, across: &'static str) -> [Field; 4] {
    let [xx, xy, yx, yy] = ENTRIES;
    [
        one(xx, dimension, own, "Force against x for a motion along x."),
        one(
            xy,
            dimension,
            across,
            "Force against x for a motion along y.",
        ),
        one(
            yx,
            dimension,
            across,
            "Force against y for a motion along x.",
        ),
        one(yy, dimension, own, "Force against y for a motion along y."),
    ]
}

const fn one(
    key: &'static str,
    dimension: Dimension,
    example: &'static str,
    doc: &'static str,
) -> Field {
    let kind = FieldKind::Quantity {
        dimension,
        range: Interval::ALL,
    };
    Field::optional(key, kind, example, doc).default("0")
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let (title, section) = table.named();
    if !section.is_given(&STIFFNESS) {
        if section.has_errors() {
            return None;
        }
        return reading.refuse(
            "missing-key",
            (section.span(), "`stiffness` is missing"),
            format!("{title} lacks `stiffness`"),
            "write stiffness = \"200 N/um\", or { xx = \"100 N/um\", xy = \"40 N/um\", yx = \"-60 N/um\", yy = \"150 N/um\" }",
        );
    }
    let law = PlainBearing {
        stiffness: matrix(section, &STIFFNESS)?,
        damping: matrix(section, &DAMPING)?,
        axial_stiffness: table.quantity(&AXIAL_STIFFNESS)?,
        axial_damping: table.quantity(&AXIAL_DAMPING)?,
    };
    if let Err(error) = law.check(title) {
        return reading.refuse(
            "bad-damping",
            (section.span_of(&DAMPING), "feeds the motion"),
            error.to_string(),
            "check signs and order of the coefficients: xy is the force along x for a motion along y",
        );
    }
    Some(Arc::new(law))
}

/// One number for all directions, or four; zero unless given.
fn matrix(section: &Section, key: &Key<QuantityOrTable>) -> Option<[[f64; 2]; 2]> {
    let own = match section.get_or_absent(key)?.map(|amount| amount.value) {
        Some(Amount::Table(table)) => {
            let [xx, xy, yx, yy] = ENTRIES.map(|key| Some(table.quantity(key)?.value));
            return Some([[xx?, xy?], [yx?, yy?]]);
        }
        Some(Amount::Number(own)) => own,
        None => 0.0,
    };
    Some([[own, 0.0], [0.0, own]])
}

impl ForceLaw for PlainBearing {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check(site.name())?;
        site.connect(*self)
    }
}
