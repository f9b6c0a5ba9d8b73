//! Published sets.
