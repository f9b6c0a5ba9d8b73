//! From nodes to unknowns: free, locked, or tied rigidly to a centre.
//!
//! The node at x moves by u. A free node has an unknown for each direction in which it may move. A node tied to a centre at c
//! follows it as a rigid body: u = v + θ × (x − c), with up to six unknowns v, θ shared by all nodes of that centre.
//! \[theory:finite-elements\] (18)
//!
//! Unknowns are numbered node by node, then centre by centre, each one's unknowns in a row: u = T q with a sparse T.

use crate::Error;
use crate::tensor::{Vector, minus};

/// How a node moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// By itself, along the axes that are `true`.
    Own([bool; 3]),
    /// With a centre.
    Centre(u32),
}

impl Tie {
    /// Three unknowns.
    pub const FREE: Self = Self::Own([true; 3]);
    /// None.
    pub const LOCKED: Self = Self::Own([false; 3]);
}

/// A place whose motion many nodes share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Centre {
    /// Where it stands (m).
    pub place: [f64; 3],
    /// Which of its motions are unknowns: along x, y, z, about x, y, z; the others are locked.
    pub moves: [bool; 6],
}

impl Centre {
    /// A centre with six unknowns.
    pub fn free(place: [f64; 3]) -> Self {
        Self {
            place,
            moves: [true; 6],
        }
    }
}

/// One term of a node's displacement: coefficient × unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Number of the unknown.
    pub unknown: u32,
    /// What it is multiplied by.
    pub coefficient: f64,
}

/// Up to three terms.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    terms: [Term; 3],
    count: usize,
}

impl std::ops::Deref for Terms {
    type Target = [Term];
    fn deref(&self) -> &[Term] {
        &self.terms[..self.count]
    }
}

impl Terms {
    fn none() -> Self {
        let terms = [Term {
            unknown: 0,
            coefficient: 0.0,
        }; 3];
        Self { terms, count: 0 }
    }

    fn push(&mut self, unknown: Option<u32>, coefficient: f64) {
        if let Some(unknown) = unknown {
            self.terms[self.count] = Term {
                unknown,
                coefficient,
            };
            self.count += 1;
        }
    }
}

/// Which unknowns move which nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct DofMap {
    places: Vec<Vector>,
    ties: Vec<Tie>,
    centres: Vec<Centre>,
    /// First unknown of each node, then of each centre, then their number.
    starts: Vec<u32>,
}

impl DofMap {
    /// All nodes free.
    pub fn free(places: &[[f64; 3]]) -> Result<Self, Error> {
        Self::build(places, vec![Tie::FREE; places.len()], Vec::new())
    }

    /// Numbers the unknowns of nodes at `places`, each with its tie.
    pub fn build(places: &[[f64; 3]], ties: Vec<Tie>, centres: Vec<Centre>) -> Result<Self, Error> {
        if ties.len() != places.len() {
            return Err(Error::Count {
                what: "ties of the nodes",
                given: ties.len(),
                needed: places.len(),
            });
        }
        let mut starts = Vec::with_capacity(ties.len() + centres.len() + 1);
        let mut next = 0usize;
        for (node, tie) in ties.iter().enumerate() {
            starts.push(next as u32);
            match tie {
                Tie::Own(moves) => next += moves.iter().filter(|&&moves| moves).count(),
                Tie::Centre(centre) if (*centre as usize) < centres.len() => {}
                Tie::Centre(centre) => {
                    return Err(Error::CentreMissing {
                        node,
                        centre: *centre as usize,
                        n_centres: centres.len(),
                    });
                }
            }
        }
        for centre in &centres {
            starts.push(next as u32);
            next += centre.moves.iter().filter(|&&moves| moves).count();
        }
        if u32::try_from(next).is_err() {
            return Err(Error::TooLarge { count: next });
        }
        starts.push(next as u32);
        Ok(Self {
            places: places.to_vec(),
            ties,
            centres,
            starts,
        })
    }

    /// Number of unknowns.
    pub fn n_unknowns(&self) -> usize {
        self.starts.last().map_or(0, |&n| n as usize)
    }

