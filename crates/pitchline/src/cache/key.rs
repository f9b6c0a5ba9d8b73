//! What a cached result depends on, as text that people can read and whose hash names the entry.
//!
//! ```text
//! pitchline cache key 1
//! kind 12:reduced-body
//! format 3
//! program 22:0.1.0+0123456789abcdef
//! input 6:module number 3f60624dd2f1a9fc 0.002
//! input 5:teeth integer 21
//! input 4:form text 8:external
//! input 4:mesh bytes 65536 sha256 9f86d081…
//! ```
//!
//! Names and texts stand after their length in bytes, so that no two lists of inputs have the same text, whatever
//! stands in them.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Version of the code: that of the program and a name of the sources it was built from, because the version alone
/// stands still while the program is developed.
pub const PROGRAM_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), "+", env!("PITCHLINE_SOURCES"));

/// Texts longer than this (bytes) stand in the key by their hash.
const LONGEST_TEXT: usize = 1024;
/// Lists of numbers longer than this stand in the key by their hash.
const LONGEST_LIST: usize = 16;
const FIRST_LINE: &str = "pitchline cache key 1\n";

/// What a cached result depends on.
///
/// The order of the inputs counts: give them in a fixed one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    kind: String,
    text: String,
}

impl Key {
    /// A key without inputs yet. `kind` is one word such as `reduced-body`; `format` is the version of how the kind is
    /// written as bytes.
    pub fn new(kind: &str, format: u32) -> Self {
        Self::of_program(kind, format, PROGRAM_VERSION)
    }

    /// The same for another version of the program.
    pub(super) fn of_program(kind: &str, format: u32, program: &str) -> Self {
        let [kind_field, program] = [field(kind), field(program)];
        Self {
            kind: kind.to_owned(),
            text: format!("{FIRST_LINE}kind {kind_field}\nformat {format}\nprogram {program}\n"),
        }
    }

    /// Adds a number, by its bits.
    pub fn number(self, name: &str, value: f64) -> Self {
        self.input(name, &format!("number {:016x} {value:?}", value.to_bits()))
    }

    /// Adds a whole number.
    pub fn integer(self, name: &str, value: i64) -> Self {
        self.input(name, &format!("integer {value}"))
    }

    /// Adds a number of things.
    pub fn count(self, name: &str, value: usize) -> Self {
        self.input(name, &format!("integer {value}"))
    }

    /// Adds a text.
    pub fn text(self, name: &str, value: &str) -> Self {
        if value.len() <= LONGEST_TEXT {
            self.input(name, &format!("text {}", field(value)))
        } else {
            self.hashed(name, "text", value.len(), value.as_bytes())
        }
    }

    /// Adds bytes, by their hash.
    pub fn bytes(self, name: &str, value: &[u8]) -> Self {
        self.hashed(name, "bytes", value.len(), value)
    }

    /// Adds a list of numbers, by their bits.
    pub fn numbers(self, name: &str, values: &[f64]) -> Self {
        if values.len() <= LONGEST_LIST {
            let mut list = format!("numbers {}", values.len());
            for value in values {
                let _ = write!(list, " {:016x} {value:?}", value.to_bits());
            }
            self.input(name, &list)
        } else {
            let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
            self.hashed(name, "numbers", values.len(), &bytes)
        }
    }

    /// The kind of result.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The whole key as text.
    pub fn as_text(&self) -> &str {
        &self.text
    }

    /// SHA-256 of the text, in hexadecimal.
    pub fn hash(&self) -> String {
        hash(self.text.as_bytes())
    }

    fn hashed(self, name: &str, what: &str, count: usize, bytes: &[u8]) -> Self {
        let hash = hash(bytes);
        self.input(name, &format!("{what} {count} sha256 {hash}"))
    }

    fn input(mut self, name: &str, value: &str) -> Self {
        let _ = writeln!(self.text, "input {} {value}", field(name));
        self
    }
}

/// A text after its length.
fn field(text: &str) -> String {
    format!("{}:{text}", text.len())
}

/// SHA-256 in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the text of a key begins with.
pub(super) struct Origin {
    pub(super) kind: String,
    pub(super) program: String,
    /// The inputs as they stand in the key.
    pub(super) inputs: String,
}

impl Origin {
    /// Reads the text of a key that may have been written by anybody.
    pub(super) fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(FIRST_LINE)?.strip_prefix("kind ")?;
        let (kind, rest) = take_field(rest)?;
        let (format, rest) = rest.strip_prefix("\nformat ")?.split_once('\n')?;
        let _: u32 = format.parse().ok()?;
        let (program, rest) = take_field(rest.strip_prefix("program ")?)?;
        Some(Self {
            kind: kind.to_owned(),
            program: program.to_owned(),
            inputs: rest.strip_prefix('\n')?.to_owned(),
        })
    }
}

