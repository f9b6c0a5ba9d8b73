//! Flanks of a mesh as the interface and the compliance see them: their faces, nodes and normals.

use std::collections::{BTreeMap, HashMap};

use crate::element::FACES;
use crate::tensor::Vector;
use crate::{Error, Face, FlankGrid, FlankPoint, Mesh, place_name};

/// One flank with its faces.
pub(crate) struct Flank<'a> {
    pub(crate) grid: &'a FlankGrid,
    pub(crate) faces: &'a [Face],
}

impl<'a> Flank<'a> {
    /// The flank of a grid.
    pub(crate) fn of(mesh: &'a Mesh, grid: &'a FlankGrid) -> Result<Self, Error> {
        let name = place_name::flank(grid.side, grid.tooth);
        let set = mesh.face_set(&name).ok_or(Error::NoFlanks)?;
        Ok(Self {
            grid,
            faces: &set.faces,
        })
    }

    /// Faces by zones of equal width.
    pub(crate) fn zones(&self, mesh: &Mesh, zones: u32) -> Result<Vec<Vec<Face>>, Error> {
        let columns = self.grid.n_width.saturating_sub(1);
        let refused = Error::FlankDivision {
            what: "zones over the width",
            asked: zones as usize,
            has: columns,
        };
        let (Some(&first), Some(&last)) = (self.grid.width.first(), self.grid.width.last()) else {
            return Err(refused);
        };
        if zones == 0 || zones as usize > columns {
            return Err(refused);
        }
        let column_of: HashMap<u32, usize> = (0..self.grid.nodes.len())
            .map(|i| (self.grid.nodes[i], i % self.grid.n_width))
            .collect();
        let mut parts = vec![Vec::new(); zones as usize];
        for &face in self.faces {
            let nodes = mesh.element(face.element as usize);
            let column = FACES[usize::from(face.side) % 6]
                .iter()
                .filter_map(|&corner| column_of.get(&nodes[corner]))
                .min()
                .copied()
                .unwrap_or_default()
                .min(columns - 1);
            let middle = 0.5 * (self.grid.width[column] + self.grid.width[column + 1]);
            let share = (middle - first) / (last - first);
            let zone = (share * f64::from(zones)) as usize;
            parts[zone.min(zones as usize - 1)].push(face);
        }
        match parts.iter().any(Vec::is_empty) {
            true => Err(refused),
            false => Ok(parts),
        }
    }

    /// Outward unit normals at its nodes: those of the flank itself, at corners of its faces where these are not known.
    pub(crate) fn normals(&self, mesh: &Mesh) -> Result<BTreeMap<u32, Vector>, Error> {
        if self.grid.normals.len() == self.grid.nodes.len() {
            let known = self.grid.all_nodes().zip(self.grid.all_normals());
            return Ok(known.collect());
        }
        let mut normals = mesh.corner_normals(self.faces)?.0;
        let middles = self.grid.middles.iter();
        normals.extend(middles.map(|middle| (middle.node, middle.normal)));
        Ok(normals)
    }
}

/// Number of nodes on both flanks of a tooth.
pub(crate) fn flank_points_of_tooth(mesh: &Mesh) -> usize {
    let flanks = mesh.flanks.iter().filter(|grid| grid.tooth == 1);
    flanks.map(|grid| grid.all_nodes().count()).sum()
}

/// The nodes of one tooth's flanks with their normals, in the axes of the body: side by side, corners before middles, from
/// root to tip, and over the width.
pub(crate) fn flank_points(mesh: &Mesh, tooth: u32) -> Result<Vec<FlankPoint>, Error> {
    let mut points = Vec::new();
    for grid in mesh.flanks.iter().filter(|grid| grid.tooth == tooth) {
        let normals = Flank::of(mesh, grid)?.normals(mesh)?;
        for (node, half_lines) in grid.all_nodes().zip(grid.all_half_lines()) {
            points.push(FlankPoint {
                side: grid.side,
                half_lines,
                node,
                place: mesh.nodes[node as usize],
                normal: normals.get(&node).copied().unwrap_or_default(),
            });
        }
    }
    match points.is_empty() {
        true => Err(Error::NoFlanks),
        false => Ok(points),
    }
}
