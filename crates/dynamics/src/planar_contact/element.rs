//! The planar contact as a part of a machine: residual, tangent, the constraint of stuck teeth, energy. \[theory:planar-contact\]

use std::sync::Arc;

use pitchline_contact::{AssumedFlanks, Formulation};

use super::PlanarContact;
use super::acting::Acting;
use super::hinged::HingedContact;
use crate::centers::Centers;
use crate::hinged::Hinges;
use crate::{
    Element, Energy, GripId, Kinematics, Kink, LocalMatrix, Rubbing, Switchable, Touched, Weighted,
    Weights, connector, mesh_kinks,
};

/// Local velocities of both nodes.
const NODES: usize = 12;

impl PlanarContact {
    /// How teeth rub.
    pub(super) fn rubbing_of(&self, acting: &Acting) -> Rubbing {
        Rubbing {
            slip: acting.slip(),
            along: acting.by_slip,
            rate: acting.slip_rate(),
            limit: self.limit(acting.normal()),
            sliding: acting.sliding(self),
        }
    }

    /// Energies and powers of what acts.
    pub(super) fn energy_of(&self, acting: &Acting) -> Energy {
        let rubbed = acting.lost(self);
        // As published, the push on the axes brings in what it does, friction along them included.
        let apart = match self.formulation {
            Formulation::Source => acting.apart(),
            Formulation::BothFlanks | Formulation::OneFlank(_) => 0.0,
        };
        Energy {
            kinetic: 0.0,
            potential: acting.stored(&self.data),
            dissipated: acting.damping_loss(&self.data) + rubbed.max(0.0),
            // What friction gives back where rest is measured by the mesh distance.
            supplied: apart - rubbed.min(0.0),
        }
    }
}

impl Element for PlanarContact {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.between.a.node, self.between.b.node],
            angles: self.angles.to_vec(),
            n_multipliers: usize::from(self.grip.is_some()),
            ..Touched::default()
        }
    }

    fn binds_turns(&self) -> bool {
        true
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        Some(Arc::new(HingedContact::of(self, hinges)?))
    }

    fn counts_turns(&self) -> bool {
        true
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let (motion, centers, acting) = self.acting(k, multipliers);
        motion.add_force(-1.0, &centers.force(&acting.forces), out);
        if let (Some(grip), Some(row)) = (self.grip, out.get_mut(NODES)) {
            *row += acting.slip() - k.grip(grip).from;
        }
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        self.add_tangents(k, multipliers, &mut [(weights, out)]);
    }

    fn add_tangents(&self, k: &Kinematics, multipliers: &[f64], into: &mut [Weighted]) {
        let (motion, centers, acting) = self.acting(k, multipliers);
        if self.grip.is_some() {
            let gradient = centers.force(&acting.by_slip);
            let force = centers.force(&acting.by_multiplier(&self.data));
            for (weights, out) in &mut *into {
                let mut row = [0.0; NODES];
                motion.add_force(weights.position, &gradient, &mut row);
                let mut column = [0.0; NODES];
                motion.add_force(-weights.multiplier, &force, &mut column);
                for (i, (row, column)) in row.iter().zip(&column).enumerate() {
                    out.add(NODES, i, *row);
                    out.add(i, NODES, *column);
                }
            }
        }
        let value = acting.law(self, &centers, &motion.velocity);
        connector::add_tangents(motion, &value, into);
    }

    fn has_inertia(&self) -> bool {
        false
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let Some(row) = out.first_mut() else {
            return;
        };
        let linearised = self.between.linearised(k);
        let (_, centers, acting) = self.acting(k, &[]);
        let factors = acting.by_slip;
        let carried = linearised.bias(k, &self.between);
        let velocity = &linearised.motion.velocity;
        *row += dot(&centers.force(&factors), &carried);
        for (factor, curve) in factors.iter().zip(&centers.0) {
            *row += factor * dot(&curve.rate_gradient(velocity), velocity);
        }
    }

    fn energy(&self, k: &Kinematics, multipliers: &[f64]) -> Energy {
        let (_, _, acting) = self.acting(k, multipliers);
        self.energy_of(&acting)
    }

    fn n_kinks(&self) -> usize {
        mesh_kinks::count(&self.data.mesh.law, self.formulation)
    }

    fn kink_damping(&self) -> f64 {
        self.data.mesh.law.kink_damping()
    }

    fn kink(&self, k: &Kinematics, which: usize) -> Option<Kink> {
        let (_, _, acting) = self.acting(k, &[]);
        Some(self.kink_at(&acting, which))
    }

    fn flanks(&self, k: &Kinematics) -> Option<[f64; 2]> {
        let (_, _, acting) = self.acting(k, &[]);
        self.flanks_at(&acting)
    }

    fn assuming(&self, flanks: AssumedFlanks) -> Option<Arc<dyn Element>> {
        Some(Arc::new(self.with_assumed(flanks)))
    }

    /// Friction follows its multiplier otherwise than the slip's gradient says.
    fn follows_reactions(&self) -> bool {
        self.grip.is_some()
    }

    fn constraint_name(&self, _: usize) -> String {
        "teeth that stick".to_owned()
    }

    fn switchable(&self, _: usize) -> Option<Switchable> {
        Some(Switchable::joint())
    }

    fn grip(&self, _: usize) -> Option<GripId> {
        self.grip
    }

    fn rubbing(&self, k: &Kinematics, _: usize) -> Rubbing {
        let (_, _, acting) = self.acting(k, &[]);
        self.rubbing_of(&acting)
    }

    fn reach(&self) -> f64 {
        let radii = self.data.pair.data().pitch_radii;
        self.between.arm() + radii[0].max(radii[1])
    }

    fn angle(&self, k: &Kinematics, which: usize) -> [f64; 2] {
        let motion = self.between.motion(k);
        Centers::of(&motion).angle(which, &motion.velocity)
    }
}

fn dot(a: &[f64; 6], b: &[f64; 6]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
