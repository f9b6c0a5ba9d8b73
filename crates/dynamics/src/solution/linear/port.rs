//! Where a machine is shaken: forces, torques, prescribed motions, voltages and set points, unbalance. \[theory:linearised\] (26), (28), (59)

use pitchline_algebra::Complex;
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::{self, Vector, cross, dot};

use super::{LinearMachine, Order};
use crate::{Element, ElementId, Equations, Error, Frame, LoadAxes, NodeId, Setting};

/// What shakes.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// How it is called.
    pub name: String,
    /// What it is.
    pub kind: InputKind,
}

/// Kinds of inputs. Directions need not be of length one: the input is counted along them.
#[derive(Debug, Clone, PartialEq)]
pub enum InputKind {
    /// A force on a frame (N), as that of a [`Load`](crate::Load).
    Force {
        /// Where.
        on: Frame,
        /// Along which axes the direction is given.
        axes: LoadAxes,
        /// The direction.
        direction: Vector,
    },
    /// A torque on a frame (N m).
    Torque {
        /// Where.
        on: Frame,
        /// Along which axes the direction is given.
        axes: LoadAxes,
        /// The direction.
        direction: Vector,
    },
    /// What a drive prescribes is shaken by so much: m or rad, or their first or second rates.
    Drive {
        /// The drive.
        element: ElementId,
        /// Whether the input is the motion, its rate or its second rate.
        order: Order,
    },
    /// What sets a part is shaken by so much: the voltage of a [`DcMotor`](crate::DcMotor) (V), the torque of a
    /// [`ControlledTorque`](crate::ControlledTorque) (N m), on top of what sets them; the set point of a
    /// [`ContinuousController`](crate::ContinuousController) (rad, rad/s).
    Setting {
        /// The part.
        element: ElementId,
    },
    /// A mass times its distance from the axis (kg m) that turns about the axis with the frequency of the response: the force
    /// grows with its square.
    Unbalance {
        /// Where.
        on: Frame,
        /// Axis in ground axes, about which it turns positively.
        axis: Vector,
        /// Where the mass is at the start, in ground axes; its part along the axis does not count.
        toward: Vector,
    },
}

/// An input in the equations of a machine.
#[derive(Debug, Clone)]
pub(super) struct Forcing {
    /// Force on all coordinates, per unit.
    pub force: Vec<Complex>,
    /// Whether it grows with the square of the frequency.
    pub is_square: bool,
    /// Motion of all coordinates that opens the constraint of a drive by one, and which rate of it the input is.
    pub motion: Option<(Vec<f64>, Order)>,
}

impl Input {
    /// A force along a direction of the ground (N).
    pub fn force(name: &str, on: Frame, direction: Vector) -> Self {
        let axes = LoadAxes::Ground;
        Self::new(
            name,
            InputKind::Force {
                on,
                axes,
                direction,
            },
        )
    }

    /// A torque about a direction of the ground (N m).
    pub fn torque(name: &str, on: Frame, direction: Vector) -> Self {
        let axes = LoadAxes::Ground;
        Self::new(
            name,
            InputKind::Torque {
                on,
                axes,
                direction,
            },
        )
    }

