//! Meshes derive from a potential: wheels of every kind on springs that nothing drives gain no energy, by modes, by the symmetry of their stiffness and
//! by the work over closed paths.

mod closed_paths;
mod fixed_axes;
mod modes;
mod motion;
pub mod sprung;
