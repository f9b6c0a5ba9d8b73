//! Keys of friction along the teeth.

use crate::input::field::{Choice, Field, FieldKind, Record, Variant};
use crate::input::interval::Interval;
use crate::keys;
use crate::units::Dimension;

/// Friction of flanks that slide along their teeth.
pub(in crate::parts::pair) static FRICTION: Record = Record {
    name: "friction along the teeth",
    doc: "Friction between flanks that slide along the tooth, as those of worms, crossed helical and hypoid gears do: a fraction of the normal force that depends on the sliding speed, smooth through zero, so that flanks that should stick creep by less than `transition_speed`.",
    discriminator: Some("kind"),
    variants: &FRICTIONS,
    fields: &[Field::required(
        "kind",
        FieldKind::Choice(&KINDS),
        "\"coulomb\"",
        "Dependence on the sliding speed.",
    )],
};

static FRICTIONS: [&Variant; 3] = [&COULOMB, &STRIBECK, &TABLE];

static KINDS: [Choice; 3] = Variant::choices(&FRICTIONS, &[]);

static COULOMB: Variant = Variant {
    name: "coulomb",
    doc: "One coefficient at every speed.",
    keys: &[&COULOMB_KEYS, &KEYS],
};

static STRIBECK: Variant = Variant {
    name: "stribeck",
    doc: "A coefficient that falls from sticking to sliding.",
    keys: &[&STRIBECK_KEYS, &KEYS],
};

static TABLE: Variant = Variant {
    name: "table",
    doc: "Coefficients over the sliding speed.",
    keys: &[&TABLE_KEYS, &KEYS],
};

keys! {
    /// Keys of one coefficient.
    static COULOMB_KEYS {
        pub(super) COEFFICIENT = required("coefficient", Number(Interval::closed(0.0, 10.0)), "0.05", "Coefficient μ.");
    }
}

keys! {
    /// Keys of a coefficient that falls.
    static STRIBECK_KEYS {
        pub(super) STATIC_COEFFICIENT = required("static_coefficient", Number(Interval::closed(0.0, 10.0)), "0.12", "Coefficient μ_s at the onset of sliding.");
        pub(super) KINETIC_COEFFICIENT = required("kinetic_coefficient", Number(Interval::closed(0.0, 10.0)), "0.04", "Coefficient μ_k at high speed.");
        pub(super) STRIBECK_SPEED = required("stribeck_speed", Quantity(Dimension::VELOCITY, Interval::POSITIVE), "\"0.3 m/s\"", "Speed of the fall: a fraction 1/e of it remains there.");
    }
}

keys! {
    /// Keys of coefficients over speed.
    static TABLE_KEYS {
        pub(super) SPEEDS = required("speeds", Quantities(Dimension::VELOCITY, Interval::NOT_NEGATIVE), "[0, \"0.5 m/s\", \"5 m/s\"]", "Sliding speeds, rising from 0.");
        pub(super) COEFFICIENTS = required("coefficients", Quantities(Dimension::NONE, Interval::closed(0.0, 10.0)), "[0.1, 0.06, 0.03]", "Coefficient at each speed, joined by curves that stay between them; constant beyond the last.");
    }
}

keys! {
    /// Keys of all of them.
    static KEYS shared by "all friction along the teeth" {
        pub(super) TRANSITION_SPEED = optional("transition_speed", Quantity(Dimension::VELOCITY, Interval::POSITIVE), "\"1 mm/s\"", "Speed v₀ over which friction changes its sign, as tanh(v/v₀): 1 mm/s unless given.");
    }
}
