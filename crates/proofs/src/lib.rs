//! Slow proofs: `./validate NAME` computes one and keeps its numbers in `validation/proofs`; the suite asserts on these numbers and
//! computes a smaller twin.
//!
//! A proof is a [`Proof`] beside the tests of what it proves, in `tests/it` of a crate, with two tests: `proof_NAME`, ignored by the
//! suite, calls [`Proof::record`], another one [`Proof::assert_kept`]. To copy: `crates/dynamics/tests/it/spin.rs`.

mod numbers;
mod record;

pub use numbers::{Number, Numbers, Settings};

/// A computation too slow for the suite.
#[derive(Debug)]
pub struct Proof {
    /// Its file in `validation/proofs` and its name for `./validate`, which runs the ignored test `proof_NAME`.
    pub name: &'static str,
    /// What is shown, in a line.
    pub title: &'static str,
    /// Files of the repository, from its root, that say what is computed, where settings do not: models, tables, samples. With the
    /// settings they are the input whose hash is kept.
    pub inputs: &'static [&'static str],
    /// Of the slow computation.
    pub full: Settings,
    /// Of the same computation at a size for the suite.
    pub twin: Settings,
    /// Computes the numbers; it may be some minutes on its way.
    pub compute: fn(&Settings, &mut Numbers),
    /// Panics unless the numbers are as they must be for these settings.
    pub check: fn(&Settings, &Numbers),
}

impl Proof {
    /// Computes and checks the numbers, and keeps them.
    ///
    /// # Panics
    /// If the check does, before anything is written, or if the file cannot be written.
    pub fn record(&self) {
        self.record_in(&record::root());
    }

    /// Checks the numbers that are kept, and those of the twin, which is computed here.
    ///
    /// # Panics
    /// If a check does, or if the numbers that are kept are of other inputs.
    pub fn assert_kept(&self) {
        match self.kept_in(&record::root()) {
            Ok(kept) => (self.check)(&self.full, &kept),
            Err(reason) => panic!("{reason}; compute it with ./validate {}", self.name),
        }
        (self.check)(&self.twin, &self.computed(&self.twin));
    }

    fn computed(&self, settings: &Settings) -> Numbers {
        let mut numbers = Numbers::default();
        (self.compute)(settings, &mut numbers);
        numbers
    }
}
