//! The program `pitchline`.

fn main() {}
