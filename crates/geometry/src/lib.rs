//! What does a gear look like?
