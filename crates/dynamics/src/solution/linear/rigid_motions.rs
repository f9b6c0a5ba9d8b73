//! Motions of the whole machine among those that nothing holds: along the axes of the ground, and about them through the centre of
//! mass. All have frequency zero, so that any mixture of them is a mode; these are the ones that have a name. \[theory:linearised\] (49)

use pitchline_geometry::vector::{Vector, cross, minus};

use super::tracking::{dot, mass_times, orthonormal};
use super::{LinearMachine, Mode, ModeKind};
use crate::Complex;

/// A motion whose square lies in the space of the free ones but for this share is one of them: rounding of shapes, squared.
const INSIDE: f64 = 1e-9;
/// What is left of a motion that is known already: the root of rounding, as twins of a double zero have it.
const KNOWN: f64 = 1e-4;

const NAMES: [&str; 6] = [
    "whole machine, along x",
    "whole machine, along y",
    "whole machine, along z",
    "whole machine, about x",
    "whole machine, about y",
    "whole machine, about z",
];

impl LinearMachine {
    /// Replaces rigid modes by motions with a name, as far as these are among them; the others stay, without their share in them.
    pub(super) fn name_rigid_motions(&self, modes: &mut [Mode]) {
        let n_rigid = modes.iter().filter(|m| m.kind == ModeKind::Rigid).count();
        let (rigid, _) = modes.split_at_mut(n_rigid);
        let is_first = rigid.iter().all(|mode| mode.kind == ModeKind::Rigid);
        // A single body has its own name.
        if n_rigid == 0 || !is_first || self.n_nodes < 2 {
            return;
        }
        let space = orthonormal(self, rigid.iter().map(|mode| &mode.shape));
        let mut shapes: Vec<(Vec<Complex>, String)> = Vec::new();
        for (number, name) in NAMES.iter().enumerate() {
            let motion = self.motion(number);
            let image = mass_times(self, &motion);
            let square = dot(&motion, &image).re;
            let inside: f64 = space.iter().map(|unit| dot(unit, &image).norm_sqr()).sum();
            if square > 0.0 && inside >= (1.0 - INSIDE) * square {
                // Of modal mass one, in the positive sense of its axis.
                let unit = motion.iter().map(|x| *x / square.sqrt()).collect();
                shapes.push((unit, (*name).to_owned()));
            }
        }
        for unit in space {
            let known = orthonormal(self, shapes.iter().map(|(shape, _)| shape));
            let image = mass_times(self, &unit);
            let mut rest = unit;
            for known in &known {
                let share = dot(known, &image);
                for (rest, known) in rest.iter_mut().zip(known) {
                    *rest -= *known * share;
                }
            }
            if dot(&rest, &mass_times(self, &rest)).re > KNOWN * KNOWN && shapes.len() < n_rigid {
                let name = self.largest_motion(&rest, |x: Complex| x.norm());
                self.normalise(&mut rest);
                shapes.push((rest, name));
            }
        }
        // Motions without mass have no place in this space: then all stay as they are.
        if shapes.len() == n_rigid {
            for (mode, (shape, name)) in rigid.iter_mut().zip(shapes) {
                mode.shape = shape;
                mode.largest_motion = name;
            }
        }
    }

    /// One of the six motions of the whole machine, over all coordinates.
    fn motion(&self, number: usize) -> Vec<Complex> {
        let centre = self.centre_of_mass();
        self.whole(number, centre)
    }

    /// Along or about an axis of the ground through a point.
    fn whole(&self, number: usize, through: Vector) -> Vec<Complex> {
        let mut motion = vec![Complex::new(0.0, 0.0); self.n()];
        let mut axis = [0.0; 3];
        axis[number % 3] = 1.0;
        for (node, place) in self.state().places.iter().enumerate() {
            let (along, about) = match number < 3 {
                true => (axis, [0.0; 3]),
                false => (cross(axis, minus(*place, through)), axis),
            };
            for i in 0..3 {
                motion[6 * node + i].re = along[i];
                motion[6 * node + 3 + i].re = about[i];
            }
        }
        motion
    }

    /// From the coupling of turns about the origin with displacements: e_y · M (e_z × x) is m c_x, and so on.
    fn centre_of_mass(&self) -> Vector {
        let along: Vec<Vec<Complex>> = (0..3).map(|i| self.whole(i, [0.0; 3])).collect();
        let mass = dot(&along[0], &mass_times(self, &along[0])).re;
        let mut centre = [0.0; 3];
        if mass > 0.0 {
            for (i, centre) in centre.iter_mut().enumerate() {
                let turn = self.whole(3 + (i + 2) % 3, [0.0; 3]);
                *centre = dot(&along[(i + 1) % 3], &mass_times(self, &turn)).re / mass;
            }
        }
        centre
    }
}
