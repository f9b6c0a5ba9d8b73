//! Reduced bodies beside the full ones that they stand for.

mod support;

mod craig_bampton;
mod cyclic;
mod dual;
mod flank_loads;
mod interface;
mod published;
mod recovered;
mod refusals;
mod turns;
mod virlez;
