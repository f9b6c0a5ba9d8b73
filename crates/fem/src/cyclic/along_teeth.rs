//! Sums over the teeth and over the harmonics, for numbers that each tooth has.
//!
//! A few teeth are summed one by one, many by a fast transform: whichever takes fewer multiplications.
//! \[theory:cyclic-symmetry\] (21), (22)

use pitchline_algebra::Complex;
use rayon::prelude::*;

use super::CyclicBody;
use super::effort::Work;

/// Columns of blocks transformed before they are written back.
const TOGETHER: usize = 16;

impl CyclicBody {
    /// Multiplications for sums of one real number over so many teeth, for all harmonics, or the other way around; and whether
    /// they are fewest tooth by tooth.
    fn cost_of(&self, teeth: usize) -> (u64, bool) {
        let one_by_one = (teeth * self.layout.teeth()) as u64;
        // Two real sequences share a transform.
        let transform = self.fourier.multiplications().div_ceil(2);
        (one_by_one.min(transform), one_by_one <= transform)
    }

    /// Amplitudes of the harmonics, F_n = Σ f_s e^{−inθs} / z, of vectors f_s of the length n that stand on some teeth.
    /// \[theory:cyclic-symmetry\] (10)
    pub(super) fn amplitudes(&self, n: usize, vectors: &[(usize, &[f64])]) -> Vec<Vec<Complex>> {
        let share = (self.teeth() as f64).recip();
        let (cost, is_direct) = self.cost_of(vectors.len());
        self.count(Work::Teeth, cost * n as u64);
        if is_direct {
            let of = |harmonic: usize| {
                let mut sum = vec![Complex::new(0.0, 0.0); n];
                for &(tooth, vector) in vectors {
                    let phase = self.layout.phase(harmonic, tooth).conj() * share;
                    sum.iter_mut()
                        .zip(vector)
                        .for_each(|(s, f)| *s += phase * f);
                }
                sum
            };
            let harmonics = (0..self.harmonics.len()).into_par_iter();
            return harmonics.map(of).collect();
        }
        let mut on_tooth: Vec<Option<&[f64]>> = vec![None; self.layout.teeth()];
        for &(tooth, vector) in vectors {
            on_tooth[tooth] = Some(vector);
        }
        let pairs: Vec<Vec<[Complex; 2]>> = (0..n)
            .into_par_iter()
            .step_by(2)
            .map(|i| {
                let at = |f: Option<&[f64]>, i: usize| f.and_then(|f| f.get(i)).map_or(0.0, |&f| f);
                self.fourier
                    .waves_of(|s| [at(on_tooth[s], i), at(on_tooth[s], i + 1)])
            })
            .collect();
        (0..self.harmonics.len())
            .map(|harmonic| {
                let both = pairs.iter().flat_map(|pair| pair[harmonic]);
                both.take(n).map(|wave| wave * share).collect()
            })
            .collect()
    }

    /// Real vectors on some teeth from amplitudes over the harmonics, u_s = Σ m_n Re(A_n e^{inθs}).
    /// \[theory:cyclic-symmetry\] (11)
    pub(super) fn on_teeth(&self, amplitudes: &[&[Complex]], teeth: &[usize]) -> Vec<Vec<f64>> {
        let n = amplitudes.first().map_or(0, |a| a.len());
        let (cost, is_direct) = self.cost_of(teeth.len());
        self.count(Work::Teeth, cost * n as u64);
        if is_direct {
            let on_tooth = |&tooth: &usize| {
                let mut sum = vec![0.0; n];
                for (harmonic, amplitude) in self.harmonics.iter().zip(amplitudes) {
                    let phase = self.layout.phase(harmonic.number, tooth) * harmonic.shapes as f64;
                    for (sum, a) in sum.iter_mut().zip(*amplitude) {
                        *sum += phase.re * a.re - phase.im * a.im;
                    }
                }
                sum
            };
            return teeth.par_iter().map(on_tooth).collect();
        }
        let pairs: Vec<Vec<[f64; 2]>> = (0..n)
            .into_par_iter()
            .step_by(2)
            .map(|i| {
                let at = |a: &[Complex], i: usize| a.get(i).map_or(Complex::new(0.0, 0.0), |&a| a);
                self.fourier.sequences_of(|harmonic| {
                    let a = amplitudes[harmonic];
                    [at(a, i), at(a, i + 1)]
                })
            })
            .collect();
        teeth
            .iter()
            .map(|&tooth| {
                let both = pairs.iter().flat_map(|pair| pair[tooth]);
                both.take(n).collect()
            })
            .collect()
    }

    /// Blocks C_Δ = Σ_{n<z} A_n e^{inθΔ} / z of k rows and columns from Hermitian A_n, in place: these are given as the real part of
    /// A_n in block n and its imaginary part in block z − n. \[theory:cyclic-symmetry\] (19), (20)
    pub(super) fn blocks_on_teeth(&self, blocks: &mut [f64], k: usize) {
        let teeth = self.layout.teeth();
        let share = (teeth as f64).recip();
        let sequences = |column: usize, blocks: &[f64]| -> Vec<Vec<[f64; 2]>> {
            let pair = |row: usize| {
                let wave = |n: usize, row: usize| {
                    let at = |block: usize| blocks[row + k * column + k * k * block] * share;
                    let has_imaginary_part = n > 0 && 2 * n < teeth;
                    Complex::new(
                        at(n),
                        if has_imaginary_part {
                            at(teeth - n)
                        } else {
                            0.0
                        },
                    )
                };
                let last = (row + 1).min(k - 1);
                self.fourier.sequences_of(|n| [wave(n, row), wave(n, last)])
            };
            (column..k).step_by(2).map(pair).collect()
        };
        for first in (0..k).step_by(TOGETHER) {
            let columns = first..(first + TOGETHER).min(k);
            let given: &[f64] = blocks;
            let made: Vec<_> = columns
                .clone()
                .into_par_iter()
                .map(|column| sequences(column, given))
                .collect();
            let transforms: usize = made.iter().map(Vec::len).sum();
            self.count(
                Work::Teeth,
                transforms as u64 * self.fourier.multiplications(),
            );
            let each = blocks.par_chunks_mut(k * k).enumerate();
            each.for_each(|(step, block)| {
                let back = (teeth - step) % teeth;
                for (column, pairs) in columns.clone().zip(&made) {
                    for (i, pair) in pairs.iter().enumerate() {
                        for (row, of) in (column + 2 * i..k).zip([0, 1]) {
                            block[row + k * column] = pair[step][of];
                            // C_{−Δ} = C_Δᵀ.
                            block[column + k * row] = pair[back][of];
                        }
                    }
                }
            });
        }
    }
}
