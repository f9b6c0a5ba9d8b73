//! Inner loops over contiguous numbers. No sum is reordered by the machine: the same bits everywhere.

/// Removes the leading entries of a row by the rows of a panel: entry m becomes the multiplier of row m. The panel has
/// rows of length `stride`; its column `first` belongs to the first entry of `row`.
pub fn remove(row: &mut [f64], panel: &[f64], stride: usize, first: usize) {
    let mut row = row;
    let mut first = first;
    let mut quads = panel.chunks_exact(4 * stride);
    for quad in &mut quads {
        let (u0, rest) = quad.split_at(stride);
        let (u1, rest) = rest.split_at(stride);
        let (u2, u3) = rest.split_at(stride);
        row = remove_four(
            row,
            [&u0[first..], &u1[first..], &u2[first..], &u3[first..]],
        );
        first += 4;
    }
    for upper in quads.remainder().chunks_exact(stride) {
        let upper = &upper[first..];
        let Some((&mut multiplier, rest)) = row.split_first_mut() else {
            return;
        };
        for (entry, u) in rest.iter_mut().zip(&upper[1..]) {
            *entry -= multiplier * u;
        }
        row = rest;
        first += 1;
    }
}

/// Four rows at once; gives what is left of the row.
fn remove_four<'r>(row: &'r mut [f64], upper: [&[f64]; 4]) -> &'r mut [f64] {
    let [u0, u1, u2, u3] = upper;
    let (head, rest) = row.split_at_mut(4);
    let m0 = head[0];
    let m1 = head[1] - m0 * u0[1];
    let m2 = head[2] - m0 * u0[2] - m1 * u1[2];
    let m3 = head[3] - m0 * u0[3] - m1 * u1[3] - m2 * u2[3];
    head.copy_from_slice(&[m0, m1, m2, m3]);
    let upper = u0[4..].iter().zip(&u1[4..]).zip(&u2[4..]).zip(&u3[4..]);
    for (entry, (((u0, u1), u2), u3)) in rest.iter_mut().zip(upper) {
        *entry = *entry - m0 * u0 - m1 * u1 - m2 * u2 - m3 * u3;
    }
    rest
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

/// y ← y − a x.
pub fn subtract(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
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
    let most = most
        .into_iter()
        .chain(rest.iter().map(|v| v.to_bits() & NUMBER));
    f64::from_bits(most.max().unwrap_or(0))
}
