//! The dual basis of a gear of equal sectors, harmonic by harmonic. \[theory:reduction\] (6) to (10), in complex numbers
//!
//! Products over the whole gear are those over a sector times z/2, or z for the harmonics 0 and z/2, whose shapes are real. Columns of
//! the interface, one for each tooth, scaled to unit energy, have a block-circulant matrix of products: its eigenvalues are those
//! of the small matrices of the harmonics, so that the threshold for dependent columns is the one of the whole gear.

use pitchline_algebra::{Complex, Observer, SymmetricMatrix};
use rayon::prelude::*;

use super::fields::{combined, eigen, generalised, products, times};
use super::patterns::SectorPatterns;
use crate::cyclic::{CyclicBody, CyclicMode, Work, add_scaled, inner};
use crate::{Error, ModeChoice, ModeRange, ReductionOptions};

/// Shapes of a harmonic over the unknowns of the sector, each as its real and then its imaginary part; of mass 1 over the whole
/// gear.
pub struct HarmonicBasis {
    pub harmonic: usize,
    /// Whether each shape is two real ones.
    pub is_double: bool,
    /// ω², modes first.
    pub values: Vec<f64>,
    pub n_modes: usize,
    shapes: Vec<f64>,
    length: usize,
}

impl HarmonicBasis {
    pub fn shape(&self, number: usize) -> &[f64] {
        &self.shapes[self.length * number..self.length * (number + 1)]
    }
}

/// A real mode of the full gear: Re(amplitude · shape · e^{inθs}).
pub struct FullMode {
    pub harmonic: usize,
    pub amplitude: Complex,
    pub frequency_hz: f64,
    mode: usize,
}

/// Bases of all harmonics, and modes of the full gear beside them.
pub struct Found {
    pub bases: Vec<HarmonicBasis>,
    pub compared: Vec<FullMode>,
    /// Real columns of the interface that depend on others.
    pub n_dropped: usize,
    modes: Vec<CyclicMode>,
}

impl Found {
    pub fn frequencies(&self) -> Vec<f64> {
        self.compared.iter().map(|mode| mode.frequency_hz).collect()
    }

    pub fn nodal_diameters(&self) -> Vec<Option<u32>> {
        let of = |mode: &FullMode| Some(mode.harmonic as u32);
        self.compared.iter().map(of).collect()
    }

    /// aᴴ M φ over the whole gear, for each shape a of the harmonic of a mode φ.
    pub fn products(&self, body: &CyclicBody, mode: &FullMode) -> Vec<Complex> {
        let weight = body.weight(mode.harmonic);
        let moved = times(body, &body.sector().mass, &self.modes[mode.mode].shape);
        let basis = &self.bases[mode.harmonic];
        body.count(Work::Sector, (2 * basis.shapes.len()) as u64);
        let shapes = (0..basis.values.len()).map(|i| basis.shape(i));
        shapes.map(|a| inner(a, &moved) * weight).collect()
    }
}

/// Static answers of a harmonic to the loads of the interface.
struct Attachments {
    harmonic: usize,
    /// One after another, as `HarmonicBasis::shapes`.
    columns: Vec<f64>,
    count: usize,
}

/// Finds them all.
pub fn bases(
    body: &CyclicBody,
    patterns: &SectorPatterns,
    options: &ReductionOptions,
    observer: &mut Observer<'_>,
) -> Result<Found, Error> {
    let mut attachments = attachments(body, patterns)?;
    let before = Energies::of(body, patterns, &attachments);
    let scales = Scales::of(&before, &before, options.drop_below);
    let full = scaled_products(body, &attachments, &scales)?;
    let rank = rank(body, &full, options.drop_below);
    let n_interface = patterns.n(body);
    let modes = modes(body, options, n_interface, rank, observer)?;
    let compared = full_modes(body, &modes.all, options.compare);
    let kept = by_harmonic(body, &modes.all[..modes.kept]);
    attachments
        .par_iter_mut()
        .for_each(|a| filter(body, a, &kept[a.harmonic]));
    let after = Energies::of(body, patterns, &attachments);
    let scales = Scales::of(&after, &before, options.drop_below);
    let products = scaled_products(body, &attachments, &scales)?;
    let threshold = options.drop_below * largest(&products);
    let made = attachments
        .into_par_iter()
        .zip(&products)
        .map(|(attachments, products)| {
            let independent = independent(body, attachments, products, &scales, threshold);
            let own = &kept[independent.harmonic];
            basis(body, independent, own)
        })
        .collect::<Result<Vec<_>, Error>>()?;
    let residuals: usize = made
        .iter()
        .map(|basis| real_shapes(basis.is_double) * (basis.values.len() - basis.n_modes))
        .sum();
    if made.iter().all(|basis| basis.values.is_empty()) {
        return Err(Error::NoCoordinates);
    }
    Ok(Found {
        bases: made,
        compared,
        n_dropped: n_interface.saturating_sub(residuals),
        modes: modes.all,
    })
}

