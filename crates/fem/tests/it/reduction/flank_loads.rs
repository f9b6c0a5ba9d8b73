//! Any load on flanks: what a reduced body with its residual compliance answers beside the full one.

use std::f64::consts::TAU;

use pitchline_algebra::unobserved;
use pitchline_fem::{
    ComplianceDirections, CyclicBody, CyclicSupport, ElementKind, FeModel, FlankChoice, FlankPlace,
    Interface, LoadCase, ModeChoice, PointMotions, RecoveryNodes, ReducedBody, ReductionKind,
    ReductionOptions, Sector, Statics,
};

use super::support::{options, reduce, relative};
use crate::cyclic_gears::{Gear, QUADRATIC, SPUR};
use crate::reduced_body_support::Noise;
use crate::support::steel;

const HELICAL: Gear = Gear {
    name: "helical, quadratic",
    teeth: 6,
    helix_angle: 0.4,
    ..QUADRATIC
};

const HELD: CyclicSupport = CyclicSupport::Tied {
    place_z: 0.0,
    moves: [false; 6],
};

/// A gear with one joint on each flank, whose even pressures contain little of what single nodes do.
struct Case {
    sector: Sector,
    model: FeModel,
    interface: Interface,
}

impl Case {
    fn new(gear: Gear, support: CyclicSupport) -> Self {
        let sector = gear.sector();
        let mesh = sector.whole();
        let support = support.on(&mesh, sector.seat()).unwrap();
        let model = FeModel::build(mesh, steel(), support).unwrap();
        let interface = Interface::on(&model.mesh, &model.dof_map)
            .flank_joints(&FlankChoice::all(), 1, PointMotions::Normal)
            .unwrap()
            .finish();
        Self {
            sector,
            model,
            interface,
        }
    }

    fn by_sector(&self, support: CyclicSupport, options: &ReductionOptions) -> ReducedBody {
        CyclicBody::build(&self.sector, steel(), &support, None)
            .unwrap()
            .reduce(&self.model.mesh, &self.interface, options, &mut unobserved)
            .unwrap()
    }
}

/// All three directions, and nothing recovered but what the compliance needs.
fn three(kind: ReductionKind) -> ReductionOptions {
    ReductionOptions {
        compliance: ComplianceDirections::Three,
        displacements: RecoveryNodes::Flanks,
        ..options(kind, ModeChoice::Count(4))
    }
}

/// Noise on every node that the faces of both flanks of three teeth have, in all directions.
#[test]
fn every_flank_load_is_answered_as_by_the_full_body() {
    let linear = Gear { teeth: 6, ..SPUR };
    for gear in [
        Gear {
            teeth: 12,
            ..linear
        },
        QUADRATIC,
        HELICAL,
    ] {
        let case = Case::new(gear, HELD);
        let statics = Statics::new(&case.model, None).unwrap();
        let mut bodies: Vec<ReducedBody> = [
            ReductionKind::CraigBampton,
            ReductionKind::StaticModes,
            ReductionKind::DualCraigBampton,
        ]
        .map(|kind| reduce(&case.model, &case.interface, &three(kind)))
        .to_vec();
        bodies.push(case.by_sector(HELD, &three(ReductionKind::DualCraigBampton)));
        for body in &bodies {
            answers_as(body, &case.model, &statics, gear.name);
        }
        // From tooth to tooth nothing is lost, nor in a file.
        let turned = bodies[3].turned(2).unwrap();
        answers_as(&turned, &case.model, &statics, gear.name);
        let read = ReducedBody::from_bytes(&turned.to_bytes().unwrap()).unwrap();
        assert_eq!(read, turned);
    }
}

