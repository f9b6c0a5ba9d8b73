//! Inner loops over contiguous numbers. No sum is reordered by the machine: the same bits everywhere.

/// y ← y − a x.
pub fn subtract(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
}

/// y ← Σ aₖ xₖ, vectors as long as y; four of them at a time.
pub fn combine<'x>(
    y: &mut [f64],
    mut factors: impl Iterator<Item = f64>,
    mut vectors: impl Iterator<Item = &'x [f64]>,
) {
    let mut next = || Some((factors.next()?, vectors.next()?));
    y.fill(0.0);
    while let Some(first) = next() {
        match (next(), next(), next()) {
            (Some(second), Some(third), Some(fourth)) => {
                add_four(y, [first, second, third, fourth])
            }
            (second, third, fourth) => {
                add(y, first);
                for pair in [second, third, fourth].into_iter().flatten() {
                    add(y, pair);
                }
            }
        }
    }
}

fn add(y: &mut [f64], (a, x): (f64, &[f64])) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

fn add_four(y: &mut [f64], terms: [(f64, &[f64]); 4]) {
    let [(a0, x0), (a1, x1), (a2, x2), (a3, x3)] = terms;
    let vectors = x0.iter().zip(x1).zip(x2).zip(x3);
    for (y, (((x0, x1), x2), x3)) in y.iter_mut().zip(vectors) {
        *y += (a0 * x0 + a1 * x1) + (a2 * x2 + a3 * x3);
    }
}

/// Σ aᵢ bᵢ in four sums.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (fours_a, fours_b) = (a.chunks_exact(4), b.chunks_exact(4));
    let (rest_a, rest_b) = (fours_a.remainder(), fours_b.remainder());
    for (a, b) in fours_a.zip(fours_b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (a, b) in rest_a.iter().zip(rest_b) {
        sum += a * b;
    }
    sum
}

/// Largest |value|; NaN or ∞ if one is not finite.
pub fn largest(values: &[f64]) -> f64 {
    // Without the sign the order of the bits is that of the numbers, ∞ and then NaN above all others.
    const NUMBER: u64 = u64::MAX >> 1;
    let mut most = [0_u64; 4];
    let fours = values.chunks_exact(4);
    let rest = fours.remainder();
    for four in fours {
        for (most, value) in most.iter_mut().zip(four) {
            *most = (*most).max(value.to_bits() & NUMBER);
        }
    }
    let rest = rest.iter().map(|value| value.to_bits() & NUMBER);
    f64::from_bits(most.into_iter().chain(rest).max().unwrap_or(0))
}
