//! Tests of the kernel as its users see it.

mod contract;
mod flexible;
mod lumped;
