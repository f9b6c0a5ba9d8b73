//! A run that is kept and taken back goes on with the same bits.

use pitchline_dynamics::samples::{andrews, heavy_top};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, Resumable, State, Tape, TapeReader, Transient,
    TransientOptions, assemble,
};

const STEPS: u32 = 300;

fn assembled(machine: &Machine) -> State {
    let mut state = machine.start(0.0);
    let mut equations = Equations::new(machine);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    state
}

fn steps(transient: &mut Transient, equations: &mut Equations, state: &mut State, step: f64) {
    for _ in 0..STEPS {
        transient.step(equations, state, step).unwrap();
    }
}

fn bits(state: &State) -> Vec<u64> {
    let mut tape = Tape::default();
    tape.state(state);
    tape.words
}

#[test]
fn an_interrupted_run_has_the_same_bits() {
    let cases = [
        (andrews().unwrap().machine, 1e-5),
        (heavy_top().unwrap(), 1e-3),
    ];
    for (machine, step) in cases {
        let first = assembled(&machine);
        let options = TransientOptions::default();

        let mut equations = Equations::new(&machine);
        let mut state = first.clone();
        let mut transient = Transient::new(&equations, &state, options);
        steps(&mut transient, &mut equations, &mut state, step);
        transient.refound();
        let mut tape = Tape::default();
        tape.state(&state);
        transient.keep(&mut tape);
        steps(&mut transient, &mut equations, &mut state, step);
        let undisturbed = (bits(&state), transient.report());

        // Another process knows the machine, its first state and the tape.
        let mut equations = Equations::new(&machine);
        let mut state = first.clone();
        let mut transient = Transient::new(&equations, &state, options);
        let mut reader = TapeReader::new(&tape.words);
        reader.state(&mut state).unwrap();
        transient.take_back(&mut reader).unwrap();
        assert!(reader.is_at_end());
        steps(&mut transient, &mut equations, &mut state, step);
        assert!((bits(&state), transient.report()) == undisturbed);
    }
}

#[test]
fn tapes_of_other_machines_are_not_taken() {
    let machine = heavy_top().unwrap();
    let state = assembled(&machine);
    let equations = Equations::new(&machine);
    let mut transient = Transient::new(&equations, &state, TransientOptions::default());
    let mut tape = Tape::default();
    tape.numbers(&[0.0; 5]);
    let taken = transient.take_back(&mut TapeReader::new(&tape.words));
    assert!(taken.is_none());
}
