//! Meshes, solvers and eigenvalues of small problems.

use pitchline_algebra::SymmetricMatrix;
use pitchline_fem::{DofMap, ElementKind, Face, Material, Mesh, Tie, assemble};

/// Edges of the hexahedron by their corners, as the numbering of twenty nodes has them.
const EDGES: [[usize; 2]; 12] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 4],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

pub fn mesh(kind: ElementKind, nodes: Vec<[f64; 3]>, connectivity: Vec<u32>) -> Mesh {
    Mesh {
        kind,
        nodes,
        connectivity,
        node_sets: Vec::new(),
        face_sets: Vec::new(),
        flanks: Vec::new(),
    }
}

/// A block of n[0] × n[1] × n[2] elements whose parameters 0…1 are carried to space by `place`. Nodes are numbered with the
/// third parameter fastest; those of twenty-node elements stand where the parameters put them, also on curved edges.
pub fn block(kind: ElementKind, n: [usize; 3], place: impl Fn([f64; 3]) -> [f64; 3]) -> Mesh {
    // On a grid of half steps a corner has only even numbers, a mid-side node one odd number.
    let grid = n.map(|n| 2 * n + 1);
    let mut numbers = vec![u32::MAX; grid.iter().product()];
    let index = |i: [usize; 3]| (i[0] * grid[1] + i[1]) * grid[2] + i[2];
    let mut nodes = Vec::new();
    for a in 0..grid[0] {
        for b in 0..grid[1] {
            for c in 0..grid[2] {
                let n_odd = a % 2 + b % 2 + c % 2;
                if n_odd == 0 || (n_odd == 1 && kind == ElementKind::Hex20) {
                    numbers[index([a, b, c])] = nodes.len() as u32;
                    let parameter = |i: usize, n: usize| i as f64 / (2 * n) as f64;
                    nodes.push(place([
                        parameter(a, n[0]),
                        parameter(b, n[1]),
                        parameter(c, n[2]),
                    ]));
                }
            }
        }
    }
    let corners = [
        [0, 0, 0],
        [2, 0, 0],
        [2, 2, 0],
        [0, 2, 0],
        [0, 0, 2],
        [2, 0, 2],
        [2, 2, 2],
        [0, 2, 2],
    ];
    let mut connectivity = Vec::new();
    for a in 0..n[0] {
        for b in 0..n[1] {
            for c in 0..n[2] {
                let at = |o: [usize; 3]| numbers[index([2 * a + o[0], 2 * b + o[1], 2 * c + o[2]])];
                connectivity.extend(corners.map(at));
                if kind == ElementKind::Hex20 {
                    connectivity.extend(
                        EDGES.map(|[p, q]| {
                            at([0, 1, 2].map(|i| (corners[p][i] + corners[q][i]) / 2))
                        }),
                    );
                }
            }
        }
    }
    mesh(kind, nodes, connectivity)
}

/// Twenty nodes from eight: a node halfway along each edge.
pub fn with_mid_sides(coarse: &Mesh) -> Mesh {
    let mut nodes = coarse.nodes.clone();
    let mut known = std::collections::BTreeMap::new();
    let mut connectivity = Vec::new();
    for element in 0..coarse.n_elements() {
        let corners = coarse.element(element);
        connectivity.extend_from_slice(corners);
        for [p, q] in EDGES {
            let (p, q) = (corners[p], corners[q]);
            let node = *known.entry((p.min(q), p.max(q))).or_insert_with(|| {
                let (a, b) = (coarse.nodes[p as usize], coarse.nodes[q as usize]);
                nodes.push([0, 1, 2].map(|i| 0.5 * (a[i] + b[i])));
                nodes.len() as u32 - 1
            });
            connectivity.push(node);
        }
    }
    mesh(ElementKind::Hex20, nodes, connectivity)
}

/// Faces on the border all of whose nodes fulfil a condition.
pub fn faces_where(mesh: &Mesh, condition: impl Fn([f64; 3]) -> bool) -> Vec<Face> {
    let all = |face: &Face| {
        let nodes = mesh.face_nodes(*face);
        nodes.iter().all(|&n| condition(mesh.nodes[n as usize]))
    };
    mesh.border().into_iter().filter(all).collect()
}

/// Displacements under forces on the nodes.
pub fn solve(
    mesh: &Mesh,
    material: &Material,
    ties: Vec<Tie>,
    forces: &[[f64; 3]],
) -> Vec<[f64; 3]> {
    let map = DofMap::build(&mesh.nodes, ties, Vec::new()).unwrap();
    let matrices = assemble(mesh, material, &map).unwrap();
    let q = cholesky(&matrices.stiffness, &map.reduce(forces).unwrap());
    map.expand(&q).unwrap()
}

