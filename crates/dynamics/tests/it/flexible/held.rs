//! Flexible bodies that joints hold and drives move: the bar of `housing` on a wall, between guides, on a driven shaft.

use pitchline_dynamics::{
    AssemblyOptions, AttachedPoints, Drive, Equations, FlexibleNodes, FlexibleOptions, Frame,
    InertiaForm, Joint, Kinematic, Load, LoadAxes, Machine, NodeId, Pose, Rotation, Scheme, State,
    Statics, StaticsOptions, TimeFunction, Transient, TransientOptions, add_flexible_body,
    assemble,
};
use pitchline_fem::ReducedBody;
use pitchline_geometry::tensor::{IDENTITY, Tensor};

use super::housing::{AREA, DENSITY, E, LENGTH, SECOND, beam};

/// E I for deflections along y and along z.
const BENDING: [f64; 2] = [E * SECOND[1], E * SECOND[0]];
const MASS: f64 = DENSITY * AREA * LENGTH;

/// Joints open by rounding alone: of places of 0.4 m, some sums of them.
const CLOSED: f64 = 1e-14;

/// A bar of so many elements with nodes at both ends, free.
fn bar(machine: &mut Machine, elements: usize) -> (FlexibleNodes, [Frame; 2]) {
    let body = ReducedBody::from_matrices(&beam(elements, false)).unwrap();
    let last = format!("node_{elements}");
    let options = FlexibleOptions {
        attachments: AttachedPoints::Named(vec!["node_0".into(), last.clone()]),
        inertia: InertiaForm::Simplified,
        ..FlexibleOptions::default()
    };
    let pose = Pose {
        place: [0.0; 3],
        axes: IDENTITY,
    };
    let nodes = add_flexible_body(machine, "bar", &body, pose, &options).unwrap();
    let ends = ["node_0", &last].map(|name| Frame::at(nodes.attachment(name).unwrap()));
    (nodes, ends)
}

/// The bar on a wall, with constant forces along y and z on its tip.
fn cantilever(force: [f64; 2]) -> (Machine, Joint, NodeId) {
    let mut machine = Machine::new();
    let (_, [root, tip]) = bar(&mut machine, 6);
    let wall = Joint::fixed(Frame::at(NodeId::GROUND), root);
    machine.add("wall", wall.clone()).unwrap();
    let mut load = Load::new(tip, LoadAxes::Ground);
    load.force[1] = TimeFunction::Constant(force[0]);
    load.force[2] = TimeFunction::Constant(force[1]);
    machine.add("load", load).unwrap();
    (machine, wall, tip.node)
}

fn assembled(machine: &Machine, with_accelerations: bool) -> (Equations<'_>, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options).unwrap();
    (equations, state)
}

