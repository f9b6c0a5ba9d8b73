//! Displacements and stresses of nodes from coordinates.
//!
//! In a cyclic basis the rows of one tooth are enough: on a tooth s teeth further they are R_s · rows · D_s⁻¹, with the turn R_s of
//! vectors and D_s of coordinates. \[theory:floating-frame\] (15)

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::coordinate_turn::CoordinateTurn;
use super::turn::{Turn, turned_stress};
use super::{BodyError, Recovery, ReducedBody};
use crate::tensor::{Tensor, times};
use crate::{Error, Stress};

/// Something at nodes that turns with the body: so many numbers at each.
trait Field<const N: usize> {
    const NAME: &'static str;
    fn nodes(recovery: &Recovery) -> &[u32];
    fn rows(recovery: &Recovery) -> &[f64];
    fn turned(rotation: &Tensor, value: &[f64; N]) -> [f64; N];
}

struct Displacements;
struct Stresses;

/// Turns of vectors and of coordinates that carry rows to another tooth.
type Carried = (Turn, CoordinateTurn);

/// Rows for all teeth.
struct AllTeeth {
    nodes: Vec<u32>,
    /// Which of the stored nodes are turned: one for each place in a sector.
    kept: Vec<usize>,
    rows: Vec<f64>,
}

impl Field<3> for Displacements {
    const NAME: &'static str = "displacement";
    fn nodes(recovery: &Recovery) -> &[u32] {
        &recovery.nodes
    }
    fn rows(recovery: &Recovery) -> &[f64] {
        &recovery.displacements
    }
    fn turned(rotation: &Tensor, value: &[f64; 3]) -> [f64; 3] {
        times(rotation, *value)
    }
}

impl Field<6> for Stresses {
    const NAME: &'static str = "stress";
    fn nodes(recovery: &Recovery) -> &[u32] {
        &recovery.stress_nodes
    }
    fn rows(recovery: &Recovery) -> &[f64] {
        &recovery.stresses
    }
    fn turned(rotation: &Tensor, value: &[f64; 6]) -> [f64; 6] {
        turned_stress(rotation, value)
    }
}

impl ReducedBody {
    /// Rows (3 × n by columns) that give the displacement of a node of any tooth, in the axes of the body.
    pub fn displacement_rows(&self, node: u32) -> Result<Vec<f64>, Error> {
        self.rows_at::<3, Displacements>(node)
    }

    /// Rows (6 × n by columns: xx, yy, zz, xy, yz, zx) that give the stress at a node of any tooth.
    pub fn stress_rows(&self, node: u32) -> Result<Vec<f64>, Error> {
        self.rows_at::<6, Stresses>(node)
    }

    /// Displacement of a node of any tooth (m), in the axes of the body.
    pub fn displacement(&self, node: u32, q: &[f64]) -> Result<[f64; 3], Error> {
        self.value_at::<3, Displacements>(node, q)
    }

    /// Stress at a node of any tooth (Pa): xx, yy, zz, xy, yz, zx in the axes of the body.
    pub fn stress(&self, node: u32, q: &[f64]) -> Result<Stress, Error> {
        self.value_at::<6, Stresses>(node, q)
    }

