//! Modes of planetary sets by their kind: rotational, translational, planet modes. \[theory:linearised\] (40), (41)
//!
//! In a set with equal planets at equal angles the central members (sun, carrier, ring) only turn, or only move across the axis
//! (two modes of one frequency), or stand still while the planets move \[lin-parker\].

use pitchline_algebra::{Complex, hermitian_eigen};
use pitchline_geometry::vector::{Vector, dot};

use super::{LinearMachine, MachineModes, Mode};
use crate::NodeId;

/// What a mode of a planetary set is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanetaryMode {
    /// Central members turn, all planets move alike.
    Rotational,
    /// Central members move across the axis without turning.
    Translational,
    /// Only the planets move.
    Planet,
    /// None of these: planets that differ, or a motion out of the plane.
    Other,
}

/// Who is who.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanetaryMembers {
    /// Sun, carrier, ring: those on the axis.
    pub central: Vec<NodeId>,
    /// The planets.
    pub planets: Vec<NodeId>,
    /// The axis, in ground axes.
    pub axis: Vector,
}

/// A share of kinetic energy below this is none: shapes of a set with equal planets have it at 1e-20, those of one whose planets
/// differ by a percent at 1e-4.
const NONE: f64 = 1e-6;
/// Frequencies that differ by less are equal.
const EQUAL_FREQUENCY: f64 = 1e-7;

impl LinearMachine {
    /// Kind of each mode. Modes of equal frequencies are combined first so that each shows its kind.
    pub fn planetary_modes(
        &self,
        modes: &mut MachineModes,
        members: &PlanetaryMembers,
    ) -> Vec<PlanetaryMode> {
        let mut first = 0;
        while first < modes.modes.len() {
            let value = modes.modes[first].eigenvalue;
            let is_equal =
                |mode: &&Mode| (mode.eigenvalue - value).norm() <= EQUAL_FREQUENCY * value.norm();
            let count = modes.modes[first..]
                .iter()
                .take_while(is_equal)
                .count()
                .max(1);
            if count > 1 && value.norm() > 0.0 {
                self.combine(&mut modes.modes[first..first + count], members);
            }
            first += count;
        }
        modes
            .modes
            .iter()
            .map(|mode| self.planetary_mode(mode, members))
            .collect()
    }

    /// Combinations of modes of one frequency in which the turning of the central members is most and least.
    fn combine(&self, modes: &mut [Mode], members: &PlanetaryMembers) {
        let n = modes.len();
        let mut form = vec![Complex::new(0.0, 0.0); n * n];
        for &node in &members.central {
            let Some(at) = self.first(node) else { continue };
            for i in 0..n {
                for j in 0..n {
                    let turn = |mode: &Mode| about(&mode.shape, at + 3, members.axis);
                    let size = self.length.powi(-2);
                    // Turning above, moving below, standing still between.
                    let mut sum = turn(&modes[i]).conj() * turn(&modes[j]);
                    for k in 0..3 {
                        let [a, b] = [i, j].map(|m| modes[m].shape[at + k]);
                        sum -= a.conj() * b * size;
                    }
                    form[i + n * j] += sum;
                }
            }
        }
        let Ok(eigen) = hermitian_eigen(n, &form) else {
            return;
        };
        let shapes: Vec<Vec<Complex>> = eigen
            .vectors
            .chunks(n)
            .map(|weights| {
                let mut sum = vec![Complex::new(0.0, 0.0); self.n()];
                for (mode, weight) in modes.iter().zip(weights) {
                    for (sum, x) in sum.iter_mut().zip(&mode.shape) {
                        *sum += *x * *weight;
                    }
                }
                sum
            })
            .collect();
        for (mode, shape) in modes.iter_mut().zip(shapes) {
            mode.shape = shape;
            self.normalise(&mut mode.shape);
        }
    }

    /// Kind of a mode whose frequency is its own.
    fn planetary_mode(&self, mode: &Mode, members: &PlanetaryMembers) -> PlanetaryMode {
        let length = self.length;
        let (mut turning, mut moving, mut planets, mut other) = (0.0, 0.0, 0.0, 0.0);
        let central = members.central.iter().map(|node| (node, true));
        let all = central.chain(members.planets.iter().map(|node| (node, false)));
        for (node, is_central) in all {
            let Some(at) = self.first(*node) else {
                continue;
            };
            let along = about(&mode.shape, at, members.axis).norm_sqr();
            let turn = about(&mode.shape, at + 3, members.axis).norm_sqr() * length * length;
            let square =
                |at: usize| -> f64 { mode.shape[at..at + 3].iter().map(|x| x.norm_sqr()).sum() };
            let across = square(at) - along;
            let tilt = square(at + 3) * length * length - turn;
            other += along + tilt;
            match is_central {
                true => {
                    turning += turn;
                    moving += across;
                }
                false => planets += turn + across,
            }
        }
        let all = turning + moving + planets + other;
        let is_none = |part: f64| part <= NONE * all;
        match (is_none(turning), is_none(moving), is_none(other)) {
            (false, true, true) => PlanetaryMode::Rotational,
            (true, false, true) => PlanetaryMode::Translational,
            (true, true, true) if planets > 0.0 => PlanetaryMode::Planet,
            _ => PlanetaryMode::Other,
        }
    }

    fn first(&self, node: NodeId) -> Option<usize> {
        let node = (node.0 as usize).checked_sub(1)?;
        (node < self.n_nodes).then_some(6 * node)
    }
}

/// Component along the axis of three entries.
fn about(shape: &[Complex], at: usize, axis: Vector) -> Complex {
    let size = dot(axis, axis).sqrt();
    (0..3).fold(Complex::new(0.0, 0.0), |sum, i| {
        sum + shape[at + i] * (axis[i] / size)
    })
}
