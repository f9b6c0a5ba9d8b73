//! Small reduced bodies from explicit shapes on a small gear, with everything done directly beside them.

use std::f64::consts::TAU;

use pitchline_algebra::SymmetricMatrix;
use pitchline_fem::{
    ComplianceDirections, Coordinate, CoordinateKind, DofMap, ElementKind, FeModel,
    FlankCompliance, FlankPoint, LoadCase, MassMoments, Mesh, MeshControls, MeshSize, ModeCheck,
    NodeState, Origin, Recovery, ReducedBody, ReductionCheck, ReductionKind, Sector, Statics,
    Support, assemble, node_states,
};
use pitchline_geometry::{Blank, CylindricalGear, FlankSide, GearKind};

use crate::mesher_gears::data;
use crate::support::steel;

pub const TEETH: u32 = 12;

/// A helical gear of twelve teeth and a few hundred nodes: nothing about it is symmetric to a plane.
pub fn gear(kind: ElementKind) -> (Sector, Mesh) {
    let mut data = data(GearKind::External, TEETH, 3e-3);
    data.profile_shift = 0.4;
    data.face_width = 10e-3;
    data.system.helix_angle = 12f64.to_radians();
    let gear = CylindricalGear::build(data).unwrap();
    let blank = Blank::solid(8e-3);
    let mut controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    (controls.flank, controls.width) = (3, 2);
    let sector = Sector::build(&gear, &blank, &controls, kind).unwrap();
    let whole = sector.whole();
    (sector, whole)
}

/// Numbers between −1 and 1 that look random.
pub struct Noise(pub u64);

impl Noise {
    pub fn next(&mut self) -> f64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
        bits as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> [f64; 3] {
        [self.next(), self.next(), self.next()]
    }

    pub fn many(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next()).collect()
    }
}

pub fn turned(angle: f64, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let (sin, cos) = angle.sin_cos();
    [cos * x - sin * y, sin * x + cos * y, z]
}

/// The node that stands where each comes to when the body turns by whole teeth, found by its place.
pub fn images(mesh: &Mesh, teeth: i64) -> Vec<usize> {
    let angle = TAU * teeth as f64 / f64::from(TEETH);
    let cell = |place: [f64; 3]| place.map(|x| (x / 1e-6).floor() as i64);
    let mut cells = std::collections::HashMap::new();
    for (node, &place) in mesh.nodes.iter().enumerate() {
        cells.insert(cell(place), node);
    }
    let find = |place: [f64; 3]| {
        // Rounding may carry a place over the border of its cell.
        let shifts = (0..27).map(|k| [k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1]);
        let mut near = shifts.filter_map(|shift| {
            let home = cell(place);
            cells.get(&[0, 1, 2].map(|i| home[i] + shift[i])).copied()
        });
        near.next().expect("a node at the turned place")
    };
    mesh.nodes
        .iter()
        .map(|&place| find(turned(angle, place)))
        .collect()
}

/// A field turned with the body by whole teeth.
pub fn turned_field(mesh: &Mesh, teeth: i64, field: &[f64]) -> Vec<f64> {
    let angle = TAU * teeth as f64 / f64::from(TEETH);
    let mut out = vec![0.0; field.len()];
    for (node, to) in images(mesh, teeth).into_iter().enumerate() {
        let u = [0, 1, 2].map(|i| field[3 * node + i]);
        out[3 * to..3 * to + 3].copy_from_slice(&turned(angle, u));
    }
    out
}

/// Whether a node stands on the bore.
fn is_on_bore(mesh: &Mesh, node: usize) -> bool {
    let [x, y, _] = mesh.nodes[node];
    x.hypot(y) < 8.001e-3
}

/// Waves of noise with these nodal diameters, zero on the bore: shapes by columns, and what they are.
pub fn waves(mesh: &Mesh, diameters: &[u32], noise: &mut Noise) -> (Vec<f64>, Vec<Coordinate>) {
    let own = mesh.nodes.len() / TEETH as usize;
    let (mut shapes, mut coordinates) = (Vec::new(), Vec::new());
    for &n in diameters {
        let is_single = n == 0 || 2 * n == TEETH;
        let [re, im] = [noise.many(3 * own), noise.many(3 * own)];
        let first = coordinates.len() as u32;
        for quarter in 0..if is_single { 1 } else { 2 } {
            for node in 0..mesh.nodes.len() {
                let (sector, k) = (node / own, node % own);
                let phase = TAU * f64::from(n) * sector as f64 / f64::from(TEETH);
                let phase = phase + f64::from(quarter) * TAU / 4.0;
                let (sin, cos) = phase.sin_cos();
                let im = |i: usize| if is_single { 0.0 } else { im[3 * k + i] };
                let u = [0, 1, 2].map(|i| re[3 * k + i] * cos - im(i) * sin);
                let held = if is_on_bore(mesh, node) { 0.0 } else { 1e-4 };
                let u = turned(TAU * sector as f64 / f64::from(TEETH), u);
                shapes.extend(u.map(|u| held * u));
            }
            coordinates.push(Coordinate {
                kind: CoordinateKind::Mode {
                    frequency_hz: f64::from(n),
                },
                nodal_diameter: Some(n),
                partner: Some(if is_single {
                    first
                } else {
                    first + 1 - quarter
                }),
            });
        }
    }
    (shapes, coordinates)
}

