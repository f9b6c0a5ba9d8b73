//! The joint as a part of a machine: residual, tangent, constraints, energy. \[theory:gear-joint\] (8)-(15)

use super::contact::Contact;
use super::place::{Place, Second};
use super::rows::{self, N, Rows};
use super::{GearJoint, NODES};
use crate::{
    Element, Energy, Kinematics, Linearised, LocalMatrix, RelativeMotion, Touched, Weights,
};

impl Element for GearJoint {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.between.a.node, self.between.b.node],
            scalars: self.turns.into_iter().chain(self.deformation).collect(),
            n_multipliers: 3,
            ..Touched::default()
        }
    }

    /// ψ_A and ψ_B are those of one way from the start to here.
    fn counts_turns(&self) -> bool {
        true
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, multipliers);
        let [d_x, d_y, d_z, t_x, t_y, t_z, scalars @ ..] = contact.forces(multipliers);
        motion.add_force(-1.0, &[d_x, d_y, d_z, t_x, t_y, t_z], out);
        let n = self.n_scalars();
        for (out, force) in out[NODES..NODES + n].iter_mut().zip(&scalars) {
            *out -= force;
        }
        for (out, value) in out[NODES + n..].iter_mut().zip(&contact.rows.value) {
            *out += value;
        }
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, multipliers);
        let linearised = motion.linearised();
        if weights.position != 0.0 {
            self.add_stiffness(&contact, &linearised, multipliers, weights.position, out);
        }
        self.add_damping(&contact, &linearised, weights, out);
        self.add_constraints(&contact, &linearised, weights, out);
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let linearised = self.between.linearised(k);
        let place = self.place(k, &linearised.motion);
        let rows = Rows::new(&place, &self.ratio, self.coordinates(k, 0));
        let relative = linearised.bias(k, &self.between);
        let rates = self.rates(k, &linearised.motion);
        for (i, (out, row)) in out.iter_mut().zip(&rows.gradient).enumerate() {
            let carried: f64 = relative.iter().zip(row).map(|(b, g)| b * g).sum();
            *out += carried + quadratic(&bend_of(&place, i), &rates);
        }
    }

    fn energy(&self, k: &Kinematics, multipliers: &[f64]) -> Energy {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, multipliers);
        let [along, ..] = contact.followed.shares;
        let mesh = contact.mesh.map(|(value, _)| value).unwrap_or_default();
        Energy {
            kinetic: 0.0,
            potential: mesh.elastic.energy,
            dissipated: mesh.dissipated - along * contact.slipping.slip,
            // The radial force has no potential: its source lets it work on centres that move apart.
            supplied: contact.apart() * contact.radial.rate(&motion),
        }
    }

    /// Where right flanks touch and part, and where left ones do.
    fn n_kinks(&self) -> usize {
        self.mesh.as_ref().map_or(0, |mesh| mesh.law.n_kinks())
    }

    fn kink_damping(&self) -> f64 {
        self.mesh
            .as_ref()
            .map_or(0.0, |mesh| mesh.law.kink_damping())
    }

    fn kink(&self, k: &Kinematics, which: usize) -> [f64; 2] {
        let ([psi_a, _, u], [psi_rate, _, rate]) = (self.coordinates(k, 0), self.coordinates(k, 1));
        let Some(mesh) = &self.mesh else {
            return [0.0; 2];
        };
        let per_turn = self.teeth_a / std::f64::consts::TAU;
        let [error, slope, _] = mesh.error_at(per_turn * psi_a);
        [
            u + error - mesh.law.kink(which),
            rate + slope * per_turn * psi_rate,
        ]
    }

    fn follows_reactions(&self) -> bool {
        true
    }

    fn has_friction(&self) -> bool {
        !self.friction.is_none()
    }

    fn constraint_is_angle(&self, row: usize) -> bool {
        row == 2
    }

    fn constraint_name(&self, row: usize) -> String {
        [
            "ratio of the teeth",
            "contact across the teeth",
            "direction of the teeth",
        ]
        .get(row)
        .copied()
        .unwrap_or("constraint")
        .to_owned()
    }

    fn reach(&self) -> f64 {
        let radius = match self.second {
            Second::Wheel { radius, .. } => radius,
            Second::Rack { .. } => 0.0,
        };
        self.between.arm() + radius.max(self.ratio.advance[0])
    }
}

/// Second derivatives of one constraint over the nine.
fn bend_of(place: &Place, constraint: usize) -> [[f64; N]; N] {
    let mut unit = [0.0; 3];
    unit[constraint] = 1.0;
    let mut out = [[0.0; N]; N];
    rows::Followed {
        shares: [0.0, 0.0, -unit[1]],
    }
    .add_change(place, &mut out);
    rows::add_curvature(place, unit, &mut out);
    out
}

