//! One shaded picture with title, colour bar and axes.

use serde::Serialize;

use super::body::Body;
use super::facets::Facets;
use super::fit::Fit;
use super::raster::{Raster, SAMPLES};
use super::surface::Surface;
use super::triad;
use super::view::{View, dot};
use crate::Error;
use crate::bands::{BAR, Bands, Palette};
use crate::figure::Drawn;
use crate::png::{Image, SCALE};
use crate::rectangle::Rectangle;
use crate::scene::{Item, Scene};
use crate::title::{Heading, MARGIN};
use crate::{Axis, RichText};
use pitchline_geometry::Vector;

/// Width and height of the part that holds the body (px).
const FRAME: [f64; 2] = [640.0, 480.0];
/// White around the body (px).
const GAP: f64 = 10.0;

/// Values to be shown in bands of colour.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// One for each node of the surface, in the unit of the axis; what is no number is grey.
    pub values: Vec<f64>,
    /// Name, unit and, if it shall not follow from the values, the range.
    pub axis: Axis,
    /// Lowest and highest value of the whole body, which the colours cover too.
    pub extremes: Option<[f64; 2]>,
}

/// By how much displacements are enlarged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Magnification {
    /// The largest becomes 5 % of the size of the body; the subtitle tells the factor.
    #[default]
    Auto,
    /// By this factor, which the subtitle tells.
    Factor(f64),
    /// As `Auto`, of a mode shape, whose amplitude means nothing.
    Shape,
}

/// Displacements of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deformation {
    /// One for each node of the mesh, or vertex of the surface (m).
    pub displacements: Vec<Vector>,
    /// How they are shown.
    pub magnification: Magnification,
}

/// Which lines are drawn on a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lines {
    /// The edges of all elements: a picture of a mesh.
    Elements,
    /// Sharp edges only.
    #[default]
    Features,
}

/// A body to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShadedView {
    /// Title; may be empty.
    pub title: RichText,
    /// Smaller line below the title; may be empty.
    pub subtitle: RichText,
    /// The body.
    pub surface: Surface,
    /// What the colours show; without it the body is grey.
    pub field: Option<Field>,
    /// How it is deformed; thin lines show it at rest.
    pub deformation: Option<Deformation>,
    /// Which lines are drawn.
    pub lines: Lines,
    /// From where it is seen.
    pub view: View,
}

impl Deformation {
    /// The factor for these displacements of a body of this size.
    pub(super) fn factor(&self, moves: &[Vector], size: f64, shown: f64) -> f64 {
        if let Magnification::Factor(factor) = self.magnification {
            return if factor.is_finite() { factor } else { 1.0 };
        }
        let lengths = moves.iter().map(|shift| dot(*shift, *shift).sqrt());
        let largest = lengths
            .filter(|length| length.is_finite())
            .fold(0.0, f64::max);
        let factor = shown * size / largest;
        if factor.is_finite() {
            two_digits(factor)
        } else {
            1.0
        }
    }
}

/// Rounded down to two digits: readers compute with it.
fn two_digits(value: f64) -> f64 {
    let power = value.log10().floor() - 1.0;
    let unit = 10_f64.powi(power as i32);
    if unit > 0.0 && unit.is_finite() {
        // What is a round number but for the last bits stays one.
        (value / unit * (1.0 + 1e-12)).floor() * unit
    } else {
        value
    }
}

impl Field {
    /// Values for each node of the surface.
    pub fn new(values: Vec<f64>, axis: Axis) -> Self {
        Self {
            values,
            axis,
            extremes: None,
        }
    }

    fn bands(&self) -> Bands {
        let values = self.values.iter().copied();
        bands(
            values.chain(self.extremes.into_iter().flatten()),
            &self.axis,
        )
    }
}

/// Bands of colour for these values.
pub(super) fn bands(values: impl Iterator<Item = f64> + Clone, axis: &Axis) -> Bands {
    let palette = if values.clone().any(|value| value < 0.0) {
        Palette::Signed
    } else {
        Palette::Rising
    };
    Bands::along(axis, values, palette)
}

impl ShadedView {
    /// A grey body with the edges of its elements.
    pub fn of_mesh(title: impl Into<RichText>, surface: Surface) -> Self {
        Self {
            title: title.into(),
            subtitle: RichText::default(),
            surface,
            field: None,
            deformation: None,
            lines: Lines::Elements,
            view: View::OBLIQUE,
        }
    }

