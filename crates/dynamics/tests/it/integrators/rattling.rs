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
/// Turning speeds at the start (rad/s).
const SPINS: [f64; 2] = [4.0, -1.0];
/// Springs of the axle that gives way (N/m).
const SUPPORT: f64 = 4e3;

/// Teeth and how long they rattle.
#[derive(Debug, Clone, Copy)]
struct Teeth {
    /// N/m
    stiffness: f64,
    backlash: f64,
    /// c/F_s (s/m): they let go where they part faster than by one over it.
    damping_per_force: f64,
    /// s
    duration: f64,
}

/// A play of a large part of the teeth, and teeth as soft as its crossing is slow: motions of the size of a radian.
const SOFT: Teeth = Teeth {
    stiffness: 4e3,
    backlash: 4e-3,
    damping_per_force: 0.0,
    duration: 0.5,
};
/// Teeth of steel: contacts take less than a twentieth of the flights between them.
const STIFF: Teeth = Teeth {
    stiffness: 2.3e8,
    backlash: 4e-5,
    damping_per_force: 0.0,
    duration: 8e-3,
};
/// Where damping in contact is given by its coefficient (N).
const DAMPING_LOAD: f64 = 2.0;

fn machine(teeth: &Teeth, is_soft: bool) -> Machine {
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
                stiffness: teeth.stiffness,
            },
            damping: MeshDamping::in_contact(teeth.damping_per_force * DAMPING_LOAD, DAMPING_LOAD),
            backlash: teeth.backlash,
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

fn rattle(teeth: &Teeth, is_soft: bool) -> Rattle {
    let pair = kinds::parallel(0.0, Hand::Right);
    Rattle {
        radii: [pair.a.radius, pair.b.radius],
        pressure_angle: kinds::PRESSURE.to_radians(),
        inertia: INERTIA,
        mass: is_soft.then_some(MASS),
        support: SUPPORT,
        stiffness: teeth.stiffness,
        backlash: teeth.backlash,
        damping_per_force: teeth.damping_per_force,
    }
}

/// What motions and their errors are measured by: the distance of the centres, and the run.
#[derive(Debug, Clone, Copy)]
struct Measure {
    extent: f64,
    duration: f64,
}

impl Measure {
    /// How far motions are apart, in the measure of tolerances.
    fn apart(&self, found: &Motion, known: &Motion) -> f64 {
        let sizes = [self.extent, self.extent, 1.0, 1.0];
        let of_places = (0..4).map(|i| (found[i] - known[i]).abs() / sizes[i]);
        let fastest = SPINS[0].max(1.0 / self.duration);
        let of_spins = (6..8).map(|i| (found[i] - known[i]).abs() / fastest);
        of_places.chain(of_spins).fold(0.0, f64::max)
    }
}

fn motion_of(state: &State) -> Motion {
    let [x, y, _] = state.places[1];
    let [turn_a, turn_b] = [0, 1].map(|i| state.rotations[i].vector()[2]);
    let v = &state.velocity;
    [x, y, turn_a, turn_b, v[6], v[7], v[5], v[11]]
}

/// What the motion makes of a small error of its start: by so much may errors of steps be larger at the end.
fn amplification(rattle: &Rattle, start: &Motion, known: &Motion, measure: &Measure) -> f64 {
    let small = 1e-6 * measure.duration / SOFT.duration;
    let moving = [rattle.mass.map(|_| 0), rattle.mass.map(|_| 1)];
    let moving = moving.into_iter().flatten().chain([2, 3, 6, 7]);
    moving.fold(1.0, |most, i| {
        let mut off = *start;
        off[i] += small;
        let by = measure.apart(&off, start);
        let (end, _) = rattle.after(&off, measure.duration, N_STEPS);
        most.max(measure.apart(&end, known) / by)
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

/// Runs every integrator and looks at the slope of its errors, which are no more than ten times what the motion makes of them.
fn check(teeth: &Teeth, is_soft: bool, look: impl Fn(&str, &[[f64; 2]])) {
    let case = format!("soft axle {is_soft}, {teeth:?}");
    let (rattle, machine) = (rattle(teeth, is_soft), machine(teeth, is_soft));
    let start = motion_of(&started(&machine).1);
    let duration = teeth.duration;
    let measure = Measure {
        extent: start[0],
        duration,
    };
    let (known, n_kinks) = rattle.after(&start, duration, N_STEPS);
    assert!(n_kinks >= 6, "{case}: {n_kinks}");
    let (coarse, _) = rattle.after(&start, duration, N_STEPS / 2);
    // A sixteenth of it is left: next to nothing of the smallest accuracy.
    let own = measure.apart(&coarse, &known);
    assert!(own < 1e-10, "{case}: {own:e}");
    let amplification = amplification(&rattle, &start, &known, &measure);
    for (name, order, make) in INTEGRATORS {
        let decades = if order > 2.0 { 4..=10 } else { 2..=6 };
        let errors: Vec<_> = decades
            .map(|decade| {
                let accuracy = 10f64.powi(-decade);
                let (mut equations, mut state) = started(&machine);
                let control = StepControl::new(accuracy, duration);
                let mut integrator = make(&equations, &state, control);
                let run = integrator.run_to(&mut equations, &mut state, duration);
                run.unwrap();
                let error = measure.apart(&motion_of(&state), &known);
                let most = 10.0 * amplification * accuracy;
                assert!(error < most, "{case}, {name}, {accuracy:e}: {error:e}");
                [accuracy, error]
            })
            .collect();
        look(&format!("{case}, {name}"), &errors);
    }
}

/// Four decades for generalized-α, six for Radau: errors fall as accuracies do.
#[test]
fn errors_are_in_proportion_to_the_accuracy() {
    for (is_soft, damping_per_force) in [(false, 0.0), (false, 4.0), (true, 0.0), (true, 4.0)] {
        let teeth = Teeth {
            damping_per_force,
            ..SOFT
        };
        check(&teeth, is_soft, |name, errors| {
            // Errors of single runs scatter by a factor of three or so about the line; over four decades that is a sixth of its slope. Steeper than
            // one it may be: at 1e-2 whole contacts are shorter than a step.
            let slope = slope(errors);
            assert!(slope > 0.85, "{name}: {slope} {errors:?}");
        });
    }
}

/// However short an impact is beside the steps of the flight before it, none is stepped over, nor done in one implicit step. Their errors are mostly those
/// of the flights, far below what is asked, and have no slope.
#[test]
fn short_impacts_are_followed() {
    for damping_per_force in [0.0, 1.5, 50.0] {
        let teeth = Teeth {
            damping_per_force,
            ..STIFF
        };
        check(&teeth, false, |_, _| {});
    }
}
