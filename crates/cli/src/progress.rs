//! How far a study is: a bar on a terminal, a line for each phase elsewhere.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pitchline::study::Progress;

use crate::Console;

/// Parts of a phase that a bar counts.
const STEPS: u64 = 1000;

/// What a line of the bar holds.
const TEMPLATE: &str = "{spinner} {msg} {wide_bar} {percent:>3} % · {eta}";

/// Shows the progress of the studies of one run on standard error.
pub(crate) enum Display {
    /// Nobody looks.
    Silent,
    /// A line for each phase.
    Lines { phase: String },
    /// A bar that comes with the first word of progress and is gone when the run ends.
    Bar(Option<ProgressBar>),
}

impl Display {
    /// The display that suits the console.
    pub fn of(console: &Console) -> Self {
        if console.quiet {
            Self::Silent
        } else if console.terminal.is_terminal {
            Self::Bar(None)
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
                let bar = bar.get_or_insert_with(new_bar);
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
        if let Self::Bar(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template(TEMPLATE);
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_of_the_bar_is_sound() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }

    /// The bar ticks in a thread that writes to standard error: whoever holds that locked would wait for it for ever.
    #[test]
    fn a_bar_goes_on_while_others_write() {
        let mut display = Display::Bar(None);
        for step in 0..20 {
            let progress = Progress {
                phase: format!("phase {}", step / 10),
                done: Some(f64::from(step % 10) / 10.0),
            };
            display.show(&progress, &mut std::io::stderr());
            std::thread::sleep(Duration::from_millis(30));
        }
        display.finish();
    }

    #[test]
    fn elsewhere_each_phase_is_a_line() {
        let mut display = Display::Lines {
            phase: String::new(),
        };
        let mut err = Vec::new();
        for phase in ["meshing", "meshing", "solving"] {
            let progress = Progress {
                phase: phase.to_owned(),
                done: None,
            };
            display.show(&progress, &mut err);
        }
        assert_eq!(
            String::from_utf8(err).unwrap_or_default(),
            "meshing …\nsolving …\n"
        );
    }
}
