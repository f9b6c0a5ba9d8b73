//! A node that is tied to a place of a body that deforms. \[theory:flexible-bodies\] (19)-(25)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | s, E | `place`, `axes` | where the node is in the frame of the undeformed body, and its axes there |
//! | φ_i, ψ_i | `along`, `about` | displacement and turn of the place in each mode, axes of the frame |
//! | d = Aᵀ (x − r) | `apart` | place of the node as the frame sees it |
//! | (w, v) | `scalar`, `vector` | unit quaternion of P = Aᵀ R Eᵀ |
//! | θ = Σ ψ_i q_i | `turn` | turn of the place by deformation |
//!
//! Along: d − s − Σ φ_i q_i = 0. About: the vector part of 2 (1, −θ/2) ∘ (w, v), which vanishes where the node is turned by Rodrigues'
//! vector θ, and so by exp θ̃ but for terms of the third order in the deformation. It is linear in the modes.
//!
//! Nodes of a mesh have no turns: a node tied to one keeps the axes of the frame (ψ_i = 0).

use pitchline_geometry::tensor::{
    IDENTITY, Tensor, product, product_transposed, scaled, skew, sum, times, transposed,
    transposed_product, transposed_times,
};
use pitchline_geometry::vector::{
    Vector, cross, dot, length, minus, plus, plus_scaled, times as scale,
};

use super::FlexibleBodyError;
use crate::{Element, Kinematics, LocalMatrix, NodeId, Rotation, ScalarId, Touched, Weights};

/// Six constraints: a node moves with a place of a flexible body.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment {
    frame: NodeId,
    node: NodeId,
    modes: Vec<ScalarId>,
    place: Vector,
    axes: Tensor,
    along: Vec<Vector>,
    about: Vec<Vector>,
}

/// A state as the constraints see it.
struct Seen {
    /// A.
    frame: Tensor,
    apart: Vector,
    /// P.
    relative: Tensor,
    scalar: f64,
    vector: Vector,
    turn: Vector,
    /// N of δΦ = N δψ + …
    gradient: Tensor,
}

/// First unknown of each kind.
const FRAME_TURN: usize = 3;
const NODE: usize = 6;
const NODE_TURN: usize = 9;
const MODES: usize = 12;

impl Attachment {
    /// Ties a node to a place of the body in a frame, with what each mode does there: displacements, and turns where they are known.
    pub fn new(
        [frame, node]: [NodeId; 2],
        modes: Vec<ScalarId>,
        place: Vector,
        axes: Tensor,
        along: Vec<Vector>,
        about: Option<Vec<Vector>>,
    ) -> Result<Self, FlexibleBodyError> {
        let needed = modes.len();
        let about = about.unwrap_or_else(|| vec![[0.0; 3]; needed]);
        for (what, given) in [
            ("displacements of an attachment", along.len()),
            ("turns of an attachment", about.len()),
        ] {
            if given != needed {
                return Err(FlexibleBodyError::Count {
                    what,
                    given,
                    needed,
                });
            }
        }
        Ok(Self {
            frame,
            node,
            modes,
            place,
            axes,
            along,
            about,
        })
    }

    /// Σ rows_i · (value or rate of mode i).
    fn sum(&self, k: &Kinematics, rows: &[Vector], which: usize) -> Vector {
        let modes = self.modes.iter().zip(rows);
        modes.fold([0.0; 3], |sum, (mode, row)| {
            plus_scaled(sum, k.scalar(*mode)[which], *row)
        })
    }

    fn see(&self, k: &Kinematics) -> Seen {
        let (frame, node) = (k.pose(self.frame), k.pose(self.node));
        let turned = product_transposed(&node.axes, &self.axes);
        let relative = transposed_product(&frame.axes, &turned);
        let [w, x, y, z] = Rotation::from_matrix(&relative).quaternion();
        // Of both quaternions the one of the smaller turn.
        let sign = if w < 0.0 { -1.0 } else { 1.0 };
        let (scalar, vector) = (sign * w, [sign * x, sign * y, sign * z]);
        let turn = self.sum(k, &self.about, 0);
        Seen {
            frame: frame.axes,
            apart: transposed_times(&frame.axes, minus(node.place, frame.place)),
            gradient: gradient(scalar, vector, turn),
            relative,
            scalar,
            vector,
            turn,
        }
    }

