//! Elements against closed forms and published problems.

mod bodies;
mod support;

mod assembly;
mod body;
mod closed_forms;
mod convergence;
mod macneal_harder;
mod modes;
mod patch;
mod statics;
mod zero_modes;
