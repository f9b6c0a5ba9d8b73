//! The reader on whole files: one fault each, then many, then nonsense.

use proptest::prelude::*;

use super::field::{Field, FieldKind, Record};
use super::reference::EXAMPLE;
use super::tables::MODEL;
use super::*;

/// The record and all below it.
pub(super) fn records(root: &'static Record) -> Vec<&'static Record> {
    fn of_kind(kind: &'static FieldKind, list: &mut Vec<&'static Record>) {
        match kind {
            FieldKind::Table(record) | FieldKind::MapOf(record) | FieldKind::ListOf(record) => {
                list.extend(records(record));
            }
            FieldKind::Either(kinds) => kinds.iter().for_each(|kind| of_kind(kind, list)),
            _ => {}
        }
    }
    let mut list = vec![root];
    for field in root.fields {
        of_kind(&field.kind, &mut list);
    }
    list
}

fn fields() -> impl Iterator<Item = &'static Field> {
    records(&MODEL).into_iter().flat_map(|record| record.fields)
}

const HEAD: &str = "[model]\nname = \"test\"\nschema = 1\n";
const GEAR: &str =
    "[gears.g]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n";

fn read_text(text: &str) -> (Section, Diagnostics) {
    let (section, diagnostics) = read(text.as_bytes(), &MODEL);
    let section = section.unwrap_or_else(|| panic!("{text}: {diagnostics:#?}"));
    assert_eq!(
        section.has_errors(),
        diagnostics.has_errors(),
        "{text}: {diagnostics:#?}"
    );
    (section, diagnostics)
}

/// Asserts that the text has exactly one fault, with this code, at these bytes, and that it says this.
fn assert_fault(text: &str, code: &str, at: &str, says: &str) {
    let (_, diagnostics) = read(text.as_bytes(), &MODEL);
    let list: Vec<_> = diagnostics.iter().collect();
    let [fault] = list.as_slice() else {
        panic!("{text}\n{list:#?}")
    };
    let help = fault.help.as_deref().unwrap_or_default();
    let said = format!("{} | {} | {help}", fault.message, fault.label);
    assert_eq!(fault.code, code, "{text}\n{fault:#?}");
    assert_eq!(&text[fault.span.clone()], at, "{text}\n{fault:#?}");
    assert!(said.contains(says), "{text}\n{said}");
}

/// A fault in a line added to a valid gear.
fn assert_gear_fault(line: &str, code: &str, at: &str, says: &str) {
    assert_fault(&format!("{HEAD}{GEAR}{line}\n"), code, at, says);
}

#[test]
fn every_default_and_example_is_valid() {
    for field in fields().filter(|field| !field.is_reserved()) {
        if let Some(default) = field.default_text() {
            assert!(defaults::read(field, default).is_ok(), "{}", field.key);
        }
        let is_gear = matches!(field.kind, FieldKind::Reference(field::Collection::Gears));
        let example = defaults::read(field, field.example);
        assert!(example.is_ok() || is_gear, "{}: {example:#?}", field.key);
    }
}

#[test]
fn the_table_keeps_its_own_rules() {
    for record in records(&MODEL) {
        for (index, field) in record.fields.iter().enumerate() {
            let same = record
                .fields
                .iter()
                .position(|other| other.key == field.key);
            assert_eq!(same, Some(index), "`{}` stands twice", field.key);
            assert!(field.doc.ends_with('.'), "{}", field.key);
            assert!(field.only_for.is_empty() || record.discriminator == Some("kind"));
        }
    }
}

