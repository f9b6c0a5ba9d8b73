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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pitch::PitchGear;

    fn cylinders(helix_angles: [f64; 2]) -> PitchPair {
        let [a, b] = helix_angles.map(|angle: f64| PitchGear {
            teeth: 10,
            radius: 0.05 / angle.cos(),
            cone_angle: 0.0,
            helix_angle: angle,
        });
        PitchPair {
            a,
            b,
            pressure_angle: 20f64.to_radians(),
        }
    }

    /// A worm: μ = cos α tan λ for a wheel that drives, μ = cos α cot λ for the worm itself, where its wheel's teeth lean by λ. Whichever hand it has.
    #[test]
    fn worms_lock_where_textbooks_say() {
        let lead = 8f64.to_radians();
        let alpha = 20f64.to_radians();
        for hand in [1.0, -1.0] {
            let worm = cylinders([hand * (std::f64::consts::FRAC_PI_2 - lead), hand * lead]);
            let [by_worm, by_wheel] = worm.locking_coefficients().map(Option::unwrap_or_default);
            assert!((by_wheel / (alpha.cos() * lead.tan()) - 1.0).abs() < 1e-12);
            assert!((by_worm / (alpha.cos() / lead.tan()) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn parallel_wheels_do_not_lock() {
        assert_eq!(cylinders([0.3, -0.3]).locking_coefficients(), [None, None]);
        assert_eq!(cylinders([0.0, 0.0]).locking_coefficients(), [None, None]);
    }
}
