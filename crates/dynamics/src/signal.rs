//! Numbers that parts of a machine tell each other: given over time, or held from one sample to the next.

use crate::{Error, Kinematics, Machine, TimeFunction};

/// A number that a part of the machine holds and changes at its samples, among those of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeldId(pub u32);

/// A voltage, a set point: where a number comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Signal {
    /// A function of time.
    Given(TimeFunction),
    /// What a controller holds.
    Held(HeldId),
}

impl Signal {
    /// Refuses a function that is none, and a held number that there is not.
    pub(crate) fn check(&self, of: &str, machine: &Machine) -> Result<(), Error> {
        match self {
            Self::Given(function) => function.check(),
            Self::Held(held) if (held.0 as usize) < machine.n_held() => Ok(()),
            Self::Held(held) => Err(Error::Unknown {
                of: of.to_owned(),
                what: "held number",
                number: held.0 as usize,
                count: machine.n_held(),
            }),
        }
    }

    /// Its value now.
    pub(crate) fn at(&self, k: &Kinematics) -> f64 {
        match self {
            Self::Given(function) => function.at(k.time).value,
            Self::Held(held) => k.held(*held),
        }
    }

    /// Times (s) at which it jumps by itself.
    pub(crate) fn breaks(&self) -> Vec<f64> {
        match self {
            Self::Given(function) => function.breaks(),
            Self::Held(_) => Vec::new(),
        }
    }
}