#[test]
fn values_are_typed_located_and_in_si() {
    let (model, diagnostics) = read_text(EXAMPLE);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let names: Vec<_> = model.entries("gears").map(|(name, ..)| name).collect();
    assert_eq!(names, ["pinion", "wheel"]);
    let (_, name_span, pinion) = model.entries("gears").next().expect("a gear");
    assert_eq!(&EXAMPLE[name_span], "pinion");
    assert_eq!(&EXAMPLE[pinion.span()], "[gears.pinion]");

    let module = pinion.quantity("module").expect("given");
    assert!((module.value - 0.003).abs() < 1e-18);
    assert_eq!(&EXAMPLE[module.span], "\"3 mm\"");
    assert_eq!(pinion.integer("teeth").map(|teeth| teeth.value), Some(20));
    assert_eq!(
        pinion.text("material").map(|name| name.value),
        Some("16MnCr5")
    );
    assert!(pinion.is_given("material"));

    // Defaults stand at the header of their table.
    let angle = pinion.quantity("pressure_angle").expect("default");
    assert!((angle.value - 20f64.to_radians()).abs() < 1e-15);
    assert_eq!(&EXAMPLE[angle.span], "[gears.pinion]");
    assert!(!pinion.is_given("pressure_angle"));
    assert_eq!(pinion.choice("rack").map(|rack| rack.value), Some("A"));
    assert!(pinion.table("rack").is_none());

    // A key of another kind has no default, an optional one without a default no value.
    assert!(pinion.table("cutter").is_none() && pinion.choice("hand").is_none());
    let pair = model.items("pairs").next().expect("a pair");
    assert_eq!(pair.text("b").map(|name| name.value), Some("wheel"));
    let speed = model
        .items("studies")
        .next()
        .and_then(|study| study.quantity("speed"));
    assert!((speed.expect("given").value - 157.079_632_679).abs() < 1e-6);
}

#[test]
fn tables_may_be_written_inline_or_by_headers() {
    for rack in [
        "rack = { addendum = 1, dedendum = 1.4, root_radius = 0.39 }",
        "rack.addendum = 1\nrack.dedendum = 1.4\nrack.root_radius = 0.39",
        "[gears.g.rack]\naddendum = 1\ndedendum = 1.4\nroot_radius = 0.39",
    ] {
        let (model, diagnostics) = read_text(&format!("{HEAD}{GEAR}{rack}\n"));
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        let (_, _, gear) = model.entries("gears").next().expect("a gear");
        let dedendum = gear.table("rack").and_then(|rack| rack.number("dedendum"));
        assert_eq!(dedendum.map(|number| number.value), Some(1.4));
    }
}

