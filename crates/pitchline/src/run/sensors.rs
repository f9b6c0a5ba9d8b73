//! What sensors read from a machine at an instant.

use super::energy::Account;
use crate::dynamics::{
    ElementId, Equations, EventFunction, Frame, Kinematics, NodeId, Rotation, State,
};
use crate::geometry::tensor::{Tensor, times, transposed_times};
use crate::geometry::vector::{Vector, cross, length, plus};
use crate::machine::{BuiltMachine, BuiltSensor, Probe};
use crate::model::machine::{Axes, SensorComponent, SensorKind};
use crate::parts::channel::Snapshot;

/// The machine at an instant.
#[derive(Clone, Copy)]
pub(crate) struct Instant<'i> {
    pub(super) built: &'i BuiltMachine,
    kinematics: &'i Kinematics,
    multipliers: &'i [f64],
    /// What no kinematics hold; none within a step.
    state: Option<&'i State>,
    /// The same positions at rest, where forces are those of rest whatever the velocities are.
    still: Option<&'i Kinematics>,
    account: &'i Account,
}

/// A sensor of one number less a value: it changes its sign where the sensor passes the value.
#[derive(Debug)]
pub(super) struct Passing<'b> {
    pub built: &'b BuiltMachine,
    pub sensor: &'b BuiltSensor,
    pub value: f64,
}

impl EventFunction for Passing<'_> {
    fn value(&self, k: &Kinematics, multipliers: &[f64]) -> f64 {
        let instant = Instant {
            built: self.built,
            kinematics: k,
            multipliers,
            state: None,
            still: None,
            account: &Account::default(),
        };
        let component = self.sensor.request.components.first();
        component.map_or(f64::NAN, |component| {
            let reading = instant.reading(self.sensor);
            instant.component(&reading, *component) - self.value
        })
    }
}

/// What a sensor reads, before its components are taken.
enum Reading {
    Number(f64),
    Vector(Vector),
    Wrench([Vector; 2]),
    /// A pair of wheels, by its number: read channel by channel.
    Pair(usize),
    /// A force, in the same way.
    Force(usize),
    /// A controller, in the same way.
    Controller(usize),
    Energies(Account),
}

impl<'i> Instant<'i> {
    /// A state that the equations look at.
    pub fn of(
        built: &'i BuiltMachine,
        (equations, state): (&'i Equations<'i>, &'i State),
        account: &'i Account,
    ) -> Self {
        Self {
            built,
            kinematics: equations.kinematics(),
            multipliers: &state.multipliers,
            state: Some(state),
            still: None,
            account,
        }
    }

    /// The same, with forces as they are at rest, if positions at rest are given.
    pub fn still(self, still: Option<&'i Kinematics>) -> Self {
        Self { still, ..self }
    }

    pub(super) fn kinematics(&self) -> &Kinematics {
        self.kinematics
    }

    /// What forces look at.
    fn forcing(&self) -> &Kinematics {
        self.still.unwrap_or_else(|| self.kinematics())
    }

    /// Adds one number for each column of a sensor.
    pub fn read(&self, sensor: &BuiltSensor, out: &mut Vec<f64>) {
        let reading = self.reading(sensor);
        let components = sensor.request.components.iter();
        out.extend(components.map(|component| self.component(&reading, *component)));
    }

    fn component(&self, reading: &Reading, component: SensorComponent) -> f64 {
        let SensorComponent::Channel(channel) = component else {
            return reading.component(component);
        };
        match *reading {
            Reading::Pair(pair) => {
                let pair = &self.built.pairs[pair];
                pair.contact.value(&self.snapshot(pair.element), channel)
            }
            Reading::Force(force) => {
                let force = &self.built.forces[force];
                force.part.value(&self.snapshot(force.element), channel)
            }
            Reading::Controller(controller) => {
                self.built.controllers[controller].value(self.kinematics, channel)
            }
            _ => f64::NAN,
        }
    }

    /// Multipliers of an element.
    pub fn multipliers(&self, element: ElementId) -> &[f64] {
        &self.multipliers[self.built.machine.multipliers_of(element)]
    }

    /// Force and torque of a joint on b, in the axes of a.
    pub fn reaction(&self, joint: usize) -> [Vector; 2] {
        let joint = &self.built.joints[joint];
        let multipliers = self.multipliers(joint.element);
        let [x, y, z, about @ ..] = joint.joint.reaction(self.kinematics(), multipliers);
        [[x, y, z], about]
    }

    /// Force and torque of a force on b, along the axes of the ground or those of the frame on a.
    pub fn force(&self, force: usize, axes: Axes) -> [Vector; 2] {
        let force = &self.built.forces[force];
        let Some((_, element)) = self.built.machine.element(force.element) else {
            return [[f64::NAN; 3]; 2];
        };
        let multipliers = self.multipliers(force.element);
        let wrench = force.on_b(element, self.forcing(), multipliers);
        if axes == Axes::Ground {
            return wrench;
        }
        let axes = self.axes(force.a.as_ref().unwrap_or(&force.b));
        wrench.map(|vector| transposed_times(&axes, vector))
    }

    /// Adds the values of all channels of a pair of wheels.
    pub fn pair(&self, pair: usize, values: &mut Vec<f64>) {
        let pair = &self.built.pairs[pair];
        pair.contact.read(&self.snapshot(pair.element), values);
    }

    /// What a part sees of the machine.
    fn snapshot(&self, element: ElementId) -> Snapshot<'_> {
        Snapshot {
            forcing: self.forcing(),
            motion: self.kinematics,
            multipliers: self.multipliers(element),
        }
    }

