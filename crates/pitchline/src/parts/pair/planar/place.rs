//! Whether two wheels can mesh in one plane where they stand.

use super::PlanarLevel;
use crate::dynamics::{Error, Frame, Machine, PlanarContact};
use crate::model::Reading;
use crate::model::machine::MeshingRequest;
use crate::number::short;
use crate::parts::pair::place::{refuse, standing, warn_of_faces};
use crate::parts::pair::reading::PairEntry;
use crate::parts::pair::{Toothing, refuse_faces_apart};

/// Refuses wheels of a contact in one plane whose axes are not parallel, or not as far apart as their pitch circles ask.
pub(super) fn check(
    level: &PlanarLevel,
    entry: &PairEntry,
    pair: &MeshingRequest,
    reading: &mut Reading,
) -> Option<()> {
    let PairEntry {
        what,
        section,
        wheels,
        ..
    } = *entry;
    let mut scratch = Machine::new();
    let Some(stand) = standing(wheels, &mut scratch, reading) else {
        return Some(());
    };
    let offset = Toothing::of(pair).offset(&stand);
    if let Err(error) = refuse_faces_apart(what, pair.faces, (offset, &stand)) {
        let names = wheels.map(|wheel| wheel.name.as_str());
        return refuse((what, section), names, (&error, 1.0, None), None, reading);
    }
    let faces = (pair.faces, offset.unwrap_or(0.0));
    warn_of_faces((what, section), wheels, faces, reading);
    let data = level.contact(level.mesh.law.damping);
    let [a, b] = stand.map(|wheel| Frame {
        node: wheel.node,
        place: wheel.place,
        axes: wheel.axes,
    });
    let error = PlanarContact::build(what, &mut scratch, a, b, data).err();
    let Some(error) = error else {
        return Some(());
    };
    let [a, b] = wheels.map(|wheel| wheel.name.as_str());
    let (message, help) = match error {
        Error::Value {
            key: "angle between the axes",
            value,
            ..
        } => (
            format!(
                "{what}: the axes of wheels `{a}` and `{b}` are {} deg apart, and level \"planar\" is for parallel ones",
                short(value.to_degrees())
            ),
            format!("turn the axis of `{b}`, or write level = \"joint\""),
        ),
        Error::Value { value, .. } => (
            format!(
                "{what}: the axes of wheels `{a}` and `{b}` are {} mm apart, and their pitch circles touch at {} mm",
                short(1e3 * value),
                short(1e3 * level.pair.center_distance().abs())
            ),
            "move a wheel: at = [x, y, z], or give the pair the center_distance of their positions"
                .to_owned(),
        ),
        other => (other.to_string(), "correct the pair".to_owned()),
    };
    let place = (section.span_of("b"), "cannot mesh there");
    reading.refuse("cannot-mesh", place, message, help)
}
