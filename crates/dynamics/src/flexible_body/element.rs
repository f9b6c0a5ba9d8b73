//! The equations of motion of a body that deforms in a moving frame. \[theory:flexible-bodies\] (8)-(13)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | A, ω, ω̇ | `axes`, `spin`, `spin_rate` | of the frame; spin in its own axes |
//! | a′ = Aᵀ (r̈ − g) | `fall` | acceleration of the frame against free fall, in its axes |
//! | S, Ṡ | `first`, `first_rate` | first moment of mass |
//! | J | `inertia` | of the deformed body |
//! | b | `force` | force per frame axes: r = A b |
//!
//! Local unknowns: 6 of the frame's node, then the modes. A body on the ground has the ground for its node.

use pitchline_geometry::tensor::{
    Tensor, ZERO, product, scaled, skew, sum, times, transposed, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot, plus, plus_scaled, times as scale};

use super::moments::{Moments, Products};
use super::{FlexibleBodyError, InertiaForm};
use crate::rigid_body::gyration;
use crate::{Element, Energy, Kinematics, LocalMatrix, NodeId, ScalarId, Touched, Weights};

/// A body that deforms by modes in the frame of a node. Modes have a mass of one.
#[derive(Debug, Clone, PartialEq)]
pub struct FlexibleBody {
    node: NodeId,
    modes: Vec<ScalarId>,
    /// ω² of each mode (1/s²): stiffness over mass.
    stiffness: Vec<f64>,
    /// Damping of each mode (1/s).
    damping: Vec<f64>,
    moments: Moments,
}

/// What the frame does.
struct Motion {
    axes: Tensor,
    spin: Vector,
    spin_rate: Vector,
    fall: Vector,
}

/// Sums over all modes at a state.
struct Sums {
    first: Vector,
    first_rate: Vector,
    first_second: Vector,
    inertia: Tensor,
    /// Σ q̇_i G_i
    inertia_rate: Tensor,
    /// Σ C_i q̈_i
    relative: Vector,
}

impl FlexibleBody {
    /// A body over a node and modes, from sums over shapes whose masses Σ m φ_i · φ_j are the unit matrix, with stiffness and damping
    /// of each.
    pub fn new(
        node: NodeId,
        modes: Vec<ScalarId>,
        sums: &pitchline_fem::MassMoments,
        stiffness: Vec<f64>,
        damping: Vec<f64>,
        form: InertiaForm,
    ) -> Result<Self, FlexibleBodyError> {
        let lengths = [
            ("modes of the body", modes.len()),
            ("stiffnesses of modes", stiffness.len()),
            ("dampings of modes", damping.len()),
        ];
        for (what, given) in lengths {
            if given != sums.n() {
                return Err(FlexibleBodyError::Count {
                    what,
                    given,
                    needed: sums.n(),
                });
            }
        }
        Ok(Self {
            node,
            modes,
            stiffness,
            damping,
            moments: Moments::new(sums, form)?,
        })
    }

    /// Pairs of modes that inertia couples, of n² possible ones.
    pub fn n_pairs(&self) -> usize {
        self.moments.n_pairs()
    }

    /// ω² of each mode (1/s²).
    pub fn stiffness(&self) -> &[f64] {
        &self.stiffness
    }

    /// Damping of each mode (1/s).
    pub fn damping(&self) -> &[f64] {
        &self.damping
    }

    fn motion(&self, k: &Kinematics) -> Motion {
        let axes = k.pose(self.node).axes;
        let rate = k.acceleration(self.node);
        Motion {
            axes,
            spin: k.velocity(self.node).about,
            spin_rate: rate.about,
            fall: transposed_times(&axes, plus_scaled(rate.along, -1.0, k.gravity)),
        }
    }

    fn coordinate(&self, k: &Kinematics, i: usize) -> [f64; 3] {
        k.scalar(self.modes[i])
    }

    /// N_i, Ṅ_i, N̈_i.
    fn products(&self, k: &Kinematics, i: usize) -> [Products; 3] {
        self.moments.products(i, |j| self.coordinate(k, j))
    }

    /// Sums over modes; `each` sees the products of every mode on the way.
    fn sums(&self, k: &Kinematics, mut each: impl FnMut(usize, [f64; 3], &[Products; 3])) -> Sums {
        let m = &self.moments;
        let mut sums = Sums {
            first: m.first,
            first_rate: [0.0; 3],
            first_second: [0.0; 3],
            inertia: m.inertia,
            inertia_rate: ZERO,
            relative: [0.0; 3],
        };
        for i in 0..m.n() {
            let [q, rate, second] = self.coordinate(k, i);
            let products = self.products(k, i);
            let mode = &m.modes[i];
            sums.first = plus_scaled(sums.first, q, mode.sum);
            sums.first_rate = plus_scaled(sums.first_rate, rate, mode.sum);
            sums.first_second = plus_scaled(sums.first_second, second, mode.sum);
            // J = J_0 + Σ q_i (H_0i + H_i)
            let change = sum(
                &Products(mode.arm).half_inertia(),
                &products[0].half_inertia(),
            );
            sums.inertia = sum(&sums.inertia, &scaled(q, &change));
            let turning = super::moments::turning(&products[0].0);
            sums.inertia_rate = sum(&sums.inertia_rate, &scaled(rate, &turning));
            sums.relative = plus_scaled(sums.relative, second, products[0].crossed());
            each(i, [q, rate, second], &products);
        }
        sums
    }

