//! The command that looks after the cache.

use std::path::Path;

use pitchline::cache::{
    Cache, Contents, Entry, EntryState, Place, Removed, Selection, age_text, size_text,
};
use pitchline::results::{Sheet, Table, signed};
use serde_json::{Value as Json, json};

use super::counted;
use crate::arguments::CacheAction;
use crate::show::{self, printable};
use crate::{Console, ExitStatus};

/// Longest description in the table.
const LONGEST_DESCRIPTION: usize = 50;

/// `pitchline cache`
pub(super) fn run(action: Option<CacheAction>, console: &mut Console) -> Result<(), ExitStatus> {
    let (path, limit) = match console.cache {
        Place::Folder { path, limit } => (path.as_path(), *limit),
        Place::Nowhere(reason) => {
            let reason = reason.clone();
            return nowhere(&reason, console);
        }
    };
    let cache = console.cache.open();
    match action {
        None => {
            let contents = cache.contents();
            let contents = readable(contents, path, console)?;
            show_contents(&contents, Depth::Listed, (path, limit), console);
            Ok(())
        }
        Some(CacheAction::Verify) => verify(&cache, (path, limit), console),
        Some(CacheAction::Clean(clean)) => {
            let selection = Selection {
                older_than: clean.older_than,
                kind: clean.kind,
                is_damaged: clean.damaged,
            };
            let removed = cache.clean(&selection);
            let removed = readable(removed, path, console)?;
            show_removed(&removed, path, console)
        }
    }
}

/// There is no cache: that is an answer, unless the environment names something that is none.
fn nowhere(reason: &str, console: &mut Console) -> Result<(), ExitStatus> {
    if console.json {
        let report = json!({ "cache": "off", "reason": reason, "entries": [] });
        print_json(report, console);
    } else if !console.quiet {
        let _ = writeln!(console.out, "no cache: {}", printable(reason));
    }
    Ok(())
}

/// What was read from the folder; a folder that cannot be read is shown.
fn readable<T>(
    read: std::io::Result<T>,
    folder: &Path,
    console: &mut Console,
) -> Result<T, ExitStatus> {
    read.map_err(|error| {
        let message = format!("cannot list the cache {}: {error}", folder.display());
        let help = "set PITCHLINE_CACHE to a folder that you may read";
        show::plain_error(console, folder, "unreadable-cache", &message, help);
        ExitStatus::Failed
    })
}

fn verify(cache: &Cache, place: (&Path, u64), console: &mut Console) -> Result<(), ExitStatus> {
    let contents = cache.verify();
    let contents = readable(contents, place.0, console)?;
    show_contents(&contents, Depth::Verified, place, console);
    let damaged = contents.entries.iter().filter(|e| e.state.is_damaged());
    match damaged.count() {
        0 => {
            if !console.json && !console.quiet {
                let _ = writeln!(console.out, "\nevery entry is intact");
            }
            Ok(())
        }
        count => {
            let subject = match count {
                1 => "1 entry is damaged: it".to_owned(),
                count => format!("{count} entries are damaged: they"),
            };
            let _ = writeln!(
                console.err,
                "\n  × {subject} will not be used\n  help: pitchline cache clean --damaged"
            );
            Err(ExitStatus::Failed)
        }
    }
}

/// How well entries were looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Their heads and lengths.
    Listed,
    /// Every byte.
    Verified,
}

fn show_contents(
    contents: &Contents,
    depth: Depth,
    (folder, limit): (&Path, u64),
    console: &mut Console,
) {
    let used: u64 = contents.entries.iter().map(|entry| entry.size).sum();
    if console.json {
        let entries: Vec<Json> = contents.entries.iter().map(entry_json).collect();
        let report = json!({
            "cache": "on", "folder": folder.display().to_string(), "limit_bytes": limit, "used_bytes": used,
            "verified": depth == Depth::Verified, "unfinished_files": contents.partial.len(), "entries": entries,
        });
        print_json(report, console);
        return;
    }
    if console.quiet {
        return;
    }
    let _ = writeln!(
        console.out,
        "{}: {}, {} of {}",
        printable(&folder.display().to_string()),
        counted(contents.entries.len(), "entry"),
        size_text(used),
        size_text(limit)
    );
    if !contents.partial.is_empty() {
        let files = counted(contents.partial.len(), "unfinished file");
        let _ = writeln!(
            console.out,
            "{files}: being written, or left by a killed run"
        );
    }
    if !contents.entries.is_empty() {
        let _ = write!(
            console.out,
            "\n{}",
            sheet(&contents.entries, depth).to_text()
        );
    }
    if console.verbose {
        print_inputs(&contents.entries, console);
    }
}

