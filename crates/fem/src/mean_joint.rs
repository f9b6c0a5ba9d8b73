//! A joint that follows the mean motion of many nodes without stiffening them.
//!
//! Its motion is the rigid motion nearest to those of the nodes in the sense of weighted least squares; a force and a torque on it
//! are spread over the nodes by the transpose, which is statically equivalent. \[theory:finite-elements\] (21), (22)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | w_a | `weight` | 1, they sum to one |
//! | x̄ | weighted mean place of the nodes | m |
//! | r_a = x_a − x̄ | `arm` | m |
//! | J = Σ w_a (r_a² 1 − r_a r_aᵀ) | `turn_inverse` holds J⁻¹ | m² |

use crate::tensor::{Tensor, Vector, cross, determinant, dot, inverse, minus, principal, times};
use crate::{Error, Face, Mesh};

/// Nodes spread closer to a line than this share of their length leave the turn about it undetermined.
const LEAST_SPREAD: f64 = 1e-6;

/// A node of the joint.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Member {
    node: u32,
    weight: f64,
    arm: Vector,
}

/// One place that moves as the weighted mean of nodes.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanJoint {
    place: Vector,
    /// From the mean place of the nodes to the joint.
    offset: Vector,
    turn_inverse: Tensor,
    members: Vec<Member>,
}

impl MeanJoint {
    /// Joins faces to `place`, weighted with the areas that belong to their nodes.
    pub fn on_faces(mesh: &Mesh, faces: &[Face], place: [f64; 3]) -> Result<Self, Error> {
        Self::on_nodes(&mesh.nodes, &mesh.node_areas(faces)?, place)
    }

    /// Joins nodes with given weights to `place`. Weights may be negative, as the areas of quadratic corners are, if the weighted
    /// spread of the nodes is positive in every direction.
    pub fn on_nodes(
        places: &[[f64; 3]],
        weights: &[(u32, f64)],
        place: [f64; 3],
    ) -> Result<Self, Error> {
        if let Some(&(node, _)) = weights.iter().find(|w| w.0 as usize >= places.len()) {
            return Err(Error::Count {
                what: "places of the nodes of a mean joint",
                given: places.len(),
                needed: node as usize + 1,
            });
        }
        let total = weights.iter().fold(0.0, |sum, w| sum + w.1);
        if !(total > 0.0 && total.is_finite()) {
            return Err(Error::MeanJointWeights { place, total });
        }
        let mut mean = [0.0; 3];
        for &(node, weight) in weights {
            for (mean, x) in mean.iter_mut().zip(places[node as usize]) {
                *mean += weight / total * x;
            }
        }
        let members: Vec<Member> = weights
            .iter()
            .map(|&(node, weight)| Member {
                node,
                weight: weight / total,
                arm: minus(places[node as usize], mean),
            })
            .collect();
        let turn = turn_tensor(&members);
        check_spread(&turn, place, members.len())?;
        Ok(Self {
            place,
            offset: minus(place, mean),
            turn_inverse: inverse(&turn, determinant(&turn)),
            members,
        })
    }

    /// Where the joint stands (m).
    pub fn place(&self) -> [f64; 3] {
        self.place
    }

    /// Its nodes.
    pub fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.members.iter().map(|member| member.node)
    }

    /// Motion of the joint, along x, y, z and about x, y, z, from displacements of all nodes.
    pub fn motion(&self, displacements: &[[f64; 3]]) -> Result<[f64; 6], Error> {
        self.check(displacements.len())?;
        let (mut mean, mut moment) = ([0.0; 3], [0.0; 3]);
        for member in &self.members {
            let u = displacements[member.node as usize];
            let turning = cross(member.arm, u);
            for i in 0..3 {
                mean[i] += member.weight * u[i];
                moment[i] += member.weight * turning[i];
            }
        }
        let turn = times(&self.turn_inverse, moment);
        let carried = cross(turn, self.offset);
        Ok([
            mean[0] + carried[0],
            mean[1] + carried[1],
            mean[2] + carried[2],
            turn[0],
            turn[1],
            turn[2],
        ])
    }

    /// Adds a force (N) and a torque (N m) on the joint to the forces on all nodes.
    pub fn add_forces(
        &self,
        force: [f64; 3],
        torque: [f64; 3],
        forces: &mut [[f64; 3]],
    ) -> Result<(), Error> {
        self.check(forces.len())?;
        for (node, part) in self.spread(force, torque) {
            for (sum, part) in forces[node as usize].iter_mut().zip(part) {
                *sum += part;
            }
        }
        Ok(())
    }

    /// Forces on its nodes from a force (N) and a torque (N m) on the joint. \[theory:finite-elements\] (22)
    pub(crate) fn spread(
        &self,
        force: Vector,
        torque: Vector,
    ) -> impl Iterator<Item = (u32, Vector)> + '_ {
        let carried = cross(self.offset, force);
        let about_mean = [0, 1, 2].map(|i| torque[i] + carried[i]);
        let turn = times(&self.turn_inverse, about_mean);
        self.members.iter().map(move |member| {
            let turning = cross(turn, member.arm);
            let part = [0, 1, 2].map(|i| member.weight * (force[i] + turning[i]));
            (member.node, part)
        })
    }

    fn check(&self, given: usize) -> Result<(), Error> {
        let needed = self.nodes().max().map_or(0, |node| node as usize + 1);
        if given >= needed {
            return Ok(());
        }
        Err(Error::Count {
            what: "values at the nodes of a mean joint",
            given,
            needed,
        })
    }
}

