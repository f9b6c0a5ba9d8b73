//! The program `pitchline`.

use std::process::ExitCode;

use pitchline_cli::{Terminal, run};

fn main() -> ExitCode {
    let terminal = Terminal::of_process();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    // Not locked: the progress bar writes there from a thread of its own.
    let mut err = std::io::stderr();
    run(std::env::args_os(), &mut out, &mut err, terminal).into()
}
