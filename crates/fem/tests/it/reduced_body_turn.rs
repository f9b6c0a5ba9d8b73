//! Bodies and coordinates that move on by whole teeth, beside fields turned node by node.

use std::f64::consts::TAU;

use pitchline_fem::{
    Coordinate, CoordinateKind, DofMap, ElementKind, FlankGrid, InterfacePoint, MassMoments,
    Motion, ProjectionWeight, ReducedBody, Site, TurnProducts, TurnProjection, assemble,
};

use crate::reduced_body_support::{
    Noise, TEETH, assert_close, body, combined, gear, inner, plain, projected, turned_field, waves,
};
use crate::support::steel;

const DIAMETERS: [u32; 6] = [0, 1, 2, 5, 6, 1];

fn turned_shapes(mesh: &pitchline_fem::Mesh, teeth: i64, shapes: &[f64]) -> Vec<f64> {
    let fields = shapes.chunks(3 * mesh.nodes.len());
    fields
        .flat_map(|field| turned_field(mesh, teeth, field))
        .collect()
}

#[test]
fn a_turned_body_is_the_one_with_turned_shapes() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        turned_as_its_shapes(kind);
    }
}

fn turned_as_its_shapes(kind: ElementKind) {
    let (_, mesh) = gear(kind);
    let (shapes, coordinates) = waves(&mesh, &DIAMETERS, &mut Noise(1));
    let body = body(&mesh, &shapes, coordinates, &[1, 4]);
    for teeth in [1, -2, 7] {
        let moved = body.turned(teeth).unwrap();
        let shapes = turned_shapes(&mesh, teeth, &shapes);
        let direct = MassMoments::of_shapes(&mesh, &steel(), &shapes).unwrap();
        assert_close(&moved.moments.sums, &direct.sums, 1e-12);
        assert_close(&moved.moments.arms, &direct.arms, 1e-12);
        assert_close(&moved.moments.pairs, &direct.pairs, 1e-12);
        assert_close(&moved.moments.first, &direct.first, 1e-12);
        let again = crate::reduced_body_support::body(&mesh, &shapes, plain(moved.n()), &[1]);
        assert_close(&moved.stiffness, &again.stiffness, 1e-11);
        assert_close(&moved.mass, &again.mass, 1e-11);
        let rows = 3 * moved.recovery.nodes.len();
        for (i, &node) in moved.recovery.nodes.iter().enumerate() {
            let (node, place) = (node as usize, moved.recovery.places[i]);
            assert_close(&place, &mesh.nodes[node], 1e-12);
            for (j, shape) in shapes.chunks(3 * mesh.nodes.len()).enumerate() {
                let row = &moved.recovery.displacements[rows * j + 3 * i..][..3];
                let expected = &shape[3 * node..3 * node + 3];
                let error = (0..3)
                    .map(|k| (row[k] - expected[k]).abs())
                    .fold(0.0, f64::max);
                assert!(error < 1e-16);
            }
        }
        // Flank grids name the nodes that the mesh has on these teeth.
        for grid in &moved.flanks {
            let same = |other: &&FlankGrid| other.tooth == grid.tooth && other.side == grid.side;
            assert_same_grid(mesh.flanks.iter().find(same).unwrap(), grid);
        }
    }
}

#[test]
fn stresses_turn_as_tensors() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let (shapes, coordinates) = waves(&mesh, &DIAMETERS, &mut Noise(4));
    let mut noise = Noise(9);
    let body = body(&mesh, &shapes, coordinates, &[1]);
    let q = noise.many(body.n());
    let field = combined(&shapes, &q);
    let states = pitchline_fem::node_states(&mesh, &steel(), field.as_chunks().0).unwrap();
    for tooth in [0, 3, 11] {
        for &node in &body.recovery.stress_nodes {
            let node = node + tooth * body.origin.sector_nodes;
            let stress = body.stress(node, &q).unwrap();
            assert_close(&stress, &states[node as usize].stress, 1e-11);
            let rows = body.stress_rows(node).unwrap();
            let by_rows: Vec<f64> = (0..6)
                .map(|i| (0..q.len()).map(|j| rows[i + 6 * j] * q[j]).sum())
                .collect();
            assert_close(&by_rows, &stress, 1e-12);
        }
    }
}

