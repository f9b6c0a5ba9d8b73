//! A direct-current motor between a stator and a rotor. \[theory:actuators\] (7)-(11)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | q, i = q̇ | `charge`: a scalar coordinate, its rate is the current | A s, A |
//! | R, L | `resistance`, `inductance` | Ω, H |
//! | k | `torque_constant`, also that of the voltage | N m/A = V s/rad |
//! | u | `voltage` | V |
//! | ω | rate of the turn of the rotor about the z of the stator | rad/s |
//!
//! L i̇ = u − R i − k ω, and k i turns the rotor. Over the charge the circuit is a mass L with a damper R: nothing of the kernel need know
//! of circuits. Without inductance the current follows at once, i = (u − k ω)/R, and there is no coordinate.

use std::sync::Arc;

use super::coordinate::{Coordinate, ScalarForce};
use crate::constraint_row::{ConstraintRow, N_VELOCITIES};
use crate::hinged::{HingedMotor, HingedSignal, RelativeTurn};
use crate::signal::is_turn;
use crate::{
    Element, Energy, Error, Frame, Hinges, Kinematics, LocalMatrix, Machine, Relative,
    RelativeMotion, ScalarId, Setting, Signal, Touched, Weights, check, connector,
};

/// What a motor is.
#[derive(Debug, Clone, PartialEq)]
pub struct DcMotorData {
    /// R (Ω), above zero where there is no inductance.
    pub resistance: f64,
    /// L (H); 0 if it does not matter.
    pub inductance: f64,
    /// k (N m/A).
    pub torque_constant: f64,
    /// u (V).
    pub voltage: Signal,
}

/// A motor between two frames.
#[derive(Debug, Clone, PartialEq)]
pub struct DcMotor {
    between: Relative,
    data: DcMotorData,
    charge: Option<ScalarId>,
}

/// What a motor does at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DcMotorState {
    /// i (A).
    pub current: f64,
    /// u (V).
    pub voltage: f64,
    /// k i (N m), on the rotor about the z of the stator.
    pub torque: f64,
    /// ω (rad/s).
    pub speed: f64,
}

impl DcMotor {
    /// A motor; `of` is how it is called. With an inductance it has a coordinate of its own.
    pub fn build(
        of: &str,
        machine: &mut Machine,
        stator: Frame,
        rotor: Frame,
        data: DcMotorData,
    ) -> Result<Self, Error> {
        let [r, l] = [data.resistance, data.inductance];
        check::not_negative(of, &[("resistance", r), ("inductance", l)])?;
        check::finite(of, &[("torque_constant", data.torque_constant)])?;
        data.voltage.check(of, machine)?;
        if r <= 0.0 && l <= 0.0 {
            return Err(Error::Value {
                of: of.to_owned(),
                key: "resistance",
                value: r,
                allowed: "above 0 where inductance = 0: nothing else limits the current",
            });
        }
        let charge = (l > 0.0).then(|| add_charge(of, machine, &data));
        Ok(Self {
            between: Relative {
                a: stator,
                b: rotor,
            },
            data,
            charge,
        })
    }

    /// What it is.
    pub fn data(&self) -> &DcMotorData {
        &self.data
    }

    /// Its coordinate, whose rate is the current (A); none without inductance.
    pub fn charge(&self) -> Option<ScalarId> {
        self.charge
    }

    /// What it does.
    pub fn state(&self, k: &Kinematics) -> DcMotorState {
        let (_, along) = self.now(k);
        let voltage = self.data.voltage.at(k);
        let current = self.current(k, [voltage, along.rate]);
        DcMotorState {
            current,
            voltage,
            torque: self.data.torque_constant * current,
            speed: along.rate,
        }
    }

    fn now(&self, k: &Kinematics) -> (RelativeMotion, Coordinate) {
        let motion = self.between.motion(k);
        let along = Coordinate::about_z(&motion, 0.0);
        (motion, along)
    }

    /// i: a rate of the machine, or what is left of the voltage over the resistance. (7), (10)
    fn current(&self, k: &Kinematics, [voltage, speed]: [f64; 2]) -> f64 {
        let data = &self.data;
        match self.charge {
            Some(charge) => k.scalar(charge)[1],
            None => (voltage - data.torque_constant * speed) / data.resistance,
        }
    }

