//! Bevel, hypoid, worm and crossed helical gears: from sections of the file to pitch surfaces.

mod mesh;

use self::mesh::{Shafts, bevel, crossed, hypoid, hypoid_of_cones, swapped, worm};
use super::{Built, gear_error, gear_place, pair_error};
use crate::geometry::{self, CylindricalGear, GearKind, Hand, PitchFinding, Side, WormSize};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::{GearGeometry, PitchData, PitchKind, PitchMesh};

fn kind(section: &Section) -> Option<Option<PitchKind>> {
    Some(match section.choice("kind")?.value {
        "bevel" => Some(PitchKind::Bevel),
        "hypoid" => Some(PitchKind::Hypoid),
        "worm" => Some(PitchKind::Worm),
        "worm-wheel" => Some(PitchKind::WormWheel),
        _ => None,
    })
}

/// Whether the section describes a gear by its pitch surface; `None` when its kind is not known.
pub(super) fn is_pitch_gear(section: &Section) -> Option<bool> {
    kind(section).map(|kind| kind.is_some())
}

/// The data of such a gear.
pub(super) fn gear(
    name: &str,
    section: &Section,
    diagnostics: &mut Diagnostics,
) -> Option<PitchData> {
    let kind = kind(section)??;
    let is_sized = kind != PitchKind::Worm || check_worm_size(name, section, diagnostics);
    let has_hand = check_hand(name, kind, section, diagnostics);
    if section.has_errors() || !is_sized || !has_hand {
        return None;
    }
    let teeth = u32::try_from(section.integer("teeth")?.value).ok()?;
    let least_teeth = if kind == PitchKind::Worm { 1 } else { 3 };
    if teeth < least_teeth {
        let error = geometry::Error::TooFewTeeth { teeth, least_teeth };
        diagnostics.push(gear_error(name, section, &error, error.remedy()));
        return None;
    }
    let quantity = |key: &str| section.quantity(key).map(|found| found.value);
    let size = quantity("lead_angle")
        .map(WormSize::LeadAngle)
        .or(quantity("diameter").map(WormSize::Diameter));
    Some(PitchData {
        kind,
        teeth,
        module: quantity("module")?,
        pressure_angle: quantity("pressure_angle")?,
        spiral_angle: quantity("spiral_angle").or((kind == PitchKind::Bevel).then_some(0.0)),
        cone_angle: quantity("cone_angle"),
        hand: section.choice("hand").map(|hand| match hand.value {
            "left" => Hand::Left,
            _ => Hand::Right,
        }),
        face_width: quantity("face_width")?,
        worm_size: size,
    })
}

fn check_worm_size(name: &str, section: &Section, diagnostics: &mut Diagnostics) -> bool {
    match (section.is_given("lead_angle"), section.is_given("diameter")) {
        (true, true) => diagnostics.push(
            Diagnostic::error(
                "worm-size",
                section.span_of("diameter"),
                format!("worm `{name}` has a lead_angle and a diameter"),
            )
            .label("one of the two follows from the other")
            .related(section.span_of("lead_angle"), "here is the other")
            .help("keep the one that the drawing states and remove the other"),
        ),
        (false, false) if !section.is_faulty("lead_angle") && !section.is_faulty("diameter") => {
            diagnostics.push(
                Diagnostic::error(
                    "worm-size",
                    section.span(),
                    format!("worm `{name}` has neither a lead_angle nor a diameter"),
                )
                .label("`lead_angle` or `diameter` is missing")
                .help(
                    "add lead_angle = \"10 deg\", or the reference diameter: diameter = \"50 mm\"",
                ),
            );
        }
        _ => return true,
    }
    false
}

fn check_hand(
    name: &str,
    kind: PitchKind,
    section: &Section,
    diagnostics: &mut Diagnostics,
) -> bool {
    let is_spiral = section
        .quantity("spiral_angle")
        .is_some_and(|angle| angle.value > 0.0);
    let (needs_hand, what, key) = match kind {
        PitchKind::Bevel => (is_spiral, "spiral bevel gear", "spiral_angle"),
        PitchKind::Hypoid => (true, "hypoid gear", "kind"),
        PitchKind::Worm => (true, "worm", "kind"),
        PitchKind::WormWheel => (false, "", "kind"),
    };
    if !needs_hand || section.is_given("hand") || section.is_faulty("hand") {
        return true;
    }
    diagnostics.push(
        Diagnostic::error(
            "missing-hand",
            section.span_of(key),
            format!("{what} `{name}` has no hand"),
        )
        .label("hand of the helix is missing")
        .help("add hand = \"left\" or hand = \"right\""),
    );
    false
}

/// The wheels of a cylindrical pair on parallel shafts; `None` for every other pair.
pub(super) fn cylindrical_wheels<'b>(
    section: &Section,
    a: &'b Built,
    b: &'b Built,
) -> Option<[&'b CylindricalGear; 2]> {
    match (&a.gear.geometry, &b.gear.geometry) {
        (GearGeometry::Cylindrical(a), GearGeometry::Cylindrical(b))
            if !section.is_given("shaft_angle") =>
        {
            Some([a, b])
        }
        _ => None,
    }
}

