//! Each command: its help, its exit code, and what it prints where.

use super::*;

const COMMANDS: [&str; 9] = [
    "new",
    "check",
    "geometry",
    "reduce",
    "run",
    "cache",
    "schema",
    "demo",
    "completions",
];

#[test]
fn help_shows_an_example() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../help");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let ran = run(["--help"]);
        assert_eq!(ran.code(), 0);
        assert!(ran.out.contains("pitchline demo"));
        insta::assert_snapshot!("pitchline", ran.out);
        for command in COMMANDS {
            let ran = run([command, "--help"]);
            assert_eq!((ran.code(), ran.err.as_str()), (0, ""));
            assert!(ran.out.contains("Example"), "{command}");
            assert!(
                ran.out.contains(&format!("pitchline {command}")),
                "{command}"
            );
            insta::assert_snapshot!(command, ran.out);
        }
    });
}

#[test]
fn wrong_usage_is_wrong_input() {
    for arguments in [
        &["fly"][..],
        &["check"],
        &["geometry", "a.toml", "--png", "--no-pictures"],
        &["new", "--template", "spurr"],
    ] {
        let ran = run(arguments.iter().copied());
        assert_eq!(ran.code(), 2, "{arguments:?}");
        assert!(ran.out.is_empty() && !ran.err.is_empty());
    }
    let ran = run(["--version"]);
    assert_eq!((ran.code(), ran.out.as_str()), (0, "pitchline 0.1.0\n"));
}

#[test]
fn check_says_what_is_there() {
    let ran = run(["check", "../../examples/fzg-c.toml"]);
    assert_eq!((ran.code(), ran.err.as_str()), (0, ""));
    assert_eq!(
        ran.out,
        "../../examples/fzg-c.toml: 2 gears, 1 pair, 1 study; no errors, 0 warnings\n"
    );
    let ran = run(["check", "--quiet", "../../examples/fzg-c.toml"]);
    assert_eq!((ran.code(), ran.out + &ran.err), (0, String::new()));
}

#[test]
fn json_is_the_only_thing_on_standard_output() {
    let example = "../../examples/fzg-c.toml";
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    for arguments in [
        &["check", example][..],
        &["check", "tests/warn/thin-tip.toml"],
        &["geometry", example],
        &["geometry", example, "--out", out],
        &["run", example, "--out", out, "--no-pictures"],
        &["demo", "--out", out],
    ] {
        let ran = run(arguments.iter().copied().chain(["--json"]));
        assert_eq!(ran.code(), 0, "{}", ran.err);
        assert_eq!(ran.json()["program"], "pitchline");
    }
    let written = std::fs::read_to_string(folder.path().join("summary.json")).unwrap();
    assert_eq!(run(["demo", "--json", "--out", out]).out, written);
}

#[test]
fn quiet_prints_errors_only() {
    let ran = run(["geometry", "--quiet", "tests/warn/thin-tip.toml"]);
    assert_eq!((ran.code(), ran.out + &ran.err), (0, String::new()));
    let ran = run(["geometry", "--quiet", "tests/bad/interference.toml"]);
    assert_eq!((ran.code(), ran.out.as_str()), (2, ""));
    assert!(
        ran.err.contains('×') && !ran.err.contains('⚠'),
        "{}",
        ran.err
    );
}

#[test]
fn verbose_prints_more() {
    let short = run(["geometry", "../../examples/helical.toml"]);
    let long = run(["geometry", "-v", "../../examples/helical.toml"]);
    assert!(short.out.contains("transverse contact ratio") && !short.out.contains("path points A"));
    for key in pitchline::results::ResultKey::all() {
        let words = key.key.replace(['_', '.'], " ");
        assert!(
            long.out.contains(&words) || !short.out.contains(&words),
            "{words}"
        );
    }
    assert!(
        long.out.contains("path points A") && long.out.lines().count() > short.out.lines().count()
    );
}

