//! Two cylindrical gears in mesh.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | a, α_wt | `center_distance`, `working_pressure_angle` | m, rad |
//! | r_w1, r_w2 | `working_radius` | m |
//! | ε_α, ε_β, ε_γ | `transverse_contact_ratio`, `overlap_ratio`, `total_contact_ratio` | |
//! | j_wt, j_bn | `Backlash` | m |
//!
//! # References
//! \[iso21771\]; derivations with our signs: docs/theory/cylindrical-gears.md.

use crate::involute::involute;
use crate::pair_check;
use crate::path::{LineOfAction, Mate, Roles};
use crate::{ContactPoint, CylindricalGear, Error, Finding, PathOfContact, inverse_involute};

/// One of the two wheels of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first named.
    A,
    /// The second named.
    B,
}

impl Side {
    /// The name of this wheel and the name of the other.
    pub(crate) fn names<'n>(self, a: &'n str, b: &'n str) -> (&'n str, &'n str) {
        match self {
            Self::A => (a, b),
            Self::B => (b, a),
        }
    }
}

/// What a designer gives for a pair besides its gears.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PairData {
    /// Centre distance (m); for a rack the distance from the pinion's axis to the datum line. From the profile
    /// shifts when not given.
    pub center_distance: Option<f64>,
    /// Whether interference is a warning rather than an error.
    pub allow_interference: bool,
}

/// Play between the teeth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backlash {
    /// Along the line of action in the transverse plane, j_bt (m). All others follow from it.
    pub line_of_action: f64,
    /// Normal to the flanks, j_bn = j_bt cos β_b (m).
    pub normal: f64,
    /// On the working circles, j_wt = j_bt / cos α_wt (m).
    pub circumferential: f64,
    /// Free turn of each wheel while the other is held (rad); `None` for a rack.
    pub angle: [Option<f64>; 2],
}

/// Tips that foul each other beside the mesh of an internal pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SecondaryInterference {
    pub overlap: f64,
    pub is_allowed: bool,
}

/// A pair of cylindrical gears with everything that follows. Index 0 of an array is wheel `a`, 1 is `b`.
#[derive(Debug, Clone, PartialEq)]
pub struct GearPair {
    /// First named gear.
    pub a: CylindricalGear,
    /// Second named gear.
    pub b: CylindricalGear,
    /// Centre distance (m).
    pub center_distance: f64,
    /// Centre distance of the unshifted gears (m).
    pub reference_center_distance: f64,
    /// Centre distance without play for the shifts alone, thickness allowances left out (m).
    pub nominal_center_distance: f64,
    /// Centre distance without play for the real tooth thicknesses (m).
    pub tight_center_distance: f64,
    /// Sum of profile shifts (ring minus pinion for an internal pair) that has no play at this centre distance.
    pub shift_sum_without_play: f64,
    /// Working transverse pressure angle α_wt (rad).
    pub working_pressure_angle: f64,
    /// Working pitch radii (m); `None` for a rack.
    pub working_radius: [Option<f64>; 2],
    /// Teeth of b over teeth of a; `None` with a rack.
    pub ratio: Option<f64>,
    /// Common face width (m).
    pub face_width: f64,
    /// Path of contact on the flanks as the tools made them.
    pub path: PathOfContact,
    /// Transverse contact ratio ε_α of that path.
    pub transverse_contact_ratio: f64,
    /// Transverse contact ratio by the formula for full involutes up to the tips.
    pub formula_contact_ratio: f64,
    /// Overlap ratio ε_β.
    pub overlap_ratio: f64,
    /// Play between the teeth.
    pub backlash: Backlash,
    /// Clearance between the tip of the other wheel and the root of this one (m).
    pub clearance: [f64; 2],
    /// What a designer should know about the mesh.
    pub findings: Vec<Finding>,
    pub(crate) line: LineOfAction,
}

