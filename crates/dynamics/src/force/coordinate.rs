//! One number of a relative motion along which a law acts: a distance, a deflection along z, a turn about z.
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | s, ṡ | `value`, `rate` | the coordinate and its rate |
//! | g | `gradient` | ∂s/∂(d, θ), so that ṡ = g · (ḋ, ω) |
//! | H | `curvature` | ∂g/∂(d, θ), rows follow g |
//! | N | [`ScalarForce::force`] | positive where it drives s back |
//!
//! A law N(s, ṡ, t) acts as f = −N g. Its derivatives follow once for all laws. \[theory:force-laws\] (1)-(4)

use pitchline_geometry::vector::{Vector, length, times};

use crate::{LawValue, RelativeMotion};

/// A coordinate with its derivatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Coordinate {
    pub value: f64,
    pub rate: f64,
    gradient: [f64; 6],
    curvature: [[f64; 6]; 6],
    velocity: [f64; 6],
}

/// What a law makes of a coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ScalarForce {
    /// N, positive where it drives the coordinate back.
    pub force: f64,
    /// ∂N/∂s.
    pub by_value: f64,
    /// ∂N/∂ṡ.
    pub by_rate: f64,
    /// Stored energy (J).
    pub potential: f64,
    /// Power turned into heat (W).
    pub dissipated: f64,
    /// Power brought in from outside (W).
    pub supplied: f64,
}

impl Coordinate {
    /// Any coordinate of a relative motion, by its value and derivatives.
    pub fn new(
        motion: &RelativeMotion,
        value: f64,
        gradient: [f64; 6],
        curvature: [[f64; 6]; 6],
    ) -> Self {
        let flat = Self::flat(motion, value, gradient);
        Self { curvature, ..flat }.with_rate()
    }

    /// Distance of the two points; none where they coincide, for there is no line to act along.
    pub fn distance(motion: &RelativeMotion) -> Option<Self> {
        Self::away(motion, motion.displacement, 3)
    }

    /// A law of the length of the line between the points beyond a rest length, and of its rate. Points that coincide have no line: no
    /// direction to pull in.
    pub fn law_of_elongation(
        motion: &RelativeMotion,
        rest_length: f64,
        law: impl Fn(f64, f64) -> ScalarForce,
    ) -> LawValue {
        Self::distance(motion).map_or_else(LawValue::default, |line| {
            line.law(&law(line.value - rest_length, line.rate))
        })
    }

    /// Distance of b from the z axis of a; none on the axis.
    pub fn radius(motion: &RelativeMotion) -> Option<Self> {
        let [x, y, _] = motion.displacement;
        Self::away(motion, [x, y, 0.0], 2)
    }

    /// |p| for the first `n` components p of the displacement: g = n, H = (1 − n nᵀ)/|p|.
    fn away(motion: &RelativeMotion, part: Vector, n: usize) -> Option<Self> {
        let value = length(part);
        if value <= f64::MIN_POSITIVE {
            return None;
        }
        let direction = times(1.0 / value, part);
        let mut coordinate = Self::flat(motion, value, [0.0; 6]);
        coordinate.gradient[..3].copy_from_slice(&direction);
        for i in 0..n {
            for j in 0..n {
                let across = f64::from(u8::from(i == j)) - direction[i] * direction[j];
                coordinate.curvature[i][j] = across / value;
            }
        }
        Some(coordinate.with_rate())
    }

    /// Displacement of b along the z axis of a.
    pub fn along_z(motion: &RelativeMotion) -> Self {
        let gradient = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        Self::flat(motion, motion.displacement[2], gradient).with_rate()
    }

    /// Turn of b about the z axis of a; `angle` counts whole turns too.
    pub fn about_z(motion: &RelativeMotion, angle: f64) -> Self {
        let turn = motion.turn();
        let mut coordinate = Self::flat(motion, angle, [0.0; 6]);
        coordinate.gradient[3..].copy_from_slice(&turn.gradient);
        for (row, curvature) in coordinate.curvature[3..].iter_mut().zip(&turn.curvature) {
            row[3..].copy_from_slice(curvature);
        }
        coordinate.with_rate()
    }

    fn flat(motion: &RelativeMotion, value: f64, gradient: [f64; 6]) -> Self {
        Self {
            value,
            rate: 0.0,
            gradient,
            curvature: [[0.0; 6]; 6],
            velocity: motion.velocity,
        }
    }

    fn with_rate(mut self) -> Self {
        let parts = self.gradient.iter().zip(&self.velocity);
        self.rate = parts.map(|(g, v)| g * v).sum();
        self
    }

    /// The law over all relative coordinates. \[theory:force-laws\] (2)-(4)
    pub fn law(&self, of: &ScalarForce) -> LawValue {
        let mut value = LawValue {
            potential: of.potential,
            dissipated: of.dissipated,
            supplied: of.supplied,
            ..LawValue::default()
        };
        // ∂ṡ/∂(d, θ) with the velocities held: Hᵀ v
        let mut rate_gradient = [0.0; 6];
        for (row, v) in self.curvature.iter().zip(&self.velocity) {
            for (sum, h) in rate_gradient.iter_mut().zip(row) {
                *sum += h * v;
            }
        }
        for i in 0..6 {
            let g = self.gradient[i];
            value.force[i] = -of.force * g;
            for (j, turned) in rate_gradient.iter().enumerate() {
                value.stiffness[i][j] = of.by_value * g * self.gradient[j]
                    + of.force * self.curvature[i][j]
                    + of.by_rate * g * turned;
                value.damping[i][j] = of.by_rate * g * self.gradient[j];
            }
        }
        value
    }
}

/// A linear spring and damper: N = k x + c ẋ, V = ½ k x². \[theory:force-laws\] (5)
pub(super) fn linear(stiffness: f64, damping: f64, deflection: f64, rate: f64) -> ScalarForce {
    ScalarForce {
        force: stiffness * deflection + damping * rate,
        by_value: stiffness,
        by_rate: damping,
        potential: 0.5 * stiffness * deflection * deflection,
        dissipated: damping * rate * rate,
        supplied: 0.0,
    }
}
