//! Sensors: what is recorded during a study of the machine.

use super::End;
use crate::geometry::vector::Vector;
use crate::parts::channel::Quantity;

/// What is recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct SensorRequest {
    /// Its name.
    pub name: String,
    /// What it measures.
    pub kind: SensorKind,
    /// Which components, in the order of the columns; one without a name for sensors of one number.
    pub components: Vec<SensorComponent>,
}

/// Axes along which vectors are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// Those of the ground.
    Ground,
    /// Those of the body, as it turns; of the end of a flexible body those of its point.
    Body,
    /// Those of the frame on a.
    Joint,
}

/// What a sensor measures.
#[derive(Debug, Clone, PartialEq)]
pub enum SensorKind {
    /// Place of an end (m), ground axes.
    Position(End),
    /// Its velocity (m/s).
    Velocity(End, Axes),
    /// Its acceleration (m/s²).
    Acceleration(End, Axes),
    /// Rotation vector of the carrier (rad), at most half a turn.
    Orientation(End),
    /// Turn of the carrier about an axis of its own (rad), over whole turns, since it stood along the axes of the ground.
    Angle(End, Vector),
    /// Spin of the carrier (rad/s).
    Spin(End, Axes),
    /// Its rate (rad/s²).
    SpinRate(End, Axes),
    /// Angle of a joint (rad), over whole turns.
    JointAngle(String),
    /// Its rate (rad/s).
    JointSpeed(String),
    /// Way of a joint along its axis (m).
    JointDisplacement(String),
    /// Its rate (m/s).
    JointVelocity(String),
    /// Force (N) and torque (N m) of a joint on b.
    Reaction(String, Axes),
    /// Torque (N m) or force (N) of a drive on b.
    Drive {
        /// Its name.
        drive: String,
        /// Whether it is a torque.
        is_torque: bool,
    },
    /// Force (N) and torque (N m) of a force on b, or on the loaded body.
    Force(String, Axes),
    /// What a pair of wheels tells of itself.
    Pair(String),
    /// Channels of a force, such as those of a motor.
    Part(String),
    /// Channels of a controller.
    Controller(String),
    /// Energies of the machine (J).
    Energy,
}

/// One number of a sensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensorComponent {
    /// The only one.
    Only,
    /// Along or about x, y or z: 0, 1, 2.
    Axis(u8),
    /// Length of the vector.
    Size,
    /// Force along x, y or z: 0, 1, 2.
    Force(u8),
    /// Torque about x, y or z: 0, 1, 2.
    Torque(u8),
    /// Size of the force.
    ForceSize,
    /// Size of the torque.
    TorqueSize,
    /// A channel of a part.
    Channel(&'static Quantity),
    /// Energy of motion.
    Kinetic,
    /// Energy of springs and weight.
    Potential,
    /// Turned into heat since the start.
    Dissipated,
    /// Brought in since the start.
    Supplied,
    /// Kinetic + potential + dissipated − supplied.
    Balance,
}

impl SensorComponent {
    /// The component of this name in the model file.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "x" => Self::Axis(0),
            "y" => Self::Axis(1),
            "z" => Self::Axis(2),
            "size" => Self::Size,
            "force_x" => Self::Force(0),
            "force_y" => Self::Force(1),
            "force_z" => Self::Force(2),
            "torque_x" => Self::Torque(0),
            "torque_y" => Self::Torque(1),
            "torque_z" => Self::Torque(2),
            "force" => Self::ForceSize,
            "torque" => Self::TorqueSize,
            "kinetic" => Self::Kinetic,
            "potential" => Self::Potential,
            "dissipated" => Self::Dissipated,
            "supplied" => Self::Supplied,
            "balance" => Self::Balance,
            _ => return None,
        })
    }

    /// Its name in columns; none for the only one.
    pub fn name(self) -> Option<&'static str> {
        const AXIS: [&str; 3] = ["x", "y", "z"];
        const FORCE: [&str; 3] = ["force_x", "force_y", "force_z"];
        const TORQUE: [&str; 3] = ["torque_x", "torque_y", "torque_z"];
        Some(match self {
            Self::Only => return None,
            Self::Axis(axis) => AXIS[usize::from(axis) % 3],
            Self::Size => "size",
            Self::Force(axis) => FORCE[usize::from(axis) % 3],
            Self::Torque(axis) => TORQUE[usize::from(axis) % 3],
            Self::ForceSize => "force",
            Self::TorqueSize => "torque",
            Self::Channel(channel) => channel.name,
            Self::Kinetic => "kinetic",
            Self::Potential => "potential",
            Self::Dissipated => "dissipated",
            Self::Supplied => "supplied",
            Self::Balance => "balance",
        })
    }
}

/// A column that a sensor fills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SensorColumn {
    /// Its name: that of the sensor and that of the component.
    pub name: String,
    /// SI unit.
    pub unit: &'static str,
    /// The component.
    pub component: SensorComponent,
}

impl SensorRequest {
    /// Its columns.
    pub fn columns(&self) -> Vec<SensorColumn> {
        let column = |component: &SensorComponent| SensorColumn {
            name: match component.name() {
                Some(part) => format!("{}_{part}", self.name),
                None => self.name.clone(),
            },
            unit: self.kind.unit(*component),
            component: *component,
        };
        self.components.iter().map(column).collect()
    }
}

impl SensorKind {
    /// The end that it looks at, if it looks at one.
    pub fn end(&self) -> Option<&End> {
        match self {
            Self::Position(end)
            | Self::Velocity(end, _)
            | Self::Acceleration(end, _)
            | Self::Orientation(end)
            | Self::Angle(end, _)
            | Self::Spin(end, _)
            | Self::SpinRate(end, _) => Some(end),
            _ => None,
        }
    }

    fn unit(&self, component: SensorComponent) -> &'static str {
        match self {
            Self::Position(_) | Self::JointDisplacement(_) => "m",
            Self::Velocity(..) | Self::JointVelocity(_) => "m/s",
            Self::Acceleration(..) => "m/s2",
            Self::Orientation(_) | Self::Angle(..) | Self::JointAngle(_) => "rad",
            Self::Spin(..) | Self::JointSpeed(_) => "rad/s",
            Self::SpinRate(..) => "rad/s2",
            Self::Drive { is_torque, .. } => match is_torque {
                true => "N m",
                false => "N",
            },
            Self::Reaction(..) | Self::Force(..) => match component {
                SensorComponent::Torque(_) | SensorComponent::TorqueSize => "N m",
                _ => "N",
            },
            Self::Pair(_) | Self::Part(_) | Self::Controller(_) => match component {
                SensorComponent::Channel(channel) => channel.unit,
                _ => "1",
            },
            Self::Energy => "J",
        }
    }
}