    /// Number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.ties.len()
    }

    /// The centres.
    pub fn centres(&self) -> &[Centre] {
        &self.centres
    }

    /// How a node moves.
    pub fn tie(&self, node: usize) -> Tie {
        self.ties[node]
    }

    /// Unknowns of a node's own motions along x, y, z; none where it is locked or tied to a centre.
    pub fn node_unknowns(&self, node: usize) -> [Option<u32>; 3] {
        match self.ties[node] {
            Tie::Own(moves) => number(self.starts[node], moves),
            Tie::Centre(_) => [None; 3],
        }
    }

    /// Unknowns of a centre's motions along x, y, z and about x, y, z; none where it is locked.
    pub fn centre_unknowns(&self, centre: usize) -> [Option<u32>; 6] {
        number(
            self.starts[self.ties.len() + centre],
            self.centres[centre].moves,
        )
    }

    /// The displacement of a node along an axis (0, 1, 2) as a sum of terms. \[theory:finite-elements\] (18)
    pub fn terms(&self, node: usize, axis: usize) -> Terms {
        let mut terms = Terms::none();
        match self.ties[node] {
            Tie::Own(_) => terms.push(self.node_unknowns(node)[axis], 1.0),
            Tie::Centre(centre) => {
                let unknowns = self.centre_unknowns(centre as usize);
                let arm = minus(self.places[node], self.centres[centre as usize].place);
                let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                terms.push(unknowns[axis], 1.0);
                terms.push(unknowns[3 + next], arm[last]);
                terms.push(unknowns[3 + last], -arm[next]);
            }
        }
        terms
    }

    /// Displacements of the nodes: u = T q.
    pub fn expand(&self, unknowns: &[f64]) -> Result<Vec<[f64; 3]>, Error> {
        self.check("unknowns", unknowns.len(), self.n_unknowns())?;
        Ok((0..self.n_nodes())
            .map(|node| [0, 1, 2].map(|axis| self.along(node, axis, unknowns)))
            .collect())
    }

    /// Displacement of one node along an axis (0, 1, 2).
    pub(crate) fn along(&self, node: usize, axis: usize, unknowns: &[f64]) -> f64 {
        let terms = self.terms(node, axis);
        terms
            .iter()
            .map(|term| term.coefficient * unknowns[term.unknown as usize])
            .sum()
    }

    /// Forces on the unknowns: f = Tᵀ F of forces on the nodes.
    pub fn reduce(&self, forces: &[[f64; 3]]) -> Result<Vec<f64>, Error> {
        self.check("forces on the nodes", forces.len(), self.n_nodes())?;
        let mut reduced = vec![0.0; self.n_unknowns()];
        for (node, force) in forces.iter().enumerate() {
            for (axis, force) in force.iter().enumerate() {
                for term in self.terms(node, axis).iter() {
                    reduced[term.unknown as usize] += term.coefficient * force;
                }
            }
        }
        Ok(reduced)
    }

    fn check(&self, what: &'static str, given: usize, needed: usize) -> Result<(), Error> {
        if given == needed {
            Ok(())
        } else {
            Err(Error::Count {
                what,
                given,
                needed,
            })
        }
    }

    /// Whose unknowns move a node: itself, or its centre counted after all nodes.
    pub(crate) fn owner(&self, node: usize) -> u32 {
        match self.ties[node] {
            Tie::Own(_) => node as u32,
            Tie::Centre(centre) => (self.ties.len() + centre as usize) as u32,
        }
    }

    /// Number of nodes and centres.
    pub(crate) fn n_owners(&self) -> usize {
        self.ties.len() + self.centres.len()
    }

    /// The unknowns of a node or a centre.
    pub(crate) fn owned(&self, owner: u32) -> std::ops::Range<u32> {
        self.starts[owner as usize]..self.starts[owner as usize + 1]
    }
}

/// Numbers for those that move.
fn number<const N: usize>(start: u32, moves: [bool; N]) -> [Option<u32>; N] {
    let mut next = start;
    moves.map(|moves| {
        moves.then(|| {
            next += 1;
            next - 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> DofMap {
        let places = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.5], [3.0, 3.0, 3.0]];
        let ties = vec![
            Tie::Own([true, false, true]),
            Tie::Centre(0),
            Tie::Centre(0),
        ];
        let centre = Centre {
            place: [0.0, 0.0, 0.5],
            moves: [true, true, true, false, true, true],
        };
        DofMap::build(&places, ties, vec![centre]).unwrap()
    }

    #[test]
    fn tied_nodes_follow_their_centre_as_a_rigid_body() {
        let map = example();
        assert_eq!(map.n_unknowns(), 7);
        // Node 1 stands at arm (0, 2, 0); θ = (locked, 0.1, 0.2): θ × arm = (−0.4, 0, 0).
        let u = map.expand(&[5.0, 6.0, 1.0, 2.0, 3.0, 0.1, 0.2]).unwrap();
        let expected = [5.0, 0.0, 6.0, 0.6, 2.0, 3.0];
        for (given, expected) in u.iter().flatten().zip(expected) {
            assert!((given - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn forces_do_the_same_work_on_nodes_and_on_unknowns() {
        let map = example();
        let q = [0.3, -0.2, 0.7, 0.1, 0.5, -0.4, 0.9];
        let forces = [[1.0, 2.0, 3.0], [-1.0, 4.0, 0.5], [2.0, -3.0, 1.5]];
        let u = map.expand(&q).unwrap();
        let on_nodes: f64 = (0..3)
            .map(|node| crate::tensor::dot(forces[node], u[node]))
            .sum();
        let reduced = map.reduce(&forces).unwrap();
        let on_unknowns: f64 = reduced.iter().zip(q).map(|(f, q)| f * q).sum();
        assert!((on_nodes - on_unknowns).abs() < 1e-14);
    }

    #[test]
    fn wrong_counts_and_centres_are_named() {
        assert!(example().expand(&[0.0]).is_err());
        let error = DofMap::build(&[[0.0; 3]], vec![Tie::Centre(2)], Vec::new()).unwrap_err();
        assert!(error.to_string().contains("centre 2"));
    }
}