fn answers_as(body: &ReducedBody, model: &FeModel, full: &Statics<'_>, name: &str) {
    let teeth = [1, 2, body.origin.teeth];
    let compliance = body.compliance.as_ref().unwrap();
    let own = body.origin.sector_nodes;
    let mut noise = Noise(17);
    let (mut case, mut forces, mut nodes) = (LoadCase::default(), Vec::new(), Vec::new());
    for tooth in teeth {
        for side in ["right", "left"] {
            let set = model.mesh.node_set(&format!("flank_{side}_{tooth}"));
            for &node in &set.unwrap().nodes {
                let is_it =
                    |point: &pitchline_fem::FlankPoint| point.node + (tooth - 1) * own == node;
                let point = compliance.points.iter().position(is_it);
                let point = point.unwrap_or_else(|| panic!("{name}: node {node} has no answers"));
                let force = noise.vector();
                // In the axes of its tooth.
                case.add_force(node, turned(force, tooth, body.origin.teeth));
                for (direction, force) in force.into_iter().enumerate() {
                    let place = FlankPlace {
                        tooth,
                        point,
                        direction,
                    };
                    forces.push((place, force));
                }
                nodes.push((node, tooth));
            }
        }
    }
    let u = &full.solve(&[case]).unwrap()[0].displacements;
    let expected: Vec<f64> = nodes
        .iter()
        .flat_map(|&(node, tooth)| {
            let back = body.origin.teeth + 2 - tooth;
            turned(u[node as usize], back, body.origin.teeth)
        })
        .collect();
    let places: Vec<FlankPlace> = forces.iter().map(|(place, _)| *place).collect();
    let statics = body.flank_statics().unwrap();
    let answer = statics.answer(&forces, &places).unwrap();
    let parts = answer.contained.iter().zip(&answer.residual);
    let sum: Vec<f64> = parts.map(|(contained, rest)| contained + rest).collect();
    let difference = relative(&sum, &expected);
    let kind = body.origin.kind;
    assert!(difference < 1e-9, "{name} {kind:?}: {difference:e}");
    // The basis alone is far from it, and the residual is what it lacks, not the whole answer.
    let alone = relative(&answer.contained, &expected);
    assert!(alone > 0.1, "{name} {kind:?}: {alone}");
    let rest = statics.residual(&places).unwrap();
    let by_residual: Vec<f64> = (0..places.len())
        .map(|row| {
            let column =
                |(j, (_, force)): (usize, &(FlankPlace, f64))| rest[row + places.len() * j] * force;
            forces.iter().enumerate().map(column).sum()
        })
        .collect();
    let difference = relative(&by_residual, &answer.residual);
    assert!(difference < 1e-9, "{name} {kind:?}: {difference:e}");
}

/// From the axes of tooth 1 to those of another.
fn turned([x, y, z]: [f64; 3], tooth: u32, teeth: u32) -> [f64; 3] {
    let (sin, cos) = (TAU * f64::from(tooth - 1) / f64::from(teeth)).sin_cos();
    [cos * x - sin * y, sin * x + cos * y, z]
}

/// Quadratic flanks by one sector and by the whole gear: the same points with the same answers, held and free.
#[test]
fn both_routes_know_the_nodes_between_corners() {
    for support in [HELD, CyclicSupport::Free] {
        let case = Case::new(HELICAL, support);
        let options = three(ReductionKind::DualCraigBampton);
        let [a, b] = [
            case.by_sector(support, &options),
            reduce(&case.model, &case.interface, &options),
        ];
        let grid = &case.model.mesh.flanks[0];
        // Two elements each way: four edges in each of three rows and of three columns, halved.
        assert_eq!((grid.nodes.len(), grid.middles.len()), (9, 12));
        let [a, b] = [&a, &b].map(|body| body.compliance.as_ref().unwrap());
        assert_eq!(a.points, b.points);
        assert_eq!(a.points.len(), 2 * 21);
        let difference = relative(&a.blocks, &b.blocks);
        assert!(difference < 1e-9, "{support:?}: {difference:e}");
    }
    assert_eq!(HELICAL.element, ElementKind::Hex20);
}

/// 21 nodes on each of two flanks, three directions: 126² numbers for each of six teeth, asked for before anything is computed.
#[test]
fn a_compliance_without_room_is_refused() {
    let case = Case::new(HELICAL, HELD);
    let needed = |directions: ComplianceDirections, limit: u64| {
        let options = ReductionOptions {
            compliance: directions,
            memory_limit: Some(limit),
            ..three(ReductionKind::DualCraigBampton)
        };
        let refused = case
            .model
            .reduce(&case.interface, &options, &mut unobserved);
        memory(refused.unwrap_err())
    };
    let factor = needed(ComplianceDirections::None, 1);
    let without = needed(ComplianceDirections::None, factor);
    let with = needed(ComplianceDirections::Three, factor);
    assert_eq!(with - without, 8 * 126 * 126 * 6);
    let options = ReductionOptions {
        memory_limit: Some(8 * 126 * 126 * 6 - 1),
        ..three(ReductionKind::DualCraigBampton)
    };
    let body = CyclicBody::build(&case.sector, steel(), &HELD, None).unwrap();
    let refused = body.reduce(&case.model.mesh, &case.interface, &options, &mut unobserved);
    assert_eq!(memory(refused.unwrap_err()), 8 * 126 * 126 * 6);
}

/// Bytes that an error asks for.
fn memory(error: pitchline_fem::Error) -> u64 {
    match error {
        pitchline_fem::Error::Algebra(pitchline_algebra::Error::Memory { bytes, .. }) => bytes,
        other => panic!("{other}"),
    }
}
