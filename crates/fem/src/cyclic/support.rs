//! How a gear of equal sectors is held: alike on all of them.

use crate::{Centre, Error, Mesh, Sector, Support};

/// What holds the seat of a gear (the set [`Sector::seat`]). Turned by a pitch about the axis it must be the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CyclicSupport {
    /// Nothing does.
    Free,
    /// All its nodes are tied rigidly to one centre on the axis.
    Tied {
        /// Where the centre stands on the axis (m).
        place_z: f64,
        /// Which motions of the centre are unknowns, along and about x, y, z: x and y alike.
        moves: [bool; 6],
    },
    /// All its nodes are locked along these axes of the body: x and y alike.
    Locked {
        /// Along which.
        axes: [bool; 3],
    },
}

impl CyclicSupport {
    /// The same support of a mesh of one sector or of the whole gear.
    pub fn on(&self, mesh: &Mesh, seat: &str) -> Result<Support, Error> {
        let seat = mesh.node_set(seat).ok_or(Error::NotCyclic {
            what: "the mesh has no seat",
        })?;
        let free = Support::free(mesh);
        match *self {
            Self::Free => Ok(free),
            Self::Tied { place_z, moves } => {
                let place = [0.0, 0.0, place_z];
                free.tied(&seat.nodes, Centre { place, moves })
            }
            Self::Locked { axes } => free.locked(&seat.nodes, axes),
        }
    }

    /// Whether a gear held like this consists of equal sectors.
    pub(super) fn check(&self, sector: &Sector) -> Result<(), Error> {
        let refuse = |what| Err(Error::NotCyclic { what });
        if sector.is_rack {
            return refuse("a rack does not close to a ring");
        }
        if sector.teeth < 3 {
            return refuse("there are fewer than three teeth");
        }
        match *self {
            Self::Tied { moves, .. } if moves[0] != moves[1] => {
                refuse("the center moves along x otherwise than along y")
            }
            Self::Tied { moves, .. } if moves[3] != moves[4] => {
                refuse("the center turns about x otherwise than about y")
            }
            Self::Tied { place_z, .. } if !place_z.is_finite() => {
                refuse("the place of the center is not a number")
            }
            Self::Locked { axes } if axes[0] != axes[1] => {
                refuse("nodes are locked along x otherwise than along y")
            }
            _ => Ok(()),
        }
    }

    /// Which motions of the whole body it leaves free: along and about x, y, z.
    pub(super) fn free_motions(&self) -> [bool; 6] {
        match *self {
            Self::Free => [true; 6],
            Self::Tied { moves, .. } => moves,
            Self::Locked { axes } => {
                let [across, _, along] = axes;
                // A ring of nodes locked across the axis keeps it from turning about z, and from tilting where it has a
                // width; one locked along the axis keeps it from tilting.
                let tilts = !across && !along;
                [!across, !across, !along, tilts, tilts, !across]
            }
        }
    }

    /// The place on the axis through which it may tilt (m).
    pub(super) fn place_z(&self) -> f64 {
        match *self {
            Self::Tied { place_z, .. } => place_z,
            _ => 0.0,
        }
    }
}
