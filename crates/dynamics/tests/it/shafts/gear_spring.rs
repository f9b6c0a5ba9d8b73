//! The mesh spring: signs, lever arms, work of a carrier, many turns.

use pitchline_dynamics::{
    Equations, Frame, GearSpring, GearSpringData, Machine, NodeId, Rotation, State,
};
use pitchline_geometry::FlankSide;

const DATA: GearSpringData = GearSpringData {
    base_radius_a: 0.04,
    base_radius_b: 0.06,
    is_internal: false,
    flank_a: FlankSide::Right,
    base_helix_angle: 0.0,
    stiffness: 1e8,
    damping: 0.0,
};

/// Wheel a in the origin and b at a place, both turned somehow about z; the spring is the only element.
fn pair(data: GearSpringData, place: [f64; 3]) -> (Machine, GearSpring) {
    let mut machine = Machine::new();
    let about_z = |angle| Rotation::from_vector([0.0, 0.0, angle]);
    let a = machine.add_node("a", [0.0; 3], about_z(0.4));
    let b = machine.add_node("b", place, about_z(-1.3));
    let (a, b) = (Frame::at(a), Frame::at(b));
    let spring = GearSpring::build("mesh", &mut machine, a, b, data).unwrap();
    machine.add("mesh", spring.clone()).unwrap();
    (machine, spring)
}

/// Deflection and the forces and torques on both wheels after small motions.
fn answer(machine: &Machine, spring: &GearSpring, motion: &[f64; 12]) -> (f64, Vec<f64>) {
    let start = machine.start(0.0);
    let mut state = start.clone();
    state.moved_from(&start, motion);
    at(machine, spring, &state)
}

fn at(machine: &Machine, spring: &GearSpring, state: &State) -> (f64, Vec<f64>) {
    let mut equations = Equations::new(machine);
    equations.set(state).unwrap();
    let mut residual = vec![0.0; equations.n()];
    equations.residual(&mut residual);
    let [deflection, _] = spring.deflection(equations.kinematics());
    (deflection, residual.iter().map(|r| -r).collect())
}

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} {expected}");
}

/// sign:transmission-error: with the right flank, a turning about +z presses the flanks together, r_a θ_a + r_b θ_b; the line of
/// action stands across the line of centres, inclined by the working pressure angle.
#[test]
fn a_pair_has_the_forces_of_its_line_of_action() {
    let distance = 0.11;
    let (machine, spring) = pair(DATA, [distance, 0.0, 0.0]);
    let angle = (0.1f64 / distance).acos();
    let theta = 1e-6;
    let mut motion = [0.0; 12];
    motion[5] = theta;
    let (deflection, on) = answer(&machine, &spring, &motion);
    near(deflection, 0.04 * theta, 1e-16);
    let force = 1e8 * deflection;
    // b is pushed along +y, where the flank of a moves, and away from a.
    near(on[6], force * angle.sin(), 1e-9 * force);
    near(on[7], force * angle.cos(), 1e-9 * force);
    near(on[5], -0.04 * force, 1e-9 * force);
    near(on[11], -0.06 * force, 1e-9 * force);
    // Moving apart opens, b following opens.
    let mut apart = [0.0; 12];
    apart[6] = 1e-7;
    near(
        answer(&machine, &spring, &apart).0,
        -1e-7 * angle.sin(),
        1e-13,
    );
    let mut follow = [0.0; 12];
    follow[11] = -1e-6;
    near(answer(&machine, &spring, &follow).0, -0.06e-6, 1e-16);
    // The left flank: a pushes when it turns about −z, and still away.
    let left = GearSpringData {
        flank_a: FlankSide::Left,
        ..DATA
    };
    let (machine, spring) = pair(left, [distance, 0.0, 0.0]);
    motion[5] = -theta;
    let (deflection, on) = answer(&machine, &spring, &motion);
    near(deflection, 0.04 * theta, 1e-16);
    near(on[6], force * angle.sin(), 1e-9 * force);
    near(on[7], -force * angle.cos(), 1e-9 * force);
}

