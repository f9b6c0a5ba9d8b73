//! Rotations that never lose digits and have no singular position.
//!
//! A rotation is a unit quaternion kept in two parts, high and low: a wheel that turns a million times composes 10⁸
//! increments, and the rounding of each composition would add up otherwise. Increments are rotation vectors in the turned
//! (material) axes: R ← R exp(θ̃). \[cardona\] section 2; \[theory:multibody\] (1)-(6)

use pitchline_geometry::tensor::{IDENTITY, Tensor, product, scaled, skew, sum};
use pitchline_geometry::vector::{Vector, cross, dot, times};

/// A rotation: axes of a node in the axes of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rotation {
    /// Scalar part, then vector part.
    high: [f64; 4],
    /// What rounding has taken from `high`.
    low: [f64; 4],
}

impl Default for Rotation {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Self = Self {
        high: [1.0, 0.0, 0.0, 0.0],
        low: [0.0; 4],
    };

    /// exp(θ̃): a turn by |θ| about θ.
    pub fn from_vector(vector: Vector) -> Self {
        Self {
            high: half_turn(vector),
            low: [0.0; 4],
        }
    }

    /// The rotation whose matrix is nearest to these axes (columns: the turned axes).
    pub fn from_matrix(m: &Tensor) -> Self {
        // The largest of the four squares, so that nothing cancels.
        let trace = m[0][0] + m[1][1] + m[2][2];
        let squares = [trace, m[0][0], m[1][1], m[2][2]];
        let largest = (0..4).fold(
            0,
            |best, i| {
                if squares[i] > squares[best] { i } else { best }
            },
        );
        let mut q = [0.0; 4];
        if largest == 0 {
            q[0] = 1.0 + trace;
            q[1] = m[2][1] - m[1][2];
            q[2] = m[0][2] - m[2][0];
            q[3] = m[1][0] - m[0][1];
        } else {
            let i = largest - 1;
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            q[0] = m[k][j] - m[j][k];
            q[1 + i] = 1.0 + m[i][i] - m[j][j] - m[k][k];
            q[1 + j] = m[j][i] + m[i][j];
            q[1 + k] = m[k][i] + m[i][k];
        }
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        Self {
            high: q.map(|x| x / norm),
            low: [0.0; 4],
        }
    }

    /// The matrix R: its columns are the turned axes.
    pub fn matrix(&self) -> Tensor {
        let [w, x, y, z] = self.quaternion();
        [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - w * z),
                2.0 * (x * z + w * y),
            ],
            [
                2.0 * (x * y + w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - w * x),
            ],
            [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ]
    }

    /// The unit quaternion, scalar part first.
    pub fn quaternion(&self) -> [f64; 4] {
        [0, 1, 2, 3].map(|i| self.high[i] + self.low[i])
    }

    /// Both parts, as they are kept.
    pub(crate) fn parts(&self) -> ([f64; 4], [f64; 4]) {
        (self.high, self.low)
    }

    /// From parts that were kept; none if they are no rotation.
    pub(crate) fn from_parts(high: [f64; 4], low: [f64; 4]) -> Option<Self> {
        let square: f64 = high.iter().map(|x| x * x).sum();
        let is_small = low.iter().all(|x| x.abs() < 1e-15);
        ((square - 1.0).abs() < 1e-12 && is_small).then_some(Self { high, low })
    }

    /// R exp(θ̃).
    pub fn turned(&self, vector: Vector) -> Self {
        self.then(&Self::from_vector(vector))
    }

    /// The same in one part, rounded: for iterates that are thrown away.
    pub fn turned_roughly(&self, vector: Vector) -> Self {
        let [a, b, c, d] = self.quaternion();
        let [w, x, y, z] = half_turn(vector);
        Self {
            high: [
                a * w - b * x - c * y - d * z,
                a * x + b * w + c * z - d * y,
                a * y + c * w + d * x - b * z,
                a * z + d * w + b * y - c * x,
            ],
            low: [0.0; 4],
        }
    }

    /// R S: first S, then R, seen from the ground.
    pub fn then(&self, inner: &Self) -> Self {
        let (a, b) = (self, inner);
        let mut parts = [TwoPart::default(); 4];
        for (sum, terms) in parts.iter_mut().zip(&PRODUCT) {
            for &(i, j, sign) in terms {
                sum.add_product(sign * a.high[i], b.high[j]);
                sum.low += sign * (a.high[i] * b.low[j] + a.low[i] * b.high[j]);
            }
        }
        let mut composed = Self {
            high: [0.0; 4],
            low: [0.0; 4],
        };
        for (i, part) in parts.iter().enumerate() {
            (composed.high[i], composed.low[i]) = two_sum(part.high, part.low);
        }
        composed.normalised()
    }

    /// R⁻¹.
    pub fn inverse(&self) -> Self {
        let conjugate = |[w, x, y, z]: [f64; 4]| [w, -x, -y, -z];
        Self {
            high: conjugate(self.high),
            low: conjugate(self.low),
        }
    }

    /// The rotation vector of least length, at most π.
    pub fn vector(&self) -> Vector {
        let [w, x, y, z] = self.quaternion();
        let (w, v) = if w < 0.0 {
            (-w, [-x, -y, -z])
        } else {
            (w, [x, y, z])
        };
        let s = dot(v, v).sqrt();
        if s < 1e-8 {
            // |θ| = 2 asin s = 2 s + O(s³)
            times(2.0, v)
        } else {
            times(2.0 * s.atan2(w) / s, v)
        }
    }

    /// Back to length one: |q|² − 1 is exact to second order in the parts, one step of Newton's root suffices.
    fn normalised(mut self) -> Self {
        let mut square = TwoPart::default();
        for i in 0..4 {
            square.add_product(self.high[i], self.high[i]);
            square.low += 2.0 * self.high[i] * self.low[i];
        }
        let excess = (square.high - 1.0) + square.low;
        for i in 0..4 {
            self.low[i] -= 0.5 * excess * self.high[i];
            (self.high[i], self.low[i]) = two_sum(self.high[i], self.low[i]);
        }
        self
    }
}

