//! Keys of pairs of level `planar`: how their teeth deform.

use super::stiffness_variation::STIFFNESS_VARIATION as VARIATION_TABLE;
use crate::input::field::{Choice, Field, FieldKind, Record, Variant};
use crate::input::interval::Interval;
use crate::keys;
use crate::parts::pair::mesh_keys::{DAMPING_KEYS, PLAY_KEYS, STIFFNESS_KEYS};
use crate::units::Dimension;

/// How teeth of this level deform.
pub(super) static MESH: Record = Record {
    name: "planar mesh",
    doc: "How the teeth of a pair of level `planar` deform.",
    discriminator: Some("kind"),
    variants: &MESHES,
    fields: &[Field::optional(
        "kind",
        FieldKind::Choice(&KINDS),
        "\"progressive\"",
        "How the force grows with the deflection.",
    )
    .default("\"linear\"")],
};

static MESHES: [&Variant; 4] = [&LINEAR, &PROGRESSIVE, &STIFFENING, &TABLE];

static KINDS: [Choice; 4] = Variant::choices(&MESHES, &[]);

static LINEAR: Variant = Variant {
    name: "linear",
    doc: "One stiffness under every load.",
    keys: &[
        &STIFFNESS_KEYS,
        &LEFT_KEYS,
        &DAMPING_KEYS,
        &PLAY_KEYS,
        &MESH_KEYS,
    ],
};

static PROGRESSIVE: Variant = Variant {
    name: "progressive",
    doc: "Stiffness that grows with the deflection from zero until the roughness is flattened, then stays constant.",
    keys: &[
        &STIFFNESS_KEYS,
        &LEFT_KEYS,
        &PROGRESSIVE_KEYS,
        &DAMPING_KEYS,
        &PLAY_KEYS,
        &MESH_KEYS,
    ],
};

static STIFFENING: Variant = Variant {
    name: "stiffening",
    doc: "Stiffness that grows with the load, from `stiffness` at the first touch to `full_stiffness` at `full_load`.",
    keys: &[
        &STIFFNESS_KEYS,
        &STIFFENING_KEYS,
        &DAMPING_KEYS,
        &PLAY_KEYS,
        &MESH_KEYS,
    ],
};

static TABLE: Variant = Variant {
    name: "table",
    doc: "Forces over deflections.",
    keys: &[&TABLE_KEYS, &DAMPING_KEYS, &PLAY_KEYS, &MESH_KEYS],
};

keys! {
    /// Keys of flanks that may differ.
    static LEFT_KEYS shared by "meshes whose flanks may differ" {
        pub(super) STIFFNESS_LEFT = optional("stiffness_left", Quantity(Dimension::STIFFNESS, Interval::POSITIVE), "\"1.8e8 N/m\"", "The stiffness of the left flanks of `a`, where it is not that of the right ones.");
    }
}

keys! {
    /// Keys of a progressive mesh.
    static PROGRESSIVE_KEYS {
        pub(super) MESH_ROUGHNESS = required("roughness", Quantity(Dimension::LENGTH, Interval::POSITIVE), "\"2 um\"", "Deflection at which the roughness is flattened: up to it the stiffness grows from zero.");
    }
}

keys! {
    /// Keys of a stiffening mesh.
    static STIFFENING_KEYS {
        pub(super) FULL_STIFFNESS = required("full_stiffness", Quantity(Dimension::STIFFNESS, Interval::POSITIVE), "\"3e8 N/m\"", "Stiffness at `full_load` and beyond, larger than `stiffness`.");
        pub(super) FULL_LOAD = required("full_load", Quantity(Dimension::FORCE, Interval::POSITIVE), "\"5 kN\"", "Load up to which the stiffness grows linearly with the load.");
    }
}

keys! {
    /// Keys of a mesh by a table.
    static TABLE_KEYS {
        pub(super) DEFLECTIONS = required("deflections", Quantities(Dimension::LENGTH, Interval::NOT_NEGATIVE), "[0, \"2 um\", \"8 um\"]", "Deflections after first contact, increasing from 0.");
        pub(super) FORCES = required("forces", Quantities(Dimension::FORCE, Interval::NOT_NEGATIVE), "[0, \"150 N\", \"1.2 kN\"]", "Force at each deflection, rising from 0; joined by curves without waves, straight on beyond the last.");
    }
}

keys! {
    /// Keys of all meshes of this level.
    static MESH_KEYS shared by "meshes of level `planar`" {
        pub(super) STIFFNESS_VARIATION = optional("stiffness_variation", Table(&VARIATION_TABLE), "{ kind = \"series\", harmonics = [{ order = 1, amplitude = 0.1 }] }", "Variation of the stiffness over each mesh cycle, as the number of teeth in contact changes. None unless given.");
        pub(super) MEASURED_ALONG = optional("measured_along", OneOf(&[Choice::new(
                    "line-of-action",
                    "The line of action in the transverse plane.",
                ),
Choice::new(
                    "pitch-circle",
                    "The pitch circles.",
                ),
Choice::new(
                    "normal-over-pitch",
                    "Forces along the line of action over displacements on the pitch circles, as the source of that level defines its stiffness c and damping d.",
                )]), "\"pitch-circle\"", "Direction to which stiffness, damping, backlash and transmission error refer: force and displacement, both along it. A stiffness k along the line of action is \
             k cos²α along the pitch circles, and k cos α as force along the one over displacement on the other."), default "\"line-of-action\"";
    }
}
