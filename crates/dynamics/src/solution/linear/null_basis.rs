//! Motions that the constraints leave free: p = N z with B N = 0, by elimination that keeps N sparse.
//!
//! Rows of B are reduced one after another; each gives one coordinate by the others. Rows of which nothing remains follow from
//! those before them and drop out. \[theory:linearised\] (11)-(13)

use crate::Error;

/// A row counts as dependent when so little of it remains: the same measure as for redundant constraints.
const DEPENDENT: f64 = 1e-8;
/// A pivot has at least this share of the largest entry of its row, and its row of the largest row left.
const PIVOT: f64 = 0.1;

/// One sparse row: columns ascending.
pub(crate) type SparseRow = Vec<(usize, f64)>;

/// How all coordinates follow from the free ones.
#[derive(Debug, Clone, PartialEq)]
pub struct NullBasis {
    /// N by rows: for each coordinate its free ones, by their number, with their shares.
    rows: Vec<SparseRow>,
    /// Coordinate behind each free one.
    free: Vec<usize>,
    /// Coordinates that constraints give, each with the constraints whose openings it takes.
    given: Vec<(usize, SparseRow)>,
    /// Combinations of constraints that are no constraint: their openings must cancel.
    dependences: Vec<SparseRow>,
}

impl NullBasis {
    /// Of constraints over `n` coordinates; `unit` is what one of a coordinate's own units counts (m for a length).
    pub(crate) fn new(
        n: usize,
        constraints: &[SparseRow],
        unit: impl Fn(usize) -> f64,
    ) -> Result<Self, Error> {
        Self::giving(n, constraints, unit, |_| false)
    }

    /// The same, with coordinates that had better be given by the constraints than stay free.
    pub(crate) fn giving(
        n: usize,
        constraints: &[SparseRow],
        unit: impl Fn(usize) -> f64,
        is_given: impl Fn(usize) -> bool,
    ) -> Result<Self, Error> {
        let mut reduction = Reduction::new(n, constraints, &unit);
        while let Some((row, column)) = reduction.pivot(&is_given) {
            reduction.eliminate(row, column);
        }
        Ok(reduction.basis(n, &unit))
    }

    /// Coordinates of the machine.
    pub fn n(&self) -> usize {
        self.rows.len()
    }

    /// Free coordinates.
    pub fn n_free(&self) -> usize {
        self.free.len()
    }

    /// Coordinate behind each free one.
    pub fn free(&self) -> &[usize] {
        &self.free
    }

    /// Independent constraints.
    pub fn rank(&self) -> usize {
        self.given.len()
    }

    /// A motion p with B p = g; none if the constraints contradict such openings g.
    pub fn particular(&self, openings: &[f64]) -> Option<Vec<f64>> {
        let sum = |row: &SparseRow| -> f64 { row.iter().map(|&(c, x)| x * openings[c]).sum() };
        let largest = openings.iter().fold(0.0_f64, |m, g| m.max(g.abs()));
        let size = |row: &SparseRow| row.iter().fold(0.0_f64, |m, (_, x)| m.max(x.abs()));
        let contradicts = |row: &&SparseRow| sum(row).abs() > 1e-6 * size(row) * largest;
        if self.dependences.iter().any(|row| contradicts(&row)) {
            return None;
        }
        let mut p = vec![0.0; self.n()];
        for (coordinate, row) in &self.given {
            p[*coordinate] = sum(row);
        }
        Some(p)
    }

    /// A coordinate by the free ones: their numbers and shares.
    pub fn row(&self, coordinate: usize) -> &[(usize, f64)] {
        &self.rows[coordinate]
    }

    /// N z.
    pub fn expand<T>(&self, z: &[T]) -> Vec<T>
    where
        T: Copy + Default + std::ops::Mul<f64, Output = T> + std::ops::Add<Output = T>,
    {
        let sum = |row: &SparseRow| {
            row.iter()
                .fold(T::default(), |sum, &(free, share)| sum + z[free] * share)
        };
        self.rows.iter().map(sum).collect()
    }

