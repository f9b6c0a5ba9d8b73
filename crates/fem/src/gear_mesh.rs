//! Hexahedra of a gear: one sector from the exact profile, the whole by turning it.
//!
//! ```text
//! CylindricalGear ─▶ Outline (exact profile, unrolled) ─┐
//! MeshControls ────▶ Topology (quadrilaterals) ─────────┴─▶ Section (places, smoothed) ─┐
//! Blank ─▶ rings ──▶ Layers (z-lines) ──────────────────────────────────────────────────┴─▶ Sector ─▶ Mesh
//! ```
//!
//! Derivation and pictures of the blocks: docs/theory/gear-meshes.md. Modifications of the flanks are not meshed: they
//! are a thousand times smaller than an element, and contact takes them from the flank itself.

mod controls;
mod copies;
mod count;
mod error;
mod layers;
mod outline;
mod plane;
mod section;
mod smooth;
mod sweep;
mod topology;

pub use controls::{Grading, MeshControls, MeshSize};
pub use copies::set_names;
pub use count::MeshCount;
pub use error::MeshError;

use pitchline_geometry::{Blank, CylindricalGear, GearFlanks};

use crate::quality::MeshQuality;
use crate::{ElementKind, Face, FlankGrid, Mesh};
use layers::Layers;
use section::Section;
use sweep::{Numbering, Patch, Swept};

/// One tooth with its part of the body, from mid space to mid space.
///
/// On a wheel the cuts are helicoids that coincide when the sector turns by a pitch; on a rack planes along its teeth.
#[derive(Debug, Clone, PartialEq)]
pub struct Sector {
    /// Its nodes and elements; tooth 1.
    pub mesh: Mesh,
    /// Nodes on the cut at the lower angle.
    pub cut_low: Vec<u32>,
    /// Nodes on the cut at the higher angle, in the order of those that the low cut meets there.
    pub cut_high: Vec<u32>,
    /// From sector to sector: an angle about z (rad), on a rack a length along y (m).
    pub pitch: f64,
    /// Number of sectors.
    pub teeth: u32,
    /// Whether sectors are moved along y instead of turned about z.
    pub is_rack: bool,
    /// Shape of its elements.
    pub quality: MeshQuality,
    seat: &'static str,
    patches: Vec<(Patch, Face)>,
}

impl Sector {
    /// Name of the set that carries the body: `bore`, `outer` or `back`.
    pub fn seat(&self) -> &'static str {
        self.seat
    }

    /// An element whose scaled Jacobian is less is refused.
    pub const LEAST_SCALED_JACOBIAN: f64 = 0.15;

    /// Meshes one tooth of a gear, or says what stands against it.
    pub fn build(
        gear: &CylindricalGear,
        blank: &Blank,
        controls: &MeshControls,
        kind: ElementKind,
    ) -> Result<Self, MeshError> {
        MeshCount::of(gear, blank, controls, kind)?;
        let rings = blank.rings(gear)?;
        let section = Section::build(gear, &rings, controls)?;
        let layers = Layers::new(&rings, controls);
        let numbering = Numbering::new(&section.topology, &layers, kind);
        let Swept {
            nodes,
            connectivity,
            patches,
            flanks,
        } = sweep::sweep(&section, &layers, &rings, &numbering);
        let cut = |side: usize| -> Vec<u32> {
            numbering
                .cut_columns(&section.topology)
                .iter()
                .flat_map(|pair| numbering.column(pair[side]))
                .map(|node| node as u32)
                .collect()
        };
        let mesh = Mesh {
            kind,
            nodes,
            connectivity,
            node_sets: Vec::new(),
            face_sets: Vec::new(),
            flanks: flanks.map(|grid| with_normals(gear, grid)).to_vec(),
        };
        let quality = MeshQuality::of(&mesh);
        check(&quality, &mesh)?;
        let mut sector = Self {
            cut_low: cut(0),
            cut_high: cut(1),
            pitch: section.outline.plane.pitch(),
            teeth: gear.data().teeth,
            is_rack: section.outline.plane.is_rack(),
            quality,
            seat: copies::seat_name(gear),
            patches,
            mesh,
        };
        sector.name_sets();
        Ok(sector)
    }
}

/// Normals of the flank itself, not of its elements.
fn with_normals(gear: &CylindricalGear, mut grid: FlankGrid) -> FlankGrid {
    let Some(flank) = GearFlanks::plain(gear).flank(grid.tooth, grid.side) else {
        return grid;
    };
    let rows = grid.profile.iter();
    grid.normals = rows
        .flat_map(|&s| grid.width.iter().map(move |&z| (s, z)))
        .map(|(s, z)| flank.point(s, z).normal)
        .collect();
    for middle in &mut grid.middles {
        let [s, z] = middle.parameters;
        middle.normal = flank.point(s, z).normal;
    }
    grid
}

fn check(quality: &MeshQuality, mesh: &Mesh) -> Result<(), MeshError> {
    if let Some(element) = quality.folded {
        let corners = &mesh.element(element)[..8];
        let place = [0, 1, 2].map(|k| {
            let sum: f64 = corners.iter().map(|&n| mesh.nodes[n as usize][k]).sum();
            sum / 8.0
        });
        return Err(MeshError::Folded { element, place });
    }
    if quality.least_scaled_jacobian < Sector::LEAST_SCALED_JACOBIAN {
        let (element, place) = quality.worst;
        return Err(MeshError::Sliver {
            element,
            scaled_jacobian: quality.least_scaled_jacobian,
            limit: Sector::LEAST_SCALED_JACOBIAN,
            place,
        });
    }
    Ok(())
}
