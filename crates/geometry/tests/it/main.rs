//! Integration tests of the geometry crate, one binary.
#![allow(clippy::unwrap_used, reason = "a helper of a test fails by panicking")]

mod conventions;
mod envelope;
mod inspection;
mod mesh;
mod numeric;
mod pitch;
mod pitch_published;
mod properties;
mod published;
mod refusal;
mod rolling;
mod sample;
mod space;
mod table;