    /// Nᵀ f.
    pub fn collect<T>(&self, f: &[T]) -> Vec<T>
    where
        T: Copy + Default + std::ops::Mul<f64, Output = T> + std::ops::Add<Output = T>,
    {
        let mut sum = vec![T::default(); self.n_free()];
        for (row, f) in self.rows.iter().zip(f) {
            for &(free, share) in row {
                sum[free] = sum[free] + *f * share;
            }
        }
        sum
    }
}

/// Rows in reduction, in units of the coordinates.
struct Reduction {
    rows: Vec<SparseRow>,
    /// Each row as a combination of the constraints as given.
    makeup: Vec<SparseRow>,
    /// Rows not yet used.
    left: Vec<usize>,
    /// Column given by a row.
    pivots: Vec<(usize, usize)>,
    /// How many rows have entries in a column.
    counts: Vec<usize>,
}

impl Reduction {
    fn new(n: usize, constraints: &[SparseRow], unit: impl Fn(usize) -> f64) -> Self {
        let mut makeup = Vec::with_capacity(constraints.len());
        let rows: Vec<SparseRow> = constraints
            .iter()
            .enumerate()
            .map(|(i, row)| {
                let mut row: SparseRow = row.iter().map(|&(j, b)| (j, b * unit(j))).collect();
                let largest = largest(&row);
                let largest = if largest > 0.0 { largest } else { 1.0 };
                makeup.push(vec![(i, 1.0 / largest)]);
                // Entries that are rounding of others would only fill the basis.
                row.retain(|(_, b)| b.abs() > 1e-14 * largest);
                row.iter_mut().for_each(|(_, b)| *b /= largest);
                row
            })
            .collect();
        let mut counts = vec![0; n];
        for (j, _) in rows.iter().flatten() {
            counts[*j] += 1;
        }
        Self {
            left: (0..rows.len()).collect(),
            rows,
            makeup,
            pivots: Vec::new(),
            counts,
        }
    }

    /// The shortest of the rows that are not small, and its entry in the emptiest column, first of those that had better be given.
    fn pivot(&mut self, is_given: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
        let rows = &self.rows;
        self.left.retain(|&i| largest(&rows[i]) > DEPENDENT);
        let tallest = self
            .left
            .iter()
            .map(|&i| largest(&rows[i]))
            .fold(0.0, f64::max);
        let good = self
            .left
            .iter()
            .filter(|&&i| largest(&rows[i]) >= PIVOT * tallest);
        let row = *good.min_by_key(|&&i| (rows[i].len(), i))?;
        let largest = largest(&rows[row]);
        let entries = rows[row].iter().filter(|(_, b)| b.abs() >= PIVOT * largest);
        let (column, _) = *entries.min_by(|a, b| {
            let better = is_given(b.0).cmp(&is_given(a.0));
            let emptier = self.counts[a.0].cmp(&self.counts[b.0]);
            better
                .then(emptier)
                .then(b.1.abs().total_cmp(&a.1.abs()))
                .then(a.0.cmp(&b.0))
        })?;
        Some((row, column))
    }

    /// Solves a row for a column and takes the column out of all others.
    fn eliminate(&mut self, row: usize, column: usize) {
        self.left.retain(|&i| i != row);
        self.pivots.push((column, row));
        let pivot = entry(&self.rows[row], column);
        self.rows[row].iter_mut().for_each(|(_, b)| *b /= pivot);
        self.makeup[row].iter_mut().for_each(|(_, x)| *x /= pivot);
        let (own, own_makeup) = (self.rows[row].clone(), self.makeup[row].clone());
        for i in 0..self.rows.len() {
            let share = entry(&self.rows[i], column);
            if i == row || share == 0.0 {
                continue;
            }
            let before = std::mem::take(&mut self.rows[i]);
            before.iter().for_each(|(j, _)| self.counts[*j] -= 1);
            self.rows[i] = combined(&before, -share, &own, Some(column));
            self.makeup[i] = combined(&self.makeup[i], -share, &own_makeup, None);
            self.rows[i].iter().for_each(|(j, _)| self.counts[*j] += 1);
        }
    }

