//! Integration tests of the geometry crate, one binary.

mod envelope;
mod numeric;
mod published;
mod sample;
