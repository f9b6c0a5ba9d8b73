//! Cuts polylines to a rectangle and thins them to what the eye can tell apart.

use super::rectangle::Rectangle;
use super::scene::Point;

/// The parts of a polyline within `frame`. A point that is no number makes a gap; a point alone stays a run of one.
pub(crate) fn clipped(points: &[Point], frame: &Rectangle) -> Vec<Vec<Point>> {
    let is_number = |point: &Point| point[0].is_finite() && point[1].is_finite();
    let mut runs = Vec::new();
    for part in points.split(|point| !is_number(point)) {
        if let [point] = part {
            if frame.contains(*point) {
                runs.push(vec![*point]);
            }
            continue;
        }
        let mut run: Vec<Point> = Vec::new();
        for pair in part.windows(2) {
            let Some([start, end]) = frame.clip_segment(pair[0], pair[1]) else {
                continue;
            };
            if run.last() != Some(&start) {
                if run.len() > 1 {
                    runs.push(std::mem::take(&mut run));
                }
                run.clear();
                run.push(start);
            }
            run.push(end);
        }
        if run.len() > 1 {
            runs.push(run);
        }
    }
    runs
}

/// The part of a polygon within `frame` (Sutherland and Hodgman); its border follows the frame where it was cut.
pub(crate) fn clipped_polygon(points: &[Point], frame: &Rectangle) -> Vec<Point> {
    let mut polygon: Vec<Point> = points
        .iter()
        .copied()
        .filter(|point| point[0].is_finite() && point[1].is_finite())
        .collect();
    let sides = [
        (0, 1.0, frame.left),
        (0, -1.0, -frame.right),
        (1, 1.0, frame.top),
        (1, -1.0, -frame.bottom),
    ];
    for (axis, sign, limit) in sides {
        let room = |point: &Point| sign * point[axis] - limit;
        let mut kept = Vec::with_capacity(polygon.len());
        for (i_point, end) in polygon.iter().enumerate() {
            let start = &polygon[(i_point + polygon.len() - 1) % polygon.len()];
            let (before, after) = (room(start), room(end));
            if (before < 0.0) != (after < 0.0) {
                let t = before / (before - after);
                kept.push([
                    start[0] + t * (end[0] - start[0]),
                    start[1] + t * (end[1] - start[1]),
                ]);
            }
            if after >= 0.0 {
                kept.push(*end);
            }
        }
        polygon = kept;
    }
    polygon
}

/// The run with at most four points for each stretch within one column of half a pixel: first, lowest, highest, last.
/// Looks the same, and a million samples still give a small file.
pub(crate) fn thinned(run: &[Point]) -> Vec<Point> {
    let column = |point: &Point| (2.0 * point[0]).floor();
    let mut thin = Vec::new();
    let mut start = 0;
    while start < run.len() {
        let here = column(&run[start]);
        let length = run[start..]
            .iter()
            .take_while(|point| column(point) - here == 0.0)
            .count()
            .max(1);
        let part = &run[start..start + length];
        if length <= 4 {
            thin.extend_from_slice(part);
        } else {
            let by_height = |a: &usize, b: &usize| part[*a][1].total_cmp(&part[*b][1]);
            let lowest = (0..length).min_by(by_height).unwrap_or(0);
            let highest = (0..length).max_by(by_height).unwrap_or(0);
            let mut kept = [0, lowest, highest, length - 1];
            kept.sort_unstable();
            let mut last = None;
            for index in kept {
                if last != Some(index) {
                    thin.push(part[index]);
                }
                last = Some(index);
            }
        }
        start += length;
    }
    thin
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FRAME: Rectangle = Rectangle {
        left: 0.0,
        top: 0.0,
        right: 10.0,
        bottom: 10.0,
    };

    #[test]
    fn gaps_and_exits_split_a_line() {
        let points = [
            [1.0, 1.0],
            [2.0, 2.0],
            [f64::NAN, 3.0],
            [4.0, 4.0],
            [4.0, 40.0],
            [5.0, 40.0],
            [5.0, 4.0],
            [f64::INFINITY, 0.0],
            [6.0, 6.0],
        ];
        let runs = clipped(&points, &FRAME);
        assert_eq!(
            runs,
            vec![
                vec![[1.0, 1.0], [2.0, 2.0]],
                vec![[4.0, 4.0], [4.0, 10.0]],
                vec![[5.0, 10.0], [5.0, 4.0]],
                vec![[6.0, 6.0]],
            ]
        );
    }

    #[test]
    fn a_polygon_around_the_frame_becomes_the_frame() {
        let points = [[-5.0, -5.0], [15.0, -5.0], [15.0, 15.0], [-5.0, 15.0]];
        let cut = clipped_polygon(&points, &FRAME);
        assert!(cut.iter().all(|point| FRAME.contains(*point)));
        assert_eq!(cut.len(), 4);
    }

    #[test]
    fn thinning_keeps_the_extremes() {
        let run: Vec<Point> = (0..10_000)
            .map(|i| [f64::from(i) * 1e-3, f64::from((i * 37) % 100)])
            .collect();
        let thin = thinned(&run);
        assert!(thin.len() <= 84, "{}", thin.len());
        assert!(thin.iter().any(|point| point[1] > 98.5));
        assert!(thin.iter().any(|point| point[1] < 0.5));
    }

    proptest! {
        #[test]
        fn clipped_points_lie_within(points in prop::collection::vec((any::<f64>(), -20.0..20.0_f64), 0..20)) {
            // As the scales do: page coordinates are bounded before they are cut.
            let points: Vec<Point> = points.iter().map(|p| [p.0.clamp(-1e12, 1e12), p.1]).collect();
            for run in clipped(&points, &FRAME) {
                prop_assert!(run.iter().all(|point| FRAME.grown(1e-2).contains(*point)), "{run:?}");
            }
        }
    }
}