/// All waves that fields on tooth 1 make when they are turned to every tooth with phases: Σ_t e^{inθt} Sᵗ u and i times it.
pub fn waves_of(mesh: &Mesh, fields: &[&[f64]]) -> (Vec<f64>, Vec<Coordinate>) {
    let (mut shapes, mut coordinates) = (Vec::new(), Vec::new());
    for field in fields {
        let teeth: Vec<Vec<f64>> = (0..12).map(|t| turned_field(mesh, t, field)).collect();
        for n in 0..=TEETH / 2 {
            let is_single = n == 0 || 2 * n == TEETH;
            let first = coordinates.len() as u32;
            for quarter in 0..if is_single { 1 } else { 2 } {
                let mut shape = vec![0.0; field.len()];
                for (t, field) in teeth.iter().enumerate() {
                    let phase = TAU * (f64::from(n) * t as f64 / 12.0 + f64::from(quarter) / 4.0);
                    shape
                        .iter_mut()
                        .zip(field)
                        .for_each(|(s, u)| *s += phase.cos() * u);
                }
                shapes.extend(shape);
                coordinates.push(Coordinate {
                    kind: CoordinateKind::Mode {
                        frequency_hz: f64::from(n),
                    },
                    nodal_diameter: Some(n),
                    partner: Some(if is_single {
                        first
                    } else {
                        first + 1 - quarter
                    }),
                });
            }
        }
    }
    (shapes, coordinates)
}

/// Coordinates that are nothing in particular.
pub fn plain(n: usize) -> Vec<Coordinate> {
    let coordinate = Coordinate {
        kind: CoordinateKind::Mode { frequency_hz: 1.0 },
        nodal_diameter: None,
        partner: None,
    };
    vec![coordinate; n]
}

/// Φᵀ A Φ, one product after another.
pub fn projected(matrix: &SymmetricMatrix, left: &[f64], right: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for column in right.chunks(matrix.n) {
        let mut moved = vec![0.0; matrix.n];
        matrix.multiply(column, &mut moved);
        out.extend(left.chunks(matrix.n).map(|row| inner(row, &moved)));
    }
    out
}

pub fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Φ q.
pub fn combined(shapes: &[f64], q: &[f64]) -> Vec<f64> {
    let mut field = vec![0.0; shapes.len() / q.len()];
    for (shape, q) in shapes.chunks(field.len()).zip(q) {
        field.iter_mut().zip(shape).for_each(|(u, s)| *u += q * s);
    }
    field
}

/// A reduced body with these shapes; displacements and stresses at the flanks of the teeth named.
pub fn body(
    mesh: &Mesh,
    shapes: &[f64],
    coordinates: Vec<Coordinate>,
    teeth: &[u32],
) -> ReducedBody {
    let material = steel();
    let matrices = assemble(mesh, &material, &DofMap::free(&mesh.nodes).unwrap()).unwrap();
    let n = coordinates.len();
    let flanks = mesh
        .flanks
        .iter()
        .filter(|grid| teeth.contains(&grid.tooth));
    let nodes: Vec<u32> = flanks.flat_map(|grid| grid.all_nodes()).collect();
    let mut recovery = Recovery {
        places: nodes
            .iter()
            .map(|&node| mesh.nodes[node as usize])
            .collect(),
        stress_nodes: nodes[..3].to_vec(),
        nodes,
        ..Recovery::default()
    };
    for shape in shapes.chunks(3 * mesh.nodes.len()) {
        let (field, _) = shape.as_chunks::<3>();
        let states: Vec<NodeState> = node_states(mesh, &material, field).unwrap();
        let at = |nodes: &[u32]| nodes.iter().map(|&node| node as usize).collect::<Vec<_>>();
        recovery
            .displacements
            .extend(at(&recovery.nodes).iter().flat_map(|&node| field[node]));
        let stresses = at(&recovery.stress_nodes);
        recovery
            .stresses
            .extend(stresses.iter().flat_map(|&node| states[node].stress));
    }
    ReducedBody {
        origin: Origin {
            kind: ReductionKind::DualCraigBampton,
            n_unknowns: 3 * mesh.nodes.len() as u64,
            n_nodes: mesh.nodes.len() as u64,
            teeth: TEETH,
            pitch: TAU / f64::from(TEETH),
            sector_nodes: mesh.nodes.len() as u32 / TEETH,
            is_cyclic: coordinates.iter().all(|c| c.partner.is_some()),
            n_rigid: 0,
            n_dropped: 0,
        },
        stiffness: projected(&matrices.stiffness, shapes, shapes),
        mass: projected(&matrices.mass, shapes, shapes),
        rigid: Vec::new(),
        points: Vec::new(),
        motions: Vec::new(),
        interface: Vec::new(),
        recovery,
        flanks: mesh.flanks.clone(),
        moments: MassMoments::of_shapes(mesh, &material, shapes).unwrap(),
        compliance: None,
        turn_products: None,
        check: ReductionCheck {
            modes: vec![
                ModeCheck {
                    full_hz: 1.0,
                    reduced_hz: Some(1.5),
                    nodal_diameter: None,
                    mac: 0.9,
                    static_error: 0.01,
                };
                2
            ],
            mac: vec![0.25; 2 * n],
            n_reduced: n,
        },
        coordinates,
    }
}

