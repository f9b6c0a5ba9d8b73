//! Tests of the kernel as its users see it.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a test that meets None or Err has failed, and exact zeros are compared"
)]

mod contract;
mod flexible;
mod lumped;
