//! Matrices of some elements over the unknowns, as they wait to be added.

use super::pattern::Part;
use crate::element_matrix::{ElementMatrices, Reference};
use crate::{DofMap, Error, Material, Mesh};

/// Elements after one another: sorted unknowns, and the lower triangles of K and M column by column.
pub(super) struct Batch<const N: usize> {
    matrices: ElementMatrices<N>,
    unknowns: Vec<u32>,
    /// Where each element's unknowns end.
    ends: Vec<usize>,
    stiffness: Vec<f64>,
    mass: Vec<f64>,
    local: Local,
    pub(super) error: Option<Error>,
}

/// How the motions of one element's nodes follow from its sorted unknowns; a motion has up to three terms.
#[derive(Default)]
struct Local {
    /// Where the terms of each motion begin.
    starts: Vec<usize>,
    /// Place among the element's unknowns, and coefficient.
    terms: Vec<(usize, f64)>,
}

impl<const N: usize> Batch<N> {
    pub(super) fn new() -> Self {
        Self {
            matrices: ElementMatrices::new(),
            unknowns: Vec::new(),
            ends: Vec::new(),
            stiffness: Vec::new(),
            mass: Vec::new(),
            local: Local::default(),
            error: None,
        }
    }

    /// Replaces the contents; buffers are kept, so that after the first round nothing is allocated.
    pub(super) fn integrate(
        &mut self,
        reference: &Reference<N>,
        mesh: &Mesh,
        material: &Material,
        dof_map: &DofMap,
        elements: std::ops::Range<usize>,
    ) {
        self.unknowns.clear();
        self.ends.clear();
        self.stiffness.clear();
        self.mass.clear();
        self.error = None;
        for element in elements {
            let nodes = mesh.element_places::<N>(element);
            if let Err(error) = self
                .matrices
                .integrate(reference, &nodes, material, element)
            {
                self.error = Some(error);
                return;
            }
            self.push(mesh.element(element), dof_map);
        }
    }

    /// Carries the integrated matrices to the unknowns: TᵀKT, TᵀMT. \[theory:finite-elements\] (19)
    fn push(&mut self, nodes: &[u32], dof_map: &DofMap) {
        let first = self.unknowns.len();
        for &node in nodes {
            self.unknowns
                .extend(dof_map.owned(dof_map.owner(node as usize)));
        }
        self.unknowns[first..].sort_unstable();
        let mut kept = first;
        for i in first..self.unknowns.len() {
            if i == first || self.unknowns[i] != self.unknowns[kept - 1] {
                self.unknowns[kept] = self.unknowns[i];
                kept += 1;
            }
        }
        self.unknowns.truncate(kept);
        self.ends.push(kept);
        self.local.find(nodes, &self.unknowns[first..], dof_map);
        self.reduce(kept - first);
    }

    fn reduce(&mut self, m: usize) {
        let (first_k, first_m) = (self.stiffness.len(), self.mass.len());
        let size = m * (m + 1) / 2;
        self.stiffness.resize(first_k + size, 0.0);
        self.mass.resize(first_m + size, 0.0);
        let (stiffness, mass) = (&mut self.stiffness[first_k..], &mut self.mass[first_m..]);
        // Column c begins after the c longer ones before it.
        let place = |row: usize, column: usize| column * (2 * m + 1 - column) / 2 + row - column;
        for i in 0..3 * N {
            for &(p, p_factor) in self.local.terms(i) {
                for j in 0..3 * N {
                    let k = p_factor * self.matrices.stiffness[i * 3 * N + j];
                    for &(q, q_factor) in self.local.terms(j) {
                        if p >= q {
                            stiffness[place(p, q)] += k * q_factor;
                        }
                    }
                }
                for b in 0..N {
                    let k = p_factor * self.matrices.mass[i / 3][b];
                    for &(q, q_factor) in self.local.terms(3 * b + i % 3) {
                        if p >= q {
                            mass[place(p, q)] += k * q_factor;
                        }
                    }
                }
            }
        }
    }

    /// Adds, element after element, what belongs to the columns of a part.
    pub(super) fn add_to(&self, part: &mut Part) {
        let (mut first, mut entry) = (0, 0);
        for &end in &self.ends {
            let unknowns = &self.unknowns[first..end];
            for (c, &column) in unknowns.iter().enumerate() {
                let length = unknowns.len() - c;
                if part.columns.contains(&(column as usize)) {
                    let entries = entry..entry + length;
                    part.add_column(
                        &unknowns[c..],
                        &self.stiffness[entries.clone()],
                        &self.mass[entries],
                    );
                }
                entry += length;
            }
            first = end;
        }
    }
}

impl Local {
    fn find(&mut self, nodes: &[u32], unknowns: &[u32], dof_map: &DofMap) {
        self.starts.clear();
        self.terms.clear();
        for &node in nodes {
            for axis in 0..3 {
                self.starts.push(self.terms.len());
                for term in dof_map.terms(node as usize, axis).iter() {
                    let place = unknowns.partition_point(|&other| other < term.unknown);
                    self.terms.push((place, term.coefficient));
                }
            }
        }
        self.starts.push(self.terms.len());
    }

    fn terms(&self, motion: usize) -> &[(usize, f64)] {
        &self.terms[self.starts[motion]..self.starts[motion + 1]]
    }
}
