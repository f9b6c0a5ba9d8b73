//! A symmetric matrix condensed to some of its unknowns, the boundary B; all others are the interior I.
//!
//! A_II is factorised. What it leaves of the boundary is the Schur complement S = A_BB − A_BI A_II⁻¹ A_IB: for a
//! stiffness, that of the body whose interior follows without load \[guyan1965\]. A has as many negative eigenvalues as
//! A_II and S together \[haynsworth1968\]; \[theory:large-systems\] (11) and (12).

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::self_adjoint::check_length;
use crate::{Error, Factor, Inertia, SymmetricMatrix};

/// Memory of the right-hand sides that are solved together (bytes), while they are not fewer than the least number.
const CHUNK_BYTES: usize = 64 << 20;
/// Least and most right-hand sides solved together.
const CHUNK_COLUMNS: [usize; 2] = [64, 512];
/// Says that an unknown belongs to the other part.
const ELSEWHERE: u32 = u32::MAX;

/// A matrix divided into boundary and interior, the interior eliminated.
#[derive(Debug)]
pub struct Condensation {
    boundary: Vec<u32>,
    interior: Vec<u32>,
    /// None where there is no interior.
    factor: Option<Factor>,
    /// A_IB: for each unknown of the boundary, its neighbours inside.
    coupling: Vec<Vec<(u32, f64)>>,
    /// A_IB by rows.
    coupling_by_rows: Vec<Vec<(u32, f64)>>,
    /// S by columns, both triangles.
    schur: Vec<f64>,
    solves: AtomicUsize,
}

impl Condensation {
    /// Eliminates all unknowns but those of the boundary, which keep the order given. `definite` says that the
    /// interior is positive definite: cheaper, and refused if it is not. Unknowns of equal `groups` belong to one
    /// node.
    pub fn new(
        matrix: &SymmetricMatrix,
        boundary: &[u32],
        groups: Option<&[u32]>,
        definite: bool,
    ) -> Result<Self, Error> {
        matrix.check()?;
        if let Some(groups) = groups {
            check_length("groups", matrix.n, groups)?;
        }
        let parts = Parts::new(matrix, boundary)?;
        let groups: Option<Vec<u32>> = groups.map(|groups| {
            let interior = parts.interior.iter();
            interior.map(|&unknown| groups[unknown as usize]).collect()
        });
        let factor = match parts.interior.is_empty() {
            true => None,
            false => Some(parts.factor(groups.as_deref(), definite)?),
        };
        let mut by_rows = vec![Vec::new(); parts.interior.len()];
        for (column, entries) in parts.coupling.iter().enumerate() {
            for &(row, value) in entries {
                by_rows[row as usize].push((column as u32, value));
            }
        }
        let mut condensation = Self {
            boundary: boundary.to_vec(),
            interior: parts.interior,
            factor,
            coupling: parts.coupling,
            coupling_by_rows: by_rows,
            schur: parts.boundary_block,
            solves: AtomicUsize::new(0),
        };
        condensation.eliminate()?;
        Ok(condensation)
    }

    /// S ← A_BB − A_BI A_II⁻¹ A_IB, some columns at a time.
    fn eliminate(&mut self) -> Result<(), Error> {
        let (n, inside) = (self.boundary.len(), self.interior.len());
        let Some(factor) = &self.factor else {
            return Ok(());
        };
        // Columns that touch no interior stay as they are.
        let touching: Vec<usize> = (0..n).filter(|&b| !self.coupling[b].is_empty()).collect();
        let [least, most] = CHUNK_COLUMNS;
        let width = (CHUNK_BYTES / (8 * inside)).clamp(least, most);
        for columns in touching.chunks(width) {
            let mut x = vec![0.0; inside * columns.len()];
            for (x, &column) in x.chunks_mut(inside).zip(columns) {
                for &(row, value) in &self.coupling[column] {
                    x[row as usize] = value;
                }
            }
            factor.solve_in_place(&mut x, columns.len())?;
            self.solves.fetch_add(columns.len(), Ordering::Relaxed);
            let changes: Vec<Vec<f64>> = x
                .par_chunks(inside)
                .map(|x| self.coupling.iter().map(|row| dot(row, x)).collect())
                .collect();
            for (&column, change) in columns.iter().zip(changes) {
                let schur = &mut self.schur[n * column..n * (column + 1)];
                schur.iter_mut().zip(change).for_each(|(s, c)| *s -= c);
            }
        }
        for j in 0..n {
            for i in 0..j {
                let mean = 0.5 * (self.schur[i + n * j] + self.schur[j + n * i]);
                self.schur[i + n * j] = mean;
                self.schur[j + n * i] = mean;
            }
        }
        Ok(())
    }

    /// S by columns, both triangles, in the order of the boundary.
    pub fn schur(&self) -> &[f64] {
        &self.schur
    }

    /// Numbers of the interior unknowns, ascending.
    pub fn interior(&self) -> &[u32] {
        &self.interior
    }

    /// Numbers of the boundary unknowns, as given.
    pub fn boundary(&self) -> &[u32] {
        &self.boundary
    }

    /// Signs of the eigenvalues of A_II.
    pub fn inertia(&self) -> Inertia {
        self.factor
            .as_ref()
            .map_or_else(Inertia::default, Factor::inertia)
    }

