//! How is it shown? Charts, maps, drawings to scale and shaded views of bodies, written as SVG or PNG.
//!
//! [`Chart`], [`HeatMap`], [`MatrixMap`] and [`Drawing`] hold what shall be shown in the units of the reader; `render`
//! turns them into a [`Scene`], plain paths and texts in pixels, which [`svg::write`] and [`png::write`] put into a file
//! format. [`render`] draws bodies in space. [`audit`] reads an SVG back and finds texts that overlap, leave the picture,
//! or axes without a unit.

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
pub mod font;
mod heat_map;
pub mod label;
mod label_page;
mod legend;
mod marker;
mod matrix_map;
pub mod number;
mod occupancy;
pub mod png;
mod rectangle;
pub mod render;
mod rich_text;
mod scene;
mod shape;
mod style;
pub mod svg;
pub mod ticks;
mod title;

pub use axes::Axis;
pub use chart::{Chart, Panel, Series};
pub use colour::Colour;
pub use drawing::Drawing;
pub use error::Error;
pub use heat_map::HeatMap;
pub use marker::Marker;
pub use marker::spread;
pub use matrix_map::MatrixMap;
pub use rectangle::Rectangle;
pub use rich_text::{RichText, Run, Script};
pub use scene::{Anchor, Baseline, Circle, Group, Item, Path, Point, Scene, Text};
pub use style::{Dash, LineStyle, Stroke};

#[cfg(test)]
mod tests;
