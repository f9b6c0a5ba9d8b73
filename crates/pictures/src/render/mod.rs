//! Shaded pictures of bodies in space, always PNG: meshes, deflections, stresses, mode shapes.
//!
//! [`Surface`] holds what can be seen of a mesh, [`View`] says from where; [`ShadedView`] makes one picture of it and
//! [`ShadedPage`] several small ones, such as the first modes. Hidden surfaces vanish in a depth buffer with four samples
//! per pixel; one thread draws, so the same data give the same bytes.

mod body;
mod corners;
mod facets;
mod fit;
mod raster;
mod shaded_page;
mod shaded_view;
mod shading;
mod subdivide;
mod surface;
mod triad;
mod view;

pub use shaded_page::{PageView, ShadedPage};
pub use shaded_view::{Deformation, Field, Lines, Magnification, ShadedView};
pub use surface::{Faces, Surface};
pub use view::View;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