fn real_shapes(is_double: bool) -> usize {
    if is_double { 2 } else { 1 }
}

fn attachments(body: &CyclicBody, patterns: &SectorPatterns) -> Result<Vec<Attachments>, Error> {
    let length = 2 * body.sector().dof_map.n_unknowns();
    let loads: Vec<Vec<f64>> = (0..body.n_harmonics())
        .map(|harmonic| patterns.of_harmonic(body, harmonic))
        .collect();
    let answers = body.flexibility_of(loads)?;
    let made = answers.into_iter().enumerate();
    Ok(made
        .map(|(harmonic, columns)| Attachments {
            harmonic,
            count: columns.len() / length.max(1),
            columns,
        })
        .collect())
}

/// Energies of the columns of the interface: those of a tooth are the mean over all harmonics.
struct Energies {
    /// Of loads of a tooth.
    teeth: Vec<f64>,
    /// Of loads of the centre, in each harmonic.
    centre: Vec<Vec<f64>>,
}

impl Energies {
    fn of(body: &CyclicBody, patterns: &SectorPatterns, attachments: &[Attachments]) -> Self {
        let n_teeth = patterns.n_teeth();
        let own: Vec<Vec<f64>> = attachments
            .par_iter()
            .map(|a| {
                let moved = times(body, &body.sector().stiffness, &a.columns);
                let length = a.columns.len() / a.count.max(1);
                body.count(Work::Sector, 2 * a.columns.len() as u64);
                let pairs = a
                    .columns
                    .chunks(length.max(1))
                    .zip(moved.chunks(length.max(1)));
                pairs.map(|(q, kq)| inner(q, kq).re).collect()
            })
            .collect();
        let mut teeth = vec![0.0; n_teeth];
        for (a, own) in attachments.iter().zip(&own) {
            let share = real_shapes(body.is_double(a.harmonic)) as f64 / f64::from(body.teeth());
            teeth.iter_mut().zip(own).for_each(|(t, e)| *t += share * e);
        }
        let centre = own
            .into_iter()
            .map(|mut own| own.split_off(n_teeth))
            .collect();
        Self { teeth, centre }
    }
}

/// Factors that make columns of unit energy; zero for those that have lost all but a share of theirs. \[theory:reduction\] (8)
struct Scales {
    teeth: Vec<f64>,
    centre: Vec<Vec<f64>>,
}

impl Scales {
    fn of(energies: &Energies, before: &Energies, drop_below: f64) -> Self {
        let scales = |energies: &[f64], before: &[f64]| -> Vec<f64> {
            let pairs = energies.iter().zip(before);
            pairs
                .map(|(&e, &b)| match e > drop_below * b && e > 0.0 {
                    true => e.sqrt().recip(),
                    false => 0.0,
                })
                .collect()
        };
        let centre = energies.centre.iter().zip(&before.centre);
        Self {
            teeth: scales(&energies.teeth, &before.teeth),
            centre: centre.map(|(e, b)| scales(e, b)).collect(),
        }
    }

    /// Of the columns of a harmonic.
    fn of_harmonic(&self, harmonic: usize) -> Vec<f64> {
        let all = self.teeth.iter().chain(&self.centre[harmonic]);
        all.copied().collect()
    }
}

