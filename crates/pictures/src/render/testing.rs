//! A ring for tests: bore radius 30 mm, outer radius 80 mm, width 20 mm.

use std::collections::HashMap;
use std::f64::consts::TAU;

use super::{Faces, Surface};

const RADII: [f64; 2] = [0.03, 0.08];
const WIDTH: f64 = 0.02;

/// Which faces a ring has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Linear,
    Quadratic,
}

/// A place on the grid by two steps on a face.
type Patch = Box<dyn Fn([usize; 2]) -> [usize; 3]>;

/// So many faces along the radius, around and over the width.
pub(super) fn surface(kind: Kind, [n_r, n_c, n_z]: [usize; 3]) -> Surface {
    // On a grid of half faces: corners, then the middles of the edges.
    let place = |[i, j, k]: [usize; 3]| {
        let r = RADII[0] + (RADII[1] - RADII[0]) * i as f64 / (2 * n_r) as f64;
        let (sin, cos) = (TAU * j as f64 / (2 * n_c) as f64).sin_cos();
        let z = WIDTH * (k as f64 / (2 * n_z) as f64 - 0.5);
        [r * cos, r * sin, z]
    };
    let (mut known, mut nodes) = (HashMap::new(), Vec::new());
    let mut node = |[i, j, k]: [usize; 3]| {
        let at = [i, j % (2 * n_c), k];
        *known.entry(at).or_insert_with(|| {
            nodes.push(place(at));
            nodes.len() as u32 - 1
        })
    };
    let mut patches: Vec<Patch> = Vec::new();
    for j in (0..2 * n_c).step_by(2) {
        for k in (0..2 * n_z).step_by(2) {
            patches.push(Box::new(move |[u, v]| [2 * n_r, j + u, k + v]));
            patches.push(Box::new(move |[u, v]| [0, j + v, k + u]));
        }
        for i in (0..2 * n_r).step_by(2) {
            patches.push(Box::new(move |[u, v]| [i + u, j + v, 2 * n_z]));
            patches.push(Box::new(move |[u, v]| [i + v, j + u, 0]));
        }
    }
    let corners = [[0, 0], [2, 0], [2, 2], [0, 2]];
    let [a, b, c, d] = corners;
    let all = [a, b, c, d, [1, 0], [2, 1], [1, 2], [0, 1]];
    let patches = patches.iter();
    let faces = match kind {
        Kind::Linear => Faces::Linear(patches.map(|at| corners.map(|s| node(at(s)))).collect()),
        Kind::Quadratic => Faces::Quadratic(patches.map(|at| all.map(|s| node(at(s)))).collect()),
    };
    Surface::new(nodes, faces).unwrap()
}

/// A picture for a look at it, if the variable `PITCHLINE_KEEP` names a folder.
pub(super) fn keep(name: &str, png: &[u8]) {
    if let Some(folder) = std::env::var_os("PITCHLINE_KEEP") {
        std::fs::write(std::path::Path::new(&folder).join(name), png).unwrap();
    }
}
