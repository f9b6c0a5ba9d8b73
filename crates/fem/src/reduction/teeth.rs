//! How the teeth of a mesh stand to each other: the turn from tooth to tooth, and whether all sectors are alike.

use std::f64::consts::TAU;

use crate::tensor::{Vector, minus};
use crate::{DofMap, Mesh, Tie};

/// Places that agree to this share of the body's size are the same: rounding of a turn, far below any element.
const SAME_PLACE: f64 = 1e-9;

/// The teeth of a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Teeth {
    /// Turn about z of each tooth from tooth 1 (rad); zero on a rack.
    angles: Vec<f64>,
    /// Nodes that a sector owns, if all sectors are alike and close to a wheel: node k of tooth 1 is node
    /// k + s · `sector_nodes` of tooth 1 + s.
    sector_nodes: Option<u32>,
}

impl Teeth {
    /// Of a mesh; none if it has no flanks.
    pub fn of(mesh: &Mesh) -> Self {
        let number = mesh.flanks.iter().map(|grid| grid.tooth).max().unwrap_or(0);
        let sector_nodes = equal_sectors(mesh, number);
        let angles = (1..=number)
            .map(|tooth| match sector_nodes {
                Some(_) => f64::from(tooth - 1) * TAU / f64::from(number),
                None => turn_of(mesh, tooth),
            })
            .collect();
        Self {
            angles,
            sector_nodes,
        }
    }

    /// How many.
    pub fn number(&self) -> u32 {
        self.angles.len() as u32
    }

    /// Nodes of a sector, if all are alike.
    pub fn sector_nodes(&self) -> Option<u32> {
        self.sector_nodes
    }

    /// Turn about z of a tooth (from 1) from tooth 1 (rad); zero without a tooth.
    pub fn angle(&self, tooth: Option<u32>) -> f64 {
        let place = tooth.and_then(|tooth| (tooth as usize).checked_sub(1));
        place
            .and_then(|place| self.angles.get(place))
            .copied()
            .unwrap_or_default()
    }

    /// Tooth of the sector that owns a node, if all sectors are alike.
    pub fn tooth_of(&self, node: u32) -> Option<u32> {
        self.sector_nodes
            .map(|own| node / own + 1)
            .filter(|&tooth| tooth <= self.number())
    }

    /// Whether sectors are held alike as well: supports that a turn by one tooth leaves as they are.
    pub fn are_held_alike(&self, dof_map: &DofMap) -> bool {
        let Some(own) = self.sector_nodes else {
            return false;
        };
        let own = own as usize;
        let on_axis =
            |place: Vector| place[0].hypot(place[1]) <= SAME_PLACE * (1.0 + place[2].abs());
        let centres = dof_map.centres().iter().all(|centre| {
            let m = centre.moves;
            m[0] == m[1] && m[3] == m[4] && on_axis(centre.place)
        });
        let nodes = (0..dof_map.n_nodes()).all(|node| {
            let tie = dof_map.tie(node);
            let is_round = !matches!(tie, Tie::Own(moves) if moves[0] != moves[1]);
            is_round && tie == dof_map.tie(node % own)
        });
        centres && nodes
    }
}

/// A vector turned about z.
pub(crate) fn turned([x, y, z]: Vector, angle: f64) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos, z]
}

/// By which angle the flanks of a tooth are turned from those of tooth 1; zero where they are not (a rack).
fn turn_of(mesh: &Mesh, tooth: u32) -> f64 {
    let first_node = |tooth: u32| {
        let grid = mesh.flanks.iter().find(|grid| grid.tooth == tooth)?;
        grid.nodes
            .first()
            .and_then(|&node| mesh.nodes.get(node as usize))
    };
    let (Some(a), Some(b)) = (first_node(1), first_node(tooth)) else {
        return 0.0;
    };
    let radii = [a, b].map(|p| p[0].hypot(p[1]));
    if (radii[0] - radii[1]).abs() > SAME_PLACE * radii[0] {
        return 0.0;
    }
    b[1].atan2(b[0]) - a[1].atan2(a[0])
}

/// Nodes of a sector, if turning by a tooth carries nodes, elements and flanks to those whose numbers are that much higher.
fn equal_sectors(mesh: &Mesh, teeth: u32) -> Option<u32> {
    let (n, z) = (mesh.nodes.len(), teeth as usize);
    if z < 2 || n == 0 || !n.is_multiple_of(z) || !mesh.n_elements().is_multiple_of(z) {
        return None;
    }
    let own = n / z;
    let next = |node: u32| ((node as usize + own) % n) as u32;
    let size = mesh
        .nodes
        .iter()
        .fold(0.0_f64, |size, p| size.max(p[0].hypot(p[1])));
    let pitch = TAU / z as f64;
    let same_place = (0..n).all(|node| {
        let there = mesh.nodes[(node + own) % n];
        let d = minus(turned(mesh.nodes[node], pitch), there);
        d.iter().all(|d| d.abs() <= SAME_PLACE * size)
    });
    let entries = mesh.connectivity.len();
    let shift = entries / z;
    let same_elements = (0..entries)
        .all(|i| next(mesh.connectivity[i]) == mesh.connectivity[(i + shift) % entries]);
    let same_flanks = mesh.flanks.len() == 2 * z
        && mesh.flanks.iter().enumerate().all(|(i, grid)| {
            let other = &mesh.flanks[(i + 2) % (2 * z)];
            grid.side == other.side && grid.all_nodes().map(next).eq(other.all_nodes())
        });
    (same_place && same_elements && same_flanks).then_some(own as u32)
}
