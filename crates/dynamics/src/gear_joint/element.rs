//! The joint as a part of a machine: residual, tangent, constraints, energy. \[theory:gear-joint\] (8)-(15)

use std::sync::Arc;

use pitchline_contact::AssumedFlanks;

use super::contact::{Contact, Held};
use super::place::Second;
use super::rows::N;
use super::{GearJoint, NODES};
use crate::relative::NodeRow;
use crate::{
    Element, Energy, Kinematics, Kink, Linearised, LocalMatrix, RelativeMotion, Touched, Weights,
    mesh_kinks,
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
        self.add_forces(&contact, &motion, out);
        let constraints = out[NODES + self.n_scalars()..].iter_mut();
        for (out, value) in constraints.zip(&contact.held.rows.value) {
            *out += value;
        }
    }

    fn add_velocity_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) -> bool {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, multipliers);
        self.add_forces(&contact, &motion, out);
        let rates = self.rates(k, &motion);
        let constraints = out[NODES + self.n_scalars()..].iter_mut();
        for (out, row) in constraints.zip(&contact.held.rows.gradient) {
            *out += row.iter().zip(&rates).map(|(g, v)| g * v).sum::<f64>();
        }
        true
    }

    /// \[theory:radau\] (13)
    fn add_constraint_velocity_gradient(&self, k: &Kinematics, out: &mut LocalMatrix) -> bool {
        let linearised = self.between.linearised(k);
        let held = Held::new(self, k, &linearised.motion);
        let turning = linearised.velocity_gradient();
        let rates = self.rates(k, &linearised.motion);
        let n = self.n_scalars();
        for (i, gradient) in held.rows.gradient.iter().enumerate() {
            let row = NODES + n + i;
            let bend = held.bend(i);
            let change: [f64; N] =
                std::array::from_fn(|j| rates.iter().zip(&bend).map(|(v, bend)| v * bend[j]).sum());
            add_row(1.0, gradient, &turning, row, out);
            add_row(1.0, &change, &linearised.jacobian, row, out);
            for (s, change) in change[6..6 + n].iter().enumerate() {
                out.add(row, NODES + s, *change);
            }
        }
        true
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
            let change = contact.stiffness(&linearised.motion);
            self.add_square(-weights.position, &change, &linearised, out);
            if let Some(on_b) = contact.forces().first_chunk::<6>() {
                linearised.add_geometric(-weights.position, on_b, out);
            }
        }
        self.add_damping(&contact, &linearised, weights, out);
        self.add_constraints(&contact, &linearised, weights, out);
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let linearised = self.between.linearised(k);
        let held = Held::new(self, k, &linearised.motion);
        let relative = linearised.bias(k, &self.between);
        let rates = self.rates(k, &linearised.motion);
        for (i, (out, row)) in out.iter_mut().zip(&held.rows.gradient).enumerate() {
            let carried: f64 = relative.iter().zip(row).map(|(b, g)| b * g).sum();
            *out += carried + quadratic(&held.bend(i), &rates);
        }
    }

    fn energy(&self, k: &Kinematics, multipliers: &[f64]) -> Energy {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, multipliers);
        let mesh = contact.mesh.map(|mesh| mesh.value).unwrap_or_default();
        Energy {
            kinetic: 0.0,
            potential: mesh.energy,
            dissipated: contact.loss(),
            supplied: contact.without_potential(),
        }
    }

    fn n_kinks(&self) -> usize {
        let mesh = self.mesh.as_ref();
        mesh.map_or(0, |mesh| mesh_kinks::count(&mesh.law, self.formulation))
    }

    fn kink_damping(&self) -> f64 {
        self.mesh
            .as_ref()
            .map_or(0.0, |mesh| mesh.law.kink_damping())
    }

    fn kink(&self, k: &Kinematics, which: usize) -> Option<Kink> {
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, &[]);
        let (mesh, teeth) = (self.mesh.as_ref()?, contact.mesh.as_ref()?);
        let [psi_rate, ..] = self.coordinates(k, 1);
        let error_rate = teeth.error[1] * psi_rate;
        Some(mesh_kinks::at(
            &mesh.law,
            self.formulation,
            which,
            &teeth.motion,
            error_rate,
        ))
    }

    fn flanks(&self, k: &Kinematics) -> Option<[f64; 2]> {
        let mesh = self.mesh.as_ref()?;
        let motion = self.between.motion(k);
        let contact = Contact::new(self, k, &motion, &[]);
        mesh.law
            .penetrations(self.formulation, &contact.mesh?.motion)
    }

    fn assuming(&self, flanks: AssumedFlanks) -> Option<Arc<dyn Element>> {
        let assumed = Some(flanks);
        Some(Arc::new(Self {
            assumed,
            ..self.clone()
        }))
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

fn quadratic(matrix: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let rows = matrix.iter().zip(x);
    rows.map(|(row, x_i)| x_i * row.iter().zip(x).map(|(m, x_j)| m * x_j).sum::<f64>())
        .sum()
}

impl GearJoint {
    /// Adds what all but the constraints ask of the residual.
    fn add_forces(&self, contact: &Contact, motion: &RelativeMotion, out: &mut [f64]) {
        let [d_x, d_y, d_z, t_x, t_y, t_z, scalars @ ..] = contact.forces();
        motion.add_force(-1.0, &[d_x, d_y, d_z, t_x, t_y, t_z], out);
        let own = out[NODES..NODES + self.n_scalars()].iter_mut();
        for (out, force) in own.zip(&scalars) {
            *out -= force;
        }
    }

    /// Rates of the nine.
    fn rates(&self, k: &Kinematics, motion: &RelativeMotion) -> [f64; N] {
        let mut rates = [0.0; N];
        rates[..6].copy_from_slice(&motion.velocity);
        rates[6..].copy_from_slice(&self.coordinates(k, 1));
        rates
    }

    /// Adds so many times Bᵀ M B, with B from the local unknowns to the nine.
    fn add_square(
        &self,
        factor: f64,
        change: &[[f64; N]; N],
        linearised: &Linearised,
        out: &mut LocalMatrix,
    ) {
        let n = self.n_scalars();
        let mut block = [[0.0; 6]; 6];
        for (block, change) in block.iter_mut().zip(change) {
            block.copy_from_slice(&change[..6]);
        }
        linearised.add_square(factor, &block, out);
        for s in 0..n {
            let column: [f64; 6] = std::array::from_fn(|i| change[i][6 + s]);
            add_column(linearised, factor, &column, NODES + s, out);
            add_row(factor, &change[6 + s], &linearised.jacobian, NODES + s, out);
            for other in 0..n {
                out.add(NODES + s, NODES + other, factor * change[6 + s][6 + other]);
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
        if self.is_conservative() {
            return;
        }
        let damping = contact.damping();
        self.add_square(-weights.velocity, &damping, linearised, out);
        if weights.position == 0.0 {
            return;
        }
        // Relative velocities change where the nodes turn.
        let turning = linearised.velocity_gradient();
        let mut rows = [[0.0; NODES]; 6];
        for (row, damping) in rows.iter_mut().zip(&damping) {
            for (d, turning) in damping.iter().zip(&turning) {
                for (row, g) in row.iter_mut().zip(turning) {
                    *row += d * g;
                }
            }
        }
        linearised.add_product(-weights.position, &rows, out);
        for s in 0..self.n_scalars() {
            add_row(-weights.position, &damping[6 + s], &turning, NODES + s, out);
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
        for (i, gradient) in contact.held.rows.gradient.iter().enumerate() {
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

/// Adds what a row over (d, θ) is over the local velocities of both nodes.
fn add_row(
    factor: f64,
    change: &[f64; N],
    over_nodes: &[NodeRow; 6],
    row: usize,
    out: &mut LocalMatrix,
) {
    for (change, over_nodes) in change.iter().zip(over_nodes) {
        let change = factor * change;
        if change != 0.0 {
            for (out, j) in out.row_mut(row).iter_mut().zip(over_nodes) {
                *out += change * j;
            }
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
