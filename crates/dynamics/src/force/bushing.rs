//! An elastic connection of all six relative motions: bushings, couplings, bearings with constant stiffness.
//! \[theory:force-laws\] (16)-(21)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | y = (d, ρ) | displacement, rotation vector of the relative rotation | m, rad |
//! | K | `stiffness` | N/m, N/rad, N m/m, N m/rad |
//! | C | `damping` | the same times s |
//! | P | `preload`: force and torque on b where y = 0 | N, N m |
//! | T⁻¹ | [`tangent_inverse`](crate::tangent_inverse): ρ̇ = T⁻¹ ω | |
//!
//! V = ½ yᵀ K y − Pᵀ y. With A = diag(1, T⁻¹), which makes ẏ of (ḋ, ω), the force is f = −Aᵀ (K y − P + C ẏ). For small
//! rotations T is 1 and f = P − K y − C ẏ. Rotations must stay below π, where the vector jumps.

use pitchline_geometry::tensor::{Tensor, product, times, transposed, transposed_times};

use crate::rotation::{tangent_inverse, tangent_inverse_gradient};
use crate::six::{halves, joined};
use crate::{Error, Law, LawValue, RelativeMotion, Rotation};

/// A matrix over displacements and rotations along and about x, y, z.
type Matrix = [[f64; 6]; 6];

/// Spring and damper of all six motions.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bushing {
    /// Symmetric stiffness over displacements, then rotations, along and about the axes of a.
    pub stiffness: [[f64; 6]; 6],
    /// Symmetric damping.
    pub damping: [[f64; 6]; 6],
    /// Force and torque on b without deflection.
    pub preload: [f64; 6],
}

impl Bushing {
    /// One that couples nothing: stiffness and damping along and about each axis.
    pub fn diagonal(stiffness: [f64; 6], damping: [f64; 6]) -> Self {
        let mut bushing = Self::default();
        for i in 0..6 {
            bushing.stiffness[i][i] = stiffness[i];
            bushing.damping[i][i] = damping[i];
        }
        bushing
    }

    /// Refuses matrices that are not symmetric or could give energy away; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check_matrix(of, "stiffness", &self.stiffness)?;
        check_matrix(of, "damping", &self.damping)?;
        match self.preload.iter().position(|p| !p.is_finite()) {
            None => Ok(()),
            Some(row) => Err(Error::Entry {
                of: of.to_owned(),
                key: "preload",
                place: format!("row {}", row + 1),
                value: self.preload[row],
                allowed: "a finite number",
            }),
        }
    }
}

impl Law for Bushing {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let rotation = Rotation::from_matrix(&motion.rotation).vector();
        let inverse = tangent_inverse(rotation);
        let (v, w) = halves(&motion.velocity);
        let y = joined(motion.displacement, rotation);
        let rate = joined(v, times(&inverse, w));
        let (ky, cy) = (applied(&self.stiffness, &y), applied(&self.damping, &rate));
        let mut drive = [0.0; 6];
        let mut value = LawValue::default();
        for i in 0..6 {
            drive[i] = ky[i] - self.preload[i] + cy[i];
            value.potential += (0.5 * ky[i] - self.preload[i]) * y[i];
            value.dissipated += cy[i] * rate[i];
        }
        // A direction without damping may round to a little less than nothing.
        value.dissipated = value.dissipated.max(0.0);
        let (along, about) = halves(&drive);
        let torque = transposed_times(&inverse, about);
        value.force = joined(along, torque).map(|f| -f);
        // [theory:force-laws] (20): Aᵀ K A + Aᵀ C ∂(A v)/∂q + ∂(Aᵀ e)/∂q
        let turned_rate = product(&tangent_inverse_gradient(rotation, w), &inverse);
        let back = rotation.map(|x| -x);
        let turned_torque = product(&tangent_inverse_gradient(back, about), &inverse);
        value.damping = between(&self.damping, &inverse);
        value.stiffness = between(&self.stiffness, &inverse);
        add_turned(&mut value.stiffness, &self.damping, &inverse, &turned_rate);
        for (row, turned) in value.stiffness[3..].iter_mut().zip(&turned_torque) {
            for (entry, turned) in row[3..].iter_mut().zip(turned) {
                *entry -= turned;
            }
        }
        value
    }
}