#[test]
fn coordinates_of_waves_turn_exactly() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let mut noise = Noise(2);
    let (shapes, coordinates) = waves(&mesh, &DIAMETERS, &mut noise);
    let body = body(&mesh, &shapes, coordinates, &[1]);
    let q = noise.many(body.n());
    for teeth in [1i64, 3, -1, -5, 12, 1_000_003] {
        let motion = turned_field(&mesh, teeth.rem_euclid(12), &combined(&shapes, &q));
        let carried = body.coordinate_turn(teeth).unwrap().apply(&q);
        assert_close(&combined(&shapes, &carried), &motion, 1e-13);
        // The same motion in the turned basis.
        let after = body.coordinates_after_turn(teeth, &q).unwrap();
        let basis = turned_shapes(&mesh, teeth.rem_euclid(12), &shapes);
        assert_close(&combined(&basis, &after), &combined(&shapes, &q), 1e-13);
    }
    let refused =
        crate::reduced_body_support::body(&mesh, &shapes[..3 * mesh.nodes.len()], plain(1), &[1]);
    assert!(
        refused
            .coordinate_turn(1)
            .unwrap_err()
            .to_string()
            .contains("coordinate 0")
    );
}

/// Normals are turned, everything else is renamed.
fn assert_same_grid(a: &FlankGrid, b: &FlankGrid) {
    let normals = |grid: &FlankGrid| grid.all_normals().collect::<Vec<_>>().concat();
    assert_close(&normals(a), &normals(b), 1e-12);
    let mut a = a.clone();
    a.normals.clone_from(&b.normals);
    for (a, b) in a.middles.iter_mut().zip(&b.middles) {
        a.normal = b.normal;
    }
    assert_eq!(a, *b);
}

fn assert_same(a: &ReducedBody, b: &ReducedBody) {
    assert_eq!(
        (a.points.len(), a.flanks.len()),
        (b.points.len(), b.flanks.len())
    );
    for (a, b) in a.flanks.iter().zip(&b.flanks) {
        assert_same_grid(a, b);
    }
    assert_eq!(a.recovery.nodes, b.recovery.nodes);
    assert_close(&a.recovery.displacements, &b.recovery.displacements, 1e-12);
    assert_close(&a.recovery.stresses, &b.recovery.stresses, 1e-12);
    assert_close(
        a.recovery.places.as_flattened(),
        b.recovery.places.as_flattened(),
        1e-12,
    );
    assert_close(&a.moments.sums, &b.moments.sums, 1e-12);
    assert_close(&a.moments.arms, &b.moments.arms, 1e-12);
    assert_close(&a.moments.pairs, &b.moments.pairs, 1e-12);
    assert_eq!((&a.stiffness, &a.mass), (&b.stiffness, &b.mass));
}

#[test]
fn turns_forth_and_back_leave_nothing() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let mut noise = Noise(6);
    let (shapes, coordinates) = waves(&mesh, &DIAMETERS, &mut noise);
    let body = body(&mesh, &shapes, coordinates, &[1]);
    assert_same(&body.turned(1).unwrap().turned(-1).unwrap(), &body);
    assert_same(&body.turned(12).unwrap(), &body);
    assert_same(&body.turned(1000).unwrap().turned(-1000).unwrap(), &body);
    // A long run keeps its count: no angle is ever summed.
    assert_eq!(
        body.turned(12_000_000_000_001).unwrap(),
        body.turned(1).unwrap()
    );
    let q = noise.many(body.n());
    let mut moved = q.clone();
    let mut whole = body.clone();
    for _ in 0..1000 {
        moved = body.coordinates_after_turn(1, &moved).unwrap();
    }
    for _ in 0..100 {
        whole = whole.turned(1).unwrap();
    }
    assert_same(&whole.turned(-100).unwrap(), &body);
    assert_close(
        &body.coordinates_after_turn(-1000, &moved).unwrap(),
        &q,
        1e-12,
    );
    assert_close(
        &moved,
        &body.coordinates_after_turn(1000, &q).unwrap(),
        1e-12,
    );
}

#[test]
fn bodies_whose_sectors_differ_are_not_turned() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let (shapes, coordinates) = waves(&mesh, &[0], &mut Noise(6));
    let mut body = body(&mesh, &shapes, coordinates, &[1]);
    body.origin.sector_nodes = 0;
    assert!(body.turned(1).unwrap_err().to_string().contains("sectors"));
    assert!(body.coordinate_turn(1).is_err());
}

