//! Integration tests of the geometry crate, one binary.

mod envelope;
mod mesh;
mod numeric;
mod properties;
mod published;
mod conventions;
mod sample;
mod table;
