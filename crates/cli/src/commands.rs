//! The commands, each a few lines.

mod bodies;
mod cache;
mod interrupted;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::CommandFactory as _;
use pitchline::cache::Cache;
use pitchline::input::{facts, reference, schema, tables};
use pitchline::model::NamedStudy;
use pitchline::results::{
    Folder, Object, Results, Sheet, Status, Summary, Table, reference_page, signed,
    write_atomically,
};
use pitchline::run::{Checkpoints, Identity};
use pitchline::studies::{Options, Progress, Watch, geometry};
use pitchline::templates::{DEMO, Template};
use pitchline::{Model, ModelInput};
use serde_json::json;

use crate::arguments::{Arguments, Command, New, Output, Run, SchemaFormat};
use crate::model_file;
use crate::progress::Display;
use crate::{Console, ExitStatus, show};

/// Runs a command.
pub(crate) fn run(command: Command, console: &mut Console) -> ExitStatus {
    let done = match command {
        Command::New(new) => write_template(&new, console),
        Command::Check { model } => check(&model, console),
        Command::Geometry(geometry) => model_file::open(&geometry.model, console)
            .and_then(|model| run_geometry(&model, &geometry.output, console)),
        Command::Mesh(bodies) => bodies::mesh(&bodies, console),
        Command::Modes(modes) => bodies::modes(&modes, console),
        Command::Reduce(reduce) => bodies::reduce(&reduce, console),
        Command::Run(run) => run_studies(run, console),
        Command::Cache { action } => cache::run(action, console),
        Command::Schema { format } => print_schema(format, console),
        Command::Demo { output } => demo(output, console),
        Command::Completions { shell } => {
            clap_complete::generate(
                shell,
                &mut Arguments::command(),
                "pitchline",
                &mut console.out,
            );
            Ok(())
        }
    };
    done.err().unwrap_or(ExitStatus::Done)
}

fn write_template(new: &New, console: &mut Console) -> Result<(), ExitStatus> {
    // The parser of arguments knows the names.
    let template = Template::find(&new.template).ok_or(ExitStatus::WrongInput)?;
    if new.file.exists() && !new.force {
        let message = format!("{} already exists", new.file.display());
        let help = "choose another name, or add --force to replace it";
        show::plain_error(console, &new.file, "file-exists", &message, help);
        return Err(ExitStatus::WrongInput);
    }
    // A missing folder is more likely a slip of the pen than a wish; results folders are made, this one is not.
    let folder = new
        .file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let message = format!("there is no folder {}", folder.display());
        let help = "check the spelling, or create the folder first";
        show::plain_error(console, &new.file, "no-folder", &message, help);
        return Err(ExitStatus::WrongInput);
    }
    save(console, &new.file, || {
        write_atomically(&new.file, template.source.as_bytes())
    })?;
    let file = new.file.display();
    if console.json {
        let report = json!({ "template": template.name, "file": file.to_string() });
        let _ = writeln!(console.out, "{:#}", signed(report));
    } else if !console.quiet {
        let _ = writeln!(
            console.out,
            "wrote {file}: {}\nnext:\n  pitchline check {file}\n  pitchline geometry {file} --out results",
            template.title
        );
    }
    Ok(())
}

fn check(path: &Path, console: &mut Console) -> Result<(), ExitStatus> {
    let model = model_file::open(path, console)?;
    if console.json {
        let report = json!({
            "file": path.display().to_string(), "status": "ok", "warnings": model.warnings,
        });
        let _ = writeln!(console.out, "{:#}", signed(report));
    } else if !console.quiet {
        let machine = &model.machine;
        let parts = [
            (model.gears.len(), "gear"),
            (model.pairs.len(), "pair"),
            (model.planetary.len(), "planetary set"),
            (machine.bodies.len(), "body"),
            (machine.joints.len(), "joint"),
            (machine.forces.len(), "force"),
            (machine.drives.len(), "drive"),
            (machine.sensors.len(), "sensor"),
        ];
        // What a model does not have need not be said; that it has nothing to compute must be.
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts = parts.chain([(model.studies.len(), "study")]);
        let parts: Vec<String> = parts.map(|(count, what)| counted(count, what)).collect();
        let warnings = counted(model.warnings.len(), "warning");
        let _ = writeln!(
            console.out,
            "{}: {}; no errors, {warnings}",
            path.display(),
            parts.join(", ")
        );
    }
    Ok(())
}

fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {what}s"),
    }
}

/// The geometry studies of the file, or the plain one when it has none.
fn run_geometry(model: &Model, output: &Output, console: &mut Console) -> Result<(), ExitStatus> {
    let named = model
        .studies
        .iter()
        .filter(|named| std::ptr::eq(named.study.kind(), &geometry::KIND));
    let mut studies: Vec<NamedStudy> = named.cloned().collect();
    if studies.is_empty() {
        studies.push(NamedStudy::geometry());
    }
    execute(model, &studies, output, None, console)
}

fn run_studies(run: Run, console: &mut Console) -> Result<(), ExitStatus> {
    let (path, mut output) = (run.model.as_path(), run.output);
    let model = model_file::open(path, console)?;
    let studies = model
        .studies_to_run(run.study.as_deref())
        .map_err(|error| {
            let help = error.remedy();
            show::plain_error(console, path, "unknown-study", &error.to_string(), help);
            ExitStatus::WrongInput
        })?;
    output.out.get_or_insert_with(|| default_folder(path));
    let identity = Identity::new(model.input().source(), &model.data_files);
    let kept = Kept {
        checkpoints: Checkpoints {
            identity: &identity,
            interval: Duration::from_secs_f64(run.checkpoint_interval.max(0.0)),
            resume: run.resume,
        },
        is_restarted: run.restart,
    };
    execute(&model, &studies, &output, Some(kept), console)
}

/// `pair.toml` leaves its results in `pair-results`.
fn default_folder(path: &Path) -> PathBuf {
    let stem = path
        .file_stem()
        .map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    PathBuf::from(format!("{stem}-results"))
}

fn demo(mut output: Output, console: &mut Console) -> Result<(), ExitStatus> {
    let model = model_file::check("demo.toml", &ModelInput::from_toml(DEMO), console)?;
    output.out.get_or_insert_with(|| "pitchline-demo".into());
    run_geometry(&model, &output, console)?;
    if !console.json && !console.quiet {
        let _ = writeln!(
            console.out,
            "\nto create your own model: pitchline new pair.toml"
        );
    }
    Ok(())
}

/// How a run is kept for later, and what is done with one that was interrupted before.
struct Kept<'k> {
    checkpoints: Checkpoints<'k>,
    /// Whether what is left of it is given up.
    is_restarted: bool,
}

