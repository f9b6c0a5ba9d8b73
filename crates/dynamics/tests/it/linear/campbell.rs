//! Frequencies over the speed, critical speeds.

use pitchline_dynamics::{
    Campbell, CampbellOptions, Complex, Equations, Error, Frame, Input, InputKind, LinearMachine,
    LoadAxes, Machine, ModeKind, ModeOptions, NodeId, Order, Output, SpeedStateSpace, WhirlSense,
    unbalance_response,
};

use super::machines::{Rotor, jeffcott, on, turning};

/// Tilting against its closed form at each speed, and where it meets the speed: ω² = k / (Id ± Ip).
#[test]
fn a_rigid_rotor_has_its_campbell_diagram() {
    // A slim rotor, whose forward whirl is met, with backward tilting that crosses bouncing.
    let rotor = Rotor {
        polar: 0.02,
        across: 0.06,
        arm: 0.11,
        speed: 1.0,
        ..Rotor::default()
    };
    let (machine, _) = rotor.build();
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let speeds: Vec<f64> = (0..=120).map(|i| f64::from(i) * 10.0).collect();
    let options = CampbellOptions {
        wanted: 5,
        ..CampbellOptions::default()
    };
    let campbell = Campbell::new(&mut equations, &start, 1.0, &speeds, &options).unwrap();
    assert!(
        campbell.is_fitted && campbell.warnings.is_empty(),
        "{:?}",
        campbell.warnings
    );
    assert_eq!(campbell.curves.len(), 5);
    let (bounce, axial) = (rotor.bouncing(), (2e6 / rotor.mass).sqrt());
    let mut kinds = Vec::new();
    for curve in &campbell.curves {
        // What the curve is shows at the last speed; it must be that all along.
        let last = curve.points[120].unwrap();
        let [backward, forward] = rotor.tilting(1200.0);
        let candidates = [backward, forward, bounce, axial];
        let off = |exact: f64| (last.frequency() / exact - 1.0).abs();
        let kind = (0..4)
            .min_by(|&a, &b| off(candidates[a]).total_cmp(&off(candidates[b])))
            .unwrap();
        kinds.push(kind);
        for (speed, point) in speeds.iter().zip(&curve.points) {
            let point = point.unwrap();
            let [backward, forward] = rotor.tilting(*speed);
            let exact = [backward, forward, bounce, axial][kind];
            let off = (point.frequency() / exact - 1.0).abs();
            assert!(off < 1e-11, "{speed} {kind}: {} {exact}", point.frequency());
            // Bouncing is a double mode at every speed, which may be taken for circles either way, and so is everything at rest.
            let sense = match kind {
                0 if *speed > 0.0 => WhirlSense::Backward,
                1 if *speed > 0.0 => WhirlSense::Forward,
                _ => WhirlSense::Neither,
            };
            assert_eq!(point.whirl.sense, sense, "{speed} {kind} {point:?}");
        }
    }
    kinds.sort_unstable();
    assert_eq!(kinds, [0, 1, 2, 2, 3]);
    let stiffness = 2.0 * rotor.stiffness[0] * rotor.arm.powi(2);
    let mut exact = vec![
        bounce,
        bounce,
        (stiffness / (rotor.across + rotor.polar)).sqrt(),
        (stiffness / (rotor.across - rotor.polar)).sqrt(),
        axial,
    ];
    exact.sort_by(f64::total_cmp);
    assert_eq!(campbell.critical_speeds.len(), exact.len());
    for (found, exact) in campbell.critical_speeds.iter().zip(exact) {
        let off = (found.speed / exact - 1.0).abs();
        assert!(off < 1e-11, "{} {exact} {off:e}", found.speed);
    }
}

/// Forward is with the spin of the very rotor: of two that turn against each other both have their lower tilting backward.
#[test]
fn rotors_that_turn_against_each_other_whirl_by_their_own_spin() {
    let rotors = [(0.11, 1.0), (0.14, -1.0)].map(|(arm, speed)| Rotor {
        polar: 0.02,
        across: 0.06,
        arm,
        speed,
        ..Rotor::default()
    });
    let mut machine = Machine::new();
    let nodes = rotors.map(|rotor| rotor.add_to(&mut machine));
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let speeds = [0.0, 150.0, 700.0];
    let options = CampbellOptions {
        wanted: 10,
        ..CampbellOptions::default()
    };
    let campbell = Campbell::new(&mut equations, &start, 1.0, &speeds, &options).unwrap();
    assert!(campbell.is_fitted);
    for (at, speed) in speeds.iter().enumerate().skip(1) {
        for rotor in &rotors {
            let senses = [WhirlSense::Backward, WhirlSense::Forward];
            for (exact, sense) in rotor.tilting(*speed).into_iter().zip(senses) {
                let points = campbell
                    .curves
                    .iter()
                    .map(|curve| curve.points[at].unwrap());
                let found: Vec<_> = points
                    .filter(|point| (point.frequency() / exact - 1.0).abs() < 1e-11)
                    .collect();
                assert_eq!(found.len(), 1, "{speed} {exact}");
                assert_eq!(found[0].whirl.sense, sense, "{speed} {exact}");
            }
        }
    }
    orbits_of_both_senses_are_mixed(&machine, nodes);
}

