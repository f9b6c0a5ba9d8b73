//! A figure: data that is drawn when it is written.

use serde::Serialize;

use super::chart::Chart;
use super::drawing::Drawing;
use super::error::Error;
use super::heat_map::HeatMap;
use super::matrix_map::MatrixMap;
use super::png::{self, Image};
use super::render::{ShadedPage, ShadedView};
use super::scene::Scene;
use super::svg;

/// What shall be shown, in the units of the reader. Serialised, values that are no numbers become `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Figure {
    /// Curves over a common axis.
    Chart(Chart),
    /// Values over a plane.
    HeatMap(HeatMap),
    /// A table of numbers as coloured squares.
    MatrixMap(MatrixMap),
    /// A drawing to scale.
    Drawing(Drawing),
    /// A body in space.
    ShadedView(ShadedView),
    /// Several views of one body.
    ShadedPage(ShadedPage),
}

/// A figure as it has been drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The pixels of bodies in space, which lie below all else.
    pub(crate) images: Option<Vec<Image>>,
    /// Paths and texts.
    pub(crate) scene: Scene,
}

impl Figure {
    /// Whether it shows bodies in space, which SVG cannot hold.
    pub fn is_shaded(&self) -> bool {
        matches!(self, Self::ShadedView(_) | Self::ShadedPage(_))
    }

    /// Draws the figure.
    pub fn draw(&self) -> Result<Drawn, Error> {
        match self {
            Self::Chart(chart) => Ok(chart.scene().into()),
            Self::HeatMap(map) => Ok(map.scene().into()),
            Self::MatrixMap(map) => Ok(map.scene().into()),
            Self::Drawing(drawing) => Ok(drawing.scene().into()),
            Self::ShadedView(view) => view.draw(),
            Self::ShadedPage(page) => page.draw(),
        }
    }
}

impl Drawn {
    /// The content of an SVG file; none of bodies in space, which are pixels.
    pub fn svg(&self) -> Option<String> {
        self.images.is_none().then(|| svg::write(&self.scene))
    }

    /// The content of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        let images = self.images.as_deref().unwrap_or_default();
        png::write(images, &self.scene, png::SCALE)
    }
}

impl From<Scene> for Drawn {
    fn from(scene: Scene) -> Self {
        Self {
            images: None,
            scene,
        }
    }
}

impl From<Chart> for Figure {
    fn from(chart: Chart) -> Self {
        Self::Chart(chart)
    }
}

impl From<HeatMap> for Figure {
    fn from(map: HeatMap) -> Self {
        Self::HeatMap(map)
    }
}

impl From<MatrixMap> for Figure {
    fn from(map: MatrixMap) -> Self {
        Self::MatrixMap(map)
    }
}

impl From<Drawing> for Figure {
    fn from(drawing: Drawing) -> Self {
        Self::Drawing(drawing)
    }
}

impl From<ShadedView> for Figure {
    fn from(view: ShadedView) -> Self {
        Self::ShadedView(view)
    }
}

impl From<ShadedPage> for Figure {
    fn from(page: ShadedPage) -> Self {
        Self::ShadedPage(page)
    }
}
