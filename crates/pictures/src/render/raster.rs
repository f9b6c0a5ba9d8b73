//! The depth buffer: triangles and lines as samples, then samples as pixels.

use super::view::bounds;
use pitchline_geometry::Vector;

/// Samples per pixel along each side.
pub(super) const SAMPLES: usize = 2;

/// Corner of a triangle: place in samples (x to the right, y down, z to the eye), value, brightness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) place: Vector,
    pub(super) value: f64,
    pub(super) light: f64,
}

/// What a line looks like; a later one hides those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Ink {
    None,
    /// An edge of an element: the surface shines through.
    Element,
    /// The outline of the body at rest.
    Rest,
    /// A sharp edge or the end of what can be seen.
    Feature,
}

/// A raster of samples with the depth of what they show.
pub(super) struct Raster {
    width: usize,
    height: usize,
    /// Towards the eye; −∞ where there is nothing.
    depth: Vec<f32>,
    colour: Vec<[u8; 3]>,
    ink: Vec<Ink>,
}

/// A straight function over the plane with its limits at the corners.
#[derive(Clone, Copy)]
struct Linear {
    origin: f64,
    along: [f64; 2],
    limits: [f64; 2],
}

impl Linear {
    fn through(corners: &[Corner; 3], values: [f64; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| corner.place);
        let (u, v) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
        let area = u[0] * v[1] - u[1] * v[0];
        let (p, q) = (values[1] - values[0], values[2] - values[0]);
        let slope = |x: f64| if area == 0.0 { 0.0 } else { x / area };
        let along = [slope(p * v[1] - q * u[1]), slope(q * u[0] - p * v[0])];
        Self {
            origin: values[0] - along[0] * a[0] - along[1] * a[1],
            along,
            limits: [
                values.into_iter().fold(f64::INFINITY, f64::min),
                values.into_iter().fold(f64::NEG_INFINITY, f64::max),
            ],
        }
    }

    /// Slivers have steep slopes: values beyond those of the corners are rounding.
    fn at(&self, x: f64, y: f64) -> f64 {
        let value = self.origin + self.along[0] * x + self.along[1] * y;
        value.max(self.limits[0]).min(self.limits[1])
    }
}

impl Raster {
    /// An empty one for so many pixels.
    pub(super) fn new(width: usize, height: usize) -> Self {
        let (width, height) = (SAMPLES * width, SAMPLES * height);
        let n = width * height;
        Self {
            width,
            height,
            depth: vec![f32::NEG_INFINITY; n],
            colour: vec![[255; 3]; n],
            ink: vec![Ink::None; n],
        }
    }

    /// Width and height (samples).
    pub(super) fn size(&self) -> [f64; 2] {
        [self.width as f64, self.height as f64]
    }

    /// Draws a triangle; `paint` gives the colour for value and brightness.
    pub(super) fn triangle(&mut self, corners: [Corner; 3], paint: &impl Fn(f64, f64) -> [u8; 3]) {
        let places = corners.map(|corner| corner.place);
        let Some([low, high]) = bounds(&places) else {
            return;
        };
        if !low.iter().chain(&high).all(|x| x.is_finite()) {
            return;
        }
        let depth = Linear::through(&corners, places.map(|place| place[2]));
        let light = Linear::through(&corners, corners.map(|corner| corner.light));
        let has_values = corners.iter().all(|corner| corner.value.is_finite());
        let values = corners.map(|corner| if has_values { corner.value } else { 0.0 });
        let value = Linear::through(&corners, values);
        // A sample belongs to the triangle that holds its centre; shared sides are computed alike on both sides.
        let first_row = (low[1] - 0.5).ceil().max(0.0) as usize;
        let end_row = ((high[1] - 0.5).ceil().max(0.0) as usize).min(self.height);
        for row in first_row..end_row {
            let y = row as f64 + 0.5;
            let Some([left, right]) = span(&places, y) else {
                continue;
            };
            let first = (left - 0.5).ceil().max(0.0) as usize;
            let end = ((right - 0.5).ceil().max(0.0) as usize).min(self.width);
            for column in first..end {
                let x = column as f64 + 0.5;
                let z = depth.at(x, y) as f32;
                let at = row * self.width + column;
                if z > self.depth[at] {
                    self.depth[at] = z;
                    let value = if has_values { value.at(x, y) } else { f64::NAN };
                    self.colour[at] = paint(value, light.at(x, y));
                }
            }
        }
    }

