use std::f64::consts::{PI, TAU};

use super::*;
use crate::progress::unobserved;
use crate::testing::{free_chain, in_pool, laplacian, laplacian_eigenvalues};
use crate::{Complex, Factor, FactoredInverse, HermitianFactor, SymmetricMatrix};

fn unit_mass(n: usize) -> SymmetricMatrix {
    SymmetricMatrix::diagonal(&vec![1.0; n])
}

/// Compares eigenvalues, to rounding of a matrix of norm 12 and some hundred solves.
fn assert_near(found: &[f64], exact: &[f64]) {
    for (i, (a, b)) in found.iter().zip(exact).enumerate() {
        assert!((a - b).abs() < 1e-11 * b.max(0.1), "{i}: {a} not {b}");
    }
}

fn assert_orthonormal(found: &Found, inverse: &dyn Inverse) {
    let n = inverse.n();
    let mut mass = vec![0.0; found.vectors.len()];
    inverse.mass_times(&found.vectors, &mut mass);
    for (i, x) in found.vectors.chunks(n).enumerate() {
        for (j, y) in mass.chunks(n).enumerate() {
            let dot: f64 = x.iter().zip(y).map(|(a, b)| a * b).sum();
            let exact = if i == j { 1.0 } else { 0.0 };
            assert!((dot - exact).abs() < 1e-10, "{i} {j}: {dot}");
        }
    }
}

/// Any closures as an inverse with unit mass.
struct Flexibility<F: Fn(&mut [f64])> {
    n: usize,
    apply: F,
}

impl<F: Fn(&mut [f64])> Inverse for Flexibility<F> {
    fn n(&self) -> usize {
        self.n
    }
    fn solve_in_place(&self, x: &mut [f64], _: usize) -> Result<(), Error> {
        x.chunks_mut(self.n).for_each(&self.apply);
        Ok(())
    }
    fn mass_times(&self, x: &[f64], y: &mut [f64]) {
        y.copy_from_slice(x);
    }
}

#[test]
fn grids_by_a_sparse_factor() {
    for (sides, scale) in [
        (vec![14, 13, 12], 1.0),
        (vec![16, 16, 16], 1e12),
        (vec![9, 9, 9], 1e-12),
    ] {
        let mut stiffness = laplacian(&sides);
        stiffness.values.iter_mut().for_each(|v| *v *= scale);
        let mass = unit_mass(stiffness.n);
        let factor = Factor::positive_definite(&stiffness, None).unwrap();
        let inverse = FactoredInverse::new(&factor, &mass).unwrap();
        let exact = laplacian_eigenvalues(&sides);
        let found = lowest_of(&inverse, 0.0, 30, 6, &mut unobserved).unwrap();
        assert!(found.values.len() >= 36 && !found.is_exhausted);
        let values: Vec<f64> = found.values.iter().map(|v| v / scale).collect();
        assert_near(&values, &exact);
        assert_orthonormal(&found, &inverse);
        let below = (80..)
            .find(|&i| exact[i] - exact[i - 1] > 1e-3)
            .unwrap_or(exact.len());
        let bound = 0.5 * (exact[below - 1] + exact[below]) * scale;
        let all = all_up_to(&inverse, 0.0, bound, 6, &mut unobserved).unwrap();
        assert!(all.values.last().is_some_and(|&v| v > bound));
        assert_eq!(all.below(bound), below);
    }
}

/// K of the wave n of a ring of z sectors, each a chain of m points; λ = 2 − 2 cos(2π (n + z j) / (z m)).
fn ring_wave(z: usize, m: usize, wave: usize) -> (Vec<Complex>, Vec<f64>) {
    let mut matrix = vec![Complex::new(0.0, 0.0); m * m];
    let phase = TAU * wave as f64 / z as f64;
    for i in 0..m {
        matrix[i * (m + 1)] += 2.0;
        let next = (i + 1) % m;
        let turn = if next == 0 { phase } else { 0.0 };
        // Force on i by its next point, which beyond the sector is the first one a sector later, and the reverse.
        matrix[i + m * next] -= Complex::from_polar(1.0, turn);
        matrix[next + m * i] -= Complex::from_polar(1.0, -turn);
    }
    let mut exact: Vec<f64> = (0..m)
        .map(|j| 2.0 - 2.0 * (TAU * (wave + z * j) as f64 / (z * m) as f64).cos())
        .collect();
    exact.sort_by(f64::total_cmp);
    (matrix, exact)
}

