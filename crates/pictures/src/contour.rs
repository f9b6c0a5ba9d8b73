//! The outlines of all that lies above a level on a grid of values: closed loops, joined over the cells.
//!
//! Each cell is two triangles with a linear function. The edges of their upper parts are collected with a sense of
//! rotation; what two neighbours share runs both ways and cancels, the rest closes to loops.

use std::collections::HashMap;

use super::scene::Point;

/// Places nearer than this are one (px): far below what a screen shows, far above rounding.
const GRAIN: f64 = 1e-4;
/// How far a point may lie off the line of its neighbours and still be left out (px).
const SLACK: f64 = 0.02;

type Key = [i64; 2];

/// Loops around what is not below `level`; `places` are those of columns and rows on the page, `value` is by column, row.
pub(super) fn above(
    level: f64,
    places: [&[f64]; 2],
    value: &dyn Fn(usize, usize) -> f64,
) -> Vec<Vec<Point>> {
    let [columns, rows] = places.map(<[f64]>::len);
    if columns < 2 || rows < 2 {
        return Vec::new();
    }
    let corners = |i: usize, j: usize| {
        [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            .map(|(i, j)| ([places[0][i], places[1][j]], value(i, j)))
    };
    let mut edges = Edges::default();
    for i in 0..columns - 1 {
        for j in 0..rows - 1 {
            let corners = corners(i, j);
            let is_known = corners.iter().all(|(_, value)| value.is_finite());
            if !is_known || corners.iter().all(|(_, value)| *value < level) {
                continue;
            }
            for triangle in [[0, 1, 2], [0, 2, 3]] {
                edges.add(&part_above(triangle.map(|corner| corners[corner]), level));
            }
        }
    }
    edges.loops()
}

/// The part of a triangle where a linear function is not below a level.
fn part_above(corners: [(Point, f64); 3], level: f64) -> Vec<Point> {
    let mut points = Vec::new();
    for (i, (p, value)) in corners.iter().enumerate() {
        let (q, next) = corners[(i + 1) % 3];
        if *value >= level {
            points.push(*p);
        }
        if (*value >= level) != (next >= level) {
            let share = (level - value) / (next - value);
            points.push([p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])]);
        }
    }
    points
}

/// Edges by where they begin; none runs both ways.
#[derive(Default)]
struct Edges {
    from: HashMap<Key, Vec<Key>>,
}

impl Edges {
    fn add(&mut self, polygon: &[Point]) {
        let key = |p: &Point| p.map(|v| (v / GRAIN).round() as i64);
        for (i, p) in polygon.iter().enumerate() {
            let (start, end) = (key(p), key(&polygon[(i + 1) % polygon.len()]));
            if start == end {
                continue;
            }
            let back = self.from.get_mut(&end);
            let twin = back.and_then(|ends| {
                let at = ends.iter().position(|other| *other == start)?;
                Some(ends.swap_remove(at))
            });
            if twin.is_none() {
                self.from.entry(start).or_default().push(end);
            }
        }
    }

    fn loops(mut self) -> Vec<Vec<Point>> {
        // In the order of the page, so that a picture is the same in every run.
        let mut starts: Vec<Key> = self.from.keys().copied().collect();
        starts.sort_unstable();
        let mut loops = Vec::new();
        for start in starts {
            while let Some(mut at) = self.next(start) {
                let mut line = vec![start];
                // Each edge is used once, so this ends.
                while at != start {
                    line.push(at);
                    match self.next(at) {
                        Some(next) => at = next,
                        None => break,
                    }
                }
                let line = line.into_iter().map(|key| key.map(|v| GRAIN * v as f64));
                let line = simplified(&line.collect::<Vec<_>>());
                if line.len() > 2 {
                    loops.push(line);
                }
            }
        }
        loops
    }

    fn next(&mut self, from: Key) -> Option<Key> {
        self.from.get_mut(&from)?.pop()
    }
}

/// The same loop without the points that lie on the line from the last one kept to the next.
fn simplified(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    let mut kept: Vec<Point> = Vec::new();
    let mut skipped: Vec<Point> = Vec::new();
    for (i, p) in points.iter().enumerate() {
        let next = points[(i + 1) % n];
        skipped.push(*p);
        let is_straight = kept
            .last()
            .is_some_and(|last| skipped.iter().all(|q| distance(*q, *last, next) < SLACK));
        if !is_straight {
            kept.push(*p);
            skipped.clear();
        }
    }
    kept
}

/// Distance of a point from a segment.
fn distance(p: Point, from: Point, to: Point) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let apart = [p[0] - from[0], p[1] - from[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let share = if square > 0.0 {
        ((along[0] * apart[0] + along[1] * apart[1]) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (apart[0] - share * along[0]).hypot(apart[1] - share * along[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(loops: &[Vec<Point>]) -> f64 {
        let of = |points: &Vec<Point>| -> f64 {
            let next = points.iter().cycle().skip(1);
            let cross = points
                .iter()
                .zip(next)
                .map(|(p, q)| p[0] * q[1] - p[1] * q[0]);
            0.5 * cross.sum::<f64>()
        };
        loops.iter().map(of).sum()
    }

    #[test]
    fn a_triangle_is_cut_at_the_level() {
        let corners = [([0.0, 0.0], 0.0), ([4.0, 0.0], 4.0), ([0.0, 4.0], 0.0)];
        assert_eq!(
            part_above(corners, 2.0),
            [[2.0, 0.0], [4.0, 0.0], [2.0, 2.0]]
        );
        assert_eq!(part_above(corners, 5.0), [] as [Point; 0]);
        assert_eq!(part_above(corners, -1.0).len(), 3);
    }

    #[test]
    fn loops_hold_the_area_above_the_level() {
        let places: Vec<f64> = (0..=200).map(|i| 2.0 * f64::from(i)).collect();
        let place = |i: usize, j: usize| [places[i] - 200.0, places[j] - 200.0];
        let radius = |i, j| {
            let [x, y] = place(i, j);
            x.hypot(y)
        };
        let pages = [&places[..], &places[..]];
        // A disc is one loop of its area; outside it the square with a hole; a ring has both.
        let disc = above(-150.0, pages, &|i, j| -radius(i, j));
        let exact = std::f64::consts::PI * 150.0 * 150.0;
        assert_eq!(disc.len(), 1);
        assert!((area(&disc) - exact).abs() < 1e-3 * exact);
        let outside = above(150.0, pages, &|i, j| radius(i, j));
        assert!((area(&outside) - (160_000.0 - exact)).abs() < 1e-3 * exact);
        // A plane: four corners are enough.
        let half = above(0.0, pages, &|i, j| place(i, j)[0]);
        assert_eq!((half.len(), half[0].len()), (1, 4));
        assert!((area(&half) - 80_000.0).abs() < 1e-3);
        assert!(above(1.0, pages, &|_, _| 0.0).is_empty());
        assert!(above(1.0, pages, &|_, _| f64::NAN).is_empty());
    }
}
