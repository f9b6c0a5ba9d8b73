//! Files that only grow: how long they were at a checkpoint, and the checksum of what was in them.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::dynamics::{Tape, TapeReader};

/// What was written to a file so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    length: u64,
    digest: Sha256,
}

/// A place in such a file, and what is before it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Mark {
    /// Bytes from the beginning.
    pub length: u64,
    sum: [u64; 4],
}

impl Written {
    /// Takes note of more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.digest.update(bytes);
    }

    /// Bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The end of the file.
    pub fn mark(&self) -> Mark {
        let digest = self.digest.clone().finalize();
        let (words, _) = digest.as_chunks::<8>();
        let mut sum = [0; 4];
        for (sum, word) in sum.iter_mut().zip(words) {
            *sum = u64::from_le_bytes(*word);
        }
        let length = self.length;
        Mark { length, sum }
    }
}

impl Mark {
    /// Writes it into a checkpoint.
    pub fn keep(&self, tape: &mut Tape) {
        tape.count(self.length);
        self.sum.iter().for_each(|word| tape.count(*word));
    }

    /// Reads it from there.
    pub fn take_back(tape: &mut TapeReader) -> Option<Self> {
        let length = tape.count()?;
        let mut sum = [0; 4];
        for word in &mut sum {
            *word = tape.count()?;
        }
        Some(Self { length, sum })
    }

    /// What a file holds up to here, which stays as it is; none where that is something else.
    pub fn read(&self, path: &Path) -> Option<(Vec<u8>, Written)> {
        let mut bytes = Vec::new();
        if self.length > 0 {
            let file = File::open(path).ok()?;
            file.take(self.length).read_to_end(&mut bytes).ok()?;
        }
        let mut written = Written::default();
        written.add(&bytes);
        (written.mark() == *self).then_some((bytes, written))
    }
}
