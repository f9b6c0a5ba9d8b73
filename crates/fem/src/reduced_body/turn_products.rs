//! Products of a basis with itself turned by one tooth, for bases that a turn does not carry into themselves.
//! \[theory:floating-frame\] (16)

use pitchline_algebra::{SymmetricMatrix, transpose_times};

use super::moments::count_shapes;
use crate::{DofMap, Error, Material, Mesh, assemble};

/// With S the turn of a field by one tooth in the positive sense, all n × n by columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TurnProducts {
    /// Φᵀ Φ
    pub gram: Vec<f64>,
    /// Φᵀ S Φ
    pub gram_turned: Vec<f64>,
    /// Φᵀ M S Φ
    pub mass_turned: Vec<f64>,
    /// Φᵀ K S Φ
    pub stiffness_turned: Vec<f64>,
}

impl TurnProducts {
    /// Of shapes over all nodes of a mesh of equal sectors with `sector_nodes` nodes each: 3 entries x, y, z for each node, shape
    /// after shape. K and M are those of the free mesh: supports that turn with a tooth add nothing, since shapes fulfil them.
    pub fn of_shapes(
        mesh: &Mesh,
        material: &Material,
        sector_nodes: u32,
        shapes: &[f64],
    ) -> Result<Self, Error> {
        let n_nodes = mesh.nodes.len();
        count_shapes(n_nodes, shapes)?;
        let own = sector_nodes as usize;
        if own == 0 || !n_nodes.is_multiple_of(own) {
            return Err(Error::Count {
                what: "nodes of whole sectors",
                given: n_nodes,
                needed: own * n_nodes.div_ceil(own.max(1)).max(1),
            });
        }
        let angle = std::f64::consts::TAU / (n_nodes / own) as f64;
        let turned = turned_shapes(n_nodes, own, angle, shapes);
        let matrices = assemble(mesh, material, &DofMap::free(&mesh.nodes)?)?;
        let rows = 3 * n_nodes;
        let weighted = |matrix: &SymmetricMatrix| {
            let mut moved = vec![0.0; turned.len()];
            matrix.multiply_many(&turned, &mut moved);
            transpose_times(rows, shapes, &moved)
        };
        Ok(Self {
            gram: transpose_times(rows, shapes, shapes)?,
            gram_turned: transpose_times(rows, shapes, &turned)?,
            mass_turned: weighted(&matrices.mass)?,
            stiffness_turned: weighted(&matrices.stiffness)?,
        })
    }
}

/// S Φ: each sector takes what the one before it had, in axes turned along.
fn turned_shapes(n_nodes: usize, own: usize, angle: f64, shapes: &[f64]) -> Vec<f64> {
    let (sin, cos) = angle.sin_cos();
    let mut turned = Vec::with_capacity(shapes.len());
    for shape in shapes.chunks_exact(3 * n_nodes) {
        let (nodes, _) = shape.as_chunks::<3>();
        let before = nodes[n_nodes - own..].iter().chain(&nodes[..n_nodes - own]);
        for &[x, y, z] in before {
            turned.extend([cos * x - sin * y, sin * x + cos * y, z]);
        }
    }
    turned
}
