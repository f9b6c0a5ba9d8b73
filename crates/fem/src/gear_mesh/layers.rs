//! Lines of nodes along the axis: common to all rings, so that their elements meet.

use pitchline_geometry::Ring;

use super::controls::MeshControls;

/// Places nearer to each other than this part of the face width are one.
const SAME: f64 = 1e-7;

/// The z-lines and the part of them that each ring occupies.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layers {
    /// Places along the axis, ascending (m).
    pub lines: Vec<f64>,
    /// First and last line of each ring.
    pub ranges: Vec<[usize; 2]>,
}

impl Layers {
    /// `rings[0]` is the rim, which is as wide as the teeth.
    pub fn new(rings: &[Ring], controls: &MeshControls) -> Self {
        let [low, high] = rings.first().map_or([0.0, 1.0], |rim| rim.width);
        let width = high - low;
        let mut stops: Vec<f64> = rings.iter().flat_map(|ring| ring.width).collect();
        stops.sort_by(f64::total_cmp);
        // The ends of the face come first where a web or hub is as wide but for rounding.
        for stop in &mut stops {
            for end in [low, high] {
                if (*stop - end).abs() < SAME * width {
                    *stop = end;
                }
            }
        }
        stops.dedup_by(|a, b| (*a - *b).abs() < SAME * width);

        let mut lines = vec![stops[0]];
        for pair in stops.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let is_on_face = from >= low && to <= high;
            let spread = |z: f64| {
                if is_on_face {
                    part_at(controls.grading.width, (z - low) / width)
                } else {
                    (z - low) / width
                }
            };
            let ends = [spread(from), spread(to)];
            let n = ((controls.width as f64 * (ends[1] - ends[0])).round() as usize).max(1);
            for i in 1..n {
                let t = ends[0] + (ends[1] - ends[0]) * i as f64 / n as f64;
                let place = if is_on_face {
                    place_at(controls.grading.width, t)
                } else {
                    t
                };
                lines.push(low + width * place);
            }
            lines.push(to);
        }
        let nearest = |z: f64| {
            let distance = |i: &usize| (lines[*i] - z).abs();
            (0..lines.len())
                .min_by(|a, b| distance(a).total_cmp(&distance(b)))
                .unwrap_or(0)
        };
        let ranges = rings.iter().map(|ring| ring.width.map(nearest)).collect();
        Self { lines, ranges }
    }
}

/// Part of the width at part `t` of the elements, those in the middle `ratio` times as wide as those at the ends.
///
/// The integral of a parabola, [theory:gear-meshes] (7).
fn place_at(ratio: f64, t: f64) -> f64 {
    let end = 3.0 / (1.0 + 2.0 * ratio);
    end * (t + (ratio - 1.0) * t * t * (2.0 - 4.0 / 3.0 * t))
}

/// The inverse of `place_at`.
fn part_at(ratio: f64, place: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    if place <= 0.0 || place >= 1.0 {
        return place.clamp(0.0, 1.0);
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if place_at(ratio, middle) < place {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}
