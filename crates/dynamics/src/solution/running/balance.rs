//! Balance of the free motions of a machine that runs: Newton's method with teeth that press and rub. \[theory:planar-contact\] (39)

use pitchline_algebra::solve_few;
use pitchline_contact::{MeshFriction, PlanarMeshValue};

use super::gripping::{self, Gripped};
use super::{Meshing, Running, RunningRow, dot};
use crate::Stiction;

/// Forces that may be left, as a share of those present.
const BALANCED: f64 = 1e-13;
/// The same where rounding leaves more.
const ROUNDED: f64 = 1e-10;
/// Iterations after which no balance is there: each costs microseconds.
const MAX_ITERATIONS: usize = 60;
/// Stiffness of teeth that do not touch, as a share of that at their touch: only corrections see it.
const IN_GAP: f64 = 1e-3;
/// Stiffness of teeth that stick along their slip over that of their touch: so much of the deflection is lost where friction holds. It shares friction
/// among contacts that hold the same motion twice.
pub(super) const STICKING: f64 = 1e6;
/// Stiffness of what holds a machine without friction, over that of its teeth.
const WEAK: f64 = 1e-9;
/// Share of the loads that these may bear, or the machine is held by friction alone.
const BORNE: f64 = 1e-6;
/// How often a correction is halved.
const MOST_HALVINGS: usize = 12;

/// Forces of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Pressed {
    pub normal: f64,
    pub friction: f64,
    /// Derivatives over Δ.
    slopes: [f64; 2],
    /// Derivative of the friction over the slip.
    by_slip: f64,
    /// Friction over what it can hold.
    pub share: f64,
    /// Whether it has reached that.
    pub is_slipping: bool,
}

