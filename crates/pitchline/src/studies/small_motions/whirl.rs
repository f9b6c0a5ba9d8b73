//! How tables say which way a mode whirls.

use crate::dynamics::{Whirl, WhirlSense};

/// In words; a dash where there is nothing to say.
pub(in crate::studies) fn word(whirl: &Whirl) -> String {
    match whirl.sense {
        WhirlSense::Forward => "forward",
        WhirlSense::Backward => "backward",
        WhirlSense::Mixed => "mixed",
        WhirlSense::Neither => "-",
    }
    .to_owned()
}

/// As a number: forward 1, backward −1, mixed 0; none where there is nothing to say.
pub(in crate::studies) fn number(whirl: &Whirl) -> f64 {
    match whirl.sense {
        WhirlSense::Forward => 1.0,
        WhirlSense::Backward => -1.0,
        WhirlSense::Mixed => 0.0,
        WhirlSense::Neither => f64::NAN,
    }
}
