//! How the flanks of any tooth yield to forces on the flanks of any other.
//!
//! Forces on the flanks of one tooth are condensed to the boundary of its sector, and what the flanks see of the boundary is the
//! transpose of that: the rest of the gear stands between the two as a small matrix for each harmonic. No sector but the
//! first is ever looked into. \[theory:cyclic-symmetry\] (19)

use pitchline_algebra::{Complex, gram};
use rayon::prelude::*;

use super::CyclicBody;
use super::condensed::Reduced;
use super::effort::Work;
use super::fields::inner;
use super::harmonic::{Harmonic, HarmonicLoads};
use crate::{ComplianceDirections, Error, FlankCompliance, FlankPoint};

/// Loads answered at a time.
const TOGETHER: usize = 32;

/// Unit forces on the flanks of one tooth, its boundary held still.
struct Held {
    /// E over the unknowns of the sector.
    loads: Vec<f64>,
    /// Eᵀ K_II⁻¹ E.
    compliance: Vec<f64>,
    reduced: Reduced,
}

impl CyclicBody {
    /// Static compliance between the nodes of the flanks of all teeth: forces on tooth 1, answers on every other.
    pub fn flank_compliance(
        &self,
        directions: ComplianceDirections,
    ) -> Result<FlankCompliance, Error> {
        let points = self.flank_points();
        let held = self.held_flanks(&points, directions)?;
        let n = self.condensed.n().max(1);
        let (teeth, k) = (self.layout.teeth(), held.loads.len() / n);
        let mut blocks = vec![0.0; teeth * k * k];
        if k > 0 {
            let block = |number: usize| k * k * number..k * k * (number + 1);
            for harmonic in &self.harmonics {
                let [re, im] = self.flank_harmonic(harmonic, &held)?;
                let n = harmonic.number;
                blocks[block(n)].copy_from_slice(&re);
                if harmonic.shapes == 2 {
                    blocks[block(teeth - n)].copy_from_slice(&im);
                }
            }
            self.blocks_on_teeth(&mut blocks, k);
            let own = blocks.iter_mut().zip(&held.compliance);
            own.for_each(|(sum, own)| *sum += own);
        }
        Ok(FlankCompliance {
            teeth: self.teeth(),
            points,
            directions,
            blocks,
        })
    }

    /// The nodes of both flanks of tooth 1. On tooth 1 the axes are those of the body.
    fn flank_points(&self) -> Vec<FlankPoint> {
        let mesh = &self.model.mesh;
        let mut points = Vec::new();
        for grid in &mesh.flanks {
            let places = grid.all_half_lines().zip(grid.all_normals());
            for (node, (half_lines, normal)) in grid.all_nodes().zip(places) {
                points.push(FlankPoint {
                    side: grid.side,
                    half_lines,
                    node: self.layout.whole(0, node as usize),
                    place: mesh.nodes[node as usize],
                    normal,
                });
            }
        }
        points
    }

    fn held_flanks(
        &self,
        points: &[FlankPoint],
        directions: ComplianceDirections,
    ) -> Result<Held, Error> {
        let map = &self.model.dof_map;
        let n = map.n_unknowns();
        let mut loads = Vec::new();
        let grids = self.model.mesh.flanks.iter();
        let nodes = grids.flat_map(|grid| grid.all_nodes());
        for (point, node) in points.iter().zip(nodes) {
            let forces = match directions {
                ComplianceDirections::None => Vec::new(),
                // Pressing on the flank is positive.
                ComplianceDirections::Normal => vec![point.normal.map(|x| -x)],
                ComplianceDirections::Three => {
                    vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
                }
            };
            for force in forces {
                let mut load = vec![0.0; n];
                for (axis, force) in force.into_iter().enumerate() {
                    for term in map.terms(node as usize, axis).iter() {
                        load[term.unknown as usize] += term.coefficient * force;
                    }
                }
                loads.extend(load);
            }
        }
        let reduced = self.condensed.reduce(&loads)?;
        let inside = self.condensed.interior_part(&loads);
        Ok(Held {
            compliance: gram(&inside, &reduced.interior, self.condensed.n_interior()),
            loads,
            reduced,
        })
    }

    /// What a harmonic adds to the compliance: real and imaginary part, by columns.
    fn flank_harmonic(&self, harmonic: &Harmonic, held: &Held) -> Result<[Vec<f64>; 2], Error> {
        let (n, n_i) = (self.condensed.n(), self.condensed.n_interior());
        let (n_b, r) = (self.condensed.boundary.n(), harmonic.n_rigid());
        let k = held.loads.len() / n;
        let mut answers = vec![HarmonicLoads::default(); k.div_ceil(TOGETHER)];
        answers
            .par_iter_mut()
            .enumerate()
            .try_for_each(|(part, answer)| {
                let some = TOGETHER * part..k.min(TOGETHER * (part + 1));
                let g = &held.reduced.boundary[n_b * some.start..n_b * some.end];
                answer.boundary = g.iter().map(|&g| Complex::new(g, 0.0)).collect();
                if r > 0 {
                    for load in held.loads[n * some.start..n * some.end].chunks(n) {
                        let mut f = load.to_vec();
                        let mut f_i = self.condensed.interior_part(&f);
                        f.resize(2 * n, 0.0);
                        f_i.resize(2 * n_i, 0.0);
                        for rigid in &harmonic.rigid {
                            answer.work.push(inner(&rigid.field, &f));
                            answer.held_work.push(inner(&rigid.interior, &f_i));
                        }
                    }
                }
                let held_work = answer.held_work.clone();
                harmonic.answer(answer)?;
                answer.held_work = held_work;
                Ok::<(), Error>(())
            })?;
        self.count(Work::Dense, harmonic.solve_operations(k));
        // Two real products of all loads with all answers.
        self.count(Work::Sector, 2 * (n_b * k * k) as u64);
        let part = |of: fn(&Complex) -> f64| -> Vec<f64> {
            let boundary: Vec<f64> = answers.iter().flat_map(|a| &a.boundary).map(of).collect();
            gram(&held.reduced.boundary, &boundary, n_b)
        };
        let (mut re, mut im) = (part(|x| x.re), part(|x| x.im));
        // Inertia that balances the loads, felt by the flank through its own sector.
        let collect = |of: fn(&HarmonicLoads) -> &Vec<Complex>| -> Vec<Complex> {
            answers.iter().flat_map(of).copied().collect()
        };
        let (work, held_work) = (collect(|a| &a.work), collect(|a| &a.held_work));
        for column in 0..k * usize::from(r > 0) {
            for row in 0..k {
                let relief: Complex = (0..r)
                    .map(|j| held_work[r * row + j].conj() * work[r * column + j])
                    .sum();
                re[row + k * column] -= relief.re;
                im[row + k * column] -= relief.im;
            }
        }
        Ok([re, im])
    }
}
