//! Tests of the kernel as its users see it.

mod contract;
mod free_body;
mod joints;
mod kinematic;
mod mechanisms;
mod order;
mod spin;
mod statics;
mod support;
mod tops;
