//! How a flank yields to a force that is spread evenly along a line across its width.
//!
//! A force on a single node dents a finite-element body the more the finer the mesh is; along a line this grows with
//! its logarithm only. The mean displacement along the line under a unit force is wᵀ C w, w the shares of the nodes.

use crate::fem::{self, ComplianceDirections, FlankCompliance};
use crate::geometry::FlankSide;

/// The lines of the flanks of one side.
pub(super) struct LineCompliance<'c> {
    compliance: &'c FlankCompliance,
    side: FlankSide,
    /// Rows of nodes from root to tip.
    pub n_rows: u32,
}

impl<'c> LineCompliance<'c> {
    /// Of a flank that has points.
    pub fn of(compliance: &'c FlankCompliance, side: FlankSide) -> Option<Self> {
        let points = compliance.points.iter().filter(|point| point.side == side);
        let n_rows = points.map(|point| point.grid[0] + 1).max()?;
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
        let points = self.compliance.points.iter().enumerate();
        let mut line: Vec<(usize, f64)> = points
            .filter(|(_, point)| point.side == self.side && point.grid[0] == row)
            .map(|(index, point)| (index, point.place[2]))
            .collect();
        line.sort_by(|a, b| a.1.total_cmp(&b.1));
        let last = line.len().saturating_sub(1);
        let total = line.last().map_or(1.0, |end| end.1 - line[0].1);
        let share = |i: usize| {
            // Half of what lies to either side: the load of linear elements.
            let before = line[i].1 - line[i.saturating_sub(1)].1;
            let after = line[(i + 1).min(last)].1 - line[i].1;
            if last == 0 {
                1.0
            } else {
                0.5 * (before + after) / total
            }
        };
        let n = self.compliance.n_directions();
        let mut shares = Vec::new();
        for (i, &(point, _)) in line.iter().enumerate() {
            let normal = self.compliance.points[point].normal;
            for (direction, part) in normal.iter().enumerate().take(n) {
                let along = match self.compliance.directions {
                    ComplianceDirections::Three => -part,
                    _ => 1.0,
                };
                shares.push((n * point + direction, along * share(i)));
            }
        }
        shares
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
            .filter(|point| point.side == self.side && point.grid[0] == row)
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

    /// Three points in a row of tooth 1 of a body of three teeth: C = a + b δ between own points, c to the next tooth.
    fn compliance(directions: ComplianceDirections) -> FlankCompliance {
        let normal = [0.0, -1.0, 0.0];
        let points: Vec<FlankPoint> = [-1.0, 0.0, 3.0]
            .iter()
            .enumerate()
            .map(|(i, z)| FlankPoint {
                side: FlankSide::Right,
                grid: [0, i as u32],
                node: i as u32,
                place: [1.0, 0.0, *z],
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

    /// Shares by half the distances to the neighbours: 1/8, 1/2, 3/8. wᵀ C w = 1 + 4 Σ w².
    #[test]
    fn a_line_is_loaded_evenly() {
        for directions in [ComplianceDirections::Normal, ComplianceDirections::Three] {
            let compliance = compliance(directions);
            let lines = LineCompliance::of(&compliance, FlankSide::Right).unwrap();
            let squares = (1.0 + 16.0 + 9.0) / 64.0;
            let own = lines.between(1, [0, 0]).unwrap();
            assert!((own - (1.0 + 4.0 * squares)).abs() < 1e-14, "{own}");
            assert!((lines.between(2, [0, 0]).unwrap() - 0.5).abs() < 1e-14);
            assert!((lines.between(3, [0, 0]).unwrap() - 0.25).abs() < 1e-14);
            assert!(LineCompliance::of(&compliance, FlankSide::Left).is_none());
        }
    }
}
