//! The linear system of a Newton iteration, scaled so that metres, radians, micrometres and newtons live together.
//!
//! Unknown j is measured in 1/√|S_jj|, a multiplier so that its constraint has entries of order one then: the factors k and p of
//! \[cardona\] section 2, chosen for each row instead of once for all. A constraint that depends on others would make the matrix
//! singular; ε on the diagonal of the (scaled) multipliers keeps it regular and makes their increment the shortest.
//! \[theory:multibody\] (27)-(30)

mod carried;
mod factors;

use pitchline_algebra::{LuEffort, RowPattern};

use crate::{Equations, Error, Weights};
use carried::{Carried, System};
use factors::Factors;

/// ε: rounding of the constraints (1e-16) is magnified by 1/ε in multipliers that are not unique; a constraint gives way by
/// ε times the scaled force.
pub(crate) const REGULARISATION: f64 = 1e-11;

/// Share of the largest entry of its row below which a diagonal entry is rounding.
const ROUNDED: f64 = 1e-12;

/// Share of the largest entry of all coordinates below which any other is: forces that stand askew leave as much in directions in which they
/// do not act.
const ROUNDED_OF_ALL: f64 = 16.0 * f64::EPSILON;

/// Times that what ε leaves of a solution is solved for again.
const REFINEMENTS: u32 = 4;

/// Factors of a scaled matrix whose pattern never changes.
#[derive(Debug)]
pub(crate) struct Solver {
    pattern: RowPattern,
    n_velocities: usize,
    /// How often the coordinates of the equations and their constraints are among the unknowns: once, or once for each stage of a step.
    copies: usize,
    /// Where the diagonal stands among the values.
    diagonal: Vec<u32>,
    /// One over the unit of each unknown.
    scale: Vec<f64>,
    /// Coordinates that have the units of what constraints tie them to; found with the first matrix.
    carried: Option<Carried>,
    /// Which coordinates have something of their own that no reaction makes; none where the diagonal itself decides.
    own: Option<Vec<bool>>,
    scaled: Vec<f64>,
    factors: Factors,
    is_factored: bool,
    /// Matrices factored.
    pub factorisations: u64,
}

impl Solver {
    pub fn new(equations: &Equations) -> Self {
        let (starts, columns) = equations.pattern();
        let pattern = RowPattern {
            n: equations.n(),
            starts: starts.to_vec(),
            columns: columns.to_vec(),
        };
        Self::with_pattern(pattern, equations.n_velocities(), 1)
    }

    /// For a matrix over so many coordinates and then multipliers, each of them several equal copies in a row; every row holds its diagonal.
    pub fn with_pattern(pattern: RowPattern, n_velocities: usize, copies: usize) -> Self {
        let (starts, columns) = (&pattern.starts, &pattern.columns);
        let diagonal = (0..pattern.n)
            .map(|i| {
                let row = &columns[starts[i] as usize..starts[i + 1] as usize];
                starts[i] + row.partition_point(|&c| (c as usize) < i) as u32
            })
            .collect();
        Self {
            n_velocities,
            copies,
            diagonal,
            scale: vec![1.0; pattern.n],
            carried: None,
            own: None,
            scaled: vec![0.0; columns.len()],
            factors: Factors::new(pattern.n, pattern.n - n_velocities),
            pattern,
            is_factored: false,
            factorisations: 0,
        }
    }

    /// Looks at the values of a matrix without reactions: coordinates that have nothing on its diagonal take the units of what constraints
    /// tie them to, in the matrices from now on. \[theory:multibody\] (28b)
    pub fn find_own(&mut self, values: &[f64]) {
        let largest = self.largest(values);
        let own = (0..self.n_velocities).map(|i| self.has_own(i, values, largest));
        self.own = Some(own.collect());
        self.carried = None;
    }

    /// The same by inertia: what stiffness and reactions leave on the diagonal of the other coordinates falls with the square of the step beside it.
    /// \[theory:multibody\] (28c)
    pub fn find_inertia(&mut self, equations: &mut Equations) {
        if self.own.is_some() {
            return;
        }
        let n_v = equations.n_velocities();
        equations.tangent(Weights::ACCELERATION, None);
        let (starts, columns) = equations.pattern();
        let has_inertia = |i: usize| {
            let row = starts[i] as usize..starts[i + 1] as usize;
            let entries = columns[row.clone()].iter().zip(&equations.values()[row]);
            let coordinates = entries.filter(|(j, _)| (**j as usize) < n_v);
            let [own, largest] = coordinates.fold([0.0_f64; 2], |[own, largest], (&j, value)| {
                let own = if j as usize == i { value.abs() } else { own };
                [own, largest.max(value.abs())]
            });
            own > ROUNDED * largest
        };
        let own: Vec<bool> = (0..n_v).map(has_inertia).collect();
        self.own = Some(own.repeat(self.copies));
        self.carried = None;
    }

    /// Finds who carries whom by the diagonal of these values alone.
    pub fn find_carried(&mut self, values: &[f64]) {
        self.own = None;
        self.carried = None;
        self.find_scale(values);
    }

