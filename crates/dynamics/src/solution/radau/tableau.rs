//! The numbers of Radau IIA with three stages. \[hairer-wanner\] IV.5, IV.8; \[theory:radau\] (1)-(3), (16), (17)

/// Stages.
pub(super) const STAGES: usize = 3;

/// The scheme.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tableau {
    /// c: where the stages lie in a step, the last at its end.
    pub nodes: [f64; STAGES],
    /// A: stage i is the sum of h A_ij times the rates of the stages.
    pub matrix: [[f64; STAGES]; STAGES],
    /// A⁻¹.
    pub inverse: [[f64; STAGES]; STAGES],
    /// The real eigenvalue of A⁻¹.
    pub eigenvalue: f64,
    /// What of the stages an embedded formula of third order takes off the rate at the start.
    pub error: [f64; STAGES],
}

/// A step errs by this times h⁶ω⁶ in an oscillation: e^z less its Padé approximant of degrees 2 and 3, 2! 3!/(5! 6!).
const ERROR_OF_STEP: f64 = 1.0 / 7200.0;

impl Tableau {
    pub fn new() -> Self {
        let s = 6.0_f64.sqrt();
        let matrix = [
            [
                (88.0 - 7.0 * s) / 360.0,
                (296.0 - 169.0 * s) / 1800.0,
                (-2.0 + 3.0 * s) / 225.0,
            ],
            [
                (296.0 + 169.0 * s) / 1800.0,
                (88.0 + 7.0 * s) / 360.0,
                (-2.0 - 3.0 * s) / 225.0,
            ],
            [(16.0 - s) / 36.0, (16.0 + s) / 36.0, 1.0 / 9.0],
        ];
        Self {
            nodes: [(4.0 - s) / 10.0, (4.0 + s) / 10.0, 1.0],
            matrix,
            inverse: inverse(&matrix),
            eigenvalue: 30.0 / (6.0 + 81.0_f64.cbrt() - 9.0_f64.cbrt()),
            error: [-(13.0 + 7.0 * s) / 3.0, (7.0 * s - 13.0) / 3.0, -1.0 / 3.0],
        }
    }

    /// Error of a step of fifth order from that of the embedded formula of third order, both relative, for an oscillation.
    /// \[theory:radau\] (22)
    pub fn error_of_oscillation(&self, embedded: f64) -> f64 {
        ERROR_OF_STEP * (embedded / self.error_of_embedded()).powf(1.5)
    }

    /// The embedded formula errs by this times h⁴ω⁴: stages hold fourth powers of time as ΣA c³ says, and γ filters.
    fn error_of_embedded(&self) -> f64 {
        let stage = |i: usize| -> f64 {
            let terms = (0..STAGES).map(|j| self.matrix[i][j] * self.nodes[j].powi(3));
            terms.sum()
        };
        let sum: f64 = (0..STAGES).map(|i| self.error[i] * stage(i)).sum();
        sum.abs() / (6.0 * self.eigenvalue)
    }

    /// Weights of the stages in the cubic through zero at the start and the stages, at a share of the step.
    pub fn cubic(&self, share: f64) -> [f64; STAGES] {
        let [a, b, c] = self.nodes;
        let quadratic = self.quadratic(share);
        [0, 1, 2].map(|i| quadratic[i] * share / [a, b, c][i])
    }

    /// Weights of the stages in the parabola through them.
    pub fn quadratic(&self, share: f64) -> [f64; STAGES] {
        [0, 1, 2].map(|i| {
            let others = (0..STAGES).filter(|&j| j != i);
            let factor = |j: usize| (share - self.nodes[j]) / (self.nodes[i] - self.nodes[j]);
            others.map(factor).product()
        })
    }
}

/// By cross products of the rows.
fn inverse(m: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    use pitchline_geometry::vector::{cross, dot};
    let columns = [0, 1, 2].map(|i| cross(m[(i + 1) % 3], m[(i + 2) % 3]));
    let determinant = dot(m[0], columns[0]);
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| columns[j][i] / determinant))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stages integrate 1, x, x² exactly; the last weights x³ and x⁴ too: order five.
    #[test]
    fn the_numbers_meet_the_conditions_of_order() {
        let t = Tableau::new();
        for power in 0..5 {
            for (i, row) in t.matrix.iter().enumerate() {
                if power > 2 && i < 2 {
                    continue;
                }
                let sum: f64 = (0..3).map(|j| row[j] * t.nodes[j].powi(power)).sum();
                let exact = t.nodes[i].powi(power + 1) / f64::from(power + 1);
                assert!((sum - exact).abs() < 1e-15, "{i} {power}");
            }
        }
    }

    #[test]
    fn inverse_and_eigenvalue_belong_to_the_matrix() {
        let t = Tableau::new();
        for i in 0..3 {
            for j in 0..3 {
                let entry: f64 = (0..3).map(|k| t.matrix[i][k] * t.inverse[k][j]).sum();
                assert!((entry - f64::from(u8::from(i == j))).abs() < 1e-14);
            }
        }
        let mut shifted = t.inverse;
        for (i, row) in shifted.iter_mut().enumerate() {
            row[i] -= t.eigenvalue;
        }
        use pitchline_geometry::vector::{cross, dot};
        let determinant = dot(shifted[0], cross(shifted[1], shifted[2]));
        assert!(determinant.abs() < 1e-12, "{determinant:e}");
    }

    /// The estimate vanishes for rates that are quadratic in time: it is of third order.
    #[test]
    fn the_embedded_formula_is_of_third_order() {
        let t = Tableau::new();
        for power in 1..4 {
            let sum: f64 = (0..3).map(|i| t.error[i] * t.nodes[i].powi(power)).sum();
            let start = if power == 1 { 1.0 } else { 0.0 };
            assert!((sum + start).abs() < 1e-13, "{power}: {sum}");
        }
    }

    /// y' = i y over one step, by the stages themselves: error of the step and of the estimate. Both constants are those of the
    /// limit of short steps; at h = 0.2 the next terms are some thousandths.
    #[test]
    fn errors_of_an_oscillation_are_as_said() {
        let t = Tableau::new();
        let h = 0.2;
        // (A⁻¹ − i h) z = i h 1 for the gains z of the stages: real and imaginary parts by a fixed point on A.
        let (mut re, mut im) = ([0.0; 3], [0.0; 3]);
        for _ in 0..200 {
            let (a, b) = (re, im);
            for i in 0..3 {
                re[i] = -h * (0..3).map(|j| t.matrix[i][j] * b[j]).sum::<f64>();
                im[i] = h * (0..3).map(|j| t.matrix[i][j] * (1.0 + a[j])).sum::<f64>();
            }
        }
        let error = (1.0 + re[2] - h.cos()).hypot(im[2] - h.sin());
        let sum = |z: [f64; 3]| (0..3).map(|i| t.error[i] * z[i]).sum::<f64>();
        // (γ/h − i)⁻¹ (i + Σ e z/h)
        let filter = (t.eigenvalue / h).hypot(1.0);
        let embedded = (sum(re) / h).hypot(1.0 + sum(im) / h) / filter;
        let found = t.error_of_oscillation(embedded);
        assert!((found / error - 1.0).abs() < 0.01);
    }

    #[test]
    fn polynomials_pass_through_the_stages() {
        let t = Tableau::new();
        let value = |x: f64| x * (1.0 + x * (2.0 - 3.0 * x));
        let found: f64 = (0..3).map(|i| t.cubic(1.7)[i] * value(t.nodes[i])).sum();
        assert!((found - value(1.7)).abs() < 1e-13);
    }
}
