//! Integration tests of the geometry crate, one binary.
#![allow(clippy::unwrap_used, reason = "a helper of a test fails by panicking")]

mod conventions;
mod envelope;
mod flank;
mod flank_root;
mod flank_sample;
mod inspection;
mod mesh;
mod nearest;
mod no_load;
mod no_load_curves;
mod numeric;
mod properties;
mod published;
mod refusal;
mod rolling;
mod sample;
mod table;
