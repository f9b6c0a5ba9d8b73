//! Sums of waves over a ring of n places, X_j = Σ_k x_k e^{2πijk/n}, in O(n log n) multiplications for any n.
//!
//! A length of small prime factors falls apart into short sums, factor by factor \[cooley1965\]; between any two factors the
//! results are stored in the order that the next one reads. Any other length is made a convolution with e^{−iπk²/n}, because
//! 2jk = j² + k² − (j − k)², and that is two transforms of a length at least 2n − 1 which has small factors \[bluestein1970\].
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | n | `n` | 1 |
//! | e^{2πik/n} | `turns` | 1 |
//! | e^{iπk²/n} | `chirp` | 1 |
//!
//! # References
//!
//! \[cooley1965\], \[bluestein1970\]

use std::f64::consts::{PI, TAU};

use crate::Complex;

/// The largest factor whose sums are taken term by term: above it, a convolution takes fewer multiplications.
const LARGEST_FACTOR: usize = 73;

const ZERO: Complex = Complex::new(0.0, 0.0);
const I: Complex = Complex::new(0.0, 1.0);

/// Transforms of sequences of one length.
#[derive(Debug, Clone)]
pub struct Fourier {
    n: usize,
    /// e^{2πik/n}.
    turns: Vec<Complex>,
    way: Way,
    multiplications: u64,
}

#[derive(Debug, Clone)]
enum Way {
    /// Factors of the length.
    Factors(Vec<usize>),
    Convolution(Box<Convolution>),
}

#[derive(Debug, Clone)]
struct Convolution {
    /// e^{iπk²/n}.
    chirp: Vec<Complex>,
    /// Transform of its conjugate around a ring of the padded length, over that length.
    kernel: Vec<Complex>,
    padded: Fourier,
}

impl Fourier {
    /// Prepares transforms of `n` places.
    pub fn new(n: usize) -> Self {
        let (factors, rest) = factorised(n.max(1));
        if rest > 1 {
            return Self::convolved(n);
        }
        Self {
            n,
            turns: (0..n).map(|k| turn(TAU, k, n)).collect(),
            multiplications: cost(n, &factors),
            way: Way::Factors(factors),
        }
    }

    fn convolved(n: usize) -> Self {
        let power = (2 * n - 1).next_power_of_two();
        let cost_of = |&length: &usize| match factorised(length) {
            (factors, 1) => cost(length, &factors),
            _ => u64::MAX,
        };
        let length = (2 * n - 1..=power).min_by_key(cost_of).unwrap_or(power);
        let padded = Self::new(length);
        // The exponent is known modulo 2n: its square is not rounded.
        let chirp: Vec<Complex> = (0..n).map(|k| turn(PI, k * k % (2 * n), n)).collect();
        let mut kernel = vec![ZERO; length];
        for (k, c) in chirp.iter().enumerate() {
            kernel[k] = c.conj() / length as f64;
            kernel[(length - k) % length] = kernel[k];
        }
        padded.sum(&mut kernel);
        Self {
            n,
            turns: Vec::new(),
            multiplications: 2 * padded.multiplications + 4 * (length + 2 * n) as u64,
            way: Way::Convolution(Box::new(Convolution {
                chirp,
                kernel,
                padded,
            })),
        }
    }

    /// Multiplications of real numbers that a transform takes.
    pub fn multiplications(&self) -> u64 {
        self.multiplications
    }

    /// x_j ← Σ_k x_k e^{2πijk/n}.
    ///
    /// # Panics
    ///
    /// If x does not have the length that was prepared.
    pub fn sum(&self, x: &mut Vec<Complex>) {
        assert_eq!(x.len(), self.n, "places of the ring");
        match &self.way {
            Way::Factors(factors) => self.by_factors(factors, x),
            Way::Convolution(convolution) => convolution.sum(x),
        }
    }

    /// Sums over k = q + mκ of each q come first, those over q follow: e^{2πijk/n} with j = η + rι is
    /// e^{2πiηq/n} e^{2πiηκ/r} e^{2πiιq/m} for n = rm.
    fn by_factors(&self, factors: &[usize], x: &mut Vec<Complex>) {
        let mut next = vec![ZERO; self.n];
        let mut terms = [ZERO; LARGEST_FACTOR];
        let (mut length, mut stride) = (self.n, 1);
        for &radix in factors {
            let rest = length / radix;
            let terms = &mut terms[..radix];
            for q in 0..rest {
                for s in 0..stride {
                    for (k, term) in terms.iter_mut().enumerate() {
                        *term = x[s + stride * (q + rest * k)];
                    }
                    self.short(terms);
                    for (j, &term) in terms.iter().enumerate() {
                        let phase = self.turns[stride * j * q];
                        let value = if j == 0 { term } else { term * phase };
                        next[s + stride * (radix * q + j)] = value;
                    }
                }
            }
            std::mem::swap(x, &mut next);
            (length, stride) = (rest, stride * radix);
        }
    }

