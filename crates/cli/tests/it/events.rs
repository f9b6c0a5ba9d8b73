//! Adaptive steps, events and stops of a model file: instants and energies in closed form, and what runs keep that end early.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use super::machines::{Csv, audit_pictures, run_into};
use super::*;

/// Rows of a table of events: name, what happened, time.
fn happened(folder: &Path, study: &str) -> Vec<(String, String, f64)> {
    let text = std::fs::read_to_string(folder.join(study).join("events.csv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (
            cells[0].to_owned(),
            cells[1].to_owned(),
            cells[2].parse().unwrap(),
        )
    };
    text.lines().skip(1).map(row).collect()
}

fn write(folder: &Path, model: &str) -> String {
    let file = folder.join("model.toml");
    std::fs::write(&file, model).unwrap();
    file.to_string_lossy().into_owned()
}

/// What the clutch of the examples does next, from closed forms: time, speeds of wheel and hammer (rad/s), angle of the hammer (rad).
struct Beat {
    time: f64,
    wheel: f64,
    hammer: f64,
    angle: f64,
}

impl Beat {
    /// Until the clutch locks at 200 rpm, lets go at 60° and the hammer hits at 90°: these three instants.
    fn stroke(&mut self) -> [f64; 3] {
        let (inertia, torque, fast) = (0.5, 20.0, 200.0 * std::f64::consts::TAU / 60.0);
        let free = (fast - self.wheel) * inertia / torque;
        self.angle += self.hammer * free;
        let lock = self.time + free;
        let shared = 0.5 * (fast + self.hammer);
        let gain = torque / (2.0 * inertia);
        self.wheel = (shared * shared + 2.0 * gain * (FRAC_PI_3 - self.angle)).sqrt();
        let release = lock + (self.wheel - shared) / gain;
        let hit = release + (FRAC_PI_2 - FRAC_PI_3) / self.wheel;
        self.hammer = -0.4 * self.wheel;
        self.wheel += (hit - release) * torque / inertia;
        self.angle = FRAC_PI_2;
        self.time = hit;
        [lock, release, hit]
    }
}

#[test]
fn clutch() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/clutch.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let studies = &ran.json()["studies"];
    // Times are those of runs that may miss their tolerance by a factor of ten, as a share of their length.
    for (study, allowed) in [("stroke", 2e-5), ("beat", 3e-8)] {
        assert_eq!(studies[study]["warnings"].as_array().map(Vec::len), Some(0));
        let mut beat = Beat {
            time: 0.0,
            wheel: 0.0,
            hammer: 0.0,
            angle: 0.0,
        };
        let mut rows = happened(folder.path(), study);
        if study == "stroke" {
            let (name, what, time) = rows.pop().unwrap();
            assert_eq!((name.as_str(), what.as_str()), ("back", "stops the run"));
            assert!((time - 0.728_948).abs() < 2e-5, "{time}");
        }
        assert_eq!(rows.len(), if study == "stroke" { 3 } else { 24 });
        for stroke in rows.chunks(3) {
            let expected = beat.stroke();
            let names = ["up-to-speed", "let-go", "anvil"].into_iter().zip(expected);
            for ((name, expected), (found, _, time)) in names.zip(stroke) {
                assert_eq!(name, found);
                assert!(
                    (time - expected).abs() < allowed,
                    "{study}: {time} {expected}"
                );
            }
        }
    }
    let stroke = &studies["stroke"]["values"];
    let machine = &stroke["machine"];
    assert_eq!(machine["stopped_by"], "back");
    assert_eq!(stroke["events"]["let-go"]["count"], 1);
    assert_eq!(stroke["joints"]["anvil"]["hits"], 1);
    let number = |value: &Json| value.as_f64().unwrap();
    // ω₃ at 0.4 m from the pivot: (1 + ε) ω J/l; ¼ J ω₁² and ½ J (1 − ε²) ω₃² are lost.
    let fast = 200.0 * std::f64::consts::TAU / 60.0;
    let thrown = (0.25 * fast * fast + 2.0 * 20.0 * FRAC_PI_3).sqrt();
    let impulse = number(&stroke["joints"]["anvil"]["largest_impulse"]);
    assert!(
        (impulse - 1.4 * 0.5 * thrown / 0.4).abs() < 1e-4,
        "{impulse}"
    );
    let lost = 0.125 * fast * fast + 0.25 * (1.0 - 0.16) * thrown * thrown;
    let dissipated = number(&machine["energy"]["dissipated"]);
    assert!((dissipated - lost).abs() < 1e-3, "{dissipated} {lost}");
    assert!(number(&machine["energy"]["relative_drift"]) < 1e-5);
    audit_pictures(folder.path());
}

