//! Several grips that come to rest together: teeth of three planets, teeth beside a brake, teeth of a ring.

use pitchline_contact::{
    ContactPath, DragTorque, Elasticity, FrictionLevers, Levers, MeshDamping, MeshFriction,
    MeshLaw, PhaseLevers, PlanarKind, PlanarMesh, PlanarPairData, StiffnessVariation,
};
use pitchline_dynamics::{
    AssemblyOptions, ElementId, Equations, EventOptions, Events, Frame, HingeFriction,
    HingeFrictionData, Joint, Load, LoadAxes, Machine, NodeId, Occurrence, PlanarContact,
    PlanarContactData, Radau, RigidBody, Rotation, Running, RunningParts, Sliding, Standstill,
    State, Statics, StaticsOptions, StepControl, Stiction, TimeFunction, assemble,
    shorten_multipliers,
};

use super::{angle, disc, load, observed};
use crate::events::integrators;

const PRESSURE_ANGLE: f64 = 0.35;
/// In motion and at rest.
const FRICTION: [f64; 2] = [0.06, 0.12];
/// Distance from the pitch point of the mean contact (m).
const ARM: f64 = 2e-3;
/// Torque on the sun (N m).
const SUN: f64 = 5.0;
/// Of teeth (N/m) and of their dampers (N s/m).
const TEETH: [f64; 2] = [2e8, 4e3];

fn contact(kind: PlanarKind, radii: [f64; 2], stiction: Stiction) -> PlanarContactData {
    let pair = PlanarPairData {
        kind,
        teeth: radii.map(|r| (2e3 * r).round() as u32),
        pitch_radii: radii,
        pressure_angle: PRESSURE_ANGLE,
        base_helix_angle: 0.0,
    };
    let pair = pair.build().unwrap();
    let levers = Levers::given(&pair, [-ARM, ARM], None).unwrap();
    PlanarContactData {
        pair,
        mesh: PlanarMesh {
            law: MeshLaw {
                elasticity: Elasticity::Linear {
                    stiffness: TEETH[0],
                },
                damping: MeshDamping::always(TEETH[1]),
                backlash: 0.0,
            },
            variation: StiffnessVariation::None,
        },
        levers: FrictionLevers::Constant(levers),
        friction: MeshFriction::Coulomb {
            coefficient: FRICTION[0],
            static_coefficient: FRICTION[1],
        },
        stiction,
        start_cycle: 0.0,
    }
}

fn mesh(
    machine: &mut Machine,
    name: &str,
    wheels: [Frame; 2],
    data: PlanarContactData,
) -> PlanarContact {
    let [a, b] = wheels;
    let contact = PlanarContact::build(name, machine, a, b, data).unwrap();
    machine.add(name, contact.clone()).unwrap();
    contact
}

/// Sun 1, carrier 2, planets from 3 on between the sun and a ring that stands; torques on sun and carrier.
fn planets(count: u32, torques: [f64; 2], stiction: Stiction) -> (Machine, Vec<PlanarContact>) {
    let mut machine = Machine::new();
    let [ground, sun] = disc(&mut machine, "sun", 1e-4, 0.0);
    let [_, carrier] = disc(&mut machine, "carrier", 2e-2, 0.0);
    let (own, distance) = (0.012, 0.024);
    let mut contacts = Vec::new();
    for i in 0..count {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(count)).sin_cos();
        let center = [distance * cos, distance * sin, 0.0];
        let name = format!("planet {i}");
        let node = machine.add_node(&name, center, Rotation::IDENTITY);
        let body = RigidBody {
            node,
            mass: 0.05,
            inertia: [[4e-6, 0.0, 0.0], [0.0, 4e-6, 0.0], [0.0, 0.0, 4e-6]],
        };
        machine.add(&name, body).unwrap();
        let pin = Frame {
            place: center,
            ..carrier
        };
        let planet = Frame::at(node);
        machine.add("pin", Joint::revolute(pin, planet)).unwrap();
        let data = contact(PlanarKind::External, [0.012, own], stiction);
        contacts.push(mesh(&mut machine, "sun mesh", [sun, planet], data));
        let data = contact(PlanarKind::RingB, [own, 0.036], Stiction::Conjugate);
        contacts.push(mesh(&mut machine, "ring mesh", [planet, ground], data));
    }
    load(&mut machine, sun, torques[0]);
    load(&mut machine, carrier, torques[1]);
    (machine, contacts)
}

