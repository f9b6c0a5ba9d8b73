//! Tests of the kernel as its users see it.

mod contract;
mod free_body;
mod mechanisms;
mod support;
