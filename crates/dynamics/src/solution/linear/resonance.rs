//! Why an answer has no bound: the mode that nothing holds, or that oscillates at this very frequency without damping.
//! \[theory:linearised\] (27)

use std::f64::consts::TAU;
use std::fmt;

use super::{LinearMachine, Mode, ModeKind, ModeOptions};
use crate::Complex;

/// What moves without bound. Modes are counted from 1, rigid motions first, as [`MachineModes`](super::MachineModes) has them.
#[derive(Debug, Clone, PartialEq)]
pub enum Resonance {
    /// Rigid motions, at frequency zero.
    Rigid {
        /// Number of the first.
        mode: usize,
        /// What moves most in it.
        motion: String,
        /// How many more there are.
        others: usize,
    },
    /// Modes without damping, at their frequency.
    Oscillating {
        /// Number of the first.
        mode: usize,
        /// Its frequency (rad/s).
        frequency: f64,
        /// What moves most in it.
        motion: String,
        /// How many more there are.
        others: usize,
    },
    /// A drive whose rate has a mean.
    Drive {
        /// What it moves most.
        motion: String,
    },
    /// Something else, known by the coordinate that moves most.
    Motion(String),
}

/// Modes that are looked at, at first and at most.
const MODES: [usize; 2] = [16, 256];
/// An eigenvalue this near to a frequency, relative to it, is that of the mode: half the digits, as double ones have them.
const NEAR: f64 = 1e-7;
/// Frequencies below this share of the lowest mode's are zero for rigid motions.
const SLOW: f64 = 1e-4;

impl Resonance {
    /// What moves at a frequency (rad/s); `motion` is the coordinate that was seen to move most.
    pub(super) fn at(machine: &LinearMachine, frequency: f64, motion: String) -> Self {
        let Some(modes) = modes_up_to(machine, frequency) else {
            return Self::Motion(motion);
        };
        let lowest = modes.iter().find(|mode| mode.kind != ModeKind::Rigid);
        let lowest = lowest.map_or(f64::INFINITY, Mode::natural_frequency);
        let is_it = |mode: &Mode| match mode.kind {
            ModeKind::Rigid => frequency <= SLOW * lowest,
            _ => {
                let off = mode.eigenvalue - Complex::new(0.0, frequency);
                off.norm() <= NEAR * frequency
            }
        };
        let mut found = modes.iter().enumerate().filter(|(_, mode)| is_it(mode));
        let Some((at, first)) = found.next() else {
            return Self::Motion(motion);
        };
        let others = found.filter(|(_, mode)| mode.kind == first.kind).count();
        let (mode, motion) = (at + 1, first.largest_motion.clone());
        match first.kind {
            ModeKind::Rigid => Self::Rigid {
                mode,
                motion,
                others,
            },
            _ => Self::Oscillating {
                mode,
                frequency: first.natural_frequency(),
                motion,
                others,
            },
        }
    }
}

/// Modes from the lowest to beyond a frequency, if they are found.
fn modes_up_to(machine: &LinearMachine, frequency: f64) -> Option<Vec<Mode>> {
    let mut wanted = MODES[0];
    loop {
        let options = ModeOptions {
            wanted: Some(wanted),
        };
        let found = machine.modes(&options).ok()?;
        let last = found.modes.last().map_or(0.0, Mode::natural_frequency);
        let is_all = found.is_complete || found.modes.len() < wanted || wanted >= MODES[1];
        if is_all || last > (1.0 + NEAR) * frequency {
            return Some(found.modes);
        }
        wanted *= 4;
    }
}

impl fmt::Display for Resonance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = |others: &usize| match others {
            0 => String::new(),
            1 => ", and one more like it".to_owned(),
            _ => format!(", and {others} more like it"),
        };
        match self {
            Self::Rigid {
                mode,
                motion,
                others,
            } => write!(
                f,
                "mode {mode} is a rigid motion that nothing holds ({motion}){}; begin at a higher frequency, or hold it by a joint, a spring or a drive",
                more(others)
            ),
            Self::Oscillating {
                mode,
                frequency,
                motion,
                others,
            } => write!(
                f,
                "mode {mode} oscillates at {:.6} Hz without damping ({motion}, moves most){}; give it damping, or choose frequencies beside it",
                frequency / TAU,
                more(others)
            ),
            Self::Drive { motion } => write!(
                f,
                "a speed without change carries {motion}, away; begin at a higher frequency"
            ),
            Self::Motion(motion) => write!(
                f,
                "{motion}, moves freely or in resonance without damping; leave this frequency out, hold the motion or give it damping"
            ),
        }
    }
}
