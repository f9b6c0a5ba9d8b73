//! Kinetic energy of a body in a moving frame, and its statics, beside direct products with the matrices of the full body.

use pitchline_fem::{
    ComplianceDirections, DofMap, ElementKind, FlankPlace, LoadCase, MassMoments, Statics, assemble,
};

use crate::reduced_body_support::{
    Noise, assert_close, body, combined, compliance, gear, held, inner, largest, plain, turned,
    waves_of,
};
use crate::support::steel;

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[test]
fn kinetic_energy_is_that_of_the_full_body() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let (_, mesh) = gear(kind);
        let material = steel();
        let map = DofMap::free(&mesh.nodes).unwrap();
        let mass = assemble(&mesh, &material, &map).unwrap().mass;
        let mut noise = Noise(7);
        // More than one block of shapes, the last one not full.
        let n = 37;
        let shapes = noise.many(3 * mesh.nodes.len() * n);
        let moments = MassMoments::of_shapes(&mesh, &material, &shapes).unwrap();
        let invariants = moments.invariants().unwrap();
        let properties = mesh.mass_properties(material.density).unwrap();
        assert!((moments.mass / properties.mass - 1.0).abs() < 1e-11);
        for _ in 0..3 {
            let (v, omega) = (noise.vector(), noise.vector().map(|w| 300.0 * w));
            let q: Vec<f64> = noise.many(n).iter().map(|q| 1e-2 * q).collect();
            let q_rate = noise.many(n);
            let (u, u_rate) = (combined(&shapes, &q), combined(&shapes, &q_rate));
            let velocity: Vec<f64> = (0..mesh.nodes.len())
                .flat_map(|node| {
                    let at = |field: &[f64]| [0, 1, 2].map(|i| field[3 * node + i]);
                    let (place, u, rate) = (mesh.nodes[node], at(&u), at(&u_rate));
                    let carried = cross(omega, [0, 1, 2].map(|i| place[i] + u[i]));
                    [0, 1, 2].map(|i| v[i] + carried[i] + rate[i])
                })
                .collect();
            let mut momentum = vec![0.0; velocity.len()];
            mass.multiply(&velocity, &mut momentum);
            let direct = 0.5 * inner(&velocity, &momentum);
            let energy = invariants.kinetic_energy(v, omega, &q, &q_rate).unwrap();
            assert!((energy / direct - 1.0).abs() < 1e-10, "{energy} {direct}");
            // The same along fixed axes: the body turned by A, ω̄ = Hᵀ φ̇ with any regular H.
            let angle = 0.7;
            let a = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|e| turned(-angle, e));
            let h = [[1.0, 0.2, 0.0], [0.0, 1.0, -0.3], [0.1, 0.0, 1.0]];
            let parameters = noise.vector().map(|w| 100.0 * w);
            let turned_by = |p: [f64; 3]| [0, 1, 2].map(|j| (0..3).map(|i| h[i][j] * p[i]).sum());
            let body_axes = turned(-angle, v);
            let blocks = invariants.mass_blocks(&q).unwrap();
            let direct = blocks.kinetic_energy(body_axes, turned_by(parameters), &q_rate);
            let oriented = blocks
                .oriented(&a, &h)
                .kinetic_energy(v, parameters, &q_rate);
            assert!((oriented / direct - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn the_simplified_form_is_that_of_the_undeformed_body() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let shapes = Noise(3).many(3 * mesh.nodes.len() * 4);
    let moments = MassMoments::of_shapes(&mesh, &steel(), &shapes).unwrap();
    let invariants = moments.invariants().unwrap();
    let full = invariants.mass_blocks(&[0.0; 4]).unwrap();
    let simple = invariants.simplified_mass_blocks();
    assert_eq!((full.tr, full.rr), (simple.tr, simple.rr));
    assert_eq!((full.tf, full.rf), (simple.tf, simple.rf));
    assert!(largest(&full.ff) > 0.0 && largest(&simple.ff) == 0.0);
    // What the body is without shapes: its inertia about the origin.
    let properties = mesh.mass_properties(steel().density).unwrap();
    let [x, y, z] = properties.centre;
    let about_z = properties.inertia[2][2] + properties.mass * (x * x + y * y);
    // Places between nodes are interpolated and integrated with fewer points here.
    assert!(
        (simple.rr[2][2] / about_z - 1.0).abs() < 2e-3,
        "{}",
        simple.rr[2][2] / about_z
    );
    assert!((invariants.first[2] / properties.mass - z).abs() < 1e-9);
}

#[test]
fn wrong_lengths_are_refused() {
    let (_, mesh) = gear(ElementKind::Hex8);
    assert!(MassMoments::of_shapes(&mesh, &steel(), &[0.0; 4]).is_err());
    let none = MassMoments::of_shapes(&mesh, &steel(), &[]).unwrap();
    assert_eq!(none.n(), 0);
    let energy = none
        .invariants()
        .unwrap()
        .kinetic_energy([2.0, 0.0, 0.0], [0.0; 3], &[], &[]);
    assert!((energy.unwrap() / (2.0 * none.mass) - 1.0).abs() < 1e-12);
    let mut short = none.clone();
    short.arms.push(0.0);
    assert!(short.invariants().is_err());
    assert!(none.invariants().unwrap().mass_blocks(&[1.0]).is_err());
}

#[test]
fn reduced_and_residual_compliance_make_the_full_one() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let model = held(&mesh);
    let statics = Statics::new(&model, None).unwrap();
    let mut noise = Noise(11);
    // Waves of the answers to two forces: along x at point 0, along y at point 2.
    let three = compliance(&mesh, &statics, ComplianceDirections::Three, &[1]);
    let answers: Vec<_> = [(0, 0), (2, 1)]
        .map(|(point, axis): (usize, usize)| {
            let mut force = [0.0; 3];
            force[axis] = 1e6;
            let mut case = LoadCase::default();
            case.add_force(three.points[point].node, force);
            statics.solve(&[case]).unwrap().remove(0).displacements
        })
        .to_vec();
    let fields: Vec<&[f64]> = answers.iter().map(|u| u.as_flattened()).collect();
    let (shapes, coordinates) = waves_of(&mesh, &fields);
    let mut cyclic = body(&mesh, &shapes, coordinates, &[1]);
    cyclic.compliance = Some(three);
    let teeth = [1, 2, 5, 12];
    let points = [0, 1, 2];
    let flanks = cyclic.flank_statics().unwrap();
    let places = flanks.places(&teeth, &points);
    let k = places.len();
    assert_eq!(k, 36);
    let full = flanks.full(&places).unwrap();
    let residual = cyclic.residual_compliance(&teeth, &points).unwrap();
    // Betti: the full compliance is symmetric although each entry was solved for.
    let transposed: Vec<f64> = (0..k * k).map(|at| full[at / k + k * (at % k)]).collect();
    assert_close(&full, &transposed, 1e-10);
    // Of a Galerkin basis the residual stores energy: no eigenvalue is negative.
    let eigen = pitchline_algebra::symmetric_eigen(k, &residual).unwrap();
    assert!(
        eigen.values[0] > -1e-10 * eigen.values[k - 1],
        "{:?}",
        eigen.values
    );
    // Forces whose answers the basis contains leave nothing, on whichever tooth; others do.
    for (column, place) in places.iter().enumerate() {
        let left = largest(&residual[k * column..k * (column + 1)]) / largest(&full);
        match (place.point, place.direction) {
            (0, 0) | (2, 1) => assert!(left < 1e-9, "{place:?} {left}"),
            _ => assert!(left > 1e-3, "{place:?} {left}"),
        }
    }
    // The answer to any load is that of the full body.
    let forces: Vec<(FlankPlace, f64)> = places.iter().map(|&p| (p, noise.next())).collect();
    let answer = flanks.answer(&forces, &places).unwrap();
    let total: Vec<f64> = answer
        .contained
        .iter()
        .zip(&answer.residual)
        .map(|(a, b)| a + b)
        .collect();
    let f: Vec<f64> = forces.iter().map(|(_, f)| *f).collect();
    let expected: Vec<f64> = (0..k)
        .map(|i| (0..k).map(|j| full[i + k * j] * f[j]).sum())
        .collect();
    assert_close(&total, &expected, 1e-12);
    // Rows of teeth that are not stored follow by the turn: displacements of the explicit field.
    let q = noise.many(cyclic.n());
    let field = combined(&shapes, &q);
    let rows = flanks.rows(&places).unwrap();
    for (i, place) in places.iter().enumerate() {
        let point = &cyclic.compliance.as_ref().unwrap().points[place.point];
        let own = cyclic.origin.sector_nodes;
        let node = ((point.node + (place.tooth - 1) * own) % mesh.nodes.len() as u32) as usize;
        let angle = cyclic.origin.pitch * f64::from(place.tooth - 1);
        let mut axis = [0.0; 3];
        axis[place.direction] = 1.0;
        let direct = inner(&turned(angle, axis), &field[3 * node..3 * node + 3]);
        let found: f64 = (0..cyclic.n()).map(|j| rows[i + k * j] * q[j]).sum();
        assert!((found - direct).abs() < 1e-12 * largest(&field));
    }
}

