//! A sun, a planet on its carrier and a ring, with friction in both meshes: which of them stick, decided against all nine states.

use pitchline_contact::{
    Elasticity, FrictionLevers, Levers, MeshDamping, MeshFriction, MeshLaw, PlanarKind, PlanarMesh,
    PlanarPairData, StiffnessVariation,
};
use pitchline_dynamics::{
    Change, Connector, Equations, EventOptions, Events, Frame, Joint, Load, LoadAxes, Machine,
    NodeId, PlanarContact, PlanarContactData, RigidBody, Rotation, Sliding, State, Statics,
    StaticsOptions, StepControl, Stiction, TimeFunction, TorsionSpring,
};

use crate::events::integrators;

/// Sun, planet, ring, carrier.
const INERTIAS: [f64; 4] = [2e-4, 1e-4, 2e-2, 1e-3];
const RADII: [f64; 3] = [0.030, 0.024, 0.078];
const TEETH: [u32; 3] = [30, 24, 78];
const PRESSURE_ANGLE: f64 = 0.35;
/// In motion and at rest.
const FRICTION: [f64; 2] = [0.1, 0.16];
/// Arms of friction on sun and planet, on ring and planet (m): distances from the pitch point of some 5 mm.
const ARMS: [[f64; 2]; 2] = [[-0.0045, 0.0054], [-0.0053, 0.0044]];
const MASS: f64 = 0.4;
const SPRINGS: [f64; 2] = [900.0, 700.0];

fn contact(
    kind: PlanarKind,
    wheels: [usize; 2],
    arms: [f64; 2],
    stiction: Stiction,
) -> PlanarContactData {
    let pair = PlanarPairData {
        kind,
        teeth: wheels.map(|i| TEETH[i]),
        pitch_radii: wheels.map(|i| RADII[i]),
        pressure_angle: PRESSURE_ANGLE,
        base_helix_angle: 0.0,
    }
    .build()
    .unwrap();
    PlanarContactData {
        pair,
        mesh: PlanarMesh {
            law: MeshLaw {
                elasticity: Elasticity::Linear { stiffness: 2e7 },
                damping: MeshDamping::always(3e3),
                backlash: 0.0,
            },
            variation: StiffnessVariation::None,
        },
        levers: FrictionLevers::Constant(Levers::given(&pair, arms, None).unwrap()),
        friction: MeshFriction::Coulomb {
            coefficient: FRICTION[0],
            static_coefficient: FRICTION[1],
        },
        stiction,
        start_cycle: 0.0,
    }
}

/// Ring and carrier are held by springs; on sun, planet, ring and carrier act torques.
fn set(torques: [TimeFunction; 4], stiction: Stiction) -> (Machine, [PlanarContact; 2]) {
    let mut machine = Machine::new();
    let distance = RADII[0] + RADII[1];
    let names = ["sun", "planet", "ring", "carrier"];
    let frames: Vec<Frame> = (0..4)
        .map(|i| {
            let place = if i == 1 {
                [distance, 0.0, 0.0]
            } else {
                [0.0; 3]
            };
            let node = machine.add_node(names[i], place, Rotation::IDENTITY);
            let size = INERTIAS[i];
            let body = RigidBody {
                node,
                mass: MASS,
                inertia: [[size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]],
            };
            machine.add(names[i], body).unwrap();
            Frame::at(node)
        })
        .collect();
    let contacts = [
        ("sun mesh", PlanarKind::External, [0, 1], ARMS[0]),
        ("ring mesh", PlanarKind::RingA, [2, 1], ARMS[1]),
    ]
    .map(|(name, kind, wheels, arms)| {
        let data = contact(kind, wheels, arms, stiction);
        let [a, b] = wheels.map(|i| frames[i]);
        let contact = PlanarContact::build(name, &mut machine, a, b, data).unwrap();
        machine.add(name, contact.clone()).unwrap();
        contact
    });
    let ground = Frame::at(NodeId::GROUND);
    for i in [0, 2, 3] {
        machine
            .add("bearing", Joint::revolute(ground, frames[i]))
            .unwrap();
    }
    let pin = Frame {
        place: [distance, 0.0, 0.0],
        ..frames[3]
    };
    machine.add("pin", Joint::revolute(pin, frames[1])).unwrap();
    for (i, stiffness) in [2, 3].into_iter().zip(SPRINGS) {
        let law = TorsionSpring {
            stiffness,
            damping: 0.3,
            rest_angle: 0.0,
        };
        let spring = Connector::new(&mut machine, ground, frames[i], law);
        machine.add("spring", spring).unwrap();
    }
    for (frame, torque) in frames.iter().zip(torques) {
        let mut load = Load::new(*frame, LoadAxes::Body);
        load.torque[2] = torque;
        machine.add("load", load).unwrap();
    }
    (machine, contacts)
}