    /// B by columns: rows of the constraints along and about for each mode.
    fn add_rows(&self, seen: &Seen, weight: f64, out: &mut LocalMatrix) {
        let first = MODES + self.modes.len();
        let ground = transposed(&seen.frame);
        out.add_block(first, 0, -weight, &ground);
        out.add_block(first, FRAME_TURN, weight, &skew(seen.apart));
        out.add_block(first, NODE, weight, &ground);
        let [by_frame, by_node] = self.turn_rows(seen);
        out.add_block(first + 3, FRAME_TURN, weight, &by_frame);
        out.add_block(first + 3, NODE_TURN, weight, &by_node);
        for (i, (along, about)) in self.along.iter().zip(&self.about).enumerate() {
            let about = seen.by_turn(*about);
            for a in 0..3 {
                out.add(first + a, MODES + i, -weight * along[a]);
                out.add(first + 3 + a, MODES + i, -weight * about[a]);
            }
        }
    }

    /// −N Pᵀ and N E.
    fn turn_rows(&self, seen: &Seen) -> [Tensor; 2] {
        [
            scaled(-1.0, &product_transposed(&seen.gradient, &seen.relative)),
            product(&seen.gradient, &self.axes),
        ]
    }

    /// −Bᵀ in the columns of the multipliers.
    fn add_columns(&self, seen: &Seen, weight: f64, out: &mut LocalMatrix) {
        let first = MODES + self.modes.len();
        out.add_block(0, first, weight, &seen.frame);
        out.add_block(FRAME_TURN, first, weight, &skew(seen.apart));
        out.add_block(NODE, first, -weight, &seen.frame);
        let [by_frame, by_node] = self.turn_rows(seen);
        out.add_block(FRAME_TURN, first + 3, -weight, &transposed(&by_frame));
        out.add_block(NODE_TURN, first + 3, -weight, &transposed(&by_node));
        for (i, (along, about)) in self.along.iter().zip(&self.about).enumerate() {
            let about = seen.by_turn(*about);
            for a in 0..3 {
                out.add(MODES + i, first + a, weight * along[a]);
                out.add(MODES + i, first + 3 + a, weight * about[a]);
            }
        }
    }

    /// −∂(Bᵀ f)/∂q for a force f along.
    fn add_along_stiffness(&self, seen: &Seen, force: Vector, weight: f64, out: &mut LocalMatrix) {
        let f = skew(force);
        let turned = product(&seen.frame, &f);
        out.add_block(NODE, FRAME_TURN, weight, &turned);
        out.add_block(0, FRAME_TURN, -weight, &turned);
        // δ(d × f) = −f̃ δd
        let by_place = product_transposed(&f, &seen.frame);
        out.add_block(FRAME_TURN, 0, weight, &by_place);
        out.add_block(FRAME_TURN, NODE, -weight, &by_place);
        out.add_block(
            FRAME_TURN,
            FRAME_TURN,
            -weight,
            &product(&f, &skew(seen.apart)),
        );
    }

    /// −∂(Bᵀ μ)/∂q for a torque μ about. (24), (25)
    fn add_about_stiffness(&self, seen: &Seen, torque: Vector, weight: f64, out: &mut LocalMatrix) {
        let [by_turn, by_deformation] = seen.curvature(torque);
        let moment = transposed_times(&seen.gradient, torque);
        let (p, e) = (&seen.relative, &self.axes);
        // δψ = E δΘ_node − Pᵀ δΘ_frame
        let node = scaled(-1.0, &transposed_product(e, &by_turn));
        out.add_block(NODE_TURN, NODE_TURN, weight, &product(&node, e));
        out.add_block(
            NODE_TURN,
            FRAME_TURN,
            -weight,
            &product_transposed(&node, p),
        );
        let frame = product(p, &sum(&by_turn, &skew(scale(-1.0, moment))));
        out.add_block(FRAME_TURN, NODE_TURN, weight, &product(&frame, e));
        out.add_block(
            FRAME_TURN,
            FRAME_TURN,
            -weight,
            &product_transposed(&frame, p),
        );
        for (i, about) in self.about.iter().enumerate() {
            let change = times(&by_deformation, *about);
            // The second derivative is symmetric: rows of modes are their columns turned over.
            let on_node = scale(-weight, transposed_times(e, change));
            let on_frame = scale(weight, times(p, change));
            for a in 0..3 {
                out.add(NODE_TURN + a, MODES + i, on_node[a]);
                out.add(MODES + i, NODE_TURN + a, on_node[a]);
                out.add(FRAME_TURN + a, MODES + i, on_frame[a]);
                out.add(MODES + i, FRAME_TURN + a, on_frame[a]);
            }
        }
    }
}

