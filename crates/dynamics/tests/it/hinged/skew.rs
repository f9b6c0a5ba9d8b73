//! A machine of all kinds of elements that act on turns.

use pitchline_contact::DragTorque;
use pitchline_dynamics::samples::SpringActuator;
use pitchline_dynamics::{
    Connector, ContinuousController, ControlledTorque, Controller, ControllerData, DcMotor,
    DcMotorData, Drive, Frame, HingeFriction, HingeFrictionData, Joint, Load, LoadAxes, Machine,
    NodeId, PlanarContact, RigidBody, Rotation, Sensed, Signal, Spring, Standstill, Stiction,
    TimeFunction, TorqueBetween, TorsionSpring, ViscousTorque,
};
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::{Vector, plus};

/// Two wheels and a disc beside the first, of all kinds of elements that act on turns, somewhere in space: axes of the wheels are
/// parallel, those of their bodies are anywhere.
pub struct Skew {
    pub machine: Machine,
    nodes: [NodeId; 3],
}

impl Skew {
    pub fn new() -> Self {
        let turned = Rotation::from_vector([0.4, -0.7, 1.1]);
        let axes = turned.matrix();
        let origin = [0.3, -0.2, 0.5];
        let place = |p: Vector| plus(origin, times(&axes, p));
        let mut machine = Machine::new();
        machine.gravity = [0.3, -0.5, -9.81];
        let distance = SpringActuator::RADII.iter().sum::<f64>();
        let places = [[0.0; 3], [distance, 0.0, 0.01], [0.0, 0.0, 0.07]];
        let own = [[0.2, 0.1, -0.3], [-0.5, 0.4, 0.9], [1.2, 0.0, 0.3]];
        let mut nodes = [NodeId::GROUND; 3];
        let mut hinges = Vec::new();
        for i in 0..3 {
            let rotation = Rotation::from_vector(own[i]);
            nodes[i] = machine.add_node("body", place(places[i]), rotation);
            let inertia = [[2e-3, 1e-4, 0.0], [1e-4, 1e-3, 2e-4], [0.0, 2e-4, 3e-3]];
            let (node, mass) = (nodes[i], 0.7);
            let body = RigidBody {
                node,
                mass,
                inertia,
            };
            machine.add("body", body).unwrap();
            // Arms of hinges along the axis; the third is hung with its ground second.
            let at = place(plus(places[i], [0.0, 0.0, 0.02]));
            let pose = pitchline_dynamics::Pose {
                place: place(places[i]),
                axes: rotation.matrix(),
            };
            let frame = Frame::from_ground(nodes[i], &pose, at, &axes);
            let ground = Frame {
                node: NodeId::GROUND,
                place: at,
                axes,
            };
            let joint = match i {
                2 => Joint::revolute(frame, ground),
                _ => Joint::revolute(ground, frame),
            };
            machine.add("hinge", joint).unwrap();
            hinges.push([ground, frame]);
        }
        let mut skew = Self { machine, nodes };
        skew.connect(&hinges);
        skew
    }

