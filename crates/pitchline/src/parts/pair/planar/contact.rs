//! Contacts in the plane of two wheels, in their machine. \[theory:planar-contact\]

use super::{PlanarLevel, history};
use crate::contact::{
    DampingReach, FlankContact, Formulation, MeshDamping, MeshFriction, MeshLaw, PlanarLoads,
    PlanarPair,
};
use crate::dynamics::{
    ElementId, Error, Frame, GripId, Kinematics, Machine, Misplacement, PlanarContact,
    PlanarContactState, Sliding, Stiction, ToothMesh,
};
use crate::geometry::vector::{Vector, cross, dot, length, minus, plus_scaled};
use crate::machine::AssemblyError;
use crate::model::machine::MeshDirection;
use crate::parts::channel::{Channel, Quantity, Snapshot, channels};
use crate::parts::pair::state::{self, PairState};
use crate::parts::pair::{BuiltPair, PairContact, PairSite, closing, flank};
use crate::pictures::Figure;
use crate::results::{Group, Object, Table};

/// Such a contact in its machine.
#[derive(Debug)]
pub struct PlanarPairContact {
    /// A copy of the element, which tells what it carries.
    pub contact: PlanarContact,
    /// Frames of both wheels, whose z are their axes.
    pub frames: [Frame; 2],
    /// Direction to which forces and ways refer.
    direction: MeshDirection,
}

#[rustfmt::skip] // a table: one channel, one block
channels! {
    Object::Pair, PlanarContactState;
    /// Deflection on the pitch circles.
    PITCH_DEFLECTION = ("pitch_deflection", "m", "Level `planar`: deflection on the pitch circles (m), positive on the right flanks of `a`, 0 in the middle of the backlash.", |state| state.deflection) {};
    /// What has passed the pitch point.
    MESH_DISTANCE = ("mesh_distance", "m", "Level `planar`: what has passed the pitch point (m).", |state| state.mesh_distance) {
        Last "mesh_distance" "x" "mesh distance, displacement past the pitch point since the machine's start, on the pitch circles, in the last row",
    };
    /// Its rate.
    MESH_VELOCITY = ("mesh_velocity", "m/s", "Level `planar`: its rate (m/s).", |state| state.mesh_velocity) {};
    /// Friction between the teeth.
    FRICTION = ("friction", "N", "Level `planar`: friction (N), positive where it opposes a positive mesh velocity.", |state| state.friction) {
        Last "friction" "λ" "friction between teeth of level `planar` in the last row" (detail),
    };
    /// Largest friction that holds.
    FRICTION_LIMIT = ("friction_limit", "N", "Level `planar`: limit of static friction of the teeth (N).", |state| state.friction_limit) {
        Last "friction_limit" "" "limit of static friction of these teeth, in the last row" (detail),
    };
    /// Which way teeth slide.
    SLIDING = ("sliding", "1", "Level `planar`: 1 where teeth slide forward, -1 backward, 0 where they stick.", |state| state.grip.sliding.sense()) {};
    /// Force between the axes.
    RADIAL_FORCE = ("radial_force", "N", "Level `planar`: force that separates the axes (N); where it is negative, it pulls them together.", |state| state.radial_force) {};
    /// Power that friction takes.
    FRICTION_LOSS = ("friction_loss", "W", "Level `planar`: power dissipated by friction (W).", |state| state.friction_loss) {};
    /// Power that damping takes.
    DAMPING_LOSS = ("damping_loss", "W", "Level `planar`: power dissipated by damping (W).", |state| state.damping_loss) {};
}

/// Number of its own channels.
pub(in crate::parts::pair) const OWN: usize = 9;

/// Its own channels, in the order of the reference page.
pub(in crate::parts::pair) static OWN_CHANNELS: [&Channel<PlanarContactState>; OWN] = [
    &PITCH_DEFLECTION,
    &MESH_DISTANCE,
    &MESH_VELOCITY,
    &FRICTION,
    &FRICTION_LIMIT,
    &SLIDING,
    &RADIAL_FORCE,
    &FRICTION_LOSS,
    &DAMPING_LOSS,
];

