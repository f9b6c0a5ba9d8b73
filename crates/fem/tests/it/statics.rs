//! Deflections against closed forms of elasticity and beams.

use pitchline_fem::{
    Centre, ElementKind, Error, FeModel, LoadCase, Material, MeanJoint, Mesh, Statics, Support,
};

use crate::bodies::{in_pool, nodes_where};
use crate::support::{block, faces_where, steel};

const LENGTH: f64 = 1.0;
const SIDE: f64 = 0.1;

/// A bar along x with a square section about y = z = 0.
fn bar(kind: ElementKind, n: [usize; 3]) -> Mesh {
    block(kind, n, |[a, b, c]| {
        [LENGTH * a, SIDE * (b - 0.5), SIDE * (c - 0.5)]
    })
}

fn clamped(mesh: &Mesh) -> Support {
    let root = nodes_where(mesh, |p| p[0] < 1e-9);
    Support::free(mesh).locked(&root, [true; 3]).unwrap()
}

/// Sections neither shrink nor swell: a clamp then does to a beam what beam theory says.
fn without_contraction() -> Material {
    Material {
        poisson_ratio: 0.0,
        ..steel()
    }
}

/// Deflection of a cantilever's tip under a force across it: bending, and shear with 5/6 of the square section.
fn tip_of_cantilever(force: f64) -> f64 {
    let e = steel().youngs_modulus;
    let inertia = SIDE.powi(4) / 12.0;
    let shear = 5.0 / 6.0 * e / 2.0 * SIDE * SIDE;
    force * LENGTH.powi(3) / (3.0 * e * inertia) + force * LENGTH / shear
}

#[test]
fn cantilevers_deflect_as_beam_theory_says() {
    for (kind, n) in [
        (ElementKind::Hex20, [20, 2, 2]),
        (ElementKind::Hex8, [40, 4, 4]),
    ] {
        let mesh = bar(kind, n);
        let support = clamped(&mesh);
        let model = FeModel::build(mesh, without_contraction(), support).unwrap();
        let end = faces_where(&model.mesh, |p| p[0] > LENGTH - 1e-9);
        let mut case = LoadCase::default();
        case.add_force_on_faces(&model, &end, [0.0, 0.0, 1000.0])
            .unwrap();
        let found = &Statics::new(&model, None).unwrap().solve(&[case]).unwrap()[0];
        let joint = MeanJoint::on_faces(&model.mesh, &end, [LENGTH, 0.0, 0.0]).unwrap();
        let tip = joint.motion(&found.displacements).unwrap()[2];
        let exact = tip_of_cantilever(1000.0);
        // Beams leave out that the clamp keeps the section plane against shear: a part of shear's share, 0.0077 · side /
        // length in all.
        assert!((tip / exact - 1.0).abs() < 1e-3, "{kind:?}: {tip} {exact}");
        // The work of the load is twice the energy.
        assert!((found.strain_energy - 0.5 * 1000.0 * tip).abs() < 1e-9 * found.strain_energy);
        assert!(found.residual < 1e-8, "{}", found.residual);
        // The clamp bears the force and its moment about the root.
        let mut sum = [0.0; 3];
        let mut moment = 0.0;
        for &(node, force) in &found.reactions.nodes {
            let place = model.mesh.nodes[node as usize];
            for i in 0..3 {
                sum[i] += force[i];
            }
            moment += place[2] * force[0] - place[0] * force[2];
        }
        assert!(
            sum[0].abs() < 1e-5 && sum[1].abs() < 1e-5 && (sum[2] + 1000.0).abs() < 1e-5,
            "{sum:?}"
        );
        // The load at x = 1 m has the moment −1000 N m about y.
        assert!((moment - 1000.0 * LENGTH).abs() < 1e-4, "{moment}");
    }
}

