//! Elements against closed forms and published problems.

mod support;

mod assembly;
mod body;
mod closed_forms;
mod convergence;
mod macneal_harder;
mod patch;
mod zero_modes;
