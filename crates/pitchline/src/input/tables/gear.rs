//! `[gears.N]`

use super::blank::{BLANK, FE_MESH};
use super::modification::{DEVIATIONS, MODIFICATION};
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::{Bound, Interval};
use crate::units::Dimension;

/// Sizes of teeth that are given as a multiple of the normal module.
const FACTOR: FieldKind = FieldKind::Number {
    range: Interval::positive_up_to(5.0),
};

/// Kinds with an axis of their own.
const ROUND: &[&str] = &["external", "internal"];

/// Kinds with involute teeth on a cylinder or a bar.
const CYLINDRICAL: &[&str] = &["external", "internal", "rack"];

/// A gear.
pub static GEAR: Record = Record {
    name: "gear",
    doc: "A cylindrical gear with involute teeth, spur or helical, or a rack, whose sizes are those of the normal section unless said \
          otherwise; or a bevel, hypoid or worm gear, which is known by its pitch surface: its cone follows from the pair.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("external", "Teeth on the outside."),
                Choice::new("internal", "A ring with teeth on the inside."),
                Choice::new("rack", "A straight bar with teeth."),
                Choice::new("bevel", "On a shaft that meets the other one; straight or spiral teeth."),
                Choice::new("hypoid", "Pinion or wheel on shafts that cross at an offset."),
                Choice::new("worm", "A screw of a few starts that drives a worm wheel."),
                Choice::new("worm-wheel", "The wheel of a worm."),
            ]),
            "\"external\"",
            "Type of the gear.",
        ),
        Field::required(
            "teeth",
            FieldKind::Integer {
                min: 1,
                max: 10_000,
            },
            "20",
            "Number of teeth z, positive for internal gears too; of a worm, the number of starts.",
        ),
        Field::required(
            "module",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                // The lower end is that of micromechanics, the upper one catches millimetres without their unit.
                range: Interval::closed(1e-6, 0.25),
            },
            "\"3 mm\"",
            "Normal module m_n of cylindrical gears. Of bevel gears the outer transverse module m_et: outer pitch diameter over teeth; of both \
             hypoid gears that of the wheel. Of a worm and its wheel the axial module m_x of the worm.",
        ),
        Field::optional(
            "pressure_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::open(5f64.to_radians(), 45f64.to_radians()),
            },
            "\"20 deg\"",
            "Normal pressure angle α_n.",
        )
        .default("\"20 deg\""),
        Field::optional(
            "helix_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::new(Bound::Closed(0.0), Bound::Open(60f64.to_radians())),
            },
            "\"15 deg\"",
            "Helix angle β on the reference cylinder, never signed: `hand` gives the direction.",
        )
        .only_for(CYLINDRICAL)
        .default("\"0 deg\""),
        Field::optional(
            "double_helical",
            FieldKind::Boolean,
            "true",
            "Whether the teeth run to both sides, in two halves of opposite hands, so that the axial forces cancel. Both gears of a pair must be double helical. `hand` is that of \
             the half towards +z; `face_width` and all results of the geometry are those of one half.",
        )
        .only_for(ROUND)
        .default("false"),
        Field::optional(
            "spiral_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::new(Bound::Closed(0.0), Bound::Open(65f64.to_radians())),
            },
            "\"35 deg\"",
            "Mean spiral angle β_m, never signed. Of bevel gears 0 (straight) unless given, and the same on both; of a hypoid pair \
             it is given on one gear, best on the pinion: the other one follows from the offset.",
        )
        .only_for(&["bevel", "hypoid"]),
        Field::optional(
            "cone_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::open(0.0, std::f64::consts::FRAC_PI_2),
            },
            "\"17 deg\"",
            "Pitch cone angle δ of a hypoid gear. If omitted, it follows from the offset. Given on both gears, each with its `spiral_angle`, it fixes the pair: \
             shaft angle and offset follow, and both hands may be the same.",
        )
        .only_for(&["hypoid"]),
        Field::optional(
            "lead_angle",
            FieldKind::Quantity {
                dimension: Dimension::ANGLE,
                range: Interval::new(Bound::Closed(0.5f64.to_radians()), Bound::Closed(50f64.to_radians())),
            },
            "\"10 deg\"",
            "Lead angle λ of a worm on its reference cylinder, or give `diameter`.",
        )
        .only_for(&["worm"]),
        Field::optional(
            "diameter",
            length(10.0),
            "\"50 mm\"",
            "Reference diameter d_1 of a worm, or give `lead_angle`.",
        )
        .only_for(&["worm"]),
        Field::optional(
            "hand",
            FieldKind::Choice(&[
                Choice::new("left", "Like a left-hand screw thread."),
                Choice::new("right", "Like a right-hand screw thread: who follows a tooth along +z turns positive about +z."),
            ]),
            "\"right\"",
            "Hand of the teeth; needed when `helix_angle` or `spiral_angle` is not 0, for hypoid gears and worms. External gears, racks, \
             bevel gears mesh with opposite hands, and hypoid gears unless their cones are given, an internal gear with the same hand as its pinion, a worm with a wheel \
             of the same hand. Seen from its apex, a right-hand spiral runs outwards clockwise.",
        ),
        Field::required("face_width", length(10.0), "\"20 mm\"", "Face width b, along the axis; of bevel and hypoid gears along the cone, the contact point being in its middle."),
        Field::optional(
            "profile_shift",
            FieldKind::Number {
                range: Interval::closed(-5.0, 5.0),
            },
            "0.25",
            "Profile shift coefficient x, a multiple of the normal module. Positive is away from the axis, \
             for internal gears too (the sign in ISO 21771 is the opposite there). A rack has none.",
        )
        .only_for(ROUND)
        .default("0"),
        Field::optional(
            "rack",
            FieldKind::Either(&[
                FieldKind::Choice(&[
                    Choice::new("A", "ISO 53 A: addendum 1, dedendum 1.25, root radius 0.38."),
                    Choice::new("B", "ISO 53 B: addendum 1, dedendum 1.25, root radius 0.3."),
                    Choice::new("C", "ISO 53 C: addendum 1, dedendum 1.25, root radius 0.25."),
                    Choice::new("D", "ISO 53 D: addendum 1, dedendum 1.4, root radius 0.39."),
                ]),
                FieldKind::Table(&RACK),
            ]),
            "{ addendum = 1.0, dedendum = 1.25, root_radius = 0.38 }",
            "Basic rack: a profile of ISO 53, or a user-defined one.",
        )
        .only_for(CYLINDRICAL)
        .default("\"A\""),
        Field::optional(
            "tip_alteration",
            FieldKind::Number {
                range: Interval::closed(-2.0, 2.0),
            },
            "-0.05",
            "Tip alteration coefficient k, a multiple of the normal module. Negative makes the tooth shorter.",
        )
        .only_for(CYLINDRICAL)
        .default("0"),
        Field::optional(
            "tip_diameter",
            length(100.0),
            "\"66 mm\"",
            "Tip diameter d_a as on the drawing, in place of `tip_alteration`: only one of the two may be given.",
        )
        .only_for(ROUND),
        Field::optional(
            "thickness_allowance",
            FieldKind::Quantity {
                dimension: Dimension::LENGTH,
                range: Interval::closed(-0.1, 0.1),
            },
            "\"-60 um\"",
            "Change of the normal tooth thickness on the reference circle, E_sn. Negative thins the tooth and gives backlash.",
        )
        .only_for(CYLINDRICAL)
        .default("0"),
        Field::optional(
            "thinning",
            FieldKind::Choice(&[
                Choice::new("feed", "The tool is fed deeper: the root gets deeper with it."),
                Choice::new("flank", "Only the flanks are moved: the root circle is unchanged."),
            ]),
            "\"flank\"",
            "How the thickness allowance is produced.",
        )
        .only_for(CYLINDRICAL)
        .default("\"feed\""),
        Field::optional(
            "cutter",
            FieldKind::Table(&CUTTER),
            "{ teeth = 25 }",
            "Pinion cutter that generates the roots of an internal gear.",
        )
        .only_for(&["internal"]),
        Field::optional(
            "measurement",
            FieldKind::Table(&MEASUREMENT),
            "{ span_teeth = 3, ball_diameter = \"5.25 mm\" }",
            "How the tooth thickness is measured. Values that are omitted are chosen by the program.",
        )
        .only_for(ROUND),
        Field::optional(
            "material",
            FieldKind::Reference(Collection::Materials),
            "\"16MnCr5\"",
            "A material of the model or a built-in one.",
        )
        .default("\"steel\""),
        Field::optional(
            "blank",
            FieldKind::Table(&BLANK),
            "{ bore_radius = \"12 mm\" }",
            "The body that carries the teeth. All sizes across the axis are radii.",
        )
        .only_for(CYLINDRICAL),
        Field::optional(
            "mesh",
            FieldKind::Table(&FE_MESH),
            "{ size = \"fine\" }",
            "Finite elements of the body, for studies that need them.",
        )
        .only_for(CYLINDRICAL),
        Field::optional(
            "modifications",
            FieldKind::ListOf(&MODIFICATION),
            "[{ kind = \"lead-crowning\", amount = \"8 um\" }]",
            "Intended modifications of the flanks of all teeth; several add up, in any order. \
             Also writable as `[[gears.NAME.modifications]]`.",
        )
        .only_for(CYLINDRICAL),
        Field::optional(
            "deviations",
            FieldKind::Table(&DEVIATIONS),
            "{ run_out = \"30 um\" }",
            "Deviations of single teeth.",
        )
        .only_for(CYLINDRICAL),
    ],
};

