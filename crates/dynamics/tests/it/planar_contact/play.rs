//! A wheel that a torque drives against the teeth of one that stands, with play and without damping: it bounces for ever, and its motion is known.

use pitchline_contact::{
    Elasticity, FrictionLevers, Levers, MeshDamping, MeshFriction, MeshLaw, PlanarKind, PlanarMesh,
    PlanarPairData, StiffnessVariation,
};
use pitchline_dynamics::{
    AssemblyOptions, Equations, EventOptions, Events, Frame, Joint, Load, LoadAxes, Machine,
    NodeId, PlanarContact, PlanarContactData, Radau, RadauOptions, RigidBody, Rotation, State,
    StepControl, Stiction, assemble,
};

const RADII: [f64; 2] = [0.01, 0.03];
const PRESSURE_ANGLE: f64 = 0.35;
/// Along the line of action over the deflection on the pitch circles (N/m).
const STIFFNESS: f64 = 5e7;
/// On the pitch circles (m).
const PLAY: f64 = 4e-5;
/// Of the wheel (kg m²), and on it (N m).
const INERTIA: f64 = 3e-3;
const TORQUE: f64 = 20.0;

fn bouncing() -> Machine {
    let mut machine = Machine::new();
    let center = [RADII[0] + RADII[1], 0.0, 0.0];
    let node = machine.add_node("wheel", center, Rotation::IDENTITY);
    let diagonal = |i: usize| [0, 1, 2].map(|j| if i == j { INERTIA } else { 0.0 });
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [0, 1, 2].map(diagonal),
    };
    machine.add("wheel", body).unwrap();
    let (ground, wheel) = (Frame::at(NodeId::GROUND), Frame::at(node));
    let at = Frame {
        place: center,
        ..ground
    };
    machine.add("axle", Joint::revolute(at, wheel)).unwrap();
    let pair = PlanarPairData {
        kind: PlanarKind::External,
        teeth: [20, 60],
        pitch_radii: RADII,
        pressure_angle: PRESSURE_ANGLE,
        base_helix_angle: 0.0,
    };
    let data = PlanarContactData {
        pair: pair.build().unwrap(),
        mesh: PlanarMesh {
            law: MeshLaw {
                elasticity: Elasticity::Linear {
                    stiffness: STIFFNESS,
                },
                damping: MeshDamping::in_contact(0.0, 1.0),
                backlash: PLAY,
            },
            variation: StiffnessVariation::None,
        },
        levers: FrictionLevers::Constant(Levers::default()),
        friction: MeshFriction::None,
        stiction: Stiction::Mesh,
        start_cycle: 0.0,
    };
    let mesh = PlanarContact::build("mesh", &mut machine, ground, wheel, data).unwrap();
    machine.add("mesh", mesh).unwrap();
    let mut load = Load::new(wheel, LoadAxes::Body);
    load.torque[2] = TORQUE.into();
    machine.add("load", load).unwrap();
    machine
}

/// Turn of the wheel at a time: it falls through half of the play, and swings about its deflection under the load until it leaves the flank.
fn turn(time: f64) -> f64 {
    let half = 0.5 * PLAY / RADII[1];
    let fall = (2.0 * half * INERTIA / TORQUE).sqrt();
    let stiffness = STIFFNESS * PRESSURE_ANGLE.cos() * RADII[1].powi(2);
    let (pace, rest) = ((stiffness / INERTIA).sqrt(), TORQUE / stiffness);
    let speed = TORQUE / INERTIA * fall;
    // θ = rest − rest cos φ + speed/pace sin φ is zero again.
    let contact = 2.0 * (std::f64::consts::PI - (speed / pace / rest).atan()) / pace;
    let since = time % (2.0 * fall + contact);
    let falling = |t: f64| 0.5 * TORQUE / INERTIA * t * t;
    if since < fall {
        falling(since)
    } else if since < fall + contact {
        let phase = pace * (since - fall);
        half + rest - rest * phase.cos() + speed / pace * phase.sin()
    } else {
        falling(2.0 * fall + contact - since)
    }
}

fn turned(machine: &Machine, accuracy: f64, end: f64) -> f64 {
    let mut equations = Equations::new(machine);
    let mut state: State = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = RadauOptions {
        control: StepControl::new(accuracy, end),
        ..RadauOptions::default()
    };
    let mut radau = Radau::new(&equations, &state, options);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(end)).unwrap();
    events
        .run_to(&mut radau, &mut equations, &mut state, end)
        .unwrap();
    state.rotations[0].vector()[2]
}

/// Two bounces: steps end where teeth touch and part. Without that kinks that lie between the stages of a step leave an error beyond the bound at the two looser accuracies.
#[test]
fn a_wheel_that_bounces_keeps_its_time() {
    let machine = bouncing();
    let end = 0.0043;
    let known = turn(end);
    for accuracy in [1e-7, 1e-9, 1e-11] {
        let off = (turned(&machine, accuracy, end) - known).abs();
        // Accuracies are those of a radian. An error of the speed at a flank is one of the time in which the wheel is back, four times until then.
        assert!(off < 30.0 * accuracy, "{accuracy:e}: {off:e} of {known:e}");
    }
}
