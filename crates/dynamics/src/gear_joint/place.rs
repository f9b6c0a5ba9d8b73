//! Where the teeth meet: the turned axes of both wheels, and how they change. \[theory:gear-joint\] (2)-(8)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | η1, η2, η3 | `along`, `outward`, `across` | axes of the tooth as a knows them, in the axes of a |
//! | p | `arm` | from the centre of b to the contact point, in the axes of b |
//! | n | `across_b` | η3 as b knows it, in the axes of b |
//! | c = d + R p | `contact` | from the centre of a to the contact point, in the axes of a |

use pitchline_geometry::tensor::{Tensor, times, transposed_times};
use pitchline_geometry::vector::{Vector, cross, plus};

/// A vector that a coordinate moves, with its first two derivatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    pub at: Vector,
    pub first: Vector,
    pub second: Vector,
}

impl Moved {
    /// One that does not move.
    pub fn fixed(at: Vector) -> Self {
        Self {
            at,
            first: [0.0; 3],
            second: [0.0; 3],
        }
    }

    /// A vector of the supporting frame as the wheel sees it: turned back about z by ψ, whose sine and cosine are given.
    pub fn turned_back([x, y, z]: Vector, [sin, cos]: [f64; 2]) -> Self {
        let (x, y) = (x * cos + y * sin, y * cos - x * sin);
        Self {
            at: [x, y, z],
            first: [y, -x, 0.0],
            second: [-x, -y, 0.0],
        }
    }
}

/// The second member of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Second {
    /// A wheel: its pitch radius (m), and η3 in its frame at ψ = 0.
    Wheel { radius: f64, across: Vector },
    /// A rack that travels along its y: η3 in its frame.
    Rack { across: Vector },
}

impl Second {
    /// p and n at a coordinate: the angle of a wheel, the travel of a rack.
    pub fn at(&self, coordinate: f64) -> [Moved; 2] {
        match *self {
            Self::Wheel { radius, across } => {
                let turn = coordinate.sin_cos().into();
                let arm = Moved::turned_back([radius, 0.0, 0.0], turn);
                [arm, Moved::turned_back(across, turn)]
            }
            Self::Rack { across } => {
                let arm = Moved {
                    at: [0.0, -coordinate, 0.0],
                    first: [0.0, -1.0, 0.0],
                    second: [0.0; 3],
                };
                [arm, Moved::fixed(across)]
            }
        }
    }
}

/// The place of contact at one instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// η1, η2, η3 by ψ_A.
    pub tooth: [Moved; 3],
    /// p by ψ_B.
    pub arm: Moved,
    /// n by ψ_B.
    pub across_b: Moved,
    /// c.
    pub contact: Vector,
    /// Rᵀ η1, Rᵀ η2, Rᵀ η3: what b sees of the tooth.
    pub seen: [Vector; 3],
    /// Rᵀ of their derivatives by ψ_A.
    pub seen_first: [Vector; 3],
    /// R p′.
    pub carried: Vector,
    /// R n.
    pub carried_across: Vector,
}

impl Place {
    /// From η1, η2, η3 in the frame of a at ψ_A = 0, the second member, both coordinates, and how b stands in a.
    pub fn new(
        tooth: &[Vector; 3],
        second: &Second,
        [psi_a, psi_b]: [f64; 2],
        displacement: Vector,
        rotation: &Tensor,
    ) -> Self {
        let turn = psi_a.sin_cos().into();
        let tooth = tooth.map(|axis| Moved::turned_back(axis, turn));
        let [arm, across_b] = second.at(psi_b);
        Self {
            contact: plus(displacement, times(rotation, arm.at)),
            seen: tooth.map(|axis| transposed_times(rotation, axis.at)),
            seen_first: tooth.map(|axis| transposed_times(rotation, axis.first)),
            carried: times(rotation, arm.first),
            carried_across: times(rotation, across_b.at),
            tooth,
            arm,
            across_b,
        }
    }

    /// Velocity of b's material at the contact relative to a's, in the axes of a, from (ḋ, ω).
    pub fn velocity(&self, rates: &[f64; 6], rotation: &Tensor) -> Vector {
        let [x, y, z, spin @ ..] = *rates;
        let swing = cross(spin, self.arm.at);
        plus([x, y, z], times(rotation, swing))
    }
}
