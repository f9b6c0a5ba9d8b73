//! Integration tests of the geometry crate, one binary.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a test stops when something is wrong, and some values must be equal to the last bit"
)]

mod conventions;
mod corner;
mod end_edge;
mod envelope;
mod flank;
mod flank_root;
mod flank_sample;
mod inspection;
mod mesh;
mod nearest;
mod nearest_root;
mod no_load;
mod no_load_curves;
mod numeric;
mod pitch;
mod pitch_forces;
mod pitch_mounting;
mod pitch_published;
mod planetary;
mod properties;
mod published;
mod refusal;
mod rolling;
mod sample;
mod space;
mod table;
