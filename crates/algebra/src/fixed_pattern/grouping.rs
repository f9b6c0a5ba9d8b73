//! Pivots gathered into blocks whose rows have nearly the same columns.
//!
//! Two pivots may change places unless one has an entry in the row or column of the other. Among the orders that are
//! left, one is taken in which rows with the same remaining columns follow each other: such a block is stored as
//! a dense panel, a few zeros included, and eliminated by dense kernels.

use super::markowitz::Pivot;

/// Pivots of a block at most: a row of its panel stays in the fastest memory.
const WIDEST: usize = 32;
/// Zeros that a panel may hold, as a share of its entries.
const ZERO_SHARE: f64 = 0.25;
/// Pivots tried as the next of a block, besides those that the block couples to.
const TRIED: usize = 8;

/// Pivots in the order of elimination.
pub struct Grouping {
    /// Rows and columns of the pivots.
    pub rows: Vec<u32>,
    pub columns: Vec<u32>,
    /// First pivot of each block, and the number of pivots.
    pub starts: Vec<u32>,
}

/// A block that still grows.
struct Growing {
    width: usize,
    /// Entries of its panel that are not zero.
    entries: usize,
    /// Columns of its rows that are not its own.
    tail: Vec<u32>,
}

struct Order<'a> {
    upper: &'a [Vec<u32>],
    /// Pivots that must wait for this one.
    followers: Vec<Vec<u32>>,
    /// For how many each must still wait.
    awaited: Vec<u32>,
    /// Those that wait for none, the latest last.
    ready: Vec<u32>,
    /// Scratch: marks of columns.
    marks: Vec<u32>,
    mark: u32,
}

/// Orders and groups the pivots.
pub fn group(pivots: &[Pivot]) -> Grouping {
    let n = pivots.len();
    let (mut step_of_row, mut step_of_column) = (vec![0; n], vec![0; n]);
    for (step, pivot) in pivots.iter().enumerate() {
        step_of_row[pivot.row as usize] = step as u32;
        step_of_column[pivot.column as usize] = step as u32;
    }
    let renumbered = |places: &[u32], steps: &[u32]| -> Vec<u32> {
        let mut steps: Vec<u32> = places.iter().map(|&place| steps[place as usize]).collect();
        steps.sort_unstable();
        steps
    };
    let upper: Vec<Vec<u32>> = pivots
        .iter()
        .map(|pivot| renumbered(&pivot.upper, &step_of_column))
        .collect();
    let followers: Vec<Vec<u32>> = pivots
        .iter()
        .zip(&upper)
        .map(|(pivot, upper)| {
            let mut all = renumbered(&pivot.lower, &step_of_row);
            all.extend(upper);
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let mut awaited = vec![0; n];
    for &follower in followers.iter().flatten() {
        awaited[follower as usize] += 1;
    }
    let order = Order {
        upper: &upper,
        followers,
        ready: (0..n as u32)
            .rev()
            .filter(|&step| awaited[step as usize] == 0)
            .collect(),
        awaited,
        marks: vec![0; n],
        mark: 0,
    };
    let (steps, starts) = order.run();
    Grouping {
        rows: steps.iter().map(|&s| pivots[s as usize].row).collect(),
        columns: steps.iter().map(|&s| pivots[s as usize].column).collect(),
        starts,
    }
}

impl Order<'_> {
    fn run(mut self) -> (Vec<u32>, Vec<u32>) {
        let mut steps = Vec::with_capacity(self.upper.len());
        let mut starts = Vec::new();
        while let Some(first) = self.ready.pop() {
            starts.push(steps.len() as u32);
            let tail = self.upper[first as usize].clone();
            let mut block = Growing {
                width: 1,
                entries: 1 + tail.len(),
                tail,
            };
            self.place(first, &mut steps);
            while let Some(next) = self.next_of(&block) {
                self.extend(&mut block, next);
                self.ready.retain(|&step| step != next);
                self.place(next, &mut steps);
            }
        }
        starts.push(steps.len() as u32);
        (steps, starts)
    }

    fn place(&mut self, step: u32, steps: &mut Vec<u32>) {
        steps.push(step);
        for &follower in &self.followers[step as usize] {
            let awaited = &mut self.awaited[follower as usize];
            *awaited -= 1;
            if *awaited == 0 {
                self.ready.push(follower);
            }
        }
    }

    /// The pivot that makes the fewest zeros in the panel, if they are few enough.
    fn next_of(&mut self, block: &Growing) -> Option<u32> {
        if block.width == WIDEST {
            return None;
        }
        self.mark += 1;
        for &column in &block.tail {
            self.marks[column as usize] = self.mark;
        }
        let is_near = |&step: &u32| self.awaited[step as usize] == 0;
        let coupled = block.tail.iter().copied().filter(is_near);
        let latest = self.ready.iter().rev().copied().take(TRIED);
        let (zeros, next, panel) = coupled
            .chain(latest)
            .map(|step| {
                let upper = &self.upper[step as usize];
                let is_new = |column: &&u32| self.marks[**column as usize] != self.mark;
                let own = usize::from(self.marks[step as usize] == self.mark);
                let tail = block.tail.len() + upper.iter().filter(is_new).count() - own;
                let width = block.width + 1;
                let panel = width * tail + width * (width + 1) / 2;
                let entries = block.entries + 1 + upper.len();
                (panel - entries, step, panel)
            })
            .min()?;
        (zeros as f64 <= ZERO_SHARE * panel as f64).then_some(next)
    }

    fn extend(&self, block: &mut Growing, next: u32) {
        let upper = &self.upper[next as usize];
        block.width += 1;
        block.entries += 1 + upper.len();
        block.tail.extend(upper);
        block.tail.sort_unstable();
        block.tail.dedup();
        block.tail.retain(|&column| column != next);
    }
}
