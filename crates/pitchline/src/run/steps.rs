//! The steps of a run, or the ways from row to row.

use crate::number::short;

/// Steps of equal length; the last one ends where the study does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Steps {
    begin: f64,
    end: f64,
    step: f64,
    /// How many.
    pub count: u64,
    /// Steps from row to row.
    pub every: u64,
}

/// A rest shorter than this share of a step belongs to the step before it.
const REST: f64 = 1e-6;

impl Steps {
    /// Steps of this length from a time to another.
    pub fn new([begin, end]: [f64; 2], step: f64, output_step: f64) -> Self {
        Self {
            begin,
            end,
            step,
            count: ((end - begin) / step + 1.0 - REST).floor().max(1.0) as u64,
            every: (output_step / step).round().max(1.0) as u64,
        }
    }

    /// Rows of the tables, about.
    pub fn n_rows(&self) -> f64 {
        (self.count / self.every + 2) as f64
    }

    /// When a step ends.
    pub fn time(&self, i: u64) -> f64 {
        match i == self.count {
            true => self.end,
            false => self.begin + i as f64 * self.step,
        }
    }

    /// Length of the step that ends at instant `i`: no difference of times, which would add their rounding.
    pub fn length(&self, i: u64) -> f64 {
        match i == self.count {
            true => (self.end - self.begin) - (i - 1) as f64 * self.step,
            false => self.step,
        }
    }

    /// Whether a row is written after a step.
    pub fn has_row(&self, i: u64) -> bool {
        i.is_multiple_of(self.every) || i == self.count
    }

    /// How much is done after a step.
    pub fn share(&self, i: u64) -> f64 {
        i as f64 / self.count as f64
    }

    /// What is to be told where rows come at other times than asked for.
    pub fn warning(&self, requested: f64) -> Option<String> {
        let given = self.every as f64 * self.step;
        ((given - requested).abs() > REST * self.step).then(|| {
            format!(
                "output_step = {} s is no multiple of the step: rows come every {} s, after {} steps each",
                short(requested),
                short(given),
                self.every
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_step_ends_with_the_study() {
        let steps = Steps::new([0.5, 1.5], 0.3, 0.6);
        assert_eq!((steps.count, steps.every), (4, 2));
        let lengths: f64 = (1..=4).map(|i| steps.length(i)).sum();
        assert!((lengths - 1.0).abs() < 1e-15);
        assert!((steps.length(4) - 0.1).abs() < 1e-15);
        assert!((steps.time(4) - 1.5).abs() < 1e-15);
        let rows: Vec<u64> = (0..=4).filter(|i| steps.has_row(*i)).collect();
        assert_eq!(rows, [0, 2, 4]);
        assert!(steps.warning(0.6).is_none() && steps.warning(0.7).is_some());
    }

    #[test]
    fn rounding_makes_no_step_of_its_own() {
        let steps = Steps::new([0.0, 1.0], 0.1, 0.1);
        assert_eq!(steps.count, 10);
        assert!((steps.length(10) - 0.1).abs() < 1e-15);
        assert_eq!(Steps::new([0.0, 1.0], 3.0, 3.0).count, 1);
    }
}