/// Whether friction that is found anew from accelerations is within its limits: multipliers of a step may stray along combinations that
/// move nothing.
fn all_within_limits(equations: &mut Equations, state: &State) -> bool {
    let mut anew = state.clone();
    assemble(equations, &mut anew, &AssemblyOptions::default()).unwrap();
    let mut rows = (0..equations.n_multipliers()).filter(|&row| equations.grip(row).is_some());
    let is_within = rows.all(|row| anew.multipliers[row].abs() <= equations.rubbing(row).limit);
    equations.set(state).unwrap();
    is_within
}

fn slips(equations: &Equations) -> Vec<f64> {
    let rows = (0..equations.n_multipliers()).filter(|&row| equations.grip(row).is_some());
    rows.map(|row| equations.rubbing(row).slip).collect()
}

fn is_stuck(state: &State) -> Vec<bool> {
    let each = state.grips.iter().map(|g| g.sliding == Sliding::Stuck);
    each.collect()
}

/// One to four planets are loaded at once: teeth swing, rub, and come to rest. From then on no tooth slips, friction is within its limits,
/// and what it leaves of the balance of sun and carrier is nothing.
#[test]
fn planets_come_to_rest_and_stay() {
    for (count, stiction) in [
        (1, Stiction::Conjugate),
        (3, Stiction::Conjugate),
        (3, Stiction::Mesh),
        (4, Stiction::Conjugate),
    ] {
        // A ratio of four, and a hundredth beside it that friction bears.
        let (machine, contacts) = planets(count, [SUN, -3.96 * SUN], stiction);
        let mut before: Vec<f64> = Vec::new();
        let times = [0.05, 0.1, 0.2];
        let occurrences = by_radau(&machine, &times, |equations, state| {
            let what = format!("{count} planets, {stiction:?}, {} s", state.time);
            let stuck = is_stuck(state);
            assert!(stuck.iter().all(|s| *s), "{what}: {stuck:?}");
            assert!(all_within_limits(equations, state), "{what}");
            let now = slips(equations);
            // Rounding of angles of less than a turn at radii of some cm.
            let crept = now.iter().zip(&before).map(|(a, b)| (a - b).abs());
            let crept = crept.fold(0.0, f64::max);
            assert!(crept < 1e-16, "{what}: {now:?} {before:?}");
            before = now;
            if state.time > 0.15 {
                let left = left_on_sun(equations, state, &contacts);
                // The last swings have decayed to the tolerance of the run.
                assert!(left.abs() < 1e-5, "{what}: {left}");
            }
        });
        // Swings of some milliseconds, all planets alike.
        let n = occurrences.len();
        assert!(n < 100 * count as usize, "{count}: {n} events");
        let last = occurrences.last().map_or(0.0, |o| o.time);
        assert!(last < 0.04, "{count}: {last}");
    }
}

/// Torque on the sun that nothing balances: its load and what its teeth do, of which every second contact is one.
fn left_on_sun(equations: &Equations, state: &State, contacts: &[PlanarContact]) -> f64 {
    let k = equations.kinematics();
    let rows = (0..equations.n_multipliers()).filter(|&row| equations.grip(row).is_some());
    let each = contacts.iter().zip(rows).step_by(2);
    let torque = |(contact, row): (&PlanarContact, usize)| {
        contact.state(k, &state.multipliers[row..=row]).torques[0]
    };
    SUN + each.map(torque).sum::<f64>()
}

fn by_radau(
    machine: &Machine,
    times: &[f64],
    mut look: impl FnMut(&mut Equations, &State),
) -> Vec<Occurrence> {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let end = times[times.len() - 1];
    let [_, (_, mut radau)] = integrators(&equations, &state, StepControl::new(1e-6, end));
    let mut run = Events::new(&equations, Vec::new(), EventOptions::new(end)).unwrap();
    for &time in times {
        run.run_to(radau.as_mut(), &mut equations, &mut state, time)
            .unwrap();
        equations.set(&state).unwrap();
        look(&mut equations, &state);
    }
    run.occurrences().to_vec()
}

