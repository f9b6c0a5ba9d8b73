//! Factors of a matrix: full where it is small, else by a plan that is made once.

use pitchline_algebra::{Error, FixedLu, LuEffort, RowPattern, SmallLu};

/// Matrices of so many unknowns are full: elimination without a plan takes no longer than with one, and the plan is made anew after
/// each event.
const SMALL: usize = 24;

/// Factors with their memory.
#[derive(Debug)]
pub(super) enum Factors {
    /// None yet, or none for these values.
    None,
    /// Of a full matrix.
    Small(SmallLu),
    /// By a plan.
    Planned(Box<FixedLu>),
}

impl Factors {
    /// For so many unknowns, of which the last ones are multipliers.
    pub fn new(n: usize, n_multipliers: usize) -> Self {
        match n <= SMALL {
            true => Self::Small(SmallLu::new(n, n_multipliers)),
            false => Self::None,
        }
    }

    pub fn are_there(&self) -> bool {
        match self {
            Self::None => false,
            Self::Small(lu) => lu.is_factored(),
            Self::Planned(_) => true,
        }
    }

    /// What they have cost by a plan; a full matrix has none.
    pub fn effort(&self) -> LuEffort {
        match self {
            Self::Planned(lu) => lu.effort(),
            Self::None | Self::Small(_) => LuEffort::default(),
        }
    }

    /// Drops the order of elimination.
    pub fn forget_order(&mut self, n: usize, n_multipliers: usize) {
        if !matches!(self, Self::Small(_)) {
            *self = Self::new(n, n_multipliers);
        }
    }

    /// Factors the matrix with these values.
    pub fn factor(&mut self, pattern: &RowPattern, values: &[f64]) -> Result<(), Error> {
        let is_done = match self {
            Self::Small(lu) => lu.factor(pattern, values).is_ok(),
            Self::Planned(lu) => lu.refactor(values).is_ok(),
            Self::None => false,
        };
        if !is_done {
            // A plan for these values tells which unknown nothing determines.
            *self = Self::None;
            *self = Self::Planned(Box::new(FixedLu::analyse(pattern, values)?));
        }
        Ok(())
    }

    /// x ← A⁻¹ x.
    pub fn solve(&mut self, right: &mut [f64]) {
        match self {
            Self::None => {}
            Self::Small(lu) => lu.solve(right),
            Self::Planned(lu) => lu.solve(right),
        }
    }
}
