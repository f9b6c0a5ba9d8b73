//! Shafts in large motions: what is free keeps its momentum and energy, what is rigid moves as a rigid body.

use pitchline_dynamics::{
    Equations, Fineness, Machine, Rotation, Scheme, Segment, ShaftData, add_shaft,
};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::{Vector, cross, plus};

use super::STEEL;
use crate::support::observed;

const MASS: f64 = 7830.0 * std::f64::consts::PI / 4.0 * 0.03 * 0.03 * 0.5;

/// A shaft that stands askew and turns about its axis and across it.
fn tumbling() -> Machine {
    let mut machine = Machine::new();
    let rotation = Rotation::from_vector([0.4, -0.9, 0.3]);
    let data = ShaftData {
        rotation,
        place: [0.1, 0.2, -0.3],
        fineness: Fineness::Count(4),
        ..ShaftData::new("shaft", vec![Segment::cylinder(0.5, 0.03, 0.0, STEEL)])
    };
    let shaft = add_shaft(&mut machine, &data).unwrap();
    let spin = [20.0, 0.0, 100.0];
    for (position, node) in shaft.nodes {
        let start = machine.node_mut(node).unwrap();
        start.spin = spin;
        // About its middle.
        let arm = [0.0, 0.0, position - 0.25];
        start.velocity = plus(
            times(&rotation.matrix(), cross(spin, arm)),
            [1.0, -2.0, 0.5],
        );
    }
    machine
}

/// Energy of the rigid motion in closed form: ½ m v² + ½ I_p ω_z² + ½ I_d ω_x².
#[test]
fn a_rigid_motion_has_its_energy() {
    let machine = tumbling();
    let mut equations = Equations::new(&machine);
    equations.set(&machine.start(0.0)).unwrap();
    let energy = equations.energy();
    let polar = MASS * 0.03 * 0.03 / 8.0;
    let diametral = 0.5 * polar + MASS * 0.25 / 12.0;
    let expected = 0.5 * (MASS * 5.25 + polar * 1e4 + diametral * 400.0);
    assert!((energy.kinetic / expected - 1.0).abs() < 1e-13);
    assert!(energy.potential < 1e-18 * expected, "{energy:?}");
}

/// Momentum and energy over half a turn about its axis, while it bends and stretches under its spin.
#[test]
fn a_free_shaft_keeps_momentum_and_energy() {
    let machine = tumbling();
    let mut first: Option<(Vector, f64)> = None;
    let (end, steps) = (0.03, 3000);
    observed(
        &machine,
        end,
        steps,
        Scheme::generalized_alpha(1.0),
        |equations, state| {
            let energy = equations.energy();
            let total = energy.kinetic + energy.potential;
            // The residual of a state without gravity and acceleration sums up to nothing; the centre of mass moves on a line.
            let shares = [1.0, 2.0, 2.0, 2.0, 1.0].map(|x| x / 8.0);
            let mut velocity = [0.0; 3];
            for (i, share) in shares.into_iter().enumerate() {
                for d in 0..3 {
                    velocity[d] += share * state.velocity[6 * i + d];
                }
            }
            let (velocity_0, total_0) = *first.get_or_insert((velocity, total));
            // Bending within beams, which these shares leave out, moves by some 1e-7 m in 1e-3 s.
            for d in 0..3 {
                assert!((velocity[d] - velocity_0[d]).abs() < 1e-4, "{velocity:?}");
            }
            // (h ω)² of the lowest vibrations that the start excites, with their share of the energy.
            assert!((total / total_0 - 1.0).abs() < 1e-6, "{total} {total_0}");
        },
    );
}
