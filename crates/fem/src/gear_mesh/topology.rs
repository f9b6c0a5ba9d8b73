//! Which quadrilaterals make up the section of a sector, without their places.
//!
//! Half a tooth is a pentagon: tip, flank with root, cut, seat, centre line. Three sheets of quadrilaterals fill it and
//! meet in one inner point of valence five (docs/theory/gear-meshes.md): the tooth, the layer that follows the root,
//! and the body. The other half is the mirror image.

use std::collections::BTreeMap;

use pitchline_geometry::FlankSide;

use super::controls::MeshControls;

/// A grid of nodes.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    /// Nodes along the second direction.
    pub breadth: usize,
    nodes: Vec<usize>,
}

impl Sheet {
    fn fill(rows: usize, columns: usize, mut node: impl FnMut(usize, usize) -> usize) -> Self {
        let nodes = (0..=rows)
            .flat_map(|row| (0..=columns).map(move |column| (row, column)))
            .map(|(row, column)| node(row, column))
            .collect();
        Self {
            breadth: columns + 1,
            nodes,
        }
    }

    pub fn at(&self, row: usize, column: usize) -> usize {
        self.nodes[row * self.breadth + column]
    }
}

/// On which line of the outline an edge lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Border {
    /// With the parameter of its middle, 0 at the root and 1 at the tip.
    Flank(FlankSide, f64),
    /// With the parameter of its middle, 0 at the flank and 1 in the middle of the space.
    Root(FlankSide, f64),
    Tip,
    Seat,
    CutLow,
    CutHigh,
}

/// A quadrilateral, counter-clockwise in the unrolled plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quad {
    pub corners: [usize; 4],
    /// Edge i leads from corner i to the next.
    pub edges: [usize; 4],
    /// The ring of the blank to which it belongs; teeth belong to the rim.
    pub ring: usize,
}

/// An edge of quadrilaterals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Edge {
    pub ends: [usize; 2],
    pub border: Option<Border>,
}

/// Right half of the section: nodes of the three sheets.
#[derive(Debug, Clone)]
pub(crate) struct Half {
    pub n_nodes: usize,
    /// Rows from the foot to the tip, columns from the centre line to the flank.
    pub tooth: Sheet,
    /// Rows from the flank to the middle of the space, columns from the root into the material.
    pub layer: Sheet,
    /// Rows from tooth and layer to the seat, columns from the centre line to the cut.
    pub body: Sheet,
    /// Corners and ring: first those of the tooth, then of the layer, then of the body.
    pub quads: Vec<([usize; 4], usize)>,
    /// Index of the first quadrilateral of the body.
    pub first_of_body: usize,
    borders: Vec<([usize; 2], Border)>,
}

impl Half {
    pub fn new(controls: &MeshControls, n_rings: usize) -> Self {
        let (core, layer, root) = (controls.core(), controls.layer, controls.root);
        let rows: Vec<usize> = controls.rows().into_iter().take(n_rings).collect();
        let n_rows: usize = rows.iter().sum();
        let mut n_nodes = 0;
        let mut fresh = || {
            n_nodes += 1;
            n_nodes - 1
        };
        let half = core + layer;
        let tooth = Sheet::fill(controls.flank, half, |_, _| fresh());
        let layer_sheet = Sheet::fill(root, layer, |along, deep| match along {
            0 => tooth.at(0, half - deep),
            _ => fresh(),
        });
        let columns = core + root;
        let body = Sheet::fill(n_rows, columns, |row, column| match (row, column) {
            (0, column) if column <= core => tooth.at(0, column),
            (0, column) => layer_sheet.at(column - core, layer),
            _ => fresh(),
        });
        let mut half_section = Self {
            n_nodes,
            tooth,
            layer: layer_sheet,
            body,
            quads: Vec::new(),
            first_of_body: controls.flank * half + root * layer,
            borders: Vec::new(),
        };
        half_section.add_quads(controls, &rows);
        half_section.add_borders(controls, n_rows);
        half_section
    }

    fn add_quads(&mut self, controls: &MeshControls, rows: &[usize]) {
        let (tooth, layer, body) = (&self.tooth, &self.layer, &self.body);
        let mut quads = Vec::new();
        for row in 0..controls.flank {
            for i in 0..tooth.breadth - 1 {
                let at = |r: usize, c: usize| tooth.at(row + r, i + c);
                quads.push(([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], 0));
            }
        }
        for along in 0..controls.root {
            for deep in 0..controls.layer {
                let at = |r: usize, c: usize| layer.at(along + r, deep + c);
                quads.push(([at(0, 1), at(0, 0), at(1, 0), at(1, 1)], 0));
            }
        }
        let ring_of_row = rows
            .iter()
            .enumerate()
            .flat_map(|(ring, &count)| std::iter::repeat_n(ring, count));
        for (row, ring) in ring_of_row.enumerate() {
            for i in 0..body.breadth - 1 {
                let at = |r: usize, c: usize| body.at(row + r, i + c);
                quads.push(([at(1, 0), at(0, 0), at(0, 1), at(1, 1)], ring));
            }
        }
        self.quads = quads;
    }