fn turn_tensor(members: &[Member]) -> Tensor {
    let mut turn = [[0.0; 3]; 3];
    for Member { weight, arm, .. } in members {
        let square = dot(*arm, *arm);
        for i in 0..3 {
            for j in 0..3 {
                let diagonal = if i == j { square } else { 0.0 };
                turn[i][j] += weight * (diagonal - arm[i] * arm[j]);
            }
        }
    }
    turn
}

/// All turns must move the nodes: the least principal value vanishes for nodes on a line, all do for one place.
fn check_spread(turn: &Tensor, place: Vector, n_nodes: usize) -> Result<(), Error> {
    let (values, _) = principal(turn);
    let on = if values[0] <= 0.0 || values.iter().any(|value| value.is_nan()) {
        "one place"
    } else if values[2] <= LEAST_SPREAD * LEAST_SPREAD * values[0] {
        "a line"
    } else {
        return Ok(());
    };
    Err(Error::MeanJointDegenerate { place, n_nodes, on })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [Vector; 4] = [
        [1.0, 0.0, 0.0],
        [0.0, 2.0, 0.3],
        [-1.0, 0.5, 0.0],
        [0.2, 0.1, 1.0],
    ];
    const WEIGHTS: [(u32, f64); 4] = [(0, 1.0), (1, 2.0), (2, 0.5), (3, 1.5)];

    #[test]
    fn a_rigid_motion_of_the_nodes_is_the_motion_of_the_joint() {
        let place = [3.0, -1.0, 2.0];
        let joint = MeanJoint::on_nodes(&PLACES, &WEIGHTS, place).unwrap();
        let (v, turn) = ([0.1, -0.2, 0.3], [0.01, 0.02, -0.03]);
        let u = PLACES.map(|x| {
            let carried = cross(turn, minus(x, place));
            [0, 1, 2].map(|i| v[i] + carried[i])
        });
        let motion = joint.motion(&u).unwrap();
        for (given, expected) in motion.iter().zip(v.iter().chain(&turn)) {
            assert!((given - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn spread_forces_have_the_same_resultant_and_do_the_same_work() {
        let place = [3.0, -1.0, 2.0];
        let joint = MeanJoint::on_nodes(&PLACES, &WEIGHTS, place).unwrap();
        let (force, torque) = ([5.0, -2.0, 1.0], [0.3, 4.0, -1.0]);
        let mut forces = [[0.0; 3]; 4];
        joint.add_forces(force, torque, &mut forces).unwrap();
        for i in 0..3 {
            let sum: f64 = forces.iter().map(|f| f[i]).sum();
            let moment: f64 = (0..4)
                .map(|a| cross(minus(PLACES[a], place), forces[a])[i])
                .sum();
            assert!((sum - force[i]).abs() < 1e-14, "{sum}");
            assert!((moment - torque[i]).abs() < 1e-14, "{moment}");
        }
        let u = [
            [0.1, 0.7, -0.3],
            [0.2, 0.2, 0.9],
            [-0.5, 0.1, 0.0],
            [0.4, -0.8, 0.6],
        ];
        let on_nodes: f64 = (0..4).map(|a| dot(forces[a], u[a])).sum();
        let m = joint.motion(&u).unwrap();
        let on_joint = dot(force, [m[0], m[1], m[2]]) + dot(torque, [m[3], m[4], m[5]]);
        assert!((on_nodes - on_joint).abs() < 1e-13);
    }

    #[test]
    fn nodes_that_leave_a_turn_free_are_refused() {
        let line = [[0.0; 3], [1.0, 2.0, 3.0], [2.0, 4.0, 6.0]];
        let equal = |n: u32| (0..n).map(|i| (i, 1.0)).collect::<Vec<_>>();
        let refused = |places: &[Vector], weights: &[(u32, f64)]| {
            MeanJoint::on_nodes(places, weights, [0.0; 3])
                .unwrap_err()
                .to_string()
        };
        assert!(refused(&line, &equal(3)).contains("a line"));
        assert!(refused(&line, &equal(1)).contains("one place"));
        assert!(refused(&line, &[]).contains("weights sum to 0"));
        assert!(refused(&line, &equal(4)).contains("3 values"));
    }
}
