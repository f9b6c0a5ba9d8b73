//! Forces.

use super::{Carrier, Connection, End, SignalRequest};
use crate::contact::DragTorque;
use crate::dynamics::{Brake, GearSpringData, LoadAxes, Standstill, TimeFunction};
use crate::geometry::vector::Vector;

/// What pulls and pushes.
#[derive(Debug, Clone, PartialEq)]
pub struct ForceRequest {
    /// Its name.
    pub name: String,
    /// What it does.
    pub kind: ForceKind,
}

/// Which motion has a clearance, with its middle (m) where it has one; that at the start unless given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PlayDirection {
    /// The length of the line between both places.
    Line(Option<f64>),
    /// The way along the axis.
    Axial(Option<f64>),
    /// The distance from the axis.
    Radial,
}

/// Load of a bearing over its deflection.
#[derive(Debug, Clone, PartialEq)]
pub enum BearingCurve {
    /// Rows of load and deflection (N and m, or N m and rad).
    Deflections(Vec<[f64; 2]>),
    /// Rows of load and stiffness (N and N/m, or N m and N m/rad).
    Stiffnesses(Vec<[f64; 2]>),
}

/// Damping of a bearing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BearingDamping {
    /// A time (s) multiplied by the stiffness under load.
    Proportional(f64),
    /// Constants.
    Constant {
        /// Across the axis (N s/m).
        radial: f64,
        /// Along the axis (N s/m).
        axial: f64,
        /// Of tilting (N m s/rad).
        tilting: f64,
    },
}

/// What a force does. Stiffness in N/m or N m/rad, damping in N s/m or N m s/rad.
#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a model has few forces; boxing would only hide the data"
)]
#[allow(
    missing_docs,
    reason = "the names of the field say what the values are"
)]
pub enum ForceKind {
    /// A given force (N) and torque (N m) on a body.
    Load {
        on: End,
        axes: LoadAxes,
        force: [TimeFunction; 3],
        torque: [TimeFunction; 3],
    },
    /// Spring and damper along a line; the rest length (m) is that at the start unless given.
    Spring {
        between: Connection,
        stiffness: f64,
        damping: f64,
        rest_length: Option<f64>,
    },
    /// The same, but it only pulls.
    String {
        between: Connection,
        stiffness: f64,
        damping: f64,
        rest_length: Option<f64>,
    },
    /// Spring and damper about the axis.
    TorsionSpring {
        between: Connection,
        stiffness: f64,
        damping: f64,
        rest_angle: f64,
    },
    /// Stiffness and damping in six directions, with what acts on b where nothing is deflected.
    Bushing {
        between: Connection,
        stiffness: [[f64; 6]; 6],
        damping: [[f64; 6]; 6],
        preload: [Vector; 2],
    },
    /// Stiffness that grows with the load.
    RollingBearing {
        between: Connection,
        radial: Option<BearingCurve>,
        axial: Option<BearingCurve>,
        tilting: Option<BearingCurve>,
        damping: BearingDamping,
    },
    /// Stiffness and damping across the axis: rows x and y; and along it.
    PlainBearing {
        between: Connection,
        stiffness: [[f64; 2]; 2],
        damping: [[f64; 2]; 2],
        axial_stiffness: f64,
        axial_damping: f64,
    },
    /// The teeth of two wheels as one spring along their line of action; z of both ends is their axis.
    GearSpring {
        between: Connection,
        data: GearSpringData,
    },
    /// A torque about the axis against the relative speed (N m s/rad).
    Viscous {
        between: Connection,
        coefficient: f64,
    },
    /// A force against the relative velocity (N s/m).
    Drag {
        between: Connection,
        coefficient: f64,
    },
    /// Spring and damper beyond a clearance (m).
    ClearanceSpring {
        between: Connection,
        stiffness: f64,
        damping: f64,
        clearance: f64,
        direction: PlayDirection,
    },
    /// A given force (N) along the axis on b, the opposite on a.
    ForceBetween {
        between: Connection,
        force: TimeFunction,
    },
    /// A torque (N m) about the axis on b, the opposite on a.
    TorqueBetween {
        between: Connection,
        torque: SignalRequest,
    },
    /// A motor with stator a and rotor b: Ω, H, N m/A, V.
    DcMotor {
        between: Connection,
        resistance: f64,
        inductance: f64,
        torque_constant: f64,
        voltage: SignalRequest,
    },
    /// Friction of a bearing or a seal about the axis.
    Friction {
        between: Connection,
        drag: DragTorque,
        standstill: Standstill,
    },
    /// Friction about the axis by a torque over time.
    Brake { between: Connection, brake: Brake },
}

impl ForceKind {
    /// The ends: that of a load, or both.
    pub fn ends(&self) -> Vec<&End> {
        match self {
            Self::Load { on, .. } => vec![on],
            Self::Spring { between, .. }
            | Self::String { between, .. }
            | Self::TorsionSpring { between, .. }
            | Self::Bushing { between, .. }
            | Self::RollingBearing { between, .. }
            | Self::PlainBearing { between, .. }
            | Self::GearSpring { between, .. }
            | Self::Viscous { between, .. }
            | Self::Drag { between, .. }
            | Self::ClearanceSpring { between, .. }
            | Self::ForceBetween { between, .. }
            | Self::TorqueBetween { between, .. }
            | Self::DcMotor { between, .. }
            | Self::Friction { between, .. }
            | Self::Brake { between, .. } => vec![&between.a, &between.b],
        }
    }

    /// Whether it sticks and breaks away.
    pub fn can_stick(&self) -> bool {
        match self {
            Self::Friction {
                drag, standstill, ..
            } => *standstill == Standstill::Sticks && drag.static_torque > 0.0,
            Self::Brake { brake, .. } => brake.standstill == Standstill::Sticks,
            _ => false,
        }
    }

    /// What sets it, where a controller may.
    pub fn signal(&self) -> Option<&SignalRequest> {
        match self {
            Self::TorqueBetween { torque, .. } => Some(torque),
            Self::DcMotor { voltage, .. } => Some(voltage),
            _ => None,
        }
    }

    /// Who carries the ends.
    pub fn carriers(&self) -> impl Iterator<Item = &Carrier> {
        self.ends().into_iter().map(|end| &end.carrier)
    }
}