    /// The torque against the turn, over the turn's rate, at a voltage and a speed. (8), (10), (11)
    pub(crate) fn turns(&self, k: &Kinematics, now: [f64; 2]) -> ScalarForce {
        let constant = self.data.torque_constant;
        let current = self.current(k, now);
        ScalarForce {
            force: -constant * current,
            by_rate: self.slope(),
            dissipated: self.data.resistance * current * current,
            supplied: now[0] * current,
            ..ScalarForce::default()
        }
    }

    /// How the torque against the turn grows with its rate. (10)
    pub(crate) fn slope(&self) -> f64 {
        let data = &self.data;
        match self.charge {
            Some(_) => 0.0,
            None => data.torque_constant * data.torque_constant / data.resistance,
        }
    }

    /// What is missing in the balance of the circuit (V); none where the current follows at once. (8)
    pub(crate) fn unbalanced_voltage(
        &self,
        k: &Kinematics,
        [voltage, speed]: [f64; 2],
    ) -> Option<f64> {
        let (data, [_, current, rate]) = (&self.data, k.scalar(self.charge?));
        let back = data.torque_constant * speed;
        Some(data.inductance * rate + data.resistance * current + back - voltage)
    }

    pub(crate) fn energy_at(&self, k: &Kinematics, now: [f64; 2]) -> Energy {
        let turns = self.turns(k, now);
        let current = self.current(k, now);
        Energy {
            kinetic: 0.5 * self.data.inductance * current * current,
            potential: 0.0,
            dissipated: turns.dissipated,
            supplied: turns.supplied,
        }
    }

    /// The back electromotive force as a row over the nodes: k ∂φ/∂θ.
    fn induced(&self, motion: &RelativeMotion) -> ConstraintRow {
        let (turn, constant) = (motion.turn(), self.data.torque_constant);
        let [x, y, z] = turn.gradient.map(|g| constant * g);
        ConstraintRow {
            gradient: [0.0, 0.0, 0.0, x, y, z],
            curvature: turn.curvature.map(|row| row.map(|h| constant * h)),
            ..ConstraintRow::default()
        }
    }

    /// Adds what couples current and motion. (9)
    fn add_circuit(&self, motion: &RelativeMotion, weights: Weights, out: &mut LocalMatrix) {
        let (row, circuit) = (self.induced(motion), self.data.voltage.n_of_nodes());
        for (i, k) in row.over_nodes(motion).iter().enumerate() {
            out.add(i, circuit, -weights.velocity * k);
            out.add(circuit, i, weights.velocity * k);
        }
        let own = self.data.resistance * weights.velocity;
        let inert = self.data.inductance * weights.acceleration;
        out.add(circuit, circuit, own + inert);
        if weights.position != 0.0 {
            let gradient = row.velocity_gradient(&motion.clone().linearised());
            for (i, g) in gradient.iter().enumerate() {
                out.add(circuit, i, weights.position * g);
            }
        }
    }

    /// Change of the residual by the voltage: −1 in the circuit, or r_θ = −(k/R) u g without one.
    fn by_voltage(&self, k: &Kinematics) -> ([f64; N_VELOCITIES], Option<f64>) {
        match self.charge {
            Some(_) => ([0.0; N_VELOCITIES], Some(-1.0)),
            None => {
                let motion = self.between.motion(k);
                let row = self.induced(&motion).over_nodes(&motion);
                (row.map(|k| -k / self.data.resistance), None)
            }
        }
    }

    /// Adds what follows from a voltage that changes with the machine.
    fn add_followed(&self, k: &Kinematics, weights: Weights, out: &mut LocalMatrix) {
        let voltage = &self.data.voltage;
        match self.by_voltage(k) {
            (_, Some(by_voltage)) => {
                let circuit = std::iter::once((voltage.n_of_nodes(), by_voltage));
                voltage.add_tangent(k, weights, (circuit, 1), out);
            }
            (by_voltage, None) => {
                let rows = by_voltage.into_iter().enumerate();
                voltage.add_tangent(k, weights, (rows, 0), out);
            }
        }
    }
}