/// A column of its table.
#[derive(Clone, Copy)]
enum Column {
    /// That pairs of other levels have, too.
    Common(&'static Channel<PairState>),
    /// Of its own.
    Own(&'static Channel<PlanarContactState>),
}

/// The columns of teeth with or without play.
const fn columns(has_play: bool) -> [Column; 25] {
    [
        Column::Common(&state::NORMAL_FORCE),
        Column::Common(&state::MESH_FORCE),
        Column::Own(&FRICTION),
        Column::Own(&FRICTION_LIMIT),
        Column::Own(&SLIDING),
        Column::Own(&PITCH_DEFLECTION),
        Column::Own(&MESH_DISTANCE),
        Column::Own(&MESH_VELOCITY),
        Column::Own(&RADIAL_FORCE),
        Column::Common(&state::TANGENTIAL_FORCE_A),
        Column::Common(&state::RADIAL_FORCE_A),
        Column::Common(&state::TORQUE_A),
        Column::Common(&state::TANGENTIAL_FORCE_B),
        Column::Common(&state::RADIAL_FORCE_B),
        Column::Common(&state::TORQUE_B),
        Column::Common(&state::DEFORMATION),
        Column::Common(&state::TRANSMISSION_ERROR),
        Column::Common(match has_play {
            true => &state::FLANK,
            false => &state::HELD_FLANK,
        }),
        Column::Own(&FRICTION_LOSS),
        Column::Own(&DAMPING_LOSS),
        Column::Common(&state::POWER_LOST),
        Column::Common(&state::POWER_FROM_A),
        Column::Common(&state::POWER_FROM_B),
        Column::Common(&state::TURN_A),
        Column::Common(&state::TURN_B),
    ]
}

/// The same as quantities.
pub(super) fn channels(has_play: bool) -> Vec<&'static Quantity> {
    columns(has_play).iter().map(Column::quantity).collect()
}

impl Column {
    fn quantity(&self) -> &'static Quantity {
        match self {
            Self::Common(channel) => &channel.quantity,
            Self::Own(channel) => &channel.quantity,
        }
    }

    fn value(&self, pair: &PairState, own: &PlanarContactState) -> f64 {
        match self {
            Self::Common(channel) => (channel.read)(pair),
            Self::Own(channel) => (channel.read)(own),
        }
    }
}

impl PlanarPairContact {
    /// Adds the contact to a machine, with damping along the pitch circles (N s/m).
    pub(super) fn add(
        site: &PairSite,
        level: &PlanarLevel,
        coefficient: f64,
        machine: &mut Machine,
    ) -> Result<(ElementId, Box<dyn PairContact>), AssemblyError> {
        let PairSite {
            title,
            pair,
            seats,
            start,
            ..
        } = site;
        let frames = [start.frame(seats[0])?, start.frame(seats[1])?];
        let damping = MeshDamping {
            // Along the line of action it is a force larger by 1/cos α.
            coefficient: coefficient / level.pair.data().pressure_angle.cos(),
            ..level.mesh.law.damping
        };
        let data = level.contact(damping);
        let contact = PlanarContact::build(title, machine, frames[0], frames[1], data)?;
        let made = Self {
            contact: contact.formulated(closing::formulation(pair.flanks)),
            frames,
            direction: pair.direction,
        };
        Ok((machine.add(title, made.contact.clone())?, Box::new(made)))
    }

    /// Whether flanks can part.
    fn has_play(&self) -> bool {
        self.contact.data().mesh.law.backlash > 0.0
    }

