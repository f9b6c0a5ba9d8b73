//! A body with its supports: what statics and modes start from.

use pitchline_algebra::{Analysis, SymmetricMatrix};

use crate::rigid_motion::{RigidMotion, free_motions};
use crate::{Centre, DofMap, Error, Material, Matrices, Mesh, Tie, assemble};

/// How a body is held.
#[derive(Debug, Clone, PartialEq)]
pub struct Support {
    /// How each node moves.
    pub ties: Vec<Tie>,
    /// The centres that nodes are tied to.
    pub centres: Vec<Centre>,
}

impl Support {
    /// Not at all.
    pub fn free(mesh: &Mesh) -> Self {
        Self {
            ties: vec![Tie::FREE; mesh.nodes.len()],
            centres: Vec::new(),
        }
    }

    /// Locks nodes along the axes that are `true`, besides those locked before.
    pub fn locked(mut self, nodes: &[u32], axes: [bool; 3]) -> Result<Self, Error> {
        for &node in nodes {
            match self.tie_mut(node)? {
                Tie::Own(moves) => {
                    for (moves, lock) in moves.iter_mut().zip(axes) {
                        *moves &= !lock;
                    }
                }
                Tie::Centre(centre) => {
                    let centre = *centre as usize;
                    return Err(Error::TiedTwice {
                        node: node as usize,
                        centre,
                    });
                }
            }
        }
        Ok(self)
    }

    /// Ties nodes rigidly to a new centre.
    pub fn tied(mut self, nodes: &[u32], centre: Centre) -> Result<Self, Error> {
        let number = self.centres.len() as u32;
        for &node in nodes {
            let tie = self.tie_mut(node)?;
            if let Tie::Centre(centre) = *tie {
                return Err(Error::TiedTwice {
                    node: node as usize,
                    centre: centre as usize,
                });
            }
            *tie = Tie::Centre(number);
        }
        self.centres.push(centre);
        Ok(self)
    }

    fn tie_mut(&mut self, node: u32) -> Result<&mut Tie, Error> {
        let n_nodes = self.ties.len();
        self.ties.get_mut(node as usize).ok_or(Error::NoSuchNode {
            node: node as usize,
            n_nodes,
        })
    }
}

/// A meshed body with its supports, stiffness and mass.
#[derive(Debug, Clone, PartialEq)]
pub struct FeModel {
    /// The mesh.
    pub mesh: Mesh,
    /// What it is made of.
    pub material: Material,
    /// Which motions are unknown.
    pub dof_map: DofMap,
    /// Stiffness over the unknowns.
    pub stiffness: SymmetricMatrix,
    /// Mass over the unknowns.
    pub mass: SymmetricMatrix,
}

impl FeModel {
    /// Checks the parts and integrates stiffness and mass.
    pub fn build(mesh: Mesh, material: Material, support: Support) -> Result<Self, Error> {
        let dof_map = DofMap::build(&mesh.nodes, support.ties, support.centres)?;
        let Matrices { stiffness, mass } = assemble(&mesh, &material, &dof_map)?;
        Ok(Self {
            mesh,
            material,
            dof_map,
            stiffness,
            mass,
        })
    }

    /// Motions of the body as a whole that the supports leave free.
    pub fn free_motions(&self) -> Result<Vec<RigidMotion>, Error> {
        free_motions(&self.dof_map, &self.mesh.nodes)
    }

    /// Node or centre of each unknown: those of one are eliminated together.
    pub(crate) fn groups(&self) -> Vec<u32> {
        let owners = 0..self.dof_map.n_owners() as u32;
        owners
            .flat_map(|owner| self.dof_map.owned(owner).map(move |_| owner))
            .collect()
    }

    /// Orders the unknowns, and refuses if the factor would take more memory than allowed (bytes).
    pub(crate) fn analyse(&self, memory_limit: Option<u64>) -> Result<Analysis, Error> {
        let analysis = Analysis::new(&self.stiffness, Some(&self.groups()))?;
        let bytes = analysis.estimate().bytes;
        match memory_limit {
            Some(limit) if bytes > limit => Err(pitchline_algebra::Error::Memory {
                what: "the factor of the stiffness",
                bytes,
                limit,
            }
            .into()),
            _ => Ok(analysis),
        }
    }
}