/// A ball from 1 m on a floor.
fn ball(stop: &str, study: &str) -> String {
    format!(
        r#"
[model]
name = "Ball"
schema = 1
gravity = [0, 0, "-9.81 m/s2"]
[bodies.ball]
mass = "2 kg"
inertia = ["0.1 kg m2", "0.1 kg m2", "0.1 kg m2"]
position = [0, 0, "1.1 m"]
[joints.floor]
kind = "stop"
a = "ground"
b = "ball"
frame_a = {{}}
frame_b = {{}}
radius = "100 mm"
{stop}
[sensors.floor]
kind = "reaction"
of = "floor"
components = ["force_z"]
[sensors.height]
kind = "joint-displacement"
of = "floor"
[[studies]]
name = "fall"
kind = "transient"
{study}
"#
    )
}

/// Equal steps: hits as exact as with others, then rest with the weight on the floor.
#[test]
fn a_ball_bounces_between_equal_steps() {
    let folder = tempfile::tempdir().unwrap();
    let stop = "restitution = 0.5\nrest_speed = \"10 cm/s\"";
    let file = write(folder.path(), &ball(stop, "end = \"2 s\"\nstep = \"7 ms\""));
    let ran = run_into(&file, &folder.path().join("out"), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let out = folder.path().join("out");
    let mut time = (2.0 / 9.81f64).sqrt();
    let mut speed = 9.81 * time;
    let rows = happened(&out, "fall");
    for (_, what, found) in rows.iter().take(6) {
        assert_eq!(what, "hit");
        // Steps are parabolas as the fall is.
        assert!((found - time).abs() < 1e-11, "{found} {time}");
        speed *= 0.5;
        time += 2.0 * speed / 9.81;
    }
    assert_eq!(rows.last().unwrap().1, "rests");
    let sensors = Csv::read(&out, "fall/sensors.csv");
    let force = *sensors.column("floor_force_z").last().unwrap();
    assert!((force - 2.0 * 9.81).abs() < 1e-8, "{force}");
    let height = *sensors.column("height").last().unwrap();
    assert!((height - 0.1).abs() < 1e-9, "{height}");
    assert_eq!(sensors.column("time").len(), 287);
}

/// A slide of 2 kg falls 50 mm onto two stops that hold one and the same motion: from then on each bears half of its weight, the
/// shortest reactions, and it is said that others are possible.
#[test]
fn two_stops_under_one_slide_share_its_weight() {
    let folder = tempfile::tempdir().unwrap();
    let stop = |name: &str, x: f64| {
        format!(
            "[joints.{name}]\nkind = \"stop\"\na = \"ground\"\nb = \"slide\"\nframe_a = {{ place = [{x}, 0, 0] }}\n\
             frame_b = {{ place = [{x}, 0, 0] }}\nrestitution = 0\n"
        )
    };
    let model = format!(
        r#"
[model]
name = "Slide"
schema = 1
gravity = [0, 0, "-9.81 m/s2"]
[bodies.slide]
mass = "2 kg"
inertia = ["0.1 kg m2", "0.1 kg m2", "0.1 kg m2"]
position = [0, 0, "50 mm"]
[joints.guide]
kind = "prismatic"
a = "ground"
b = "slide"
at = [0, 0, 0]
{}{}
[[studies]]
name = "fall"
kind = "transient"
end = "0.5 s"
step = "7 ms"
"#,
        stop("left", -0.1),
        stop("right", 0.1)
    );
    let file = write(folder.path(), &model);
    let out = folder.path().join("out");
    let ran = run_into(&file, &out, &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = &ran.json()["studies"]["fall"];
    let warnings = study["warnings"].as_array().unwrap();
    let told = warnings.iter().filter_map(|warning| warning.as_str());
    let told: Vec<&str> = told.filter(|w| w.contains("not unique")).collect();
    // √(2 h/g)
    let is_told = told.len() == 1 && told[0].starts_with("from t = 0.10096");
    assert!(is_told, "{warnings:?}");
    let reactions = Csv::read(&out, "fall/reactions.csv");
    for name in ["left", "right"] {
        let force = reactions.column(&format!("{name}_force_z_on_b_in_axes_of_a"));
        let force = force.last().unwrap();
        assert!((force - 9.81).abs() < 1e-8, "{name}: {force}");
    }
}

/// Bounces without end are told, and what was found until then is kept.
#[test]
fn a_ball_that_chatters_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let stop = "restitution = 0.5\nrest_speed = 0";
    let file = write(folder.path(), &ball(stop, "end = \"3 s\"\naccuracy = 1e-4"));
    let out = folder.path().join("out");
    let ran = run_into(&file, &out, &[]);
    assert_eq!(ran.code(), 1);
    let study = &ran.json()["studies"]["fall"];
    let error = study["error"].as_str().unwrap();
    assert!(error.contains("happens again and again"), "{error}");
    assert!(error.contains("rest_speed"), "{error}");
    // √(2/g) (1 + 2 · (½ + ¼ + …)): all bounces are over then.
    let end = 3.0 * (2.0 / 9.81f64).sqrt();
    let times = Csv::read(&out, "fall/sensors.csv").column("time");
    assert!((times.last().unwrap() - end).abs() < 1e-6, "{times:?}");
    assert!(happened(&out, "fall").len() > 20);
}

/// Events that only record, at each apex and at half height, do not keep the run from ending.
#[test]
fn a_ball_that_is_watched_chatters_no_longer() {
    let folder = tempfile::tempdir().unwrap();
    let stop = "restitution = 0.5\nrest_speed = 0";
    let more = r#"
[sensors.speed]
kind = "joint-velocity"
of = "floor"
[events.apex]
sensor = "speed"
value = 0
direction = "falling"
[events.half]
sensor = "height"
value = "0.6 m"
[events.grazed]
sensor = "height"
value = "0.35 m"
"#;
    let model = ball(stop, "end = \"3 s\"\naccuracy = 1e-4");
    let file = write(folder.path(), &format!("{model}{more}"));
    let out = folder.path().join("out");
    let ran = run_into(&file, &out, &["--no-pictures"]);
    assert_eq!(ran.code(), 1);
    let error = ran.json()["studies"]["fall"]["error"].clone();
    let error = error.as_str().unwrap();
    assert!(
        error.starts_with("floor, gap happens again and again"),
        "{error}"
    );
    assert!(error.contains("rest_speed"), "{error}");
    // Forty hits without the events; a hundred more at rounding of places at the most, each with an apex.
    let rows = happened(&out, "fall");
    assert!(rows.len() < 300, "{}", rows.len());
    let halves: Vec<f64> = rows.iter().filter(|r| r.0 == "half").map(|r| r.2).collect();
    assert_eq!(halves.len(), 1, "{halves:?}");
    assert!(
        (halves[0] - (1.0 / 9.81f64).sqrt()).abs() < 1e-12,
        "{halves:?}"
    );
}

/// A ball that stands in the floor is refused before anything moves; an equilibrium lifts it out, and a run goes on from there.
#[test]
fn bodies_that_overlap_are_refused_and_parted_by_a_static_study() {
    let folder = tempfile::tempdir().unwrap();
    let model = ball("", "end = \"1 s\"\naccuracy = 1e-4").replace("1.1 m", "0.08 m");
    let file = write(folder.path(), &model);
    let ran = run_into(&file, &folder.path().join("out"), &["--no-pictures"]);
    assert_eq!(ran.code(), 1);
    let error = ran.json()["studies"]["fall"]["error"].clone();
    let error = error.as_str().unwrap();
    assert!(
        error.starts_with("floor, gap: its bodies overlap by 0.02 m at t = 0 s"),
        "{error}"
    );
    assert!(error.contains("study `static`"), "{error}");
    let parted = model.replace(
        "[[studies]]\nname = \"fall\"\nkind = \"transient\"",
        "[[studies]]\nname = \"held\"\nkind = \"static\"\n[[studies]]\nname = \"fall\"\nkind = \"transient\"\nstart = \"held\"",
    );
    // About its own axes nothing holds the ball.
    let held = parted.replace(
        "[joints.floor]",
        "[joints.guide]\nkind = \"prismatic\"\na = \"ground\"\nb = \"ball\"\nat = [0, 0, 0]\naxis = [0, 0, 1]\n[joints.floor]",
    );
    let file = write(folder.path(), &held);
    let out = folder.path().join("parted");
    let ran = run_into(&file, &out, &["--no-pictures"]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let height = Csv::read(&out, "fall/sensors.csv").column("height");
    assert!(height.iter().all(|h| (h - 0.1).abs() < 1e-9), "{height:?}");
}

/// A joint that an event finds as it shall be is listed as such: nothing was done.
#[test]
fn what_was_locked_already_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let model = std::fs::read_to_string("../../examples/pendulum.toml").unwrap();
    let (head, _) = model.split_once("[[studies]]").unwrap();
    let more = r#"
[bodies.rider]
mass = "10 g"
inertia = ["1 g m2", "1 g m2", "1 g m2"]
position = ["5 m", 0, 0]
[joints.seat]
kind = "fixed"
a = "ground"
b = "rider"
at = ["5 m", 0, 0]
released = true
[events.again]
sensor = "speed"
value = 0
action = "lock"
joint = "seat"
[[studies]]
name = "swing"
kind = "transient"
accuracy = 1e-5
end = "3 s"
"#;
    let file = write(folder.path(), &format!("{head}{more}"));
    let out = folder.path().join("out");
    let ran = run_into(&file, &out, &["--no-pictures"]);
    assert_eq!(ran.code(), 0, "{} {}", ran.err, ran.out);
    let rows = happened(&out, "swing");
    assert!(rows.len() > 1, "{rows:?}");
    assert_eq!(rows[0].1, "locks seat");
    assert!(
        rows[1..]
            .iter()
            .all(|row| row.1 == "seat is locked already"),
        "{rows:?}"
    );
    let dissipated = &ran.json()["studies"]["swing"]["values"]["machine"]["energy"]["dissipated"];
    // ½ m (g t)² of its fall, once.
    let speed = 9.81 * rows[0].2;
    let lost = 0.5 * 0.01 * speed * speed;
    let off = dissipated.as_f64().unwrap() - lost;
    assert!(off.abs() < 1e-5 * lost, "{dissipated} {lost}");
}

/// A study that starts from one that was stopped goes on from that instant.
#[test]
fn a_study_goes_on_from_where_another_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let model = ball(
        "",
        "end = \"3 s\"\naccuracy = 1e-6\noutput_step = \"50 ms\"",
    );
    let more = r#"
[events.low]
sensor = "height"
value = "0.6 m"
direction = "falling"
action = "stop"
[[studies]]
name = "rest"
kind = "transient"
start = "fall"
end = "4 s"
accuracy = 1e-6
events = []
[[studies]]
name = "held"
kind = "static"
start = "rest"
"#;
    let file = write(folder.path(), &format!("{model}{more}"));
    let out = folder.path().join("out");
    let ran = run_into(&file, &out, &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let times = Csv::read(&out, "rest/sensors.csv").column("time");
    assert!(
        (times[0] - (1.0 / 9.81f64).sqrt()).abs() < 1e-9,
        "{}",
        times[0]
    );
    let hits = happened(&out, "rest");
    assert!(
        (hits[0].2 - (2.0 / 9.81f64).sqrt()).abs() < 1e-6,
        "{hits:?}"
    );
    // At rest on the floor the ball is in equilibrium.
    let force = &ran.json()["studies"]["held"]["values"]["sensors"]["floor_force_z"]["last"];
    assert!((force.as_f64().unwrap() - 19.62).abs() < 1e-8, "{force}");
}

/// A rod that swings far out, by all schemes: the period has a closed form.
#[test]
fn adaptive_steps_meet_their_accuracy() {
    let model = std::fs::read_to_string("../../examples/pendulum.toml").unwrap();
    let (head, _) = model.split_once("[[studies]]").unwrap();
    let mut model = head.to_owned();
    let schemes = [
        ("generalized-alpha", 1e-5),
        ("hht", 1e-5),
        ("radau", 1e-5),
        ("radau", 1e-10),
    ];
    for (i, (scheme, accuracy)) in schemes.iter().enumerate() {
        model += &format!(
            "[[studies]]\nname = \"run-{i}\"\nkind = \"transient\"\nscheme = \"{scheme}\"\naccuracy = {accuracy:e}\nend = \"5 s\"\n"
        );
    }
    model += "[events.turn]\nsensor = \"speed\"\nvalue = 0\n";
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), &model);
    let ran = run_into(&file, &folder.path().join("out"), &["--no-pictures"]);
    assert_eq!(ran.code(), 0, "{} {}", ran.err, ran.out);
    let quarter = FRAC_PI_2 / machines::agm(1.0, 75f64.to_radians().cos());
    let period = 4.0 * (2.0 / (3.0 * 9.81f64)).sqrt() * quarter;
    for (i, (scheme, accuracy)) in schemes.iter().enumerate() {
        let study = &ran.json()["studies"][format!("run-{i}")]["values"];
        let last = study["events"]["turn"]["last_time"].as_f64().unwrap();
        let halves = (last / (0.5 * period)).round();
        // The angle may be off by ten times the accuracy; about the turning points time is known to its root at the worst, so the
        // speed is what tells: it changes by 5 rad/s² there.
        let error = (last - 0.5 * halves * period).abs();
        assert!(error < 10.0 * accuracy, "{scheme}: {error:e}");
        assert!(halves >= 2.0);
        let machine = &study["machine"];
        let [shortest, longest] =
            ["smallest_step", "largest_step"].map(|key| machine[key].as_f64().unwrap());
        assert!(0.0 < shortest && shortest < longest && longest <= 5e-3 * 1.000_001);
        assert!(machine["rejected_steps"].is_u64());
    }
}
