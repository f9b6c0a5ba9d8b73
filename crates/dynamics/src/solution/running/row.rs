//! One speed, and points of it: the load is varied.

use pitchline_contact::MeshFriction;

use super::balance::{Balance, Rubbing};
use super::power::{Exchange, PowerFlow};
use super::{Driving, Meshing, Running, dot, flows, scattered};
use crate::{Equations, Error, Sliding};

/// A machine that runs at one speed.
#[derive(Debug, Clone)]
pub struct RunningRow {
    /// Speeds of all drives.
    pub speeds: Vec<f64>,
    /// Nᵀ r of all but contacts and load.
    pub(super) residual: Vec<f64>,
    /// Torques of the drives by the same.
    torques: Vec<f64>,
    /// Mesh velocity of each contact (m/s).
    pub(super) velocities: Vec<f64>,
    /// Speed of the load.
    pub load_speed: f64,
    /// What all but drives, contacts and load do with power.
    exchange: Exchange,
    /// Flows without a steady rate at this speed, such as sums of controllers: nothing is known of what depends on them.
    pub unsettled: Vec<String>,
}

/// A machine that runs at one speed under one load.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningPoint {
    /// Torques of all drives on what they drive (N m).
    pub drive_torques: Vec<f64>,
    /// F_n of each contact (N).
    pub normal_forces: Vec<f64>,
    /// What friction takes in each contact (W).
    pub losses: Vec<f64>,
    /// Power that enters, leaves and is lost.
    pub flow: PowerFlow,
    /// Power that goes into springs, weights and inertia (W); part of what leaves, or enters where it is negative.
    pub stored: f64,
    /// Free coordinates: a start for a point nearby.
    pub deflection: Vec<f64>,
}

impl Running {
    /// Velocities and what follows from them at a speed of the first drive.
    pub fn at_speed(&self, equations: &mut Equations, speed: f64) -> Result<RunningRow, Error> {
        // None of a machine at rest.
        let speeds = self.drives.iter().enumerate();
        let speeds: Vec<f64> = speeds
            .map(|(i, drive)| if i == 0 { speed } else { drive.rate })
            .collect();
        let unsettled = self.run_evenly(equations, &speeds)?;
        let all = self.without_contacts(equations);
        let of = |by: &dyn Fn(&Driving) -> f64| {
            let each = self.drives.iter().zip(&speeds);
            each.map(|(drive, speed)| by(drive) * speed).sum::<f64>()
        };
        Ok(RunningRow {
            residual: self.basis.collect(&all),
            torques: self.drives.iter().map(|d| dot(&d.velocity, &all)).collect(),
            velocities: self
                .contacts
                .iter()
                .map(|contact| dot(&contact.velocity, &speeds))
                .collect(),
            load_speed: -of(&|drive| drive.by_load),
            exchange: self.exchange(equations, &all, &speeds),
            unsettled,
            speeds,
        })
    }

    /// Lets the equations look at the machine as it runs with these speeds of its drives; flows that do not settle are returned.
    fn run_evenly(&self, equations: &mut Equations, speeds: &[f64]) -> Result<Vec<String>, Error> {
        let mut state = self.position.clone();
        for (drive, speed) in self.drives.iter().zip(speeds) {
            for (v, unit) in state.velocity.iter_mut().zip(&drive.velocity) {
                *v += speed * unit;
            }
        }
        equations.set(&state)?;
        // What else rubs slides as its velocity says.
        for row in 0..equations.n_multipliers() {
            if let Some(grip) = equations.grip(row) {
                let rate = equations.rubbing(row).rate;
                let kept = &mut state.grips[grip.0 as usize];
                kept.sliding = match rate == 0.0 {
                    true => Sliding::Undecided,
                    false => Sliding::along(rate),
                };
            }
        }
        let unsettled = flows::settle(equations, &mut state)?;
        equations.set(&state)?;
        let machine = equations.machine();
        let names = unsettled.iter().map(|at| machine.velocity_name(*at));
        Ok(names.collect())
    }

    /// r of all but contacts and the varied load, at the state that the equations look at.
    fn without_contacts(&self, equations: &mut Equations) -> Vec<f64> {
        let mut all = vec![0.0; equations.n()];
        equations.residual(&mut all);
        all.truncate(equations.n_velocities());
        let contacts = self.contacts.iter().map(|contact| contact.element);
        for element in contacts.chain([self.load_element]) {
            let Some((_, part)) = equations.machine().element(element) else {
                continue;
            };
            for (all, own) in all.iter_mut().zip(scattered(equations, part)) {
                *all -= own;
            }
        }
        all
    }

    /// The balance under a load, with a law of friction for each contact, from where a point nearby was. None where none is found.
    pub fn at_load(
        &self,
        row: &RunningRow,
        load: f64,
        frictions: &[MeshFriction],
        start: Option<&RunningPoint>,
    ) -> Option<RunningPoint> {
        let start = start.map(|point| point.deflection.as_slice());
        let balance = Balance::find(self, row, load, Rubbing::Running(frictions), start)?;
        let each = self.contacts.iter().zip(&balance.contacts);
        let mut losses = Vec::with_capacity(self.contacts.len());
        let mut drive_torques: Vec<f64> = row.torques.clone();
        let mut stored = row.exchange.stored;
        let drives = self.drives.iter().zip(&row.speeds);
        for (torque, (drive, speed)) in drive_torques.iter_mut().zip(drives) {
            let elastic = dot(&drive.by_deflection, &balance.deflection);
            *torque += load * drive.by_load + elastic;
            stored += speed * elastic;
        }
        for (contact, forces) in each {
            let rubbed = &contact.rubbed[Meshing::side(forces.normal)];
            losses.push(forces.friction * dot(rubbed, &row.speeds));
            for (torque, rubbed) in drive_torques.iter_mut().zip(rubbed) {
                *torque += forces.friction * rubbed;
            }
        }
        Some(RunningPoint {
            flow: row.flow(&drive_torques, load, &losses, stored),
            drive_torques,
            losses,
            stored,
            normal_forces: balance.contacts.iter().map(|c| c.normal).collect(),
            deflection: balance.deflection,
        })
    }
}

impl RunningRow {
    /// What friction, damping and resistances besides the contacts turn into heat (W).
    pub fn heat(&self) -> f64 {
        self.exchange.flow.lost
    }

    /// All powers together. (47)
    fn flow(&self, torques: &[f64], load: f64, losses: &[f64], stored: f64) -> PowerFlow {
        let mut flow = self.exchange.flow;
        for (torque, speed) in torques.iter().zip(&self.speeds) {
            flow.exchange(torque * speed);
        }
        flow.exchange(load * self.load_speed);
        flow.exchange(-stored);
        flow.lost += losses.iter().sum::<f64>();
        debug_assert!(flow.is_balanced(), "{flow:?}");
        flow
    }
}

impl Meshing {
    /// Place of the flanks that press among right and left ones.
    pub(super) fn side(normal_force: f64) -> usize {
        usize::from(normal_force < 0.0)
    }
}
