//! The elimination itself, as the plan has it.

use super::kernels::{largest, remove};
use super::markowitz::VANISHED;
use super::plan::{Block, Plan};

/// Numbers of the factors.
#[derive(Debug, Clone)]
pub struct Factors {
    /// Panels of all blocks, one after another.
    pub panels: Vec<f64>,
    /// L beside the panels.
    pub lower: Vec<f64>,
    /// Inverses of the pivots.
    pub inverses: Vec<f64>,
    /// A row at full length, zero between two rows.
    row: Vec<f64>,
    /// A row as the panel that changes it has it.
    packed: Vec<f64>,
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
        let n = plan.rows.len();
        Self {
            panels: vec![0.0; plan.n_panel],
            lower: vec![0.0; plan.n_lower],
            inverses: vec![0.0; n],
            row: vec![0.0; n],
            packed: vec![0.0; plan.longest],
        }
    }

    /// Factors the matrix of these values, which are finite.
    pub fn eliminate(&mut self, plan: &Plan, values: &[f64]) -> Result<Sizes, Vanished> {
        let mut sizes = Sizes::default();
        for block in &plan.blocks {
            for k in 0..block.width {
                let size = self.gather_row(plan, block, k, values);
                self.finish_row(block, k, size, &mut sizes)?;
            }
        }
        sizes.see(largest(&self.lower));
        Ok(sizes)
    }

    /// Brings a row into its panel, with all blocks before its own removed. Gives its largest entry in the matrix.
    fn gather_row(&mut self, plan: &Plan, block: &Block, k: usize, values: &[f64]) -> f64 {
        let place = block.start + k;
        let places = plan.place_starts[place] as usize..plan.place_starts[place + 1] as usize;
        let from = plan.value_starts[place] as usize;
        let values = &values[from..from + places.len()];
        for (&place, &value) in plan.places[places].iter().zip(values) {
            self.row[place as usize] = value;
        }
        let sources = plan.source_starts[place] as usize..plan.source_starts[place + 1] as usize;
        for source in &plan.sources[sources] {
            let other = &plan.blocks[source.block as usize];
            self.remove_block(plan, other, source.first as usize, source.lower);
        }
        let stride = block.stride();
        let panel = &mut self.panels[block.panel + k * stride..][..stride];
        let (own, tail) = panel.split_at_mut(block.width);
        let row = &mut self.row[block.start..block.start + block.width];
        own.copy_from_slice(row);
        row.fill(0.0);
        for (entry, &column) in tail.iter_mut().zip(&plan.tails[block.tail.clone()]) {
            *entry = std::mem::take(&mut self.row[column as usize]);
        }
        largest(values)
    }

    /// Removes the columns of a block from the row, from its pivot `first` on.
    fn remove_block(&mut self, plan: &Plan, block: &Block, first: usize, lower: usize) {
        let stride = block.stride();
        let count = block.width - first;
        let packed = &mut self.packed[..stride - first];
        let (own, tail) = packed.split_at_mut(count);
        let row = &mut self.row[block.start + first..block.start + block.width];
        own.copy_from_slice(row);
        row.fill(0.0);
        let columns = &plan.tails[block.tail.clone()];
        for (entry, &column) in tail.iter_mut().zip(columns) {
            *entry = self.row[column as usize];
        }
        let panel = &self.panels[block.panel + first * stride..][..count * stride];
        remove(packed, panel, stride, first);
        self.lower[lower..lower + count].copy_from_slice(&packed[..count]);
        for (&entry, &column) in packed[count..].iter().zip(columns) {
            self.row[column as usize] = entry;
        }
    }

    /// Removes the rows of its own block before it from row k of a panel and divides by the pivot.
    fn finish_row(
        &mut self,
        block: &Block,
        k: usize,
        size: f64,
        sizes: &mut Sizes,
    ) -> Result<(), Vanished> {
        let stride = block.stride();
        let panel = &mut self.panels[block.panel..block.panel + block.width * stride];
        let (before, rest) = panel.split_at_mut(k * stride);
        let row = &mut rest[..stride];
        remove(row, before, stride, 0);
        let pivot = row[k];
        let beside = largest(&row[k + 1..]);
        sizes.see(largest(&row[..=k]));
        sizes.see(beside);
        let inverse = 1.0 / pivot;
        // Written so that NaN is refused.
        let is_pivot = pivot.abs() > VANISHED * size && inverse.is_finite();
        if !is_pivot {
            return Err(Vanished {
                pivot: block.start + k,
                remains: if size > 0.0 { pivot.abs() / size } else { 0.0 },
            });
        }
        self.inverses[block.start + k] = inverse;
        for entry in &mut row[k + 1..] {
            *entry *= inverse;
        }
        if beside * inverse.abs() > sizes.beside {
            sizes.beside = beside * inverse.abs();
            sizes.smallest = block.start + k;
        }
        Ok(())
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
