//! Whether the machine has room for a mesh and its matrices.

use super::Failure;
use crate::fem::{ElementKind, MeshCount};
use crate::number::short;

/// Memory that is free for this process (bytes); `None` where the system does not tell.
pub(super) fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kibibytes)
}

/// What mesh, stiffness and mass take (bytes). A node of a structured mesh shares elements with 27 nodes of eight-node
/// elements, with 81 corners and 51 mid-sides on average of twenty-node ones; half of a symmetric matrix is stored, twelve
/// bytes an entry, for stiffness and mass, and once more while they are put together.
fn needed(count: &MeshCount, kind: ElementKind) -> u64 {
    let neighbours = match kind {
        ElementKind::Hex8 => 27,
        ElementKind::Hex20 => 57,
    };
    let entries = count.dofs as u64 * 3 * neighbours / 2;
    let mesh = 100 * count.nodes as u64 + 4 * (count.elements * kind.nodes()) as u64;
    mesh + 3 * 12 * entries
}

/// Refuses a mesh that does not fit into memory, before anything is taken. The factor is estimated later, from the pattern
/// of the matrix.
pub(super) fn check(name: &str, count: &MeshCount, kind: ElementKind) -> Result<(), Failure> {
    let bytes = needed(count, kind);
    match available() {
        Some(free) if bytes > free => Err(format!(
            "gear `{name}`: a mesh of {} degrees of freedom needs about {} GiB and {} GiB are free: choose a coarser mesh \
             (mesh = {{ size = \"coarse\" }}), or fewer elements",
            count.dofs,
            gibibytes(bytes),
            gibibytes(free),
        )),
        _ => Ok(()),
    }
}

fn gibibytes(bytes: u64) -> String {
    short((bytes as f64 / f64::from(1 << 30) * 10.0).round() / 10.0)
}
