//! What do we learn? Model file, studies, results, plots.

pub mod plot;
