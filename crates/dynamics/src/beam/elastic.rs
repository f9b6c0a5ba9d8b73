//! Elastic forces of a beam: a law of the relative motion of its ends, both carried rigidly to the elastic centre.
//! \[theory:shafts\] (5)-(11)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | d, R | displacement, rotation of b's frame as a's sees it | |
//! | ρ | rotation vector of R | rad |
//! | c | `quarter` | tan(ρ/4) along ρ |
//! | Q | `half`: half of the rotation, Q Q = R | |
//! | y = (Qᵀ d − (h/12) (ρ_y² + ρ_z²) e_x, ρ) | `strain` | m, rad |
//! | K, β | `stiffness` (diagonal), `damping` | N/m, N m/rad, s |
//! | A | `rates`: ẏ = A (ḋ, ω) | |
//!
//! Displacements are counted along the axes halfway between those of the two ends: exchanging them changes nothing.

use pitchline_geometry::tensor::{
    IDENTITY, Tensor, product, scaled, skew, sum, times, transposed, transposed_product,
    transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot, plus, plus_scaled};

use crate::rotation::{tangent_inverse, tangent_inverse_gradient};
use crate::{LawValue, RelativeMotion, Rotation};

/// The law.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Elastic {
    pub stiffness: [f64; 6],
    pub damping: f64,
    /// h/12: by how much more than their shift along the axis the ends of a bent beam would have to come together, over the square
    /// of the bending. (10)
    pub bow: f64,
}

/// How a beam is deformed at its elastic centre, and the forces there. All along the axes of the beam there, halfway between
/// those of its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamDeformation {
    /// Elongation and shear (m), twist and bending (rad): the second end relative to the first.
    pub strain: [f64; 6],
    /// Normal force and shear forces (N), torque and bending moments (N m) that the part beyond the centre exerts on the part
    /// before it.
    pub force: [f64; 6],
}

/// Geometry of a relative motion.
struct Middle {
    quarter: Vector,
    half: Tensor,
    vector: Vector,
    inverse: Tensor,
    displacement: Vector,
    bow: f64,
}

impl Middle {
    fn of(motion: &RelativeMotion, bow: f64) -> Self {
        let rotation = Rotation::from_matrix(&motion.rotation);
        let [w, x, y, z] = rotation.quaternion();
        // Both signs are the same rotation; the shorter way has w ≥ 0.
        let sign = if w < 0.0 { -1.0 } else { 1.0 };
        let c = [x, y, z].map(|v| sign * v / (1.0 + w.abs()));
        let square = dot(c, c);
        // Cayley's form of the rotation by half the angle
        let mut half = scaled(2.0, &skew(c));
        for i in 0..3 {
            half[i][i] += 1.0 - square;
            for j in 0..3 {
                half[i][j] += 2.0 * c[i] * c[j];
            }
        }
        let half = scaled(1.0 / (1.0 + square), &half);
        let vector = rotation.vector();
        Self {
            quarter: c,
            displacement: transposed_times(&half, motion.displacement),
            half,
            inverse: tangent_inverse(vector),
            vector,
            bow,
        }
    }

    /// How the shift along the axis that bending takes changes with ρ.
    fn bowed(&self) -> Vector {
        let [_, y, z] = self.vector;
        [0.0, 2.0 * self.bow * y, 2.0 * self.bow * z]
    }

    /// G: how half the rotation turns with the whole. (10)
    fn halved(&self) -> Tensor {
        scaled(0.5, &sum(&IDENTITY, &skew(self.quarter)))
    }

    fn strain(&self) -> [f64; 6] {
        let [x, y, z] = self.displacement;
        let shift = 0.5 * dot(self.bowed(), self.vector);
        joined([x - shift, y, z], self.vector)
    }

    /// ẏ
    fn rates(&self, velocity: &[f64; 6]) -> [f64; 6] {
        let (along, about) = split(velocity);
        let turned = times(&self.halved(), about);
        let mut shifted = plus(
            transposed_times(&self.half, along),
            cross(self.displacement, turned),
        );
        let bending = times(&self.inverse, about);
        shifted[0] -= dot(self.bowed(), bending);
        joined(shifted, bending)
    }

