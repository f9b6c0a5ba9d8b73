//! Why a gear or a pair does not exist. Each error knows the datum to change and what to write there.

use std::fmt;

use crate::ModificationError;

/// Why a gear or a pair cannot be built from its data. Lengths in metres, angles in radians.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum Error {
    #[error("too few teeth: {teeth}; a gear of this kind has at least {least_teeth}")]
    TooFewTeeth { teeth: u32, least_teeth: u32 },
    #[error("{key} = {value} describes no gear")]
    DatumOutOfRange { key: &'static str, value: f64 },
    #[error(
        "the basic rack is too deep: with a dedendum of {dedendum} modules the flanks of a space meet above its root"
    )]
    RackTooDeep { dedendum: f64, largest: f64 },
    #[error(
        "the root radius of the basic rack, {root_radius} modules, does not fit into the space"
    )]
    RackRadiusTooLarge { root_radius: f64, largest: f64 },
    #[error(
        "the basic rack has no straight flank (addendum {addendum}, dedendum {dedendum} modules)"
    )]
    RackWithoutFlank { addendum: f64, dedendum: f64 },
    #[error("a rack has no tip diameter")]
    RackHasNoTipDiameter,
    #[error("{}: the tooth would be {} thick on the reference circle, where the pitch is {}", if *thickness <= 0.0 { "no tooth is left" } else { "no space is left between the teeth" }, Mm(*thickness), Mm(*pitch))]
    ThicknessOutOfRange { thickness: f64, pitch: f64 },
    #[error("the root circle vanishes: its radius would be {}", Mm(*root_radius))]
    RootBeyondAxis { root_radius: f64 },
    #[error("pointed tip: the flanks meet at radius {}, before they reach the tip at radius {}", Mm(*limit), Mm(*tip_radius))]
    PointedTip {
        tip_radius: f64,
        limit: f64,
        is_internal: bool,
    },
    #[error("no flank is left: the involute would begin at radius {} and end at {}", Mm(*form_radius), Mm(*tip_radius))]
    NoFlank { form_radius: f64, tip_radius: f64 },
    #[error("undercut from both sides cuts the tooth off at radius {}", Mm(*radius))]
    ToothCutOff { radius: f64 },
    #[error("the tips of the internal teeth, radius {}, reach inside the base circle, radius {}, where no involute exists", Mm(*tip_radius), Mm(*base_radius))]
    TipInsideBase {
        tip_radius: f64,
        base_radius: f64,
        largest_alteration: f64,
    },
    #[error("the root lies inside the bore: root radius {}, bore radius {}", Mm(*root_radius), Mm(*bore_radius))]
    BoreBeyondRoot { bore_radius: f64, root_radius: f64 },
    #[error("the rim, {} thick, does not fit between root circle and bore", Mm(*rim))]
    RimBeyondBore { rim: f64, largest: f64 },
    #[error("a pinion cutter of {teeth} teeth cannot cut an internal gear of {gear_teeth} teeth")]
    CutterTooLarge { teeth: u32, gear_teeth: u32 },
    #[error(
        "the pinion cutter ({teeth} teeth, shift {profile_shift}) does not fit into the spaces of this gear: they are too narrow"
    )]
    CutterCannotReach { teeth: u32, profile_shift: f64 },
    #[error("the teeth of the pinion cutter ({teeth} teeth, tip radius {}) would be pointed", Mm(*tip_radius))]
    CutterPointed { teeth: u32, tip_radius: f64 },
    #[error(
        "the tip rounding of the pinion cutter, {tip_radius} modules, does not fit on its tooth"
    )]
    CutterRadiusTooLarge { tip_radius: f64, largest: f64 },

    #[error("{kinds} cannot mesh")]
    KindsCannotMesh { kinds: &'static str },
    #[error("the gears have different modules: {} and {}", Mm(*a), Mm(*b))]
    DifferentModules { a: f64, b: f64 },
    #[error("the gears have different pressure angles: {} and {}", Degrees(*a), Degrees(*b))]
    DifferentPressureAngles { a: f64, b: f64 },
    #[error("the gears have different helix angles: {} and {}", Degrees(*a), Degrees(*b))]
    DifferentHelixAngles { a: f64, b: f64 },
    #[error("{}", if *is_internal { "an internal pair needs helices of the same hand" } else { "an external pair needs helices of opposite hands" })]
    WrongHands { is_internal: bool },
    #[error("the ring ({ring} teeth) needs more teeth than its pinion ({pinion})")]
    RingTooSmall { ring: u32, pinion: u32 },
    #[error(
        "with these profile shifts no centre distance brings the teeth together without backlash"
    )]
    NoCenterDistance { least_shift_change: f64 },
    #[error("{} is no distance between two axes", Mm(*center_distance))]
    DistanceNotPositive { center_distance: f64 },
    #[error("the base circles do not fit: at a centre distance of {} there is no line of action", Mm(*center_distance))]
    NoLineOfAction {
        center_distance: f64,
        limit: f64,
        is_internal: bool,
    },
    #[error(transparent)]
    Modification(#[from] ModificationError),

    #[error("{} is no angle between two crossed shafts", Degrees(*shaft_angle))]
    NoShaftAngle { shaft_angle: f64 },
    #[error("at a shaft angle of {} the pitch cone of the wheel would open backwards, like that of an internal bevel gear", Degrees(*shaft_angle))]
    ConeOpensBackwards { shaft_angle: f64, largest: f64 },
    #[error("the face is too wide: {} on a cone distance of {}", Mm(*face_width), Mm(*cone_distance))]
    FaceTooWide {
        face_width: f64,
        cone_distance: f64,
        largest: f64,
    },
    #[error("bevel and hypoid gears mesh with opposite hands")]
    WrongSpiralHands,
    #[error("the gears have different spiral angles: {} and {}", Degrees(*a), Degrees(*b))]
    DifferentSpiralAngles { a: f64, b: f64 },
    #[error("the offset is too large: no pitch cones touch at {}", Mm(*offset))]
    OffsetTooLarge { offset: f64, largest: f64 },
    #[error("no pitch cone of the wheel has its apex {} beyond the crossing point", Mm(*apex))]
    ApexOutOfReach { apex: f64 },
    #[error("{}", if *is_same { "a worm and its wheel have the same hand" } else { "at this shaft angle a worm and its wheel have opposite hands" })]
    WrongWormHands { is_same: bool },
    #[error("with a lead angle of {} and shafts at {} the teeth of the wheel would run along the worm", Degrees(*lead_angle), Degrees(*shaft_angle))]
    WormDoesNotReach { lead_angle: f64, shaft_angle: f64 },
    #[error("the worm wheel would need a profile shift beyond one module at a centre distance of {}", Mm(*center_distance))]
    WormDistance {
        center_distance: f64,
        plain: f64,
        reach: f64,
    },
    #[error("on their pitch cylinders these helices need shafts at {}, not at {}", Degrees(*needed), Degrees(*shaft_angle))]
    WrongShaftAngle {
        shaft_angle: f64,
        needed: f64,
        sum: f64,
        difference: f64,
    },
    #[error("the pitch cylinders {} by {}: the shafts are {} apart", if center_distance > needed { "miss each other" } else { "overlap" }, Mm((center_distance - needed).abs()), Mm(*center_distance))]
    CrossedDistance { center_distance: f64, needed: f64 },
}

