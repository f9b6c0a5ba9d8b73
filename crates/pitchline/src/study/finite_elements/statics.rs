//! The study `fe-static`: deflections and stresses of a gear under loads.

use super::loads::Acting;
use super::{Body, Failure, each_body, export, pictures};
use crate::Model;
use crate::fem::{
    Deflection, FeModel, NodeState, Statics, node_states, principal_stresses, von_mises,
};
use crate::fields::{NodeForce, Step, vtu};
use crate::geometry::FlankSide;
use crate::memory;
use crate::model::finite_elements::{FeTarget, LoadCase, SeatSupport};
use crate::results::{Group, StudyResult, Table};
use crate::study::{Options, Progress, Watch};

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

/// Deflections, stresses and reactions of all load cases, with one factorisation.
pub(in crate::study) fn run(
    model: &Model,
    name: &str,
    (target, support, cases): (&FeTarget, SeatSupport, &[LoadCase]),
    options: Options,
    watch: Watch,
) -> StudyResult {
    let study = (name, "fe-static");
    each_body(model, study, target, watch, |body, result, watch| {
        add(body, support, cases, options, watch, result)
    })
}

fn add(
    body: &Body,
    support: SeatSupport,
    cases: &[LoadCase],
    options: Options,
    watch: Watch,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let fe = body.held(support, watch)?;
    let cases = solve(body, &fe, cases, watch)?;
    let mut group = body.values()?;
    put_largest(&mut group, body, &cases);
    result.values.groups.push(group);
    result.tables.push(table(body, &cases));
    if !options.without_pictures {
        for case in &cases {
            watch(Progress {
                phase: format!("drawing case `{}`", case.name),
                done: None,
            });
            result.pictures.extend(pictures::case(body, case)?);
        }
    }
    if !options.without_drawings {
        result.fields.push(fields(body, &cases)?);
        let steps: Vec<Step> = cases.iter().map(CaseResult::step).collect();
        result
            .fields
            .push(export::inp(body, Some(support), &steps)?);
    }
    Ok(())
}

fn solve(
    body: &Body,
    fe: &FeModel,
    cases: &[LoadCase],
    watch: Watch,
) -> Result<Vec<CaseResult>, Failure> {
    let mut told = |phase: &str| {
        watch(Progress {
            phase: format!("{phase}, gear `{}`", body.gear.name),
            done: None,
        });
    };
    let acting: Vec<Acting> = cases
        .iter()
        .map(|case| Acting::of(body, fe, &case.loads))
        .collect::<Result<_, _>>()?;
    told("factorising");
    let statics = Statics::new(fe, memory::available()).map_err(|e| body.told(&e))?;
    let loads: Vec<_> = acting.iter().map(|acting| acting.case.clone()).collect();
    let deflections = statics.solve(&loads).map_err(|e| body.told(&e))?;
    told("finding stresses");
    let mut results = Vec::with_capacity(cases.len());
    for ((case, acting), deflection) in cases.iter().zip(acting).zip(deflections) {
        let states = node_states(&fe.mesh, &fe.material, &deflection.displacements)
            .map_err(|e| body.told(&e))?;
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
    pub fn loaded_flanks(&self, body: &Body) -> Vec<(u32, FlankSide)> {
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
    fn root_stress(&self, body: &Body) -> f64 {
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
fn put_largest(group: &mut Group, body: &Body, cases: &[CaseResult]) {
    let over = |value: &dyn Fn(&CaseResult) -> f64| -> f64 {
        cases.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
    };
    let displacement = over(&|case| largest(&case.lengths()));
    group.put("largest_displacement", displacement);
    group.put("largest_von_mises_stress", over(&|c| largest(&c.von_mises)));
    group.put("largest_root_stress", over(&|case| case.root_stress(body)));
}

fn table(body: &Body, cases: &[CaseResult]) -> Table {
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
fn fields(body: &Body, cases: &[CaseResult]) -> Result<crate::results::FieldFile, Failure> {
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