/// Runs studies, writes the folder and shows the result.
fn execute(
    model: &Model,
    studies: &[NamedStudy],
    output: &Output,
    kept: Option<Kept>,
    console: &mut Console,
) -> Result<(), ExitStatus> {
    let cache = if output.no_cache {
        Cache::off()
    } else {
        console.cache.open()
    };
    // Without a folder nobody could see the pictures.
    let options = Options {
        without_pictures: output.no_pictures || output.out.is_none(),
        without_drawings: output.out.is_none(),
        folder: output.out.as_deref(),
        checkpoints: kept.as_ref().map(|kept| kept.checkpoints),
        cache: &cache,
        interrupt: console.interrupt,
        ..Options::default()
    };
    let folder = output.out.clone().map(|path| Folder {
        path,
        with_png: output.png,
    });
    let _lock = match &folder {
        Some(folder) => Some(save(console, &folder.path, || folder.prepare())?),
        None => None,
    };
    if let (Some(folder), Some(kept)) = (&folder, kept.filter(|kept| !kept.is_restarted)) {
        interrupted::check(&folder.path, model, studies, kept.checkpoints, console)?;
    }
    let mut display = Display::of(console);
    let told = RefCell::new((&mut display, &mut *console.err));
    let watch = |progress| {
        let (display, err) = &mut *told.borrow_mut();
        display.show(&progress, err);
    };
    let options = Options {
        watch: Watch(&watch),
        ..options
    };
    let (results, refusal) = interrupted::run_each(model, studies, options);
    let is_done = |result: &Results| result.status() != Status::Interrupted;
    let is_interrupted = results.len() < studies.len() || !results.iter().all(is_done);
    let n_files = results.iter().map(n_files).sum::<usize>();
    if folder.is_some() && refusal.is_none() && n_files > MANY_FILES {
        let phase = format!("writing {n_files} files");
        display.show(&Progress { phase, done: None }, &mut console.err);
    }
    display.finish();
    if let (Some(reason), Some(folder)) = (refusal, &folder) {
        return Err(interrupted::refused(&folder.path, &reason, console));
    }
    let mut summary = Summary::new(model, results);
    summary.is_interrupted = is_interrupted;
    let mut written = Vec::new();
    if let Some(folder) = &folder {
        written = save(console, &folder.path, || folder.write(&summary, model))?;
    }
    if console.json {
        let endings = folder.as_ref().map_or(&[][..], Folder::picture_endings);
        let _ = writeln!(
            console.out,
            "{:#}",
            summary.to_json(endings, folder.is_some())
        );
        for study in &summary.studies {
            print_warnings(study, model, console);
        }
    } else if !console.quiet {
        let _ = writeln!(console.out, "{}", show::printable(&model.name));
        for study in &summary.studies {
            // Of several, each set of tables says whose they are.
            if summary.studies.len() > 1 {
                let name = show::printable(&study.name);
                let _ = writeln!(console.out, "\nstudy `{name}`: {}", study.kind);
            }
            print_study(study, console);
            print_notes(study, console);
            print_warnings(study, model, console);
        }
        if let Some(folder) = &folder {
            print_files(&folder.path, &written, console);
        }
    }
    for study in &summary.studies {
        if let Some(failure) = &study.failure {
            let _ = writeln!(
                console.err,
                "  × study `{}`{}: {}",
                show::printable(&study.name),
                line_of(model, &study.name),
                show::printable(&failure.to_string())
            );
        }
    }
    if is_interrupted {
        return Err(interrupted::stopped(&summary, folder.as_ref(), console));
    }
    let has_failed = |study: &Results| study.status() == Status::Failed;
    if summary.studies.iter().any(has_failed) {
        return Err(ExitStatus::Failed);
    }
    Ok(())
}

/// From so many files on it takes a while to write them.
const MANY_FILES: usize = 500;

/// Files that the tables, pictures and drawings of a study become.
fn n_files(result: &Results) -> usize {
    let output = &result.output;
    output.tables.len() + output.pictures.len() + output.drawings.len()
}

/// Where a study stands in the model file, in words.
fn line_of(model: &Model, name: &str) -> String {
    let study = model.studies.iter().find(|study| study.name == name);
    let Some(place) = study.and_then(|study| study.place.clone()) else {
        return String::new();
    };
    let (line, _) = show::Walk::new(model.input().source()).position(place.start);
    format!(" (line {line})")
}

/// Columns of numbers that a table on the terminal has without `-v`.
const MAIN_COLUMNS: usize = 5;

fn print_study(study: &Results, console: &mut Console) {
    let objects = [
        Object::Gear,
        Object::Pair,
        Object::Planetary,
        Object::Machine,
        Object::Joint,
        Object::Force,
        Object::State,
    ];
    for object in objects {
        if let Some(sheet) = Sheet::of(&study.output.values, object, console.verbose) {
            let _ = write!(console.out, "\n{}", sheet.to_text());
        }
    }
    for object in [Object::Drive, Object::Controller, Object::Sensor] {
        if let Some(sheet) = Sheet::by_object(&study.output.values, object) {
            let _ = write!(console.out, "\n{}", sheet.to_text());
        }
    }
    let is_shown = |table: &&Table| !table.words.is_empty() && !table.is_long;
    for table in study.output.tables.iter().filter(is_shown) {
        // The other half are the same ratios the other way round; of two that are 1 the first will do.
        let ratios = table.column("ratio").map(|column| column.values.as_slice());
        let words = |row: usize| {
            table
                .words
                .iter()
                .map(move |(_, words)| words[row].as_str())
        };
        let is_repeated = |row: usize| {
            let [fixed, input, output] = words(row).collect::<Vec<_>>()[..] else {
                return false;
            };
            (0..row).any(|known| words(known).eq([fixed, output, input]))
        };
        let columns = if console.verbose {
            usize::MAX
        } else {
            MAIN_COLUMNS
        };
        let sheet = Sheet::of_table(table, columns, |row| {
            let is_shown = |ratio: f64| {
                let is_one = (ratio.abs() - 1.0).abs() < 1e-9;
                if is_one {
                    !is_repeated(row)
                } else {
                    ratio.abs() > 1.0
                }
            };
            console.verbose || ratios.is_none_or(|ratios| is_shown(ratios[row]))
        });
        let _ = write!(console.out, "\n{}\n{}", table.name, sheet.to_text());
    }
}

