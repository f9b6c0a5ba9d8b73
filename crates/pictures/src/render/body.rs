//! One body drawn into a raster: faces in colours, lines, and the outline at rest.

use super::corners::{corner_normals, face_normals};
use super::facets::{Facets, NO_FACE};
use super::fit::Fit;
use super::raster::{Corner, Ink, Raster, SAMPLES};
use super::shaded_view::{Deformation, Lines};
use super::shading::{COLOUR_DARKEST, PLAIN_DARKEST, brightness};

use super::view::{View, bounds};
use crate::Error;
use crate::bands::Bands;
use pitchline_geometry::Vector;

/// Steel without colours.
const PLAIN: [u8; 3] = [0xc3, 0xcd, 0xd6];
/// Where a value is missing.
const MISSING: [u8; 3] = [0xb0; 3];
/// Largest displacement shown, per size of the body.
const SHOWN: f64 = 0.05;
/// Width of a sharp edge, of the outline at rest and of the widest and thinnest edge of an element (pixels).
const WIDTHS: [f64; 4] = [1.5, 1.0, 1.0, 0.5];
/// Elements smaller than this get the thinnest lines (pixels).
const SMALL: f64 = 12.0;

/// A body as seen from a direction.
pub(super) struct Body<'s> {
    facets: &'s Facets,
    lines: Lines,
    /// Vertices in the axes of the picture.
    places: Vec<Vector>,
    /// The same at rest, if the body is deformed.
    rest: Option<Vec<Vector>>,
    values: Option<Vec<f64>>,
    /// By how much displacements are enlarged.
    pub(super) factor: f64,
}

impl<'s> Body<'s> {
    pub(super) fn new(
        facets: &'s Facets,
        lines: Lines,
        view: &View,
        values: Option<(&[f64], &str)>,
        deformation: Option<&Deformation>,
    ) -> Result<Self, Error> {
        let values = values.map(|(values, name)| {
            let values: Vec<[f64; 1]> = values.iter().map(|value| [*value]).collect();
            let sampled = facets.sampled(&values, name)?;
            Ok::<_, Error>(sampled.into_iter().map(|[value]| value).collect())
        });
        let at_rest = view.turned(&facets.vertices);
        let mut body = Self {
            facets,
            lines,
            places: at_rest.clone(),
            rest: None,
            values: values.transpose()?,
            factor: 1.0,
        };
        if let Some(deformation) = deformation {
            let moves = facets.sampled(&deformation.displacements, "displacement")?;
            body.factor = deformation.factor(&moves, size(&facets.vertices), SHOWN);
            for (place, shift) in body.places.iter_mut().zip(view.turned(&moves)) {
                for (x, dx) in place.iter_mut().zip(shift) {
                    *x += if dx.is_finite() {
                        body.factor * dx
                    } else {
                        0.0
                    };
                }
            }
            body.rest = Some(at_rest);
        }
        Ok(body)
    }

    /// All places that the picture shall hold.
    pub(super) fn extent(&self) -> Vec<Vector> {
        let rest = self.rest.iter().flatten();
        self.places.iter().chain(rest).copied().collect()
    }

    /// Draws the body; `bands` give the colours of its values.
    pub(super) fn draw(&self, raster: &mut Raster, fit: &Fit, bands: Option<&Bands>) {
        let bands = bands.filter(|_| self.values.is_some());
        let colours: Vec<[u8; 3]> = bands.map_or(Vec::new(), |bands| {
            let colours = bands.colours().into_iter();
            colours.map(|c| [c.red, c.green, c.blue]).collect()
        });
        let limits = bands.map_or(&[][..], |bands| &bands.limits);
        let paint = |value: f64, light: f64| {
            let band = limits.partition_point(|limit| *limit <= value);
            let colour = match colours.get(band) {
                None => PLAIN,
                Some(_) if value.is_nan() => MISSING,
                Some(colour) => *colour,
            };
            colour.map(|part| (f64::from(part) * light + 0.5) as u8)
        };
        let darkest = if bands.is_some() {
            COLOUR_DARKEST
        } else {
            PLAIN_DARKEST
        };
        let page: Vec<Vector> = self.places.iter().map(|p| fit.place(*p)).collect();
        self.draw_faces(raster, &page, darkest, &paint);
        self.draw_rest(raster, fit);
        self.draw_lines(raster, &page);
    }