/// A wheel on an axle 40 mm beside that of a pinion, with its frames: of the ground and its own.
fn wheel_beside(machine: &mut Machine, inertia: f64) -> [Frame; 2] {
    let center = [0.04, 0.0, 0.0];
    let node = machine.add_node("wheel", center, Rotation::IDENTITY);
    let diagonal = |i: usize| [0, 1, 2].map(|j| if i == j { inertia } else { 0.0 });
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [0, 1, 2].map(diagonal),
    };
    machine.add("wheel", body).unwrap();
    let at = Frame {
        place: center,
        ..Frame::at(NodeId::GROUND)
    };
    let wheel = Frame::at(node);
    machine.add("axle", Joint::revolute(at, wheel)).unwrap();
    [at, wheel]
}

/// A pinion and a wheel that is loaded, with a brake on the pinion; its inertias are those of nodes 1 and 2.
fn braked(torque: Option<f64>, on_pinion: f64) -> Machine {
    let mut machine = Machine::new();
    let [ground, pinion] = disc(&mut machine, "pinion", 5e-4, 0.0);
    let [_, wheel] = wheel_beside(&mut machine, 1e-3);
    let data = contact(PlanarKind::External, [0.01, 0.03], Stiction::Mesh);
    mesh(&mut machine, "mesh", [pinion, wheel], data);
    if let Some(torque) = torque {
        let data = HingeFrictionData {
            drag: DragTorque {
                constant: 1.0,
                static_torque: 1.1,
                ..DragTorque::default()
            },
            pressed: TimeFunction::Constant(torque),
            standstill: Standstill::Sticks,
        };
        let brake = HingeFriction::build("brake", &mut machine, ground, pinion, data).unwrap();
        machine.add("brake", brake).unwrap();
    }
    load(&mut machine, pinion, on_pinion);
    load(&mut machine, wheel, 15.0);
    machine
}

/// Beside teeth a brake that is open, or all but open, does nothing; one that is closed holds all.
#[test]
fn a_brake_beside_teeth_holds_what_it_can() {
    // Far from balance, and so near that teeth stick.
    for on_pinion in [0.0, 5.0] {
        let ends = |torque: Option<f64>| {
            let machine = braked(torque, on_pinion);
            let mut end = (f64::NAN, Vec::new());
            let occurrences = by_radau(&machine, &[0.02], |_, state| {
                end = (angle(state, 1), is_stuck(state));
            });
            (end, occurrences.len())
        };
        let ((without, _), _) = ends(None);
        for torque in [0.0, 1e-9, 1e-6] {
            let ((found, _), count) = ends(Some(torque));
            // The tolerance of the run, of the way and, where teeth have stuck, a thousandth of it in rad; 1e-6 N m of 5 N m are less.
            let close = 1e-6 * without.abs() + 1e-9;
            let off = (found - without).abs();
            assert!(off < close, "{torque}: {found} {without}");
            assert!(count < 100, "{torque}: {count}");
        }
        let ((found, stuck), count) = ends(Some(8.0));
        // The brake alone must hold: 5 N m arrive at it.
        assert!(stuck[1] && found.abs() < 1e-15, "{found} {stuck:?}");
        assert!(count < 100, "{count}");
    }
}

/// A pinion of 10 mm and a wheel or light ring of 30 mm, whose loads balance without friction.
fn balanced(data: PlanarContactData) -> Machine {
    let mut machine = Machine::new();
    let [ground, pinion] = disc(&mut machine, "pinion", 5e-4, 0.0);
    let place = [data.pair.center_distance(), 0.0, 0.0];
    let node = machine.add_node("wheel", place, Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-3]],
    };
    machine.add("wheel", body).unwrap();
    let at = Frame { place, ..ground };
    let wheel = Frame::at(node);
    machine.add("axle", Joint::revolute(at, wheel)).unwrap();
    let sense = data.pair.radii()[1].signum();
    mesh(&mut machine, "mesh", [pinion, wheel], data);
    load(&mut machine, pinion, 5.0);
    load(&mut machine, wheel, sense * 15.0);
    machine
}

