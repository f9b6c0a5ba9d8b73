//! Pictures of gears and meshes, in the transverse plane; the axes point to the reader.

mod mesh;
mod outline;
mod planetary;
mod sliding;
mod tooth;
mod words;

pub use mesh::mesh;
pub use planetary::{planes, planetary};
pub use sliding::sliding;
pub use tooth::tooth;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
