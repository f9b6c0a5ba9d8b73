//! What do we learn? Model file, studies, results, plots.
