//! The gear joint: forces of every kind of gear, ratios, losses, published examples, energy.

mod displaced;
mod energy;
mod examples;
mod far_statics;
mod forces;
pub mod kinds;
mod many_turns;
mod misplacement;
mod planetary;
mod ratios;
mod refusals;
pub mod stand;
mod start_cycle;
mod transmission;
mod unloaded;
mod worm;