    /// The part of e along the axes, and the moment with what the bow adds to it.
    fn moment(&self, e: &[f64; 6]) -> (Vector, Vector) {
        let (along, about) = split(e);
        (along, plus_scaled(about, -along[0], self.bowed()))
    }

    /// Aᵀ e
    fn force(&self, e: &[f64; 6]) -> [f64; 6] {
        let (along, about) = self.moment(e);
        let swung = cross(along, self.displacement);
        let torque = plus(
            transposed_times(&self.halved(), swung),
            transposed_times(&self.inverse, about),
        );
        joined(times(&self.half, along), torque)
    }

    /// A
    fn matrix(&self) -> [[f64; 6]; 6] {
        let mut a = [[0.0; 6]; 6];
        put(&mut a, 0, 0, &transposed(&self.half));
        let swung = product(&skew(self.displacement), &self.halved());
        put(&mut a, 0, 3, &swung);
        put(&mut a, 3, 3, &self.inverse);
        let bowed = transposed_times(&self.inverse, self.bowed());
        for (entry, bowed) in a[0][3..].iter_mut().zip(bowed) {
            *entry -= bowed;
        }
        a
    }

    /// B: how c changes with a further turn.
    fn quarter_gradient(&self) -> Tensor {
        let c = self.quarter;
        let mut b = scaled(2.0, &skew(c));
        for i in 0..3 {
            b[i][i] += 1.0 - dot(c, c);
            for j in 0..3 {
                b[i][j] += 2.0 * c[i] * c[j];
            }
        }
        scaled(0.25, &b)
    }

    /// ∂(Aᵀ e)/∂q with e held. \[theory:shafts\] (11)
    fn add_force_gradient(&self, e: &[f64; 6], out: &mut [[f64; 6]; 6]) {
        let (along, about) = self.moment(e);
        let g = self.halved();
        let pulled = product(
            &transposed_product(&g, &skew(along)),
            &transposed(&self.half),
        );
        add(out, 3, 0, 1.0, &pulled);
        add(out, 0, 3, 1.0, &transposed(&pulled));
        let swung = product(
            &product(
                &transposed_product(&g, &skew(along)),
                &skew(self.displacement),
            ),
            &g,
        );
        add(out, 3, 3, 1.0, &swung);
        let moment = skew(cross(self.displacement, along));
        add(out, 3, 3, -0.5, &product(&moment, &self.quarter_gradient()));
        // T⁻ᵀ(ρ) is T⁻¹(−ρ)
        let back = self.vector.map(|x| -x);
        let turned = product(&tangent_inverse_gradient(back, about), &self.inverse);
        add(out, 3, 3, -1.0, &turned);
        let mut bending = self.inverse;
        bending[0] = [0.0; 3];
        let bowed = transposed_product(&self.inverse, &bending);
        add(out, 3, 3, -2.0 * self.bow * along[0], &bowed);
    }

    /// ∂ẏ/∂q with (ḋ, ω) held.
    fn rate_gradient(&self, velocity: &[f64; 6]) -> [[f64; 6]; 6] {
        let (along, about) = split(velocity);
        let mut out = [[0.0; 6]; 6];
        let g = self.halved();
        let turning = skew(times(&g, about));
        let carried = skew(transposed_times(&self.half, along));
        let shifted = skew(self.displacement);
        add(
            &mut out,
            0,
            0,
            -1.0,
            &product(&turning, &transposed(&self.half)),
        );
        add(&mut out, 0, 3, 1.0, &product(&carried, &g));
        add(
            &mut out,
            0,
            3,
            -1.0,
            &product(&turning, &product(&shifted, &g)),
        );
        let bent = product(&product(&shifted, &skew(about)), &self.quarter_gradient());
        add(&mut out, 0, 3, -0.5, &bent);
        let spun = product(&tangent_inverse_gradient(self.vector, about), &self.inverse);
        add(&mut out, 3, 3, 1.0, &spun);
        let [_, y, z] = times(&self.inverse, about).map(|x| 2.0 * self.bow * x);
        let shift = plus(
            transposed_times(&self.inverse, [0.0, y, z]),
            transposed_times(&spun, self.bowed()),
        );
        for (entry, shift) in out[0][3..].iter_mut().zip(shift) {
            *entry -= shift;
        }
        out
    }
}

