//! Gear joints in machines.

use pitchline_dynamics::Scheme;
use pitchline_dynamics::samples::{Transmission, planetary_set, transmission};

use crate::Line;
use crate::machines::run;

/// A transmission with backlash and soft supports for a second.
pub fn gear_transmission() -> Vec<Line> {
    let (machine, _) = transmission(Transmission::D).unwrap();
    let cost = run(&machine, Scheme::hht(0.05), 1e-6, 1_000_000);
    let what = "a spur transmission with transmission error, backlash and soft supports for 1 s in steps of 1 us (aim: below 20 s)";
    vec![Line::new("gear-transmission", cost.wall, "s").what(what)]
}

/// A step of a planetary set.
pub fn planetary_step() -> Vec<Line> {
    const STEPS: u32 = 20_000;
    let machine = planetary_set(5).unwrap();
    let cost = run(&machine, Scheme::generalized_alpha(0.8), 5e-6, STEPS);
    let what = "a step of 5 us of a planetary set of five planets and ten elastic meshes with backlash (aim: below 60 us)";
    let each = cost.wall / f64::from(STEPS);
    vec![Line::new("planetary-step", each * 1e6, "us").what(what)]
}