    /// Torque or force of a drive on b.
    pub fn drive(&self, drive: usize) -> f64 {
        let multipliers = self.multipliers(self.built.drives[drive].element);
        multipliers.first().copied().unwrap_or(f64::NAN)
    }

    fn axes(&self, frame: &Frame) -> Tensor {
        frame.pose(self.kinematics().pose(frame.node)).axes
    }

    fn reading(&self, sensor: &BuiltSensor) -> Reading {
        match (&sensor.probe, &sensor.request.kind) {
            (Probe::Frame(frame), kind) => Reading::Vector(self.of_frame(frame, kind)),
            (Probe::Turn { between, angle }, _) => {
                let of_state = self
                    .state
                    .and_then(|state| state.angles.get(angle.0 as usize));
                let followed = || {
                    let turn = between.motion(self.kinematics).turn();
                    self.kinematics.followed(*angle, turn.angle)
                };
                Reading::Number(of_state.copied().unwrap_or_else(followed).total())
            }
            (Probe::Relative(between), kind) => {
                let motion = between.motion(self.kinematics());
                Reading::Number(match kind {
                    SensorKind::JointSpeed(_) => motion.turn_and_rate()[1],
                    SensorKind::JointDisplacement(_) => motion.displacement[2],
                    SensorKind::JointVelocity(_) => motion.velocity[2],
                    _ => motion.turn_and_rate()[0],
                })
            }
            (Probe::Joint(joint), kind) => {
                let wrench = self.reaction(*joint);
                let a = &self.built.joints[*joint].joint.between.a;
                Reading::Wrench(match kind {
                    SensorKind::Reaction(_, Axes::Ground) => {
                        wrench.map(|vector| times(&self.axes(a), vector))
                    }
                    _ => wrench,
                })
            }
            (Probe::Drive(drive), _) => Reading::Number(self.drive(*drive)),
            (Probe::Force(force), kind) => match kind {
                SensorKind::Part(_) => Reading::Force(*force),
                SensorKind::Force(_, axes) => Reading::Wrench(self.force(*force, *axes)),
                _ => Reading::Wrench(self.force(*force, Axes::Joint)),
            },
            (Probe::Pair(pair), _) => Reading::Pair(*pair),
            (Probe::Controller(number), _) => Reading::Controller(*number),
            (Probe::Machine, _) => Reading::Energies(*self.account),
        }
    }

    /// Motion of a frame on a node; places in ground axes.
    fn of_frame(&self, frame: &Frame, kind: &SensorKind) -> Vector {
        let k = self.kinematics();
        let (pose, velocity) = (k.pose(frame.node), k.velocity(frame.node));
        let rate = k.acceleration(frame.node);
        let along = |axes: &Axes, vector: Vector| match axes {
            Axes::Ground => vector,
            _ => transposed_times(&pose.axes, vector),
        };
        let about = |axes: &Axes, own: Vector| match axes {
            Axes::Ground => times(&pose.axes, own),
            _ => own,
        };
        match kind {
            SensorKind::Velocity(_, axes) => {
                let swing = times(&pose.axes, cross(velocity.about, frame.place));
                along(axes, plus(velocity.along, swing))
            }
            SensorKind::Acceleration(_, axes) => {
                let towards = cross(velocity.about, cross(velocity.about, frame.place));
                let swing = plus(cross(rate.about, frame.place), towards);
                along(axes, plus(rate.along, times(&pose.axes, swing)))
            }
            SensorKind::Orientation(_) => self.rotation(frame.node).vector(),
            SensorKind::Spin(_, axes) => about(axes, velocity.about),
            // The spin of a body does not change its own direction: ω × ω = 0.
            SensorKind::SpinRate(_, axes) => about(axes, rate.about),
            _ => frame.pose(pose).place,
        }
    }

    fn rotation(&self, node: NodeId) -> Rotation {
        let index = (node.0 as usize).checked_sub(1);
        let rotation = index.and_then(|i| self.state?.rotations.get(i));
        rotation.copied().unwrap_or_default()
    }
}

impl Reading {
    fn component(&self, component: SensorComponent) -> f64 {
        let of = |vector: &Vector, axis: u8| vector.get(usize::from(axis)).copied();
        let found = match (self, component) {
            (Self::Number(number), _) => Some(*number),
            (Self::Vector(vector), SensorComponent::Axis(axis)) => of(vector, axis),
            (Self::Vector(vector), SensorComponent::Size) => Some(length(*vector)),
            (Self::Wrench([force, _]), SensorComponent::Force(axis)) => of(force, axis),
            (Self::Wrench([_, torque]), SensorComponent::Torque(axis)) => of(torque, axis),
            (Self::Wrench([force, _]), SensorComponent::ForceSize) => Some(length(*force)),
            (Self::Wrench([_, torque]), SensorComponent::TorqueSize) => Some(length(*torque)),
            (Self::Energies(account), energy) => match energy {
                SensorComponent::Kinetic => Some(account.kinetic),
                SensorComponent::Potential => Some(account.potential),
                SensorComponent::Dissipated => Some(account.dissipated),
                SensorComponent::Supplied => Some(account.supplied),
                SensorComponent::Balance => Some(account.balance()),
                _ => None,
            },
            _ => None,
        };
        found.unwrap_or(f64::NAN)
    }
}