fn print_notes(study: &Results, console: &mut Console) {
    if let Some((first, rest)) = study.output.notes.split_first() {
        // An empty line keeps them apart from the tables.
        let _ = writeln!(console.out, "\n{}", show::printable(first));
        for note in rest {
            let _ = writeln!(console.out, "{}", show::printable(note));
        }
    }
}

fn print_warnings(study: &Results, model: &Model, console: &mut Console) {
    let is_quiet = console.quiet;
    // Those of the model itself were shown where they stand in the file.
    let is_own = |warning: &&String| !is_quiet && !model.warnings.contains(warning);
    for warning in study.output.warnings.iter().filter(is_own) {
        let _ = writeln!(console.err, "  ⚠ {}", show::printable(warning));
    }
}

fn print_files(folder: &Path, written: &[String], console: &mut Console) {
    let _ = writeln!(console.out, "\nin {}:", folder.display());
    for file in written {
        let _ = writeln!(console.out, "  {file}");
    }
}

fn print_schema(format: SchemaFormat, console: &mut Console) -> Result<(), ExitStatus> {
    let text = match format {
        SchemaFormat::Json => format!("{:#}\n", schema::json_schema(&tables::MODEL)),
        SchemaFormat::Markdown => reference::markdown(&tables::MODEL),
        SchemaFormat::Results => reference_page(),
        SchemaFormat::Keys => facts::facts(&tables::MODEL),
    };
    let _ = write!(console.out, "{text}");
    Ok(())
}

/// Does something that writes files; a failure is shown.
fn save<T>(
    console: &mut Console,
    path: &Path,
    write: impl FnOnce() -> Result<T, pitchline::Error>,
) -> Result<T, ExitStatus> {
    write().map_err(|error| {
        let help = error.remedy();
        show::plain_error(console, path, "not-written", &error.to_string(), help);
        ExitStatus::Failed
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use pitchline::cache::{CacheUse, Cached, Place};

    use super::*;
    use crate::Terminal;

    /// What a study takes from the cache is said below its tables, and what was wrong with it is a warning.
    #[test]
    fn people_are_told_what_came_from_the_cache() {
        let mut study = Results::new("reduce", "reduce", Ok(Default::default()));
        let cached = |usage, warnings| Cached {
            value: 7,
            usage,
            warnings,
        };
        assert_eq!(
            study
                .output
                .take_cached("pinion", cached(CacheUse::Hit, vec![])),
            7
        );
        let warnings = vec!["the disk is full".to_owned()];
        study
            .output
            .take_cached("wheel\u{1b}", cached(CacheUse::NotStored, warnings.clone()));
        assert_eq!(study.output.warnings, warnings);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console {
            out: &mut out,
            err: &mut err,
            terminal: Terminal::NONE,
            cache: &Place::Nowhere(String::new()),
            interrupt: &AtomicBool::new(false),
            json: false,
            quiet: false,
            verbose: false,
        };
        print_notes(&study, &mut console);
        let said = String::from_utf8_lossy(&out);
        let expected = "\npinion: from the cache\nwheel\u{fffd}: computed, not in the cache\n";
        assert_eq!(said, expected);
    }
}
