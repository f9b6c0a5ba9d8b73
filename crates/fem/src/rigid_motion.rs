//! Motions of a body as a whole, and which of them its supports leave free.
//!
//! u(x) = t + ω × (x − c). A support that locks a node along an axis asks e · u = 0 there, a locked turn of a centre
//! asks e · ω = 0: each is a row over the six numbers (t, ω). Motions that fulfil all rows store no energy, so the
//! stiffness is singular if there is one. \[theory:large-systems\] (9)

use std::fmt;

use pitchline_algebra::symmetric_eigen;

use crate::tensor::{Vector, cross, dot, minus};
use crate::{DofMap, Error, MeanJoint, Tie};

/// Squares of lever arms, relative to the size of the body, below which a support holds no turn.
const LEAST_ARM_SQUARED: f64 = 1e-13;
/// Entries that rounding leaves where nothing should be.
const NOTHING: f64 = 1e-6;

/// A translation, or a turn about an axis (with a translation along it: a screw).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidMotion {
    /// A place on the axis (m).
    pub place: [f64; 3],
    /// Translation of that place.
    pub translation: [f64; 3],
    /// Turn about x, y, z (rad); how large does not matter.
    pub rotation: [f64; 3],
}

impl RigidMotion {
    /// Motion of a place.
    pub fn displacement(&self, place: [f64; 3]) -> [f64; 3] {
        let turned = cross(self.rotation, minus(place, self.place));
        [0, 1, 2].map(|i| self.translation[i] + turned[i])
    }

    /// The same over the unknowns of a map; locked unknowns are left out.
    pub(crate) fn unknowns(&self, dof_map: &DofMap, places: &[Vector]) -> Vec<f64> {
        let mut q = vec![0.0; dof_map.n_unknowns()];
        let mut set = |unknown: Option<u32>, value: f64| {
            if let Some(unknown) = unknown {
                q[unknown as usize] = value;
            }
        };
        for (node, &place) in places.iter().enumerate() {
            let u = self.displacement(place);
            for (unknown, u) in dof_map.node_unknowns(node).into_iter().zip(u) {
                set(unknown, u);
            }
        }
        for (i, centre) in dof_map.centres().iter().enumerate() {
            let motion = self
                .displacement(centre.place)
                .into_iter()
                .chain(self.rotation);
            for (unknown, value) in dof_map.centre_unknowns(i).into_iter().zip(motion) {
                set(unknown, value);
            }
        }
        q
    }
}

impl fmt::Display for RigidMotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = self.place;
        if size(self.rotation) > 0.0 {
            let axis = name(self.rotation);
            write!(
                f,
                "rotation about {axis} through ({:.4}, {:.4}, {:.4}) m",
                p[0], p[1], p[2]
            )
        } else {
            write!(f, "translation along {}", name(self.translation))
        }
    }
}

/// x, y, z, or a direction.
fn name(direction: Vector) -> String {
    let size = size(direction);
    let d = direction.map(|v| v / size);
    match (0..3).find(|&i| d[i].abs() > 1.0 - NOTHING) {
        Some(axis) => ["x", "y", "z"][axis].to_string(),
        None => format!("({:.3}, {:.3}, {:.3})", d[0], d[1], d[2]),
    }
}

fn size(v: Vector) -> f64 {
    dot(v, v).sqrt()
}

