//! Several small views of one body on a page, such as its first modes.

use serde::Serialize;

use super::body::Body;
use super::facets::Facets;
use super::shaded_view::{Deformation, Lines, Magnification, bands, drawn, image, whole};
use super::surface::Surface;
use super::triad;
use super::view::{View, dot};
use crate::Error;
use crate::bands::{BAR, Bands};
use crate::figure::Drawn;
use crate::png::Image;
use crate::rectangle::Rectangle;
use crate::scene::{Anchor, Baseline, Item, Scene, Text};
use crate::title::{Heading, MARGIN};
use crate::{Axis, RichText};
use pitchline_geometry::Vector;

/// Width and height of a view (px).
const FRAME: [f64; 2] = [300.0, 225.0];
/// Height of the line below a view (px).
const CAPTION: f64 = 26.0;
/// Font size of that line (px).
const CAPTION_SIZE: f64 = 12.5;
/// Most views in a row.
const COLUMNS: usize = 3;

/// One view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageView {
    /// The line below it.
    pub caption: RichText,
    /// One value for each node, in the unit of the page's axis.
    pub values: Vec<f64>,
    /// How the body is deformed.
    pub deformation: Option<Deformation>,
}

impl PageView {
    /// A shape by the displacements of the nodes; `largest` counts 1.
    pub fn of_shape(caption: RichText, shape: Vec<Vector>, largest: f64) -> Self {
        Self {
            caption,
            values: shape.iter().map(|u| dot(*u, *u).sqrt() / largest).collect(),
            deformation: Some(Deformation {
                displacements: shape,
                magnification: Magnification::Shape,
            }),
        }
    }
}

/// Views of one body, seen from one direction, in the colours of one bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShadedPage {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// The body.
    pub surface: Surface,
    /// What the colours show.
    pub axis: Axis,
    /// From where it is seen.
    pub view: View,
    /// The views, row by row.
    pub views: Vec<PageView>,
}

impl ShadedPage {
    /// Shapes seen obliquely; the largest displacement of each counts 1.
    pub fn of_shapes(title: impl Into<RichText>, surface: Surface, views: Vec<PageView>) -> Self {
        Self {
            title: title.into(),
            subtitle: RichText::default(),
            surface,
            axis: Axis::new("Displacement per largest", "–").range(0.0, 1.0),
            view: View::OBLIQUE,
            views,
        }
    }

    pub(crate) fn draw(&self) -> Result<Drawn, Error> {
        let values = self.views.iter().flat_map(|view| &view.values).copied();
        let bands = bands(values, &self.axis);
        let n_columns = self.views.len().clamp(1, COLUMNS);
        let n_rows = self.views.len().div_ceil(n_columns).max(1);
        let [width, height] = [
            n_columns as f64 * FRAME[0],
            n_rows as f64 * (FRAME[1] + CAPTION),
        ];
        let title = self.axis.title(&bands.ticks, height - triad::ROOM);
        let page_width = 2.0 * MARGIN + width + bands.room(&title);
        let heading = Heading::new(&self.title, &self.subtitle, page_width);
        let top = whole(MARGIN + heading.room());
        let mut items = heading.draw(0.5 * page_width, page_width);
        let facets = Facets::of(&self.surface);
        let mut images = Vec::new();
        for (i, view) in self.views.iter().enumerate() {
            let frame = Rectangle::new(
                MARGIN + (i % n_columns) as f64 * FRAME[0],
                top + (i / n_columns) as f64 * (FRAME[1] + CAPTION),
                FRAME[0],
                FRAME[1],
            );
            images.push(self.draw_view(view, &facets, &frame, &bands)?);
            items.push(caption(view, &frame));
        }
        let foot = top + height;
        let bar_height = height - triad::ROOM - 0.5 * CAPTION;
        let bar = Rectangle::new(MARGIN + width + BAR[1], top, BAR[0], bar_height);
        items.extend(bands.draw_bar(&bar, &self.axis, &title));
        let below_bar = [bar.right + BAR[0], foot - 0.5 * triad::ROOM];
        items.extend(triad::draw(below_bar, &self.view));
        let scene = Scene {
            width: page_width,
            height: foot + MARGIN,
            title: self.title.to_plain(),
            description: String::new(),
            items,
        };
        Ok(Drawn {
            images: Some(images),
            scene,
        })
    }

    fn draw_view(
        &self,
        view: &PageView,
        facets: &Facets,
        frame: &Rectangle,
        bands: &Bands,
    ) -> Result<Image, Error> {
        let body = Body::new(
            facets,
            Lines::Features,
            &self.view,
            Some((&view.values, &self.axis.name)),
            view.deformation.as_ref(),
        )?;
        let (raster, _) = drawn(&body, FRAME, Some(bands), 0.0);
        Ok(image(&raster, frame))
    }
}

fn caption(view: &PageView, frame: &Rectangle) -> Item {
    let words = view.caption.fitted(CAPTION_SIZE, frame.width() - 12.0);
    let text = Text::new([frame.middle(), frame.bottom + 3.0], CAPTION_SIZE, words);
    Item::Text(text.placed(Anchor::Middle, Baseline::Top).class("caption"))
}
