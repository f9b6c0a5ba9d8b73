//! Tests of the kernel as its users see it.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a test that meets None or Err has failed, and exact zeros are compared"
)]

mod actuators;
mod allocation;
mod bad_input;
mod breaks;
mod contact_statics;
mod contract;
mod contradictions;
#[path = "../../../algebra/tests/it/counting.rs"]
mod counting;
mod endless_events;
mod event_breaks;
mod events;
mod flexible;
mod free_body;
mod gear_joint;
mod grazing;
mod growth;
mod hinged;
mod integrators;
mod joints;
mod kinematic;
mod linear;
mod lumped;
mod mechanisms;
mod order;
mod passive;
mod planar_contact;
mod quasi_static;
mod radau;
mod redundancy;
mod resume;
mod shafts;
mod spin;
mod statics;
mod stick_slip;
mod support;
mod switched_joints;
mod tops;
mod turns;
