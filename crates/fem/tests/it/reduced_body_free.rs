//! Statics of a body that nothing holds: forces are balanced by its inertia, its motion as a whole is left out.

use pitchline_algebra::{SymmetricMatrix, symmetric_eigen};
use pitchline_fem::{
    ComplianceDirections, DofMap, ElementKind, FeModel, FlankCompliance, LoadCase, Mesh, Statics,
    Support, assemble,
};

use crate::reduced_body_support::{
    Noise, TEETH, body, combined, flank_points, gear, inner, largest, plain, projected, turned,
};
use crate::support::steel;

/// The six motions of the whole body, with a length that makes turns as large as translations.
fn rigid(mesh: &Mesh) -> Vec<f64> {
    let size = 50.0;
    let mut columns = Vec::new();
    for motion in 0..6 {
        for &[x, y, z] in &mesh.nodes {
            let turns = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
            let mut u = [0.0; 3];
            match motion {
                0..3 => u[motion] = 1.0,
                _ => u = turns[motion - 3].map(|v| size * v),
            }
            columns.extend(u);
        }
    }
    columns
}

/// What of a field goes with motions of the whole: R (RᵀMR)⁻¹ p with p = Rᵀ M u.
fn share(rigid: &[f64], mass: &SymmetricMatrix, p: &[f64]) -> Vec<f64> {
    let gram = projected(mass, rigid, rigid);
    let eigen = symmetric_eigen(6, &gram).unwrap();
    let mut weights = vec![0.0; 6];
    for (value, x) in eigen.values.iter().zip(eigen.vectors.chunks(6)) {
        let part = inner(x, p) / value;
        weights.iter_mut().zip(x).for_each(|(w, x)| *w += part * x);
    }
    combined(rigid, &weights)
}

/// A support that holds the body and bears nothing under balanced forces.
fn determinate(mesh: &Mesh) -> FeModel {
    let far = |from: [f64; 3]| {
        let distance = |p: &[f64; 3]| (0..3).map(|i| (p[i] - from[i]).powi(2)).sum::<f64>();
        let nodes = 0..mesh.nodes.len();
        nodes
            .max_by(|&a, &b| distance(&mesh.nodes[a]).total_cmp(&distance(&mesh.nodes[b])))
            .unwrap() as u32
    };
    let first = 0u32;
    let second = far(mesh.nodes[0]);
    let third = far(turned(1.7, mesh.nodes[0]));
    for pair in 0..3 {
        for single in 0..3 {
            let two = [0, 1, 2].map(|i| i != pair);
            let one = [0, 1, 2].map(|i| i == single);
            let support = Support::free(mesh)
                .locked(&[first], [true; 3])
                .and_then(|s| s.locked(&[second], two))
                .and_then(|s| s.locked(&[third], one));
            let model = FeModel::build(mesh.clone(), steel(), support.unwrap()).unwrap();
            if model.free_motions().unwrap().is_empty() {
                return model;
            }
        }
    }
    panic!("three nodes hold a body");
}

#[test]
fn a_free_body_answers_without_its_motion_as_a_whole() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let free = assemble(&mesh, &steel(), &DofMap::free(&mesh.nodes).unwrap()).unwrap();
    let model = determinate(&mesh);
    let statics = Statics::new(&model, None).unwrap();
    let rigid = rigid(&mesh);
    let n_entries = 3 * mesh.nodes.len();
    let answer = |force: &[f64]| -> Vec<f64> {
        let total: Vec<f64> = rigid.chunks(n_entries).map(|r| inner(r, force)).collect();
        let motion = share(&rigid, &free.mass, &total);
        let mut inertia = vec![0.0; n_entries];
        free.mass.multiply(&motion, &mut inertia);
        let balanced: Vec<f64> = force.iter().zip(&inertia).map(|(f, m)| f - m).collect();
        let mut case = LoadCase::default();
        case.add_forces(balanced.as_chunks().0);
        let deflection = statics.solve(&[case]).unwrap().remove(0);
        let u = deflection.displacements.as_flattened().to_vec();
        let carried = share(&rigid, &free.mass, &projected(&free.mass, &rigid, &u));
        u.iter().zip(&carried).map(|(u, c)| u - c).collect()
    };
    // Compliance between all points of all teeth, forces on tooth 1.
    let mut compliance = FlankCompliance {
        teeth: TEETH,
        points: flank_points(&mesh),
        directions: ComplianceDirections::Normal,
        blocks: Vec::new(),
    };
    let own = mesh.nodes.len() as u32 / TEETH;
    let along = |compliance: &FlankCompliance, tooth: u32, point: usize| -> Vec<f64> {
        let angle = std::f64::consts::TAU * f64::from(tooth - 1) / f64::from(TEETH);
        let node = compliance.points[point].node + (tooth - 1) * own;
        let node = node as usize % mesh.nodes.len();
        let mut force = vec![0.0; n_entries];
        let direction = turned(angle, compliance.direction(point, 0).unwrap());
        force[3 * node..3 * node + 3].copy_from_slice(&direction);
        force
    };
    let answers: Vec<Vec<f64>> = (0..3).map(|p| answer(&along(&compliance, 1, p))).collect();
    for tooth in 1..=TEETH {
        for answer in &answers {
            let at = (0..3).map(|p| inner(&along(&compliance, tooth, p), answer));
            compliance.blocks.extend(at.collect::<Vec<_>>());
        }
    }
    // Basis: motions of the whole, the answers to two of the three forces, and something else.
    let mut shapes = rigid.clone();
    let scale = largest(&answers[0]).recip();
    shapes.extend(answers[..2].iter().flatten().map(|u| scale * u));
    shapes.extend(Noise(1).many(n_entries));
    let n = shapes.len() / n_entries;
    let mut body = body(&mesh, &shapes, plain(n), &[1, 2, 7]);
    body.rigid = (0..6 * n)
        .map(|at| f64::from(u8::from(at % n == at / n)))
        .collect();
    body.compliance = Some(compliance);
    assert_eq!(body.n_rigid_contained(), 6);
    let statics = body.flank_statics().unwrap();
    let places = statics.places(&[1, 2, 7], &[0, 1, 2]);
    let k = places.len();
    let (full, residual) = (
        statics.full(&places).unwrap(),
        statics.residual(&places).unwrap(),
    );
    let eigen = symmetric_eigen(k, &residual).unwrap();
    assert!(
        eigen.values[0] > -1e-9 * eigen.values[k - 1],
        "{:?}",
        eigen.values
    );
    for column in 0..k {
        let left = largest(&residual[k * column..k * (column + 1)]) / largest(&full);
        // Points 0 and 1 of tooth 1 are contained.
        assert_eq!(left < 1e-9, column < 2, "{column} {left}");
    }
}
