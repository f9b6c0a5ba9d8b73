//! A body from its matrices alone beside the same body from its mesh.

use pitchline_algebra::SymmetricMatrix;
use pitchline_fem::{
    BodyMatrices, BodyNode, BodySupport, DofMap, ElementKind, MassMoments, ReducedBody, assemble,
};

use crate::support::{block, steel};

fn dense(matrix: &SymmetricMatrix) -> Vec<f64> {
    let n = matrix.n;
    let mut columns = vec![0.0; n * n];
    for (j, column) in columns.chunks_mut(n).enumerate() {
        let mut unit = vec![0.0; n];
        unit[j] = 1.0;
        matrix.multiply(&unit, column);
    }
    columns
}

/// An unreduced mesh of bent bricks: every node a point, every displacement a coordinate. Elements contain linear fields, so the sums with one
/// shape that follow from M are those of the integrals over the mesh.
#[test]
fn sums_from_the_mass_matrix_are_those_of_the_mesh() {
    let mesh = block(ElementKind::Hex8, [2, 1, 1], |[x, y, z]| {
        [
            0.1 + 0.3 * x,
            0.2 * y + 0.05 * x * x - 0.03,
            0.1 * z * (1.0 + 0.2 * y),
        ]
    });
    let map = DofMap::free(&mesh.nodes).unwrap();
    let matrices = assemble(&mesh, &steel(), &map).unwrap();
    let nodes = mesh.nodes.iter().enumerate().map(|(i, &place)| BodyNode {
        name: format!("node_{i}"),
        place,
        has_turns: false,
    });
    let given = BodyMatrices {
        nodes: nodes.collect(),
        n_modes: 0,
        stiffness: dense(&matrices.stiffness),
        mass: dense(&matrices.mass),
        support: BodySupport::Free,
    };
    let residuals = given.rigid_residuals().unwrap();
    assert!(residuals.iter().all(|r| *r < 1e-12), "{residuals:?}");
    let body = ReducedBody::from_matrices(&given).unwrap();
    let n = body.n();
    let unit: Vec<f64> = (0..n * n)
        .map(|at| f64::from(u8::from(at % n == at / n)))
        .collect();
    let exact = MassMoments::of_shapes(&mesh, &steel(), &unit).unwrap();
    let same = |found: &[f64], exact: &[f64]| {
        assert_eq!(found.len(), exact.len());
        let size = exact.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        for (found, exact) in found.iter().zip(exact) {
            assert!((found - exact).abs() < 1e-13 * size, "{found} {exact}");
        }
    };
    same(&[body.moments.mass], &[exact.mass]);
    same(&body.moments.first, &exact.first);
    same(
        body.moments.second.as_flattened(),
        exact.second.as_flattened(),
    );
    same(&body.moments.sums, &exact.sums);
    same(&body.moments.arms, &exact.arms);
    assert!(body.moments.pairs.is_empty());
    // Its file has none either.
    let read = ReducedBody::from_bytes(&body.to_bytes().unwrap()).unwrap();
    assert_eq!(read, body);
    assert_eq!(body.n_rigid_contained(), 6);
    // Rows that recover displacements are the coordinates themselves.
    let q: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
    assert_eq!(body.displacement(3, &q).unwrap(), [q[9], q[10], q[11]]);
}
