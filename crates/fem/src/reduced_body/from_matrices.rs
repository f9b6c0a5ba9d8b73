//! A reduced body from stiffness and mass that another program computed: a housing, a carrier. \[theory:flexible-bodies\] (26)-(29)
//!
//! The matrices belong to the motions of nodes (3 along, or 3 along and 3 about the axes of the body) and to modal coordinates that move
//! none of these nodes, in this order: a body as \[craig1968\] reduces it, or \[guyan1965\] without modes.
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | R | `rigid` | translations and turns about the origin of the body, over the unknowns |
//! | M R | `moved` | momentum of each unknown along and about the axes |
//!
//! Of the sums over the mass, those with one shape follow from M: Σ m φ_j and Σ m s × φ_j exactly, the rest of Σ m s φ_jᵀ as far as
//! nodes that move in a linear field carry the mass between them along in the same field, which a mesh does and a condensed one does
//! nearly. Sums with two shapes are not known: bodies made so move by the simplified form of their inertia.

mod check;

pub use check::MatricesError;

use pitchline_algebra::transpose_times;
use pitchline_geometry::tensor::{IDENTITY, principal, scaled, sum};

use super::{MassMoments, Recovery, ReducedBody};
use crate::modes::frequency;
use crate::tensor::{Tensor, Vector, cross};
use crate::{
    Coordinate, CoordinateKind, Error, InterfacePoint, Motion, Origin, ReductionCheck,
    ReductionKind, Site,
};

/// Matrices in text carry seven digits or more: asymmetry and energy of rigid motions above this share are mistakes.
const DIGITS: f64 = 1e-6;

/// A node of a body that is known by matrices.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyNode {
    /// How it is called.
    pub name: String,
    /// Where it is in the axes of the body (m).
    pub place: [f64; 3],
    /// Whether it has turns: 6 unknowns instead of 3.
    pub has_turns: bool,
}

/// Stiffness and mass over nodes and modal coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyMatrices {
    /// Nodes, in the order of their unknowns: along x, y, z, then about them.
    pub nodes: Vec<BodyNode>,
    /// Modal coordinates after the nodes.
    pub n_modes: usize,
    /// K, n × n (N/m, N, N m).
    pub stiffness: Vec<f64>,
    /// M, n × n (kg, kg m, kg m²).
    pub mass: Vec<f64>,
    /// What holds it.
    pub support: BodySupport,
}

/// What holds a body that is known by matrices.
#[derive(Debug, Clone, PartialEq)]
pub enum BodySupport {
    /// Nothing: K does not feel motions of the whole.
    Free,
    /// Supports that are part of K, or nodes that are no unknowns because they stand still.
    Held {
        /// Σ m φ_j, 3 × n by columns: forces of weight per unit of acceleration along x, y, z. Without it they are taken from M, which
        /// lacks what couples unknowns with nodes that stand still.
        sums: Option<Vec<f64>>,
    },
}

impl BodyMatrices {
    /// Number of unknowns.
    pub fn n(&self) -> usize {
        let nodes = self.nodes.iter().map(|node| node.n());
        nodes.sum::<usize>() + self.n_modes
    }

    fn is_free(&self) -> bool {
        self.support == BodySupport::Free
    }

    /// Energy of the six motions of the whole as a share of that of their parts, Σ r_i K_ij r_j over Σ |r_i K_ij r_j|: rounding
    /// for a free body, something for a held one. Turns are about the middle of the nodes.
    pub fn rigid_residuals(&self) -> Result<[f64; 6], Error> {
        self.check_sizes()?;
        let n = self.n();
        let count = self.nodes.len() as f64;
        let middle = [0, 1, 2].map(|i| self.nodes.iter().map(|p| p.place[i]).sum::<f64>() / count);
        let rigid = self.rigid(middle);
        let mut residuals = [0.0; 6];
        for (residual, r) in residuals.iter_mut().zip(rigid.chunks(n)) {
            let (mut energy, mut parts) = (0.0, 0.0);
            for (column, r_j) in self.stiffness.chunks(n).zip(r) {
                for (k, r_i) in column.iter().zip(r) {
                    energy += r_i * k * r_j;
                    parts += (r_i * k * r_j).abs();
                }
            }
            // A turn that moves nothing (one node without turns) stores nothing.
            *residual = if parts > 0.0 {
                energy.abs() / parts
            } else {
                0.0
            };
        }
        Ok(residuals)
    }