/// The coordinate of the circuit. What a turn of one radian moves through it when it is shorted, k/R, counts as a radian.
fn add_charge(of: &str, machine: &mut Machine, data: &DcMotorData) -> ScalarId {
    let charge = machine.add_scalar(&format!("{of}, charge"), 0.0);
    let of_a_radian = (data.torque_constant / data.resistance).abs();
    let is_known = of_a_radian > 0.0 && of_a_radian.is_finite();
    if let Some(start) = machine.scalar_mut(charge) {
        start.size = Some(if is_known { of_a_radian } else { 1.0 });
        start.is_flow = true;
    }
    charge
}

impl Element for DcMotor {
    fn touched(&self) -> Touched {
        let mut touched = Touched {
            scalars: self.charge.into_iter().collect(),
            ..Touched::nodes([self.between.a.node, self.between.b.node])
        };
        self.data.voltage.touch(&mut touched);
        touched
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        Some(Arc::new(HingedMotor {
            motor: self.clone(),
            turn: RelativeTurn::of(&self.between, hinges)?,
            voltage: HingedSignal::of(&self.data.voltage, hinges)?,
        }))
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let (motion, along) = self.now(k);
        let value = along.law(&self.turns(k, [self.data.voltage.at(k), along.rate]));
        motion.add_force(-1.0, &value.force, out);
        let circuit = self.data.voltage.n_of_nodes();
        let unbalanced = self.unbalanced_voltage(k, [self.data.voltage.at(k), along.rate]);
        if let (Some(unbalanced), Some(row)) = (unbalanced, out.get_mut(circuit)) {
            *row += unbalanced;
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let (motion, along) = self.now(k);
        if self.charge.is_some() {
            self.add_circuit(&motion, weights, out);
        }
        self.add_followed(k, weights, out);
        let value = along.law(&self.turns(k, [self.data.voltage.at(k), along.rate]));
        connector::add_tangents(motion, &value, &mut [(weights, out)]);
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let (_, along) = self.now(k);
        self.energy_at(k, [self.data.voltage.at(k), along.rate])
    }

    fn add_by_setting(&self, k: &Kinematics, setting: Setting, out: &mut [f64]) -> bool {
        let Some(change) = self.data.voltage.by_setting(k, setting) else {
            return false;
        };
        let (over_nodes, of_circuit) = self.by_voltage(k);
        for (out, by_voltage) in out.iter_mut().zip(over_nodes) {
            *out += change * by_voltage;
        }
        let circuit = self.data.voltage.n_of_nodes();
        if let (Some(by_voltage), Some(row)) = (of_circuit, out.get_mut(circuit)) {
            *row += change * by_voltage;
        }
        true
    }

    fn breaks(&self) -> Vec<f64> {
        self.data.voltage.breaks()
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        let n_of_nodes = self.data.voltage.n_of_nodes();
        is_turn(row, n_of_nodes) && is_turn(column, n_of_nodes)
    }

    fn reach(&self) -> f64 {
        self.between.arm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NodeId, Rotation, TimeFunction};

    #[test]
    fn refuses_what_no_motor_is() {
        type Wrong = (&'static str, fn(&mut DcMotorData));
        let good = DcMotorData {
            resistance: 2.0,
            inductance: 1e-3,
            torque_constant: 0.05,
            voltage: Signal::Given(TimeFunction::Constant(12.0)),
        };
        let wrong: [Wrong; 4] = [
            ("inductance", |data| data.inductance = -1.0),
            ("resistance", |data| data.resistance = f64::NAN),
            ("torque_constant", |data| {
                data.torque_constant = f64::INFINITY;
            }),
            ("resistance", |data| {
                (data.resistance, data.inductance) = (0.0, 0.0);
            }),
        ];
        let mut machine = Machine::new();
        let node = machine.add_node("rotor", [0.0; 3], Rotation::IDENTITY);
        let [a, b] = [NodeId::GROUND, node].map(Frame::at);
        for (key, change) in wrong {
            let mut data = good.clone();
            change(&mut data);
            let error = DcMotor::build("motor", &mut machine, a, b, data).unwrap_err();
            let message = error.to_string();
            assert!(
                message.contains(key) && message.contains("motor"),
                "{message}"
            );
        }
        assert!(DcMotor::build("motor", &mut machine, a, b, good).is_ok());
    }
}
