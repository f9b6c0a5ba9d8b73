//! Pictures of gears and meshes.

mod mesh;
mod sliding;
mod tooth;

pub use mesh::mesh;
pub use sliding::sliding;
pub use tooth::tooth;
