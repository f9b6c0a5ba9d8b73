//! Tests of the kernel as its users see it.
#![allow(
    clippy::unwrap_used,
    reason = "a test that meets None or Err has failed"
)]

mod contract;
mod free_body;
mod joints;
mod kinematic;
mod mechanisms;
mod order;
mod radau;
mod spin;
mod statics;
mod support;
mod tops;