/// A pinion in a light ring, which friction would push the way it goes if rest were told by the mesh distance: (45) of the theory of
/// planar contacts. By the slip on which friction works it comes to rest after some swings and stays.
#[test]
fn teeth_of_a_light_ring_come_to_rest() {
    let data = contact(PlanarKind::RingB, [0.01, 0.03], Stiction::Conjugate);
    let [a, b] = data.pair.radii();
    let pushed = a * -ARM / 5e-4 - b * ARM / 1e-3;
    assert!(pushed > 0.0, "friction brakes this ring: {pushed}");
    // What is left swings about the teeth: a thousandth of the tolerance of the run, 1e-6 rad.
    assert_rests(&data, 10.0, 1e-9);
}

/// The same with arms of friction that follow the teeth, which lie on one side of the pitch point in half of the positions: in a ring and on
/// a wheel, in four positions of a pitch.
#[test]
fn teeth_over_the_phase_come_to_rest() {
    for (kind, tip) in [(PlanarKind::RingB, 0.0292), (PlanarKind::External, 0.031)] {
        for phase in 0..4 {
            let mut data = contact(kind, [0.01, 0.03], Stiction::Conjugate);
            let path = ContactPath::from_tips(&data.pair, [0.011, tip]).unwrap();
            let levers = PhaseLevers::new(&data.pair, &path, 0.1, 0.5).unwrap();
            data.levers = FrictionLevers::OverPhase(levers);
            data.start_cycle = 0.25 * f64::from(phase) + 0.135;
            // Teeth that stick near the pitch point roll about their contact for long: they hardly deflect. They do so by less than at first.
            assert_rests(&data, 0.25, 1e-4);
        }
    }
}

/// Runs until a time, and sees teeth stuck, friction within its limits and nothing creep; swings that are left are smaller than an angle (rad).
#[track_caller]
fn assert_rests(data: &PlanarContactData, until: f64, swings: f64) {
    let machine = balanced(data.clone());
    let at = data.start_cycle;
    let mut before = [f64::NAN; 2];
    let runs = observed(
        &machine,
        1e-6,
        &[0.1, 0.2, until],
        |name, equations, state| {
            if state.time == 0.0 {
                return;
            }
            assert_eq!(is_stuck(state), [true], "{name} {} {at}", state.time);
            assert!(all_within_limits(equations, state), "{name} {at}");
            let now = [slips(equations)[0], angle(state, 1)];
            if state.time > 0.15 {
                let [slipped, turned] = [0, 1].map(|i: usize| (now[i] - before[i]).abs());
                // Rounding of angles of less than a turn at radii of some cm.
                assert!(
                    slipped < 1e-16 && turned < swings,
                    "{name} {at}: {now:?} {before:?}"
                );
            }
            before = now;
        },
    );
    for (name, occurrences) in runs {
        assert!(occurrences.len() < 50, "{name} {at}: {}", occurrences.len());
        // From then on nothing gives way and sticks again.
        let last = occurrences.last().map_or(0.0, |o| o.time);
        assert!(last < 0.1, "{name} {at}: {last}");
    }
}

