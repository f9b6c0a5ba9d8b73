//! Gears of finite elements: axes of teeth, and what symmetry leaves out.

use pitchline_algebra::unobserved;
use pitchline_dynamics::{
    AttachedPoints, Equations, FlexibleOptions, KeptModes, Machine, Pose, Rotation,
    add_flexible_body,
};
use pitchline_fem::{
    ComplianceDirections, CyclicBody, CyclicSupport, ElementKind, FeModel, FlankChoice, Interface,
    Material, MeshControls, MeshSize, ModeChoice, PointMotions, RecoveryNodes, ReductionKind,
    ReductionOptions, Sector,
};
use pitchline_geometry::vector::{cross, minus, plus, plus_scaled};
use pitchline_geometry::{
    BasicRack, Blank, CutterData, CylindricalData, CylindricalGear, GearKind, Hand, Thinning, Tip,
    ToothSystem,
};

use super::residual;
use crate::contract::Scatter;

const STEEL: Material = Material {
    youngs_modulus: 210e9,
    poisson_ratio: 0.3,
    density: 7850.0,
};
/// The bore turns and moves as one piece about a free centre.
const SEAT: CyclicSupport = CyclicSupport::Tied {
    place_z: 1e-3,
    moves: [true; 6],
};

fn sector(teeth: u32) -> Sector {
    let gear = CylindricalGear::build(CylindricalData {
        kind: GearKind::External,
        teeth,
        system: ToothSystem {
            module: 2e-3,
            pressure_angle: 20f64.to_radians(),
            helix_angle: 0.0,
            hand: Hand::Right,
        },
        face_width: 6e-3,
        profile_shift: 0.3,
        rack: BasicRack::A,
        tip: Tip::Alteration(0.0),
        thickness_allowance: 0.0,
        thinning: Thinning::Feed,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    })
    .unwrap();
    let blank = Blank::solid(5e-3);
    let mut controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    (controls.flank, controls.width, controls.root) = (2, 2, 2);
    Sector::build(&gear, &blank, &controls, ElementKind::Hex8).unwrap()
}

fn options(modes: usize) -> ReductionOptions {
    ReductionOptions {
        kind: ReductionKind::DualCraigBampton,
        modes: ModeChoice::Count(modes),
        drop_below: ReductionOptions::DROP_BELOW,
        displacements: RecoveryNodes::All,
        stresses: Vec::new(),
        compare: 0,
        compliance: ComplianceDirections::None,
        turns: false,
        memory_limit: None,
    }
}

fn pose() -> Pose {
    Pose {
        place: [0.02, 0.01, -0.03],
        axes: Rotation::from_vector([0.1, 0.2, 0.7]).matrix(),
    }
}

