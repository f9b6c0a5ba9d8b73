//! Nonsense is refused, and quickly.

use proptest::prelude::*;

use super::*;

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    for open in ["[", "{a=", "[{a="] {
        let text = format!("a = {}", open.repeat(200_000));
        assert_eq!(read(text.as_bytes(), &MODEL).1.len(), 1);
    }
    let dotted = format!("{} = 1", vec!["a"; 100_000].join("."));
    assert!(read(dotted.as_bytes(), &MODEL).1.has_errors());
    let header = format!("[{}]", vec!["a"; 100_000].join("."));
    assert!(read(header.as_bytes(), &MODEL).1.has_errors());
}

#[test]
fn a_flood_of_faults_is_cut() {
    let text: String = (0..50_000).map(|i| format!("key{i} = 1\n")).collect();
    assert_eq!(read(text.as_bytes(), &MODEL).1.len(), 1000);
}

#[test]
fn a_large_file_is_read() {
    // A walk over all names for each reference would take minutes, and the runner of the tests would end it.
    let gears: String = (0..20_000).map(|i| format!("[gears.g{i}]\n")).collect();
    let pairs: String = (0..20_000)
        .map(|i| format!("[[pairs]]\na = \"h{i}\"\nb = \"g{i}\"\n"))
        .collect();
    assert!(
        read(format!("{gears}{pairs}").as_bytes(), &MODEL)
            .1
            .has_errors()
    );
}

/// What a file is made of, and what is not expected in it.
const SIGNS: &[&str] = &[
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    " = ",
    ".",
    ",",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "#",
    "\"",
    "'",
    "\"\"\"",
    "\'\'\'",
    "\\",
    "\\u12",
    "\u{feff}",
    "\0",
    "°",
    "µ",
    "𝛼",
    "model",
    "gears",
    "pairs",
    "gears.a",
    "kind",
    "name",
    "rack",
    "a",
    "-1",
    "0x",
    "1e9",
    "1_",
    "\"3 mm\"",
    "\"20 °\"",
    "\"external\"",
    "true",
    "nan",
    "1979-05-27",
    " ",
    "\t",
    "//",
];

proptest! {
    #[test]
    fn damaged_files_are_read_or_refused(
        edits in prop::collection::vec((0..EXAMPLE.len(), any::<u8>(), 0..3usize), 1..8)
    ) {
        let mut bytes = EXAMPLE.as_bytes().to_vec();
        for (at, byte, edit) in edits {
            let at = at % bytes.len();
            match edit {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        check(&bytes)?;
    }

    #[test]
    fn shuffled_files_are_read_or_refused(lines in prop::collection::vec(0..30usize, 0..40)) {
        let all: Vec<&str> = EXAMPLE.lines().collect();
        let text: String = lines.iter().map(|i| format!("{}\n", all[i % all.len()])).collect();
        check(text.as_bytes())?;
    }

    #[test]
    fn soups_of_signs_are_read_or_refused(
        signs in prop::collection::vec(prop::sample::select(SIGNS), 0..40)
    ) {
        check(signs.concat().as_bytes())?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }
}

/// Faults lie inside the file and have words; a file without faults gives a model without faults.
fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let (section, diagnostics) = read(bytes, &MODEL);
    for fault in &diagnostics {
        prop_assert!(fault.span.start <= fault.span.end && fault.span.end <= bytes.len());
        prop_assert!(!fault.message.is_empty());
        if let Ok(text) = std::str::from_utf8(bytes) {
            prop_assert!(text.get(fault.span.clone()).is_some());
        }
    }
    prop_assert!(diagnostics.has_errors() || section.is_some_and(|section| !section.has_errors()));
    Ok(())
}
