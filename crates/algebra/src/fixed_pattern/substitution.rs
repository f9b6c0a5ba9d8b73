//! Solutions with the factors: P A Q = L U, U with ones on its diagonal.

use super::elimination::Factors;
use super::kernels::{dot, subtract};
use super::plan::{Block, Plan};

impl Factors {
    fn panel(&self, block: &Block) -> &[f64] {
        &self.panels[block.panel..block.panel + block.width * block.stride()]
    }

    /// x ← A⁻¹ x. `work` has as many entries, `tail` as many as the longest row of a panel.
    pub fn solve(&self, plan: &Plan, x: &mut [f64], work: &mut [f64], tail: &mut [f64]) {
        for block in &plan.blocks {
            let stride = block.stride();
            for (k, row) in self.panel(block).chunks_exact(stride).enumerate() {
                self.forward(plan, block.start, block.start + k, row, x, work);
            }
        }
        for block in plan.blocks.iter().rev() {
            let (own, rest) = tail[..block.stride()].split_at_mut(block.width);
            for (entry, &column) in rest.iter_mut().zip(&plan.tails[block.tail.clone()]) {
                *entry = work[column as usize];
            }
            own.copy_from_slice(&work[block.start..block.start + block.width]);
            let rows = self.panel(block).chunks_exact(block.stride());
            for (k, row) in rows.enumerate().rev() {
                tail[k] -= dot(&row[k + 1..], &tail[k + 1..block.stride()]);
            }
            work[block.start..block.start + block.width].copy_from_slice(&tail[..block.width]);
        }
        for (&value, &column) in work.iter().zip(&plan.columns) {
            x[column as usize] = value;
        }
    }

    /// One row of L z = P b.
    fn forward(
        &self,
        plan: &Plan,
        start: usize,
        place: usize,
        row: &[f64],
        right: &[f64],
        z: &mut [f64],
    ) {
        let mut sum = right[plan.rows[place] as usize];
        let sources = plan.source_starts[place] as usize..plan.source_starts[place + 1] as usize;
        for source in &plan.sources[sources] {
            let block = &plan.blocks[source.block as usize];
            let z = &z[block.start + source.first as usize..block.start + block.width];
            sum -= dot(&self.lower[source.lower..][..z.len()], z);
        }
        sum -= dot(&row[..place - start], &z[start..place]);
        z[place] = sum * self.inverses[place];
    }

    /// x ← A⁻ᵀ x: Uᵀ from the front, then Lᵀ from the back.
    pub fn solve_transposed(&self, plan: &Plan, x: &mut [f64], work: &mut [f64]) {
        for (entry, &column) in work.iter_mut().zip(&plan.columns) {
            *entry = x[column as usize];
        }
        for block in &plan.blocks {
            let columns = &plan.tails[block.tail.clone()];
            let rows = self.panel(block).chunks_exact(block.stride());
            for (k, row) in rows.enumerate() {
                let (before, after) = work.split_at_mut(block.start + k + 1);
                let known = before[block.start + k];
                let (own, tail) = row[k + 1..].split_at(block.width - k - 1);
                subtract(after, known, own);
                for (u, &column) in tail.iter().zip(columns) {
                    work[column as usize] -= known * u;
                }
            }
        }
        for block in plan.blocks.iter().rev() {
            let rows = self.panel(block).chunks_exact(block.stride());
            for (k, row) in rows.enumerate().rev() {
                self.backward_transposed(plan, block.start, block.start + k, row, work);
            }
        }
        for (&value, &row) in work.iter().zip(&plan.rows) {
            x[row as usize] = value;
        }
    }

    fn backward_transposed(
        &self,
        plan: &Plan,
        start: usize,
        place: usize,
        row: &[f64],
        z: &mut [f64],
    ) {
        let known = z[place] * self.inverses[place];
        z[place] = known;
        subtract(&mut z[start..place], known, &row[..place - start]);
        let sources = plan.source_starts[place] as usize..plan.source_starts[place + 1] as usize;
        for source in &plan.sources[sources] {
            let block = &plan.blocks[source.block as usize];
            let z = &mut z[block.start + source.first as usize..block.start + block.width];
            subtract(z, known, &self.lower[source.lower..][..z.len()]);
        }
    }
}
