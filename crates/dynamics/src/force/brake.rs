//! A brake: friction about an axis by a torque that is given over time. \[theory:actuators\] (6)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | T_b(t) | `torque`: friction while it slides | N m |
//! | ν | `static_ratio`: what it holds at rest over what it brakes with | |
//!
//! It is [`HingeFriction`] with T = 1, T_0 = ν and p = T_b: released it does nothing, and what it let go it holds again when it is
//! pressed and the speed has come to zero.

use pitchline_contact::DragTorque;

use super::hinge_friction::{HingeFriction, HingeFrictionData, Standstill};
use crate::{Error, Frame, Machine, TimeFunction};

/// What a brake is.
#[derive(Debug, Clone, PartialEq)]
pub struct Brake {
    /// Torque while it slides over time (N m); below zero it is released.
    pub torque: TimeFunction,
    /// How many times as much it holds at rest, 1 or more.
    pub static_ratio: f64,
    /// What it does at rest.
    pub standstill: Standstill,
}

impl Brake {
    /// A brake between two frames; `of` is how it is called.
    pub fn build(
        self,
        of: &str,
        machine: &mut Machine,
        a: Frame,
        b: Frame,
    ) -> Result<HingeFriction, Error> {
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        if !(self.static_ratio >= 1.0 && self.static_ratio.is_finite()) {
            let allowed = "1 or more: a brake holds at least what it brakes with";
            return wrong("static_ratio", self.static_ratio, allowed);
        }
        if let TimeFunction::Constant(torque) = self.torque
            && torque < 0.0
        {
            return wrong("torque", torque, "0 or more: a brake never drives");
        }
        let data = HingeFrictionData {
            drag: DragTorque {
                constant: 1.0,
                static_torque: self.static_ratio,
                ..DragTorque::default()
            },
            pressed: self.torque,
            standstill: self.standstill,
        };
        HingeFriction::build(of, machine, a, b, data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeId, Rotation};

    #[test]
    fn refuses_what_no_brake_is() {
        let mut machine = Machine::new();
        let node = machine.add_node("disc", [0.0; 3], Rotation::IDENTITY);
        let [a, b] = [NodeId::GROUND, node].map(Frame::at);
        for (torque, static_ratio, key) in [(3.0, 0.9, "static_ratio"), (-1.0, 1.2, "torque")] {
            let brake = Brake {
                torque: TimeFunction::Constant(torque),
                static_ratio,
                standstill: Standstill::Sticks,
            };
            let message = brake.build("brake", &mut machine, a, b).unwrap_err();
            assert!(message.to_string().contains(key), "{message}");
        }
    }
}