/// Qᴴ K Q of each harmonic, columns scaled to unit energy, with its eigenvalues.
struct Products {
    values: Vec<f64>,
    vectors: Vec<Complex>,
}

fn scaled_products(
    body: &CyclicBody,
    attachments: &[Attachments],
    scales: &Scales,
) -> Result<Vec<Products>, Error> {
    let products = attachments.par_iter().map(|a| {
        let scales = scales.of_harmonic(a.harmonic);
        let mut gram = products(body, &body.sector().stiffness, &a.columns, a.count);
        for (j, column) in gram.chunks_mut(a.count.max(1)).enumerate() {
            for (i, entry) in column.iter_mut().enumerate() {
                *entry *= scales[i] * scales[j];
            }
        }
        let eigen = eigen(body, body.is_double(a.harmonic), a.count, &gram)?;
        Ok(Products {
            values: eigen.0,
            vectors: eigen.1,
        })
    });
    products.collect()
}

/// Largest eigenvalue over all harmonics.
fn largest(products: &[Products]) -> f64 {
    let values = products.iter().flat_map(|p| &p.values);
    values.fold(0.0, |m: f64, &v| m.max(v))
}

/// Independent real columns of the interface.
fn rank(body: &CyclicBody, products: &[Products], drop_below: f64) -> usize {
    let threshold = drop_below * largest(products);
    let of = |(harmonic, p): (usize, &Products)| {
        let kept = p.values.iter().filter(|&&v| v > threshold).count();
        kept * real_shapes(body.is_double(harmonic))
    };
    products.iter().enumerate().map(of).sum()
}

struct Modes {
    all: Vec<CyclicMode>,
    kept: usize,
}

/// Enough modes to keep and to compare with; those kept come first.
fn modes(
    body: &CyclicBody,
    options: &ReductionOptions,
    n_interface: usize,
    rank: usize,
    observer: &mut Observer<'_>,
) -> Result<Modes, Error> {
    let (least, high_hz) = match options.modes {
        ModeChoice::Count(count) => (count, None),
        ModeChoice::UpTo(hz) => (0, Some(hz)),
        ModeChoice::Fill(asked) if asked < n_interface => {
            return Err(Error::FewCoordinates {
                asked,
                interface: n_interface,
            });
        }
        ModeChoice::Fill(asked) => (asked - rank, None),
    };
    let available = body.n_unknowns().saturating_sub(body.n_rigid());
    if least > available {
        return Err(Error::ManyModes {
            asked: least,
            interface: n_interface,
            available,
        });
    }
    let wanted = least.max(options.compare).min(available);
    let mut all = match high_hz {
        Some(high_hz) => {
            let band = ModeRange::Band {
                low_hz: 0.0,
                high_hz,
            };
            body.modes(band, observer)?.elastic
        }
        None => Vec::new(),
    };
    let up_to = all.len();
    if n_real(&all).last() < Some(&wanted) {
        all = body.modes(ModeRange::Lowest(wanted), observer)?.elastic;
    }
    let real = n_real(&all);
    let kept = match options.modes {
        ModeChoice::UpTo(_) => up_to,
        // A doublet is not cut in two: one more is kept or, where room is counted, one less.
        ModeChoice::Count(_) => (0..all.len())
            .find(|&i| real[i] >= least)
            .unwrap_or(all.len()),
        ModeChoice::Fill(_) => (0..=all.len()).rfind(|&i| real[i] <= least).unwrap_or(0),
    };
    Ok(Modes { all, kept })
}

/// Real modes that the first of them stand for: none, one, two, … of them.
fn n_real(modes: &[CyclicMode]) -> Vec<usize> {
    let mut sums = vec![0];
    sums.extend(modes.iter().scan(0, |sum, mode| {
        *sum += mode.multiplicity as usize;
        Some(*sum)
    }));
    sums
}

/// Modes of each harmonic, in their order.
fn by_harmonic<'a>(body: &CyclicBody, modes: &'a [CyclicMode]) -> Vec<Vec<&'a CyclicMode>> {
    let mut own = vec![Vec::new(); body.n_harmonics()];
    for mode in modes {
        own[mode.nodal_diameter as usize].push(mode);
    }
    own
}

