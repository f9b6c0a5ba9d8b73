//! Enhanced strains of the hexahedron of eight nodes: twelve parameters of the element's own, condensed within it.
//!
//! Nine modes let it bend: the strain ∂ξ∂ξ along ξ and so on, and the shears along both of their directions, given in the
//! parent cube and carried to space by the Jacobian at the centre. Three dilatations along ηζ, ζξ, ξη, given in space, let it keep
//! its volume. All are odd or bilinear in the parent cube and are scaled by j₀/j, so that their integral vanishes for any
//! shape, which is what the patch test asks.
//!
//! # References
//!
//! Modes and mapping after \[simo1990\], the dilatations after \[simo1993\]; \[theory:finite-elements\] (11) to (17).

use crate::material::{Strain, Stress, hooke};
use crate::tensor::{Tensor, Vector, determinant, inverse};

/// Number of enhanced parameters of an element.
pub(crate) const N_MODES: usize = 12;

/// Parent functions ξ, η, ζ, ηζ, ζξ, ξη.
const N_FUNCTIONS: usize = 6;

/// Mode: which constant strain (xx, yy, zz, xy, yz, zx of the parent, 6 for the dilatation), times which parent function.
const MODES: [(usize, usize); N_MODES] = [
    (0, 0),
    (1, 1),
    (2, 2),
    (3, 0),
    (3, 1),
    (4, 1),
    (4, 2),
    (5, 2),
    (5, 0),
    (6, 3),
    (6, 4),
    (6, 5),
];

fn functions(xi: Vector) -> [f64; N_FUNCTIONS] {
    let [x, y, z] = xi;
    [x, y, z, y * z, z * x, x * y]
}

/// Enhanced strains of one element, and its matrices H = ∫ GᵀDG and Γ = ∫ GᵀDB as they are integrated.
pub(crate) struct Enhanced {
    centre_determinant: f64,
    strains: [Strain; 7],
    stresses: [Stress; 7],
    /// ∫ j₀² j⁻¹ f_k f_l
    products: [[f64; N_FUNCTIONS]; N_FUNCTIONS],
    /// ∫ j₀ f_k ∂N_a/∂x
    moments: [[Vector; 8]; N_FUNCTIONS],
}

/// The factor H = LLᵀ and X = L⁻¹Γ: all that condensation and recovery need.
pub(crate) struct Condensed {
    lower: [[f64; N_MODES]; N_MODES],
    /// X, a row for each mode.
    pub(crate) rows: [[f64; 24]; N_MODES],
}

