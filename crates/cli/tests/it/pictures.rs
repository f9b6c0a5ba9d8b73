//! Pictures of random valid models: nothing overlaps, nothing leaves the page, whatever the gears look like.

use std::cell::Cell;
use std::fmt::Write as _;

use pitchline::pictures::audit;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use super::*;

/// A gear as text, and what it takes to mesh with it.
#[derive(Debug, Clone)]
struct Random {
    kinds: [&'static str; 2],
    teeth: [u32; 2],
    module_mm: f64,
    pressure_angle: f64,
    helix_angle: f64,
    shift: [f64; 2],
    alteration: f64,
    allowance: f64,
    width: f64,
    rack: &'static str,
    speed: &'static str,
    names: [&'static str; 2],
}

fn random() -> impl Strategy<Value = Random> {
    let kinds = prop::sample::select(vec![
        ["external", "external"],
        ["external", "external"],
        ["external", "internal"],
        ["internal", "external"],
        ["external", "rack"],
        ["rack", "external"],
    ]);
    let module = prop_oneof![
        Just(2.0),
        0.05f64..0.3,
        0.5f64..20.0,
        100.0f64..200.0,
        Just(1e-3)
    ];
    let teeth = || prop_oneof![6u32..30, 17u32..120, 200u32..400, 5000u32..10_000];
    let angle = prop_oneof![Just(20.0), 14.5f64..30.0];
    let helix = prop_oneof![2 => Just(0.0), 1 => 0.1f64..45.0];
    let rack = prop::sample::select(vec![
        "\"A\"",
        "\"B\"",
        "\"C\"",
        "\"D\"",
        "{ addendum = 1.2, dedendum = 1.45, root_radius = 0.2 }",
    ]);
    let speed = prop::sample::select(vec![
        "",
        "speed = \"1500 rpm\"\n",
        "speed = \"1e-6 rpm\"\n",
        "speed = \"-1e9 rpm\"\n",
    ]);
    let names = prop::sample::select(vec![
        ["pinion", "wheel"],
        ["a", "b"],
        [
            "Zahnrad-größter-Übersetzung-im-ersten-Planetensatz",
            "Hohlrad-des-zweiten-Satzes_mit_langem_Namen-1234567890",
        ],
    ]);
    (
        (kinds, [teeth(), teeth()], module, angle, helix),
        (
            [-0.3f64..0.8, -0.3f64..0.8],
            -0.25f64..0.02,
            -0.05f64..0.0,
            1.0f64..30.0,
            rack,
            speed,
            names,
        ),
    )
        .prop_map(
            |(
                (kinds, teeth, module_mm, pressure_angle, helix_angle),
                (shift, alteration, allowance, width, rack, speed, names),
            )| Random {
                kinds,
                teeth,
                module_mm,
                pressure_angle,
                helix_angle,
                shift,
                alteration,
                allowance,
                width,
                rack,
                speed,
                names,
            },
        )
}

impl Random {
    fn model(&self) -> String {
        let mut text = "[model]\nname = \"random\"\nschema = 1\n".to_owned();
        let has_ring = self.kinds.contains(&"internal");
        let [i_ring, i_pinion] = if self.kinds[0] == "external" {
            [1, 0]
        } else {
            [0, 1]
        };
        for i in [0, 1] {
            // A ring has more teeth than its pinion, and a like shift.
            let teeth = if has_ring && i == i_ring {
                self.teeth[i] + self.teeth[i_pinion]
            } else {
                self.teeth[i]
            };
            let shift = if has_ring {
                self.shift[i_pinion]
            } else {
                self.shift[i]
            };
            let hand = if i == 0 || has_ring { "left" } else { "right" };
            let _ = write!(
                text,
                "[gears.\"{}\"]\nkind = \"{}\"\nteeth = {}\nmodule = \"{} mm\"\npressure_angle = \"{} deg\"\n\
                 face_width = \"{} mm\"\nhelix_angle = \"{} deg\"\nhand = \"{hand}\"\nrack = {}\ntip_alteration = {}\n\
                 thickness_allowance = \"{} mm\"\n",
                self.names[i],
                self.kinds[i],
                teeth.min(10_000),
                self.module_mm,
                self.pressure_angle,
                (self.width * self.module_mm).min(10_000.0),
                self.helix_angle,
                self.rack,
                self.alteration,
                self.allowance * self.module_mm,
            );
            if self.kinds[i] != "rack" {
                let _ = writeln!(text, "profile_shift = {shift}");
            }
        }
        let _ = write!(
            text,
            "[[pairs]]\nname = \"mesh\"\na = \"{}\"\nb = \"{}\"\ninterference = \"allow\"\n\
             [[studies]]\nname = \"geometry\"\nkind = \"geometry\"\n{}",
            self.names[0], self.names[1], self.speed
        );
        text
    }
}

/// Draws random models until `wanted` of them were valid, and audits each picture.
fn draw(seed: u8, wanted: u32) {
    let config = Config {
        cases: 40 * wanted,
        failure_persistence: None,
        max_shrink_iters: 500,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(
        config,
        TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]),
    );
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model.toml");
    let out = folder.path().join("results");
    let valid = Cell::new(0);
    let outcome = runner.run(&random(), |random| {
        if valid.get() >= wanted {
            return Ok(());
        }
        let source = random.model();
        std::fs::write(&model, &source).unwrap();
        let ran = run([
            Path::new("geometry"),
            &model,
            Path::new("--quiet"),
            Path::new("--out"),
            &out,
        ]);
        if ran.status == ExitStatus::WrongInput {
            prop_assert!(ran.err.contains("help:"), "{}", ran.err);
            return Ok(());
        }
        prop_assert_eq!(ran.code(), 0);
        valid.set(valid.get() + 1);
        let pictures: Vec<String> = tree(&out)
            .into_iter()
            .filter(|file| file.ends_with(".svg"))
            .collect();
        prop_assert!(pictures.len() >= 4, "{:?}", pictures);
        for picture in pictures {
            let svg = std::fs::read_to_string(out.join(&picture)).unwrap();
            let faults: Vec<String> = audit::faults(&svg)
                .iter()
                .map(ToString::to_string)
                .collect();
            if !faults.is_empty() {
                return Err(TestCaseError::fail(format!(
                    "{picture}: {}\n{source}",
                    faults.join("; ")
                )));
            }
        }
        std::fs::remove_dir_all(&out).unwrap();
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    assert_eq!(
        valid.get(),
        wanted,
        "too few of the random models are valid"
    );
}

#[test]
fn random_models_are_drawn_without_fault_1() {
    draw(1, 80);
}

#[test]
fn random_models_are_drawn_without_fault_2() {
    draw(2, 80);
}

#[test]
fn random_models_are_drawn_without_fault_3() {
    draw(3, 80);
}

#[test]
fn examples_and_warnings_are_drawn_without_fault() {
    let files = [examples(), files("tests/warn", "toml")].concat();
    each(&files, |path| {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["geometry", "--out"].map(Path::new);
        let ran = run([arguments[0], path, arguments[1], folder.path()]);
        assert_eq!(ran.code(), 0);
        let files = tree(folder.path());
        for picture in files.iter().filter(|file| file.ends_with(".svg")) {
            let svg = std::fs::read_to_string(folder.path().join(picture)).unwrap();
            assert_eq!(audit::faults(&svg), [], "{picture}");
        }
    });
}