impl Seen {
    /// (w 1 − ṽ) x
    fn by_turn(&self, x: Vector) -> Vector {
        plus_scaled(scale(self.scalar, x), -1.0, cross(self.vector, x))
    }

    /// ∂(Nᵀ μ)/∂ψ and ∂(Nᵀ μ)/∂θ.
    fn curvature(&self, torque: Vector) -> [Tensor; 2] {
        let (w, v) = (self.scalar, self.vector);
        let m = skew(torque);
        let bent = cross(self.turn, torque);
        // By δv: μ̃ + ½ (θ·μ) 1 + ½ (θ × μ)~; by δw: μ + ½ θ × μ.
        let by_vector = sum(
            &sum(&m, &scaled(0.5 * dot(self.turn, torque), &IDENTITY)),
            &scaled(0.5, &skew(bent)),
        );
        let by_scalar = plus_scaled(torque, 0.5, bent);
        let half = sum(&scaled(w, &IDENTITY), &skew(v));
        let by_psi = sum(
            &scaled(0.5, &product(&by_vector, &half)),
            &outer(-0.5, by_scalar, v),
        );
        // ½ v μᵀ − ½ w μ̃ + ½ ṽ μ̃
        let by_theta = sum(
            &outer(0.5, v, torque),
            &scaled(0.5, &sum(&scaled(-w, &m), &product(&skew(v), &m))),
        );
        [by_psi, by_theta]
    }
}

/// N = w 1 + ṽ + ½ θ vᵀ − ½ w θ̃ − ½ θ̃ ṽ. (22)
fn gradient(w: f64, v: Vector, turn: Vector) -> Tensor {
    let half = sum(&scaled(w, &IDENTITY), &skew(v));
    let bent = sum(
        &outer(0.5, turn, v),
        &scaled(-0.5, &product(&skew(turn), &half)),
    );
    sum(&half, &bent)
}

fn outer(factor: f64, a: Vector, b: Vector) -> Tensor {
    a.map(|x| b.map(|y| factor * x * y))
}

