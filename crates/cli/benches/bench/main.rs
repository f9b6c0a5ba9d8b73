//! `./bench NAME`: lines `name value unit ratio peer`, ours and the peer measured in turns. The ratio is the promise, the absolute time
//! depends on the machine.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and stops when something is wrong"
)]

mod actuators;
mod finite_elements;
mod gears;
mod machines;
mod measure;
mod peers;
mod planar;
mod reduction;
mod rotors;
mod small_systems;
mod teeth;

use measure::Ratio;

/// What was measured.
struct Line {
    name: &'static str,
    value: f64,
    unit: &'static str,
    ratio: Option<Ratio>,
    peer: String,
    /// What this line is of, where a benchmark has several.
    what: Option<String>,
}

impl Line {
    fn new(name: &'static str, value: f64, unit: &'static str) -> Self {
        Self {
            name,
            value,
            unit,
            ratio: None,
            peer: "-".to_owned(),
            what: None,
        }
    }

    fn beside(self, peer: &str, ratio: Option<Ratio>) -> Self {
        let peer = peer.to_owned();
        Self {
            ratio,
            peer,
            ..self
        }
    }

    fn what(self, what: &str) -> Self {
        let what = Some(what.to_owned());
        Self { what, ..self }
    }
}

type Bench = (&'static str, &'static str, fn() -> Vec<Line>);

const BENCHES: &[Bench] = &[
    (
        "model-to-geometry",
        "read a model file, check it and compute the full geometry of the pair (aim: below 1 ms)",
        || vec![teeth::model_to_geometry()],
    ),
    (
        "root-curve",
        "a generated root of 100 points in closed form, against 100 points of the tool at 2000 positions",
        || vec![teeth::root_curve()],
    ),
    (
        "flank-point",
        "a point of a helical flank with tip relief and crowning, with its normal, against differences of the polar profile (aim: below 200 ns)",
        || vec![teeth::flank_point()],
    ),
    (
        "nearest-on-flank",
        "parameters of the nearest point of that flank, against a grid search with refinement (aim: below 2 us)",
        || vec![teeth::nearest_on_flank()],
    ),
    (
        "shaded-picture",
        "a shaded picture of 80 000 faces with colours, deformed, with its PNG (aim: below 1 s)",
        || vec![teeth::shaded_picture()],
    ),
    (
        "program-start",
        "start the program, run `geometry` without pictures and end (aim: below 50 ms)",
        || vec![teeth::program_start()],
    ),
    (
        "gear-mesh",
        "hexahedra of a whole gear of 50 teeth, medium size, with all sets",
        || vec![finite_elements::gear_mesh()],
    ),
    ("fe-assembly", "stiffness and mass of that gear", || {
        vec![finite_elements::assembly()]
    }),
    (
        "fe-statics",
        "factorise the stiffness of that gear, held in its bore, and solve for 300 right-hand sides (aim: below 25 s)",
        finite_elements::statics,
    ),
    (
        "fe-modes",
        "the 30 lowest modes of a coarse gear, none missing by a count (aim: below 20 s)",
        finite_elements::modes,
    ),
    (
        "fixed-lu",
        "refactor and solve small sparse systems of one pattern (aim: 5 times as fast as faer's sparse LU)",
        small_systems::fixed_lu,
    ),
    (
        "andrews",
        "Andrews' squeezing mechanism at equal achieved error",
        machines::andrews_mechanism,
    ),
    (
        "machine-step",
        "a step of a machine of ten bodies",
        machines::machine_step,
    ),
    (
        "chain-setup",
        "what comes before the second step of a chain of 3000 bodies, and for each body beside one of 300",
        machines::chain_setup,
    ),
    (
        "campbell",
        "natural frequencies of a rotor over its speed",
        rotors::campbell,
    ),
    (
        "rotor-transient",
        "the same rotor in time",
        rotors::transient,
    ),
    (
        "gear-transmission",
        "a million steps of a spur transmission with backlash",
        gears::gear_transmission,
    ),
    (
        "planetary-step",
        "a step of a planetary set of elastic gears",
        gears::planetary_step,
    ),
    (
        "stick-slip",
        "an actuator whose teeth stick and slide",
        actuators::spring_loaded,
    ),
    (
        "position-loop",
        "a motor whose position loop hunts",
        actuators::position,
    ),
    (
        "efficiency-map",
        "an efficiency map of 10 000 points of a planetary set with three stepped planets and six contacts in oil (aim: below 1 s)",
        planar::efficiency_map,
    ),
    (
        "reduce",
        "a gear of 50 teeth to a reduced body",
        reduction::reduce,
    ),
    (
        "reduce-cached",
        "the program with a reduced body of 229 coordinates from the cache: meshing, tables, pictures and all (aim: below 0.2 s)",
        || vec![reduction::cached()],
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
    let mut rows = String::new();
    for (_, what, run) in wanted {
        for line in run() {
            println!("{}", shown(&line));
            rows += &row(&line, what);
        }
    }
    if name == "all" {
        std::fs::write(page_path(), page(&rows)).unwrap();
    }
}

fn shown(line: &Line) -> String {
    let ratio = line.ratio.map_or("-".to_owned(), |ratio| ratio.to_string());
    format!(
        "{} {:.3} {} {ratio} {}",
        line.name, line.value, line.unit, line.peer
    )
}

fn page_path() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/performance.md")
}

fn page(rows: &str) -> String {
    let head = "# Performance\n\nWritten by `./bench all`. The ratio is the time of the peer over ours: of the processor, all threads together, measured \
         in turns five\ntimes. It is the median; the spread lies between the least and the largest ratio, and beyond 20 % there is no verdict. The value \
         is the time that\npasses; it depends on the machine and on what else it does.\n\n\
         | benchmark | value | ratio | peer | what |\n|---|---|---|---|---|\n";
    format!("{head}{rows}")
}

fn row(line: &Line, what: &str) -> String {
    let ratio = line.ratio.map_or("–".to_owned(), |ratio| ratio.to_string());
    format!(
        "| `{}` | {:.3} {} | {ratio} | {} | {} |\n",
        line.name,
        line.value,
        line.unit,
        line.peer.replace('-', " "),
        line.what.as_deref().unwrap_or(what)
    )
}