/// Which way teeth rub.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rubbing<'r> {
    /// They slide as a machine runs, by these laws.
    Running(&'r [MeshFriction]),
    /// They do not. Springs too weak to matter hold what nothing else does.
    Free,
    /// They stick from where the machine is deflected so, and slide where they cannot. Deflections count from there: what sticks hardly moves,
    /// and would drown in the rounding of motions that only friction holds.
    Held(&'r [f64]),
}

/// A machine in balance.
#[derive(Debug)]
pub(super) struct Balance {
    /// Since it sticks, if it does.
    pub deflection: Vec<f64>,
    pub contacts: Vec<Pressed>,
    pub grips: Vec<Gripped>,
}

/// Numbers of one iteration.
struct Looked {
    residual: Vec<f64>,
    /// Sum of the sizes of all forces.
    present: f64,
    contacts: Vec<Pressed>,
    grips: Vec<Gripped>,
}

impl Looked {
    fn open(&self) -> f64 {
        self.residual.iter().fold(0.0, |m, r| m.max(r.abs()))
    }
}

impl Balance {
    /// From a start, or from where the machine stands.
    pub fn find(
        running: &Running,
        row: &RunningRow,
        load: f64,
        rubbing: Rubbing,
        start: Option<&[f64]>,
    ) -> Option<Self> {
        let mut y = match start {
            Some(start) => start.to_vec(),
            None => running.touching(row, load, rubbing)?,
        };
        let look = |y: &[f64]| running.look(row, load, rubbing, y);
        let mut now = look(&y);
        for _ in 0..MAX_ITERATIONS {
            if now.open() <= BALANCED * now.present {
                break;
            }
            let mut step = now.residual.clone();
            if !solve_few(running.tangent(&now, rubbing), &mut step) {
                return None;
            }
            let mut share = 1.0;
            let mut next = None;
            for _ in 0..MOST_HALVINGS {
                let tried: Vec<f64> = y.iter().zip(&step).map(|(y, d)| y - share * d).collect();
                let looked = look(&tried);
                let is_better = looked.open() < now.open();
                let is_last = looked.open().is_finite() && next.is_none();
                if is_better || is_last {
                    next = Some((tried, looked));
                }
                if is_better {
                    break;
                }
                share *= 0.5;
            }
            let (tried, looked) = next?;
            // Rounding: nothing becomes better any more.
            let is_stuck = looked.open() >= now.open() && now.open() <= ROUNDED * now.present;
            if is_stuck {
                break;
            }
            (y, now) = (tried, looked);
        }
        (now.open() <= ROUNDED * now.present).then_some(Self {
            deflection: y,
            contacts: now.contacts,
            grips: now.grips,
        })
    }
}

impl Balance {
    /// Deflection of a machine that the loads balance without friction; none where only friction can hold it.
    pub fn without_friction(running: &Running, row: &RunningRow, load: f64) -> Option<Vec<f64>> {
        let found = Self::find(running, row, load, Rubbing::Free, None)?;
        let weak = running.weak();
        let borne = found.deflection.iter().map(|y| (weak * y).abs());
        let borne = borne.fold(0.0, f64::max);
        let now = running.look(row, load, Rubbing::Free, &found.deflection);
        (borne <= BORNE * now.present).then_some(found.deflection)
    }
}

impl Running {
    /// Where teeth without friction, as stiff as at their touch, would be: first without play, which tells the flanks that press, then
    /// with half of the play taken off each of these.
    fn touching(&self, row: &RunningRow, load: f64, rubbing: Rubbing) -> Option<Vec<f64>> {
        let n = self.n;
        let mut matrix = self.stiffness.clone();
        self.hold_weakly(rubbing, &mut matrix);
        if let Rubbing::Held(_) = rubbing {
            for grip in &self.grips {
                grip.add_stiffness(&mut matrix);
            }
        }
        for contact in &self.contacts {
            let [normal, _] = &contact.push[0];
            for i in 0..n {
                for (entry, j) in matrix[i * n..].iter_mut().zip(&contact.by_deflection) {
                    *entry += contact.at_touch * normal[i] * j;
                }
            }
        }
        let loaded = |offset: &dyn Fn(usize) -> f64| -> Option<Vec<f64>> {
            let mut right: Vec<f64> = (row.residual.iter().zip(&self.load))
                .map(|(r, l)| -(r + load * l))
                .collect();
            for (i, contact) in self.contacts.iter().enumerate() {
                for (r, w) in right.iter_mut().zip(&contact.push[0][0]) {
                    *r -= contact.at_touch * w * offset(i);
                }
            }
            solve_few(matrix.clone(), &mut right).then_some(right)
        };
        let first = loaded(&|i| self.contacts[i].deflection)?;
        loaded(&|i| {
            let contact = &self.contacts[i];
            let pressed = contact.deflection + dot(&contact.by_deflection, &first);
            let play = contact.contact.data().mesh.law.backlash;
            contact.deflection - 0.5 * play * pressed.signum()
        })
    }

    fn look(&self, row: &RunningRow, load: f64, rubbing: Rubbing, moved: &[f64]) -> Looked {
        let n = self.n;
        let whole = |from: &[f64]| from.iter().zip(moved).map(|(y, d)| y + d).collect();
        let y: Vec<f64> = match rubbing {
            Rubbing::Held(from) => whole(from),
            Rubbing::Running(_) | Rubbing::Free => moved.to_vec(),
        };
        let y = y.as_slice();
        let mut residual = row.residual.clone();
        let mut present = residual.iter().fold(0.0_f64, |m, r| m.max(r.abs()));
        let mut add = |of: &[f64], factor: f64| {
            for (r, f) in residual.iter_mut().zip(of) {
                *r += factor * f;
                present = present.max((factor * f).abs());
            }
        };
        add(&self.load, load);
        let mut contacts = Vec::with_capacity(self.contacts.len());
        for (i, contact) in self.contacts.iter().enumerate() {
            let pressed = match rubbing {
                Rubbing::Running(laws) => contact.sliding(&laws[i], row.velocities[i], y),
                Rubbing::Free => contact.sliding(&MeshFriction::None, 0.0, y),
                Rubbing::Held(_) => contact.held(y, moved),
            };
            let [normal, rubbing] = &contact.push[Meshing::side(pressed.normal)];
            add(normal, pressed.normal);
            add(rubbing, pressed.friction);
            contacts.push(pressed);
        }
        let mut grips = Vec::with_capacity(self.grips.len());
        if let Rubbing::Held(_) = rubbing {
            for grip in &self.grips {
                let gripped = grip.held(moved);
                add(&grip.by_slip, gripped.torque);
                grips.push(gripped);
            }
        }
        for (i, k) in self.stiffness.chunks_exact(n.max(1)).enumerate() {
            residual[i] += dot(k, y);
        }
        if let Rubbing::Free = rubbing {
            let weak = self.weak();
            for (residual, y) in residual.iter_mut().zip(y) {
                *residual += weak * y;
            }
        }
        Looked {
            residual,
            present,
            contacts,
            grips,
        }
    }

    /// Stiffness of what holds motions that nothing else does.
    fn weak(&self) -> f64 {
        WEAK * gripping::firmest(&self.contacts)
    }

    fn hold_weakly(&self, rubbing: Rubbing, matrix: &mut [f64]) {
        if let Rubbing::Free = rubbing {
            let weak = self.weak();
            matrix
                .iter_mut()
                .step_by(self.n + 1)
                .for_each(|k| *k += weak);
        }
    }

    /// Derivative of the residual, by rows.
    fn tangent(&self, now: &Looked, rubbing: Rubbing) -> Vec<f64> {
        let n = self.n;
        let mut matrix = self.stiffness.clone();
        self.hold_weakly(rubbing, &mut matrix);
        for (contact, pressed) in self.contacts.iter().zip(&now.contacts) {
            let side = Meshing::side(pressed.normal);
            let [normal, rubbing] = &contact.push[side];
            let [by_normal, by_friction] = pressed.slopes;
            let by_normal = match by_normal == 0.0 {
                true => IN_GAP * contact.at_touch,
                false => by_normal,
            };
            for i in 0..n {
                let pushed = by_normal * normal[i] + by_friction * rubbing[i];
                let rubbed = pressed.by_slip * rubbing[i];
                let row = matrix[i * n..(i + 1) * n].iter_mut();
                let gradients = contact.by_deflection.iter().zip(&contact.by_slip[side]);
                for (entry, (j, s)) in row.zip(gradients) {
                    *entry += pushed * j + rubbed * s;
                }
            }
        }
        for (grip, gripped) in self.grips.iter().zip(&now.grips) {
            grip.add_slope(gripped.by_slip, &mut matrix);
        }
        matrix
    }
}

impl Meshing {
    fn mesh(&self, y: &[f64]) -> PlanarMeshValue {
        let deflection = self.deflection + dot(&self.by_deflection, y);
        self.contact.data().mesh.at(deflection, 0.0, self.cycles)
    }

    /// Share of the normal force that friction holds at rest.
    pub(super) fn static_coefficient(&self) -> f64 {
        match self.contact.data().stiction {
            // It vanishes at rest.
            Stiction::Regularised(_) => 0.0,
            _ => self.contact.data().friction.static_coefficient(),
        }
    }

    /// Teeth of a machine that has moved since they stick, as far as friction at rest holds them.
    fn held(&self, y: &[f64], moved: &[f64]) -> Pressed {
        let mesh = self.mesh(y);
        let stiffness = STICKING * self.at_touch;
        let by_slip = &self.by_slip[Self::side(mesh.force())];
        let sticking = stiffness * dot(by_slip, moved);
        let coefficient = self.static_coefficient();
        let limit = coefficient * mesh.force().abs();
        let is_slipping = coefficient == 0.0 || sticking.abs() > limit;
        let by_force = coefficient * mesh.force().signum() * sticking.signum();
        let (friction, by_force, by_slip) = match is_slipping {
            true => (limit * sticking.signum(), by_force, 0.0),
            false => (sticking, 0.0, stiffness),
        };
        Pressed {
            normal: mesh.force(),
            friction,
            slopes: [mesh.by_deflection(), by_force * mesh.by_deflection()],
            by_slip,
            share: if limit > 0.0 {
                friction.abs() / limit
            } else {
                1.0
            },
            is_slipping,
        }
    }

    fn sliding(&self, friction: &MeshFriction, velocity: f64, y: &[f64]) -> Pressed {
        let mesh = self.mesh(y);
        let [rubbing, by_force] = self
            .contact
            .sliding_friction(friction, mesh.force(), velocity);
        Pressed {
            normal: mesh.force(),
            friction: rubbing,
            slopes: [mesh.by_deflection(), by_force * mesh.by_deflection()],
            by_slip: 0.0,
            share: 1.0,
            is_slipping: true,
        }
    }
}
