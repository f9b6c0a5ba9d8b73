//! Vectors and tensors, in one place for all elements.

pub(crate) use pitchline_geometry::tensor::{Tensor, determinant, inverse, principal, times};
pub(crate) use pitchline_geometry::vector::{Vector, cross, dot, minus};
