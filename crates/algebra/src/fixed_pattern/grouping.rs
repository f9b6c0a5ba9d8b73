//! Pivots gathered into blocks whose rows, and whose columns, have nearly the same places.
//!
//! Two pivots may change places unless one has an entry in the row or column of the other. Among the orders that are
//! left, one is taken in which pivots with the same remaining columns and rows follow each other: such a block is stored
//! as dense panels, a few zeros included, and eliminated by dense kernels.

use super::markowitz::Pivot;

/// Pivots of a block at most: a row of its panel stays in the fastest memory.
const WIDEST: usize = 32;
/// Zeros that the panels of a block may hold, as a share of their entries.
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
    /// Entries of its panels that are not zero.
    entries: usize,
    /// Columns of its rows, and rows of its columns, that are not its own.
    tail: Vec<u32>,
    foot: Vec<u32>,
}

struct Order<'a> {
    upper: &'a [Vec<u32>],
    lower: &'a [Vec<u32>],
    /// Pivots that must wait for this one.
    followers: Vec<Vec<u32>>,
    /// For how many each must still wait.
    awaited: Vec<u32>,
    /// Those that wait for none, the latest last.
    ready: Vec<u32>,
    /// Scratch: marks of columns and of rows.
    columns: Vec<u32>,
    rows: Vec<u32>,
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
    let lower: Vec<Vec<u32>> = pivots
        .iter()
        .map(|pivot| renumbered(&pivot.lower, &step_of_row))
        .collect();
    let followers: Vec<Vec<u32>> = upper
        .iter()
        .zip(&lower)
        .map(|(upper, lower)| united(upper, lower))
        .collect();
    let mut awaited = vec![0; n];
    for &follower in followers.iter().flatten() {
        awaited[follower as usize] += 1;
    }
    let order = Order {
        upper: &upper,
        lower: &lower,
        followers,
        ready: (0..n as u32)
            .rev()
            .filter(|&step| awaited[step as usize] == 0)
            .collect(),
        awaited,
        columns: vec![0; n],
        rows: vec![0; n],
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
            let mut block = Growing {
                width: 1,
                entries: self.entries(first),
                tail: self.upper[first as usize].clone(),
                foot: self.lower[first as usize].clone(),
            };
            self.place(first, &mut steps);
            while let Some(next) = self.next_of(&block) {
                self.extend(&mut block, next);
                self.take_ready(next);
                self.place(next, &mut steps);
            }
        }
        starts.push(steps.len() as u32);
        (steps, starts)
    }

    /// It is one of the latest: found from the end, however many wait.
    fn take_ready(&mut self, step: u32) {
        if let Some(at) = self.ready.iter().rposition(|&ready| ready == step) {
            self.ready.remove(at);
        }
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

    /// Entries of the row and the column of a pivot.
    fn entries(&self, step: u32) -> usize {
        1 + self.upper[step as usize].len() + self.lower[step as usize].len()
    }

    /// The pivot that makes the fewest zeros in the panels, if they are few enough.
    fn next_of(&mut self, block: &Growing) -> Option<u32> {
        if block.width == WIDEST {
            return None;
        }
        self.mark += 1;
        for &column in &block.tail {
            self.columns[column as usize] = self.mark;
        }
        for &row in &block.foot {
            self.rows[row as usize] = self.mark;
        }
        let is_ready = |&step: &u32| self.awaited[step as usize] == 0;
        let coupled = block.tail.iter().copied().filter(is_ready);
        let latest = self.ready.iter().rev().copied().take(TRIED);
        let width = block.width + 1;
        let (zeros, next, entries) = coupled
            .chain(latest)
            .map(|step| {
                let grown = |list: &[u32], more: &[u32], marks: &[u32]| {
                    let is_new = |place: &&u32| marks[**place as usize] != self.mark;
                    let own = usize::from(marks[step as usize] == self.mark);
                    list.len() + more.iter().filter(is_new).count() - own
                };
                let tail = grown(&block.tail, &self.upper[step as usize], &self.columns);
                let foot = grown(&block.foot, &self.lower[step as usize], &self.rows);
                let panels = width * (tail + foot + width);
                let entries = block.entries + self.entries(step);
                (panels.saturating_sub(entries), step, panels)
            })
            .min()?;
        (zeros as f64 <= ZERO_SHARE * entries as f64).then_some(next)
    }

    fn extend(&self, block: &mut Growing, next: u32) {
        block.width += 1;
        block.entries += self.entries(next);
        block.tail = united(&block.tail, &self.upper[next as usize]);
        block.foot = united(&block.foot, &self.lower[next as usize]);
        block.tail.retain(|&column| column != next);
        block.foot.retain(|&row| row != next);
    }
}

/// All of both lists, ascending, each once.
fn united(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}