    /// Largest entry of these values on the diagonal of the coordinates.
    fn largest(&self, values: &[f64]) -> f64 {
        let diagonal = self.diagonal[..self.n_velocities].iter();
        diagonal
            .map(|at| values[*at as usize].abs())
            .fold(0.0, f64::max)
    }

    /// Whether the diagonal of a coordinate is more than the rounding of its row, and of the largest of all.
    fn has_own(&self, i: usize, values: &[f64], largest_of_all: f64) -> bool {
        let own = values[self.diagonal[i] as usize].abs();
        if own <= ROUNDED_OF_ALL * largest_of_all {
            return false;
        }
        let row = self.pattern.starts[i] as usize..self.pattern.starts[i + 1] as usize;
        let entries = self.pattern.columns[row.clone()].iter().zip(&values[row]);
        let of_coordinates = entries.filter(|(j, _)| (**j as usize) < self.n_velocities);
        let largest = of_coordinates.fold(0.0, |m: f64, (_, value)| m.max(value.abs()));
        own > ROUNDED * largest && own.is_finite()
    }

    /// What the last factors have cost that were planned.
    pub fn effort(&self) -> LuEffort {
        self.factors.effort()
    }

    /// Where the diagonal stands among the values of the equations.
    pub fn diagonal(&self) -> &[u32] {
        &self.diagonal
    }

    /// Whether there is a factor.
    pub fn is_factored(&self) -> bool {
        self.is_factored
    }

    /// Drops the factor: the next one is computed anew.
    pub fn forget(&mut self) {
        self.is_factored = false;
    }

    /// Drops the order of elimination and who carries whom as well, which otherwise stay those of the first matrix: what follows depends
    /// on nothing that was, and constraints that were switched find good pivots.
    pub fn forget_order(&mut self) {
        self.is_factored = false;
        let n = self.pattern.n;
        self.factors.forget_order(n, n - self.n_velocities);
        self.carried = None;
    }

    /// Scales and factors these values of the pattern. `Err` holds the unknown that nothing determines.
    pub fn factor(&mut self, values: &[f64]) -> Result<(), usize> {
        self.find_scale(values);
        for i in 0..self.pattern.n {
            let row = self.pattern.starts[i] as usize..self.pattern.starts[i + 1] as usize;
            let columns = &self.pattern.columns[row.clone()];
            let entries = self.scaled[row.clone()].iter_mut().zip(&values[row]);
            for ((scaled, value), &j) in entries.zip(columns) {
                *scaled = value * self.scale[i] * self.scale[j as usize];
            }
        }
        for &at in &self.diagonal[self.n_velocities..] {
            self.scaled[at as usize] += REGULARISATION;
        }
        self.factorisations += 1;
        let factored = self.factors.factor(&self.pattern, &self.scaled);
        self.is_factored = factored.is_ok();
        factored.map_err(|error| undetermined(&error))
    }

    fn find_scale(&mut self, values: &[f64]) {
        let n_v = self.n_velocities;
        let largest = self.largest(values);
        for i in 0..n_v {
            // A coordinate without stiffness or inertia of its own, or with the rounding of reactions in its place, is measured as it is
            // given, unless something carries it.
            self.scale[i] = match self.has_own(i, values, largest) {
                true => values[self.diagonal[i] as usize].abs().sqrt().recip(),
                false => 1.0,
            };
        }
        let system = System {
            pattern: &self.pattern,
            n_v,
            copies: self.copies,
            values,
        };
        let own = self.own.as_deref();
        let find = || Carried::find(system, &self.diagonal, own, &self.scale);
        let carried = self.carried.get_or_insert_with(find);
        carried.scale(system, &mut self.scale);
        for i in n_v..self.pattern.n {
            let range = self.pattern.starts[i] as usize..self.pattern.starts[i + 1] as usize;
            let columns = &self.pattern.columns[range.clone()];
            let coordinates = columns.iter().zip(&values[range]);
            let largest = coordinates
                .filter(|(j, _)| (**j as usize) < n_v)
                .map(|(&j, value)| (value * self.scale[j as usize]).abs())
                .fold(0.0, f64::max);
            self.scale[i] = if largest > 0.0 { 1.0 / largest } else { 1.0 };
        }
    }

    /// Adds what ε takes from constraints whose multipliers are so far away from expected ones: those without effect keep to them.
    /// \[theory:multibody\] (30)
    pub fn add_regularisation(&self, away: impl Iterator<Item = f64>, residual: &mut [f64]) {
        let n_v = self.n_velocities;
        if self.is_factored {
            let rows = residual[n_v..].iter_mut().zip(&self.scale[n_v..]);
            for ((phi, s), away) in rows.zip(away) {
                *phi += REGULARISATION * away / (s * s);
            }
        }
    }