fn sheet(entries: &[Entry], depth: Depth) -> Sheet {
    let column = |cell: fn(&Entry) -> String| entries.iter().map(cell).collect();
    let states = entries.iter().map(|entry| state_text(&entry.state, depth));
    let mut table = Table::new("cache");
    table.words = vec![
        ("kind", column(|entry| one_line(&entry.kind))),
        ("what", column(|entry| one_line(&entry.description))),
        ("size", column(|entry| size_text(entry.size))),
        ("not used for", column(|entry| age_text(entry.idle()))),
        ("state", states.collect()),
    ];
    Sheet::of_table(&table, 0, |_| true)
}

/// What each entry depends on.
fn print_inputs(entries: &[Entry], console: &mut Console) {
    for entry in entries {
        let file = entry.path.file_name().unwrap_or_default();
        let _ = writeln!(console.out, "\n{}", printable(&file.to_string_lossy()));
        for line in entry.inputs.lines() {
            let _ = writeln!(console.out, "  {}", printable(line));
        }
    }
}

/// A text from a file that anybody may have written, short and on one line.
fn one_line(text: &str) -> String {
    let text = printable(&text.replace(char::is_whitespace, " "));
    if text.chars().count() <= LONGEST_DESCRIPTION {
        return text;
    }
    let short: String = text.chars().take(LONGEST_DESCRIPTION - 1).collect();
    format!("{}…", short.trim_end())
}

fn state_text(state: &EntryState, depth: Depth) -> String {
    match state {
        EntryState::Usable if depth == Depth::Verified => "sound".to_owned(),
        EntryState::Usable => "complete".to_owned(),
        EntryState::OtherVersion => "of another version".to_owned(),
        EntryState::Faulty(fault) if state.is_damaged() => format!("damaged: {fault}"),
        EntryState::Faulty(_) => "of a newer version".to_owned(),
    }
}

fn entry_json(entry: &Entry) -> Json {
    let (state, fault) = match &entry.state {
        EntryState::Usable => ("usable", None),
        EntryState::OtherVersion => ("other-version", None),
        EntryState::Faulty(fault) if entry.state.is_damaged() => ("damaged", Some(fault)),
        EntryState::Faulty(fault) => ("newer", Some(fault)),
    };
    let mut report = json!({
        "file": entry.path.display().to_string(), "kind": entry.kind, "description": entry.description,
        "bytes": entry.size, "idle_seconds": entry.idle().as_secs(), "state": state,
        "inputs": entry.inputs.lines().collect::<Vec<_>>(),
    });
    if let Some(fault) = fault {
        report["fault"] = fault.to_string().into();
    }
    report
}

fn show_removed(removed: &Removed, folder: &Path, console: &mut Console) -> Result<(), ExitStatus> {
    let freed: u64 = removed.entries.iter().map(|entry| entry.size).sum();
    let kept = removed.kept.iter();
    let kept: Vec<String> = kept
        .map(|(path, error)| format!("{}: {error}", path.display()))
        .collect();
    if console.json {
        let entries: Vec<Json> = removed.entries.iter().map(entry_json).collect();
        let report = json!({
            "folder": folder.display().to_string(), "removed": entries, "removed_bytes": freed,
            "removed_unfinished_files": removed.partial.len(), "not_removed": kept,
        });
        print_json(report, console);
    } else if !console.quiet {
        if !removed.entries.is_empty() {
            let _ = writeln!(
                console.out,
                "{}",
                sheet(&removed.entries, Depth::Listed).to_text()
            );
        }
        let unfinished = match removed.partial.len() {
            0 => String::new(),
            count => format!(" and {}", counted(count, "unfinished file")),
        };
        let _ = writeln!(
            console.out,
            "removed {}{unfinished} from {}: {} freed",
            counted(removed.entries.len(), "entry"),
            printable(&folder.display().to_string()),
            size_text(freed)
        );
    }
    for reason in &kept {
        let _ = writeln!(console.err, "  × cannot remove {}", printable(reason));
    }
    if kept.is_empty() {
        Ok(())
    } else {
        Err(ExitStatus::Failed)
    }
}

fn print_json(report: Json, console: &mut Console) {
    let _ = writeln!(console.out, "{:#}", signed(report));
}
