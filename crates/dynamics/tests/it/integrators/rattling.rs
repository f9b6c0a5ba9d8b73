//! Wheels that rattle in their play, with and without damping in contact, on axles that are fixed or soft: the error of a run is in proportion to the
//! accuracy that it is asked for, beside an integration of the equations of the two wheels that knows nothing of the kernel.

mod reference;

use pitchline_contact::{
    Elasticity, Formulation, Friction, MeshDamping, MeshLaw, TransmissionError,
};
use pitchline_dynamics::{
    Bushing, Connector, Frame, GearJoint, GearMesh, Joint, Machine, NodeId, RigidBody, Rotation,
    State, StepControl, WheelSeat,
};
use pitchline_geometry::Hand;

use super::{INTEGRATORS, started};
use crate::gear_joint::kinds;
use reference::{Motion, Rattle};

/// Of both wheels (kg m²) and of the one that moves (kg).
const INERTIA: [f64; 2] = [2e-3, 2e-3];
const MASS: f64 = 3.0;
/// A play of a large part of the teeth, and teeth as soft as its crossing is slow: motions of the size of a radian.
const BACKLASH: f64 = 4e-3;
const STIFFNESS: f64 = 4e3;
/// Coefficient and load of damping in contact: the teeth let go where they part at F_s/c = 0.25 m/s.
const DAMPING: f64 = 8.0;
const DAMPING_LOAD: f64 = 2.0;
/// Turning speeds at the start (rad/s).
const SPINS: [f64; 2] = [4.0, -1.0];
/// Springs of the axle that gives way (N/m).
const SUPPORT: f64 = 4e3;
const DURATION: f64 = 0.5;

fn machine(damping: f64, is_soft: bool) -> Machine {
    let pair = kinds::parallel(0.0, Hand::Right);
    let mut machine = Machine::new();
    let centers = [[0.0; 3], pair.center_b()];
    let seats = [0, 1].map(|i| {
        let center = centers[i];
        let node = machine.add_node("wheel", center, Rotation::IDENTITY);
        let about = |j: usize| [0, 1, 2].map(|k| if j == k { INERTIA[i] } else { 0.0 });
        let body = RigidBody {
            node,
            mass: MASS,
            inertia: [0, 1, 2].map(about),
        };
        machine.add("wheel", body).unwrap();
        let ground = Frame {
            place: center,
            ..Frame::at(NodeId::GROUND)
        };
        let wheel = Frame::at(node);
        if is_soft && i == 1 {
            machine.add("table", Joint::planar(ground, wheel)).unwrap();
            let law = Bushing::diagonal([SUPPORT, SUPPORT, 0.0, 0.0, 0.0, 0.0], [0.0; 6]);
            let springs = Connector::new(&mut machine, ground, wheel, law);
            machine.add("springs", springs).unwrap();
        } else {
            machine
                .add("hinge", Joint::revolute(ground, wheel))
                .unwrap();
        }
        machine.node_mut(node).unwrap().spin = [0.0, 0.0, SPINS[i]];
        WheelSeat {
            node,
            center,
            axis: [0.0, 0.0, 1.0],
        }
    });
    let mesh = GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear {
                stiffness: STIFFNESS,
            },
            damping: MeshDamping::in_contact(damping, DAMPING_LOAD),
            backlash: BACKLASH,
        },
        error: TransmissionError::None,
        start_cycle: 0.0,
    };
    let none = Friction::None;
    let joint = GearJoint::on_wheels(&mut machine, "pair", seats, pair, Some(mesh), none);
    let joint = joint.unwrap().formulated(Formulation::BothFlanks);
    machine.add("pair", joint).unwrap();
    machine
}

fn rattle(damping: f64, is_soft: bool) -> Rattle {
    let pair = kinds::parallel(0.0, Hand::Right);
    Rattle {
        radii: [pair.a.radius, pair.b.radius],
        pressure_angle: kinds::PRESSURE.to_radians(),
        inertia: INERTIA,
        mass: is_soft.then_some(MASS),
        support: SUPPORT,
        stiffness: STIFFNESS,
        backlash: BACKLASH,
        damping_per_force: damping / DAMPING_LOAD,
    }
}

/// How far a state is from a motion, in the measure of tolerances.
fn error(state: &State, known: &Motion, extent: f64) -> f64 {
    let place = state.places[1];
    let of_places = [0, 1].map(|i| (place[i] - known[i]).abs() / extent);
    let turns = [0, 1].map(|i| (state.rotations[i].vector()[2] - known[2 + i]).abs());
    let spins = [0, 1].map(|i| (state.velocity[6 * i + 5] - known[6 + i]).abs() / SPINS[0]);
    let all = of_places.into_iter().chain(turns).chain(spins);
    all.fold(0.0, f64::max)
}

/// Four decades for generalized-α, six for Radau.
#[test]
fn errors_are_in_proportion_to_the_accuracy() {
    for is_soft in [false, true] {
        for damping in [0.0, DAMPING] {
            let rattle = rattle(damping, is_soft);
            let [(coarse, _), (known, n_kinks)] =
                [20_000, 40_000].map(|n_steps| rattle.after(SPINS, DURATION, n_steps));
            let own = coarse.iter().zip(&known).map(|(a, b)| (a - b).abs());
            let own = own.fold(0.0, f64::max);
            eprintln!("soft {is_soft}, damping {damping}: own {own:e}, {n_kinks} {known:?}");
            let machine = machine(damping, is_soft);
            for (name, order, make) in INTEGRATORS {
                let decades = if order > 2.0 { 4..=10 } else { 2..=6 };
                for decade in decades {
                    let accuracy = 10f64.powi(-decade);
                    let (mut equations, mut state) = started(&machine);
                    let extent = equations.extent(&state);
                    let control = StepControl::new(accuracy, DURATION);
                    let mut integrator = make(&equations, &state, control);
                    integrator
                        .run_to(&mut equations, &mut state, DURATION)
                        .unwrap();
                    let found = error(&state, &known, extent);
                    eprintln!(
                        "  {name} {accuracy:e}: {:.3} {:?}",
                        found / accuracy,
                        integrator.taken()
                    );
                }
            }
        }
    }
}
