//! Meshes for tests: a ring with the bore radius 30 mm, outer radius 80 mm and width 20 mm; sectors of gears.

use std::collections::HashMap;
use std::f64::consts::TAU;

use crate::Model;
use crate::fem::{ElementKind, Face, FaceSet, Mesh, MeshControls, MeshSize, NodeSet, Sector};
use crate::geometry::{Blank, CylindricalGear};
use crate::model::GearGeometry;

const RADII: [f64; 2] = [0.03, 0.08];
const WIDTH: f64 = 0.02;

/// So many elements along the radius, around and over the width; sets `bore` and `tip` of nodes, `bore` of faces.
pub(crate) fn annulus(kind: ElementKind, [n_r, n_c, n_z]: [usize; 3]) -> Mesh {
    let place = |[i, j, k]: [usize; 3]| {
        let r = RADII[0] + (RADII[1] - RADII[0]) * i as f64 / (2 * n_r) as f64;
        let (sin, cos) = (TAU * j as f64 / (2 * n_c) as f64).sin_cos();
        [
            r * cos,
            r * sin,
            WIDTH * (k as f64 / (2 * n_z) as f64 - 0.5),
        ]
    };
    // Steps on a grid of half elements: corners, then the middles of the edges.
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
    let middles = [
        [1, 0, 0],
        [2, 1, 0],
        [1, 2, 0],
        [0, 1, 0],
        [1, 0, 2],
        [2, 1, 2],
        [1, 2, 2],
        [0, 1, 2],
        [0, 0, 1],
        [2, 0, 1],
        [2, 2, 1],
        [0, 2, 1],
    ];
    let (mut known, mut nodes, mut connectivity) = (HashMap::new(), Vec::new(), Vec::new());
    let mut bore_faces = Vec::new();
    for i in 0..n_r {
        for j in 0..n_c {
            for k in 0..n_z {
                if i == 0 {
                    bore_faces.push(Face {
                        element: (connectivity.len() / kind.nodes()) as u32,
                        side: 5,
                    });
                }
                for [a, b, c] in corners.iter().chain(&middles).take(kind.nodes()) {
                    let at = [2 * i + a, (2 * j + b) % (2 * n_c), 2 * k + c];
                    connectivity.push(*known.entry(at).or_insert_with(|| {
                        nodes.push(place(at));
                        nodes.len() as u32 - 1
                    }));
                }
            }
        }
    }
    let set = |name: &str, is_in: &dyn Fn(&[f64; 3]) -> bool| NodeSet {
        name: name.to_owned(),
        nodes: (0..nodes.len() as u32)
            .filter(|i| is_in(&nodes[*i as usize]))
            .collect(),
    };
    let radius = |p: &[f64; 3]| p[0].hypot(p[1]);
    let node_sets = vec![
        set("bore", &|p| radius(p) < RADII[0] + 1e-9),
        set("tip", &|p| p[0] > RADII[1] - 1e-9),
    ];
    Mesh {
        kind,
        nodes,
        connectivity,
        node_sets,
        face_sets: vec![FaceSet {
            name: "bore".to_owned(),
            faces: bore_faces,
        }],
        flanks: Vec::new(),
    }
}

/// A file for a look at it or for another program, if the variable `PITCHLINE_KEEP` names a folder.
pub(crate) fn keep(name: &str, bytes: &[u8]) {
    if let Some(folder) = std::env::var_os("PITCHLINE_KEEP") {
        let path = std::path::Path::new(&folder).join(name);
        crate::results::write_atomically(&path, bytes).unwrap();
    }
}

/// A sector of a gear of an example, solid down to a bore of 0.4 of its root radius.
pub(crate) fn sector(example: &str, gear: usize, kind: ElementKind) -> Sector {
    let path = format!(
        "{}/../../examples/{example}.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let model = Model::load(&std::fs::read(path).unwrap()).0.unwrap();
    let GearGeometry::Cylindrical(gear) = &model.gears[gear].geometry else {
        panic!("{example} has cylindrical gears");
    };
    let CylindricalGear::Wheel(wheel) = gear else {
        panic!("{example} has wheels");
    };
    let blank = Blank::solid(0.4 * wheel.root_radius);
    let controls = MeshControls::of(MeshSize::Coarse, gear, &blank);
    Sector::build(gear, &blank, &controls, kind).unwrap()
}
