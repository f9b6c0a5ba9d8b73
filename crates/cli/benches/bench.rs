//! `./bench NAME`: one line `name value unit ratio peer`, the peer measured in the same run. The ratio is the promise,
//! the absolute time depends on the machine.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and stops when something is wrong"
)]

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pitchline::Model;
use pitchline::geometry::{CylindricalGear, Fillet, RackFillet};
use pitchline::model::GearGeometry;
use pitchline::study::{self, Options};

const MODEL: &str = include_str!("../../../examples/helical.toml");

/// What was measured.
struct Line {
    name: &'static str,
    value: f64,
    unit: &'static str,
    /// Time of the peer over ours; above 1 we are faster.
    ratio: Option<f64>,
    peer: &'static str,
}

type Bench = (&'static str, &'static str, fn() -> Line);

const BENCHES: &[Bench] = &[
    (
        "model-to-geometry",
        "read a model file, check it and compute the full geometry of the pair (aim: below 1 ms)",
        model_to_geometry,
    ),
    (
        "root-curve",
        "a generated root of 100 points in closed form, against 100 points of the tool at 2000 positions",
        root_curve,
    ),
    (
        "program-start",
        "start the program, run `geometry` without pictures and end (aim: below 50 ms)",
        program_start,
    ),
];

fn main() {
    // `cargo bench` adds `--bench`.
    let name = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with("--"));
    let name = name.as_deref().unwrap_or("list");
    if name == "list" {
        for (name, what, _) in BENCHES {
            println!("{name}: {what}");
        }
        return;
    }
    let wanted: Vec<&Bench> = BENCHES
        .iter()
        .filter(|(known, ..)| name == "all" || name == *known)
        .collect();
    if wanted.is_empty() {
        eprintln!("there is no benchmark `{name}`; ./bench lists them");
        std::process::exit(2);
    }
    let lines: Vec<Line> = wanted.iter().map(|(_, _, run)| run()).collect();
    for line in &lines {
        println!("{}", shown(line));
    }
    if name == "all" {
        std::fs::write(page_path(), page(&lines)).unwrap();
    }
}

fn shown(line: &Line) -> String {
    let ratio = line
        .ratio
        .map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    format!(
        "{} {:.3} {} {ratio} {}",
        line.name, line.value, line.unit, line.peer
    )
}

fn page_path() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/performance.md")
}

fn page(lines: &[Line]) -> String {
    let mut page = String::from(
        "# Performance\n\nWritten by `./bench all`. The ratio is the time of the peer over ours, both measured in the \
         same run; the absolute value\ndepends on the machine and on what else it does.\n\n\
         | benchmark | value | ratio | peer | what |\n|---|---|---|---|---|\n",
    );
    for (line, (_, what, _)) in lines.iter().zip(BENCHES) {
        let ratio = line
            .ratio
            .map_or("–".to_owned(), |ratio| format!("{ratio:.2}"));
        let peer = line.peer.replace('-', " ");
        page += &format!(
            "| `{}` | {:.3} {} | {ratio} | {peer} | {what} |\n",
            line.name, line.value, line.unit
        );
    }
    page
}

/// Median time of one call, over repetitions that together take about `budget`.
fn median(budget: Duration, mut call: impl FnMut()) -> Duration {
    call();
    let mut times = Vec::new();
    let started = Instant::now();
    while started.elapsed() < budget || times.len() < 5 {
        let from = Instant::now();
        call();
        times.push(from.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

fn ratio(peer: Duration, ours: Duration) -> Option<f64> {
    Some(peer.as_secs_f64() / ours.as_secs_f64())
}

fn model_to_geometry() -> Line {
    let budget = Duration::from_millis(500);
    let ours = median(budget, || {
        let (model, _) = Model::load(black_box(MODEL.as_bytes()));
        let model = model.unwrap();
        let options = Options {
            without_pictures: true,
        };
        black_box(study::run(&model, &model.studies[0], options));
    });
    let peer = median(budget, || {
        black_box(black_box(MODEL).parse::<toml::Table>().unwrap());
    });
    Line {
        name: "model-to-geometry",
        value: ours.as_secs_f64() * 1e6,
        unit: "us",
        ratio: ratio(peer, ours),
        peer: "plain-toml-parse-alone",
    }
}

fn root_curve() -> Line {
    let (model, _) = Model::load(MODEL.as_bytes());
    let model = model.unwrap();
    let GearGeometry::Cylindrical(CylindricalGear::Wheel(wheel)) = &model.gears[0].geometry else {
        unreachable!()
    };
    let Fillet::Rack(fillet) = wheel.profile.fillet else {
        unreachable!()
    };
    let ours = median(Duration::from_millis(300), || {
        for i in 0..100 {
            black_box(fillet.point(black_box(fillet.end * f64::from(i) / 99.0)));
        }
    });
    let naive = median(Duration::from_millis(600), || {
        black_box(sampled_root(black_box(&fillet)));
    });
    Line {
        name: "root-curve",
        value: ours.as_secs_f64() * 1e6,
        unit: "us",
        ratio: ratio(naive, ours),
        peer: "sampled-envelope",
    }
}

/// The naive way: 100 points of the tool's tip at 2000 of its positions, and the deepest cut in each of 100 sectors.
fn sampled_root(fillet: &RackFillet) -> [f64; 100] {
    let r = fillet.reference_radius;
    let mut deepest = [f64::INFINITY; 100];
    for position in 0..2000 {
        let turn = (f64::from(position) / 2000.0 - 0.5) * 2.0 * fillet.half_pitch;
        let (sin, cos) = turn.sin_cos();
        for point in 0..100 {
            let (tip_sin, tip_cos) = (f64::from(point) / 99.0 * fillet.end).sin_cos();
            let along =
                (fillet.center_along + fillet.rounding * tip_sin) / fillet.helix_angle.cos();
            let radial = r + fillet.center_height - fillet.rounding * tip_cos;
            let tangential = along + r * turn;
            let (x, y) = (
                radial * cos + tangential * sin,
                tangential * cos - radial * sin,
            );
            let sector = (y.atan2(x) / fillet.half_pitch * 100.0) as usize;
            if let Some(deepest) = deepest.get_mut(sector) {
                *deepest = deepest.min(x.hypot(y));
            }
        }
    }
    deepest
}

fn program_start() -> Line {
    let model =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/helical.toml");
    let budget = Duration::from_secs(2);
    let ours = median(budget, || {
        let status = Command::new(env!("CARGO_BIN_EXE_pitchline"))
            .arg("geometry")
            .arg(&model)
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success());
    });
    // What a script of one's own would be: an interpreter that starts and reads the same file.
    let script = format!(
        "import math, tomllib; tomllib.load(open({:?}, 'rb'))",
        model.display().to_string()
    );
    let python = || Command::new("python3").args(["-c", &script]).status();
    let peer = python().is_ok_and(|status| status.success()).then(|| {
        median(budget, || {
            let _ = python();
        })
    });
    Line {
        name: "program-start",
        value: ours.as_secs_f64() * 1e3,
        unit: "ms",
        ratio: peer.and_then(|peer| ratio(peer, ours)),
        peer: "python-reads-the-file",
    }
}
