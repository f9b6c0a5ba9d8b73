//! Pictures of gears and meshes: teeth in the transverse plane, axes pointing to the reader; pitch surfaces in space.

mod mesh;
mod outline;
mod pitch;
mod sliding;
mod tooth;
mod words;

pub use mesh::mesh;
pub use pitch::{pitch, shaft_offset};
pub use sliding::sliding;
pub use tooth::tooth;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
