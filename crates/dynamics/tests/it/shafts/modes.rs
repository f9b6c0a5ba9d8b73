//! Frequencies of small machines by full matrices: of a machine at rest, and of a rotor that is alike in all directions across its
//! axis while it turns.

use pitchline_algebra::{Complex, generalised_eigen, generalised_hermitian_eigen};
use pitchline_dynamics::{Equations, Machine, NodeId, Weights};

/// A full matrix by rows.
pub type Matrix = Vec<Vec<f64>>;

/// ∂r/∂q, ∂r/∂v and ∂r/∂a where the machine starts.
pub fn matrices(machine: &Machine) -> [Matrix; 3] {
    let mut equations = Equations::new(machine);
    equations.set(&machine.start(0.0)).unwrap();
    let n = equations.n();
    [0, 1, 2].map(|which| {
        let one = |kind| f64::from(u8::from(kind == which));
        let weights = Weights {
            position: one(0),
            velocity: one(1),
            acceleration: one(2),
            multiplier: 0.0,
        };
        equations.tangent(weights, None);
        let (starts, columns) = equations.pattern();
        let mut full = vec![vec![0.0; n]; n];
        for (i, row) in full.iter_mut().enumerate() {
            for at in starts[i] as usize..starts[i + 1] as usize {
                row[columns[at] as usize] += equations.values()[at];
            }
        }
        full
    })
}

/// The velocities of nodes along and about x, y, z that a mask leaves free.
pub fn free(machine: &Machine, is_held: impl Fn(NodeId, usize) -> bool) -> Vec<usize> {
    (0..6 * machine.n_nodes())
        .filter(|i| !is_held(NodeId((i / 6) as u32 + 1), i % 6))
        .collect()
}

/// Angular frequencies (rad/s) at rest, ascending; rigid motions as zeros.
pub fn frequencies(machine: &Machine, is_held: impl Fn(NodeId, usize) -> bool) -> Vec<f64> {
    let [stiffness, _, mass] = matrices(machine);
    let free = free(machine, is_held);
    let part = |m: &Matrix| -> Vec<f64> {
        let entries = free.iter().flat_map(|&j| free.iter().map(move |&i| (i, j)));
        entries.map(|(i, j)| m[i][j]).collect()
    };
    let (k, m) = (part(&stiffness), part(&mass));
    let n = free.len();
    for of in [&k, &m] {
        let size = of.iter().fold(0.0_f64, |s, x| s.max(x.abs()));
        for i in 0..n {
            for j in 0..i {
                // Sums of a few terms, each rounded.
                assert!((of[i * n + j] - of[j * n + i]).abs() < 1e-13 * size);
            }
        }
    }
    let eigen = generalised_eigen(n, &k, &m).unwrap();
    eigen.values.iter().map(|x| x.max(0.0).sqrt()).collect()
}

/// Frequencies of whirl (rad/s) of a rotor along z that starts with this speed: positive forward, negative backward; ascending.
///
/// In z = x + i y both planes are one: −ω² M + ω G + K with Hermitian matrices. With u = ω q this is linear and definite.
pub fn whirl(machine: &Machine, speed: f64, is_held: impl Fn(NodeId, usize) -> bool) -> Vec<f64> {
    let [k, mut c, m] = matrices(machine);
    // Rotation vectors in ground axes instead of the node's: δω̇ = φ̈ − Ω × φ̇.
    for (c, m) in c.iter_mut().zip(&m) {
        for node in 0..machine.n_nodes() {
            let [x, y] = [6 * node + 3, 6 * node + 4];
            c[x] -= speed * m[y];
            c[y] += speed * m[x];
        }
    }
    let across = free(machine, |node, i| i % 3 != 0 || is_held(node, i));
    let n = across.len();
    let plane = |of: &Matrix| -> Vec<Complex> {
        let size = of.iter().flatten().fold(0.0_f64, |s, x| s.max(x.abs()));
        let mut out = Vec::with_capacity(n * n);
        for &j in &across {
            for &i in &across {
                let (a, b) = (of[i][j], of[i][j + 1]);
                assert!((of[i + 1][j + 1] - a).abs() <= 1e-12 * size, "{i} {j}");
                assert!((of[i + 1][j] + b).abs() <= 1e-12 * size, "{i} {j}");
                out.push(Complex::new(a, -b));
            }
        }
        out
    };
    let (k, c, m) = (plane(&k), plane(&c), plane(&m));
    let zero = Complex::new(0.0, 0.0);
    let mut left = vec![zero; 4 * n * n];
    let mut right = left.clone();
    for j in 0..n {
        for i in 0..n {
            let (at, [row, column]) = (j * n + i, [i, j]);
            let place = |down: usize, over: usize| (column + over * n) * 2 * n + row + down * n;
            // ω M u = −i C u + K q for q e^{iωt}: r = K q + C q̇ + M q̈
            left[place(0, 0)] = Complex::new(0.0, 1.0) * c[at];
            left[place(0, 1)] = k[at];
            left[place(1, 0)] = k[at];
            right[place(0, 0)] = m[at];
            right[place(1, 1)] = k[at];
        }
    }
    generalised_hermitian_eigen(2 * n, &left, &right)
        .unwrap()
        .values
}
