//! What a designer must know about a pair of pitch surfaces that exists.
//!
//! # References
//!
//! \[khk-face\] on the face width of bevel gears.

use super::{MeshMismatch, PitchPair};
use crate::error::{Degrees, Mm, floor};
use crate::{Severity, Side};

/// Something to know about a bevel, hypoid, worm or crossed helical pair. Lengths in metres, angles in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum PitchFinding {
    /// The gears do not stand where their pitch surfaces touch.
    Mismatch {
        mismatch: MeshMismatch,
        module: f64,
        /// Distances from the crossing point at which they would touch.
        right: [f64; 2],
    },
    /// The face is wider than usual for its cone.
    WideFace {
        wheel: Side,
        face_width: f64,
        cone_distance: f64,
    },
    /// The hypoid gear with fewer teeth has the blunter cone.
    BluntPinion { pinion: Side, cone_angles: [f64; 2] },
    /// The shafts of a hypoid pair nearly meet.
    SmallOffset { offset: f64, module: f64 },
}

impl PitchFinding {
    /// Part of the normal module under which a mismatch is rounding: less than any backlash.
    pub const SMALL_MISMATCH: f64 = 0.01;
    /// Part of the normal module beyond which the teeth no longer mesh: their addendum.
    pub const LARGE_MISMATCH: f64 = 1.0;
    /// Largest usual face width over the outer cone distance.
    pub const WIDE_FACE: f64 = 1.0 / 3.0; // [khk-face]
    /// Part of the normal module under which an offset is no more than an error of mounting.
    pub const SMALL_OFFSET: f64 = 0.1;

    /// The mismatch of a pair that stands so, when it is more than rounding.
    pub fn of_mismatch(pair: &PitchPair, mismatch: MeshMismatch) -> Option<Self> {
        let module = pair.a.normal_module();
        (mismatch.distance() > Self::SMALL_MISMATCH * module).then(|| Self::Mismatch {
            mismatch,
            module,
            right: pair.mounting_distances().unwrap_or_default(),
        })
    }

    /// A face that is wider than a third of its outer cone distance; its middle is at the contact point.
    pub fn of_face(pair: &PitchPair, wheel: Side, face_width: f64) -> Option<Self> {
        let gear = match wheel {
            Side::A => pair.a,
            Side::B => pair.b,
        };
        let cone_distance = gear.cone_distance() + 0.5 * face_width;
        // What a drawing rounds is no finding.
        (face_width > (Self::WIDE_FACE + 1e-3) * cone_distance).then_some(Self::WideFace {
            wheel,
            face_width,
            cone_distance,
        })
    }

    /// What is odd about the cones of a hypoid pair.
    pub fn of_hypoid(pair: &PitchPair) -> Vec<Self> {
        let [module, offset] = [pair.a.normal_module(), pair.offset().abs()];
        let small =
            (offset < Self::SMALL_OFFSET * module).then_some(Self::SmallOffset { offset, module });
        let cone_angles = [pair.a.cone_angle, pair.b.cone_angle];
        let pinion = if pair.a.teeth < pair.b.teeth {
            Side::A
        } else {
            Side::B
        };
        let is_blunt = pair.a.teeth != pair.b.teeth
            && (pair.a.teeth < pair.b.teeth) == (cone_angles[0] > cone_angles[1]);
        let blunt = is_blunt.then_some(Self::BluntPinion {
            pinion,
            cone_angles,
        });
        small.into_iter().chain(blunt).collect()
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Mismatch {
                mismatch, module, ..
            } if mismatch.distance() > Self::LARGE_MISMATCH * module => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// A stable short name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Mismatch { .. } => "mesh-mismatch",
            Self::WideFace { .. } => "wide-face",
            Self::BluntPinion { .. } => "blunt-pinion",
            Self::SmallOffset { .. } => "small-offset",
        }
    }

    /// The datum that it is about, and the gear if it is one of a gear.
    pub fn key(&self) -> (&'static str, Option<Side>) {
        match self {
            Self::Mismatch { .. } => ("mounting_distance_a", None),
            Self::WideFace { wheel, .. } => ("face_width", Some(*wheel)),
            Self::BluntPinion { .. } => ("apex_beyond_crossing", None),
            Self::SmallOffset { .. } => ("offset", None),
        }
    }

    /// The finding; `a` and `b` are the names of the gears.
    pub fn message(&self, a: &str, b: &str) -> String {
        match self {
            Self::Mismatch { mismatch, .. } => format!(
                "the pitch surfaces miss each other by {}: {}",
                Mm(mismatch.distance()),
                direction(mismatch, a, b)
            ),
            Self::WideFace {
                wheel,
                face_width,
                cone_distance,
            } => format!(
                "the face of `{}` is wide: {} on an outer cone distance of {}, more than a third",
                wheel.names(a, b).0,
                Mm(*face_width),
                Mm(*cone_distance)
            ),
            Self::BluntPinion {
                pinion,
                cone_angles: [angle_a, angle_b],
            } => {
                let (few, many) = pinion.names(a, b);
                let [of_few, of_many] = match pinion {
                    Side::A => [angle_a, angle_b],
                    Side::B => [angle_b, angle_a],
                };
                format!(
                    "`{few}` has fewer teeth than `{many}` and the blunter pitch cone: {} against {}",
                    Degrees(*of_few),
                    Degrees(*of_many)
                )
            }
            Self::SmallOffset { offset, module } => format!(
                "the shafts nearly meet: an offset of {} is no more than an error of mounting for teeth of {}",
                Mm(*offset),
                Mm(*module)
            ),
        }
    }

    /// What to do about it; `a` and `b` are the names of the gears.
    pub fn remedy(&self, a: &str, b: &str) -> String {
        match self {
            Self::Mismatch {
                right: [right_a, right_b],
                ..
            } => format!(
                "they touch at mounting_distance_a = \"{}\" and mounting_distance_b = \"{}\": write these, or leave both out",
                Mm(*right_a),
                Mm(*right_b)
            ),
            Self::WideFace {
                wheel,
                face_width,
                cone_distance,
            } => {
                // The outer end stays where it is.
                let widest = floor(Self::WIDE_FACE * cone_distance, 5).min(*face_width);
                format!(
                    "a face_width of `{}` of at most {} is usual: beyond it the teeth are hard to cut",
                    wheel.names(a, b).0,
                    Mm(widest)
                )
            }
            Self::BluntPinion { .. } => {
                "choose apex_beyond_crossing nearer to 0, or leave it out; a few millimetres are usual".into()
            }
            Self::SmallOffset { .. } => {
                "give both gears kind = \"bevel\" and remove offset, or choose a larger offset".into()
            }
        }
    }
}

/// Where b stands against its place: along the axis of a, and away from that axis.
fn direction(mismatch: &MeshMismatch, a: &str, b: &str) -> String {
    let [along, apart] = [mismatch.along_axis_a, mismatch.apart];
    let ahead = if along > 0.0 { "along" } else { "against" };
    let away = if apart > 0.0 { "far from" } else { "near to" };
    let [along, apart] = [along.abs(), apart.abs()];
    // What would be printed as nothing is left out.
    let share = 1e-3 * mismatch.distance();
    if apart <= share {
        format!(
            "`{b}` stands {} too far {ahead} the axis of `{a}`",
            Mm(along)
        )
    } else if along <= share {
        format!("`{b}` stands {} too {away} the axis of `{a}`", Mm(apart))
    } else {
        format!(
            "`{b}` stands {} too far {ahead} the axis of `{a}` and {} too {away} it",
            Mm(along),
            Mm(apart)
        )
    }
}
