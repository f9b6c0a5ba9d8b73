//! The program `pitchline`.

use std::io::Write;
use std::process::ExitCode;

use pitchline_cli::{Terminal, run};

fn main() -> ExitCode {
    let terminal = Terminal::of_process();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut err = std::io::stderr().lock();
    let status = run(std::env::args_os(), &mut out, &mut err, terminal);
    // A closed pipe (`| head`) is no failure of ours.
    let _ = out.flush();
    status.into()
}
