//! Which way a shaft whirls in a mode: with its spin or against it. \[theory:linearised\] (38), (39)
//!
//! A point moves along Re(u e^{iωt}) around an ellipse; −Im(ū₁ u₂) is twice its area over π, positive where it is run through
//! from the first direction to the second. These follow each other with the spin of the very node, so that shafts that turn against
//! each other, or about axes that cross, each count by their own.

use pitchline_algebra::Complex;
use pitchline_geometry::tensor;
use pitchline_geometry::vector::{Vector, cross, dot, length, times};

use super::{LinearMachine, Mode, ModeKind};
use crate::NodeId;

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhirlSense {
    /// With the spin of the parts that move.
    Forward,
    /// Against it.
    Backward,
    /// Some places with it and some against it.
    Mixed,
    /// To and fro in a plane, not across the spin at all, or without a spin that could tell.
    Neither,
}

/// The orbits of a mode about the axes that nodes spin about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Whirl {
    /// Which way.
    pub sense: WhirlSense,
    /// From −1, all orbits backward circles, to 1, all forward circles; displacements and tilts of all nodes that spin, by their
    /// squares.
    pub roundness: f64,
    /// Share of their motion that is across their axes, by squares: 0 for torsion and axial motion.
    pub across: f64,
}

/// Orbits flatter than this have no sense; double frequencies are not resolved better.
const FLAT: f64 = 1e-3;
/// Below this share of motion across the axis, by squares, a mode is torsional or axial: bending has nearly all of it, and what sag or
/// unbalance couple to torsion is far less than half.
const ACROSS: f64 = 0.5;
/// Areas of one sense that are smaller than this share of those of the other do not make a mode mixed: places near a bearing or a
/// node of the mode, where orbits are small.
const MIXED: f64 = 0.1;
/// Spins below this share of the fastest are none, nor are those below this share of the frequency: they part a pair of modes by no
/// more, and an eigenvalue is not known better.
const STILL: f64 = 1e-9;
/// Nodes that spin move at least this share of all motion, by squares, if the mode is one of theirs.
const THEIRS: f64 = 1e-6;

impl LinearMachine {
    /// Orbits of modes, of the given nodes (all if there are none). Two modes that share an eigenvalue and whirl differently are any
    /// two combinations of both: neither has a sense.
    pub fn whirls(&self, modes: &[Mode], nodes: &[NodeId]) -> Vec<Whirl> {
        let own: Vec<Whirl> = modes.iter().map(|mode| self.whirl(mode, nodes)).collect();
        let is_shared = |i: usize, j: usize| {
            let [a, b] = [i, j].map(|k| modes[k].eigenvalue);
            (a - b).norm() <= STILL * a.norm() && own[i].sense != own[j].sense
        };
        let bends = |i: &usize| own[*i].across > ACROSS;
        let senses = (0..modes.len()).map(|i| {
            let mut others = (0..modes.len()).filter(bends);
            match bends(&i) && others.any(|j| is_shared(i, j)) {
                true => WhirlSense::Neither,
                false => own[i].sense,
            }
        });
        senses
            .zip(&own)
            .map(|(sense, whirl)| Whirl { sense, ..*whirl })
            .collect()
    }

    /// Orbits of a mode, of the given nodes (all if there are none).
    pub fn whirl(&self, mode: &Mode, nodes: &[NodeId]) -> Whirl {
        let spins = self.spins();
        let fastest = spins.iter().fold(0.0_f64, |m, spin| m.max(length(*spin)));
        let all: Vec<usize> = match nodes.is_empty() {
            true => (0..self.n_nodes).collect(),
            false => nodes
                .iter()
                .filter_map(|node| (node.0 as usize).checked_sub(1))
                .filter(|node| *node < self.n_nodes)
                .collect(),
        };
        let mut orbits = Orbits::default();
        let turns = fastest > STILL * mode.eigenvalue.norm();
        for node in all {
            let spin = spins[node];
            let is_turning = turns && length(spin) > STILL * fastest;
            let axis = is_turning.then(|| times(1.0 / length(spin), spin));
            for half in 0..2 {
                let at = 6 * node + 3 * half;
                let weight = if half == 0 { self.length.powi(-2) } else { 1.0 };
                orbits.add([0, 1, 2].map(|i| mode.shape[at + i]), weight, axis);
            }
        }
        orbits.whirl(mode.kind == ModeKind::Oscillating)
    }

    /// How each node spins (rad/s), in ground axes.
    fn spins(&self) -> Vec<Vector> {
        let state = self.state();
        let spins = state.velocity.chunks_exact(6).zip(&state.rotations);
        spins
            .map(|(v, rotation)| tensor::times(&rotation.matrix(), [v[3], v[4], v[5]]))
            .collect()
    }
}

/// Sums over places and tilts, all by their squares.
#[derive(Debug, Default)]
struct Orbits {
    /// Areas by their sense.
    forward: f64,
    backward: f64,
    /// Motion across the axes of nodes that spin, along them, and of nodes that do not.
    across: f64,
    along: f64,
    at_rest: f64,
}

impl Orbits {
    fn add(&mut self, motion: [Complex; 3], weight: f64, axis: Option<Vector>) {
        let Some(axis) = axis else {
            self.at_rest += weight * motion.iter().map(|x| x.norm_sqr()).sum::<f64>();
            return;
        };
        let part = |e: Vector| -> Complex {
            (0..3).fold(Complex::new(0.0, 0.0), |sum, i| sum + motion[i] * e[i])
        };
        let [first, second] = across(axis);
        let [u, v, w] = [first, second, axis].map(part);
        let area = -2.0 * weight * (u.conj() * v).im;
        self.forward += area.max(0.0);
        self.backward += (-area).max(0.0);
        self.across += weight * (u.norm_sqr() + v.norm_sqr());
        self.along += weight * w.norm_sqr();
    }

    fn whirl(&self, is_oscillating: bool) -> Whirl {
        let moved = self.across + self.along;
        let is_theirs = moved > THEIRS * self.at_rest;
        let across = if is_theirs { self.across / moved } else { 0.0 };
        let roundness = match across > ACROSS {
            true => (self.forward - self.backward) / self.across,
            false => 0.0,
        };
        let [less, more] = match self.forward < self.backward {
            true => [self.forward, self.backward],
            false => [self.backward, self.forward],
        };
        let has_sense = is_oscillating && across > ACROSS && more > FLAT * self.across;
        let sense = match roundness {
            _ if !has_sense => WhirlSense::Neither,
            _ if less > MIXED * more => WhirlSense::Mixed,
            r if r > 0.0 => WhirlSense::Forward,
            _ => WhirlSense::Backward,
        };
        Whirl {
            sense,
            roundness,
            across,
        }
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