#[test]
fn each_fault_is_named_at_its_place() {
    for (line, code, at, says) in [
        (
            "modul = 3",
            "unknown-key",
            "modul",
            "did you mean `module`?",
        ),
        (
            "colour = 3",
            "unknown-key",
            "colour",
            "a gear may have `kind`, `teeth`",
        ),
        (
            "center_distance = 3",
            "unknown-key",
            "center_distance",
            "belongs to a pair",
        ),
        (
            "hand = true",
            "wrong-type",
            "true",
            "expected one of \"left\", \"right\", found a boolean",
        ),
        (
            "hand = \"rigth\"",
            "unknown-choice",
            "\"rigth\"",
            "did you mean \"right\"?",
        ),
        ("helix_angle = 15", "bare-angle", "15", "write \"15 deg\""),
        (
            "helix_angle = \"-15 deg\"",
            "out-of-range",
            "\"-15 deg\"",
            "at least 0 and less than 60 deg, found -15 deg",
        ),
        (
            "helix_angle = \"15 dge\"",
            "unknown-unit",
            "dge",
            "did you mean `deg`?",
        ),
        (
            "helix_angle = \"3 mm\"",
            "wrong-dimension",
            "\"3 mm\"",
            "expected an angle, such as \"20 deg\", found a length (m)",
        ),
        (
            "helix_angle = \"3\"",
            "missing-unit",
            "\"3\"",
            "the unit is missing",
        ),
        (
            "helix_angle = \"3,5 deg\"",
            "bad-quantity",
            ",",
            "not a comma",
        ),
        (
            "helix_angle = nan",
            "not-finite",
            "nan",
            "not a finite number",
        ),
        (
            "profile_shift = inf",
            "not-finite",
            "inf",
            "not a finite number",
        ),
        (
            "profile_shift = \"0.2\"",
            "wrong-type",
            "\"0.2\"",
            "write 0.2 without quotes",
        ),
        (
            "profile_shift = 7",
            "out-of-range",
            "7",
            "at least -5 and at most 5",
        ),
        (
            "material = \"stel\"",
            "unknown-reference",
            "\"stel\"",
            "did you mean \"steel\"?",
        ),
        (
            "cutter = { teeth = 20 }",
            "key-of-other-kind",
            "cutter",
            "only for kind = \"internal\"",
        ),
        (
            "modifications = []",
            "reserved",
            "modifications",
            "not in this version",
        ),
        (
            "blank = { web = 1 }",
            "reserved",
            "web",
            "not in this version",
        ),
        (
            "rack = \"E\"",
            "unknown-choice",
            "\"E\"",
            "\"A\", \"B\", \"C\", \"D\"",
        ),
        ("rack = 3", "wrong-type", "3", "or a table with `addendum`"),
        (
            "rack = { addendum = 1, dedendum = 1.2 }",
            "missing-key",
            "{ addendum = 1, dedendum = 1.2 }",
            "`rack` of gear `g` lacks `root_radius`",
        ),
        (
            "[gears.\"a b\"]\nkind = \"rack\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = 0.02",
            "bad-name",
            "\"a b\"",
            "letters, digits",
        ),
        (
            "[gears.b]\nkind = \"bevel\"\npitch_angle = 3",
            "reserved",
            "\"bevel\"",
            "this version knows \"external\", \"internal\", \"rack\"",
        ),
        (
            "[gears.b]\nkind = \"rack\"\nteeth = 20\nmodule = 3\nface_width = 0.02",
            "out-of-range",
            "3",
            "a number without a unit is in m",
        ),
        (
            "[gears.b]\nkind = \"rack\"\nteeth = 2e1\nmodule = 0.003\nface_width = 0.02",
            "wrong-type",
            "2e1",
            "write 20 without a decimal point",
        ),
        (
            "[gears.b]\nkind = \"rack\"\nteeth = 99999999999999999999\nmodule = 0.003\nface_width = 0.02",
            "out-of-range",
            "99999999999999999999",
            "from 1 to 10000",
        ),
        (
            "[gears.b]\nkind = \"rack\"",
            "missing-key",
            "[gears.b]",
            "gear `b` lacks `teeth`, `module` and `face_width`",
        ),
        ("[gears]\nteeth = 3", "wrong-type", "teeth", "[gears.NAME]"),
        ("[shafts.s]", "reserved", "shafts", "not in this version"),
        ("[gear.s]", "unknown-key", "gear", "did you mean `gears`?"),
        (
            "[[pairs]]\nname = \"p\"\na = \"g\"\nb = \"h\"",
            "unknown-reference",
            "\"h\"",
            "there is no gear \"h\"",
        ),
        (
            "[[pairs]]\nname = \"p\"\na = \"g\"\nb = \"g\"\n[[pairs]]\nname = 'p'\na = \"g\"\nb = \"g\"",
            "duplicate-name",
            "'p'",
            "two of [pairs] are called `p`",
        ),
        (
            "[[pairs]]\nname = \"p\"\na = \"g\"\nb = \"g\"\nlevel = \"ale\"",
            "reserved",
            "\"ale\"",
            "not in this version",
        ),
        (
            "[pairs.p]\na = \"g\"",
            "wrong-type",
            "pairs",
            "write [[pairs]]",
        ),
        (
            "[[studies]]\nname = \"s\"\nkind = \"sweep\"\nfrom = 3",
            "reserved",
            "\"sweep\"",
            "planned",
        ),
        (
            "[[studies]]\nname = \"s\"\nkind = \"geometry\"\nspeed = \"60 Hz\"",
            "wrong-dimension",
            "\"60 Hz\"",
            "3600 rpm",
        ),
    ] {
        assert_gear_fault(line, code, at, says);
    }
}