/// The first real modes of the full gear.
fn full_modes(body: &CyclicBody, modes: &[CyclicMode], count: usize) -> Vec<FullMode> {
    let mut full = Vec::new();
    for (number, mode) in modes.iter().enumerate() {
        let harmonic = mode.nodal_diameter as usize;
        let amplitudes = [Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)];
        for &amplitude in &amplitudes[..real_shapes(body.is_double(harmonic))] {
            full.push(FullMode {
                harmonic,
                amplitude,
                frequency_hz: mode.frequency_hz,
                mode: number,
            });
        }
    }
    // A doublet at the end stays whole, so that it is seen as one.
    let double = full.get(count).is_some_and(|mode| mode.amplitude.im > 0.0);
    full.truncate(count + usize::from(double));
    full
}

/// Q ← Q − Ψ Ψᴴ M Q, twice for the digits that the first pass leaves. \[theory:reduction\] (7)
fn filter(body: &CyclicBody, attachments: &mut Attachments, modes: &[&CyclicMode]) {
    let weight = body.weight(attachments.harmonic);
    let length = attachments.columns.len() / attachments.count.max(1);
    let pairs = attachments.count * modes.len();
    body.count(Work::Sector, 2 * (4 * length * pairs) as u64);
    for _ in 0..2 {
        let moved = times(body, &body.sector().mass, &attachments.columns);
        let columns = attachments.columns.chunks_mut(length.max(1));
        for (column, moved) in columns.zip(moved.chunks(length.max(1))) {
            for mode in modes {
                let share = inner(&mode.shape, moved) * weight;
                add_scaled(column, -share, &mode.shape);
            }
        }
    }
}

/// Combinations of unit energy that do not depend on others.
fn independent(
    body: &CyclicBody,
    attachments: Attachments,
    products: &Products,
    scales: &Scales,
    threshold: f64,
) -> Attachments {
    let scales = scales.of_harmonic(attachments.harmonic);
    let count = attachments.count;
    let kept: Vec<usize> = (0..count)
        .filter(|&i| products.values[i] > threshold && products.values[i] > 0.0)
        .collect();
    let combination: Vec<Complex> = kept
        .iter()
        .flat_map(|&i| {
            let vector = &products.vectors[count * i..count * (i + 1)];
            let unit = products.values[i].sqrt().recip();
            vector.iter().zip(&scales).map(move |(v, s)| v * (s * unit))
        })
        .collect();
    Attachments {
        harmonic: attachments.harmonic,
        columns: combined(body, &attachments.columns, count, &combination, kept.len()),
        count: kept.len(),
    }
}

/// Modes and residual attachments of a harmonic, made orthogonal together. \[theory:reduction\] (10)
fn basis(
    body: &CyclicBody,
    mut attachments: Attachments,
    modes: &[&CyclicMode],
) -> Result<HarmonicBasis, Error> {
    let harmonic = attachments.harmonic;
    // Combinations of small energy have grown, and with them what rounding left of the modes in them.
    filter(body, &mut attachments, modes);
    let n_modes = modes.len();
    let mut columns: Vec<f64> = Vec::new();
    for mode in modes {
        columns.extend_from_slice(&mode.shape);
    }
    columns.extend_from_slice(&attachments.columns);
    let count = n_modes + attachments.count;
    let (model, weight) = (body.sector(), body.weight(harmonic));
    let gram = |matrix: &SymmetricMatrix| -> Vec<Complex> {
        let products = products(body, matrix, &columns, count);
        products.into_iter().map(|p| p * weight).collect()
    };
    let is_double = body.is_double(harmonic);
    let (values, vectors) = generalised(
        body,
        is_double,
        count,
        &gram(&model.stiffness),
        &gram(&model.mass),
    )?;
    Ok(HarmonicBasis {
        harmonic,
        is_double,
        n_modes,
        shapes: combined(body, &columns, count, &vectors, count),
        length: 2 * model.dof_map.n_unknowns(),
        values,
    })
}
