//! Signs of eigenvalues, counted on the blocks of a factorisation A = L B Lᴴ: B has as many of each sign as A
//! \[theory:large-systems\] (3).

/// What may remain of a diagonal entry when its unknown is eliminated: rounding leaves some 1e-15 where nothing should.
pub(crate) const LEAST_PIVOT: f64 = 1e-13;

/// Numbers of negative, zero and positive eigenvalues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Inertia {
    /// Negative ones.
    pub negative: usize,
    /// Zero within rounding.
    pub zero: usize,
    /// Positive ones.
    pub positive: usize,
}

impl Inertia {
    /// Counts a block of one row of a matrix whose entries are about 1; false if it is no number.
    pub(crate) fn add(&mut self, value: f64) -> bool {
        match value {
            _ if !value.is_finite() => return false,
            _ if value.abs() <= LEAST_PIVOT => self.zero += 1,
            _ if value < 0.0 => self.negative += 1,
            _ => self.positive += 1,
        }
        true
    }

    /// The same for a block [[a, c̄], [c, b]] with |c| = `coupling`.
    pub(crate) fn add_pair(&mut self, a: f64, coupling: f64, b: f64) -> bool {
        let [larger, smaller] = two_eigenvalues(a, coupling, b);
        self.add(larger) && self.add(smaller)
    }
}

/// Counts of two matrices that together make up a third, as the two parts of a condensed one.
impl std::ops::Add for Inertia {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            negative: self.negative + other.negative,
            zero: self.zero + other.zero,
            positive: self.positive + other.positive,
        }
    }
}

/// Eigenvalues of [[a, c], [c, b]], without loss of the smaller one.
fn two_eigenvalues(a: f64, c: f64, b: f64) -> [f64; 2] {
    let mean = 0.5 * (a + b);
    let radius = (0.5 * (a - b)).hypot(c);
    let larger = if mean < 0.0 {
        mean - radius
    } else {
        mean + radius
    };
    match larger == 0.0 {
        true => [0.0, 0.0],
        false => [larger, (a / larger) * b - (c / larger) * c],
    }
}
