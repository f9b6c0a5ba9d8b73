use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::progress::{Progress, unobserved};
use crate::testing::{free_chain, in_pool, laplacian, laplacian_eigenvalues, noise, random};

fn unit_mass(n: usize) -> SymmetricMatrix {
    SymmetricMatrix::diagonal(&vec![1.0; n])
}

fn problem<'a>(stiffness: &'a SymmetricMatrix, mass: &'a SymmetricMatrix) -> Eigenproblem<'a> {
    Eigenproblem {
        stiffness,
        mass,
        groups: None,
        memory_limit: None,
    }
}

fn assert_near(found: &[f64], exact: &[f64], tolerance: f64) {
    assert_eq!(found.len(), exact.len());
    for (i, (a, b)) in found.iter().zip(exact).enumerate() {
        assert!((a - b).abs() <= tolerance, "{i}: {a} instead of {b}");
    }
}

/// xᵢᵀ M xⱼ = δᵢⱼ.
fn assert_orthonormal(pairs: &Eigenpairs, mass: &SymmetricMatrix) {
    let mut product = vec![0.0; pairs.vectors.len()];
    mass.multiply_many(&pairs.vectors, &mut product);
    for (i, x) in pairs.vectors.chunks(mass.n).enumerate() {
        for (j, y) in product.chunks(mass.n).enumerate() {
            let dot: f64 = x.iter().zip(y).map(|(a, b)| a * b).sum();
            let exact = if i == j { 1.0 } else { 0.0 };
            assert!((dot - exact).abs() < 1e-9, "{i} {j}: {dot}");
        }
    }
}

#[test]
fn lowest_of_grids_with_multiple_eigenvalues() {
    // A cube has eigenvalues three- and sixfold. Rounding of the matrix, 1e-16 · 12, and of a few hundred solves.
    for (sides, wanted) in [(vec![400], 12), (vec![30, 30], 40), (vec![16, 16, 16], 60)] {
        let stiffness = laplacian(&sides);
        let mass = unit_mass(stiffness.n);
        let pairs = problem(&stiffness, &mass)
            .lowest(wanted, &mut unobserved)
            .unwrap();
        assert_near(
            &pairs.values,
            &laplacian_eigenvalues(&sides)[..wanted],
            1e-12,
        );
        assert_orthonormal(&pairs, &mass);
        assert!(
            pairs.residuals.iter().all(|&r| r < 1e-7),
            "{:?}",
            pairs.residuals
        );
        assert!(pairs.counts[0].below >= wanted);
    }
}

#[test]
fn more_equal_eigenvalues_than_a_block_has_vectors() {
    // Twenty equal chains without coupling: each eigenvalue twentyfold.
    let chain = laplacian(&[40]);
    let mut triplets = Vec::new();
    for copy in 0..20 {
        for column in 0..40 {
            let entries = chain.column(column);
            triplets.extend(entries.map(|(row, v)| (40 * copy + row, 40 * copy + column, v)));
        }
    }
    let stiffness = SymmetricMatrix::from_triplets(800, &triplets).unwrap();
    let mass = unit_mass(800);
    let pairs = problem(&stiffness, &mass)
        .lowest(50, &mut unobserved)
        .unwrap();
    let exact: Vec<f64> = laplacian_eigenvalues(&[40])
        .iter()
        .flat_map(|&v| [v; 20])
        .take(50)
        .collect();
    assert_near(&pairs.values, &exact, 1e-12);
    assert_orthonormal(&pairs, &mass);
}

#[test]
fn a_cluster_that_no_basis_holds_is_counted_from_below() {
    // Three hundred equal pairs of points: eigenvalues 1 and 3, each three hundred times.
    let triplets: Vec<(usize, usize, f64)> = (0..300)
        .flat_map(|i| {
            [
                (2 * i, 2 * i, 2.0),
                (2 * i + 1, 2 * i + 1, 2.0),
                (2 * i + 1, 2 * i, -1.0),
            ]
        })
        .collect();
    let stiffness = SymmetricMatrix::from_triplets(600, &triplets).unwrap();
    let pairs = problem(&stiffness, &unit_mass(600))
        .lowest(40, &mut unobserved)
        .unwrap();
    assert_near(&pairs.values, &[1.0; 40], 1e-12);
    assert_eq!(pairs.counts[0].below, 0);
}

#[test]
fn free_chains_have_a_zero_and_small_ones_are_whole() {
    for n in [1, 2, 3, 10, 130, 500] {
        let stiffness = free_chain(n);
        let mass = unit_mass(n);
        for wanted in [1, 2, 9, 600] {
            let pairs = problem(&stiffness, &mass)
                .lowest(wanted, &mut unobserved)
                .unwrap();
            let exact: Vec<f64> = (0..n.min(wanted))
                .map(|i| {
                    let half = std::f64::consts::FRAC_PI_2 * i as f64 / n as f64;
                    4.0 * half.sin().powi(2)
                })
                .collect();
            assert_near(&pairs.values, &exact, 1e-12);
        }
    }
}