/// Teeth and the bearings of both wheels stick, one grip more than there are motions, and nothing pushes: none of them has to bear anything.
/// Whatever combination moves nothing is not told as friction.
#[test]
fn what_nothing_pushes_bears_nothing() {
    for levers in [[-ARM, ARM], [-ARM, -0.2 * ARM]] {
        let mut machine = Machine::new();
        let [ground, pinion] = disc(&mut machine, "pinion", 2e-4, 0.0);
        let [at, wheel] = wheel_beside(&mut machine, 3e-3);
        let mut data = contact(PlanarKind::External, [0.01, 0.03], Stiction::Mesh);
        data.levers = FrictionLevers::Constant(Levers::given(&data.pair, levers, None).unwrap());
        mesh(&mut machine, "mesh", [pinion, wheel], data);
        for (name, on, places) in [("s1", pinion, ground), ("s2", wheel, at)] {
            let data = HingeFrictionData {
                drag: DragTorque {
                    constant: 0.3,
                    static_torque: 0.4,
                    ..DragTorque::default()
                },
                pressed: TimeFunction::Constant(1.0),
                standstill: Standstill::Sticks,
            };
            let friction = HingeFriction::build(name, &mut machine, places, on, data).unwrap();
            machine.add(name, friction).unwrap();
        }
        load(&mut machine, pinion, 5.0);
        load(&mut machine, wheel, 15.0);
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        let mut statics = Statics::new(&equations, StaticsOptions::default());
        statics.solve(&mut equations, &mut state).unwrap();
        let [_, (_, mut radau)] = integrators(&equations, &state, StepControl::new(1e-6, 1.0));
        let mut run = Events::new(&equations, Vec::new(), EventOptions::new(1.0)).unwrap();
        run.begin(radau.as_mut(), &mut equations, &mut state)
            .unwrap();
        let rows = (0..equations.n_multipliers()).filter(|&row| equations.grip(row).is_some());
        let rows: Vec<usize> = rows.collect();
        for time in [0.0, 0.01, 1.0] {
            run.run_to(radau.as_mut(), &mut equations, &mut state, time)
                .unwrap();
            assert_eq!(is_stuck(&state), [true; 3], "{levers:?} {time}");
            let mut anew = state.clone();
            Radau::refine(&mut equations, &mut anew).unwrap();
            shorten_multipliers(&mut equations, &mut anew).unwrap();
            // Equilibria leave 1e-11 of loads of 15 N m, which an arm of 2 mm would hold by 1e-7 N.
            let most = rows.iter().map(|row| anew.multipliers[*row].abs());
            let most = most.fold(0.0, f64::max);
            assert!(most < 1e-7, "{levers:?} {time}: {most}");
        }
    }
}

/// Torques on the sun at which a set of one planet with a loaded carrier moves, by balance of sun, planet and carrier with friction at its limit in
/// every sense: the least and the largest.
fn limits_on_sun(carrier: f64) -> [f64; 2] {
    let (cos, friction) = (PRESSURE_ANGLE.cos(), FRICTION[1]);
    let [sun, planet, ring] = [0.012, 0.012, -0.036].map(|r| r * cos);
    // Torques on wheels: F l − λ d. The sun's teeth press forward, the ring's backward.
    let senses = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let torques = senses.map(|[s_1, s_2]| {
        let [of_sun, of_planet] = [sun + s_1 * friction * ARM, planet - s_1 * friction * ARM];
        let [at_ring, of_ring] = [planet - s_2 * friction * ARM, ring + s_2 * friction * ARM];
        // F_2 per F_1.
        let second = -of_planet / at_ring;
        let first = -carrier / (of_sun + of_planet + second * (at_ring + of_ring));
        first * of_sun
    });
    let least = torques.iter().fold(f64::INFINITY, |m, t| m.min(*t));
    [
        least,
        torques.iter().fold(f64::NEG_INFINITY, |m, t| m.max(*t)),
    ]
}

/// A planet gives way at its sun long before its ring does: no way leads from load to load there, but friction holds on.
#[test]
fn planets_hold_all_that_friction_can() {
    for stiction in [Stiction::Mesh, Stiction::Conjugate] {
        let (machine, contacts) = planets(1, [SUN, -4.0 * SUN], stiction);
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        let mut statics = Statics::new(&equations, StaticsOptions::default());
        statics.solve(&mut equations, &mut state).unwrap();
        let named = |name: &str| {
            let mut at = machine.elements().enumerate();
            let at = at.find(|(_, (own, _))| *own == name).unwrap();
            ElementId(at.0 as u32)
        };
        let mut unit = Load::new(Frame::at(NodeId(1)), LoadAxes::Body);
        unit.torque[2] = 1.0.into();
        let parts = RunningParts {
            contacts: ["sun mesh", "ring mesh"]
                .map(named)
                .into_iter()
                .zip(&contacts)
                .collect(),
            drives: Vec::new(),
            load: (named("load"), &unit),
        };
        let running = Running::new(&mut equations, &state, &parts).unwrap();
        let row = running.at_speed(&mut equations, 0.0).unwrap();
        let preload = running.held(&row, SUN, None).unwrap();
        let limits = limits_on_sun(-4.0 * SUN);
        for (limit, end) in limits.into_iter().zip([0.5 * SUN, 1.5 * SUN]) {
            let moves = running.holding(&row, &preload, end).moves.unwrap();
            // Least squares by normal equations keep half of the digits.
            assert!(
                (moves - limit).abs() < 1e-7 * SUN,
                "{stiction:?}: {moves} {limit}"
            );
        }
    }
}
