//! What a basis lacks of the static flank compliance of the full body. \[theory:floating-frame\] (19)-(21)
//!
//! The basis answers forces f at flank points with B G Bᵀ f, where the rows of B give the displacements at these points along the
//! directions of the forces and G is the flexibility of the reduced body, motions as a whole left out. The full body answers C f.
//! C − B G Bᵀ is added where teeth touch, without mass: statics then are those of the full body.

use pitchline_algebra::{generalised_eigen, times, transpose_times, transposed};

use super::turn::sin_cos;
use super::{BodyError, FlankCompliance, ReducedBody};
use crate::Error;
use crate::tensor::dot;

/// One direction at a flank point of a tooth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FlankPlace {
    /// Tooth, from 1.
    pub tooth: u32,
    /// Number of the point among those of the compliance.
    pub point: usize,
    /// Number of the direction at the point.
    pub direction: usize,
}

/// Static answer to forces at flank points.
#[derive(Debug, Clone, PartialEq)]
pub struct FlankAnswer {
    /// Coordinates of the reduced body.
    pub coordinates: Vec<f64>,
    /// Displacements that the coordinates give at the places asked for.
    pub contained: Vec<f64>,
    /// What the residual compliance adds to them.
    pub residual: Vec<f64>,
}

/// Answers of a body at its flanks; the flexibility of its coordinates is found once.
#[derive(Debug, Clone, PartialEq)]
pub struct FlankStatics<'a> {
    body: &'a ReducedBody,
    compliance: &'a FlankCompliance,
    /// L of G = L Lᵀ, a row for each coordinate.
    flexibility: Vec<f64>,
}

impl ReducedBody {
    /// Rigid motions that the coordinates contain.
    pub fn n_rigid_contained(&self) -> usize {
        self.rigid.len().checked_div(self.n()).unwrap_or(0)
    }

    /// Static answers at the flanks.
    pub fn flank_statics(&self) -> Result<FlankStatics<'_>, Error> {
        Ok(FlankStatics {
            body: self,
            compliance: self.compliance.as_ref().ok_or(BodyError::NoCompliance)?,
            flexibility: self.flexibility_factor()?,
        })
    }

    /// C − B G Bᵀ at all directions of these points of these teeth, by columns: tooth after tooth, point after point.
    pub fn residual_compliance(&self, teeth: &[u32], points: &[usize]) -> Result<Vec<f64>, Error> {
        let statics = self.flank_statics()?;
        statics.residual(&statics.places(teeth, points))
    }

    /// L of G = L Lᵀ: modes of the reduced body that deform it, each over its circular frequency.
    fn flexibility_factor(&self) -> Result<Vec<f64>, Error> {
        let n = self.n();
        if let Some(diagonal) = self.diagonal_stiffness() {
            let entry = |at: usize| match (at % n == at / n, diagonal[at / n]) {
                (true, k) if k > 0.0 => k.sqrt().recip(),
                _ => 0.0,
            };
            return Ok((0..n * n).map(entry).collect());
        }
        let pairs = generalised_eigen(n, &self.stiffness, &self.mass)?;
        let elastic = pairs.vectors.chunks(n).zip(&pairs.values);
        Ok(elastic
            .skip(self.n_rigid_contained())
            .filter(|(_, value)| **value > 0.0)
            .flat_map(|(x, value)| x.iter().map(|x| x / value.sqrt()))
            .collect())
    }

    /// Of a dual basis, which contains no rigid motion: its modes are the coordinates themselves.
    fn diagonal_stiffness(&self) -> Option<Vec<f64>> {
        let n = self.n();
        let is_diagonal = |matrix: &[f64]| {
            let entries = matrix.iter().enumerate();
            entries
                .into_iter()
                .all(|(at, &v)| at % n == at / n || v == 0.0)
        };
        let is_dual = self.n_rigid_contained() == 0
            && is_diagonal(&self.stiffness)
            && is_diagonal(&self.mass);
        is_dual.then(|| self.stiffness.iter().step_by(n + 1).copied().collect())
    }

    /// Node of a flank point on a tooth.
    fn flank_node(&self, compliance: &FlankCompliance, tooth: u32, point: usize) -> Option<u32> {
        let point = compliance.points.get(point)?;
        let is_it = |grid: &&crate::FlankGrid| grid.tooth == tooth && grid.side == point.side;
        match self.flanks.iter().find(is_it) {
            Some(grid) => grid.node_at(point.half_lines),
            None if tooth == 1 => Some(point.node),
            None if self.origin.sector_nodes > 0 => {
                let moved = u64::from(point.node)
                    + u64::from(tooth - 1) * u64::from(self.origin.sector_nodes);
                Some((moved % self.origin.n_nodes.max(1)) as u32)
            }
            None => None,
        }
    }
}

