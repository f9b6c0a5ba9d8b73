//! A spur transmission with transmission error and backlash: two discs, two shafts, two equal wheels. \[cardona\] 7.3.
//!
//! In the units of its source: lbf, in, s. The line of centres is vertical (y); disc 1 is driven, the torque acts on disc 2; damping of the mesh acts
//! in the play too.

use std::f64::consts::TAU;

use pitchline_contact::{
    Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError, damping_by_ratio,
    equivalent_mass,
};
use pitchline_geometry::{PitchGear, PitchPair};

use crate::{
    Bushing, Connector, Drive, Error, Frame, GearJoint, GearMesh, Joint, Load, LoadAxes, Machine,
    NodeId, RigidBody, Rotation, TimeFunction, TorsionSpring, WheelSeat,
};

/// Numbers of the transmission.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transmission {
    /// Whether the supports of the wheels give.
    pub is_soft: bool,
    /// Backlash in the hoop direction (in).
    pub backlash: f64,
}

impl Transmission {
    /// Rigid supports, no backlash.
    pub const A: Self = Self {
        is_soft: false,
        backlash: 0.0,
    };
    /// Soft supports.
    pub const B: Self = Self {
        is_soft: true,
        backlash: 0.0,
    };
    /// Backlash.
    pub const C: Self = Self {
        is_soft: false,
        backlash: 0.001968,
    };
    /// Both.
    pub const D: Self = Self {
        is_soft: true,
        backlash: 0.001968,
    };
    /// Pitch radius of both wheels (in).
    pub const RADIUS: f64 = 3.937 / 2.0;
    /// Their teeth.
    pub const TEETH: u32 = 25;
    /// Their inertia (lbf s² in), and that of disc 2.
    pub const INERTIA: f64 = 0.0102;
    /// Speed of disc 1 (rad/s).
    pub const SPEED: f64 = 200.0 * TAU;
    /// Torque on disc 2 (lbf in).
    pub const TORQUE: f64 = 945.8;
    /// Of the mesh in the hoop direction, and of each support across (lbf/in).
    pub const STIFFNESS: f64 = 1.477e7;
    /// Amplitude of the transmission error (in).
    pub const ERROR: f64 = 0.003937;
    /// Of shafts 1 and 2 (lbf in/rad).
    pub const SHAFT_STIFFNESS: [f64; 2] = [1.7e4, 3.0e4];
    /// Their damping (lbf in s/rad).
    pub const SHAFT_DAMPING: [f64; 2] = [0.076026, 0.12369];
    const MASS: f64 = 5.36e-3;
    const DISC_1: f64 = 0.051;
    const SUPPORT_DAMPING: f64 = 50.0;

    /// Force of the mesh over its deformation.
    pub fn law(&self) -> MeshLaw {
        let mass = equivalent_mass([Self::INERTIA; 2], [Self::RADIUS; 2]);
        MeshLaw {
            elasticity: Elasticity::Linear {
                stiffness: Self::STIFFNESS,
            },
            damping: MeshDamping::always(damping_by_ratio(0.1, Self::STIFFNESS, mass)),
            backlash: self.backlash,
        }
    }
}

/// The machine and its gear joint, whose multipliers are the first.
pub fn transmission(case: Transmission) -> Result<(Machine, GearJoint), Error> {
    let mut machine = Machine::new();
    // Discs stand beside their wheels: lengths of shafts do not matter.
    let centers = [[0.0; 3], [0.0, 2.0 * Transmission::RADIUS, 0.0]];
    let beside = [[0.0, 0.0, -5.0], [0.0, 2.0 * Transmission::RADIUS, 5.0]];
    let disc_1 = body(&mut machine, "disc 1", beside[0], Transmission::DISC_1)?;
    let a = body(&mut machine, "wheel a", centers[0], Transmission::INERTIA)?;
    let b = body(&mut machine, "wheel b", centers[1], Transmission::INERTIA)?;
    let disc_2 = body(&mut machine, "disc 2", beside[1], Transmission::INERTIA)?;
    let joint = mesh(&mut machine, case, [a, b], centers)?;
    machine.add("pair", joint.clone())?;
    for (name, node, place) in [
        ("bearing 1", disc_1, beside[0]),
        ("bearing 2", disc_2, beside[1]),
    ] {
        machine.add(name, Joint::revolute(ground(place), Frame::at(node)))?;
    }
    for (name, node, place) in [("support a", a, centers[0]), ("support b", b, centers[1])] {
        support(&mut machine, case, name, [ground(place), Frame::at(node)])?;
    }
    for (i, (name, from, to)) in [("shaft 1", disc_1, a), ("shaft 2", disc_2, b)]
        .into_iter()
        .enumerate()
    {
        let spring = TorsionSpring {
            stiffness: Transmission::SHAFT_STIFFNESS[i],
            damping: Transmission::SHAFT_DAMPING[i],
            rest_angle: 0.0,
        };
        let spring = Connector::new(&mut machine, Frame::at(from), Frame::at(to), spring);
        machine.add(name, spring)?;
    }
    let speed = TimeFunction::Constant(Transmission::SPEED);
    machine.add(
        "drive",
        Drive::speed(ground(beside[0]), Frame::at(disc_1), speed, 0.0),
    )?;
    let mut load = Load::new(Frame::at(disc_2), LoadAxes::Body);
    load.torque[2] = TimeFunction::Constant(Transmission::TORQUE);
    machine.add("load", load)?;
    Ok((machine, joint))
}

fn mesh(
    machine: &mut Machine,
    case: Transmission,
    nodes: [NodeId; 2],
    centers: [[f64; 3]; 2],
) -> Result<GearJoint, Error> {
    let gear = PitchGear {
        teeth: Transmission::TEETH,
        radius: Transmission::RADIUS,
        cone_angle: 0.0,
        helix_angle: 0.0,
    };
    let pair = PitchPair {
        a: gear,
        b: gear,
        pressure_angle: 20f64.to_radians(),
    };
    let mesh = GearMesh {
        law: case.law(),
        error: TransmissionError::Amplitude(Transmission::ERROR),
        start_cycle: 0.0,
    };
    let seats = [0, 1].map(|i| WheelSeat {
        node: nodes[i],
        center: centers[i],
        axis: [0.0, 0.0, 1.0],
    });
    // As published: teeth that do not see the shafts bend.
    GearJoint::on_wheels(machine, "pair", seats, pair, Some(mesh), Friction::None)
}

fn support(
    machine: &mut Machine,
    case: Transmission,
    name: &str,
    [a, b]: [Frame; 2],
) -> Result<(), Error> {
    if !case.is_soft {
        return machine.add(name, Joint::revolute(a, b)).map(|_| ());
    }
    let (k, c) = (Transmission::STIFFNESS, Transmission::SUPPORT_DAMPING);
    let law = Bushing::diagonal([k, k, 0.0, 0.0, 0.0, 0.0], [c, c, 0.0, 0.0, 0.0, 0.0]);
    let law = Connector::new(machine, a, b, law);
    machine.add(name, law)?;
    machine.add(name, Joint::planar(a, b)).map(|_| ())
}

fn ground(place: [f64; 3]) -> Frame {
    Frame {
        place,
        ..Frame::at(NodeId::GROUND)
    }
}

fn body(machine: &mut Machine, name: &str, place: [f64; 3], inertia: f64) -> Result<NodeId, Error> {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: Transmission::MASS,
        inertia: super::plane_inertia(inertia),
    };
    machine.add(name, body)?;
    Ok(node)
}
