//! Planetary sets: from the shorthand to pairs, with all that keeps a set from being built.

use std::collections::HashSet;
use std::f64::consts::TAU;

use super::super::{GearGeometry, Pair, PairGeometry, Planetary};
use super::{Built, Gears, go_on_with, pair_finding, worth_telling};
use crate::geometry::planetary::{Mesh, Part, PlanetarySet, SetData, SetError, SetKind, Spacing};
use crate::geometry::{CylindricalGear, Finding, Misalignment, Severity};
use crate::input::set_names::SetNames;
use crate::input::{Diagnostic, Diagnostics, Located, Section};
use crate::number::short;

/// Angles that are written with a few decimals need not make a turn exactly (rad).
const TURN_TOLERANCE: f64 = 1e-3;

/// The sets that can be built; their pairs are added to `pairs`.
pub(super) fn sets(
    section: &Section,
    built: &Gears,
    pairs: &mut Vec<Pair>,
    explained: &mut HashSet<String>,
    diagnostics: &mut Diagnostics,
) -> Vec<Planetary> {
    let mut sets = Vec::new();
    for (name, _, set_section) in section.entries("planetary") {
        if let Some(set) = set(name, set_section, built, diagnostics) {
            let new = of_set(&set, set_section, pairs, diagnostics);
            for pair in &new {
                tell_findings(pair, (name, set_section), built, explained, diagnostics);
            }
            pairs.extend(new);
            sets.push(set);
        }
    }
    sets
}

/// The wheels of sets that are part of the machine, with the names of their gears.
pub(super) fn wheels(root: &Section) -> impl Iterator<Item = (String, Option<&str>)> {
    let sets = root.entries("planetary");
    let sets = sets.filter(|(.., section)| section.is_given("bodies"));
    sets.flat_map(|(name, _, section)| {
        let kind = section.choice("kind").map(|kind| kind.value);
        let mut kinds = SetKind::ALL.into_iter();
        let kind = kinds.find(|known| Some(known.name()) == kind);
        let planets = section.integer("planets");
        let planets = planets.and_then(|planets| usize::try_from(planets.value).ok());
        let parts = kind.map_or(&[][..], SetKind::parts).iter();
        let parts = parts.filter_map(|part| Some((*part, section.text(part.name())?)));
        parts.flat_map(move |(part, gear)| {
            let count = if part.is_planet() { planets } else { Some(1) };
            (0..count.unwrap_or(0))
                .map(move |index| (SetNames(name).wheel(part, index), Some(gear.value)))
        })
    })
}

fn set(
    name: &str,
    section: &Section,
    built: &Gears,
    diagnostics: &mut Diagnostics,
) -> Option<Planetary> {
    let kind = section.choice("kind")?.value;
    let kind = SetKind::ALL
        .into_iter()
        .find(|known| known.name() == kind)?;
    let members = members(name, kind, section, diagnostics)?;
    let spacing = spacing(name, section, diagnostics)?;
    if section.has_errors() {
        return None;
    }
    // A gear that could not be built was reported already.
    let gears: Vec<(Part, &Built)> = members
        .iter()
        .map(|(part, gear)| Some((*part, built.find(gear.value)?)))
        .collect::<Option<_>>()?;
    let wheels = cylindrical_members(name, section, &gears, diagnostics)?;
    let of = |part: Part| {
        let found = wheels.iter().find(|(known, _)| *known == part);
        found.map(|(_, gear)| *gear)
    };
    let data = SetData {
        planets: u32::try_from(section.integer("planets")?.value).ok()?,
        spacing,
        center_distance: section.quantity("center_distance").map(|a| a.value),
        allow_interference: section
            .choice("interference")
            .is_some_and(|choice| choice.value == "allow"),
    };
    match PlanetarySet::build(kind, of, &data) {
        Ok(geometry) => Some(Planetary {
            name: name.to_owned(),
            members: members
                .iter()
                .map(|(part, gear)| (*part, gear.value.to_owned()))
                .collect(),
            geometry,
        }),
        Err(errors) => {
            for error in &errors {
                diagnostics.push(set_error(name, section, &gears, error));
            }
            None
        }
    }
}

