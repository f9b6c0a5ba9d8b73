//! A pinion on whose shaft torque grows, and a wheel against a spring: teeth stick, give way and stick again. \[linden\] Figs 8, 9 with
//! Coulomb friction.

use std::f64::consts::PI;

use pitchline_contact::{
    ContactPath, Elasticity, FrictionLevers, Levers, MeshDamping, MeshFriction, MeshLaw,
    PlanarKind, PlanarMesh, PlanarPairData, StiffnessVariation,
};

use crate::{
    Connector, Error, Frame, Joint, Load, LoadAxes, Machine, NodeId, PlanarContact,
    PlanarContactData, RigidBody, Rotation, Stiction, TimeFunction, TorsionSpring,
};

/// Numbers of the actuator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpringActuator {
    /// When teeth stick.
    pub stiction: Stiction,
    /// Coefficients in motion and at rest.
    pub friction: [f64; 2],
    /// How fast the torque on a grows (N m/s), for how long (s).
    pub ramp: [f64; 2],
}

impl Default for SpringActuator {
    fn default() -> Self {
        Self {
            stiction: Stiction::Mesh,
            friction: [0.1, 0.2],
            ramp: [1.0, 1000.0],
        }
    }
}

impl SpringActuator {
    /// Pitch radii of both wheels (m).
    pub const RADII: [f64; 2] = [0.010, 0.030];
    /// Tip radii (m).
    pub const TIP_RADII: [f64; 2] = [0.011, 0.031];
    /// Pressure angle (rad).
    pub const PRESSURE_ANGLE: f64 = 20.0 * PI / 180.0;
    /// Inertias (kg m²).
    pub const INERTIAS: [f64; 2] = [5e-4, 1e-3];
    /// Of the mesh: force along the line of action over deflection on the pitch circle (N/m), and over its rate (N s/m).
    pub const MESH: [f64; 2] = [2e8, 2e5];
    /// Torques at the start (N m): on a, and on b where its spring is not turned.
    pub const TORQUES: [f64; 2] = [5.0, 15.0];
    /// Spring (N m/rad) and damper (N m s/rad) of b.
    pub const SPRING: [f64; 2] = [1000.0, 0.23452];

    /// The contact as data.
    pub fn contact(&self) -> Result<PlanarContactData, pitchline_contact::LawError> {
        let pair = PlanarPairData {
            kind: PlanarKind::External,
            teeth: [20, 60],
            pitch_radii: Self::RADII,
            pressure_angle: Self::PRESSURE_ANGLE,
            base_helix_angle: 0.0,
        }
        .build()?;
        let path = ContactPath::from_tips(&pair, Self::TIP_RADII)?;
        Ok(PlanarContactData {
            pair,
            mesh: PlanarMesh {
                law: MeshLaw {
                    elasticity: Elasticity::Linear {
                        stiffness: Self::MESH[0],
                    },
                    damping: MeshDamping::always(Self::MESH[1]),
                    backlash: 0.0,
                },
                variation: StiffnessVariation::None,
            },
            levers: FrictionLevers::Constant(Levers::smeared(&pair, &path)),
            friction: MeshFriction::Coulomb {
                coefficient: self.friction[0],
                static_coefficient: self.friction[1],
            },
            stiction: self.stiction,
            start_cycle: 0.0,
        })
    }
}

/// The machine and its contact, whose multiplier is the first.
pub fn spring_actuator(of: &SpringActuator) -> Result<(Machine, PlanarContact), Error> {
    let mut machine = Machine::new();
    let centers = [
        [0.0; 3],
        [SpringActuator::RADII.iter().sum::<f64>(), 0.0, 0.0],
    ];
    let mut nodes = [NodeId::GROUND; 2];
    for (i, name) in ["wheel a", "wheel b"].into_iter().enumerate() {
        nodes[i] = machine.add_node(name, centers[i], Rotation::IDENTITY);
        let body = RigidBody {
            node: nodes[i],
            mass: 1.0,
            inertia: super::plane_inertia(SpringActuator::INERTIAS[i]),
        };
        machine.add(name, body)?;
    }
    let data = of.contact().map_err(|error| Error::Law {
        of: "mesh".to_owned(),
        error,
    })?;
    let [a, b] = nodes.map(Frame::at);
    let contact = PlanarContact::build("mesh", &mut machine, a, b, data)?;
    machine.add("mesh", contact.clone())?;
    let ground = centers.map(|place| Frame {
        place,
        ..Frame::at(NodeId::GROUND)
    });
    machine.add("bearing a", Joint::revolute(ground[0], a))?;
    machine.add("bearing b", Joint::revolute(ground[1], b))?;
    let [rate, duration] = of.ramp;
    let mut load = Load::new(a, LoadAxes::Body);
    load.torque[2] = TimeFunction::Ramp {
        start: 0.0,
        end: duration,
        from: SpringActuator::TORQUES[0],
        to: SpringActuator::TORQUES[0] + rate * duration,
    };
    machine.add("motor", load)?;
    let [stiffness, damping] = SpringActuator::SPRING;
    let spring = TorsionSpring {
        stiffness,
        damping,
        rest_angle: SpringActuator::TORQUES[1] / stiffness,
    };
    let spring = Connector::new(&mut machine, ground[1], b, spring);
    machine.add("spring", spring)?;
    Ok((machine, contact))
}