    /// Right-hand sides solved with A_II so far.
    pub fn solves(&self) -> usize {
        self.solves.load(Ordering::Relaxed)
    }

    /// x_I ← A_II⁻¹ x_I for vectors stored one after another.
    pub fn solve_interior(&self, x: &mut [f64], columns: usize) -> Result<(), Error> {
        check_length("interior vectors", self.interior.len() * columns, x)?;
        let Some(factor) = &self.factor else {
            return Ok(());
        };
        self.solves.fetch_add(columns, Ordering::Relaxed);
        factor.solve_in_place(x, columns)
    }

    /// A_IB x_B for vectors stored one after another.
    pub fn couple_in(&self, x: &[f64], columns: usize) -> Result<Vec<f64>, Error> {
        check_length("boundary vectors", self.boundary.len() * columns, x)?;
        Ok(multiply(&self.coupling_by_rows, x, columns))
    }

    /// A_BI x_I for vectors stored one after another.
    pub fn couple_out(&self, x: &[f64], columns: usize) -> Result<Vec<f64>, Error> {
        check_length("interior vectors", self.interior.len() * columns, x)?;
        Ok(multiply(&self.coupling, x, columns))
    }
}

/// The blocks of a divided matrix.
struct Parts {
    interior: Vec<u32>,
    /// A_II.
    interior_block: SymmetricMatrix,
    coupling: Vec<Vec<(u32, f64)>>,
    /// A_BB, dense.
    boundary_block: Vec<f64>,
}

impl Parts {
    fn new(matrix: &SymmetricMatrix, boundary: &[u32]) -> Result<Self, Error> {
        let (n, size) = (matrix.n, boundary.len());
        let mut outside = vec![ELSEWHERE; n];
        for (place, &unknown) in boundary.iter().enumerate() {
            match outside.get_mut(unknown as usize) {
                Some(slot) if *slot == ELSEWHERE => *slot = place as u32,
                _ => {
                    return Err(Error::Boundary { unknown, place, n });
                }
            }
        }
        let mut inside = vec![ELSEWHERE; n];
        let interior: Vec<u32> = (0..n as u32)
            .filter(|&i| outside[i as usize] == ELSEWHERE)
            .collect();
        for (place, &unknown) in interior.iter().enumerate() {
            inside[unknown as usize] = place as u32;
        }
        let mut block = SymmetricMatrix {
            n: interior.len(),
            column_starts: vec![0],
            rows: Vec::new(),
            values: Vec::new(),
        };
        let mut coupling = vec![Vec::new(); size];
        let mut boundary_block = vec![0.0; size * size];
        for column in 0..n {
            for (row, value) in matrix.column(column) {
                let [b_row, b_column] = [row, column].map(|i| outside[i] as usize);
                match (outside[row] == ELSEWHERE, outside[column] == ELSEWHERE) {
                    (true, true) => {
                        block.rows.push(inside[row]);
                        block.values.push(value);
                    }
                    (true, false) => coupling[b_column].push((inside[row], value)),
                    (false, true) => coupling[b_row].push((inside[column], value)),
                    (false, false) => {
                        boundary_block[b_row + size * b_column] = value;
                        boundary_block[b_column + size * b_row] = value;
                    }
                }
            }
            if outside[column] == ELSEWHERE {
                block.column_starts.push(block.rows.len());
            }
        }
        Ok(Self {
            interior,
            interior_block: block,
            coupling,
            boundary_block,
        })
    }

    /// A factor of A_II; errors number the unknowns as the whole matrix does.
    fn factor(&self, groups: Option<&[u32]>, definite: bool) -> Result<Factor, Error> {
        let whole = |unknown: usize| self.interior.get(unknown).map_or(unknown, |&u| u as usize);
        let factor = match definite {
            true => Factor::positive_definite(&self.interior_block, groups),
            false => Factor::indefinite(&self.interior_block, groups),
        };
        match factor {
            Ok(factor) => match factor.zero_pivot() {
                Some(unknown) => Err(Error::Singular {
                    unknown: whole(unknown),
                }),
                None => Ok(factor),
            },
            Err(Error::NotPositiveDefinite { unknown, remains }) => {
                Err(Error::NotPositiveDefinite {
                    unknown: whole(unknown),
                    remains,
                })
            }
            Err(Error::Singular { unknown }) => Err(Error::Singular {
                unknown: whole(unknown),
            }),
            Err(error) => Err(error),
        }
    }
}

/// A sparse row times a vector.
fn dot(row: &[(u32, f64)], x: &[f64]) -> f64 {
    row.iter().map(|&(i, value)| value * x[i as usize]).sum()
}

/// A sparse matrix given by rows times vectors.
fn multiply(rows: &[Vec<(u32, f64)>], x: &[f64], columns: usize) -> Vec<f64> {
    if rows.is_empty() || columns == 0 {
        return Vec::new();
    }
    let length = x.len() / columns;
    let mut y = vec![0.0; rows.len() * columns];
    y.par_chunks_mut(rows.len())
        .enumerate()
        .for_each(|(column, y)| {
            let x = &x[length * column..length * (column + 1)];
            y.iter_mut().zip(rows).for_each(|(y, row)| *y = dot(row, x));
        });
    y
}

#[cfg(test)]
mod tests;