impl Error {
    /// A stable short name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooFewTeeth { .. } => "too-few-teeth",
            Self::DatumOutOfRange { .. } => "out-of-range",
            Self::RackTooDeep { .. }
            | Self::RackRadiusTooLarge { .. }
            | Self::RackWithoutFlank { .. } => "basic-rack",
            Self::RackHasNoTipDiameter => "rack-tip",
            Self::ThicknessOutOfRange { .. } => "tooth-thickness",
            Self::RootBeyondAxis { .. } => "root-circle",
            Self::PointedTip { .. } => "pointed-tip",
            Self::NoFlank { .. } => "no-flank",
            Self::ToothCutOff { .. } => "tooth-cut-off",
            Self::TipInsideBase { .. } => "tip-inside-base",
            Self::BoreBeyondRoot { .. } | Self::RimBeyondBore { .. } => "blank",
            Self::CutterTooLarge { .. }
            | Self::CutterCannotReach { .. }
            | Self::CutterPointed { .. }
            | Self::CutterRadiusTooLarge { .. } => "cutter",
            Self::KindsCannotMesh { .. } | Self::RingTooSmall { .. } => "cannot-mesh",
            Self::DifferentModules { .. } => "different-modules",
            Self::DifferentPressureAngles { .. } => "different-pressure-angles",
            Self::DifferentHelixAngles { .. } => "different-helix-angles",
            Self::WrongHands { .. } => "wrong-hands",
            Self::NoCenterDistance { .. }
            | Self::DistanceNotPositive { .. }
            | Self::NoLineOfAction { .. }
            | Self::WormDistance { .. }
            | Self::CrossedDistance { .. } => "center-distance",
            Self::NoShaftAngle { .. }
            | Self::ConeOpensBackwards { .. }
            | Self::WormDoesNotReach { .. }
            | Self::WrongShaftAngle { .. } => "shaft-angle",
            Self::FaceTooWide { .. } => "face-width",
            Self::WrongSpiralHands | Self::WrongWormHands { .. } => "wrong-hands",
            Self::DifferentSpiralAngles { .. } => "different-spiral-angles",
            Self::OffsetTooLarge { .. } => "offset",
            Self::ApexOutOfReach { .. } => "apex-beyond-crossing",
            Self::Modification(error) => error.code(),
        }
    }

    /// The datum of the gear or pair that the error is about.
    pub fn key(&self) -> &'static str {
        match self {
            Self::TooFewTeeth { .. } => "teeth",
            Self::DatumOutOfRange { key, .. } => key,
            Self::RackTooDeep { .. }
            | Self::RackRadiusTooLarge { .. }
            | Self::RackWithoutFlank { .. } => "rack",
            Self::RackHasNoTipDiameter => "tip_diameter",
            Self::ThicknessOutOfRange { .. } => "profile_shift",
            Self::RootBeyondAxis { .. } | Self::ToothCutOff { .. } => "teeth",
            Self::PointedTip { .. } | Self::NoFlank { .. } | Self::TipInsideBase { .. } => {
                "tip_alteration"
            }
            Self::BoreBeyondRoot { .. } | Self::RimBeyondBore { .. } => "blank",
            Self::CutterTooLarge { .. }
            | Self::CutterCannotReach { .. }
            | Self::CutterPointed { .. }
            | Self::CutterRadiusTooLarge { .. } => "cutter",
            Self::KindsCannotMesh { .. } | Self::RingTooSmall { .. } => "b",
            Self::DifferentModules { .. } => "module",
            Self::DifferentPressureAngles { .. } => "pressure_angle",
            Self::DifferentHelixAngles { .. } => "helix_angle",
            Self::WrongHands { .. } => "hand",
            Self::NoCenterDistance { .. }
            | Self::DistanceNotPositive { .. }
            | Self::NoLineOfAction { .. }
            | Self::WormDistance { .. }
            | Self::CrossedDistance { .. } => "center_distance",
            Self::NoShaftAngle { .. }
            | Self::ConeOpensBackwards { .. }
            | Self::WormDoesNotReach { .. }
            | Self::WrongShaftAngle { .. } => "shaft_angle",
            Self::FaceTooWide { .. } => "face_width",
            Self::WrongSpiralHands | Self::WrongWormHands { .. } => "hand",
            Self::DifferentSpiralAngles { .. } => "spiral_angle",
            Self::OffsetTooLarge { .. } => "offset",
            Self::ApexOutOfReach { .. } => "apex_beyond_crossing",
            Self::Modification(error) => error.key(),
        }
    }

    /// What to write instead.
    pub fn remedy(&self) -> String {
        match self {
            Self::TooFewTeeth { least_teeth, .. } => format!("write teeth = {least_teeth} or more"),
            Self::DatumOutOfRange { .. } => "write a number that a gear can have".into(),
            Self::RackTooDeep { largest, .. } => format!("choose a dedendum below {largest:.3}"),
            Self::RackRadiusTooLarge { largest, .. } => {
                format!(
                    "choose a root radius of at most {:.4} (a full fillet)",
                    floor(*largest, 4)
                )
            }
            Self::RackWithoutFlank { .. } => {
                "choose a larger addendum or a smaller root radius".into()
            }
            Self::RackHasNoTipDiameter => "give tip_alteration instead".into(),
            Self::ThicknessOutOfRange { .. } => {
                "bring thickness_allowance or profile_shift nearer to 0; an allowance is a few hundredths of a millimetre".into()
            }
            Self::RootBeyondAxis { .. } => "more teeth, a larger profile_shift, or a rack with a smaller dedendum".into(),
            Self::PointedTip { limit, is_internal: false, .. } => {
                format!(
                    "reduce profile_shift, or shorten the tooth with a smaller tip_alteration or a tip_diameter below {}",
                    Mm(floor(2.0 * limit, 6))
                )
            }
            Self::PointedTip { is_internal: true, .. } => {
                "shorten the tooth with a smaller tip_alteration, or reduce profile_shift".into()
            }
            Self::NoFlank { form_radius, .. } => format!(
                "longer teeth (the tip must lie beyond radius {}), a rack with a smaller root_radius, or less undercut (a larger profile_shift)",
                Mm(*form_radius)
            ),
            Self::ToothCutOff { .. } => "more teeth or a larger profile_shift".into(),
            Self::TipInsideBase {
                largest_alteration,
                base_radius,
                ..
            } => format!(
                "shorten the teeth with tip_alteration = {:.3} or less (tip diameter at least {}), or increase profile_shift",
                floor(*largest_alteration, 3),
                Mm(ceil(2.0 * base_radius, 6))
            ),
            Self::BoreBeyondRoot { root_radius, .. } => {
                format!(
                    "choose a bore_radius well below {} (it is a radius, not a diameter)",
                    Mm(*root_radius)
                )
            }
            Self::RimBeyondBore { largest, .. } => {
                format!("choose a rim of at most {}", Mm(floor(*largest, 6)))
            }
            Self::CutterTooLarge { gear_teeth, .. } => {
                format!(
                    "choose a cutter with fewer teeth, for example {}",
                    (gear_teeth / 3).max(3)
                )
            }
            Self::CutterCannotReach { .. } => {
                "a cutter with a smaller profile_shift, or a gear with a larger one".into()
            }
            Self::CutterPointed { .. } => {
                "a cutter with more teeth, a smaller shift or a smaller addendum".into()
            }
            Self::CutterRadiusTooLarge { largest, .. } => {
                format!("choose a tip_radius of at most {:.4}", floor(*largest, 4))
            }
            Self::KindsCannotMesh { .. } => {
                "pair an external gear with an external gear, an internal gear or a rack".into()
            }
            Self::DifferentModules { a, b } => {
                format!("give both gears the same module: module = \"{}\" or \"{}\"", Mm(*a), Mm(*b))
            }
            Self::DifferentPressureAngles { a, b } => format!(
                "give both gears the same normal pressure angle: pressure_angle = \"{}\" or \"{}\"",
                Degrees(*a),
                Degrees(*b)
            ),
            Self::DifferentHelixAngles { a, b } => format!(
                "give both gears the same helix angle: helix_angle = \"{}\" or \"{}\"",
                Degrees(*a),
                Degrees(*b)
            ),
            Self::WrongHands { is_internal: true } => "give both gears hand = \"left\", or both hand = \"right\"".into(),
            Self::WrongHands { is_internal: false } => {
                "give one gear hand = \"left\", the other hand = \"right\"; or, where their axes cross, add shaft_angle = \"90 deg\" to the pair, \
                 with the angle between them"
                    .into()
            }
            Self::RingTooSmall { .. } => "more teeth on the ring or fewer on the pinion".into(),
            Self::NoCenterDistance { least_shift_change } => format!(
                "raise the sum of profile shifts (ring minus pinion for an internal pair) by more than {:.4}, or give center_distance",
                ceil(*least_shift_change, 4)
            ),
            Self::DistanceNotPositive { .. } => {
                "give a positive center_distance, or none: it then follows from the profile shifts"
                    .into()
            }
            Self::NoLineOfAction { limit, is_internal, .. } => {
                let side = if *is_internal { "the difference" } else { "the sum" };
                format!("choose a center_distance above {}, {side} of the base radii", Mm(ceil(*limit, 6)))
            }
            Self::Modification(error) => error.remedy(),
            Self::NoShaftAngle { .. } => "write an angle between 1 deg and 179 deg; 90 deg is usual".into(),
            Self::ConeOpensBackwards { largest, .. } => {
                format!("choose a shaft_angle of at most {}", Degrees(floor(largest.to_degrees(), 4).to_radians()))
            }
            Self::FaceTooWide { largest, .. } => format!(
                "choose a face_width of at most {}; about a third of the cone distance is usual",
                Mm(floor(*largest, 6))
            ),
            Self::WrongSpiralHands => "give one gear hand = \"left\", the other hand = \"right\"".into(),
            Self::DifferentSpiralAngles { a, b } => format!(
                "give both gears the same mean spiral angle: spiral_angle = \"{}\" or \"{}\"",
                Degrees(*a),
                Degrees(*b)
            ),
            Self::OffsetTooLarge { largest, .. } if *largest < 1e-6 => {
                "give the pinion a spiral_angle; 45 deg to 50 deg is usual".into()
            }
            Self::OffsetTooLarge { largest, .. } => format!(
                "choose an offset of at most {} (a tenth to a quarter of the wheel's diameter is usual), or a larger spiral_angle",
                Mm(floor(*largest, 6))
            ),
            Self::ApexOutOfReach { .. } => {
                "choose apex_beyond_crossing nearer to 0, or leave it out; a few millimetres are usual".into()
            }
            Self::WrongWormHands { is_same: true } => "give both hand = \"right\", or both hand = \"left\"".into(),
            Self::WrongWormHands { is_same: false } => "change the hand of the wheel, or leave it out".into(),
            Self::WormDoesNotReach { .. } => "choose a shaft_angle nearer to 90 deg or a smaller lead_angle".into(),
            Self::WormDistance { plain, reach, .. } => format!(
                "without profile shift it is {}; choose a center_distance from {} to {}, or another diameter of the worm",
                Mm(*plain),
                Mm(ceil(plain - reach, 6)),
                Mm(floor(plain + reach, 6))
            ),
            Self::WrongShaftAngle { needed, sum, difference, .. } => format!(
                "write shaft_angle = \"{} deg\", or change a helix_angle: equal hands need {} with these, opposite hands {}",
                Degrees(*needed).to_string().trim_end_matches('°'),
                Degrees(*sum),
                Degrees(*difference)
            ),
            Self::CrossedDistance { needed, .. } => format!(
                "the pitch cylinders touch at {}: leave center_distance out, or change a helix_angle",
                Mm(*needed)
            ),
        }
    }
}

/// Rounds down, so that a printed limit can be used as it is.
pub(crate) fn floor(value: f64, decimals: i32) -> f64 {
    let scale = 10f64.powi(decimals);
    (value * scale).floor() / scale
}

/// Rounds up, so that a printed limit can be used as it is.
pub(crate) fn ceil(value: f64, decimals: i32) -> f64 {
    -floor(-value, decimals)
}

/// A length shown in millimetres.
pub(crate) struct Mm(pub f64);

impl fmt::Display for Mm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mm = self.0 * 1e3;
        let digits = if mm.abs() >= 1e6 || (mm != 0.0 && mm.abs() < 1e-3) {
            return write!(f, "{mm:.4e} mm");
        } else {
            4
        };
        let text = format!("{mm:.digits$}");
        write!(f, "{} mm", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// An angle shown in degrees.
pub(crate) struct Degrees(pub f64);

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.4}", self.0.to_degrees());
        write!(f, "{}°", text.trim_end_matches('0').trim_end_matches('.'))
    }
}
