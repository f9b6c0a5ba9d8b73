//! Spinning machines: whirl, tops, damping that turns, coefficients that are not constant.

use pitchline_dynamics::{
    Bushing, Connector, Drive, Equations, Frame, Joint, LinearMachine, Machine, ModeKind,
    ModeOptions, NodeId, RigidBody, Rotation, Steady, SteadyOptions, TimeFunction, WhirlSense,
};

use super::machines::{Rotor, body, jeffcott, on, turning};

const ALL: ModeOptions = ModeOptions { wanted: None };

#[test]
fn a_rigid_rotor_whirls_as_its_closed_form() {
    for speed in [300.0, 2000.0] {
        let rotor = Rotor {
            speed,
            ..Rotor::default()
        };
        let (machine, _) = rotor.build();
        let linear = turning(&machine).unwrap();
        assert!(linear.warnings.is_empty(), "{:?}", linear.warnings);
        assert_eq!(linear.n_free(), 5);
        let found = linear.modes(&ALL).unwrap();
        let bounce = rotor.bouncing();
        let [backward, forward] = rotor.tilting(speed);
        let axial = (2.0 * 1e6 / rotor.mass).sqrt();
        let mut exact = [bounce, bounce, backward, forward, axial];
        exact.sort_by(f64::total_cmp);
        assert_eq!(found.modes.len(), 5);
        for (mode, exact) in found.modes.iter().zip(exact) {
            let off = (mode.damped_frequency() / exact - 1.0).abs();
            assert!(
                off < 1e-12,
                "{speed}: {} {exact} {off:e}",
                mode.damped_frequency()
            );
            let whirl = linear.whirl(mode, &[]);
            if (exact - backward).abs() < 1e-9 {
                assert_eq!(whirl.sense, WhirlSense::Backward);
                assert!((whirl.roundness + 1.0).abs() < 1e-9, "{whirl:?}");
            } else if (exact - forward).abs() < 1e-9 {
                assert_eq!(whirl.sense, WhirlSense::Forward);
                assert!((whirl.roundness - 1.0).abs() < 1e-9, "{whirl:?}");
            } else if (exact - axial).abs() < 1e-9 {
                assert_eq!(whirl.sense, WhirlSense::Neither);
                assert!(whirl.across < 1e-12, "{whirl:?}");
            }
        }
    }
}

/// A top that sleeps: A ω² − C Ω ω + m g l = 0 gives slow precession and fast nutation; below C Ω = 2 √(A m g l) it falls.
#[test]
fn a_sleeping_top_precesses_and_nutates() {
    let (mass, arm, polar, across) = (1.2_f64, 0.15, 0.004, 0.006);
    let about_tip = across + mass * arm * arm;
    let pull = mass * 9.81 * arm;
    let limit = 2.0 * (about_tip * pull).sqrt() / polar;
    for speed in [1.5 * limit, 0.8 * limit] {
        let mut machine = Machine::new();
        machine.gravity = [0.0, 0.0, -9.81];
        let node = machine.add_node("top", [0.0, 0.0, arm], Rotation::IDENTITY);
        machine
            .add("body", body(node, mass, polar, across))
            .unwrap();
        machine.node_mut(node).unwrap().spin = [0.0, 0.0, speed];
        let tip = on(node, [0.0, 0.0, -arm]);
        machine
            .add("tip", Joint::spherical(Frame::at(NodeId::GROUND), tip))
            .unwrap();
        let mut equations = Equations::new(&machine);
        let steady = Steady::given(&mut equations, &machine.start(0.0)).unwrap();
        let linear = LinearMachine::checked(&mut equations, &steady).unwrap();
        assert!(linear.warnings.is_empty(), "{:?}", linear.warnings);
        let found = linear.modes(&ALL).unwrap();
        assert_eq!(found.n_rigid, 1);
        assert_eq!(found.modes[0].largest_motion, "top, about z");
        let half = 0.5 * polar * speed / about_tip;
        let rest = half * half - pull / about_tip;
        if rest > 0.0 {
            let exact = [half - rest.sqrt(), half + rest.sqrt()];
            for (mode, exact) in found.modes[1..].iter().zip(exact) {
                let off = (mode.damped_frequency() / exact - 1.0).abs();
                assert!(
                    off < 1e-11 && mode.eigenvalue.re.abs() < 1e-9 * exact,
                    "{} {exact}",
                    mode.eigenvalue
                );
                assert_eq!(linear.whirl(mode, &[]).sense, WhirlSense::Forward);
            }
        } else {
            let grows = found.modes.iter().find(|m| m.is_unstable()).unwrap();
            let off =
                (grows.eigenvalue.re - (-rest).sqrt()).abs() + (grows.eigenvalue.im - half).abs();
            assert!(off < 1e-10 * half, "{}", grows.eigenvalue);
        }
    }
}