    fn add_borders(&mut self, controls: &MeshControls, n_rows: usize) {
        let (tooth, layer, body) = (&self.tooth, &self.layer, &self.body);
        let mut borders = Vec::new();
        let middle = |i: usize, n: usize| (i as f64 + 0.5) / n as f64;
        let (flank, root) = (controls.flank, controls.root);
        let side = FlankSide::Right;
        let outer = tooth.breadth - 1;
        for i in 0..flank {
            let border = Border::Flank(side, middle(i, flank));
            borders.push(([tooth.at(i, outer), tooth.at(i + 1, outer)], border));
        }
        for i in 0..root {
            let border = Border::Root(side, middle(i, root));
            borders.push(([layer.at(i, 0), layer.at(i + 1, 0)], border));
        }
        for i in 0..outer {
            borders.push(([tooth.at(flank, i), tooth.at(flank, i + 1)], Border::Tip));
        }
        let last = body.breadth - 1;
        for i in 0..last {
            borders.push(([body.at(n_rows, i), body.at(n_rows, i + 1)], Border::Seat));
        }
        for i in 0..controls.layer {
            borders.push(([layer.at(root, i), layer.at(root, i + 1)], Border::CutHigh));
        }
        for i in 0..n_rows {
            borders.push(([body.at(i, last), body.at(i + 1, last)], Border::CutHigh));
        }
        self.borders = borders;
    }

    /// Nodes on the centre line of the tooth.
    fn centre(&self) -> impl Iterator<Item = usize> {
        let column = |sheet: &Sheet| -> Vec<usize> {
            sheet.nodes.iter().step_by(sheet.breadth).copied().collect()
        };
        column(&self.tooth).into_iter().chain(column(&self.body))
    }
}

/// The section of a whole sector.
#[derive(Debug, Clone)]
pub(crate) struct Topology {
    pub half: Half,
    /// Node that mirrors each node of the right half; itself on the centre line.
    pub mirror: Vec<usize>,
    pub n_nodes: usize,
    pub quads: Vec<Quad>,
    pub edges: Vec<Edge>,
    /// Nodes of the low and the high cut that coincide when the sector turns by a pitch.
    pub cut_nodes: Vec<[usize; 2]>,
    /// The same for edges.
    pub cut_edges: Vec<[usize; 2]>,
    /// Nodes of the right and the left flank from the root to the tip.
    pub flanks: [Vec<usize>; 2],
    /// The edges between them.
    pub flank_edges: [Vec<usize>; 2],
}

impl Topology {
    pub fn new(controls: &MeshControls, n_rings: usize) -> Self {
        let half = Half::new(controls, n_rings);
        let mut mirror = vec![usize::MAX; half.n_nodes];
        for node in half.centre() {
            mirror[node] = node;
        }
        let mut n_nodes = half.n_nodes;
        for image in &mut mirror {
            if *image == usize::MAX {
                *image = n_nodes;
                n_nodes += 1;
            }
        }
        let mut numbers = EdgeNumbers::default();
        for (ends, border) in &half.borders {
            numbers.number(*ends, Some(*border));
            numbers.number(ends.map(|end| mirror[end]), Some(mirrored(*border)));
        }
        let mut quads = Vec::with_capacity(2 * half.quads.len());
        for &(corners, ring) in &half.quads {
            let image = [corners[1], corners[0], corners[3], corners[2]].map(|node| mirror[node]);
            for corners in [corners, image] {
                let edges =
                    [0, 1, 2, 3].map(|i| numbers.number([corners[i], corners[(i + 1) % 4]], None));
                quads.push(Quad {
                    corners,
                    edges,
                    ring,
                });
            }
        }
        let cut_edges: Vec<[usize; 2]> = half
            .borders
            .iter()
            .filter(|(_, border)| *border == Border::CutHigh)
            .map(|(ends, _)| {
                [
                    numbers.number(ends.map(|end| mirror[end]), None),
                    numbers.number(*ends, None),
                ]
            })
            .collect();
        let mut high: Vec<usize> = half
            .borders
            .iter()
            .filter(|(_, border)| *border == Border::CutHigh)
            .flat_map(|(ends, _)| *ends)
            .collect();
        high.sort_unstable();
        high.dedup();
        let cut_nodes = high.into_iter().map(|node| [mirror[node], node]).collect();
        let outer = half.tooth.breadth - 1;
        let right: Vec<usize> = (0..=controls.flank)
            .map(|row| half.tooth.at(row, outer))
            .collect();
        let left: Vec<usize> = right.iter().map(|&node| mirror[node]).collect();
        let flanks = [right, left];
        let flank_edges = [0, 1].map(|side: usize| {
            let pairs = flanks[side].windows(2);
            pairs
                .map(|ends| numbers.number([ends[0], ends[1]], None))
                .collect()
        });
        Self {
            half,
            mirror,
            n_nodes,
            quads,
            edges: numbers.edges,
            cut_nodes,
            cut_edges,
            flanks,
            flank_edges,
        }
    }
}

fn mirrored(border: Border) -> Border {
    match border {
        Border::Flank(_, middle) => Border::Flank(FlankSide::Left, middle),
        Border::Root(_, middle) => Border::Root(FlankSide::Left, middle),
        Border::CutHigh => Border::CutLow,
        Border::Tip | Border::Seat | Border::CutLow => border,
    }
}

/// Numbers for edges, whichever way round they are named.
#[derive(Default)]
struct EdgeNumbers {
    known: BTreeMap<[usize; 2], usize>,
    edges: Vec<Edge>,
}

impl EdgeNumbers {
    fn number(&mut self, ends: [usize; 2], border: Option<Border>) -> usize {
        let key = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        *self.known.entry(key).or_insert_with(|| {
            self.edges.push(Edge { ends: key, border });
            self.edges.len() - 1
        })
    }
}
