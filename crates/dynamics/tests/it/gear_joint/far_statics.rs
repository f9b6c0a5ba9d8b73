//! Equilibria of elastic teeth far from the start: forces of the closed form, whatever the stiffness of the teeth and however far wheels turn.

use pitchline_contact::{Elasticity, MeshDamping, MeshLaw, TransmissionError};
use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, Frame, GearMesh, Load, LoadAxes, NodeId, State,
    Statics, StaticsOptions, TimeFunction, TorsionSpring, assemble,
};

use super::planetary::{CARRIER, MODULE, RING, SUN, Set, TEETH, train};
use super::stand::near;

fn teeth(stiffness: f64) -> GearMesh {
    GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear { stiffness },
            damping: MeshDamping::always(0.0),
            backlash: 0.0,
        },
        error: TransmissionError::None,
        start_cycle: 0.0,
    }
}

const RATIO: f64 = TEETH[1 + RING] as f64 / TEETH[SUN] as f64;

/// A torque on the sun turns the carrier against a torsion spring by this angle, the ring is held.
fn loaded(planets: u32, stiffness: f64, torque: f64, angle: f64) -> Set {
    let mut set = train(planets, Some(&teeth(stiffness)));
    let ground = Frame::at(NodeId::GROUND);
    let [sun, ring, carrier] = [SUN, RING, CARRIER].map(|i| Frame::at(set.members[i]));
    let still = TimeFunction::Constant(0.0);
    let machine = &mut set.machine;
    machine
        .add("hold", Drive::angle(ground, ring, still))
        .unwrap();
    let spring = TorsionSpring {
        stiffness: (1.0 + RATIO) * torque / angle,
        damping: 0.0,
        rest_angle: 0.0,
    };
    let spring = Connector::new(machine, ground, carrier, spring);
    machine.add("spring", spring).unwrap();
    let mut load = Load::new(sun, LoadAxes::Body);
    load.torque[2] = TimeFunction::Constant(torque);
    machine.add("load", load).unwrap();
    set
}

fn equilibrium(set: &Set) -> (Equations<'_>, State) {
    let mut equations = Equations::new(&set.machine);
    let mut state = set.machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options).unwrap();
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    equations.set(&state).unwrap();
    (equations, state)
}

/// Normal forces beside T/(n r_s cos α): what is left is rounding of places, 2⁻⁵² of the machine's size with some places in each path, times the
/// stiffness, beside which planets share the load; and a share of it that Newton's method may leave.
#[test]
fn forces_are_those_of_the_closed_form_however_far_the_wheels_turn() {
    let radius = 0.5 * MODULE * f64::from(TEETH[SUN]);
    let size = 0.5 * MODULE * f64::from(TEETH[1 + RING]);
    let loads = [
        (1.0, 1e-3),
        (1.0, 0.3),
        (100.0, 1.0),
        (1e4, 3.0),
        (100.0, 9.0),
    ];
    for planets in [1, 3, 5] {
        for (stiffness, (torque, angle)) in [1e6, 1e7, 3e8, 1e10]
            .into_iter()
            .flat_map(|stiffness| loads.map(|load| (stiffness, load)))
        {
            let set = loaded(planets, stiffness, torque, angle);
            let (mut equations, state) = equilibrium(&set);
            let normal = torque / (f64::from(planets) * radius * 20f64.to_radians().cos());
            let rounding = 10.0 * f64::EPSILON * size * stiffness / normal;
            for (i, joint) in set.joints.iter().enumerate() {
                let first = 11 * (i / 2) + 3 * (i % 2);
                let own = &state.multipliers[first..first + 3];
                let pair = joint.state(equations.kinematics(), own);
                near(pair.normal_force.abs() / normal, 1.0, 1e-11 + rounding);
            }
            // Angles of the drive and of the spring are followed, in this order.
            let carrier = state.angles.last().unwrap().total();
            near(carrier / angle, 1.0, 1e-9);
            let mut left = vec![0.0; equations.n()];
            equations.residual(&mut left);
            for gap in &left[equations.n_velocities()..] {
                // Some roundings of the places and of ψ, which has turned several times.
                near(
                    *gap,
                    0.0,
                    100.0 * f64::EPSILON * (1.0 + 5.0 * angle) * size.max(0.1),
                );
            }
        }
    }
}
