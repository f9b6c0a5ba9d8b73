//! Radau IIA: order five in positions and velocities, against closed forms and independent integrations.

mod wound_up;

use pitchline_dynamics::samples::{andrews, double_four_bar, heavy_top, pendulum};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Integrator, Machine, Radau, RadauOptions, RadauReport, RigidBody,
    Rotation, State, assemble,
};

use crate::support::{difference, table};

fn started(machine: &Machine) -> (Equations<'_>, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    (equations, state)
}

/// State at the end of steps of equal length.
fn run(machine: &Machine, end: f64, steps: u32) -> (State, RadauReport) {
    let (mut equations, mut state) = started(machine);
    let mut radau = Radau::new(&equations, &state, RadauOptions::default());
    let h = end / f64::from(steps);
    for i in 1..=steps {
        radau.step(&mut equations, &mut state, h).unwrap();
        state.time = f64::from(i) * h;
    }
    (state, radau.report())
}

fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect()
}

/// Angle and rate at 5 s of the rod released at 90°, and the reaction along it and across it: m (s θ̇² + g cos θ) and
/// m (g sin θ + s θ̈) with s = 0.75 m, θ̈ = −g sin θ / l.
fn swing() -> [f64; 4] {
    let rows = table("pendulum.csv");
    let is_it = |r: &&Vec<f64>| (r[0] - 90.0).abs() < 1e-9 && (r[2] - 5.0).abs() < 1e-9;
    let row = rows.iter().find(is_it).unwrap();
    let (angle, rate) = (row[3], row[4]);
    let along = 0.75 * rate * rate + 9.81 * angle.cos();
    [angle, rate, along, 9.81 * angle.sin() * 0.25]
}

#[test]
fn radau_pendulum_is_of_fifth_order() {
    let machine = pendulum(std::f64::consts::FRAC_PI_2).unwrap();
    let exact = swing();
    let errors = [60, 120, 240].map(|steps| {
        let (mut state, _) = run(&machine, 5.0, steps);
        let mut equations = Equations::new(&machine);
        Radau::refine(&mut equations, &mut state).unwrap();
        let [x, _, z] = state.places[0];
        let (force_x, force_z) = (state.multipliers[0], -state.multipliers[1]);
        let (sin, cos) = exact[0].sin_cos();
        let along = -force_x * sin + force_z * cos;
        let across = force_x * cos + force_z * sin;
        let found = [x.atan2(-z), -state.velocity[4], along, across];
        [0, 1, 2, 3].map(|i| (found[i] - exact[i]).abs())
    });
    for i in 0..4 {
        let order = orders(&errors.map(|e| e[i]));
        assert!(
            order.iter().all(|p| (p - 5.0).abs() < 0.3),
            "{i}: {order:?} {errors:?}"
        );
    }
}

#[test]
fn radau_heavy_top_is_of_fifth_order() {
    let machine = heavy_top().unwrap();
    let exact = &table("heavy_top.csv")[1][1..];
    let errors = [200, 400, 800].map(|steps| {
        let (state, _) = run(&machine, 1.0, steps);
        let found = [&state.places[0][..], &state.velocity[..3]].concat();
        [
            difference(&found[..3], &exact[..3]),
            difference(&found[3..], &exact[3..]),
        ]
    });
    for i in 0..2 {
        let order = orders(&errors.map(|e| e[i]));
        assert!(
            order.iter().all(|p| (p - 5.0).abs() < 0.3),
            "{order:?} {errors:?}"
        );
    }
}

#[test]
fn radau_free_body_follows_the_closed_form() {
    let mut machine = Machine::new();
    let node = machine.add_node("body", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]],
    };
    machine.add("body", body).unwrap();
    machine.node_mut(node).unwrap().spin = [1.7, 0.0, 1.0];
    let rows = table("free_body.csv");
    let exact = rows
        .iter()
        .find(|row| (row[0] - 10.0).abs() < 1e-9)
        .unwrap();
    let errors = [25, 50, 100].map(|steps| {
        let (state, _) = run(&machine, 10.0, steps);
        let spin = difference(&state.velocity[3..6], &exact[1..4]);
        // The quaternion up to its sign.
        let q = state.rotations[0].quaternion();
        let sign = (q[0] * exact[4]).signum();
        let turned = difference(&q.map(|x| sign * x), &exact[4..8]);
        [spin, turned]
    });
    for i in 0..2 {
        let order = orders(&errors.map(|e| e[i]));
        assert!(
            order.iter().all(|p| (p - 5.0).abs() < 0.4),
            "{order:?} {errors:?}"
        );
    }
}

