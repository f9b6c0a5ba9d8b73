//! Many small sparse systems that share one pattern, as they come in each iteration of a time step.
//!
//! The pivots are chosen once, on the values of the first matrix: few new entries \[markowitz1957\], none small beside
//! its row. The order of elimination, the places of all new entries and the dense blocks among them are then
//! known, and other values are factored without any search:
//!
//! ```text
//! RowPattern, values ──analyse──▶ FixedLu ──refactor(values)──▶ ──solve──▶ x
//!   matching ▶ markowitz ▶ grouping ▶ plan          elimination      substitution
//! ```
//!
//! P A Q = L U with ones on the diagonal of U. Pivots whose rows and columns have nearly the same places form a block,
//! stored as dense panels. Block after block, the product of its panels is subtracted from what lies below and to
//! the right, at places that the plan lists: all loops run over contiguous numbers, and as often for each row of a block.
//!
//! A pivot that was well chosen may be small for other values. Then entries grow: each step of the elimination changes
//! an entry by lᵢₖ uₖⱼ, the difference of two of its values, so the factors are those of a matrix that differs from A by
//! some ε g max |A| with the growth
//!
//! ```text
//! g = largest entry of all rows when their turn had come / largest entry of A
//! ```
//!
//! A refactorisation with g above [`GROWTH_LIMIT`] is refused, and the caller analyses again. Rows and columns should come
//! with entries of order one, for "small" to mean something.

mod elimination;
mod grouping;
mod kernels;
mod markowitz;
mod matching;
mod pattern;
mod plan;
mod substitution;

use elimination::{Factors, Sizes};
use kernels::largest;
pub(crate) use kernels::subtract;
pub(crate) use markowitz::VANISHED;
pub use pattern::RowPattern;
use plan::Plan;
use substitution::Room;

use crate::Error;

/// Growth beyond which a factorisation is refused: the backward error may then reach 10⁴ ε ≈ 2·10⁻¹².
pub const GROWTH_LIMIT: f64 = 1e4;

/// Shares of the largest entry of its row that a pivot must have: where the first lets entries grow beyond the
/// limit, the next is tried.
const THRESHOLDS: [f64; 3] = [0.1, 0.5, 1.0];

/// What a factorisation costs, and how often it was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LuEffort {
    /// Entries of L and U, zeros in dense blocks included.
    pub entries: usize,
    /// Multiplications of one refactorisation.
    pub multiplications: u64,
    /// Dense blocks.
    pub blocks: usize,
    /// Entries looked at in the last choice of pivots.
    pub searched: u64,
    /// Choices of pivots, further thresholds counted.
    pub analyses: u64,
    /// Factorisations, that of the analysis counted.
    pub factorisations: u64,
}

/// A factorised matrix whose pattern and pivots stay while its values change.
#[derive(Debug, Clone)]
pub struct FixedLu {
    pattern: RowPattern,
    plan: Plan,
    factors: Factors,
    is_factored: bool,
    growth: f64,
    effort: LuEffort,
    /// Largest entry of each row.
    row_sizes: Vec<f64>,
    room: Room,
}

impl FixedLu {
    /// Chooses pivots on these values, plans the elimination and factors.
    pub fn analyse(pattern: &RowPattern, values: &[f64]) -> Result<Self, Error> {
        pattern.check()?;
        measure(pattern, values, &mut vec![0.0; pattern.n])?;
        matching::check_structure(pattern)?;
        let mut analyses = 0;
        let mut last = Err(Error::Stopped);
        for threshold in THRESHOLDS {
            analyses += 1;
            last = Self::with_threshold(pattern, values, threshold, analyses);
            if !matches!(last, Err(Error::Growth { .. })) {
                break;
            }
        }
        last
    }

    fn with_threshold(
        pattern: &RowPattern,
        values: &[f64],
        threshold: f64,
        analyses: u64,
    ) -> Result<Self, Error> {
        let (pivots, searched) = markowitz::choose(pattern, values, threshold)?;
        let plan = Plan::new(pattern, grouping::group(&pivots))?;
        let mut lu = Self {
            pattern: pattern.clone(),
            factors: Factors::new(&plan),
            is_factored: false,
            growth: f64::NAN,
            effort: LuEffort {
                entries: plan.n_entries,
                multiplications: plan.multiplications(),
                blocks: plan.blocks.len(),
                searched,
                analyses,
                factorisations: 0,
            },
            row_sizes: vec![0.0; pattern.n],
            room: Room::new(&plan),
            plan,
        };
        lu.refactor(values)?;
        Ok(lu)
    }

