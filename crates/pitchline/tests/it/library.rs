//! The library as programs use it: models from values, own laws and studies, progress and interrupts, variants by the thousand.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

use pitchline::results::Status;
use pitchline::studies::{Failure, Options, Progress, Session, Watch};
use pitchline::{Error, InputValue, Model, ModelInput};

#[path = "../../examples/spin_down.rs"]
mod spin_down;

use spin_down::EddyBrake;

const BRAKE: EddyBrake = EddyBrake {
    largest_torque: 2.0,
    critical_speed: 100.0,
};

/// I dω/dt = −T(ω) from ω₀ to ω₁ takes I ω_c / (2 T_c) (ln(ω₀/ω₁) + (ω₀² − ω₁²) / (2 ω_c²)).
fn spin_down_time(brake: EddyBrake, from: f64, to: f64) -> f64 {
    let EddyBrake {
        largest_torque,
        critical_speed,
    } = brake;
    let squares = (from * from - to * to) / (2.0 * critical_speed * critical_speed);
    1e-2 * critical_speed / (2.0 * largest_torque) * ((from / to).ln() + squares)
}

#[test]
fn a_law_and_a_study_of_ones_own() {
    let model = spin_down::flywheel(BRAKE, 0.1).unwrap();
    let results = spin_down::spin_down(&model).unwrap();
    let time = results.number("joints.bearing.spin_down_time").unwrap();
    let start = 100.0 * std::f64::consts::PI;
    let exact = spin_down_time(BRAKE, start, 0.1 * start);
    // A straight line over the last step is off by h² ω'' / (8 ω') at most.
    assert!((time - exact).abs() < 1e-6 * exact, "{time} {exact}");
    assert_eq!(results.unit("joints.bearing.spin_down_time"), Some("s"));
    let speeds = &results.table("spin-down").unwrap().column("speed").unwrap();
    assert!(speeds.values.is_sorted_by(|a, b| a > b));
    // The brake acts in the studies of the model file, too.
    let coasting = model.run("coasting", &Options::default()).unwrap();
    let speed = coasting.number("sensors.speed.last").unwrap();
    let exact = spin_down_time(BRAKE, start, speed);
    assert!((exact - 0.5).abs() < 1e-6, "{speed} {exact}");
    assert!(coasting.figure("no-such-figure").is_none());
    assert!(coasting.value("sensors.speed").is_none());
}

#[test]
fn a_study_of_ones_own_fails_like_any_other() {
    let idle = EddyBrake {
        largest_torque: 1e-9,
        ..BRAKE
    };
    let model = spin_down::flywheel(idle, 0.1).unwrap();
    let Err(Error::Study(results)) = spin_down::spin_down(&model) else {
        panic!("nothing brakes it");
    };
    assert_eq!(results.status(), Status::Failed);
    assert!(results.failure.unwrap().to_string().contains("`bearing`"));
    let unknown = model.run("spin-up", &Options::default()).unwrap_err();
    assert!(unknown.to_string().contains("`spin-down`"), "{unknown}");
}

/// Every study of a model stops when its watcher wants it to, at whatever it is told.
#[test]
fn all_kinds_of_studies_stop_when_they_are_told_to() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut kinds = std::collections::BTreeSet::new();
    for example in [
        "compound-planetary",
        "critical-speeds",
        "position-loop",
        "gear-body",
        "helical",
    ] {
        let model = Model::from_path(root.join(format!("{example}.toml"))).unwrap();
        for study in model.studies_to_run(None).unwrap() {
            let (stop, told) = (AtomicBool::new(false), Cell::new(0));
            let watch = |_: Progress| {
                told.set(told.get() + 1);
                stop.store(true, Ordering::Relaxed);
            };
            let options = Options {
                watch: Watch(&watch),
                interrupt: &stop,
                ..Options::default()
            };
            let result = Session::new(&model, options).run(&study);
            // A geometry of few gears is done before anybody is told.
            if told.get() > 0 {
                assert_eq!(
                    result.status(),
                    Status::Interrupted,
                    "{example} {}",
                    study.name
                );
                kinds.insert(result.kind);
            }
        }
    }
    assert!(kinds.len() >= 6, "{kinds:?}");
}

/// Equations end in the midst of a search.
#[test]
fn a_campbell_diagram_is_given_up() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/critical-speeds.toml");
    let model = Model::from_path(path).unwrap();
    let study = model
        .studies
        .iter()
        .find(|study| study.study.kind().name() == "campbell");
    let stop = AtomicBool::new(true);
    let options = Options {
        interrupt: &stop,
        ..Options::default()
    };
    let result = Session::new(&model, options).run(study.unwrap());
    assert!(matches!(
        result.failure,
        Some(Failure::Interrupted { time: None })
    ));
    assert_eq!(result.failure.unwrap().to_string(), "interrupted");
}