    /// Takes from multipliers what exerts nothing: constraints that answer to the forces of all of them, as loads on the machine of the
    /// last factor, exert the same in the shortest way. `scratch` has the length of all unknowns. \[theory:multibody\] (30a)
    pub fn shorten(&mut self, multipliers: &mut [f64], scratch: &mut [f64]) {
        let n_v = self.n_velocities;
        if !self.is_factored {
            return;
        }
        for (i, load) in scratch[..n_v].iter_mut().enumerate() {
            let row = self.pattern.starts[i] as usize..self.pattern.starts[i + 1] as usize;
            let entries = self.pattern.columns[row.clone()]
                .iter()
                .zip(&self.scaled[row]);
            let of_constraints = entries.filter(|(j, _)| **j as usize >= n_v);
            *load = of_constraints
                .map(|(&j, entry)| entry * multipliers[j as usize - n_v] / self.scale[j as usize])
                .sum();
        }
        scratch[n_v..].fill(0.0);
        self.factors.solve(scratch);
        let answers = scratch[n_v..].iter().zip(&self.scale[n_v..]);
        for (l, (answer, s)) in multipliers.iter_mut().zip(answers) {
            *l = answer * s;
        }
    }

    /// Solves in place with the last factor.
    pub fn solve(&mut self, right: &mut [f64]) {
        if !self.factors.are_there() {
            return;
        }
        for (x, s) in right.iter_mut().zip(&self.scale) {
            *x *= s;
        }
        self.factors.solve(right);
        for (x, s) in right.iter_mut().zip(&self.scale) {
            *x *= s;
        }
    }

    /// The same for the matrix with these values, without ε: what it left is solved for again, as long as that gets less. `scratch` has two
    /// vectors of the same length. \[theory:multibody\] (30b)
    pub fn solve_refined(
        &mut self,
        values: &[f64],
        right: &mut [f64],
        scratch: &mut [Vec<f64>; 2],
    ) {
        let [given, left] = scratch;
        given.copy_from_slice(right);
        let mut last = self.measure(given);
        self.solve(right);
        for _ in 0..REFINEMENTS {
            for (i, left) in left.iter_mut().enumerate() {
                let row = self.pattern.starts[i] as usize..self.pattern.starts[i + 1] as usize;
                let entries = self.pattern.columns[row.clone()].iter().zip(&values[row]);
                let product: f64 = entries.map(|(&j, value)| value * right[j as usize]).sum();
                *left = given[i] - product;
            }
            let size = self.measure(left);
            if size.is_nan() || size >= 0.5 * last {
                return;
            }
            last = size;
            self.solve(left);
            for (x, more) in right.iter_mut().zip(left.iter()) {
                *x += more;
            }
        }
    }

    /// Largest entry of a residual in the units of the scaled rows.
    pub fn measure(&self, residual: &[f64]) -> f64 {
        let scaled = residual.iter().zip(&self.scale).map(|(r, s)| (r * s).abs());
        scaled.fold(0.0, f64::max)
    }
}

/// The unknown behind a failure of the factorisation.
fn undetermined(error: &pitchline_algebra::Error) -> usize {
    use pitchline_algebra::Error as Failure;
    match error {
        Failure::VanishingPivot { row, .. }
        | Failure::Growth { row, .. }
        | Failure::StructurallySingular { row, .. } => *row,
        _ => 0,
    }
}

/// What a failed factorisation means for a machine.
pub(crate) fn not_determined(equations: &Equations, unknown: usize, time: f64) -> Error {
    let n_v = equations.n_velocities();
    if unknown < n_v {
        return Error::NotHeld {
            motion: equations.machine().velocity_name(unknown),
            time,
        };
    }
    Error::NotHeld {
        motion: equations.constraint_name(unknown - n_v),
        time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mass whose stiffness goes from nothing to much, tied to a heavy one: at first it is carried, later not. More masses beside them
    /// make the matrix too large for a full one.
    #[test]
    fn a_solver_that_forgets_is_as_good_as_new() {
        const BESIDE: u32 = 30;
        let last = BESIDE + 2;
        let pattern = || RowPattern {
            n: last as usize + 1,
            starts: (0..=BESIDE)
                .chain([BESIDE + 2, BESIDE + 4, BESIDE + 7])
                .collect(),
            columns: (0..BESIDE)
                .chain([BESIDE, last, BESIDE + 1, last, BESIDE, BESIDE + 1, last])
                .collect(),
        };
        let matrix = |light: f64| -> Vec<f64> {
            let tied = [3e8, -1.0, light, 1.0, 1.0, -1.0, 0.0];
            vec![1.0; BESIDE as usize].into_iter().chain(tied).collect()
        };
        let solved = |solver: &mut Solver| {
            assert!(solver.factor(&matrix(7e8)).is_ok());
            let mut right = vec![0.0; last as usize + 1];
            right[BESIDE as usize..].copy_from_slice(&[1.0, 2.0, 3.0]);
            solver.solve(&mut right);
            right.into_iter().map(f64::to_bits).collect::<Vec<_>>()
        };
        let mut old = Solver::with_pattern(pattern(), last as usize, 1);
        assert!(old.factor(&matrix(0.0)).is_ok());
        let remembered = solved(&mut old);
        old.forget_order();
        let forgotten = solved(&mut old);
        let new = solved(&mut Solver::with_pattern(pattern(), last as usize, 1));
        assert_eq!(forgotten, new);
        // The order of carrying was worth forgetting.
        assert_ne!(remembered, new);
    }
}
