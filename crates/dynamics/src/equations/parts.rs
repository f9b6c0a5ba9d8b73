//! The equations with constraints on velocities, Φ̇ = B v + ∂Φ/∂t = 0, and their derivatives apart from each other: what schemes
//! with several stages need. \[theory:radau\] (4), (12)

use super::{Equations, Place, own};
use crate::{Element, Kinematics, LocalMatrix, Weights};

/// Derivatives over the pattern of the equations. Rows of coordinates hold those of r, rows of constraints those of Φ̇.
#[derive(Debug)]
pub(crate) struct Parts {
    /// By positions: ∂r/∂q and ∂(B v)/∂q. Columns of multipliers hold ∂r/∂λ = −Bᵀ.
    pub position: Vec<f64>,
    /// By velocities: ∂r/∂v and B.
    pub velocity: Vec<f64>,
    /// By accelerations: M.
    pub acceleration: Vec<f64>,
}

impl Parts {
    pub fn new(equations: &Equations) -> Self {
        let zero = || vec![0.0; equations.pattern().1.len()];
        Self {
            position: zero(),
            velocity: zero(),
            acceleration: zero(),
        }
    }
}

impl Equations<'_> {
    /// r and then Φ̇.
    pub(crate) fn residual_of_velocities(&mut self, out: &mut [f64]) {
        out.fill(0.0);
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            let n_v = place.touched.n_velocities();
            let local = &mut self.local[..place.touched.n()];
            local.fill(0.0);
            let multipliers = own(&self.multipliers, place);
            if place.touched.n_multipliers == 0 {
                element.add_residual(&self.kinematics, multipliers, local);
            } else {
                if !element.add_velocity_residual(&self.kinematics, multipliers, local) {
                    element.add_residual(&self.kinematics, multipliers, local);
                    self.matrix.clear(place.touched.n());
                    element.add_tangent(
                        &self.kinematics,
                        multipliers,
                        Weights::POSITION,
                        &mut self.matrix,
                    );
                    let velocity = velocity_of(&self.kinematics, place, &mut self.moving);
                    for (i, row) in local[n_v..].iter_mut().enumerate() {
                        *row = dot(self.matrix.row(n_v + i), velocity);
                    }
                }
                element.add_constraint_rate(&self.kinematics, &mut local[n_v..]);
            }
            place.scatter(place.unknowns.len(), local, |unknown, value| {
                out[unknown] += value
            });
        }
        let n_v = self.n_velocities();
        self.clear_inactive(&mut out[n_v..]);
    }

    /// Derivatives of these at the state that the equations look at. That of ∂Φ/∂t by positions is left out: it vanishes where
    /// a drive is a function of positions less one of time.
    pub(crate) fn parts(&mut self, parts: &mut Parts) {
        parts.position.fill(0.0);
        parts.velocity.fill(0.0);
        parts.acceleration.fill(0.0);
        let k = &self.kinematics;
        for (place, (_, element)) in self.places.iter().zip(self.machine.elements()) {
            let multipliers = own(&self.multipliers, place);
            let (n_v, n) = (place.touched.n_velocities(), place.touched.n());
            let matrix = &mut self.matrix;
            let (rates, active) = (&mut self.by_velocity, &self.active);
            let (coordinates, constraints) = place.entries.split_at(place.of_constraints);
            if element.has_inertia() {
                matrix.clear(n);
                element.add_tangent(k, multipliers, Weights::ACCELERATION, matrix);
                place.gather(coordinates, matrix, active, &mut parts.acceleration);
            }
            matrix.clear(n);
            rates.clear(n);
            let mut into = [
                (Weights::POSITION, &mut *matrix),
                (Weights::VELOCITY, &mut *rates),
            ];
            element.add_tangents(k, multipliers, &mut into);
            place.gather(coordinates, rates, active, &mut parts.velocity);
            place.gather(constraints, matrix, active, &mut parts.velocity);
            place.gather(coordinates, matrix, active, &mut parts.position);
            if n > n_v {
                self.bent.clear(n);
                if !element.add_constraint_velocity_gradient(k, &mut self.bent) {
                    let velocity = velocity_of(k, place, &mut self.moving);
                    let matrices = [matrix, &mut self.bent];
                    bend(element, k, place, velocity, &mut self.local, matrices);
                }
                place.gather(constraints, &self.bent, active, &mut parts.position);
            }
        }
        self.set_inactive_diagonal(&mut parts.position);
    }
}

