//! Inputs are made, changed and refused.

use super::*;

const CRANK: &str = r#"
# A crank on a motor.
[model]
name = "crank"
schema = 1

[bodies.crank]
mass = "1 kg"
inertia = ["1e-4 kg m2", "5e-4 kg m2", "5e-4 kg m2"]

[joints.bearing]
kind = "revolute"
a = "ground"
b = "crank"
at = [0, 0, 0]

[drives.motor]
kind = "speed"
joint = "bearing"
value = "1500 rpm"

[[studies]]
name = "turning"
kind = "transient"
end = "0.1 s"
step = "0.1 ms"

[[studies]]
name = "still"
kind = "static"
"#;

fn crank() -> ModelInput {
    ModelInput::from_toml(CRANK)
}

/// What is said of a model that is refused.
fn refusal(input: &ModelInput) -> String {
    input.check().expect_err("it is wrong").to_string()
}

#[test]
fn values_say_the_same_as_the_text() {
    let written = crank();
    let said = written.to_value().expect("it is TOML");
    let made = ModelInput::from_value(&said);
    assert_eq!(made.to_value().expect("it is TOML"), said);
    let [a, b] = [written, made].map(|input| input.check().expect("it is right"));
    assert_eq!(format!("{:?}", a.machine), format!("{:?}", b.machine));
    assert_eq!(a.studies.len(), b.studies.len());
}

#[test]
fn a_path_leads_through_tables_and_lists() {
    let input = crank();
    for (path, says) in [
        ("model.schema", Some("1")),
        ("bodies.crank.inertia.0", Some("\"1e-4 kg m2\"")),
        ("studies.turning.end", Some("\"0.1 s\"")),
        ("studies.1.name", Some("\"still\"")),
        (
            "joints",
            Some(
                "{ bearing = { kind = \"revolute\", a = \"ground\", b = \"crank\", at = [0, 0, 0] } }",
            ),
        ),
        ("studies.2.name", None),
        ("bodies.crank.position", None),
        ("bodies.crank.mass.kg", None),
        ("", None),
    ] {
        let found = input.get(path).map(|value| value.to_string());
        assert_eq!(found.as_deref(), says, "{path}");
    }
}

#[test]
fn set_lays_a_value_over_what_is_there() {
    let mut input = crank();
    input.set("studies.turning.end", "0.2 s").expect("a path");
    input.set("studies.1.at", 3.5).expect("a path");
    let drive = InputValue::table([("value", "1600 rpm".into())]);
    input.set("drives.motor", drive).expect("a path");
    input.set("gears.pinion.teeth", 21).expect("a path");
    for (path, says) in [
        ("studies.turning.end", "\"0.2 s\""),
        ("studies.still.at", "3.5"),
        // A table goes into the one that is there.
        (
            "drives.motor",
            "{ kind = \"speed\", joint = \"bearing\", value = \"1600 rpm\" }",
        ),
        ("gears", "{ pinion = { teeth = 21 } }"),
    ] {
        let found = input.get(path).map(|value| value.to_string());
        assert_eq!(found.as_deref(), Some(says), "{path}");
    }
    let removed = input.remove("gears").expect("it is there");
    assert_eq!(removed.to_string(), "{ pinion = { teeth = 21 } }");
    let model = input.check().expect("it is right");
    assert_eq!(model.get("studies.turning.end"), Some("0.2 s".into()));
    let changed = model
        .with("bodies.crank.mass", "2 kg")
        .expect("it is right");
    assert_ne!(
        format!("{:?}", changed.machine),
        format!("{:?}", model.machine)
    );
    assert_eq!(model.get("bodies.crank.mass"), Some("1 kg".into()));
}

#[test]
fn faults_are_told_by_line_or_by_path() {
    let wrong = CRANK.replace("\"1 kg\"", "\"1 mm\"");
    let told = refusal(&ModelInput::from_toml(wrong.as_str()));
    assert!(told.starts_with("line 8: `mass` of body `crank`"), "{told}");
    let mut changed = crank();
    changed.set("bodies.crank.mass", "1 mm").expect("a path");
    let told = refusal(&changed);
    assert!(
        told.starts_with("bodies.crank.mass: `mass` of body"),
        "{told}"
    );

    // Of several, each with its own place: missing keys, unknown ones, items of lists.
    let mut changed = crank();
    changed.remove("joints.bearing.kind").expect("it is there");
    changed.set("studies.still.color", "red").expect("a path");
    let error = changed.check().expect_err("it is wrong");
    let paths: Vec<String> = error.diagnostics().iter().map(|d| error.path(d)).collect();
    assert_eq!(paths, ["joints.bearing", "studies.still.color"], "{error}");
    assert!(error.diagnostics().iter().all(|d| error.line(d).is_none()));
}

#[test]
fn what_is_said_of_the_whole_has_no_path() {
    let mut input = crank();
    input.remove("model").expect("it is there");
    let error = input.check().expect_err("it is wrong");
    let paths: Vec<String> = error.diagnostics().iter().map(|d| error.path(d)).collect();
    assert_eq!(paths, [""], "{error}");
    let nothing = refusal(&ModelInput::from_value(&InputValue::table([])));
    assert!(
        nothing.starts_with("there is nothing in the file"),
        "{nothing}"
    );
}

#[test]
fn odd_paths_and_texts_are_refused_or_kept_as_they_are() {
    let mut input = crank();
    for (path, code) in [
        ("", "bad-path"),
        ("bodies..mass", "bad-path"),
        ("studies.nobody.end", "unknown-name"),
        ("studies.7.end", "unknown-name"),
        ("studies.turning", "changed-list"),
    ] {
        let error = input.set(path, 1).expect_err(path);
        let codes: Vec<&str> = error.diagnostics().iter().map(|d| d.code).collect();
        assert_eq!(codes, [code], "{path}");
    }
    let error = input.remove("bodies.rod").expect_err("there is none");
    assert!(error.to_string().contains("bodies.rod"), "{error}");
    // A key can neither close the line nor begin another; a text keeps every character.
    let odd = "a = 1\n[gears]\u{7}\\ \"quoted\" ä";
    input.set(&format!("model.{odd}"), odd).expect("a path");
    assert_eq!(input.get(&format!("model.{odd}")), Some(odd.into()));
    assert_eq!(input.get("gears"), None);
    for number in [1e-7, 1.0, -0.0, 1e300, f64::INFINITY] {
        input.set("model.number", number).expect("a path");
        assert_eq!(input.get("model.number"), Some(number.into()));
    }
    let path = Path::new("there-is-no-such-file.toml");
    let error = Model::from_path(path).expect_err("there is none");
    assert!(
        error.to_string().contains("there is no such file"),
        "{error}"
    );
    let broken = refusal(&ModelInput::from_toml("[model"));
    assert!(broken.starts_with("line 1: not valid TOML"), "{broken}");
    assert!(
        ModelInput::from_toml("[model")
            .set("model.name", "x")
            .is_err()
    );
}
