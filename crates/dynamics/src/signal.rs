//! Numbers that parts of a machine tell each other: given over time, held from one sample to the next, or followed at every instant.

use crate::constraint_row::N_VELOCITIES;
use crate::{
    AngleId, ContinuousController, Element, Error, Kinematics, LocalMatrix, Machine, TimeFunction,
    Touched, Weights,
};

/// A number that a part of the machine holds and changes at its samples, among those of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeldId(pub u32);

/// A number that sets what a part does, to which something is added from outside: an input of the linear machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The voltage or the torque of the part itself, whoever else sets it.
    Own,
    /// The set point of the controller without samples that follows this angle.
    SetpointOf(AngleId),
}

/// A voltage, a set point: where a number comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Signal {
    /// A function of time.
    Given(TimeFunction),
    /// What a controller holds.
    Held(HeldId),
    /// What a controller without samples puts out.
    Followed(Box<ContinuousController>),
}

impl Signal {
    /// Refuses a function that is none, and a held number that there is not.
    pub(crate) fn check(&self, of: &str, machine: &Machine) -> Result<(), Error> {
        match self {
            Self::Given(function) => function.check(),
            // It was checked when it was built.
            Self::Followed(_) => Ok(()),
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
            Self::Followed(controller) => controller.output(k),
        }
    }

    /// Adds what its value depends on to what a part touches: nodes after those two of the part, and a scalar after its own.
    pub(crate) fn touch(&self, touched: &mut Touched) {
        if let Self::Followed(controller) = self {
            let seen = controller.touched();
            touched.nodes.extend(seen.nodes);
            touched.scalars.extend(seen.scalars);
        }
    }

    /// Local unknowns of the nodes of a part between two nodes that follows this.
    pub(crate) fn n_of_nodes(&self) -> usize {
        match self {
            Self::Followed(_) => 2 * N_VELOCITIES,
            _ => N_VELOCITIES,
        }
    }

    /// Adds to the tangent of a part what comes from the change of this number: `by_value` are rows of its residual, each with its
    /// derivative by the number. The part has so many scalars of its own.
    pub(crate) fn add_tangent(
        &self,
        k: &Kinematics,
        weights: Weights,
        (by_value, n_scalars): (impl Iterator<Item = (usize, f64)>, usize),
        out: &mut LocalMatrix,
    ) {
        let Self::Followed(controller) = self else {
            return;
        };
        let (over_nodes, by_sum) = controller.output_tangent(k, weights);
        let sum = self.n_of_nodes() + n_scalars;
        for (row, slope) in by_value {
            for (j, by_node) in over_nodes.iter().enumerate() {
                out.add(row, N_VELOCITIES + j, slope * by_node);
            }
            if let Some(by_sum) = by_sum {
                out.add(row, sum, slope * by_sum);
            }
        }
    }

    /// Change of the number by one unit of what is set; none where it does not depend on that.
    pub(crate) fn by_setting(&self, k: &Kinematics, setting: Setting) -> Option<f64> {
        match (setting, self) {
            (Setting::Own, _) => Some(1.0),
            (Setting::SetpointOf(angle), Self::Followed(controller)) => {
                controller.output_by_setpoint(k, angle)
            }
            (Setting::SetpointOf(_), _) => None,
        }
    }

    /// Times (s) at which it jumps by itself.
    pub(crate) fn breaks(&self) -> Vec<f64> {
        match self {
            Self::Given(function) => function.breaks(),
            Self::Held(_) => Vec::new(),
            Self::Followed(controller) => controller.data().setpoint.breaks(),
        }
    }
}

/// Whether a local unknown of a part between nodes is a turn of one of them, or no motion of a node: what torques couple.
pub(crate) fn is_turn(unknown: usize, n_of_nodes: usize) -> bool {
    unknown >= n_of_nodes || (unknown / 3) % 2 == 1
}