/// The products that make each part of a quaternion product: (of the first, of the second, sign).
const PRODUCT: [[(usize, usize, f64); 4]; 4] = [
    [(0, 0, 1.0), (1, 1, -1.0), (2, 2, -1.0), (3, 3, -1.0)],
    [(0, 1, 1.0), (1, 0, 1.0), (2, 3, 1.0), (3, 2, -1.0)],
    [(0, 2, 1.0), (2, 0, 1.0), (3, 1, 1.0), (1, 3, -1.0)],
    [(0, 3, 1.0), (3, 0, 1.0), (1, 2, 1.0), (2, 1, -1.0)],
];

/// A number in two parts, whose sum it is.
#[derive(Debug, Clone, Copy, Default)]
struct TwoPart {
    high: f64,
    low: f64,
}

impl TwoPart {
    fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        let rest = a.mul_add(b, -product);
        let (high, low) = two_sum(self.high, product);
        self.high = high;
        self.low += low + rest;
    }
}

/// a + b and what rounding took from it.
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// Quaternion of a rotation vector.
fn half_turn(vector: Vector) -> [f64; 4] {
    let angle = dot(vector, vector).sqrt();
    let half = 0.5 * angle;
    // sin(x/2)/x
    let k = if angle < 1e-6 {
        0.5 - angle * angle / 48.0
    } else {
        half.sin() / angle
    };
    [half.cos(), k * vector[0], k * vector[1], k * vector[2]]
}

/// T(θ): δΘ = T δθ is the material increment that a change of the exponent makes, δ(R exp θ̃) = R exp θ̃ δΘ̃.
pub fn tangent(vector: Vector) -> Tensor {
    let square = dot(vector, vector);
    let angle = square.sqrt();
    // (1 − cos x)/x² and (x − sin x)/x³
    let (a, b) = if angle < 1e-2 {
        (
            0.5 - square / 24.0 + square * square / 720.0,
            1.0 / 6.0 - square / 120.0 + square * square / 5040.0,
        )
    } else {
        let half = (0.5 * angle).sin();
        (
            2.0 * half * half / square,
            (angle - angle.sin()) / (square * angle),
        )
    };
    let s = skew(vector);
    sum(
        &sum(&IDENTITY, &scaled(-a, &s)),
        &scaled(b, &product(&s, &s)),
    )
}

/// T(θ)⁻¹, for |θ| below 2π.
pub fn tangent_inverse(vector: Vector) -> Tensor {
    let b = of_square(vector);
    let s = skew(vector);
    sum(
        &sum(&IDENTITY, &scaled(0.5, &s)),
        &scaled(b, &product(&s, &s)),
    )
}

/// The coefficient of θ̃² in T(θ)⁻¹: (1 − (x/2) cot(x/2))/x², x = |θ|.
fn of_square(vector: Vector) -> f64 {
    let square = dot(vector, vector);
    let angle = square.sqrt();
    if angle < 1e-2 {
        1.0 / 12.0 + square / 720.0 + square * square / 30240.0
    } else {
        let half = 0.5 * angle;
        (1.0 - half * half.cos() / half.sin()) / square
    }
}

/// T(θ)⁻¹ w = w + ½ θ × w + b θ × (θ × w), for |θ| below 2π.
pub(crate) fn tangent_inverse_times(vector: Vector, w: Vector) -> Vector {
    let b = of_square(vector);
    let once = cross(vector, w);
    let twice = cross(vector, once);
    [0, 1, 2].map(|i| w[i] + 0.5 * once[i] + b * twice[i])
}

