//! A number that parts about axes that stand still are told. \[theory:actuators\] (21)

use super::{HingedContinuous, Hinges};
use crate::{Kinematics, LocalMatrix, Signal, Touched, Weights};

/// A signal over turns.
#[derive(Debug)]
pub(crate) enum HingedSignal {
    /// It does not change with the machine but at samples.
    Given(Signal),
    /// What a controller without samples puts out.
    Followed(Box<HingedContinuous>),
}

impl HingedSignal {
    /// None where a controller looks at more than a turn about an axis that stands still.
    pub fn of(signal: &Signal, hinges: &Hinges) -> Option<Self> {
        Some(match signal {
            Signal::Followed(controller) => {
                Self::Followed(Box::new(HingedContinuous::of(controller, hinges)?))
            }
            given => Self::Given(given.clone()),
        })
    }

    /// Its value now.
    pub fn at(&self, k: &Kinematics) -> f64 {
        match self {
            Self::Given(signal) => signal.at(k),
            Self::Followed(controller) => controller.output(k),
        }
    }

    /// Adds what its value depends on to what a part touches.
    pub fn touch(&self, touched: &mut Touched) {
        if let Self::Followed(controller) = self {
            controller.touch(touched);
        }
    }

    /// Adds to rows of a part, each with its derivative by this number, what comes from its change; what it touches begins at a local number.
    pub fn add_tangent(
        &self,
        k: &Kinematics,
        weights: Weights,
        rows: (impl Iterator<Item = (usize, f64)>, usize),
        out: &mut LocalMatrix,
    ) {
        if let Self::Followed(controller) = self {
            controller.add_output_tangent(k, weights, rows, out);
        }
    }

    /// Times (s) at which it jumps by itself.
    pub fn breaks(&self) -> Vec<f64> {
        match self {
            Self::Given(signal) => signal.breaks(),
            Self::Followed(controller) => crate::Element::breaks(controller.as_ref()),
        }
    }
}