    fn connect(&mut self, hinges: &[[Frame; 2]]) {
        let machine = &mut self.machine;
        let data = SpringActuator::default().contact().unwrap();
        let [_, a] = hinges[0];
        let [ground, b] = hinges[1];
        let [_, c] = hinges[2];
        let contact = PlanarContact::build("mesh", machine, a, b, data.clone()).unwrap();
        machine.add("mesh", contact).unwrap();
        let smooth = pitchline_dynamics::PlanarContactData {
            stiction: Stiction::Regularised(0.01),
            ..data
        };
        let contact = PlanarContact::build("mesh", machine, b, a, smooth).unwrap();
        machine.add("smooth mesh", contact).unwrap();
        let spring = TorsionSpring {
            stiffness: 30.0,
            damping: 0.2,
            rest_angle: 0.3,
        };
        let spring = Connector::new(machine, a, c, spring);
        machine.add("spring", spring).unwrap();
        let drag = Connector::new(machine, ground, b, ViscousTorque { coefficient: 0.1 });
        machine.add("drag", drag).unwrap();
        let function = TimeFunction::Ramp {
            start: 0.0,
            end: 1.0,
            from: 1.0,
            to: 3.0,
        };
        let torque = TorqueBetween {
            function: function.clone(),
        };
        let torque = Connector::new(machine, c, a, torque);
        machine.add("torque", torque).unwrap();
        for axes in [LoadAxes::Ground, LoadAxes::Body] {
            let mut load = Load::new(a, axes);
            load.torque = [0.3, -0.4, 0.9].map(TimeFunction::Constant);
            load.torque[1] = function.clone();
            load.force = [4.0, 5.0, -6.0].map(TimeFunction::Constant);
            machine.add("load", load).unwrap();
            // Off the axis it has a lever.
            let mut load = Load::new(Frame::at(self.nodes[1]), axes);
            load.on.place = [0.1, 0.02, -0.03];
            load.force = [4.0, 5.0, -6.0].map(TimeFunction::Constant);
            machine.add("load off the axis", load).unwrap();
        }
        // A law that knows nothing of turns, between points off the axes.
        let [p, q] = [self.nodes[0], self.nodes[1]].map(|node| Frame {
            place: [0.03, -0.01, 0.02],
            ..Frame::at(node)
        });
        let spring = Spring {
            stiffness: 2e3,
            damping: 3.0,
            rest_length: 0.02,
        };
        let spring = Connector::new(machine, p, q, spring);
        machine.add("line", spring).unwrap();
        let friction = HingeFrictionData {
            drag: DragTorque {
                constant: 0.2,
                static_torque: 0.3,
                ..DragTorque::default()
            },
            pressed: TimeFunction::Constant(1.0),
            standstill: Standstill::Sticks,
        };
        let friction = HingeFriction::build("seal", machine, ground, b, friction).unwrap();
        machine.add("seal", friction).unwrap();
        Self::control(machine, [ground, b], [a, c]);
        let drive = Drive::speed(ground, b, TimeFunction::Constant(2.0), 0.1);
        machine.add("drive", drive).unwrap();
    }

    /// A controller that looks at one turn, and a motor and a torque that take what it holds.
    fn control(machine: &mut Machine, seen: [Frame; 2], driven: [Frame; 2]) {
        let data = ControllerData {
            sensed: Sensed::Angle,
            setpoint: Signal::Given(TimeFunction::Constant(0.7)),
            proportional: 3.0,
            integral: 2.0,
            limits: [-40.0, 40.0],
            anti_windup: true,
            sample_time: 0.1,
        };
        let controller =
            Controller::build("loop", machine, seen[0], seen[1], data.clone()).unwrap();
        let held = Signal::Held(controller.output());
        machine.add("loop", controller).unwrap();
        let data = ControllerData {
            sample_time: 0.0,
            ..data
        };
        let continuous = ContinuousController::build("now", machine, seen[1], driven[0], data);
        let followed = continuous.map(|controller| {
            machine.add("now", controller.clone()).unwrap();
            Signal::Followed(Box::new(controller))
        });
        for voltage in [held, followed.unwrap()] {
            Self::drive_by(machine, driven, voltage);
        }
    }

    fn drive_by(machine: &mut Machine, driven: [Frame; 2], voltage: Signal) {
        let torque =
            ControlledTorque::build("torque", machine, driven[1], driven[0], voltage.clone())
                .unwrap();
        machine.add("controlled torque", torque).unwrap();
        for inductance in [0.0, 2e-3] {
            let data = DcMotorData {
                resistance: 0.8,
                inductance,
                torque_constant: 0.06,
                voltage: voltage.clone(),
            };
            let motor = DcMotor::build("motor", machine, driven[0], driven[1], data).unwrap();
            machine.add("motor", motor).unwrap();
        }
    }
}
