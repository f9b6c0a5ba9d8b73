//! End relief: material taken off toward the ends of the face.
//!
//! C_β(I, II) over the length L from each end, as in \[iso21771\], linear or parabolic.

use super::profile_relief::ReliefForm;
use super::{Amount, ModificationError, error::finite};
use crate::FlankDomain;

/// Which ends of the face are relieved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// Both.
    Both,
    /// The end at −b/2.
    Lower,
    /// The end at +b/2.
    Upper,
}

/// End relief.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EndRelief {
    /// Amount at the end (m).
    pub amount: f64,
    /// How far it reaches from the end (m).
    pub length: f64,
    /// How it grows.
    pub form: ReliefForm,
    /// Where.
    pub ends: Ends,
}

impl EndRelief {
    pub(crate) fn amount(&self, domain: &FlankDomain, z: f64) -> Amount {
        let end = domain.half_width;
        let start = end - self.length;
        let mut sum = Amount::default();
        if self.ends != Ends::Lower {
            sum.add(&Amount::along_width(self.form.law(
                self.amount,
                start,
                end,
                z,
            )));
        }
        if self.ends != Ends::Upper {
            sum.add(&Amount::along_width(self.form.law(
                self.amount,
                -start,
                -end,
                z,
            )));
        }
        sum
    }

    pub(crate) fn check(&self, domain: &FlankDomain) -> Result<(), ModificationError> {
        finite(self.amount)?;
        // Reliefs of both ends must not meet, or the middle would be relieved twice.
        let share = if self.ends == Ends::Both { 1.0 } else { 2.0 };
        let largest = share * domain.half_width;
        if self.length > 0.0 && self.length <= largest {
            Ok(())
        } else {
            Err(ModificationError::EndReliefTooLong {
                length: self.length,
                largest,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::DOMAINS;

    #[test]
    fn relieves_the_ends_it_names() {
        let domain = DOMAINS[0];
        let b = domain.half_width;
        for (ends, lower, upper) in [
            (Ends::Both, 1e-5, 1e-5),
            (Ends::Lower, 1e-5, 0.0),
            (Ends::Upper, 0.0, 1e-5),
        ] {
            let relief = EndRelief {
                amount: 1e-5,
                length: 0.3 * b,
                form: ReliefForm::Parabolic,
                ends,
            };
            assert!((relief.amount(&domain, -b).value - lower).abs() < 1e-19);
            assert!((relief.amount(&domain, b).value - upper).abs() < 1e-19);
            assert_eq!(relief.amount(&domain, 0.6 * b), Amount::default());
            let long = EndRelief {
                length: 2.1 * b,
                ..relief
            };
            assert!(relief.check(&domain).is_ok() && long.check(&domain).is_err());
        }
    }
}
