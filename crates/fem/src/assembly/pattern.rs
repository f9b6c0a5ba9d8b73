//! Where the entries of K and M stand: unknowns that share an element.

use rayon::prelude::*;

use crate::{DofMap, Error, Mesh};

/// Lower triangle in compressed columns.
pub(super) struct Pattern {
    pub(super) n: usize,
    pub(super) column_starts: Vec<usize>,
    pub(super) rows: Vec<u32>,
}

/// Some columns of K and M, for one thread.
pub(super) struct Part<'a> {
    pub(super) columns: std::ops::Range<usize>,
    pub(super) pattern: &'a Pattern,
    first_entry: usize,
    stiffness: &'a mut [f64],
    mass: &'a mut [f64],
}

impl Pattern {
    pub(super) fn new(mesh: &Mesh, dof_map: &DofMap) -> Result<Self, Error> {
        let neighbours = Neighbours::new(mesh, dof_map);
        let n = dof_map.n_unknowns();
        let owners = 0..dof_map.n_owners() as u32;
        // Later owners, in order, for each owner with unknowns.
        let later: Vec<Vec<u32>> = owners
            .clone()
            .into_par_iter()
            .with_min_len(1024)
            .map_init(Vec::new, |found, owner| {
                if dof_map.owned(owner).is_empty() {
                    return Vec::new();
                }
                neighbours.later(mesh, dof_map, owner, found);
                found.clone()
            })
            .collect();
        let mut column_starts = Vec::with_capacity(n + 1);
        column_starts.push(0);
        let mut n_entries = 0;
        for owner in owners.clone() {
            let below: usize = later[owner as usize]
                .iter()
                .map(|&other| dof_map.owned(other).len())
                .sum();
            for own in (1..=dof_map.owned(owner).len()).rev() {
                n_entries += own + below;
                column_starts.push(n_entries);
            }
        }
        let mut rows = Vec::with_capacity(n_entries);
        for owner in owners {
            let own = dof_map.owned(owner);
            for column in own.clone() {
                rows.extend(column..own.end);
                for &other in &later[owner as usize] {
                    rows.extend(dof_map.owned(other));
                }
            }
        }
        Ok(Self {
            n,
            column_starts,
            rows,
        })
    }

    /// Cuts the columns into parts of about equal numbers of entries.
    pub(super) fn split<'a>(
        &'a self,
        mut stiffness: &'a mut [f64],
        mut mass: &'a mut [f64],
        n_parts: usize,
    ) -> Vec<Part<'a>> {
        let mut parts = Vec::with_capacity(n_parts);
        let mut first = 0;
        for i in 1..=n_parts {
            let target = self.rows.len() / n_parts * i;
            let last = if i == n_parts {
                self.n
            } else {
                self.column_starts
                    .partition_point(|&start| start < target)
                    .clamp(first, self.n)
            };
            let first_entry = self.column_starts[first];
            let length = self.column_starts[last] - first_entry;
            let (own_stiffness, rest_stiffness) = stiffness.split_at_mut(length);
            let (own_mass, rest_mass) = mass.split_at_mut(length);
            (stiffness, mass) = (rest_stiffness, rest_mass);
            parts.push(Part {
                columns: first..last,
                pattern: self,
                first_entry,
                stiffness: own_stiffness,
                mass: own_mass,
            });
            first = last;
        }
        parts
    }
}

impl Part<'_> {
    /// Adds entries of one column; `rows` ascend from the column itself and all are in the pattern.
    pub(super) fn add_column(&mut self, rows: &[u32], stiffness: &[f64], mass: &[f64]) {
        let Some(&column) = rows.first() else { return };
        let column = column as usize;
        let (start, end) = (
            self.pattern.column_starts[column],
            self.pattern.column_starts[column + 1],
        );
        let stored = &self.pattern.rows[start..end];
        let offset = start - self.first_entry;
        let mut at = 0;
        for ((&row, k), m) in rows.iter().zip(stiffness).zip(mass) {
            // Unknowns of one node stand in a row: most steps end at once.
            if stored[at] != row {
                at += 1;
                if stored.get(at) != Some(&row) {
                    at += stored[at..].partition_point(|&other| other < row);
                }
            }
            self.stiffness[offset + at] += k;
            self.mass[offset + at] += m;
        }
    }
}

/// Elements around each owner of unknowns.
struct Neighbours {
    starts: Vec<usize>,
    elements: Vec<u32>,
}

impl Neighbours {
    fn new(mesh: &Mesh, dof_map: &DofMap) -> Self {
        let mut starts = vec![0usize; dof_map.n_owners() + 1];
        for &node in &mesh.connectivity {
            starts[dof_map.owner(node as usize) as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut elements = vec![0; mesh.connectivity.len()];
        for element in 0..mesh.n_elements() {
            for &node in mesh.element(element) {
                let place = &mut next[dof_map.owner(node as usize) as usize];
                elements[*place] = element as u32;
                *place += 1;
            }
        }
        Self { starts, elements }
    }

    /// Owners after `owner` that share an element with it, ascending, with unknowns.
    fn later(&self, mesh: &Mesh, dof_map: &DofMap, owner: u32, found: &mut Vec<u32>) {
        found.clear();
        let own = owner as usize;
        for &element in &self.elements[self.starts[own]..self.starts[own + 1]] {
            let owners = mesh
                .element(element as usize)
                .iter()
                .map(|&node| dof_map.owner(node as usize));
            found.extend(owners.filter(|&other| other > owner));
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|&other| !dof_map.owned(other).is_empty());
    }
}
