//! What a designer must know about a gear or a pair that exists: warnings, and errors that make it useless.

use crate::error::{Degrees, Mm, ceil, floor};
use crate::{Side, pair::SecondaryInterference};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Works, but a designer would look twice.
    Warning,
    /// Does not work.
    Error,
}

/// Where a tip must end to stay clear of the mating root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClearTip {
    /// Largest tip diameter of an external gear (m).
    DiameterAtMost(f64),
    /// Smallest tip diameter of an internal gear (m).
    DiameterAtLeast(f64),
    /// Largest height of a rack over its datum line (m).
    HeightAtMost(f64),
}

impl std::fmt::Display for ClearTip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Rounded to the safe side, so that the number can be used as it is.
        match self {
            Self::DiameterAtMost(d) => write!(f, "tip_diameter at most {}", Mm(floor(*d, 6))),
            Self::DiameterAtLeast(d) => write!(f, "tip_diameter at least {}", Mm(ceil(*d, 6))),
            Self::HeightAtMost(h) => {
                write!(f, "tip at most {} over its datum line", Mm(floor(*h, 6)))
            }
        }
    }
}

/// Something to know about a gear or a pair. Lengths in metres, angles in radians, coefficients in modules.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum Finding {
    /// The tool cuts away a part of the involute, outside the active flank.
    Undercut {
        form_radius: f64,
        base_radius: f64,
        least_shift: f64,
    },
    /// The tip is thinner than usual.
    ThinTip { tip_thickness: f64 },
    /// The cutter of an internal gear has no involute for the tip.
    TipNotGenerated {
        tip_radius: f64,
        generated_tip_radius: f64,
    },
    /// The span that was asked for does not touch the involutes.
    SpanNotMeasurable { teeth: u32, usual: Option<u32> },
    /// The ball that was asked for does not touch the involutes, or does not stand out.
    BallNotMeasurable {
        ball_diameter: f64,
        usual: Option<f64>,
    },
    /// The pinion cutter cuts off tips of the internal gear on its way.
    CutterTrims { cutter_teeth: u32 },
    /// The tip of one wheel reaches below the form circle of the other.
    Interference {
        /// The wheel whose root is hit.
        root: Side,
        form_radius: f64,
        /// Radius that the mating tip would need, `None` beyond the base tangent point.
        needed_radius: Option<f64>,
        formula_ratio: f64,
        generated_ratio: f64,
        /// The least shift without undercut, where undercut is the cause.
        least_shift: Option<f64>,
        /// The largest root radius of its basic rack (modules) at which the flank would reach down there, where there is one.
        fitting_root_radius: Option<f64>,
        /// Where the mating tip would have to end.
        clear_tip: ClearTip,
        is_allowed: bool,
    },
    /// Tips of pinion and ring foul each other away from the line of action.
    SecondaryInterference { overlap: f64, is_allowed: bool },
    /// The tip corner of one wheel digs into the fillet of the other below the flank contact.
    FilletInterference {
        /// The wheel whose fillet is hit.
        root: Side,
        depth: f64,
        is_allowed: bool,
    },
    /// The tip of one wheel digs into the root land of the other.
    NoClearance {
        root: Side,
        clearance: f64,
        least_center_distance: f64,
        is_internal: bool,
        clear_tip: ClearTip,
    },
    /// Less clearance than usual.
    SmallClearance {
        root: Side,
        clearance: f64,
        module: f64,
    },
    /// The teeth overlap: no backlash.
    NoBacklash {
        backlash: f64,
        tight_center_distance: Option<f64>,
        is_internal: bool,
        is_rack: bool,
    },
    /// Contact is lost between two teeth.
    ContactRatioBelowOne { transverse: f64, total: f64 },
    /// Spur action alone would not be continuous; the overlap carries the pair.
    TransverseRatioBelowOne { transverse: f64, total: f64 },
    /// The working pressure angle is far from the usual.
    UnusualWorkingAngle { working_pressure_angle: f64 },
    /// No meshing at all: the path of contact is empty.
    NoContact { gap: f64 },
}

impl Finding {
    /// Normal tip thickness in modules under which a tip is called thin; the usual advice for hardened gears.
    pub const THIN_TIP: f64 = 0.2;
    /// Tip clearance in modules under which it is called small.
    pub const SMALL_CLEARANCE: f64 = 0.1;

