//! Small gears and what their reduced bodies are asked.

use pitchline_algebra::unobserved;
use pitchline_fem::{
    Centre, ComplianceDirections, ElementKind, FeModel, FlankChoice, FlankNodes, Interface,
    LoadCase, MeshControls, MeshSize, ModeChoice, PointMotions, RecoveryNodes, ReducedBody,
    ReductionKind, ReductionOptions, Sector, Statics, Support, node_states,
};
use pitchline_geometry::{Blank, CylindricalGear, GearKind};

use crate::mesher_gears::data;
use crate::support::steel;

/// How the bore of a gear is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seat {
    /// Not at all, and not tied.
    Free,
    /// Rigid and held.
    Held,
    /// Rigid and free to turn about the axis.
    Turns,
}

/// Twelve short teeth, as coarse as the mesher allows.
pub fn gear(kind: ElementKind, seat: Seat) -> FeModel {
    let mut twelve = data(GearKind::External, 12, 2e-3);
    twelve.face_width = 6e-3;
    let gear = CylindricalGear::build(twelve).unwrap();
    let blank = Blank::solid(5e-3);
    let mut controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    controls.flank = 2;
    controls.width = 2;
    controls.root = 2;
    let mesh = Sector::build(&gear, &blank, &controls, kind)
        .unwrap()
        .whole();
    let bore = mesh.node_set("bore").unwrap().nodes.clone();
    let free = Support::free(&mesh);
    let turns = [false, false, false, false, false, true];
    let centre = |moves| Centre {
        place: [0.0; 3],
        moves,
    };
    let support = match seat {
        Seat::Free => free,
        Seat::Held => free.tied(&bore, centre([false; 6])).unwrap(),
        Seat::Turns => free.tied(&bore, centre(turns)).unwrap(),
    };
    FeModel::build(mesh, steel(), support).unwrap()
}

pub fn options(kind: ReductionKind, modes: ModeChoice) -> ReductionOptions {
    ReductionOptions {
        kind,
        modes,
        drop_below: ReductionOptions::DROP_BELOW,
        displacements: RecoveryNodes::All,
        stresses: Vec::new(),
        compare: 0,
        compliance: ComplianceDirections::None,
        turns: false,
        memory_limit: None,
    }
}

pub fn reduce(model: &FeModel, interface: &Interface, options: &ReductionOptions) -> ReducedBody {
    model.reduce(interface, options, &mut unobserved).unwrap()
}

/// Joints of some flanks, nodes of another, and the centre where it moves.
pub fn mixed(model: &FeModel) -> Interface {
    let some = FlankChoice::of_teeth(&[1, 2, 5]);
    let spread = FlankNodes::Spread {
        rows: 2,
        columns: 2,
    };
    let builder = Interface::on(&model.mesh, &model.dof_map)
        .flank_joints(&some, 1, PointMotions::All)
        .unwrap()
        .flank_nodes(&FlankChoice::of_teeth(&[3]), spread, PointMotions::Normal)
        .unwrap();
    match model.dof_map.centres().first() {
        Some(centre) if centre.moves != [false; 6] => builder.centre(0).unwrap(),
        _ => builder,
    }
    .finish()
}

/// Rows · q.
pub fn times(rows: &[f64], q: &[f64]) -> Vec<f64> {
    let n = rows.len() / q.len();
    let mut sum = vec![0.0; n];
    for (column, q) in rows.chunks(n).zip(q) {
        sum.iter_mut().zip(column).for_each(|(s, r)| *s += r * q);
    }
    sum
}

/// The load case Σ λ_i P_i.
pub fn combined(interface: &Interface, loads: &[f64]) -> LoadCase {
    let mut case = LoadCase::default();
    for (coordinate, &load) in interface.coordinates.iter().zip(loads) {
        for (node, force) in coordinate.pattern.node_forces() {
            case.add_force(node, force.map(|f| load * f));
        }
        for (centre, wrench) in coordinate.pattern.centre_wrenches() {
            let [a, b, c, d, e, f] = wrench.map(|w| load * w);
            case.add_on_centre(centre, [a, b, c], [d, e, f]);
        }
    }
    case
}

/// A held gear under loads on its mixed interface: the model, the interface, the loads, displacements of all nodes, nodes of a root
/// and their stresses.
pub struct Loaded {
    pub model: FeModel,
    pub interface: Interface,
    pub loads: Vec<f64>,
    pub displacements: Vec<f64>,
    pub root: Vec<u32>,
    pub stresses: Vec<f64>,
}

impl Loaded {
    pub fn new(kind: ElementKind) -> Self {
        let model = gear(kind, Seat::Held);
        let interface = mixed(&model);
        let loads = loads(interface.n());
        let case = combined(&interface, &loads);
        let full = Statics::new(&model, None).unwrap().solve(&[case]).unwrap();
        let u = &full[0].displacements;
        let root = model.mesh.node_set("root_right_1").unwrap().nodes.clone();
        let states = node_states(&model.mesh, &model.material, u).unwrap();
        let stress = |&node: &u32| states[node as usize].stress;
        Self {
            displacements: u.as_flattened().to_vec(),
            stresses: root.iter().flat_map(stress).collect(),
            model,
            interface,
            loads,
            root,
        }
    }

    /// Compares what a reduced body answers with `statics`, its coordinates under the loads.
    pub fn check(
        &self,
        mut options: ReductionOptions,
        statics: impl Fn(&ReducedBody, &[f64]) -> Vec<f64>,
    ) {
        options.stresses = self.root.clone();
        let body = reduce(&self.model, &self.interface, &options);
        let q = statics(&body, &self.loads);
        let u = times(&body.recovery.displacements, &q);
        let difference = relative(&u, &self.displacements);
        assert!(difference < 1e-10, "{:?}: {difference:e}", options.kind);
        let difference = relative(&times(&body.recovery.stresses, &q), &self.stresses);
        assert!(difference < 1e-8, "{:?}: {difference:e}", options.kind);
    }
}

/// Largest difference of two lists over the largest value of the second.
pub fn relative(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let largest = b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
    let difference = a
        .iter()
        .zip(b)
        .fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    difference / largest
}

/// Loads that are not special.
pub fn loads(n: usize) -> Vec<f64> {
    (0..n)
        .map(|i| ((i * i + 3 * i + 1) % 17) as f64 - 8.0)
        .collect()
}

/// Shapes over the unknowns, from displacements of all nodes: those of free nodes are unknowns themselves, those of a
/// centre that only turns follow from a bore node.
pub fn shapes(model: &FeModel, body: &ReducedBody) -> Vec<Vec<f64>> {
    let nodes = model.mesh.nodes.len();
    assert_eq!(body.recovery.nodes.len(), nodes);
    let map = &model.dof_map;
    let unknowns = |displacements: &[f64]| {
        let mut q = vec![0.0; map.n_unknowns()];
        for node in 0..nodes {
            let own = map.node_unknowns(node);
            for (axis, unknown) in own.iter().enumerate() {
                if let Some(unknown) = unknown {
                    q[*unknown as usize] = displacements[3 * node + axis];
                }
            }
            if map.node_unknowns(node) == [None; 3]
                && map.centres().len() == 1
                && let Some(turn) = map.centre_unknowns(0)[5]
            {
                let [x, y, _] = model.mesh.nodes[node];
                let u = [displacements[3 * node], displacements[3 * node + 1]];
                q[turn as usize] = (x * u[1] - y * u[0]) / (x * x + y * y);
            }
        }
        q
    };
    body.recovery
        .displacements
        .chunks(3 * nodes)
        .map(unknowns)
        .collect()
}

/// a · b
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
