//! Tests of the kernel as its users see it.

mod contract;
mod free_body;
mod joints;
mod mechanisms;
mod support;