/// Motions that the locked nodes and centres allow: none, up to six.
pub fn free_motions(dof_map: &DofMap, places: &[[f64; 3]]) -> Result<Vec<RigidMotion>, Error> {
    let (middle, length) = extent(places);
    let mut sum = [[0.0; 6]; 6];
    let mut add = |row: [f64; 6]| {
        for i in 0..6 {
            for j in 0..6 {
                sum[i][j] += row[i] * row[j];
            }
        }
    };
    // Turns count as displacements at the rim of the body, so that all six compare.
    let held = |place: Vector, axis: usize| {
        let mut e = [0.0; 3];
        e[axis] = 1.0;
        let lever = cross(minus(place, middle), e).map(|v| v / length);
        [e[0], e[1], e[2], lever[0], lever[1], lever[2]]
    };
    for (node, &place) in places.iter().enumerate() {
        if let Tie::Own(moves) = dof_map.tie(node) {
            (0..3)
                .filter(|&axis| !moves[axis])
                .for_each(|axis| add(held(place, axis)));
        }
    }
    for centre in dof_map.centres() {
        for axis in 0..3 {
            if !centre.moves[axis] {
                add(held(centre.place, axis));
            }
            if !centre.moves[3 + axis] {
                let mut row = [0.0; 6];
                row[3 + axis] = 1.0;
                add(row);
            }
        }
    }
    let eigen = symmetric_eigen(6, sum.as_flattened())?;
    let largest = eigen.values[5].max(0.0);
    let null: Vec<[f64; 6]> = (0..6)
        .filter(|&i| eigen.values[i] <= LEAST_ARM_SQUARED * largest)
        .map(|i| std::array::from_fn(|k| eigen.vectors[6 * i + k]))
        .collect();
    Ok(simplest(null)
        .into_iter()
        .map(|motion| as_motion(motion, middle, length))
        .collect())
}

/// Motions of the whole body, given by displacements of all nodes, in the form in which one names them.
pub(crate) fn named(
    places: &[Vector],
    displacements: &[Vec<Vector>],
) -> Result<Vec<RigidMotion>, Error> {
    let (middle, length) = extent(places);
    let weights: Vec<(u32, f64)> = (0..places.len() as u32).map(|node| (node, 1.0)).collect();
    let joint = MeanJoint::on_nodes(places, &weights, middle)?;
    let mut vectors = Vec::with_capacity(displacements.len());
    for u in displacements {
        let m = joint.motion(u)?;
        let scaled: [f64; 6] = std::array::from_fn(|i| if i < 3 { m[i] } else { m[i] * length });
        let size = scaled.iter().map(|v| v * v).sum::<f64>().sqrt();
        vectors.push(scaled.map(|v| v / size));
    }
    Ok(simplest(vectors)
        .into_iter()
        .map(|motion| as_motion(motion, middle, length))
        .collect())
}

/// Middle of the nodes and their largest distance from it.
fn extent(places: &[Vector]) -> (Vector, f64) {
    let n = places.len().max(1) as f64;
    let middle = [0, 1, 2].map(|i| places.iter().map(|p| p[i]).sum::<f64>() / n);
    let far = places
        .iter()
        .map(|&p| size(minus(p, middle)))
        .fold(0.0, f64::max);
    (middle, if far > 0.0 { far } else { 1.0 })
}

/// Combines vectors so that each has one entry that the others lack, turns first: motions then are what one would
/// name. Gauss and Jordan, the largest pivot in each row.
fn simplest(mut vectors: Vec<[f64; 6]>) -> Vec<[f64; 6]> {
    let mut row = 0;
    for column in [3, 4, 5, 0, 1, 2] {
        let rest = row..vectors.len();
        let Some(best) = rest.max_by(|&a, &b| {
            vectors[a][column]
                .abs()
                .total_cmp(&vectors[b][column].abs())
        }) else {
            break;
        };
        if vectors[best][column].abs() < NOTHING {
            continue;
        }
        vectors.swap(row, best);
        let pivot = vectors[row].map(|v| v / vectors[row][column]);
        vectors[row] = pivot;
        for (other, vector) in vectors.iter_mut().enumerate() {
            if other != row {
                let factor = vector[column];
                vector
                    .iter_mut()
                    .zip(pivot)
                    .for_each(|(v, p)| *v -= factor * p);
            }
        }
        row += 1;
    }
    for vector in &mut vectors {
        vector
            .iter_mut()
            .filter(|v| v.abs() < NOTHING)
            .for_each(|v| *v = 0.0);
    }
    // Translations first, as one lists them.
    vectors.reverse();
    vectors.sort_by_key(|v| v[3..].iter().any(|&w| w != 0.0));
    let turns = vectors
        .iter()
        .take_while(|v| v[3..].iter().all(|&w| w == 0.0))
        .count();
    vectors[..turns].reverse();
    vectors[turns..].reverse();
    vectors
}

