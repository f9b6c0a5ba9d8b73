//! Two wheels, each on a hexapod of springs, in mesh by any level: the only forces are those of springs and teeth.

use pitchline_contact::{
    Elasticity, Formulation, Friction, FrictionLevers, Levers, MeshDamping, MeshFriction, MeshLaw,
    PlanarKind, PlanarMesh, PlanarPairData, StiffnessVariation, TransmissionError,
};
use pitchline_dynamics::{
    AssemblyOptions, Connector, ElementId, Equations, Frame, GearJoint, GearMesh, GearSpring,
    GearSpringData, Machine, NodeId, PlanarContact, PlanarContactData, RackSeat, RigidBody,
    Rotation, Spring, State, Statics, StaticsOptions, Stiction, ToothMesh, WheelSeat, assemble,
    closed_flank, loads_on_teeth,
};
use pitchline_geometry::tensor::{product, times};
use pitchline_geometry::vector::{Vector, length, minus, plus, times as scale};
use pitchline_geometry::{FlankSide, Hand, PitchPair, RackContact};

use crate::contract::Scatter;
use crate::gear_joint::kinds;

/// What meshes.
#[derive(Debug, Clone, Copy)]
pub enum Mesh {
    Wheels(PitchPair),
    Rack(RackContact),
    Planar(PlanarKind),
}

/// One of every kind.
pub fn every_kind() -> Vec<(&'static str, Mesh)> {
    let wheels = |name, pair| (name, Mesh::Wheels(pair));
    vec![
        wheels("spur", kinds::parallel(0.0, Hand::Right)),
        wheels("helical", kinds::parallel(25.0, Hand::Left)),
        wheels("ring b", kinds::internal(17.0, Hand::Right, false)),
        wheels("ring a", kinds::internal(17.0, Hand::Left, true)),
        wheels("bevel", kinds::bevel(0.0, Hand::Right, 90.0)),
        wheels("spiral bevel", kinds::bevel(35.0, Hand::Left, 75.0)),
        wheels("hypoid", kinds::hypoid(Hand::Right)),
        wheels("worm", kinds::worm(Hand::Right, 90.0, 2)),
        wheels("crossed", kinds::crossed([30.0, 20.0], Hand::Left)),
        ("rack", Mesh::Rack(kinds::rack(23.0, Hand::Right))),
        ("planar", Mesh::Planar(PlanarKind::External)),
        ("planar, ring b", Mesh::Planar(PlanarKind::RingB)),
        ("planar, ring a", Mesh::Planar(PlanarKind::RingA)),
    ]
}

/// How teeth are.
#[derive(Debug, Clone, Copy)]
pub struct Teeth {
    pub formulation: Formulation,
    /// None for rigid teeth, which planar contacts cannot have.
    pub stiffness: Option<f64>,
    pub damping: f64,
    pub in_gap: bool,
    pub backlash: f64,
}

impl Teeth {
    pub fn rigid(side: FlankSide) -> Self {
        Self {
            stiffness: None,
            ..Self::sprung(side)
        }
    }

    pub fn sprung(side: FlankSide) -> Self {
        Self {
            formulation: Formulation::OneFlank(side),
            stiffness: Some(STIFFNESS),
            damping: 0.0,
            in_gap: true,
            backlash: 0.0,
        }
    }

    fn law(&self, stiffness: f64) -> MeshLaw {
        MeshLaw {
            elasticity: Elasticity::Linear { stiffness },
            damping: match self.in_gap {
                true => MeshDamping::always(self.damping),
                false => MeshDamping::in_contact(self.damping, DAMPING_LOAD),
            },
            backlash: self.backlash,
        }
    }
}

pub const STIFFNESS: f64 = 2e8;
/// Force of the teeth at which damping in contact is that of the coefficient (N).
pub const DAMPING_LOAD: f64 = 1e3;

/// What holds the teeth together.
pub enum Held {
    Joint(ElementId, Box<GearJoint>),
    Planar(ElementId, Box<PlanarContact>),
}

/// Two sprung wheels.
pub struct Sprung {
    pub machine: Machine,
    mesh: Option<(Held, Teeth)>,
    /// The same with teeth sprung on the flank that the loads close, from where teeth that part are in equilibrium or near it.
    sprung: Option<Box<Self>>,
}

