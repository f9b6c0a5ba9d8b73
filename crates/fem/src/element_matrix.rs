//! Stiffness and mass of one element.
//!
//! With g_a the gradient of shape a, the stiffness needs only the products ∫ g_a ⊗ g_b: the constants of the material multiply
//! them once, after the integration. \[theory:finite-elements\] (8), (9)

use crate::element::{Element, MAX_NODES};
use crate::enhanced::{Condensed, Enhanced};
use crate::tensor::{Tensor, Vector, determinant, inverse};
use crate::{Error, Material};

/// Shapes and their parent gradients at the quadrature points of an element of N nodes.
pub(crate) struct Reference<const N: usize> {
    points: Vec<ReferencePoint<N>>,
    centre: [[f64; N]; 3],
    has_enhanced_strains: bool,
}

/// One place in the parent cube.
pub(crate) struct ReferencePoint<const N: usize> {
    pub(crate) xi: Vector,
    pub(crate) weight: f64,
    pub(crate) shape: [f64; N],
    /// Derivatives with respect to ξ, η, ζ.
    gradient: [[f64; N]; 3],
}

/// A place within an element in space.
pub(crate) struct Mapped<const N: usize> {
    pub(crate) determinant: f64,
    /// Derivatives of the shapes with respect to x, y, z.
    pub(crate) gradient: [[f64; N]; 3],
}

/// Stiffness and mass of one element; unknown 3 a + i is the motion of node a along axis i.
pub(crate) struct ElementMatrices<const N: usize> {
    /// Row after row, 3 N × 3 N.
    pub(crate) stiffness: Vec<f64>,
    /// The same for each direction.
    pub(crate) mass: [[f64; N]; N],
    products: [[[f64; N]; N]; 6],
}

impl<const N: usize> ReferencePoint<N> {
    pub(crate) fn new(element: &dyn Element, xi: Vector, weight: f64) -> Self {
        let mut shape = [0.0; MAX_NODES];
        element.shape(xi, &mut shape);
        let gradient = parent_gradient(element, xi);
        Self {
            xi,
            weight,
            shape: std::array::from_fn(|a| shape[a]),
            gradient,
        }
    }

    /// Place in space.
    pub(crate) fn place(&self, nodes: &[Vector; N]) -> Vector {
        [0, 1, 2].map(|i| (0..N).map(|a| self.shape[a] * nodes[a][i]).sum())
    }

    /// The Jacobian alone.
    pub(crate) fn determinant(&self, nodes: &[Vector; N], element: usize) -> Result<f64, Error> {
        let jacobian = jacobian(nodes, &self.gradient);
        self.checked(determinant(&jacobian), nodes, element)
    }

    fn checked(&self, determinant: f64, nodes: &[Vector; N], element: usize) -> Result<f64, Error> {
        match determinant > 0.0 && determinant.is_finite() {
            true => Ok(determinant),
            false => Err(Error::Jacobian {
                element,
                place: self.place(nodes),
                determinant,
            }),
        }
    }

    /// Jacobian and gradients in space; the error names the place where the element is inside out.
    pub(crate) fn map(&self, nodes: &[Vector; N], element: usize) -> Result<Mapped<N>, Error> {
        let jacobian = jacobian(nodes, &self.gradient);
        let determinant = self.checked(determinant(&jacobian), nodes, element)?;
        let inverse = inverse(&jacobian, determinant);
        let mut gradient = [[0.0; N]; 3];
        for (i, gradient) in gradient.iter_mut().enumerate() {
            for (a, g) in gradient.iter_mut().enumerate() {
                *g = self.gradient[0][a] * inverse[0][i]
                    + self.gradient[1][a] * inverse[1][i]
                    + self.gradient[2][a] * inverse[2][i];
            }
        }
        Ok(Mapped {
            determinant,
            gradient,
        })
    }
}

fn parent_gradient<const N: usize>(element: &dyn Element, xi: Vector) -> [[f64; N]; 3] {
    let mut dn = [[0.0; 3]; MAX_NODES];
    element.gradient(xi, &mut dn);
    [0, 1, 2].map(|i| std::array::from_fn(|a| dn[a][i]))
}

/// ∂x_i/∂ξ_p
fn jacobian<const N: usize>(nodes: &[Vector; N], gradient: &[[f64; N]; 3]) -> Tensor {
    let mut jacobian = [[0.0; 3]; 3];
    for a in 0..N {
        for i in 0..3 {
            for p in 0..3 {
                jacobian[i][p] += nodes[a][i] * gradient[p][a];
            }
        }
    }
    jacobian
}

impl<const N: usize> Reference<N> {
    pub(crate) fn new(element: &dyn Element) -> Self {
        let point =
            |p: &crate::quadrature::QuadraturePoint| ReferencePoint::new(element, p.xi, p.weight);
        Self {
            points: element.quadrature().iter().map(point).collect(),
            centre: parent_gradient(element, [0.0; 3]),
            has_enhanced_strains: element.has_enhanced_strains(),
        }
    }

    /// The element's enhanced strains, integrated and condensed; `None` where the element has none.
    pub(crate) fn enhanced(
        &self,
        nodes: &[Vector; N],
        material: &Material,
        element: usize,
    ) -> Result<Option<(Enhanced, Condensed)>, Error> {
        let mut enhanced = self.begin_enhanced(nodes, material, element)?;
        for point in &self.points {
            let mapped = point.map(nodes, element)?;
            add_enhanced(&mut enhanced, point, &mapped);
        }
        let Some(enhanced) = enhanced else {
            return Ok(None);
        };
        let condensed = enhanced
            .condense()
            .ok_or_else(|| self.centre_error(nodes, element))?;
        Ok(Some((enhanced, condensed)))
    }

