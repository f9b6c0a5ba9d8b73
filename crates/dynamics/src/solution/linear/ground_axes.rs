//! Matrices of the linear motion along the axes of the ground, from the tangents of the elements.
//!
//! A rotation changes by φ in ground axes: δΘ = Rᵀ φ, δω = Rᵀ φ̇, δω̇ = Rᵀ φ̈ − ω × Rᵀ φ̇; torques of the rows are turned by R.
//! \[theory:linearised\] (7)-(10)

use pitchline_algebra::{QuadraticPencil, RowPattern};
use pitchline_geometry::tensor::{Tensor, product_transposed, scaled, skew};

use super::null_basis::SparseRow;
use crate::{Equations, Error, State, Weights};

/// M, C, K and B, and what the multipliers exert.
pub(super) struct GroundMatrices {
    pub pencil: QuadraticPencil,
    pub constraints: Vec<SparseRow>,
    /// −∂r/∂λ, by multipliers; none where it is Bᵀ, as long as no force follows a reaction.
    pub exerted: Option<Vec<SparseRow>>,
}

/// Which matrix a tangent adds to, and how its columns are turned.
struct Part {
    weights: Weights,
    /// Columns by Ṫ = −ω̃ Rᵀ instead of T = Rᵀ.
    is_rate: bool,
    target: Target,
}

#[derive(Clone, Copy, PartialEq)]
enum Target {
    Mass,
    Damping,
    Stiffness,
}

/// At the state that the equations look at, which is this one.
pub(super) fn matrices(equations: &mut Equations, state: &State) -> Result<GroundMatrices, Error> {
    let n_v = equations.n_velocities();
    let turns = Turns::of(state);
    let mut pencil = empty(equations, &turns)?;
    let weight = |position, velocity, acceleration| Weights {
        position,
        velocity,
        acceleration,
        multiplier: 0.0,
    };
    let exerted = exerted(equations, &turns, state);
    let parts = [
        (weight(0.0, 0.0, 1.0), false, Target::Mass),
        (weight(0.0, 0.0, 1.0), true, Target::Damping),
        (weight(0.0, 1.0, 0.0), false, Target::Damping),
        (weight(1.0, 0.0, 0.0), false, Target::Stiffness),
    ];
    for (weights, is_rate, target) in parts {
        let part = Part {
            weights,
            is_rate,
            target,
        };
        equations.tangent(part.weights, None);
        if let Some(row) = equations.not_finite() {
            return Err(crate::solver::not_determined(equations, row, state.time));
        }
        add(equations, &turns, &part, &mut pencil);
    }
    // The last tangent was that of positions: its last rows are B.
    let constraints: Vec<SparseRow> = (n_v..equations.n())
        .map(|row| constraint(equations, &turns, row))
        .collect();
    let exerted = exerted.map(|exerted| -> Vec<SparseRow> {
        let each = exerted.into_iter().zip(&constraints);
        each.map(|(own, row)| own.unwrap_or_else(|| row.clone()))
            .collect()
    });
    let exerted = exerted.filter(|exerted| *exerted != constraints);
    Ok(GroundMatrices {
        pencil,
        constraints,
        exerted,
    })
}

