//! A cylindrical gear: what the designer gives, and the two shapes that it can have.

use crate::{BasicRack, CutterData, Error, Finding, RackGear, ToothSystem, Wheel};

/// Shape of a cylindrical gear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GearKind {
    /// Teeth point away from the axis.
    External,
    /// Teeth point to the axis (a ring).
    Internal,
    /// Straight, the limit of an infinite wheel.
    Rack,
}

/// How the height of the tooth tip is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tip {
    /// Tip alteration coefficient k: a longer tooth for k > 0, in modules.
    Alteration(f64),
    /// Tip diameter d_a (m).
    Diameter(f64),
}

/// How a tooth thickness allowance is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thinning {
    /// The tool is fed deeper or less deep: the root circle changes too. The usual way in a workshop.
    Feed,
    /// Only the flanks are moved: the root circle stays.
    Flank,
}

/// What a designer knows of a cylindrical gear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CylindricalData {
    /// External, internal or rack.
    pub kind: GearKind,
    /// Number of teeth, positive for every kind; for a rack the teeth of its segment.
    pub teeth: u32,
    /// Module, pressure angle and helix.
    pub system: ToothSystem,
    /// Face width b (m).
    pub face_width: f64,
    /// Profile shift coefficient x, positive away from the axis; without meaning on a rack.
    pub profile_shift: f64,
    /// Basic rack.
    pub rack: BasicRack,
    /// Height of the tip.
    pub tip: Tip,
    /// Change of the normal tooth thickness on the reference circle (m); negative thins the tooth.
    pub thickness_allowance: f64,
    /// How that allowance is made.
    pub thinning: Thinning,
    /// Pinion cutter of an internal gear; unused otherwise.
    pub cutter: CutterData,
    /// Number of teeth (or spaces) to span in inspection; chosen when not given.
    pub span_teeth: Option<u32>,
    /// Diameter of the measuring ball (m); chosen when not given.
    pub ball_diameter: Option<f64>,
    /// Radius of the bore of an external gear (m).
    pub bore_radius: Option<f64>,
    /// Thickness of the rim, from the root circle into the body (m).
    pub rim: Option<f64>,
}

impl CylindricalData {
    /// Refuses data that describe no gear at all, so that what follows may divide by them.
    fn check(&self) -> Result<(), Error> {
        let least_teeth = if self.kind == GearKind::Rack { 1 } else { 3 };
        if self.teeth < least_teeth {
            return Err(Error::TooFewTeeth {
                teeth: self.teeth,
                least_teeth,
            });
        }
        let tip = match self.tip {
            Tip::Alteration(coefficient) => ("tip_alteration", coefficient, -10.0..=10.0),
            Tip::Diameter(diameter) => ("tip_diameter", diameter, 0.0..=f64::MAX),
        };
        let largest_angle = 80f64.to_radians();
        let checks = [
            ("module", self.system.module, f64::MIN_POSITIVE..=f64::MAX),
            (
                "pressure_angle",
                self.system.pressure_angle,
                1e-3..=largest_angle,
            ),
            ("helix_angle", self.system.helix_angle, 0.0..=largest_angle),
            ("face_width", self.face_width, f64::MIN_POSITIVE..=f64::MAX),
            ("profile_shift", self.profile_shift, -100.0..=100.0),
            (
                "thickness_allowance",
                self.thickness_allowance,
                f64::MIN..=f64::MAX,
            ),
            ("rack", self.rack.addendum, 0.0..=100.0),
            ("rack", self.rack.dedendum, 0.0..=100.0),
            ("rack", self.rack.root_radius, 0.0..=100.0),
            tip,
        ];
        for (key, value, range) in checks {
            if !range.contains(&value) {
                return Err(Error::DatumOutOfRange { key, value });
            }
        }
        Ok(())
    }
}

/// A cylindrical gear with everything that follows from its data.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a model has few gears; boxing would only hide the data"
)]
pub enum CylindricalGear {
    /// External or internal gear.
    Wheel(Wheel),
    /// Rack.
    Rack(RackGear),
}

impl CylindricalGear {
    /// Derives the gear, or says why there is no such gear.
    pub fn build(data: CylindricalData) -> Result<Self, Error> {
        data.check()?;
        Ok(match data.kind {
            GearKind::Rack => Self::Rack(RackGear::build(data)?),
            GearKind::External | GearKind::Internal => Self::Wheel(Wheel::build(data)?),
        })
    }

    /// What was given.
    pub fn data(&self) -> &CylindricalData {
        match self {
            Self::Wheel(wheel) => &wheel.data,
            Self::Rack(rack) => &rack.data,
        }
    }

    /// The wheel, unless it is a rack.
    pub fn as_wheel(&self) -> Option<&Wheel> {
        match self {
            Self::Wheel(wheel) => Some(wheel),
            Self::Rack(_) => None,
        }
    }

    /// The rack, if it is one.
    pub fn as_rack(&self) -> Option<&RackGear> {
        match self {
            Self::Wheel(_) => None,
            Self::Rack(rack) => Some(rack),
        }
    }

    /// What a designer should know about this gear alone.
    pub fn findings(&self) -> Vec<Finding> {
        match self {
            Self::Wheel(wheel) => wheel.findings(),
            Self::Rack(rack) => rack.findings(),
        }
    }

    /// Half a tooth from the middle of the root to the middle of the tip on its right flank, as points (m).
    ///
    /// The centre line of the tooth is on +x; on a wheel the origin is its axis, on a rack it is on the datum line.
    pub fn half_outline(&self, points_per_curve: usize) -> Vec<[f64; 2]> {
        match self {
            Self::Wheel(wheel) => wheel.profile.half_outline(points_per_curve),
            Self::Rack(rack) => rack.half_outline(points_per_curve),
        }
    }
}
