//! A load along a line across a flank, as forces on the nodes.
//!
//! The line keeps its profile parameter over the width, as a tip edge or a line of contact of spur gears does. It crosses
//! the faces of the mesh where their rows divide the parameter; on each face it is integrated with three points:
//! F_a = ∫ N_a q dz. \[theory:finite-elements\] (20)

use std::collections::HashMap;

use crate::element::{CORNERS, FACES, MAX_NODES};
use crate::{Face, FlankGrid, Mesh};

/// Points and weights of Gauss on 0…1: exact for the shape functions times a load that varies linearly.
const POINTS: [(f64, f64); 3] = [
    (0.112_701_665_379_258_3, 5.0 / 18.0),
    (0.5, 8.0 / 18.0),
    (0.887_298_334_620_741_7, 5.0 / 18.0),
];

impl Mesh {
    /// Forces on all nodes from a load along the line at a profile parameter (m) of a flank; `load` gives the force per
    /// width (N/m) at a width parameter (m). A parameter beyond the flank acts on its nearest end.
    pub fn flank_line_forces(
        &self,
        grid: &FlankGrid,
        faces: &[Face],
        profile: f64,
        load: impl Fn(f64) -> [f64; 3],
    ) -> Vec<[f64; 3]> {
        let mut forces = vec![[0.0; 3]; self.nodes.len()];
        let Some((row, fraction)) = row_of(&grid.profile, profile) else {
            return forces;
        };
        let places: HashMap<u32, [usize; 2]> = grid
            .nodes
            .iter()
            .enumerate()
            .map(|(i, &node)| (node, [i / grid.n_width, i % grid.n_width]))
            .collect();
        let element = self.kind.element();
        let mut shape = [0.0; MAX_NODES];
        for &face in faces {
            let nodes = self.element(face.element as usize);
            let corners = FACES[usize::from(face.side) % 6].map(|corner| {
                let place = places.get(&nodes[corner]).copied();
                (CORNERS[corner], place)
            });
            let Some(column) = column_of(&corners, row) else {
                continue;
            };
            let ends = [grid.width[column], grid.width[column + 1]];
            for (across, weight) in POINTS {
                let xi = place_on(&corners, [row, column], [fraction, across]);
                element.shape(xi, &mut shape);
                let width = ends[0] + across * (ends[1] - ends[0]);
                let force = load(width).map(|q| q * weight * (ends[1] - ends[0]));
                for (&node, n) in nodes.iter().zip(shape) {
                    for (sum, part) in forces[node as usize].iter_mut().zip(force) {
                        *sum += n * part;
                    }
                }
            }
        }
        forces
    }
}

/// A corner of a face: its place in the element and in the grid of the flank.
type Corner = ([f64; 3], Option<[usize; 2]>);

/// Between which rows a parameter lies, and how far.
fn row_of(rows: &[f64], profile: f64) -> Option<(usize, f64)> {
    let last = rows.len().checked_sub(2)?;
    let fraction = |row: usize| (profile - rows[row]) / (rows[row + 1] - rows[row]);
    let row = (0..last).find(|&row| fraction(row) <= 1.0).unwrap_or(last);
    Some((row, fraction(row).clamp(0.0, 1.0)))
}

/// The first column of a face between a row and the next; `None` for faces elsewhere.
fn column_of(corners: &[Corner; 4], row: usize) -> Option<usize> {
    let places: Vec<[usize; 2]> = corners.iter().filter_map(|(_, place)| *place).collect();
    let first = places.iter().map(|place| place[0]).min()?;
    let column = places.iter().map(|place| place[1]).min();
    column.filter(|_| places.len() == 4 && first == row)
}

/// Where in the element the line passes: bilinear between the corners of the face.
fn place_on(corners: &[Corner; 4], [row, column]: [usize; 2], [up, across]: [f64; 2]) -> [f64; 3] {
    let mut xi = [0.0; 3];
    for (corner, place) in corners {
        let Some([i, j]) = *place else { continue };
        let part = |is_second: bool, fraction: f64| {
            if is_second { fraction } else { 1.0 - fraction }
        };
        let weight = part(i > row, up) * part(j > column, across);
        for (sum, part) in xi.iter_mut().zip(corner) {
            *sum += weight * part;
        }
    }
    xi
}

