//! What pulls and pushes: one law per file.

mod spring;

pub use spring::Spring;
