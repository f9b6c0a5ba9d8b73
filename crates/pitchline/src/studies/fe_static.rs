//! The study `fe-static`: deflections and stresses of a gear under loads.

mod keys;
mod loads;
mod reading;

use self::loads::Acting;
use super::finite_elements::reading::{SUPPORT_KEYS, TARGET_KEYS};
use super::finite_elements::{FeTarget, SeatSupport, each_body, export, pictures};
use super::{Failure, Job, Study, StudyError, StudyKind};
use crate::fem::{
    Deflection, FeModel, NodeState, Statics, node_states, principal_stresses, von_mises,
};
use crate::fields::{NodeForce, Step, vtu};
use crate::geometry::FlankSide;
use crate::input::field::Variant;
use crate::memory;
use crate::resources::GearBody;
use crate::resources::Held;
use crate::results::{FieldFile, Group, Output, Table};

/// Deflections and stresses of a gear under loads.
#[derive(Debug, Clone, PartialEq)]
pub struct FeStaticStudy {
    /// Which gear.
    pub target: FeTarget,
    /// How it is held.
    pub support: SeatSupport,
    /// What acts on it.
    pub cases: Vec<LoadCase>,
}

/// Size of a load on a flank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LoadSize {
    /// Total force, normal to the flank (N).
    Force(f64),
    /// Torque about the axis, without sign (N m).
    Torque(f64),
}

/// Where on a flank a line load acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LinePlace {
    /// Along the tip edge.
    Tip,
    /// At a radius of a wheel (m).
    Radius(f64),
    /// At a height over the datum line of a rack (m).
    Height(f64),
}

/// A load on a finite-element body.
#[derive(Debug, Clone, PartialEq)]
pub enum Load {
    /// A line load across a flank, normal to it.
    Line {
        /// Tooth, from 1.
        tooth: u32,
        /// Which of its flanks.
        side: FlankSide,
        /// Where on the flank.
        place: LinePlace,
        /// How much.
        size: LoadSize,
    },
    /// An even pressure over a flank.
    Flank {
        /// Tooth, from 1.
        tooth: u32,
        /// Which of its flanks.
        side: FlankSide,
        /// How much in all.
        size: LoadSize,
    },
    /// An even pressure on named faces.
    Faces {
        /// Name of the set.
        set: String,
        /// Pressure into the body (Pa).
        pressure: f64,
    },
    /// A force that named nodes share evenly.
    Nodes {
        /// Name of the set.
        set: String,
        /// Force (N).
        force: [f64; 3],
    },
}

/// Loads that act together.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadCase {
    /// Its name.
    pub name: String,
    /// Its loads.
    pub loads: Vec<Load>,
}

/// The study `fe-static`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "fe-static",
        doc: "Deflections and stresses of one gear under loads on its teeth.",
        keys: &[&TARGET_KEYS, &SUPPORT_KEYS, &keys::KEYS],
    },
    leaves_state: false,
    read: reading::read,
};

impl Study for FeStaticStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        each_body(&self.target, Held::Factor, job, |body, job, output| {
            add(body, self, job, output)
        })
    }
}

/// What one load case gives.
pub(super) struct CaseResult {
    /// Name of the case.
    pub name: String,
    /// What acts.
    acting: Acting,
    /// How the body moves.
    pub deflection: Deflection,
    /// Stresses at the nodes.
    states: Vec<NodeState>,
    /// Von Mises's equivalent at the nodes (Pa).
    pub von_mises: Vec<f64>,
    /// Principal stresses at the nodes, largest first (Pa).
    principal: Vec<[f64; 3]>,
}

