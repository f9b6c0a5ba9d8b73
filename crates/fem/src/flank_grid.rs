//! The nodes of a flank: a grid of lines over profile and width, and what quadratic elements have between its crossings.
//!
//! ```text
//! half lines 0   1   2   3   4      ● corners of elements, `nodes`: both numbers even
//!          0 ●───○───●───○───●      ○ middles of their edges, `middles`: one number odd
//!          1 ○       ○       ○
//!          2 ●───○───●───○───●        the middle of a face (both odd) has no node
//! ```

use pitchline_geometry::FlankSide;

/// The nodes of a flank.
#[derive(Debug, Clone, PartialEq)]
pub struct FlankGrid {
    /// Tooth, from 1.
    pub tooth: u32,
    /// Which of its flanks.
    pub side: FlankSide,
    /// Number of corners from the root to the tip.
    pub n_profile: usize,
    /// Number of corners over the width, from −z to +z.
    pub n_width: usize,
    /// Corner at the crossing of lines (i, j): `nodes[i * n_width + j]`, i = 0 where the root begins.
    pub nodes: Vec<u32>,
    /// The profile parameter of each row, as of `pitchline_geometry::Flank` (m).
    pub profile: Vec<f64>,
    /// The width parameter of each column (m).
    pub width: Vec<f64>,
    /// Outward unit normals of the flank itself at the corners, in the axes of the body: near the base circle an involute turns
    /// faster than its elements follow.
    pub normals: Vec<[f64; 3]>,
    /// Nodes in the middle of edges, ascending by their half lines; eight-node elements have none.
    pub middles: Vec<FlankMiddle>,
}

/// A node in the middle of an edge of twenty-node elements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlankMiddle {
    /// Place from root to tip and over the width, in half lines: one of both is odd.
    pub half_lines: [u32; 2],
    /// The node.
    pub node: u32,
    /// Its parameters of profile and width (m).
    pub parameters: [f64; 2],
    /// Outward unit normal of the flank itself, in the axes of the body.
    pub normal: [f64; 3],
}

impl FlankGrid {
    /// All nodes: corners row by row, then middles.
    pub fn all_nodes(&self) -> impl Iterator<Item = u32> {
        let middles = self.middles.iter().map(|middle| middle.node);
        self.nodes.iter().copied().chain(middles)
    }

    /// Places of all nodes in half lines, in the same order.
    pub fn all_half_lines(&self) -> impl Iterator<Item = [u32; 2]> {
        let columns = self.n_width.max(1);
        let corner = move |i: usize| [i / columns, i % columns].map(|line| 2 * line as u32);
        let middles = self.middles.iter().map(|middle| middle.half_lines);
        (0..self.nodes.len()).map(corner).chain(middles)
    }

    /// Normals at all nodes, in the same order; those of the corners may be missing in a mesh that knows no exact flank.
    pub fn all_normals(&self) -> impl Iterator<Item = [f64; 3]> {
        let middles = self.middles.iter().map(|middle| middle.normal);
        self.normals.iter().copied().chain(middles)
    }

    /// The node at a place in half lines.
    pub fn node_at(&self, half_lines: [u32; 2]) -> Option<u32> {
        let [i, j] = half_lines.map(|line| line as usize);
        if i % 2 == 0 && j % 2 == 0 {
            let is_inside = j / 2 < self.n_width;
            let corner = is_inside.then_some(i / 2 * self.n_width + j / 2)?;
            return self.nodes.get(corner).copied();
        }
        let middles = &self.middles;
        let found = middles.binary_search_by_key(&half_lines, |middle| middle.half_lines);
        found.ok().map(|found| middles[found].node)
    }

    /// The same flank with its nodes renamed and its normals turned.
    pub(crate) fn moved(
        &self,
        tooth: u32,
        node: impl Fn(u32) -> u32,
        normal: impl Fn([f64; 3]) -> [f64; 3],
    ) -> Self {
        let middle = |middle: &FlankMiddle| FlankMiddle {
            node: node(middle.node),
            normal: normal(middle.normal),
            ..*middle
        };
        Self {
            tooth,
            nodes: self.nodes.iter().map(|&corner| node(corner)).collect(),
            normals: self.normals.iter().map(|&n| normal(n)).collect(),
            middles: self.middles.iter().map(middle).collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One face of eight nodes: each is found at its place, and nothing in its middle or beside it.
    #[test]
    fn nodes_are_found_at_their_places() {
        let middle = |half_lines: [u32; 2], node: u32| FlankMiddle {
            half_lines,
            node,
            parameters: half_lines.map(f64::from),
            normal: [0.0, 0.0, 1.0],
        };
        let grid = FlankGrid {
            tooth: 1,
            side: FlankSide::Right,
            n_profile: 2,
            n_width: 2,
            nodes: vec![10, 11, 12, 13],
            profile: vec![0.0, 2.0],
            width: vec![0.0, 2.0],
            normals: vec![[0.0, 0.0, 1.0]; 4],
            middles: vec![
                middle([0, 1], 20),
                middle([1, 0], 21),
                middle([1, 2], 22),
                middle([2, 1], 23),
            ],
        };
        let places: Vec<[u32; 2]> = grid.all_half_lines().collect();
        assert_eq!(places[..4], [[0, 0], [0, 2], [2, 0], [2, 2]]);
        let found: Vec<u32> = places.iter().filter_map(|&p| grid.node_at(p)).collect();
        assert!(grid.all_nodes().eq(found));
        assert_eq!(grid.all_normals().count(), 8);
        for nowhere in [[1, 1], [0, 3], [0, 4], [4, 0], [3, 0], [u32::MAX; 2]] {
            assert_eq!(grid.node_at(nowhere), None, "{nowhere:?}");
        }
    }
}
