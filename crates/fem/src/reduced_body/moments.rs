//! Mass moments of a body from shapes given node by node.
//!
//! With m_ab the consistent mass of nodes a and b along one direction, each moment is a sum Σ m_ab x_a y_b: the columns 1, s and φ
//! are multiplied by m once, and what remains are products of tall blocks. \[theory:floating-frame\] (4)

use std::ops::Range;

use pitchline_algebra::{SymmetricMatrix, transpose_times};
use rayon::prelude::*;

use super::MassMoments;
use crate::{DofMap, Error, Material, Mesh, Tie, assemble};

/// Shapes that are multiplied at once: their products are large enough for matrix kernels, and two blocks of them
/// small beside the shapes.
const BLOCK: usize = 32;

impl MassMoments {
    /// Moments of shapes over all nodes of a mesh: 3 entries x, y, z for each node, shape after shape.
    pub fn of_shapes(mesh: &Mesh, material: &Material, shapes: &[f64]) -> Result<Self, Error> {
        let length = 3 * mesh.nodes.len();
        let n = count_shapes(mesh.nodes.len(), shapes)?;
        Self::of_blocks(mesh, material, n, |some| {
            Ok(shapes[length * some.start..length * some.end].to_vec())
        })
    }

    /// The same of `n` shapes that are made a block at a time, so that they are never all there at once.
    pub(crate) fn of_blocks(
        mesh: &Mesh,
        material: &Material,
        n: usize,
        shapes: impl Fn(Range<usize>) -> Result<Vec<f64>, Error>,
    ) -> Result<Self, Error> {
        let n_nodes = mesh.nodes.len();
        let mass = nodal_mass(mesh, material)?;
        let places = one_and_places(&mesh.nodes);
        let mut moments = Self {
            sums: vec![0.0; 3 * n],
            arms: vec![0.0; 9 * n],
            pairs: vec![0.0; 9 * n * n],
            ..Self::rigid(&mass, &places)?
        };
        let block = |number: usize| -> Result<Vec<f64>, Error> {
            let some = number * BLOCK..n.min((number + 1) * BLOCK);
            Ok(separated(n_nodes, &shapes(some)?))
        };
        let mut moved = Vec::new();
        for second in 0..n.div_ceil(BLOCK) {
            let columns = block(second)?;
            moved.resize(columns.len(), 0.0);
            mass.multiply_many(&columns, &mut moved);
            moments.add_places(second, &transpose_times(n_nodes, &places, &moved)?);
            let product = transpose_times(n_nodes, &columns, &moved)?;
            moments.add_pairs(n, [second, second], &product);
            for first in 0..second {
                let product = transpose_times(n_nodes, &block(first)?, &moved)?;
                moments.add_pairs(n, [first, second], &product);
            }
        }
        Ok(moments)
    }

    /// Mass, first and second moment.
    fn rigid(mass: &SymmetricMatrix, places: &[f64]) -> Result<Self, Error> {
        let mut moved = vec![0.0; places.len()];
        mass.multiply_many(places, &mut moved);
        let product = transpose_times(mass.n, places, &moved)?;
        let entry = |i: usize, j: usize| {
            // Symmetric in exact arithmetic; the mean is so in any.
            let (p, q) = (product.get(i + 4 * j), product.get(j + 4 * i));
            0.5 * (p.copied().unwrap_or(0.0) + q.copied().unwrap_or(0.0))
        };
        Ok(Self {
            mass: entry(0, 0),
            first: [1, 2, 3].map(|i| entry(0, i)),
            second: [1, 2, 3].map(|i| [1, 2, 3].map(|j| entry(i, j))),
            ..Self::default()
        })
    }

    /// `product`: rows 1, x, y, z; columns x, y, z of each shape of a block.
    fn add_places(&mut self, block: usize, product: &[f64]) {
        for (column, values) in product.chunks_exact(4).enumerate() {
            let (shape, axis) = (block * BLOCK + column / 3, column % 3);
            self.sums[3 * shape + axis] = values[0];
            self.arms[9 * shape + 3 * axis..][..3].copy_from_slice(&values[1..]);
        }
    }

    /// `product`: rows x, y, z of each shape of the first block, columns those of the second.
    fn add_pairs(&mut self, n: usize, blocks: [usize; 2], product: &[f64]) {
        let [first_i, first_j] = blocks.map(|block| block * BLOCK);
        let rows = 3 * BLOCK.min(n - first_i);
        for (column, values) in product.chunks_exact(rows).enumerate() {
            let (j, beta) = (first_j + column / 3, column % 3);
            for (row, &value) in values.iter().enumerate() {
                let (i, alpha) = (first_i + row / 3, row % 3);
                self.pairs[alpha + 3 * beta + 9 * (i + n * j)] = value;
                self.pairs[beta + 3 * alpha + 9 * (j + n * i)] = value;
            }
        }
    }
}

/// Number of shapes over so many nodes.
pub(super) fn count_shapes(n_nodes: usize, shapes: &[f64]) -> Result<usize, Error> {
    let n = shapes.len().checked_div(3 * n_nodes).unwrap_or(0);
    match n * 3 * n_nodes == shapes.len() {
        true => Ok(n),
        false => Err(Error::Count {
            what: "entries of shapes over the nodes",
            given: shapes.len(),
            needed: (n + 1) * 3 * n_nodes,
        }),
    }
}

/// m_ab: what K and M are to bodies whose nodes move along x only.
pub(crate) fn nodal_mass(mesh: &Mesh, material: &Material) -> Result<SymmetricMatrix, Error> {
    let along_x = vec![Tie::Own([true, false, false]); mesh.nodes.len()];
    let map = DofMap::build(&mesh.nodes, along_x, Vec::new())?;
    Ok(assemble(mesh, material, &map)?.mass)
}

/// Columns 1, x, y, z.
fn one_and_places(nodes: &[[f64; 3]]) -> Vec<f64> {
    let mut columns = vec![1.0; nodes.len()];
    for axis in 0..3 {
        columns.extend(nodes.iter().map(|place| place[axis]));
    }
    columns
}

/// x, y, z of each shape as columns of their own.
fn separated(n_nodes: usize, shapes: &[f64]) -> Vec<f64> {
    let mut columns = vec![0.0; shapes.len()];
    columns
        .par_chunks_mut(3 * n_nodes.max(1))
        .zip(shapes.par_chunks(3 * n_nodes.max(1)))
        .for_each(|(columns, shape)| {
            for (axis, column) in columns.chunks_mut(n_nodes.max(1)).enumerate() {
                let along = shape.iter().skip(axis).step_by(3);
                column.iter_mut().zip(along).for_each(|(c, v)| *c = *v);
            }
        });
    columns
}