    /// Motions along x, y, z and turns about them through a place, over the unknowns.
    fn rigid(&self, about: Vector) -> Vec<f64> {
        (0..6)
            .flat_map(|motion| {
                let mut field = [[0.0; 3]; 2];
                field[motion / 3][motion % 3] = 1.0;
                self.over_unknowns(move |place| {
                    let arm = [0, 1, 2].map(|i| place[i] - about[i]);
                    let turned = cross(field[1], arm);
                    let along = [0, 1, 2].map(|i| field[0][i] + turned[i]);
                    [along, field[1]]
                })
            })
            .collect()
    }

    /// A field of displacements and turns over the unknowns; modes move no node.
    fn over_unknowns(&self, field: impl Fn(Vector) -> [Vector; 2]) -> Vec<f64> {
        let nodes = self.nodes.iter();
        let values = nodes.flat_map(|node| {
            let both = field(node.place);
            both.into_iter().flatten().take(node.n())
        });
        let mut values: Vec<f64> = values.collect();
        values.resize(self.n(), 0.0);
        values
    }

    /// `bearing_1 along x`, `mode 3`.
    fn unknown_name(&self, unknown: usize) -> String {
        let mut first = 0;
        for node in &self.nodes {
            if unknown < first + node.n() {
                let motion = motion(unknown - first);
                return format!("{} {motion}", node.name);
            }
            first += node.n();
        }
        format!("mode {}", unknown + 1 - first)
    }

    /// Sums over the mass. (27)-(29)
    fn moments(&self, rigid: &[f64], mass: &[f64]) -> Result<MassMoments, Error> {
        let n = self.n();
        let moved = transpose_times(n, rigid, mass)?;
        // Six rows over the unknowns: momenta along and about the axes.
        let whole = transpose_times(n, rigid, &transposed_rows(&moved, n))?;
        let along = [0, 1, 2].map(|i| whole[7 * i]);
        let total = along.iter().sum::<f64>() / 3.0;
        let is_equal = along.iter().all(|m| (m - total).abs() <= DIGITS * total);
        if !(total > 0.0 && (is_equal || !self.is_free())) {
            return Err(MatricesError::Mass { along }.into());
        }
        // Rᵀ M R = [m 1, −S̃; S̃, J]
        let at = |i: usize, j: usize| 0.5 * (whole[i + 6 * j] + whole[j + 6 * i]);
        // −S̃ has S_z at (x, turn about y) and −S_z at (y, turn about x), and so on round.
        let first = [0, 1, 2].map(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            0.5 * (at(j, 3 + k) - at(k, 3 + j))
        });
        let inertia: Tensor = [0, 1, 2].map(|i| [0, 1, 2].map(|j| at(3 + i, 3 + j)));
        let trace = inertia[0][0] + inertia[1][1] + inertia[2][2];
        let (values, _) = principal(&inertia);
        if self.is_free() && (values[2].is_nan() || values[2] <= 0.0) {
            return Err(MatricesError::NoInertia { value: values[2] }.into());
        }
        let mut moments = MassMoments {
            mass: total,
            first,
            second: sum(&scaled(0.5 * trace, &IDENTITY), &scaled(-1.0, &inertia)),
            sums: vec![0.0; 3 * n],
            arms: vec![0.0; 9 * n],
            pairs: Vec::new(),
        };
        for (to, from) in moments.sums.chunks_mut(3).zip(moved.chunks(6)) {
            to.copy_from_slice(&from[..3]);
        }
        if let BodySupport::Held { sums: Some(sums) } = &self.support {
            moments.sums.clone_from(sums);
        }
        for alpha in 0..3 {
            for beta in 0..3 {
                let field = self.over_unknowns(|place| linear_field(place, alpha, beta));
                let sums = transpose_times(n, &field, mass)?;
                let entries = moments.arms.iter_mut().skip(alpha + 3 * beta).step_by(9);
                entries.zip(sums).for_each(|(to, from)| *to = from);
            }
        }
        Ok(moments)
    }
}