    /// Draws a line of some width (samples) where it is not behind the surface, nor behind that of `other`.
    pub(super) fn line(&mut self, ends: [Vector; 2], width: f64, ink: Ink, other: Option<&Self>) {
        let [a, b] = ends;
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.abs().max(dy.abs());
        let far = 4.0 * (self.width + self.height) as f64;
        let is_near = a.iter().chain(&b).all(|x| x.is_finite()) && length < far;
        if !is_near {
            return;
        }
        let n_steps = length.ceil().max(1.0);
        let radius = 0.5 * width.max(1.0);
        let mut step = 0.0;
        while step <= n_steps {
            let t = step / n_steps;
            let place = [0, 1, 2].map(|i| a[i] + t * (b[i] - a[i]));
            let is_seen = self.is_seen(place) && other.is_none_or(|other| other.is_seen(place));
            if is_seen {
                self.stamp([place[0], place[1]], radius, ink);
            }
            step += 1.0;
        }
    }

    /// Whether the nine samples around a place do not all lie in front of it.
    fn is_seen(&self, [x, y, z]: Vector) -> bool {
        // A line lies in its surface: one sample of depth keeps it from drowning.
        let nearest = (z + 1.0) as f32;
        let (column, row) = (x.floor() as i64, y.floor() as i64);
        (-1..=1).any(|dy| {
            (-1..=1).any(|dx| {
                let at = self.index(column + dx, row + dy);
                at.is_some_and(|at| self.depth[at] <= nearest)
            })
        })
    }

    fn index(&self, column: i64, row: i64) -> Option<usize> {
        let is_inside =
            (0..self.width as i64).contains(&column) && (0..self.height as i64).contains(&row);
        is_inside.then(|| row as usize * self.width + column as usize)
    }

    /// Inks the samples around a place.
    fn stamp(&mut self, [x, y]: [f64; 2], radius: f64, ink: Ink) {
        // Samples whose centres are within the radius; at least the nearest one.
        let reach = (radius - 0.5).max(0.0);
        let (first_row, last_row) = ((y - reach).floor() as i64, (y + reach).floor() as i64);
        let (first, last) = ((x - reach).floor() as i64, (x + reach).floor() as i64);
        for row in first_row..=last_row {
            for column in first..=last {
                let away = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                let is_inside = away <= radius.max(0.71);
                if let Some(at) = self.index(column, row).filter(|_| is_inside) {
                    self.ink[at] = self.ink[at].max(ink);
                }
            }
        }
    }

    /// Whether anything is drawn within a rectangle of samples: left, top, right, bottom.
    pub(super) fn has_ink_in(&self, [left, top, right, bottom]: [usize; 4]) -> bool {
        (top..bottom.min(self.height)).any(|row| {
            (left..right.min(self.width)).any(|column| {
                let at = row * self.width + column;
                self.depth[at] > f32::NEG_INFINITY || self.ink[at] != Ink::None
            })
        })
    }

    /// The pixels, each the mean of its samples.
    pub(super) fn pixels(&self) -> Vec<[u8; 3]> {
        let (width, height) = (self.width / SAMPLES, self.height / SAMPLES);
        let mut pixels = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let mut sum = [0_u32; 3];
                for y in 0..SAMPLES {
                    for x in 0..SAMPLES {
                        let at = (SAMPLES * row + y) * self.width + SAMPLES * column + x;
                        let colour = inked(self.colour[at], self.ink[at]);
                        for (total, part) in sum.iter_mut().zip(colour) {
                            *total += u32::from(part);
                        }
                    }
                }
                let n = (SAMPLES * SAMPLES) as u32;
                pixels.push(sum.map(|total| ((total + n / 2) / n) as u8));
            }
        }
        pixels
    }
}

/// Left and right end of a triangle at a height.
fn span(places: &[Vector; 3], y: f64) -> Option<[f64; 2]> {
    let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
    for (p, q) in [(0, 1), (1, 2), (2, 0)] {
        let (mut a, mut b) = (places[p], places[q]);
        if (a[1], a[0]) > (b[1], b[0]) {
            (a, b) = (b, a);
        }
        // Half-open, so that a corner is not met twice.
        if a[1] <= y && y < b[1] {
            let x = a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
            ends = [ends[0].min(x), ends[1].max(x)];
        }
    }
    (ends[0] < ends[1]).then_some(ends)
}

fn inked(colour: [u8; 3], ink: Ink) -> [u8; 3] {
    match ink {
        Ink::None => colour,
        // 45 of 100 parts of the surface, the rest dark.
        Ink::Element => colour.map(|part| ((u32::from(part) * 45 + 30 * 55) / 100) as u8),
        Ink::Rest => [0x80; 3],
        Ink::Feature => [0x22; 3],
    }
}
