//! A meshed gear, as studies and reductions of it share it.

use std::ops::ControlFlow;

use super::room;
pub(crate) use super::room::Held;
use crate::fem::{
    self, Centre, ElementKind, FeModel, MassProperties, Mesh, MeshCount, MeshQuality, Phase,
    Sector, Support,
};
use crate::geometry::CylindricalGear;
use crate::model::Gear;
use crate::model::finite_elements::MeshRequest;
use crate::results::{Group, Object};
use crate::studies::{Failure, Job, Options, Progress};

/// How the seat of a gear is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatSupport {
    /// Neither held nor stiffened.
    Free,
    /// Rigid, with a centre that is held in some of x, y, z and the rotations about them.
    Rigid {
        /// Which motions of the centre are held.
        locked: [bool; 6],
    },
}

impl SeatSupport {
    /// The seat does not move.
    pub const FIXED: Self = Self::Rigid { locked: [true; 6] };
    /// The seat may turn about the axis.
    pub const TURNING: Self = Self::Rigid {
        locked: [true, true, true, true, true, false],
    };
}

/// A meshed gear.
pub(crate) struct GearBody {
    pub gear: Gear<CylindricalGear>,
    pub sector: Sector,
    pub mesh: Mesh,
    count: MeshCount,
}

impl GearBody {
    /// Meshes a gear, after looking whether the machine has room for it.
    pub fn build(
        gear: Gear<CylindricalGear>,
        request: MeshRequest,
        held: Held,
        job: &mut Job,
    ) -> Result<Self, Failure> {
        let Some(blank) = gear.blank else {
            return Err(Failure::NoBlank { gear: gear.name });
        };
        let controls = request.controls(&gear.geometry, &blank);
        let told = |source: fem::MeshError| Failure::Mesh {
            gear: gear.name.clone(),
            source,
        };
        let count =
            MeshCount::of(&gear.geometry, &blank, &controls, request.element).map_err(told)?;
        room::check(&gear.name, &count, request.element, held)?;
        job.tell(format!("meshing gear `{}`", gear.name), None)?;
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
    pub fn check_memory(&self, held: Held) -> Result<(), Failure> {
        room::check(&self.gear.name, &self.count, self.mesh.kind, held)
    }

    /// Name of the set that carries the body.
    pub fn seat(&self) -> &'static str {
        self.sector.seat()
    }

    pub fn material(&self) -> fem::Material {
        let material = &self.gear.material;
        fem::Material {
            youngs_modulus: material.youngs_modulus,
            poisson_ratio: material.poisson_ratio,
            density: material.density,
        }
    }

    /// Stiffness and mass of the body as it is held. The centre of a rigid seat is number 0.
    pub fn held(&self, support: SeatSupport, job: &mut Job) -> Result<FeModel, Failure> {
        job.tell(format!("assembling gear `{}`", self.gear.name), None)?;
        let mut held = Support::free(&self.mesh);
        if let SeatSupport::Rigid { locked } = support {
            let seat = self.mesh.node_set(self.seat());
            let nodes = seat.map_or(&[][..], |set| &set.nodes);
            let centre = Centre {
                place: self.center(),
                moves: locked.map(|locked| !locked),
            };
            held = held.tied(nodes, centre).map_err(|e| self.told(e))?;
        }
        FeModel::build(self.mesh.clone(), self.material(), held).map_err(|e| self.told(e))
    }

    /// Where the rigid seat has its centre: on the axis; of a rack in the middle of its back.
    pub fn center(&self) -> [f64; 3] {
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
    /// Tells how far a long computation is, and ends it where somebody wants it to stop.
    pub fn observer<'o>(
        &'o self,
        options: Options<'o>,
    ) -> impl FnMut(fem::Progress) -> ControlFlow<()> + 'o {
        move |progress| match options.report(self.progress(&progress)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn progress(&self, progress: &fem::Progress) -> Progress {
        let phase = match progress.phase {
            Phase::Ordering => "ordering the unknowns",
            Phase::Factorising => "factorising",
            Phase::Solving => "finding static responses",
            Phase::Iterating => "finding modes",
            Phase::Counting => "counting modes",
        };
        Progress {
            phase: format!("{phase}, gear `{}`", self.gear.name),
            done: (progress.of > 0).then(|| progress.done as f64 / progress.of as f64),
        }
    }

    pub fn told(&self, source: fem::Error) -> Failure {
        match source {
            fem::Error::Algebra(pitchline_algebra::Error::Stopped) => {
                Failure::Interrupted { time: None }
            }
            source => Failure::FiniteElements {
                gear: self.gear.name.clone(),
                source: Box::new(source),
            },
        }
    }

    /// Size, quality and inertia of the mesh.
    pub fn values(&self) -> Result<Group, Failure> {
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
            .map_err(|e| self.told(e))?;
        group.put("fe.volume", volume);
        group.put("fe.mass", mass);
        group.put("fe.center_of_mass_z", centre[2]);
        group.put("fe.inertia_axis", inertia[2][2]);
        group.put("fe.inertia_transverse", inertia[0][0]);
        Ok(group)
    }
}

pub(crate) fn element_name(kind: ElementKind) -> &'static str {
    match kind {
        ElementKind::Hex8 => "hex8",
        ElementKind::Hex20 => "hex20",
    }
}
