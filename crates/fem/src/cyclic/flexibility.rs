//! Static answers on all unknowns of a sector, for many loads and harmonics at a time: all share the factor of the interior.

use pitchline_algebra::Complex;
use rayon::prelude::*;

use super::condensed::{Condensed, Reduced};
use super::fields::{add_scaled, inner};
use super::harmonic::{Harmonic, HarmonicLoads};
use crate::Error;

/// Loads on a harmonic: fields over the unknowns of a sector, one after another. The loads of a cut may stand on either side of it.
pub struct Job<'a> {
    pub harmonic: &'a Harmonic,
    pub loads: Vec<f64>,
}

/// Answers G_n f, job by job, as the loads are stored. Where motions of the whole body are free, loads are balanced by
/// inertia and these motions are left out. \[theory:cyclic-symmetry\] (16)
pub fn flexibility(condensed: &Condensed, jobs: &[Job<'_>]) -> Result<Vec<Vec<f64>>, Error> {
    let (n, n_i, n_b) = (
        condensed.n(),
        condensed.n_interior(),
        condensed.boundary.n(),
    );
    let all: Vec<f64> = jobs.iter().flat_map(|job| &job.loads).copied().collect();
    let Reduced {
        mut interior,
        mut boundary,
    } = condensed.reduce(&all)?;
    // The part of each job in what all share.
    let mut parts = Vec::with_capacity(jobs.len());
    let (mut interior_rest, mut boundary_rest) = (&mut interior[..], &mut boundary[..]);
    for job in jobs {
        let columns = job.loads.len() / n.max(1);
        let (held, rest) = interior_rest.split_at_mut(columns * n_i);
        interior_rest = rest;
        let (cut, rest) = boundary_rest.split_at_mut(columns * n_b);
        boundary_rest = rest;
        parts.push((job, held, cut));
    }
    parts
        .into_par_iter()
        .try_for_each(|(job, held, cut)| answer(condensed, job, held, cut))?;
    let answers = condensed.recover(&interior, &boundary)?;
    let mut rest = &answers[..];
    Ok(jobs
        .iter()
        .map(|job| {
            let (own, others) = rest.split_at(job.loads.len());
            rest = others;
            own.to_vec()
        })
        .collect())
}

/// From condensed loads to displacements of the boundary, and from the interior's answer without relief to that with it.
fn answer(
    condensed: &Condensed,
    job: &Job<'_>,
    held: &mut [f64],
    boundary: &mut [f64],
) -> Result<(), Error> {
    let (n, n_i, n_b) = (
        condensed.n(),
        condensed.n_interior(),
        condensed.boundary.n(),
    );
    let rigid = &job.harmonic.rigid;
    let mut loads = HarmonicLoads {
        boundary: joined_columns(boundary, n_b),
        work: Vec::new(),
        held_work: Vec::new(),
    };
    if !rigid.is_empty() {
        let inner_loads = condensed.interior_part(&job.loads);
        for (f, f_i) in job.loads.chunks(2 * n).zip(inner_loads.chunks(2 * n_i)) {
            loads.work.extend(rigid.iter().map(|r| inner(&r.field, f)));
            let held_work = rigid.iter().map(|r| inner(&r.interior, f_i));
            loads.held_work.extend(held_work);
        }
        for (c, held) in held.chunks_mut(2 * n_i).enumerate() {
            for (work, r) in loads.work[c * rigid.len()..].iter().zip(rigid) {
                add_scaled(held, -work, &r.interior);
            }
        }
    }
    job.harmonic.answer(&mut loads)?;
    split_columns(&loads.boundary, n_b, boundary);
    Ok(())
}

/// Complex columns from pairs of real ones.
fn joined_columns(split: &[f64], n: usize) -> Vec<Complex> {
    let fields = split.chunks(2 * n);
    fields
        .flat_map(|field| {
            let (re, im) = field.split_at(n);
            let pairs = re.iter().zip(im);
            pairs.map(|(&re, &im)| Complex::new(re, im))
        })
        .collect()
}

/// Pairs of real columns from complex ones.
fn split_columns(joined: &[Complex], n: usize, split: &mut [f64]) {
    for (field, split) in joined.chunks(n).zip(split.chunks_mut(2 * n)) {
        let (re, im) = split.split_at_mut(n);
        for ((value, re), im) in field.iter().zip(re).zip(im) {
            (*re, *im) = (value.re, value.im);
        }
    }
}
