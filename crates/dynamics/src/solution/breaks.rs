//! Times at which laws of a machine jump or have a kink: steps end there. \[theory:time-integration\] (18), (19)

use crate::Machine;

/// A break nearer to the end of a step than this share of it is at its end.
const NEAR: f64 = 1e-6;
/// Of more than so many breaks within as many steps to either side none counts: a function that is sampled as finely as the steps
/// follow each other has no kink that they could see.
const DENSE: usize = 8;

/// Breaks of all elements, ascending.
#[derive(Debug)]
pub(super) struct Breaks {
    times: Vec<f64>,
}

/// A break within a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Landing {
    /// The last instant before it (s).
    pub before: f64,
    /// The first instant at which laws are smooth again (s).
    pub after: f64,
    /// Way to it from where the step begins (s): all of the step if the break is at its end.
    pub length: f64,
}

impl Breaks {
    pub fn of(machine: &Machine) -> Self {
        Self {
            times: machine.breaks(),
        }
    }

    /// The first break on the last `rest` (s) of a step that ends at a time; what is at the beginning of it is past.
    pub fn first(&self, rest: f64, step: f64, end: f64) -> Option<Landing> {
        let near = NEAR * step;
        let count = |until: f64| self.times.partition_point(|time| *time <= until);
        let begin = end - rest;
        let first = count(begin + near);
        let time = *self.times.get(first)?;
        if time > end + near || self.is_dense(end, step) {
            return None;
        }
        // Breaks that rounding or a hasty hand set apart are one.
        let pairs = self.times[first..].windows(2);
        let together = pairs.take_while(|pair| pair[1] - pair[0] <= near);
        let after = together.last().map_or(time, |pair| pair[1]);
        let is_end = after >= end - near;
        Some(Landing {
            before: time.next_down(),
            after,
            length: if is_end { rest } else { time - begin },
        })
    }

    /// The instant from which laws are smooth again after a break that lies just ahead of a time and was not passed yet: laws are
    /// smooth from `done` on. A step up to it would be too short to be one.
    pub fn just_ahead(&self, time: f64, done: f64, step: f64) -> Option<f64> {
        let near = NEAR * step;
        let first = self.times.partition_point(|at| *at <= time.max(done));
        let ahead = self.times[first..].iter();
        let last = ahead.take_while(|at| **at <= time + near).last().copied();
        last.filter(|_| !self.is_dense(time, step))
    }

    fn is_dense(&self, about: f64, step: f64) -> bool {
        let reach = DENSE as f64 * step;
        let [first, last] = [about - reach, about + reach]
            .map(|until| self.times.partition_point(|time| *time <= until));
        last - first > DENSE
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "times are copies")]
mod tests {
    use super::*;

    fn breaks(times: &[f64]) -> Breaks {
        Breaks {
            times: times.to_vec(),
        }
    }

    #[test]
    fn a_break_belongs_to_one_step_only() {
        // Sums and products of 0.1 lie on both sides of 0.3 and 0.7.
        for (i, time) in [(3, 0.3), (7, 0.7), (7, 0.7_f64.next_up())] {
            let breaks = breaks(&[time]);
            let found: Vec<u32> = (1..=10)
                .filter(|&i| {
                    let end = f64::from(i - 1) * 0.1 + 0.1;
                    breaks.first(0.1, 0.1, end).is_some()
                })
                .collect();
            assert_eq!(found, [i], "{time}");
        }
    }

    #[test]
    fn the_way_to_a_break() {
        let breaks = breaks(&[0.25, 0.25 + 1e-9, 0.75]);
        let landing = breaks.first(1.0, 1.0, 1.0).unwrap();
        assert_eq!(landing.length, 0.25);
        assert_eq!(landing.after, 0.25 + 1e-9);
        assert!(landing.before < 0.25 && landing.before > 0.25 - 1e-15);
        let next = breaks.first(1.0 - landing.length, 1.0, 1.0).unwrap();
        assert_eq!((next.length, next.after), (0.5, 0.75));
        assert_eq!(breaks.first(0.25, 1.0, 1.0), None);
        // At the end of a step, a little beyond it.
        let landing = breaks.first(0.4, 0.4, 0.75 - 1e-12).unwrap();
        assert_eq!((landing.length, landing.after), (0.4, 0.75));
    }

    #[test]
    fn a_break_just_ahead_is_passed_once() {
        let breaks = breaks(&[0.25, 0.25 + 1e-9, 0.75]);
        let before = 0.25_f64.next_down();
        assert_eq!(breaks.just_ahead(before, 0.0, 1.0), Some(0.25 + 1e-9));
        assert_eq!(breaks.just_ahead(before, 0.25 + 1e-9, 1.0), None);
        assert_eq!(breaks.just_ahead(0.25 + 1e-9, 0.0, 1.0), None);
        assert_eq!(breaks.just_ahead(0.2, 0.0, 1.0), None);
    }

    /// A table of a millisecond is landed on with steps of a tenth of it, not with steps of the same length.
    #[test]
    fn dense_breaks_are_passed_over() {
        let times: Vec<f64> = (0..1000).map(|i| f64::from(i) * 1e-3).collect();
        let breaks = breaks(&times);
        assert!(breaks.first(1e-4, 1e-4, 0.5).is_some());
        assert!(breaks.first(1e-3, 1e-3, 0.5).is_none());
        assert!(breaks.first(1.0, 1.0, 1.0).is_none());
    }
}
