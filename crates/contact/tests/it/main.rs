//! Integration tests of the contact crate, one binary.
#![allow(clippy::unwrap_used, reason = "a test stops when something is wrong")]

mod planar_contact;
mod tooth_stiffness;
