//! Integration tests of the geometry crate, one binary.

mod conventions;
mod envelope;
mod flank;
mod flank_root;
mod flank_sample;
mod mesh;
mod nearest;
mod no_load;
mod no_load_curves;
mod numeric;
mod properties;
mod published;
mod sample;
mod table;
