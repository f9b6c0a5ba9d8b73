//! How long the next step should be. \[hairer-wanner\] IV.8, \[gustafsson1994\]; \[theory:radau\] (21)

/// Share of the step that the error would allow.
const SAFETY: f64 = 0.9;
/// Iterations beyond which steps are made shorter.
const MANY: f64 = 7.0;
/// Steps grow or shrink by no more.
const GROWTH: f64 = 8.0;
const SHRINKAGE: f64 = 0.2;
/// The estimate of an error falls with the fourth power of the step.
const POWER: f64 = 0.25;

/// What the last accepted step was.
#[derive(Debug, Default)]
pub(super) struct Control {
    last: Option<(f64, f64)>,
}

impl Control {
    /// After a step with this error, in units of the tolerance, was accepted.
    pub fn next(&mut self, h: f64, error: f64, iterations: u32, was_rejected: bool) -> f64 {
        let mut factor = proposed(error, iterations);
        if let Some((last_h, last_error)) = self.last {
            // Errors that grew from step to step go on growing.
            let trend = SAFETY * h / last_h * (last_error / (error * error).max(1e-12)).powf(POWER);
            factor = factor.min(trend.clamp(SHRINKAGE, GROWTH));
        }
        if was_rejected {
            factor = factor.min(1.0);
        }
        self.last = Some((h, error.max(1e-2)));
        // A step that would hardly grow keeps its length, and its factor.
        if (1.0..1.2).contains(&factor) {
            return h;
        }
        factor * h
    }

    /// After a step was rejected.
    pub fn shorter(&self, h: f64, error: f64, iterations: u32) -> f64 {
        h * proposed(error, iterations).min(SAFETY)
    }
}

fn proposed(error: f64, iterations: u32) -> f64 {
    let iterations = f64::from(iterations);
    let safety = SAFETY * ((1.0 + 2.0 * MANY) / (iterations + 2.0 * MANY)).min(1.0);
    (safety * error.max(1e-8).powf(-POWER)).clamp(SHRINKAGE, GROWTH)
}
