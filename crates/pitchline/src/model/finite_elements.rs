//! The finite elements of a gear, as a model file asks for them.

use crate::fem::{ElementKind, MeshControls, MeshSize};
use crate::geometry::{Blank, CylindricalGear};

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
