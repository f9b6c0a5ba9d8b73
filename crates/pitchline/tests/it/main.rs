//! Integration tests of the crate `pitchline`, one binary.
#![allow(
    clippy::unwrap_used,
    reason = "a test that meets None or Err has failed"
)]

mod gear_bodies;
mod house_rules;
mod library;
mod pictures_in_docs;