impl Element for Attachment {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.frame, self.node],
            scalars: self.modes.clone(),
            n_multipliers: 6,
            ..Touched::default()
        }
    }

    fn reach(&self) -> f64 {
        match self.frame {
            NodeId::GROUND => 0.0,
            _ => length(self.place),
        }
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let seen = self.see(k);
        let force = [multipliers[0], multipliers[1], multipliers[2]];
        let torque = [multipliers[3], multipliers[4], multipliers[5]];
        let on_node = times(&seen.frame, force);
        let moment = transposed_times(&seen.gradient, torque);
        let on_turn = transposed_times(&self.axes, moment);
        let on_frame = plus(cross(seen.apart, force), times(&seen.relative, moment));
        for a in 0..3 {
            out[a] += on_node[a];
            out[FRAME_TURN + a] += on_frame[a];
            out[NODE + a] -= on_node[a];
            out[NODE_TURN + a] -= on_turn[a];
        }
        for (i, (along, about)) in self.along.iter().zip(&self.about).enumerate() {
            out[MODES + i] += dot(*along, force) + dot(seen.by_turn(*about), torque);
        }
        let first = MODES + self.modes.len();
        let moved = plus(self.place, self.sum(k, &self.along, 0));
        // 2 v − w θ − θ × v
        let bent = plus_scaled(cross(seen.turn, seen.vector), seen.scalar, seen.turn);
        for a in 0..3 {
            out[first + a] += seen.apart[a] - moved[a];
            out[first + 3 + a] += 2.0 * seen.vector[a] - bent[a];
        }
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        let seen = self.see(k);
        if weights.multiplier != 0.0 {
            self.add_columns(&seen, weights.multiplier, out);
        }
        if weights.position != 0.0 {
            let force = [multipliers[0], multipliers[1], multipliers[2]];
            let torque = [multipliers[3], multipliers[4], multipliers[5]];
            self.add_rows(&seen, weights.position, out);
            self.add_along_stiffness(&seen, force, weights.position, out);
            self.add_about_stiffness(&seen, torque, weights.position, out);
        }
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let seen = self.see(k);
        let (frame, node) = (k.velocity(self.frame), k.velocity(self.node));
        // d̈ = −ω × u + ḋ × ω with u = Aᵀ (ẋ − ṙ), ḋ = u + d × ω
        let u = transposed_times(&seen.frame, minus(node.along, frame.along));
        let rate = plus(u, cross(seen.apart, frame.about));
        let along = minus(cross(rate, frame.about), cross(frame.about, u));
        let carried = transposed_times(&seen.relative, frame.about);
        let spin = minus(times(&self.axes, node.about), carried);
        let bend = self.sum(k, &self.about, 1);
        let (w, v) = (seen.scalar, seen.vector);
        let w_rate = -0.5 * dot(v, spin);
        let v_rate = scale(0.5, plus_scaled(cross(v, spin), w, spin));
        // Ṅ: N is bilinear in (w, v) and (1, θ).
        let bent = |w: f64, v: Vector, turn: Vector| {
            let half = plus_scaled(cross(v, spin), w, spin);
            let by_turn = scale(0.5 * dot(v, spin), turn);
            plus_scaled(by_turn, -0.5, cross(turn, half))
        };
        let straight = plus_scaled(cross(v_rate, spin), w_rate, spin);
        let second = plus(
            plus(straight, bent(w_rate, v_rate, seen.turn)),
            bent(w, v, bend),
        );
        let by_spin = times(&seen.gradient, cross(spin, carried));
        let by_bend = plus_scaled(scale(w_rate, bend), -1.0, cross(v_rate, bend));
        let about = minus(plus(second, by_spin), by_bend);
        for a in 0..3 {
            out[a] += along[a];
            out[3 + a] += about[a];
        }
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        let multipliers = MODES + self.modes.len();
        let has = |i: usize, rows: &[Vector]| rows[i - MODES].iter().any(|&x| x != 0.0);
        match (row.min(column), row.max(column)) {
            // Places act on the turn of the frame alone.
            (0..3 | NODE..NODE_TURN, other) if other < multipliers => {
                (FRAME_TURN..NODE).contains(&other)
            }
            (FRAME_TURN..NODE, other) if (MODES..multipliers).contains(&other) => {
                has(other, &self.about)
            }
            (FRAME_TURN..NODE, other) if other < multipliers => true,
            (NODE_TURN..MODES, other) if (MODES..multipliers).contains(&other) => {
                has(other, &self.about)
            }
            (NODE_TURN..MODES, other) if other < multipliers => true,
            (one, other) if other >= multipliers => {
                let is_along = other < multipliers + 3;
                match one {
                    0..3 | NODE..NODE_TURN => is_along,
                    NODE_TURN..MODES => !is_along,
                    _ if (MODES..multipliers).contains(&one) => match is_along {
                        true => has(one, &self.along),
                        false => has(one, &self.about),
                    },
                    _ => one < multipliers,
                }
            }
            _ => false,
        }
    }

    fn constraint_is_angle(&self, row: usize) -> bool {
        row >= 3
    }

    fn constraint_name(&self, row: usize) -> String {
        const NAMES: [&str; 6] = [
            "displacement along x",
            "displacement along y",
            "displacement along z",
            "turn about x",
            "turn about y",
            "turn about z",
        ];
        NAMES.get(row).copied().unwrap_or("constraint").to_owned()
    }
}