/// Displacements under given displacements of some nodes and no forces elsewhere.
pub fn solve_prescribed(
    mesh: &Mesh,
    material: &Material,
    prescribed: impl Fn(usize) -> Option<[f64; 3]>,
) -> Vec<[f64; 3]> {
    let all = assemble(mesh, material, &DofMap::free(&mesh.nodes).unwrap()).unwrap();
    let given: Vec<f64> = (0..mesh.nodes.len())
        .flat_map(|node| prescribed(node).unwrap_or_default())
        .collect();
    let mut forces = vec![0.0; given.len()];
    all.stiffness.multiply(&given, &mut forces);
    let forces: Vec<[f64; 3]> = forces.chunks(3).map(|f| [-f[0], -f[1], -f[2]]).collect();
    let ties = (0..mesh.nodes.len())
        .map(|node| match prescribed(node) {
            Some(_) => Tie::LOCKED,
            None => Tie::FREE,
        })
        .collect();
    let mut displacements = solve(mesh, material, ties, &forces);
    for (node, u) in displacements.iter_mut().enumerate() {
        *u = prescribed(node).unwrap_or(*u);
    }
    displacements
}

/// Solves a positive definite system by Cholesky's method within the envelope of the lower triangle.
pub fn cholesky(matrix: &SymmetricMatrix, right: &[f64]) -> Vec<f64> {
    let n = matrix.n;
    let mut first: Vec<usize> = (0..n).collect();
    for column in 0..n {
        for &row in &matrix.rows[matrix.column_starts[column]..matrix.column_starts[column + 1]] {
            first[row as usize] = first[row as usize].min(column);
        }
    }
    let mut rows: Vec<Vec<f64>> = (0..n).map(|i| vec![0.0; i + 1 - first[i]]).collect();
    for column in 0..n {
        for entry in matrix.column_starts[column]..matrix.column_starts[column + 1] {
            let row = matrix.rows[entry] as usize;
            rows[row][column - first[row]] = matrix.values[entry];
        }
    }
    let mut x = right.to_vec();
    for i in 0..n {
        let (done, rest) = rows.split_at_mut(i);
        let row = &mut rest[0];
        for j in first[i]..i {
            let from = first[i].max(first[j]);
            let (a, b) = (
                &row[from - first[i]..j - first[i]],
                &done[j][from - first[j]..],
            );
            let sum: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            let pivot = done[j][j - first[j]];
            row[j - first[i]] = (row[j - first[i]] - sum) / pivot;
        }
        let diagonal = i - first[i];
        let sum: f64 = row[..diagonal].iter().map(|l| l * l).sum();
        assert!(row[diagonal] > sum, "unknown {i} has no stiffness");
        row[diagonal] = (row[diagonal] - sum).sqrt();
        let sum: f64 = (first[i]..i).map(|j| row[j - first[i]] * x[j]).sum();
        x[i] = (x[i] - sum) / row[diagonal];
    }
    for i in (0..n).rev() {
        x[i] /= rows[i][i - first[i]];
        for j in first[i]..i {
            x[j] -= rows[i][j - first[i]] * x[i];
        }
    }
    x
}

/// All entries of a sparse symmetric matrix.
pub fn dense(matrix: &SymmetricMatrix) -> Vec<Vec<f64>> {
    let mut dense = vec![vec![0.0; matrix.n]; matrix.n];
    for (column, ends) in matrix.column_starts.windows(2).enumerate() {
        for entry in ends[0]..ends[1] {
            let row = matrix.rows[entry] as usize;
            dense[row][column] = matrix.values[entry];
            dense[column][row] = matrix.values[entry];
        }
    }
    dense
}

/// Eigenvalues of a symmetric matrix, ascending: Jacobi's rotations.
pub fn eigenvalues(mut a: Vec<Vec<f64>>) -> Vec<f64> {
    let n = a.len();
    for _ in 0..30 {
        let off: f64 = (0..n)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| a[i][j].powi(2))
            .sum();
        let diagonal: f64 = (0..n).map(|i| a[i][i].powi(2)).sum();
        if off <= 1e-32 * diagonal {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] == 0.0 {
                    continue;
                }
                let ratio = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for row in a.iter_mut() {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (upper, lower) = a.split_at_mut(q);
                for (x, y) in upper[p].iter_mut().zip(lower[0].iter_mut()) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    let mut values: Vec<f64> = (0..n).map(|i| a[i][i]).collect();
    values.sort_by(f64::total_cmp);
    values
}

pub fn steel() -> Material {
    Material {
        youngs_modulus: 210e9,
        poisson_ratio: 0.3,
        density: 7850.0,
    }
}