fn quadratic(matrix: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let rows = matrix.iter().zip(x);
    rows.map(|(row, x_i)| x_i * row.iter().zip(x).map(|(m, x_j)| m * x_j).sum::<f64>())
        .sum()
}

impl GearJoint {
    /// Rates of the nine.
    fn rates(&self, k: &Kinematics, motion: &RelativeMotion) -> [f64; N] {
        let mut rates = [0.0; N];
        rates[..6].copy_from_slice(&motion.velocity);
        rates[6..].copy_from_slice(&self.coordinates(k, 1));
        rates
    }

    fn add_stiffness(
        &self,
        contact: &Contact,
        linearised: &Linearised,
        multipliers: &[f64],
        weight: f64,
        out: &mut LocalMatrix,
    ) {
        let mut change = contact.stiffness(multipliers);
        let slope = contact.friction_slope();
        if slope != 0.0 {
            let gradient = contact.slip_gradient(&linearised.motion);
            add_outer(-slope, &contact.along(), &gradient, &mut change);
        }
        let n = self.n_scalars();
        let mut block = [[0.0; 6]; 6];
        for (block, change) in block.iter_mut().zip(&change) {
            block.copy_from_slice(&change[..6]);
        }
        linearised.add_square(-weight, &block, out);
        let forces = contact.forces(multipliers);
        if let Some(on_b) = forces.first_chunk::<6>() {
            linearised.add_geometric(-weight, on_b, out);
        }
        for s in 0..n {
            let column: [f64; 6] = std::array::from_fn(|i| change[i][6 + s]);
            add_column(linearised, -weight, &column, NODES + s, out);
            let mut row = [0.0; NODES];
            for (change, jacobian) in change[6 + s][..6].iter().zip(&linearised.jacobian) {
                for (row, j) in row.iter_mut().zip(jacobian) {
                    *row += change * j;
                }
            }
            for (out, row) in out.row_mut(NODES + s).iter_mut().zip(&row) {
                *out -= weight * row;
            }
            for other in 0..n {
                out.add(NODES + s, NODES + other, -weight * change[6 + s][6 + other]);
            }
        }
    }

    fn add_damping(
        &self,
        contact: &Contact,
        linearised: &Linearised,
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        if let Some((mesh, _)) = &contact.mesh {
            // Damping has no potential: ψ_A does not feel it.
            out.add(NODES + 2, NODES + 2, weights.velocity * mesh.by_rate);
        }
        let slope = contact.friction_slope();
        if slope == 0.0 {
            return;
        }
        let along = contact.along();
        let square = along.map(|a| along.map(|b| a * b));
        linearised.add_square(slope * weights.velocity, &square, out);
        if weights.position != 0.0 {
            let gradient = linearised.velocity_gradient();
            let mut moved = [0.0; NODES];
            for (a, row) in along.iter().zip(&gradient) {
                for (moved, g) in moved.iter_mut().zip(row) {
                    *moved += a * g;
                }
            }
            let rows = along.map(|a| moved.map(|m| a * m));
            linearised.add_product(slope * weights.position, &rows, out);
        }
    }

    fn add_constraints(
        &self,
        contact: &Contact,
        linearised: &Linearised,
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        let n = self.n_scalars();
        let beside = contact.by_normal();
        for (i, gradient) in contact.rows.gradient.iter().enumerate() {
            let row = NODES + n + i;
            let mut b = [0.0; NODES];
            if let Some(on_b) = gradient.first_chunk::<6>() {
                linearised.motion.add_force(1.0, on_b, &mut b);
            }
            for (column, b) in b.iter().enumerate() {
                out.add(row, column, weights.position * b);
                out.add(column, row, -weights.multiplier * b);
            }
            for (s, g) in gradient[6..6 + n].iter().enumerate() {
                out.add(row, NODES + s, weights.position * g);
                out.add(NODES + s, row, -weights.multiplier * g);
            }
            if i == 0 {
                add_column(linearised, -weights.multiplier, &beside, row, out);
            }
        }
    }
}

fn add_outer(factor: f64, a: &[f64; 6], b: &[f64; N], out: &mut [[f64; N]; N]) {
    for (out, a) in out.iter_mut().zip(a) {
        for (out, b) in out.iter_mut().zip(b) {
            *out += factor * a * b;
        }
    }
}

/// Adds Jᵀ f in a column.
fn add_column(
    linearised: &Linearised,
    factor: f64,
    force: &[f64; 6],
    column: usize,
    out: &mut LocalMatrix,
) {
    let mut values = [0.0; NODES];
    linearised.motion.add_force(factor, force, &mut values);
    for (row, value) in values.iter().enumerate() {
        out.add(row, column, *value);
    }
}
