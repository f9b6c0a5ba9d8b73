//! Against what is known of the vectors: their products, and how they were made.

use super::*;
use crate::testing::noise;

const TOLERANCE: f64 = 1e-8;

fn dot(a: &SparseVector, b: &SparseVector) -> f64 {
    let other = |i: u32| b.iter().find(|entry| entry.0 == i).map_or(0.0, |e| e.1);
    a.iter().map(|&(i, x)| x * other(i)).sum()
}

fn scaled(mut vector: SparseVector) -> SparseVector {
    let length = dot(&vector, &vector).sqrt();
    vector.iter_mut().for_each(|(_, x)| *x /= length);
    vector
}

/// Σ cᵢ vᵢ over all coordinates.
fn sum(parts: impl Iterator<Item = (f64, SparseVector)>, n: usize) -> Vec<f64> {
    let mut all = vec![0.0; n];
    for (c, vector) in parts {
        vector.iter().for_each(|&(i, x)| all[i as usize] += c * x);
    }
    all
}

/// `n` links of four vectors over six coordinates of their own and those of the link before, as in a chain of bodies.
fn chain(n: usize) -> (Vec<SparseVector>, Vec<u32>) {
    let numbers = noise(n * 4 * 12, 3);
    let vector = |i: usize| {
        let link = i / 4;
        let first = 6 * link.saturating_sub(1) as u32;
        let last = 6 * (link as u32 + 1);
        let entries = (first..last).zip(&numbers[12 * i..]);
        scaled(entries.map(|(at, &x)| (at, x)).collect())
    };
    let vectors = (0..4 * n).map(vector).collect();
    (vectors, (0..4 * n as u32).map(|i| i / 4).collect())
}

#[test]
fn independent_vectors_have_the_products_of_r() {
    let (vectors, groups) = chain(40);
    let qr = SparseQr::new(&vectors, &groups, TOLERANCE);
    assert_eq!(qr.rank(), vectors.len());
    assert_eq!(qr.effort().factorisations, 1);
    // AᵀA x = b.
    let right = noise(vectors.len(), 5);
    let mut x = right.clone();
    qr.solve_normal(&mut x);
    let all = sum(x.into_iter().zip(vectors.clone()), 6 * 40);
    for (vector, b) in vectors.iter().zip(right) {
        let found: f64 = vector.iter().map(|&(i, v)| v * all[i as usize]).sum();
        assert!((found - b).abs() < 1e-10, "{found} {b}");
    }
}

/// Every eighth link has a fifth vector that its others make, or those of two links.
#[test]
fn dependent_vectors_are_found_with_what_makes_them() {
    let (mut vectors, mut groups) = chain(40);
    let independent = vectors.len();
    let mut made = Vec::new();
    for link in (0..39).step_by(8) {
        let parts = [4 * link, 4 * link + 3, 4 * link + 5].map(|i| vectors[i].clone());
        let all = sum([0.3, -0.7, 0.4].into_iter().zip(parts), 6 * 40);
        let entries = all.into_iter().enumerate().filter(|(_, x)| *x != 0.0);
        vectors.push(scaled(entries.map(|(i, x)| (i as u32, x)).collect()));
        groups.push(link as u32);
        made.push(vec![
            4 * link,
            4 * link + 3,
            4 * link + 5,
            vectors.len() - 1,
        ]);
    }
    let qr = SparseQr::new(&vectors, &groups, TOLERANCE);
    assert_eq!(qr.rank(), independent);
    let mut room = vec![0.0; vectors.len()];
    let mut found: Vec<Vec<usize>> = Vec::new();
    for row in qr.dependent() {
        let combination = qr.combination(row, &mut room);
        assert!(room.iter().all(|x| *x == 0.0));
        let parts = combination
            .iter()
            .map(|&(i, c)| (c, vectors[i as usize].clone()));
        let rest = sum(parts.chain([(-1.0, vectors[row].clone())]), 6 * 40);
        assert!(rest.iter().all(|x| x.abs() < 1e-12), "{rest:?}");
        let large = combination.iter().filter(|(_, c)| c.abs() > 1e-9);
        let mut own: Vec<usize> = large.map(|(i, _)| *i as usize).collect();
        own.push(row);
        own.sort_unstable();
        found.push(own);
    }
    found.sort();
    assert_eq!(found, made);
}

/// vₖ = eₖ − 2 eₖ₋₁: whatever the order, one after the other leaves more than half of itself; together 2⁻⁵⁰ of them remains.
#[test]
fn a_weak_combination_of_strong_remainders_is_seen() {
    let n = 50;
    let vectors: Vec<SparseVector> = (0..n)
        .map(|k| match k {
            0 => vec![(0, 1.0)],
            k => scaled(vec![(k - 1, -2.0), (k, 1.0)]),
        })
        .collect();
    let groups: Vec<u32> = (0..n).collect();
    let qr = SparseQr::new(&vectors, &groups, TOLERANCE);
    assert_eq!(qr.rank(), n as usize - 1);
    let row = qr.dependent().next().unwrap_or_default();
    let combination = qr.combination(row, &mut vec![0.0; n as usize]);
    let parts = combination
        .iter()
        .map(|&(i, c)| (c, vectors[i as usize].clone()));
    let rest = sum(parts.chain([(-1.0, vectors[row].clone())]), n as usize);
    let length = rest.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!(length < TOLERANCE, "{length}");
}

#[test]
fn nothing_has_rank_nothing() {
    assert_eq!(SparseQr::new(&[], &[], TOLERANCE).rank(), 0);
    let empty = SparseQr::new(&[vec![], vec![(3, 1.0)], vec![]], &[0, 0, 1], TOLERANCE);
    assert_eq!(empty.rank(), 1);
    assert!(empty.dependent().eq([0, 2]));
    assert!(empty.combination(2, &mut [0.0; 3]).is_empty());
}

#[test]
fn work_and_memory_grow_with_the_number_of_vectors() {
    let [few, many] = [100, 3000].map(|n| {
        let (vectors, groups) = chain(n);
        let effort = SparseQr::new(&vectors, &groups, TOLERANCE).effort();
        let each = |count: u64| count as f64 / n as f64;
        (each(effort.entries as u64), each(effort.multiplications))
    });
    assert!(
        many.0 < 1.2 * few.0 && many.1 < 1.2 * few.1,
        "{few:?} {many:?}"
    );
}