    fn begin_enhanced(
        &self,
        nodes: &[Vector; N],
        material: &Material,
        element: usize,
    ) -> Result<Option<Enhanced>, Error> {
        if !self.has_enhanced_strains {
            return Ok(None);
        }
        match Enhanced::new(&jacobian(nodes, &self.centre), material.lame()) {
            Some(enhanced) => Ok(Some(enhanced)),
            None => Err(self.centre_error(nodes, element)),
        }
    }

    fn centre_error(&self, nodes: &[Vector; N], element: usize) -> Error {
        let mean = |i: usize| nodes.iter().map(|node| node[i]).sum::<f64>() / N as f64;
        Error::Jacobian {
            element,
            place: [mean(0), mean(1), mean(2)],
            determinant: determinant(&jacobian(nodes, &self.centre)),
        }
    }
}

fn add_enhanced<const N: usize>(
    enhanced: &mut Option<Enhanced>,
    point: &ReferencePoint<N>,
    mapped: &Mapped<N>,
) {
    // Only elements of eight nodes have enhanced strains; the copy is a reinterpretation of the length.
    if let Some(enhanced) = enhanced {
        let gradient = [0, 1, 2].map(|i| std::array::from_fn(|a| mapped.gradient[i][a]));
        enhanced.add_point(point.xi, point.weight, mapped.determinant, &gradient);
    }
}

/// The pairs of axes of `products`.
const AXES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)];

/// Where the product of gradients along i and j stands in `products`, and whether it stands there transposed.
const PRODUCT: [[(usize, bool); 3]; 3] = [
    [(0, false), (3, false), (5, false)],
    [(3, true), (1, false), (4, false)],
    [(5, true), (4, true), (2, false)],
];

impl<const N: usize> ElementMatrices<N> {
    pub(crate) fn new() -> Self {
        Self {
            stiffness: vec![0.0; 9 * N * N],
            mass: [[0.0; N]; N],
            products: [[[0.0; N]; N]; 6],
        }
    }

    /// Integrates an element; no allocation.
    pub(crate) fn integrate(
        &mut self,
        reference: &Reference<N>,
        nodes: &[Vector; N],
        material: &Material,
        element: usize,
    ) -> Result<(), Error> {
        self.products = [[[0.0; N]; N]; 6];
        self.mass = [[0.0; N]; N];
        let mut enhanced = reference.begin_enhanced(nodes, material, element)?;
        for point in &reference.points {
            let mapped = point.map(nodes, element)?;
            let volume = point.weight * mapped.determinant;
            self.add_products(volume, &mapped.gradient);
            self.add_mass(volume * material.density, &point.shape);
            add_enhanced(&mut enhanced, point, &mapped);
        }
        self.combine(material.lame());
        if let Some(enhanced) = enhanced {
            let condensed = enhanced
                .condense()
                .ok_or_else(|| reference.centre_error(nodes, element))?;
            self.subtract(&condensed);
        }
        Ok(())
    }

    fn add_products(&mut self, volume: f64, gradient: &[[f64; N]; 3]) {
        for (product, (i, j)) in self.products.iter_mut().zip(AXES) {
            for (row, g) in product.iter_mut().zip(&gradient[i]) {
                let scaled = volume * g;
                for (entry, h) in row.iter_mut().zip(&gradient[j]) {
                    *entry += scaled * h;
                }
            }
        }
    }

    fn add_mass(&mut self, mass: f64, shape: &[f64; N]) {
        for (row, n) in self.mass.iter_mut().zip(shape) {
            let scaled = mass * n;
            for (entry, m) in row.iter_mut().zip(shape) {
                *entry += scaled * m;
            }
        }
    }

    /// ∫ ∂_i N_a ∂_j N_b
    fn product(&self, i: usize, j: usize, a: usize, b: usize) -> f64 {
        let (k, is_transposed) = PRODUCT[i][j];
        if is_transposed {
            self.products[k][b][a]
        } else {
            self.products[k][a][b]
        }
    }

    /// \[theory:finite-elements\] (9)
    fn combine(&mut self, (lambda, mu): (f64, f64)) {
        for a in 0..N {
            for b in 0..=a {
                let trace: f64 = (0..3).map(|i| self.product(i, i, a, b)).sum();
                for i in 0..3 {
                    for j in 0..3 {
                        let mut entry =
                            lambda * self.product(i, j, a, b) + mu * self.product(j, i, a, b);
                        if i == j {
                            entry += mu * trace;
                        }
                        self.stiffness[(3 * a + i) * 3 * N + 3 * b + j] = entry;
                        self.stiffness[(3 * b + j) * 3 * N + 3 * a + i] = entry;
                    }
                }
            }
        }
    }

    /// K ← K − XᵀX. \[theory:finite-elements\] (15)
    fn subtract(&mut self, condensed: &Condensed) {
        let n = 3 * N;
        for x in &condensed.rows {
            for (row, &x_row) in self.stiffness.chunks_exact_mut(n).zip(x) {
                for (entry, x_column) in row.iter_mut().zip(x) {
                    *entry -= x_row * x_column;
                }
            }
        }
    }
}
