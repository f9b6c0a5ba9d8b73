//! What the reduction of a gear takes from its sector and harmonics.

use pitchline_algebra::Complex;

use super::CyclicBody;
use super::effort::Work;
use super::flexibility::{Job, flexibility};
use crate::tensor::{Tensor, times};
use crate::{Error, LoadCase, Stress};

impl CyclicBody {
    /// Number of harmonics: 0 … z/2.
    pub(crate) fn n_harmonics(&self) -> usize {
        self.harmonics.len()
    }

    /// Whether a shape of a harmonic stands for two real ones.
    pub(crate) fn is_double(&self, harmonic: usize) -> bool {
        self.harmonics[harmonic].shapes == 2
    }

    /// Products over the whole gear for one over the sector: z/2 or z. \[theory:cyclic-symmetry\] (2)
    pub(crate) fn weight(&self, harmonic: usize) -> f64 {
        f64::from(self.teeth()) / self.harmonics[harmonic].shapes as f64
    }

    /// e^{inθs}.
    pub(crate) fn phase(&self, harmonic: usize, sector: usize) -> Complex {
        self.layout.phase(harmonic, sector)
    }

    /// Node of the sector for a node of tooth 1 in the whole gear.
    pub(crate) fn sector_node(&self, whole: u32) -> usize {
        self.layout.owned()[whole as usize] as usize
    }

    /// Nodes of the low cut with those of the high cut that stand there a sector before.
    pub(crate) fn cut_pairs(&self) -> Vec<(u32, u32)> {
        let n = self.model.mesh.nodes.len();
        let high =
            (0..n).filter(|&node| self.layout.whole(0, node) as usize >= self.layout.n_own());
        high.map(|node| {
            let partner = self.layout.whole(0, node) as usize - self.layout.n_own();
            (self.layout.owned()[partner], node as u32)
        })
        .collect()
    }

    /// Static answers to loads of each harmonic, all stored as real and then imaginary parts over the unknowns of the sector.
    pub(crate) fn flexibility_of(&self, loads: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, Error> {
        let jobs: Vec<Job<'_>> = self
            .harmonics
            .iter()
            .zip(loads)
            .map(|(harmonic, loads)| Job { harmonic, loads })
            .collect();
        for job in &jobs {
            let columns = job.loads.len() / (2 * self.condensed.n()).max(1);
            self.count(Work::Dense, job.harmonic.solve_operations(columns));
        }
        flexibility(&self.condensed, &jobs)
    }

    /// Forces of a load case on nodes of tooth 1, over the unknowns of the sector.
    pub(crate) fn on_sector(&self, load: &LoadCase) -> Result<Vec<f64>, Error> {
        let map = &self.model.dof_map;
        let mut on_sector = vec![0.0; map.n_unknowns()];
        for (node, force) in load.node_forces() {
            let (sector, node) = self.layout.find(node)?;
            let force = self.layout.to_sector(sector, force);
            for (axis, force) in force.into_iter().enumerate() {
                for term in map.terms(node, axis).iter() {
                    on_sector[term.unknown as usize] += term.coefficient * force;
                }
            }
        }
        Ok(on_sector)
    }

    /// A stress in the axes of the sector before, in those of this one.
    pub(crate) fn stress_of_sector_before(&self, stress: Stress) -> Stress {
        let turn = self.layout.phase(1, 1);
        let rotation: Tensor = [
            [turn.re, turn.im, 0.0],
            [-turn.im, turn.re, 0.0],
            [0.0, 0.0, 1.0],
        ];
        let [xx, yy, zz, xy, yz, zx] = stress;
        let tensor = [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]];
        // R σ Rᵀ: rows of σ are turned, then columns.
        let rows = tensor.map(|row| times(&rotation, row));
        let column = |j: usize| times(&rotation, [rows[0][j], rows[1][j], rows[2][j]]);
        let [x, y, z] = [column(0), column(1), column(2)];
        [x[0], y[1], z[2], x[1], y[2], z[0]]
    }
}
