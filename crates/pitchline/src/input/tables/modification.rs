//! `modifications` and `deviations` of `[gears.N]`

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// Amounts along the normal. The ends catch micrometres without their unit.
const AMOUNT: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: AMOUNTS,
};

const AMOUNTS: Interval = Interval::closed(-2e-3, 2e-3);

const LENGTH: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: Interval::positive_up_to(100.0),
};

const RELIEFS: &[&str] = &["tip-relief", "root-relief"];

const WITH_AMOUNT: &[&str] = &[
    "tip-relief",
    "root-relief",
    "profile-crowning",
    "profile-slope",
    "lead-crowning",
    "helix-slope",
    "end-relief",
    "twist",
];

/// What is taken off a flank.
pub(super) static MODIFICATION: Record = Record {
    name: "modification",
    doc: "Material removed along the normal of the flanks; negative amounts leave more. The start of a relief is given in one of three ways: `start_diameter`, `start_roll_angle` or `start_length`.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("tip-relief", "C_αa at the tip, growing from its start."),
                Choice::new("root-relief", "C_αf at the form circle, growing from its start downwards."),
                Choice::new("profile-crowning", "C_α at tip and root, nothing in the middle of the profile; a parabola."),
                Choice::new("profile-slope", "C_Hα: relief at the tip minus relief at the root; a straight line."),
                Choice::new("lead-crowning", "C_β at both ends of the face, nothing in its middle; a parabola."),
                Choice::new("helix-slope", "C_Hβ: relief at the upper end (+z) minus relief at the lower one; a straight line."),
                Choice::new("end-relief", "C_β at the ends of the face, over a length from each."),
                Choice::new("twist", "S_α: profile slope at the upper end (+z) minus that at the lower one."),
                Choice::new("measured-profile", "Measured deviations of the profile, from a file, fitted by a smooth curve, which continues straight beyond them."),
                Choice::new("topography", "Free amounts on a grid of profile and width places, joined by a bicubic spline."),
            ]),
            "\"tip-relief\"",
            "Type of the modification.",
        ),
        Field::required("amount", AMOUNT, "\"20 um\"", "Amount, normal to the flank.").only_for(WITH_AMOUNT),
        Field::optional(
            "start_diameter",
            LENGTH,
            "\"80 mm\"",
            "Diameter at which the relief starts, as drawings give it.",
        )
        .only_for(RELIEFS),
        Field::optional(
            "start_roll_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::positive_up_to(std::f64::consts::TAU),
            },
            "\"28 deg\"",
            "Roll angle at which the relief starts, as profile charts give it.",
        )
        .only_for(RELIEFS),
        Field::optional(
            "start_length",
            LENGTH,
            "\"4 mm\"",
            "Length of the relief along the line of action, from the tip; of a root relief from the form circle. \
             On a rack along the profile.",
        )
        .only_for(RELIEFS),
        Field::required("length", LENGTH, "\"3 mm\"", "How far the relief reaches from the end of the face.")
            .only_for(&["end-relief"]),
        Field::optional(
            "form",
            FieldKind::Choice(&[
                Choice::new("linear", "A straight line from the start: a kink there."),
                Choice::new("parabolic", "A parabola from the start: no kink."),
            ]),
            "\"parabolic\"",
            "How the relief grows.",
        )
        .only_for(&["tip-relief", "root-relief", "end-relief"])
        .default("\"linear\""),
        Field::optional(
            "ends",
            FieldKind::Choice(&[
                Choice::new("both", "Both ends."),
                Choice::new("lower", "The end at −z."),
                Choice::new("upper", "The end at +z."),
            ]),
            "\"both\"",
            "Which ends of the face are relieved.",
        )
        .only_for(&["end-relief"])
        .default("\"both\""),
        Field::optional(
            "file",
            FieldKind::Text,
            "\"grid.csv\"",
            "CSV file beside the model. Its columns say where on the profile a row is, `diameter`, `radius` or `roll_length` (of a \
             rack `height`), each with its unit as in `diameter [mm]`. A topography has also `width`, from the middle of the face, \
             and `amount`: one row per point of the grid. A measured profile has also `deviation`, positive where there is \
             more material, or nothing but `x` and `y` of points on tooth 1, whose middle is on +x.",
        )
        .only_for(&["topography", "measured-profile"]),
        Field::optional(
            "knots",
            FieldKind::Integer { min: 2, max: 64 },
            "8",
            "Number of places between which the curve through a measured profile bends: few knots smooth, many follow the data. The results give the residual.",
        )
        .only_for(&["measured-profile"])
        .default("8"),
        Field::optional(
            "diameters",
            FieldKind::QuantityList { dimension: Dimension::LENGTH, range: Interval::positive_up_to(100.0) },
            "[\"72 mm\", \"78 mm\"]",
            "Profile places of the grid, growing, in place of a file. Not for a rack.",
        )
        .only_for(&["topography"]),
        Field::optional(
            "widths",
            FieldKind::QuantityList { dimension: Dimension::LENGTH, range: Interval::closed(-10.0, 10.0) },
            "[\"-10 mm\", \"10 mm\"]",
            "Width places of the grid, growing, from the middle of the face.",
        )
        .only_for(&["topography"]),
        Field::optional(
            "amounts",
            FieldKind::QuantityList { dimension: Dimension::LENGTH, range: AMOUNTS },
            "[\"0 um\", \"5 um\", \"5 um\", \"10 um\"]",
            "Amounts of the grid: all widths at the first diameter, then all at the next.",
        )
        .only_for(&["topography"]),
        Field::optional(
            "flank",
            FieldKind::Choice(&[
                Choice::new("both", "Both flanks."),
                Choice::new("right", "The flank that faces +φ."),
                Choice::new("left", "The flank that faces −φ."),
            ]),
            "\"right\"",
            "Which flanks of the teeth are modified.",
        )
        .default("\"both\""),
    ],
};

