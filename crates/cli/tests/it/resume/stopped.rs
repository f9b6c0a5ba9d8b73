//! Runs that are asked to stop, folders that another process writes into, and other models.

use super::*;

/// Ctrl-C and a request to end: the run stops, what is finished can be read, and it goes on with the same bits, as often as it is stopped.
#[cfg(unix)]
#[test]
fn a_run_that_is_asked_to_stop_goes_on_with_the_same_bits() {
    let undisturbed = Scene::new(MODEL);
    assert_eq!(undisturbed.finish(&[]).0, 0);
    let scene = Scene::new(MODEL);
    for (signal, study, options) in [
        ("INT", "first", &[][..]),
        ("TERM", "first", &["--resume"]),
        ("INT", "second", &["--resume"]),
    ] {
        let child = scene.start_until(&format!("{study}/run.checkpoint"), options);
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        let help = format!("add --resume to continue with study `{study}` from t = ");
        assert!(
            said.contains(&help) && said.contains("interrupted at t = "),
            "{said}"
        );
        let summary = std::fs::read(scene.path("summary.json")).unwrap();
        let summary: Json = serde_json::from_slice(&summary).unwrap();
        assert_eq!(summary["is_interrupted"], true);
        assert_eq!(summary["studies"][study]["status"], "interrupted");
        if study == "second" {
            assert_eq!(summary["studies"]["first"]["status"], "done");
        }
        for table in summary["studies"][study]["tables"].as_array().unwrap() {
            assert!(scene.path(table["file"].as_str().unwrap()).exists());
        }
        // Not without a word.
        assert_eq!(scene.finish(&[]).0, 2);
    }
    let (code, said) = scene.finish(&["--resume"]);
    assert_eq!(code, 0, "{said}");
    assert!(scene.files() == undisturbed.files());
}

/// What an interrupted run counts on stays where another study writes its results into the same folder.
#[cfg(unix)]
#[test]
fn another_study_does_not_take_away_what_an_interrupted_one_has_left() {
    let apart = MODEL.replace("start = \"first\"\n", "");
    let short = apart.replace("end = \"25 s\"", "end = \"0.1 s\"");
    let undisturbed = Scene::new(&short);
    assert_eq!(undisturbed.finish(&["--study", "first"]).0, 0);
    let scene = Scene::new(&short);
    let child = scene.start_until("first/run.checkpoint", &["--study", "first"]);
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-s", "INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert!(scene.path("first/energy.csv").exists());
    assert_eq!(scene.finish(&["--study", "second"]).0, 0);
    let (code, said) = scene.finish(&["--study", "first", "--resume"]);
    assert_eq!(code, 0, "{said}");
    let (found, expected) = (scene.files(), undisturbed.files());
    for name in ["energy.csv", "sensors.csv", "reactions.csv"] {
        let name = Path::new("results/first").join(name);
        assert!(found[&name] == expected[&name], "{}", name.display());
    }
}

/// Whoever is asked to stop before the first step has computed nothing, and says so, whatever the kind of study.
#[test]
fn a_run_may_be_stopped_before_it_begins() {
    let scene = Scene::new(MODEL);
    let model = scene.folder.path().join("model.toml");
    let text = MODEL.replacen(
        "[[studies]]",
        "[[studies]]\nname = \"rest\"\nkind = \"modal\"\n[[studies]]",
        1,
    );
    for source in [MODEL, text.as_str()] {
        std::fs::write(&model, source).unwrap();
        let [mut out, mut err] = [Vec::new(), Vec::new()];
        let mut surroundings = surroundings(&NO_CACHE);
        surroundings.interrupt = std::sync::Arc::new(true.into());
        let options = ["pitchline", "run", "--restart", "--json", "--out"].map(OsString::from);
        let paths = [
            scene.path("").into_os_string(),
            model.clone().into_os_string(),
        ];
        let arguments = options.into_iter().chain(paths);
        let status = pitchline_cli::run(arguments, &mut out, &mut err, &surroundings);
        let said = String::from_utf8(err).unwrap();
        assert_eq!(status, pitchline_cli::ExitStatus::Interrupted, "{said}");
        let told = "interrupted; 0 of the studies are done";
        assert!(
            said.contains(told) && said.contains("add --resume to continue"),
            "{said}"
        );
        let summary: Json = serde_json::from_slice(&out).unwrap();
        assert_eq!(summary["is_interrupted"], true);
        assert_eq!(summary["studies"].as_object().unwrap().len(), 1);
    }
}

#[test]
fn a_folder_belongs_to_one_process_at_a_time() {
    let scene = Scene::new(MODEL);
    let mut child = scene.start_until("first/run.checkpoint", &[]);
    for options in [&[][..], &["--resume"], &["--restart"]] {
        let (code, said) = scene.finish(options);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("is in use: another process writes"), "{said}");
    }
    child.kill().unwrap();
    assert!(was_killed(child.wait().unwrap()));
    // The lock went with the process.
    let (code, said) = scene.finish(&["--study", "first", "--resume"]);
    assert_eq!(code, 0, "{said}");
}

/// Neither over an interrupted run nor over results: `--resume` goes on with what is there, or not at all.
#[test]
fn another_model_does_not_go_on_in_a_folder() {
    let short = MODEL.replace("12.5 s", "0.1 s").replace("25 s", "0.2 s");
    let other = short
        .replace("\"first\"", "\"one\"")
        .replace("\"second\"", "\"two\"");
    let scene = Scene::new(MODEL);
    assert!(scene.interrupt(&[]));
    let model = scene.folder.path().join("model.toml");
    std::fs::write(&model, &other).unwrap();
    let left = scene.files();
    let (code, said) = scene.finish(&["--resume"]);
    assert_eq!(code, 2, "{said}");
    assert!(
        said.contains("interrupted run of study `first`, which this model does not have"),
        "{said}"
    );
    assert!(scene.files() == left);

    let scene = Scene::new(&short);
    assert_eq!(scene.finish(&["--resume"]).0, 0);
    let model = scene.folder.path().join("model.toml");
    std::fs::write(&model, &other).unwrap();
    let left = scene.files();
    let (code, said) = scene.finish(&["--resume"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("results of another model"), "{said}");
    assert!(scene.files() == left);
    assert_eq!(scene.finish(&["--restart"]).0, 0);
}
