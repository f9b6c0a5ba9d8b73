//! A force and a torque from outside on a frame, by functions of time. \[theory:force-laws\] (33)-(35)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | F(t) | `force`, on the place of the frame | N |
//! | M(t) | `torque` | N m |
//! | p, E | place and axes of the frame | m |
//! | x, A | place and axes of its node | m |
//!
//! Constant forces along the axes of the ground have the potential of a weight, −F · x; all others bring in their power. A torque
//! never has a potential.

use std::sync::Arc;

use pitchline_geometry::tensor::{product, skew, sum, times, transposed_times};
use pitchline_geometry::vector::{Vector, cross, dot, plus};

use crate::hinged::HingedLoad;
use crate::{
    Element, Energy, Error, Frame, Hinges, Kinematics, LocalMatrix, TimeFunction, Touched, Weights,
};

/// Along which axes a load is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadAxes {
    /// Those of the ground: the load keeps its direction.
    Ground,
    /// Those of the frame: the load turns with the body.
    Body,
}

/// A force and a torque on a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Where it acts.
    pub on: Frame,
    /// Along which axes it is given.
    pub axes: LoadAxes,
    /// Force along x, y, z (N).
    pub force: [TimeFunction; 3],
    /// Torque about x, y, z (N m).
    pub torque: [TimeFunction; 3],
}

impl Load {
    /// Nothing yet.
    pub fn new(on: Frame, axes: LoadAxes) -> Self {
        const NOTHING: TimeFunction = TimeFunction::Constant(0.0);
        Self {
            on,
            axes,
            force: [NOTHING; 3],
            torque: [NOTHING; 3],
        }
    }

    /// Refuses functions that are none.
    pub fn check(&self) -> Result<(), Error> {
        let mut functions = self.force.iter().chain(&self.torque);
        functions.try_for_each(TimeFunction::check)
    }

    /// Force and torque along the axes of the node.
    fn of_node(&self, k: &Kinematics) -> [Vector; 2] {
        [&self.force, &self.torque].map(|functions| {
            let given = [0, 1, 2].map(|i| functions[i].at(k.time).value);
            match self.axes {
                LoadAxes::Ground => transposed_times(&k.pose(self.on.node).axes, given),
                LoadAxes::Body => times(&self.on.axes, given),
            }
        })
    }

    /// Whether a component of the force is a weight.
    fn has_potential(&self, component: usize) -> bool {
        self.axes == LoadAxes::Ground && matches!(self.force[component], TimeFunction::Constant(_))
    }
}

impl Element for Load {
    fn touched(&self) -> Touched {
        Touched::nodes([self.on.node])
    }

    fn reach(&self) -> f64 {
        self.on.arm()
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let [force, torque] = self.of_node(k);
        let along = times(&k.pose(self.on.node).axes, force);
        let about = plus(cross(self.on.place, force), torque);
        for i in 0..3 {
            out[i] -= along[i];
            out[3 + i] -= about[i];
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        if weights.position == 0.0 {
            return;
        }
        let [force, torque] = self.of_node(k);
        match self.axes {
            LoadAxes::Ground => {
                let arm = product(&skew(self.on.place), &skew(force));
                out.add_block(3, 3, -weights.position, &sum(&arm, &skew(torque)));
            }
            LoadAxes::Body => {
                let turned = product(&k.pose(self.on.node).axes, &skew(force));
                out.add_block(0, 3, weights.position, &turned);
            }
        }
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let (pose, rate) = (k.pose(self.on.node), k.velocity(self.on.node));
        let [force, torque] = self.of_node(k);
        let force = times(&pose.axes, force);
        let place = self.on.pose(pose).place;
        let swing = times(&pose.axes, cross(rate.about, self.on.place));
        let velocity = plus(rate.along, swing);
        let mut energy = Energy {
            supplied: dot(torque, rate.about),
            ..Energy::default()
        };
        for i in 0..3 {
            if self.has_potential(i) {
                energy.potential -= force[i] * place[i];
            } else {
                energy.supplied += force[i] * velocity[i];
            }
        }
        energy
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        let node = hinges.node(self.on.node)?;
        // Forces off the axis have levers that turn.
        hinges.is_on_axis(&self.on).then(|| {
            let axis = match self.axes {
                LoadAxes::Ground => times(&hinges.start.pose(self.on.node).axes, node.axis),
                LoadAxes::Body => transposed_times(&self.on.axes, node.axis),
            };
            let load: Arc<dyn Element> = Arc::new(HingedLoad {
                turn: node.scalar,
                axis,
                torque: self.torque.clone(),
                potential: self.energy(hinges.start, &[]).potential,
                breaks: self.breaks(),
            });
            load
        })
    }

    fn breaks(&self) -> Vec<f64> {
        let functions = self.force.iter().chain(&self.torque);
        functions.flat_map(TimeFunction::breaks).collect()
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        row == column || column >= 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::assert_close;
    use crate::{Machine, NodeId, Rotation};

    /// A node turned by a quarter about z at (1, 2, 3): its x is the ground's y.
    fn loaded(axes: LoadAxes) -> ([f64; 6], Energy) {
        let mut machine = Machine::new();
        let quarter = std::f64::consts::FRAC_PI_2;
        let turned = Rotation::from_vector([0.0, 0.0, quarter]);
        let node = machine.add_node("n", [1.0, 2.0, 3.0], turned);
        let on = Frame {
            place: [0.5, 0.0, 0.0],
            ..Frame::at(node)
        };
        let mut load = Load::new(on, axes);
        load.force[0] = TimeFunction::Constant(10.0);
        load.torque[1] = TimeFunction::Constant(4.0);
        let mut state = machine.start(0.0);
        state
            .velocity
            .copy_from_slice(&[7.0, 1.0, 0.0, 0.0, 0.0, 2.0]);
        let mut k = Kinematics::new(&machine);
        k.set(&state);
        let mut out = [0.0; 6];
        load.add_residual(&k, &[], &mut out);
        (out.map(|r| -r), load.energy(&k, &[]))
    }

    #[test]
    fn ground_axes_keep_their_direction() {
        let (f, energy) = loaded(LoadAxes::Ground);
        // F along the ground's x is along the node's −y, half a metre out: −5 N m about z. M about the ground's y is about the
        // node's x.
        assert_close(&f, &[10.0, 0.0, 0.0, 4.0, 0.0, -5.0], 1e-13);
        // The point is at (1, 2.5, 3).
        assert_close(&[energy.potential, energy.supplied], &[-10.0, 0.0], 1e-13);
    }

    #[test]
    fn body_axes_turn_with_it() {
        let (f, energy) = loaded(LoadAxes::Body);
        assert_close(&f, &[0.0, 10.0, 0.0, 0.0, 4.0, 0.0], 1e-13);
        // The point moves with (7 − 1, 1, 0) m/s: 10 N · 1 m/s along y; no spin about the node's y.
        assert_close(&[energy.potential, energy.supplied], &[0.0, 10.0], 1e-13);
    }

    #[test]
    fn nothing_on_the_ground_does_no_work() {
        let machine = Machine::new();
        let load = Load::new(Frame::at(NodeId::GROUND), LoadAxes::Ground);
        let k = Kinematics::new(&machine);
        assert_eq!(load.energy(&k, &[]), Energy::default());
        assert!(load.check().is_ok());
    }
}
