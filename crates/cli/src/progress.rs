//! How far a study is: a bar on a terminal; elsewhere a line for each phase and, now and then, how much of it is left.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pitchline::studies::Progress;

use crate::Console;

/// Parts of a phase that a bar counts.
const STEPS: u64 = 1000;

/// What a line of the bar holds.
const TEMPLATE: &str = "{spinner} {msg} {wide_bar} {percent:>3} % · {eta}";

/// Shows the progress of the studies of one run on standard error.
pub(crate) enum Display {
    /// Nobody looks.
    Silent,
    /// A line for each phase, and more of long ones.
    Lines(Lines),
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
            Self::Lines(Lines::new(PATIENCE))
        }
    }

    /// Shows how far a study is.
    pub fn show(&mut self, progress: &Progress, err: &mut dyn Write) {
        match self {
            Self::Silent => {}
            Self::Lines(lines) => lines.show(progress, err),
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

/// Time without a word after which a phase says how far it is; it doubles with each.
const PATIENCE: Duration = Duration::from_secs(10);

/// Lines for a file or another program.
pub(crate) struct Lines {
    patience: Duration,
    phase: String,
    begin: Instant,
    /// Time since the begin of the phase at which it speaks again.
    next: Duration,
}

impl Lines {
    fn new(patience: Duration) -> Self {
        Self {
            patience,
            phase: String::new(),
            begin: Instant::now(),
            next: patience,
        }
    }

    fn show(&mut self, progress: &Progress, err: &mut dyn Write) {
        if self.phase != progress.phase {
            self.phase.clone_from(&progress.phase);
            self.begin = Instant::now();
            self.next = self.patience;
            let _ = writeln!(err, "{} …", self.phase);
            return;
        }
        let passed = self.begin.elapsed();
        if let Some(done) = progress.done
            && passed >= self.next
        {
            self.next = 2 * passed;
            let _ = writeln!(err, "{}, {}", self.phase, how_far(done, passed));
        }
    }
}

/// `34 % done, about 2 min left`: the rest takes as long as what is done did.
fn how_far(done: f64, passed: Duration) -> String {
    let done = match done.is_nan() {
        true => 0.0,
        false => done.clamp(0.0, 1.0),
    };
    let share = format!("{:.0} % done", 100.0 * done);
    let left = passed.as_secs_f64() * (1.0 - done) / done;
    match left {
        left if !left.is_finite() => share,
        left if left < 90.0 => format!("{share}, about {left:.0} s left"),
        left if left < 5400.0 => format!("{share}, about {:.0} min left", left / 60.0),
        left => format!("{share}, about {:.0} h left", left / 3600.0),
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
        let mut display = Display::Lines(Lines::new(PATIENCE));
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

    /// Nobody waits for the phase to end to know how long it takes; the longer it takes, the more seldom it speaks.
    #[test]
    fn long_phases_say_what_is_left() {
        let mut display = Display::Lines(Lines::new(Duration::ZERO));
        let mut err = Vec::new();
        for done in [0.0, 0.0, 0.999_999, 1.0] {
            let progress = Progress {
                phase: "stepping".to_owned(),
                done: Some(done),
            };
            std::thread::sleep(Duration::from_millis(1));
            display.show(&progress, &mut err);
            std::thread::sleep(Duration::from_millis(5));
        }
        let said = String::from_utf8(err).unwrap_or_default();
        assert_eq!(
            said.lines().take(3).collect::<Vec<_>>(),
            [
                "stepping …",
                "stepping, 0 % done",
                "stepping, 100 % done, about 0 s left"
            ]
        );
    }

    #[test]
    fn what_is_left_is_told_in_plain_numbers() {
        let passed = Duration::from_secs(60);
        assert_eq!(how_far(0.5, passed), "50 % done, about 60 s left");
        assert_eq!(how_far(0.25, passed), "25 % done, about 3 min left");
        assert_eq!(how_far(0.005, passed), "0 % done, about 3 h left");
        assert_eq!(how_far(f64::NAN, passed), "0 % done");
        assert_eq!(how_far(2.0, passed), "100 % done, about 0 s left");
    }
}
