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
fn nothing_of_an_earlier_run_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path();
    geometry("../../examples/internal.toml", results);
    // What a killed run leaves, what is not ours, and what a tampered summary must not reach.
    std::fs::write(results.join("geometry/.mesh.svg.12.partial"), "half").unwrap();
    std::fs::write(results.join("notes.txt"), "mine").unwrap();
    let outside = folder
        .path()
        .parent()
        .unwrap()
        .join("pitchline-outside.txt");
    std::fs::write(&outside, "mine").unwrap();
    let summary = results.join("summary.json");
    let tampered = std::fs::read_to_string(&summary).unwrap().replacen(
        "geometry/tooth-planet.svg",
        "../pitchline-outside.txt",
        1,
    );
    std::fs::write(&summary, tampered).unwrap();
    geometry("../../examples/fzg-c.toml", results);
    let left = tree(results);
    assert!(
        left.iter().all(|name| !name.ends_with(".partial")),
        "{left:?}"
    );
    assert!(!left.iter().any(|name| name.contains("ring")), "{left:?}");
    assert!(
        left.iter().any(|name| name.ends_with("notes.txt")),
        "{left:?}"
    );
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "mine");
    std::fs::remove_file(outside).unwrap();
}

#[test]
fn lost_output_is_a_failure_but_a_closed_pipe_is_none() {
    struct Broken(std::io::ErrorKind);
    impl std::io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for (kind, expected) in [
        (std::io::ErrorKind::StorageFull, ExitStatus::Failed),
        (std::io::ErrorKind::BrokenPipe, ExitStatus::Done),
    ] {
        for arguments in [
            vec!["geometry", "../../examples/fzg-c.toml"],
            vec!["schema"],
            vec!["--help"],
        ] {
            let arguments = ["pitchline"].into_iter().chain(arguments).map(Into::into);
            let mut err = Vec::new();
            let status = pitchline_cli::run(arguments, &mut Broken(kind), &mut err, Terminal::NONE);
            assert_eq!(status, expected, "{kind}");
        }
    }
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
            ran.err.contains("cannot make the folder") && ran.err.contains("help:"),
            "{}",
            ran.err
        );
        let ran = run([Path::new("new"), &file.join("model.toml")]);
        assert_eq!(ran.code(), 2);
        assert!(ran.err.contains("there is no folder"), "{}", ran.err);
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