/// ∂(T(θ)⁻¹ w)/∂θ for a constant w, for |θ| below 2π. That of T⁻ᵀ w is the negative of this at −θ.
/// \[theory:force-laws\] (21)
pub(crate) fn tangent_inverse_gradient(vector: Vector, w: Vector) -> Tensor {
    let square = dot(vector, vector);
    let angle = square.sqrt();
    // b = (1 − (x/2) cot(x/2))/x² as above, and b′/x, whose closed form loses as many digits as x⁻⁴ has
    let (b, slope) = if angle < 0.5 {
        let sum = |factors: &dyn Fn(usize) -> f64| {
            let terms = INVERSE_SERIES.iter().enumerate().rev();
            terms.fold(0.0, |sum, (i, c)| sum * square + factors(i) * c)
        };
        let b = 1.0 / 12.0 + square * sum(&|_| 1.0);
        (b, sum(&|i| 2.0 * (i + 1) as f64))
    } else {
        let half = 0.5 * angle;
        let cot = half.cos() / half.sin();
        let b = (1.0 - half * cot) / square;
        let falling = (half / half.sin().powi(2) - cot) / (2.0 * angle);
        (b, (falling - 2.0 * b) / square)
    };
    let along = dot(vector, w);
    let half_skew = skew(w);
    let mut gradient = [[0.0; 3]; 3];
    for (i, row) in gradient.iter_mut().enumerate() {
        // θ × (θ × w)
        let twice = vector[i] * along - w[i] * square;
        for (j, entry) in row.iter_mut().enumerate() {
            let turned = vector[i] * w[j] - 2.0 * w[i] * vector[j] + along * IDENTITY[i][j];
            *entry = -0.5 * half_skew[i][j] + b * turned + slope * twice * vector[j];
        }
    }
    gradient
}

/// Coefficients of x², x⁴ … in (1 − (x/2) cot(x/2))/x²: Bernoulli numbers |B₂ₙ|/(2n)! from n = 2 on.
const INVERSE_SERIES: [f64; 6] = [
    1.0 / 720.0,
    1.0 / 30_240.0,
    1.0 / 1_209_600.0,
    1.0 / 47_900_160.0,
    691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
];

#[cfg(test)]
mod tests {
    use super::*;
    use pitchline_geometry::tensor::transposed_product;
    use proptest::prelude::*;

    fn close(a: &Tensor, b: &Tensor, tolerance: f64) -> bool {
        (0..9).all(|i| (a[i / 3][i % 3] - b[i / 3][i % 3]).abs() < tolerance)
    }

    proptest! {
        #[test]
        fn vector_matrix_and_back(v in prop::array::uniform3(-1.8..1.8f64)) {
            let r = Rotation::from_vector(v);
            let again = Rotation::from_matrix(&r.matrix());
            prop_assert!(close(&r.matrix(), &again.matrix(), 1e-14));
            let back = r.vector();
            // Below π a rotation has one vector; rounding of R near π is magnified by the square root there.
            prop_assume!(dot(v, v).sqrt() < 3.1);
            for i in 0..3 { prop_assert!((back[i] - v[i]).abs() < 1e-13); }
        }

        #[test]
        fn matrices_are_orthogonal_and_compose(v in prop::array::uniform3(-9.0..9.0f64), w in prop::array::uniform3(-9.0..9.0f64)) {
            let (r, s) = (Rotation::from_vector(v), Rotation::from_vector(w));
            let m = r.matrix();
            prop_assert!(close(&transposed_product(&m, &m), &IDENTITY, 1e-14));
            prop_assert!(close(&r.then(&s).matrix(), &product(&m, &s.matrix()), 2e-15 * 4.0));
            prop_assert!(close(&r.then(&r.inverse()).matrix(), &IDENTITY, 1e-15));
            prop_assert!(close(&r.turned_roughly(w).matrix(), &r.turned(w).matrix(), 4e-15));
        }

        #[test]
        fn tangents_by_differences(v in prop::array::uniform3(-2.0..2.0f64), d in prop::array::uniform3(-1.0..1.0f64)) {
            let h = 1e-5;
            let moved = |k: f64| Rotation::from_vector([0, 1, 2].map(|i| v[i] + k * d[i]));
            let change = moved(-h).inverse().then(&moved(h)).vector();
            let t = tangent(v);
            for i in 0..3 {
                // Central differences: h² and rounding / h.
                prop_assert!((change[i] / (2.0 * h) - dot(t[i], d)).abs() < 1e-9);
            }
            prop_assert!(close(&product(&t, &tangent_inverse(v)), &IDENTITY, 1e-13));
        }
    }

    /// 10⁶ equal increments that make 10⁴ turns: the same arithmetic as a million turns.
    #[test]
    fn many_turns_lose_no_digits() {
        let n = 100;
        let axis = [0.48, -0.6, 0.64];
        let step = std::f64::consts::TAU / f64::from(n);
        let increment = Rotation::from_vector(times(step, axis));
        let mut r = Rotation::IDENTITY;
        for _ in 0..10_000 * n {
            r = r.then(&increment);
        }
        // The increment itself is rounded: half an ulp of sin(step/2), 3.5e-18, a million times.
        let phase = dot(r.vector(), r.vector()).sqrt();
        assert!(phase < 1e-11, "{phase:e}");
    }
}
