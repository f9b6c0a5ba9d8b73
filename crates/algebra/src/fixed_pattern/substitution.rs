//! Solutions with the factors: P A Q = L U, U with ones on its diagonal.

use super::elimination::Factors;
use super::kernels::{combine, dot};
use super::plan::{Block, Plan};

/// Room for the solution in the order of the pivots, and for what a block sees of it.
#[derive(Debug, Clone)]
pub struct Room {
    ordered: Vec<f64>,
    seen: Vec<f64>,
}

impl Room {
    pub fn new(plan: &Plan) -> Self {
        Self {
            ordered: vec![0.0; plan.rows.len()],
            seen: vec![0.0; plan.longest()],
        }
    }

    /// Numbers at these places.
    fn gather(&mut self, places: &[u32]) -> &[f64] {
        let seen = &mut self.seen[..places.len()];
        for (seen, &place) in seen.iter_mut().zip(places) {
            *seen = self.ordered[place as usize];
        }
        seen
    }

    /// Subtracts Σ aₖ xₖ with the numbers a of a block from those at these places.
    fn spread<'x>(
        &mut self,
        block: &Block,
        vectors: impl Iterator<Item = &'x [f64]>,
        places: &[u32],
    ) {
        if places.is_empty() {
            return;
        }
        let seen = &mut self.seen[..places.len()];
        combine(seen, self.ordered[block.own()].iter().copied(), vectors);
        for (&seen, &place) in seen.iter().zip(places) {
            self.ordered[place as usize] -= seen;
        }
    }
}

impl Factors {
    /// Upper panel, lower panel.
    fn panels(&self, block: &Block) -> (&[f64], &[f64]) {
        self.entries[block.panels.clone()].split_at(block.width * block.stride())
    }

    /// x ← A⁻¹ x: L from the front, then U from the back.
    pub fn solve(&self, plan: &Plan, x: &mut [f64], room: &mut Room) {
        for (entry, &row) in room.ordered.iter_mut().zip(&plan.rows) {
            *entry = x[row as usize];
        }
        for block in &plan.blocks {
            let (upper, lower) = self.panels(block);
            let own = &mut room.ordered[block.own()];
            let inverses = &self.inverses[block.own()];
            // Column by column: the next number waits for one product only.
            for k in 0..block.width {
                let (before, after) = own.split_at_mut(k + 1);
                let known = before[k] * inverses[k];
                before[k] = known;
                let column = upper[k..].iter().step_by(block.stride()).skip(k + 1);
                after
                    .iter_mut()
                    .zip(column)
                    .for_each(|(z, l)| *z -= l * known);
            }
            let feet = &plan.feet[block.foot.clone()];
            room.spread(block, lower.chunks_exact(feet.len().max(1)), feet);
        }
        for block in plan.blocks.iter().rev() {
            let (upper, _) = self.panels(block);
            room.gather(&plan.tails[block.tail.clone()]);
            let own = &mut room.ordered[block.own()];
            let rows = upper.chunks_exact(block.stride());
            for (own, row) in own.iter_mut().zip(rows) {
                let outside = &row[block.width..];
                *own -= dot(outside, &room.seen[..outside.len()]);
            }
            for k in (1..block.width).rev() {
                let (before, after) = own.split_at_mut(k);
                let known = after[0];
                let column = upper[k..].iter().step_by(block.stride());
                before
                    .iter_mut()
                    .zip(column)
                    .for_each(|(x, u)| *x -= u * known);
            }
        }
        for (&value, &column) in room.ordered.iter().zip(&plan.columns) {
            x[column as usize] = value;
        }
    }

    /// x ← A⁻ᵀ x: Uᵀ from the front, then Lᵀ from the back.
    pub fn solve_transposed(&self, plan: &Plan, x: &mut [f64], room: &mut Room) {
        for (entry, &column) in room.ordered.iter_mut().zip(&plan.columns) {
            *entry = x[column as usize];
        }
        for block in &plan.blocks {
            let (upper, _) = self.panels(block);
            let own = &mut room.ordered[block.own()];
            let rows = upper.chunks_exact(block.stride());
            for (k, row) in rows.clone().enumerate() {
                let known = own[k];
                let after = own[k + 1..].iter_mut().zip(&row[k + 1..]);
                after.for_each(|(y, u)| *y -= known * u);
            }
            let tail = &plan.tails[block.tail.clone()];
            room.spread(block, rows.map(|row| &row[block.width..]), tail);
        }
        for block in plan.blocks.iter().rev() {
            let (upper, lower) = self.panels(block);
            let below = room.gather(&plan.feet[block.foot.clone()]).len();
            let own = &mut room.ordered[block.own()];
            let inverses = &self.inverses[block.own()];
            for k in (0..block.width).rev() {
                let column = &lower[k * below..(k + 1) * below];
                let mut known = dot(column, &room.seen[..below]);
                for m in k + 1..block.width {
                    known += upper[m * block.stride() + k] * own[m];
                }
                own[k] = (own[k] - known) * inverses[k];
            }
        }
        for (&value, &row) in room.ordered.iter().zip(&plan.rows) {
            x[row as usize] = value;
        }
    }
}