    /// b − m a′ and the torque, in the axes of the frame. (9), (10)
    fn wrench(motion: &Motion, sums: &Sums) -> [Vector; 2] {
        let (w, s) = (motion.spin, sums.first);
        let swing = plus(cross(motion.spin_rate, s), cross(w, cross(w, s)));
        let force = plus(
            plus_scaled(swing, 2.0, cross(w, sums.first_rate)),
            sums.first_second,
        );
        let spun = plus(
            times(&sums.inertia, motion.spin_rate),
            cross(w, times(&sums.inertia, w)),
        );
        let torque = plus(plus(cross(s, motion.fall), spun), sums.relative);
        [
            force,
            plus_scaled(torque, 2.0, times(&sums.inertia_rate, w)),
        ]
    }

    /// Force on a mode. (11)
    fn modal_force(&self, i: usize, motion: &Motion, q: [f64; 3], products: &[Products; 3]) -> f64 {
        let [here, rate, _] = products;
        let w = motion.spin;
        dot(self.moments.modes[i].sum, motion.fall) + dot(here.crossed(), motion.spin_rate) + q[2]
            - here.square(w)
            + 2.0 * dot(w, rate.crossed())
            + self.stiffness[i] * q[0]
            + self.damping[i] * q[1]
    }

    fn add_mode_by_position(
        &self,
        i: usize,
        motion: &Motion,
        products: &[Products; 3],
        weight: f64,
        out: &mut LocalMatrix,
    ) {
        let [here, rate, second] = products;
        let (w, a) = (motion.spin, motion.spin_rate);
        let sum_i = self.moments.modes[i].sum;
        let swing = plus(cross(a, sum_i), cross(w, cross(w, sum_i)));
        let spun = plus(here.inertia_change(a), cross(w, here.inertia_change(w)));
        let mut torque = plus_scaled(cross(sum_i, motion.fall), 2.0, spun);
        torque = plus_scaled(torque, -1.0, second.crossed());
        torque = plus_scaled(torque, 2.0, rate.turned_back(w));
        add_column(out, 0, 6 + i, weight, times(&motion.axes, swing));
        add_column(out, 3, 6 + i, weight, torque);
        add_row(out, 6 + i, 3, weight, cross(sum_i, motion.fall));
        out.add(6 + i, 6 + i, weight * self.stiffness[i]);
        for pair in self.moments.pairs_of(i) {
            let moment = Products(pair.moment);
            let force = dot(a, moment.crossed()) - moment.square(w);
            out.add(6 + i, 6 + pair.other as usize, weight * force);
        }
    }

    fn add_mode_by_velocity(
        &self,
        i: usize,
        motion: &Motion,
        products: &[Products; 3],
        weight: f64,
        out: &mut LocalMatrix,
    ) {
        let [here, rate, _] = products;
        let w = motion.spin;
        let swing = cross(w, self.moments.modes[i].sum);
        add_column(out, 0, 6 + i, 2.0 * weight, times(&motion.axes, swing));
        add_column(out, 3, 6 + i, 2.0 * weight, here.turned(w));
        let row = plus_scaled(rate.crossed(), -1.0, here.inertia_change(w));
        add_row(out, 6 + i, 3, 2.0 * weight, row);
        out.add(6 + i, 6 + i, weight * self.damping[i]);
        for pair in self.moments.pairs_of(i) {
            let force = 2.0 * dot(w, Products(pair.moment).crossed());
            out.add(6 + i, 6 + pair.other as usize, weight * force);
        }
    }

    fn add_mode_by_acceleration(
        &self,
        i: usize,
        motion: &Motion,
        products: &[Products; 3],
        weight: f64,
        out: &mut LocalMatrix,
    ) {
        let along = times(&motion.axes, self.moments.modes[i].sum);
        let about = products[0].crossed();
        add_column(out, 0, 6 + i, weight, along);
        add_row(out, 6 + i, 0, weight, along);
        add_column(out, 3, 6 + i, weight, about);
        add_row(out, 6 + i, 3, weight, about);
        out.add(6 + i, 6 + i, weight);
    }

