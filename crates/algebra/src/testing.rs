//! Matrices whose eigenvalues are known in closed form, for the tests of this crate.

use crate::SymmetricMatrix;

/// Runs in a pool of so many threads.
pub fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool of threads").install(work)
}

/// Numbers in −1 … 1 that look random and are always the same.
pub fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..n)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
        .collect()
}

/// Differences of second order on a grid whose border is held: 2d on the diagonal, −1 for each neighbour.
pub fn laplacian(sides: &[usize]) -> SymmetricMatrix {
    let n: usize = sides.iter().product();
    let mut triplets: Vec<(usize, usize, f64)> = Vec::new();
    for i in 0..n {
        triplets.push((i, i, 2.0 * sides.len() as f64));
        let mut stride = 1;
        for &side in sides.iter().rev() {
            if (i / stride) % side + 1 < side {
                triplets.push((i + stride, i, -1.0));
            }
            stride *= side;
        }
    }
    SymmetricMatrix::from_triplets(n, &triplets).expect("a grid")
}

/// Its eigenvalues: sums of 4 sin²(π i / (2 (side + 1))), ascending.
pub fn laplacian_eigenvalues(sides: &[usize]) -> Vec<f64> {
    let mut values = vec![0.0];
    for &side in sides {
        let line: Vec<f64> = (1..=side)
            .map(|i| {
                let half = std::f64::consts::FRAC_PI_2 * i as f64 / (side + 1) as f64;
                4.0 * half.sin().powi(2)
            })
            .collect();
        values = values
            .iter()
            .flat_map(|a| line.iter().map(move |b| a + b))
            .collect();
    }
    values.sort_by(f64::total_cmp);
    values
}

/// A chain of equal masses and springs, free at both ends: eigenvalues 4 sin²(π i / (2 n)), i = 0 … n − 1.
pub fn free_chain(n: usize) -> SymmetricMatrix {
    let springs: Vec<(usize, usize, f64)> = (1..n)
        .flat_map(|i| [(i - 1, i - 1, 1.0), (i, i, 1.0), (i, i - 1, -1.0)])
        .collect();
    SymmetricMatrix::from_triplets(n, &springs).expect("a chain")
}

/// Symmetric and random, `fill` entries in each column besides a diagonal entry of so much.
pub fn random(n: usize, fill: usize, diagonal: f64, seed: u64) -> SymmetricMatrix {
    let values = noise(2 * n * fill, seed);
    let mut triplets: Vec<(usize, usize, f64)> = (0..n).map(|i| (i, i, diagonal)).collect();
    for (index, pair) in values.chunks(2).enumerate() {
        let row = ((pair[0] + 1.0) / 2.0 * n as f64) as usize % n;
        triplets.push((row, index / fill, pair[1]));
    }
    SymmetricMatrix::from_triplets(n, &triplets).expect("rows below n")
}