fn add(
    body: &GearBody,
    study: &FeStaticStudy,
    job: &mut Job,
    output: &mut Output,
) -> Result<(), Failure> {
    let options = job.options();
    let fe = body.held(study.support, job)?;
    let cases = solve(body, &fe, &study.cases, job)?;
    let mut group = body.values()?;
    put_largest(&mut group, body, &cases);
    output.values.groups.push(group);
    output.tables.push(table(body, &cases));
    if !options.without_pictures {
        for case in &cases {
            job.tell(format!("drawing case `{}`", case.name), None)?;
            output.pictures.extend(pictures::case(body, case)?);
        }
    }
    if !options.without_drawings {
        output.fields.push(fields(body, &cases)?);
        let steps: Vec<Step> = cases.iter().map(CaseResult::step).collect();
        output
            .fields
            .push(export::inp(body, Some(study.support), &steps)?);
    }
    Ok(())
}

fn solve(
    body: &GearBody,
    fe: &FeModel,
    cases: &[LoadCase],
    job: &mut Job,
) -> Result<Vec<CaseResult>, Failure> {
    let told = |phase: &str| job.tell(format!("{phase}, gear `{}`", body.gear.name), None);
    let acting: Vec<Acting> = cases
        .iter()
        .map(|case| Acting::of(body, fe, &case.loads))
        .collect::<Result<_, _>>()?;
    told("factorising")?;
    let statics = Statics::new(fe, memory::available()).map_err(|e| body.told(e))?;
    let loads: Vec<_> = acting.iter().map(|acting| acting.case.clone()).collect();
    let deflections = statics.solve(&loads).map_err(|e| body.told(e))?;
    told("finding stresses")?;
    let mut results = Vec::with_capacity(cases.len());
    for ((case, acting), deflection) in cases.iter().zip(acting).zip(deflections) {
        let states = node_states(&fe.mesh, &fe.material, &deflection.displacements)
            .map_err(|e| body.told(e))?;
        results.push(CaseResult {
            name: case.name.clone(),
            acting,
            von_mises: states.iter().map(|s| von_mises(&s.stress)).collect(),
            principal: states
                .iter()
                .map(|s| principal_stresses(&s.stress).0)
                .collect(),
            states,
            deflection,
        });
    }
    Ok(results)
}

impl CaseResult {
    /// Displacement of each node (m).
    pub fn lengths(&self) -> Vec<f64> {
        let length = |u: &[f64; 3]| u.iter().map(|x| x * x).sum::<f64>().sqrt();
        self.deflection.displacements.iter().map(length).collect()
    }

    /// Displacement of the loaded places along their forces, weighted with them (m); none where nothing acts.
    fn deflection_at_load(&self) -> f64 {
        let work = |(force, u): (&[f64; 3], &[f64; 3])| -> f64 {
            force.iter().zip(u).map(|(f, u)| f * u).sum()
        };
        let displacements = &self.deflection.displacements;
        let work: f64 = self.acting.forces.iter().zip(displacements).map(work).sum();
        let force = self.acting.size;
        if force > 0.0 { work / force } else { f64::NAN }
    }

    fn step(&self) -> Step {
        let forces = self.acting.forces.iter().enumerate();
        let forces = forces.filter(|(_, force)| force.iter().any(|f| f.abs() > 0.0));
        Step::Static {
            name: self.name.clone(),
            forces: forces
                .map(|(node, force)| NodeForce {
                    node: node as u32,
                    force: *force,
                })
                .collect(),
            on_support: self.acting.case.on_centre(0),
        }
    }

    /// Flanks with forces on them: tooth and side.
    pub fn loaded_flanks(&self, body: &GearBody) -> Vec<(u32, FlankSide)> {
        let mut is_loaded = vec![false; body.mesh.nodes.len()];
        for (loaded, force) in is_loaded.iter_mut().zip(&self.acting.forces) {
            *loaded = force.iter().any(|f| f.abs() > 0.0);
        }
        let teeth = body.mesh.flanks.iter().filter(|grid| {
            let mut nodes = grid.all_nodes();
            nodes.any(|node| is_loaded[node as usize])
        });
        teeth.map(|grid| (grid.tooth, grid.side)).collect()
    }

