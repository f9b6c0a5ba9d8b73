//! Modes with the interface held: K x = ω² M x on Pᵀ x = 0.
//!
//! With the static shapes Ψ of the interface, the answer of the held body to a load f is
//! u = G f − Ψ Pᵀ G f + U Rᵀ f, where U answers the inertia of the free motions \[theory:reduction\] (12).
//! That no mode is missing follows from the inertia of K − σM bordered with P \[theory:reduction\] (13).

use pitchline_algebra::{
    DenseFactor, EigenSearch, Error as AlgebraError, Factor, Found, Inverse, Observer, Phase,
    Progress, SymmetricMatrix,
};

use super::basis::whole_doublets;
use super::columns::{add, project, subtract};
use super::craig_bampton::StaticShapes;
use super::flexibility::{Flexibility, Patterns};
use crate::modes::{eigenvalue, frequency};
use crate::{Error, ModeChoice, ReductionOptions};

/// Vectors of a block: more than modes of a gear have equal frequency.
const BLOCK: usize = 6;
/// Gaps between eigenvalues, relative, in which a shift can be told from both.
const LEAST_GAP: f64 = 1e-7;
/// Times that a search begins again when the count says that modes are missing.
const AGAIN: usize = 4;

/// ω² and shapes, xᵀ M x = 1.
#[derive(Debug, Default)]
pub(super) struct HeldModes {
    pub(super) values: Vec<f64>,
    pub(super) vectors: Vec<f64>,
}

/// The inverse of the stiffness on what the interface leaves free.
struct HeldInverse<'a> {
    flexibility: &'a Flexibility<'a>,
    patterns: &'a Patterns,
    statics: &'a StaticShapes,
}

impl Inverse for HeldInverse<'_> {
    fn n(&self) -> usize {
        self.flexibility.n()
    }

    fn solve_in_place(&self, x: &mut [f64], _: usize) -> Result<(), AlgebraError> {
        let n = self.n();
        let accelerations = project(n, &self.flexibility.rigid, x);
        self.flexibility.answer(x)?;
        let motions = self.patterns.motions(n, x);
        subtract(n, x, &self.statics.shapes, &motions);
        add(n, x, 1.0, &self.statics.accelerated, &accelerations);
        Ok(())
    }

    fn mass_times(&self, x: &[f64], y: &mut [f64]) {
        self.flexibility.model.mass.multiply_many(x, y);
    }
}

pub(super) fn find(
    flexibility: &Flexibility<'_>,
    patterns: &Patterns,
    statics: &StaticShapes,
    options: &ReductionOptions,
    observer: &mut Observer<'_>,
) -> Result<HeldModes, Error> {
    let interface = patterns.n();
    let available = flexibility.n().saturating_sub(interface);
    let asked = match options.modes {
        ModeChoice::Count(count) => Some(count),
        ModeChoice::Fill(all) => Some(all.saturating_sub(interface)),
        ModeChoice::UpTo(hz) if hz.is_finite() && hz >= 0.0 => None,
        ModeChoice::UpTo(high_hz) => {
            return Err(Error::Band {
                low_hz: 0.0,
                high_hz,
            });
        }
    };
    match asked {
        Some(0) => return Ok(HeldModes::default()),
        Some(asked) if asked > available => {
            return Err(Error::ManyModes {
                asked,
                interface,
                available,
            });
        }
        _ => {}
    }
    let inverse = HeldInverse {
        flexibility,
        patterns,
        statics,
    };
    let mut search = EigenSearch::new(&inverse, 0.0, BLOCK)?;
    let mut tries = 0;
    loop {
        let mut found = match options.modes {
            ModeChoice::UpTo(hz) => search.up_to(eigenvalue(hz), observer)?,
            _ => search.lowest(asked.unwrap_or_default() + 1, observer)?,
        };
        let kept = kept(&found.values, options.modes, interface);
        match missing(flexibility, patterns, &found, kept, observer)? {
            None => {
                found.truncate(kept);
                return Ok(HeldModes {
                    values: found.values,
                    vectors: found.vectors,
                });
            }
            Some(error) if tries == AGAIN => return Err(error.into()),
            Some(_) => search.search_again()?,
        }
        tries += 1;
    }
}

