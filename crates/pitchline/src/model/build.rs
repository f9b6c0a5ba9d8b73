//! From the read file to the model: what one value alone cannot tell, and the geometry.

mod cylindrical;
mod finite_elements;
pub(crate) mod machine;
mod pitch;
mod planetary;
mod sides;

pub(crate) use finite_elements::{mesh as read_mesh, meshed_gears};
pub(crate) use machine::{Reading, axes_along, is_given};

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::data_file::Files;
use super::flank_data;
use super::parts::misalignment;
use super::{
    FlankData, Gear, GearGeometry, Material, Model, ModelInput, NamedStudy, Pair, PairGeometry,
    warning_text,
};
use crate::geometry::{self, CylindricalGear, Finding, GearPair, Misalignment, PairData, Side};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::materials;
use crate::number::short;
use crate::studies::{StudyContext, StudyKind};

/// A built gear and the section that describes it.
pub(crate) struct Built<'s> {
    pub gear: Gear,
    pub section: &'s Section,
}

/// The gears that could be built, in the order of the file.
#[derive(Default)]
pub(crate) struct Gears<'s> {
    list: Vec<Built<'s>>,
    index: HashMap<String, usize>,
    /// Names of wheels with those of their gears; none of a gear that was refused.
    wheels: HashMap<String, Option<&'s str>>,
}

impl<'s> Gears<'s> {
    fn push(&mut self, gear: Gear, section: &'s Section) {
        self.index.insert(gear.name.clone(), self.list.len());
        self.list.push(Built { gear, section });
    }

    pub fn find(&self, name: &str) -> Option<&Built<'s>> {
        self.index.get(name).map(|index| &self.list[*index])
    }

    pub fn is_wheel(&self, name: &str) -> bool {
        self.wheels.contains_key(name)
    }

    /// The gear that a side of a pair names: that of a wheel, or itself.
    fn meshing(&self, name: &str) -> Option<&Built<'s>> {
        match self.wheels.get(name) {
            Some(gear) => self.find((*gear)?),
            None => self.find(name),
        }
    }
}