#[test]
fn bands_hold_all_that_is_in_them() {
    let sides = [14, 14, 14];
    let stiffness = laplacian(&sides);
    let mass = unit_mass(stiffness.n);
    let exact = laplacian_eigenvalues(&sides);
    for (low, high) in [
        (0.0, 0.5),
        (1.01, 1.55),
        (5.9, 6.02),
        (11.5, 13.0),
        (0.2, 0.21),
    ] {
        let pairs = problem(&stiffness, &mass)
            .band(low, high, &mut unobserved)
            .unwrap();
        let inside: Vec<f64> = exact
            .iter()
            .copied()
            .filter(|v| (low..high).contains(v))
            .collect();
        assert_near(&pairs.values, &inside, 1e-12);
        assert_orthonormal(&pairs, &mass);
        assert_eq!(pairs.counts[1].below - pairs.counts[0].below, inside.len());
    }
}

#[test]
fn wide_bands_are_cut_into_slices() {
    let sides = [60, 50];
    let stiffness = laplacian(&sides);
    let mass = unit_mass(stiffness.n);
    let exact = laplacian_eigenvalues(&sides);
    let pairs = problem(&stiffness, &mass)
        .band(-1.0, 0.75, &mut unobserved)
        .unwrap();
    let inside: Vec<f64> = exact.into_iter().filter(|&v| v < 0.75).collect();
    assert!(inside.len() > 150);
    assert_near(&pairs.values, &inside, 1e-12);
}

#[test]
fn bands_whose_ends_are_eigenvalues_include_them() {
    // 4 sin²(π i / 2n) with n = 300 and 3 i = 300: the eigenvalue 1.
    let stiffness = free_chain(300);
    let mass = unit_mass(300);
    let pairs = problem(&stiffness, &mass)
        .band(0.0, 1.0, &mut unobserved)
        .unwrap();
    assert_eq!(pairs.values.len(), 101);
    assert!(pairs.values[0].abs() < 1e-12 && (pairs.values[100] - 1.0).abs() < 1e-12);
    let none = problem(&stiffness, &mass)
        .band(4.5, 5.0, &mut unobserved)
        .unwrap();
    assert!(none.values.is_empty());
    let refused = problem(&stiffness, &mass).band(2.0, 1.0, &mut unobserved);
    assert_eq!(
        refused,
        Err(Error::Band {
            low: 2.0,
            high: 1.0
        })
    );
}

#[test]
fn random_matrices_agree_with_the_dense_method() {
    let n = 400;
    let stiffness = random(n, 5, 12.0, 7);
    let mut mass = random(n, 3, 8.0, 8);
    // Masses from 1e-2 to 1e2.
    let size: Vec<f64> = noise(n, 9).iter().map(|v| 10f64.powf(*v)).collect();
    for column in 0..n {
        for place in mass.column_starts[column]..mass.column_starts[column + 1] {
            mass.values[place] *= size[column] * size[mass.rows[place] as usize];
        }
    }
    let exact = generalised_eigen(n, &stiffness.to_dense(), &mass.to_dense())
        .unwrap()
        .values;
    let pairs = problem(&stiffness, &mass)
        .lowest(25, &mut unobserved)
        .unwrap();
    for (a, b) in pairs.values.iter().zip(&exact) {
        // The dense method is exact to some 1e-15 of its largest eigenvalue, 1e5 times larger.
        assert!((a / b - 1.0).abs() < 1e-9, "{a} {b}");
    }
    let (low, high) = (0.5 * (exact[9] + exact[10]), 0.5 * (exact[29] + exact[30]));
    let band = problem(&stiffness, &mass)
        .band(low, high, &mut unobserved)
        .unwrap();
    assert_eq!(band.values.len(), 20);
}

#[test]
fn unknowns_without_mass_are_allowed() {
    // A held chain with mass at every second point: condensed, springs of stiffness 1/2 between masses.
    let n = 601;
    let stiffness = laplacian(&[n]);
    let mass: Vec<f64> = (0..n).map(|i| if i % 2 == 1 { 1.0 } else { 0.0 }).collect();
    let mass = SymmetricMatrix::diagonal(&mass);
    let exact: Vec<f64> = laplacian_eigenvalues(&[300])
        .iter()
        .map(|v| 0.5 * v)
        .collect();
    let pairs = problem(&stiffness, &mass)
        .lowest(10, &mut unobserved)
        .unwrap();
    assert_near(&pairs.values, &exact[..10], 1e-12);
    let all = problem(
        &laplacian(&[9]),
        &SymmetricMatrix::diagonal(&[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]),
    )
    .lowest(9, &mut unobserved)
    .unwrap();
    let exact: Vec<f64> = laplacian_eigenvalues(&[4])
        .iter()
        .map(|v| 0.5 * v)
        .collect();
    assert_near(&all.values, &exact, 1e-12);
}