/// What multipliers exert along the axes of the ground, for those that do not act by their constraints alone; none where all do.
fn exerted(
    equations: &mut Equations,
    turns: &Turns,
    state: &State,
) -> Option<Vec<Option<SparseRow>>> {
    let mut elements = equations.machine().elements();
    if !elements.any(|(_, element)| element.follows_reactions()) {
        return None;
    }
    let n = equations.n_velocities();
    let mut found = vec![None; equations.n_multipliers()];
    let mut is_any = false;
    let rounding = super::exerted::rounding(equations, state);
    for (number, (_, element)) in equations.machine().elements().enumerate() {
        let (first, count) = equations.multipliers_of(number);
        for row in (0..count).filter(|_| element.follows_reactions()) {
            // What follows the size of a reaction has no derivative where there is none: on the mean of both sides it does nothing.
            let is_smooth = element.grip(row).is_some();
            let at = first + row;
            if equations.is_active(at) && (is_smooth || state.multipliers[at].abs() > rounding) {
                found[at] = Some(SparseRow::new());
                is_any = true;
            }
        }
    }
    if !is_any {
        return None;
    }
    let weights = Weights {
        multiplier: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    for row in 0..n {
        let range = starts[row] as usize..starts[row + 1] as usize;
        let entries = columns[range.clone()]
            .iter()
            .zip(&equations.values()[range]);
        for (&column, &value) in entries {
            let multiplier = (column as usize).checked_sub(n);
            if let Some(own) = multiplier.and_then(|multiplier| found[multiplier].as_mut()) {
                spread(turns, row, -value, own);
            }
        }
    }
    for own in found.iter_mut().flatten() {
        own.sort_by_key(|(coordinate, _)| *coordinate);
    }
    Some(found)
}

/// Adds an entry of a coordinate along the axes of the ground.
fn spread(turns: &Turns, coordinate: usize, value: f64, to: &mut SparseRow) {
    if value == 0.0 {
        return;
    }
    let (first, count) = turns.spread(coordinate);
    for j in 0..count {
        let share = value * turns.share(coordinate, j, false);
        match to.iter_mut().find(|(c, _)| *c == first + j) {
            Some((_, sum)) => *sum += share,
            None => to.push((first + j, share)),
        }
    }
}

/// R of each node, and Ṫ with its columns.
struct Turns {
    axes: Vec<Tensor>,
    /// Ṫ = −ω̃ Rᵀ.
    rates: Vec<Tensor>,
}

impl Turns {
    fn of(state: &State) -> Self {
        let axes: Vec<Tensor> = state.rotations.iter().map(|r| r.matrix()).collect();
        let spins = state.velocity.chunks_exact(6).map(|v| [v[3], v[4], v[5]]);
        let rates = axes
            .iter()
            .zip(spins)
            .map(|(axes, spin)| scaled(-1.0, &product_transposed(&skew(spin), axes)))
            .collect();
        Self { axes, rates }
    }

    /// Node and component of a coordinate that is a rotation.
    fn rotation(&self, coordinate: usize) -> Option<(usize, usize)> {
        let is_rotation = coordinate < 6 * self.axes.len() && coordinate % 6 >= 3;
        is_rotation.then(|| (coordinate / 6, coordinate % 6 - 3))
    }

    /// Ground coordinates that a coordinate is made of: first and number.
    fn spread(&self, coordinate: usize) -> (usize, usize) {
        match self.rotation(coordinate) {
            Some((node, _)) => (6 * node + 3, 3),
            None => (coordinate, 1),
        }
    }

    /// Share of the k-th ground coordinate in a coordinate, T or Ṫ.
    fn share(&self, coordinate: usize, k: usize, is_rate: bool) -> f64 {
        match self.rotation(coordinate) {
            Some((node, m)) if is_rate => self.rates[node][m][k],
            Some((node, m)) => self.axes[node][k][m],
            // Displacements are in ground axes already, and stay so.
            None if is_rate => 0.0,
            None => 1.0,
        }
    }
}

/// Zeros over the pattern: whole blocks where rotations take part.
fn empty(equations: &Equations, turns: &Turns) -> Result<QuadraticPencil, Error> {
    let n = equations.n_velocities();
    let (starts, columns) = equations.pattern();
    let mut entries = Vec::new();
    for row in 0..n {
        let (first_row, rows) = turns.spread(row);
        for at in starts[row] as usize..starts[row + 1] as usize {
            let column = columns[at] as usize;
            if column >= n {
                continue;
            }
            let (first_column, columns) = turns.spread(column);
            for i in 0..rows {
                entries.extend((0..columns).map(|j| (first_row + i, first_column + j)));
            }
        }
    }
    let pattern = RowPattern::from_entries(n, &entries).map_err(Error::algebra("the equations"))?;
    let zero = vec![0.0; pattern.columns.len()];
    Ok(QuadraticPencil {
        mass: zero.clone(),
        damping: zero.clone(),
        stiffness: zero,
        pattern,
    })
}

/// Adds Tᵀ A T, or Tᵀ A Ṫ, of the tangent that was filled last.
fn add(equations: &Equations, turns: &Turns, part: &Part, pencil: &mut QuadraticPencil) {
    let n = equations.n_velocities();
    let (starts, columns) = equations.pattern();
    let pattern = &pencil.pattern;
    let values = match part.target {
        Target::Mass => &mut pencil.mass,
        Target::Damping => &mut pencil.damping,
        Target::Stiffness => &mut pencil.stiffness,
    };
    for row in 0..n {
        let (first_row, rows) = turns.spread(row);
        for at in starts[row] as usize..starts[row + 1] as usize {
            let (column, value) = (columns[at] as usize, equations.values()[at]);
            if column >= n || value == 0.0 {
                continue;
            }
            let (first_column, columns) = turns.spread(column);
            for i in 0..rows {
                let left = value * turns.share(row, i, false);
                let range = pattern.range(first_row + i);
                let own = pattern.row(first_row + i);
                let place = own.partition_point(|&c| (c as usize) < first_column);
                for j in 0..columns {
                    // The block's columns follow each other in the pattern.
                    let share = turns.share(column, j, part.is_rate);
                    values[range.start + place + j] += left * share;
                }
            }
        }
    }
}

/// A row of B along the axes of the ground.
fn constraint(equations: &Equations, turns: &Turns, row: usize) -> SparseRow {
    let n = equations.n_velocities();
    let (starts, columns) = equations.pattern();
    let mut found: SparseRow = Vec::new();
    let range = starts[row] as usize..starts[row + 1] as usize;
    let entries = columns[range.clone()]
        .iter()
        .zip(&equations.values()[range]);
    for (&column, &value) in entries {
        let column = column as usize;
        if column < n {
            spread(turns, column, value, &mut found);
        }
    }
    found.sort_by_key(|(column, _)| *column);
    found
}