    /// The sum over as many places as there are terms: a factor of n.
    fn short(&self, x: &mut [Complex]) {
        match *x {
            [a, b] => x.copy_from_slice(&[a + b, a - b]),
            [a, b, c, d] => {
                let (even, odd) = ((a + c, b + d), (a - c, I * (b - d)));
                let sums = [
                    even.0 + even.1,
                    odd.0 + odd.1,
                    even.0 - even.1,
                    odd.0 - odd.1,
                ];
                x.copy_from_slice(&sums);
            }
            _ => self.short_odd(x),
        }
    }

    /// Terms k and p − k together: one has the cosines of both, the other the sines.
    fn short_odd(&self, x: &mut [Complex]) {
        let (p, half) = (x.len(), x.len() / 2);
        for k in 1..=half {
            (x[k], x[p - k]) = (x[k] + x[p - k], x[k] - x[p - k]);
        }
        let mut sums = [ZERO; LARGEST_FACTOR];
        sums[0] = x[..=half].iter().sum();
        for j in 1..=half {
            let (mut even, mut odd) = (x[0], ZERO);
            for k in 1..=half {
                let phase = self.turns[j * k % p * (self.n / p)];
                even += x[k] * phase.re;
                odd += x[p - k] * phase.im;
            }
            let across = Complex::new(-odd.im, odd.re);
            (sums[j], sums[p - j]) = (even + across, even - across);
        }
        x.copy_from_slice(&sums[..p]);
    }

    /// Two real sequences from their waves, those of 0 … n/2: a_s = Σ_{j<n} A_j e^{2πijs/n} with A_{n−j} the conjugate of A_j. They
    /// are the real and the imaginary part of one transform.
    pub fn sequences_of(&self, waves: impl Fn(usize) -> [Complex; 2]) -> Vec<[f64; 2]> {
        let mut x = vec![ZERO; self.n];
        for j in 0..(self.n / 2 + 1).min(self.n) {
            let [a, b] = waves(j);
            if j == 0 || 2 * j == self.n {
                x[j] = Complex::new(a.re, b.re);
            } else {
                x[j] = a + I * b;
                x[self.n - j] = a.conj() + I * b.conj();
            }
        }
        self.sum(&mut x);
        x.into_iter().map(|x| [x.re, x.im]).collect()
    }

    /// The waves 0 … n/2 of two real sequences: A_j = Σ_s a_s e^{−2πijs/n}.
    pub fn waves_of(&self, sequences: impl Fn(usize) -> [f64; 2]) -> Vec<[Complex; 2]> {
        let pair = |s: usize| {
            let [a, b] = sequences(s);
            Complex::new(a, b)
        };
        let mut x: Vec<Complex> = (0..self.n).map(pair).collect();
        self.sum(&mut x);
        (0..(self.n / 2 + 1).min(self.n))
            .map(|j| {
                let (here, there) = (x[j], x[(self.n - j) % self.n]);
                let (even, odd) = (here.conj() + there, here.conj() - there);
                // Σ x e^{2πijs/n} is the conjugate of A plus i times that of B.
                [even * 0.5, Complex::new(-0.5 * odd.im, 0.5 * odd.re)]
            })
            .collect()
    }
}

impl Convolution {
    fn sum(&self, x: &mut Vec<Complex>) {
        let (n, length) = (self.chirp.len(), self.kernel.len());
        x.iter_mut().zip(&self.chirp).for_each(|(x, c)| *x *= c);
        x.resize(length, ZERO);
        self.padded.sum(x);
        x.iter_mut().zip(&self.kernel).for_each(|(x, k)| *x *= k);
        self.padded.sum(x);
        // Two transforms leave a sequence turned around: what belongs to j stands at −j.
        x[1..].reverse();
        x.truncate(n);
        x.iter_mut().zip(&self.chirp).for_each(|(x, c)| *x *= c);
    }
}

