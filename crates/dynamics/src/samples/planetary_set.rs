//! A planetary set of elastic gears: the sun is driven, the ring held, the carrier loaded.

use std::f64::consts::{PI, TAU};

use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use pitchline_geometry::{PitchGear, PitchPair};

use crate::{
    Drive, Error, Frame, GearJoint, GearMesh, Joint, Load, LoadAxes, Machine, NodeId, RigidBody,
    Rotation, TimeFunction, WheelSeat,
};

/// Teeth of sun, planets and ring, of module 2 mm.
const TEETH: [u32; 3] = [30, 24, 78];
const MODULE: f64 = 2e-3;

fn gear(teeth: u32, cone_angle: f64) -> PitchGear {
    PitchGear {
        teeth,
        radius: 0.5 * MODULE * f64::from(teeth),
        cone_angle,
        helix_angle: 0.0,
    }
}

/// With so many planets, the sun at 3000 rpm against 50 N m on the carrier. Teeth have a stiffness of 0.3 N/nm, 20 um of play and an
/// error of 2 um once a tooth.
pub fn planetary_set(planets: u32) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    let [sun, ring, carrier] = [("sun", 2e-4), ("ring", 2e-3), ("carrier", 1e-3)]
        .map(|(name, inertia)| body(&mut machine, name, [0.0; 3], inertia));
    let (sun, ring, carrier) = (sun?, ring?, carrier?);
    let [of_sun, of_planet, of_ring] =
        [gear(TEETH[0], 0.0), gear(TEETH[1], 0.0), gear(TEETH[2], PI)];
    let distance = of_sun.radius + of_planet.radius;
    for i in 0..planets {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(planets)).sin_cos();
        let center = [distance * cos, distance * sin, 0.0];
        let planet = body(&mut machine, "planet", center, 5e-5)?;
        for (node, a) in [(sun, of_sun), (ring, of_ring)] {
            let joint = mesh(&mut machine, [node, planet], center, [a, of_planet])?;
            machine.add("pair", joint)?;
        }
        let pin = Frame {
            place: center,
            ..Frame::at(carrier)
        };
        machine.add("pin", Joint::revolute(pin, Frame::at(planet)))?;
    }
    let ground = Frame::at(NodeId::GROUND);
    for (name, node) in [("sun", sun), ("ring", ring), ("carrier", carrier)] {
        machine.add(name, Joint::revolute(ground, Frame::at(node)))?;
    }
    let speed = 50.0 * TAU;
    for (name, node, speed) in [("drive", sun, speed), ("hold", ring, 0.0)] {
        machine.add(
            name,
            Drive::speed(ground, Frame::at(node), TimeFunction::Constant(speed), 0.0),
        )?;
    }
    let mut load = Load::new(Frame::at(carrier), LoadAxes::Body);
    load.torque[2] = TimeFunction::Constant(-50.0);
    machine.add("load", load)?;
    Ok(machine)
}

fn mesh(
    machine: &mut Machine,
    nodes: [NodeId; 2],
    center: [f64; 3],
    [a, b]: [PitchGear; 2],
) -> Result<GearJoint, Error> {
    let seats = [(nodes[0], [0.0; 3]), (nodes[1], center)].map(|(node, center)| WheelSeat {
        node,
        center,
        axis: [0.0, 0.0, 1.0],
    });
    let pair = PitchPair {
        a,
        b,
        pressure_angle: 20f64.to_radians(),
    };
    let mesh = GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear { stiffness: 3e8 },
            damping: MeshDamping::always(1e3),
            backlash: 20e-6,
        },
        error: TransmissionError::Amplitude(2e-6),
        start_cycle: 0.0,
    };
    GearJoint::on_wheels(machine, "pair", seats, pair, Some(mesh), Friction::None)
}

fn body(machine: &mut Machine, name: &str, place: [f64; 3], inertia: f64) -> Result<NodeId, Error> {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 0.5,
        inertia: super::plane_inertia(inertia),
    };
    machine.add(name, body)?;
    Ok(node)
}