/// Largest opening of a joint (m or rad).
fn opening(equations: &mut Equations, state: &State) -> f64 {
    let mut all = vec![0.0; equations.n()];
    equations.set(state).unwrap();
    equations.residual(&mut all);
    let rows = &all[equations.n_velocities()..];
    rows.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

/// Reaction of the joint whose rows stand after those of both attachments.
fn reaction(joint: &Joint, equations: &Equations, state: &State) -> [f64; 6] {
    joint.reaction(equations.kinematics(), &state.multipliers[12..])
}

/// F L³ / 3 E I in both planes at once. Cubic elements are exact at their nodes; what remains is of the square of the deflection over
/// the length, 2e-8 and less, and the share of the stiffest mode in rounding.
#[test]
fn a_bar_on_a_wall_bends_in_two_planes() {
    let force = [1.0, -0.4];
    let (machine, wall, tip) = cantilever(force);
    let (mut equations, mut state) = assembled(&machine, false);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    let place = state.places[tip.0 as usize - 1];
    for plane in 0..2 {
        let exact = force[plane] * LENGTH.powi(3) / (3.0 * BENDING[plane]);
        let found = place[1 + plane];
        assert!((found / exact - 1.0).abs() < 1e-7, "{found} {exact}");
    }
    let found = reaction(&wall, &equations, &state);
    // What the wall exerts: against the force, and about y and z against its moment.
    let (y, z) = (force[0], force[1]);
    let twist = place[1] * z - place[2] * y;
    let exact = [0.0, -y, -z, -twist, z * LENGTH, -y * LENGTH];
    for (found, exact) in found.iter().zip(exact) {
        assert!((found - exact).abs() < 1e-7, "{found} {exact}");
    }
    let open = opening(&mut equations, &state);
    assert!(open < CLOSED, "{open:e}");
}

/// β of a clamped bar, cos β cosh β = −1.
fn clamped(mode: usize) -> f64 {
    let guess = std::f64::consts::PI * (mode as f64 + 0.5);
    (0..50).fold(guess, |beta, _| {
        let (value, slope) = (
            beta.cos() + 1.0 / beta.cosh(),
            -beta.sin() - beta.tanh() / beta.cosh(),
        );
        beta - value / slope
    })
}

/// A force that is there at once makes the tip swing to twice its deflection at rest: Σ 4 F / (m ω²) (1 − cos ω t) over the modes of
/// the bar, whose shapes are 2 at the tip for mean squares of 1.
#[test]
fn a_bar_swings_to_twice_its_deflection() {
    let force = [1.0, -0.4];
    let (machine, wall, tip) = cantilever(force);
    let (mut equations, mut state) = assembled(&machine, true);
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(0.9),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let slowest = clamped(0).powi(2) * (BENDING[1] / MASS / LENGTH.powi(3)).sqrt();
    // One swing of the slower plane in steps of (h ω)² = 1e-5; higher modes lose their phase, 3 % of the deflection in all.
    let steps = 2000;
    let h = std::f64::consts::TAU / slowest / f64::from(steps);
    let rest = [0, 1].map(|plane| force[plane] * LENGTH.powi(3) / (3.0 * BENDING[plane]));
    let mut largest = [0.0_f64; 2];
    for i in 1..=steps {
        transient.step(&mut equations, &mut state, h).unwrap();
        let time = f64::from(i) * h;
        for plane in 0..2 {
            let exact: f64 = (0..12)
                .map(|mode| {
                    let square = clamped(mode).powi(4) * BENDING[plane] / MASS / LENGTH.powi(3);
                    4.0 * force[plane] / (MASS * square) * (1.0 - (square.sqrt() * time).cos())
                })
                .sum();
            let found = state.places[tip.0 as usize - 1][1 + plane];
            largest[plane] = largest[plane].max(found / rest[plane]);
            let off = (found - exact).abs() / rest[plane].abs();
            assert!(off < 5e-3, "{i}: {found:e} {exact:e}");
        }
        let open = opening(&mut equations, &state);
        assert!(open < CLOSED, "{i}: {open:e}");
    }
    // The first mode has 97 % of the deflection; the others are at any phase then.
    assert!(
        largest.iter().all(|x| (x - 2.0).abs() < 0.06),
        "{largest:?}"
    );
    // Moments about the wall: the force and what accelerates. Their mean over a swing is that at rest.
    let found = reaction(&wall, &equations, &state);
    assert!(found.iter().all(|x| x.abs() < 10.0), "{found:?}");
}

/// Axes with z along the third axis of the ground turned to y.
fn across() -> Tensor {
    Rotation::from_vector([-std::f64::consts::FRAC_PI_2, 0.0, 0.0]).matrix()
}

/// One element between a wall and a guide that is moved across: 12 E I δ / L³, and half of its moment at each end. All its modes are
/// determined by both ends.
#[test]
fn a_bar_between_guides_follows_its_drive() {
    let mut machine = Machine::new();
    let (_, [root, tip]) = bar(&mut machine, 1);
    let wall = Joint::fixed(Frame::at(NodeId::GROUND), root);
    machine.add("wall", wall.clone()).unwrap();
    let along_y = |node: Frame, x: f64| Frame {
        place: [x, 0.0, 0.0],
        axes: across(),
        ..node
    };
    let (slot, end) = (
        along_y(Frame::at(NodeId::GROUND), LENGTH),
        along_y(tip, 0.0),
    );
    machine.add("guide", Joint::prismatic(slot, end)).unwrap();
    // Slow: 1 mm/s of speed, no acceleration.
    let path = TimeFunction::Ramp {
        start: -1.0,
        end: 1.0,
        from: -1e-3,
        to: 1e-3,
    };
    machine
        .add("drive", Drive::displacement(slot, end, path))
        .unwrap();
    let (mut equations, mut state) = assembled(&machine, false);
    let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
    for i in 1..=5 {
        let time = 0.1 * f64::from(i);
        kinematic.go_to(&mut equations, &mut state, time).unwrap();
        let deflection = 1e-3 * time;
        let force = 12.0 * BENDING[0] * deflection / LENGTH.powi(3);
        let found = reaction(&wall, &equations, &state);
        // The guide does not yield: stretched by δ²/2L the bar pulls along its chord, across with A δ²/24 I of the force.
        let square = AREA * deflection * deflection / (24.0 * SECOND[1]);
        assert!(
            (found[1] / -force - 1.0).abs() < 2.0 * square,
            "{found:?} {force}"
        );
        let moment = -0.5 * force * LENGTH;
        assert!(
            (found[5] / moment - 1.0).abs() < 2.0 * square,
            "{found:?} {moment}"
        );
        let open = opening(&mut equations, &state);
        assert!(open < CLOSED, "{open:e}");
    }
}

/// A bar on a shaft that speeds up smoothly for a second: the torque is m L²/3 times the rate of the speed. Bending follows at once, with
/// terms of (2 π / ω)², ω = 459 rad/s being the lowest of the clamped bar: 2e-4, and what the start of the rate excites, α/ω of it.
#[test]
fn the_torque_of_a_run_up_is_that_of_the_inertia() {
    let mut machine = Machine::new();
    let (_, [root, _]) = bar(&mut machine, 6);
    let ground = Frame::at(NodeId::GROUND);
    machine.add("shaft", Joint::revolute(ground, root)).unwrap();
    let speed = TimeFunction::SmoothStep {
        start: 0.0,
        end: 1.0,
        from: 0.0,
        to: 20.0,
    };
    machine
        .add("drive", Drive::speed(ground, root, speed.clone(), 0.0))
        .unwrap();
    let (mut equations, mut state) = assembled(&machine, true);
    let mut transient = Transient::new(&equations, &state, TransientOptions::default());
    let steps = 5000;
    let inertia = MASS * LENGTH * LENGTH / 3.0;
    let peak = inertia * 1.5 * 20.0;
    // (10) of the time steps leaves τ v h β/γ in each of the coordinates of a constraint, 12 of nodes and 18 of modes in the plane.
    let left = CLOSED + 30.0 * 1e-12 * 20.0 * 0.7 * 0.5 / f64::from(steps);
    for i in 1..=steps {
        let h = 1.0 / f64::from(steps);
        transient.step(&mut equations, &mut state, h).unwrap();
        state.time = f64::from(i) * h;
        let exact = inertia * speed.at(state.time).rate;
        let found = state.multipliers[equations.n_multipliers() - 1];
        // The rate starts with 6·20 rad/s³: a mode of 459 rad/s answers with 1/ω of it, as a share of the peak 4/459.
        assert!((found - exact).abs() < 1e-2 * peak, "{i}: {found} {exact}");
        let open = opening(&mut equations, &state);
        assert!(open < left, "{i}: {open:e}");
    }
}
