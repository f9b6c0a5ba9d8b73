//! Friction that locks a pair: when one wheel cannot drive the other.

use super::PitchPair;

impl PitchPair {
    /// Least coefficients of friction at which a cannot drive b, and at which b cannot drive a; none where no friction can.
    ///
    /// For a worm of lead angle λ that is wheel a: b cannot drive from μ = cos α_n tan λ on. \[theory:gear-joint\] (19)
    pub fn locking_coefficients(&self) -> [Option<f64>; 2] {
        let [a, b] = [&self.a, &self.b].map(|gear| gear.helix_angle.tan());
        let slip = a + b;
        // Wheels that do not slide along the tooth do not lock.
        if slip.abs() < 1e-9 {
            return [None, None];
        }
        let limit = |driven: f64| {
            let along = slip.signum() * driven;
            (along > 0.0).then(|| self.pressure_angle.cos() / along)
        };
        [limit(b), limit(a)]
    }
}
