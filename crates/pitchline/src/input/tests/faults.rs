//! One fault each, then many.

use super::*;

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
            "modifications = [{ kind = \"twist\", amount = \"8 deg\" }]",
            "wrong-dimension",
            "\"8 deg\"",
            "`amount` of modification 1 of gear `g`",
        ),
        ("blank = { web = 1 }", "wrong-type", "1", "a table with"),
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
            "[[studies]]\nname = \"s\"\nkind = \"sweep\"\nmodes = 3",
            "reserved",
            "\"sweep\"",
            "this version supports \"geometry\"",
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
        (
            "[shafts.s]",
            "missing-key",
            "[shafts.s]",
            "lacks `segments`",
        ),
        ("[gear.s]", "unknown-key", "gear", "did you mean `gears`?"),
        (
            "[[pairs]]\nname = \"p\"\na = \"g\"\nb = \"h\"",
            "unknown-reference",
            "\"h\"",
            "there is no gear or wheel \"h\"",
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
    assert_fault(
        "[model]\nname = test",
        "syntax",
        "test",
        "in straight quotes",
    );

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
