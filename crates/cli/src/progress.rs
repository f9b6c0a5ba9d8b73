//! How far a study is: a bar on a terminal, a line for each phase elsewhere.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pitchline::study::Progress;

use crate::Console;

/// Parts of a phase that a bar counts.
const STEPS: u64 = 1000;

/// Shows the progress of the studies of one run on standard error.
pub(crate) enum Display {
    /// Nobody looks.
    Silent,
    /// A line for each phase.
    Lines { phase: String },
    /// A bar that is gone when the run ends.
    Bar(ProgressBar),
}

impl Display {
    /// The display that suits the console.
    pub fn of(console: &Console) -> Self {
        if console.quiet {
            Self::Silent
        } else if console.terminal.is_terminal {
            Self::Bar(bar())
        } else {
            Self::Lines {
                phase: String::new(),
            }
        }
    }

    /// Shows how far a study is.
    pub fn show(&mut self, progress: &Progress, err: &mut dyn Write) {
        match self {
            Self::Silent => {}
            Self::Lines { phase } if *phase == progress.phase => {}
            Self::Lines { phase } => {
                phase.clone_from(&progress.phase);
                let _ = writeln!(err, "{phase} …");
            }
            Self::Bar(bar) => {
                if bar.message() != progress.phase {
                    bar.reset();
                    bar.set_message(progress.phase.clone());
                }
                match progress.done {
                    Some(done) => {
                        bar.set_length(STEPS);
                        bar.set_position((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
                    }
                    None => bar.unset_length(),
                }
            }
        }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    // The template is a constant: a test looks at it.
    let style = ProgressStyle::with_template("{spinner} {msg} {wide_bar} {percent:>3} % · {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
