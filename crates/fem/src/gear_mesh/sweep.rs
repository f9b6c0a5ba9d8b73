//! From the section to hexahedra: each quadrilateral is swept along the z-lines of its ring.
//!
//! A column is what stands over one node of the section, or, in quadratic meshes, over the middle of one edge. Its
//! nodes are numbered one after the other from −z to +z.

use pitchline_geometry::{FlankSide, Ring, RingKind};

use super::layers::Layers;
use super::section::Section;
use super::topology::{Border, Quad, Topology};
use crate::{ElementKind, Face, FlankGrid, FlankMiddle};

/// Parts of the border of a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Patch {
    FlankRight,
    FlankLeft,
    RootRight,
    RootLeft,
    Tip,
    Seat,
    EndLow,
    EndHigh,
    /// Inside of the rim, sides of the web, outside of the hub.
    Body,
    CutLow,
    CutHigh,
}

impl From<Border> for Patch {
    fn from(border: Border) -> Self {
        match border {
            Border::Flank(FlankSide::Right, _) => Self::FlankRight,
            Border::Flank(FlankSide::Left, _) => Self::FlankLeft,
            Border::Root(FlankSide::Right, _) => Self::RootRight,
            Border::Root(FlankSide::Left, _) => Self::RootLeft,
            Border::Tip => Self::Tip,
            Border::Seat => Self::Seat,
            Border::CutLow => Self::CutLow,
            Border::CutHigh => Self::CutHigh,
        }
    }
}

/// Numbers of the nodes of a sector.
#[derive(Debug, Clone)]
pub(crate) struct Numbering {
    kind: ElementKind,
    n_corners: usize,
    /// First and last z-line of each column.
    ranges: Vec<[usize; 2]>,
    /// Number of the first node of each column, and the number of all nodes.
    offsets: Vec<usize>,
}

impl Numbering {
    pub fn new(topology: &Topology, layers: &Layers, kind: ElementKind) -> Self {
        let n_corners = topology.n_nodes;
        let n_columns = n_corners
            + match kind {
                ElementKind::Hex8 => 0,
                ElementKind::Hex20 => topology.edges.len(),
            };
        let mut ranges = vec![[usize::MAX, 0]; n_columns];
        for quad in &topology.quads {
            let [first, last] = layers.ranges[quad.ring];
            let edges = quad.edges.map(|edge| n_corners + edge);
            for column in quad.corners.into_iter().chain(edges) {
                if let Some(range) = ranges.get_mut(column) {
                    *range = [range[0].min(first), range[1].max(last)];
                }
            }
        }
        let mut numbering = Self {
            kind,
            n_corners,
            ranges,
            offsets: vec![0],
        };
        let mut total = 0;
        for column in 0..n_columns {
            total += numbering.height(column);
            numbering.offsets.push(total);
        }
        numbering
    }

