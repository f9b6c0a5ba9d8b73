//! The quadratic problem as a linear one of twice the size, and its shifted inverse.
//!
//! With y = λ x, [0 1; −K −C] u = λ [1 0; 0 M] u for u = (x, y). The operator S = (A − σE)⁻¹ E has the same vectors and the
//! eigenvalues μ = 1/(λ − σ): those near σ are the largest, motions without mass have μ = 0. \[theory:linearised\] (18)-(20)

use super::QuadraticPencil;
use crate::{Complex, Error, FixedLu};

/// Shift in units of the machine's own frequency: positive, where eigenvalues are rare, and small beside those wanted.
pub(super) const SHIFT: f64 = 1e-3;
/// Shifts that are tried before K + σC + σ²M counts as singular for any of them.
const TRIALS: usize = 6;

/// S with its factor.
pub(super) struct Companion<'p> {
    pencil: &'p QuadraticPencil,
    shift: f64,
    lu: &'p mut FixedLu,
    right: Vec<f64>,
    product: Vec<f64>,
}

impl<'p> Companion<'p> {
    /// At this real shift, or a little further where it is an eigenvalue. A plan of elimination that is there is used again.
    pub fn near(
        pencil: &'p QuadraticPencil,
        shift: f64,
        plan: &'p mut Option<FixedLu>,
    ) -> Result<Self, Error> {
        let mut shift = shift;
        let mut lu = plan.take();
        let mut last = Error::NoShift;
        for _ in 0..TRIALS {
            let at = |at: usize| {
                pencil.stiffness[at] + shift * (pencil.damping[at] + shift * pencil.mass[at])
            };
            let values: Vec<f64> = (0..pencil.mass.len()).map(at).collect();
            let again = lu.take().filter(|lu| lu.n() == pencil.n());
            let again = again.and_then(|mut lu| lu.refactor(&values).is_ok().then_some(lu));
            let found = match again {
                Some(lu) => Ok(lu),
                None => FixedLu::analyse(&pencil.pattern, &values),
            };
            match found {
                Ok(lu) => {
                    let zero = || vec![0.0; pencil.n()];
                    return Ok(Self {
                        pencil,
                        shift,
                        lu: plan.insert(lu),
                        right: zero(),
                        product: zero(),
                    });
                }
                Err(error) => last = error,
            }
            // No simple fraction: a second eigenvalue is not met as well.
            shift *= 1.618;
        }
        Err(last)
    }

    /// Length of a vector.
    pub fn n(&self) -> usize {
        2 * self.pencil.n()
    }

    /// λ of an eigenvalue of S.
    pub fn value(&self, mu: Complex) -> Complex {
        mu.inv() + self.shift
    }

    /// u ← S u: x = −P(σ)⁻¹ (M b + (C + σM) a) and y = a + σ x for u = (a, b).
    pub fn apply(&mut self, u: &mut [f64]) {
        let n = self.pencil.n();
        let (a, b) = u.split_at_mut(n);
        // M (b + σ a) + C a
        for (b, a) in b.iter_mut().zip(a.iter()) {
            *b += self.shift * a;
        }
        self.pencil.multiply(&self.pencil.mass, b, &mut self.right);
        let damping = &self.pencil.damping;
        self.pencil.multiply(damping, a, &mut self.product);
        for (x, c) in self.right.iter_mut().zip(&self.product) {
            *x = -*x - c;
        }
        self.lu.solve(&mut self.right);
        for i in 0..n {
            b[i] = a[i] + self.shift * self.right[i];
            a[i] = self.right[i];
        }
    }
}