#[test]
fn waves_of_a_ring_as_doubled_real_vectors() {
    let (z, m) = (12, 150);
    for wave in 1..6 {
        let (matrix, exact) = ring_wave(z, m, wave);
        let factor = HermitianFactor::positive_definite(m, &matrix).unwrap();
        let inverse = Flexibility {
            n: 2 * m,
            apply: |x| {
                let mut complex: Vec<Complex> =
                    (0..m).map(|i| Complex::new(x[i], x[m + i])).collect();
                factor.solve_in_place(&mut complex, 1).unwrap();
                for (i, value) in complex.iter().enumerate() {
                    (x[i], x[m + i]) = (value.re, value.im);
                }
            },
        };
        let found = lowest_of(&inverse, 0.0, 20, 6, &mut unobserved).unwrap();
        let doubled: Vec<f64> = exact.iter().flat_map(|&v| [v, v]).collect();
        assert!(found.values.len() >= 26);
        assert_near(&found.values, &doubled);
        assert_orthonormal(&found, &inverse);
    }
}

#[test]
fn vectors_of_a_constrained_operator_stay_in_its_space() {
    // A chain held at one inner point by Pᵀ x = 0 falls into two chains, equal where the point is the middle.
    for (n, held) in [(401, 200), (300, 100), (41, 20), (5, 2)] {
        let chain = laplacian(&[n]);
        let factor = Factor::positive_definite(&chain, None).unwrap();
        let mut y = vec![0.0; n];
        y[held] = 1.0;
        factor.solve_in_place(&mut y, 1).unwrap();
        let inverse = Flexibility {
            n,
            apply: |x| {
                factor.solve_in_place(x, 1).unwrap();
                let share = x[held] / y[held];
                x.iter_mut().zip(&y).for_each(|(x, y)| *x -= share * y);
            },
        };
        let mut exact = laplacian_eigenvalues(&[held]);
        exact.extend(laplacian_eigenvalues(&[n - held - 1]));
        exact.sort_by(f64::total_cmp);
        let found = lowest_of(&inverse, 0.0, 12, 6, &mut unobserved).unwrap();
        assert!(found.values.len() >= exact.len().min(12));
        assert!(found.values.len() <= exact.len());
        assert_near(&found.values, &exact);
        assert_orthonormal(&found, &inverse);
        assert!(found.vectors.chunks(n).all(|x| x[held].abs() < 1e-10));
    }
}

#[test]
fn free_bodies_by_a_flexibility_without_rigid_motion() {
    // A free chain: loads and motions without mean, and the last point held for the solution.
    let n = 300;
    let mut held = free_chain(n);
    let last = held.values.len() - 1;
    held.values[last] += 1.0;
    let factor = Factor::positive_definite(&held, None).unwrap();
    let without_mean = |x: &mut [f64]| {
        let mean = x.iter().sum::<f64>() / n as f64;
        x.iter_mut().for_each(|x| *x -= mean);
    };
    let inverse = Flexibility {
        n,
        apply: |x| {
            without_mean(x);
            factor.solve_in_place(x, 1).unwrap();
            without_mean(x);
        },
    };
    let exact: Vec<f64> = (1..n)
        .map(|i| 4.0 * (PI * i as f64 / (2 * n) as f64).sin().powi(2))
        .collect();
    let found = lowest_of(&inverse, 0.0, 20, 6, &mut unobserved).unwrap();
    assert!(found.values.len() >= 20);
    assert_near(&found.values, &exact);
    let all = all_up_to(
        &inverse,
        0.0,
        0.5 * (exact[29] + exact[30]),
        4,
        &mut unobserved,
    )
    .unwrap();
    assert_eq!(all.below(0.5 * (exact[29] + exact[30])), 30);
}

