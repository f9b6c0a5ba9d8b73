//! What the modes do at a point of the interface of a reduced body, in the axes of the body.

use pitchline_fem::{Motion, ReducedBody};
use pitchline_geometry::tensor::{Tensor, times};
use pitchline_geometry::vector::Vector;

use super::FlexibleBodyError;
use super::modal_basis::ModalBasis;

/// Motions of a point by modes.
pub(super) struct PointRows {
    pub place: Vector,
    pub along: Vec<Vector>,
    /// None for a point without turns.
    pub about: Option<Vec<Vector>>,
}

/// Rows of a point, by number.
pub(super) fn of(
    name: &str,
    body: &ReducedBody,
    basis: &ModalBasis,
    point: usize,
) -> Result<PointRows, FlexibleBodyError> {
    let place = body.points[point].place;
    let Some(along) = rows(body, point, Motion::Along) else {
        let mine = |motion: &&(u32, Motion)| motion.0 as usize == point;
        return Err(FlexibleBodyError::NotAttachable {
            of: name.to_owned(),
            point: body.points[point].name.clone(),
            n_motions: body.motions.iter().filter(mine).count(),
        });
    };
    let about = rows(body, point, Motion::About);
    Ok(PointRows {
        place,
        along: basis.along(place, &along),
        about: about.map(|rows| basis.about(&rows)),
    })
}

/// Whether a point has motions along three axes.
pub(super) fn is_attachable(body: &ReducedBody, point: usize) -> bool {
    rows(body, point, Motion::Along).is_some()
}

/// 3 × n by columns: motions along or about x, y, z of the body for each coordinate; none unless all three are known.
fn rows(body: &ReducedBody, point: usize, kind: impl Fn(u8) -> Motion) -> Option<Vec<f64>> {
    let find = |axis: u8| {
        let wanted = (point as u32, kind(axis));
        body.motions.iter().position(|motion| *motion == wanted)
    };
    let numbers = [find(0)?, find(1)?, find(2)?];
    let turn = tooth_axes(body, body.points[point].tooth);
    let m = body.motions.len();
    let columns = body.interface.chunks_exact(m);
    Some(
        columns
            .flat_map(|column| times(&turn, numbers.map(|i| column[i])))
            .collect(),
    )
}

/// Axes of a tooth in those of the body: turned by whole pitches about z.
fn tooth_axes(body: &ReducedBody, tooth: Option<u32>) -> Tensor {
    let steps = tooth.map_or(0, |tooth| tooth.saturating_sub(1));
    let (sin, cos) = (f64::from(steps) * body.origin.pitch).sin_cos();
    [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
}
