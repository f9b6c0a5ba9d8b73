//! The field table: everything that a model file may contain. Reader, JSON Schema and reference page follow it.

mod bearing;
mod blank;
pub(crate) mod body;
mod controller;
mod drive;
mod event;
pub(crate) mod functions;
mod gear;
pub(crate) mod joint;
mod material;
mod misalignment;
mod modification;
mod pair;
mod planetary;
mod sensor;
mod shaft;
mod wheel;

pub use bearing::BEARING;
pub(crate) use blank::FE_MESH;
pub use body::BODY;
pub use controller::CONTROLLER;
pub use drive::DRIVE;
pub use event::EVENT;
pub use gear::GEAR;
pub use joint::JOINT;
pub use material::MATERIAL;
pub use pair::PAIR;
pub use planetary::PLANETARY;
pub use sensor::SENSOR;
pub use shaft::SHAFT;
pub use wheel::WHEEL;

use super::field::{Field, FieldKind, Record};
use crate::parts::force::FORCE;
use crate::studies::STUDY;
use crate::units::Dimension;

/// The version of the contract that this program reads.
pub const SCHEMA: i64 = 1;

/// The whole file.
pub static MODEL: Record = Record {
    name: "model file",
    doc: "A model file describes a machine with gears once; each study then computes something from it.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "model",
            FieldKind::Table(&HEAD),
            "{ name = \"first-stage\", schema = 1 }",
            "Name of the model, and the version of this format in which it is written.",
        ),
        Field::optional(
            "materials",
            FieldKind::MapOf(&MATERIAL),
            "{}",
            "User-defined materials, by name. They take precedence over built-in ones of the same name.",
        ),
        Field::optional(
            "gears",
            FieldKind::MapOf(&GEAR),
            "{}",
            "The gears, by name.",
        ),
        Field::optional(
            "pairs",
            FieldKind::ListOf(&PAIR),
            "[]",
            "Which gears mesh with each other, and how their teeth are computed.",
        ),
        Field::optional(
            "planetary",
            FieldKind::MapOf(&PLANETARY),
            "{}",
            "Planetary sets, by name. Each makes the pairs of its gears.",
        ),
        Field::optional(
            "bodies",
            FieldKind::MapOf(&BODY),
            "{}",
            "The bodies, by name.",
        ),
        Field::optional(
            "shafts",
            FieldKind::MapOf(&SHAFT),
            "{}",
            "Elastic shafts, by name.",
        ),
        Field::optional(
            "bearings",
            FieldKind::MapOf(&BEARING),
            "{}",
            "Supports of the shafts, by name.",
        ),
        Field::optional(
            "wheels",
            FieldKind::MapOf(&WHEEL),
            "{}",
            "Gears on bodies of the machine, by name, which mesh in pairs.",
        ),
        Field::optional(
            "joints",
            FieldKind::MapOf(&JOINT),
            "{}",
            "Connections between bodies, by name.",
        ),
        Field::optional(
            "forces",
            FieldKind::MapOf(&FORCE),
            "{}",
            "Loads, springs, dampers, bearings, friction, brakes and motors, by name.",
        ),
        Field::optional(
            "drives",
            FieldKind::MapOf(&DRIVE),
            "{}",
            "Prescribed motions of joints, by name.",
        ),
        Field::optional(
            "controllers",
            FieldKind::MapOf(&CONTROLLER),
            "{}",
            "Feedback controllers that set the voltage of motors or torques, by name.",
        ),
        Field::optional(
            "sensors",
            FieldKind::MapOf(&SENSOR),
            "{}",
            "Quantities that are recorded, by name.",
        ),
        Field::optional(
            "events",
            FieldKind::MapOf(&EVENT),
            "{}",
            "Events during a run, by name.",
        ),
        Field::optional(
            "studies",
            FieldKind::ListOf(&STUDY),
            "[]",
            "What to compute.",
        ),
    ],
};

/// `[model]`
static HEAD: Record = Record {
    name: "model",
    doc: "The head of the file.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "name",
            FieldKind::Text,
            "\"first-stage\"",
            "Name of the model in results and pictures.",
        ),
        Field::required(
            "schema",
            FieldKind::Integer {
                min: SCHEMA,
                max: SCHEMA,
            },
            "1",
            "Version of the format of this file. It changes only when the meaning of a key does.",
        ),
        Field::optional(
            "description",
            FieldKind::Text,
            "\"First stage of the test rig\"",
            "Notes for readers: source of the data, purpose, state.",
        ),
        Field::optional(
            "gravity",
            FieldKind::Vector {
                dimension: Dimension::ACCELERATION,
            },
            "[0, 0, \"-9.81 m/s2\"]",
            "Gravitational acceleration, in ground axes; it acts on all bodies.",
        )
        .default("[0, 0, 0]"),
    ],
};
