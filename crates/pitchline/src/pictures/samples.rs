//! Gears and pairs to test the pictures with.
