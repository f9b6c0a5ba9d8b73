//! Motions of the whole body that its support leaves free, as fields of a harmonic.
//!
//! Translation along and rotation about the axis are the same on all sectors: harmonic 0. Those across the axis, seen from sectors
//! that turn, have one wave around it: harmonic 1, with y a quarter of a turn behind x. \[theory:cyclic-symmetry\] (13)

use pitchline_algebra::{Complex, SymmetricMatrix};

use super::condensed::Condensed;
use super::fields::{add_scaled, inner, scale};
use super::support::CyclicSupport;
use crate::{Error, FeModel, RigidMotion};

/// Harmonics that can have free motions: 0 and 1.
pub const RIGID_HARMONICS: usize = 2;

/// A rigid field R, scaled to Rᴴ M R = 1 on the sector.
#[derive(Debug, Clone)]
pub struct RigidField {
    /// R over the unknowns: real part, imaginary part.
    pub field: Vec<f64>,
    /// M R.
    pub mass: Vec<f64>,
    /// K_II⁻¹ (M R)_I.
    pub interior: Vec<f64>,
    /// R on the aligned boundary.
    pub on_boundary: Vec<Complex>,
    /// M R condensed to the aligned boundary.
    pub condensed: Vec<Complex>,
}

/// The free motions of a harmonic, orthonormal with respect to the mass of the sector.
pub fn rigid_fields(
    harmonic: usize,
    support: &CyclicSupport,
    model: &FeModel,
    condensed: &Condensed,
) -> Result<Vec<RigidField>, Error> {
    let mut fields: Vec<RigidField> = Vec::new();
    for [real, imaginary] in motions(harmonic, support) {
        let over_unknowns = |motion: Option<RigidMotion>| match motion {
            Some(motion) => motion.unknowns(&model.dof_map, &model.mesh.nodes),
            None => vec![0.0; model.mass.n],
        };
        let mut field = over_unknowns(real);
        field.extend(over_unknowns(imaginary));
        // Twice, for the digits that the first pass leaves.
        for _ in 0..2 {
            for other in &fields {
                let share = inner(&other.mass, &field);
                add_scaled(&mut field, -share, &other.field);
            }
        }
        let norm = inner(&field, &product(&model.mass, &field)).re.sqrt();
        scale(&mut field, norm.recip());
        fields.push(RigidField::new(field, &model.mass, condensed)?);
    }
    Ok(fields)
}

impl RigidField {
    fn new(field: Vec<f64>, mass: &SymmetricMatrix, condensed: &Condensed) -> Result<Self, Error> {
        let mass = product(mass, &field);
        let reduced = condensed.reduce(&mass)?;
        Ok(Self {
            on_boundary: condensed.boundary_part(&field),
            condensed: joined(&reduced.boundary),
            interior: reduced.interior,
            field,
            mass,
        })
    }
}

/// Complex numbers from real parts followed by imaginary parts.
fn joined(split: &[f64]) -> Vec<Complex> {
    let (re, im) = split.split_at(split.len() / 2);
    let pairs = re.iter().zip(im);
    pairs.map(|(&re, &im)| Complex::new(re, im)).collect()
}

fn product(mass: &SymmetricMatrix, field: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; field.len()];
    mass.multiply_many(field, &mut product);
    product
}

/// Real and imaginary part of each free motion.
fn motions(harmonic: usize, support: &CyclicSupport) -> Vec<[Option<RigidMotion>; 2]> {
    let free = support.free_motions();
    let unit = |motion: usize| {
        let mut parts = [0.0; 6];
        parts[motion] = 1.0;
        let [a, b, c, d, e, f] = parts;
        Some(RigidMotion {
            place: [0.0, 0.0, support.place_z()],
            translation: [a, b, c],
            rotation: [d, e, f],
        })
    };
    let candidates = match harmonic {
        0 => [(2, [unit(2), None]), (5, [unit(5), None])],
        1 => [(0, [unit(0), unit(1)]), (3, [unit(3), unit(4)])],
        _ => return Vec::new(),
    };
    let kept = candidates.into_iter().filter(|(motion, _)| free[*motion]);
    kept.map(|(_, parts)| parts).collect()
}
