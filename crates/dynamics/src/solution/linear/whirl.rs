//! Which way a shaft whirls in a mode: with its spin or against it. \[theory:linearised\] (38), (39)
//!
//! A point moves along Re(u e^{iωt}) around an ellipse; −Im(ū₁ u₂) is twice its area over π, positive where it is run through
//! from the first direction to the second.

use pitchline_algebra::Complex;
use pitchline_geometry::tensor;
use pitchline_geometry::vector::{Vector, cross, dot, times};

use super::{LinearMachine, Mode, ModeKind};
use crate::NodeId;

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhirlSense {
    /// With the spin of the parts that move: positively about the axis, where they spin positively or not at all.
    Forward,
    /// Against it.
    Backward,
    /// To and fro in a plane, some places one way and some the other, or not across the axis at all.
    Neither,
}

/// The orbits of a mode about an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Whirl {
    /// Which way.
    pub sense: WhirlSense,
    /// From −1, all orbits backward circles, to 1, all forward circles; displacements and tilts of all nodes, by their squares.
    pub roundness: f64,
    /// Share of the motion that is across the axis, by squares: 0 for torsion and axial motion.
    pub across: f64,
}

/// Orbits flatter than this have no sense; double frequencies are not resolved better.
const FLAT: f64 = 1e-3;
/// Below this share of motion across the axis, by squares, a mode is torsional or axial: bending has nearly all of it, and what sag or
/// unbalance couple to torsion is far less than half.
const ACROSS: f64 = 0.5;
/// Spins below this share of the fastest are none.
const STILL: f64 = 1e-9;

impl LinearMachine {
    /// Orbits of a mode about an axis of the ground, of the given nodes (all if there are none).
    pub fn whirl(&self, mode: &Mode, axis: Vector, nodes: &[NodeId]) -> Whirl {
        let size = dot(axis, axis).sqrt();
        let axis = if size > 0.0 {
            times(1.0 / size, axis)
        } else {
            [0.0, 0.0, 1.0]
        };
        let [first, second] = across(axis);
        let all: Vec<usize> = match nodes.is_empty() {
            true => (0..self.n_nodes).collect(),
            false => nodes
                .iter()
                .filter_map(|node| (node.0 as usize).checked_sub(1))
                .filter(|node| *node < self.n_nodes)
                .collect(),
        };
        let (mut areas, mut squares, mut along) = (0.0, 0.0, 0.0);
        let spins = self.spins_about(axis);
        let fastest = spins.iter().fold(0.0_f64, |m, spin| m.max(spin.abs()));
        for node in all {
            let is_opposite = spins[node] < -STILL * fastest;
            let sense = if is_opposite { -1.0 } else { 1.0 };
            for half in 0..2 {
                let at = 6 * node + 3 * half;
                let weight = if half == 0 { self.length.powi(-2) } else { 1.0 };
                let part = |e: Vector| -> Complex {
                    (0..3).fold(Complex::new(0.0, 0.0), |sum, i| {
                        sum + mode.shape[at + i] * e[i]
                    })
                };
                let [u, v, w] = [first, second, axis].map(part);
                areas -= 2.0 * sense * weight * (u.conj() * v).im;
                squares += weight * (u.norm_sqr() + v.norm_sqr());
                along += weight * w.norm_sqr();
            }
        }
        let across = if squares > 0.0 {
            squares / (squares + along)
        } else {
            0.0
        };
        let roundness = if across > ACROSS {
            areas / squares
        } else {
            0.0
        };
        let sense = match roundness {
            _ if mode.kind != ModeKind::Oscillating => WhirlSense::Neither,
            r if r > FLAT => WhirlSense::Forward,
            r if r < -FLAT => WhirlSense::Backward,
            _ => WhirlSense::Neither,
        };
        Whirl {
            sense,
            roundness,
            across,
        }
    }

    /// How fast each node spins about an axis of the ground (rad/s).
    fn spins_about(&self, axis: Vector) -> Vec<f64> {
        let state = self.state();
        let spins = state.velocity.chunks_exact(6).zip(&state.rotations);
        spins
            .map(|(v, rotation)| dot(tensor::times(&rotation.matrix(), [v[3], v[4], v[5]]), axis))
            .collect()
    }
}

/// Two directions across a unit axis, the second a quarter turn after the first.
fn across(axis: Vector) -> [Vector; 2] {
    // From the direction of the ground that is farthest from the axis.
    let least = (0..3).fold(0, |best, i| {
        if axis[i].abs() < axis[best].abs() {
            i
        } else {
            best
        }
    });
    let mut toward = [0.0; 3];
    toward[least] = 1.0;
    let first = cross(axis, cross(toward, axis));
    let first = times(1.0 / dot(first, first).sqrt(), first);
    [first, cross(axis, first)]
}
