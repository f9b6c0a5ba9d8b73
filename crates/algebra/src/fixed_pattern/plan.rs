//! The elimination written down once: which row is changed by which block, and where everything is stored.

use std::collections::BTreeSet;

use super::RowPattern;
use super::grouping::Grouping;

/// Consecutive pivots whose rows are stored as a dense panel, row by row: first the block's own columns, then its tail.
/// On and below the diagonal of the own columns stands L, above it and in the tail U, whose diagonal is 1.
#[derive(Debug, Clone)]
pub struct Block {
    /// First pivot.
    pub start: usize,
    /// Number of pivots.
    pub width: usize,
    /// Where the panel begins.
    pub panel: usize,
    /// Where the columns of the tail begin among all tails, and where they end.
    pub tail: std::ops::Range<usize>,
}

impl Block {
    /// Entries of a row of the panel.
    pub fn stride(&self) -> usize {
        self.width + self.tail.len()
    }
}

/// A block that changes a row, from one of its pivots on to its last.
#[derive(Debug, Clone)]
pub struct Source {
    /// The block.
    pub block: u32,
    /// First pivot of the block that does, counted from the block's first.
    pub first: u32,
    /// Where L of the row in these columns begins.
    pub lower: usize,
}

/// Everything about the elimination that does not depend on values.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Rows and columns of the pivots.
    pub rows: Vec<u32>,
    pub columns: Vec<u32>,
    pub blocks: Vec<Block>,
    /// Columns of all tails, as numbers of pivots, ascending in each.
    pub tails: Vec<u32>,
    /// Blocks that change each row, ascending, with the starts of the rows.
    pub sources: Vec<Source>,
    pub source_starts: Vec<u32>,
    /// Where the values of each row begin in the matrix, and the pivot whose column each belongs to.
    pub value_starts: Vec<u32>,
    pub places: Vec<u32>,
    pub place_starts: Vec<u32>,
    /// Entries of L beside the panels, and of all panels.
    pub n_lower: usize,
    pub n_panel: usize,
    /// Longest row of a panel.
    pub longest: usize,
    /// Multiplications of one elimination.
    pub multiplications: u64,
}

/// Pivots that a row has entries in, found in ascending order of their blocks.
struct Reach {
    marked: Vec<bool>,
    list: Vec<u32>,
    open: BTreeSet<u32>,
}

impl Plan {
    pub fn new(pattern: &RowPattern, grouping: Grouping) -> Self {
        let n = pattern.n;
        let mut place_of_column = vec![0; n];
        for (place, &column) in grouping.columns.iter().enumerate() {
            place_of_column[column as usize] = place as u32;
        }
        let mut block_of = Vec::with_capacity(n);
        for (block, pair) in grouping.starts.windows(2).enumerate() {
            block_of.resize(pair[1] as usize, block as u32);
        }
        let mut plan = Self::empty(grouping.rows, grouping.columns);
        let mut reach = Reach {
            marked: vec![false; n],
            list: Vec::new(),
            open: BTreeSet::new(),
        };
        for pair in grouping.starts.windows(2) {
            let (start, end) = (pair[0] as usize, pair[1] as usize);
            let mut tail = BTreeSet::new();
            for place in start..end {
                let row = plan.rows[place] as usize;
                plan.value_starts.push(pattern.starts[row]);
                let places = pattern.row(row);
                let places = places.iter().map(|&c| place_of_column[c as usize]);
                plan.places.extend(places);
                plan.place_starts.push(plan.places.len() as u32);
                plan.add_row(start, end, &block_of, &mut reach, &mut tail);
            }
            plan.add_block(start, end, &tail);
        }
        plan
    }

    fn empty(rows: Vec<u32>, columns: Vec<u32>) -> Self {
        Self {
            rows,
            columns,
            blocks: Vec::new(),
            tails: Vec::new(),
            sources: Vec::new(),
            source_starts: vec![0],
            value_starts: Vec::new(),
            places: Vec::new(),
            place_starts: vec![0],
            n_lower: 0,
            n_panel: 0,
            longest: 0,
            multiplications: 0,
        }
    }

    /// Follows the row whose places were added last through all blocks before its own.
    fn add_row(
        &mut self,
        start: usize,
        end: usize,
        block_of: &[u32],
        reach: &mut Reach,
        tail: &mut BTreeSet<u32>,
    ) {
        let row = self.place_starts.len() - 2;
        let from = self.place_starts[row] as usize;
        for &place in &self.places[from..] {
            reach.mark(place, start, block_of);
        }
        while let Some(number) = reach.open.pop_first() {
            let block = &self.blocks[number as usize];
            let first = (0..block.width)
                .find(|&k| reach.marked[block.start + k])
                .unwrap_or(0);
            let count = block.width - first;
            self.sources.push(Source {
                block: number,
                first: first as u32,
                lower: self.n_lower,
            });
            self.n_lower += count;
            self.multiplications += dense_multiplications(count, block.stride() - first);
            for &place in &self.tails[block.tail.clone()] {
                reach.mark(place, start, block_of);
            }
        }
        self.source_starts.push(self.sources.len() as u32);
        for place in reach.list.drain(..) {
            reach.marked[place as usize] = false;
            if place as usize >= end {
                tail.insert(place);
            }
        }
    }

    fn add_block(&mut self, start: usize, end: usize, tail: &BTreeSet<u32>) {
        let from = self.tails.len();
        self.tails.extend(tail);
        let block = Block {
            start,
            width: end - start,
            panel: self.n_panel,
            tail: from..self.tails.len(),
        };
        let stride = block.stride();
        self.n_panel += block.width * stride;
        self.longest = self.longest.max(stride);
        self.multiplications += (0..block.width)
            .map(|k| dense_multiplications(k, stride) + (stride - k - 1) as u64)
            .sum::<u64>();
        self.blocks.push(block);
    }
}

impl Reach {
    fn mark(&mut self, place: u32, start: usize, block_of: &[u32]) {
        if !self.marked[place as usize] {
            self.marked[place as usize] = true;
            self.list.push(place);
            if (place as usize) < start {
                self.open.insert(block_of[place as usize]);
            }
        }
    }
}

/// Multiplications that remove the first `count` entries of a row of this length.
fn dense_multiplications(count: usize, length: usize) -> u64 {
    (0..count).map(|k| (length - k - 1) as u64).sum()
}