/// Internal: te = r_a θ_a − r_b θ_b whichever of the two is the ring; the teeth press the pinion towards the middle of the ring.
#[test]
fn internal_pairs_by_either_order() {
    let distance = 0.022;
    let angle = (0.02f64 / distance).acos();
    for (a, b) in [(0.04, 0.06), (0.06, 0.04)] {
        let data = GearSpringData {
            base_radius_a: a,
            base_radius_b: b,
            is_internal: true,
            ..DATA
        };
        let (machine, spring) = pair(data, [distance, 0.0, 0.0]);
        let mut motion = [0.0; 12];
        motion[5] = 1e-6;
        motion[11] = -0.5e-6;
        let (deflection, on) = answer(&machine, &spring, &motion);
        near(deflection, a * 1e-6 + b * 0.5e-6, 1e-16);
        let force = 1e8 * deflection;
        // The pinion, wherever it stands, is pushed against the way in which the centres came apart.
        near(on[6], -force * angle.sin(), 1e-9 * force);
        // Teeth touch beyond the pinion: at +x for a pinion b, at −x for a pinion a, where a turn about +z moves along −y.
        near(on[7], (a - b).signum() * force * angle.cos(), 1e-9 * force);
        near(on[5], -a * force, 1e-9 * force);
        near(on[11], b * force, 1e-9 * force);
    }
}

/// Axial force F tan β_b towards +z on b for a right-handed driver a, at the pitch point: it tilts the wheels too.
#[test]
fn helical_pairs_push_along_the_axis() {
    let helix = 0.3;
    let data = GearSpringData {
        base_helix_angle: helix,
        ..DATA
    };
    let (machine, spring) = pair(data, [0.11, 0.0, 0.0]);
    let mut motion = [0.0; 12];
    motion[5] = 1e-6;
    let (deflection, on) = answer(&machine, &spring, &motion);
    let force = 1e8 * deflection;
    // [theory:gear-spring] (9): b at a larger z closes the gap of right-handed teeth of a, so it is pushed to −z.
    near(on[8], -force * helix.tan(), 1e-9 * force);
    near(on[2], force * helix.tan(), 1e-9 * force);
    // About b's centre, the pitch point is 0.066 m towards −x: (−x) × (−z) = −y, in axes of b turned by −1.3.
    let moment = 0.066 * force * helix.tan();
    let (s, c) = (-1.3f64).sin_cos();
    near(on[9], -moment * s, 1e-9 * moment);
    near(on[10], -moment * c, 1e-9 * moment);
}

/// The whole pair carried round: nothing is pressed. The wheel b rolling on a held one, on a carrier: nothing either, over 159
/// turns.
#[test]
fn rolling_presses_nothing() {
    let distance = 0.11;
    let (machine, spring) = pair(DATA, [distance, 0.0, 0.0]);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let turn = |angle: f64| Rotation::from_vector([0.0, 0.0, angle]);
    for i in 0..20_000 {
        let carrier = 0.05 * f64::from(i);
        state.places[1] = [distance * carrier.cos(), distance * carrier.sin(), 0.0];
        // θ_b − ψ = −(r_a/r_b)(θ_a − ψ) with θ_a held
        state.rotations[1] = turn(-1.3 + carrier * (1.0 + 0.04 / 0.06));
        equations.set(&state).unwrap();
        equations.follow_turns(&mut state);
        equations.set(&state).unwrap();
        let [deflection, _] = spring.deflection(equations.kinematics());
        // Rounding of the angles that this test makes: two ulps of 1.7e3 rad, 2.3e-13 each, on 0.06 m.
        near(deflection, 0.0, 3e-14);
    }
}

#[test]
fn wheels_whose_base_circles_overlap_are_refused() {
    let mut machine = Machine::new();
    let b = machine.add_node("b", [0.09, 0.0, 0.0], Rotation::IDENTITY);
    let ends = [Frame::at(NodeId::GROUND), Frame::at(b)];
    let error = GearSpring::build("mesh", &mut machine, ends[0], ends[1], DATA).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("mesh: distance of the axes = 0.09"), "{text}");
    assert!(text.contains("move the wheels apart"), "{text}");
    for (data, key) in [
        (
            GearSpringData {
                base_radius_a: 0.0,
                ..DATA
            },
            "base_radius_a",
        ),
        (
            GearSpringData {
                stiffness: f64::NAN,
                ..DATA
            },
            "stiffness",
        ),
        (
            GearSpringData {
                base_helix_angle: 2.0,
                ..DATA
            },
            "base_helix_angle",
        ),
        (
            GearSpringData {
                is_internal: true,
                base_radius_b: 0.04,
                ..DATA
            },
            "base_radius_b",
        ),
    ] {
        let error = GearSpring::build("mesh", &mut machine, ends[0], ends[1], data).unwrap_err();
        assert!(error.to_string().contains(key), "{error}");
    }
}
