use super::basis::Basis;
use super::flexibility::{Flexibility, Patterns};
use crate::{Error, FeModel, Interface, ReductionOptions};
use pitchline_algebra::Observer;
pub(super) fn basis(
    _: &FeModel,
    _: &Flexibility<'_>,
    _: &Interface,
    _: &Patterns,
    _: &ReductionOptions,
    _: &mut Observer<'_>,
) -> Result<Basis, Error> {
    Err(Error::NoCoordinates)
}
