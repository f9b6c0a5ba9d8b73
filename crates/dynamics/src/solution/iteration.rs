//! When Newton's iterations with a kept factor end, and when they are given up. \[theory:time-integration\] (10)

/// Iterations with one factor.
const MAX_ITERATIONS: u32 = 12;
/// Contraction at which iterations are given up.
const DIVERGING: f64 = 0.95;

/// What a correction says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another one is needed.
    Continue,
    /// What is left is below the tolerance, or rounding.
    Done,
    /// They do not get smaller.
    Diverged,
}

/// The corrections so far.
#[derive(Debug)]
pub(super) struct Iterations {
    /// Corrections below so many tolerances that no longer shrink are rounding.
    rounded: f64,
    pub count: u32,
    last: f64,
    /// Ratio of the last correction to the one before.
    rate: f64,
    /// Largest such ratio.
    pub contraction: f64,
}

impl Iterations {
    pub fn new(rounded: f64) -> Self {
        Self {
            rounded,
            count: 0,
            last: f64::INFINITY,
            rate: 0.0,
            contraction: 0.0,
        }
    }

    /// Takes the size of a correction in units of the tolerance.
    pub fn judge(&mut self, size: f64) -> Verdict {
        // Zero for the first.
        let rate = size / self.last;
        self.rate = rate;
        self.contraction = self.contraction.max(rate);
        self.count += 1;
        self.last = size;
        // What the next iteration would still change.
        let left = size * rate / (1.0 - rate);
        let is_small = size <= 1.0 || (self.count > 1 && rate < 0.9 && left <= 1.0);
        if is_small || (rate > 0.5 && size < self.rounded) {
            Verdict::Done
        } else if !size.is_finite()
            || self.count == MAX_ITERATIONS
            || (self.count > 2 && rate > DIVERGING)
        {
            Verdict::Diverged
        } else {
            Verdict::Continue
        }
    }

    /// What is left after the last correction, as a share of it: all of it where corrections no longer shrink, which is rounding.
    pub fn left(&self) -> f64 {
        match self.rate < 0.5 {
            true => self.rate / (1.0 - self.rate),
            false => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(sizes: &[f64]) -> Vec<Verdict> {
        let mut iterations = Iterations::new(30.0);
        sizes.iter().map(|size| iterations.judge(*size)).collect()
    }

    #[test]
    fn iterations_end_when_nothing_is_left() {
        use Verdict::{Continue, Diverged, Done};
        assert_eq!(verdicts(&[0.5]), [Done]);
        // 10 · 0.01/0.99 is left.
        assert_eq!(verdicts(&[1000.0, 10.0]), [Continue, Done]);
        // 1.1 of 10 is left, then nothing shrinks any more.
        assert_eq!(verdicts(&[100.0, 10.0, 9.0]), [Continue, Continue, Done]);
        assert_eq!(
            verdicts(&[1e6, 9.9e5, 9.8e5]),
            [Continue, Continue, Diverged]
        );
        assert_eq!(verdicts(&[f64::NAN]), [Diverged]);
        assert_eq!(verdicts(&[f64::INFINITY]), [Diverged]);
    }

    #[test]
    fn slow_iterations_are_given_up() {
        let mut iterations = Iterations::new(30.0);
        let mut size = 1e9;
        for _ in 1..MAX_ITERATIONS {
            size *= 0.8;
            assert_eq!(iterations.judge(size), Verdict::Continue);
        }
        assert_eq!(iterations.judge(0.8 * size), Verdict::Diverged);
        assert!((iterations.contraction - 0.8).abs() < 1e-12);
    }
}
