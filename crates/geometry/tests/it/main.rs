//! Integration tests of the geometry crate, one binary.

mod published;
mod conventions;
mod sample;