    /// Whether it is an error that goes away where interference is allowed.
    pub fn can_be_allowed(&self) -> bool {
        matches!(
            self,
            Self::Interference {
                is_allowed: false,
                ..
            } | Self::FilletInterference {
                is_allowed: false,
                ..
            }
        )
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Interference { is_allowed, .. }
            | Self::FilletInterference { is_allowed, .. }
            | Self::SecondaryInterference { is_allowed, .. } => {
                if *is_allowed {
                    Severity::Warning
                } else {
                    Severity::Error
                }
            }
            Self::NoClearance { .. }
            | Self::NoBacklash { .. }
            | Self::ContactRatioBelowOne { .. }
            | Self::NoContact { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// A stable short name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Undercut { .. } => "undercut",
            Self::ThinTip { .. } => "thin-tip",
            Self::TipNotGenerated { .. } => "tip-not-generated",
            Self::SpanNotMeasurable { .. } => "span",
            Self::BallNotMeasurable { .. } => "ball",
            Self::CutterTrims { .. } => "cutter-trims-tip",
            Self::Interference { .. } => "interference",
            Self::FilletInterference { .. } => "fillet-interference",
            Self::SecondaryInterference { .. } => "secondary-interference",
            Self::NoClearance { .. } => "no-clearance",
            Self::SmallClearance { .. } => "small-clearance",
            Self::NoBacklash { .. } => "no-backlash",
            Self::ContactRatioBelowOne { .. } => "contact-ratio",
            Self::TransverseRatioBelowOne { .. } => "transverse-contact-ratio",
            Self::UnusualWorkingAngle { .. } => "working-angle",
            Self::NoContact { .. } => "no-contact",
        }
    }

