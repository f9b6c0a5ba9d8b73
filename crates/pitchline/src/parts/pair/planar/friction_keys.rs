//! Keys of friction along the profile.

use super::oil::{LEVERS as ARMS, OIL as OIL_TABLE};
use crate::input::field::{Choice, Field, FieldKind, Record, Variant};
use crate::input::interval::Interval;
use crate::keys;
use crate::units::Dimension;

/// Friction of flanks that slide along their profile.
pub(in crate::parts::pair) static FRICTION: Record = Record {
    name: "friction along the profile",
    doc: "Friction along the tooth profile, over the speed at which teeth pass the pitch point; teeth stick and break away as `stiction` says.",
    discriminator: Some("kind"),
    variants: &FRICTIONS,
    fields: &[Field::required(
        "kind",
        FieldKind::Choice(&KINDS),
        "\"coulomb\"",
        "Dependence on the speed.",
    )],
};

static FRICTIONS: [&Variant; 5] = [&COULOMB, &TABLE, &DIN_3990, &ISO_14179, &EFFICIENCY];

static KINDS: [Choice; 5] = Variant::choices(&FRICTIONS, &[]);

static COULOMB: Variant = Variant {
    name: "coulomb",
    doc: "One coefficient at every speed.",
    keys: &[&COULOMB_KEYS, &REST_KEYS, &KEYS],
};

static TABLE: Variant = Variant {
    name: "table",
    doc: "Coefficients over the speed through the mesh.",
    keys: &[&TABLE_KEYS, &REST_KEYS, &KEYS],
};

static DIN_3990: Variant = Variant {
    name: "din-3990",
    doc: "Mean coefficient of lubricated teeth by DIN 3990-4, of load, speed and oil. For oil of 0.002 to 0.5 Pa s: outside, where a warning says so, write what was measured.",
    keys: &[&OIL_KEYS, &KEYS],
};

static ISO_14179: Variant = Variant {
    name: "iso-14179",
    doc: "The same by ISO/TR 14179-2 (Schlenk).",
    keys: &[&OIL_KEYS, &ISO_KEYS, &KEYS],
};

static EFFICIENCY: Variant = Variant {
    name: "efficiency",
    doc: "The coefficient that gives a known efficiency, for each direction of power.",
    keys: &[&EFFICIENCY_KEYS, &KEYS],
};

keys! {
    /// Keys of one coefficient.
    static COULOMB_KEYS {
        pub(super) COEFFICIENT = required("coefficient", Number(Interval::closed(0.0, 10.0)), "0.05", "Coefficient μ.");
    }
}

keys! {
    /// Keys of friction at rest.
    static REST_KEYS shared by "given coefficients" {
        pub(super) STATIC_COEFFICIENT = optional("static_coefficient", Number(Interval::closed(0.0, 10.0)), "0.2", "Coefficient μ₀ at rest, not below that of slow motion, which is the default.");
    }
}

keys! {
    /// Keys of coefficients over speed.
    static TABLE_KEYS {
        pub(super) SPEEDS = required("speeds", Quantities(Dimension::VELOCITY, Interval::NOT_NEGATIVE), "[0, \"0.5 m/s\", \"5 m/s\"]", "Speeds through the mesh, on the pitch circles, rising from 0.");
        pub(super) COEFFICIENTS = required("coefficients", Quantities(Dimension::NONE, Interval::closed(0.0, 10.0)), "[0.1, 0.06, 0.03]", "Coefficient at each speed, joined by curves that stay between them; constant beyond the last.");
    }
}

keys! {
    /// Keys of lubricated teeth.
    static OIL_KEYS shared by "lubricated teeth" {
        pub(super) LUBRICATED_STATIC_COEFFICIENT = required("static_coefficient", Number(Interval::closed(0.0, 10.0)), "0.15", "Coefficient μ₀ at rest, an upper limit of the coefficient.");
        pub(super) VISCOSITY = optional("viscosity", Quantity(Dimension::DYNAMIC_VISCOSITY, Interval::POSITIVE), "\"0.08 Pa s\"", "Dynamic viscosity of the oil as it is in the mesh, in place of `oil` and `temperature`.");
        pub(super) OIL = optional("oil", Table(&OIL_TABLE), "{ grade = 220 }", "The oil, whose viscosity follows from `temperature`.");
        pub(super) TEMPERATURE = optional("temperature", Quantity(Dimension::TEMPERATURE, Interval::closed(150.0, 600.0)), "\"60 degC\"", "Temperature of the oil.");
        pub(super) ROUGHNESS = required("roughness", Quantity(Dimension::LENGTH, Interval::POSITIVE), "\"0.5 um\"", "Mean roughness R_a of both wheels.");
        pub(super) WIDTH = optional("width", Quantity(Dimension::LENGTH, Interval::POSITIVE), "\"20 mm\"", "Loaded width of the flanks: the common face width of the gears unless given, that of both halves of double helical ones.");
        pub(super) EFFECTIVE_WIDTH = optional("effective_width", Number(Interval::positive_up_to(1.0)), "0.8", "Fraction K_B of the width that is loaded."), default "1";
    }
}

