//! One constraint on the relative motion of two frames, and how any number of them acts on their nodes.
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | Φ | `value` | what must vanish |
//! | G | `gradient` | δΦ = G (δd, δθ), θ a further turn of b in its own axes |
//! | H | `curvature` | δ(G_θ) = H δθ |
//! | η | `along` | δ(G_d) = η δd |
//!
//! B = G J and f = Gᵀ λ acts on b. \[theory:joints\] (1)-(5)

use pitchline_geometry::tensor::{Tensor, times, transposed_times};
use pitchline_geometry::vector::dot;

use crate::{Kinematics, Linearised, LocalMatrix, Relative, RelativeMotion, Touched, Weights};

/// Local velocities before the multipliers: two nodes.
pub(crate) const N_VELOCITIES: usize = 12;

/// A constraint at one instant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ConstraintRow {
    /// Φ.
    pub value: f64,
    /// G over (d, θ).
    pub gradient: [f64; 6],
    /// H over θ.
    pub curvature: Tensor,
    /// η over d, 1/m: only a distance bends there, the same in all directions.
    pub along: f64,
}

impl ConstraintRow {
    /// Φ = d_i, along an axis of a.
    pub fn displacement(motion: &RelativeMotion, axis: usize) -> Self {
        let mut gradient = [0.0; 6];
        gradient[axis] = 1.0;
        Self {
            value: motion.displacement[axis],
            gradient,
            ..Self::default()
        }
    }

    /// Rate of Φ that the relative velocity makes.
    pub fn rate(&self, motion: &RelativeMotion) -> f64 {
        product(&self.gradient, &motion.velocity)
    }

    /// Φ̈ without accelerations of the nodes: G J̇ v + ωᵀ H ω + η ḋ · ḋ, from `relative_bias` J̇ v. (4)
    pub fn bias(&self, motion: &RelativeMotion, relative_bias: &[f64; 6]) -> f64 {
        let [x, y, z, spin @ ..] = motion.velocity;
        let bent = dot(spin, times(&self.curvature, spin)) + self.along * (x * x + y * y + z * z);
        product(&self.gradient, relative_bias) + bent
    }

    /// B over the local velocities of both nodes.
    pub fn over_nodes(&self, motion: &RelativeMotion) -> [f64; N_VELOCITIES] {
        let mut b = [0.0; N_VELOCITIES];
        motion.add_force(1.0, &self.gradient, &mut b);
        b
    }

    /// ∂(B v)/∂q: B v = G (ḋ, ω), and a turn bends G_θ by H. \[theory:radau\] (13)
    pub fn velocity_gradient(&self, linearised: &Linearised) -> [f64; N_VELOCITIES] {
        let velocity = &linearised.motion.velocity;
        let bent = transposed_times(&self.curvature, [velocity[3], velocity[4], velocity[5]]);
        let gradient = linearised.velocity_gradient();
        std::array::from_fn(|j| {
            let turned: f64 = (0..3)
                .map(|k| bent[k] * linearised.jacobian[3 + k][j])
                .sum();
            let carried: f64 = (0..6).map(|k| self.gradient[k] * gradient[k][j]).sum();
            turned + carried
        })
    }
}

