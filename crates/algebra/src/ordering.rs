//! In which order to eliminate the unknowns.
//!
//! Nested dissection halves the body again and again by thin layers of nodes, which come last; it needs the fewest
//! operations for three-dimensional bodies \[george1973\], here as METIS finds it \[karypis1998\]. Unknowns of one
//! node have the same neighbours: the graph of the nodes is enough, and a third of the size in each direction.

use crate::SymmetricMatrix;
use crate::metis::{self, Graph};

/// Vertices below which minimum degree is as good and quicker.
const SMALL: usize = 200;

/// How the unknowns are ordered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordering {
    /// By approximate minimum degree, within the factorisation.
    MinimumDegree,
    /// First the unknown `order[0]`.
    Given(Vec<usize>),
}

/// Fill-reducing order. Unknowns of equal `groups` belong to one node; without it, those with the same neighbours are
/// found.
pub fn fill_reducing(matrix: &SymmetricMatrix, groups: Option<&[u32]>) -> Ordering {
    let members = match groups {
        Some(groups) => Members::given(groups),
        None => Members::alike(matrix),
    };
    if members.count() < SMALL {
        return Ordering::MinimumDegree;
    }
    let Some(mut graph) = members.graph(matrix) else {
        return Ordering::MinimumDegree;
    };
    // Without a single edge there is nothing to dissect.
    if graph.neighbours.is_empty() {
        return Ordering::Given((0..matrix.n).collect());
    }
    match metis::nested_dissection(&mut graph) {
        Some(order) => Ordering::Given(members.expand(&order)),
        None => Ordering::MinimumDegree,
    }
}

/// Which unknowns each group has.
struct Members {
    /// Group of each unknown, numbered from 0 without gaps.
    group: Vec<u32>,
    /// Unknowns, group by group.
    unknowns: Vec<u32>,
    /// Where each group begins.
    starts: Vec<usize>,
}

impl Members {
    /// Groups by a key: equal keys belong together.
    fn by_key<K: Ord>(n: usize, key: impl Fn(usize) -> K) -> Self {
        let mut unknowns: Vec<u32> = (0..n as u32).collect();
        unknowns.sort_by_key(|&i| (key(i as usize), i));
        let mut group = vec![0; n];
        let mut starts = Vec::new();
        for (place, &unknown) in unknowns.iter().enumerate() {
            let first = place == 0 || key(unknowns[place - 1] as usize) != key(unknown as usize);
            if first {
                starts.push(place);
            }
            group[unknown as usize] = starts.len() as u32 - 1;
        }
        starts.push(n);
        Self {
            group,
            unknowns,
            starts,
        }
    }

    fn given(groups: &[u32]) -> Self {
        Self::by_key(groups.len(), |i| groups[i])
    }

    /// Unknowns whose rows have entries at the same places. Two rows are taken as alike if sums of scrambled row
    /// numbers agree: should they ever agree by chance, the order is a little worse and nothing else.
    fn alike(matrix: &SymmetricMatrix) -> Self {
        let mut sums = vec![0u64; matrix.n];
        for column in 0..matrix.n {
            for (row, _) in matrix.column(column) {
                sums[column] = sums[column].wrapping_add(scramble(row));
                if row != column {
                    sums[row] = sums[row].wrapping_add(scramble(column));
                }
            }
        }
        Self::by_key(matrix.n, |i| sums[i])
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn members(&self, group: usize) -> &[u32] {
        &self.unknowns[self.starts[group]..self.starts[group + 1]]
    }

    /// Graph of the groups; None if METIS cannot number its edges.
    fn graph(&self, matrix: &SymmetricMatrix) -> Option<Graph> {
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut seen = vec![u32::MAX; self.count()];
        for a in 0..self.count() {
            for &unknown in self.members(a) {
                for (row, _) in matrix.column(unknown as usize) {
                    let b = self.group[row];
                    if b as usize != a && seen[b as usize] != a as u32 {
                        seen[b as usize] = a as u32;
                        edges.push((a as u32, b));
                    }
                }
            }
        }
        let reversed: Vec<(u32, u32)> = edges.iter().map(|&(a, b)| (b, a)).collect();
        edges.extend(reversed);
        edges.sort_unstable();
        edges.dedup();
        i32::try_from(edges.len()).ok()?;
        let mut graph = Graph {
            starts: vec![0; self.count() + 1],
            neighbours: edges.iter().map(|&(_, b)| b as i32).collect(),
            weights: (0..self.count())
                .map(|group| self.members(group).len() as i32)
                .collect(),
        };
        for &(a, _) in &edges {
            graph.starts[a as usize + 1] += 1;
        }
        for a in 0..self.count() {
            graph.starts[a + 1] += graph.starts[a];
        }
        Some(graph)
    }

    /// Order of the unknowns from an order of the groups.
    fn expand(&self, order: &[usize]) -> Vec<usize> {
        order
            .iter()
            .flat_map(|&group| self.members(group).iter().map(|&i| i as usize))
            .collect()
    }
}

/// Spreads a number over 64 bits.
fn scramble(number: usize) -> u64 {
    let mut bits = (number as u64).wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{in_pool, laplacian};

    /// A matrix with three unknowns at each point of a grid, all coupled to those of the neighbours.
    fn three_per_node(sides: &[usize]) -> (SymmetricMatrix, Vec<u32>) {
        let grid = laplacian(sides);
        let mut triplets = Vec::new();
        for column in 0..grid.n {
            for (row, value) in grid.column(column) {
                for a in 0..3 {
                    let below = if row == column { a } else { 0 };
                    let entries = (below..3).map(|b| (3 * row + b, 3 * column + a, value));
                    triplets.extend(entries);
                }
            }
        }
        let groups = (0..3 * grid.n as u32).map(|i| i / 3).collect();
        (
            SymmetricMatrix::from_triplets(3 * grid.n, &triplets).unwrap(),
            groups,
        )
    }

    #[test]
    fn nodes_are_found_from_the_pattern() {
        let (matrix, groups) = three_per_node(&[7, 6, 5]);
        let found = Members::alike(&matrix);
        let given = Members::given(&groups);
        assert_eq!(found.count(), 210);
        for node in 0..210 {
            let of = |m: &Members| m.members(m.group[3 * node] as usize).to_vec();
            assert_eq!(of(&found), of(&given));
        }
    }

    #[test]
    fn orders_are_permutations_and_the_same_on_any_thread() {
        let (matrix, groups) = three_per_node(&[12, 11, 10]);
        let order = || match fill_reducing(&matrix, Some(&groups)) {
            Ordering::Given(order) => order,
            Ordering::MinimumDegree => panic!("large enough for METIS"),
        };
        let first = in_pool(1, order);
        // Two at a time: the lock keeps them from sharing METIS's random numbers.
        let (a, b) = in_pool(2, || rayon::join(order, order));
        assert_eq!(first, a);
        assert_eq!(first, b);
        let mut sorted = first;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..matrix.n));
    }

    #[test]
    fn matrices_without_coupling_keep_their_order() {
        let diagonal = SymmetricMatrix::diagonal(&vec![1.0; 500]);
        let groups: Vec<u32> = (0..500).collect();
        let order = fill_reducing(&diagonal, Some(&groups));
        assert_eq!(order, Ordering::Given((0..500).collect()));
    }

    #[test]
    fn wrong_graphs_are_refused() {
        let mut graph = Graph {
            starts: vec![0, 1, 2],
            neighbours: vec![1, 5],
            weights: vec![1, 1],
        };
        assert_eq!(metis::nested_dissection(&mut graph), None);
    }
}
