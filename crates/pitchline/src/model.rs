//! A checked model: gears and pairs with their geometry, materials, studies.

pub(crate) mod build;
mod data_file;
pub mod finite_elements;
mod flank_data;
pub mod machine;
pub(crate) mod matrix_market;
mod parts;
mod pitch;
mod variants;

pub use pitch::{MeshKind, PitchData, PitchKind, PitchMesh};

pub(crate) use build::{Gears, Reading, axes_along, is_given, meshed_gears, read_mesh};
use finite_elements::MeshRequest;
pub use flank_data::{FlankData, ProfileFit};
use machine::MachineRequest;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::geometry::planetary::{Part, PlanetarySet};
use crate::geometry::{Blank, CylindricalGear, GearPair, Misalignment};
use crate::input::{self, Diagnostic, Diagnostics, tables};
use crate::studies::Study;
use crate::studies::geometry::GeometryStudy;

/// Elastic constants and density of a gear's material.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Name in the model or among the built-in materials.
    pub name: String,
    /// Young's modulus (Pa).
    pub youngs_modulus: f64,
    /// Poisson's ratio.
    pub poisson_ratio: f64,
    /// Density (kg/m³).
    pub density: f64,
}

/// Geometry of a gear.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a model has few gears; boxing would only hide the data"
)]
pub enum GearGeometry {
    /// A cylindrical gear or rack with its tooth form.
    Cylindrical(CylindricalGear),
    /// A gear that is known by its pitch surface, once its mate is known.
    Pitch(PitchData),
}

/// Geometry of a pair.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a model has few pairs; boxing would only hide the data"
)]
pub enum PairGeometry {
    /// Cylindrical gears on parallel shafts.
    Cylindrical(GearPair),
    /// Pitch surfaces in contact.
    Pitch(PitchMesh),
}

/// A gear of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Gear<G = GearGeometry> {
    /// Its name.
    pub name: String,
    /// Its geometry.
    pub geometry: G,
    /// Its material.
    pub material: Material,
    /// Modifications and deviations of its flanks.
    pub flanks: FlankData,
    /// The body that carries its teeth, if it is described.
    pub blank: Option<Blank>,
    /// The finite elements of that body.
    pub mesh: MeshRequest,
    /// Whether its teeth run to both sides, in two halves of opposite hands; all else is that of one half.
    pub is_double_helical: bool,
}

impl Gear {
    /// The gear as a cylindrical one; `None` if it is known by its pitch surface.
    pub fn cylindrical(&self) -> Option<Gear<CylindricalGear>> {
        match &self.geometry {
            GearGeometry::Cylindrical(gear) => Some(self.with(gear.clone())),
            GearGeometry::Pitch(_) => None,
        }
    }

    pub(crate) fn with<G>(&self, geometry: G) -> Gear<G> {
        Gear {
            name: self.name.clone(),
            geometry,
            material: self.material.clone(),
            flanks: self.flanks.clone(),
            blank: self.blank,
            mesh: self.mesh,
            is_double_helical: self.is_double_helical,
        }
    }
}

/// A pair of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair<G = PairGeometry> {
    /// Its name.
    pub name: String,
    /// Name of the first gear.
    pub a: String,
    /// Name of the second gear.
    pub b: String,
    /// Its geometry.
    pub geometry: G,
    /// How `b` stands away from its place.
    pub misalignment: Misalignment,
}

/// A planetary set of the model. Its meshes are pairs of the model too.
#[derive(Debug, Clone, PartialEq)]
pub struct Planetary {
    /// Its name.
    pub name: String,
    /// Its wheels: what each is and the name of the gear.
    pub members: Vec<(Part, String)>,
    /// Its geometry.
    pub geometry: PlanetarySet,
}

impl Planetary {
    /// Name of the gear that is this part.
    pub fn gear(&self, part: Part) -> &str {
        let found = self.members.iter().find(|(known, _)| *known == part);
        found.map_or("", |(_, name)| name)
    }
}

/// A pair whose sort of geometry is known.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a model has few pairs; boxing would only hide the data"
)]
pub enum SortedPair {
    /// Cylindrical gears on parallel shafts.
    Cylindrical(Pair<GearPair>),
    /// Pitch surfaces in contact.
    Pitch(Pair<PitchMesh>),
}

impl Pair {
    /// The same names with the geometry of its sort.
    pub fn sorted(&self) -> SortedPair {
        match &self.geometry {
            PairGeometry::Cylindrical(mesh) => SortedPair::Cylindrical(self.with(mesh.clone())),
            PairGeometry::Pitch(mesh) => SortedPair::Pitch(self.with(*mesh)),
        }
    }

