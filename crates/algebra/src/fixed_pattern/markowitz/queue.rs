//! Open rows by what their best pivots cost: the cheapest of a large matrix without a search.

use std::collections::BTreeSet;

/// Cost of a pivot, and entries of its row: of equal costs the shortest row comes first, so that a chain is eliminated link by link.
pub type Rank = (usize, usize);

/// The best pivot of each open row.
#[derive(Default)]
pub struct Queue {
    ranked: BTreeSet<(Rank, u32)>,
    /// Rank and column of the best pivot.
    choices: Vec<Option<(Rank, u32)>>,
}

impl Queue {
    /// For so many rows, none with a pivot yet.
    pub fn new(n: usize) -> Self {
        Self {
            ranked: BTreeSet::new(),
            choices: vec![None; n],
        }
    }

    /// A row has another best pivot than before.
    pub fn put(&mut self, row: u32, rank: Rank, column: u32) {
        self.take(row);
        self.choices[row as usize] = Some((rank, column));
        self.ranked.insert((rank, row));
    }

    /// A row has its pivot.
    pub fn take(&mut self, row: u32) {
        if let Some((rank, _)) = self.choices[row as usize].take() {
            self.ranked.remove(&(rank, row));
        }
    }

    /// Row and column of the cheapest pivot.
    pub fn first(&self) -> Option<(u32, u32)> {
        let &(_, row) = self.ranked.first()?;
        let (_, column) = self.choices[row as usize]?;
        Some((row, column))
    }
}
