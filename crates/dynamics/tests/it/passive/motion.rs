//! Motions of wheels on springs: the error of a run is in proportion to the accuracy that it is asked for, however small what teeth hold is beside the
//! inertia of a short step.

use pitchline_dynamics::{
    AssemblyOptions, Equations, Integrator as _, Radau, RadauOptions, State, StepControl, assemble,
};
use pitchline_geometry::FlankSide;

use super::sprung::{Mesh, Sprung, Teeth, every_kind};
use crate::contract::Scatter;

const DURATION: f64 = 4e-3;
/// Springs pull and push at the start with up to so much (N).
const PRELOAD: f64 = 3e3;

/// Knocks both wheels about, along and about their axes (m/s, rad/s).
fn knock(equations: &mut Equations, state: &mut State, [along, about]: [f64; 2], seed: u64) {
    let mut scatter = Scatter::new(seed);
    for (i, v) in state.velocity[..12].iter_mut().enumerate() {
        *v = if i % 6 < 3 { along } else { about } * scatter.next();
    }
    assemble(equations, state, &AssemblyOptions::default()).unwrap();
}

/// The state after a run of some accuracy.
fn run(name: &str, equations: &mut Equations, start: &State, accuracy: f64) -> State {
    let mut state = start.clone();
    let options = RadauOptions {
        control: StepControl::new(accuracy, DURATION),
        ..RadauOptions::default()
    };
    let mut radau = Radau::new(equations, &state, options);
    let done = radau.run_to(equations, &mut state, DURATION);
    done.unwrap_or_else(|error| panic!("{name}, {accuracy:e}: {error}"));
    state
}

/// How far two states are apart in the measure of tolerances; wheels so slow that their velocities count as rest.
fn apart(a: &State, b: &State, extent: f64) -> f64 {
    let places = a.places.iter().flatten().zip(b.places.iter().flatten());
    let places = places.map(|(a, b)| (a - b) / extent);
    let rotations = a.rotations.iter().zip(&b.rotations);
    let turns = rotations.flat_map(|(a, b)| a.inverse().then(b).vector());
    let velocities = a.velocity[..12].iter().zip(&b.velocity[..12]);
    let velocities = velocities.enumerate().map(|(i, (a, b))| {
        let size = if i % 6 < 3 { extent } else { 1.0 };
        (a - b) / size * DURATION
    });
    let all = places.chain(turns).chain(velocities);
    all.fold(0.0, |largest, x| largest.max(x.abs()))
}

fn check(name: &str, mesh: &Mesh, teeth: &Teeth, knocked: [f64; 2], seed: u64) -> bool {
    let sprung = Sprung::new(mesh, teeth, seed, PRELOAD);
    let (mut equations, mut start) = sprung.equilibrium(name);
    if sprung.is_pulled(&equations, &start) {
        return false;
    }
    knock(&mut equations, &mut start, knocked, seed);
    let extent = equations.extent(&start);
    let known = run(name, &mut equations, &start, 1e-10);
    for accuracy in [1e-4, 1e-6, 1e-8, 1e-9] {
        let found = run(name, &mut equations, &start, accuracy);
        let error = apart(&found, &known, extent) / accuracy;
        // As of every motion that does not magnify errors.
        assert!(error < 10.0, "{name}, {accuracy:e}: {error}");
    }
    true
}

#[test]
fn motions_keep_their_accuracy() {
    for (kind, mesh) in every_kind() {
        for seed in 1..3 {
            let name = format!("{kind}, seed {seed}");
            let teeth = Teeth::sprung(FlankSide::Right);
            assert!(check(&name, &mesh, &teeth, [0.4, 5.0], seed));
        }
    }
}

/// On the flank that the springs close; knocked so gently that it stays closed.
#[test]
fn motions_of_rigid_teeth_keep_their_accuracy() {
    let mut checked = 0;
    for (kind, mesh) in every_kind() {
        if matches!(mesh, Mesh::Planar(_)) {
            continue;
        }
        for side in [FlankSide::Right, FlankSide::Left] {
            let name = format!("{kind}, {side:?}");
            checked += u32::from(check(&name, &mesh, &Teeth::rigid(side), [0.02, 0.25], 2));
        }
    }
    assert!(checked >= 10, "{checked}");
}
