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