/// Displacements of a node on tooth 5 are counted in the axes of that tooth by the interface, and in those of the body by the recovery of
/// all nodes: an attachment must follow the second, less the rigid motion of the mean frame.
#[test]
fn attachments_on_teeth_move_along_the_axes_of_the_body() {
    let sector = sector(12);
    let mesh = sector.whole();
    let cyclic = CyclicBody::build(&sector, STEEL, &SEAT, None).unwrap();
    let held = cyclic.whole_support(&mesh).unwrap();
    let model = FeModel::build(mesh, STEEL, held).unwrap();
    let grid = model.mesh.flanks.iter().find(|f| f.tooth == 5).unwrap();
    let node = grid.nodes[1];
    let interface = Interface::on(&model.mesh, &model.dof_map)
        .nodes(&[node])
        .unwrap()
        .centre(0)
        .unwrap()
        .finish();
    let body = model.reduce(&interface, &options(8), &mut unobserved);
    let body = body.unwrap();
    assert!(body.points[0].tooth.is_some_and(|tooth| tooth >= 4));
    let mut machine = Machine::new();
    let wanted = FlexibleOptions {
        attachments: AttachedPoints::All,
        ..FlexibleOptions::default()
    };
    let nodes = add_flexible_body(&mut machine, "gear", &body, pose(), &wanted).unwrap();
    assert_eq!(nodes.attachments.len(), 2);
    let mut equations = Equations::new(&machine);
    let n_v = equations.n_velocities();
    let mut state = machine.start(0.0);
    let mut scatter = Scatter::new(11);
    // Tenths of a millimetre for modes of mass one on a gear of some grams.
    state
        .scalars
        .iter_mut()
        .for_each(|q| *q = 1e-5 * scatter.next());
    let found = residual(&mut equations, &state);
    let coordinates = nodes.basis.coordinates(&state.scalars);
    let carried = nodes.basis.carried.iter().zip(&state.scalars);
    let [along, about] = carried.fold([[0.0; 3]; 2], |sum, (one, q)| {
        [0, 1].map(|k| plus_scaled(sum[k], *q, one[k]))
    });
    let whole = body.displacement(node, &coordinates).unwrap();
    let arm = minus(body.points[0].place, nodes.basis.centre);
    let expected = minus(whole, plus(along, cross(about, arm)));
    let size = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(size > 1e-6);
    for i in 0..3 {
        let off = found[n_v + i] + expected[i];
        assert!(
            off.abs() < 1e-12 * size.max(1e-3),
            "{i}: {off:e} of {size:e}"
        );
        // A node has no turns: its axes stay those of the frame.
        assert!(found[n_v + 3 + i].abs() < 1e-15);
    }
    // The centre moves as one piece with the bore: so do two nodes of it about it.
    let centre = &found[n_v + 6..n_v + 12];
    let bore = model.mesh.node_set("bore").unwrap().nodes.clone();
    for &node in [bore[0], bore[bore.len() / 2]].iter() {
        let arm = minus(model.mesh.nodes[node as usize], body.points[1].place);
        let turn = [-centre[3], -centre[4], -centre[5]];
        let moved = plus([-centre[0], -centre[1], -centre[2]], cross(turn, arm));
        let whole = body.displacement(node, &coordinates).unwrap();
        let arm = minus(model.mesh.nodes[node as usize], nodes.basis.centre);
        let expected = minus(whole, plus(along, cross(about, arm)));
        for i in 0..3 {
            let off = moved[i] - expected[i];
            assert!(off.abs() < 1e-12 * size.max(1e-3), "{off:e} of {size:e}");
        }
    }
}

/// A tensor has components of at most two waves around: modes of n₁ and n₂ nodal diameters couple by inertia only if n₁ ± n₂ is at most
/// two, modulo the teeth.
#[test]
fn symmetry_keeps_the_pattern_sparse() {
    let teeth = 20;
    let sector = sector(teeth);
    let mesh = sector.whole();
    let cyclic = CyclicBody::build(&sector, STEEL, &SEAT, None).unwrap();
    let held = cyclic.whole_support(&mesh).unwrap();
    let model = FeModel::build(mesh.clone(), STEEL, held).unwrap();
    let interface = Interface::on(&mesh, &model.dof_map)
        .flank_joints(&FlankChoice::all(), 1, PointMotions::Normal)
        .unwrap()
        .centre(0)
        .unwrap()
        .finish();
    let body = cyclic
        .reduce(&mesh, &interface, &options(20), &mut unobserved)
        .unwrap();
    let mut machine = Machine::new();
    let all = FlexibleOptions {
        modes: KeptModes::All,
        ..FlexibleOptions::default()
    };
    let nodes = add_flexible_body(&mut machine, "gear", &body, pose(), &all).unwrap();
    let n = nodes.basis.n();
    let diameters: Vec<u32> = nodes
        .basis
        .combinations
        .chunks(body.n())
        .map(|x| {
            let largest = (0..x.len()).max_by(|&i, &j| x[i].abs().total_cmp(&x[j].abs()));
            body.coordinates[largest.unwrap()].nodal_diameter.unwrap()
        })
        .collect();
    let (_, element) = machine.elements().next().unwrap();
    let (mut kept, mut forbidden) = (0, 0);
    for i in 0..n {
        for j in 0..n {
            let (a, b) = (i64::from(diameters[i]), i64::from(diameters[j]));
            let around = |waves: i64| {
                let rest = waves.rem_euclid(i64::from(teeth));
                rest.min(i64::from(teeth) - rest)
            };
            let may_couple = around(a - b) <= 2 || around(a + b) <= 2;
            let couples = element.couples(6 + i, 6 + j);
            kept += usize::from(couples);
            forbidden += usize::from(couples && !may_couple);
        }
    }
    assert_eq!(forbidden, 0);
    // Waves of 0 to 10 diameters, of which each meets five: less than half.
    assert!(2 * kept < n * n, "{kept} of {}", n * n);
}
