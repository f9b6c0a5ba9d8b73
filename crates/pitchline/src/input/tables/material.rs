//! `[materials.N]`

use crate::input::field::{Field, FieldKind, Record};
use crate::input::interval::{Bound, Interval};
use crate::units::Dimension;

/// A material of the user.
pub static MATERIAL: Record = Record {
    name: "material",
    doc: "An isotropic, linear elastic material. Common ones are built in and need not be described.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "youngs_modulus",
            FieldKind::Quantity {
                dimension: Dimension::PRESSURE,
                // The lower end catches a modulus in GPa without its unit.
                range: Interval::closed(1e6, 1e13),
            },
            "\"206 GPa\"",
            "Young's modulus E.",
        ),
        Field::required(
            "poisson_ratio",
            FieldKind::Number {
                range: Interval::open(-1.0, 0.5),
            },
            "0.3",
            "Poisson's ratio ν.",
        ),
        Field::required(
            "density",
            FieldKind::Quantity {
                dimension: Dimension::DENSITY,
                // The lower end catches a density in g/cm³ without its unit.
                range: Interval::new(Bound::Closed(50.0), Bound::Closed(1e5)),
            },
            "\"7830 kg/m3\"",
            "Density ρ.",
        ),
        Field::reserved("yield_strength", "Strengths come with computed stresses."),
    ],
};