#[cfg(test)]
mod tests {
    use pitchline_geometry::{
        BasicRack, Blank, CutterData, CylindricalData, CylindricalGear, FlankSide, GearKind, Hand,
        Thinning, Tip, ToothSystem,
    };

    use crate::{ElementKind, MeshControls, MeshSize, Sector};

    fn gear() -> CylindricalGear {
        CylindricalGear::build(CylindricalData {
            kind: GearKind::External,
            teeth: 24,
            system: ToothSystem {
                module: 3e-3,
                pressure_angle: 20f64.to_radians(),
                helix_angle: 15f64.to_radians(),
                hand: Hand::Right,
            },
            face_width: 20e-3,
            profile_shift: 0.0,
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
        .expect("a plain gear")
    }

    /// The resultant is the load, and its moments are those of the line itself: the shape functions reproduce a line of
    /// the mesh, which lies within a chord's height of the flank.
    #[test]
    fn resultant_and_moments_of_a_line() {
        let gear = gear();
        let blank = Blank::solid(12e-3);
        for kind in [ElementKind::Hex8, ElementKind::Hex20] {
            let controls = MeshControls::of(MeshSize::Medium, &gear, &blank);
            let sector = Sector::build(&gear, &blank, &controls, kind).expect("a plain mesh");
            let mesh = &sector.mesh;
            let grid = mesh
                .flanks
                .iter()
                .find(|grid| grid.side == FlankSide::Right)
                .expect("a right flank");
            let faces = &mesh.face_set("flank_right_1").expect("its faces").faces;
            let flanks = pitchline_geometry::GearFlanks::plain(&gear);
            let flank = flanks.flank(1, FlankSide::Right).expect("tooth 1");
            let ends = [grid.profile[0], grid.profile[grid.n_profile - 1]];
            for part in [0.0, 0.33, 0.5, 0.9, 1.0] {
                let profile = ends[0] + part * (ends[1] - ends[0]);
                let per_width = |z: f64| flank.point(profile, z).normal.map(|n| -1e5 * n);
                let forces = mesh.flank_line_forces(grid, faces, profile, per_width);
                let exact = simpson(|z| {
                    let (p, f) = (flank.point(profile, z).point, per_width(z));
                    [f[0], f[1], f[2], p[0] * f[1] - p[1] * f[0]]
                });
                let sum = forces.iter().zip(&mesh.nodes).fold([0.0; 4], |s, (f, p)| {
                    let torque = p[0] * f[1] - p[1] * f[0];
                    [s[0] + f[0], s[1] + f[1], s[2] + f[2], s[3] + torque]
                });
                for k in 0..3 {
                    assert!((sum[k] - exact[k]).abs() < 1e-6 * 2e3, "{kind:?} {part}");
                }
                // The involute's arc grows with the square of the roll length: between rows Δs apart a line stands up to
                // Δs²/8r_b beside its place, and the chord of the face as much below the flank.
                let step = grid.profile[1] - grid.profile[0];
                let base = gear.as_wheel().expect("a wheel").base_radius;
                let off = (sum[3] - exact[3]).abs() / 2e3;
                assert!(
                    off < 2.0 * step * step / (8.0 * base),
                    "{kind:?} {part}: {off}"
                );
            }
        }
    }

    fn simpson(f: impl Fn(f64) -> [f64; 4]) -> [f64; 4] {
        let n = 400;
        let h = 20e-3 / f64::from(n);
        let mut sum = [0.0; 4];
        for i in 0..=n {
            let weight = if i == 0 || i == n {
                1.0
            } else if i % 2 == 1 {
                4.0
            } else {
                2.0
            };
            for (s, v) in sum.iter_mut().zip(f(-10e-3 + f64::from(i) * h)) {
                *s += weight * h / 3.0 * v;
            }
        }
        sum
    }
}
