//! Reduction of a gear of equal sectors: one sector, harmonic by harmonic.
//!
//! The interface is the same on every tooth, so that loads and answers fall apart into harmonics as the body does: each is
//! filtered and orthogonalised for itself, with as many loads as one tooth has. What comes out spans the same space as the whole-gear
//! route. \[theory:reduction\]

mod dual;
mod fields;
mod moments;
mod patterns;
mod recovery;

use pitchline_algebra::{Complex, Observer};

use self::dual::HarmonicBasis;
use self::moments::SectorShape;
use self::patterns::SectorPatterns;
use super::basis::diagonal;
use super::check::{Compared, compare};
use super::flank::flank_points_of_tooth;
use crate::cyclic::{CyclicBody, Work};
use crate::modes::frequency;
use crate::reduced_body::nodal_mass;
use crate::{
    ComplianceDirections, Coordinate, CoordinateKind, Error, FlankCompliance, Interface, Mesh,
    Origin, ReducedBody, ReductionKind, ReductionOptions,
};

impl CyclicBody {
    /// Reduces the gear; `whole` is its mesh with all teeth, in which the interface is told. An interface that is not the same on
    /// every tooth is refused, and so are kinds other than the dual one, whose coordinates are not harmonics.
    pub fn reduce(
        &self,
        whole: &Mesh,
        interface: &Interface,
        options: &ReductionOptions,
        observer: &mut Observer<'_>,
    ) -> Result<ReducedBody, Error> {
        options.check()?;
        if options.kind != ReductionKind::DualCraigBampton {
            return Err(Error::NotCyclic {
                what: "the kind of reduction has the motions of single teeth as coordinates",
            });
        }
        self.check_compliance_memory(options)?;
        let patterns = SectorPatterns::of(self, whole, interface)?;
        let found = dual::bases(self, &patterns, options, observer)?;
        let order = Order::of(&found.bases);
        let shapes = order.sector_shapes(self, &found.bases)?;
        let n = order.coordinates.len();
        let (values, overlap) = order.modes(&order.shares(self, &found));
        let check = compare(&Compared {
            count: options.compare,
            frequencies: &found.frequencies(),
            nodal_diameters: &found.nodal_diameters(),
            values: &values,
            overlap: &overlap,
        });
        // K and M are diagonal, but kept as those of any other body.
        self.count(Work::Coordinates, 2 * (n * n) as u64);
        Ok(ReducedBody {
            origin: Origin {
                kind: options.kind,
                n_unknowns: self.n_unknowns() as u64,
                n_nodes: whole.nodes.len() as u64,
                teeth: self.teeth(),
                pitch: std::f64::consts::TAU / f64::from(self.teeth()),
                sector_nodes: self.sector_nodes(),
                is_cyclic: true,
                n_rigid: self.n_rigid() as u32,
                n_dropped: found.n_dropped as u32,
            },
            coordinates: order.coordinates,
            stiffness: diagonal(&order.values),
            mass: diagonal(&vec![1.0; n]),
            rigid: Vec::new(),
            points: interface.points.clone(),
            motions: interface
                .coordinates
                .iter()
                .map(|c| (c.point as u32, c.motion))
                .collect(),
            interface: patterns.rows(self, interface.n(), &order.shapes, &found.bases, n),
            recovery: recovery::rows(self, whole, &shapes, options, n)?,
            flanks: whole.flanks.clone(),
            moments: moments::moments(
                self,
                &nodal_mass(&self.sector().mesh, &self.sector().material)?,
                &self.sector().mesh.nodes,
                &shapes,
                n,
            ),
            compliance: match options.compliance {
                ComplianceDirections::None => None,
                directions => Some(self.flank_compliance(directions)?),
            },
            turn_products: None,
            check,
        })
    }
}

impl CyclicBody {
    /// Refuses a flank compliance that memory does not hold, before anything is computed.
    fn check_compliance_memory(&self, options: &ReductionOptions) -> Result<(), Error> {
        let points = flank_points_of_tooth(&self.sector().mesh);
        let teeth = self.teeth() as usize;
        let bytes = FlankCompliance::bytes(points, options.compliance, teeth);
        match options.memory_limit {
            Some(limit) if bytes > limit => Err(pitchline_algebra::Error::Memory {
                what: "the flank compliance",
                bytes,
                limit,
            }
            .into()),
            _ => Ok(()),
        }
    }
}