/// Reports keys that a pair of this kind does not have; `None` when there are any.
pub(super) fn refuse_foreign_keys(
    name: &str,
    section: &Section,
    keys: &[&'static str],
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let mut found = None;
    for key in keys.iter().filter(|key| section.is_given(key)) {
        let (why, help) = match *key {
            "center_distance" => (
                "the shafts of bevel gears meet, those of hypoid gears have an offset",
                "remove center_distance; give hypoid gears an offset",
            ),
            "offset" => (
                "only hypoid gears have an offset",
                "remove offset, or give both gears kind = \"hypoid\"",
            ),
            "shaft_angle" => (
                "internal gears and racks run on parallel shafts here",
                "remove shaft_angle, or pair two external gears",
            ),
            "mounting_distance_a" | "mounting_distance_b" => (
                "only bevel and hypoid gears have a mounting distance from the crossing point",
                "remove it",
            ),
            "misalignment" => (
                "only flanks of cylindrical gears on parallel shafts are placed against each other",
                "remove misalignment",
            ),
            _ => ("only hypoid gears have it", "remove it"),
        };
        diagnostics.push(
            Diagnostic::error(
                "key-of-other-pair",
                section.span_of(key),
                format!("pair `{name}` cannot have `{key}`: {why}"),
            )
            .label("not for these gears")
            .help(help),
        );
        found = Some(());
    }
    if found.is_some() { None } else { Some(()) }
}

/// Keys of pairs with cones.
pub(super) const CONE_KEYS: &[&str] = &[
    "offset",
    "apex_beyond_crossing",
    "mounting_distance_a",
    "mounting_distance_b",
];

/// The pitch surfaces of a pair.
pub(super) fn pair(
    name: &str,
    section: &Section,
    [a, b]: [&Built; 2],
    diagnostics: &mut Diagnostics,
) -> Option<PitchMesh> {
    use PitchKind::{Bevel, Hypoid, Worm, WormWheel};
    let shafts = Shafts::new(section);
    let foreign: &[&'static str] = match (&a.gear.geometry, &b.gear.geometry) {
        (GearGeometry::Pitch(x), GearGeometry::Pitch(y)) => match (x.kind, y.kind) {
            (Bevel, Bevel) => &["center_distance", "offset", "apex_beyond_crossing"],
            (Hypoid, Hypoid) => &["center_distance"],
            _ => CONE_KEYS,
        },
        _ => CONE_KEYS,
    };
    let result = match (&a.gear.geometry, &b.gear.geometry) {
        (GearGeometry::Pitch(x), GearGeometry::Pitch(y)) => match (x.kind, y.kind) {
            (Bevel, Bevel) => bevel(x, y, &shafts),
            (Hypoid, Hypoid) => {
                if cones(name, [a, b], [x, y], diagnostics)? {
                    hypoid_of_cones(x, y, &shafts)
                } else {
                    check_one_spiral(name, [a, b], [x, y], diagnostics)?;
                    if !section.is_given("offset") {
                        diagnostics.push(missing_offset(name, section));
                        return None;
                    }
                    hypoid(x, y, &shafts)
                }
            }
            (Worm, WormWheel) => worm(x, y, &shafts),
            (WormWheel, Worm) => worm(y, x, &shafts).map(swapped),
            _ => {
                diagnostics.push(cannot_mesh(name, section, [a, b]));
                return None;
            }
        },
        (GearGeometry::Cylindrical(x), GearGeometry::Cylindrical(y)) => {
            if [x, y]
                .iter()
                .any(|gear| gear.data().kind != GearKind::External)
            {
                refuse_foreign_keys(name, section, &["shaft_angle"], diagnostics)?;
            }
            crossed(x, y, &shafts)
        }
        _ => {
            diagnostics.push(cannot_mesh(name, section, [a, b]));
            return None;
        }
    };
    refuse_foreign_keys(name, section, foreign, diagnostics)?;
    refuse_foreign_keys(name, section, &["misalignment"], diagnostics)?;
    match result {
        Ok(mesh) => {
            for finding in mesh.findings() {
                diagnostics.push(pitch_finding(name, section, [a, b], &finding));
            }
            Some(mesh)
        }
        Err(error) => {
            diagnostics.push(pair_error(name, section, a, b, &error));
            None
        }
    }
}

fn pitch_finding(
    name: &str,
    section: &Section,
    [a, b]: [&Built; 2],
    finding: &PitchFinding,
) -> Diagnostic {
    let names = [a, b].map(|built| built.gear.name.as_str());
    let message = format!("pair `{name}`: {}", finding.message(names[0], names[1]));
    let place = match finding.key() {
        (key, Some(Side::A)) => gear_place(a.section, key),
        (key, Some(Side::B)) => gear_place(b.section, key),
        (key, None) => {
            let key = worst_key(section, finding).unwrap_or(key);
            if section.is_given(key) {
                section.span_of(key)
            } else {
                section.span()
            }
        }
    };
    let help = finding.remedy(names[0], names[1]);
    match finding.severity() {
        geometry::Severity::Error => Diagnostic::error(finding.code(), place, message)
            .label("this pair cannot mesh")
            .help(help),
        geometry::Severity::Warning => {
            Diagnostic::warning(finding.code(), place, message).help(help)
        }
    }
}

/// Of the given places of two gears the one that is farther from the right one.
fn worst_key(section: &Section, finding: &PitchFinding) -> Option<&'static str> {
    let PitchFinding::Mismatch { right, .. } = finding else {
        return None;
    };
    let deviation = |(key, right): (&'static str, &f64)| {
        let given = section.quantity(key)?.value;
        Some((key, (given - right).abs()))
    };
    ["mounting_distance_a", "mounting_distance_b"]
        .into_iter()
        .zip(right)
        .filter_map(deviation)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(key, _)| key)
}