    fn basis(&self, n: usize, unit: impl Fn(usize) -> f64) -> NullBasis {
        let mut given = vec![None; n];
        for &(column, row) in &self.pivots {
            given[column] = Some(row);
        }
        let free: Vec<usize> = (0..n).filter(|&j| given[j].is_none()).collect();
        let mut number = vec![0; n];
        for (k, &j) in free.iter().enumerate() {
            number[j] = k;
        }
        let rows = (0..n)
            .map(|j| match given[j] {
                None => vec![(number[j], 1.0)],
                Some(row) => {
                    let others = self.rows[row].iter().filter(|(k, _)| *k != j);
                    others
                        .map(|&(k, b)| (number[k], -b * unit(j) / unit(k)))
                        .collect()
                }
            })
            .collect();
        let takes = |&(column, row): &(usize, usize)| {
            let makeup = self.makeup[row].iter().map(|&(c, x)| (c, x * unit(column)));
            (column, makeup.collect())
        };
        let used: Vec<usize> = self.pivots.iter().map(|&(_, row)| row).collect();
        let unused = (0..self.rows.len()).filter(|row| !used.contains(row));
        NullBasis {
            rows,
            free,
            given: self.pivots.iter().map(takes).collect(),
            dependences: unused.map(|row| self.makeup[row].clone()).collect(),
        }
    }
}

fn largest(row: &SparseRow) -> f64 {
    row.iter().fold(0.0, |m, (_, b)| m.max(b.abs()))
}

fn entry(row: &SparseRow, column: usize) -> f64 {
    let at = row.binary_search_by_key(&column, |(j, _)| *j);
    at.map_or(0.0, |at| row[at].1)
}

/// a + factor b without a column; what is left of entries that cancel is dropped.
fn combined(a: &SparseRow, factor: f64, b: &SparseRow, without: Option<usize>) -> SparseRow {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut k) = (0, 0);
    while i < a.len() || k < b.len() {
        let (j, value, size) = match (a.get(i), b.get(k)) {
            (Some(x), Some(y)) if x.0 == y.0 => {
                (i, k) = (i + 1, k + 1);
                (x.0, x.1 + factor * y.1, x.1.abs())
            }
            (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                i += 1;
                (x.0, x.1, 0.0)
            }
            (_, Some(y)) => {
                k += 1;
                (y.0, factor * y.1, 0.0)
            }
            (Some(_), None) | (None, None) => break,
        };
        if Some(j) != without && value.abs() > 1e-14 * size {
            sum.push((j, value));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_motions_obey_the_constraints() {
        // x₀ = x₁, x₁ + 2 x₂ = x₃, and their sum once more.
        let rows = vec![
            vec![(0, 1.0), (1, -1.0)],
            vec![(1, 1.0), (2, 2.0), (3, -1.0)],
            vec![(0, 1.0), (2, 2.0), (3, -1.0)],
        ];
        let basis = NullBasis::new(5, &rows, |j| if j == 2 { 0.01 } else { 1.0 }).unwrap();
        assert_eq!((basis.rank(), basis.n_free(), basis.n()), (2, 3, 5));
        for free in 0..3 {
            let mut z = [0.0; 3];
            z[free] = 1.0;
            let p = basis.expand(&z);
            for row in &rows {
                let open: f64 = row.iter().map(|&(j, b)| b * p[j]).sum();
                assert!(open.abs() < 1e-15, "{open}");
            }
            assert!((p[basis.free()[free]] - 1.0).abs() < 1e-15);
        }
        // Openings that fit each other are taken, others are not.
        let open = [0.5, -2.0, -1.5];
        let p = basis.particular(&open).unwrap();
        for (row, open) in rows.iter().zip(open) {
            let found: f64 = row.iter().map(|&(j, b)| b * p[j]).sum();
            assert!((found - open).abs() < 1e-15, "{found} {open}");
        }
        assert_eq!(basis.particular(&[0.5, -2.0, 1.5]), None);
        // Work is the same on both sides: (Nᵀ f) · z = f · N z.
        let (f, z) = ([1.0, 2.0, 3.0, 4.0, 5.0], [0.3, -0.7, 1.1]);
        let left: f64 = basis.collect(&f).iter().zip(z).map(|(f, z)| f * z).sum();
        let right: f64 = basis.expand(&z).iter().zip(f).map(|(p, f)| p * f).sum();
        assert!((left - right).abs() < 1e-14);
    }
}