/// m r̈ + (cᵢ + cₑ) ṙ + (k − i Ω cᵢ) r = 0 in the complex plane: unstable above Ω = √(k/m) (1 + cₑ/cᵢ).
#[test]
fn damping_in_the_shaft_sets_the_limit_of_stability() {
    let (mass, stiffness, inside, outside) = (5.0_f64, 2e5, 30.0, 45.0);
    let limit = (stiffness / mass).sqrt() * (1.0 + outside / inside);
    for factor in [0.6, 0.999, 1.001, 1.6] {
        let speed = factor * limit;
        let (machine, disc) = jeffcott(mass, stiffness, [inside, outside], speed);
        let linear = turning(&machine).unwrap();
        assert!(linear.warnings.is_empty(), "{:?}", linear.warnings);
        let found = linear.modes(&ALL).unwrap();
        let low: Vec<_> = found
            .modes
            .iter()
            .filter(|m| m.natural_frequency() < 500.0)
            .collect();
        assert_eq!(
            low.len(),
            2,
            "{:?}",
            found.modes.iter().map(|m| m.eigenvalue).collect::<Vec<_>>()
        );
        for mode in low {
            // Forward whirl is r ~ e^{λt}, backward its mirror with −Ω.
            let sense = match linear.whirl(mode, &[disc]).sense {
                WhirlSense::Forward => 1.0,
                WhirlSense::Backward => -1.0,
                _ => panic!("no sense"),
            };
            let (a, b) = (0.5 * (inside + outside) / mass, stiffness / mass);
            // λ = −a + √(a² − b + i Ω cᵢ/m)
            let (re, im) = (a * a - b, sense * speed * inside / mass);
            let size = re.hypot(im);
            let root = (((size + re) / 2.0).sqrt(), ((size - re) / 2.0).sqrt());
            let exact = (-a + sense * root.0, root.1);
            let off = (mode.eigenvalue.re - exact.0).hypot(mode.eigenvalue.im - exact.1);
            assert!(
                off < 1e-8 * size.sqrt(),
                "{factor} {sense}: {} {exact:?}",
                mode.eigenvalue
            );
            assert_eq!(mode.is_unstable(), sense > 0.0 && factor > 1.0, "{factor}");
        }
    }
}

/// A rotor with unequal moments in bearings with unequal stiffness has periodic coefficients; one that is round, or whose bearings
/// are, has not (round bearings keep those in the turning frame, but not on the ground, so that is told, too).
#[test]
fn periodic_coefficients_are_told() {
    let uneven = Rotor {
        stiffness: [3e5, 1e5],
        ..Rotor::default()
    };
    let (machine, _) = uneven.build();
    let linear = turning(&machine).unwrap();
    assert!(linear.warnings.is_empty(), "{:?}", linear.warnings);

    let mut machine = uneven.build().0;
    let node = NodeId(1);
    let flat = RigidBody {
        node,
        mass: 1.0,
        inertia: [[0.05, 0.0, 0.0], [0.0, 0.001, 0.0], [0.0, 0.0, 0.051]],
    };
    machine.add("blade", flat).unwrap();
    let linear = turning(&machine).unwrap();
    assert_eq!(linear.warnings.len(), 1);
    assert!(
        linear.warnings[0].contains("blade"),
        "{}",
        linear.warnings[0]
    );
}

/// A shaft that sags under its weight turns about its sagged axis: the disc spins where it hangs.
#[test]
fn a_heavy_rotor_turns_about_its_sagged_axis() {
    let rotor = Rotor::default();
    let (mut machine, _) = rotor.build();
    machine.gravity = [0.0, -9.81, 0.0];
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let steady = Steady::turning(&mut equations, &start, &SteadyOptions::default()).unwrap();
    let sag = rotor.mass * 9.81 / (2.0 * rotor.stiffness[1]);
    assert!(
        (steady.state.places[0][1] + sag).abs() < 1e-12,
        "{:?}",
        steady.state.places
    );
    for (v, exact) in steady
        .state
        .velocity
        .iter()
        .zip([0.0, 0.0, 0.0, 0.0, 0.0, rotor.speed])
    {
        assert!(
            (v - exact).abs() < 1e-9 * rotor.speed,
            "{:?}",
            steady.state.velocity
        );
    }
    assert!(steady.state.acceleration.iter().all(|a| a.abs() < 1e-6));
    let linear = LinearMachine::checked(&mut equations, &steady).unwrap();
    assert!(linear.warnings.is_empty(), "{:?}", linear.warnings);
}

