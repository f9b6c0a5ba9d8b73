//! In which order groups of vectors are taken, and which rows and columns each front has.

use super::SparseVector;
use super::front::{Left, Work};
use crate::metis::{self, Graph};

/// Everything that does not depend on numbers. Groups are numbered in the order in which they are taken.
pub(super) struct Structure {
    pub group_of: Vec<u32>,
    /// Vectors of each group, ascending.
    members: Vec<Vec<u32>>,
    /// Later groups whose vectors each front has as columns, ascending.
    later: Vec<Vec<u32>>,
    /// Coordinates in which each group comes first.
    firsts: Vec<Vec<u32>>,
    /// Entries of each coordinate: vector and value.
    rows: Vec<Vec<(u32, f64)>>,
}

impl Structure {
    /// `last`: vectors that are taken after all others, whatever their groups.
    pub fn of(vectors: &[SparseVector], groups: &[u32], last: &[usize]) -> Self {
        let rows = rows(vectors);
        let (numbers, n_regular) = dense_numbers(groups, last);
        let n_groups = n_regular + last.len();
        let place = order(&rows, &numbers, n_regular);
        let group_of = numbers
            .iter()
            .map(|&g| place.get(g as usize).map_or(g, |p| *p));
        let group_of: Vec<u32> = group_of.collect();
        let mut members = vec![Vec::new(); n_groups];
        for (vector, &group) in group_of.iter().enumerate() {
            members[group as usize].push(vector as u32);
        }
        let mut found = Self {
            later: vec![Vec::new(); n_groups],
            firsts: vec![Vec::new(); n_groups],
            group_of,
            members,
            rows,
        };
        found.find_fronts();
        found
    }

    /// A row belongs to the first of its groups, which hands what is left of it to the next: that has all the later columns as well.
    fn find_fronts(&mut self) {
        for (coordinate, row) in self.rows.iter().enumerate() {
            let groups = groups_of(row, &self.group_of);
            if let Some((&first, others)) = groups.split_first() {
                self.firsts[first as usize].push(coordinate as u32);
                self.later[first as usize].extend(others);
            }
        }
        for group in 0..self.later.len() {
            let mut own = std::mem::take(&mut self.later[group]);
            own.sort_unstable();
            own.dedup();
            if let Some((&next, others)) = own.split_first() {
                self.later[next as usize].extend(others);
            }
            self.later[group] = own;
        }
    }

    pub fn n_groups(&self) -> usize {
        self.members.len()
    }

    /// The group that takes what this one leaves.
    pub fn next(&self, group: usize) -> Option<usize> {
        self.later[group].first().map(|&next| next as usize)
    }

    /// For each group those before it whose fronts have its columns.
    pub fn holders(&self) -> Vec<Vec<u32>> {
        let mut holders = vec![Vec::new(); self.n_groups()];
        for (group, later) in self.later.iter().enumerate() {
            for &other in later {
                holders[other as usize].push(group as u32);
            }
        }
        holders
    }

    /// The front of a group with all its rows. `places` is scratch over all vectors.
    pub fn gather(&self, group: usize, left: Vec<Left>, places: &mut [u32]) -> Work {
        let mut vectors = self.members[group].clone();
        for &later in &self.later[group] {
            vectors.extend(&self.members[later as usize]);
        }
        for (place, &vector) in vectors.iter().enumerate() {
            places[vector as usize] = place as u32;
        }
        let of_left: usize = left.iter().map(|left| left.n_rows).sum();
        let firsts = &self.firsts[group];
        let n_rows = firsts.len() + of_left;
        let mut work = Work::new(vectors, self.members[group].len(), n_rows);
        for (i, &coordinate) in firsts.iter().enumerate() {
            for &(vector, value) in &self.rows[coordinate as usize] {
                work.entries[places[vector as usize] as usize * n_rows + i] = value;
            }
        }
        let mut first = firsts.len();
        for left in left {
            let columns = left.entries.chunks_exact(left.n_rows);
            for (&vector, column) in left.vectors.iter().zip(columns) {
                let at = places[vector as usize] as usize * n_rows + first;
                work.entries[at..at + left.n_rows].copy_from_slice(column);
            }
            first += left.n_rows;
        }
        work
    }
}

/// Entries coordinate by coordinate.
fn rows(vectors: &[SparseVector]) -> Vec<Vec<(u32, f64)>> {
    let last = vectors.iter().filter_map(|vector| vector.last());
    let n = last.map(|entry| entry.0 as usize + 1).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); n];
    for (vector, entries) in vectors.iter().enumerate() {
        for &(coordinate, value) in entries {
            rows[coordinate as usize].push((vector as u32, value));
        }
    }
    rows
}

/// Groups numbered from 0 without gaps, in the order of their keys, and how many; then one for each of the last vectors.
fn dense_numbers(groups: &[u32], last: &[usize]) -> (Vec<u32>, usize) {
    let mut is_last = vec![false; groups.len()];
    last.iter().for_each(|&vector| is_last[vector] = true);
    let regular = groups
        .iter()
        .zip(&is_last)
        .filter(|(_, is_last)| !**is_last);
    let mut keys: Vec<u32> = regular.map(|(key, _)| *key).collect();
    keys.sort_unstable();
    keys.dedup();
    let number = |key: &u32| keys.partition_point(|other| other < key) as u32;
    let mut numbers: Vec<u32> = groups.iter().map(number).collect();
    for (i, &vector) in last.iter().enumerate() {
        numbers[vector] = (keys.len() + i) as u32;
    }
    (numbers, keys.len())
}

/// Groups of a row, ascending, each once.
fn groups_of(row: &[(u32, f64)], group_of: &[u32]) -> Vec<u32> {
    let groups = row.iter().map(|entry| group_of[entry.0 as usize]);
    let mut groups: Vec<u32> = groups.collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// When each of the first groups is taken: groups that keep two parts of the machine apart come after both. \[george1973\]
fn order(rows: &[Vec<(u32, f64)>], group_of: &[u32], n_groups: usize) -> Vec<u32> {
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for row in rows {
        let mut groups = groups_of(row, group_of);
        groups.retain(|group| (*group as usize) < n_groups);
        for &a in &groups {
            let others = groups.iter().filter(|&&b| b != a);
            edges.extend(others.map(|&b| (a, b)));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let as_given = || (0..n_groups as u32).collect();
    if edges.is_empty() || i32::try_from(edges.len()).is_err() {
        return as_given();
    }
    let mut graph = Graph {
        starts: vec![0; n_groups + 1],
        neighbours: edges.iter().map(|&(_, b)| b as i32).collect(),
        weights: vec![1; n_groups],
    };
    for &(a, _) in &edges {
        graph.starts[a as usize + 1] += 1;
    }
    for a in 0..n_groups {
        graph.starts[a + 1] += graph.starts[a];
    }
    let Some(order) = metis::nested_dissection(&mut graph) else {
        return as_given();
    };
    let mut place = vec![0; n_groups];
    for (at, &group) in order.iter().enumerate() {
        place[group] = at as u32;
    }
    place
}