    /// Largest principal stress in the roots of the teeth (Pa).
    fn root_stress(&self, body: &GearBody) -> f64 {
        let roots = body.mesh.node_sets.iter();
        let roots = roots.filter(|set| set.name.starts_with("root_"));
        let nodes = roots.flat_map(|set| &set.nodes);
        nodes
            .map(|&node| self.principal[node as usize][0])
            .fold(f64::NEG_INFINITY, f64::max)
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// The largest of all cases.
fn put_largest(group: &mut Group, body: &GearBody, cases: &[CaseResult]) {
    let over = |value: &dyn Fn(&CaseResult) -> f64| -> f64 {
        cases.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
    };
    let displacement = over(&|case| largest(&case.lengths()));
    group.put("largest_displacement", displacement);
    group.put("largest_von_mises_stress", over(&|c| largest(&c.von_mises)));
    group.put("largest_root_stress", over(&|case| case.root_stress(body)));
}

fn table(body: &GearBody, cases: &[CaseResult]) -> Table {
    let mut table = Table::new(format!("cases-{}", body.gear.name));
    table.words = vec![("case", cases.iter().map(|case| case.name.clone()).collect())];
    let mut push = |name: &str, unit: &'static str, value: &dyn Fn(&CaseResult) -> f64| {
        table.push(name, unit, cases.iter().map(value).collect());
    };
    push("force", "N", &|case| case.acting.size);
    push("deflection_at_load", "m", &CaseResult::deflection_at_load);
    push("largest_displacement", "m", &|case| {
        largest(&case.lengths())
    });
    push("largest_von_mises_stress", "Pa", &|case| {
        largest(&case.von_mises)
    });
    push("largest_root_stress", "Pa", &|case| case.root_stress(body));
    push("strain_energy", "J", &|case| case.deflection.strain_energy);
    let names = ["x", "y", "z"];
    for (axis, name) in names.iter().enumerate() {
        push(&format!("reaction_force_{name}"), "N", &|case| {
            reaction(case, axis)
        });
    }
    for (axis, name) in names.iter().enumerate() {
        push(&format!("reaction_torque_{name}"), "N m", &|case| {
            reaction(case, 3 + axis)
        });
    }
    push("residual", "1", &|case| case.deflection.residual);
    table
}

/// What the centre of the seat bears.
fn reaction(case: &CaseResult, component: usize) -> f64 {
    let centres = &case.deflection.reactions.centres;
    centres.first().map_or(f64::NAN, |wrench| wrench[component])
}

/// Displacements and stresses of all cases, for ParaView.
fn fields(body: &GearBody, cases: &[CaseResult]) -> Result<FieldFile, Failure> {
    let tensors: Vec<[Vec<[f64; 6]>; 2]> = cases
        .iter()
        .map(|case| {
            let strain = case.states.iter().map(|state| state.strain).collect();
            [
                strain,
                case.states.iter().map(|state| state.stress).collect(),
            ]
        })
        .collect();
    let names: Vec<[String; 5]> = cases
        .iter()
        .map(|case| {
            ["displacement", "strain", "stress", "von_mises", "principal"]
                .map(|field| format!("{}_{field}", case.name))
        })
        .collect();
    let mut arrays = Vec::new();
    for ((case, [strain, stress]), names) in cases.iter().zip(&tensors).zip(&names) {
        let values = [
            vtu::Values::Vectors(&case.deflection.displacements),
            vtu::Values::Tensors(strain),
            vtu::Values::Tensors(stress),
            vtu::Values::Scalars(&case.von_mises),
            vtu::Values::Vectors(&case.principal),
        ];
        arrays.extend(
            names
                .iter()
                .zip(values)
                .map(|(name, values)| vtu::Array { name, values }),
        );
    }
    export::vtu(&body.gear.name, &body.mesh, &arrays)
}
