//! Joints and their drives.

use super::Connection;
use crate::dynamics::{DriveMotion, TimeFunction};

/// What ties two bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct JointRequest {
    /// Its name.
    pub name: String,
    /// Type of the joint, by the motions that it leaves free.
    pub kind: JointKind,
    /// What it ties.
    pub between: Connection,
    /// Whether events release or lock it; none if it always holds.
    pub switch: Option<JointSwitch>,
}

/// How a joint is that events release and lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JointSwitch {
    /// Whether it does not hold at the start.
    pub is_released: bool,
}

/// What a joint leaves free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JointKind {
    /// Nothing.
    Fixed,
    /// The turn about the axis.
    Revolute,
    /// The way along the axis.
    Prismatic,
    /// Turn and way.
    Cylindrical,
    /// All turns.
    Spherical,
    /// Two turns, about pins across the axes of both shafts.
    Universal,
    /// The ways across the axis and the turn about it.
    Planar,
    /// The turn about the axis, with its advance.
    Screw {
        /// Way along the axis for each turn (m), positive for a right-hand thread.
        lead: f64,
    },
    /// Only the way along the axis, which must not get below zero.
    Stop {
        /// Of the ball about b (m).
        radius: f64,
        /// Share of the speed of approach with which bodies part.
        restitution: f64,
        /// Bodies that meet more slowly stay together (m/s).
        rest_speed: f64,
    },
    /// What is not locked: x, y, z along, then about.
    Custom {
        /// What is held.
        locked: [bool; 6],
    },
}

impl JointKind {
    /// What is held: x, y, z along the axes of a, then about them. The advance of a screw is held besides.
    pub fn locked(self) -> [bool; 6] {
        const F: bool = false;
        const T: bool = true;
        match self {
            Self::Fixed => [T; 6],
            Self::Revolute => [T, T, T, T, T, F],
            Self::Prismatic => [T, T, F, T, T, T],
            Self::Cylindrical | Self::Screw { .. } => [T, T, F, T, T, F],
            Self::Spherical => [T, T, T, F, F, F],
            Self::Universal => [T, T, T, F, F, T],
            Self::Planar => [F, F, T, T, T, F],
            // What it holds depends on where it is.
            Self::Stop { .. } => [F; 6],
            Self::Custom { locked } => locked,
        }
    }

    /// Whether the axis of b stays along that of a, so that there is an angle about it.
    pub fn keeps_axis(self) -> bool {
        let locked = self.locked();
        locked[3] && locked[4]
    }

    /// Whether b can turn about the axis, seen from a.
    pub fn turns(self) -> bool {
        self.keeps_axis() && !self.locked()[5]
    }

    /// Whether b can slide along the axis, seen from a.
    pub fn slides(self) -> bool {
        !self.locked()[2]
    }
}

/// What a drive moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Driven {
    /// A joint, by name.
    Joint(String),
    /// A point of a shaft, turned from the ground about its axis; it may deflect.
    Shaft(Box<Connection>),
}

/// A prescribed motion of a joint or of a shaft.
#[derive(Debug, Clone, PartialEq)]
pub struct DriveRequest {
    /// Its name.
    pub name: String,
    /// What it moves.
    pub driven: Driven,
    /// What is prescribed.
    pub motion: DriveMotion,
    /// How it goes (rad, rad/s, m or m/s).
    pub function: TimeFunction,
}
