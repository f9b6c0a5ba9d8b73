//! Pictures of a study of the machine.

use super::Study;
use super::record::Record;
use crate::dynamics::State;
use crate::results::StudyResult;

/// Adds curves of all sensors and of the energies, and the machine at its first and last state.
pub(super) fn add(
    _study: &Study,
    _states: [&State; 2],
    _record: &Record,
    _result: &mut StudyResult,
) {
}
