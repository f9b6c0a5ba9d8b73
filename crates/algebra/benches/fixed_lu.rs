//! Refactorisation and solution with a fixed pattern, beside faer's sparse LU: lines of value, unit, median and spread of the ratio,
//! and what it is, with tabs between, for `./bench fixed-lu`.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and stops when something is wrong"
)]

#[path = "../tests/it/chain.rs"]
mod chain;
#[path = "../../cli/benches/bench/measure.rs"]
#[allow(dead_code, reason = "shared with the benchmarks of the program")]
mod measure;

use std::hint::black_box;

use faer::linalg::solvers::SolveCore;
use faer::sparse::linalg::solvers::{Lu, SymbolicLu};
use faer::sparse::{SparseColMat, Triplet};
use faer::{Conj, MatMut};
use measure::{Comparison, compare};
use pitchline_algebra::{FixedLu, RowPattern};

fn peer_matrix(pattern: &RowPattern, values: &[f64]) -> SparseColMat<usize, f64> {
    let triplets: Vec<Triplet<usize, usize, f64>> = (0..pattern.n)
        .flat_map(|row| {
            let columns = pattern.row(row).iter().map(|&column| column as usize);
            let values = &values[pattern.range(row)];
            columns
                .zip(values)
                .map(move |(column, &value)| Triplet::new(row, column, value))
        })
        .collect();
    SparseColMat::try_new_from_triplets(pattern.n, pattern.n, &triplets).unwrap()
}

/// One line.
fn tell(found: Comparison, what: &str) {
    let ratio = found.ratio.unwrap();
    let (median, spread) = (ratio.median, ratio.spread);
    println!(
        "{:.3}\tus\t{median:.2}\t{spread:.3}\t{what}",
        1e6 * found.wall
    );
}

/// ‖a − b‖ < 10⁻¹⁰ ‖b‖: rounding times the condition of a chain, with room.
fn is_same(a: &[f64], b: &[f64]) -> bool {
    let size = b.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-10 * size)
}

fn chain_of(links: usize) {
    let pattern = chain::pattern(links);
    let values = chain::values(links, 0.1);
    let n = pattern.n;
    let matrix = peer_matrix(&pattern, &values);
    let symbolic = SymbolicLu::try_new(matrix.symbolic()).unwrap();
    let peer = Lu::try_new_with_symbolic(symbolic.clone(), matrix.as_ref()).unwrap();
    let peer_solution = |x: &mut [f64]| {
        let x = MatMut::from_column_major_slice_mut(x, n, 1);
        peer.solve_in_place_with_conj(Conj::No, x);
    };
    let mut lu = FixedLu::analyse(&pattern, &chain::values(links, 0.0)).unwrap();
    lu.refactor(&values).unwrap();
    let right: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
    let (mut x, mut y) = (right.clone(), right.clone());
    lu.solve(&mut x);
    peer_solution(&mut y);
    assert!(is_same(&x, &y), "the peer solves something else");

    let peer_factor = || {
        let factor = Lu::try_new_with_symbolic(symbolic.clone(), black_box(matrix.as_ref()));
        black_box(factor.unwrap());
    };
    let refactor = compare(|| lu.refactor(black_box(&values)).unwrap(), peer_factor);
    let solve = compare(
        || {
            x.copy_from_slice(&right);
            lu.solve(black_box(&mut x));
        },
        || {
            y.copy_from_slice(&right);
            peer_solution(black_box(&mut y));
        },
    );
    let analyse = compare(
        || drop(black_box(FixedLu::analyse(&pattern, black_box(&values)))),
        peer_factor,
    );
    let effort = lu.effort();
    let of = format!("a chain of {links} hinged bodies, {n} unknowns");
    let cost = format!(
        "{} entries in {} blocks, {} multiplications",
        effort.entries, effort.blocks, effort.multiplications
    );
    tell(refactor, &format!("refactor the matrix of {of}: {cost}"));
    tell(solve, "solve it for one right-hand side");
    tell(
        analyse,
        "choose its pivots and plan the elimination, once, beside one factorisation of the peer",
    );
}

fn main() {
    // One core: the systems are small, and a time step has others to do.
    faer::set_global_parallelism(faer::Par::Seq);
    for links in [10, 40] {
        chain_of(links);
    }
}
