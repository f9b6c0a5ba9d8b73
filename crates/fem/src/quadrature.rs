//! Gauss's rules in the parent cube −1 ≤ ξ, η, ζ ≤ 1.

/// A place in the parent cube and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuadraturePoint {
    /// ξ, η, ζ.
    pub xi: [f64; 3],
    /// Weight; all weights sum to the parent's volume, 8.
    pub weight: f64,
}

/// 1/√3
pub(crate) const GAUSS_2: f64 = 0.577_350_269_189_625_8;
/// √(3/5)
pub(crate) const GAUSS_3: f64 = 0.774_596_669_241_483_4;

/// Places and weights of the rule of two points on −1…1, exact for cubics.
pub(crate) const LINE_2: [(f64, f64); 2] = [(-GAUSS_2, 1.0), (GAUSS_2, 1.0)];
/// The rule of three points, exact up to the fifth power.
pub(crate) const LINE_3: [(f64, f64); 3] = [
    (-GAUSS_3, 5.0 / 9.0),
    (0.0, 8.0 / 9.0),
    (GAUSS_3, 5.0 / 9.0),
];

/// Product of a line's rule with itself, first direction fastest; N = n³.
const fn cube<const L: usize, const N: usize>(line: [(f64, f64); L]) -> [QuadraturePoint; N] {
    let mut points = [QuadraturePoint {
        xi: [0.0; 3],
        weight: 0.0,
    }; N];
    let mut i = 0;
    while i < N {
        let (x, y, z) = (line[i % L], line[(i / L) % L], line[i / (L * L)]);
        points[i] = QuadraturePoint {
            xi: [x.0, y.0, z.0],
            weight: x.1 * y.1 * z.1,
        };
        i += 1;
    }
    points
}

/// 2 × 2 × 2 points.
pub(crate) static CUBE_8: [QuadraturePoint; 8] = cube(LINE_2);
/// 3 × 3 × 3 points.
pub(crate) static CUBE_27: [QuadraturePoint; 27] = cube(LINE_3);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_integrate_the_powers_they_promise() {
        let integral = |points: &[QuadraturePoint], power: i32| -> f64 {
            points
                .iter()
                .map(|p| p.weight * p.xi.map(|x| x.powi(power)).iter().product::<f64>())
                .sum()
        };
        for (points, highest) in [(&CUBE_8[..], 3), (&CUBE_27[..], 5)] {
            for power in 0..=highest {
                let line = (1.0 - (-1.0_f64).powi(power + 1)) / f64::from(power + 1);
                assert!((integral(points, power) - line.powi(3)).abs() < 1e-14);
            }
        }
    }
}
