//! Studies of one finite-element body: `mesh`, `modes`, `fe-static`, `reduce`.

mod export;
mod loads;
mod memory;
mod mesh;
mod modes;
mod pictures;
mod reduction;
mod statics;

pub(super) use mesh::run as run_mesh;
pub(super) use modes::run as run_modes;
pub(super) use reduction::reduced;
pub(super) use reduction::run as run_reduce;
pub(super) use statics::run as run_static;

use memory::Held;

use super::{Progress, Watch};
use crate::Model;
use crate::fem::{
    self, Centre, ElementKind, FeModel, MassProperties, Mesh, MeshCount, MeshQuality, Phase,
    Sector, Support,
};
use crate::geometry::CylindricalGear;
use crate::model::Gear;
use crate::model::finite_elements::{FeTarget, SeatSupport};
use crate::results::{Group, Object, StudyResult};

/// A meshed gear.
struct Body {
    gear: Gear<CylindricalGear>,
    sector: Sector,
    mesh: Mesh,
    count: MeshCount,
}

/// Why a study stops, in words for the user.
type Failure = String;

/// The gears that a study looks at.
fn targets(model: &Model, target: &FeTarget) -> Vec<Gear<CylindricalGear>> {
    let is_meant = |gear: &&Gear| target.gear.as_ref().is_none_or(|name| gear.name == *name);
    let meant = model.gears.iter().filter(is_meant);
    meant.filter_map(|gear| model.body(&gear.name)).collect()
}

/// A study of each gear that is meant, until one fails; what was found before stays.
fn each_body(
    model: &Model,
    (name, kind): (&str, &'static str),
    target: &FeTarget,
    watch: Watch,
    mut add: impl FnMut(&Body, &mut StudyResult, Watch) -> Result<(), Failure>,
) -> StudyResult {
    let mut result = StudyResult::new(name, kind);
    result.warnings.clone_from(&model.warnings);
    for gear in targets(model, target) {
        // A reduction takes one sector where it can, and looks again where it cannot.
        let held = match kind {
            "mesh" | "reduce" => Held::Mesh,
            _ => Held::Factor,
        };
        let body = Body::build(gear, target, held, watch);
        if let Err(reason) = body.and_then(|body| add(&body, &mut result, watch)) {
            return result.failed(reason);
        }
    }
    result
}

impl Body {
    /// Meshes a gear, after looking whether the machine has room for it.
    fn build(
        gear: Gear<CylindricalGear>,
        target: &FeTarget,
        held: Held,
        watch: Watch,
    ) -> Result<Self, Failure> {
        let request = target.request(gear.mesh);
        let Some(blank) = gear.blank else {
            return Err(format!("gear `{}` has no blank", gear.name));
        };
        let controls = request.controls(&gear.geometry, &blank);
        let told = |error: fem::MeshError| format!("gear `{}`: {error}", gear.name);
        let count =
            MeshCount::of(&gear.geometry, &blank, &controls, request.element).map_err(told)?;
        memory::check(&gear.name, &count, request.element, held)?;
        watch(Progress {
            phase: format!("meshing gear `{}`", gear.name),
            done: None,
        });
        let sector =
            Sector::build(&gear.geometry, &blank, &controls, request.element).map_err(told)?;
        Ok(Self {
            mesh: sector.whole(),
            sector,
            gear,
            count,
        })
    }

    /// Whether the machine has room for more than the mesh.
    fn check_memory(&self, held: Held) -> Result<(), Failure> {
        memory::check(&self.gear.name, &self.count, self.mesh.kind, held)
    }

    /// Name of the set that carries the body.
    fn seat(&self) -> &'static str {
        self.sector.seat()
    }

    fn material(&self) -> fem::Material {
        let material = &self.gear.material;
        fem::Material {
            youngs_modulus: material.youngs_modulus,
            poisson_ratio: material.poisson_ratio,
            density: material.density,
        }
    }

    /// Stiffness and mass of the body as it is held. The centre of a rigid seat is number 0.
    fn held(&self, support: SeatSupport, watch: Watch) -> Result<FeModel, Failure> {
        watch(Progress {
            phase: format!("assembling gear `{}`", self.gear.name),
            done: None,
        });
        let mut held = Support::free(&self.mesh);
        if let SeatSupport::Rigid { locked } = support {
            let seat = self.mesh.node_set(self.seat());
            let nodes = seat.map_or(&[][..], |set| &set.nodes);
            let centre = Centre {
                place: self.center(),
                moves: locked.map(|locked| !locked),
            };
            held = held.tied(nodes, centre).map_err(|e| self.told(&e))?;
        }
        FeModel::build(self.mesh.clone(), self.material(), held).map_err(|e| self.told(&e))
    }

    /// Where the rigid seat has its centre: on the axis; of a rack in the middle of its back.
    fn center(&self) -> [f64; 3] {
        if self.gear.geometry.as_wheel().is_some() {
            return [0.0; 3];
        }
        let nodes = self.mesh.node_set(self.seat());
        let places: Vec<[f64; 3]> = nodes
            .iter()
            .flat_map(|set| &set.nodes)
            .map(|&node| self.mesh.nodes[node as usize])
            .collect();
        let count = places.len().max(1) as f64;
        [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).sum::<f64>() / count)
    }

    /// How far the algebra is, in words.
    fn progress(&self, progress: &fem::Progress) -> Progress {
        let phase = match progress.phase {
            Phase::Ordering => "ordering the unknowns",
            Phase::Factorising => "factorising",
            Phase::Solving => "finding static answers",
            Phase::Iterating => "finding modes",
            Phase::Counting => "counting modes",
        };
        Progress {
            phase: format!("{phase}, gear `{}`", self.gear.name),
            done: (progress.of > 0).then(|| progress.done as f64 / progress.of as f64),
        }
    }

    fn told(&self, error: &fem::Error) -> Failure {
        format!("gear `{}`: {error}", self.gear.name)
    }

    /// Size, quality and inertia of the mesh.
    fn values(&self) -> Result<Group, Failure> {
        let mut group = Group::new(Object::Gear, &self.gear.name);
        let MeshQuality {
            least_scaled_jacobian,
            mean_scaled_jacobian,
            largest_aspect_ratio,
            worst: (_, place),
            ..
        } = self.sector.quality;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        group.put("fe.element", element_name(self.mesh.kind));
        group.put("fe.nodes", count(self.mesh.nodes.len()));
        group.put("fe.elements", count(self.mesh.n_elements()));
        group.put("fe.degrees_of_freedom", count(3 * self.mesh.nodes.len()));
        group.put("fe.least_scaled_jacobian", least_scaled_jacobian);
        for (key, value) in ["x", "y", "z"].into_iter().zip(place) {
            group.put(&format!("fe.worst_element.{key}"), value);
        }
        group.put("fe.mean_scaled_jacobian", mean_scaled_jacobian);
        group.put("fe.largest_aspect_ratio", largest_aspect_ratio);
        let MassProperties {
            volume,
            mass,
            centre,
            inertia,
        } = self
            .mesh
            .mass_properties(self.gear.material.density)
            .map_err(|e| self.told(&e))?;
        group.put("fe.volume", volume);
        group.put("fe.mass", mass);
        group.put("fe.center_of_mass_z", centre[2]);
        group.put("fe.inertia_axis", inertia[2][2]);
        group.put("fe.inertia_transverse", inertia[0][0]);
        Ok(group)
    }
}

fn element_name(kind: ElementKind) -> &'static str {
    match kind {
        ElementKind::Hex8 => "hex8",
        ElementKind::Hex20 => "hex20",
    }
}
