//! The elimination itself, as the plan has it: block after block, each changes what lies below and to its right.

use super::kernels::{combine, largest, subtract};
use super::markowitz::VANISHED;
use super::plan::{Block, Plan};

/// Numbers of the factors.
#[derive(Debug, Clone)]
pub struct Factors {
    /// Panels of all blocks, one after another.
    pub entries: Vec<f64>,
    /// Inverses of the pivots.
    pub inverses: Vec<f64>,
    /// A row of changes.
    changes: Vec<f64>,
}

/// Why an elimination stopped: of this pivot there remains so much of the largest entry of its row; NaN if numbers have
/// grown beyond all bounds before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vanished {
    pub pivot: usize,
    pub remains: f64,
}

/// How entries have grown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sizes {
    /// Largest entry of a row when its turn had come, and of L.
    pub entry: f64,
    /// Largest entry beside a pivot, and which pivot.
    pub beside: f64,
    pub smallest: usize,
}

impl Factors {
    pub fn new(plan: &Plan) -> Self {
        Self {
            entries: vec![0.0; plan.n_entries],
            inverses: vec![0.0; plan.rows.len()],
            changes: vec![0.0; plan.longest()],
        }
    }

    /// Factors the matrix of these values, which are finite and whose rows have these largest entries.
    pub fn eliminate(
        &mut self,
        plan: &Plan,
        values: &[f64],
        row_sizes: &[f64],
    ) -> Result<Sizes, Vanished> {
        self.entries.fill(0.0);
        for (&place, &value) in plan.places.iter().zip(values) {
            self.entries[place as usize] = value;
        }
        let mut sizes = Sizes::default();
        for block in &plan.blocks {
            let (before, after) = self.entries.split_at_mut(block.panels.end);
            let panels = &mut before[block.panels.start..];
            let (upper, lower) = panels.split_at_mut(block.width * block.stride());
            factor_upper(
                plan,
                block,
                upper,
                &mut self.inverses,
                row_sizes,
                &mut sizes,
            )?;
            factor_lower(block, upper, lower);
            sizes.see(largest(lower));
            if !block.targets.is_empty() {
                let targets = &plan.targets[block.targets.clone()];
                let changes = &mut self.changes[..block.tail.len()];
                change(block, upper, lower, targets, changes, after);
            }
        }
        Ok(sizes)
    }
}

/// The upper panel: each row is divided by its pivot and removed from those after it.
fn factor_upper(
    plan: &Plan,
    block: &Block,
    upper: &mut [f64],
    inverses: &mut [f64],
    row_sizes: &[f64],
    sizes: &mut Sizes,
) -> Result<(), Vanished> {
    let stride = block.stride();
    for k in 0..block.width {
        let place = block.start + k;
        let (row, others) = upper[k * stride..].split_at_mut(stride);
        let (left, right) = row.split_at_mut(k + 1);
        let pivot = left[k];
        let beside = largest(right);
        sizes.see(largest(left));
        sizes.see(beside);
        let inverse = 1.0 / pivot;
        let size = row_sizes[plan.rows[place] as usize];
        // Written so that NaN is refused.
        let is_pivot = pivot.abs() > VANISHED * size && inverse.is_finite();
        if !is_pivot {
            return Err(Vanished {
                pivot: place,
                remains: if size > 0.0 { pivot.abs() / size } else { 0.0 },
            });
        }
        inverses[place] = inverse;
        right.iter_mut().for_each(|entry| *entry *= inverse);
        if beside * inverse.abs() > sizes.beside {
            sizes.beside = beside * inverse.abs();
            sizes.smallest = place;
        }
        for other in others.chunks_exact_mut(stride) {
            let (left, rest) = other.split_at_mut(k + 1);
            subtract(rest, left[k], right);
        }
    }
    Ok(())
}

/// The lower panel: its columns divided by U of the block's own columns.
fn factor_lower(block: &Block, upper: &[f64], lower: &mut [f64]) {
    let below = block.foot.len();
    if below == 0 {
        return;
    }
    let stride = block.stride();
    for k in 1..block.width {
        let (before, column) = lower.split_at_mut(k * below);
        let column = &mut column[..below];
        for (m, other) in before.chunks_exact(below).enumerate() {
            subtract(column, upper[m * stride + k], other);
        }
    }
}

/// Subtracts the product of both panels from what lies below and to the right.
fn change(
    block: &Block,
    upper: &[f64],
    lower: &[f64],
    targets: &[u32],
    changes: &mut [f64],
    after: &mut [f64],
) {
    let below = block.foot.len();
    for (row, targets) in targets.chunks_exact(changes.len()).enumerate() {
        combine(
            changes,
            lower[row..].iter().step_by(below).copied(),
            upper
                .chunks_exact(block.stride())
                .map(|u| &u[block.width..]),
        );
        for (&target, &change) in targets.iter().zip(&*changes) {
            after[target as usize] -= change;
        }
    }
}

impl Sizes {
    /// Keeps the larger; NaN stays.
    fn see(&mut self, entry: f64) {
        let is_covered = entry <= self.entry || self.entry.is_nan();
        if !is_covered {
            self.entry = entry;
        }
    }
}
