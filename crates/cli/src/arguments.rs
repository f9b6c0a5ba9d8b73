//! The arguments, with their help.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Statics, vibration, contact loss, friction and loads of gears in mesh, and of the machine around them.
#[derive(Debug, Parser)]
#[command(
    name = "pitchline",
    version,
    arg_required_else_help = true,
    after_help = "\
Begin with:
  pitchline demo                                a first result, no file needed
  pitchline new pair.toml --template helical    a commented model to edit
  pitchline geometry pair.toml --out results    its numbers and pictures

Exit codes: 0 done, 1 the computation failed, 2 the input is wrong, 130 it was interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Print the summary as JSON on standard output, and nothing else there.
    #[arg(long, global = true)]
    pub json: bool,
    /// Print no tables, notes or warnings, only errors.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Print every value, not only the main ones.
    #[arg(long, short, global = true)]
    pub verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a commented model file to start from.
    #[command(after_help = "Example:\n  pitchline new pair.toml --template helical")]
    New(New),
    /// Check a model file and report all of its errors.
    #[command(after_help = "Example:\n  pitchline check pair.toml")]
    Check {
        /// The model file.
        model: PathBuf,
    },
    /// Compute and draw the geometry of all gears and pairs.
    #[command(
        after_help = "Examples:\n  pitchline geometry pair.toml\n  pitchline geometry pair.toml --out results --png\n  pitchline geometry pair.toml --json | jq .studies"
    )]
    Geometry(Geometry),
    /// Mesh the bodies of gears with finite elements.
    #[command(
        after_help = "Examples:\n  pitchline mesh pair.toml --out results\n  pitchline mesh pair.toml --gear wheel --size fine --out results"
    )]
    Mesh(Bodies),
    /// Compute natural frequencies and mode shapes of single gears.
    #[command(
        after_help = "Examples:\n  pitchline modes pair.toml --gear wheel --out results\n  pitchline modes pair.toml --support free --count 20"
    )]
    Modes(Modes),
    /// Reduce gears to bodies of a few hundred coordinates, for contact and dynamics.
    #[command(
        after_help = "Examples:\n  pitchline reduce pair.toml --gear wheel --out results\n  pitchline reduce pair.toml --method craig-bampton --support rigid --center --modes 40"
    )]
    Reduce(Reduce),
    /// Run the studies of a model file.
    #[command(
        after_help = "Examples:\n  pitchline run pair.toml --out results\n  pitchline run pair.toml --study geometry --out results"
    )]
    Run(Run),
    /// List, check or remove the stored results of long computations.
    #[command(
        after_help = "Examples:\n  pitchline cache\n  pitchline cache clean --older-than \"30 d\"\n\nThe folder is PITCHLINE_CACHE, or pitchline in the cache folder of the system; PITCHLINE_CACHE_LIMIT\nis its largest size, such as \"2 GiB\" (default 4 GiB; 0 turns it off)."
    )]
    Cache {
        /// What to do; by default list the entries.
        #[command(subcommand)]
        action: Option<CacheAction>,
    },
    /// Print the JSON Schema of the model file, or a reference page.
    #[command(after_help = "Example:\n  pitchline schema > pitchline.schema.json")]
    Schema {
        /// What to print.
        #[arg(long, value_enum, default_value_t = SchemaFormat::Json)]
        format: SchemaFormat,
    },
    /// Run a built-in model: a first result without any file.
    #[command(after_help = "Example:\n  pitchline demo --out my-first-results")]
    Demo {
        #[command(flatten)]
        output: Output,
    },
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  pitchline completions bash > /etc/bash_completion.d/pitchline"
    )]
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// The file to write.
    #[arg(default_value = "model.toml")]
    pub file: PathBuf,
    /// Template to start from.
    #[arg(long, short, default_value = "spur", value_parser = template_names())]
    pub template: String,
    /// Replace the file if it exists.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Geometry {
    /// The model file.
    pub model: PathBuf,
    #[command(flatten)]
    pub output: Output,
}

/// Which bodies, and how fine.
#[derive(Debug, Args)]
pub(crate) struct Bodies {
    /// The model file.
    pub model: PathBuf,
    /// Only the gear of this name; by default all gears with a blank.
    #[arg(long, short)]
    pub gear: Option<String>,
    /// Fineness of the mesh, overriding the model.
    #[arg(long, value_enum)]
    pub size: Option<Size>,
    /// Element type, overriding the model.
    #[arg(long, value_enum)]
    pub element: Option<Element>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Modes {
    #[command(flatten)]
    pub bodies: Bodies,
    /// Support of the seat: the bore of an external gear, the outside of an internal one, the back of a rack.
    #[arg(long, value_enum, default_value_t = Seat::Fixed)]
    pub support: Seat,
    /// Number of flexible modes, from the lowest.
    #[arg(long, short, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub count: u16,
}

#[derive(Debug, Args)]
pub(crate) struct Reduce {
    #[command(flatten)]
    pub bodies: Bodies,
    /// Support of the seat: the bore of an external gear, the outside of an internal one, the back of a rack.
    #[arg(long, value_enum, default_value_t = Seat::Fixed)]
    pub support: Seat,
    /// Reduction method.
    #[arg(long, value_enum, default_value_t = Method::Dual)]
    pub method: Method,
    #[command(flatten)]
    pub kept: KeptModes,
    /// Motions of the mean joint of each flank that can be loaded.
    #[arg(long, value_enum, default_value_t = Motions::Normal)]
    pub motions: Motions,
    /// Parts of the face width, each with a mean joint of its own.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub zones: u32,
    /// Include the motions of a rigid seat in the interface.
    #[arg(long)]
    pub center: bool,
    /// How the reduced body is computed; the result is the same.
    #[arg(long, value_enum, default_value_t = RouteChoice::Auto)]
    pub route: RouteChoice,
    /// Recover displacements at all nodes and draw the shapes of the coordinates.
    #[arg(long)]
    pub all_nodes: bool,
    /// Modes of the full body with which the reduced one is compared.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub compare: u16,
}

/// Which modes are kept: 30 unless one of these is given.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(crate) struct KeptModes {
    /// Number of modes to keep, from the lowest: 30 unless another of these options is given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    pub modes: Option<u16>,
    /// Keep all modes up to this frequency, such as "20 kHz".
    #[arg(long, value_name = "FREQUENCY", value_parser = frequency)]
    pub up_to: Option<f64>,
    /// Total number of coordinates, filled up with modes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub coordinates: Option<u32>,
}