    /// The pair as one of cylindrical gears; `None` if it is known by its pitch surfaces.
    pub fn cylindrical(&self) -> Option<Pair<GearPair>> {
        match self.sorted() {
            SortedPair::Cylindrical(pair) => Some(pair),
            SortedPair::Pitch(_) => None,
        }
    }

    fn with<G>(&self, geometry: G) -> Pair<G> {
        Pair {
            name: self.name.clone(),
            a: self.a.clone(),
            b: self.b.clone(),
            geometry,
            misalignment: self.misalignment,
        }
    }
}

/// A study of the model.
#[derive(Debug, Clone)]
pub struct NamedStudy {
    /// Its name.
    pub name: String,
    /// What it computes.
    pub study: Arc<dyn Study>,
    /// Where it stands in the model file (bytes); none of a study that the file does not have.
    pub place: Option<std::ops::Range<usize>>,
    /// Which of the variants of the model it is of; none where nothing is changed.
    pub variant: Option<usize>,
}

/// A checked model. It does not change during a run.
#[derive(Debug, Clone)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Free text.
    pub description: String,
    /// Gears in the order of the file.
    pub gears: Vec<Gear>,
    /// Pairs in the order of the file, then those of the planetary sets.
    pub pairs: Vec<Pair>,
    /// Planetary sets in the order of the file.
    pub planetary: Vec<Planetary>,
    /// Bodies, joints, forces, drives and sensors.
    pub machine: MachineRequest,
    /// Studies in the order of the file.
    pub studies: Vec<NamedStudy>,
    /// The model as studies change it.
    pub variants: Vec<Model>,
    /// What a designer should know: one sentence each, with the name of the gear or pair.
    pub warnings: Vec<String>,
    /// The files that the model names, as they were read: name and content, in the order of the names.
    pub data_files: BTreeMap<String, Vec<u8>>,
}

impl Model {
    /// Reads and checks a model that is not a file: it cannot name other files.
    pub fn load(source: &[u8]) -> (Option<Self>, Diagnostics) {
        Self::load_beside(source, None)
    }

    /// Reads and checks a model file that lies in a folder; files that it names are looked for there. All that is wrong
    /// with it is in the diagnostics; the model is there when none of them is an error.
    pub fn load_from(source: &[u8], folder: &Path) -> (Option<Self>, Diagnostics) {
        Self::load_beside(source, Some(folder))
    }

    fn load_beside(source: &[u8], folder: Option<&Path>) -> (Option<Self>, Diagnostics) {
        let (section, mut diagnostics) = input::read(source, &tables::MODEL);
        let read = std::cell::RefCell::default();
        let files = data_file::Files {
            folder,
            read: &read,
        };
        let model = section.and_then(|section| {
            let mut model = build::model(&section, files, &mut diagnostics)?;
            // Faults of the file itself would be told again for every study that changes it.
            if !diagnostics.has_errors() {
                variants::add(source, &section, files, &mut model, &mut diagnostics);
            }
            Some(model)
        });
        let model = model.map(|model| Self {
            data_files: read.into_inner(),
            ..model
        });
        diagnostics.sort();
        (model.filter(|_| !diagnostics.has_errors()), diagnostics)
    }

    /// The gear of this name, if it is a cylindrical one whose blank carries its teeth.
    pub fn body(&self, name: &str) -> Option<Gear<CylindricalGear>> {
        let gear = self
            .gears
            .iter()
            .find(|gear| gear.name == name)?
            .cylindrical()?;
        let rings = gear.blank.as_ref()?.rings(&gear.geometry);
        rings.is_ok().then_some(gear)
    }

    /// The study of this name, or the geometry of everything when the file has no studies and none was asked for.
    pub fn studies_to_run(&self, name: Option<&str>) -> Result<Vec<NamedStudy>, crate::Error> {
        let Some(name) = name else {
            return Ok(if self.studies.is_empty() {
                vec![NamedStudy::geometry()]
            } else {
                self.studies.clone()
            });
        };
        match self.studies.iter().find(|study| study.name == name) {
            Some(study) => Ok(vec![study.clone()]),
            None => Err(crate::Error::UnknownStudy {
                name: name.to_owned(),
                known: self
                    .studies
                    .iter()
                    .map(|study| format!("`{}`", study.name))
                    .collect(),
            }),
        }
    }
}

impl NamedStudy {
    /// A study that the model file does not have.
    pub fn new(name: &str, study: impl Study) -> Self {
        Self {
            name: name.to_owned(),
            study: Arc::new(study),
            place: None,
            variant: None,
        }
    }

    /// The study that `pitchline geometry` runs when the file names none.
    pub fn geometry() -> Self {
        Self::new("geometry", GeometryStudy { speed: None })
    }
}

fn warning_text(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{} ({help})", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}
