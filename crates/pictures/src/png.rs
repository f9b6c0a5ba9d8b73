//! Draws a scene as a PNG with the look of its SVG.

use tiny_skia::{
    FillRule, LineJoin, Mask, Paint, PathBuilder, Pixmap, Stroke as SkiaStroke, StrokeDash,
    Transform,
};
use ttf_parser::OutlineBuilder;

use super::colour::Colour;
use super::error::Error;
use super::font;
use super::rectangle::Rectangle;
use super::scene::{Anchor, Circle, Group, Item, Path, Scene, Text};
use super::style::Stroke;

/// Pixels of the raster per pixel of the scene that look sharp on paper and on dense screens.
pub(crate) const SCALE: f64 = 2.0;

/// Largest side of a raster (pixels).
const LARGEST_SIDE: u32 = 16_384;

/// Opaque pixels that lie below a scene.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    /// Column of the raster where it begins.
    pub(crate) left: usize,
    /// Row of the raster where it begins.
    pub(crate) top: usize,
    /// Pixels per row.
    pub(crate) width: usize,
    /// Red, green and blue, row by row.
    pub(crate) pixels: Vec<[u8; 3]>,
}

/// A scene drawn over images as PNG bytes, `scale` raster pixels per scene pixel.
pub(crate) fn write(images: &[Image], scene: &Scene, scale: f64) -> Result<Vec<u8>, Error> {
    let (width, height) = ((scene.width * scale).ceil(), (scene.height * scale).ceil());
    let size_error = || Error::RasterSize {
        width,
        height,
        limit: LARGEST_SIDE,
    };
    let limit = 1.0..=f64::from(LARGEST_SIDE);
    if !limit.contains(&width) || !limit.contains(&height) {
        return Err(size_error());
    }
    let pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(size_error)?;
    let scale = scale as f32;
    let mut canvas = Canvas {
        pixmap,
        transform: Transform::from_scale(scale, scale),
        mask: None,
    };
    canvas
        .pixmap
        .fill(tiny_skia::Color::from_rgba8(255, 255, 255, 255));
    for image in images {
        canvas.place(image);
    }
    for item in &scene.items {
        canvas.draw(item);
    }
    canvas.pixmap.encode_png().map_err(|error| Error::Encoding {
        message: error.to_string(),
    })
}

struct Canvas {
    pixmap: Pixmap,
    transform: Transform,
    mask: Option<Mask>,
}