#[test]
fn pure_bending_is_exact() {
    // Moments at both ends, stresses linear over the section: displacements are quadratic, which twenty nodes have.
    let mesh = bar(ElementKind::Hex20, [5, 2, 2]);
    let at =
        |place: [f64; 3]| nodes_where(&mesh, |p| (0..3).all(|i| (p[i] - place[i]).abs() < 1e-9));
    let (half, axis) = (SIDE / 2.0, [0.0, 0.0, 0.0]);
    let support = Support::free(&mesh)
        .locked(&at(axis), [true; 3])
        .and_then(|s| s.locked(&at([0.0, half, 0.0]), [true, false, true]))
        .and_then(|s| s.locked(&at([0.0, 0.0, half]), [true, false, false]))
        .unwrap();
    let model = FeModel::build(mesh, steel(), support).unwrap();
    let ends = faces_where(&model.mesh, |p| !(1e-9..=LENGTH - 1e-9).contains(&p[0]));
    let curvature = 1e-3;
    let stress = steel().youngs_modulus * curvature;
    let mut case = LoadCase::default();
    let forces = model.mesh.traction_forces(&ends, |place, normal| {
        [normal[0] * stress * place[2], 0.0, 0.0]
    });
    case.add_forces(&forces.unwrap());
    let found = &Statics::new(&model, None).unwrap().solve(&[case]).unwrap()[0];
    let nu = steel().poisson_ratio;
    // The node at (0, half, 0) is held along z, where the section of the free bar rises by ½ κ ν half²: the bar turns
    // about x until it is level.
    let turn = -0.5 * curvature * nu * half;
    for (node, [x, y, z]) in model.mesh.nodes.iter().copied().enumerate() {
        let exact = [
            curvature * x * z,
            -curvature * nu * y * z - turn * z,
            -0.5 * curvature * (x * x + nu * (z * z - y * y)) + turn * y,
        ];
        for (found, exact) in found.displacements[node].iter().zip(exact) {
            let error = found - exact;
            assert!(error.abs() < 1e-9 * curvature, "{node}: {error:e}");
        }
    }
    // Moments balance each other: nothing is left for the supports.
    for (_, force) in &found.reactions.nodes {
        assert!(force.iter().all(|f| f.abs() < 1e-3), "{force:?}");
    }
}

#[test]
fn loads_and_reactions_of_centres_balance() {
    // Both ends rigid: one held by a centre, the other pulled and twisted by one.
    let mesh = bar(ElementKind::Hex20, [8, 2, 2]);
    let root = nodes_where(&mesh, |p| p[0] < 1e-9);
    let tip = nodes_where(&mesh, |p| p[0] > LENGTH - 1e-9);
    let held = Centre {
        place: [-0.2, 0.0, 0.0],
        moves: [false; 6],
    };
    let support = Support::free(&mesh)
        .tied(&root, held)
        .and_then(|s| s.tied(&tip, Centre::free([LENGTH, 0.0, 0.0])))
        .unwrap();
    let model = FeModel::build(mesh, without_contraction(), support).unwrap();
    let mut pull = LoadCase::default();
    pull.add_on_centre(1, [5000.0, 0.0, 0.0], [0.0; 3]);
    let mut twist = LoadCase::default();
    twist.add_on_centre(1, [0.0; 3], [300.0, 0.0, 0.0]);
    let mut across = LoadCase::default();
    across.add_on_centre(1, [0.0, 700.0, 0.0], [0.0; 3]);
    let found = Statics::new(&model, None)
        .unwrap()
        .solve(&[pull, twist, across])
        .unwrap();
    let expected = [
        [-5000.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, -300.0, 0.0, 0.0],
        // 700 N at 1.2 m from the centre.
        [0.0, -700.0, 0.0, 0.0, 0.0, -840.0],
    ];
    for (found, expected) in found.iter().zip(expected) {
        for (a, b) in found.reactions.centres[0].iter().zip(expected) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
        assert!(found.reactions.centres[1].iter().all(|f| f.abs() < 1e-300));
    }
    // Elongation F L / E A, exact without contraction.
    let e = steel().youngs_modulus;
    let elongation = 5000.0 * LENGTH / (e * SIDE * SIDE);
    assert!((found[0].centres[1][0] / elongation - 1.0).abs() < 1e-9);
    // Twist T L / (G J), J = 0.1406 side⁴ of a square (Saint-Venant); ends held against warping stiffen it a little.
    let shear = e / 2.0;
    let twist = 300.0 * LENGTH / (shear * 0.1406 * SIDE.powi(4));
    let ratio = found[1].centres[1][3] / twist;
    assert!((0.97..1.001).contains(&ratio), "{ratio}");
}

