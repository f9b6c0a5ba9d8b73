//! Planetary sets against direct kinematics, against planets that are really fitted, and against published sets.

mod assembly;
mod published;
mod refusal;
mod speeds;

use pitchline_geometry::planetary::{Part, SetKind, Train};

/// Numbers that look random and are the same in every run (Lehmer, modulus 2³¹ − 1, multiplier 48271).
pub struct Dice(pub u64);

impl Dice {
    /// A whole number in low..=high.
    pub fn whole(&mut self, low: u32, high: u32) -> u32 {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        low + (self.0 % u64::from(high - low + 1)) as u32
    }

    /// Any train, sensible or not; rings are larger than their planets.
    pub fn train(&mut self, kind: SetKind) -> Train {
        let [sun, sun_2] = [self.whole(12, 60), self.whole(12, 60)];
        let [planet, planet_2] = [self.whole(12, 60), self.whole(12, 60)];
        let [ring, ring_2] = [planet, planet_2].map(|z| z + self.whole(8, 120));
        Train::new(kind, |part| match part {
            Part::Sun => sun,
            Part::Sun2 => sun_2,
            Part::Planet => planet,
            Part::Planet2 => planet_2,
            Part::Ring => ring,
            Part::Ring2 => {
                if kind == SetKind::Wolfrom {
                    ring_2
                } else {
                    ring
                }
            }
        })
    }
}
