//! Pictures of gears and meshes, in the transverse plane; the axes point to the reader.

mod mesh;
mod modification;
mod no_load;
mod outline;
mod planetary;
mod sliding;
mod tooth;
mod topography;
mod words;

pub use mesh::mesh;
pub use modification::modification;
pub use no_load::no_load;
pub use planetary::{planes, planetary};
pub use sliding::sliding;
pub use tooth::tooth;
pub use topography::topographies;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;