/// Aᵀ M A with A = diag(1, B).
fn between(m: &Matrix, b: &Tensor) -> Matrix {
    let mut out = *m;
    let across = product(&block(m, 0, 3), b);
    put(&mut out, 0, 3, &across);
    put(&mut out, 3, 0, &product(&transposed(b), &block(m, 3, 0)));
    let about = product(&transposed(b), &product(&block(m, 3, 3), b));
    put(&mut out, 3, 3, &about);
    out
}

/// Adds Aᵀ C D for a D that only has a block of rotations.
fn add_turned(out: &mut Matrix, c: &Matrix, b: &Tensor, d: &Tensor) {
    let along = product(&block(c, 0, 3), d);
    let about = product(&transposed(b), &product(&block(c, 3, 3), d));
    for i in 0..3 {
        for j in 0..3 {
            out[i][3 + j] += along[i][j];
            out[3 + i][3 + j] += about[i][j];
        }
    }
}

fn block(m: &Matrix, row: usize, column: usize) -> Tensor {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| m[row + i][column + j]))
}

fn put(m: &mut Matrix, row: usize, column: usize, block: &Tensor) {
    for (row, block) in m[row..].iter_mut().zip(block) {
        row[column..column + 3].copy_from_slice(block);
    }
}

fn applied(m: &Matrix, x: &[f64; 6]) -> [f64; 6] {
    m.map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum())
}

/// Entries typed with 12 digits may differ by this share of their row and column.
const ROUNDING: f64 = 1e-12;

/// Finite, symmetric, positive semidefinite.
fn check_matrix(of: &str, key: &'static str, m: &Matrix) -> Result<(), Error> {
    let wrong = |row: usize, column: usize, allowed| {
        Err(Error::Entry {
            of: of.to_owned(),
            key,
            place: format!("row {}, column {}", row + 1, column + 1),
            value: m[row][column],
            allowed,
        })
    };
    for (i, row) in m.iter().enumerate() {
        if let Some(j) = row.iter().position(|entry| !entry.is_finite()) {
            return wrong(i, j, "a finite number");
        }
        if row[i] < 0.0 {
            return wrong(
                i,
                i,
                "0 or larger: the matrix must be positive semidefinite",
            );
        }
    }
    for i in 0..6 {
        for j in 0..i {
            // No unit matters: an entry is measured by its row and column.
            let size = (m[i][i] * m[j][j]).sqrt();
            if (m[i][j] - m[j][i]).abs() > ROUNDING * size {
                return wrong(
                    i,
                    j,
                    "equal to its mirror image: the matrix must be symmetric",
                );
            }
            if m[i][j].abs() > size * (1.0 + ROUNDING) {
                return wrong(
                    i,
                    j,
                    "at most the square root of the product of its diagonal entries: the matrix must be positive semidefinite",
                );
            }
        }
    }
    match indefinite(m) {
        Some(i) => wrong(
            i,
            i,
            "larger, or its row smaller: with the other rows the matrix is not positive semidefinite",
        ),
        None => Ok(()),
    }
}

/// The row at which elimination, largest pivot first, meets a diagonal below zero.
fn indefinite(m: &Matrix) -> Option<usize> {
    let scale = [0, 1, 2, 3, 4, 5].map(|i| if m[i][i] > 0.0 { m[i][i].sqrt() } else { 1.0 });
    let mut a = *m;
    for (i, row) in a.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry /= scale[i] * scale[j];
        }
    }
    let mut is_left = [true; 6];
    for _ in 0..6 {
        let left = (0..6).filter(|&i| is_left[i]);
        let pivot = left.max_by(|&i, &j| a[i][i].total_cmp(&a[j][j]))?;
        // Scaled to ones on the diagonal, rounding of six eliminations stays below this.
        if a[pivot][pivot] <= 6.0 * ROUNDING {
            let below = |&i: &usize| is_left[i] && a[i][i] < -6.0 * ROUNDING;
            return (0..6).find(below);
        }
        is_left[pivot] = false;
        for i in (0..6).filter(|&i| is_left[i]) {
            let factor = a[i][pivot] / a[pivot][pivot];
            let pivot_row = a[pivot];
            for (entry, p) in a[i].iter_mut().zip(pivot_row) {
                *entry -= factor * p;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
