//! Shafts in large motions: what is free keeps its momentum and energy, what is rigid moves as a rigid body.

use pitchline_dynamics::{
    Equations, Fineness, Machine, Rotation, Scheme, Segment, ShaftData, State, Weights, add_shaft,
};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::{Vector, cross, dot, minus, plus};

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

/// Momentum and angular momentum about the origin: M v, summed over the nodes.
fn momenta(equations: &mut Equations, state: &State) -> [Vector; 2] {
    let weights = Weights {
        acceleration: 1.0,
        ..Weights::default()
    };
    equations.set(state).unwrap();
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    let row = |i: usize| -> f64 {
        let range = starts[i] as usize..starts[i + 1] as usize;
        let entries = range.map(|at| equations.values()[at] * state.velocity[columns[at] as usize]);
        entries.sum()
    };
    let mut sums = [[0.0; 3]; 2];
    for (i, (place, rotation)) in state.places.iter().zip(&state.rotations).enumerate() {
        let along = [0, 1, 2].map(|d| row(6 * i + d));
        let about = [3, 4, 5].map(|d| row(6 * i + d));
        sums[0] = plus(sums[0], along);
        let turned = plus(cross(*place, along), times(&rotation.matrix(), about));
        sums[1] = plus(sums[1], turned);
    }
    sums
}

/// Half a turn about its axis, while it bends and stretches under its spin.
#[test]
fn a_free_shaft_keeps_momentum_and_energy() {
    let machine = tumbling();
    let mut kept = Vec::new();
    let scheme = Scheme::generalized_alpha(1.0);
    observed(&machine, 0.03, 3000, scheme, |equations, state| {
        let energy = equations.energy();
        let [along, about] = momenta(equations, state);
        kept.push((energy.kinetic + energy.potential, along, about));
    });
    let (energy, along, about) = kept[0];
    // What is rigid at the start: m v, and m c × v beside the spins.
    for (found, expected) in along.iter().zip([1.0, -2.0, 0.5]) {
        assert!((found - MASS * expected).abs() < 1e-13 * MASS);
    }
    let [size, whole] = [about, along].map(|v| dot(v, v).sqrt());
    for (now, along_now, about_now) in &kept[1..] {
        let lost = minus(*along_now, along);
        // Newton's iterations leave 1e-8 of the forces, some thousand times.
        assert!(dot(lost, lost).sqrt() < 1e-6 * whole, "{lost:?}");
        let turned = minus(*about_now, about);
        // (h ω)² with 100 rad/s and 10 µs.
        assert!(dot(turned, turned).sqrt() < 1e-6 * size, "{turned:?}");
        assert!((now / energy - 1.0).abs() < 1e-6, "{now} {energy}");
    }
}