pub(super) const fn length(upper: f64) -> FieldKind {
    // The upper end catches millimetres without their unit.
    FieldKind::Quantity {
        dimension: Dimension::LENGTH,
        range: Interval::positive_up_to(upper),
    }
}

static RACK: Record = Record {
    name: "basic rack",
    doc: "A basic rack of your own, in multiples of the normal module.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required("addendum", FACTOR, "1.0", "Addendum factor h_aP*."),
        Field::required("dedendum", FACTOR, "1.25", "Dedendum factor h_fP*."),
        Field::required(
            "root_radius",
            FieldKind::Number {
                range: Interval::closed(0.0, 2.0),
            },
            "0.38",
            "Root fillet radius factor ρ_fP*; 0 is a sharp corner of the tool.",
        ),
    ],
};

static CUTTER: Record = Record {
    name: "cutter",
    doc: "A pinion cutter. Values that are omitted are chosen by the program to suit the gear.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "teeth",
            FieldKind::Integer { min: 3, max: 1000 },
            "25",
            "Number of teeth of the cutter z_0.",
        ),
        Field::optional(
            "profile_shift",
            FieldKind::Number {
                range: Interval::closed(-5.0, 5.0),
            },
            "0.1",
            "Profile shift coefficient of the cutter x_0; it falls with each regrinding.",
        ),
        Field::optional(
            "addendum",
            FACTOR,
            "1.25",
            "Addendum factor of the cutter h_aP0*.",
        ),
        Field::optional(
            "tip_radius",
            FieldKind::Number {
                range: Interval::closed(0.0, 2.0),
            },
            "0.2",
            "Tip radius factor of the cutter ρ_aP0*, a rounding in the transverse section.",
        ),
    ],
};

static MEASUREMENT: Record = Record {
    name: "measurement",
    doc: "How the tooth thickness is measured.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "span_teeth",
            FieldKind::Integer { min: 1, max: 5000 },
            "3",
            "Number of teeth k (of spaces, for an internal gear) for the span measurement W_k.",
        ),
        Field::optional(
            "ball_diameter",
            length(1.0),
            "\"5.25 mm\"",
            "Diameter D_M of the balls or pins for the measurement over (between) balls.",
        ),
    ],
};
