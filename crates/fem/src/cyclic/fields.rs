//! Complex fields over the unknowns of a sector, as two real vectors: all real parts, then all imaginary parts.
//!
//! Stiffness and mass are real: they act on both parts alike, and many fields are many real vectors one after another.

use pitchline_algebra::Complex;

/// aᴴ b.
pub fn inner(a: &[f64], b: &[f64]) -> Complex {
    let half = a.len() / 2;
    let ((a_re, a_im), (b_re, b_im)) = (a.split_at(half), b.split_at(half));
    Complex::new(
        dot(a_re, b_re) + dot(a_im, b_im),
        dot(a_re, b_im) - dot(a_im, b_re),
    )
}

/// y ← y + factor · x.
pub fn add_scaled(y: &mut [f64], factor: Complex, x: &[f64]) {
    let half = x.len() / 2;
    let ((y_re, y_im), (x_re, x_im)) = (y.split_at_mut(half), x.split_at(half));
    for ((y_re, y_im), (x_re, x_im)) in y_re.iter_mut().zip(y_im).zip(x_re.iter().zip(x_im)) {
        *y_re += factor.re * x_re - factor.im * x_im;
        *y_im += factor.re * x_im + factor.im * x_re;
    }
}

/// y ← factor · y.
pub fn scale(y: &mut [f64], factor: f64) {
    y.iter_mut().for_each(|y| *y *= factor);
}

/// A sum in four parts that the processor adds at once; the bits are always the same.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a, a_rest) = a.as_chunks::<4>();
    let (b, b_rest) = b.as_chunks::<4>();
    for (a, b) in a.iter().zip(b) {
        for i in 0..4 {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_complex_vectors() {
        // (1 + 2i, 3 − i) and (−1 + i, 2i): (1 − 2i)(−1 + i) + (3 + i) 2i = 1 + 3i − 2 + 6i.
        let (a, b) = ([1.0, 3.0, 2.0, -1.0], [-1.0, 0.0, 1.0, 2.0]);
        assert_eq!(inner(&a, &b), Complex::new(-1.0, 9.0));
        let mut y = b;
        add_scaled(&mut y, Complex::new(0.0, 1.0), &a);
        let expected = [-3.0, 1.0, 2.0, 5.0];
        assert!(y.iter().zip(expected).all(|(y, e)| (y - e).abs() < 1e-15));
    }
}
