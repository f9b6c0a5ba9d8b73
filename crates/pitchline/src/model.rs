//! A checked model: gears and pairs with their geometry, materials, studies.

mod additions;
pub(crate) mod build;
mod data_file;
pub mod finite_elements;
mod flank_data;
mod load;
pub mod machine;
pub(crate) mod matrix_market;
mod parts;
mod pitch;
mod source;
mod variants;

pub use pitch::{MeshKind, PitchData, PitchKind, PitchMesh};

use additions::Addition;
pub(crate) use build::{Gears, Reading, axes_along, is_given, meshed_gears, read_mesh};
use finite_elements::MeshRequest;
pub use flank_data::{FlankData, ProfileFit};
use load::load;
use machine::MachineRequest;
pub use source::{InputError, ModelInput};

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geometry::planetary::{Part, PlanetarySet};
use crate::geometry::{Blank, CylindricalGear, GearPair, Misalignment};
use crate::input::Diagnostic;
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
    /// The study of the file, counted from 0, whose changes of the model hold for it; none where nothing is changed.
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
    /// What a designer should know: one sentence each, with the name of the gear or pair.
    pub warnings: Vec<String>,
    /// The files that the model names, as they were read: name and content, in the order of the names.
    pub data_files: BTreeMap<String, Vec<u8>>,
    /// What it was made from.
    input: Arc<ModelInput>,
    /// What programs add to its machine.
    additions: Vec<Addition>,
}

impl Model {
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

    /// The study of this name. A model that has none at all has `geometry`.
    pub fn study(&self, name: &str) -> Result<NamedStudy, crate::Error> {
        let geometry = NamedStudy::geometry();
        if self.studies.is_empty() && name == geometry.name {
            return Ok(geometry);
        }
        let found = self.studies.iter().find(|study| study.name == name);
        found.cloned().ok_or_else(|| crate::Error::UnknownStudy {
            name: name.to_owned(),
            known: self
                .studies
                .iter()
                .map(|study| format!("`{}`", study.name))
                .collect(),
        })
    }

    /// The study of this name, or without one all of them, and the geometry of everything where there are none.
    pub fn studies_to_run(&self, name: Option<&str>) -> Result<Vec<NamedStudy>, crate::Error> {
        match name {
            Some(name) => Ok(vec![self.study(name)?]),
            None if self.studies.is_empty() => Ok(vec![NamedStudy::geometry()]),
            None => Ok(self.studies.clone()),
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
