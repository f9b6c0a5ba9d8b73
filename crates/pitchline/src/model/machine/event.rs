//! What happens during a run.

use crate::dynamics::Direction;

/// An event: a sensor passes a value.
#[derive(Debug, Clone, PartialEq)]
pub struct EventRequest {
    /// Its name.
    pub name: String,
    /// The sensor, of one component.
    pub sensor: String,
    /// The value that it passes, SI.
    pub value: f64,
    /// Which way.
    pub direction: Direction,
    /// What is done.
    pub action: EventAction,
}

/// What is done at an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventAction {
    /// It is noted.
    Record,
    /// The run ends.
    Stop,
    /// A joint lets go: its name.
    Release(String),
    /// A joint holds from now on: its name.
    Lock(String),
}

impl EventAction {
    /// The joint that it switches, and whether that holds afterwards.
    pub fn switched(&self) -> Option<(&str, bool)> {
        match self {
            Self::Record | Self::Stop => None,
            Self::Release(joint) => Some((joint, false)),
            Self::Lock(joint) => Some((joint, true)),
        }
    }
}