    pub(crate) fn draw(&self) -> Result<Drawn, Error> {
        let field = self.field.as_ref();
        let values = field.map(|field| (field.values.as_slice(), field.axis.name.as_str()));
        let facets = Facets::of(&self.surface);
        let body = Body::new(
            &facets,
            self.lines,
            &self.view,
            values,
            self.deformation.as_ref(),
        )?;
        let bands = field.map(Field::bands);
        let bar = field.zip(bands.as_ref());
        let bar = bar
            .map(|(field, bands)| (bands, &field.axis, field.axis.title(&bands.ticks, FRAME[1])));
        let bar_room = bar
            .as_ref()
            .map_or(0.0, |(bands, _, title)| bands.room(title));
        let width = 2.0 * MARGIN + FRAME[0] + bar_room;
        let heading = Heading::new(&self.title, &self.told_subtitle(body.factor), width);
        let frame = Rectangle::new(MARGIN, whole(MARGIN + heading.room()), FRAME[0], FRAME[1]);
        let (image, triad_at) = with_triad(&body, &frame, bands.as_ref());
        let mut items: Vec<Item> = heading.draw(0.5 * width, width);
        items.extend(triad::draw(triad_at, &self.view));
        if let Some((bands, axis, title)) = &bar {
            let bar = Rectangle::new(frame.right + BAR[1], frame.top, BAR[0], FRAME[1]);
            items.extend(bands.draw_bar(&bar, axis, title));
        }
        let scene = Scene {
            width,
            height: frame.bottom + MARGIN,
            title: self.title.to_plain(),
            description: String::new(),
            items,
        };
        Ok(Drawn {
            images: Some(vec![image]),
            scene,
        })
    }

    fn told_subtitle(&self, factor: f64) -> RichText {
        let magnification = self.deformation.as_ref().map(|d| d.magnification);
        let is_told = matches!(
            magnification,
            Some(Magnification::Auto | Magnification::Factor(_))
        );
        if !is_told {
            return self.subtitle.clone();
        }
        let told = RichText::plain(&format!(
            "displacements × {}, thin lines: at rest",
            crate::number::short(factor)
        ));
        if self.subtitle.is_empty() {
            told
        } else {
            self.subtitle
                .followed_by(&RichText::plain(";"))
                .spaced(&told)
        }
    }
}

/// To a whole pixel, where images must begin.
pub(super) fn whole(place: f64) -> f64 {
    place.ceil()
}

/// The body in its frame, with room for the axes in a corner.
fn with_triad(body: &Body, frame: &Rectangle, bands: Option<&Bands>) -> (Image, [f64; 2]) {
    let [width, height] = [frame.width(), frame.height()];
    let samples = SCALE * SAMPLES as f64;
    let room = (triad::ROOM * samples) as usize;
    let [columns, rows] = [width, height].map(|side| (side * samples) as usize);
    let (raster, _) = drawn(body, [width, height], bands, 0.0);
    let half = 0.5 * triad::ROOM;
    let corners = [
        (
            [0, rows - room, room, rows],
            [frame.left + half, frame.bottom - half],
        ),
        (
            [columns - room, rows - room, columns, rows],
            [frame.right - half, frame.bottom - half],
        ),
        ([0, 0, room, room], [frame.left + half, frame.top + half]),
    ];
    let free = corners.iter().find(|(place, _)| !raster.has_ink_in(*place));
    match free {
        Some((_, at)) => (image(&raster, frame), *at),
        // No corner is free: the body makes room on the left.
        None => {
            let (raster, _) = drawn(body, [width, height], bands, triad::ROOM);
            (image(&raster, frame), corners[0].1)
        }
    }
}

/// The body drawn into so many pixels of the scene, with a strip on the left left free.
pub(super) fn drawn(
    body: &Body,
    [width, height]: [f64; 2],
    bands: Option<&Bands>,
    strip: f64,
) -> (Raster, Fit) {
    let [columns, rows] = [width, height].map(|side| (side * SCALE) as usize);
    let mut raster = Raster::new(columns, rows);
    let samples = SCALE * SAMPLES as f64;
    let room = [GAP + strip, GAP, width - GAP, height - GAP].map(|side| side * samples);
    let fit = Fit::new(&body.extent(), room);
    body.draw(&mut raster, &fit, bands);
    (raster, fit)
}

/// The pixels of a raster at the place of its frame.
pub(super) fn image(raster: &Raster, frame: &Rectangle) -> Image {
    Image {
        left: (frame.left * SCALE) as usize,
        top: (frame.top * SCALE) as usize,
        width: raster.size()[0] as usize / SAMPLES,
        pixels: raster.pixels(),
    }
}
