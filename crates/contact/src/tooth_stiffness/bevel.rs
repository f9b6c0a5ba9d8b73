//! Gears on crossing shafts: a mean value where a standard has one, a refusal where none has.
//!
//! The values belong to the virtual cylindrical gears at the middle of the face width, whose line of action is that of the bevel gears
//! there.
//!
//! # References
//! \[iso10300-1\] for bevel and hypoid gears of steel.

use super::{PER_MM_UM, StiffnessRemark, ToothStiffness};
use crate::LawError;

/// c′ of bevel gears (N/(mm µm)). \[iso10300-1\]
const SINGLE: f64 = 14.0;
/// c_γ of bevel gears (N/(mm µm)). \[iso10300-1\]
const MESH: f64 = 20.0;

/// Gears whose shafts are not parallel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrossingKind {
    /// Bevel gears, straight or spiral.
    Bevel,
    /// Hypoid gears.
    Hypoid,
    /// Worm and worm wheel.
    Worm,
    /// Helical gears on crossed shafts.
    CrossedHelical,
}

impl ToothStiffness {
    /// Of gears on crossing shafts: the mean of the standard for bevel and hypoid gears of steel.
    pub fn of_crossing(kind: CrossingKind) -> Result<Self, LawError> {
        let refused = |kind| Err(LawError::NoStandard { kind });
        match kind {
            CrossingKind::Bevel | CrossingKind::Hypoid => Ok(Self {
                theoretical: SINGLE * PER_MM_UM,
                single: SINGLE * PER_MM_UM,
                mesh: MESH * PER_MM_UM,
                misaligned: MESH * PER_MM_UM,
                remarks: vec![StiffnessRemark::BevelMean],
            }),
            CrossingKind::Worm => refused("worm drives"),
            CrossingKind::CrossedHelical => refused("crossed helical gears"),
        }
    }
}
