//! Whether matrices can be those of a body, and what is wrong if not.

use pitchline_algebra::DenseFactor;

use super::{BodyMatrices, BodySupport, DIGITS};
use crate::Error;

/// Share of the strain energy below which a motion of the whole is not held at all.
const NOT_HELD: f64 = 1e-10;

/// Why matrices make no body.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum MatricesError {
    #[error("the body has no nodes; name at least one node with its place")]
    NoNodes,
    #[error(
        "{what} has {given} entries, but its nodes and modes have {n} unknowns, which make {needed}; give 3 unknowns for a node without turns, 6 for one with them, and 1 for a mode"
    )]
    Size {
        what: &'static str,
        given: usize,
        n: usize,
        needed: usize,
    },
    #[error("node {name} is named twice; name each node once")]
    NamedTwice { name: String },
    #[error("node {name} is at ({}, {}, {}) m; write finite numbers", place[0], place[1], place[2])]
    Place { name: String, place: [f64; 3] },
    #[error("{what}: the entry at {row}, {column} is {value}; write finite numbers")]
    NotFinite {
        what: &'static str,
        row: String,
        column: String,
        value: f64,
    },
    #[error(
        "{what} is not symmetric: {first:e} at {row}, {column} and {second:e} at its mirror; give both triangles alike"
    )]
    Asymmetric {
        what: &'static str,
        row: String,
        column: String,
        first: f64,
        second: f64,
    },
    #[error(
        "{what} is not positive: at {unknown} only {remains:e} remains; check units and signs{remedy}"
    )]
    NotPositive {
        what: &'static str,
        unknown: String,
        remains: f64,
        remedy: &'static str,
    },
    #[error(
        "the body is said to be free, but {motion} stores {residual:.1e} of the energy of its parts where {allowed:e} is rounding; give K without supports and the places of the nodes in its axes, or call it held"
    )]
    NotFree {
        motion: &'static str,
        residual: f64,
        allowed: f64,
    },
    #[error(
        "the body is said to be held, but {motion} stores only {residual:.1e} of the energy of its parts; put its supports into K, or call it free"
    )]
    NotHeld { motion: &'static str, residual: f64 },
    #[error(
        "the mass along x, y, z is {}, {} and {} kg; it must be one number: give nodes all three motions along the axes", along[0], along[1], along[2]
    )]
    Mass { along: [f64; 3] },
    #[error(
        "the least moment of inertia about the origin is {value:e} kg m²; a free body needs mass away from every line through it"
    )]
    NoInertia { value: f64 },
}

const MOTIONS: [&str; 6] = [
    "its motion along x",
    "its motion along y",
    "its motion along z",
    "its turn about x",
    "its turn about y",
    "its turn about z",
];

impl BodyMatrices {
    pub(super) fn check_sizes(&self) -> Result<(), MatricesError> {
        if self.nodes.is_empty() {
            return Err(MatricesError::NoNodes);
        }
        let n = self.n();
        for (what, matrix) in self.matrices() {
            if matrix.len() != n * n {
                return Err(MatricesError::Size {
                    what,
                    given: matrix.len(),
                    n,
                    needed: n * n,
                });
            }
        }
        Ok(())
    }

    fn matrices(&self) -> [(&'static str, &[f64]); 2] {
        [("the stiffness", &self.stiffness), ("the mass", &self.mass)]
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        self.check_sizes()?;
        if let BodySupport::Held { sums: Some(sums) } = &self.support {
            self.check_sums(sums)?;
        }
        let mut names = std::collections::BTreeSet::new();
        for node in &self.nodes {
            let name = node.name.clone();
            if node.place.iter().any(|x| !x.is_finite()) {
                let place = node.place;
                return Err(MatricesError::Place { name, place }.into());
            }
            if !names.insert(&node.name) {
                return Err(MatricesError::NamedTwice { name }.into());
            }
        }
        for (what, matrix) in self.matrices() {
            self.check_symmetric(what, matrix)?;
        }
        let residuals = self.rigid_residuals()?;
        for (motion, &residual) in MOTIONS.into_iter().zip(&residuals) {
            if self.is_free() && residual > DIGITS {
                return Err(MatricesError::NotFree {
                    motion,
                    residual,
                    allowed: DIGITS,
                }
                .into());
            }
            if !self.is_free() && residual < NOT_HELD {
                return Err(MatricesError::NotHeld { motion, residual }.into());
            }
        }
        self.check_positive("the mass", &self.mass, "; every unknown needs mass")?;
        match self.is_free() {
            true => Ok(()),
            false => self.check_positive("the stiffness", &self.stiffness, ""),
        }
    }

    fn check_sums(&self, sums: &[f64]) -> Result<(), MatricesError> {
        let n = self.n();
        if sums.len() != 3 * n {
            return Err(MatricesError::Size {
                what: "the weight of the unknowns",
                given: sums.len(),
                n,
                needed: 3 * n,
            });
        }
        match sums.iter().position(|x| !x.is_finite()) {
            Some(at) => Err(MatricesError::NotFinite {
                what: "the weight of the unknowns",
                row: ["x", "y", "z"][at % 3].to_owned(),
                column: self.unknown_name(at / 3),
                value: sums[at],
            }),
            None => Ok(()),
        }
    }

    fn check_symmetric(&self, what: &'static str, matrix: &[f64]) -> Result<(), MatricesError> {
        let n = self.n();
        for j in 0..n {
            for i in 0..n {
                let (first, second) = (matrix[i + n * j], matrix[j + n * i]);
                let names = || (self.unknown_name(i), self.unknown_name(j));
                if !first.is_finite() {
                    let (row, column) = names();
                    return Err(MatricesError::NotFinite {
                        what,
                        row,
                        column,
                        value: first,
                    });
                }
                let size = (matrix[i * (n + 1)] * matrix[j * (n + 1)]).abs().sqrt();
                if (first - second).abs() > DIGITS * size {
                    let (row, column) = names();
                    return Err(MatricesError::Asymmetric {
                        what,
                        row,
                        column,
                        first,
                        second,
                    });
                }
            }
        }
        Ok(())
    }

    fn check_positive(
        &self,
        what: &'static str,
        matrix: &[f64],
        remedy: &'static str,
    ) -> Result<(), Error> {
        match DenseFactor::positive_definite(self.n(), matrix) {
            Ok(_) => Ok(()),
            Err(pitchline_algebra::Error::NotPositiveDefinite { unknown, remains }) => {
                Err(MatricesError::NotPositive {
                    what,
                    unknown: self.unknown_name(unknown),
                    remains,
                    remedy,
                }
                .into())
            }
            Err(other) => Err(other.into()),
        }
    }
}
