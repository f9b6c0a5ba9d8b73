//! What cannot be had from a reduced body, and what to change.

/// Why a reduced body gives no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum BodyError {
    #[error(
        "the body cannot be turned by whole teeth: its sectors or their supports differ; support it alike on all teeth, or keep its basis where it is"
    )]
    NoTurn,
    #[error(
        "coordinate {coordinate} has no partner that a turn by one tooth carries it into; take a cyclic basis, or project with `TurnProjection`"
    )]
    NoPartner { coordinate: usize },
    #[error(
        "the body has no products with its turned basis; compute them with `TurnProducts::of_shapes` when it is reduced"
    )]
    NoTurnProducts,
    #[error(
        "node {node} has no {what} in the reduced body; name it among the nodes to recover when the body is reduced"
    )]
    NotRecovered { node: u32, what: &'static str },
    #[error(
        "the body carries no flank compliance; ask for its directions when the body is reduced"
    )]
    NoCompliance,
    #[error("tooth {tooth} does not exist; the body has teeth 1 to {teeth}")]
    NoSuchTooth { tooth: u32, teeth: u32 },
    #[error("flank point {point} does not exist; a tooth has {n_points} points, numbered from 0")]
    NoSuchPoint { point: usize, n_points: usize },
    #[error(
        "direction {direction} does not exist; a flank point has {n_directions}, numbered from 0"
    )]
    NoSuchDirection {
        direction: usize,
        n_directions: usize,
    },
    #[error("the reduced body contradicts itself: {what}; reduce it again")]
    Inconsistent { what: String },
}
