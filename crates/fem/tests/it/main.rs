//! Tests of the public face of the crate.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod mesher;
mod mesher_border;
mod mesher_gears;
mod mesher_properties;
mod mesher_refusals;
