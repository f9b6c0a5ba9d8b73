//! How a flank yields to a force that is spread evenly along a line across its width.
//!
//! A force on a single node dents a finite-element body the more the finer the mesh is; along a line this grows with
//! its logarithm only. Nodes share the force as the shape functions do, w_a = ∫ N_a dz \[theory:finite-elements\] (20), each
//! along its own normal, so that the resultant is a unit force. The mean displacement along the line is the work of these
//! forces, wᵀ C w: what the study `fe-static` calls the deflection at the load.

use crate::fem::{self, ComplianceDirections, FlankCompliance};
use crate::geometry::FlankSide;

/// The lines of the flanks of one side.
pub(super) struct LineCompliance<'c> {
    compliance: &'c FlankCompliance,
    side: FlankSide,
    /// Rows of corners of elements from root to tip.
    pub n_rows: u32,
}

impl<'c> LineCompliance<'c> {
    /// Of a flank that has points.
    pub fn of(compliance: &'c FlankCompliance, side: FlankSide) -> Option<Self> {
        let points = compliance.points.iter().filter(|point| point.side == side);
        let n_rows = points.map(|point| point.half_lines[0] / 2 + 1).max()?;
        let has_directions = compliance.directions != ComplianceDirections::None;
        has_directions.then_some(Self {
            compliance,
            side,
            n_rows,
        })
    }

    /// The row in the middle between root and tip, the lower one of two.
    pub fn middle(&self) -> u32 {
        (self.n_rows - 1) / 2
    }

    /// Shares of a unit force along a row, over the directions of all points.
    fn shares(&self, row: u32) -> Vec<(usize, f64)> {
        let points = &self.compliance.points;
        let mut line: Vec<usize> = (0..points.len())
            .filter(|&i| points[i].side == self.side && points[i].half_lines[0] == 2 * row)
            .collect();
        line.sort_by_key(|&i| points[i].half_lines[1]);
        let lengths = self.lengths(&line);
        let mut resultant = [0.0; 3];
        for (&point, length) in line.iter().zip(&lengths) {
            let parts = resultant.iter_mut().zip(points[point].normal);
            parts.for_each(|(sum, normal)| *sum += length * normal);
        }
        let resultant = resultant.iter().map(|r| r * r).sum::<f64>().sqrt();
        let n = self.compliance.n_directions();
        let mut shares = Vec::new();
        for (&point, length) in line.iter().zip(&lengths) {
            for (direction, part) in points[point].normal.iter().enumerate().take(n) {
                let along = match self.compliance.directions {
                    ComplianceDirections::Three => -part,
                    _ => 1.0,
                };
                shares.push((n * point + direction, along * length / resultant));
            }
        }
        shares
    }

    /// ∫ N_a dz of the points of a row: of an edge with two nodes halves, with three those of Simpson.
    fn lengths(&self, line: &[usize]) -> Vec<f64> {
        let at = |i: usize| &self.compliance.points[line[i]];
        let corners: Vec<usize> = (0..line.len())
            .filter(|&i| at(i).half_lines[1] % 2 == 0)
            .collect();
        if line.len() == 1 {
            return vec![1.0];
        }
        let mut lengths = vec![0.0; line.len()];
        for ends in corners.windows(2) {
            let [first, last] = [ends[0], ends[1]];
            let length = at(last).place[2] - at(first).place[2];
            let parts: &[f64] = match last - first {
                1 => &[1.0 / 2.0, 1.0 / 2.0],
                _ => &[1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0],
            };
            let on_edge = lengths[first..=last].iter_mut();
            on_edge
                .zip(parts)
                .for_each(|(sum, part)| *sum += part * length);
        }
        lengths
    }

    /// Displacement of a row of a tooth along the normals under a unit force on a row of tooth 1 (m/N).
    pub fn between(&self, tooth: u32, [answer, loaded]: [u32; 2]) -> Result<f64, fem::Error> {
        let block = self.compliance.between(tooth, 1)?;
        let n = self.compliance.n();
        let answer = self.shares(answer);
        let sum = |(column, force): &(usize, f64)| -> f64 {
            let rows = answer.iter();
            rows.map(|(row, share)| share * force * block[row + n * column])
                .sum()
        };
        Ok(self.shares(loaded).iter().map(sum).sum())
    }

