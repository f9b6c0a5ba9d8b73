//! What the bits of a run depend on: only a run with the same goes on from a checkpoint.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::input::entries::{Entry, entries};
use crate::model::NamedStudy;

/// What a model file and the files that it names say.
#[derive(Debug, Clone)]
pub struct Identity {
    entries: Vec<Entry>,
    /// Hash of the other files, with their names.
    data: [u8; 32],
}

impl Identity {
    /// Of a model file, and the files that it names by their names.
    pub fn new(model_source: &[u8], data_files: &BTreeMap<String, Vec<u8>>) -> Self {
        let mut data = Sha256::new();
        for (name, content) in data_files {
            put(&mut data, name.as_bytes());
            put(&mut data, content);
        }
        Self {
            entries: entries(model_source),
            data: data.finalize().into(),
        }
    }

    /// Hash of all that the run of a study depends on, in hexadecimal: everything but the description of the model and the `end` of the
    /// study itself and of those from which it does not start. An end that changes how often rows are written counts.
    pub fn of_run(&self, studies: &[NamedStudy], name: &str) -> String {
        let before = before(studies, name);
        let is_before = |number: &str| {
            let study = number.parse().ok().and_then(|i: usize| studies.get(i));
            study.is_none_or(|study| before.contains(&study.name.as_str()))
        };
        let is_free = |entry: &Entry| {
            let path: Vec<&str> = entry.path.iter().map(String::as_str).collect();
            match path[..] {
                ["model", "description"] => true,
                ["studies", number, "end"] => !is_before(number),
                _ => false,
            }
        };
        let mut digest = Sha256::new_with_prefix(self.data);
        for entry in self.entries.iter().filter(|entry| !is_free(entry)) {
            put(&mut digest, entry.path.join("\0").as_bytes());
            put(&mut digest, entry.text.as_bytes());
        }
        let study = studies.iter().find(|study| study.name == name);
        if let Some(run) = study.and_then(|study| study.study.interruptible()) {
            for number in [run.times[0], run.output_step] {
                put(&mut digest, &number.to_bits().to_le_bytes());
            }
        }
        let digest = digest.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Puts bytes after their number, so that none of them is taken for those of the next.
fn put(digest: &mut Sha256, bytes: &[u8]) {
    digest.update((bytes.len() as u64).to_le_bytes());
    digest.update(bytes);
}

/// Names of the studies from which one starts, one from the other.
fn before<'s>(studies: &'s [NamedStudy], name: &str) -> Vec<&'s str> {
    let start = |name: &str| {
        let study = studies.iter().find(|study| study.name == name);
        study.and_then(|study| study.study.start())
    };
    let first = start(name);
    // No chain of starts is longer than there are studies.
    std::iter::successors(first, |name| start(name))
        .take(studies.len())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    const MODEL: &str = r#"
[model]
name = "Ball"
description = "It falls."
schema = 1
[bodies.ball]
free = true
mass = "2 kg"
inertia = ["0.1 kg m2", "0.1 kg m2", "0.1 kg m2"]
[[studies]]
name = "first"
kind = "transient"
end = "1 s"
step = "1 ms"
[[studies]]
name = "second"
kind = "transient"
start = "first"
end = "2 s"
accuracy = 1e-6
"#;

    /// Hashes of both studies of a model.
    fn hashes(model: &str) -> [String; 2] {
        let (loaded, diagnostics) = Model::load(model.as_bytes());
        let loaded = loaded.unwrap_or_else(|| panic!("{diagnostics:?}"));
        let identity = Identity::new(model.as_bytes(), &loaded.data_files);
        ["first", "second"].map(|name| identity.of_run(&loaded.studies, name))
    }

    #[test]
    fn runs_depend_on_all_but_words_and_their_own_end() {
        let known = hashes(MODEL);
        assert_ne!(known[0], known[1]);
        // Changed text, and whether the runs of the first and second study may go on.
        for (from, to, same) in [
            ("It falls.", "A ball falls.", [true, true]),
            ("description = \"It falls.\"\n", "", [true, true]),
            ("[bodies", "# a ball\n\n[bodies", [true, true]),
            ("\"2 kg\"", "\"2.1 kg\"", [false, false]),
            ("\"Ball\"", "\"Balls\"", [false, false]),
            // The second begins where the first ends.
            ("\"1 s\"", "\"1.5 s\"", [true, false]),
            // Without output_step it has a thousand rows, which are others then.
            ("\"2 s\"", "\"3 s\"", [true, false]),
            ("1e-6", "1e-7", [false, false]),
            ("\"1 ms\"", "\"2 ms\"", [false, false]),
        ] {
            let changed = MODEL.replace(from, to);
            assert_ne!(changed, MODEL);
            let found = hashes(&changed);
            let found = [0, 1].map(|i| found[i] == known[i]);
            assert_eq!(found, same, "{from} to {to}");
        }
        let written = MODEL.replace("1e-6", "1e-6\noutput_step = \"10 ms\"");
        let later = written.replace("\"2 s\"", "\"3 s\"");
        assert_eq!(hashes(&written), hashes(&later));
    }

    #[test]
    fn files_that_a_model_names_count_with_their_names() {
        let of = |name: &str, content: &[u8]| {
            let files = BTreeMap::from([(name.to_owned(), content.to_vec())]);
            Identity::new(MODEL.as_bytes(), &files).of_run(&[], "first")
        };
        assert_eq!(of("a", b"1"), of("a", b"1"));
        assert_ne!(of("a", b"1"), of("a", b"2"));
        assert_ne!(of("a", b"1"), of("b", b"1"));
    }
}
