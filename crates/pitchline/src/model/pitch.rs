//! Gears and pairs that are known by their pitch surfaces: bevel, hypoid, worm, crossed helical.

use crate::geometry::{Hand, PitchPair, WormSize};

/// Sort of such a gear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PitchKind {
    /// Bevel gear, straight or spiral.
    Bevel,
    /// Hypoid pinion or wheel.
    Hypoid,
    /// Worm.
    Worm,
    /// Worm wheel.
    WormWheel,
}

impl PitchKind {
    /// As the model file writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bevel => "bevel",
            Self::Hypoid => "hypoid",
            Self::Worm => "worm",
            Self::WormWheel => "worm-wheel",
        }
    }
}

/// What the file says of such a gear. Sizes follow in its pair only.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PitchData {
    /// Its sort.
    pub kind: PitchKind,
    /// Number of teeth; of starts on a worm.
    pub teeth: u32,
    /// Module (m): outer transverse for bevel and hypoid gears, axial for worms and their wheels.
    pub module: f64,
    /// Normal pressure angle (rad).
    pub pressure_angle: f64,
    /// Mean spiral angle where given (rad); 0 for a straight bevel gear.
    pub spiral_angle: Option<f64>,
    /// Hand where given.
    pub hand: Option<Hand>,
    /// Face width (m).
    pub face_width: f64,
    /// Size of a worm.
    pub worm_size: Option<WormSize>,
}

/// Sort of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeshKind {
    /// Two bevel gears.
    Bevel,
    /// Hypoid pinion and wheel.
    Hypoid,
    /// Worm and worm wheel.
    Worm,
    /// Two helical gears on crossed shafts.
    Crossed,
}

/// Two pitch surfaces in contact, with what the drawing states besides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PitchMesh {
    /// Its sort.
    pub kind: MeshKind,
    /// The surfaces, in the order of the pair.
    pub contact: PitchPair,
    /// Face widths of a and b (m), along the cone where there is one.
    pub face_width: [f64; 2],
    /// Outer pitch diameters of cones (m), where the data state them.
    pub outer_diameter: [Option<f64>; 2],
    /// Profile shift coefficient of a worm wheel.
    pub wheel_shift: Option<f64>,
}
