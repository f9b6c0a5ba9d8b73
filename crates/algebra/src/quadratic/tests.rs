use super::*;
use crate::testing::noise;

/// A pencil from dense matrices, by rows.
fn dense_pencil(n: usize, m: &[f64], c: &[f64], k: &[f64]) -> QuadraticPencil {
    let entries: Vec<(usize, usize)> = (0..n * n).map(|at| (at / n, at % n)).collect();
    QuadraticPencil {
        pattern: RowPattern::from_entries(n, &entries).unwrap(),
        mass: m.to_vec(),
        damping: c.to_vec(),
        stiffness: k.to_vec(),
    }
}

/// Some chains of n equal masses m between springs k, side by side, with C = α M + β K.
fn chains(n: usize, copies: usize, m: f64, k: f64, [alpha, beta]: [f64; 2]) -> QuadraticPencil {
    let mut entries = Vec::new();
    for i in 0..n * copies {
        let (at, first) = (i % n, i - i % n);
        entries.push((i, i));
        if at > 0 {
            entries.push((i, i - 1));
        }
        if at + 1 < n {
            entries.push((i, first + at + 1));
        }
    }
    let pattern = RowPattern::from_entries(n * copies, &entries).unwrap();
    let places: Vec<(usize, usize)> = (0..pattern.columns.len())
        .map(|at| pattern.place(at))
        .collect();
    let mass: Vec<f64> = places
        .iter()
        .map(|(i, j)| if i == j { m } else { 0.0 })
        .collect();
    let stiffness: Vec<f64> = places
        .iter()
        .map(|(i, j)| if i == j { 2.0 * k } else { -k })
        .collect();
    let damping = mass
        .iter()
        .zip(&stiffness)
        .map(|(m, k)| alpha * m + beta * k)
        .collect();
    QuadraticPencil {
        pattern,
        mass,
        damping,
        stiffness,
    }
}

/// Eigenvalue of a mode of frequency ω: λ² + (α + β ω²) λ + ω² = 0.
fn damped(square: f64, [alpha, beta]: [f64; 2]) -> Complex {
    let half = 0.5 * (alpha + beta * square);
    let rest = half * half - square;
    match rest < 0.0 {
        true => Complex::new(-half, (-rest).sqrt()),
        // The slower of the two, without cancellation.
        false => Complex::new(-square / (half + rest.sqrt()), 0.0),
    }
}

fn chain_square(i: usize, n: usize, m: f64, k: f64) -> f64 {
    let half = std::f64::consts::FRAC_PI_2 * i as f64 / (n + 1) as f64;
    4.0 * k / m * half.sin().powi(2)
}

#[test]
fn damped_chains_have_their_closed_form() {
    let damping = [3.0, 2e-5];
    let (m, k) = (0.2, 5e6);
    // Small: all; large: the nearest, two equal chains so that every eigenvalue is double.
    for (n, copies, wanted) in [(1, 1, 1), (9, 1, 9), (10, 2, 20), (300, 2, 24)] {
        let pencil = chains(n, copies, m, k, damping);
        let found = match n {
            300 => QuadraticSearch::new().lowest(&pencil, wanted, 3).unwrap(),
            _ => pencil.all().unwrap(),
        };
        assert!(found.values.len() >= wanted, "{n}: {}", found.values.len());
        for (at, value) in found.values[..wanted].iter().enumerate() {
            let exact = damped(chain_square(at / copies + 1, n, m, k), damping);
            // Backward error 1e-14 of the largest eigenvalue squared: ω_max² / ω² is 4e4 for the longest chain.
            let off = (*value - exact).norm() / exact.norm();
            assert!(off < 1e-9, "{n}, {at}: {value} {exact} {off:e}");
            assert!(found.residuals[at] < 1.1e-11, "{:e}", found.residuals[at]);
        }
    }
}

/// Twenty equal masses on springs among others, searched from two vectors: the search finds out that it needs more of them.
#[test]
fn more_equal_eigenvalues_than_the_search_starts_from_are_all_found() {
    let (n, equal, wanted) = (400, 20, 3);
    let square = |i: usize| {
        if i < equal {
            1.0
        } else {
            (i as f64 - 17.0).powi(2)
        }
    };
    let entries: Vec<(usize, usize)> = (0..n).map(|i| (i, i)).collect();
    let pencil = QuadraticPencil {
        pattern: RowPattern::from_entries(n, &entries).unwrap(),
        mass: vec![1.0; n],
        damping: vec![0.01; n],
        stiffness: (0..n).map(square).collect(),
    };
    let found = QuadraticSearch::new().lowest(&pencil, wanted, 2).unwrap();
    assert!(found.values.len() >= wanted && !found.is_complete);
    for (i, value) in found.values[..wanted].iter().enumerate() {
        let exact = damped(square(i), [0.01, 0.0]);
        let off = (*value - exact).norm() / exact.norm();
        assert!(off < 1e-9, "{i}: {value} {exact} {off:e}");
    }
}

/// m ẍ + c ẋ + k x = 0 with m = 1, c = 101, k = 100 falls with −1 and −100.
#[test]
fn overdamped_motions_are_real() {
    let found = dense_pencil(1, &[1.0], &[101.0], &[100.0]).all().unwrap();
    assert_eq!(found.values.len(), 2);
    for (value, exact) in found.values.iter().zip([-1.0, -100.0]) {
        assert!(
            (value.re - exact).abs() < 1e-12 && value.im == 0.0,
            "{value}"
        );
    }
}