/// A complex shape among the coordinates.
#[derive(Debug, Clone, Copy)]
struct ShapeNumber {
    /// Number of the basis, and of the shape in it.
    basis: usize,
    shape: usize,
    /// Its coordinates: the real part of its amplitude, and the imaginary part where there is one.
    coordinates: (usize, Option<usize>),
}

/// Coordinates in their order: modes by rising frequency, then static shapes by rising frequency.
struct Order {
    shapes: Vec<ShapeNumber>,
    coordinates: Vec<Coordinate>,
    values: Vec<f64>,
}

impl Order {
    fn of(bases: &[HarmonicBasis]) -> Self {
        let mut all: Vec<(bool, f64, usize, usize)> = bases
            .iter()
            .enumerate()
            .flat_map(|(b, basis)| {
                let values = basis.values.iter().enumerate();
                values.map(move |(i, &value)| (i >= basis.n_modes, value, b, i))
            })
            .collect();
        all.sort_by(|a, b| (a.0.cmp(&b.0)).then(a.1.total_cmp(&b.1)));
        let mut order = Self {
            shapes: Vec::new(),
            coordinates: Vec::new(),
            values: Vec::new(),
        };
        for (is_residual, value, basis, shape) in all {
            let first = order.values.len();
            let is_double = bases[basis].is_double;
            order.shapes.push(ShapeNumber {
                basis,
                shape,
                coordinates: (first, is_double.then_some(first + 1)),
            });
            let frequency_hz = frequency(value);
            let kind = match is_residual {
                true => CoordinateKind::Residual { frequency_hz },
                false => CoordinateKind::Mode { frequency_hz },
            };
            let partners = if is_double {
                vec![first + 1, first]
            } else {
                vec![first]
            };
            for partner in partners {
                order.values.push(value);
                order.coordinates.push(Coordinate {
                    kind,
                    nodal_diameter: Some(bases[basis].harmonic as u32),
                    partner: Some(partner as u32),
                });
            }
        }
        order
    }

    /// Shapes on the nodes of the sector.
    fn sector_shapes(
        &self,
        body: &CyclicBody,
        bases: &[HarmonicBasis],
    ) -> Result<Vec<SectorShape>, Error> {
        let map = &body.sector().dof_map;
        let each = 2 * body.sector().mesh.nodes.len();
        body.count(Work::Sector, (3 * each * self.shapes.len()) as u64);
        let shapes = self.shapes.iter().map(|number| {
            let basis = &bases[number.basis];
            let (re, im) = basis.shape(number.shape).split_at(map.n_unknowns());
            let parts = map.expand(re)?.into_iter().zip(map.expand(im)?);
            Ok(SectorShape {
                harmonic: basis.harmonic,
                displacements: parts
                    .map(|(re, im)| [0, 1, 2].map(|k| Complex::new(re[k], im[k])))
                    .collect(),
                coordinates: number.coordinates,
            })
        });
        shapes.collect()
    }

    /// Φᵀ M φ of each full mode to compare with, by columns.
    fn shares(&self, body: &CyclicBody, found: &dual::Found) -> Vec<f64> {
        let n = self.values.len();
        let mut shares = Vec::with_capacity(n * found.compared.len());
        for mode in &found.compared {
            body.count(Work::Coordinates, n as u64);
            let mut column = vec![0.0; n];
            let products = found.products(body, mode);
            for number in &self.shapes {
                if found.bases[number.basis].harmonic != mode.harmonic {
                    continue;
                }
                // The shape a η overlaps with the mode as far as η is this number.
                let eta = products[number.shape] * mode.amplitude;
                column[number.coordinates.0] = eta.re;
                if let Some(second) = number.coordinates.1 {
                    column[second] = eta.im;
                }
            }
            shares.extend(column);
        }
        shares
    }

    /// Natural modes of the reduced body, which are its coordinates by rising frequency, and what the full modes have of them.
    fn modes(&self, shares: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let n = self.values.len();
        let mut rising: Vec<usize> = (0..n).collect();
        rising.sort_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
        let columns = shares.chunks(n.max(1));
        (
            rising.iter().map(|&i| self.values[i]).collect(),
            columns
                .flat_map(|column| rising.iter().map(|&i| column[i]))
                .collect(),
        )
    }
}