impl FlankStatics<'_> {
    /// All directions of these points of these teeth.
    pub fn places(&self, teeth: &[u32], points: &[usize]) -> Vec<FlankPlace> {
        let n_directions = self.compliance.n_directions();
        let mut places = Vec::new();
        for &tooth in teeth {
            for &point in points {
                places.extend((0..n_directions).map(|direction| FlankPlace {
                    tooth,
                    point,
                    direction,
                }));
            }
        }
        places
    }

    /// B: displacements at these places from coordinates, a row for each, by columns.
    pub fn rows(&self, places: &[FlankPlace]) -> Result<Vec<f64>, Error> {
        let n = self.body.n();
        let mut rows = vec![0.0; places.len() * n];
        let mut last: Option<(u32, Vec<f64>)> = None;
        for (row, place) in places.iter().enumerate() {
            let direction = self.direction(place)?;
            let node = self.node(place)?;
            // Directions of a point follow one another and share its rows.
            let at_node = match last.take() {
                Some((other, at_node)) if other == node => at_node,
                _ => self.body.displacement_rows(node)?,
            };
            for (j, &u) in at_node.as_chunks::<3>().0.iter().enumerate() {
                rows[row + places.len() * j] = dot(direction, u);
            }
            last = Some((node, at_node));
        }
        Ok(rows)
    }

    /// C: the static compliance of the full body between these places, by columns.
    pub fn full(&self, places: &[FlankPlace]) -> Result<Vec<f64>, Error> {
        self.cross(places, places)
    }

    /// C − B G Bᵀ between these places, by columns.
    pub fn residual(&self, places: &[FlankPlace]) -> Result<Vec<f64>, Error> {
        let contained = self.contained(places, places)?;
        let mut residual = self.full(places)?;
        residual
            .iter_mut()
            .zip(contained)
            .for_each(|(c, b)| *c -= b);
        Ok(residual)
    }

    /// Answer at some places to forces (N) at others.
    pub fn answer(
        &self,
        forces: &[(FlankPlace, f64)],
        at: &[FlankPlace],
    ) -> Result<FlankAnswer, Error> {
        let (loaded, forces): (Vec<FlankPlace>, Vec<f64>) = forces.iter().copied().unzip();
        let n = self.body.n();
        let on_coordinates = transpose_times(loaded.len(), &self.rows(&loaded)?, &forces)?;
        let coordinates = match on_coordinates.is_empty() {
            true => vec![0.0; n],
            false => {
                let on_modes = transpose_times(n, &self.flexibility, &on_coordinates)?;
                times(n, &self.flexibility, &on_modes)?
            }
        };
        let contained = times(at.len(), &self.rows(at)?, &coordinates)?;
        let full = times(at.len(), &self.cross(at, &loaded)?, &forces)?;
        let residual = full.iter().zip(&contained).map(|(c, b)| c - b).collect();
        Ok(FlankAnswer {
            coordinates,
            contained,
            residual,
        })
    }

    /// Compliance of the full body: answers at some places to forces at others.
    fn cross(&self, at: &[FlankPlace], loaded: &[FlankPlace]) -> Result<Vec<f64>, Error> {
        let k = self.compliance.n();
        let index = |place: &FlankPlace| {
            self.compliance.direction(place.point, place.direction)?;
            Ok::<_, Error>(place.point * self.compliance.n_directions() + place.direction)
        };
        let mut entries = Vec::with_capacity(at.len() * loaded.len());
        for force in loaded {
            let column = index(force)?;
            for answer in at {
                let block = self.compliance.between(answer.tooth, force.tooth)?;
                entries.push(block[index(answer)? + k * column]);
            }
        }
        Ok(entries)
    }

    /// B G Bᵀ.
    fn contained(&self, at: &[FlankPlace], loaded: &[FlankPlace]) -> Result<Vec<f64>, Error> {
        let n = self.body.n();
        // (B L)ᵀ for both sides.
        let modal = |places: &[FlankPlace]| -> Result<Vec<f64>, Error> {
            let rows = self.rows(places)?;
            let by_place = transposed(places.len(), &rows);
            Ok(transpose_times(n, &self.flexibility, &by_place)?)
        };
        let n_modes = self.flexibility.len() / n.max(1);
        Ok(transpose_times(n_modes, &modal(at)?, &modal(loaded)?)?)
    }

    /// A direction of force in the axes of the body.
    fn direction(&self, place: &FlankPlace) -> Result<[f64; 3], Error> {
        let [x, y, z] = self.compliance.direction(place.point, place.direction)?;
        if self.body.origin.pitch == 0.0 {
            return Ok([x, y, z]);
        }
        let (sin, cos) = sin_cos(i64::from(place.tooth) - 1, self.body.origin.teeth);
        Ok([cos * x - sin * y, sin * x + cos * y, z])
    }

    fn node(&self, place: &FlankPlace) -> Result<u32, Error> {
        let teeth = self.compliance.teeth;
        let tooth = place.tooth;
        let node = match (1..=teeth).contains(&tooth) {
            true => self.body.flank_node(self.compliance, tooth, place.point),
            false => None,
        };
        Ok(node.ok_or(BodyError::NoSuchTooth { tooth, teeth })?)
    }
}
