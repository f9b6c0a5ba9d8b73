//! Slopes: an inclined flank, unchanged in its middle.
//!
//! The amount is the difference between both ends, as for the slope deviations of \[iso21771\]; a positive one removes
//! material at the tip and at +b/2 and leaves as much at the other end (`sign:relief`).

use super::Amount;
use crate::FlankDomain;

/// Profile slope C_Hα.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProfileSlope {
    /// Relief at the tip minus relief at the root (m).
    pub amount: f64,
}

impl ProfileSlope {
    pub(crate) fn amount(&self, domain: &FlankDomain, s: f64) -> Amount {
        let (x, rate) = domain.height(s);
        Amount::along_profile([self.amount * x, self.amount * rate, 0.0])
    }
}

/// Helix slope C_Hβ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HelixSlope {
    /// Relief at +b/2 minus relief at −b/2 (m).
    pub amount: f64,
}

impl HelixSlope {
    pub(crate) fn amount(&self, domain: &FlankDomain, z: f64) -> Amount {
        let rate = 0.5 / domain.half_width;
        Amount::along_width([self.amount * z * rate, self.amount * rate, 0.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::DOMAINS;

    #[test]
    fn amount_is_the_difference_of_the_ends() {
        for domain in DOMAINS {
            let profile = ProfileSlope { amount: 4e-5 };
            let at = |s| profile.amount(&domain, s).value;
            assert!(
                (at(domain.tip) - 2e-5).abs() < 1e-18 && (at(domain.root) + 2e-5).abs() < 1e-18
            );
            let helix = HelixSlope { amount: 4e-5 };
            let at = |z| helix.amount(&domain, z).value;
            let b = domain.half_width;
            assert!((at(b) - 2e-5).abs() < 1e-18 && (at(-b) + 2e-5).abs() < 1e-18);
        }
    }
}
