//! The elimination written down once: where each entry is stored, and which it changes.

use std::collections::BTreeSet;
use std::ops::Range;

use super::RowPattern;
use super::grouping::Grouping;
use crate::Error;

/// Consecutive pivots, stored as two dense panels.
///
/// Upper panel, row by row: the block's own columns, then its tail. On and below the diagonal of the own columns stands
/// L, above it and in the tail U, whose diagonal is 1. Lower panel, column by column: L of the rows below.
#[derive(Debug, Clone)]
pub struct Block {
    /// First pivot.
    pub start: usize,
    /// Number of pivots.
    pub width: usize,
    /// Columns to the right, among all tails.
    pub tail: Range<usize>,
    /// Rows below, among all feet.
    pub foot: Range<usize>,
    /// Its upper and then its lower panel, among all entries.
    pub panels: Range<usize>,
    /// Entries that it changes, rows below by columns to the right, among all targets.
    pub targets: Range<usize>,
}

impl Block {
    /// Its pivots.
    pub fn own(&self) -> Range<usize> {
        self.start..self.start + self.width
    }

    /// Entries of a row of the upper panel.
    pub fn stride(&self) -> usize {
        self.width + self.tail.len()
    }

    fn multiplications(&self) -> u64 {
        let (width, stride, below) = (self.width, self.stride(), self.foot.len());
        let upper: usize = (0..width).map(|k| (width - k) * (stride - k - 1)).sum();
        let lower = below * width * (width - 1) / 2;
        (upper + lower + below * width * self.tail.len()) as u64
    }
}

/// Everything about the elimination that does not depend on values.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Rows and columns of the pivots.
    pub rows: Vec<u32>,
    pub columns: Vec<u32>,
    pub blocks: Vec<Block>,
    /// Columns to the right and rows below of all blocks, as numbers of pivots, ascending in each.
    pub tails: Vec<u32>,
    pub feet: Vec<u32>,
    /// What the blocks change, counted from the end of their own panels.
    pub targets: Vec<u32>,
    /// Where each value of the matrix is stored.
    pub places: Vec<u32>,
    /// Entries of all panels.
    pub n_entries: usize,
}

/// Columns to the right and rows below of a block while they are found.
#[derive(Default, Clone)]
struct Reach {
    tail: BTreeSet<u32>,
    foot: BTreeSet<u32>,
}

impl Plan {
    pub fn new(pattern: &RowPattern, grouping: Grouping) -> Result<Self, Error> {
        let mut block_of = Vec::with_capacity(pattern.n);
        for (block, pair) in grouping.starts.windows(2).enumerate() {
            block_of.resize(pair[1] as usize, block as u32);
        }
        let places = Places::new(pattern, &grouping);
        let reaches = reach(&places, &block_of, grouping.starts.len() - 1);
        let mut plan = Self {
            rows: grouping.rows,
            columns: grouping.columns,
            blocks: Vec::with_capacity(reaches.len()),
            tails: Vec::new(),
            feet: Vec::new(),
            targets: Vec::new(),
            places: Vec::new(),
            n_entries: 0,
        };
        for (pair, reach) in grouping.starts.windows(2).zip(&reaches) {
            plan.add_block(pair[0] as usize, pair[1] as usize, reach);
        }
        // Entries are counted with 32 bits.
        if u32::try_from(plan.n_entries).is_err() {
            return Err(Error::Memory {
                what: "the factor",
                bytes: 8 * plan.n_entries as u64,
                limit: 8 * u64::from(u32::MAX),
            });
        }
        plan.places = places
            .iter()
            .map(|(row, column)| plan.index(row, column, &block_of) as u32)
            .collect();
        plan.add_targets(&block_of);
        Ok(plan)
    }

    fn add_block(&mut self, start: usize, end: usize, reach: &Reach) {
        let (tail, foot) = (self.tails.len(), self.feet.len());
        self.tails.extend(&reach.tail);
        self.feet.extend(&reach.foot);
        let mut block = Block {
            start,
            width: end - start,
            tail: tail..self.tails.len(),
            foot: foot..self.feet.len(),
            panels: self.n_entries..self.n_entries,
            targets: 0..0,
        };
        self.n_entries += block.width * (block.stride() + block.foot.len());
        block.panels.end = self.n_entries;
        self.blocks.push(block);
    }