impl Enhanced {
    /// From the Jacobian at the centre; `None` if it is not positive.
    pub(crate) fn new(centre: &Tensor, lame: (f64, f64)) -> Option<Self> {
        let centre_determinant = determinant(centre);
        if centre_determinant.is_nan() || centre_determinant <= 0.0 {
            return None;
        }
        let a = inverse(centre, centre_determinant);
        // [theory:finite-elements] (12): the parent's unit strains in space.
        let direct = |p: usize| {
            let [x, y, z] = a[p];
            [x * x, y * y, z * z, 2.0 * x * y, 2.0 * y * z, 2.0 * z * x]
        };
        let shear = |p: usize, q: usize| {
            let ([x, y, z], [u, v, w]) = (a[p], a[q]);
            [
                x * u,
                y * v,
                z * w,
                x * v + y * u,
                y * w + z * v,
                z * u + x * w,
            ]
        };
        let strains = [
            direct(0),
            direct(1),
            direct(2),
            shear(0, 1),
            shear(1, 2),
            shear(2, 0),
            [1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        ];
        Some(Self {
            centre_determinant,
            stresses: strains.map(|strain| hooke(lame, &strain)),
            strains,
            products: [[0.0; N_FUNCTIONS]; N_FUNCTIONS],
            moments: [[[0.0; 3]; 8]; N_FUNCTIONS],
        })
    }

    /// Adds a quadrature point: its place, its weight without the Jacobian, the Jacobian, the gradients of the shapes.
    pub(crate) fn add_point(
        &mut self,
        xi: Vector,
        weight: f64,
        determinant: f64,
        gradients: &[[f64; 8]; 3],
    ) {
        let f = functions(xi);
        let product = weight * self.centre_determinant.powi(2) / determinant;
        for k in 0..N_FUNCTIONS {
            for l in 0..N_FUNCTIONS {
                self.products[k][l] += product * f[k] * f[l];
            }
            let moment = weight * self.centre_determinant * f[k];
            for (a, sum) in self.moments[k].iter_mut().enumerate() {
                for i in 0..3 {
                    sum[i] += moment * gradients[i][a];
                }
            }
        }
    }

    /// \[theory:finite-elements\] (15): factors H and solves for X; `None` if H is not positive definite.
    pub(crate) fn condense(&self) -> Option<Condensed> {
        let mut lower = [[0.0; N_MODES]; N_MODES];
        for (k, &(c, f)) in MODES.iter().enumerate() {
            for (l, &(d, g)) in MODES[..=k].iter().enumerate() {
                let energy: f64 = (0..6)
                    .map(|i| self.strains[c][i] * self.stresses[d][i])
                    .sum();
                lower[k][l] = energy * self.products[f][g];
            }
        }
        factor(&mut lower)?;
        let mut rows = [[0.0; 24]; N_MODES];
        for (k, &(c, f)) in MODES.iter().enumerate() {
            let s = &self.stresses[c];
            for (a, &[x, y, z]) in self.moments[f].iter().enumerate() {
                rows[k][3 * a] = s[0] * x + s[3] * y + s[5] * z;
                rows[k][3 * a + 1] = s[3] * x + s[1] * y + s[4] * z;
                rows[k][3 * a + 2] = s[5] * x + s[4] * y + s[2] * z;
            }
            let (done, rest) = rows.split_at_mut(k);
            let row = &mut rest[0];
            for (earlier, &factor) in done.iter().zip(&lower[k]) {
                for (r, e) in row.iter_mut().zip(earlier) {
                    *r -= factor * e;
                }
            }
            let scale = 1.0 / lower[k][k];
            row.iter_mut().for_each(|r| *r *= scale);
        }
        Some(Condensed { lower, rows })
    }

    /// The enhanced strain at a place with Jacobian `determinant`. \[theory:finite-elements\] (11)
    pub(crate) fn strain(
        &self,
        parameters: &[f64; N_MODES],
        xi: Vector,
        determinant: f64,
    ) -> Strain {
        let f = functions(xi);
        let mut strain = [0.0; 6];
        for (&(c, function), parameter) in MODES.iter().zip(parameters) {
            let factor = parameter * f[function] * self.centre_determinant / determinant;
            for (sum, e) in strain.iter_mut().zip(&self.strains[c]) {
                *sum += factor * e;
            }
        }
        strain
    }
}

impl Condensed {
    /// Parameters that belong to displacements of the nodes, α = −H⁻¹Γu. \[theory:finite-elements\] (14)
    pub(crate) fn parameters(&self, displacements: &[f64; 24]) -> [f64; N_MODES] {
        let mut alpha = self.rows.map(|row| {
            -row.iter()
                .zip(displacements)
                .map(|(x, u)| x * u)
                .sum::<f64>()
        });
        for k in (0..N_MODES).rev() {
            for l in k + 1..N_MODES {
                alpha[k] -= self.lower[l][k] * alpha[l];
            }
            alpha[k] /= self.lower[k][k];
        }
        alpha
    }
}

/// Cholesky's factor in place of the lower triangle.
fn factor(a: &mut [[f64; N_MODES]; N_MODES]) -> Option<()> {
    for k in 0..N_MODES {
        for l in 0..=k {
            let sum: f64 = (0..l).map(|m| a[k][m] * a[l][m]).sum();
            let rest = a[k][l] - sum;
            if l < k {
                a[k][l] = rest / a[l][l];
            } else if rest > 0.0 {
                a[k][k] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(())
}
