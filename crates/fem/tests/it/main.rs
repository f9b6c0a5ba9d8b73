//! Elements, meshes, deflections and modes against exact surfaces, closed forms and published problems.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod support;

mod assembly;
mod mesher;
mod mesher_border;
mod mesher_gears;
mod mesher_properties;
mod mesher_refusals;
mod zero_modes;
