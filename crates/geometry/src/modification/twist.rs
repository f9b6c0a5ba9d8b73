//! Twist: the profile slope changes over the face width.
//!
//! S_α is the profile slope at +b/2 minus that at −b/2; the middle of the flank and its two middle lines stay.

use super::Amount;
use crate::FlankDomain;

/// Twist S_α of a flank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Twist {
    /// Profile slope at +b/2 minus profile slope at −b/2, each as relief at the tip minus relief at the root (m).
    pub amount: f64,
}

impl Twist {
    pub(crate) fn amount(&self, domain: &FlankDomain, s: f64, z: f64) -> Amount {
        let (x, rate_x) = domain.height(s);
        let rate_y = 0.5 / domain.half_width;
        let y = z * rate_y;
        Amount {
            value: self.amount * x * y,
            d_s: self.amount * rate_x * y,
            d_z: self.amount * x * rate_y,
            d_ss: 0.0,
            d_sz: self.amount * rate_x * rate_y,
            d_zz: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::DOMAINS;

    #[test]
    fn slope_differs_by_the_amount_between_the_ends() {
        for domain in DOMAINS {
            let twist = Twist { amount: 8e-5 };
            let slope = |z: f64| {
                twist.amount(&domain, domain.tip, z).value
                    - twist.amount(&domain, domain.root, z).value
            };
            let b = domain.half_width;
            assert!((slope(b) - slope(-b) - 8e-5).abs() < 1e-18);
            assert!(slope(0.0).abs() < 1e-19);
        }
    }
}