/// Circles of one rotor with its spin, of the other against its own: mixed, unless one of them is small.
fn orbits_of_both_senses_are_mixed(machine: &Machine, nodes: [NodeId; 2]) {
    let linear = turning(machine).unwrap();
    let mut mode = linear.modes(&ModeOptions { wanted: None }).unwrap().modes[0].clone();
    mode.kind = ModeKind::Oscillating;
    for (radius, sense) in [
        (0.9, WhirlSense::Mixed),
        (0.2, WhirlSense::Forward),
        (5.0, WhirlSense::Backward),
    ] {
        mode.shape.fill(Complex::new(0.0, 0.0));
        // Both from x to y; the second rotor spins from y to x.
        for (node, radius) in nodes.into_iter().zip([1.0, radius]) {
            let at = 6 * (node.0 as usize - 1);
            mode.shape[at] = Complex::new(radius, 0.0);
            mode.shape[at + 1] = Complex::new(0.0, -radius);
        }
        assert_eq!(linear.whirl(&mode, &[]).sense, sense, "{radius}");
    }
}

/// A rigid rotor in round bearings with its unbalance out of the middle: moving and tilting in closed form,
/// r = U Ω²/(k − m Ω²) and φ = U Ω² z/(k a² − (I_d − I_p) Ω²) with k of both bearings.
#[test]
fn the_state_space_over_the_speed_answers_to_unbalance_as_the_closed_form() {
    let rotor = Rotor {
        polar: 0.02,
        speed: -1.0,
        ..Rotor::default()
    };
    let (machine, node) = rotor.build();
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let (of_mass, of_sensor) = (0.07, 0.15);
    let unbalance = Input::new(
        "unbalance",
        InputKind::Unbalance {
            on: on(node, [0.0, 0.0, of_mass]),
            axis: [0.0, 0.0, -1.0],
            toward: [1.0, 0.0, 0.0],
        },
    );
    let outputs = |_: &mut Equations, linear: &LinearMachine| {
        let frame = on(node, [0.0, 0.0, of_sensor]);
        let at =
            |name, direction, order| Output::displacement(linear, name, &frame, direction, order);
        Ok(vec![
            at("x", [1.0, 0.0, 0.0], Order::Value),
            at("y", [0.0, 1.0, 0.0], Order::Value),
            at("acceleration", [1.0, 0.0, 0.0], Order::Second),
        ])
    };
    let range = [1.0, 1500.0];
    let found = SpeedStateSpace::new(&mut equations, &start, range, &[unbalance], outputs);
    let space = found.unwrap().unwrap();
    assert_eq!(
        space.at_rest.inputs,
        ["unbalance_toward", "unbalance_ahead"]
    );
    // Spins couple tilting about x and y, and accelerations see it.
    assert!(space.by_speed.iter().flatten().any(|x| x.abs() > 0.1));
    for speed in [0.0, 30.0, 400.0, 1499.0] {
        let square: f64 = speed * speed;
        let stiffness = 2.0 * rotor.stiffness[0];
        let moving = square / (stiffness - rotor.mass * square);
        let inertia = rotor.across - rotor.polar;
        let tilting = square * of_mass / (stiffness * rotor.arm.powi(2) - inertia * square);
        let exact = moving + of_sensor * tilting;
        // The rotor turns backward: y leads x by a quarter turn.
        let exact = [
            Complex::new(exact, 0.0),
            Complex::new(0.0, exact),
            Complex::new(-square * exact, 0.0),
        ];
        let answers = space.response(speed).unwrap();
        assert_eq!(answers.len(), 3);
        for (answer, exact) in answers.iter().zip(exact) {
            let off = (answer - exact).norm();
            // Of sixteen digits entries between 1 and 1e6 and a resonance may take five.
            assert!(
                off <= 1e-11 * exact.norm(),
                "{speed}: {answer} {exact} {off:e}"
            );
        }
    }
}