/// Angles at 0.03 s; the table is good to 1e-10.
#[test]
fn radau_andrews_reaches_tight_tolerances() {
    let sample = andrews().unwrap();
    let rows = table("andrews_states.csv");
    let row = rows.iter().find(|row| (row[0] - 0.03).abs() < 1e-9);
    let exact = [1, 2, 3, 4, 5, 6, 7].map(|i| row.unwrap()[i]);
    let error = |state: &State| difference(&sample.angles(state, &exact), &exact);
    let errors = [200, 400, 1500].map(|steps| {
        let (state, report) = run(&sample.machine, 0.03, steps);
        assert_eq!(report.failed, 0);
        error(&state)
    });
    assert!((errors[0] / errors[1]).log2() > 4.7, "{errors:?}");
    assert!(errors[1] < 1e-6 && errors[2] < 1e-9, "{errors:?}");
}

#[test]
fn radau_double_four_bar_passes_its_singular_positions() {
    let sample = double_four_bar().unwrap();
    let rows = table("double_four_bar.csv");
    let exact = &rows[5][2..];
    let node = sample.crank.0 as usize - 1;
    let errors = [200, 400, 800].map(|steps| {
        let (state, _) = run(&sample.machine, 10.0, steps);
        // B0 is half a metre beyond the centre, on the line from the foot.
        let (x, v) = (state.places[node], &state.velocity[6 * node..]);
        let found = [2.0 * x[0], 2.0 * x[1], 2.0 * v[0], 2.0 * v[1]];
        difference(&found, exact)
    });
    let order = orders(&errors);
    let is_fifth = order.iter().all(|p| (p - 5.0).abs() < 0.3);
    assert!(is_fifth, "{order:?} {errors:?}");
}

/// Between steps: the cubics are of fourth order in the step, seen at a time inside a step of the pendulum's run.
#[test]
fn radau_interpolates_with_fourth_order() {
    let machine = pendulum(std::f64::consts::FRAC_PI_2).unwrap();
    let exact = swing();
    let errors = [20, 40, 80].map(|steps| {
        let (mut equations, mut state) = started(&machine);
        let mut radau = Radau::new(&equations, &state, RadauOptions::default());
        // A third of a step is left at 5 s.
        let h = 5.0 / (f64::from(steps) - 1.0 / 3.0);
        for _ in 0..steps {
            radau.step(&mut equations, &mut state, h).unwrap();
        }
        let mut between = state.clone();
        radau.at(&mut equations, 5.0, &mut between).unwrap();
        let [x, _, z] = between.places[0];
        let turned = between.rotations[0].vector()[1];
        let found = [x.atan2(-z), -between.velocity[4], -turned];
        difference(&found, &[exact[0], exact[1], exact[0]])
    });
    let order = orders(&errors);
    assert!(order.iter().all(|p| *p > 3.7), "{order:?} {errors:?}");
}

/// Steps that do not converge end with the reason and the state of the start: here a spin that would turn further in a step
/// than an exponent can say, however often it is halved.
#[test]
fn radau_gives_up_with_the_last_good_state() {
    let mut machine = heavy_top().unwrap();
    machine
        .node_mut(pitchline_dynamics::NodeId(1))
        .unwrap()
        .spin = [0.0, 1e12, 0.0];
    let (mut equations, mut state) = started(&machine);
    let before = state.clone();
    let mut radau = Radau::new(&equations, &state, RadauOptions::default());
    let failed = radau.step(&mut equations, &mut state, 1.0).unwrap_err();
    assert!(
        failed.to_string().contains("step became too small"),
        "{failed}"
    );
    assert_eq!(state, before);
}