#[test]
fn the_file_as_a_whole_may_be_at_fault() {
    assert_fault("", "empty-file", "", "`pitchline new`");
    assert_fault("# nothing\n", "empty-file", "#", "`pitchline new`");
    assert_fault(
        GEAR,
        "missing-key",
        "[gears.g]",
        "[model]\nname = \"first-stage\"\nschema = 1",
    );
    assert_fault(
        "[model]\nname = \"a\"\nschema = 2",
        "out-of-range",
        "2",
        "must be 1",
    );
    assert_fault(
        &format!("[[gears]]\n{HEAD}"),
        "wrong-type",
        "[[gears]]",
        "[gears.NAME]",
    );
    assert_fault(&format!("{HEAD}name = \"b\""), "syntax", "name", "twice");
    assert_fault("[model]\nname = test", "syntax", "test", "in quotes");

    let (section, diagnostics) = read(b"[model]\nname = \"\xb5\"", &MODEL);
    let fault = diagnostics.iter().next().expect("a fault");
    assert!(section.is_none());
    assert_eq!((fault.code, fault.span.clone()), ("not-utf8", 16..17));
    assert!(fault.message.contains("byte 16"), "{}", fault.message);

    let large = vec![b'#'; MAX_BYTES + 1];
    let (_, diagnostics) = read(&large, &MODEL);
    assert_eq!(
        diagnostics
            .iter()
            .map(|fault| fault.code)
            .collect::<Vec<_>>(),
        ["too-large"]
    );
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let text = format!("\u{feff}{EXAMPLE}");
    let (model, diagnostics) = read_text(&text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    assert_eq!(
        &text[model.table("model").expect("a head").span()],
        "[model]"
    );
}

#[test]
fn all_faults_come_at_once_in_the_order_of_the_file() {
    let text =
        format!("{HEAD}colour = 1\n{GEAR}modul = 1\nmaterial = \"wod\"\n[[pairs]]\na = \"h\"\n");
    let (model, diagnostics) = read_text(&text);
    let codes: Vec<_> = diagnostics.iter().map(|fault| fault.code).collect();
    assert_eq!(
        codes,
        [
            "unknown-key",
            "unknown-key",
            "unknown-reference",
            "missing-key",
            "unknown-reference"
        ]
    );
    let (_, _, gear) = model.entries("gears").next().expect("a gear");
    assert!(gear.has_errors() && gear.is_faulty("material") && gear.is_given("material"));
    assert!(gear.text("material").is_none() && !gear.is_faulty("module"));
    assert_eq!(&text[gear.span_of("material")], "\"wod\"");
    let pair = model.items("pairs").next().expect("a pair");
    assert!(pair.is_faulty("name") && !pair.is_given("name"));
    assert_eq!(&text[pair.span_of("name")], "[[pairs]]");
}

#[test]
fn own_materials_may_hide_built_in_ones() {
    let material =
        "[materials.steel]\nyoungs_modulus = \"206 GPa\"\npoisson_ratio = 0.3\ndensity = 7830\n";
    let (model, diagnostics) = read_text(&format!("{HEAD}{material}{GEAR}material = \"steel\"\n"));
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let (name, _, steel) = model.entries("materials").next().expect("a material");
    assert_eq!(name, "steel");
    assert_eq!(
        steel.quantity("density").map(|density| density.value),
        Some(7830.0)
    );
}

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
#[cfg(debug_assertions)]
#[should_panic(expected = "a model file has no key `gaers`")]
fn asking_for_a_key_that_does_not_exist_is_a_mistake() {
    let (model, _) = read_text(EXAMPLE);
    let _ = model.entries("gaers").count();
}

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