    fn draw_faces(
        &self,
        raster: &mut Raster,
        page: &[Vector],
        darkest: f64,
        paint: &impl Fn(f64, f64) -> [u8; 3],
    ) {
        let normals = corner_normals(&self.places, &self.facets.faces);
        for (face, normals) in self.facets.faces.iter().zip(normals) {
            let mut corners = [0, 1, 2, 3].map(|i| {
                let vertex = face[i] as usize;
                Corner {
                    place: page[vertex],
                    value: self.values.as_ref().map_or(0.0, |values| values[vertex]),
                    light: brightness(normals[i], darkest),
                }
            });
            if face[2] == face[3] {
                raster.triangle([corners[0], corners[1], corners[2]], paint);
                continue;
            }
            // Four triangles around the middle favour no diagonal.
            let middle = middle(&corners);
            for _ in 0..4 {
                raster.triangle([corners[0], corners[1], middle], paint);
                corners.rotate_left(1);
            }
        }
    }

    /// The sharp edges of the body at rest, where neither it nor the deformed one hides them.
    fn draw_rest(&self, raster: &mut Raster, fit: &Fit) {
        let Some(rest) = &self.rest else {
            return;
        };
        let page: Vec<Vector> = rest.iter().map(|p| fit.place(*p)).collect();
        let mut own = Raster::new(
            raster.size()[0] as usize / SAMPLES,
            raster.size()[1] as usize / SAMPLES,
        );
        for face in &self.facets.faces {
            let corner = |i: usize| Corner {
                place: page[face[i] as usize],
                value: 0.0,
                light: 1.0,
            };
            for triangle in [[0, 1, 2], [0, 2, 3]] {
                own.triangle(triangle.map(corner), &|_, _| [0; 3]);
            }
        }
        for ends in self.outline(rest) {
            let ends = ends.map(|vertex| page[vertex as usize]);
            raster.line(ends, WIDTHS[1] * SAMPLES as f64, Ink::Rest, Some(&own));
        }
    }

    fn draw_lines(&self, raster: &mut Raster, page: &[Vector]) {
        let on_page = |ends: [u32; 2]| ends.map(|vertex| page[vertex as usize]);
        if self.lines == Lines::Elements {
            let edges = self.facets.edges.iter().filter(|edge| edge.is_of_element);
            let ends: Vec<[Vector; 2]> = edges.map(|edge| on_page(edge.ends)).collect();
            let width = element_width(&ends) * SAMPLES as f64;
            for ends in ends {
                raster.line(ends, width, Ink::Element, None);
            }
        }
        for ends in self.outline(&self.places) {
            raster.line(
                on_page(ends),
                WIDTHS[0] * SAMPLES as f64,
                Ink::Feature,
                None,
            );
        }
    }

    /// Sharp edges, and those where the surface turns away from the eye.
    fn outline(&self, places: &[Vector]) -> Vec<[u32; 2]> {
        let normals = face_normals(places, &self.facets.faces);
        let turns_away = |faces: [u32; 2]| {
            !faces.contains(&NO_FACE) && {
                let [a, b] = faces.map(|face| normals[face as usize][2]);
                (a > 0.0) != (b > 0.0)
            }
        };
        let edges = self.facets.edges.iter();
        let outline = edges.filter(|edge| edge.is_sharp || turns_away(edge.faces));
        outline.map(|edge| edge.ends).collect()
    }
}

fn middle(corners: &[Corner; 4]) -> Corner {
    let mean = |value: &dyn Fn(&Corner) -> f64| 0.25 * corners.iter().map(value).sum::<f64>();
    Corner {
        place: [0, 1, 2].map(|i| mean(&|corner| corner.place[i])),
        value: mean(&|corner| corner.value),
        light: mean(&|corner| corner.light),
    }
}

/// Lines of small elements are thin, or they would cover the surface (pixels).
fn element_width(ends: &[[Vector; 2]]) -> f64 {
    let mut lengths: Vec<f64> = ends
        .iter()
        .map(|[a, b]| (b[0] - a[0]).hypot(b[1] - a[1]) / SAMPLES as f64)
        .collect();
    lengths.sort_unstable_by(f64::total_cmp);
    match lengths.get(lengths.len() / 2) {
        Some(median) if *median < SMALL => WIDTHS[3],
        _ => WIDTHS[2],
    }
}

/// Largest extent along an axis (m).
fn size(places: &[Vector]) -> f64 {
    let [low, high] = bounds(places).unwrap_or([[0.0; 3]; 2]);
    (0..3).map(|i| high[i] - low[i]).fold(0.0, f64::max)
}