fn product(a: &[f64; 6], b: &[f64; 6]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// What so many constraints between two frames touch.
pub(crate) fn touched(between: &Relative, n_multipliers: usize) -> Touched {
    Touched {
        n_multipliers,
        ..Touched::nodes([between.a.node, between.b.node])
    }
}

/// Whether a tangent with these weights contains anything of constraints.
pub(crate) fn is_seen(weights: Weights) -> bool {
    weights.position != 0.0 || weights.multiplier != 0.0
}

/// f = Σ λ Gᵀ: force on b in the axes of a, torque on b in its own. (3)
pub(crate) fn force(rows: &[ConstraintRow], multipliers: &[f64]) -> [f64; 6] {
    let mut force = [0.0; 6];
    for (row, multiplier) in rows.iter().zip(multipliers) {
        for (force, g) in force.iter_mut().zip(&row.gradient) {
            *force += multiplier * g;
        }
    }
    force
}

/// Adds −Bᵀ λ and Φ.
pub(crate) fn add_residual(
    motion: &RelativeMotion,
    rows: &[ConstraintRow],
    multipliers: &[f64],
    out: &mut [f64],
) {
    motion.add_force(-1.0, &force(rows, multipliers), out);
    for (out, row) in out[N_VELOCITIES..].iter_mut().zip(rows) {
        *out += row.value;
    }
}

/// Adds −Bᵀ λ and B v.
pub(crate) fn add_velocity_residual(
    motion: &RelativeMotion,
    rows: &[ConstraintRow],
    multipliers: &[f64],
    out: &mut [f64],
) {
    motion.add_force(-1.0, &force(rows, multipliers), out);
    for (out, row) in out[N_VELOCITIES..].iter_mut().zip(rows) {
        *out += row.rate(motion);
    }
}

/// Adds −∂(Bᵀ λ)/∂q, B and −Bᵀ. (5)
pub(crate) fn add_tangent(
    linearised: &Linearised,
    rows: &[ConstraintRow],
    multipliers: &[f64],
    weights: Weights,
    out: &mut LocalMatrix,
) {
    if weights.position != 0.0 {
        let mut bent = [[0.0; 6]; 6];
        for (row, multiplier) in rows.iter().zip(multipliers) {
            for (i, bent) in bent[..3].iter_mut().enumerate() {
                bent[i] += multiplier * row.along;
            }
            for (bent, curvature) in bent[3..].iter_mut().zip(&row.curvature) {
                for (bent, curvature) in bent[3..].iter_mut().zip(curvature) {
                    *bent += multiplier * curvature;
                }
            }
        }
        linearised.add_square(-weights.position, &bent, out);
        linearised.add_geometric(-weights.position, &force(rows, multipliers), out);
    }
    for (i, row) in rows.iter().enumerate() {
        let b = row.over_nodes(&linearised.motion);
        for (column, b) in b.iter().enumerate() {
            out.add(N_VELOCITIES + i, column, weights.position * b);
            out.add(column, N_VELOCITIES + i, -weights.multiplier * b);
        }
    }
}

/// Adds Φ̈ without accelerations of the nodes. (4)
pub(crate) fn add_bias(
    k: &Kinematics,
    between: &Relative,
    linearised: &Linearised,
    rows: &[ConstraintRow],
    out: &mut [f64],
) {
    let relative_bias = linearised.bias(k, between);
    for (out, row) in out.iter_mut().zip(rows) {
        *out += row.bias(&linearised.motion, &relative_bias);
    }
}

/// Adds ∂(B v)/∂q.
pub(crate) fn add_velocity_gradient(
    linearised: &Linearised,
    rows: &[ConstraintRow],
    out: &mut LocalMatrix,
) {
    for (i, row) in rows.iter().enumerate() {
        let gradient = row.velocity_gradient(linearised);
        let out = out.row_mut(N_VELOCITIES + i);
        for (out, g) in out[..N_VELOCITIES].iter_mut().zip(gradient) {
            *out += g;
        }
    }
}

/// Whether rows can couple two local unknowns. `has_along`: there is a row that holds a displacement; `is_along(i)`: row i does;
/// `has_arm`: frame b is away from its node, so that its turn moves the frame. \[theory:joints\] (13)
pub(crate) fn couples(
    row: usize,
    column: usize,
    has_along: bool,
    is_along: impl Fn(usize) -> bool,
    has_arm: bool,
) -> bool {
    // 0: a along, 1: a about, 2: b along, 3: b about
    let (block_row, block_column) = (row / 3, column / 3);
    match (row < N_VELOCITIES, column < N_VELOCITIES) {
        (true, true) => {
            let is_turn = |block: usize| block % 2 == 1;
            (is_turn(block_row) && is_turn(block_column))
                || (has_along && (block_row == 1 || block_column == 1))
        }
        (true, false) => touches(block_row, is_along(column - N_VELOCITIES), has_arm),
        (false, true) => touches(block_column, is_along(row - N_VELOCITIES), has_arm),
        (false, false) => false,
    }
}

/// Whether a constraint is touched by a block of velocities.
fn touches(block: usize, is_along: bool, has_arm: bool) -> bool {
    match block {
        0 | 2 => is_along,
        1 => true,
        _ => !is_along || has_arm,
    }
}
