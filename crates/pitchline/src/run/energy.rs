//! The account of energy of a run: what there is, and what came in and went out since its start.

use crate::dynamics::{Energy, Tape, TapeReader};

/// Energies (J) at an instant. \[theory:multibody\] (12)
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Account {
    /// Of motion.
    pub kinetic: f64,
    /// Of springs and of weight.
    pub potential: f64,
    /// Turned into heat since the start.
    pub dissipated: f64,
    /// Brought in since the start.
    pub supplied: f64,
    /// Time and powers (W) of the last entry: dissipated, supplied.
    last: Option<(f64, [f64; 2])>,
}

impl Account {
    /// Enters what the machine has now; powers are integrated by trapezoids. \[theory:time-integration\] (16)
    pub fn enter(&mut self, time: f64, now: Energy) {
        let powers = [now.dissipated, now.supplied];
        if let Some((before, [dissipated, supplied])) = self.last {
            let half = 0.5 * (time - before);
            self.dissipated += half * (dissipated + powers[0]);
            self.supplied += half * (supplied + powers[1]);
        }
        self.kinetic = now.kinetic;
        self.potential = now.potential;
        self.last = Some((time, powers));
    }

    /// The same with what the machine has in the middle of the way there: powers are integrated by Simpson's rule, as schemes of high order
    /// with long steps need it.
    pub fn enter_through(&mut self, middle: Energy, time: f64, now: Energy) {
        let Some((before, [dissipated, supplied])) = self.last else {
            return self.enter(time, now);
        };
        // Simpson's rule is two thirds of the middle and a third of the trapezoid.
        let third = (time - before) / 3.0;
        let half = 0.5 * third;
        self.dissipated += 2.0 * third * middle.dissipated + half * (dissipated + now.dissipated);
        self.supplied += 2.0 * third * middle.supplied + half * (supplied + now.supplied);
        (self.kinetic, self.potential) = (now.kinetic, now.potential);
        self.last = Some((time, [now.dissipated, now.supplied]));
    }

    /// Enters an instant at which velocities jumped: what was lost turned into heat.
    pub fn jump(&mut self, time: f64, before: Energy, after: Energy) {
        self.enter(time, before);
        self.dissipated += before.kinetic + before.potential - after.kinetic - after.potential;
        self.enter(time, after);
    }

    /// Writes it down for a later run.
    pub fn keep(&self, tape: &mut Tape) {
        tape.numbers(&[self.kinetic, self.potential, self.dissipated, self.supplied]);
        let (time, powers) = self.last.unwrap_or_default();
        tape.numbers(&[time, powers[0], powers[1]]);
    }

    /// Takes it back.
    pub fn take_back(tape: &mut TapeReader) -> Option<Self> {
        let (mut sums, mut last) = ([0.0; 4], [0.0; 3]);
        tape.numbers(&mut sums)?;
        tape.numbers(&mut last)?;
        let [kinetic, potential, dissipated, supplied] = sums;
        Some(Self {
            kinetic,
            potential,
            dissipated,
            supplied,
            last: Some((last[0], [last[1], last[2]])),
        })
    }

    /// Kinetic + potential + dissipated − supplied: constant but for the error of the integration.
    pub fn balance(&self) -> f64 {
        self.kinetic + self.potential + self.dissipated - self.supplied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A constant force on a mass at rest: powers grow evenly, which trapezoids integrate exactly.
    #[test]
    fn constant_forces_balance_exactly() {
        let (force, mass) = (3.0, 2.0);
        let mut account = Account::default();
        for i in 0..=10 {
            let time = 0.1 * f64::from(i);
            let speed = force / mass * time;
            account.enter(
                time,
                Energy {
                    kinetic: 0.5 * mass * speed * speed,
                    supplied: force * speed,
                    ..Energy::default()
                },
            );
        }
        // ½ F²/m t² = 2.25 J, eleven roundings.
        assert!((account.supplied - 2.25).abs() < 1e-14);
        assert!(account.balance().abs() < 1e-14);
    }

    /// A force that grows evenly on a mass at rest: its power is a cubic, which Simpson's rule integrates exactly in one step.
    #[test]
    fn growing_forces_balance_exactly_with_their_middles() {
        let (rate, mass) = (3.0, 2.0);
        let at = |time: f64| {
            let speed = 0.5 * rate / mass * time * time;
            Energy {
                kinetic: 0.5 * mass * speed * speed,
                supplied: rate * time * speed,
                ..Energy::default()
            }
        };
        let mut account = Account::default();
        account.enter(0.0, at(0.0));
        account.enter_through(at(0.5), 1.0, at(1.0));
        // c²/(8 m) t⁴ = 0.5625 J.
        assert!((account.supplied - 0.5625).abs() < 1e-15);
        assert!(account.balance().abs() < 1e-15);
    }
}
