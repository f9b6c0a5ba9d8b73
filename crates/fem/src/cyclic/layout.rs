//! Nodes of the whole gear as nodes of a sector, and vectors in the axes of either.

use pitchline_algebra::Complex;

use crate::{Error, Sector};

/// Numbers of nodes, and turns by whole pitches.
#[derive(Debug, Clone)]
pub struct Layout {
    teeth: usize,
    /// Number of each node of a sector within what a sector owns; of a node on the high cut, that of its partner.
    own: Vec<u32>,
    is_high: Vec<bool>,
    /// Node of a sector for each number.
    node: Vec<u32>,
    /// e^{2πik/z}.
    turns: Vec<Complex>,
}

impl Layout {
    pub fn new(sector: &Sector) -> Self {
        let joint = sector.closed_joint();
        let teeth = sector.teeth as usize;
        let n = sector.mesh.nodes.len();
        let is_high: Vec<bool> = (0..n).map(|node| !joint.owns(0, node)).collect();
        let owned = (0..n as u32).filter(|&node| !is_high[node as usize]);
        Self {
            teeth,
            own: (0..n).map(|node| joint.own_number(node)).collect(),
            node: owned.collect(),
            is_high,
            turns: (0..teeth).map(|k| root_of_unity(k, teeth)).collect(),
        }
    }

    pub fn teeth(&self) -> usize {
        self.teeth
    }

    /// Nodes that a sector owns.
    pub fn n_own(&self) -> usize {
        self.node.len()
    }

    pub fn n_whole(&self) -> usize {
        self.teeth * self.n_own()
    }

    /// Number in the whole gear of a node of a sector, counted from 0.
    pub fn whole(&self, sector: usize, node: usize) -> u32 {
        let owner = (sector + usize::from(self.is_high[node])) % self.teeth;
        (owner * self.n_own()) as u32 + self.own[node]
    }

    /// The sector that owns a node of the whole gear, and its number there.
    pub fn find(&self, whole: u32) -> Result<(usize, usize), Error> {
        let (n_own, whole) = (self.n_own(), whole as usize);
        if whole >= self.n_whole() {
            return Err(Error::NoSuchNode {
                node: whole,
                n_nodes: self.n_whole(),
            });
        }
        Ok((whole / n_own, self.node[whole % n_own] as usize))
    }

    /// Nodes that a sector owns, by their numbers.
    pub fn owned(&self) -> &[u32] {
        &self.node
    }

    /// e^{i n θ s}: the phase of a harmonic on a sector.
    pub fn phase(&self, harmonic: usize, sector: usize) -> Complex {
        self.turns[harmonic * sector % self.teeth]
    }

    /// A vector given in the axes of a sector, in those of the body.
    pub fn to_body(&self, sector: usize, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let turn = self.turns[sector % self.teeth];
        [x * turn.re - y * turn.im, x * turn.im + y * turn.re, z]
    }

    /// A vector given in the axes of the body, in those of a sector.
    pub fn to_sector(&self, sector: usize, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let turn = self.turns[sector % self.teeth];
        [x * turn.re + y * turn.im, -x * turn.im + y * turn.re, z]
    }
}

/// e^{2πik/z}, exactly −1 halfway: the harmonic z/2 is real.
fn root_of_unity(k: usize, teeth: usize) -> Complex {
    if 2 * k == teeth {
        return Complex::new(-1.0, 0.0);
    }
    let (im, re) = (std::f64::consts::TAU * k as f64 / teeth as f64).sin_cos();
    Complex::new(re, im)
}