/// A mass on a spring along a driven arm: it moves out by r₀ ω² / (k/m − ω²), its velocity is across, its acceleration inward.
#[test]
fn a_spring_on_a_driven_arm_stretches() {
    let (mass, stiffness, radius, speed) = (0.4, 5e3, 0.3, 40.0);
    let mut machine = Machine::new();
    let arm = machine.add_node("arm", [0.0; 3], Rotation::IDENTITY);
    let bob = machine.add_node("bob", [radius, 0.0, 0.0], Rotation::IDENTITY);
    machine.add("body", body(bob, mass, 0.001, 0.001)).unwrap();
    let ground = Frame::at(NodeId::GROUND);
    machine
        .add("hinge", Joint::revolute(ground, Frame::at(arm)))
        .unwrap();
    let drive = Drive::speed(ground, Frame::at(arm), TimeFunction::Constant(speed), 0.0);
    machine.add("drive", drive).unwrap();
    let law = Bushing::diagonal([stiffness, 1e9, 1e9, 1e6, 1e6, 1e6], [0.0; 6]);
    let connector = Connector::new(
        &mut machine,
        on(arm, [radius, 0.0, 0.0]),
        Frame::at(bob),
        law,
    );
    machine.add("spring", connector).unwrap();
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let steady = Steady::turning(&mut equations, &start, &SteadyOptions::default()).unwrap();
    assert!(steady.warnings.is_empty());
    let square = speed * speed;
    let out = radius / (1.0 - square * mass / stiffness);
    let state = &steady.state;
    assert!(
        (state.places[1][0] / out - 1.0).abs() < 1e-8,
        "{:?} {out}",
        state.places
    );
    assert!(
        (state.velocity[7] / (speed * out) - 1.0).abs() < 1e-8,
        "{:?}",
        state.velocity
    );
    assert!(
        (state.acceleration[6] / (-square * out) - 1.0).abs() < 1e-7,
        "{:?}",
        state.acceleration
    );
    // Along the arm the mass feels k − m ω² and Coriolis forces that the stiff side bears: the mode of the instant is there.
    let linear = LinearMachine::new(&mut equations, &steady).unwrap();
    assert_eq!(
        linear.modes(&ALL).unwrap().modes[0].kind,
        ModeKind::Oscillating
    );
}

/// A disc with a mass off its axis, which turns at 100 rad/s: k = 2e5 N/m bear 5.5 kg in all.
fn unbalanced(damping: [f64; 2]) -> (Machine, NodeId) {
    let (mut machine, disc) = jeffcott(5.0, 2e5, damping, 100.0);
    let off = machine.add_node("off", [0.001, 0.0, 0.0], Rotation::IDENTITY);
    machine
        .add("unbalance", body(off, 0.5, 1e-4, 1e-4))
        .unwrap();
    let seat = on(disc, [0.001, 0.0, 0.0]);
    machine
        .add("glue", Joint::fixed(seat, Frame::at(off)))
        .unwrap();
    (machine, disc)
}

fn whirling(machine: &Machine, speed_factor: f64) -> Steady {
    let mut equations = Equations::new(machine);
    let options = SteadyOptions {
        speed_factor,
        ..SteadyOptions::default()
    };
    Steady::turning(&mut equations, &machine.start(0.0), &options).unwrap()
}

/// r (k − m Ω² + i cₑ Ω) = u Ω², below the critical speed √(k/m) = 191 rad/s and above it.
#[test]
fn a_damped_rotor_whirls_below_and_above_its_critical_speed() {
    let (machine, disc) = unbalanced([30.0, 45.0]);
    for factor in [1.0, 1.9, 2.5, 5.0] {
        let steady = whirling(&machine, factor);
        assert!(
            steady.warnings.is_empty(),
            "{factor}: {:?}",
            steady.warnings
        );
        let square = (100.0 * factor).powi(2);
        let exact = 0.5e-3 * square / f64::hypot(2e5 - 5.5 * square, 45.0 * 100.0 * factor);
        let [x, y, _] = steady.state.places[disc.0 as usize - 1];
        assert!((x.hypot(y) / exact - 1.0).abs() < 1e-6, "{x} {y} {exact}");
    }
}

/// At the critical speed, without damping: no deflection stands against the inertia forces, and the user is told.
#[test]
fn no_steady_deflection_is_told() {
    let (machine, _) = unbalanced([0.0, 0.0]);
    let steady = whirling(&machine, (2e5_f64 / 5.5).sqrt() / 100.0);
    assert_eq!(steady.warnings.len(), 1, "{:?}", steady.warnings);
    let warning = &steady.warnings[0];
    let is_told =
        warning.contains("near a critical speed") && warning.contains("positions of rest");
    assert!(is_told && !warning.contains('?'), "{warning}");
}
