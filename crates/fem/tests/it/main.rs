//! Elements against closed forms and published problems.

mod support;

mod assembly;
mod zero_modes;