#[test]
fn motions_of_the_interface_go_over_to_the_next_tooth() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let mut noise = Noise(8);
    let n_entries = 3 * mesh.nodes.len();
    let first = noise.many(n_entries);
    // The same shape on each tooth, and a translation of all along x and along y.
    let mut shapes: Vec<f64> = (0..12)
        .flat_map(|t| turned_field(&mesh, t, &first))
        .collect();
    for axis in 0..2 {
        shapes.extend((0..n_entries).map(|i| f64::from(u8::from(i % 3 == axis))));
    }
    let coordinates = (0..14).map(|i| Coordinate {
        kind: CoordinateKind::Interface(i),
        nodal_diameter: None,
        partner: None,
    });
    let mut body = body(&mesh, &shapes, coordinates.collect(), &[1]);
    let own = body.origin.sector_nodes;
    let angle = TAU / f64::from(TEETH);
    for tooth in 0..12u32 {
        body.points.push(InterfacePoint {
            name: format!("node_{}", 5 + tooth * own),
            site: Site::Node(5 + tooth * own),
            place: mesh.nodes[(5 + tooth * own) as usize],
            tooth: Some(tooth + 1),
        });
        body.motions.push((tooth, Motion::Along(2)));
    }
    body.points.push(InterfacePoint {
        name: "center".to_owned(),
        site: Site::Centre(0),
        place: [0.0; 3],
        tooth: None,
    });
    body.motions
        .extend([(12, Motion::Along(0)), (12, Motion::Along(1))]);
    body.interface = vec![0.0; 14 * 14];
    body.check_consistency().unwrap();
    let q = noise.many(14);
    for teeth in [1, 5, -3] {
        let motion = turned_field(&mesh, teeth, &combined(&shapes, &q));
        let carried = body.coordinate_turn(teeth).unwrap().apply(&q);
        assert_close(&combined(&shapes, &carried), &motion, 1e-13);
    }
    let moved = body.turned(1).unwrap();
    assert_eq!(moved.points[0].name, format!("node_{}", 5 + own));
    assert_eq!(moved.points[11].site, Site::Node(5));
    assert_eq!(
        (moved.points[11].tooth, moved.points[12].tooth),
        (Some(1), Some(2))
    );
    assert_eq!(moved.turned(-1).unwrap().points[12], body.points[12]);
    assert_close(&moved.points[3].place, &body.points[4].place, 1e-12);
    assert!((angle * 12.0 - TAU).abs() < 1e-15);
}

#[test]
fn projections_lose_what_they_say() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let mut noise = Noise(13);
    let (waves, _) = waves(&mesh, &[0, 2, 3], &mut noise);
    let n_entries = 3 * mesh.nodes.len();
    // Not closed under turns: single shapes of doublets, and one that is not a wave.
    let mut shapes: Vec<f64> = waves[..2 * n_entries].to_vec();
    shapes.extend_from_slice(&waves[3 * n_entries..4 * n_entries]);
    shapes.extend(noise.many(n_entries).iter().map(|v| 1e-4 * v));
    let n = shapes.len() / n_entries;
    let mut body = body(&mesh, &shapes, plain(n), &[1]);
    let own = body.origin.sector_nodes;
    body.turn_products = Some(TurnProducts::of_shapes(&mesh, &steel(), own, &shapes).unwrap());
    let matrices = assemble(&mesh, &steel(), &DofMap::free(&mesh.nodes).unwrap()).unwrap();
    let unit = pitchline_algebra::SymmetricMatrix::diagonal(&vec![1.0; n_entries]);
    let q = noise.many(n);
    let field = combined(&shapes, &q);
    let weights = [
        (ProjectionWeight::Unweighted, &unit),
        (ProjectionWeight::Mass, &matrices.mass),
        (ProjectionWeight::Stiffness, &matrices.stiffness),
    ];
    for (weight, matrix) in weights {
        let projection = TurnProjection::new(&body, weight).unwrap();
        for teeth in [1, -1] {
            let basis = turned_shapes(&mesh, teeth, &shapes);
            let found = match teeth {
                1 => projection.forward(&q),
                _ => projection.backward(&q),
            };
            let found = found.unwrap();
            // Of the nearest motion the remainder is orthogonal to the basis.
            let nearest = combined(&basis, &found.coordinates);
            let rest: Vec<f64> = field.iter().zip(&nearest).map(|(a, b)| a - b).collect();
            let across = projected(matrix, &basis, &rest);
            let size = projected(matrix, &basis, &field);
            assert_close(
                &across
                    .iter()
                    .zip(&size)
                    .map(|(a, s)| a + s)
                    .collect::<Vec<_>>(),
                &size,
                1e-10,
            );
            // What is lost, in all measures.
            let losses = [found.unweighted, found.mass, found.stiffness];
            for (loss, (_, matrix)) in losses.iter().zip(weights) {
                let square = |x: &[f64]| projected(matrix, x, x)[0];
                for (given, direct) in [
                    (loss.before, square(&field)),
                    (loss.after, square(&nearest)),
                    (loss.remainder, square(&rest)),
                ] {
                    assert!(
                        (given - direct).abs() < 1e-9 * square(&field),
                        "{given} {direct}"
                    );
                }
            }
            let own = losses[weights.iter().position(|w| w.0 == weight).unwrap()];
            // Pythagoras in the own measure; something is lost.
            assert!((own.before - own.after - own.remainder).abs() < 1e-9 * own.before);
            assert!(own.remainder > 1e-3 * own.before);
        }
    }
    body.turn_products = None;
    assert!(TurnProjection::new(&body, ProjectionWeight::Mass).is_err());
    assert!(inner(&q, &q) > 0.0);
}

