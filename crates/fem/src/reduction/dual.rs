//! Dual Craig-Bampton: modes of the body as it is supported, and what unit loads on the interface add to them statically.
//! \[virlez\] slides "Dual Craig-Bampton method", "Dual superelement formulation"; \[rixen2004\]
//!
//! | symbol | name in code |
//! |---|---|
//! | Ψ | `shapes`, first part |
//! | Q = G P | `attachments` |
//! | X | `independent` |
//!
//! \[theory:reduction\] (6) to (10)

use pitchline_algebra::{Observer, generalised_eigen, symmetric_eigen};

use super::basis::{Basis, between, coordinate, diagonal, gram, n_elastic, whole_doublets};
use super::columns::{replace, subtract};
use super::flexibility::{Flexibility, Patterns};
use crate::modes::frequency;
use crate::{
    CoordinateKind, Error, FeModel, Interface, Mode, ModeChoice, ModeRange, ReductionOptions,
};

/// The basis, and the first modes of the body to compare with.
pub(super) fn basis(
    model: &FeModel,
    flexibility: &Flexibility<'_>,
    interface: &Interface,
    patterns: &Patterns,
    options: &ReductionOptions,
    observer: &mut Observer<'_>,
) -> Result<(Basis, Vec<Mode>), Error> {
    let n = flexibility.n();
    let mut attachments = flexibility.attachments(patterns)?;
    // Pᵀ G P: the energy of each attachment before anything is taken from it.
    let compliance = patterns.motions(n, &attachments);
    let energies: Vec<f64> = (0..interface.n())
        .map(|i| compliance[i * (interface.n() + 1)])
        .collect();
    let rank = independent(&compliance, &energies, options.drop_below)?.1;
    let wanted = wanted(
        options.modes,
        interface.n(),
        rank,
        n_elastic(model, flexibility.n_rigid()),
    )?;
    let mut modes = elastic_modes(model, wanted, options, observer)?;
    let compared = modes.iter().take(compared(options)).cloned().collect();
    let frequencies: Vec<f64> = modes.iter().map(|mode| mode.frequency_hz).collect();
    modes.truncate(match wanted {
        // Where room is counted, a doublet that does not fit is left out.
        Wanted::AtMost(count) => match whole_doublets(&frequencies, count) > count {
            true => count - 1,
            false => count,
        },
        Wanted::Doublets(count) => whole_doublets(&frequencies, count),
        Wanted::UpTo(hz) => frequencies.partition_point(|&f| f <= hz),
    });
    let n_modes = modes.len();
    let mut shapes = Vec::with_capacity(n * (n_modes + interface.n()));
    for mode in modes {
        shapes.extend_from_slice(&mode.shape);
    }
    filter(model, flexibility, &mut attachments, &shapes);
    let (combination, kept) = independent(
        &gram(&model.stiffness, &attachments),
        &energies,
        options.drop_below,
    )?;
    replace(n, &mut attachments, &combination);
    // Combinations of small energy have grown, and with them what rounding left of the modes in them.
    filter(model, flexibility, &mut attachments, &shapes);
    shapes.extend_from_slice(&attachments);
    drop(attachments);
    if shapes.is_empty() {
        return Err(Error::NoCoordinates);
    }
    let values = diagonalise(model, &mut shapes)?;
    let kind = |(i, &value): (usize, &f64)| {
        let frequency_hz = frequency(value);
        coordinate(match i < n_modes {
            true => CoordinateKind::Mode { frequency_hz },
            false => CoordinateKind::Residual { frequency_hz },
        })
    };
    let basis = Basis {
        coordinates: values.iter().enumerate().map(kind).collect(),
        mass: diagonal(&vec![1.0; values.len()]),
        stiffness: diagonal(&values),
        shapes,
        rigid: Vec::new(),
        n_dropped: interface.n() - kept,
    };
    Ok((basis, compared))
}

#[derive(Clone, Copy)]
enum Wanted {
    AtMost(usize),
    Doublets(usize),
    UpTo(f64),
}

fn wanted(
    choice: ModeChoice,
    interface: usize,
    rank: usize,
    available: usize,
) -> Result<Wanted, Error> {
    let wanted = match choice {
        ModeChoice::Count(count) => Wanted::Doublets(count),
        ModeChoice::UpTo(hz) => Wanted::UpTo(hz),
        ModeChoice::Fill(asked) if asked < interface => {
            return Err(Error::FewCoordinates { asked, interface });
        }
        ModeChoice::Fill(asked) => Wanted::AtMost(asked - rank),
    };
    match wanted {
        Wanted::AtMost(asked) | Wanted::Doublets(asked) if asked > available => {
            Err(Error::ManyModes {
                asked,
                interface,
                available,
            })
        }
        _ => Ok(wanted),
    }
}

