//! Where the power of a machine that runs evenly comes from and where it goes. \[theory:planar-contact\] (41), (46), (47)

use super::{Running, dot};
use crate::{ElementId, Equations};

/// Share of the power that enters which is rounding of powers that cancel.
const ROUNDED: f64 = 1e-12;
/// Share of all powers by which their sum may miss zero: torques of drives add up many forces.
const BALANCED: f64 = 1e-8;

/// Powers that a machine exchanges with what is around it (W).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PowerFlow {
    /// Sum of those that enter: at drives, loads and motors, or out of what is stored.
    pub entering: f64,
    /// Sum of those that leave, likewise.
    pub leaving: f64,
    /// What friction, damping and resistances turn into heat.
    pub lost: f64,
}

impl PowerFlow {
    /// One more way by which power enters, or leaves where it is negative.
    pub(super) fn exchange(&mut self, power: f64) {
        if power > 0.0 {
            self.entering += power;
        } else {
            self.leaving -= power;
        }
    }

    /// What leaves over what enters: 0 where nothing leaves. None where nothing enters, and where more leaves than enters: some part of the
    /// machine would make power of heat. (41)
    pub fn efficiency(&self) -> Option<f64> {
        let share = self.leaving / self.entering;
        match share {
            _ if share < ROUNDED => Some(0.0),
            _ if share <= 1.0 + ROUNDED => Some(share.min(1.0)),
            _ => None,
        }
    }

    /// Whether what enters is what leaves and is lost, but for rounding.
    pub(super) fn is_balanced(&self) -> bool {
        let open = self.entering - self.leaving - self.lost;
        open.abs() <= BALANCED * (self.entering + self.leaving + self.lost.abs())
    }
}

/// What all but drives, contacts and the varied load do at one speed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Exchange {
    /// With what they bring in and take out, and their heat.
    pub flow: PowerFlow,
    /// Power that goes into springs, weights and inertia.
    pub stored: f64,
}

impl Running {
    /// Of the state that the equations look at; `residual` is theirs, without contacts and load. What parts take out of the motion and neither
    /// turn into heat nor give away they store. (46)
    pub(super) fn exchange(
        &self,
        equations: &Equations,
        residual: &[f64],
        speeds: &[f64],
    ) -> Exchange {
        let left_out = |id: ElementId| {
            id == self.load_element || self.contacts.iter().any(|contact| contact.element == id)
        };
        let mut exchange = Exchange::default();
        for (i, (_, element)) in equations.machine().elements().enumerate() {
            if left_out(ElementId(i as u32)) {
                continue;
            }
            let none = vec![0.0; element.touched().n_multipliers];
            let energy = element.energy(equations.kinematics(), &none);
            exchange.flow.exchange(energy.supplied);
            exchange.flow.lost += energy.dissipated;
            exchange.stored += energy.supplied - energy.dissipated;
        }
        for (drive, speed) in self.drives.iter().zip(speeds) {
            exchange.stored += speed * dot(&drive.velocity, residual);
        }
        exchange
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(powers: &[f64]) -> PowerFlow {
        let mut flow = PowerFlow::default();
        powers.iter().for_each(|power| flow.exchange(*power));
        flow.lost = powers.iter().sum();
        flow
    }

    #[test]
    fn what_leaves_over_what_enters() {
        assert_eq!(flow(&[100.0, -60.0, -20.0]).efficiency(), Some(0.8));
        assert_eq!(flow(&[100.0, 50.0]).efficiency(), Some(0.0));
        // Rounding neither makes power nor lets some through.
        assert_eq!(flow(&[1.0, -1.0 - 1e-15]).efficiency(), Some(1.0));
        assert_eq!(flow(&[1.0, -1e-15]).efficiency(), Some(0.0));
        assert_eq!(flow(&[]).efficiency(), None);
        assert_eq!(flow(&[1.0, -2.0]).efficiency(), None);
        assert!(flow(&[100.0, -60.0]).is_balanced());
    }
}