#[test]
fn a_basis_that_contains_the_answer_leaves_no_residual() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let model = held(&mesh);
    let statics = Statics::new(&model, None).unwrap();
    let normal = compliance(
        &mesh,
        &statics,
        ComplianceDirections::Normal,
        &(1..=12).collect::<Vec<_>>(),
    );
    // Shapes: the static answers to forces at the points of tooth 3, mixed.
    let mut noise = Noise(5);
    let angle = std::f64::consts::TAU * 2.0 / 12.0;
    let own = mesh.nodes.len() as u32 / 12;
    let mut shapes = Vec::new();
    for _ in 0..3 {
        let mut case = LoadCase::default();
        for (i, point) in normal.points.iter().enumerate() {
            let direction = turned(angle, normal.direction(i, 0).unwrap());
            let size = 1e4 * noise.next();
            case.add_force(point.node + 2 * own, direction.map(|d| size * d));
        }
        shapes.extend(
            statics.solve(&[case]).unwrap()[0]
                .displacements
                .as_flattened(),
        );
    }
    let mut some = body(&mesh, &shapes, plain(3), &[1, 2, 3, 4]);
    some.compliance = Some(normal);
    let full = some.flank_statics().unwrap();
    let on_three = full.full(&full.places(&[3], &[0, 1, 2])).unwrap();
    let residual = some.residual_compliance(&[3], &[0, 1, 2]).unwrap();
    // Conditioning of three mixed answers takes some digits.
    assert!(
        largest(&residual) < 1e-9 * largest(&on_three),
        "{residual:?} {on_three:?}"
    );
    // Its neighbour hardly answers, so nearly all of its compliance is residual, and positive.
    let beside = some.residual_compliance(&[4], &[0, 1, 2]).unwrap();
    assert!((0..3).all(|i| beside[4 * i] > 0.5 * on_three[4 * i]));
    // What does not exist is named.
    assert!(
        some.residual_compliance(&[13], &[0])
            .unwrap_err()
            .to_string()
            .contains("tooth 13")
    );
    assert!(
        some.residual_compliance(&[1], &[9])
            .unwrap_err()
            .to_string()
            .contains("point 9")
    );
    assert!(
        some.residual_compliance(&[7], &[0])
            .unwrap_err()
            .to_string()
            .contains("recover")
    );
    some.compliance = None;
    assert!(some.residual_compliance(&[1], &[0]).is_err());
}
