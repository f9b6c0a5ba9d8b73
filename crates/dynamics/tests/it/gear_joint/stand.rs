//! A test stand: two wheels on hinges where their pitch surfaces touch, a driven, b loaded.

use pitchline_contact::Friction;
use pitchline_dynamics::{
    AssemblyOptions, Drive, Element, Equations, Frame, GearJoint, GearJointState, GearMesh, Joint,
    Kinematic, Load, LoadAxes, Machine, NodeId, RackSeat, RigidBody, Rotation, State, TimeFunction,
    WheelSeat, assemble,
};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::{Vector, cross, plus, times as scale};
use pitchline_geometry::{PitchPair, RackContact};

/// How the stand is run.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Constant speed of a (rad/s).
    pub speed: f64,
    /// Outer torque on b about its axis (N m), or force along its travel.
    pub load: f64,
    pub mesh: Option<GearMesh>,
    pub friction: Friction,
    /// Whether b is driven and a loaded instead.
    pub is_b_driven: bool,
    /// The whole stand is turned.
    pub turn: Rotation,
    /// The bearing of b is so far off (m), and tilted (rad), ground axes.
    pub off: Vector,
    pub tilt: Vector,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            speed: 10.0,
            load: 0.0,
            mesh: None,
            friction: Friction::None,
            is_b_driven: false,
            turn: Rotation::from_vector([0.4, -0.7, 1.1]),
            off: [0.0; 3],
            tilt: [0.0; 3],
        }
    }
}

pub struct Stand {
    pub machine: Machine,
    pub joint: GearJoint,
    drive: Drive,
    load: Load,
}

/// What the stand does at a time.
pub struct Seen {
    pub pair: GearJointState,
    /// Power of the drive and of the load, and of nothing else (W).
    pub supplied: f64,
    pub dissipated: f64,
}

fn wheel(machine: &mut Machine, name: &str, place: Vector, axes: [Vector; 3]) -> (NodeId, Joint) {
    let [axis, towards, turning] = axes;
    let matrix = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
    let node = machine.add_node(name, place, Rotation::from_matrix(&matrix));
    let body = RigidBody {
        node,
        mass: 2.0,
        inertia: [[0.02, 0.0, 0.0], [0.0, 0.02, 0.0], [0.0, 0.0, 0.03]],
    };
    machine.add(name, body).unwrap();
    let ground = Frame {
        node: NodeId::GROUND,
        place,
        axes: matrix,
    };
    (node, Joint::revolute(ground, Frame::at(node)))
}

/// Two wheels.
pub fn stand(pair: PitchPair, setting: &Setting) -> Stand {
    let mut machine = Machine::new();
    let q = setting.turn.matrix();
    let away = [0.3, -0.2, 0.5];
    let turned = |v: Vector| times(&q, v);
    let frame_a = pair.frame_a().map(turned);
    let center_b = plus(plus(away, turned(pair.center_b())), setting.off);
    // A ring's axis runs against its own +z in the frame of the pair; so does that of its pinion when the ring is a.
    let sign = if pair.a.is_ring() || pair.b.is_ring() {
        -1.0
    } else {
        1.0
    };
    let [axis, towards, _] = pair.frame_b().map(turned);
    let axis_b = scale(sign, axis);
    let tilt = Rotation::from_vector(setting.tilt).matrix();
    let frame_b = [axis_b, towards, cross(axis_b, towards)].map(|v| times(&tilt, v));
    let axis_b = frame_b[0];
    let (a, hinge_a) = wheel(&mut machine, "a", away, frame_a);
    let (b, hinge_b) = wheel(&mut machine, "b", center_b, frame_b);
    let seat = |node, center, axis| WheelSeat { node, center, axis };
    let seats = [seat(a, away, frame_a[0]), seat(b, center_b, axis_b)];
    let (mesh, friction) = (setting.mesh.clone(), setting.friction.clone());
    let joint = GearJoint::on_wheels(&mut machine, "pair", seats, pair, mesh, friction).unwrap();
    let (driven, loaded) = if setting.is_b_driven { (b, a) } else { (a, b) };
    let mut load = Load::new(Frame::at(loaded), LoadAxes::Body);
    load.torque[2] = TimeFunction::Constant(setting.load);
    finish(machine, joint, driven, [hinge_a, hinge_b], load, setting)
}

