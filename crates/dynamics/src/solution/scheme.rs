//! The family of generalized-α schemes by their four numbers.
//!
//! (1 − α_m) a₊ + α_m a = (1 − α_f) v̇₊ + α_f v̇ with Newmark's β and γ for positions and velocities. \[chung1993\],
//! \[arnold2007\]; \[theory:time-integration\] (1)-(4)

/// A scheme of the family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scheme {
    /// α_m.
    pub alpha_m: f64,
    /// α_f.
    pub alpha_f: f64,
    /// β.
    pub beta: f64,
    /// γ.
    pub gamma: f64,
}

impl Scheme {
    /// Generalized-α with this spectral radius at infinite frequency, 0 to 1: 1 damps nothing, 0 all at once. Of second order.
    /// \[chung1993\]
    pub fn generalized_alpha(spectral_radius: f64) -> Self {
        let rho = spectral_radius.clamp(0.0, 1.0);
        let alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        let alpha_f = rho / (rho + 1.0);
        Self::second_order(alpha_m, alpha_f)
    }

    /// HHT-α, 0 to 1/3. Of second order. \[cardona\] section 2
    pub fn hht(alpha: f64) -> Self {
        Self::second_order(0.0, alpha.clamp(0.0, 1.0 / 3.0))
    }

    /// Newmark's scheme. Of second order for γ = ½ only, where it does not damp: constrained machines need some.
    pub fn newmark(beta: f64, gamma: f64) -> Self {
        Self {
            alpha_m: 0.0,
            alpha_f: 0.0,
            beta,
            gamma,
        }
    }

    fn second_order(alpha_m: f64, alpha_f: f64) -> Self {
        let gamma = 0.5 + alpha_f - alpha_m;
        Self {
            alpha_m,
            alpha_f,
            beta: 0.25 * (0.5 + gamma).powi(2),
            gamma,
        }
    }

    /// Velocities across the constraints are ahead of those of the motion by this times h² v̈. \[theory:time-integration\] (13)
    pub(super) fn velocity_across(&self) -> f64 {
        1.0 / 6.0 - self.beta - 0.5 * (self.alpha_m - self.alpha_f)
    }

    /// Share of a very fast motion that a step leaves, with β as in (2).
    pub(super) fn spectral_radius(&self) -> f64 {
        (1.0 - 2.0 / (self.gamma + 0.5)).abs()
    }

    /// Whether the scheme is of second order.
    pub fn is_second_order(&self) -> bool {
        (self.gamma - 0.5 - self.alpha_f + self.alpha_m).abs() < 1e-12
    }
}
