//! Cylindrical gears: their data from the section of the file.

use super::super::parts::{basic_rack, cutter};
use crate::geometry::{
    self, BasicRack, CutterData, CylindricalData, GearKind, Hand, Thinning, Tip, ToothSystem,
};
use crate::input::{Diagnostic, Diagnostics, Section};

/// What to write; for the basic rack the whole line, as the one at fault may be a default.
pub(super) fn gear_remedy(error: &geometry::Error, rack: &BasicRack) -> String {
    let line = |rack: &BasicRack| {
        format!(
            "rack = {{ addendum = {}, dedendum = {}, root_radius = {} }}",
            rack.addendum, rack.dedendum, rack.root_radius
        )
    };
    match error {
        geometry::Error::RackRadiusTooLarge { largest, .. } => {
            let root_radius = (largest * 100.0).floor() / 100.0;
            let rounder = line(&BasicRack {
                root_radius,
                ..*rack
            });
            format!("{}: {rounder}", error.remedy())
        }
        _ => error.remedy(),
    }
}

/// The data of a gear, `None` when a value that it needs is missing or was refused.
pub(super) fn gear_data(
    name: &str,
    section: &Section,
    diagnostics: &mut Diagnostics,
) -> Option<CylindricalData> {
    let given_twice = section.is_given("tip_alteration") && section.is_given("tip_diameter");
    if given_twice {
        diagnostics.push(
            Diagnostic::error(
                "tip-given-twice",
                section.span_of("tip_diameter"),
                format!("gear `{name}` has a tip_diameter and a tip_alteration"),
            )
            .label("one of the two follows from the other")
            .related(section.span_of("tip_alteration"), "here is the other")
            .help("keep the one that the drawing states and remove the other"),
        );
    }
    let helix_angle = section.quantity("helix_angle");
    let hand = section.choice("hand");
    let needs_hand =
        helix_angle.as_ref().is_some_and(|angle| angle.value > 0.0) && !section.is_given("hand");
    if needs_hand {
        diagnostics.push(
            Diagnostic::error(
                "missing-hand",
                section.span_of("helix_angle"),
                format!("helical gear `{name}` has no hand"),
            )
            .label("hand of the helix is missing")
            .help("add hand = \"left\" or hand = \"right\""),
        );
    }
    let has_halves = check_halves(name, section, diagnostics);
    if given_twice || needs_hand || !has_halves || section.has_errors() {
        return None;
    }
    let kind = match section.choice("kind")?.value {
        "internal" => GearKind::Internal,
        "rack" => GearKind::Rack,
        _ => GearKind::External,
    };
    let is_round = kind != GearKind::Rack;
    let round_table = |key: &str| if is_round { section.table(key) } else { None };
    let measurement = round_table("measurement");
    let blank = round_table("blank");
    Some(CylindricalData {
        kind,
        teeth: u32::try_from(section.integer("teeth")?.value).ok()?,
        system: ToothSystem {
            module: section.quantity("module")?.value,
            pressure_angle: section.quantity("pressure_angle")?.value,
            helix_angle: helix_angle?.value,
            hand: match hand.map(|hand| hand.value) {
                Some("left") => Hand::Left,
                _ => Hand::Right,
            },
        },
        face_width: section.quantity("face_width")?.value,
        profile_shift: section
            .number("profile_shift")
            .map_or(0.0, |shift| shift.value),
        rack: basic_rack(section)?,
        tip: match section.quantity("tip_diameter") {
            Some(diameter) => Tip::Diameter(diameter.value),
            None => Tip::Alteration(section.number("tip_alteration")?.value),
        },
        thickness_allowance: section.quantity("thickness_allowance")?.value,
        thinning: match section.choice("thinning")?.value {
            "flank" => Thinning::Flank,
            _ => Thinning::Feed,
        },
        cutter: section
            .table("cutter")
            .map_or_else(CutterData::default, cutter),
        span_teeth: measurement
            .and_then(|table| table.integer("span_teeth"))
            .and_then(|teeth| u32::try_from(teeth.value).ok()),
        ball_diameter: measurement
            .and_then(|table| table.quantity("ball_diameter"))
            .map(|diameter| diameter.value),
        bore_radius: blank
            .and_then(|table| table.quantity("bore_radius"))
            .map(|radius| radius.value),
        rim: blank
            .and_then(|table| table.quantity("rim"))
            .map(|rim| rim.value),
    })
}

/// Whether the section describes a gear whose teeth run to both sides.
pub(super) fn is_double_helical(section: &Section) -> bool {
    let asked = section.boolean("double_helical");
    asked.is_some_and(|asked| asked.value)
}

/// Refuses what no double helical gear is: one without a helix, or with a blank, which has one half only.
fn check_halves(name: &str, section: &Section, diagnostics: &mut Diagnostics) -> bool {
    if !is_double_helical(section) || section.has_errors() {
        return true;
    }
    let is_spur = section
        .quantity("helix_angle")
        .is_none_or(|angle| angle.value == 0.0);
    let (key, why, help) = match (is_spur, section.is_given("blank")) {
        (true, _) => (
            "double_helical",
            "is double helical and has no helix angle",
            "add helix_angle = \"30 deg\" and a hand, or remove double_helical",
        ),
        (false, true) => (
            "blank",
            "is double helical: finite elements of a blank have one half only",
            "remove blank",
        ),
        (false, false) => return true,
    };
    diagnostics.push(
        Diagnostic::error(
            "double-helical",
            section.span_of(key),
            format!("gear `{name}` {why}"),
        )
        .label("not possible")
        .help(help),
    );
    false
}