/// Takes a text that stands after its length.
fn take_field(text: &str) -> Option<(&str, &str)> {
    let (length, rest) = text.split_once(':')?;
    rest.split_at_checked(length.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    enum Input {
        Number(u64),
        Integer(i64),
        Text(String),
        Bytes(Vec<u8>),
        Numbers(Vec<u64>),
    }

    fn key(inputs: &[(String, Input)]) -> Key {
        inputs
            .iter()
            .fold(Key::new("test", 1), |key, (name, input)| match input {
                Input::Number(bits) => key.number(name, f64::from_bits(*bits)),
                Input::Integer(value) => key.integer(name, *value),
                Input::Text(text) => key.text(name, text),
                Input::Bytes(bytes) => key.bytes(name, bytes),
                Input::Numbers(bits) => {
                    let numbers: Vec<f64> = bits.iter().map(|bits| f64::from_bits(*bits)).collect();
                    key.numbers(name, &numbers)
                }
            })
    }

    /// Names and texts of the characters that could forge a border between fields.
    fn inputs() -> impl Strategy<Value = Vec<(String, Input)>> {
        let input = prop_oneof![
            (0..3_u64).prop_map(Input::Number),
            (0..3_i64).prop_map(Input::Integer),
            "[01: \n]{0,3}".prop_map(Input::Text),
            prop::collection::vec(0..2_u8, 0..2).prop_map(Input::Bytes),
            prop::collection::vec(0..2_u64, 0..2).prop_map(Input::Numbers),
        ];
        prop::collection::vec(("[1: \n]{0,2}", input), 0..3)
    }

    proptest! {
        #[test]
        fn other_inputs_have_another_key((a, b) in (inputs(), inputs())) {
            prop_assert_eq!(a == b, key(&a).hash() == key(&b).hash());
        }

        #[test]
        fn any_text_is_read_or_refused(text in "(pitchline cache key 1\n)?(kind )?[0-9]{0,25}:?\\PC{0,20}\n?.*") {
            let _ = Origin::read(&text);
        }
    }

    #[test]
    fn neighbouring_fields_are_kept_apart() {
        let key = || Key::new("test", 1);
        let same_when_joined = [
            key().text("a", "bc").text("d", ""),
            key().text("ab", "c").text("d", ""),
            key().text("a", "b").text("cd", ""),
            key().text("a", "bc\ninput 1:d text 0:"),
            Key::new("tes", 1).text("ta", "bc").text("d", ""),
            Key::new("test", 11).text("a", "bc").text("d", ""),
        ];
        for (i, a) in same_when_joined.iter().enumerate() {
            for b in &same_when_joined[..i] {
                assert_ne!(a.hash(), b.hash(), "{}{}", a.as_text(), b.as_text());
            }
        }
    }

    #[test]
    fn numbers_count_by_their_bits() {
        let of = |value: f64| Key::new("test", 1).number("x", value).hash();
        assert_ne!(of(0.0), of(-0.0));
        assert_ne!(of(0.1 + 0.2), of(0.3));
        assert_eq!(of(f64::NAN), of(f64::NAN));
        let list = |values: &[f64]| Key::new("test", 1).numbers("x", values).hash();
        let mut long = vec![1.0; 100];
        let before = list(&long);
        long[99] = f64::from_bits(1.0_f64.to_bits() + 1);
        assert_ne!(before, list(&long));
    }

    #[test]
    fn version_kind_and_order_count() {
        let key = |kind, format, program| Key::of_program(kind, format, program).hash();
        let base = key("map", 1, "0.1.0");
        for other in [
            key("mat", 1, "0.1.0"),
            key("map", 2, "0.1.0"),
            key("map", 1, "0.1.1"),
        ] {
            assert_ne!(base, other);
        }
        let [ab, ba] = [["a", "b"], ["b", "a"]].map(|names| {
            let key = Key::new("map", 1);
            names.iter().fold(key, |key, name| key.integer(name, 1))
        });
        assert_ne!(ab, ba);
    }

    /// The hash as `sha256sum` prints it.
    #[test]
    fn the_text_can_be_read_and_its_hash_checked_with_other_programs() {
        let key = Key::of_program("map", 2, "0.1.0")
            .number("module", 0.002)
            .integer("teeth", 21)
            .text("form", "external");
        let text = "pitchline cache key 1\nkind 3:map\nformat 2\nprogram 5:0.1.0\n\
                    input 6:module number 3f60624dd2f1a9fc 0.002\ninput 5:teeth integer 21\ninput 4:form text 8:external\n";
        assert_eq!(key.as_text(), text);
        assert_eq!(
            key.hash(),
            "2a6514eae5c330e66be868220d5bfa59db55a8d976df9b3c56878ea76477429a"
        );
        let origin = Origin::read(key.as_text()).unwrap();
        assert_eq!(
            (origin.kind.as_str(), origin.program.as_str()),
            ("map", "0.1.0")
        );
        assert_eq!(origin.inputs.lines().count(), 3);
    }
}
