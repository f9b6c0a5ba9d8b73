//! The program `pitchline`.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pitchline_cli::{INTERRUPTED, Surroundings, run};
use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
use signal_hook::flag;

fn main() -> ExitCode {
    let surroundings = Surroundings::of_process();
    if let Err(error) = hear_signals(&surroundings.interrupt) {
        eprintln!("Ctrl-C will end the program at once: {error}");
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    // Not locked: the progress bar writes there from a thread of its own.
    let mut err = std::io::stderr();
    run(std::env::args_os(), &mut out, &mut err, &surroundings).into()
}

/// The first Ctrl-C or request to end sets a flag, the second ends the program at once.
fn hear_signals(interrupt: &Arc<AtomicBool>) -> std::io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        // In this order: at the first one the flag is not set yet.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(interrupt))?;
        flag::register(signal, Arc::clone(interrupt))?;
    }
    // A program that runs out of memory says so and aborts: that is a computation that failed, not a fault of the program.
    flag::register_conditional_shutdown(SIGABRT, 1, Arc::new(AtomicBool::new(true)))?;
    Ok(())
}