    fn add_targets(&mut self, block_of: &[u32]) {
        for number in 0..self.blocks.len() {
            let block = self.blocks[number].clone();
            let from = self.targets.len();
            for &row in &self.feet[block.foot.clone()] {
                for &column in &self.tails[block.tail.clone()] {
                    let index = self.index(row, column, block_of) - block.panels.end;
                    self.targets.push(index as u32);
                }
            }
            self.blocks[number].targets = from..self.targets.len();
        }
    }

    /// Where the entry of a row and a column, both as numbers of pivots, is stored.
    fn index(&self, row: u32, column: u32, block_of: &[u32]) -> usize {
        let (above, left) = (block_of[row as usize], block_of[column as usize]);
        let block = &self.blocks[above.min(left) as usize];
        let rank = |list: &[u32], place: u32| list.partition_point(|&other| other < place);
        if above <= left {
            let column = if above == left {
                column as usize - block.start
            } else {
                block.width + rank(&self.tails[block.tail.clone()], column)
            };
            block.panels.start + (row as usize - block.start) * block.stride() + column
        } else {
            let lower = block.panels.start + block.width * block.stride();
            let row = rank(&self.feet[block.foot.clone()], row);
            lower + (column as usize - block.start) * block.foot.len() + row
        }
    }

    /// Multiplications of one elimination.
    pub fn multiplications(&self) -> u64 {
        self.blocks.iter().map(Block::multiplications).sum()
    }

    /// Longest row below or to the right of a block, its own pivots included.
    pub fn longest(&self) -> usize {
        let lengths = self.blocks.iter().map(|b| b.stride().max(b.foot.len()));
        lengths.max().unwrap_or(0)
    }
}

/// Rows and columns of the matrix as numbers of pivots.
struct Places<'a> {
    pattern: &'a RowPattern,
    of_row: Vec<u32>,
    of_column: Vec<u32>,
}

impl<'a> Places<'a> {
    fn new(pattern: &'a RowPattern, grouping: &Grouping) -> Self {
        let inverse = |list: &[u32]| {
            let mut places = vec![0; list.len()];
            for (place, &item) in list.iter().enumerate() {
                places[item as usize] = place as u32;
            }
            places
        };
        Self {
            pattern,
            of_row: inverse(&grouping.rows),
            of_column: inverse(&grouping.columns),
        }
    }

    /// Of all entries, in their order.
    fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.pattern.n).flat_map(move |row| {
            let columns = self.pattern.row(row).iter();
            columns.map(move |&column| (self.of_row[row], self.of_column[column as usize]))
        })
    }
}

/// Which columns to the right and which rows below each block has, new entries included: a block couples all
/// its rows below with all its columns to the right.
fn reach(places: &Places, block_of: &[u32], n_blocks: usize) -> Vec<Reach> {
    let mut reaches = vec![Reach::default(); n_blocks];
    for (row, column) in places.iter() {
        let (above, left) = (block_of[row as usize], block_of[column as usize]);
        if above < left {
            reaches[above as usize].tail.insert(column);
        } else if left < above {
            reaches[left as usize].foot.insert(row);
        }
    }
    for number in 0..n_blocks {
        let Reach { tail, foot } = reaches[number].clone();
        let blocks = |places: &BTreeSet<u32>| -> BTreeSet<u32> {
            places.iter().map(|&p| block_of[p as usize]).collect()
        };
        let beyond = |places: &BTreeSet<u32>, block: u32| -> Vec<u32> {
            let is_beyond = |&&place: &&u32| block_of[place as usize] > block;
            places.iter().filter(is_beyond).copied().collect()
        };
        for block in blocks(&foot) {
            reaches[block as usize].tail.extend(beyond(&tail, block));
        }
        for block in blocks(&tail) {
            reaches[block as usize].foot.extend(beyond(&foot, block));
        }
    }
    reaches
}
