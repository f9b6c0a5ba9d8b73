//! What studies of even running read: the load that is varied, and how far.

use crate::geometry::vector::Vector;
use crate::input::interval::Interval;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::studies::StudyContext;
use crate::studies::small_motions::inputs::{self, ShakenPart};
use crate::units::Dimension;

keys! {
    /// The load that is varied.
    pub(in crate::studies) static LOAD_KEYS shared by "studies that vary a load" {
        LOAD = required(
            "load",
            Text(),
            "\"road\"",
            "The torque that is varied: a force of kind `load` about the line of its torque, or one component of it, such as `road:torque_z`. Positive about +x, +y or +z, whichever is nearest to the line.",
        );
        pub(in crate::studies) TORQUE_RANGE = required(
            "torque_range",
            Quantities(Dimension::TORQUE, Interval::ALL),
            "[\"-800 N m\", \"800 N m\"]",
            "Lowest and highest torque of the load. Of a map, ranges on both sides of zero show both directions of power; of `breakaway`, the search range, around the torque at `at`.",
        );
    }
}

/// The same line with its largest component positive: torques are counted about axes, whichever way the load of the model turns.
fn along_axis(direction: Vector) -> Vector {
    let largest = direction
        .into_iter()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    match largest.is_some_and(|component| component < 0.0) {
        true => direction.map(|component| -component),
        false => direction,
    }
}

/// A torque by its load and direction.
pub(in crate::studies) fn load(
    section: &Section,
    context: &StudyContext,
    time: f64,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Vector)> {
    let name = section.get(&LOAD)?;
    if inputs::is_refused(context, name.value) {
        return None;
    }
    let (message, label, help) = match inputs::part(context.machine, name.value, time) {
        Ok(ShakenPart::Load {
            load,
            is_torque: true,
            direction,
            ..
        }) => return Some((load, along_axis(direction))),
        Ok(_) => (
            format!("`{}` is no torque of a load", name.value),
            "no torque",
            "name a force of kind load that has a torque, or one component of it, such as \"road:torque_z\"".to_owned(),
        ),
        Err(refusal) => refusal,
    };
    diagnostics.push(
        Diagnostic::error("wrong-input", name.span, message)
            .label(label)
            .help(help),
    );
    None
}