/// What is known of an instant: normal forces of both meshes, and the torques on all four members but for those of the meshes.
#[derive(Debug, Clone, Copy)]
struct Instant {
    stiction: Stiction,
    normal: [f64; 2],
    outside: [f64; 4],
}

const SENSES: [f64; 3] = [0.0, 1.0, -1.0];

impl Instant {
    /// Torques of a mesh on (sun, planet, ring, carrier): of its normal force and of a unit of its friction. [theory:planar-contact] (18)
    fn torques(mesh: usize) -> [[f64; 4]; 2] {
        let cos = PRESSURE_ANGLE.cos();
        let [d_a, d_b] = ARMS[mesh];
        match mesh {
            0 => {
                let [a, b] = [-RADII[0] * cos, -RADII[1] * cos];
                [[a, b, 0.0, -a - b], [d_a, d_b, 0.0, -d_a - d_b]]
            }
            // The ring is a: the planet's radius counts as negative, friction turns round.
            _ => {
                let [a, b] = [-RADII[2] * cos, RADII[1] * cos];
                [[0.0, b, a, -a - b], [0.0, -d_b, -d_a, d_a + d_b]]
            }
        }
    }

    /// Slip over the four angles: ½ (r_a (φ_a − φ_c) ∓ r_b (φ_b − φ_c)), or that on which friction works, which is all that counts.
    fn slip(&self, mesh: usize) -> [f64; 4] {
        let [s, p, r] = RADII.map(|r| 0.5 * r);
        match (self.stiction, mesh) {
            (Stiction::Mesh, 0) => [s, -p, 0.0, p - s],
            (Stiction::Mesh, _) => [0.0, p, r, -p - r],
            _ => Self::torques(mesh)[1].map(|torque| -torque),
        }
    }

    /// Accelerations of both mesh distances with these frictions.
    fn slips(&self, friction: [f64; 2]) -> [f64; 2] {
        let distance = RADII[0] + RADII[1];
        let mut inertias = INERTIAS;
        inertias[3] += MASS * distance * distance;
        let mut torque = self.outside;
        for (mesh, friction) in friction.into_iter().enumerate() {
            let [normal, rubs] = Self::torques(mesh);
            for i in 0..4 {
                torque[i] += self.normal[mesh] * normal[i] + friction * rubs[i];
            }
        }
        [0, 1].map(|mesh| {
            let slip = self.slip(mesh);
            (0..4).map(|i| slip[i] * torque[i] / inertias[i]).sum()
        })
    }

    /// Friction of both meshes where those with sense zero are stuck.
    fn friction(&self, senses: [f64; 2]) -> [f64; 2] {
        let sliding = [0, 1].map(|i| senses[i] * FRICTION[0] * self.normal[i].abs());
        let free = self.slips(sliding);
        let by = |i: usize| {
            let mut unit = sliding;
            unit[i] += 1.0;
            let with = self.slips(unit);
            [with[0] - free[0], with[1] - free[1]]
        };
        let [first, second] = [by(0), by(1)];
        let mut friction = sliding;
        match senses.map(|s| s == 0.0) {
            [true, true] => {
                let det = first[0] * second[1] - second[0] * first[1];
                friction[0] += (second[0] * free[1] - second[1] * free[0]) / det;
                friction[1] += (first[1] * free[0] - first[0] * free[1]) / det;
            }
            [true, false] => friction[0] -= free[0] / first[0],
            [false, true] => friction[1] -= free[1] / second[1],
            [false, false] => {}
        }
        friction
    }

    /// All states, of nine, that contradict nothing.
    fn by_trial(&self) -> Vec<[f64; 2]> {
        let mut good = Vec::new();
        for first in SENSES {
            for second in SENSES {
                let senses = [first, second];
                let friction = self.friction(senses);
                let slips = self.slips(friction);
                let is_good = (0..2).all(|i| {
                    if senses[i] == 0.0 {
                        friction[i].abs() <= FRICTION[1] * self.normal[i].abs()
                    } else {
                        senses[i] * slips[i] > 0.0
                    }
                });
                if is_good {
                    good.push(senses);
                }
            }
        }
        good
    }
}

fn senses(state: &State) -> [f64; 2] {
    [0, 1].map(|i| {
        assert_ne!(state.grips[i].sliding, Sliding::Undecided);
        state.grips[i].sliding.sense()
    })
}

const CONSTANT: [f64; 4] = [20.0, 3.0, 0.0, 0.0];

/// Equilibrium without friction under the constant torques.
fn equilibrium() -> State {
    let (machine, _) = set(CONSTANT.map(TimeFunction::Constant), Stiction::Mesh);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    state
}

