//! Numbers in a file, with the command and the hash of the input that they were computed from.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sha2::{Digest as _, Sha256};

use crate::{Numbers, Proof};

const HEAD: &str = "quantity,value,unit";

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Proof {
    pub(crate) fn record_in(&self, root: &Path) {
        let started = Instant::now();
        let numbers = self.computed(&self.full);
        (self.check)(&self.full, &numbers);
        let (path, text) = (self.path(root), self.text(root, &numbers, started));
        let folder = path.parent().unwrap_or(root);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, &text));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// The numbers that are kept, if they are of the inputs of today.
    pub(crate) fn kept_in(&self, root: &Path) -> Result<Numbers, String> {
        let path = self.path(root);
        let name = path.display();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        if !text.contains(&self.input_line(root)) {
            return Err(format!("{name} is of other inputs"));
        }
        let (_, table) = text.split_once(HEAD).unwrap_or_default();
        let mut numbers = Numbers::default();
        for line in table.lines().filter(|line| !line.is_empty()) {
            let cells: Vec<&str> = line.split(',').collect();
            match (&cells[..], cells.get(1).map(|cell| cell.parse())) {
                ([quantity, _, unit], Some(Ok(value))) => numbers.push(quantity, value, unit),
                _ => return Err(format!("{name}: `{line}` is not {HEAD}")),
            }
        }
        Ok(numbers)
    }

    fn path(&self, root: &Path) -> PathBuf {
        root.join(format!("validation/proofs/{}.csv", self.name))
    }

    fn text(&self, root: &Path, numbers: &Numbers, started: Instant) -> String {
        let mut text = format!(
            "# {}\n# ./validate {}, {:.0} s\n{}{HEAD}\n",
            self.title,
            self.name,
            started.elapsed().as_secs_f64(),
            self.input_line(root)
        );
        for number in numbers.iter() {
            let _ = writeln!(
                text,
                "{},{:e},{}",
                number.quantity, number.value, number.unit
            );
        }
        text
    }

    /// Hash and names of the inputs, as they stand in the file.
    fn input_line(&self, root: &Path) -> String {
        let settings = self
            .full
            .0
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let settings: Vec<String> = settings.collect();
        let settings = settings.join(", ");
        let mut hash = Sha256::new();
        hash.update(&settings);
        for input in self.inputs {
            let bytes = std::fs::read(root.join(input));
            let bytes = bytes.unwrap_or_else(|error| panic!("{input}: {error}"));
            hash.update(format!("\n{input} {}\n", bytes.len()));
            hash.update(bytes);
        }
        let hash: String = hash
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let names: Vec<&str> = std::iter::once(&*settings)
            .chain(self.inputs.iter().copied())
            .collect();
        format!("# input {hash}: {}\n", names.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    const SQUARE: Proof = Proof {
        name: "square",
        title: "a square by its sum of odd numbers",
        inputs: &["odd.txt"],
        full: Settings(&[("side", 1e3)]),
        twin: Settings(&[("side", 1e1)]),
        compute: |settings, numbers| {
            let side = settings.get("side") as u32;
            numbers.push(
                "area",
                f64::from((0..side).map(|i| 2 * i + 1).sum::<u32>()),
                "m2",
            );
            numbers.push("third", 1.0 / 3.0, "1");
        },
        check: |settings, numbers| {
            let side = settings.get("side");
            assert!((numbers.get("area") - side * side).abs() < 1e-9);
        },
    };

    #[test]
    fn numbers_are_kept_to_the_last_bit_and_for_their_inputs_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let write =
            |name: &str, text: &str| std::fs::write(root.join(name), text).expect("written");
        write("odd.txt", "1 3 5");
        assert!(SQUARE.kept_in(root).is_err(), "nothing is kept yet");
        SQUARE.record_in(root);
        assert_eq!(SQUARE.kept_in(root), Ok(SQUARE.computed(&SQUARE.full)));

        let is_other =
            |kept: Result<Numbers, String>| kept.is_err_and(|why| why.ends_with("other inputs"));
        let larger = Proof {
            full: Settings(&[("side", 1e4)]),
            ..SQUARE
        };
        assert!(is_other(larger.kept_in(root)));
        write("odd.txt", "1 3 6");
        assert!(is_other(SQUARE.kept_in(root)));
        write("odd.txt", "1 3 5");
        let path = SQUARE.path(root);
        let text = std::fs::read_to_string(&path).expect("read");
        std::fs::write(&path, text.replace("third,", "third;")).expect("written");
        assert!(
            SQUARE
                .kept_in(root)
                .is_err_and(|why| why.contains("`third;"))
        );
    }

    #[test]
    #[should_panic(expected = "a wrong area")]
    fn what_fails_its_check_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("odd.txt"), "1").expect("written");
        let wrong = Proof {
            check: |_, _| panic!("a wrong area"),
            ..SQUARE
        };
        wrong.record_in(folder.path());
    }
}
