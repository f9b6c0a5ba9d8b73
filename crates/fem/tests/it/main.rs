//! Elements, meshes, deflections and modes against exact surfaces, closed forms and published problems.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a test that meets None or Err has failed, and exact zeros are skipped"
)]

mod bodies;
mod support;

mod assembly;
mod body;
mod closed_forms;
mod convergence;
mod cyclic_compliance;
mod cyclic_cost;
mod cyclic_gears;
mod cyclic_modes;
mod cyclic_statics;
mod flank_line;
mod macneal_harder;
mod mesher;
mod mesher_border;
mod mesher_frequencies;
mod mesher_gears;
mod mesher_properties;
mod mesher_refusals;
mod modes;
mod patch;
mod reduced_body;
mod reduced_body_file;
mod reduced_body_free;
mod reduced_body_matrices;
mod reduced_body_support;
mod reduced_body_turn;
mod reduction;
mod statics;
mod zero_modes;