/// A turn is told by its axis: the places that move along it only.
fn as_motion(m: [f64; 6], middle: Vector, length: f64) -> RigidMotion {
    let translation = [m[0], m[1], m[2]];
    let rotation = [m[3], m[4], m[5]].map(|v| v / length);
    let square = dot(rotation, rotation);
    if square == 0.0 {
        return RigidMotion {
            place: middle,
            translation,
            rotation,
        };
    }
    let offset = cross(rotation, translation).map(|v| v / square);
    let along = dot(rotation, translation) / square;
    let clean = |v: f64| if v.abs() < NOTHING * length { 0.0 } else { v };
    RigidMotion {
        place: [0, 1, 2].map(|i| clean(middle[i] + offset[i])),
        translation: rotation.map(|w| along * w),
        rotation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Centre;

    const CUBE: [Vector; 8] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
    ];

    fn names(locks: &[(usize, [bool; 3])]) -> Vec<String> {
        let mut ties = vec![Tie::FREE; 8];
        for &(node, moves) in locks {
            ties[node] = Tie::Own(moves);
        }
        let map = DofMap::build(&CUBE, ties, Vec::new()).unwrap();
        let motions = free_motions(&map, &CUBE).unwrap();
        motions.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_six_are_free_without_support() {
        assert_eq!(
            names(&[]),
            [
                "translation along x",
                "translation along y",
                "translation along z",
                "rotation about x through (0.5000, 0.5000, 0.5000) m",
                "rotation about y through (0.5000, 0.5000, 0.5000) m",
                "rotation about z through (0.5000, 0.5000, 0.5000) m",
            ]
        );
    }

    #[test]
    fn hinges_and_slides_are_named() {
        let locked = [false; 3];
        // Two nodes locked: a hinge on the edge between them.
        assert_eq!(
            names(&[(1, locked), (5, locked)]),
            ["rotation about z through (1.0000, 0.0000, 0.5000) m"]
        );
        // A face that may not leave its plane.
        let slide = [true, true, false];
        assert_eq!(
            names(&[(0, slide), (1, slide), (2, slide), (3, slide)]),
            [
                "translation along x",
                "translation along y",
                "rotation about z through (0.5000, 0.5000, 0.5000) m",
            ]
        );
        assert!(names(&[(0, locked), (1, locked), (2, locked)]).is_empty());
        // A hinge along a diagonal.
        assert_eq!(
            names(&[(0, locked), (6, locked)]),
            ["rotation about (0.577, 0.577, 0.577) through (0.5000, 0.5000, 0.5000) m"]
        );
    }

    #[test]
    fn centres_hold_what_they_lock() {
        let mut ties = vec![Tie::FREE; 8];
        ties[0] = Tie::Centre(0);
        let shaft = Centre {
            place: [0.0, 0.0, 0.0],
            moves: [false, false, false, false, false, true],
        };
        let map = DofMap::build(&CUBE, ties, vec![shaft]).unwrap();
        let motions = free_motions(&map, &CUBE).unwrap();
        assert_eq!(motions.len(), 1);
        assert_eq!(
            motions[0].to_string(),
            "rotation about z through (0.0000, 0.0000, 0.5000) m"
        );
        // Over the unknowns: it moves the far corner and turns the centre.
        let q = motions[0].unknowns(&map, &CUBE);
        assert_eq!(q.len(), 22);
        assert!((q[21] - motions[0].rotation[2]).abs() < 1e-15);
    }
}
