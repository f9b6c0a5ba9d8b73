//! The motion of a body carried over to a basis that has moved on by a tooth, where that basis does not contain it.
//! \[bruzzone\] (20)-(23); \[theory:floating-frame\] (16)-(18)
//!
//! The nearest motion of the turned basis depends on how distance is measured. The plain sum over nodes of the source conserves
//! nothing and depends on the mesh; with the mass the kinetic energy of the remainder is least, with the stiffness its
//! strain energy. Each reports what it loses, in all three measures.

use pitchline_algebra::{generalised_eigen, symmetric_eigen, times, transpose_times, transposed};

use super::{BodyError, ReducedBody, TurnProducts};
use crate::Error;

/// Eigenvalues below this share of the largest belong to shapes that depend on others.
const DEPENDENT: f64 = 1e-14;

/// How the distance of two motions is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectionWeight {
    /// Sum of squares over the nodes, as printed. \[bruzzone\] (23)
    Unweighted,
    /// Twice the kinetic energy: for velocities.
    Mass,
    /// Twice the strain energy: for displacements. Motions of the whole body, which have none, go with the mass.
    Stiffness,
}

/// A motion before and after, in one measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// Square of the motion before.
    pub before: f64,
    /// Square of what is carried over.
    pub after: f64,
    /// Square of the difference of both.
    pub remainder: f64,
}

/// Coordinates in the turned basis.
#[derive(Debug, Clone, PartialEq)]
pub struct Projected {
    /// The coordinates.
    pub coordinates: Vec<f64>,
    /// In the sum over the nodes.
    pub unweighted: Loss,
    /// With the mass: twice a kinetic energy, if coordinates are rates.
    pub mass: Loss,
    /// With the stiffness: twice a strain energy.
    pub stiffness: Loss,
}

/// Carries motions over to the basis moved by one tooth.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnProjection<'a> {
    body: &'a ReducedBody,
    products: &'a TurnProducts,
    forward: Vec<f64>,
    backward: Vec<f64>,
}

impl<'a> TurnProjection<'a> {
    /// Prepares the projections of a body with these weights.
    pub fn new(body: &'a ReducedBody, weight: ProjectionWeight) -> Result<Self, Error> {
        let products = body
            .turn_products
            .as_ref()
            .ok_or(BodyError::NoTurnProducts)?;
        let n = body.n();
        let both = |inverse: Vec<f64>, turned: &[f64]| -> Result<[Vec<f64>; 2], Error> {
            let forward = times(n, &inverse, &transposed(n, turned))?;
            Ok([forward, times(n, &inverse, turned)?])
        };
        let [forward, backward] = match weight {
            ProjectionWeight::Unweighted => {
                both(inverse(n, &products.gram)?, &products.gram_turned)?
            }
            ProjectionWeight::Mass => {
                let pairs = generalised_eigen(n, &body.stiffness, &body.mass)?;
                let all = vec![1.0; n];
                both(spread(n, &pairs.vectors, &all)?, &products.mass_turned)?
            }
            ProjectionWeight::Stiffness => {
                let pairs = generalised_eigen(n, &body.stiffness, &body.mass)?;
                let n_rigid = body.n_rigid_contained().min(n);
                let on = |from: usize, weight: &dyn Fn(f64) -> f64| -> Vec<f64> {
                    let values = pairs.values.iter().enumerate();
                    let pick = |(i, &v)| {
                        if (i < n_rigid) == (from == 0) {
                            weight(v)
                        } else {
                            0.0
                        }
                    };
                    values.map(pick).collect()
                };
                let elastic = spread(
                    n,
                    &pairs.vectors,
                    &on(1, &|value| if value > 0.0 { value.recip() } else { 0.0 }),
                )?;
                let rigid = spread(n, &pairs.vectors, &on(0, &|_| 1.0))?;
                let [e_forward, e_backward] = both(elastic, &products.stiffness_turned)?;
                let [r_forward, r_backward] = both(rigid, &products.mass_turned)?;
                [sum(e_forward, &r_forward), sum(e_backward, &r_backward)]
            }
        };
        Ok(Self {
            body,
            products,
            forward,
            backward,
        })
    }

    /// The same motion after the basis has moved on by one tooth.
    pub fn forward(&self, q: &[f64]) -> Result<Projected, Error> {
        self.project(&self.forward, q, false)
    }

    /// The same motion after the basis has moved back by one tooth.
    pub fn backward(&self, q: &[f64]) -> Result<Projected, Error> {
        self.project(&self.backward, q, true)
    }

    fn project(&self, by: &[f64], q: &[f64], is_back: bool) -> Result<Projected, Error> {
        let n = self.body.n();
        if q.len() != n {
            return Err(Error::Count {
                what: "coordinates of a motion",
                given: q.len(),
                needed: n,
            });
        }
        let coordinates = times(n, by, q)?;
        let loss = |own: &[f64], turned: &[f64]| {
            // ⟨Φ q, S Φ q′⟩, or with S⁻¹.
            let [a, b] = if is_back {
                [&coordinates[..], q]
            } else {
                [q, &coordinates]
            };
            let (before, after) = (form(own, q, q), form(own, &coordinates, &coordinates));
            let remainder = before + after - 2.0 * form(turned, a, b);
            Loss {
                before,
                after,
                remainder: remainder.max(0.0),
            }
        };
        Ok(Projected {
            unweighted: loss(&self.products.gram, &self.products.gram_turned),
            mass: loss(&self.body.mass, &self.products.mass_turned),
            stiffness: loss(&self.body.stiffness, &self.products.stiffness_turned),
            coordinates,
        })
    }
}

/// aᵀ A b
fn form(matrix: &[f64], a: &[f64], b: &[f64]) -> f64 {
    let columns = matrix.chunks(a.len().max(1)).zip(b);
    let terms =
        columns.map(|(column, b)| b * column.iter().zip(a).map(|(m, a)| m * a).sum::<f64>());
    terms.sum()
}

/// Inverse of a positive matrix; shapes that depend on others get nothing.
fn inverse(n: usize, matrix: &[f64]) -> Result<Vec<f64>, Error> {
    let eigen = symmetric_eigen(n, matrix)?;
    let largest = eigen.values.last().copied().unwrap_or(0.0);
    let part = |&value: &f64| match value > DEPENDENT * largest {
        true => value.recip(),
        false => 0.0,
    };
    let weights: Vec<f64> = eigen.values.iter().map(part).collect();
    spread(n, &eigen.vectors, &weights)
}

/// Σ w x xᵀ
pub(super) fn spread(n: usize, vectors: &[f64], weights: &[f64]) -> Result<Vec<f64>, Error> {
    let scaled: Vec<f64> = vectors
        .chunks(n.max(1))
        .zip(weights)
        .flat_map(|(x, w)| x.iter().map(move |x| w * x))
        .collect();
    Ok(transpose_times(
        n,
        &transposed(n, &scaled),
        &transposed(n, vectors),
    )?)
}

fn sum(mut a: Vec<f64>, b: &[f64]) -> Vec<f64> {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}
