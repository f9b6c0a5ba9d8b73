//! Gear joints in machines.

use pitchline_dynamics::Scheme;
use pitchline_dynamics::samples::{Transmission, planetary_set, transmission};

use crate::Line;
use crate::machines::{line, run};

/// A transmission with backlash and soft supports for a second.
pub fn gear_transmission() -> Vec<Line> {
    let (machine, _) = transmission(Transmission::D).unwrap();
    let (time, _) = run(&machine, Scheme::hht(0.05), 1e-6, 1_000_000);
    let what = "a spur transmission with transmission error, backlash and soft supports for 1 s in steps of 1 us (aim: below 20 s)";
    vec![line("gear-transmission", time, "s", 1.0, what.to_owned())]
}

/// A step of a planetary set.
pub fn planetary_step() -> Vec<Line> {
    const STEPS: u32 = 20_000;
    let machine = planetary_set(5).unwrap();
    let (time, _) = run(&machine, Scheme::generalized_alpha(0.8), 5e-6, STEPS);
    let what = "a step of 5 us of a planetary set of five planets and ten elastic meshes with backlash (aim: below 60 us)";
    let each = time / f64::from(STEPS);
    vec![line("planetary-step", each, "us", 1e6, what.to_owned())]
}
