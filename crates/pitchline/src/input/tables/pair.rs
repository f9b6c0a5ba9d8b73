//! `[[pairs]]`

use super::misalignment::MISALIGNMENT;
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::parts::pair::{FRICTIONS, LEVEL_CHOICES, MESHES};
use crate::units::Dimension;

const MOUNTING_DISTANCE: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: Interval::closed(-10.0, 10.0),
};

/// How closely teeth are modelled.
pub(super) const LEVEL: Field = Field::optional(
    "level",
    FieldKind::Choice(&LEVEL_CHOICES),
    "\"ideal\"",
    "How closely the deformation of the teeth is modelled.",
)
.default("\"ideal\"");

/// Whether forces of the teeth derive from a potential.
pub(super) const FORMULATION: Field = Field::optional(
            "formulation",
            FieldKind::Choice(&[
                Choice::new("potential", "Deflection and forces follow the same displacement of the centres: flanks open where the wheels separate, working angle and backlash follow, and energy is conserved."),
                Choice::new("source", "As published: the deflection ignores displacements of the centres, on which the radial force nevertheless does work. Both agree only where the supports of both wheels are rigid."),
            ]),
            "\"source\"",
            "What the motion of the wheels' centres does to their teeth.",
        )
        .default("\"potential\"");

/// Two gears in mesh.
pub static PAIR: Record = Record {
    name: "pair",
    doc: "Two gears in mesh, `a` and `b`: wheels of the machine, or gears where only their geometry is needed. Which one drives is a result of the \
          power flow, not of the order.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "name",
            FieldKind::Name,
            "\"first\"",
            "Name under which the results of the pair are filed. No two pairs may share one.",
        ),
        Field::required(
            "a",
            FieldKind::Reference(Collection::Wheels),
            "\"pinion\"",
            "The first wheel of the machine, or the first gear; speeds and torques of the pair refer to it. A wheel comes before a gear of the same name.",
        ),
        Field::required(
            "b",
            FieldKind::Reference(Collection::Wheels),
            "\"wheel\"",
            "The second wheel, or the second gear where `a` is one. Of a pair with a rack the rack is `b`, where both are wheels.",
        ),
        Field::optional(
            "center_distance",
            FieldKind::Quantity { dimension: Dimension::LENGTH, range: Interval::positive_up_to(100.0) },
            "\"91.5 mm\"",
            "Working centre distance a_w; with a rack the distance from the gear's axis to the rack's reference line. \
             If omitted, it is the one without backlash before any thickness allowance. It may be given together with \
             profile shifts: the backlash follows. Of a worm pair it may be given too: the wheel's profile shift follows. \
             Of a crossed helical pair it must be the one at which the working cylinders touch. Bevel and hypoid pairs have none.",
        ),
        Field::optional(
            "shaft_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::open(0.0, std::f64::consts::PI),
            },
            "\"90 deg\"",
            "Angle Σ between the shafts, each pointing from the crossing point to its gear. If omitted, it is 90° for bevel, hypoid and worm pairs. Two external helical gears with a shaft angle are a crossed helical pair.",
        ),
        Field::optional(
            "offset",
            FieldKind::Quantity { dimension: Dimension::LENGTH, range: Interval::positive_up_to(10.0) },
            "\"25 mm\"",
            "Distance of the shafts of a hypoid pair. It is positive: the spiral angle of the pinion becomes the larger one, and its hand says \
             on which side it lies.",
        ),
        Field::optional(
            "apex_beyond_crossing",
            FieldKind::Quantity { dimension: Dimension::LENGTH, range: Interval::closed(-10.0, 10.0) },
            "\"1.5 mm\"",
            "How far the apex of a hypoid wheel's pitch cone lies beyond the crossing point of the shafts, as its drawing states. If omitted, it lies at the crossing point.",
        ),
        Field::optional(
            "mounting_distance_a",
            MOUNTING_DISTANCE,
            "\"76.5 mm\"",
            "Actual mounting distance of gear `a` of a bevel or hypoid pair: from the crossing point of the shafts to the middle of its face, along its \
             axis. If omitted, it is where the pitch cones touch. If given, the mismatch is a result, and a warning when it is more than a \
             hundredth of the module.",
        ),
        Field::optional(
            "mounting_distance_b",
            MOUNTING_DISTANCE,
            "\"27.5 mm\"",
            "The same of gear `b`.",
        ),
        LEVEL,
        FORMULATION,
        Field::optional(
            "interference",
            FieldKind::Choice(&[
                Choice::new("refuse", "A pair whose teeth collide is an error."),
                Choice::new("allow", "It is computed all the same, with a warning."),
            ]),
            "\"refuse\"",
            "What to do when the geometry shows that the teeth would collide outside the involutes.",
        )
        .default("\"refuse\""),
        Field::optional(
            "misalignment",
            FieldKind::Table(&MISALIGNMENT),
            "{ angular_out_of_plane = \"0.5 mrad\" }",
            "Misalignment of gear `b`. The dimensions of the pair remain those of `center_distance`; the unloaded transmission error shows the effect of the misalignment.",
        ),
        Field::optional(
            "mesh",
            FieldKind::TableBy(&MESHES),
            "{ stiffness = \"2.1e8 N/m\", damping_ratio = 0.1 }",
            "How the teeth deform. Required for levels `joint` and `planar`.",
        ),
        Field::optional(
            "friction",
            FieldKind::TableBy(&FRICTIONS),
            "{ kind = \"coulomb\", coefficient = 0.05 }",
            "Friction between the teeth of wheels of the machine: along them, or along their profile at level `planar`. None unless given.",
        ),
    ],
};
