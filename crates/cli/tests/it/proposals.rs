//! Sets that cannot be assembled: every proposal of the message, written into the model as it is told, is accepted.

use super::*;

/// The model with `key = value` in a table; a line that is there is replaced.
fn with_key(model: &str, header: &str, key: &str, value: &str) -> String {
    let start = model.find(header).unwrap_or_else(|| panic!("{header}"));
    let (before, table) = model.split_at(start);
    let end = table[1..].find("\n[").map_or(table.len(), |end| end + 1);
    let (table, after) = table.split_at(end);
    let kept = table
        .lines()
        .filter(|line| !line.starts_with(&format!("{key} =")));
    let table: Vec<&str> = kept.filter(|line| !line.is_empty()).collect();
    format!("{before}{}\n{key} = {value}\n{after}", table.join("\n"))
}

/// The model with the teeth of a line such as `sun 24, ring 64 (ratio 3.6), with ring profile_shift = 0.5`.
fn with_proposal(model: &str, line: &str) -> String {
    let (teeth, rest) = line.split_once(" (ratio ").unwrap();
    let mut model = model.to_owned();
    for item in teeth.split(", ") {
        let (gear, z) = item.split_once(' ').unwrap();
        model = with_key(&model, &format!("[gears.{gear}]"), "teeth", z);
    }
    let Some((_, changes)) = rest.split_once("), with ") else {
        return model;
    };
    for change in changes.split(", ") {
        let (what, value) = change.split_once(" = ").unwrap();
        model = match what.split_once(' ') {
            Some((gear, key)) => with_key(&model, &format!("[gears.{gear}]"), key, value),
            None => with_key(&model, "[planetary.stage]", what, value),
        };
    }
    model
}

#[test]
fn proposals_are_accepted() {
    let mut proposals = 0;
    for path in files("tests/bad", "toml") {
        if !stem(&path).starts_with("planetary") || !stem(&path).ends_with("cannot-assemble") {
            continue;
        }
        let model = std::fs::read_to_string(&path).unwrap();
        let report = run([Path::new("check"), Path::new("--json"), &path]).json();
        let found = report["diagnostics"].as_array().unwrap().iter();
        let refusal = found
            .clone()
            .find(|one| one["code"] == "cannot-assemble")
            .unwrap_or_else(|| panic!("{}: {report:#}", path.display()));
        let help = refusal["help"].as_str().unwrap();
        for line in help
            .lines()
            .skip(1)
            .filter(|line| line.contains(" (ratio "))
        {
            let ran = run_on(with_proposal(&model, line).as_bytes(), &["check"]);
            assert_eq!(ran.code(), 0, "{}: {line}\n{}", path.display(), ran.err);
            proposals += 1;
        }
    }
    assert!(proposals >= 25, "{proposals}");
}
