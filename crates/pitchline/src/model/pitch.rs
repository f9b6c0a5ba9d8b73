//! Gears and pairs that are known by their pitch surfaces: bevel, hypoid, worm, crossed helical.

use crate::geometry::{Hand, MeshMismatch, Mounting, PitchFinding, PitchPair, Side, WormSize};

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
    /// Pitch cone angle of a hypoid gear where given (rad).
    pub cone_angle: Option<f64>,
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
    /// Where the gears stand, as the file says.
    pub mounting: Mounting,
    /// Face widths of a and b (m), along the cone where there is one.
    pub face_width: [f64; 2],
    /// Outer pitch diameters of cones (m), where the data state them.
    pub outer_diameter: [Option<f64>; 2],
    /// Profile shift coefficient of a worm wheel.
    pub wheel_shift: Option<f64>,
}

impl PitchMesh {
    /// How far the gears stand from where their pitch surfaces touch.
    ///
    /// `None` when the centre of b lies on the axis of a (a bevel wheel that is flat), so that no direction leads there.
    pub fn mismatch(&self) -> Option<MeshMismatch> {
        self.contact.mismatch(&self.mounting)
    }

    /// What a designer must know about the pair.
    pub fn findings(&self) -> Vec<PitchFinding> {
        let mismatch = self.mismatch();
        let mismatch = mismatch.and_then(|found| PitchFinding::of_mismatch(&self.contact, found));
        let faces: &[Side] = match self.kind {
            MeshKind::Bevel => &[Side::A, Side::B],
            // The contact point is in the middle of the wheel's face; the pinion's is longer and need not be.
            MeshKind::Hypoid if self.contact.a.teeth > self.contact.b.teeth => &[Side::A],
            MeshKind::Hypoid => &[Side::B],
            MeshKind::Worm | MeshKind::Crossed => &[],
        };
        let wide = faces.iter().find_map(|side| {
            let width = match side {
                Side::A => self.face_width[0],
                Side::B => self.face_width[1],
            };
            PitchFinding::of_face(&self.contact, *side, width)
        });
        let hypoid = match self.kind {
            MeshKind::Hypoid => PitchFinding::of_hypoid(&self.contact),
            _ => Vec::new(),
        };
        mismatch.into_iter().chain(wide).chain(hypoid).collect()
    }
}