/// The instant of a state: normal forces, loads and springs.
fn instant(
    equations: &mut Equations,
    contacts: &[PlanarContact; 2],
    state: &State,
    loads: [f64; 4],
) -> Instant {
    equations.set(state).unwrap();
    let k = equations.kinematics();
    let normal = [0, 1].map(|i| contacts[i].state(k, &state.multipliers[i..=i]).normal_force);
    let mut outside = loads;
    for (i, stiffness) in [2, 3].into_iter().zip(SPRINGS) {
        let turned = super::angle(state, i + 1);
        outside[i] -= stiffness * turned + 0.3 * super::speed(state, i + 1);
    }
    Instant {
        stiction: contacts[0].data().stiction,
        normal,
        outside,
    }
}

/// From rest under one load, another one acts at once: what sticks and what slides is one of the states that contradict nothing, and
/// everything sticks where it can.
#[test]
fn two_meshes_are_decided_as_by_trial() {
    for stiction in [Stiction::Mesh, Stiction::Conjugate] {
        decided_as_by_trial(stiction);
    }
}

fn decided_as_by_trial(stiction: Stiction) {
    let start = equilibrium();
    let mut seen = std::collections::BTreeSet::new();
    for sun in [-9.0, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 9.0] {
        for ring in [-20.0, -8.0, -3.0, 0.0, 3.0, 8.0, 20.0] {
            let loads = [CONSTANT[0] + sun, CONSTANT[1], ring, -0.5 * ring];
            let (machine, contacts) = set(loads.map(TimeFunction::Constant), stiction);
            let mut equations = Equations::new(&machine);
            let mut state = start.clone();
            let control = StepControl::new(1e-6, 1.0);
            let [(_, mut integrator), _] = integrators(&equations, &state, control);
            let mut run = Events::new(&equations, Vec::new(), EventOptions::new(1.0)).unwrap();
            run.begin(integrator.as_mut(), &mut equations, &mut state)
                .unwrap();
            let found = senses(&state);
            let expected = instant(&mut equations, &contacts, &state, loads).by_trial();
            assert!(
                expected.contains(&found),
                "{sun} {ring}: {found:?} {expected:?}"
            );
            if expected.contains(&[0.0; 2]) {
                assert_eq!(found, [0.0; 2], "{sun} {ring}");
            }
            seen.insert(found.map(|s| s as i32));
        }
    }
    // Both stuck, one alone of each, and some that slide both.
    let stuck = |i: usize| seen.iter().filter(|s| s[i] == 0 && s[1 - i] != 0).count();
    assert!(
        seen.contains(&[0, 0]) && stuck(0) > 0 && stuck(1) > 0,
        "{seen:?}"
    );
    assert!(seen.len() >= 6, "{seen:?}");
}

/// The torque on the sun grows. Both meshes stick, then one gives way: its friction, found without the kernel, is at its limit then, and
/// of all nine states the one with the other still stuck is right.
#[test]
fn both_stick_and_one_breaks_away() {
    for rate in [40.0, -40.0] {
        let mut torques = CONSTANT.map(TimeFunction::Constant);
        torques[0] = TimeFunction::Ramp {
            start: 0.0,
            end: 1.0,
            from: CONSTANT[0],
            to: CONSTANT[0] + rate,
        };
        let (machine, contacts) = set(torques, Stiction::Conjugate);
        let mut equations = Equations::new(&machine);
        let start = equilibrium();
        let control = StepControl::new(1e-6, 1.0);
        for (name, mut integrator) in integrators(&equations, &start, control) {
            let mut state = start.clone();
            let mut run = Events::new(&equations, Vec::new(), EventOptions::new(1.0)).unwrap();
            run.begin(integrator.as_mut(), &mut equations, &mut state)
                .unwrap();
            assert_eq!(senses(&state), [0.0; 2], "{name}");
            while senses(&state) == [0.0; 2] && state.time < 1.0 {
                run.step(integrator.as_mut(), &mut equations, &mut state, 1.0)
                    .unwrap();
            }
            let found = senses(&state);
            let loose = found.iter().filter(|s| **s != 0.0).count();
            assert_eq!(loose, 1, "{name}: {found:?} at {}", state.time);
            let changes = run.occurrences().iter().filter_map(|o| o.change);
            let slid = changes.filter(|c| matches!(c, Change::Slides(_))).count();
            assert_eq!(slid, 1, "{name}");
            let mut loads = CONSTANT;
            loads[0] += rate * state.time;
            let now = instant(&mut equations, &contacts, &state, loads);
            let expected = now.by_trial();
            assert!(
                expected.contains(&found),
                "{name}: {found:?} {expected:?} {now:?}"
            );
            // A moment ago both were stuck, the one that gave way with all the friction it had.
            let which = usize::from(found[1] != 0.0);
            let limit = FRICTION[1] * now.normal[which].abs();
            let held = now.friction([0.0; 2]);
            let off = (found[which] * held[which] / limit - 1.0).abs();
            // The tolerance of the run.
            assert!(off < 1e-6, "{name}: {held:?} {limit}");
            let other = 1 - which;
            assert!(held[other].abs() < FRICTION[1] * now.normal[other].abs());
        }
    }
}