#[test]
fn problems_without_answer_are_refused() {
    let chain = free_chain(300);
    let no_mass = SymmetricMatrix::diagonal(&vec![0.0; 300]);
    let refused = problem(&chain, &no_mass).lowest(3, &mut unobserved);
    assert_eq!(refused, Err(Error::NoShift));
    // A free chain of which nothing but the first point has mass is at least fixed by it; one without is not.
    let tight = Eigenproblem {
        memory_limit: Some(10_000),
        ..problem(&chain, &unit_mass(300))
    }
    .lowest(3, &mut unobserved);
    assert!(matches!(tight, Err(Error::Memory { .. })));
    let mut stop = |progress: Progress| match progress.phase {
        Phase::Iterating => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stopped = problem(&chain, &unit_mass(300)).lowest(3, &mut stop);
    assert_eq!(stopped, Err(Error::Stopped));
}

#[test]
fn scales_do_not_matter() {
    let sides = [9, 9, 9];
    let exact = laplacian_eigenvalues(&sides);
    for (stiffness_scale, mass_scale) in [(1e12, 1e-12), (1e-12, 1e12), (1e9, 1e-3)] {
        let mut stiffness = laplacian(&sides);
        stiffness
            .values
            .iter_mut()
            .for_each(|v| *v *= stiffness_scale);
        let mass = SymmetricMatrix::diagonal(&vec![mass_scale; stiffness.n]);
        let pairs = problem(&stiffness, &mass)
            .lowest(20, &mut unobserved)
            .unwrap();
        let scale = mass_scale / stiffness_scale;
        let values: Vec<f64> = pairs.values.iter().map(|v| v * scale).collect();
        assert_near(&values, &exact[..20], 1e-12);
    }
}

#[test]
fn same_bits_for_any_number_of_threads() {
    let stiffness = laplacian(&[22, 21, 20]);
    let mass = unit_mass(stiffness.n);
    let both = || {
        let lowest = problem(&stiffness, &mass)
            .lowest(15, &mut unobserved)
            .unwrap();
        let band = problem(&stiffness, &mass)
            .band(0.3, 0.5, &mut unobserved)
            .unwrap();
        (lowest, band)
    };
    let one = in_pool(1, both);
    let two = in_pool(2, both);
    assert!(one.0 == two.0 && one.1 == two.1);
}

#[test]
fn close_eigenvalues_are_told_apart_or_kept_together() {
    // Twelve eigenvalues within 1e-8 of each other, among others far apart.
    let values: Vec<f64> = (0..700)
        .map(|i| match i {
            20..32 => 3.0 + 1e-9 * f64::from(i - 20),
            _ => 0.1 + 0.2 * f64::from(i),
        })
        .collect();
    let mut exact = values.clone();
    exact.sort_by(f64::total_cmp);
    let stiffness = SymmetricMatrix::diagonal(&values);
    let mass = unit_mass(700);
    for wanted in [10, 18, 20, 27, 40] {
        let pairs = problem(&stiffness, &mass)
            .lowest(wanted, &mut unobserved)
            .unwrap();
        assert_near(&pairs.values, &exact[..wanted], 1e-11);
    }
    let band = problem(&stiffness, &mass)
        .band(2.99, 3.01, &mut unobserved)
        .unwrap();
    assert_eq!(band.values.len(), 12);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn any_small_problem_is_answered_or_refused(
        entries in prop::collection::vec((0usize..9, 0usize..9, -10.0..10.0f64), 0..40),
        masses in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), 1e-6..1e6f64], 9),
        wanted in 0usize..12,
        ends in (-20.0..20.0f64, -20.0..20.0f64),
    ) {
        let stiffness = SymmetricMatrix::from_triplets(9, &entries).unwrap();
        let mass = SymmetricMatrix::diagonal(&masses);
        let problem = problem(&stiffness, &mass);
        let results = [
            problem.lowest(wanted, &mut unobserved),
            problem.band(ends.0, ends.1, &mut unobserved),
        ];
        for pairs in results.into_iter().flatten() {
            prop_assert!(pairs.values.is_sorted());
            let mut mass_x = vec![0.0; pairs.vectors.len()];
            mass.multiply_many(&pairs.vectors, &mut mass_x);
            for (x, mass_x) in pairs.vectors.chunks(9).zip(mass_x.chunks(9)) {
                let norm: f64 = x.iter().zip(mass_x).map(|(a, b)| a * b).sum();
                prop_assert!((norm - 1.0).abs() < 1e-9);
            }
        }
    }
}
