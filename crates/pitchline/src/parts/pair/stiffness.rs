//! Stiffness of a mesh: given, or that of a standard.

use super::mesh_keys as key;
use crate::contact::{CrossingKind, LawError, StiffnessData, ToothStiffness, WebbedBlank};
use crate::geometry::GearPair;
use crate::input::place::cut;
use crate::input::{Diagnostic, Section};
use crate::model::machine::MeshDirection;
use crate::model::{Gear, Gears, MeshKind, Pair, PairGeometry, Reading, is_given};

/// Name of the standard in the model file.
const STANDARD: &str = "iso-6336";

/// Stiffness across the tooth in the pitch surfaces (N/m).
pub(super) fn read(
    (what, section): (&str, &Section),
    (pair, gears): (&Pair, &Gears),
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<f64> {
    check_line_load((what, section), pair, reading)?;
    if let Some(given) = section.quantity(&key::STIFFNESS) {
        return Some(direction.hoop_stiffness(given.value));
    }
    let name = section.text(&key::STIFFNESS)?;
    if name.value != STANDARD {
        return reading.refuse(
            "unknown-choice",
            (name.span, "neither a stiffness nor a known name"),
            format!("{what}: \"{}\" is no stiffness", cut(name.value)),
            format!("write stiffness = \"2.1e8 N/m\", or \"{STANDARD}\" for that of the standard"),
        );
    }
    // Gears that were refused were reported.
    let of_pair = [gears.find(&pair.a)?, gears.find(&pair.b)?].map(|built| &built.gear);
    let line_load = section.quantity(&key::LINE_LOAD).map(|load| load.value);
    match by_standard(pair, of_pair, line_load) {
        Ok((stiffness, width)) => {
            for remark in &stiffness.remarks {
                let message = format!("{what}: {remark}");
                let warning = Diagnostic::warning("tooth-stiffness", name.span.clone(), message);
                reading.diagnostics.push(
                    warning.help("it remains unchanged; write the stiffness itself in its place"),
                );
            }
            // The standard's acts along the line of action, whatever direction the file measures in.
            Some(stiffness.over(width) / direction.hoop_per_line.powi(2))
        }
        Err(error) => reading.refuse(
            "no-standard",
            (name.span, "not for this pair"),
            format!("{what}: {error}"),
            "write stiffness = \"2.1e8 N/m\", with a value of your own",
        ),
    }
}

/// Width over which flanks of two cylindrical gears bear (m): the common face width, of both halves of double helical gears.
pub(super) fn bearing_width(mesh: &GearPair, gears: [&Gear; 2]) -> f64 {
    let halves = if gears[0].is_double_helical { 2.0 } else { 1.0 };
    halves * mesh.face_width
}

/// Refuses a line load that changes nothing: of a stiffness that is given, or of gears whose standard does not ask for it.
fn check_line_load(
    (what, section): (&str, &Section),
    pair: &Pair,
    reading: &mut Reading,
) -> Option<()> {
    let is_cylindrical = matches!(pair.geometry, PairGeometry::Cylindrical(_));
    let is_standard = section.text(&key::STIFFNESS).is_some();
    if !is_given(section, &key::LINE_LOAD) || (is_standard && is_cylindrical) {
        return Some(());
    }
    reading.refuse(
        "useless-key",
        (section.span_of(&key::LINE_LOAD), "not used"),
        format!("{what} has `line_load`, which belongs to stiffness = \"{STANDARD}\" of cylindrical gears"),
        format!("remove it, or write stiffness = \"{STANDARD}\""),
    )
}

/// Stiffness per width, and the width that it acts over (m).
fn by_standard(
    pair: &Pair,
    gears: [&Gear; 2],
    line_load: Option<f64>,
) -> Result<(ToothStiffness, f64), LawError> {
    match &pair.geometry {
        PairGeometry::Cylindrical(mesh) => {
            let data = StiffnessData {
                young_moduli: gears.map(|gear| gear.material.youngs_modulus),
                blanks: gears.map(|gear| gear.blank.as_ref().and_then(WebbedBlank::of)),
                line_load,
            };
            let stiffness = ToothStiffness::of_pair(mesh, &data)?;
            Ok((stiffness, bearing_width(mesh, gears)))
        }
        PairGeometry::Pitch(mesh) => {
            let kind = match mesh.kind {
                MeshKind::Bevel => CrossingKind::Bevel,
                MeshKind::Hypoid => CrossingKind::Hypoid,
                MeshKind::Worm => CrossingKind::Worm,
                MeshKind::Crossed => CrossingKind::CrossedHelical,
            };
            let [a, b] = mesh.face_width;
            Ok((ToothStiffness::of_crossing(kind)?, a.min(b)))
        }
    }
}