#[test]
fn a_name_that_commands_the_terminal_is_tamed() {
    let source = std::fs::read_to_string("../../examples/fzg-c.toml").unwrap();
    let evil = source.replace("FZG type C\"", "\\u001b[31mred\\u0007\"");
    let ran = run_on(evil.as_bytes(), &["geometry"]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    assert!(
        ran.out.starts_with("\u{fffd}[31mred\u{fffd}\n"),
        "{}",
        ran.out
    );
}

#[test]
fn new_writes_templates_that_pass_and_never_replaces_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for template in pitchline::templates::TEMPLATES {
        let file = folder.path().join(format!("{}.toml", template.name));
        let new = [
            Path::new("new"),
            &file,
            Path::new("--template"),
            Path::new(template.name),
        ];
        let ran = run(new);
        assert_eq!((ran.code(), ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("pitchline check"));

        let ran = run([Path::new("check"), &file]);
        assert_eq!((ran.code(), ran.err.as_str()), (0, ""));
        assert!(ran.out.ends_with("no errors, 0 warnings\n"), "{}", ran.out);

        std::fs::write(&file, "mine").unwrap();
        let ran = run(new);
        assert_eq!((ran.code(), ran.out.as_str()), (2, ""));
        assert!(
            ran.err.contains("already exists") && ran.err.contains("--force"),
            "{}",
            ran.err
        );
        assert_eq!(
            run(new.into_iter().chain([Path::new("--json")])).json()["status"],
            "wrong"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");

        let ran = run(new.into_iter().chain([Path::new("--force")]));
        assert_eq!(ran.code(), 0);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), template.source);
    }
}

#[test]
fn an_unknown_study_is_named_with_those_that_exist() {
    let ran = run(["run", "../../examples/fzg-c.toml", "--study", "geometri"]);
    assert_eq!(ran.code(), 2);
    assert!(
        ran.err.contains("no study `geometri`") && ran.err.contains("`geometry`"),
        "{}",
        ran.err
    );
    let ran = run([
        "run",
        "--json",
        "../../examples/fzg-c.toml",
        "--study",
        "geometri",
    ]);
    assert_eq!(ran.json()["diagnostics"][0]["code"], "unknown-study");
}

#[test]
fn schema_and_completions_are_printed() {
    let schema = run(["schema"]);
    assert_eq!(schema.code(), 0);
    assert!(schema.json()["properties"]["gears"].is_object());
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(["completions", shell]);
        assert!(ran.code() == 0 && ran.out.contains("geometry"), "{shell}");
    }
}

/// Of several studies each set of tables has its name; of one alone nothing is added.
#[test]
fn tables_on_the_terminal_name_their_study() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, super::small_motions::ROTOR).unwrap();
    let out = folder.path().join("out");
    let all = ["run", "--no-pictures", "--out"].map(Path::new);
    let ran = run(all.into_iter().chain([out.as_path(), &file]));
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let heads: Vec<&str> = ran.out.lines().filter(|l| l.starts_with("study")).collect();
    let expected = [
        "study `modes`: modal",
        "study `campbell`: campbell",
        "study `response`: frequency-response",
    ];
    assert_eq!(heads, expected);
    // 100 N s/m on 10.1 kg and 10 N/µm: c/2√(km) = 0.004975.
    assert!(ran.out.contains("0.004975"), "{}", ran.out);
    let one = ["--study", "modes"].map(Path::new);
    let ran = run(all.into_iter().chain([out.as_path(), &file]).chain(one));
    assert!(!ran.out.contains("study `"), "{}", ran.out);
}

/// Cones and spiral angles of a drawing fix a hypoid pair, of equal hands too: shaft angle and offset follow.
#[test]
fn hypoid_pairs_may_be_given_by_their_cones() {
    let text = std::fs::read_to_string("tests/good/hypoid-cones.toml").unwrap();
    let ran = run_on(text.as_bytes(), &["geometry", "--json"]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let found = ran.json()["studies"]["geometry"]["values"]["pairs"]["mesh"].clone();
    let [cone_a, cone_b, between] = [17.0_f64, 71.0, 34.0].map(f64::to_radians);
    // cos Σ = cos γ1 cos γ2 cos ζ − sin γ1 sin γ2, where spirals of one hand add up to ζ.
    let cos = cone_a.cos() * cone_b.cos() * between.cos() - cone_a.sin() * cone_b.sin();
    let shaft_angle = found["shaft_angle"].as_f64().unwrap();
    assert!((shaft_angle - cos.acos()).abs() < 1e-12, "{shaft_angle}");
    assert!(found["offset"].as_f64().unwrap().abs() > 1e-3);
    // Shafts that the file places otherwise do not fit.
    let moved = format!("{text}offset = \"20 mm\"\n");
    let ran = run_on(moved.as_bytes(), &["geometry"]);
    assert!(ran.err.contains("miss each other"), "{}", ran.err);
}
