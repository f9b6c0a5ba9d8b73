//! Machines whose motion is known from elsewhere: for tests, benchmarks and to learn from.

mod andrews;
mod chain;
mod disc_rotor;
mod four_bars;
mod pendulum;
mod planetary_set;
mod position_loop;
mod spring_actuator;
mod transmission;
mod wheel;

pub use andrews::{Andrews, andrews};
pub use chain::chain;
pub use disc_rotor::{DiscRotor, disc_rotor};
pub use four_bars::{FourBars, double_four_bar};
pub use pendulum::{heavy_top, pendulum};
pub use planetary_set::planetary_set;
pub use position_loop::{PositionLoop, position_loop};
pub use spring_actuator::{SpringActuator, spring_actuator};
pub use transmission::{Transmission, transmission};
pub use wheel::{WHEEL_SPEED, wheel};

use pitchline_geometry::tensor::Tensor;

use crate::{Law, LawValue, RelativeMotion};

/// A constant torque on b about its z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ConstantTorque(pub f64);

impl Law for ConstantTorque {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let mut value = LawValue {
            supplied: self.0 * motion.velocity[5],
            ..LawValue::default()
        };
        value.force[5] = self.0;
        value
    }
}

/// Inertia of a body that is known in its plane only: out of it any other does.
pub(crate) fn plane_inertia(about_z: f64) -> Tensor {
    let other = about_z;
    [[other, 0.0, 0.0], [0.0, other, 0.0], [0.0, 0.0, about_z]]
}
