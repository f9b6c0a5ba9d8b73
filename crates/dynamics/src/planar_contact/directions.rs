//! Along what a planar contact moves and pushes where it stands: for machines that are looked at in one position. \[theory:planar-contact\] (2), (3), (18)

use pitchline_contact::FlankContact;

use super::PlanarContact;
use super::acting::Acting;
use crate::centers::Centers;
use crate::{Kinematics, NodeId};

/// Over the velocities of both nodes, six each.
pub type BothNodes = [f64; 12];

/// What a contact does per unit of force, with the flanks of one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushDirections {
    /// Residual per F_n.
    pub normal: BothNodes,
    /// Residual per λ: what friction takes per λ is its product with the velocities.
    pub friction: BothNodes,
    /// Gradient of the slip that stands still where teeth stick.
    pub by_slip: BothNodes,
}

/// A planar contact in one position.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarDirections {
    /// Nodes of both wheels.
    pub nodes: [NodeId; 2],
    /// Deflection Δ (m).
    pub deflection: f64,
    /// Mesh cycles that have passed.
    pub cycles: f64,
    /// Gradient of Δ.
    pub by_deflection: BothNodes,
    /// Gradient of x: the mesh velocity per velocity.
    pub by_distance: BothNodes,
    /// With the right flanks of a, and with the left ones.
    pub push: [PushDirections; 2],
}

impl PlanarContact {
    /// Along what it moves and pushes at a state.
    pub fn directions(&self, k: &Kinematics) -> PlanarDirections {
        let motion = self.between.motion(k);
        let centers = Centers::of(&motion);
        let turned = self.turned(k, centers.angles());
        let [deflection, distance] = self.factors().map(|f| turned.sum(f));
        let cycles = self.data.start_cycle + self.data.pair.cycles(distance);
        let gradient = |factors: [f64; 3]| {
            let mut both = [0.0; 12];
            motion.add_force(1.0, &centers.force(&factors), &mut both);
            both
        };
        let [by_deflection, by_distance] = self.factors().map(|[a, b]| gradient([a, b, 0.0]));
        let push = [FlankContact::Right, FlankContact::Left].map(|side| {
            let [levers, _] = self.data.levers.at(side, cycles);
            let units = Acting::units(self, &centers, &levers, side);
            let [normal, friction] = units.map(|force| {
                let mut both = [0.0; 12];
                motion.add_force(-1.0, &force, &mut both);
                both
            });
            PushDirections {
                normal,
                friction,
                by_slip: gradient(self.slip_from(&levers, side)),
            }
        });
        PlanarDirections {
            nodes: [self.between.a.node, self.between.b.node],
            deflection,
            cycles,
            by_deflection,
            by_distance,
            push,
        }
    }
}