/// How many of ascending eigenvalues are kept.
fn kept(values: &[f64], choice: ModeChoice, interface: usize) -> usize {
    match choice {
        ModeChoice::Count(count) => {
            let frequencies: Vec<f64> = values.iter().map(|&value| frequency(value)).collect();
            whole_doublets(&frequencies, count)
        }
        ModeChoice::Fill(all) => all.saturating_sub(interface).min(values.len()),
        ModeChoice::UpTo(hz) => values.partition_point(|&value| value <= eigenvalue(hz)),
    }
}

/// What is wrong if eigenvalues are missing among the first `kept`: they are counted below a shift in the widest gap after
/// them that is not one of them within rounding.
fn missing(
    flexibility: &Flexibility<'_>,
    patterns: &Patterns,
    found: &Found,
    kept: usize,
    observer: &mut Observer<'_>,
) -> Result<Option<AlgebraError>, Error> {
    let values = &found.values;
    let mut gaps: Vec<(f64, f64)> = (kept.max(1)..values.len())
        .map(|i| {
            let (low, high) = (values[i - 1], values[i]);
            ((high - low) / high, 0.5 * (low + high))
        })
        .filter(|&(gap, _)| gap > LEAST_GAP)
        .collect();
    gaps.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, shift) in gaps {
        let Some(counted) = count(flexibility, patterns, shift, observer)? else {
            continue;
        };
        let below = found.below(shift);
        return Ok((below != counted).then_some(AlgebraError::Missed {
            low: f64::NEG_INFINITY,
            high: shift,
            found: below,
            counted,
        }));
    }
    if found.is_exhausted {
        // All that there are: as many as unknowns less motions of the interface.
        let counted = flexibility.n().saturating_sub(patterns.n());
        return Ok((values.len() != counted).then_some(AlgebraError::Missed {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            found: values.len(),
            counted,
        }));
    }
    Ok(Some(AlgebraError::Uncounted {
        high: values.last().copied().unwrap_or_default(),
    }))
}

/// Modes below a shift with the interface held; none if the shift is one of them or of the body's.
/// \[theory:reduction\] (13)
fn count(
    flexibility: &Flexibility<'_>,
    patterns: &Patterns,
    shift: f64,
    observer: &mut Observer<'_>,
) -> Result<Option<usize>, Error> {
    let model = flexibility.model;
    let tell = |observer: &mut Observer<'_>, done: usize| {
        let progress = Progress {
            phase: Phase::Counting,
            done,
            of: 1,
        };
        match observer(progress).is_break() {
            true => Err(AlgebraError::Stopped),
            false => Ok(()),
        }
    };
    tell(observer, 0)?;
    let shifted = SymmetricMatrix::combine(&model.stiffness, &model.mass, shift)?;
    let factor = match Factor::indefinite_as(&flexibility.analysis, &shifted) {
        Ok(factor) if factor.inertia().zero == 0 => factor,
        Ok(_) | Err(AlgebraError::Singular { .. } | AlgebraError::Unstable { .. }) => {
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
    let mut border = Vec::with_capacity(patterns.n() * patterns.n());
    patterns.each_block(flexibility.n(), |loads| {
        factor.solve_in_place(loads, loads.len() / flexibility.n().max(1))?;
        border.extend(patterns.motions(flexibility.n(), loads));
        Ok(())
    })?;
    let inertia = DenseFactor::indefinite(patterns.n(), &border)?.inertia();
    tell(observer, 1)?;
    let negative = factor.inertia().negative;
    Ok((inertia.zero == 0 && negative >= inertia.negative).then(|| negative - inertia.negative))
}