/// A wheel on a rack that a slide carries along its travel.
pub fn rack_stand(contact: RackContact, setting: &Setting) -> Stand {
    let mut machine = Machine::new();
    let q = setting.turn.matrix();
    let frame = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|v| times(&q, v));
    let (a, hinge_a) = wheel(&mut machine, "a", [0.0; 3], frame);
    let [axis, towards, turning] = frame;
    let place = plus(scale(contact.gear.radius, towards), scale(0.2, turning));
    // z of the slide is the travel.
    let matrix = std::array::from_fn(|i| [axis[i], towards[i], turning[i]]);
    let b = machine.add_node("b", place, Rotation::from_matrix(&matrix));
    let inertia = [[0.02, 0.0, 0.0], [0.0, 0.02, 0.0], [0.0, 0.0, 0.03]];
    let body = RigidBody {
        node: b,
        mass: 2.0,
        inertia,
    };
    machine.add("b", body).unwrap();
    let ground = Frame {
        node: NodeId::GROUND,
        place,
        axes: matrix,
    };
    let slide = Joint::prismatic(ground, Frame::at(b));
    let seats = (
        WheelSeat {
            node: a,
            center: [0.0; 3],
            axis,
        },
        RackSeat {
            node: b,
            place,
            outward: scale(-1.0, towards),
        },
    );
    let (mesh, friction) = (setting.mesh.clone(), setting.friction.clone());
    let joint = GearJoint::on_rack(&mut machine, "pair", seats, contact, mesh, friction).unwrap();
    let mut load = Load::new(Frame::at(b), LoadAxes::Body);
    load.force[2] = TimeFunction::Constant(setting.load);
    finish(machine, joint, a, [hinge_a, slide], load, setting)
}

fn finish(
    mut machine: Machine,
    joint: GearJoint,
    driven: NodeId,
    bearings: [Joint; 2],
    load: Load,
    setting: &Setting,
) -> Stand {
    machine.add("pair", joint.clone()).unwrap();
    for (name, bearing) in ["hinge a", "bearing b"].into_iter().zip(&bearings) {
        machine.add(name, bearing.clone()).unwrap();
    }
    let between = bearings[usize::from(setting.is_b_driven)].between;
    let drive = Drive::speed(
        between.a,
        between.b,
        TimeFunction::Constant(setting.speed),
        0.0,
    );
    machine.add("drive", drive.clone()).unwrap();
    machine.add("load", load.clone()).unwrap();
    machine.node_mut(driven).unwrap().spin = [0.0, 0.0, setting.speed];
    Stand {
        machine,
        joint,
        drive,
        load,
    }
}

impl Stand {
    /// The motion that the drive prescribes, at a time; rigid teeth only.
    pub fn at(&self, time: f64) -> Seen {
        let mut equations = Equations::new(&self.machine);
        let mut state = self.machine.start(0.0);
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let mut kinematic = Kinematic::new(&mut equations, &state, 1e-13).unwrap();
        // A tenth of a turn or so at a time.
        let steps = (time.abs() * 20.0).ceil().max(1.0) as u32;
        for i in 0..=steps {
            let t = time * f64::from(i) / f64::from(steps);
            kinematic.go_to(&mut equations, &mut state, t).unwrap();
        }
        self.see(&mut equations, &state)
    }

    fn see(&self, equations: &mut Equations, state: &State) -> Seen {
        equations.set(state).unwrap();
        let dissipated = equations.energy().dissipated;
        let k = equations.kinematics();
        // The drive was added last of what has multipliers.
        let of_drive = &state.multipliers[state.multipliers.len() - 1..];
        let supplied = self.drive.energy(k, of_drive).supplied + self.load.energy(k, &[]).supplied;
        Seen {
            // The joint was added after two bodies, first of what has multipliers.
            pair: self.joint.state(k, &state.multipliers[..3]),
            supplied,
            dissipated,
        }
    }
}

#[track_caller]
pub fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} instead of {expected}"
    );
}