/// Modes to compare with, and one more, so that a doublet at the end is seen as one.
fn compared(options: &ReductionOptions) -> usize {
    match options.compare {
        0 => 0,
        compare => compare + 1,
    }
}

/// At least as many modes as are wanted and as are compared, and one more to see whether a doublet is cut.
fn elastic_modes(
    model: &FeModel,
    wanted: Wanted,
    options: &ReductionOptions,
    observer: &mut Observer<'_>,
) -> Result<Vec<Mode>, Error> {
    let mut lowest = |count: usize| -> Result<Vec<Mode>, Error> {
        match count {
            0 => Ok(Vec::new()),
            _ => {
                let range = ModeRange::Lowest(count);
                Ok(model.modes(range, options.memory_limit, observer)?.elastic)
            }
        }
    };
    match wanted {
        Wanted::AtMost(0) | Wanted::Doublets(0) => lowest(compared(options)),
        Wanted::AtMost(count) | Wanted::Doublets(count) => {
            lowest((count + 1).max(compared(options)))
        }
        Wanted::UpTo(high_hz) => {
            let band = ModeRange::Band {
                low_hz: 0.0,
                high_hz,
            };
            let found = model.modes(band, options.memory_limit, observer)?.elastic;
            if found.len() >= compared(options) {
                return Ok(found);
            }
            model
                .modes(
                    ModeRange::Lowest(compared(options)),
                    options.memory_limit,
                    observer,
                )
                .map(|modes| modes.elastic)
        }
    }
}

/// Q ← Q − Ψ Ψᵀ M Q − R Rᵀ M Q, twice for the digits that the first pass leaves. \[theory:reduction\] (7)
fn filter(model: &FeModel, flexibility: &Flexibility<'_>, attachments: &mut [f64], modes: &[f64]) {
    let n = flexibility.n();
    for _ in 0..2 {
        for some in attachments.chunks_mut((64 * n).max(1)) {
            let shares = between(&model.mass, modes, some);
            subtract(n, some, modes, &shares);
            let shares = super::columns::project(n, &flexibility.mass_rigid, some);
            subtract(n, some, &flexibility.rigid, &shares);
        }
    }
}

/// Combinations X of shapes with Xᵀ K_rr X = 1, without those that depend on others: columns whose energy fell below a
/// share of what it was, and directions of K_rr, scaled to a unit diagonal, below that share of the largest. And how
/// many remain. \[theory:reduction\] (8), (9)
fn independent(
    stiffness: &[f64],
    energies: &[f64],
    drop_below: f64,
) -> Result<(Vec<f64>, usize), Error> {
    let n = energies.len();
    let scale: Vec<f64> = (0..n)
        .map(|i| {
            let energy = stiffness[i * (n + 1)];
            match energy > drop_below * energies[i] && energy > 0.0 {
                true => energy.sqrt().recip(),
                false => 0.0,
            }
        })
        .collect();
    let scaled: Vec<f64> = (0..n * n)
        .map(|p| stiffness[p] * scale[p % n] * scale[p / n])
        .collect();
    let eigen = symmetric_eigen(n, &scaled)?;
    let largest = eigen.values.last().copied().unwrap_or_default();
    let mut combination = Vec::new();
    let mut kept = 0;
    let pairs = eigen.values.iter().zip(eigen.vectors.chunks(n.max(1)));
    for (&value, vector) in pairs.filter(|&(&value, _)| value > drop_below * largest && value > 0.0)
    {
        let root = value.sqrt();
        combination.extend(vector.iter().zip(&scale).map(|(v, s)| v * s / root));
        kept += 1;
    }
    Ok((combination, kept))
}

/// Φ ← Φ Y with K and M diagonal over the whole basis, M = 1; the values ω² of K, ascending. \[theory:reduction\] (10)
fn diagonalise(model: &FeModel, shapes: &mut Vec<f64>) -> Result<Vec<f64>, Error> {
    let count = shapes.len() / model.dof_map.n_unknowns().max(1);
    let stiffness = gram(&model.stiffness, shapes);
    let mass = gram(&model.mass, shapes);
    let eigen = generalised_eigen(count, &stiffness, &mass)?;
    replace(model.dof_map.n_unknowns(), shapes, &eigen.vectors);
    Ok(eigen.values)
}