    /// What its element tells, with the motion that it has.
    fn own_state(&self, at: &Snapshot) -> PlanarContactState {
        let mut state = self.contact.state(at.forcing, at.multipliers);
        if !at.is_of_motion() {
            let moves = self.contact.state(at.motion, at.multipliers);
            state.deflection_rate = moves.deflection_rate;
            state.mesh_velocity = moves.mesh_velocity;
        }
        let is_smooth = self.contact.grip_id().is_none();
        let rubs = !self.contact.data().friction.is_zero();
        if is_smooth && rubs && state.mesh_velocity != 0.0 {
            state.grip.sliding = Sliding::along(state.mesh_velocity);
        }
        state
    }

    /// The same as that of any pair.
    fn pair_state(&self, state: &PlanarContactState) -> PairState {
        let pair = &self.contact.data().pair;
        let (direction, data) = (&self.direction, pair.data());
        let cos = data.pressure_angle.cos();
        let [torque_a, torque_b] = state.torques;
        let turned = turns(pair, state.mesh_distance, state.deflection);
        let rates = turns(pair, state.mesh_velocity, state.deflection_rate);
        let [force_on_a, force_on_b] = forces(pair, state);
        PairState {
            normal_force: 1.0 / data.base_helix_angle.cos() * state.normal_force.abs(),
            mesh_force: direction.force(state.normal_force * cos),
            force_on_a,
            force_on_b,
            torques: state.torques,
            deformation: self.teeth(state.deflection) / direction.hoop_per_way,
            transmission_error: state.deflection / direction.hoop_per_line,
            flank: flank(state.flank),
            slip: 0.0,
            power_lost: state.friction_loss + state.damping_loss,
            turns: turned,
            powers: [-torque_a * rates[0], -torque_b * rates[1]],
        }
    }

    /// What the teeth have of a deflection, play taken off (m).
    fn teeth(&self, deflection: f64) -> f64 {
        let law = &self.contact.data().mesh.law;
        let from_touch = deflection - 0.5 * law.backlash;
        match law.contact(from_touch) {
            FlankContact::Right => from_touch,
            FlankContact::None => 0.0,
            FlankContact::Left => from_touch + law.backlash,
        }
    }
}