/// The gears of a set, which must be cylindrical; others are reported.
fn cylindrical_members<'b>(
    name: &str,
    section: &Section,
    gears: &[(Part, &'b Built)],
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(Part, &'b CylindricalGear)>> {
    let mut found = Vec::new();
    for (part, built) in gears {
        match &built.gear.geometry {
            GearGeometry::Cylindrical(gear) => found.push((*part, gear)),
            GearGeometry::Pitch(_) => diagnostics.push(
                Diagnostic::error(
                    "cannot-mesh",
                    section.span_of(part.name()),
                    format!(
                        "planetary set `{name}`: gear `{}` is not cylindrical",
                        built.gear.name
                    ),
                )
                .label("not a gear for parallel shafts")
                .help("name an external or internal gear"),
            ),
        }
    }
    (found.len() == gears.len()).then_some(found)
}

/// The names of the gears; the same gear twice is reported.
fn members<'s>(
    name: &str,
    kind: SetKind,
    section: &'s Section,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(Part, Located<&'s str>)>> {
    let members: Vec<(Part, Located<&str>)> = kind
        .parts()
        .iter()
        .map(|part| (*part, section.text(part.name())))
        // What must be there and is not was reported already.
        .filter(|(part, gear)| gear.is_some() || !kind.is_optional(*part))
        .map(|(part, gear)| Some((part, gear?)))
        .collect::<Option<_>>()?;
    for (i, (part, gear)) in members.iter().enumerate() {
        let first = members[..i]
            .iter()
            .find(|(_, other)| other.value == gear.value);
        if let Some((other, place)) = first {
            diagnostics.push(
                Diagnostic::error(
                    "same-gear",
                    gear.span.clone(),
                    format!(
                        "planetary set `{name}`: {} and {} are the same gear `{}`",
                        other.name(),
                        part.name(),
                        gear.value
                    ),
                )
                .label("named again")
                .related(place.span.clone(), "first named here")
                .help("name two different gears; for two equal gears write two [gears.…] tables"),
            );
            return None;
        }
    }
    Some(members)
}

/// Where the planets shall stand; gaps that make no turn are reported.
fn spacing(name: &str, section: &Section, diagnostics: &mut Diagnostics) -> Option<Spacing> {
    let Some(gaps) = section.quantities("spacing") else {
        return Some(match section.choice("spacing")?.value {
            "nearest" => Spacing::Nearest,
            _ => Spacing::Equal,
        });
    };
    let planets = usize::try_from(section.integer("planets")?.value).ok()?;
    let fault = |message: String, help: String| {
        Diagnostic::error("wrong-spacing", gaps.span.clone(), message)
            .label("angles from each planet to the next")
            .help(help)
    };
    if gaps.value.len() != planets {
        let message = format!(
            "planetary set `{name}`: {} angles for {planets} planets",
            gaps.value.len()
        );
        let help = format!(
            "give one angle for each planet, the last one from the last planet back to the first; or change planets to {}",
            gaps.value.len()
        );
        diagnostics.push(fault(message, help));
        return None;
    }
    let sum: f64 = gaps.value.iter().sum();
    if (sum - TAU).abs() > TURN_TOLERANCE {
        let message = format!(
            "planetary set `{name}`: the angles between the planets make {}°, not 360°",
            short(sum.to_degrees())
        );
        let missing = (TAU - sum + gaps.value.last().unwrap_or(&0.0)).to_degrees();
        let help = if missing > 0.0 {
            format!("the last angle would have to be \"{} deg\"", short(missing))
        } else {
            "write the angles from each planet to the next, not from the first".to_owned()
        };
        diagnostics.push(fault(message, help));
        return None;
    }
    let mut angle = 0.0;
    let angles = gaps.value.iter().map(|gap| {
        let here = angle;
        angle += gap;
        here
    });
    Some(Spacing::Angles(angles.collect()))
}

fn set_error(
    name: &str,
    section: &Section,
    gears: &[(Part, &Built)],
    error: &SetError,
) -> Diagnostic {
    let place = section.span_of(error.key());
    let diagnostic = Diagnostic::error(
        error.code(),
        place,
        format!("planetary set `{name}`: {error}"),
    )
    .label(match error {
        SetError::Missing { .. } => "this kind needs more wheels",
        SetError::WrongKind { .. } => "not such a gear",
        SetError::Mesh { .. } => "this mesh cannot be",
        SetError::WrongAngle { .. } => "does not fit the teeth",
        _ => "this set cannot be built",
    })
    .help(error.remedy());
    // The teeth stand in the tables of the gears.
    let shown: Vec<Part> = match error {
        SetError::WrongKind { part, .. } => vec![*part],
        SetError::Mesh { mesh, .. } => vec![mesh.a, mesh.b],
        SetError::NotCoaxial {
            mesh,
            is_first: false,
            ..
        } => mesh.central().map(|(wheel, _)| wheel).into_iter().collect(),
        _ => Vec::new(),
    };
    shown.iter().fold(diagnostic, |diagnostic, part| {
        let found = gears.iter().find(|(known, _)| known == part);
        match found {
            Some((_, built)) => diagnostic.related(
                built.section.span(),
                format!("gear `{}`, the {}", built.gear.name, part.name()),
            ),
            None => diagnostic,
        }
    })
}

/// The pairs of a set; a name that is taken is reported.
fn of_set(
    set: &Planetary,
    section: &Section,
    pairs: &[Pair],
    diagnostics: &mut Diagnostics,
) -> Vec<Pair> {
    let pair = |(mesh, geometry): &(Mesh, _)| Pair {
        name: format!("{}-{}", set.name, mesh.name()),
        a: set.gear(mesh.a).to_owned(),
        b: set.gear(mesh.b).to_owned(),
        geometry: PairGeometry::Cylindrical(Clone::clone(geometry)),
        misalignment: Misalignment::default(),
    };
    let new: Vec<Pair> = set.geometry.meshes.iter().map(pair).collect();
    for pair in &new {
        if pairs.iter().any(|known| known.name == pair.name) {
            diagnostics.push(
                Diagnostic::error(
                    "duplicate-name",
                    section.span(),
                    format!(
                        "planetary set `{}` makes a pair `{}`, and there is one already",
                        set.name, pair.name
                    ),
                )
                .label("the name is taken")
                .help("remove the pair from [[pairs]]: the set makes it; or give it another name"),
            );
        }
    }
    new
}

fn tell_findings(
    pair: &Pair,
    (set, section): (&str, &Section),
    built: &Gears,
    explained: &mut HashSet<String>,
    diagnostics: &mut Diagnostics,
) {
    let (Some(a), Some(b)) = (built.find(&pair.a), built.find(&pair.b)) else {
        return;
    };
    let PairGeometry::Cylindrical(mesh) = &pair.geometry else {
        return;
    };
    for finding in worth_telling(&mesh.findings) {
        if matches!(
            finding,
            Finding::Interference {
                least_shift: Some(_),
                ..
            }
        ) && finding.severity() == Severity::Error
        {
            explained.extend([pair.a.clone(), pair.b.clone()]);
        }
        let mut told = pair_finding(&pair.name, section, [a, b], finding, mesh);
        go_on_with(finding, &format!("[planetary.{set}]"), &mut told);
        diagnostics.push(told);
    }
}
