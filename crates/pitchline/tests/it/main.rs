//! Integration tests of the crate `pitchline`, one binary.

mod house_rules;