/// Whether the cones of a hypoid pair are given, with all that they need; `None` where some of it is missing.
fn cones(
    name: &str,
    gears: [&Built; 2],
    data: [&PitchData; 2],
    diagnostics: &mut Diagnostics,
) -> Option<bool> {
    if data.iter().all(|gear| gear.cone_angle.is_none()) {
        return Some(false);
    }
    for (built, gear) in gears.iter().zip(data) {
        let key = match (gear.cone_angle, gear.spiral_angle) {
            (None, _) => "cone_angle",
            (_, None) => "spiral_angle",
            _ => continue,
        };
        diagnostics.push(
            Diagnostic::error(
                "half-a-cone",
                built.section.span(),
                format!(
                    "pair `{name}`: gear `{}` has no {key}, which cones that are given need",
                    built.gear.name
                ),
            )
            .label("not fixed by its mate")
            .help(format!(
                "add {key}; or remove every cone_angle, and give one spiral_angle and the offset"
            )),
        );
        return None;
    }
    Some(true)
}

/// A hypoid pair has one given spiral angle: the other one follows from the offset.
fn check_one_spiral(
    name: &str,
    [a, b]: [&Built; 2],
    [x, y]: [&PitchData; 2],
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let diagnostic = match (x.spiral_angle, y.spiral_angle) {
        (Some(_), Some(_)) => Diagnostic::error(
            "spiral-given-twice",
            gear_place(b.section, "spiral_angle"),
            format!("pair `{name}`: both hypoid gears have a spiral_angle"),
        )
        .label("this one follows from the offset")
        .related(gear_place(a.section, "spiral_angle"), "here is the other")
        .help("keep that of the pinion and remove the other; or give both gears their cone_angle too, and shaft angle and offset follow"),
        (None, None) => Diagnostic::error(
            "missing-spiral",
            a.section.span(),
            format!("pair `{name}`: no hypoid gear has a spiral_angle"),
        )
        .label(format!("gear `{}`", a.gear.name))
        .related(b.section.span(), format!("gear `{}`", b.gear.name))
        .help("add spiral_angle = \"50 deg\" to the pinion; that of the wheel follows from the offset"),
        _ => return Some(()),
    };
    diagnostics.push(diagnostic);
    None
}

fn missing_offset(name: &str, section: &Section) -> Diagnostic {
    Diagnostic::error(
        "missing-offset",
        section.span(),
        format!("pair `{name}`: hypoid gears need an offset"),
    )
    .label("`offset` is missing")
    .help("add offset = \"25 mm\"; without one the gears are kind = \"bevel\"")
}

fn cannot_mesh(name: &str, section: &Section, [a, b]: [&Built; 2]) -> Diagnostic {
    let kind = |built: &Built| {
        built
            .section
            .choice("kind")
            .map_or("external", |kind| kind.value)
    };
    let advice = |kind: &str| match kind {
        "bevel" => "a bevel gear meshes with a bevel gear",
        "hypoid" => "a hypoid pinion meshes with a hypoid wheel",
        "worm" | "worm-wheel" => "a worm meshes with a worm-wheel",
        _ => "an external gear meshes with an external gear, an internal gear or a rack",
    };
    let (kind_a, kind_b) = (kind(a), kind(b));
    let mut help = vec![advice(kind_a)];
    if advice(kind_b) != help[0] {
        help.push(advice(kind_b));
    }
    Diagnostic::error(
        "cannot-mesh",
        gear_place(b.section, "kind"),
        format!("pair `{name}`: a gear of kind {kind_a} and one of kind {kind_b} cannot mesh"),
    )
    .label(format!("gear `{}`", b.gear.name))
    .related(
        gear_place(a.section, "kind"),
        format!("gear `{}`", a.gear.name),
    )
    .related(section.span(), "they are paired here")
    .help(help.join("; "))
}
