//! What do we learn? Model file, studies, results, plots.

pub mod input;
pub mod materials;
mod nearest;
mod number;
pub mod plot;
pub mod units;