    /// Any.
    pub fn new(name: &str, kind: InputKind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
        }
    }

    /// In the equations of a machine.
    pub(super) fn forcing(
        &self,
        equations: &Equations,
        machine: &LinearMachine,
    ) -> Result<Forcing, Error> {
        let mut force = vec![Complex::new(0.0, 0.0); machine.n()];
        let mut is_square = false;
        let mut motion = None;
        match &self.kind {
            InputKind::Force {
                on,
                axes,
                direction,
            } => {
                let along = self.ground(machine, on, *axes, *direction)?;
                push(machine, on, along, Complex::new(1.0, 0.0), &mut force);
            }
            InputKind::Torque {
                on,
                axes,
                direction,
            } => {
                let about = self.ground(machine, on, *axes, *direction)?;
                turn(on, about, &mut force);
            }
            InputKind::Drive { element, order } => {
                motion = Some((self.drive(equations, machine, *element)?, *order));
            }
            InputKind::Setting { element } => {
                let pushed = self.setting(equations, machine, *element)?;
                for (force, pushed) in force.iter_mut().zip(pushed) {
                    *force += pushed;
                }
            }
            InputKind::Unbalance { on, axis, toward } => {
                is_square = true;
                let [first, second] = self.across(*axis, *toward)?;
                self.check_node(machine, on)?;
                // cos ωt along the first and sin ωt along the second.
                push(machine, on, first, Complex::new(1.0, 0.0), &mut force);
                push(machine, on, second, Complex::new(0.0, -1.0), &mut force);
            }
        }
        Ok(Forcing {
            force,
            is_square,
            motion,
        })
    }

    fn refused(&self, problem: &str) -> Error {
        Error::NoInput {
            input: self.name.clone(),
            problem: problem.to_owned(),
        }
    }

    fn check_node(&self, machine: &LinearMachine, on: &Frame) -> Result<(), Error> {
        match on.node {
            NodeId::GROUND => Err(self.refused("the ground does not move; name a body")),
            NodeId(node) if node as usize > machine.n_nodes => {
                Err(self.refused("there is no such node"))
            }
            _ => Ok(()),
        }
    }

    /// A direction in ground axes.
    fn ground(
        &self,
        machine: &LinearMachine,
        on: &Frame,
        axes: LoadAxes,
        direction: Vector,
    ) -> Result<Vector, Error> {
        self.check_node(machine, on)?;
        let size = dot(direction, direction);
        if !(size > 0.0 && size.is_finite()) {
            return Err(
                self.refused("its direction has no length; give three numbers, not all zero")
            );
        }
        Ok(match axes {
            LoadAxes::Ground => direction,
            LoadAxes::Body => {
                let node = machine.state().rotations[on.node.0 as usize - 1].matrix();
                times(&node, times(&on.axes, direction))
            }
        })
    }

    /// Force on all coordinates by one unit of what sets a part: (59)
    fn setting(
        &self,
        equations: &Equations,
        machine: &LinearMachine,
        number: ElementId,
    ) -> Result<Vec<f64>, Error> {
        let parts = equations.machine();
        let Some((_, element)) = parts.element(number) else {
            return Err(self.refused("there is no such part"));
        };
        let mut force = vec![0.0; machine.n()];
        if self.add_setting(equations, (machine, element, Setting::Own), &mut force) {
            return Ok(force);
        }
        let angle = element.touched().angles.first().copied();
        let setting = angle.map(Setting::SetpointOf);
        let is_controller = setting.is_some_and(|setting| {
            self.add_setting(equations, (machine, element, setting), &mut force)
        });
        let (Some(setting), true) = (setting, is_controller) else {
            return Err(self.refused(
                "nothing sets it at every instant; name a motor, a torque, or a controller without samples",
            ));
        };
        let mut others = (0u32..).map(ElementId).zip(parts.elements());
        let others = others.by_ref().filter(|(other, _)| *other != number);
        for (_, (_, other)) in others {
            self.add_setting(equations, (machine, other, setting), &mut force);
        }
        Ok(force)
    }

    /// Adds what one part exerts by it; false where it does not depend on it.
    fn add_setting(
        &self,
        equations: &Equations,
        (machine, element, setting): (&LinearMachine, &dyn Element, Setting),
        force: &mut [f64],
    ) -> bool {
        let touched = element.touched();
        let mut change = vec![0.0; touched.n()];
        if !element.add_by_setting(equations.kinematics(), setting, &mut change) {
            return false;
        }
        let (of_nodes, of_scalars) = change.split_at(6 * touched.nodes.len());
        for (node, own) in touched.nodes.iter().zip(of_nodes.chunks_exact(6)) {
            let Some(node) = (node.0 as usize).checked_sub(1) else {
                continue;
            };
            let axes = machine.state().rotations[node].matrix();
            let about = times(&axes, [own[3], own[4], own[5]]);
            for i in 0..3 {
                force[6 * node + i] -= own[i];
                force[6 * node + 3 + i] -= about[i];
            }
        }
        for (scalar, own) in touched.scalars.iter().zip(of_scalars) {
            force[6 * machine.n_nodes + scalar.0 as usize] -= own;
        }
        true
    }

    /// Two directions across an axis, the second a quarter turn after the first.
    pub(super) fn across(&self, axis: Vector, toward: Vector) -> Result<[Vector; 2], Error> {
        let size = dot(axis, axis).sqrt();
        if !(size > 0.0 && size.is_finite()) {
            return Err(self.refused("its axis has no length; give three numbers, not all zero"));
        }
        let axis = vector::times(1.0 / size, axis);
        let first = vector::plus_scaled(toward, -dot(toward, axis), axis);
        let length = dot(first, first).sqrt();
        if !(length > 1e-12 && length.is_finite()) {
            return Err(self.refused("it points along its axis; give a direction across it"));
        }
        let first = vector::times(1.0 / length, first);
        Ok([first, cross(axis, first)])
    }

    /// The motion that follows a drive by one.
    fn drive(
        &self,
        equations: &Equations,
        machine: &LinearMachine,
        element: ElementId,
    ) -> Result<Vec<f64>, Error> {
        let number = element.0 as usize;
        if equations.machine().element(element).is_none() {
            return Err(self.refused("there is no such drive"));
        }
        let (first, count) = equations.multipliers_of(number);
        if count != 1 {
            return Err(self.refused("it is no drive: it does not prescribe one motion"));
        }
        let mut openings = vec![0.0; equations.n_multipliers()];
        openings[first] = 1.0;
        let motion = machine.basis.particular(&openings);
        motion.ok_or_else(|| {
            self.refused("other joints or drives hold the motion that it prescribes")
        })
    }
}

/// Adds a force at a frame.
fn push(
    machine: &LinearMachine,
    on: &Frame,
    along: Vector,
    factor: Complex,
    force: &mut [Complex],
) {
    let node = on.node.0 as usize - 1;
    let arm = times(&machine.state().rotations[node].matrix(), on.place);
    let about = cross(arm, along);
    for i in 0..3 {
        force[6 * node + i] += factor * along[i];
        force[6 * node + 3 + i] += factor * about[i];
    }
}

/// Adds a torque.
fn turn(on: &Frame, about: Vector, force: &mut [Complex]) {
    let node = on.node.0 as usize - 1;
    for i in 0..3 {
        force[6 * node + 3 + i] += Complex::new(about[i], 0.0);
    }
}
