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

/// How far motions are apart, in the measure of tolerances.
fn apart(found: &Motion, known: &Motion, extent: f64) -> f64 {
    let sizes = [extent, extent, 1.0, 1.0];
    let of_places = (0..4).map(|i| (found[i] - known[i]).abs() / sizes[i]);
    let of_spins = (6..8).map(|i| (found[i] - known[i]).abs() / SPINS[0]);
    of_places.chain(of_spins).fold(0.0, f64::max)
}

fn motion_of(state: &State) -> Motion {
    let [x, y, _] = state.places[1];
    let [turn_a, turn_b] = [0, 1].map(|i| state.rotations[i].vector()[2]);
    let v = &state.velocity;
    [x, y, turn_a, turn_b, v[6], v[7], v[5], v[11]]
}

/// What the motion makes of a small error of its start: by so much may errors of steps be larger at the end.
fn amplification(rattle: &Rattle, start: &Motion, known: &Motion, extent: f64) -> f64 {
    let small = 1e-6;
    let moving = [rattle.mass.map(|_| 0), rattle.mass.map(|_| 1)];
    let moving = moving.into_iter().flatten().chain([2, 3, 6, 7]);
    moving.fold(1.0, |most, i| {
        let mut off = *start;
        off[i] += small;
        let by = apart(&off, start, extent);
        let (end, _) = rattle.after(&off, DURATION, N_STEPS);
        most.max(apart(&end, known, extent) / by)
    })
}

/// Of the integration that errors are measured against.
const N_STEPS: u32 = 40_000;

/// Slope of the logarithms of errors over those of accuracies, by least squares.
fn slope(errors: &[[f64; 2]]) -> f64 {
    let n = errors.len() as f64;
    let logarithms: Vec<_> = errors.iter().map(|row| row.map(f64::ln)).collect();
    let mean = [0, 1].map(|i| logarithms.iter().map(|row| row[i]).sum::<f64>() / n);
    let sum = |i: usize| {
        let products = logarithms
            .iter()
            .map(|row| (row[0] - mean[0]) * (row[i] - mean[i]));
        products.sum::<f64>()
    };
    sum(1) / sum(0)
}

/// Four decades for generalized-α, six for Radau: errors fall as accuracies do, and are no more than ten times what the motion makes of them.
#[test]
fn errors_are_in_proportion_to_the_accuracy() {
    for (is_soft, damping) in [(false, 0.0), (false, DAMPING), (true, 0.0), (true, DAMPING)] {
        let case = format!("soft axle {is_soft}, damping {damping}");
        let (rattle, machine) = (rattle(damping, is_soft), machine(damping, is_soft));
        let start = motion_of(&started(&machine).1);
        let extent = start[0];
        let (known, n_kinks) = rattle.after(&start, DURATION, N_STEPS);
        assert!(n_kinks > 6, "{case}: {n_kinks}");
        let (coarse, _) = rattle.after(&start, DURATION, N_STEPS / 2);
        // A sixteenth of it is left: next to nothing of the smallest accuracy.
        let own = apart(&coarse, &known, extent);
        assert!(own < 1e-10, "{case}: {own:e}");
        let amplification = amplification(&rattle, &start, &known, extent);
        for (name, order, make) in INTEGRATORS {
            let decades = if order > 2.0 { 4..=10 } else { 2..=6 };
            let errors: Vec<_> = decades
                .map(|decade| {
                    let accuracy = 10f64.powi(-decade);
                    let (mut equations, mut state) = started(&machine);
                    let control = StepControl::new(accuracy, DURATION);
                    let mut integrator = make(&equations, &state, control);
                    let run = integrator.run_to(&mut equations, &mut state, DURATION);
                    run.unwrap();
                    let error = apart(&motion_of(&state), &known, extent);
                    let most = 10.0 * amplification * accuracy;
                    assert!(error < most, "{case}, {name}, {accuracy:e}: {error:e}");
                    [accuracy, error]
                })
                .collect();
            // Errors of single runs scatter by a factor of three or so about the line; over four decades that is a sixth of its slope. Steeper than
            // one it may be: at 1e-2 whole contacts are shorter than a step.
            let slope = slope(&errors);
            assert!(slope > 0.85, "{case}, {name}: {slope} {errors:?}");
        }
    }
}
