//! Friction about axes of a machine at rest: brakes, seals and bearings that hold. \[theory:planar-contact\] (42)

use super::balance::STICKING;
use super::{Meshing, dot, places};
use crate::solution::linear::NullBasis;
use crate::{ElementId, Equations, Weights};

/// What holds a turn, up to a torque.
#[derive(Debug)]
pub(super) struct Gripping {
    pub element: ElementId,
    /// Change of the turn that it holds.
    pub by_slip: Vec<f64>,
    /// Torque that it can hold (N m).
    pub limit: f64,
    /// Of the spring that stands for a grip (N m/rad).
    stiffness: f64,
}

/// What it holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gripped {
    /// Torque, against the turn (N m).
    pub torque: f64,
    pub by_slip: f64,
    /// The same over what it can hold.
    pub share: f64,
    /// Whether it has reached that.
    pub is_slipping: bool,
}

impl Gripping {
    /// All grips of a machine that are not those of contacts.
    pub fn all(equations: &mut Equations, contacts: &[Meshing], basis: &NullBasis) -> Vec<Self> {
        let of_contacts: Vec<ElementId> = contacts.iter().map(|one| one.element).collect();
        let mut found = Vec::new();
        for row in 0..equations.n_multipliers() {
            let Some((element, local)) = equations.constraint(row) else {
                continue;
            };
            let id = ElementId(element as u32);
            if equations.grip(row).is_none() || of_contacts.contains(&id) {
                continue;
            }
            let limit = equations.rubbing(row).limit;
            let by_slip = basis.collect(&spread(equations, element, local));
            let size = dot(&by_slip, &by_slip);
            if limit > 0.0 && size > 0.0 {
                found.push(Self {
                    element: id,
                    stiffness: STICKING * firmest(contacts) / size,
                    limit,
                    by_slip,
                });
            }
        }
        found
    }

    /// Adds what it does to the stiffness, by rows, while it sticks.
    pub fn add_stiffness(&self, matrix: &mut [f64]) {
        self.add_slope(self.stiffness, matrix);
    }

    /// Adds what a change of its torque over its slip does.
    pub fn add_slope(&self, by_slip: f64, matrix: &mut [f64]) {
        let rows = matrix.chunks_exact_mut(self.by_slip.len());
        for (row, s_i) in rows.zip(&self.by_slip) {
            for (entry, s_j) in row.iter_mut().zip(&self.by_slip) {
                *entry += by_slip * s_i * s_j;
            }
        }
    }

    /// What it holds of a machine that has moved since it sticks.
    pub fn held(&self, moved: &[f64]) -> Gripped {
        let sticking = self.stiffness * dot(&self.by_slip, moved);
        let is_slipping = sticking.abs() > self.limit;
        let (torque, by_slip) = match is_slipping {
            true => (self.limit * sticking.signum(), 0.0),
            false => (sticking, self.stiffness),
        };
        Gripped {
            torque,
            by_slip,
            share: torque.abs() / self.limit,
            is_slipping,
        }
    }
}

/// The largest stiffness that teeth give a free motion.
pub(super) fn firmest(contacts: &[Meshing]) -> f64 {
    let each = contacts.iter().map(|contact| {
        let by_deflection = &contact.by_deflection;
        contact.at_touch * dot(by_deflection, by_deflection)
    });
    each.reduce(f64::max).filter(|k| *k > 0.0).unwrap_or(1.0)
}

/// A row of the constraints of an element over all velocities, whether it holds or not.
fn spread(equations: &mut Equations, element: usize, local: usize) -> Vec<f64> {
    let (n_v, n_nodes) = (equations.n_velocities(), equations.machine().n_nodes());
    let position = Weights {
        position: 1.0,
        ..Weights::default()
    };
    let mut all = vec![0.0; n_v];
    let Some((touched, matrix)) = equations.element_tangent(element, position) else {
        return all;
    };
    let places = places(touched, n_nodes);
    for (j, place) in places.iter().enumerate() {
        if let Some(place) = place {
            all[*place] += matrix.get(places.len() + local, j);
        }
    }
    all
}