/// Places and axes (axis, towards the contact) of both members, as they mesh.
pub fn members(mesh: &Mesh) -> [(Vector, [Vector; 2]); 2] {
    match mesh {
        Mesh::Wheels(pair) => {
            let sign = if pair.a.is_ring() || pair.b.is_ring() {
                -1.0
            } else {
                1.0
            };
            let [axis_a, towards_a, _] = pair.frame_a();
            let [axis_b, towards_b, _] = pair.frame_b();
            [
                ([0.0; 3], [axis_a, towards_a]),
                (pair.center_b(), [scale(sign, axis_b), towards_b]),
            ]
        }
        Mesh::Rack(rack) => {
            let (z, x) = ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
            [
                ([0.0; 3], [z, x]),
                ([rack.gear.radius, 0.0, 0.0], [z, scale(-1.0, x)]),
            ]
        }
        Mesh::Planar(kind) => {
            let (z, x) = ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
            let distance = planar(*kind).pair.center_distance().abs();
            [
                ([0.0; 3], [z, x]),
                ([distance, 0.0, 0.0], [z, scale(-1.0, x)]),
            ]
        }
    }
}

/// A contact without friction of wheels as large as those of the other kinds.
pub fn planar(kind: PlanarKind) -> PlanarContactData {
    let teeth = match kind {
        PlanarKind::RingA => [67, 21],
        PlanarKind::External | PlanarKind::RingB => [21, 67],
    };
    let pair = PlanarPairData {
        kind,
        teeth,
        pitch_radii: teeth.map(|z| 1.5e-3 * f64::from(z)),
        pressure_angle: 20f64.to_radians(),
        base_helix_angle: 0.0,
    };
    let law = Teeth::sprung(FlankSide::Right).law(STIFFNESS);
    PlanarContactData {
        pair: pair.build().unwrap(),
        mesh: PlanarMesh {
            law,
            variation: StiffnessVariation::None,
        },
        levers: FrictionLevers::Constant(Levers::default()),
        friction: MeshFriction::None,
        stiction: Stiction::Mesh,
        start_cycle: 0.0,
    }
}

impl Sprung {
    /// At a random place, turned at random, with random springs that pull or push at the start with up to so many newtons.
    pub fn new(mesh: &Mesh, teeth: &Teeth, seed: u64, preload: f64) -> Self {
        let (mut machine, members) = wheels(mesh, seed, preload);
        let held = add_mesh(&mut machine, mesh, teeth, &members);
        let mut made = Self {
            machine,
            mesh: Some((held, *teeth)),
            sprung: None,
        };
        if teeth.formulation == Formulation::BothFlanks {
            let twin = Teeth {
                formulation: Formulation::OneFlank(closed_flank(made.load_on_teeth())),
                ..*teeth
            };
            made.sprung = Some(Box::new(Self::new(mesh, &twin, seed, preload)));
        }
        made
    }

    /// The same wheels, held together by the spring of involutes.
    pub fn by_mesh_spring(pair: &PitchPair, data: GearSpringData, seed: u64) -> Self {
        let (mut machine, members) = wheels(&Mesh::Wheels(*pair), seed, 0.0);
        let [a, b] = members.each_ref().map(in_own_axes);
        let spring = GearSpring::build("spring", &mut machine, a, b, data).unwrap();
        machine.add("spring", spring).unwrap();
        Self {
            machine,
            mesh: None,
            sprung: None,
        }
    }

    /// Normal force that the springs ask of the teeth (N).
    fn load_on_teeth(&self) -> f64 {
        let mesh = match &self.mesh {
            Some((Held::Joint(element, joint), _)) => (*element, ToothMesh::Joint(joint)),
            Some((Held::Planar(element, contact), _)) => (*element, ToothMesh::Planar(contact)),
            None => return 0.0,
        };
        loads_on_teeth(&self.machine, &[mesh]).unwrap()[0].first
    }

    /// Whether rigid teeth would be pulled on their flank.
    pub fn is_pulled(&self, equations: &Equations, state: &State) -> bool {
        match &self.mesh {
            Some((Held::Joint(_, joint), teeth)) if teeth.stiffness.is_none() => {
                let found = joint.state(equations.kinematics(), &state.multipliers);
                Formulation::OneFlank(closed_flank(found.normal_force)) != teeth.formulation
                    && found.normal_force.abs() > 1e-6
            }
            _ => false,
        }
    }