/// Builds what can be built and reports the rest.
pub(super) fn model(
    section: &Section,
    files: Files<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Model> {
    let own = own_materials(section);
    let mut built = Gears::default();
    let wheels = section.entries("wheels");
    built.wheels = wheels
        .map(|(name, _, wheel)| (name.to_owned(), wheel.text("gear").map(|gear| gear.value)))
        .chain(planetary::wheels(section))
        .collect();
    for (name, _, gear_section) in section.entries("gears") {
        if let Some(gear) = gear(name, gear_section, &own, files, diagnostics) {
            built.push(gear, gear_section);
        }
    }
    let mut explained = HashSet::new();
    let mut pairs: Vec<Pair> = section
        .items("pairs")
        .filter_map(|pair_section| pair(pair_section, &built, &mut explained, diagnostics))
        .collect();
    let planetary = planetary::sets(section, &built, &mut pairs, &mut explained, diagnostics);
    for built in &built.list {
        gear_findings(built, explained.contains(&built.gear.name), diagnostics);
    }
    let parts = machine::Parts {
        gears: &built,
        pairs: &pairs,
        sets: &planetary,
        materials: &own,
    };
    let machine = machine::machine(section, &parts, files, diagnostics);
    let context = StudyContext {
        root: section,
        gears: &built,
        machine: &machine,
    };
    let studies = section
        .items("studies")
        .filter_map(|item| study(item, &context, diagnostics))
        .collect();
    let is_empty = |key: &str| section.entries(key).next().is_none() && !section.is_faulty(key);
    let has_machine = !is_empty("bodies") || !is_empty("shafts");
    if is_empty("gears") && !has_machine && !section.has_errors() {
        diagnostics.push(
            Diagnostic::error(
                "no-gears",
                section.span_of("model"),
                "the model has no gears and no bodies",
            )
            .label("after this head")
            .help(
                "add a table such as [gears.pinion] or [bodies.crank]; `pitchline new` writes a model to start from",
            ),
        );
    }
    // Beside errors nothing is computed anyway.
    let has_studies = section.items("studies").next().is_some();
    if is_empty("gears") && has_machine && !has_studies && !diagnostics.has_errors() {
        diagnostics.push(
            Diagnostic::warning(
                "no-studies",
                section.span_of("model"),
                "the model has bodies and no studies, so nothing is computed",
            )
            .help(
                "add [[studies]] with a name and kind = \"static\", \"kinematic\" or \"transient\"",
            ),
        );
    }
    let head = section.table("model")?;
    Some(Model {
        name: head.text("name")?.value.to_owned(),
        description: head
            .text("description")
            .map(|text| text.value.to_owned())
            .unwrap_or_default(),
        gears: built.list.into_iter().map(|built| built.gear).collect(),
        pairs,
        planetary,
        machine,
        studies,
        warnings: diagnostics
            .iter()
            .filter(|d| d.severity == crate::input::Severity::Warning)
            .map(warning_text)
            .collect(),
        data_files: Default::default(),
        input: ModelInput::from_toml("").into(),
        additions: Vec::new(),
    })
}

fn own_materials(section: &Section) -> HashMap<String, Material> {
    let entries = section
        .entries("materials")
        .filter_map(|(name, _, material)| {
            Some(Material {
                name: name.to_owned(),
                youngs_modulus: material.quantity("youngs_modulus")?.value,
                poisson_ratio: material.number("poisson_ratio")?.value,
                density: material.quantity("density")?.value,
            })
        });
    entries
        .map(|material| (material.name.clone(), material))
        .collect()
}

fn material(name: &str, own: &HashMap<String, Material>) -> Option<Material> {
    own.get(name).cloned().or_else(|| {
        materials::built_in(name).map(|found| Material {
            name: found.name.to_owned(),
            youngs_modulus: found.youngs_modulus,
            poisson_ratio: found.poisson_ratio,
            density: found.density,
        })
    })
}

fn gear(
    name: &str,
    section: &Section,
    own: &HashMap<String, Material>,
    files: Files<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Gear> {
    let geometry = if pitch::is_pitch_gear(section)? {
        GearGeometry::Pitch(pitch::gear(name, section, diagnostics)?)
    } else {
        GearGeometry::Cylindrical(cylindrical_gear(name, section, diagnostics)?)
    };
    let flanks = match &geometry {
        GearGeometry::Cylindrical(gear) => {
            flank_data::read(name, section, gear, files, diagnostics)
        }
        GearGeometry::Pitch(_) => FlankData::default(),
    };
    let blank = match &geometry {
        GearGeometry::Cylindrical(gear) => {
            let blank = finite_elements::blank(section, gear);
            finite_elements::check_blank(name, section, gear, blank.as_ref(), diagnostics);
            blank
        }
        GearGeometry::Pitch(_) => None,
    };
    Some(Gear {
        name: name.to_owned(),
        geometry,
        material: material(section.text("material")?.value, own)?,
        flanks,
        blank,
        mesh: finite_elements::mesh(section).unwrap_or_default(),
        is_double_helical: cylindrical::is_double_helical(section),
    })
}

fn cylindrical_gear(
    name: &str,
    section: &Section,
    diagnostics: &mut Diagnostics,
) -> Option<CylindricalGear> {
    let data = cylindrical::gear_data(name, section, diagnostics)?;
    let rack = data.rack;
    let error = match CylindricalGear::build(data) {
        Ok(gear) => return Some(gear),
        Err(error) => error,
    };
    diagnostics.push(gear_error(
        name,
        section,
        &error,
        cylindrical::gear_remedy(&error, &rack),
    ));
    None
}

fn gear_error(
    name: &str,
    section: &Section,
    error: &geometry::Error,
    remedy: String,
) -> Diagnostic {
    Diagnostic::error(
        error.code(),
        gear_place(section, error.key()),
        format!("gear `{name}`: {error}"),
    )
    .label("this gear cannot be made")
    .help(remedy)
}

/// Warnings of a gear; not of its undercut where an error of a pair has told it already.
fn gear_findings(built: &Built, is_undercut_known: bool, diagnostics: &mut Diagnostics) {
    let name = &built.gear.name;
    let findings = match &built.gear.geometry {
        GearGeometry::Cylindrical(gear) => gear.findings(),
        GearGeometry::Pitch(_) => Vec::new(),
    };
    for finding in findings
        .iter()
        .filter(|finding| !(is_undercut_known && matches!(finding, Finding::Undercut { .. })))
    {
        diagnostics.push(
            Diagnostic::warning(
                finding.code(),
                gear_place(built.section, finding.key()),
                format!("gear `{name}`: {}", finding.message(name, name)),
            )
            .help(finding.remedy(name, name)),
        );
    }
}

/// A pair of gears. Gears whose undercut an error has named are added to `explained`.
fn pair(
    section: &Section,
    built: &Gears,
    explained: &mut HashSet<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Pair> {
    let name = section.text("name")?.value;
    let find = |key: &str| built.meshing(section.text(key)?.value);
    sides::refuse_odd(name, section, built, diagnostics)?;
    // A gear that could not be built was reported already.
    let (a, b) = (find("a")?, find("b")?);
    if section.has_errors() {
        return None;
    }
    let built = |geometry: PairGeometry| Pair {
        name: name.to_owned(),
        a: a.gear.name.clone(),
        b: b.gear.name.clone(),
        geometry,
        misalignment: section
            .table("misalignment")
            .map_or_else(Misalignment::default, misalignment),
    };
    let wheels = pitch::cylindrical_wheels(section, a, b);
    sides::check_double_helical(name, section, ([a, b], wheels.is_some()), diagnostics)?;
    let wheels = match wheels {
        Some(wheels) => wheels,
        None => {
            return pitch::pair(name, section, [a, b], diagnostics)
                .map(|mesh| built(PairGeometry::Pitch(mesh)));
        }
    };
    pitch::refuse_foreign_keys(name, section, pitch::CONE_KEYS, diagnostics)?;
    let data = PairData {
        center_distance: section
            .quantity("center_distance")
            .map(|distance| distance.value),
        allow_interference: section
            .choice("interference")
            .is_some_and(|choice| choice.value == "allow"),
    };
    let geometry = match GearPair::build(wheels[0].clone(), wheels[1].clone(), data) {
        Ok(geometry) => geometry,
        Err(error) => {
            diagnostics.push(pair_error(name, section, a, b, &error));
            return None;
        }
    };
    for finding in worth_telling(&geometry.findings) {
        if let Finding::Interference {
            root,
            least_shift: Some(_),
            is_allowed: false,
            ..
        } = finding
        {
            let hit = match root {
                Side::A => a,
                Side::B => b,
            };
            explained.insert(hit.gear.name.clone());
        }
        let mut told = pair_finding(name, section, [a, b], finding, &geometry);
        go_on_with(finding, "the pair", &mut told);
        diagnostics.push(told);
    }
    Some(built(PairGeometry::Cylindrical(geometry)))
}

/// The findings without those that would go away with another one.
fn worth_telling(findings: &[Finding]) -> Vec<&Finding> {
    let is_error = |finding: &Finding| finding.severity() == geometry::Severity::Error;
    // Teeth that overlap stand too near: everything else changes with the centre distance or the thickness.
    if let Some(overlap) = findings
        .iter()
        .find(|finding| matches!(finding, Finding::NoBacklash { .. }))
    {
        return vec![overlap];
    }
    let digs_into = |side: Side| {
        let is_dug = |f: &Finding| matches!(f, Finding::NoClearance { root, .. } if *root == side);
        findings.iter().any(is_dug)
    };
    let misses_flank_of = |side: Side| {
        let is_hit = |f: &Finding| matches!(f, Finding::Interference { root, .. } if *root == side);
        findings.iter().any(is_hit)
    };
    let has_errors = findings.iter().any(is_error);
    findings
        .iter()
        .filter(|finding| is_error(finding) || !has_errors)
        // A tip that digs into the root of its mate misses the flank as well.
        .filter(|finding| {
            !matches!(finding, Finding::Interference { root, least_shift: None, .. } if digs_into(*root))
        })
        // One that misses the flank reaches the fillet first.
        .filter(|finding| {
            !matches!(finding, Finding::FilletInterference { root, .. } if digs_into(*root) || misses_flank_of(*root))
        })
        .collect()
}

fn pair_error(
    name: &str,
    section: &Section,
    a: &Built,
    b: &Built,
    error: &geometry::Error,
) -> Diagnostic {
    let message = format!("pair `{name}`: {error}");
    let key = error.key();
    if section.record().field(key).is_some() {
        return Diagnostic::error(error.code(), section.span_of(key), message)
            .label("this pair cannot mesh")
            .help(error.remedy());
    }
    // The fault lies between the two gears: mark both.
    Diagnostic::error(error.code(), gear_place(b.section, key), message)
        .label(format!("gear `{}`", b.gear.name))
        .related(
            gear_place(a.section, key),
            format!("gear `{}`", a.gear.name),
        )
        .related(section.span(), "they are paired here")
        .help(error.remedy())
}

fn pair_finding(
    name: &str,
    section: &Section,
    [a, b]: [&Built; 2],
    finding: &Finding,
    mesh: &GearPair,
) -> Diagnostic {
    let place = if section.is_given(finding.key()) {
        section.span_of(finding.key())
    } else {
        section.span()
    };
    let message = format!(
        "pair `{name}`: {}",
        finding.message(&a.gear.name, &b.gear.name)
    );
    let mut help = finding.remedy(&a.gear.name, &b.gear.name);
    let is_far = matches!(
        finding,
        Finding::NoContact { .. } | Finding::ContactRatioBelowOne { .. }
    );
    if is_far
        && section.is_given("center_distance")
        && let Some(tight) = mesh.tight_center_distance
    {
        let tight = short(tight * 1e3);
        help += &format!("; the pair meshes without backlash at {tight} mm");
    }
    match finding.severity() {
        geometry::Severity::Error => Diagnostic::error(finding.code(), place, message)
            .label("in this pair")
            .help(help),
        geometry::Severity::Warning => {
            Diagnostic::warning(finding.code(), place, message).help(help)
        }
    }
}

/// Says where interference can be allowed, if this is an error for that reason.
fn go_on_with(finding: &Finding, place: &str, told: &mut Diagnostic) {
    if let (true, Some(help)) = (finding.can_be_allowed(), &mut told.help) {
        *help += &format!(
            ", or write interference = \"allow\" in {place} to continue with the generated flanks"
        );
    }
}

fn study(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<NamedStudy> {
    let kind = StudyKind::find(section.choice("kind")?.value)?;
    Some(NamedStudy {
        study: (kind.read)(section, context, diagnostics)?,
        name: section.text("name")?.value.to_owned(),
        place: Some(section.span_of("name")),
        variant: None,
    })
}

/// Place of a gear's datum: the value if the file gives it, a near relative, or the head of the gear.
fn gear_place(section: &Section, key: &str) -> Range<usize> {
    let relatives: &[&str] = match key {
        "tip_alteration" => &["tip_diameter", "profile_shift"],
        "profile_shift" => &["thickness_allowance"],
        "rack" => &["pressure_angle", "thickness_allowance"],
        _ => &[],
    };
    [key]
        .iter()
        .chain(relatives)
        .find(|key| section.is_given(key))
        .map_or_else(|| section.span(), |key| section.span_of(key))
}