impl PairContact for PlanarPairContact {
    fn channels(&self) -> Vec<&'static Quantity> {
        channels(self.has_play())
    }

    fn read(&self, at: &Snapshot, values: &mut Vec<f64>) -> PairState {
        let own = self.own_state(at);
        let pair = self.pair_state(&own);
        values.extend(
            columns(self.has_play())
                .iter()
                .map(|column| column.value(&pair, &own)),
        );
        pair
    }

    fn value(&self, at: &Snapshot, channel: &Quantity) -> f64 {
        let own = self.own_state(at);
        let columns = columns(self.has_play());
        let found = columns.iter().find(|column| column.quantity() == channel);
        found.map_or(f64::NAN, |column| {
            column.value(&self.pair_state(&own), &own)
        })
    }

    fn state(&self, at: &Snapshot) -> PairState {
        self.pair_state(&self.own_state(at))
    }

    fn frames(&self) -> [Frame; 2] {
        self.frames
    }

    /// The pitch point.
    fn touches(&self, k: &Kinematics) -> Vector {
        let [a, b] = self
            .frames
            .map(|frame| frame.pose(k.pose(frame.node)).place);
        let between = minus(b, a);
        let pair = &self.contact.data().pair;
        let [radius, _] = pair.data().pitch_radii;
        // A ring b has its axis on the other side of a's.
        let share = radius * pair.center_distance().signum() / length(between);
        plus_scaled(a, share, between)
    }

    /// From one plane, from the distance of their pitch circles and from parallel axes.
    fn misplacement(&self, k: &Kinematics) -> Misplacement {
        let [a, b] = self.frames.map(|frame| frame.pose(k.pose(frame.node)));
        let between = minus(b.place, a.place);
        let axis = a.axes.map(|row| row[2]);
        let along = dot(between, axis);
        let distance = length(plus_scaled(between, -along, axis));
        let pair = &self.contact.data().pair;
        // Circles of a ring part where the axes come together.
        let side = if is_internal(pair) { -1.0 } else { 1.0 };
        let axis_b = b.axes.map(|row| row[2]);
        Misplacement {
            along,
            outward: side * (distance - pair.center_distance().abs()),
            tilt: length(cross(axis, axis_b)).atan2(dot(axis, axis_b).abs()),
        }
    }

    fn tooth_mesh(&self) -> ToothMesh<'_> {
        ToothMesh::Planar(&self.contact)
    }

    fn law(&self) -> Option<&MeshLaw> {
        Some(&self.contact.data().mesh.law)
    }

    fn hoop_force(&self, force: f64) -> f64 {
        force * self.contact.data().pair.sin_cos()[1]
    }

    fn formulation(&self) -> Formulation {
        self.contact.formulation()
    }

    fn formulate(
        &mut self,
        formulation: Formulation,
        element: ElementId,
        machine: &mut Machine,
    ) -> Result<(), Error> {
        self.contact = self.contact.clone().formulated(formulation);
        machine.replace(element, self.contact.clone())
    }

    fn damp(
        &mut self,
        reach: DampingReach,
        element: ElementId,
        machine: &mut Machine,
    ) -> Result<(), Error> {
        self.contact = self.contact.clone().damped(reach);
        machine.replace(element, self.contact.clone())
    }

    fn rubs_along_profile(&self) -> bool {
        self.contact.data().friction != MeshFriction::None
    }

    fn grip(&self) -> Option<GripId> {
        self.contact.grip_id()
    }

    fn sums_losses(&self) -> bool {
        true
    }

    fn put_values(&self, group: &mut Group) {
        let data = self.contact.data();
        if data.friction.is_zero() {
            return;
        }
        // Where friction acts.
        let levers = data.levers.mean();
        group.put("friction_lever_force", levers.force);
        let [a, b] = levers.torques;
        group.put("friction_lever_a", a);
        group.put("friction_lever_b", b);
        group.put("loss_factor", levers.loss_factor(&data.pair));
        // By what rubbing teeth come to rest, in the word of the model file.
        let stiction = match data.stiction {
            Stiction::Mesh => "mesh",
            Stiction::Conjugate => "conjugate",
            Stiction::Regularised(_) => "regularised",
        };
        group.put("stiction", stiction);
    }

    fn history(&self, pair: &BuiltPair, table: &Table) -> Figure {
        history::of_friction(pair, table)
    }

    /// Teeth of actuators that creep or jump have no vibration of the mesh to show.
    fn fewest_cycles(&self) -> f64 {
        FEWEST_CYCLES
    }
}

/// Mesh cycles below which a contact that sticks and slides has no spectrum.
const FEWEST_CYCLES: f64 = 8.0;

fn is_internal(pair: &PlanarPair) -> bool {
    pair.radii()[1] < 0.0
}

/// Turns of both wheels past the contact, or their rates, from x = (x_A + x_B)/2 and Δ = x_A − x_B. \[theory:planar-contact\] (1)-(3)
fn turns(pair: &PlanarPair, distance: f64, deflection: f64) -> [f64; 2] {
    let [r_a, r_b] = pair.radii();
    let half = 0.5 * deflection;
    [(distance + half) / r_a, -(distance - half) / r_b]
}

/// Forces on a and b along their turning directions, away from their axes, and along their axes. Moments about the axes balance.
fn forces(pair: &PlanarPair, state: &PlanarContactState) -> [Vector; 2] {
    let between = pair.center_distance();
    // On b, from the axis of a to the pitch point and across.
    let outward = between.signum() * state.radial_force;
    let loads = PlanarLoads {
        torques: state.torques,
        along_centers: outward,
    };
    let across = loads.across_centers(pair);
    // Where the pitch point lies as seen from the axis of b.
    let side = if is_internal(pair) { 1.0 } else { -1.0 };
    [
        [-across, -outward, 0.0],
        [side * across, side * outward, 0.0],
    ]
}
