//! Assembled matrices: totals, ties, threads, wrong meshes.

use pitchline_fem::{ALL_ELEMENTS, Centre, DofMap, ElementKind, Error, Tie, assemble};

use crate::support::{block, dense, steel};

/// A slightly warped block without any symmetry.
fn warped(p: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = p;
    [
        2.0 * x + 0.1 * y * z,
        y + 0.1 * x * x,
        0.7 * z + 0.05 * x * y,
    ]
}

#[test]
fn matrices_have_the_same_bits_for_any_number_of_threads() {
    let mesh = block(ElementKind::Hex8, [12, 12, 18], warped);
    let map = DofMap::free(&mesh.nodes).unwrap();
    let with_threads = |n: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(n)
            .build()
            .unwrap();
        pool.install(|| assemble(&mesh, &steel(), &map).unwrap())
    };
    let one = with_threads(1);
    for n in [2, 3, 7] {
        assert!(one == with_threads(n), "{n} threads");
    }
}

#[test]
fn the_mass_of_a_rigid_motion_is_the_mass_of_the_body() {
    for kind in ALL_ELEMENTS {
        // An affine block, whose volume is a determinant: 2 · 1 · 0.7 (the shear leaves it).
        let mesh = block(kind, [3, 2, 2], |[x, y, z]| {
            [2.0 * x + 0.3 * y, y, 0.7 * z + 0.2 * x]
        });
        let map = DofMap::free(&mesh.nodes).unwrap();
        let mass = assemble(&mesh, &steel(), &map).unwrap().mass;
        let mut product = vec![0.0; mass.n];
        for axis in 0..3 {
            let motion: Vec<f64> = (0..mass.n)
                .map(|i| f64::from(u8::from(i % 3 == axis)))
                .collect();
            mass.multiply(&motion, &mut product);
            let total: f64 = product.iter().zip(&motion).map(|(p, m)| p * m).sum();
            let expected = 7850.0 * 1.4;
            assert!((total / expected - 1.0).abs() < 1e-13, "{kind:?}: {total}");
        }
    }
}

#[test]
fn a_centre_carries_the_matrices_of_its_rigid_motions() {
    // TᵀKT and TᵀMT by dense products of the free matrices are the reference.
    for kind in ALL_ELEMENTS {
        let mesh = block(kind, [2, 2, 1], warped);
        let ties: Vec<Tie> = mesh
            .nodes
            .iter()
            .map(|place| match place[0] {
                x if x < 0.2 => Tie::Centre(0),
                x if x > 1.9 => Tie::Centre(1),
                _ if place[2] < 0.01 => Tie::Own([true, false, true]),
                _ => Tie::FREE,
            })
            .collect();
        let second = Centre {
            place: [3.0, 0.0, 0.5],
            moves: [true, false, true, true, false, true],
        };
        let centres = vec![Centre::free([-1.0, 0.5, 0.2]), second];
        let map = DofMap::build(&mesh.nodes, ties, centres).unwrap();
        let tied = assemble(&mesh, &steel(), &map).unwrap();
        let free = assemble(&mesh, &steel(), &DofMap::free(&mesh.nodes).unwrap()).unwrap();
        for (tied, free) in [(&tied.stiffness, &free.stiffness), (&tied.mass, &free.mass)] {
            let tied = dense(tied);
            let largest = tied.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
            for column in 0..map.n_unknowns() {
                let mut unit = vec![0.0; map.n_unknowns()];
                unit[column] = 1.0;
                let u: Vec<f64> = map.expand(&unit).unwrap().into_iter().flatten().collect();
                let mut f = vec![0.0; free.n];
                free.multiply(&u, &mut f);
                let forces: Vec<[f64; 3]> = f.chunks(3).map(|f| [f[0], f[1], f[2]]).collect();
                let expected = map.reduce(&forces).unwrap();
                for row in 0..map.n_unknowns() {
                    assert!((tied[row][column] - expected[row]).abs() < 1e-13 * largest);
                }
            }
        }
    }
}

#[test]
fn an_inside_out_element_is_named_with_its_place() {
    let mut mesh = block(ElementKind::Hex8, [3, 1, 1], |[x, y, z]| [3.0 * x, y, z]);
    // Swap two opposite corners of the middle element.
    mesh.connectivity.swap(8, 14);
    let map = DofMap::free(&mesh.nodes).unwrap();
    match assemble(&mesh, &steel(), &map) {
        Err(Error::Jacobian {
            element: 1,
            place,
            determinant,
        }) => {
            assert!((0.9..2.1).contains(&place[0]), "{place:?}");
            assert!(determinant <= 0.0);
        }
        other => panic!("{:?}", other.err()),
    }
}

#[test]
fn broken_meshes_are_errors() {
    let whole = block(ElementKind::Hex8, [1; 3], |p| p);
    let map = DofMap::free(&whole.nodes).unwrap();
    let mut missing = whole.clone();
    missing.connectivity[3] = 99;
    let mut short = whole.clone();
    short.connectivity.pop();
    let mut lost = whole.clone();
    lost.nodes[2][1] = f64::NAN;
    let mut flat = whole.clone();
    flat.nodes.iter_mut().for_each(|place| place[2] = 0.0);
    let mut more = whole.clone();
    more.nodes.push([0.0; 3]);
    for (mesh, word) in [
        (missing, "node 99"),
        (short, "7 node numbers"),
        (lost, "node 2"),
        (flat, "element 0"),
        (more, "8 values"),
    ] {
        let message = assemble(&mesh, &steel(), &map).unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
    let empty = crate::support::mesh(ElementKind::Hex20, Vec::new(), Vec::new());
    let none = DofMap::free(&[]).unwrap();
    assert_eq!(assemble(&empty, &steel(), &none).unwrap().mass.n, 0);
}
