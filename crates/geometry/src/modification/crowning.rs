//! Crowning: a parabola that leaves the middle of the flank and takes its amount off at both ends.
//!
//! Profile crowning C_α between root and tip, lead crowning C_β over the face width, as in \[iso21771\].

use super::Amount;
use crate::FlankDomain;

/// Profile crowning C_α (barrelling).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProfileCrowning {
    /// Amount at the tip and at the beginning of the root (m).
    pub amount: f64,
}

impl ProfileCrowning {
    pub(crate) fn amount(&self, domain: &FlankDomain, s: f64) -> Amount {
        let (x, rate) = domain.height(s);
        Amount::along_profile(parabola(self.amount, 2.0 * x, 2.0 * rate))
    }
}

/// Lead crowning C_β.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeadCrowning {
    /// Amount at both ends of the face (m).
    pub amount: f64,
}

impl LeadCrowning {
    pub(crate) fn amount(&self, domain: &FlankDomain, z: f64) -> Amount {
        let rate = 1.0 / domain.half_width;
        Amount::along_width(parabola(self.amount, z * rate, rate))
    }
}

/// C x² with derivatives by the place, of which x grows by `rate`.
fn parabola(amount: f64, x: f64, rate: f64) -> [f64; 3] {
    [
        amount * x * x,
        2.0 * amount * x * rate,
        2.0 * amount * rate * rate,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::DOMAINS;

    #[test]
    fn leaves_the_middle_and_has_its_amount_at_the_ends() {
        for domain in DOMAINS {
            let profile = ProfileCrowning { amount: 3e-5 };
            let lead = LeadCrowning { amount: 3e-5 };
            let middle = 0.5 * (domain.root + domain.tip);
            assert!(profile.amount(&domain, middle).value.abs() < 1e-19);
            assert!(lead.amount(&domain, 0.0).value.abs() < 1e-19);
            for s in [domain.root, domain.tip] {
                assert!((profile.amount(&domain, s).value - 3e-5).abs() < 1e-18);
            }
            for z in [-domain.half_width, domain.half_width] {
                assert!((lead.amount(&domain, z).value - 3e-5).abs() < 1e-18);
            }
        }
    }
}
