//! What pulls and pushes: one law per file.

mod actuator;
mod brake;
mod bushing;
mod clearance_spring;
mod controlled_torque;
mod coordinate;
mod dc_motor;
mod gear_spring;
mod hinge_friction;
mod load;
mod load_curve;
mod one_sided;
mod plain_bearing;
mod rolling_bearing;
mod spring;
mod tension_string;
#[cfg(test)]
mod testing;
mod torsion_spring;
mod viscous;

pub use actuator::{ForceBetween, TorqueBetween};
pub use brake::Brake;
pub use bushing::Bushing;
pub use clearance_spring::{ClearanceSpring, Play};
pub use controlled_torque::ControlledTorque;
pub use coordinate::ScalarForce;
pub use dc_motor::{DcMotor, DcMotorData, DcMotorState};
pub use gear_spring::{GearSpring, GearSpringData};
pub use hinge_friction::{HingeFriction, HingeFrictionData, HingeFrictionState, Standstill};
pub use load::{Load, LoadAxes};
pub use load_curve::LoadCurve;
pub use plain_bearing::PlainBearing;
pub use rolling_bearing::{BearingDamping, RollingBearing};
pub use spring::Spring;
pub use tension_string::TensionString;
pub use torsion_spring::TorsionSpring;
pub use viscous::{ViscousForce, ViscousTorque};
