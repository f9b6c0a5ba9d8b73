//! Volume, mass, centre and inertia of a meshed body, integrated over its elements.

use rayon::prelude::*;

use crate::element_matrix::ReferencePoint;
use crate::quadrature::CUBE_27;
use crate::tensor::Vector;
use crate::{ElementKind, Error, Mesh};

/// Elements that one task integrates.
const TOGETHER: usize = 1024;

/// What a rigid body needs to know.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MassProperties {
    /// Volume (m³).
    pub volume: f64,
    /// Mass (kg).
    pub mass: f64,
    /// Centre of mass (m).
    pub centre: [f64; 3],
    /// Inertia about the centre of mass: ∫ ρ (|r|² 1 − r rᵀ) dV (kg m²).
    pub inertia: [[f64; 3]; 3],
}

impl Mesh {
    /// Integrates with 3 × 3 × 3 points: exact for eight nodes of any shape, and for twenty with straight edges.
    pub fn mass_properties(&self, density: f64) -> Result<MassProperties, Error> {
        self.check()?;
        let moments = match self.kind {
            ElementKind::Hex8 => self.moments::<8>()?,
            ElementKind::Hex20 => self.moments::<20>()?,
        };
        Ok(moments.properties(density))
    }

    fn moments<const N: usize>(&self) -> Result<Moments, Error> {
        let element = self.kind.element();
        let points: Vec<ReferencePoint<N>> = CUBE_27
            .iter()
            .map(|point| ReferencePoint::new(element, point.xi, point.weight))
            .collect();
        // Relative to a place in the body: far from the origin the second moments would lose digits.
        let origin = self.nodes.first().copied().unwrap_or_default();
        let of_some = |first: usize| -> Result<Moments, Error> {
            let mut moments = Moments {
                origin,
                ..Moments::default()
            };
            for element in first..(first + TOGETHER).min(self.n_elements()) {
                let nodes = self.element_places::<N>(element);
                for point in &points {
                    let volume = point.weight * point.determinant(&nodes, element)?;
                    moments.add(point.place(&nodes), volume);
                }
            }
            Ok(moments)
        };
        // Summed in the order of the elements, whoever integrates them.
        let parts: Vec<Result<Moments, Error>> = (0..self.n_elements().div_ceil(TOGETHER))
            .into_par_iter()
            .map(|part| of_some(part * TOGETHER))
            .collect();
        let mut sum = Moments {
            origin,
            ..Moments::default()
        };
        for part in parts {
            sum.join(&part?);
        }
        Ok(sum)
    }
}

/// ∫ dV, ∫ r dV, ∫ r rᵀ dV
#[derive(Default)]
struct Moments {
    origin: Vector,
    zeroth: f64,
    first: Vector,
    second: [Vector; 3],
}

impl Moments {
    fn add(&mut self, place: Vector, volume: f64) {
        let r = crate::tensor::minus(place, self.origin);
        self.zeroth += volume;
        for i in 0..3 {
            self.first[i] += volume * r[i];
            for j in 0..3 {
                self.second[i][j] += volume * r[i] * r[j];
            }
        }
    }

    /// Adds another part, about the same origin.
    fn join(&mut self, other: &Self) {
        self.zeroth += other.zeroth;
        for i in 0..3 {
            self.first[i] += other.first[i];
            for j in 0..3 {
                self.second[i][j] += other.second[i][j];
            }
        }
    }

    fn properties(&self, density: f64) -> MassProperties {
        let volume = self.zeroth;
        // A mesh without elements has no centre; its origin stands in.
        let mean = self
            .first
            .map(|x| if volume > 0.0 { x / volume } else { 0.0 });
        let central = |i: usize, j: usize| self.second[i][j] - volume * mean[i] * mean[j];
        let trace: f64 = (0..3).map(|k| central(k, k)).sum();
        let entry = |i: usize, j: usize| {
            let diagonal = if i == j { trace } else { 0.0 };
            density * (diagonal - central(i, j))
        };
        MassProperties {
            volume,
            mass: density * volume,
            centre: [0, 1, 2].map(|i| self.origin[i] + mean[i]),
            inertia: [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j))),
        }
    }
}
