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

/// Every example twice: the summary names all that is there, and both runs leave the same bytes.
#[test]
fn folders_are_complete_and_the_same_each_time() {
    each(&gear_examples(), |example| {
        let folder = tempfile::tempdir().unwrap();
        let folders = ["first/deep", "second"].map(|name| folder.path().join(name));
        for (i, out) in folders.iter().enumerate() {
            let ran = geometry(example.to_str().unwrap(), out);
            assert_eq!((ran.code(), ran.err.as_str()), (0, ""));
            if i == 0 {
                assert_summary(example, out, &ran);
            }
        }
        let files = tree(&folders[0]);
        assert_eq!(files, tree(&folders[1]));
        for file in files {
            let [a, b] = folders
                .each_ref()
                .map(|out| std::fs::read(out.join(&file)).unwrap());
            assert!(a == b, "{file} differs");
        }
    });
}

/// The summary names what is there.
fn assert_summary(example: &Path, out: &Path, ran: &Ran) {
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
    // What the model names stands beside it.
    let beside: &[&str] = match stem(example) {
        "modified" => &["modified-pitch.csv", "modified-profile.csv"],
        "flexible-arm" => &[
            "flexible-arm-mass.mtx",
            "flexible-arm-nodes.csv",
            "flexible-arm-stiffness.mtx",
        ],
        _ => &[],
    };
    named.extend(beside.iter().map(|file| (*file).to_owned()));
    named.sort();
    // Nothing is missing and nothing is left over: no `.partial` among them.
    assert_eq!(tree(out), named);
    for file in &named {
        assert!(
            std::fs::metadata(out.join(file)).unwrap().len() > 0,
            "{file}"
        );
        assert!(ran.out.contains(file), "{file} is not listed:\n{}", ran.out);
    }
    assert_eq!(
        std::fs::read(out.join("model.toml")).unwrap(),
        std::fs::read(example).unwrap()
    );
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
            let surroundings = surroundings(&NO_CACHE);
            let status = pitchline_cli::run(arguments, &mut Broken(kind), &mut err, &surroundings);
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

/// The results of a model that names CSV files are those of these files: they are kept, counted in the hash, and the
/// copy of the model runs again with the same results.
#[test]
fn files_that_the_model_names_belong_to_it() {
    use sha2::{Digest as _, Sha256};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let model = "[model]\nname = \"m\"\nschema = 1\n[gears.a]\nkind = \"external\"\nteeth = 12\nmodule = \"3 mm\"\n\
                 face_width = \"20 mm\"\nprofile_shift = 0.4\ndeviations = { pitch_file = \"sub/pitch.csv\" }\n\
                 [gears.b]\nkind = \"external\"\nteeth = 12\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
                 profile_shift = 0.4\ndeviations = { pitch_file = \"../outside.csv\" }\n";
    let pitch = |last: &str| format!("single_pitch [um]\n{}{last}\n", "1\n".repeat(11));
    std::fs::create_dir_all(at("in/sub")).unwrap();
    std::fs::write(at("in/model.toml"), model).unwrap();
    std::fs::write(at("in/sub/pitch.csv"), pitch("-11")).unwrap();
    std::fs::write(at("outside.csv"), pitch("-5")).unwrap();
    let hash = |out: &str| {
        let summary = std::fs::read(at(out).join("summary.json")).unwrap();
        let summary: Json = serde_json::from_slice(&summary).unwrap();
        summary["model_hash"].as_str().unwrap().to_owned()
    };
    let first = geometry(at("in/model.toml").to_str().unwrap(), &at("first"));
    assert_eq!(first.code(), 0, "{}", first.err);
    for (copy, original) in [
        ("first/model.toml", "in/model.toml"),
        ("first/sub/pitch.csv", "in/sub/pitch.csv"),
        ("first/data/outside.csv", "outside.csv"),
    ] {
        assert_eq!(
            std::fs::read(at(copy)).unwrap(),
            std::fs::read(at(original)).unwrap()
        );
    }
    // By another program: model, then the files by name, `../outside.csv` before `sub/pitch.csv`.
    let all = [model.to_owned(), pitch("-5"), pitch("-11")].concat();
    let digest: String = Sha256::digest(all.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(hash("first"), digest);
    let again = geometry(at("first/model.toml").to_str().unwrap(), &at("again"));
    assert_eq!(again.code(), 0, "{}", again.err);
    assert_eq!(hash("again"), digest);
    std::fs::write(at("in/sub/pitch.csv"), pitch("-12")).unwrap();
    geometry(at("in/model.toml").to_str().unwrap(), &at("other"));
    assert_ne!(hash("other"), digest);
}
