//! Craig-Bampton: static shapes of unit motions of the interface, and modes with the interface held \[craig1968\].
//!
//! The motions s = Pᵀ u of the interface may be those of nodes, of centres or means over faces: nothing is partitioned. The shapes
//! follow from the answers Q = G P to unit loads. \[theory:reduction\] (11), (12)
//!
//! | symbol | name in code |
//! |---|---|
//! | Q = G P, then Ψ | `shapes` |
//! | F = Pᵀ G P | `compliance`, its inverse `inverse` |
//! | B = Pᵀ R | `held` |
//! | S = Bᵀ F⁻¹ B | `support` |

use pitchline_algebra::{Observer, product, symmetric_eigen, transposed};

use super::basis::{Basis, coordinate, gram};
use super::columns::{add, project, replace, subtract};
use super::flexibility::{Flexibility, Patterns};
use super::held_modes;
use crate::rigid_motion::named;
use crate::{
    CoordinateKind, Error, FeModel, Interface, ModeChoice, ReductionKind, ReductionOptions,
};

/// Share of the best held motion of the body below which one is not held: the square of a lever arm over another.
const LOOSE: f64 = 1e-10;

pub(super) fn basis(
    model: &FeModel,
    flexibility: &Flexibility<'_>,
    interface: &Interface,
    patterns: &Patterns,
    options: &ReductionOptions,
    observer: &mut Observer<'_>,
) -> Result<Basis, Error> {
    let p = interface.n();
    if let ModeChoice::Fill(asked) = options.modes
        && asked < p
    {
        return Err(Error::FewCoordinates {
            asked,
            interface: p,
        });
    }
    let statics = StaticShapes::new(flexibility, interface, patterns, options.drop_below)?;
    let modes = match options.kind {
        ReductionKind::StaticModes => held_modes::HeldModes::default(),
        _ => held_modes::find(flexibility, patterns, &statics, options, observer)?,
    };
    let StaticShapes {
        mut shapes, held, ..
    } = statics;
    let n = flexibility.n();
    let count = p + modes.values.len();
    if count == 0 {
        return Err(Error::NoCoordinates);
    }
    let mut stiffness = vec![0.0; count * count];
    copy_block(
        &mut stiffness,
        count,
        0,
        &gram(&model.stiffness, &shapes),
        p,
    );
    for (i, value) in modes.values.iter().enumerate() {
        stiffness[(p + i) * (count + 1)] = *value;
    }
    let mut rigid = vec![0.0; count * flexibility.n_rigid()];
    for (to, from) in rigid.chunks_mut(count).zip(held.chunks(p.max(1))) {
        to[..p].copy_from_slice(from);
    }
    shapes.extend_from_slice(&modes.vectors);
    let mass = gram(&model.mass, &shapes);
    debug_assert_eq!(shapes.len(), n * count);
    let motions = (0..p as u32).map(|i| coordinate(CoordinateKind::Interface(i)));
    let held_modes = modes.values.iter().map(|&value| {
        let frequency_hz = crate::modes::frequency(value);
        coordinate(CoordinateKind::HeldMode { frequency_hz })
    });
    Ok(Basis {
        coordinates: motions.chain(held_modes).collect(),
        stiffness,
        mass,
        rigid,
        shapes,
        n_dropped: 0,
    })
}

/// Puts a block of n × n at a place on the diagonal of a matrix of `count` rows.
fn copy_block(matrix: &mut [f64], count: usize, first: usize, block: &[f64], n: usize) {
    for (j, column) in block.chunks(n.max(1)).enumerate() {
        let start = first + count * (first + j);
        matrix[start..start + n].copy_from_slice(column);
    }
}

/// Ψ, and what holding the interface needs besides.
pub(super) struct StaticShapes {
    /// Ψ: Pᵀ Ψ = 1 with the least energy.
    pub(super) shapes: Vec<f64>,
    /// Answers of the held body to the inertia M R of each free motion.
    pub(super) accelerated: Vec<f64>,
    /// B = Pᵀ R: free motions over the coordinates.
    held: Vec<f64>,
}