    /// Distance of a row from the axis, of a rack its height (m).
    pub fn place(&self, row: u32, is_rack: bool) -> f64 {
        let points = self.compliance.points.iter();
        let found = points
            .filter(|point| point.side == self.side && point.half_lines[0] == 2 * row)
            .min_by(|a, b| a.place[2].abs().total_cmp(&b.place[2].abs()));
        found.map_or(f64::NAN, |point| match is_rack {
            true => point.place[0],
            false => point.place[0].hypot(point.place[1]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fem::FlankPoint;

    /// Three points in a row of tooth 1 of a body of three teeth: C = a + b δ between own points, c to the next tooth. Half
    /// lines and places over the width.
    fn compliance(directions: ComplianceDirections, row: [(u32, f64); 3]) -> FlankCompliance {
        let normal = [0.0, -1.0, 0.0];
        let points: Vec<FlankPoint> = row
            .iter()
            .enumerate()
            .map(|(i, &(column, z))| FlankPoint {
                side: FlankSide::Right,
                half_lines: [0, column],
                node: i as u32,
                place: [1.0, 0.0, z],
                normal,
            })
            .collect();
        let n = match directions {
            ComplianceDirections::Three => 9,
            _ => 3,
        };
        let each = n / 3;
        let is_normal = |i: usize| each == 1 || i % 3 == 1;
        let block = |of: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
            let entry = |k: usize| {
                let (i, j) = (k % n, k / n);
                if is_normal(i) && is_normal(j) {
                    of(i / each, j / each)
                } else {
                    // What lies across the normals must not count.
                    0.0
                }
            };
            (0..n * n).map(entry).collect()
        };
        let own = block(&|i, j| if i == j { 5.0 } else { 1.0 });
        let next = block(&|_, _| 0.5);
        let last = block(&|_, _| 0.25);
        FlankCompliance {
            teeth: 3,
            points,
            directions,
            blocks: [own, next, last].concat(),
        }
    }

    const BOTH: [ComplianceDirections; 2] =
        [ComplianceDirections::Normal, ComplianceDirections::Three];

    /// Shares by half the distances to the neighbours: 1/8, 1/2, 3/8. wᵀ C w = 1 + 4 Σ w².
    #[test]
    fn a_line_is_loaded_evenly() {
        for directions in BOTH {
            let compliance = compliance(directions, [(0, -1.0), (2, 0.0), (4, 3.0)]);
            let lines = LineCompliance::of(&compliance, FlankSide::Right).unwrap();
            let squares = (1.0 + 16.0 + 9.0) / 64.0;
            let own = lines.between(1, [0, 0]).unwrap();
            assert!((own - (1.0 + 4.0 * squares)).abs() < 1e-14, "{own}");
            assert!((lines.between(2, [0, 0]).unwrap() - 0.5).abs() < 1e-14);
            assert!((lines.between(3, [0, 0]).unwrap() - 0.25).abs() < 1e-14);
            assert!(LineCompliance::of(&compliance, FlankSide::Left).is_none());
        }
    }

    /// One edge with a node in its middle, in the order of the points of a body: 1/6, 1/6, 4/6. A row between corners is no line.
    #[test]
    fn a_quadratic_edge_is_loaded_as_by_simpson() {
        for directions in BOTH {
            let mut compliance = compliance(directions, [(0, -1.0), (2, 3.0), (1, 1.0)]);
            let own = |compliance: &FlankCompliance| {
                let lines = LineCompliance::of(compliance, FlankSide::Right).unwrap();
                assert_eq!(lines.n_rows, 1);
                lines.between(1, [0, 0]).unwrap()
            };
            let squares = (1.0 + 1.0 + 16.0) / 36.0;
            let found = own(&compliance);
            assert!((found - (1.0 + 4.0 * squares)).abs() < 1e-14, "{found}");
            compliance.points[2].half_lines = [1, 0];
            let found = own(&compliance);
            assert!((found - (1.0 + 4.0 / 2.0)).abs() < 1e-14, "{found}");
        }
    }

    /// Normals ±0.1 rad apart at the ends of an edge: the resultant of its forces is cos 0.1 of their sum.
    #[test]
    fn the_resultant_is_a_unit_force() {
        let row = [(0, -1.0), (2, 3.0), (1, 1.0)];
        let mut compliance = compliance(ComplianceDirections::Normal, row);
        compliance.points.truncate(2);
        for (point, angle) in compliance.points.iter_mut().zip([-0.1_f64, 0.1]) {
            point.normal = [angle.sin(), -angle.cos(), 0.0];
        }
        compliance.blocks = vec![2.0, 0.0, 0.0, 2.0];
        compliance.teeth = 1;
        let lines = LineCompliance::of(&compliance, FlankSide::Right).unwrap();
        let own = lines.between(1, [0, 0]).unwrap();
        assert!((own - 0.1_f64.cos().powi(-2)).abs() < 1e-14, "{own}");
    }
}
