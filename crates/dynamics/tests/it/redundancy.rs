//! Constraints that follow from others, over runs: reactions are the shortest, however short the steps are.

use pitchline_dynamics::{
    AssemblyOptions, Drive, Equations, Frame, Joint, Kinematic, Machine, NodeId, RigidBody,
    Rotation, State, TimeFunction, Transient, TransientOptions, assemble, shorten_multipliers,
};

const MASS: f64 = 3.0;
const ARM: f64 = 0.3;
/// About the axis through the centre.
const MOMENT: f64 = 0.03;
/// Distance between both hinges (m).
const APART: f64 = 0.5;

/// z along y of the ground.
const ACROSS: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];

/// A door whose axis lies along y, on two equal hinges; its centre is opposite to the first. Five of ten constraints follow.
fn door() -> (Machine, [Joint; 2]) {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = machine.add_node("door", [ARM, 0.0, 0.0], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: MASS,
        inertia: [[0.02, 0.0, 0.0], [0.0, MOMENT, 0.0], [0.0, 0.0, 0.04]],
    };
    machine.add("door", body).unwrap();
    let hinge = |y: f64| {
        let on = |node, x| Frame {
            node,
            place: [x, y, 0.0],
            axes: ACROSS,
        };
        Joint::revolute(on(NodeId::GROUND, 0.0), on(node, -ARM))
    };
    let hinges = [hinge(0.0), hinge(APART)];
    for hinge in &hinges {
        machine.add("hinge", hinge.clone()).unwrap();
    }
    (machine, hinges)
}

fn assembled(machine: &Machine) -> (Equations<'_>, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    (equations, state)
}

/// Forces along x and z of the ground and moments about them that both hinges exert, each.
fn borne(hinges: &[Joint; 2], equations: &Equations, state: &State) -> [[f64; 4]; 2] {
    [0, 1].map(|i| {
        let rows = &state.multipliers[5 * i..5 * (i + 1)];
        let r = hinges[i].reaction(equations.kinematics(), rows);
        // Axes of the hinge: x, z of the ground are its x and −y… and y of the ground is its z.
        [r[0], -r[1], r[3], -r[4]]
    })
}

/// m g − m r θ̈ upwards at rest with θ̈ = m g r / (J + m r²). Of all reactions that do this with no moment about the centre the shortest
/// in the metric of forces and moments: the same for steps of 100 µs and of 1 µs, where rounding of places alone is 10⁻¹⁶ M/h².
#[test]
fn reactions_of_a_door_do_not_grow_as_steps_shrink() {
    let (machine, hinges) = door();
    let alone = MASS * ARM * ARM / (MOMENT + MASS * ARM * ARM);
    let up = MASS * 9.81 * (1.0 - alone);
    let runs = [(1e-4, 20), (1e-5, 200), (1e-6, 2000)];
    // Places of 0.3 m are rounded by 5.5e-17 m, a force of M/β h² times that, in each of the ten coordinates that both hinges hold; either may
    // bear what both round.
    let rounding = |h: f64| 20.0 * MASS * 5.5e-17 / (0.3 * h * h);
    let found = runs.map(|(h, steps)| {
        let (mut equations, mut state) = assembled(&machine);
        let mut transient = Transient::new(&equations, &state, TransientOptions::default());
        for _ in 0..steps {
            transient.step(&mut equations, &mut state, h).unwrap();
        }
        shorten_multipliers(&mut equations, &mut state).unwrap();
        borne(&hinges, &equations, &state)
    });
    for ([one, two], (h, _)) in found.into_iter().zip(runs) {
        let allowed = 1e-6 * up + rounding(h);
        // After 2 ms it has turned by 5e-5 rad: cosines do not feel it, the force along x is m r θ̇².
        assert!((one[1] + two[1] - up).abs() < allowed, "{found:?}");
        // No moment about x of the centre: that of the second hinge's force, and both moments.
        let moment = one[2] + two[2] + APART * two[1];
        assert!(moment.abs() < allowed, "{found:?}");
    }
    for (a, b) in found[0].concat().iter().zip(found[2].concat()) {
        // Second order of the longest step, at 33 rad/s² from rest: (h θ̈ t)² is nothing beside rounding of the shortest.
        assert!((a - b).abs() < rounding(1e-6), "{found:?}");
    }
    // Shared: a mean of both, and moments that make up for it. Without moments the first hinge would bear all.
    let [one, two] = found[2];
    assert!(two[1] > 0.1 * up && one[1] > 0.1 * up, "{found:?}");
}

/// A linkage whose hinges turn with it: what has no effect is another combination at every angle, and forces across the plane stay none.
#[test]
fn prescribed_motion_shares_anew_in_every_position() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -9.81, 0.0];
    let lengths = [0.4, 0.4];
    let mut nodes = Vec::new();
    for (i, place) in [[0.0, 0.2, 0.0], [1.0, 0.2, 0.0], [0.5, 0.4, 0.0]]
        .iter()
        .enumerate()
    {
        let node = machine.add_node(
            ["crank", "rocker", "coupler"][i],
            *place,
            Rotation::IDENTITY,
        );
        let inertia = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]];
        let body = RigidBody {
            node,
            mass: 2.0,
            inertia,
        };
        machine.add("bar", body).unwrap();
        nodes.push(node);
    }
    let on = |node, x: f64, y: f64| Frame {
        place: [x, y, 0.0],
        ..Frame::at(node)
    };
    let half = 0.5 * lengths[0];
    let (crank, rocker, coupler) = (nodes[0], nodes[1], nodes[2]);
    let ground = NodeId::GROUND;
    for (name, a, b) in [
        ("foot", on(ground, 0.0, 0.0), on(crank, 0.0, -half)),
        ("far foot", on(ground, 1.0, 0.0), on(rocker, 0.0, -half)),
        ("knee", on(crank, 0.0, half), on(coupler, -0.5, 0.0)),
        ("far knee", on(rocker, 0.0, half), on(coupler, 0.5, 0.0)),
    ] {
        machine.add(name, Joint::revolute(a, b)).unwrap();
    }
    let turn = TimeFunction::Ramp {
        start: 0.0,
        end: 1.0,
        from: 0.0,
        to: 1.2,
    };
    let drive = Drive::angle(on(ground, 0.0, 0.0), on(crank, 0.0, -half), turn);
    machine.add("drive", drive).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options).unwrap();
    let mut motion = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
    let mut residual = vec![0.0; equations.n()];
    for i in 1..=10 {
        let time = 0.1 * f64::from(i);
        motion.go_to(&mut equations, &mut state, time).unwrap();
        // Shortening has changed no force: the equations of motion still hold. Weights of 20 N, ten digits.
        equations.residual(&mut residual);
        let left = residual[..equations.n_velocities()].iter();
        let largest = left.fold(0.0_f64, |m, r| m.max(r.abs()));
        assert!(largest < 1e-8, "{time}: {largest:e}");
    }
}