/// e^{i part k/n}, exactly −1 and ±i where it is.
fn turn(part: f64, k: usize, n: usize) -> Complex {
    let angle = part * k as f64 / n as f64;
    let (im, re) = angle.sin_cos();
    let exact = |x: f64| if x.abs() < 1e-15 { 0.0 } else { x };
    Complex::new(exact(re), exact(im))
}

/// Multiplications of real numbers by factors: short sums, and a phase for each of their results but the first.
fn cost(n: usize, factors: &[usize]) -> u64 {
    let of_factor = |&radix: &usize| {
        let short = match radix {
            2 | 4 => 0,
            odd => (odd - 1).pow(2),
        };
        (n / radix * (short + 4 * (radix - 1))) as u64
    };
    factors.iter().map(of_factor).sum()
}

/// Factors up to the largest, fours before twos, and what is left.
fn factorised(mut n: usize) -> (Vec<usize>, usize) {
    let mut factors = Vec::new();
    for factor in std::iter::once(4).chain(2..=LARGEST_FACTOR) {
        while n.is_multiple_of(factor) {
            factors.push(factor);
            n /= factor;
        }
    }
    (factors, n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::noise;

    /// The definition, term by term.
    fn direct(x: &[Complex]) -> Vec<Complex> {
        let n = x.len();
        let sum = |j: usize| {
            let term =
                |k: usize| x[k] * Complex::from_polar(1.0, TAU * (j * k % n) as f64 / n as f64);
            (0..n).map(term).sum()
        };
        (0..n).map(sum).collect()
    }

    fn complex_noise(n: usize, seed: u64) -> Vec<Complex> {
        let parts = noise(2 * n, seed);
        parts.chunks(2).map(|p| Complex::new(p[0], p[1])).collect()
    }

    /// Every length up to one with two large primes, and some large ones: a prime, powers, products.
    #[test]
    fn sums_are_those_of_the_definition() {
        for n in (0..=150).chain([509, 512, 729, 961, 1000]) {
            let x = complex_noise(n, 7);
            let mut sums = x.clone();
            Fourier::new(n).sum(&mut sums);
            let size = x.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
            for (sum, exact) in sums.iter().zip(direct(&x)) {
                // Rounding of log n sums in a row, far from n of them.
                let error = (sum - exact).norm();
                assert!(
                    error < 2e-15 * size * (2.0 + (n as f64).log2()),
                    "{n}: {error:e}"
                );
            }
        }
    }

    #[test]
    fn real_sequences_have_half_of_the_waves() {
        for n in [0, 1, 2, 3, 8, 37, 60] {
            let fourier = Fourier::new(n);
            let (a, b) = (noise(n, 1), noise(n, 2));
            let waves = fourier.waves_of(|s| [a[s], b[s]]);
            assert_eq!(waves.len(), if n == 0 { 0 } else { n / 2 + 1 });
            for (j, wave) in waves.iter().enumerate() {
                for (sequence, wave) in [&a, &b].into_iter().zip(wave) {
                    let exact: Complex = (0..n)
                        .map(|s| {
                            let angle = -TAU * (j * s % n) as f64 / n as f64;
                            sequence[s] * Complex::from_polar(1.0, angle)
                        })
                        .sum();
                    assert!((wave - exact).norm() < 1e-13, "{n} {j}");
                }
            }
            let back = fourier.sequences_of(|j| waves[j].map(|w| w / n as f64));
            for (s, [x, y]) in back.into_iter().enumerate() {
                assert!((x - a[s]).abs() < 1e-14 && (y - b[s]).abs() < 1e-14);
            }
        }
    }

    /// Of any length, primes and twice primes among them. Sums term by term would take n², fourteen times as many as this
    /// bound for the last.
    #[test]
    fn no_length_takes_more_than_n_log_n() {
        for n in 2..=2000 {
            let multiplications = Fourier::new(n).multiplications() as f64;
            let bound = 13.0 * n as f64 * (n as f64).log2();
            assert!(multiplications < bound, "{n}: {multiplications} {bound}");
        }
        // The split of 16 = 4 · 4 by hand: 12 phases of 4 multiplications in each of the two stages; short sums of 4 need none.
        assert_eq!(Fourier::new(16).multiplications(), 96);
        // The limit is where it pays: a prime on either side of it.
        for (prime, is_direct) in [(67, true), (73, true), (79, false), (83, false)] {
            let direct = cost(prime, &[prime]);
            let convolved = Fourier::convolved(prime).multiplications();
            assert_eq!(
                direct < convolved,
                is_direct,
                "{prime} {direct} {convolved}"
            );
        }
    }
}