impl Canvas {
    /// Copies an image; what lies outside of the raster is left out.
    fn place(&mut self, image: &Image) {
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        let (n_columns, n_rows) = (width as usize, height as usize);
        let data = self.pixmap.data_mut();
        let rows = image.pixels.chunks_exact(image.width.max(1));
        for (row, y) in rows.zip(image.top..n_rows) {
            for (colour, x) in row.iter().zip(image.left..n_columns) {
                let at = 4 * (y * n_columns + x);
                data[at..at + 3].copy_from_slice(colour);
            }
        }
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Path(path) => self.draw_path(path),
            Item::Circle(circle) => self.draw_circle(circle),
            Item::Text(text) => self.draw_text(text),
            Item::Group(group) => self.draw_group(group),
        }
    }

    fn draw_group(&mut self, group: &Group) {
        let outer = self.mask.clone();
        if let Some(clip) = &group.clip {
            self.narrow_mask(clip);
        }
        for item in &group.items {
            self.draw(item);
        }
        self.mask = outer;
    }

    fn narrow_mask(&mut self, clip: &Rectangle) {
        let corners = [
            [clip.left, clip.top],
            [clip.right, clip.top],
            [clip.right, clip.bottom],
            [clip.left, clip.bottom],
        ];
        let Some(path) = outline(&[corners.to_vec()], true) else {
            return;
        };
        if let Some(mask) = &mut self.mask {
            mask.intersect_path(&path, FillRule::Winding, true, self.transform);
        } else if let Some(mut mask) = Mask::new(self.pixmap.width(), self.pixmap.height()) {
            mask.fill_path(&path, FillRule::Winding, true, self.transform);
            self.mask = Some(mask);
        }
    }

    fn draw_path(&mut self, path: &Path) {
        if let Some(skia) = outline(&path.runs, path.is_closed) {
            self.paint(&skia, path.stroke.as_ref(), path.fill);
        }
    }

    fn draw_circle(&mut self, circle: &Circle) {
        let [x, y] = circle.centre.map(|value| value as f32);
        if let Some(skia) = PathBuilder::from_circle(x, y, circle.radius as f32) {
            self.paint(&skia, circle.stroke.as_ref(), circle.fill);
        }
    }

    fn draw_text(&mut self, text: &Text) {
        let width = font::extent(&text.content, text.size).width;
        let start = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * width,
            Anchor::End => -width,
        };
        let mut letters = Letters {
            builder: PathBuilder::new(),
            origin: text.alphabetic_position(),
            is_turned: text.is_turned,
            pen: [0.0, 0.0],
            scale: 1.0,
        };
        for run in font::placed_runs(&text.content, text.size) {
            letters.pen = [start + run.start, run.lowered];
            letters.scale = run.size / f64::from(font::face().units_per_em());
            for letter in run.text.chars() {
                // Glyph 0 is the box for letters that the font lacks.
                let glyph = font::glyph(letter).unwrap_or(ttf_parser::GlyphId(0));
                font::face().outline_glyph(glyph, &mut letters);
                letters.pen[0] += font::advance(letter) * run.size;
            }
        }
        if let Some(skia) = letters.builder.finish() {
            if text.has_halo {
                self.paint(&skia, Some(&Stroke::HALO), None);
            }
            let paint = paint(text.colour);
            self.pixmap.fill_path(
                &skia,
                &paint,
                FillRule::Winding,
                self.transform,
                self.mask.as_ref(),
            );
        }
    }

    fn paint(&mut self, path: &tiny_skia::Path, stroke: Option<&Stroke>, fill: Option<Colour>) {
        let mask = self.mask.as_ref();
        if let Some(colour) = fill {
            self.pixmap.fill_path(
                path,
                &paint(colour),
                FillRule::EvenOdd,
                self.transform,
                mask,
            );
        }
        if let Some(stroke) = stroke {
            let dashes: Vec<f32> = stroke.dash.pattern().iter().map(|v| *v as f32).collect();
            let skia = SkiaStroke {
                width: stroke.width as f32,
                line_join: LineJoin::Round,
                dash: StrokeDash::new(dashes, 0.0),
                ..SkiaStroke::default()
            };
            self.pixmap
                .stroke_path(path, &paint(stroke.colour), &skia, self.transform, mask);
        }
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, colour.alpha);
    paint.anti_alias = true;
    paint
}

fn outline(runs: &[Vec<[f64; 2]>], is_closed: bool) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for run in runs.iter().filter(|run| run.len() > 1) {
        for (i_point, point) in run.iter().enumerate() {
            let (x, y) = (point[0] as f32, point[1] as f32);
            if i_point == 0 {
                builder.move_to(x, y);
            } else {
                builder.line_to(x, y);
            }
        }
        if is_closed {
            builder.close();
        }
    }
    builder.finish()
}

/// Collects glyph outlines, which have y upwards and font units.
struct Letters {
    builder: PathBuilder,
    origin: [f64; 2],
    is_turned: bool,
    pen: [f64; 2],
    scale: f64,
}

impl Letters {
    fn page(&self, x: f32, y: f32) -> (f32, f32) {
        let along = self.pen[0] + f64::from(x) * self.scale;
        let down = self.pen[1] - f64::from(y) * self.scale;
        let [left, top] = if self.is_turned {
            [self.origin[0] + down, self.origin[1] - along]
        } else {
            [self.origin[0] + along, self.origin[1] + down]
        };
        (left as f32, top as f32)
    }
}

impl OutlineBuilder for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.page(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.page(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x1, y1) = self.page(x1, y1);
        let (x, y) = self.page(x, y);
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (x1, y1) = self.page(x1, y1);
        let (x2, y2) = self.page(x2, y2);
        let (x, y) = self.page(x, y);
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
