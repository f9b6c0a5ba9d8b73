//! The drawn position: flanks touch, nothing overlaps.