/// Circulatory terms of damping in the shaft are found by the fit as well.
#[test]
fn stability_is_lost_where_the_closed_form_says() {
    let (mass, stiffness, [inside, outside]) = (5.0_f64, 2e5, [30.0, 45.0]);
    let limit = (stiffness / mass).sqrt() * (1.0 + outside / inside);
    let (machine, _) = jeffcott(mass, stiffness, [inside, outside], 10.0);
    let mut equations = Equations::new(&machine);
    let speeds: Vec<f64> = [0.5, 0.9, 0.9999, 1.0001, 1.2].map(|x| x * limit).to_vec();
    let options = CampbellOptions {
        wanted: 2,
        ..CampbellOptions::default()
    };
    let start = machine.start(0.0);
    let campbell = Campbell::new(&mut equations, &start, 10.0, &speeds, &options).unwrap();
    assert!(campbell.is_fitted);
    let forward = campbell
        .curves
        .iter()
        .find(|c| c.points[1].is_some_and(|p| p.whirl.sense == WhirlSense::Forward))
        .unwrap();
    let is_stable: Vec<bool> = forward
        .points
        .iter()
        .map(|p| p.unwrap().damping_ratio() > 0.0)
        .collect();
    assert_eq!(is_stable, [true, true, true, false, false]);
}

/// x = m e Ω² / (k − m Ω² + i cₑ Ω): damping in the shaft turns with the unbalance and does nothing.
#[test]
fn an_unbalanced_jeffcott_rotor_answers_as_its_closed_form() {
    let (mass, stiffness, [inside, outside]) = (5.0, 2e5, [30.0, 45.0]);
    let (machine, disc) = jeffcott(mass, stiffness, [inside, outside], 1.0);
    let mut equations = Equations::new(&machine);
    let speeds = [10.0, 120.0, 199.0, 200.0, 205.0, 600.0];
    let moment = 0.003;
    let unbalance = Input::new(
        "unbalance",
        InputKind::Unbalance {
            on: Frame::at(disc),
            axis: [0.0, 0.0, 1.0],
            toward: [1.0, 0.0, 0.0],
        },
    );
    let start = machine.start(0.0);
    let found = unbalance_response(
        &mut equations,
        &start,
        1.0,
        &speeds,
        &[unbalance],
        |_, linear| {
            let at = |name, direction| {
                Output::displacement(linear, name, &Frame::at(disc), direction, Order::Value)
            };
            Ok(vec![at("x", [1.0, 0.0, 0.0]), at("y", [0.0, 1.0, 0.0])])
        },
    )
    .unwrap();
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    for (i, speed) in speeds.iter().enumerate() {
        let square = speed * speed;
        let (re, im) = (stiffness - mass * square, outside * speed);
        let exact = moment * square / re.hypot(im);
        let [x, y] = [0, 1].map(|output| found.answers.at(i, output, 0).unwrap() * moment);
        assert!(
            (x.norm() / exact - 1.0).abs() < 1e-10,
            "{speed}: {x} {exact}"
        );
        let phase = -im.atan2(re);
        assert!(
            (x.arg() - phase).abs() < 1e-9,
            "{speed}: {} {phase}",
            x.arg()
        );
        // A circle forward: y is a quarter turn behind.
        assert!((y * Complex::new(0.0, 1.0) - x).norm() < 1e-9 * exact);
    }
}

#[test]
fn speeds_that_are_none_are_refused() {
    let (machine, disc) = jeffcott(5.0, 2e5, [30.0, 45.0], 1.0);
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let options = CampbellOptions::default();
    for (reference, speeds) in [(0.0, vec![1.0]), (1.0, vec![f64::NAN]), (1.0, vec![-3.0])] {
        let refused = Campbell::new(&mut equations, &start, reference, &speeds, &options);
        assert!(matches!(refused, Err(Error::Value { .. })), "{refused:?}");
    }
    let none = Campbell::new(&mut equations, &start, 1.0, &[], &options).unwrap();
    assert!(none.curves.is_empty());
    let force = InputKind::Force {
        on: Frame::at(disc),
        axes: LoadAxes::Ground,
        direction: [1.0, 0.0, 0.0],
    };
    let force = Input::new("push", force);
    let refused = unbalance_response(&mut equations, &start, 1.0, &[1.0], &[force], |_, _| {
        Ok(Vec::new())
    });
    assert!(matches!(refused, Err(Error::NoInput { .. })));
    // Speeds of drives, and of elements that are none.
    let drive = pitchline_dynamics::ElementId(2);
    assert_eq!(
        Campbell::drive_speed(&mut equations, &start, drive),
        Some(1.0)
    );
    assert_eq!(
        Campbell::drive_speed(&mut equations, &start, pitchline_dynamics::ElementId(0)),
        None
    );
    assert_eq!(NodeId::GROUND, NodeId(0));
}
