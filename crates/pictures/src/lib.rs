//! How is it shown? Figures as data, written as SVG or PNG.
//!
//! ```text
//! Chart, HeatMap, MatrixMap, Drawing, ShadedView, ShadedPage ──▶ Figure ──draw──▶ Drawn ──svg, png──▶ bytes
//! ```
//!
//! A [`Figure`] holds what shall be shown in the units of the reader: axes, series, labels, maps, shapes, and of bodies in
//! space the faces that can be seen ([`Surface`]) with the values on them. It serialises, so that other programs can draw it.
//! Only [`Figure::draw`] computes where things stand: ranges, ticks, labels that never overlap, hidden surfaces.
//! [`audit`] reads an SVG back and finds texts that overlap, leave the picture, or axes without a unit.
//!
//! # Main types
//!
//! - [`Figure`]: what shall be shown; [`Drawn`]: drawn, paths and texts in pixels over the images of bodies
//! - [`Chart`], [`Drawing`]: line charts and drawings to scale, with labels that never overlap
//! - [`HeatMap`], [`MatrixMap`]: values over a plane in bands of colour, a table as coloured squares, with their bar
//! - [`ShadedView`], [`ShadedPage`]: a body in space: mesh, deflection, stress; several views on a page, such as modes
//! - [`Surface`], [`Faces`], [`Field`], [`View`]: the border of a body by its faces, the values on it, from where it is seen

mod arrow;
pub mod audit;
mod axes;
mod bands;
mod chart;
mod chart_layout;
mod clip;
mod colour;
mod colour_map;
mod contour;
mod decades;
mod drawing;
mod error;
mod figure;
pub mod font;
mod heat_map;
mod label;
mod label_page;
mod legend;
mod marker;
mod matrix_map;
pub mod number;
mod occupancy;
mod png;
mod rectangle;
mod render;
mod rich_text;
mod scene;
mod shape;
mod style;
mod svg;
pub mod ticks;
mod title;

pub use axes::Axis;
pub use bands::Palette;
pub use chart::{Chart, Panel, Series};
pub use colour::Colour;
pub use drawing::Drawing;
pub use error::Error;
pub use figure::{Drawn, Figure};
pub use heat_map::HeatMap;
pub use marker::{Marker, spread};
pub use matrix_map::MatrixMap;
pub use render::{
    Deformation, Faces, Field, Lines, Magnification, PageView, ShadedPage, ShadedView, Surface,
    View,
};
pub use rich_text::{RichText, Run, Script};
pub use scene::Point;
pub use style::{Dash, LineStyle};

#[cfg(test)]
mod tests;
