//! Torque of a bearing or a seal over its speed, with one for the state of rest. \[theory:planar-contact\] (36)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | T_c | `constant` | N m |
//! | k | `viscous` | N m s/rad |
//! | T_s, ω_s | `breakaway`, `speed` of the Stribeck fall | N m, rad/s |
//! | T_0 | `static_torque` | N m |

use crate::LawError;
use crate::error::{not_negative, positive};
use crate::friction::stribeck;

/// Friction about an axis: T_c + (T_s − T_c) exp(−(ω/ω_s)²) + k ω in motion, up to T_0 at rest.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DragTorque {
    /// T_c (N m).
    pub constant: f64,
    /// k (N m s/rad).
    pub viscous: f64,
    /// Fall from slow motion to fast, if any.
    pub stribeck: Option<StribeckFall>,
    /// T_0 (N m), not below the torque of slow motion.
    pub static_torque: f64,
}

/// How friction falls as motion begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StribeckFall {
    /// T_s (N m) in slow motion, not below T_c.
    pub breakaway: f64,
    /// ω_s (rad/s): a share 1/e of the fall is left there.
    pub speed: f64,
}

impl DragTorque {
    /// Refuses what no friction is.
    pub fn check(&self) -> Result<(), LawError> {
        not_negative("constant", self.constant)?;
        not_negative("viscous", self.viscous)?;
        not_negative("static_torque", self.static_torque)?;
        if let Some(fall) = self.stribeck {
            not_negative("breakaway", fall.breakaway)?;
            positive("speed", fall.speed)?;
            if fall.breakaway < self.constant {
                return Err(LawError::Value {
                    key: "breakaway",
                    value: fall.breakaway,
                    allowed: "at least constant: friction falls as motion begins",
                });
            }
        }
        let slow = self.at(0.0)[0];
        if self.static_torque < slow {
            return Err(LawError::StaticTorque {
                static_torque: self.static_torque,
                slow,
            });
        }
        Ok(())
    }

    /// Torque (N m) and its derivative (N m s/rad), at a speed that is not below zero (rad/s).
    pub fn at(&self, speed: f64) -> [f64; 2] {
        let [value, slope] = match self.stribeck {
            None => [self.constant, 0.0],
            Some(fall) => {
                let [value, slope] = stribeck(
                    self.constant,
                    fall.breakaway - self.constant,
                    speed / fall.speed,
                );
                [value, slope / fall.speed]
            }
        };
        [value + self.viscous * speed, slope + self.viscous]
    }
}

#[cfg(test)]
mod tests;
