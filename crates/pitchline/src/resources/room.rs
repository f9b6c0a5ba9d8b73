//! Whether the machine has room for a mesh and its matrices.

use crate::fem::{ElementKind, MeshCount};
use crate::memory::available;
use crate::studies::Failure;

/// What a study holds in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MemoryUse {
    /// The mesh alone.
    Mesh,
    /// Stiffness and mass, and the factor of the stiffness.
    Factor,
}

/// What it takes, about (bytes). A row of stiffness or mass has 36 entries in its lower triangle with eight nodes and 70
/// with twenty; an entry takes twelve bytes, once more while the matrices are put together. The factor of a gear of z sectors
/// with c unknowns on a cut has 23 to 32 z c² entries with nested dissection, counted on six meshes of both kinds, 16 to 100
/// teeth; 20 are asked for here, so that nothing is refused that fits. The exact count follows from the pattern of the matrix.
fn needed(count: &MeshCount, kind: ElementKind, memory_use: MemoryUse) -> f64 {
    let mesh = 100.0 * count.nodes as f64 + 4.0 * (count.elements * kind.nodes()) as f64;
    if memory_use == MemoryUse::Mesh {
        return mesh;
    }
    let per_row = match kind {
        ElementKind::Hex8 => 36.0,
        ElementKind::Hex20 => 70.0,
    };
    let on_cut = 3.0 * count.cut_nodes as f64;
    let sectors = count.nodes as f64 / (count.sector_nodes - count.cut_nodes).max(1) as f64;
    let matrices = 3.0 * 12.0 * per_row * count.dofs as f64;
    mesh + matrices + 8.0 * 20.0 * sectors * on_cut * on_cut
}

/// Refuses what does not fit into memory, before anything is taken.
pub(super) fn check(
    name: &str,
    count: &MeshCount,
    kind: ElementKind,
    memory_use: MemoryUse,
) -> Result<(), Failure> {
    let bytes = needed(count, kind, memory_use);
    match available().map(|free| free as f64) {
        Some(free) if bytes > free => Err(Failure::NoRoomForMesh {
            gear: name.to_owned(),
            unknowns: count.dofs,
            needed: bytes,
            free,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wheel of 50 teeth with 99 nodes on a cut, 280 800 unknowns: its factor was counted with 1.07e8 entries, its stiffness with 9.86e6.
    #[test]
    fn what_was_counted_is_what_is_asked_for() {
        let count = MeshCount {
            nodes: 93_600,
            elements: 80_000,
            dofs: 280_800,
            sector_nodes: 1971,
            cut_nodes: 99,
        };
        let counted = 8.0 * 1.07e8 + 3.0 * 12.0 * 9.86e6;
        let requested = needed(&count, ElementKind::Hex8, MemoryUse::Factor);
        assert!(
            (0.8..1.05).contains(&(requested / counted)),
            "{requested:e} {counted:e}"
        );
        assert!(needed(&count, ElementKind::Hex8, MemoryUse::Mesh) < 0.02 * counted);
    }

    #[test]
    fn giants_are_refused_with_the_estimate() {
        let count = MeshCount {
            nodes: 1 << 30,
            elements: 1 << 30,
            dofs: 3 << 30,
            sector_nodes: 1 << 24,
            cut_nodes: 1 << 18,
        };
        let refused = check("wheel", &count, ElementKind::Hex8, MemoryUse::Factor);
        if available().is_some() {
            let text = refused.expect_err("no machine has room for it").to_string();
            assert!(
                text.contains("GiB and ") && text.contains("iB are free"),
                "{text}"
            );
        }
    }
}