    /// The datum of the gear or pair that the finding is about.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Undercut { .. } => "profile_shift",
            Self::ThinTip { .. } => "tip_alteration",
            Self::TipNotGenerated { .. } | Self::CutterTrims { .. } => "cutter",
            Self::SpanNotMeasurable { .. } | Self::BallNotMeasurable { .. } => "measurement",
            Self::Interference { .. }
            | Self::FilletInterference { .. }
            | Self::SecondaryInterference { .. } => "interference",
            _ => "center_distance",
        }
    }

    /// What is the matter; `a` and `b` are the names of the wheels.
    pub fn message(&self, a: &str, b: &str) -> String {
        match self {
            Self::Undercut { form_radius, .. } => {
                format!(
                    "undercut: the tool cuts away the flank below radius {}",
                    Mm(*form_radius)
                )
            }
            Self::ThinTip { tip_thickness } => {
                format!("thin tip: {tip_thickness:.3} modules thick in the normal plane")
            }
            Self::TipNotGenerated {
                tip_radius,
                generated_tip_radius,
            } => format!(
                "the pinion cutter makes no involute inside radius {}; the tip is at {}",
                Mm(*generated_tip_radius),
                Mm(*tip_radius)
            ),
            Self::SpanNotMeasurable { teeth, .. } => {
                format!(
                    "a span over {teeth} teeth does not touch the flanks on the involute, or not inside the face width"
                )
            }
            Self::BallNotMeasurable { ball_diameter, .. } => format!(
                "a ball of {} does not touch both flanks on the involute and stand out beyond the tips",
                Mm(*ball_diameter)
            ),
            Self::CutterTrims { cutter_teeth } => {
                format!(
                    "a pinion cutter of {cutter_teeth} teeth cuts off the corners of the tips while it rolls out"
                )
            }
            Self::Interference {
                root,
                form_radius,
                needed_radius,
                formula_ratio,
                generated_ratio,
                least_shift,
                ..
            } => {
                let (hit, tip) = root.names(a, b);
                let cause = if least_shift.is_some() {
                    ", which is undercut"
                } else {
                    ""
                };
                let needed = needed_radius
                    .map_or("beyond the base tangent point".to_owned(), |r| {
                        format!("at radius {}", Mm(r))
                    });
                format!(
                    "interference: the tip of `{tip}` reaches below the flank of `{hit}`{cause}: it would need contact {needed}, but the flank begins at {}. \
                     Contact ratio by the formula {formula_ratio:.5}, with the generated flanks {generated_ratio:.5}",
                    Mm(*form_radius)
                )
            }
            Self::FilletInterference { root, depth, .. } => {
                let (hit, tip) = root.names(a, b);
                format!(
                    "interference: the tip corners of `{tip}` dig {} into the root fillet of `{hit}`, below the flank contact",
                    Mm(*depth)
                )
            }
            Self::SecondaryInterference { overlap, .. } => {
                format!(
                    "interference: the tips of pinion and ring foul each other beside the mesh, by {}",
                    Degrees(*overlap)
                )
            }
            Self::NoClearance {
                root, clearance, ..
            } => {
                let (hit, tip) = root.names(a, b);
                format!(
                    "the tip of `{tip}` digs {} into the root of `{hit}`",
                    Mm(-clearance)
                )
            }
            Self::SmallClearance {
                root,
                clearance,
                module,
            } => {
                let (hit, tip) = root.names(a, b);
                format!(
                    "small clearance: {:.3} modules ({}) between the tip of `{tip}` and the root of `{hit}`",
                    clearance / module,
                    Mm(*clearance)
                )
            }
            Self::NoBacklash { backlash, .. } => {
                format!(
                    "no backlash: the teeth overlap by {} on the working circle",
                    Mm(-backlash)
                )
            }
            Self::ContactRatioBelowOne { transverse, total } => {
                if total <= transverse {
                    format!(
                        "contact ratio {transverse:.4} is below 1: contact is lost between two teeth"
                    )
                } else {
                    format!(
                        "total contact ratio {total:.4} (transverse {transverse:.4}) is below 1: contact is lost between two teeth"
                    )
                }
            }
            Self::TransverseRatioBelowOne { transverse, total } => {
                format!(
                    "transverse contact ratio {transverse:.4} is below 1; only the overlap keeps contact (total {total:.4})"
                )
            }
            Self::UnusualWorkingAngle {
                working_pressure_angle,
            } => {
                format!(
                    "unusual working pressure angle: {}",
                    Degrees(*working_pressure_angle)
                )
            }
            Self::NoContact { gap } => {
                format!(
                    "the teeth do not reach each other: {} are missing on the line of action",
                    Mm(*gap)
                )
            }
        }
    }

    /// What to do about it; `a` and `b` are the names of the wheels.
    pub fn remedy(&self, a: &str, b: &str) -> String {
        match self {
            Self::Undercut { least_shift, .. } => {
                format!("a profile_shift of at least {:.2} avoids it", ceil(*least_shift, 2))
            }
            Self::ThinTip { .. } => "reduce profile_shift, or shorten the tooth with a smaller tip_alteration".into(),
            Self::TipNotGenerated { .. } => "more teeth on the cutter, or shorten the tooth with tip_alteration < 0".into(),
            Self::SpanNotMeasurable { usual, .. } => usual.map_or_else(
                || "leave span_teeth out, and measure over balls".to_owned(),
                |teeth| format!("write span_teeth = {teeth}, or leave it out"),
            ),
            Self::BallNotMeasurable { usual, .. } => usual.map_or_else(
                || "leave ball_diameter out, and measure the span".to_owned(),
                |diameter| format!("write ball_diameter = \"{}\", or leave it out", Mm(diameter)),
            ),
            Self::CutterTrims { .. } => "a cutter with fewer teeth".into(),
            Self::Interference {
                root,
                least_shift,
                fitting_root_radius,
                clear_tip,
                ..
            } => {
                let (hit, tip) = root.names(a, b);
                let mut ways = Vec::new();
                if let Some(x) = least_shift {
                    ways.push(format!(
                        "give `{hit}` a profile_shift of at least {:.2} (and `{tip}` as much less to keep the centre distance)",
                        ceil(*x, 2)
                    ));
                }
                if let Some(radius) = fitting_root_radius {
                    ways.push(format!(
                        "give `{hit}` a rack with a root_radius of at most {:.4}",
                        floor(*radius, 4)
                    ));
                }
                ways.push(format!("shorten `{tip}` ({clear_tip})"));
                ways.join(", or ")
            }
            Self::FilletInterference { root, .. } => {
                let (hit, tip) = root.names(a, b);
                format!(
                    "shorten `{tip}` (a smaller tip_alteration), or give `{hit}` a rack with a larger dedendum or a smaller root_radius"
                )
            }
            Self::SecondaryInterference { .. } => {
                "a larger difference of teeth, shorter tips (tip_alteration < 0) or a larger profile_shift of the ring".into()
            }
            Self::NoClearance { root, least_center_distance, is_internal, clear_tip, .. } => {
                let side = if *is_internal { "at most" } else { "at least" };
                let (hit, tip) = root.names(a, b);
                format!(
                    "shorten `{tip}` ({clear_tip}, less for some clearance), or a center_distance of {side} {}, or a deeper rack for `{hit}`",
                    Mm(if *is_internal { floor(*least_center_distance, 6) } else { ceil(*least_center_distance, 6) })
                )
            }
            Self::SmallClearance { .. } => "shorten the tips with tip_alteration < 0, or use a deeper basic rack".into(),
            Self::NoBacklash { tight_center_distance, is_internal, is_rack, .. } => {
                let thin = "thin the teeth with thickness_allowance < 0";
                let Some(tight) = tight_center_distance else {
                    return thin.into();
                };
                let side = if *is_internal { "below" } else { "above" };
                let what = if *is_rack { "the rack touches without play at" } else { "the pair meshes without play at" };
                format!("{what} {}: choose a center_distance {side} it, or {thin}", Mm(*tight))
            }
            Self::ContactRatioBelowOne { .. } | Self::TransverseRatioBelowOne { .. } => {
                "longer tips (tip_alteration > 0), more teeth, a smaller sum of profile shifts or a smaller center_distance".into()
            }
            Self::UnusualWorkingAngle { .. } => "check center_distance and the profile shifts; 15° to 30° is usual".into(),
            Self::NoContact { .. } => "reduce center_distance".into(),
        }
    }
}

impl From<SecondaryInterference> for Finding {
    fn from(found: SecondaryInterference) -> Self {
        Self::SecondaryInterference {
            overlap: found.overlap,
            is_allowed: found.is_allowed,
        }
    }
}