    /// Rows for the nodes of all teeth, tooth after tooth; of a body without cyclic basis, its own.
    pub fn explicit_recovery(&self) -> Result<Recovery, Error> {
        if !self.origin.is_cyclic {
            return Ok(self.recovery.clone());
        }
        let turns = (0..i64::from(self.origin.teeth))
            .map(|steps| Ok((Turn::new(self, steps)?, self.coordinate_turn(-steps)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        let moved = self.all_teeth::<3, Displacements>(&turns)?;
        let stressed = self.all_teeth::<6, Stresses>(&turns)?;
        let places = turns.iter().flat_map(|(turn, _)| {
            let rotation = turn.rotation();
            let places = &self.recovery.places;
            let kept = moved.kept.iter();
            kept.map(move |&i| times(&rotation, places[i]))
        });
        Ok(Recovery {
            places: places.collect(),
            nodes: moved.nodes,
            displacements: moved.rows,
            stress_nodes: stressed.nodes,
            stresses: stressed.rows,
        })
    }

    fn rows_at<const N: usize, F: Field<N>>(&self, node: u32) -> Result<Vec<f64>, Error> {
        let (rows, turn) = self.stored::<N, F>(node)?;
        let Some((turn, coordinates)) = turn else {
            return Ok(rows);
        };
        let mut rows = coordinates.right(&rows, N);
        let rotation = turn.rotation();
        let (values, _) = rows.as_chunks_mut::<N>();
        values.iter_mut().for_each(|v| *v = F::turned(&rotation, v));
        Ok(rows)
    }

    fn value_at<const N: usize, F: Field<N>>(
        &self,
        node: u32,
        q: &[f64],
    ) -> Result<[f64; N], Error> {
        if q.len() != self.n() {
            return Err(Error::Count {
                what: "coordinates of a motion",
                given: q.len(),
                needed: self.n(),
            });
        }
        let (rows, turn) = self.stored::<N, F>(node)?;
        let combine = |q: &[f64]| {
            let mut sum = [0.0; N];
            for (column, q) in rows.as_chunks::<N>().0.iter().zip(q) {
                sum.iter_mut().zip(column).for_each(|(s, c)| *s += q * c);
            }
            sum
        };
        Ok(match turn {
            None => combine(q),
            Some((turn, coordinates)) => {
                F::turned(&turn.rotation(), &combine(&coordinates.apply(q)))
            }
        })
    }

    /// Rows of a node, or of the node of another tooth that comes to its place, with the turns that carry them here.
    fn stored<const N: usize, F: Field<N>>(
        &self,
        node: u32,
    ) -> Result<(Vec<f64>, Option<Carried>), Error> {
        let missing = BodyError::NotRecovered {
            node,
            what: F::NAME,
        };
        let (nodes, all) = (F::nodes(&self.recovery), F::rows(&self.recovery));
        let n_rows = N * nodes.len();
        let rows = |i: usize| -> Vec<f64> {
            let columns = all.chunks_exact(n_rows);
            columns
                .flat_map(|c| &c[N * i..N * (i + 1)])
                .copied()
                .collect()
        };
        if let Some(i) = nodes.iter().position(|&other| other == node) {
            return Ok((rows(i), None));
        }
        let own = self.origin.sector_nodes;
        if own == 0 || u64::from(node) >= self.origin.n_nodes {
            return Err(missing.into());
        }
        let i = nodes
            .iter()
            .position(|other| other % own == node % own)
            .ok_or_else(|| missing.clone())?;
        let steps = i64::from(node / own) - i64::from(nodes[i] / own);
        let coordinates = self.coordinate_turn(-steps).map_err(|_| missing)?;
        Ok((rows(i), Some((Turn::new(self, steps)?, coordinates))))
    }

    fn all_teeth<const N: usize, F: Field<N>>(&self, turns: &[Carried]) -> Result<AllTeeth, Error> {
        let stored = F::nodes(&self.recovery);
        let own = self.origin.sector_nodes.max(1);
        let mut seen = BTreeSet::new();
        let kept: Vec<usize> = (0..stored.len())
            .filter(|&i| seen.insert(stored[i] % own))
            .collect();
        let nodes: Vec<u32> = turns
            .iter()
            .flat_map(|(turn, _)| kept.iter().map(|&i| turn.node(stored[i])))
            .collect();
        let (n_from, n_to) = (N * stored.len(), N * nodes.len());
        let mut rows = zeros(n_to, self.n())?;
        if nodes.is_empty() {
            return Ok(AllTeeth { nodes, kept, rows });
        }
        let from = F::rows(&self.recovery);
        // A column needs two stored ones only, whatever the tooth.
        rows.par_chunks_mut(n_to).enumerate().for_each_init(
            || vec![0.0; n_from],
            |mixed, (j, column)| {
                let teeth = column.chunks_exact_mut(N * kept.len()).zip(turns);
                for (tooth, (turn, coordinates)) in teeth {
                    coordinates.column(from, n_from, j, mixed);
                    let rotation = turn.rotation();
                    let values = mixed.as_chunks::<N>().0;
                    for (to, &i) in tooth.as_chunks_mut::<N>().0.iter_mut().zip(&kept) {
                        *to = F::turned(&rotation, &values[i]);
                    }
                }
            },
        );
        Ok(AllTeeth { nodes, kept, rows })
    }
}

/// Zeros, or an error where memory does not reach.
fn zeros(rows: usize, columns: usize) -> Result<Vec<f64>, Error> {
    let count = rows.saturating_mul(columns);
    let mut zeros = Vec::new();
    if zeros.try_reserve_exact(count).is_err() {
        return Err(pitchline_algebra::Error::OutOfMemory {
            what: "recovery of all teeth",
            bytes: 8 * count as u64,
        }
        .into());
    }
    zeros.resize(count, 0.0);
    Ok(zeros)
}