impl GearPair {
    /// Derives the pair, or says why these two cannot mesh.
    pub fn build(a: CylindricalGear, b: CylindricalGear, data: PairData) -> Result<Self, Error> {
        let roles = Roles::of(&a, &b).map_err(|kinds| Error::KindsCannotMesh { kinds })?;
        pair_check::compatible(&a, &b, &roles)?;
        let system = *roles.system();
        let centers = Centers::new(&roles);
        let nominal = centers.without_play(centers.nominal_thickness_sum);
        let center_distance = match (data.center_distance, nominal) {
            (Some(given), _) if given > 0.0 && given.is_finite() => given,
            (Some(given), _) => {
                return Err(Error::DistanceNotPositive {
                    center_distance: given,
                });
            }
            (None, Some(nominal)) => nominal,
            (None, None) => return Err(centers.no_center_distance()),
        };
        let working_pressure_angle = centers.working_angle(center_distance)?;
        let line = LineOfAction::new(&roles, center_distance, working_pressure_angle);

        let base_pitch = system.base_pitch();
        let (start, end) = pair_check::generated_path(&line, system.module);
        let face_width = a.data().face_width.min(b.data().face_width);
        let working = centers.working_radii(center_distance);
        let backlash = backlash(&roles, working, center_distance, working_pressure_angle);
        let mut pair = Self {
            center_distance,
            reference_center_distance: centers.reference,
            nominal_center_distance: nominal.unwrap_or(f64::NAN),
            tight_center_distance: centers
                .without_play(centers.thickness_sum)
                .unwrap_or(f64::NAN),
            shift_sum_without_play: centers.shift_sum(working_pressure_angle, center_distance),
            working_pressure_angle,
            working_radius: roles.by_name(
                Some(working[0]),
                working[1].is_finite().then_some(working[1]),
            ),
            ratio: match roles.mate {
                Mate::Rack(_) => None,
                _ => Some(f64::from(b.data().teeth) / f64::from(a.data().teeth)),
            },
            face_width,
            path: line.path(start, end, base_pitch),
            transverse_contact_ratio: (end - start) / base_pitch,
            formula_contact_ratio: (line.pinion_tip - line.mate_tip) / base_pitch,
            overlap_ratio: face_width * system.helix_angle.sin()
                / (std::f64::consts::PI * system.module),
            backlash,
            clearance: pair_check::clearance(&roles, center_distance),
            findings: Vec::new(),
            line,
            a: a.clone(),
            b: b.clone(),
        };
        pair.findings = pair_check::findings(&pair, &roles, data.allow_interference);
        Ok(pair)
    }

    /// Total contact ratio ε_γ = ε_α + ε_β.
    pub fn total_contact_ratio(&self) -> f64 {
        self.transverse_contact_ratio + self.overlap_ratio
    }

    /// The contact at `distance` along the line of action, measured as in [`crate::ContactPoint`].
    pub fn contact_point(&self, distance: f64) -> ContactPoint {
        self.line.at(self.line.coordinate(distance))
    }

    /// Whether one of the wheels is internal.
    pub fn is_internal(&self) -> bool {
        self.line.is_internal
    }

    /// Whether wheel `a` is the ring or the rack.
    pub fn is_swapped(&self) -> bool {
        self.line.is_swapped
    }
}

/// Distances between the axes of pinion and mate.
struct Centers {
    /// Sum of reference radii, their difference for an internal pair, the pinion's radius for a rack.
    reference: f64,
    alpha: f64,
    pitch: f64,
    /// Transverse thicknesses on the reference circles: pinion + mate.
    thickness_sum: f64,
    nominal_thickness_sum: f64,
    teeth: [u32; 2],
    kind: MateKind,
    /// Rate of thickness over profile shift, 2 m_t tan α_n.
    thickness_rate: f64,
    module: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum MateKind {
    External,
    Internal,
    Rack,
}

impl Centers {
    fn new(roles: &Roles) -> Self {
        let system = roles.system();
        let pinion = roles.pinion;
        let (kind, reference, thickness, allowance, teeth) = match roles.mate {
            Mate::External(mate) => (
                MateKind::External,
                pinion.reference_radius + mate.reference_radius,
                mate.tooth_thickness,
                mate.data.thickness_allowance,
                mate.data.teeth,
            ),
            Mate::Internal(mate) => (
                MateKind::Internal,
                mate.reference_radius - pinion.reference_radius,
                mate.tooth_thickness,
                mate.data.thickness_allowance,
                mate.data.teeth,
            ),
            Mate::Rack(mate) => (
                MateKind::Rack,
                pinion.reference_radius,
                mate.tooth_thickness,
                mate.data.thickness_allowance,
                0,
            ),
        };
        let thickness_sum = pinion.tooth_thickness + thickness;
        Self {
            reference,
            alpha: system.transverse_pressure_angle(),
            pitch: system.transverse_pitch(),
            thickness_sum,
            nominal_thickness_sum: thickness_sum
                - (pinion.data.thickness_allowance + allowance) / system.helix_angle.cos(),
            teeth: [pinion.data.teeth, teeth],
            kind,
            thickness_rate: 2.0 * system.transverse_module() * system.pressure_angle.tan(),
            module: system.module,
        }
    }

