//! Tip and root relief: from where it starts the relief grows to its amount at the end of the flank.
//!
//! Both are defined along the roll length of the involute, as in \[iso21771\]: with x = (s − s_start)/(s_end − s_start) > 0
//! a linear relief takes off C x, a parabolic one C x².

use super::{Amount, ModificationError, error::finite};
use crate::FlankDomain;

/// How a relief grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReliefForm {
    /// With the distance from its start: a kink there.
    Linear,
    /// With the square of that distance: no kink.
    Parabolic,
}

impl ReliefForm {
    /// Amount at a place, with derivatives; the full amount is reached at `end`.
    pub(crate) fn law(self, amount: f64, start: f64, end: f64, place: f64) -> [f64; 3] {
        let rate = 1.0 / (end - start);
        let x = (place - start) * rate;
        if x <= 0.0 {
            return [0.0; 3];
        }
        match self {
            Self::Linear => [amount * x, amount * rate, 0.0],
            Self::Parabolic => [
                amount * x * x,
                2.0 * amount * x * rate,
                2.0 * amount * rate * rate,
            ],
        }
    }
}

/// Tip relief C_αa.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TipRelief {
    /// Amount at the tip edge (m).
    pub amount: f64,
    /// Profile parameter at which it starts (m).
    pub start: f64,
    /// How it grows.
    pub form: ReliefForm,
}

impl TipRelief {
    pub(crate) fn amount(&self, domain: &FlankDomain, s: f64) -> Amount {
        Amount::along_profile(self.form.law(self.amount, self.start, domain.tip, s))
    }

    pub(crate) fn check(&self, domain: &FlankDomain) -> Result<(), ModificationError> {
        finite(self.amount)?;
        within(self.start, domain)
    }
}

/// Root relief C_αf.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RootRelief {
    /// Amount where the generated root begins (m).
    pub amount: f64,
    /// Profile parameter at which it starts (m).
    pub start: f64,
    /// How it grows.
    pub form: ReliefForm,
}

impl RootRelief {
    pub(crate) fn amount(&self, domain: &FlankDomain, s: f64) -> Amount {
        Amount::along_profile(self.form.law(self.amount, self.start, domain.root, s))
    }

    pub(crate) fn check(&self, domain: &FlankDomain) -> Result<(), ModificationError> {
        finite(self.amount)?;
        within(self.start, domain)
    }
}

fn within(start: f64, domain: &FlankDomain) -> Result<(), ModificationError> {
    let [low, high] = domain.profile();
    if start > low && start < high {
        Ok(())
    } else {
        Err(ModificationError::ReliefBeyondFlank { start, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::DOMAINS;

    #[test]
    fn reaches_its_amount_at_the_end_and_none_before_its_start() {
        for domain in DOMAINS {
            let middle = 0.5 * (domain.root + domain.tip);
            for form in [ReliefForm::Linear, ReliefForm::Parabolic] {
                let (amount, start) = (2e-5, middle);
                let tip = TipRelief {
                    amount,
                    start,
                    form,
                };
                let root = RootRelief {
                    amount,
                    start,
                    form,
                };
                assert!(tip.check(&domain).is_ok() && root.check(&domain).is_ok());
                assert!((tip.amount(&domain, domain.tip).value - 2e-5).abs() < 1e-19);
                assert!((root.amount(&domain, domain.root).value - 2e-5).abs() < 1e-19);
                assert_eq!(tip.amount(&domain, domain.root), Amount::default());
                assert_eq!(root.amount(&domain, domain.tip), Amount::default());
                let half = tip.amount(&domain, 0.5 * (middle + domain.tip)).value;
                let share = if form == ReliefForm::Linear {
                    0.5
                } else {
                    0.25
                };
                assert!((half - share * 2e-5).abs() < 1e-19);
            }
        }
    }

    #[test]
    fn refuses_to_start_beyond_the_flank() {
        let domain = DOMAINS[0];
        let relief = |start| TipRelief {
            amount: 1e-5,
            start,
            form: ReliefForm::Linear,
        };
        for start in [domain.tip, domain.root, 2.0 * domain.tip, f64::NAN] {
            let refused = relief(start).check(&domain);
            assert!(matches!(
                refused,
                Err(ModificationError::ReliefBeyondFlank { .. })
            ));
        }
    }
}