#[test]
fn what_is_missing_is_found_by_searching_again() {
    // Each eigenvalue threefold; blocks of one vector see one of them.
    let values: Vec<f64> = (0..600).map(|i| (1 + i / 3) as f64).collect();
    let stiffness = SymmetricMatrix::diagonal(&values);
    let mass = unit_mass(600);
    let factor = Factor::positive_definite(&stiffness, None).unwrap();
    let inverse = FactoredInverse::new(&factor, &mass).unwrap();
    let mut search = EigenSearch::new(&inverse, 0.0, 1).unwrap();
    let mut found = search.lowest(10, &mut unobserved).unwrap();
    assert!(found.below(5.5) < 15);
    let mut rounds = 0;
    while found.below(5.5) < 15 && rounds < 20 {
        search.search_again().unwrap();
        found = search.lowest(15, &mut unobserved).unwrap();
        rounds += 1;
    }
    assert_eq!(found.below(5.5), 15);
    assert_near(&found.values[..15], &values);
    assert_orthonormal(&found, &inverse);
    found.truncate(3);
    assert_eq!((found.values.len(), found.vectors.len()), (3, 1800));
}

#[test]
fn shifts_and_numbers_that_serve_not_are_refused() {
    let values: Vec<f64> = (1..200).map(f64::from).collect();
    let mass = unit_mass(199);
    let shifted = SymmetricMatrix::combine(&SymmetricMatrix::diagonal(&values), &mass, 2.5);
    let factor = Factor::indefinite(&shifted.unwrap(), None).unwrap();
    let inverse = FactoredInverse::new(&factor, &mass).unwrap();
    let refused = lowest_of(&inverse, 2.5, 3, 4, &mut unobserved);
    assert!(
        matches!(refused, Err(Error::BelowShift { value, .. }) if (value - 2.0).abs() < 1e-10),
        "{refused:?}"
    );
    assert!(lowest_of(&inverse, f64::NAN, 3, 4, &mut unobserved).is_err());
    assert!(all_up_to(&inverse, 2.5, f64::INFINITY, 4, &mut unobserved).is_err());
    let wrong = Flexibility {
        n: 5,
        apply: |x| x.fill(f64::NAN),
    };
    assert!(lowest_of(&wrong, 0.0, 3, 2, &mut unobserved).is_err());
    let nothing = Flexibility {
        n: 5,
        apply: |x| x.fill(0.0),
    };
    let found = lowest_of(&nothing, 0.0, 3, 2, &mut unobserved).unwrap();
    assert!(found.values.is_empty() && found.is_exhausted);
    let empty = Flexibility {
        n: 0,
        apply: |_| (),
    };
    let found = lowest_of(&empty, 0.0, 3, 2, &mut unobserved).unwrap();
    assert!(found.values.is_empty() && found.is_exhausted);
    assert!(FactoredInverse::new(&factor, &unit_mass(3)).is_err());
}

#[test]
fn small_problems_are_found_whole() {
    for n in 1..12 {
        let chain = laplacian(&[n]);
        let mass = unit_mass(n);
        let factor = Factor::positive_definite(&chain, None).unwrap();
        let inverse = FactoredInverse::new(&factor, &mass).unwrap();
        for block in [0, 1, 2, 6, usize::MAX] {
            let found = lowest_of(&inverse, 0.0, usize::MAX, block, &mut unobserved).unwrap();
            assert_eq!(found.values.len(), n, "block {block}");
            assert_near(&found.values, &laplacian_eigenvalues(&[n]));
            let all = all_up_to(&inverse, 0.0, 100.0, block, &mut unobserved).unwrap();
            assert!(all.values.len() == n && all.is_exhausted);
        }
    }
}

#[test]
fn same_bits_for_any_number_of_threads() {
    let stiffness = laplacian(&[22, 21, 20]);
    let mass = unit_mass(stiffness.n);
    let search = || {
        let factor = Factor::positive_definite(&stiffness, None).unwrap();
        let inverse = FactoredInverse::new(&factor, &mass).unwrap();
        lowest_of(&inverse, 0.0, 15, 6, &mut unobserved).unwrap()
    };
    assert!(in_pool(1, search) == in_pool(2, search));
}
