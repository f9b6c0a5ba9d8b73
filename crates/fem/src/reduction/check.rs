//! How well a reduced body stands for the full one: its frequencies, shapes and static answers beside those of the full
//! body's modes. \[theory:reduction\] (14), (15)

use pitchline_algebra::{Observer, generalised_eigen};

use super::Teeth;
use super::basis::{Basis, EQUAL_FREQUENCY, between};
use super::columns::project;
use super::nodal_diameter::of_shape;
use crate::modes::{eigenvalue, frequency};
use crate::{Error, FeModel, Mode, ModeCheck, ModeRange, ReductionCheck, ReductionOptions};

/// Reduced modes shown beside the full ones, over their number.
const BESIDE: usize = 4;

/// Share of a mode that a reduced one contains if it stands for it: none else can contain as much.
const RESEMBLES: f64 = 0.5;

/// Compares with modes of the full body; these are computed where they are not known.
pub(super) fn against_full(
    model: &FeModel,
    basis: &Basis,
    n_rigid: usize,
    known: Option<Vec<Mode>>,
    teeth: &Teeth,
    options: &ReductionOptions,
    observer: &mut Observer<'_>,
) -> Result<ReductionCheck, Error> {
    if options.compare == 0 {
        return Ok(ReductionCheck::default());
    }
    let modes = match known {
        Some(modes) => modes,
        None => {
            // One more, so that a doublet at the end is seen as one.
            let range = ModeRange::Lowest(options.compare + 1);
            model.modes(range, options.memory_limit, observer)?.elastic
        }
    };
    if modes.is_empty() {
        return Ok(ReductionCheck::default());
    }
    let n = model.dof_map.n_unknowns();
    let full: Vec<f64> = modes
        .iter()
        .flat_map(|mode| mode.shape.iter().copied())
        .collect();
    let frequencies: Vec<f64> = modes.iter().map(|mode| mode.frequency_hz).collect();
    let diameters = full.chunks(n).map(|shape| of_shape(model, teeth, shape));
    let count = basis.coordinates.len();
    let reduced = generalised_eigen(count, &basis.stiffness, &basis.mass)?;
    // A dual basis contains no rigid motion; else they are the lowest.
    let skip = match basis.rigid.is_empty() {
        true => 0,
        false => n_rigid.min(count),
    };
    let shares = between(&model.mass, &basis.shapes, &full);
    Ok(compare(&Compared {
        count: options.compare,
        frequencies: &frequencies,
        nodal_diameters: &diameters.collect::<Vec<_>>(),
        values: &reduced.values[skip..],
        overlap: &project(count, &reduced.vectors[count * skip..], &shares),
    }))
}

/// Modes of the full body, and those of a reduced one.
pub(super) struct Compared<'a> {
    /// Full modes that are told of; further ones show where a doublet ends.
    pub count: usize,
    /// Frequencies of the full modes (Hz), ascending.
    pub frequencies: &'a [f64],
    pub nodal_diameters: &'a [Option<u32>],
    /// ω² of the elastic modes of the reduced body, ascending.
    pub values: &'a [f64],
    /// What each full mode has of each of these with respect to the mass, full modes by columns.
    pub overlap: &'a [f64],
}

/// Compares mode by mode.
pub(super) fn compare(compared: &Compared<'_>) -> ReductionCheck {
    let (frequencies, values) = (compared.frequencies, compared.values);
    let n_elastic = values.len();
    if frequencies.is_empty() {
        return ReductionCheck::default();
    }
    let shown = n_elastic.min(frequencies.len() + BESIDE);
    let squared = |i: usize, j: usize| compared.overlap[j + n_elastic * i].powi(2);
    let told = compared.count.min(frequencies.len());
    let mut mac = Vec::with_capacity(told * shown);
    for j in 0..shown {
        mac.extend((0..told).map(|i| squared(i, j)));
    }
    let mut checks = Vec::with_capacity(frequencies.len());
    let mut used = vec![false; n_elastic];
    for cluster in clusters(frequencies) {
        let together = |j: usize| cluster.clone().map(|i| squared(i, j)).sum::<f64>();
        let mut partners: Vec<usize> = (0..n_elastic).filter(|&j| !used[j]).collect();
        partners.sort_by(|&a, &b| together(b).total_cmp(&together(a)));
        partners.truncate(cluster.len());
        partners.sort_unstable();
        for &j in &partners {
            used[j] = true;
        }
        for (place, i) in cluster.clone().enumerate() {
            let full_value = eigenvalue(frequencies[i]);
            let answered: f64 = (0..n_elastic).map(|j| squared(i, j) / values[j]).sum();
            let mac: f64 = partners.iter().map(|&j| squared(i, j)).sum();
            let partner = partners.get(place).filter(|_| mac >= RESEMBLES);
            checks.push(ModeCheck {
                full_hz: frequencies[i],
                reduced_hz: partner.map(|&j| frequency(values[j])),
                nodal_diameter: compared.nodal_diameters.get(i).copied().flatten(),
                mac,
                static_error: (1.0 - full_value * answered).max(0.0).sqrt(),
            });
        }
    }
    checks.truncate(told);
    ReductionCheck {
        modes: checks,
        mac,
        n_reduced: shown,
    }
}

/// Ranges of equal frequencies, ascending.
fn clusters(frequencies: &[f64]) -> Vec<std::ops::Range<usize>> {
    let mut clusters = Vec::new();
    let mut first = 0;
    for i in 1..=frequencies.len() {
        let ends = frequencies
            .get(i)
            .is_none_or(|f| f - frequencies[i - 1] > EQUAL_FREQUENCY * f);
        if ends {
            clusters.push(first..i);
            first = i;
        }
    }
    clusters
}