impl Elastic {
    pub fn deformation(&self, motion: &RelativeMotion) -> BeamDeformation {
        let strain = Middle::of(motion, self.bow).strain();
        BeamDeformation {
            strain,
            force: [0, 1, 2, 3, 4, 5].map(|i| self.stiffness[i] * strain[i]),
        }
    }

    /// K (y + β ẏ)
    fn stress(&self, strain: &[f64; 6], rate: &[f64; 6]) -> [f64; 6] {
        [0, 1, 2, 3, 4, 5].map(|i| self.stiffness[i] * (strain[i] + self.damping * rate[i]))
    }

    /// The force on b.
    pub fn force(&self, motion: &RelativeMotion) -> [f64; 6] {
        let middle = Middle::of(motion, self.bow);
        let rate = if self.damping == 0.0 {
            [0.0; 6]
        } else {
            middle.rates(&motion.velocity)
        };
        let stress = self.stress(&middle.strain(), &rate);
        middle.force(&stress).map(|f| -f)
    }

    /// The same with its derivatives and energy.
    pub fn value(&self, motion: &RelativeMotion) -> LawValue {
        let middle = Middle::of(motion, self.bow);
        let (strain, rate) = (middle.strain(), middle.rates(&motion.velocity));
        let stress = self.stress(&strain, &rate);
        let a = middle.matrix();
        let mut value = LawValue {
            force: middle.force(&stress).map(|f| -f),
            stiffness: self.between(&a, &a),
            ..LawValue::default()
        };
        middle.add_force_gradient(&stress, &mut value.stiffness);
        if self.damping != 0.0 {
            let damping = self.between(&a, &a);
            let turned = self.between(&a, &middle.rate_gradient(&motion.velocity));
            for i in 0..6 {
                for j in 0..6 {
                    value.damping[i][j] = self.damping * damping[i][j];
                    value.stiffness[i][j] += self.damping * turned[i][j];
                }
            }
        }
        for i in 0..6 {
            value.potential += 0.5 * self.stiffness[i] * strain[i] * strain[i];
            value.dissipated += self.damping * self.stiffness[i] * rate[i] * rate[i];
        }
        value
    }

    /// Aᵀ K B
    fn between(&self, a: &[[f64; 6]; 6], b: &[[f64; 6]; 6]) -> [[f64; 6]; 6] {
        let mut out = [[0.0; 6]; 6];
        for ((k, a), b) in self.stiffness.iter().zip(a).zip(b) {
            for (row, a) in out.iter_mut().zip(a) {
                let factor = k * a;
                if factor != 0.0 {
                    for (entry, b) in row.iter_mut().zip(b) {
                        *entry += factor * b;
                    }
                }
            }
        }
        out
    }
}

fn split(x: &[f64; 6]) -> (Vector, Vector) {
    ([x[0], x[1], x[2]], [x[3], x[4], x[5]])
}

fn joined(along: Vector, about: Vector) -> [f64; 6] {
    let ([x, y, z], [u, v, w]) = (along, about);
    [x, y, z, u, v, w]
}

fn put(m: &mut [[f64; 6]; 6], row: usize, column: usize, block: &Tensor) {
    add(m, row, column, 1.0, block);
}

fn add(m: &mut [[f64; 6]; 6], row: usize, column: usize, factor: f64, block: &Tensor) {
    for (row, block) in m[row..].iter_mut().zip(block) {
        for (entry, value) in row[column..].iter_mut().zip(block) {
            *entry += factor * value;
        }
    }
}