keys! {
    /// Keys of ISO/TR 14179-2.
    static ISO_KEYS {
        pub(super) LUBRICANT_FACTOR = optional("lubricant_factor", Number(Interval::positive_up_to(10.0)), "0.8", "Factor X_L of the oil: 1 for mineral oil."), default "1";
    }
}

keys! {
    /// Keys of a known efficiency.
    static EFFICIENCY_KEYS {
        pub(super) EFFICIENCY_SPEEDS = optional("speeds", Quantities(Dimension::VELOCITY, Interval::NOT_NEGATIVE), "[0, \"0.5 m/s\", \"5 m/s\"]", "Speeds through the mesh, on the pitch circles, rising from 0, where `forward` and `reverse` are lists.");
        pub(super) FORWARD = required("forward", NumberOrNumbers(), "0.96", "Efficiency where wheel `a` drives, above 0 and not above 1: output over input. One number, or one for each of `speeds`.");
        pub(super) REVERSE = optional("reverse", NumberOrNumbers(), "[0.9, 0.94, 0.95]", "The same where wheel `b` drives: that of `forward` unless given.");
        pub(super) STATIC_FACTOR = optional("static_factor", Number(Interval::closed(1.0, 100.0)), "1.5", "Factor c_μ₀ of friction at rest over that of slow motion."), default "1";
    }
}

keys! {
    /// Keys of all of them.
    static KEYS shared by "all friction along the profile" {
        pub(super) TRANSITION_SPEED = optional("transition_speed", Quantity(Dimension::VELOCITY, Interval::POSITIVE), "\"1 mm/s\"", "Speed v₀ over which friction changes its sign, as tanh(v/v₀): 1 mm/s unless given. Of `stiction = \"regularised\"` only.");
        pub(super) LEVERS = optional("levers", ChoiceOrTable(&[
                FieldKind::Choice(&[
                    Choice::new("smeared", "Load spread evenly over the path of contact: the formulas of the source."),
                    Choice::new("shared", "Teeth in contact share the load evenly: spur gears."),
                    Choice::new("over-phase", "Those of the contacts that exist at each position, so that friction excites the mesh."),
                ]),
                FieldKind::Table(&ARMS),
            ]), "\"shared\"", "Contacts over which the lever arms of friction are averaged: `\"smeared\"` over the whole path of contact as the formulas of the \
             source, `\"shared\"` over teeth that share the load evenly, `\"over-phase\"` over the contacts that exist at each position, so that friction \
             excites the mesh; or a table with known lever arms. `\"smeared\"` unless given. Over the phase, `forward` and `reverse` of `kind = \"efficiency\"` are those of the mean lever arms, which the study `efficiency-map` takes; `stiction` is `\"conjugate\"` then, unless given.");
        pub(super) SPREAD = optional("spread", Number(Interval::closed(0.01, 100.0)), "0.2", "Of `levers = \"over-phase\"`: fraction of a pitch over which a tooth takes up or sheds its load. The overlap ratio of helical gears unless given, 0.1 of spur gears.");
        pub(super) STICTION = optional("stiction", OneOf(&[
                Choice::new("mesh", "Teeth stick where nothing passes the pitch point, as in the source."),
                Choice::new("conjugate", "They stick where friction dissipates no power, so that it never supplies any."),
                Choice::new("regularised", "They never stick: friction is smooth through zero over `transition_speed`, and a load creeps. For comparison."),
            ]), "\"conjugate\"", "Criterion by which teeth are at rest. Sticking is a discrete state, found by events. Unless given, `\"mesh\"` of external pairs and `\"conjugate\"` of those with a ring, with `levers = \"over-phase\"`, or with lever arms by which friction would drive one wheel while the other is at rest (profile shift may do that): their friction can drive the mesh distance in the direction of its motion, so that teeth chatter at rest and creep; a warning reports them with `\"mesh\"`. Teeth with `over-phase` that stick by `\"conjugate\"` keep the lever arms of the position where they stuck until they break away. Friction whose coefficient begins from 0, at rest too, holds nothing and needs no such state.");
    }
}
