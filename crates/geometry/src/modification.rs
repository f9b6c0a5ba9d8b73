//! Modifications of a flank: material taken off along its normal.
//!
//! Positive amounts remove material (`sign:relief`). Amounts are measured along the surface normal; along the line of
//! action in the transverse plane they count 1/cos β_b times. A law returns its amount with first and second
//! derivatives by the profile parameter s and the width parameter z.

mod amount;
mod crowning;
mod end_relief;
mod error;
mod profile_relief;
mod slope;
mod spline;
mod topography;
mod twist;

pub use amount::Amount;
pub use crowning::{LeadCrowning, ProfileCrowning};
pub use end_relief::{EndRelief, Ends};
pub use error::ModificationError;
pub use profile_relief::{ReliefForm, RootRelief, TipRelief};
pub use slope::{HelixSlope, ProfileSlope};
pub use topography::Topography;
pub use twist::Twist;

use crate::FlankDomain;

/// One modification of a flank.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each kind is explained at its type")]
pub enum Modification {
    TipRelief(TipRelief),
    RootRelief(RootRelief),
    ProfileCrowning(ProfileCrowning),
    ProfileSlope(ProfileSlope),
    LeadCrowning(LeadCrowning),
    HelixSlope(HelixSlope),
    EndRelief(EndRelief),
    Twist(Twist),
    Topography(Topography),
}

impl Modification {
    /// Amount and derivatives at (profile, width).
    pub fn amount(&self, domain: &FlankDomain, profile: f64, width: f64) -> Amount {
        match self {
            Self::TipRelief(law) => law.amount(domain, profile),
            Self::RootRelief(law) => law.amount(domain, profile),
            Self::ProfileCrowning(law) => law.amount(domain, profile),
            Self::ProfileSlope(law) => law.amount(domain, profile),
            Self::LeadCrowning(law) => law.amount(domain, width),
            Self::HelixSlope(law) => law.amount(domain, width),
            Self::EndRelief(law) => law.amount(domain, width),
            Self::Twist(law) => law.amount(domain, profile, width),
            Self::Topography(law) => law.amount(profile, width),
        }
    }

    /// Whether the amount depends on the width parameter.
    pub fn varies_over_width(&self) -> bool {
        match self {
            Self::TipRelief(_)
            | Self::RootRelief(_)
            | Self::ProfileCrowning(_)
            | Self::ProfileSlope(_) => false,
            Self::LeadCrowning(_)
            | Self::HelixSlope(_)
            | Self::EndRelief(_)
            | Self::Twist(_)
            | Self::Topography(_) => true,
        }
    }

    /// Says why this modification does not fit on a flank.
    pub fn check(&self, domain: &FlankDomain) -> Result<(), ModificationError> {
        match self {
            Self::TipRelief(law) => law.check(domain),
            Self::RootRelief(law) => law.check(domain),
            Self::ProfileCrowning(law) => error::finite(law.amount),
            Self::ProfileSlope(law) => error::finite(law.amount),
            Self::LeadCrowning(law) => error::finite(law.amount),
            Self::HelixSlope(law) => error::finite(law.amount),
            Self::EndRelief(law) => law.check(domain),
            Self::Twist(law) => error::finite(law.amount),
            Self::Topography(_) => Ok(()),
        }
    }
}

/// The modifications of a flank: their sum, whatever their order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Modifications {
    /// The parts of the sum.
    pub parts: Vec<Modification>,
}

impl Modifications {
    /// These modifications, if each fits on the flank.
    pub fn build(
        parts: Vec<Modification>,
        domain: &FlankDomain,
    ) -> Result<Self, ModificationError> {
        parts.iter().try_for_each(|part| part.check(domain))?;
        Ok(Self { parts })
    }

    /// Whether the flank is not modified.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Sum of the amounts and derivatives at (profile, width).
    pub fn amount(&self, domain: &FlankDomain, profile: f64, width: f64) -> Amount {
        let mut sum = Amount::default();
        for part in &self.parts {
            sum.add(&part.amount(domain, profile, width));
        }
        sum
    }
}
