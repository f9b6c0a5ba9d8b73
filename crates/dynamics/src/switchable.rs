//! Constraints that can be switched on and off during a run. \[theory:events\] (1), (2)

use crate::Error;

/// What a constraint can bear while it is on, and how it meets what it hits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Switchable {
    /// Least and largest multiplier. A contact bears pressure alone, [0, ∞]; what sticks bears so much to either side.
    pub bounds: [f64; 2],
    /// Share of the speed of approach with which bodies part after an impact, 0 to 1.
    pub restitution: f64,
    /// Bodies that meet more slowly do not part (m/s, rad/s).
    pub rest_speed: f64,
}

impl Switchable {
    /// A contact: its constraint is a gap that must not be negative.
    pub fn contact(restitution: f64, rest_speed: f64) -> Self {
        Self {
            bounds: [0.0, f64::INFINITY],
            restitution,
            rest_speed,
        }
    }

    /// Something that holds up to a force to either side (N, N m). It is switched on by an event and gives way by itself.
    pub fn holding(limit: f64) -> Self {
        Self {
            bounds: [-limit, limit],
            restitution: 0.0,
            rest_speed: 0.0,
        }
    }

    /// A joint: it bears whatever comes, and only events switch it.
    pub fn joint() -> Self {
        Self {
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
            restitution: 0.0,
            rest_speed: 0.0,
        }
    }

    /// Whether only events switch it: there is no force at which it gives way.
    pub fn is_joint(&self) -> bool {
        self.bounds[0] == f64::NEG_INFINITY && self.bounds[1] == f64::INFINITY
    }

    /// Whether it is a contact, which closes by itself when its gap does.
    pub fn is_contact(&self) -> bool {
        self.bounds[0] >= 0.0 && self.bounds[1].is_infinite()
    }

    /// Whether its numbers make sense; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        if !(0.0..=1.0).contains(&self.restitution) {
            return wrong("restitution", self.restitution, "between 0 and 1");
        }
        if !(self.rest_speed >= 0.0 && self.rest_speed.is_finite()) {
            return wrong("rest_speed", self.rest_speed, "zero or a positive speed");
        }
        let [lower, upper] = self.bounds;
        if !self.is_joint() && (!lower.is_finite() || upper.is_nan() || upper <= lower) {
            return wrong("bounds", upper, "a finite least and a larger largest force");
        }
        Ok(())
    }
}
