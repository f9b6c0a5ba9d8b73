//! Why a reduced body cannot move in a machine.

use thiserror::Error;

/// Why a reduced body cannot be added to a machine.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)] // the messages say what the fields are
pub enum FlexibleBodyError {
    #[error(
        "{of}: its supports leave {n_rigid} of 6 rigid motions free, but a body that moves carries its own frame; reduce it free, without supports, or, where its supports are the ground, ask for the frame `Ground`"
    )]
    Held { of: String, n_rigid: u32 },
    #[error(
        "{of}: its supports leave {n_rigid} rigid motions free, so the ground does not hold it; reduce it with all motions held, or ask for the frame `Floating` with a body reduced free"
    )]
    Loose { of: String, n_rigid: u32 },
    #[error(
        "{of}: {found} of its modes are rigid motions where {expected} are expected; reduce it free again, its matrices and moments do not belong together"
    )]
    RigidMotions {
        of: String,
        found: usize,
        expected: usize,
    },
    #[error(
        "{of}: {what} is {value:e}; a body needs mass and inertia about every axis through its centre of mass: lumped masses on a line have none"
    )]
    NoInertia {
        of: String,
        what: &'static str,
        value: f64,
    },
    #[error(
        "{of}: mode {mode} has the stiffness {value:e} N/m per unit of mass; that of a body is positive for all that deforms it"
    )]
    NegativeStiffness { of: String, mode: usize, value: f64 },
    #[error(
        "the moments of second order of the body are not known; ask for the simplified form of its inertia, or reduce it from a mesh"
    )]
    NoSecondMoments,
    #[error(
        "the mass of mode {first} with mode {second} is {value} by the moments of the body where {expected} is expected by its mass matrix; they do not belong together: reduce it again"
    )]
    ModalMass {
        first: usize,
        second: usize,
        value: f64,
        expected: f64,
    },
    #[error("{what}: {given} values are given where {needed} are needed")]
    Count {
        what: &'static str,
        given: usize,
        needed: usize,
    },
    #[error("{of} has no point {point}; its points are {points}")]
    NoSuchPoint {
        of: String,
        point: String,
        points: String,
    },
    #[error(
        "{of}: nothing can be attached to {point}, of which {n_motions} motions are known; ask for its motions along x, y, z, or along and about them, when the body is reduced"
    )]
    NotAttachable {
        of: String,
        point: String,
        n_motions: usize,
    },
    #[error(transparent)]
    Fem(#[from] pitchline_fem::Error),
    #[error(transparent)]
    Algebra(#[from] pitchline_algebra::Error),
}
