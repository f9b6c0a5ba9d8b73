//! The results folder: complete, never half-written, the same each time.

use super::*;

fn geometry(model: &str, folder: &Path) -> Ran {
    run([
        Path::new("geometry"),
        Path::new(model),
        Path::new("--out"),
        folder,
        Path::new("--png"),
    ])
}

#[test]
fn the_summary_names_what_is_there() {
    for example in examples() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("deep").join("results");
        let ran = geometry(example.to_str().unwrap(), &out);
        assert_eq!((ran.code(), ran.err.as_str()), (0, ""));

        let summary: Json =
            serde_json::from_slice(&std::fs::read(out.join("summary.json")).unwrap()).unwrap();
        let study = &summary["studies"]["geometry"];
        let tables = study["tables"]
            .as_array()
            .unwrap()
            .iter()
            .map(|table| &table["file"]);
        let pictures = study["pictures"].as_array().unwrap();
        let drawings = study["drawings"].as_array().unwrap();
        let mut named: Vec<String> = tables
            .chain(pictures)
            .chain(drawings)
            .map(|file| file.as_str().unwrap().to_owned())
            .collect();
        assert!(
            named.iter().any(|file| file.ends_with(".png"))
                && named.iter().any(|file| file.ends_with(".csv"))
        );
        named.extend(["model.toml".to_owned(), "summary.json".to_owned()]);
        named.sort();
        // Nothing is missing and nothing is left over: no `.partial` among them.
        assert_eq!(tree(&out), named);
        for file in &named {
            assert!(
                std::fs::metadata(out.join(file)).unwrap().len() > 0,
                "{file}"
            );
            assert!(ran.out.contains(file), "{file} is not listed:\n{}", ran.out);
        }
        assert_eq!(
            std::fs::read(out.join("model.toml")).unwrap(),
            std::fs::read(&example).unwrap()
        );
    }
}

#[test]
fn tables_have_a_head_with_units_and_full_rows() {
    let folder = tempfile::tempdir().unwrap();
    geometry("../../examples/helical.toml", folder.path());
    for file in tree(folder.path())
        .iter()
        .filter(|file| file.ends_with(".csv"))
    {
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        let columns: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert!(
            columns.len() > 5 && columns.iter().all(|n| *n == columns[0]),
            "{file}"
        );
        assert!(!text.contains("NaN") && !text.contains("inf"), "{file}");
    }
}

#[test]
fn two_runs_leave_the_same_bytes() {
    for example in examples() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        for folder in &folders {
            assert_eq!(geometry(example.to_str().unwrap(), folder.path()).code(), 0);
        }
        let files = tree(folders[0].path());
        assert_eq!(files, tree(folders[1].path()));
        for file in files {
            let [a, b] = folders
                .each_ref()
                .map(|folder| std::fs::read(folder.path().join(&file)).unwrap());
            assert!(a == b, "{file} of {} differs", example.display());
        }
    }
}

#[test]
fn a_second_run_into_a_folder_replaces_the_first() {
    let folder = tempfile::tempdir().unwrap();
    geometry("../../examples/fzg-c.toml", folder.path());
    let before = tree(folder.path());
    geometry("../../examples/fzg-c.toml", folder.path());
    assert_eq!(tree(folder.path()), before);
}

#[test]
fn a_place_that_cannot_be_written_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    for place in [file.clone(), file.join("below")] {
        let ran = geometry("../../examples/fzg-c.toml", &place);
        assert_eq!((ran.code(), ran.out.as_str()), (1, ""));
        assert!(
            ran.err.contains("cannot write") && ran.err.contains("help:"),
            "{}",
            ran.err
        );
        let ran = run([Path::new("new"), &file.join("model.toml")]);
        assert_eq!(ran.code(), 1);
    }
    // A folder stands where a file should be: the run fails and leaves nothing half-written.
    let results = folder.path().join("results");
    std::fs::create_dir_all(results.join("summary.json")).unwrap();
    let ran = geometry("../../examples/fzg-c.toml", &results);
    assert_eq!(ran.code(), 1);
    assert!(
        tree(&results)
            .iter()
            .all(|file| !file.ends_with(".partial"))
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_failure_is_json_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let example = Path::new("../../examples/fzg-c.toml");
    let ran = run([
        Path::new("run"),
        example,
        Path::new("--json"),
        Path::new("--out"),
        &file,
    ]);
    assert_eq!(ran.code(), 1);
    assert_eq!(ran.json()["diagnostics"][0]["code"], "not-written");
}