impl BodyNode {
    fn n(&self) -> usize {
        if self.has_turns { 6 } else { 3 }
    }
}

/// u = s_α e_β, and half its curl as a turn.
fn linear_field(place: Vector, alpha: usize, beta: usize) -> [Vector; 2] {
    let mut along = [0.0; 3];
    along[beta] = place[alpha];
    let (mut a, mut b) = ([0.0; 3], [0.0; 3]);
    a[alpha] = 1.0;
    b[beta] = 0.5;
    [along, cross(a, b)]
}

/// A motion of a node by its number.
fn motion(number: usize) -> Motion {
    match number {
        0..3 => Motion::Along(number as u8),
        _ => Motion::About((number % 3) as u8),
    }
}

/// Columns of the transposed of six rows.
fn transposed_rows(rows: &[f64], n: usize) -> Vec<f64> {
    (0..6)
        .flat_map(|i| (0..n).map(move |j| rows[i + 6 * j]))
        .collect()
}

/// The mean of a matrix and its transposed.
fn symmetric(n: usize, matrix: &[f64]) -> Vec<f64> {
    let mean = |at: usize| 0.5 * (matrix[at] + matrix[at / n + n * (at % n)]);
    (0..n * n).map(mean).collect()
}

impl ReducedBody {
    /// A body from matrices that another program computed.
    pub fn from_matrices(given: &BodyMatrices) -> Result<Self, Error> {
        given.check()?;
        let n = given.n();
        let stiffness = symmetric(n, &given.stiffness);
        let mass = symmetric(n, &given.mass);
        let rigid = given.rigid([0.0; 3]);
        let moments = given.moments(&rigid, &mass)?;
        let n_motions = n - given.n_modes;
        let n_nodes = given.nodes.len();
        let mut points = Vec::with_capacity(n_nodes);
        let mut motions = Vec::with_capacity(n_motions);
        let mut displacements = vec![0.0; 3 * n_nodes * n];
        for (i, node) in given.nodes.iter().enumerate() {
            for axis in 0..3 {
                displacements[3 * i + axis + 3 * n_nodes * (motions.len() + axis)] = 1.0;
            }
            motions.extend((0..node.n()).map(|number| (i as u32, motion(number))));
            points.push(InterfacePoint {
                name: node.name.clone(),
                site: Site::Node(i as u32),
                place: node.place,
                tooth: None,
            });
        }
        let mut interface = vec![0.0; n_motions * n];
        interface
            .iter_mut()
            .step_by(n_motions + 1)
            .take(n_motions)
            .for_each(|x| *x = 1.0);
        let kind = |i: usize| match i < n_motions {
            true => CoordinateKind::Interface(i as u32),
            false => CoordinateKind::HeldMode {
                frequency_hz: frequency(stiffness[i * (n + 1)] / mass[i * (n + 1)]),
            },
        };
        let coordinates = (0..n).map(|i| Coordinate {
            kind: kind(i),
            nodal_diameter: None,
            partner: None,
        });
        Ok(Self {
            origin: Origin {
                kind: match given.n_modes {
                    0 => ReductionKind::StaticModes,
                    _ => ReductionKind::CraigBampton,
                },
                n_unknowns: n as u64,
                n_nodes: n_nodes as u64,
                teeth: 0,
                pitch: 0.0,
                sector_nodes: 0,
                is_cyclic: false,
                n_rigid: if given.is_free() { 6 } else { 0 },
                n_dropped: 0,
            },
            coordinates: coordinates.collect(),
            rigid: if given.is_free() { rigid } else { Vec::new() },
            points,
            motions,
            interface,
            recovery: Recovery {
                nodes: (0..n_nodes as u32).collect(),
                places: given.nodes.iter().map(|node| node.place).collect(),
                displacements,
                ..Recovery::default()
            },
            flanks: Vec::new(),
            moments,
            compliance: None,
            turn_products: None,
            check: ReductionCheck::default(),
            stiffness,
            mass,
        })
    }
}
