//! What to know of a stiffness by the standard: where its range ends.

use std::fmt;

use super::{FULL_LOAD, StandardTeeth};

/// Something to know of a stiffness by the standard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StiffnessRemark {
    /// The sum of profile shifts is outside the range of the coefficients.
    ShiftSum {
        /// x_1 + x_2.
        sum: f64,
    },
    /// The pinion is less shifted than the wheel, for which the coefficients were not fitted.
    ShiftOrder {
        /// x_1 and x_2.
        shifts: [f64; 2],
    },
    /// A spur mesh with little overlap of contacts.
    ContactRatio {
        /// ε_α.
        transverse_contact_ratio: f64,
    },
    /// More inclined than the mean over contact ratios holds for.
    HelixAngle {
        /// β (rad).
        helix_angle: f64,
    },
    /// Less than the full load: the stiffness grows with it.
    LowLoad {
        /// F_t K_A/b (N/m).
        line_load: f64,
    },
    /// The rack is a wheel of infinitely many teeth.
    Rack,
    /// The ring is taken as a wheel of infinitely many teeth.
    Internal,
    /// A mean value of bevel gears, alike for all of them.
    BevelMean,
}

/// Sums of shifts that the coefficients hold for. \[iso6336-1\] clause 9.3
const SHIFT_SUMS: [f64; 2] = [-0.5, 2.0];
/// Least contact ratio of spur gears for c_γα. \[iso6336-1\] clause 9.3
const LEAST_CONTACT_RATIO: f64 = 1.2;
/// Largest helix angle for c_γα (°). \[iso6336-1\] clause 9.3
const LARGEST_HELIX: f64 = 30.0;

/// All that the range of the standard has to say of these teeth.
pub(super) fn of(teeth: &StandardTeeth) -> Vec<StiffnessRemark> {
    let mut remarks = Vec::new();
    let [x_1, x_2] = teeth.profile_shifts;
    let sum = x_1 + x_2;
    if !(SHIFT_SUMS[0]..=SHIFT_SUMS[1]).contains(&sum) {
        remarks.push(StiffnessRemark::ShiftSum { sum });
    }
    if x_1 < x_2 {
        let shifts = [x_1, x_2];
        remarks.push(StiffnessRemark::ShiftOrder { shifts });
    }
    let transverse_contact_ratio = teeth.transverse_contact_ratio;
    if teeth.helix_angle == 0.0 && transverse_contact_ratio < LEAST_CONTACT_RATIO {
        remarks.push(StiffnessRemark::ContactRatio {
            transverse_contact_ratio,
        });
    }
    let helix_angle = teeth.helix_angle;
    if helix_angle.to_degrees() > LARGEST_HELIX {
        remarks.push(StiffnessRemark::HelixAngle { helix_angle });
    }
    if let Some(line_load) = teeth.line_load.filter(|load| *load < FULL_LOAD) {
        remarks.push(StiffnessRemark::LowLoad { line_load });
    }
    remarks
}

impl fmt::Display for StiffnessRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ShiftSum { sum } => write!(
                f,
                "the tooth stiffness of ISO 6336-1 holds for profile shifts whose sum is {} to {}; here it is {sum:.3}: check it, or give stiffness",
                SHIFT_SUMS[0], SHIFT_SUMS[1]
            ),
            Self::ShiftOrder { shifts: [x_1, x_2] } => write!(
                f,
                "the tooth stiffness of ISO 6336-1 holds for pinions that are shifted at least as much as the wheel; here {x_1:.3} and {x_2:.3}: check it, or give stiffness"
            ),
            Self::ContactRatio {
                transverse_contact_ratio,
            } => write!(
                f,
                "with a transverse contact ratio of {transverse_contact_ratio:.3}, less than {LEAST_CONTACT_RATIO}, a spur mesh may be up to 10 % softer than ISO 6336-1 says"
            ),
            Self::HelixAngle { helix_angle } => write!(
                f,
                "the mesh stiffness of ISO 6336-1 holds up to a helix angle of {LARGEST_HELIX} deg; here it is {:.1} deg: check it, or give stiffness",
                helix_angle.to_degrees()
            ),
            Self::LowLoad { line_load } => write!(
                f,
                "the line load is {:.3} N/mm; below 100 N/mm teeth are softer, and the stiffness holds for this load alone",
                line_load / 1e3
            ),
            Self::Rack => {
                f.write_str("the rack counts as a wheel with infinitely many teeth in ISO 6336-1")
            }
            Self::Internal => f.write_str(
                "the ring counts as a wheel with infinitely many teeth, the approximation of ISO 6336-1",
            ),
            Self::BevelMean => f.write_str(
                "the stiffness is the mean value of ISO 10300-1, alike for all bevel gears of steel under at least 100 N/mm; give stiffness where it matters",
            ),
        }
    }
}