/// Unit masses on unit springs with a gyroscopic term g: (1 − ω²)² = g² ω², ω = √(1 + g²/4) ± g/2.
#[test]
fn a_gyroscope_splits_its_frequency() {
    let g = 0.8;
    let identity = [1.0, 0.0, 0.0, 1.0];
    let pencil = dense_pencil(2, &identity, &[0.0, g, -g, 0.0], &identity);
    let found = pencil.all().unwrap();
    let root = (1.0 + 0.25 * g * g).sqrt();
    for (value, exact) in found.values.iter().zip([root - 0.5 * g, root + 0.5 * g]) {
        assert!(
            (value.im - exact).abs() < 1e-14 && value.re.abs() < 1e-14,
            "{value}"
        );
    }
    assert!(found.is_complete);
}

/// A point without mass between two springs: the mass behind feels k/2.
#[test]
fn motions_without_mass_have_no_frequency() {
    let k = 800.0;
    let pencil = dense_pencil(2, &[0.0, 0.0, 0.0, 4.0], &[0.0; 4], &[2.0 * k, -k, -k, k]);
    let found = pencil.all().unwrap();
    assert_eq!(found.values.len(), 1, "{:?}", found.values);
    assert!(
        (found.values[0].im - 10.0).abs() < 1e-11,
        "{}",
        found.values[0]
    );
}

#[test]
fn harmonic_answers_obey_the_equation() {
    let pencil = chains(40, 1, 0.2, 5e6, [3.0, 2e-5]);
    let mut solver = HarmonicSolver::new(&pencil);
    let force: Vec<Complex> = noise(80, 3)
        .chunks(2)
        .map(|p| Complex::new(p[0], p[1]))
        .collect();
    for omega in [0.0, 100.0, 4e3, 1e5] {
        let value = Complex::new(0.0, omega);
        solver.factor(&pencil, value).unwrap();
        let mut x = force.clone();
        solver.solve(&mut x);
        let left = pencil.residual(value, &x);
        let off = left
            .iter()
            .zip(&force)
            .map(|(a, b)| (a - b).norm())
            .fold(0.0, f64::max);
        // Stiffness times answer is about 1e3 of the force at rest.
        assert!(off < 1e-11, "{omega}: {off:e}");
    }
    assert!(solver.factor(&pencil, Complex::new(f64::NAN, 0.0)).is_err());
    let mut x = force;
    solver.solve(&mut x);
    assert!(x[0].re.is_nan());
}

#[test]
fn a_pencil_that_is_none_is_refused() {
    let mut pencil = chains(3, 1, 1.0, 1.0, [0.0; 2]);
    pencil.damping[0] = f64::INFINITY;
    assert!(matches!(pencil.all(), Err(Error::NotFinite { .. })));
    pencil.damping.pop();
    assert!(matches!(pencil.all(), Err(Error::Length { .. })));
    // Neither mass nor stiffness nor damping.
    let nothing = dense_pencil(1, &[0.0], &[0.0], &[0.0]);
    assert!(nothing.all().is_err());
}

/// Equal rotors on springs: each is a chain of masses that move in two directions and spin.
fn rotors(n: usize, copies: usize, spin: f64) -> QuadraticPencil {
    let at = |copy: usize, mass: usize, direction: usize| 2 * (n * copy + mass) + direction;
    let mut entries = Vec::new();
    for copy in 0..copies {
        for i in 0..n {
            for direction in 0..2 {
                let own = at(copy, i, direction);
                entries.push((own, own, 1.0, 0.0, 2.0));
                let turn = spin * if direction == 0 { 1.0 } else { -1.0 };
                entries.push((own, at(copy, i, 1 - direction), 0.0, turn, 0.0));
                for other in [i.checked_sub(1), Some(i + 1).filter(|j| *j < n)]
                    .into_iter()
                    .flatten()
                {
                    entries.push((own, at(copy, other, direction), 0.0, 0.0, -1.0));
                }
            }
        }
    }
    entries.sort_by_key(|e| (e.0, e.1));
    let places: Vec<(usize, usize)> = entries.iter().map(|e| (e.0, e.1)).collect();
    QuadraticPencil {
        pattern: RowPattern::from_entries(2 * n * copies, &places).unwrap(),
        mass: entries.iter().map(|e| e.2).collect(),
        damping: entries.iter().map(|e| e.3).collect(),
        stiffness: entries.iter().map(|e| e.4).collect(),
    }
}

/// Ten equal rotors, of which the search looks for two forward and two backward modes each: ω² ∓ g ω = ω₀². Pairs so many times equal
/// are what a solver that sorts them by size need not come to an end with.
#[test]
fn modes_of_ten_equal_rotors_are_all_found() {
    let (n, copies, spin, wanted) = (32, 10, 0.03, 42);
    let pencil = rotors(n, copies, spin);
    let found = QuadraticSearch::new().lowest(&pencil, wanted, 6).unwrap();
    let mut exact: Vec<f64> = (1..=n)
        .map(|i| chain_square(i, n, 1.0, 1.0))
        .flat_map(|square| {
            let root = (square + 0.25 * spin * spin).sqrt();
            [root - 0.5 * spin, root + 0.5 * spin]
        })
        .collect();
    exact.sort_by(f64::total_cmp);
    assert!(found.values.len() >= wanted);
    for (at, value) in found.values[..wanted].iter().enumerate() {
        let off = (*value - Complex::new(0.0, exact[at / copies])).norm() / exact[at / copies];
        // Residuals of 1e-11, beside tenfold values.
        assert!(off < 1e-9, "{at}: {value} {} {off:e}", exact[at / copies]);
    }
}