impl StaticShapes {
    fn new(
        flexibility: &Flexibility<'_>,
        interface: &Interface,
        patterns: &Patterns,
        drop_below: f64,
    ) -> Result<Self, Error> {
        let (n, p, r) = (flexibility.n(), interface.n(), flexibility.n_rigid());
        let mut shapes = flexibility.attachments(patterns)?;
        let inverse = inverse(&patterns.motions(n, &shapes), p, drop_below)
            .map_err(|error| error.named(interface))?;
        let held = patterns.motions(n, &flexibility.rigid);
        // F⁻¹ B and S⁻¹.
        let stiff = product(&inverse, p, p, &held, r);
        let support = match p {
            0 => vec![0.0; r * r],
            _ => project(p, &held, &stiff),
        };
        let support = support_inverse(flexibility, &support, r)?;
        // U = R S⁻¹ − Q F⁻¹ B S⁻¹. [theory:reduction] (12)
        let forces = product(&stiff, p, r, &support, r);
        let mut accelerated = product(&flexibility.rigid, n, r, &support, r);
        subtract(n, &mut accelerated, &shapes, &forces);
        // Ψ = Q (F⁻¹ − F⁻¹ B S⁻¹ Bᵀ F⁻¹) + R S⁻¹ Bᵀ F⁻¹. [theory:reduction] (11)
        let turned = transposed(p, &forces);
        let mut loads = inverse;
        subtract(p, &mut loads, &stiff, &turned);
        replace(n, &mut shapes, &loads);
        add(n, &mut shapes, 1.0, &flexibility.rigid, &turned);
        Ok(Self {
            shapes,
            accelerated,
            held,
        })
    }
}

/// Why a matrix has no inverse: this unknown depends on others.
enum NoInverse {
    Dependent(usize),
    Algebra(pitchline_algebra::Error),
}

impl NoInverse {
    fn named(self, interface: &Interface) -> Error {
        match self {
            Self::Dependent(coordinate) => Error::InterfaceDependent {
                point: interface.name(coordinate),
            },
            Self::Algebra(error) => error.into(),
        }
    }
}

/// Inverse of a positive definite matrix by its eigenvalues, scaled to a unit diagonal: these tell whether it has one.
fn inverse(matrix: &[f64], n: usize, least: f64) -> Result<Vec<f64>, NoInverse> {
    let scale: Vec<f64> = (0..n)
        .map(|i| matrix[i * (n + 1)].max(f64::MIN_POSITIVE).sqrt().recip())
        .collect();
    let scaled: Vec<f64> = (0..n * n)
        .map(|k| 0.5 * (matrix[k] + matrix[k / n + n * (k % n)]) * scale[k % n] * scale[k / n])
        .collect();
    let eigen = symmetric_eigen(n, &scaled).map_err(NoInverse::Algebra)?;
    let largest = eigen.values.last().copied().unwrap_or_default();
    let mut roots = eigen.vectors;
    for (value, vector) in eigen.values.iter().zip(roots.chunks_mut(n.max(1))) {
        if *value <= least * largest || *value <= 0.0 {
            let most = (0..n)
                .rev()
                .max_by(|&a, &b| vector[a].abs().total_cmp(&vector[b].abs()));
            return Err(NoInverse::Dependent(most.unwrap_or_default()));
        }
        let factor = value.sqrt().recip();
        vector
            .iter_mut()
            .zip(&scale)
            .for_each(|(v, s)| *v *= factor * s);
    }
    let rows = transposed(n, &roots);
    Ok(project(n, &rows, &rows))
}

/// S⁻¹, or the motions of the body that the interface leaves free.
fn support_inverse(
    flexibility: &Flexibility<'_>,
    support: &[f64],
    r: usize,
) -> Result<Vec<f64>, Error> {
    let eigen = symmetric_eigen(r, support)?;
    let largest = eigen.values.last().copied().unwrap_or_default();
    let mut inverse = vec![0.0; r * r];
    let mut loose = Vec::new();
    for (value, vector) in eigen.values.iter().zip(eigen.vectors.chunks(r.max(1))) {
        if *value <= LOOSE * largest || *value <= 0.0 {
            loose.extend_from_slice(vector);
            continue;
        }
        for k in 0..r * r {
            inverse[k] += vector[k % r] * vector[k / r] / value;
        }
    }
    if loose.is_empty() {
        return Ok(inverse);
    }
    let model = flexibility.model;
    let free = product(
        &flexibility.rigid,
        flexibility.n(),
        r,
        &loose,
        loose.len() / r,
    );
    let displacements = free
        .chunks(flexibility.n().max(1))
        .map(|q| model.dof_map.expand(q))
        .collect::<Result<Vec<_>, _>>()?;
    Err(Error::InterfaceLoose {
        motions: named(&model.mesh.nodes, &displacements)?,
    })
}
