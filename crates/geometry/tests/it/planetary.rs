//! Planetary sets against direct kinematics, against planets that are really fitted, and against published sets.

mod assembly;
mod cycles;
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
    pub fn train(&mut self, form: Form) -> Train {
        let [sun, sun_2] = [self.whole(12, 60), self.whole(12, 60)];
        let [planet, planet_2] = [self.whole(12, 60), self.whole(12, 60)];
        let [ring, ring_2] = [planet, planet_2].map(|z| z + self.whole(8, 120));
        form.train(|part| match part {
            Part::Sun => sun,
            Part::Sun2 => sun_2,
            Part::Planet => planet,
            Part::Planet2 => planet_2,
            // The ring of a stepped set is around the second rim.
            Part::Ring if form.kind == SetKind::Stepped => ring_2,
            Part::Ring => ring,
            Part::Ring2 => ring_2,
        })
    }
}

/// A kind of set without some of its wheels.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    pub kind: SetKind,
    pub without: &'static [Part],
}

impl Form {
    /// All that there are.
    pub const ALL: [Self; 7] = [
        Self::new(SetKind::Simple, &[]),
        Self::new(SetKind::Stepped, &[Part::Sun2]),
        Self::new(SetKind::Stepped, &[Part::Ring]),
        Self::new(SetKind::Stepped, &[]),
        Self::new(SetKind::Wolfrom, &[]),
        Self::new(SetKind::Wolfrom, &[Part::Sun]),
        Self::new(SetKind::Ravigneaux, &[]),
    ];

    const fn new(kind: SetKind, without: &'static [Part]) -> Self {
        Self { kind, without }
    }

    pub fn train(self, teeth: impl Fn(Part) -> u32) -> Train {
        Train::new(self.kind, |part| {
            if self.without.contains(&part) {
                0
            } else {
                teeth(part)
            }
        })
    }
}
