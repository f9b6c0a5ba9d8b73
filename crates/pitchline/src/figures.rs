//! Figures of gears and meshes: teeth in the transverse plane, axes pointing to the reader; pitch surfaces in space.

mod border;
mod mesh;
mod modification;
mod no_load;
mod outline;
mod pitch;
mod planetary;
pub(crate) mod reduction;
mod sliding;
mod tooth;
mod topography;
mod words;

pub use border::Border;
pub use mesh::mesh;
pub(crate) use modification::modification;
pub use no_load::no_load;
pub use pitch::{pitch, shaft_offset};
pub use planetary::{planes, planetary};
pub use sliding::sliding;
pub use tooth::tooth;
pub(crate) use topography::topographies;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
