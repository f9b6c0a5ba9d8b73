//! Prescribed motions: slider-crank against its closed form, with the torque that it takes.

use pitchline_dynamics::{
    AssemblyOptions, Drive, DriveMotion, Equations, Error, Frame, Joint, Kinematic, Machine,
    NodeId, RigidBody, Rotation, TimeFunction, assemble,
};

/// Crank 0.1 m without mass to speak of, rod 0.3 m, slider of 2 kg along x.
fn slider_crank(is_driven: bool) -> Machine {
    let mut machine = Machine::new();
    let light = |machine: &mut Machine, name: &str, place, mass: f64| {
        let node = machine.add_node(name, place, Rotation::IDENTITY);
        let j = 1e-12;
        let body = RigidBody {
            node,
            mass,
            inertia: [[j, 0.0, 0.0], [0.0, j, 0.0], [0.0, 0.0, j]],
        };
        machine.add(name, body).unwrap();
        node
    };
    let crank = light(&mut machine, "crank", [0.05, 0.0, 0.0], 1e-12);
    let rod = light(&mut machine, "rod", [0.25, 0.0, 0.0], 1e-12);
    let slider = light(&mut machine, "slider", [0.4, 0.0, 0.0], 2.0);
    let on = |node, x| Frame {
        place: [x, 0.0, 0.0],
        ..Frame::at(node)
    };
    let ground = Frame::at(NodeId::GROUND);
    machine
        .add("main", Joint::revolute(ground, on(crank, -0.05)))
        .unwrap();
    machine
        .add("pin", Joint::revolute(on(crank, 0.05), on(rod, -0.15)))
        .unwrap();
    let in_plane = [true, true, false, false, false, false];
    machine
        .add(
            "wrist",
            Joint::from_mask(on(rod, 0.15), on(slider, 0.0), in_plane),
        )
        .unwrap();
    // z of the guide along x.
    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let guide = Joint::prismatic(
        Frame { axes, ..ground },
        Frame {
            axes,
            ..on(slider, 0.0)
        },
    );
    machine.add("guide", guide).unwrap();
    if is_driven {
        let speed = TimeFunction::Constant(20.0);
        let drive = Drive::new(ground, on(crank, -0.05), DriveMotion::Speed, speed, 0.0);
        machine.add("drive", drive).unwrap();
    }
    machine
}

#[test]
fn a_slider_crank_follows_its_closed_form() {
    let machine = slider_crank(true);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut kinematic = Kinematic::new(&mut equations, &state, 1e-13).unwrap();
    let (r, l, w) = (0.1_f64, 0.3_f64, 20.0_f64);
    for i in 1..=200 {
        let t = 0.005 * f64::from(i);
        kinematic.go_to(&mut equations, &mut state, t).unwrap();
        let (s, c) = (w * t).sin_cos();
        // x = r c + √(l² − r² s²), differentiated twice.
        let root = (l * l - r * r * s * s).sqrt();
        let x = r * c + root;
        let v = w * (-r * s - r * r * s * c / root);
        let a = w
            * w
            * (-r * c - r * r * ((c * c - s * s) / root + r * r * s * s * c * c / root.powi(3)));
        assert!((state.places[2][0] - x).abs() < 1e-12, "{t}");
        assert!(
            (state.velocity[12] - v).abs() < 1e-10,
            "{t}: {} {v}",
            state.velocity[12]
        );
        assert!(
            (state.acceleration[12] - a).abs() < 1e-8,
            "{t}: {} {a}",
            state.acceleration[12]
        );
        // Power of the drive moves the slider alone: M ω = m a v.
        let torque = state.multipliers[state.multipliers.len() - 1];
        assert!((torque * w - 2.0 * a * v).abs() < 1e-8, "{t}: {torque}");
    }
}

#[test]
fn a_free_motion_is_named() {
    let machine = slider_crank(false);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let error = Kinematic::new(&mut equations, &state, 1e-13).unwrap_err();
    assert!(matches!(error, Error::Free { count: 1, .. }), "{error}");
}