fn pendulum() -> InputValue {
    InputValue::table([
        (
            "model",
            InputValue::table([
                ("name", "pendulum".into()),
                ("schema", 1.into()),
                ("gravity", vec![0.0, -9.81, 0.0].into()),
            ]),
        ),
        (
            "bodies",
            InputValue::table([(
                "bob",
                InputValue::table([
                    ("mass", "1 kg".into()),
                    ("inertia", ["1e-4 kg m2"; 3].into()),
                    ("position", ["0 m", "-0.5 m", "0 m"].into()),
                ]),
            )]),
        ),
        (
            "joints",
            InputValue::table([(
                "pivot",
                InputValue::table([
                    ("kind", "revolute".into()),
                    ("a", "ground".into()),
                    ("b", "bob".into()),
                    ("at", [0, 0, 0].into()),
                ]),
            )]),
        ),
        (
            "sensors",
            InputValue::table([(
                "load",
                InputValue::table([("kind", "reaction".into()), ("of", "pivot".into())]),
            )]),
        ),
    ])
}

/// Two thousand studies, each with a mass of its own; every tenth goes on from the one before it.
#[test]
fn variants_by_the_thousand() {
    const COUNT: usize = 2000;
    let mut input = ModelInput::from_value(&pendulum());
    let studies: Vec<InputValue> = (0..COUNT)
        .map(|i| {
            let mut study = vec![("name", format!("s{i}").into()), ("kind", "static".into())];
            match i % 10 {
                9 => study.push(("start", format!("s{}", i - 1).into())),
                _ => {
                    let mass = InputValue::Number(1.0 + i as f64);
                    let bob = InputValue::table([("bob", InputValue::table([("mass", mass)]))]);
                    study.push(("set", InputValue::table([("bodies", bob)])));
                }
            }
            InputValue::table(study)
        })
        .collect();
    input.set("studies", studies).unwrap();
    let begin = std::time::Instant::now();
    let model = input.check().unwrap();
    let checked = begin.elapsed();
    let options = Options {
        without_pictures: true,
        without_drawings: true,
        ..Options::default()
    };
    let mut session = Session::new(&model, options);
    for i in [0, 1, COUNT / 2, COUNT - 1] {
        let results = session.run(&model.studies[i]).complete().unwrap();
        let mass = if i % 10 == 9 {
            i as f64
        } else {
            1.0 + i as f64
        };
        let load = results
            .output
            .tables
            .iter()
            .flat_map(|table| &table.columns);
        let largest = load
            .flat_map(|column| &column.values)
            .fold(0.0_f64, |m, x| m.max(x.abs()));
        assert!(
            (largest - 9.81 * mass).abs() < 1e-6 * largest,
            "{i}: {largest}"
        );
    }
    // Generous: it takes a second or two on a machine that is busy.
    assert!(checked.as_secs() < 60, "{checked:?}");
}

#[test]
fn one_variant_after_the_other() {
    let still = InputValue::table([("name", "still".into()), ("kind", "static".into())]);
    let mut input = ModelInput::from_value(&pendulum());
    input.set("studies", vec![still]).unwrap();
    let model = input.check().unwrap();
    let phases = RefCell::new(Vec::new());
    let watch = |progress: Progress| phases.borrow_mut().push(progress.phase);
    let options = Options {
        watch: Watch(&watch),
        ..Options::default()
    };
    for mass in [1.0, 2.0, 5.0] {
        let heavier = model.with("bodies.bob.mass", mass).unwrap();
        let results = heavier.run("still", &options).unwrap();
        let load = results.number("sensors.load_force_y.last");
        assert!((load.unwrap().abs() - 9.81 * mass).abs() < 1e-6, "{load:?}");
    }
    assert!(
        phases
            .borrow()
            .iter()
            .any(|phase| phase.contains("study `still`"))
    );
}

/// What a program adds survives a change of its model, and no name of its own leads out of the folder of results.
#[test]
fn studies_of_ones_own_stay_and_have_a_folder() {
    let model = spin_down::flywheel(BRAKE, 0.1).unwrap();
    let heavier = model.with("bodies.flywheel.mass", "3 kg").unwrap();
    let time = |model: &Model| {
        let results = spin_down::spin_down(model).unwrap();
        results.number("joints.bearing.spin_down_time").unwrap()
    };
    // Its moment of inertia is as it was.
    assert!((time(&heavier) - time(&model)).abs() < 1e-12 * time(&model));
    let mut outside = model.studies.last().unwrap().clone();
    outside.name = "../evil".to_owned();
    let result = Session::new(&model, Options::default()).run(&outside);
    assert_eq!(result.status(), Status::Failed);
    assert_eq!(result.file("../../esc", "csv"), "--evil/..-..-esc.csv");
}
