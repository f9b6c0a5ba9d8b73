//! Plain bearings.

use super::super::Reading;
use super::super::ends::is_given;
use crate::dynamics::PlainBearing;
use crate::input::Section;
use crate::model::machine::{Connection, ForceKind};

pub(super) fn kind(
    (what, section): (&str, &Section),
    between: Option<Connection>,
    reading: &mut Reading,
) -> Option<ForceKind> {
    if !is_given(section, "stiffness") {
        if section.has_errors() {
            return None;
        }
        return reading.refuse(
            "missing-key",
            (section.span(), "how stiff is it?"),
            format!("{what} lacks `stiffness`"),
            "write stiffness = \"200 N/um\", or { xx = \"100 N/um\", xy = \"40 N/um\", yx = \"-60 N/um\", yy = \"150 N/um\" }",
        );
    }
    let (stiffness, damping) = (matrix(section, "stiffness"), matrix(section, "damping"));
    let law = PlainBearing {
        stiffness: stiffness?,
        damping: damping?,
        axial_stiffness: section.quantity("axial_stiffness")?.value,
        axial_damping: section.quantity("axial_damping")?.value,
    };
    if let Err(error) = law.check(what) {
        return reading.refuse(
            "bad-damping",
            (section.span_of("damping"), "feeds the motion"),
            error.to_string(),
            "check signs and order of the coefficients: xy is the force along x for a motion along y",
        );
    }
    Some(ForceKind::PlainBearing {
        between: between?,
        stiffness: law.stiffness,
        damping: law.damping,
        axial_stiffness: law.axial_stiffness,
        axial_damping: law.axial_damping,
    })
}

/// One number for all directions, or four; zero unless given.
fn matrix(section: &Section, key: &str) -> Option<[[f64; 2]; 2]> {
    if section.is_faulty(key) {
        return None;
    }
    if let Some(table) = section.table(key) {
        let get = |key: &str| Some(table.quantity(key)?.value);
        return Some([[get("xx")?, get("xy")?], [get("yx")?, get("yy")?]]);
    }
    let value = section.quantity(key).map_or(0.0, |quantity| quantity.value);
    Some([[value, 0.0], [0.0, value]])
}
