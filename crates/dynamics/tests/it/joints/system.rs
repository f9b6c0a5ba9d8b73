//! A machine in the axes of a frame that lies askew on the ground, and its accelerations by elimination.

use pitchline_dynamics::{
    Element, Equations, Frame, Joint, Machine, NodeId, Pose, RigidBody, Rotation, State, Weights,
};
use pitchline_geometry::tensor::{Tensor, product, times, transposed_times};
use pitchline_geometry::vector::{Vector, plus};

const PLACE: Vector = [0.3, -1.2, 0.7];
const ASKEW: Vector = [0.4, -0.9, 0.3];

/// Elimination of two dozen unknowns whose sizes differ by a factor of 10³ keeps 12 digits.
pub const TOLERANCE: f64 = 1e-11;

/// A body in the axes of the askew frame; spin in its own axes.
pub struct Body {
    pub mass: f64,
    pub inertia: Tensor,
    pub place: Vector,
    pub turn: Rotation,
    pub velocity: Vector,
    pub spin: Vector,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            mass: 2.3,
            inertia: [[0.31, 0.0, 0.0], [0.0, 0.27, 0.0], [0.0, 0.0, 0.19]],
            place: [0.0; 3],
            turn: Rotation::IDENTITY,
            velocity: [0.0; 3],
            spin: [0.0; 3],
        }
    }
}

/// A machine and its first multipliers.
pub struct System {
    pub machine: Machine,
    askew: Rotation,
}

impl System {
    /// With gravity in the axes of the askew frame.
    pub fn new(gravity: Vector) -> Self {
        let askew = Rotation::from_vector(ASKEW);
        let mut machine = Machine::new();
        machine.gravity = times(&askew.matrix(), gravity);
        Self { machine, askew }
    }

    /// The askew frame on the ground.
    pub fn ground(&self) -> Frame {
        self.frame(NodeId::GROUND, [0.0; 3], Rotation::IDENTITY)
    }

    pub fn add_body(&mut self, body: &Body) -> NodeId {
        let q = self.askew.matrix();
        let place = plus(PLACE, times(&q, body.place));
        let rotation = self.askew.then(&body.turn);
        let node = self.machine.add_node("body", place, rotation);
        let start = self.machine.node_mut(node).unwrap();
        start.velocity = times(&q, body.velocity);
        start.spin = body.spin;
        let rigid = RigidBody {
            node,
            mass: body.mass,
            inertia: body.inertia,
        };
        self.machine.add("body", rigid).unwrap();
        node
    }

    /// The frame on a node that is now at a place with a turn, in the axes of the askew frame.
    pub fn frame(&self, node: NodeId, place: Vector, turn: Rotation) -> Frame {
        let q = self.askew.matrix();
        let pose = self.machine.node(node).map_or(
            Pose {
                place: [0.0; 3],
                axes: Rotation::IDENTITY.matrix(),
            },
            |start| Pose {
                place: start.place,
                axes: start.rotation.matrix(),
            },
        );
        let axes = product(&q, &turn.matrix());
        Frame::from_ground(node, &pose, plus(PLACE, times(&q, place)), &axes)
    }

    pub fn add(&mut self, element: impl Element + 'static) {
        self.machine.add("element", element).unwrap();
    }

    /// Motion and multipliers at a time.
    pub fn solve(&self, time: f64) -> Answer {
        self.solve_from(self.machine.start(time))
    }

    /// The same for a state.
    pub fn solve_from(&self, mut state: State) -> Answer {
        let mut equations = Equations::new(&self.machine);
        let (n, n_v) = (equations.n(), equations.n_velocities());
        let forces = Weights {
            acceleration: 1.0,
            multiplier: 1.0,
            ..Weights::default()
        };
        let constraints = Weights {
            position: 1.0,
            ..Weights::default()
        };
        let mut matrix = dense(&mut equations, &state, forces);
        let b = dense(&mut equations, &state, constraints).split_off(n_v);
        let mut right = vec![0.0; n];
        equations.residual(&mut right);
        let mut rates = vec![0.0; n - n_v];
        equations.constraint_rates(&mut rates);
        for (i, rate) in rates.iter().enumerate() {
            let phi = right[n_v + i];
            assert!(phi.abs() < 1e-14, "constraint {i}: {phi:e}");
            let parts = b[i].iter().zip(&state.velocity);
            let rate = rate + parts.map(|(b, v)| b * v).sum::<f64>();
            assert!(rate.abs() < 1e-13, "rate {i}: {rate:e}");
        }
        equations.constraint_biases(&mut right[n_v..]);
        matrix.truncate(n_v);
        matrix.extend(b);
        let solution = eliminate(matrix, right.iter().map(|x| -x).collect());
        state.acceleration.copy_from_slice(&solution[..n_v]);
        state.multipliers.copy_from_slice(&solution[n_v..]);
        Answer {
            q: self.askew.matrix(),
            state,
        }
    }