#[test]
fn loose_bodies_are_refused_with_their_free_motions() {
    let mesh = bar(ElementKind::Hex8, [4, 1, 1]);
    let hinge = nodes_where(&mesh, |p| p[0] < 1e-9 && p[2] < 0.0);
    let support = Support::free(&mesh).locked(&hinge, [true; 3]).unwrap();
    let model = FeModel::build(mesh.clone(), steel(), support).unwrap();
    let refused = Statics::new(&model, None).unwrap_err().to_string();
    assert!(
        refused.contains("rotation about y through (0.0000, 0.0000, -0.0500) m"),
        "{refused}"
    );
    let free = FeModel::build(mesh.clone(), steel(), Support::free(&mesh)).unwrap();
    let refused = Statics::new(&free, None).unwrap_err().to_string();
    assert!(
        refused.contains("translation along x") && refused.contains("rotation about z"),
        "{refused}"
    );
}

#[test]
fn loose_parts_and_too_little_memory_are_refused() {
    // Two bars that do not touch, one of them held.
    let one = bar(ElementKind::Hex8, [2, 1, 1]);
    let mut two = one.clone();
    let n = one.nodes.len() as u32;
    two.nodes
        .extend(one.nodes.iter().map(|p| [p[0], p[1] + 1.0, p[2]]));
    two.connectivity
        .extend(one.connectivity.iter().map(|v| v + n));
    let root = nodes_where(&two, |p| p[0] < 1e-9 && p[1] < 0.5);
    let support = Support::free(&two).locked(&root, [true; 3]).unwrap();
    let model = FeModel::build(two, steel(), support).unwrap();
    match Statics::new(&model, None) {
        Err(Error::LoosePart { place, .. }) => assert!(place[1] > 0.5, "{place:?}"),
        other => panic!("{other:?}"),
    }
    let support = clamped(&one);
    let model = FeModel::build(one, steel(), support).unwrap();
    let refused = Statics::new(&model, Some(1000)).unwrap_err().to_string();
    assert!(refused.contains("memory"), "{refused}");
}

#[test]
fn wrong_loads_and_supports_are_named() {
    let mesh = bar(ElementKind::Hex8, [2, 1, 1]);
    let refused = Support::free(&mesh).locked(&[99], [true; 3]).unwrap_err();
    assert!(refused.to_string().contains("99"), "{refused}");
    let twice = Support::free(&mesh)
        .tied(&[0, 1], Centre::free([0.0; 3]))
        .and_then(|s| s.tied(&[1, 2], Centre::free([0.0; 3])))
        .unwrap_err();
    assert!(twice.to_string().contains("node 1"), "{twice}");
    let support = clamped(&mesh);
    let model = FeModel::build(mesh, steel(), support).unwrap();
    let statics = Statics::new(&model, None).unwrap();
    let mut case = LoadCase::default();
    case.add_force(99, [1.0; 3]);
    assert!(
        statics
            .solve(&[case])
            .unwrap_err()
            .to_string()
            .contains("99")
    );
    let mut case = LoadCase::default();
    case.add_force(9, [f64::NAN, 0.0, 0.0]);
    assert!(matches!(statics.solve(&[case]), Err(Error::Force { .. })));
    let mut case = LoadCase::default();
    case.add_on_centre(0, [1.0; 3], [0.0; 3]);
    assert!(matches!(
        statics.solve(&[case]),
        Err(Error::NoSuchCentre { .. })
    ));
    assert!(statics.solve(&[]).unwrap().is_empty());
}

#[test]
fn deflections_have_the_same_bits_for_any_number_of_threads() {
    let solve = || {
        let mesh = bar(ElementKind::Hex20, [12, 4, 4]);
        let support = clamped(&mesh);
        let model = FeModel::build(mesh, steel(), support).unwrap();
        let cases: Vec<LoadCase> = (0..5)
            .map(|i| {
                let mut case = LoadCase::default();
                case.add_force(300 + i, [1.0, 2.0, f64::from(i)]);
                case
            })
            .collect();
        Statics::new(&model, None).unwrap().solve(&cases).unwrap()
    };
    assert!(in_pool(1, solve) == in_pool(2, solve));
}