#[test]
fn projections_of_waves_are_their_turns() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let mut noise = Noise(17);
    let (shapes, coordinates) = waves(&mesh, &DIAMETERS, &mut noise);
    let mut body = body(&mesh, &shapes, coordinates, &[1]);
    let own = body.origin.sector_nodes;
    body.turn_products = Some(TurnProducts::of_shapes(&mesh, &steel(), own, &shapes).unwrap());
    let q = noise.many(body.n());
    let exact = body.coordinates_after_turn(1, &q).unwrap();
    for weight in [
        ProjectionWeight::Unweighted,
        ProjectionWeight::Mass,
        ProjectionWeight::Stiffness,
    ] {
        let found = TurnProjection::new(&body, weight)
            .unwrap()
            .forward(&q)
            .unwrap();
        assert_close(&found.coordinates, &exact, 1e-9);
        assert!(found.mass.remainder < 1e-10 * found.mass.before);
    }
}

#[test]
fn all_teeth_are_recovered_from_one() {
    let (_, mesh) = gear(ElementKind::Hex8);
    let mut noise = Noise(21);
    let (shapes, coordinates) = waves(&mesh, &DIAMETERS, &mut noise);
    let body = body(&mesh, &shapes, coordinates, &[1]);
    let q = noise.many(body.n());
    let field = combined(&shapes, &q);
    let all = body.explicit_recovery().unwrap();
    assert_eq!(all.nodes.len(), 12 * body.recovery.nodes.len());
    let rows = 3 * all.nodes.len();
    let turned = body.turned(5).unwrap();
    let q_turned = body.coordinates_after_turn(5, &q).unwrap();
    for (i, &node) in all.nodes.iter().enumerate() {
        let expected = &field[3 * node as usize..3 * node as usize + 3];
        let explicit: Vec<f64> = (0..3)
            .map(|k| {
                (0..q.len())
                    .map(|j| all.displacements[3 * i + k + rows * j] * q[j])
                    .sum()
            })
            .collect();
        let at = |u: &[f64]| (0..3).all(|k| (u[k] - expected[k]).abs() < 1e-15);
        assert!(at(&explicit) && at(&body.displacement(node, &q).unwrap()));
        assert!(at(&turned.displacement(node, &q_turned).unwrap()));
        assert_close(&all.places[i], &mesh.nodes[node as usize], 1e-12);
    }
    assert_eq!(all.stress_nodes.len(), 36);
    let inside = (0..mesh.nodes.len() as u32)
        .find(|n| !all.nodes.contains(n))
        .unwrap();
    assert!(
        body.displacement(inside, &q)
            .unwrap_err()
            .to_string()
            .contains("recover")
    );
    assert!(body.displacement(u32::MAX, &q).is_err() && body.displacement(0, &[]).is_err());
}
