//! The largest load that friction can balance, whatever the way there. \[theory:planar-contact\] (43a)
//!
//! Teeth press on one flank with any force, and friction within its cone is a sum of its two edges. Which forces leave least out of balance is a problem of
//! least squares with bounds: where nothing is left the load can be held.

use super::{Held, Meshing, Running, RunningRow, dot};
use crate::solution::complementarity::complementary;

/// Loads are found to this share of the range.
const CLOSE: f64 = 1e-13;
const MOST_HALVINGS: usize = 60;
/// Forces out of balance that are rounding, as a share of those to be balanced: normal equations keep half of the digits.
const LEFT: f64 = 1e-8;

/// Loads that are so much of the way beyond the last one leave enough out of balance to tell where it begins.
const BEYOND: f64 = 1e-4;
/// Loads closer than this share of the way are the same.
const ALIKE: f64 = 1e-6;

/// Forces along the free motions that may have any size within bounds.
struct Within {
    /// Of length one.
    directions: Vec<Vec<f64>>,
    bounds: Vec<[f64; 2]>,
}

impl Within {
    fn push(&mut self, direction: Vec<f64>, [lower, upper]: [f64; 2]) {
        let length = dot(&direction, &direction).sqrt();
        if length > 0.0 {
            self.bounds.push([lower * length, upper * length]);
            let unit = direction.into_iter().map(|x| x / length);
            self.directions.push(unit.collect());
        }
    }

    /// The least of a force that is left unbalanced, as a share of it.
    fn left(&self, force: &[f64]) -> f64 {
        let size = dot(force, force).sqrt();
        if size == 0.0 {
            return 0.0;
        }
        let each = || self.directions.iter();
        let matrix: Vec<Vec<f64>> = each()
            .map(|a| each().map(|b| dot(a, b)).collect())
            .collect();
        let right: Vec<f64> = each().map(|a| dot(a, force)).collect();
        let Some(sizes) = complementary(&matrix, &right, &self.bounds) else {
            return f64::INFINITY;
        };
        let mut left = force.to_vec();
        for (direction, size) in each().zip(&sizes) {
            for (l, d) in left.iter_mut().zip(direction) {
                *l += size * d;
            }
        }
        dot(&left, &left).sqrt() / size
    }
}

impl Running {
    /// What may act where teeth press on the flanks on which they do in a state.
    fn within(&self, held: &Held) -> Within {
        let mut within = Within {
            directions: Vec::new(),
            bounds: Vec::new(),
        };
        let any = [0.0, f64::INFINITY];
        for (contact, force) in self.contacts.iter().zip(&held.normal_forces) {
            let [normal, rubbing] = &contact.push[Meshing::side(*force)];
            let coefficient = contact.static_coefficient();
            for friction in [coefficient, -coefficient] {
                let edge = normal.iter().zip(rubbing);
                let edge = edge.map(|(n, r)| force.signum() * n + friction * r);
                within.push(edge.collect(), any);
            }
        }
        for grip in &self.grips {
            within.push(grip.by_slip.clone(), [-grip.limit, grip.limit]);
        }
        for k in self.stiffness.chunks_exact(self.n.max(1)) {
            within.push(k.to_vec(), any);
            within.push(k.iter().map(|x| -x).collect(), any);
        }
        within
    }

    /// The last load that can be held between one that is and another; none where that can be as well.
    pub(super) fn capacity(&self, row: &RunningRow, held: &Held, end: f64) -> Option<f64> {
        let within = self.within(held);
        let left = |load: f64| {
            let force = row.residual.iter().zip(&self.load);
            let force: Vec<f64> = force.map(|(r, l)| r + load * l).collect();
            within.left(&force)
        };
        if left(end) <= LEFT {
            return None;
        }
        let (mut low, mut high) = (held.load, end);
        for _ in 0..MOST_HALVINGS {
            let middle = 0.5 * (low + high);
            if (high - low).abs() <= CLOSE * (high.abs() + low.abs()) {
                break;
            }
            match left(middle) <= LEFT {
                true => low = middle,
                false => high = middle,
            }
        }
        // What is left grows with the load by a line, since forces within bounds end at planes: its beginning is known better than where it is rounding.
        let way = end - held.load;
        let [first, second] = [low + BEYOND * way, low + 2.0 * BEYOND * way];
        let [at_first, at_second] = [left(first), left(second)];
        let begins = first - at_first * (second - first) / (at_second - at_first);
        let is_near = (begins - low).abs() <= BEYOND * way.abs();
        let limit = if is_near { begins } else { low };
        // Where the way went as far as that, its end is known best.
        let is_way = (limit - held.load).abs() <= ALIKE * way.abs();
        Some(if is_way { held.load } else { limit })
    }
}