    /// Rows and columns of the frame alone. (12)
    fn add_frame(&self, motion: &Motion, sums: &Sums, weights: Weights, out: &mut LocalMatrix) {
        let (w, s) = (motion.spin, skew(sums.first));
        let [force, _] = Self::wrench(motion, sums);
        let turned = product(&motion.axes, &skew(force));
        out.add_block(0, 3, -weights.position, &turned);
        out.add_block(3, 3, weights.position, &product(&s, &skew(motion.fall)));
        // (ω × S)~ + ω̃ S̃ + 2 (Ṡ)~
        let swing = sum(
            &sum(&skew(cross(w, sums.first)), &product(&skew(w), &s)),
            &scaled(2.0, &skew(sums.first_rate)),
        );
        out.add_block(0, 3, -weights.velocity, &product(&motion.axes, &swing));
        let momentum = times(&sums.inertia, w);
        let gyroscopic = sum(
            &product(&skew(w), &sums.inertia),
            &skew(scale(-1.0, momentum)),
        );
        out.add_block(3, 3, weights.velocity, &gyroscopic);
        out.add_block(3, 3, 2.0 * weights.velocity, &sums.inertia_rate);
        let mass = weights.acceleration * self.moments.mass;
        for i in 0..3 {
            out.add(i, i, mass);
        }
        let arm = product(&motion.axes, &s);
        out.add_block(0, 3, -weights.acceleration, &arm);
        out.add_block(3, 0, -weights.acceleration, &transposed(&arm));
        out.add_block(3, 3, weights.acceleration, &sums.inertia);
    }

    /// Whether the first moment can differ from zero.
    fn has_first_moment(&self) -> bool {
        let is_moved = |v: &Vector| v.iter().any(|&x| x != 0.0);
        is_moved(&self.moments.first) || self.moments.modes.iter().any(|mode| is_moved(&mode.sum))
    }
}

impl Element for FlexibleBody {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.node],
            scalars: self.modes.clone(),
            ..Touched::default()
        }
    }

    /// Of the undeformed body: Σ m r² = tr J / 2.
    fn reach(&self) -> f64 {
        let Moments { mass, inertia, .. } = &self.moments;
        gyration(*mass, 0.5 * (0..3).map(|i| inertia[i][i]).sum::<f64>())
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let motion = self.motion(k);
        let sums = self.sums(k, |i, q, products| {
            out[6 + i] += self.modal_force(i, &motion, q, products);
        });
        let [force, torque] = Self::wrench(&motion, &sums);
        let force = plus_scaled(force, self.moments.mass, motion.fall);
        let force = times(&motion.axes, force);
        for i in 0..3 {
            out[i] += force[i];
            out[3 + i] += torque[i];
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let motion = self.motion(k);
        let sums = self.sums(k, |i, _, products| {
            if weights.position != 0.0 {
                self.add_mode_by_position(i, &motion, products, weights.position, out);
            }
            if weights.velocity != 0.0 {
                self.add_mode_by_velocity(i, &motion, products, weights.velocity, out);
            }
            if weights.acceleration != 0.0 {
                self.add_mode_by_acceleration(i, &motion, products, weights.acceleration, out);
            }
        });
        self.add_frame(&motion, &sums, weights, out);
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let motion = self.motion(k);
        let pose = k.pose(self.node);
        let v = transposed_times(&pose.axes, k.velocity(self.node).along);
        let mut energy = Energy::default();
        let mut swing = [0.0; 3];
        let sums = self.sums(k, |i, [q, rate, _], products| {
            swing = plus_scaled(swing, rate, products[0].crossed());
            energy.kinetic += 0.5 * rate * rate;
            energy.potential += 0.5 * self.stiffness[i] * q * q;
            energy.dissipated += self.damping[i] * rate * rate;
        });
        let w = motion.spin;
        let relative = plus(cross(w, sums.first), sums.first_rate);
        energy.kinetic += 0.5 * self.moments.mass * dot(v, v)
            + dot(v, relative)
            + 0.5 * dot(w, times(&sums.inertia, w))
            + dot(w, swing);
        let middle = plus_scaled(times(&pose.axes, sums.first), self.moments.mass, pose.place);
        energy.potential -= dot(k.gravity, middle);
        energy
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        let mode = |index: usize| &self.moments.modes[index - 6].sum;
        match (row.min(column), row.max(column)) {
            (0..3, 0..3) => row == column,
            (0..3, 3..6) => self.has_first_moment(),
            (3..6, _) => true,
            (0..3, i) => mode(i).iter().any(|&x| x != 0.0),
            (i, j) => i == j || self.moments.are_pair(i - 6, j - 6),
        }
    }
}

fn add_column(out: &mut LocalMatrix, row: usize, column: usize, factor: f64, values: Vector) {
    for (i, value) in values.iter().enumerate() {
        out.add(row + i, column, factor * value);
    }
}

fn add_row(out: &mut LocalMatrix, row: usize, column: usize, factor: f64, values: Vector) {
    for (i, value) in values.iter().enumerate() {
        out.add(row, column + i, factor * value);
    }
}
