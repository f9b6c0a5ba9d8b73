//! Meshes that start elsewhere in their cycle.

use std::f64::consts::TAU;

use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use pitchline_dynamics::{Element, GearJoint, GearMesh, Kinematics, Machine, Rotation, WheelSeat};
use pitchline_geometry::Hand;

use super::kinds;
use super::stand::near;

const STIFFNESS: f64 = 3e8;
const ERROR: f64 = 1e-5;

/// Normal force of wheels that stand still, from the error alone: N cos α_n = k x(c).
fn normal_force(start_cycle: f64, psi_a: f64) -> f64 {
    let pair = kinds::parallel(0.0, Hand::Right);
    let mut machine = Machine::new();
    let mut seat = |name, center| WheelSeat {
        node: machine.add_node(name, center, Rotation::IDENTITY),
        center,
        axis: [0.0, 0.0, 1.0],
    };
    let seats = [seat("a", [0.0; 3]), seat("b", pair.center_b())];
    let mesh = GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear {
                stiffness: STIFFNESS,
            },
            damping: MeshDamping::always(0.0),
            backlash: 0.0,
        },
        error: TransmissionError::Amplitude(ERROR),
        start_cycle,
    };
    let joint = GearJoint::on_wheels(
        &mut machine,
        "pair",
        seats,
        pair,
        Some(mesh),
        Friction::None,
    )
    .unwrap();
    machine
        .scalar_mut(joint.touched().scalars[0])
        .unwrap()
        .value = psi_a;
    machine.add("pair", joint.clone()).unwrap();
    let mut kinematics = Kinematics::new(&machine);
    kinematics.set(&machine.start(0.0));
    // With no multipliers the residual of u is the force of the mesh.
    let mut residual = [0.0; 18];
    joint.add_residual(&kinematics, &[0.0; 3], &mut residual);
    residual[14]
}

/// x(c₀ + z ψ/2π) with x = X (1 − cos 2πc): a start of a quarter of a cycle is a turn of a quarter of a pitch.
#[test]
fn the_error_starts_elsewhere_in_its_cycle() {
    let teeth = f64::from(kinds::parallel(0.0, Hand::Right).a.teeth);
    for (start, psi) in [(0.0, 0.0), (0.25, 0.0), (0.5, 0.003), (-3.1, -0.02)] {
        let expected = STIFFNESS * ERROR * (1.0 - (TAU * start + teeth * psi).cos());
        near(
            normal_force(start, psi),
            expected,
            1e-12 * STIFFNESS * ERROR,
        );
    }
    near(
        normal_force(0.25, 0.0),
        normal_force(0.0, 0.25 * TAU / teeth),
        1e-12 * STIFFNESS * ERROR,
    );
}
