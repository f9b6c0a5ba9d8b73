//! The command line of Pitchline, as a function: [`run`] takes arguments and two writers and returns a status.
//!
//! Thin on purpose: it parses arguments, reads the model file, asks crate `pitchline` and shows what comes back.
//! [`Surroundings`] is what a run finds around it: its [`Terminal`], the cache, the flag that interrupts it.
//! [`ExitStatus`] says how it ended.

mod arguments;
mod commands;
mod model_file;
mod progress;
mod show;
mod tracked;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser as _;
use pitchline::cache::Place;

use arguments::Arguments;
use tracked::Tracked;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// All done.
    Done,
    /// The computation failed, or its results could not be written.
    Failed,
    /// The input is wrong.
    WrongInput,
    /// Somebody asked the program to stop.
    Interrupted,
}

/// Exit code of a run that was asked to stop.
pub const INTERRUPTED: u8 = 130;

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(match status {
            ExitStatus::Done => 0,
            ExitStatus::Failed => 1,
            ExitStatus::WrongInput => 2,
            // As shells say of a program that Ctrl-C ended.
            ExitStatus::Interrupted => INTERRUPTED,
        })
    }
}

/// What is known about the terminal on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terminal {
    /// Whether there is one.
    pub is_terminal: bool,
    /// Whether colours may be used.
    pub has_colours: bool,
    /// Columns to wrap messages at.
    pub width: usize,
}

impl Terminal {
    /// No terminal: plain text, 100 columns.
    pub const NONE: Self = Self {
        is_terminal: false,
        has_colours: false,
        width: 100,
    };

    /// The terminal on standard error of this process, if it is one.
    pub fn of_process() -> Self {
        let stderr = std::io::stderr();
        if !stderr.is_terminal() {
            return Self::NONE;
        }
        let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let width = terminal_size::terminal_size_of(stderr)
            .map_or(Self::NONE.width, |(width, _)| usize::from(width.0));
        Self {
            is_terminal: true,
            has_colours: !is_plain,
            // Too narrow a message cannot be read, too wide a one neither.
            width: width.clamp(40, 120),
        }
    }
}

/// What a run finds around it.
#[derive(Debug)]
pub struct Surroundings {
    /// The terminal on standard error.
    pub terminal: Terminal,
    /// Where long computations are kept.
    pub cache: Place,
    /// Set by whoever wants the run to stop.
    pub interrupt: Arc<AtomicBool>,
}

impl Surroundings {
    /// Those of this process.
    pub fn of_process() -> Self {
        Self {
            terminal: Terminal::of_process(),
            cache: Place::of_process(),
            interrupt: Arc::default(),
        }
    }
}

/// Where a command writes, and how much.
pub(crate) struct Console<'w> {
    pub out: &'w mut dyn Write,
    pub err: &'w mut dyn Write,
    pub terminal: Terminal,
    pub cache: &'w Place,
    pub interrupt: &'w AtomicBool,
    pub json: bool,
    pub quiet: bool,
    pub verbose: bool,
}

/// Runs the program with these arguments, the first of which is its own name.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    surroundings: &Surroundings,
) -> ExitStatus {
    let mut out = Tracked::new(out);
    let status = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => {
            let mut console = Console {
                out: &mut out,
                err,
                terminal: surroundings.terminal,
                cache: &surroundings.cache,
                interrupt: &surroundings.interrupt,
                json: arguments.json,
                quiet: arguments.quiet,
                verbose: arguments.verbose,
            };
            commands::run(arguments.command, &mut console)
        }
        // `--help` and `--version` come as errors too; they are none.
        Err(error) if error.use_stderr() => {
            let _ = write!(err, "{}", error.render());
            ExitStatus::WrongInput
        }
        Err(help) => {
            let _ = write!(out, "{}", help.render());
            ExitStatus::Done
        }
    };
    match out.finish() {
        Some(failure) => {
            let _ = writeln!(err, "cannot write to standard output: {failure}");
            ExitStatus::Failed
        }
        None => status,
    }
}
