//! What a model file says of finite-element bodies: mesh, supports, loads, and the studies of one body.

use crate::fem::{ElementKind, MeshControls, MeshSize};
use crate::geometry::{Blank, CylindricalGear, FlankSide};

/// The finite elements of a gear, as asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshRequest {
    /// How fine, in one word.
    pub size: MeshSize,
    /// Kind of the elements.
    pub element: ElementKind,
    /// Numbers that differ from what the word means.
    pub counts: MeshCounts,
}

/// Numbers of elements that a user has set.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeshCounts {
    /// Along a flank.
    pub flank: Option<usize>,
    /// Along the root.
    pub root: Option<usize>,
    /// In the layer below flank and root.
    pub layer: Option<usize>,
    /// Across the tooth.
    pub across: Option<usize>,
    /// Across the face width.
    pub width: Option<usize>,
    /// Through the rest of the rim.
    pub rim: Option<usize>,
    /// Along the web.
    pub web: Option<usize>,
    /// Through the hub.
    pub hub: Option<usize>,
    /// Tip over root, along the flank.
    pub grading_flank: Option<f64>,
    /// Middle over ends, across the width.
    pub grading_width: Option<f64>,
    /// From row to row of the rim.
    pub grading_rim: Option<f64>,
}

impl Default for MeshRequest {
    fn default() -> Self {
        Self {
            size: MeshSize::Medium,
            element: ElementKind::Hex8,
            counts: MeshCounts::default(),
        }
    }
}

impl MeshRequest {
    /// The numbers for a gear: those of the word, unless the user has set them.
    pub fn controls(&self, gear: &CylindricalGear, blank: &Blank) -> MeshControls {
        let mut controls = MeshControls::of(self.size, gear, blank);
        let own = &self.counts;
        for (asked, control) in [
            (own.flank, &mut controls.flank),
            (own.root, &mut controls.root),
            (own.layer, &mut controls.layer),
            (own.across, &mut controls.across),
            (own.width, &mut controls.width),
            (own.rim, &mut controls.rim),
            (own.web, &mut controls.web),
            (own.hub, &mut controls.hub),
        ] {
            *control = asked.unwrap_or(*control);
        }
        if own.rim.is_some() {
            controls.fit_rim(self.size, gear, blank);
        }
        let grading = &mut controls.grading;
        grading.flank = own.grading_flank.unwrap_or(grading.flank);
        grading.width = own.grading_width.unwrap_or(grading.width);
        grading.rim = own.grading_rim.unwrap_or(grading.rim);
        controls
    }
}

/// Which gears a study of finite-element bodies looks at.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FeTarget {
    /// The gear; `None` for all cylindrical gears that have a blank.
    pub gear: Option<String>,
    /// Elements for this study, in place of those of the gear.
    pub mesh: Option<MeshRequest>,
    /// How fine, in place of all that the model says of it.
    pub size: Option<MeshSize>,
    /// Kind of the elements, in place of what the model says.
    pub element: Option<ElementKind>,
}

impl FeTarget {
    /// The elements of a gear.
    pub fn request(&self, of_gear: MeshRequest) -> MeshRequest {
        let mut request = self.mesh.unwrap_or(of_gear);
        if let Some(size) = self.size {
            request.size = size;
            request.counts = MeshCounts::default();
        }
        request.element = self.element.unwrap_or(request.element);
        request
    }
}

/// How the seat of a gear is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatSupport {
    /// Neither held nor stiffened.
    Free,
    /// Rigid, with a centre that is held in some of x, y, z and the rotations about them.
    Rigid {
        /// Which motions of the centre are held.
        locked: [bool; 6],
    },
}

impl SeatSupport {
    /// The seat does not move.
    pub const FIXED: Self = Self::Rigid { locked: [true; 6] };
    /// The seat may turn about the axis.
    pub const TURNING: Self = Self::Rigid {
        locked: [true, true, true, true, true, false],
    };
}

/// Which modes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ModeRange {
    /// So many of the lowest flexible ones.
    Lowest(usize),
    /// All between two frequencies (Hz).
    Band([f64; 2]),
}

/// Size of a load on a flank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LoadSize {
    /// Total force, normal to the flank (N).
    Force(f64),
    /// Torque about the axis, without sign (N m).
    Torque(f64),
}

/// Where on a flank a line load acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LinePlace {
    /// Along the tip edge.
    Tip,
    /// At a radius of a wheel (m).
    Radius(f64),
    /// At a height over the datum line of a rack (m).
    Height(f64),
}

/// A load on a finite-element body.
#[derive(Debug, Clone, PartialEq)]
pub enum Load {
    /// A line load across a flank, normal to it.
    Line {
        /// Tooth, from 1.
        tooth: u32,
        /// Which of its flanks.
        side: FlankSide,
        /// Where on the flank.
        place: LinePlace,
        /// How much.
        size: LoadSize,
    },
    /// An even pressure over a flank.
    Flank {
        /// Tooth, from 1.
        tooth: u32,
        /// Which of its flanks.
        side: FlankSide,
        /// How much in all.
        size: LoadSize,
    },
    /// An even pressure on named faces.
    Faces {
        /// Name of the set.
        set: String,
        /// Pressure into the body (Pa).
        pressure: f64,
    },
    /// A force that named nodes share evenly.
    Nodes {
        /// Name of the set.
        set: String,
        /// Force (N).
        force: [f64; 3],
    },
}

/// Loads that act together.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadCase {
    /// Its name.
    pub name: String,
    /// Its loads.
    pub loads: Vec<Load>,
}