/// Velocities of what an element touches, then zeros.
fn velocity_of<'a>(k: &Kinematics, place: &Place, out: &'a mut [f64]) -> &'a [f64] {
    let out = &mut out[..place.touched.n()];
    out.fill(0.0);
    for (out, node) in out.chunks_exact_mut(6).zip(&place.touched.nodes) {
        let rate = k.velocity(*node);
        out[..3].copy_from_slice(&rate.along);
        out[3..].copy_from_slice(&rate.about);
    }
    let scalars = &mut out[6 * place.touched.nodes.len()..];
    for (out, scalar) in scalars.iter_mut().zip(&place.touched.scalars) {
        *out = k.scalar(*scalar)[1];
    }
    out
}

/// Rows ∂(B v)/∂q. The tangent of an element contains K = −∂(Bᵀ λ)/∂q, linear in λ: what a multiplier of one adds to it, times −v
/// from the left, is the row of its constraint. \[theory:radau\] (12)
fn bend(
    element: &dyn Element,
    k: &Kinematics,
    place: &Place,
    velocity: &[f64],
    one: &mut [f64],
    [matrix, out]: [&mut LocalMatrix; 2],
) {
    let (n_v, n) = (place.touched.n_velocities(), place.touched.n());
    let one = &mut one[..n - n_v];
    one.fill(0.0);
    out.clear(n);
    for constraint in 0..=one.len() {
        // Last of all what no multiplier makes.
        if let Some(one) = one.get_mut(constraint) {
            *one = 1.0;
        }
        matrix.clear(n);
        element.add_tangent(k, one, Weights::POSITION, matrix);
        let is_last = constraint == one.len();
        let (rows, sign) = if is_last {
            (n_v..n, 1.0)
        } else {
            (n_v + constraint..n_v + constraint + 1, -1.0)
        };
        for row in rows {
            let row = out.row_mut(row);
            for (i, v) in velocity[..n_v].iter().enumerate() {
                for (sum, entry) in row[..n_v].iter_mut().zip(matrix.row(i)) {
                    *sum += sign * v * entry;
                }
            }
        }
        if let Some(one) = one.get_mut(constraint) {
            *one = 0.0;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Drive, Energy, Engagement, Error, Frame, GearJoint, GearMesh, Joint, Machine, NodeId,
        Relative, RigidBody, Rotation, State, TimeFunction, Touched,
    };
    use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
    use pitchline_geometry::{BevelData, Hand};

    /// An element that knows no more than it must: rates of constraints are found from its tangent.
    #[derive(Debug)]
    struct Plain<E>(E);

    impl<E: Element> Element for Plain<E> {
        fn touched(&self) -> Touched {
            self.0.touched()
        }

        fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
            self.0.add_residual(k, multipliers, out);
        }

        fn add_tangent(&self, k: &Kinematics, l: &[f64], w: Weights, out: &mut LocalMatrix) {
            self.0.add_tangent(k, l, w, out);
        }

        fn add_constraint_rate(&self, k: &Kinematics, out: &mut [f64]) {
            self.0.add_constraint_rate(k, out);
        }

        fn energy(&self, k: &Kinematics, multipliers: &[f64]) -> Energy {
            self.0.energy(k, multipliers)
        }
    }

    /// Spiral bevel gears with teeth so soft that differences of their tangents lose no digits.
    fn gears(machine: &mut Machine, between: Relative) -> Result<GearJoint, Error> {
        let pair = BevelData {
            teeth: [14, 39],
            module: 4.5e-3,
            shaft_angle: 1.4,
            spiral_angle: 0.6,
            hands: [Hand::Left, Hand::Right],
            face_width: 25e-3,
            pressure_angle: 0.35,
        };
        let Ok(pair) = pair.build() else {
            panic!("bevel gears with these numbers are on every drawing board")
        };
        let mesh = GearMesh {
            law: MeshLaw {
                elasticity: Elasticity::Linear { stiffness: 1.0 },
                damping: MeshDamping::always(0.1),
                backlash: 0.0,
            },
            error: TransmissionError::None,
            start_cycle: 0.0,
        };
        let (pair, mesh) = (Engagement::Wheels(pair), Some(mesh));
        GearJoint::new(machine, "gears", between, pair, mesh, Friction::None)
    }

    /// Two bodies with joints of all kinds of rows and a drive, away from what the joints ask.
    fn machine(is_plain: bool) -> Result<Machine, Error> {
        let mut machine = Machine::new();
        let a = machine.add_node(
            "a",
            [0.3, -0.2, 0.1],
            Rotation::from_vector([0.3, 0.2, -0.4]),
        );
        let b = machine.add_node(
            "b",
            [0.9, 0.4, -0.3],
            Rotation::from_vector([-0.1, 0.5, 0.2]),
        );
        for node in [a, b] {
            let inertia = [[1.0, 0.1, 0.0], [0.1, 2.0, 0.0], [0.0, 0.0, 3.0]];
            let body = RigidBody {
                node,
                mass: 2.0,
                inertia,
            };
            machine.add("body", body)?;
        }
        let on = |node, place| Frame {
            place,
            ..Frame::at(node)
        };
        let (first, second) = (on(a, [0.2, 0.1, -0.3]), on(b, [-0.4, 0.2, 0.5]));
        let ground = Frame::at(NodeId::GROUND);
        let joints = [
            Joint::revolute(first, second),
            Joint::universal(ground, first),
            Joint::screw(&mut machine, ground, second, 0.02),
        ];
        let function = TimeFunction::Ramp {
            start: 0.0,
            end: 1.0,
            from: 0.0,
            to: 0.7,
        };
        let drive = Drive::angle(first, second, function);
        let gears = gears(
            &mut machine,
            Relative {
                a: first,
                b: second,
            },
        )?;
        if is_plain {
            for joint in joints {
                machine.add("joint", Plain(joint))?;
            }
            machine.add("gears", Plain(gears))?;
            machine.add("drive", Plain(drive))?;
        } else {
            for joint in joints {
                machine.add("joint", joint)?;
            }
            machine.add("gears", gears)?;
            machine.add("drive", drive)?;
        }
        Ok(machine)
    }

    fn parts_and_residual(machine: &Machine) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let mut equations = Equations::new(machine);
        let mut state: State = machine.start(0.3);
        for (i, v) in state.velocity.iter_mut().enumerate() {
            *v = (1.7 * i as f64).sin();
        }
        for (i, l) in state.multipliers.iter_mut().enumerate() {
            *l = (0.9 * i as f64).cos();
        }
        equations.set(&state)?;
        let mut parts = Parts::new(&equations);
        equations.parts(&mut parts);
        let mut residual = vec![0.0; equations.n()];
        equations.residual_of_velocities(&mut residual);
        // Dense, because plain elements couple everything.
        let n = equations.n();
        let mut dense = vec![0.0; 3 * n * n];
        let (starts, columns) = equations.pattern();
        for (row, range) in starts.windows(2).enumerate() {
            let range = range[0] as usize..range[1] as usize;
            for (at, column) in range.clone().zip(&columns[range]) {
                let entry = row * n + *column as usize;
                dense[entry] = parts.position[at];
                dense[n * n + entry] = parts.velocity[at];
                dense[2 * n * n + entry] = parts.acceleration[at];
            }
        }
        Ok((dense, residual))
    }

    #[test]
    fn joints_agree_with_their_tangents() -> Result<(), Error> {
        let direct = parts_and_residual(&machine(false)?)?;
        let by_tangent = parts_and_residual(&machine(true)?)?;
        for (direct, by_tangent) in [(direct.0, by_tangent.0), (direct.1, by_tangent.1)] {
            for (i, (a, b)) in direct.iter().zip(&by_tangent).enumerate() {
                // Some tens of products of numbers of order one.
                assert!((a - b).abs() < 1e-13, "{i}: {a} {b}");
            }
        }
        Ok(())
    }
}
