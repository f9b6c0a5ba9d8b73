//! A rectangle on the page.

use super::scene::Point;

/// A rectangle with sides along the page; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Left side (px).
    pub left: f64,
    /// Upper side (px).
    pub top: f64,
    /// Right side (px).
    pub right: f64,
    /// Lower side (px).
    pub bottom: f64,
}

impl Rectangle {
    /// From left, top, width and height.
    pub fn new(left: f64, top: f64, width: f64, height: f64) -> Self {
        Self {
            left,
            top,
            right: left + width,
            bottom: top + height,
        }
    }

    /// Width (px).
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Height (px).
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Horizontal position of the middle (px).
    pub fn middle(&self) -> f64 {
        0.5 * (self.left + self.right)
    }

    /// Grown by this margin on each side; a negative one shrinks.
    pub fn grown(&self, margin: f64) -> Self {
        Self {
            left: self.left - margin,
            top: self.top - margin,
            right: self.right + margin,
            bottom: self.bottom + margin,
        }
    }

    /// The smallest one that holds both.
    pub fn union(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Whether the insides meet; touching sides do not count.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether the other one lies within this one.
    pub fn holds(&self, other: &Self) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }

    /// Whether the point lies within or on the border.
    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point[0]) && (self.top..=self.bottom).contains(&point[1])
    }

    /// The point of the rectangle nearest to `point`.
    pub fn nearest(&self, point: Point) -> Point {
        [
            point[0].max(self.left).min(self.right),
            point[1].max(self.top).min(self.bottom),
        ]
    }

    /// The part of the straight line from `start` to `end` within the rectangle (Liang and Barsky).
    pub fn clip_segment(&self, start: Point, end: Point) -> Option<[Point; 2]> {
        let delta = [end[0] - start[0], end[1] - start[1]];
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let sides = [
            (-delta[0], start[0] - self.left),
            (delta[0], self.right - start[0]),
            (-delta[1], start[1] - self.top),
            (delta[1], self.bottom - start[1]),
        ];
        for (rate, room) in sides {
            if rate == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if rate < 0.0 {
                enter = enter.max(room / rate);
            } else {
                leave = leave.min(room / rate);
            }
        }
        let at = |t: f64| [start[0] + t * delta[0], start[1] + t * delta[1]];
        // The ends themselves are kept exactly, so that a line within stays one run without rounding.
        let first = if enter <= 0.0 { start } else { at(enter) };
        let last = if leave >= 1.0 { end } else { at(leave) };
        (enter <= leave).then_some([first, last])
    }
}
