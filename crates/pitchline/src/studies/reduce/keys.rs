//! Keys of the study `reduce`: the interface and the basis.

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::keys;
use crate::units::Dimension;

const TOOTH: FieldKind = FieldKind::Integer {
    min: 1,
    max: 10_000,
};

/// Rows or columns of nodes that stand evenly.
const LINES: FieldKind = FieldKind::Integer { min: 1, max: 1000 };

/// Where a body is loaded and looked at.
static INTERFACE_TABLE: Record = Record {
    name: "interface",
    doc: "Where the reduced body can be loaded and observed, besides the recovery of its flanks.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "flanks",
            FieldKind::Choice(&[
                Choice::new("joints", "The mean motion of each flank, or of zones of its width."),
                Choice::new("nodes", "Nodes of each flank: give `rows` and `columns`."),
                Choice::new("none", "None: the flanks are represented by the modes alone."),
            ]),
            "\"nodes\"",
            "What the interface has on the flanks.",
        )
        .default("\"joints\""),
        Field::optional(
            "teeth",
            FieldKind::Either(&[
                FieldKind::Choice(&[Choice::new("all", "All teeth.")]),
                FieldKind::List(&TOOTH),
            ]),
            "[1, 2, 3]",
            "Teeth whose flanks belong to it, from 1. Only with all of them is the body the same from tooth to tooth.",
        )
        .default("\"all\""),
        Field::optional(
            "sides",
            FieldKind::Choice(&[
                Choice::new("both", "Right and left flanks."),
                Choice::new("right", "Those that face +φ."),
                Choice::new("left", "The others."),
            ]),
            "\"right\"",
            "Which flanks of a tooth.",
        )
        .default("\"both\""),
        Field::optional(
            "zones",
            FieldKind::Integer { min: 1, max: 100 },
            "5",
            "Parts of the face width, each with a mean joint of its own.",
        )
        .default("1"),
        Field::optional(
            "motions",
            FieldKind::Choice(&[
                Choice::new("normal", "Along the normal of the flank."),
                Choice::new("forces", "Along the three axes of the tooth."),
                Choice::new("all", "All that a point has: joints also turn about the three axes."),
            ]),
            "\"forces\"",
            "Motions of each joint or node.",
        )
        .default("\"normal\""),
        Field::optional(
            "rows",
            LINES,
            "3",
            "Rows of nodes from root to tip, spread evenly with the first and the last; one is the middle. Only with flanks = \"nodes\".",
        ),
        Field::optional(
            "columns",
            LINES,
            "3",
            "Columns of nodes over the face width, likewise.",
        ),
        Field::optional(
            "nodes",
            FieldKind::List(&FieldKind::Integer {
                min: 0,
                max: 1_000_000_000,
            }),
            "[118, 240]",
            "Further nodes of the mesh, each with its three motions, by their numbers in the VTU file of the study `mesh`, from 0.",
        )
        .default("[]"),
        Field::optional(
            "center",
            FieldKind::Boolean,
            "true",
            "Whether the motions of the rigid seat belong to it, as far as the support leaves them free.",
        )
        .default("false"),
    ],
};

keys! {
    /// Keys of the study `reduce` alone.
    pub(super) static KEYS {
        pub(super) METHOD = optional(
            "method",
            OneOf(&[
        Choice::new("dual", "Dual Craig-Bampton: modes of the supported body, and residual shapes of static loads on the interface. Stiffness and mass are diagonal."),
        Choice::new("craig-bampton", "Craig-Bampton: static shapes of unit motions of the interface, and modes with fixed interface."),
        Choice::new("static", "Static shapes of unit motions of the interface alone."),
    ]),
            "\"craig-bampton\"",
            "How the body is reduced.",
        ), default "\"dual\"";
        pub(super) INTERFACE = optional(
            "interface",
            Table(&INTERFACE_TABLE),
            "{ flanks = \"joints\", zones = 3 }",
            "Where the reduced body can be loaded and observed.",
        ), default "{}";
        pub(super) AUXILIARY_NODES = optional(
            "auxiliary_nodes",
            Integer(0, 1000),
            "6",
            "Nodes that join the interface, chosen where the lowest modes (20 at most) move most, far from each other.",
        ), default "0";
        pub(super) MODES = optional(
            "modes",
            Integer(0, 10_000),
            "30",
            "Number of modes that are kept, from the lowest: 30 unless `up_to` or `coordinates` is given. Of a pair of equal frequency both are kept.",
        );
        pub(super) UP_TO = optional(
            "up_to",
            Quantity(Dimension::FREQUENCY, Interval::positive_up_to(1e9)),
            "\"20 kHz\"",
            "All modes up to a frequency, in place of `modes`.",
        );
        pub(super) COORDINATES = optional(
            "coordinates",
            Integer(1, 100_000),
            "229",
            "Number of coordinates of the reduced body, filled up with modes, in place of `modes`.",
        );
        pub(super) DROP_BELOW = optional(
            "drop_below",
            Number(Interval::closed(0.0, 0.1)),
            "1e-8",
            "Static shapes smaller than this fraction of the largest depend on the others and are dropped.",
        ), default "1e-10";
        pub(super) ROUTE = optional(
            "route",
            OneOf(&[
        Choice::new("auto", "One sector for all where the body allows it, else the whole gear."),
        Choice::new("cyclic", "One sector for all: equal sectors, a support that is symmetric about the axis, all teeth in the interface."),
        Choice::new("whole", "The whole gear."),
    ]),
            "\"cyclic\"",
            "How the reduced body is computed; the result is the same. One sector represents all where all sectors are equal: wheels with method = \"dual\", a support that is the same along x and y, and an interface on all teeth.",
        ), default "\"auto\"";
        pub(super) COMPLIANCE = optional(
            "compliance",
            OneOf(&[
        Choice::new(
            "normal",
            "Forces and displacements along the normals of the flanks.",
        ),
        Choice::new("three", "Along the three axes of the tooth."),
        Choice::new("none", "It is not stored."),
    ]),
            "\"three\"",
            "Static compliance of the flanks, between all their nodes, stored with the coordinates.",
        ), default "\"normal\"";
        pub(super) RECOVERY = optional(
            "recovery",
            OneOf(&[
        Choice::new("flanks", "At the nodes of the flanks."),
        Choice::new(
            "all",
            "At all nodes; the shapes of the coordinates are drawn.",
        ),
    ]),
            "\"all\"",
            "Nodes whose displacements can be recovered from the coordinates.",
        ), default "\"flanks\"";
        pub(super) STRESSES = optional(
            "stresses",
            Texts(&FieldKind::Text),
            "[\"root_right_1\", \"root_left_1\"]",
            "Named sets of nodes whose stresses can be recovered from the coordinates; `pitchline mesh` lists them.",
        ), default "[]";
        pub(super) COMPARE = optional(
            "compare",
            Integer(0, 1000),
            "20",
            "Modes of the full body with which the reduced one is compared.",
        ), default "10";
    }
}