    /// Velocities that the constraints leave no choice about.
    pub fn velocities(&self, time: f64) -> Vec<f64> {
        let state = self.machine.start(time);
        let mut equations = Equations::new(&self.machine);
        let n_v = equations.n_velocities();
        let weights = Weights {
            position: 1.0,
            ..Weights::default()
        };
        let b = dense(&mut equations, &state, weights).split_off(n_v);
        assert_eq!(b.len(), n_v);
        let mut rates = vec![0.0; n_v];
        equations.constraint_rates(&mut rates);
        let b = b.into_iter().map(|mut row| {
            row.truncate(n_v);
            row
        });
        eliminate(b.collect(), rates.iter().map(|x| -x).collect())
    }
}

/// A solved state.
pub struct Answer {
    q: Tensor,
    pub state: State,
}

impl Answer {
    /// Acceleration of a node in the axes of the askew frame.
    pub fn along(&self, node: NodeId) -> Vector {
        let i = 6 * (node.0 as usize - 1);
        let a = &self.state.acceleration[i..i + 3];
        transposed_times(&self.q, [a[0], a[1], a[2]])
    }

    /// Angular acceleration of a node in its own axes.
    pub fn about(&self, node: NodeId) -> Vector {
        let i = 6 * (node.0 as usize - 1);
        let a = &self.state.acceleration[i + 3..i + 6];
        [a[0], a[1], a[2]]
    }

    /// Force and torque of a joint on b, in the axes of a; its multipliers begin with `first`.
    pub fn reaction(&self, system: &System, joint: &Joint, first: usize) -> [Vector; 2] {
        let mut equations = Equations::new(&system.machine);
        equations.set(&self.state).unwrap();
        let own = &self.state.multipliers[first..first + joint.n_constraints()];
        let [x, y, z, about @ ..] = joint.reaction(equations.kinematics(), own);
        [[x, y, z], about]
    }

    /// Power that drives bring in.
    pub fn supplied(&self, system: &System) -> f64 {
        let mut equations = Equations::new(&system.machine);
        equations.set(&self.state).unwrap();
        equations.energy().supplied
    }
}

#[track_caller]
pub fn assert_close(found: Vector, expected: Vector) {
    let size = expected.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
    for i in 0..3 {
        let error = (found[i] - expected[i]).abs();
        assert!(
            error < TOLERANCE * size,
            "{found:?} instead of {expected:?}"
        );
    }
}

#[track_caller]
pub fn assert_equal(found: f64, expected: f64) {
    assert_close([found, 0.0, 0.0], [expected, 0.0, 0.0]);
}

fn dense(equations: &mut Equations, state: &State, weights: Weights) -> Vec<Vec<f64>> {
    equations.set(state).unwrap();
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    let n = equations.n();
    let mut full = vec![vec![0.0; n]; n];
    for (i, row) in full.iter_mut().enumerate() {
        for at in starts[i] as usize..starts[i + 1] as usize {
            row[columns[at] as usize] = equations.values()[at];
        }
    }
    full
}

/// Gauss with the largest pivot of each column.
fn eliminate(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let best = (k..n)
            .max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))
            .unwrap();
        assert!(a[best][k].abs() > 1e-9, "the joints say something twice");
        a.swap(k, best);
        b.swap(k, best);
        let pivot = a[k].clone();
        for i in k + 1..n {
            let factor = a[i][k] / pivot[k];
            for (x, p) in a[i].iter_mut().zip(&pivot) {
                *x -= factor * p;
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}