/// A frequency with its unit, or in hertz.
fn frequency(text: &str) -> Result<f64, String> {
    let value = match text.trim().parse::<f64>() {
        Ok(hertz) => hertz,
        Err(_) => pitchline::units::parse(text, pitchline::units::Dimension::FREQUENCY)
            .map_err(|error| error.to_string())?,
    };
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err("it must be positive: write for example \"20 kHz\"".to_owned())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Modes of the supported body, and residual shapes of static loads.
    Dual,
    /// Static shapes of unit motions, and modes with fixed interface.
    CraigBampton,
    /// Static shapes of unit motions alone.
    Static,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Motions {
    /// Along the normal.
    Normal,
    /// Along the three axes of the tooth.
    Forces,
    /// Along and about the three axes of the tooth.
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RouteChoice {
    /// One sector where the body allows it, else the whole gear.
    Auto,
    /// One sector, by cyclic symmetry.
    Cyclic,
    /// The whole gear.
    Whole,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CacheAction {
    /// Remove entries and list them; all of them by default.
    #[command(
        after_help = "Examples:\n  pitchline cache clean\n  pitchline cache clean --older-than \"30 d\" --kind reduced-body\n  pitchline cache clean --damaged"
    )]
    Clean(Clean),
    /// Read every entry and check it against its checksum.
    #[command(after_help = "Example:\n  pitchline cache verify")]
    Verify,
}

/// Which entries: those that match all given options.
#[derive(Debug, Args)]
pub(crate) struct Clean {
    /// Only entries that have not been used for this long, such as "30 d" or "12 h".
    #[arg(long, value_name = "AGE", value_parser = pitchline::cache::parse_age)]
    pub older_than: Option<Duration>,
    /// Only entries of this kind, such as reduced-body.
    #[arg(long)]
    pub kind: Option<String>,
    /// Only entries that cannot be used; reads all of them.
    #[arg(long)]
    pub damaged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Size {
    /// For a first look and for frequencies, which are up to two per cent too high.
    Coarse,
    /// For deflections and frequencies.
    Medium,
    /// For stresses in the root.
    Fine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Element {
    /// Eight nodes, with enhanced assumed strains.
    Hex8,
    /// Twenty nodes.
    Hex20,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seat {
    /// It does not move.
    Fixed,
    /// It is rigid and may rotate about the axis.
    Turning,
    /// It is rigid and free.
    Rigid,
    /// It is free and not stiffened.
    Free,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The model file.
    pub model: PathBuf,
    /// Run only the study of this name.
    #[arg(long, short)]
    pub study: Option<String>,
    /// Resume an interrupted run from its last checkpoint: the results are identical, bit by bit. The `end` of a study may be
    /// later than before.
    #[arg(long)]
    pub resume: bool,
    /// Start again, and discard an interrupted run in the folder.
    #[arg(long, conflicts_with = "resume")]
    pub restart: bool,
    /// Seconds from one checkpoint of a study `transient` to the next.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    pub checkpoint_interval: f64,
    #[command(flatten)]
    pub output: Output,
}

/// A time of up to a year.
fn seconds(text: &str) -> Result<f64, String> {
    let year = 365.0 * 86400.0;
    let given = text.parse::<f64>().ok();
    given
        .filter(|given| (0.0..=year).contains(given))
        .ok_or_else(|| "write a number of seconds, 0 or more, such as 60".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Folder for the results: summary, tables and pictures. By default `geometry`, `mesh`, `modes` and `reduce` write no files, `run` writes to
    /// MODEL-results, `demo` to pitchline-demo.
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write pictures as PNG too.
    #[arg(long)]
    pub png: bool,
    /// Draw no pictures.
    #[arg(long, conflicts_with = "png")]
    pub no_pictures: bool,
    /// Recompute everything: neither read nor write the cache.
    #[arg(long)]
    pub no_cache: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// JSON Schema of the model file, for editors.
    Json,
    /// Reference page of the model file.
    Markdown,
    /// Reference page of the results.
    Results,
    /// Every key of every kind of every table as a line of tab-separated values, for scripts.
    Keys,
}

fn template_names() -> clap::builder::PossibleValuesParser {
    let templates = pitchline::templates::TEMPLATES;
    templates
        .iter()
        .map(|t| clap::builder::PossibleValue::new(t.name).help(t.title))
        .collect::<Vec<_>>()
        .into()
}