const PITCHES: FieldKind = FieldKind::QuantityList {
    dimension: Dimension::LENGTH,
    range: AMOUNTS,
};

/// Deviations of single teeth.
pub(super) static DEVIATIONS: Record = Record {
    name: "deviation table",
    doc: "Deviations of single teeth. Pitch deviations are given in one form only.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "single_pitch",
            PITCHES,
            "[\"3 um\", \"-2 um\", \"-1 um\"]",
            "Single pitch deviations f_p, one per tooth: entry k is that from tooth k to the next. Their mean is not a pitch error and is removed.",
        ),
        Field::optional(
            "cumulative_pitch",
            PITCHES,
            "[\"0 um\", \"3 um\", \"1 um\"]",
            "Cumulative pitch deviations F_p, one per tooth: how far it is ahead along +φ on the reference circle.",
        ),
        Field::optional(
            "pitch_file",
            FieldKind::Text,
            "\"pitch.csv\"",
            "CSV file beside the model with one row for each tooth: column `single_pitch` or `cumulative_pitch`, with its unit \
             as in `single_pitch [um]`; of cumulative ones also `cumulative_pitch_right` and `cumulative_pitch_left`.",
        ),
        Field::optional(
            "run_out",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::closed(0.0, 2e-3),
            },
            "\"30 um\"",
            "Radial run-out F_r, peak to peak: twice the eccentricity of the teeth to the axis. A rack has none.",
        ),
        Field::optional(
            "run_out_phase",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::closed(-std::f64::consts::TAU, std::f64::consts::TAU),
            },
            "\"90 deg\"",
            "Direction in which the teeth are displaced, from tooth 1.",
        )
        .default("0"),
        Field::optional(
            "damaged",
            FieldKind::ListOf(&DAMAGE),
            "[{ tooth = 3, modifications = [{ kind = \"profile-slope\", amount = \"15 um\", flank = \"right\" }] }]",
            "Teeth that are not like the others.",
        ),
    ],
};

static DAMAGE: Record = Record {
    name: "damaged tooth",
    doc: "A tooth whose flanks have lost material besides the modifications of all teeth.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "tooth",
            FieldKind::Integer {
                min: 1,
                max: 10_000,
            },
            "3",
            "Number of the tooth, from 1.",
        ),
        Field::required(
            "modifications",
            FieldKind::ListOf(&MODIFICATION),
            "[{ kind = \"profile-slope\", amount = \"15 um\", flank = \"right\" }]",
            "Material removed there, written as for all teeth.",
        ),
    ],
};