    /// Centre distance at which teeth of this summed thickness leave no play. \[theory:cylindrical-gears\] (9)
    fn without_play(&self, thickness_sum: f64) -> Option<f64> {
        let excess = thickness_sum - self.pitch;
        match self.kind {
            MateKind::Rack => Some(self.reference + 0.5 * excess / self.alpha.tan()),
            MateKind::External | MateKind::Internal => {
                let angle = inverse_involute(self.working_involute(excess))?;
                Some(self.reference * self.alpha.cos() / angle.cos())
            }
        }
    }

    fn working_involute(&self, excess: f64) -> f64 {
        let sign = if self.kind == MateKind::Internal {
            -1.0
        } else {
            1.0
        };
        involute(self.alpha) + sign * excess / (2.0 * self.reference)
    }

    fn no_center_distance(&self) -> Error {
        let missing = -self.working_involute(self.nominal_thickness_sum - self.pitch);
        Error::NoCenterDistance {
            least_shift_change: missing * 2.0 * self.reference / self.thickness_rate,
        }
    }

    fn working_angle(&self, center_distance: f64) -> Result<f64, Error> {
        if self.kind == MateKind::Rack {
            return Ok(self.alpha);
        }
        let limit = self.reference * self.alpha.cos();
        let cos = limit / center_distance;
        let is_real = cos < 1.0; // false for NaN too
        if !is_real {
            return Err(Error::NoLineOfAction {
                center_distance,
                limit,
                is_internal: self.kind == MateKind::Internal,
            });
        }
        Ok(cos.acos())
    }

    /// Working radii of pinion and mate; infinite for a rack.
    fn working_radii(&self, center_distance: f64) -> [f64; 2] {
        let [z_1, z_2] = self.teeth.map(f64::from);
        match self.kind {
            MateKind::External => [z_1, z_2].map(|z| center_distance * z / (z_1 + z_2)),
            MateKind::Internal => [z_1, z_2].map(|z| center_distance * z / (z_2 - z_1)),
            MateKind::Rack => [self.reference, f64::INFINITY],
        }
    }

    /// The shifts that have no play here: their sum, for an internal pair ring minus pinion.
    fn shift_sum(&self, working_pressure_angle: f64, center_distance: f64) -> f64 {
        match self.kind {
            MateKind::Rack => (center_distance - self.reference) / self.module,
            MateKind::External | MateKind::Internal => {
                (involute(working_pressure_angle) - involute(self.alpha)) * 2.0 * self.reference
                    / self.thickness_rate
            }
        }
    }
}

fn backlash(
    roles: &Roles,
    working: [f64; 2],
    center_distance: f64,
    working_pressure_angle: f64,
) -> Backlash {
    let system = roles.system();
    let pinion = roles.pinion;
    let mate_thickness = match roles.mate {
        Mate::External(mate) | Mate::Internal(mate) => mate.thickness_at(working[1]),
        // The pitch line lies this high over the datum line.
        Mate::Rack(rack) => rack.thickness_at(center_distance - pinion.reference_radius),
    };
    let pitch = 2.0 * std::f64::consts::PI * working[0] / f64::from(pinion.data.teeth);
    let circumferential = pitch - pinion.thickness_at(working[0]) - mate_thickness;
    let line_of_action = circumferential * working_pressure_angle.cos();
    let mate_angle = working[1]
        .is_finite()
        .then_some(circumferential / working[1]);
    Backlash {
        line_of_action,
        normal: line_of_action * system.base_helix_angle().cos(),
        circumferential,
        angle: roles.by_name(Some(circumferential / working[0]), mate_angle),
    }
}