    /// Factors other values of the same pattern with the same pivots, without memory being taken. Refuses values for
    /// which a pivot vanishes or entries grow beyond [`GROWTH_LIMIT`]: analyse those anew.
    pub fn refactor(&mut self, values: &[f64]) -> Result<(), Error> {
        self.is_factored = false;
        let size = measure(&self.pattern, values, &mut self.row_sizes)?;
        self.effort.factorisations += 1;
        match self.factors.eliminate(&self.plan, values, &self.row_sizes) {
            Ok(sizes) => self.check_growth(size, sizes)?,
            Err(stopped) => {
                let (row, column) = self.place(stopped.pivot);
                let remains = stopped.remains;
                return Err(if remains.is_nan() {
                    growth_error(row, column, f64::INFINITY)
                } else {
                    Error::VanishingPivot {
                        row,
                        column,
                        remains,
                    }
                });
            }
        }
        self.is_factored = true;
        Ok(())
    }

    fn check_growth(&mut self, size: f64, sizes: Sizes) -> Result<(), Error> {
        self.growth = if size > 0.0 { sizes.entry / size } else { 1.0 };
        // Written so that NaN is refused.
        let is_bounded = self.growth <= GROWTH_LIMIT;
        if is_bounded {
            return Ok(());
        }
        let (row, column) = self.place(sizes.smallest);
        Err(growth_error(row, column, self.growth))
    }

    fn place(&self, pivot: usize) -> (usize, usize) {
        (
            self.plan.rows[pivot] as usize,
            self.plan.columns[pivot] as usize,
        )
    }

    /// Chooses pivots anew, on these values, and factors them. The counters go on.
    pub fn reanalyse(&mut self, values: &[f64]) -> Result<(), Error> {
        self.is_factored = false;
        let mut anew = Self::analyse(&self.pattern, values)?;
        anew.effort.analyses += self.effort.analyses;
        anew.effort.factorisations += self.effort.factorisations;
        *self = anew;
        Ok(())
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.pattern.n
    }

    /// x ← A⁻¹ x. NaN throughout if the last factorisation was refused or the length is not that of the matrix.
    pub fn solve(&mut self, right: &mut [f64]) {
        if self.is_factored && right.len() == self.n() {
            self.factors.solve(&self.plan, right, &mut self.room);
        } else {
            right.fill(f64::NAN);
        }
    }

    /// x ← A⁻ᵀ x, likewise.
    pub fn solve_transposed(&mut self, right: &mut [f64]) {
        if self.is_factored && right.len() == self.n() {
            self.factors
                .solve_transposed(&self.plan, right, &mut self.room);
        } else {
            right.fill(f64::NAN);
        }
    }

    /// Largest entry of all rows when their turn had come, over the largest of A, in the last factorisation.
    pub fn growth(&self) -> f64 {
        self.growth
    }

    /// What it costs, and how often it was done.
    pub fn effort(&self) -> LuEffort {
        self.effort
    }
}

fn growth_error(row: usize, column: usize, growth: f64) -> Error {
    Error::Growth {
        row,
        column,
        growth,
        limit: GROWTH_LIMIT,
    }
}

/// Largest |value| of each row and of all, if all are finite and as many as the pattern has entries.
pub(crate) fn measure(
    pattern: &RowPattern,
    values: &[f64],
    row_sizes: &mut [f64],
) -> Result<f64, Error> {
    if values.len() != pattern.columns.len() {
        return Err(Error::Length {
            what: "list of values",
            expected: pattern.columns.len(),
            found: values.len(),
        });
    }
    for (row_size, ends) in row_sizes.iter_mut().zip(pattern.starts.windows(2)) {
        *row_size = largest(&values[ends[0] as usize..ends[1] as usize]);
    }
    let size = largest(row_sizes);
    if size.is_finite() {
        return Ok(size);
    }
    let entry = values.iter().position(|value| !value.is_finite());
    let entry = entry.unwrap_or_default();
    let (row, column) = pattern.place(entry);
    Err(Error::NotFinite {
        row,
        column,
        value: values[entry],
    })
}