/// The gear held at its bore, as a full body.
pub fn held(mesh: &Mesh) -> FeModel {
    let bore: Vec<u32> = (0..mesh.nodes.len() as u32)
        .filter(|&node| is_on_bore(mesh, node as usize))
        .collect();
    let support = Support::free(mesh).locked(&bore, [true; 3]).unwrap();
    FeModel::build(mesh.clone(), steel(), support).unwrap()
}

/// Points of both flanks of tooth 1, with normals that need not be those of the flank; one between corners where there are such.
pub fn flank_points(mesh: &Mesh) -> Vec<FlankPoint> {
    let point = |side: FlankSide, half_lines: [u32; 2], normal: [f64; 3]| {
        let flank = mesh
            .flanks
            .iter()
            .find(|f| f.tooth == 1 && f.side == side)
            .unwrap();
        let node = flank.node_at(half_lines).unwrap();
        let place = mesh.nodes[node as usize];
        FlankPoint {
            side,
            half_lines,
            node,
            place,
            normal,
        }
    };
    let second = match mesh.kind {
        ElementKind::Hex8 => [6, 4],
        ElementKind::Hex20 => [6, 3],
    };
    vec![
        point(FlankSide::Right, [2, 0], [0.6, 0.8, 0.0]),
        point(FlankSide::Right, second, [0.0, 0.8, 0.6]),
        point(FlankSide::Left, [4, 2], [0.28, -0.96, 0.0]),
    ]
}

/// Static compliance between the flank points of all teeth, each entry from a solution of the full body: for forces
/// on tooth 1, or on all teeth in turn.
pub fn compliance(
    mesh: &Mesh,
    statics: &Statics<'_>,
    directions: ComplianceDirections,
    loaded: &[u32],
) -> FlankCompliance {
    let mut compliance = FlankCompliance {
        teeth: TEETH,
        points: flank_points(mesh),
        directions,
        blocks: Vec::new(),
    };
    let spots = |compliance: &FlankCompliance, tooth: u32| -> Vec<(u32, [f64; 3])> {
        let angle = TAU * f64::from(tooth - 1) / f64::from(TEETH);
        let own = mesh.nodes.len() as u32 / TEETH;
        let mut spots = Vec::new();
        for (i, point) in compliance.points.iter().enumerate() {
            let node = (point.node + (tooth - 1) * own) % mesh.nodes.len() as u32;
            for d in 0..compliance.n_directions() {
                spots.push((node, turned(angle, compliance.direction(i, d).unwrap())));
            }
        }
        spots
    };
    for &tooth in loaded {
        let cases: Vec<LoadCase> = spots(&compliance, tooth)
            .into_iter()
            .map(|(node, force)| {
                let mut case = LoadCase::default();
                case.add_force(node, force);
                case
            })
            .collect();
        let answers = statics.solve(&cases).unwrap();
        for further in 0..TEETH {
            let there = spots(&compliance, (tooth - 1 + further) % TEETH + 1);
            for answer in &answers {
                let along =
                    |&(node, d): &(u32, [f64; 3])| inner(&answer.displacements[node as usize], &d);
                compliance.blocks.extend(there.iter().map(along));
            }
        }
    }
    compliance
}

pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| m.max(v.abs()))
}

/// Fails where two lists differ by more than this share of the largest.
pub fn assert_close(a: &[f64], b: &[f64], share: f64) {
    assert_eq!(a.len(), b.len());
    let worst = a
        .iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max);
    let size = largest(b);
    assert!(worst <= share * size, "{worst:e} of {size:e}");
}
