//! A motor about an axis that stands still. \[theory:actuators\] (7)-(11), \[theory:multibody\] (51)

use super::{HingedSignal, RelativeTurn};
use crate::{DcMotor, Element, Energy, Kinematics, LocalMatrix, Touched, Weights};

/// A motor over turns.
#[derive(Debug)]
pub(crate) struct HingedMotor {
    pub motor: DcMotor,
    pub turn: RelativeTurn,
    pub voltage: HingedSignal,
}

impl HingedMotor {
    /// Voltage and speed.
    fn now(&self, k: &Kinematics) -> [f64; 2] {
        let [_, speed] = self.turn.value(k);
        [self.voltage.at(k), speed]
    }

    /// Adds what couples current and turns. (9)
    fn add_circuit(&self, weights: Weights, out: &mut LocalMatrix) {
        let (data, circuit) = (self.motor.data(), self.turn.n());
        for (i, sense) in self.turn.senses().enumerate() {
            let induced = weights.velocity * data.torque_constant * sense;
            out.add(i, circuit, -induced);
            out.add(circuit, i, induced);
        }
        let own = data.resistance * weights.velocity + data.inductance * weights.acceleration;
        out.add(circuit, circuit, own);
    }

    /// Adds what follows from a voltage that changes with the machine.
    fn add_followed(&self, k: &Kinematics, weights: Weights, out: &mut LocalMatrix) {
        let n = self.turn.n();
        if self.motor.charge().is_some() {
            let circuit = std::iter::once((n, -1.0));
            self.voltage.add_tangent(k, weights, (circuit, n + 1), out);
            return;
        }
        let data = self.motor.data();
        let by_voltage = -data.torque_constant / data.resistance;
        let rows = self.turn.senses().map(|sense| by_voltage * sense);
        let rows = (rows.enumerate(), n);
        self.voltage.add_tangent(k, weights, rows, out);
    }
}

impl Element for HingedMotor {
    fn touched(&self) -> Touched {
        let mut touched = self.turn.touched();
        touched.scalars.extend(self.motor.charge());
        self.voltage.touch(&mut touched);
        touched
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let now = self.now(k);
        self.turn.add_force(self.motor.turns(k, now).force, out);
        let unbalanced = self.motor.unbalanced_voltage(k, now);
        if let (Some(unbalanced), Some(row)) = (unbalanced, out.get_mut(self.turn.n())) {
            *row += unbalanced;
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let slope = weights.velocity * self.motor.slope();
        self.turn.add_slope(slope, out);
        if self.motor.charge().is_some() {
            self.add_circuit(weights, out);
        }
        self.add_followed(k, weights, out);
    }

    fn has_inertia(&self) -> bool {
        // That of its coil.
        self.motor.charge().is_some()
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        self.motor.energy_at(k, self.now(k))
    }

    fn breaks(&self) -> Vec<f64> {
        self.voltage.breaks()
    }
}
