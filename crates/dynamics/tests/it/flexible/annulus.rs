//! Rings and discs of finite elements, free and reduced.

use std::f64::consts::TAU;

use pitchline_fem::{
    ComplianceDirections, ElementKind, FeModel, Interface, Material, Mesh, ModeChoice,
    RecoveryNodes, ReducedBody, ReductionKind, ReductionOptions, Support,
};

/// Steel of the tables of spinning rings and discs.
pub const STEEL: Material = Material {
    youngs_modulus: 206e9,
    poisson_ratio: 0.3,
    density: 7850.0,
};

/// A closed ring of twenty-node hexahedra, one over its width.
pub struct Annulus {
    pub inner: f64,
    pub outer: f64,
    /// Along the axis.
    pub width: f64,
    /// Elements from inside out.
    pub radial: usize,
    /// Elements around.
    pub around: usize,
}

impl Annulus {
    fn mesh(&self) -> Mesh {
        let (radial, around) = (self.radial, self.around);
        // Half steps: even and even corners around, over radius and width.
        let mut nodes = Vec::new();
        let mut number = std::collections::BTreeMap::new();
        for a in 0..2 * around {
            for h in 0..=2 * radial {
                for w in 0..3 {
                    if a % 2 + h % 2 + w % 2 <= 1 {
                        let angle = TAU * a as f64 / (2 * around) as f64;
                        let share = h as f64 / (2 * radial) as f64;
                        let r = self.inner + (self.outer - self.inner) * share;
                        number.insert([a, h, w], nodes.len() as u32);
                        let z = self.width * (w as f64 / 2.0 - 0.5);
                        nodes.push([r * angle.cos(), r * angle.sin(), z]);
                    }
                }
            }
        }
        // Corners (radius, around, width) counter-clockwise seen from above, then the middles of edges.
        let corners = [
            [0, 0, 0],
            [2, 0, 0],
            [2, 2, 0],
            [0, 2, 0],
            [0, 0, 2],
            [2, 0, 2],
            [2, 2, 2],
            [0, 2, 2],
        ];
        let around_face = |first: usize| (0..4).map(move |i| [first + i, first + (i + 1) % 4]);
        let edges = around_face(0).chain(around_face(4));
        let edges: Vec<[usize; 2]> = edges.chain((0..4).map(|i| [i, i + 4])).collect();
        let middle = |[p, q]: [usize; 2]| [0, 1, 2].map(|i| (corners[p][i] + corners[q][i]) / 2);
        let mut connectivity = Vec::new();
        for element in 0..around {
            for layer in 0..radial {
                let at = |[h, a, w]: [usize; 3]| {
                    number[&[(2 * element + a) % (2 * around), 2 * layer + h, w]]
                };
                connectivity.extend(corners.map(at));
                connectivity.extend(edges.iter().map(|&edge| at(middle(edge))));
            }
        }
        Mesh {
            kind: ElementKind::Hex20,
            nodes,
            connectivity,
            node_sets: Vec::new(),
            face_sets: Vec::new(),
            flanks: Vec::new(),
        }
    }

    /// The body free, with 14 modes and three nodes that could be taken hold of.
    pub fn reduced(&self, kind: ReductionKind) -> ReducedBody {
        let mesh = self.mesh();
        let n = mesh.nodes.len() as u32;
        let support = Support::free(&mesh);
        let model = FeModel::build(mesh, STEEL, support).unwrap();
        let interface = Interface::on(&model.mesh, &model.dof_map);
        let interface = interface.nodes(&[0, n / 7, n / 3]).unwrap().finish();
        let options = ReductionOptions {
            kind,
            modes: ModeChoice::Count(14),
            drop_below: ReductionOptions::DROP_BELOW,
            displacements: RecoveryNodes::All,
            stresses: Vec::new(),
            compare: 0,
            compliance: ComplianceDirections::None,
            turns: false,
            memory_limit: None,
        };
        let mut nobody = pitchline_algebra::unobserved;
        model.reduce(&interface, &options, &mut nobody).unwrap()
    }

    /// Nodes in the middle plane of the outer rim, with their angles.
    pub fn rim(&self) -> Vec<(u32, f64)> {
        let mesh = self.mesh();
        let nodes = mesh.nodes.iter().enumerate();
        let rim = nodes
            .filter(|(_, p)| p[2].abs() < 1e-9 && (p[0].hypot(p[1]) - self.outer).abs() < 1e-9);
        rim.map(|(i, p)| (i as u32, p[1].atan2(p[0]))).collect()
    }
}
