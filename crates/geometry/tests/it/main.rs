//! Integration tests of the geometry crate, one binary.

mod conventions;
mod envelope;
mod mesh;
mod numeric;
mod properties;
mod published;
mod sample;
mod table;
