//! The planar contact in machines: stick and slip against an integration that this code did not make.

mod actuator;
mod play;