    /// Where forces balance.
    pub fn equilibrium(&self, name: &str) -> (Equations<'_>, State) {
        let mut equations = Equations::new(&self.machine);
        let mut state = self.machine.start(0.0);
        if let Some(sprung) = &self.sprung {
            state = sprung.equilibrium(name).1;
        }
        let options = AssemblyOptions {
            with_accelerations: false,
            ..AssemblyOptions::default()
        };
        assemble(&mut equations, &mut state, &options).unwrap();
        let mut statics = Statics::new(&equations, StaticsOptions::default());
        let found = statics.solve(&mut equations, &mut state);
        found.unwrap_or_else(|error| panic!("{name}: {error}"));
        equations.set(&state).unwrap();
        (equations, state)
    }
}

/// Two wheels, each on eight springs.
fn wheels(mesh: &Mesh, seed: u64, preload: f64) -> (Machine, [Member; 2]) {
    let mut scatter = Scatter::new(seed);
    let mut vector = |size: f64| [0; 3].map(|_| size * scatter.next());
    let (turn, away) = (Rotation::from_vector(vector(2.0)).matrix(), vector(0.4));
    let mut machine = Machine::new();
    let wheels = members(mesh).map(|(place, [axis, towards])| {
        let place = plus(away, times(&turn, place));
        let [axis, towards] = [axis, towards].map(|v| times(&turn, v));
        let own = Rotation::from_vector(vector(2.0));
        let node = machine.add_node("wheel", place, own);
        let body = RigidBody {
            node,
            mass: 2.0,
            inertia: [[0.004, 1e-4, 0.0], [1e-4, 0.005, 2e-4], [0.0, 2e-4, 0.007]],
        };
        machine.add("wheel", body).unwrap();
        (node, place, axis, towards, own)
    });
    for (node, place, _, _, own) in &wheels {
        for _ in 0..8 {
            let foot = plus(*place, vector(0.3));
            let arm = vector(0.08);
            let held = plus(*place, times(&own.matrix(), arm));
            let stiffness = 4e6;
            let pulled = preload * vector(1.0)[0] / stiffness;
            let spring = Spring {
                stiffness,
                damping: 0.0,
                rest_length: length(minus(held, foot)) - pulled,
            };
            let ground = Frame {
                place: foot,
                ..Frame::at(NodeId::GROUND)
            };
            let on_wheel = Frame {
                place: arm,
                ..Frame::at(*node)
            };
            let spring = Connector::new(&mut machine, ground, on_wheel, spring);
            machine.add("spring", spring).unwrap();
        }
    }
    (machine, wheels)
}

/// Node, place, axis, direction to the contact, own axes.
pub type Member = (NodeId, Vector, Vector, Vector, Rotation);

pub fn add_mesh(machine: &mut Machine, mesh: &Mesh, teeth: &Teeth, [a, b]: &[Member; 2]) -> Held {
    let law = teeth.stiffness.map(|stiffness| GearMesh {
        law: teeth.law(stiffness),
        error: TransmissionError::None,
        start_cycle: 0.0,
    });
    let seat = |member: &Member| WheelSeat {
        node: member.0,
        center: member.1,
        axis: member.2,
    };
    let none = Friction::None;
    let joint = match mesh {
        Mesh::Wheels(pair) => {
            GearJoint::on_wheels(machine, "pair", [seat(a), seat(b)], *pair, law, none)
        }
        Mesh::Rack(contact) => {
            let rack = RackSeat {
                node: b.0,
                place: b.1,
                outward: b.3,
            };
            GearJoint::on_rack(machine, "pair", (seat(a), rack), *contact, law, none)
        }
        Mesh::Planar(kind) => {
            let mut data = planar(*kind);
            data.mesh.law = teeth.law(teeth.stiffness.unwrap());
            let frames = [a, b].map(in_own_axes);
            let contact = PlanarContact::build("pair", machine, frames[0], frames[1], data);
            let contact = contact.unwrap().formulated(teeth.formulation);
            let element = machine.add("pair", contact.clone()).unwrap();
            return Held::Planar(element, Box::new(contact));
        }
    };
    let joint = joint.unwrap().formulated(teeth.formulation);
    let element = machine.add("pair", joint.clone()).unwrap();
    Held::Joint(element, Box::new(joint))
}

/// A frame on the member's node whose z is its axis.
fn in_own_axes((node, _, axis, towards, own): &Member) -> Frame {
    let turning = pitchline_geometry::vector::cross(*axis, *towards);
    let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
    let back = pitchline_geometry::tensor::transposed(&own.matrix());
    Frame {
        node: *node,
        place: [0.0; 3],
        axes: product(&back, &axes),
    }
}
