//! Machines whose linear motion is known in closed form.

use pitchline_dynamics::{
    Bushing, Connector, Drive, Equations, Error, Frame, Joint, LinearMachine, Machine, NodeId,
    RigidBody, Rotation, Steady, SteadyOptions, TimeFunction,
};

/// Axes whose z is the ground's x.
pub const ALONG_X: [[f64; 3]; 3] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

pub fn on(node: NodeId, place: [f64; 3]) -> Frame {
    Frame {
        place,
        ..Frame::at(node)
    }
}

/// A body with equal moments across z.
pub fn body(node: NodeId, mass: f64, polar: f64, across: f64) -> RigidBody {
    RigidBody {
        node,
        mass,
        inertia: [[across, 0.0, 0.0], [0.0, across, 0.0], [0.0, 0.0, polar]],
    }
}

/// Masses on a rail along x between springs: n of them, each of `mass`, springs with stiffness and damping along x, held at both
/// ends or free.
pub fn chain(n: usize, mass: f64, stiffness: f64, damping: f64, is_held: bool) -> Machine {
    let mut machine = Machine::new();
    let mut nodes = vec![NodeId::GROUND];
    for i in 1..=n {
        let node = machine.add_node(
            &format!("mass {i}"),
            [i as f64, 0.0, 0.0],
            Rotation::IDENTITY,
        );
        machine.add("body", body(node, mass, 0.1, 0.1)).unwrap();
        let rail = Frame {
            axes: ALONG_X,
            ..Frame::at(NodeId::GROUND)
        };
        let shoe = Frame {
            axes: ALONG_X,
            ..Frame::at(node)
        };
        machine.add("rail", Joint::prismatic(rail, shoe)).unwrap();
        nodes.push(node);
    }
    let spring = |machine: &mut Machine, a: Frame, b: Frame| {
        let along = |value: f64| [value, 0.0, 0.0, 0.0, 0.0, 0.0];
        let law = Bushing::diagonal(along(stiffness), along(damping));
        let connector = Connector::new(machine, a, b, law);
        machine.add("spring", connector).unwrap();
    };
    for i in 0..n {
        if i > 0 || is_held {
            spring(
                &mut machine,
                on(nodes[i], [1.0, 0.0, 0.0]),
                Frame::at(nodes[i + 1]),
            );
        }
    }
    if is_held {
        let wall = on(NodeId::GROUND, [n as f64, 0.0, 0.0]);
        spring(&mut machine, wall, Frame::at(nodes[n]));
    }
    machine
}

/// A rigid rotor along z between two bearings, driven.
#[derive(Debug, Clone, Copy)]
pub struct Rotor {
    pub mass: f64,
    pub polar: f64,
    pub across: f64,
    /// Bearings are so far from the middle.
    pub arm: f64,
    /// Of each bearing along x and y.
    pub stiffness: [f64; 2],
    pub damping: f64,
    pub speed: f64,
}

impl Default for Rotor {
    fn default() -> Self {
        Self {
            mass: 8.0,
            polar: 0.09,
            across: 0.06,
            arm: 0.2,
            stiffness: [3e5, 3e5],
            damping: 0.0,
            speed: 300.0,
        }
    }
}

impl Rotor {
    pub fn build(&self) -> (Machine, NodeId) {
        let mut machine = Machine::new();
        let node = self.add_to(&mut machine);
        (machine, node)
    }

    /// One more rotor in a machine.
    pub fn add_to(&self, machine: &mut Machine) -> NodeId {
        // Turned somehow: nothing may depend on it.
        let node = machine.add_node("rotor", [0.0; 3], Rotation::from_vector([0.0, 0.0, 0.7]));
        machine
            .add("body", body(node, self.mass, self.polar, self.across))
            .unwrap();
        let [x, y] = self.stiffness;
        for (name, z) in [("left bearing", -self.arm), ("right bearing", self.arm)] {
            let stiffness = [x, y, 1e6, 0.0, 0.0, 0.0];
            let damping = [self.damping, self.damping, 0.0, 0.0, 0.0, 0.0];
            let law = Bushing::diagonal(stiffness, damping);
            let (a, b) = (on(NodeId::GROUND, [0.0, 0.0, z]), on(node, [0.0, 0.0, z]));
            let connector = Connector::new(machine, a, b, law);
            machine.add(name, connector).unwrap();
        }
        let drive = Drive::speed(
            Frame::at(NodeId::GROUND),
            Frame::at(node),
            TimeFunction::Constant(self.speed),
            0.7,
        );
        machine.add("drive", drive).unwrap();
        node
    }

    /// Frequencies of tilting at a speed: backward, forward. Id φ̈ − i Ip Ω φ̇ + k φ = 0.
    pub fn tilting(&self, speed: f64) -> [f64; 2] {
        let half = 0.5 * self.polar * speed / self.across;
        let square = 2.0 * self.stiffness[0] * self.arm.powi(2) / self.across;
        let root = (half * half + square).sqrt();
        [root - half, root + half]
    }

    /// Frequency of moving across.
    pub fn bouncing(&self) -> f64 {
        (2.0 * self.stiffness[0] / self.mass).sqrt()
    }
}

/// A disc on a shaft without mass whose hub is driven: damping in the shaft turns with it, damping outside does not.
pub fn jeffcott(
    mass: f64,
    stiffness: f64,
    [inside, outside]: [f64; 2],
    speed: f64,
) -> (Machine, NodeId) {
    let mut machine = Machine::new();
    let hub = machine.add_node("hub", [0.0; 3], Rotation::IDENTITY);
    let disc = machine.add_node("disc", [0.0; 3], Rotation::IDENTITY);
    machine.add("body", body(disc, mass, 0.02, 0.01)).unwrap();
    let ground = Frame::at(NodeId::GROUND);
    machine
        .add("bearing", Joint::revolute(ground, Frame::at(hub)))
        .unwrap();
    let drive = Drive::speed(ground, Frame::at(hub), TimeFunction::Constant(speed), 0.0);
    machine.add("drive", drive).unwrap();
    let shaft = Bushing::diagonal(
        [stiffness, stiffness, 1e9, 1e7, 1e7, 1e7],
        [inside, inside, 0.0, 0.0, 0.0, 0.0],
    );
    let connector = Connector::new(&mut machine, Frame::at(hub), Frame::at(disc), shaft);
    machine.add("shaft", connector).unwrap();
    let air = Bushing::diagonal([0.0; 6], [outside, outside, 0.0, 0.0, 0.0, 0.0]);
    let connector = Connector::new(&mut machine, ground, Frame::at(disc), air);
    machine.add("air", connector).unwrap();
    (machine, disc)
}

/// Linearised at rest.
pub fn at_rest(machine: &Machine) -> Result<LinearMachine, Error> {
    let mut equations = Equations::new(machine);
    let steady = Steady::at_rest(&mut equations, &machine.start(0.0))?;
    LinearMachine::new(&mut equations, &steady)
}

/// Linearised while the drives turn.
pub fn turning(machine: &Machine) -> Result<LinearMachine, Error> {
    let mut equations = Equations::new(machine);
    let options = SteadyOptions::default();
    let steady = Steady::turning(&mut equations, &machine.start(0.0), &options)?;
    LinearMachine::checked(&mut equations, &steady)
}