    pub fn n_nodes(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Columns over nodes that lie on a cut or over edges that do, as pairs of low and high.
    pub fn cut_columns(&self, topology: &Topology) -> Vec<[usize; 2]> {
        let mut pairs = topology.cut_nodes.clone();
        if self.kind == ElementKind::Hex20 {
            let columns = topology.cut_edges.iter();
            pairs.extend(columns.map(|pair| pair.map(|edge| self.n_corners + edge)));
        }
        pairs
    }

    /// Number of nodes of a column.
    pub fn height(&self, column: usize) -> usize {
        let [first, last] = self.ranges[column];
        let lines = (last + 1).saturating_sub(first);
        if self.has_halves(column) {
            (2 * lines).saturating_sub(1)
        } else {
            lines
        }
    }

    /// Numbers of the nodes of a column.
    pub fn column(&self, column: usize) -> std::ops::Range<usize> {
        self.offsets[column]..self.offsets[column + 1]
    }

    /// Node of a column on a z-line.
    pub fn on_line(&self, column: usize, line: usize) -> u32 {
        let steps = line - self.ranges[column][0];
        let steps = if self.has_halves(column) {
            2 * steps
        } else {
            steps
        };
        (self.offsets[column] + steps) as u32
    }

    /// Node of a column half way between a z-line and the next.
    fn above_line(&self, column: usize, line: usize) -> u32 {
        self.on_line(column, line) + 1
    }

    fn has_halves(&self, column: usize) -> bool {
        self.kind == ElementKind::Hex20 && column < self.n_corners
    }
}

/// The sector as nodes, elements and border.
pub(crate) struct Swept {
    pub nodes: Vec<[f64; 3]>,
    pub connectivity: Vec<u32>,
    pub patches: Vec<(Patch, Face)>,
    pub flanks: [FlankGrid; 2],
}

/// Sweeps a section.
pub(crate) fn sweep(
    section: &Section,
    layers: &Layers,
    rings: &[Ring],
    numbering: &Numbering,
) -> Swept {
    let mut connectivity = Vec::new();
    let mut patches = Vec::new();
    let rings_at_edges = rings_at_edges(&section.topology);
    let mut element = 0;
    for quad in &section.topology.quads {
        let quad = if section.outline.plane.is_mirrored() {
            turned_over(quad)
        } else {
            *quad
        };
        let [first, last] = layers.ranges[quad.ring];
        for line in first..last {
            push_element(&mut connectivity, numbering, &quad, line);
            let mut push = |patch: Patch, side: u8| patches.push((patch, Face { element, side }));
            let is_web = rings[quad.ring].kind == RingKind::Web;
            let end = |end: Patch| if is_web { Patch::Body } else { end };
            if line == first {
                push(end(Patch::EndLow), 0);
            }
            if line + 1 == last {
                push(end(Patch::EndHigh), 1);
            }
            for (i, &edge) in quad.edges.iter().enumerate() {
                // Faces 2 to 5 stand on the edges of the lower face.
                let side = 2 + i as u8;
                if let Some(border) = section.topology.edges[edge].border {
                    push(border.into(), side);
                } else if rings_at_edges[edge].iter().any(|&ring| {
                    let [low, high] = layers.ranges[ring];
                    line < low || line >= high
                }) {
                    push(Patch::Body, side);
                }
            }
            element += 1;
        }
    }
    Swept {
        nodes: places(section, layers, numbering),
        connectivity,
        patches,
        flanks: flank_grids(section, layers, numbering),
    }
}

fn push_element(connectivity: &mut Vec<u32>, numbering: &Numbering, quad: &Quad, line: usize) {
    for line in [line, line + 1] {
        connectivity.extend(quad.corners.iter().map(|&n| numbering.on_line(n, line)));
    }
    if numbering.kind == ElementKind::Hex20 {
        for line in [line, line + 1] {
            let edges = quad.edges.iter();
            connectivity.extend(edges.map(|&e| numbering.on_line(numbering.n_corners + e, line)));
        }
        connectivity.extend(quad.corners.iter().map(|&n| numbering.above_line(n, line)));
    }
}

/// The quadrilateral seen from the other side.
fn turned_over(quad: &Quad) -> Quad {
    let [a, b, c, d] = quad.corners;
    let [ab, bc, cd, da] = quad.edges;
    Quad {
        corners: [a, d, c, b],
        edges: [da, cd, bc, ab],
        ring: quad.ring,
    }
}

fn rings_at_edges(topology: &Topology) -> Vec<Vec<usize>> {
    let mut rings: Vec<Vec<usize>> = vec![Vec::new(); topology.edges.len()];
    for quad in &topology.quads {
        for &edge in &quad.edges {
            rings[edge].push(quad.ring);
        }
    }
    rings
}

fn places(section: &Section, layers: &Layers, numbering: &Numbering) -> Vec<[f64; 3]> {
    let plane = &section.outline.plane;
    let mut nodes = Vec::with_capacity(numbering.n_nodes());
    for (column, &[first, last]) in numbering.ranges.iter().enumerate() {
        let point = match column.checked_sub(numbering.n_corners) {
            None => section.points[column],
            Some(edge) => section.middles[edge],
        };
        for line in first..=last {
            let z = layers.lines[line];
            nodes.push(plane.place(point, z));
            if numbering.has_halves(column) && line < last {
                nodes.push(plane.place(point, 0.5 * (z + layers.lines[line + 1])));
            }
        }
    }
    nodes
}

fn flank_grids(section: &Section, layers: &Layers, numbering: &Numbering) -> [FlankGrid; 2] {
    let [first, last] = layers.ranges[0];
    [FlankSide::Right, FlankSide::Left].map(|side| {
        let at = match side {
            FlankSide::Right => 0,
            FlankSide::Left => 1,
        };
        let columns = &section.topology.flanks[at];
        FlankGrid {
            tooth: 1,
            side,
            n_profile: columns.len(),
            n_width: last + 1 - first,
            nodes: columns
                .iter()
                .flat_map(|&column| (first..=last).map(move |line| numbering.on_line(column, line)))
                .collect(),
            profile: section.profile.clone(),
            width: layers.lines[first..=last].to_vec(),
            // Known of the gear, not of its section.
            normals: Vec::new(),
            middles: match numbering.kind {
                ElementKind::Hex8 => Vec::new(),
                ElementKind::Hex20 => flank_middles(section, layers, numbering, at),
            },
        }
    })
}

/// Nodes in the middle of the edges of a flank, without normals: along a row half way between z-lines, between rows on them.
fn flank_middles(
    section: &Section,
    layers: &Layers,
    numbering: &Numbering,
    side: usize,
) -> Vec<FlankMiddle> {
    let [first, last] = layers.ranges[0];
    let (rows, edges) = (
        &section.topology.flanks[side],
        &section.topology.flank_edges[side],
    );
    let z = |line: usize| layers.lines[line];
    let mut middles = Vec::new();
    let mut push = |half_lines: [usize; 2], node: u32, parameters: [f64; 2]| {
        middles.push(FlankMiddle {
            half_lines: half_lines.map(|line| line as u32),
            node,
            parameters,
            normal: [0.0; 3],
        });
    };
    for (row, &column) in rows.iter().enumerate() {
        for line in first..last {
            let node = numbering.above_line(column, line);
            let parameters = [section.profile[row], 0.5 * (z(line) + z(line + 1))];
            push([2 * row, 2 * (line - first) + 1], node, parameters);
        }
        // None follows the last row.
        if let Some(&edge) = edges.get(row) {
            for line in first..=last {
                let node = numbering.on_line(numbering.n_corners + edge, line);
                let parameters = [section.middle_profile[row], z(line)];
                push([2 * row + 1, 2 * (line - first)], node, parameters);
            }
        }
    }
    middles
}
