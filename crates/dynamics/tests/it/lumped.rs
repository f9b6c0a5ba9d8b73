//! A body of mass points and springs, for which everything can be summed point by point.

use pitchline_fem::{BodyMatrices, BodyNode, BodySupport, MassMoments, ReducedBody};
use pitchline_geometry::vector::{Vector, dot, length, minus, times};

/// Points with masses (kg) and places (m), each joined to each by a spring.
pub struct Lumped {
    pub masses: Vec<f64>,
    pub places: Vec<Vector>,
    pub stiffness: f64,
}

impl Lumped {
    /// Five points without any symmetry, away from the origin.
    pub fn five(stiffness: f64) -> Self {
        Self {
            masses: vec![0.9, 0.6, 1.1, 0.8, 0.7],
            places: vec![
                [0.5, 0.1, -0.2],
                [-0.4, 0.3, 0.4],
                [0.2, -0.7, 0.1],
                [0.1, 0.6, 0.9],
                [1.1, 0.2, 0.6],
            ],
            stiffness,
        }
    }

    pub fn n(&self) -> usize {
        3 * self.masses.len()
    }

    /// K and M over the motions of all points.
    pub fn matrices(&self) -> BodyMatrices {
        let n = self.n();
        let (mut stiffness, mut mass) = (vec![0.0; n * n], vec![0.0; n * n]);
        for a in 0..self.masses.len() {
            for i in 0..3 {
                mass[(3 * a + i) * (n + 1)] = self.masses[a];
            }
            for b in 0..a {
                let apart = minus(self.places[a], self.places[b]);
                let e = times(1.0 / length(apart), apart);
                for i in 0..3 {
                    for j in 0..3 {
                        let k = self.stiffness * e[i] * e[j];
                        stiffness[3 * a + i + n * (3 * a + j)] += k;
                        stiffness[3 * b + i + n * (3 * b + j)] += k;
                        stiffness[3 * a + i + n * (3 * b + j)] -= k;
                        stiffness[3 * b + i + n * (3 * a + j)] -= k;
                    }
                }
            }
        }
        let nodes = self.places.iter().enumerate().map(|(i, &place)| BodyNode {
            name: format!("point_{}", i + 1),
            place,
            has_turns: false,
        });
        BodyMatrices {
            nodes: nodes.collect(),
            n_modes: 0,
            stiffness,
            mass,
            support: BodySupport::Free,
        }
    }

    /// The body over the motions of its points, with moments of second order: a mass moves with its point alone.
    pub fn reduced(&self) -> ReducedBody {
        let n = self.n();
        let mut body = ReducedBody::from_matrices(&self.matrices()).unwrap();
        let unit = |i: usize| (0..n).map(move |j| f64::from(u8::from(i == j)));
        let shapes: Vec<f64> = (0..n).flat_map(unit).collect();
        body.moments = self.moments(&shapes);
        body
    }

    /// Sums over the points with shapes, 3 entries for each point.
    pub fn moments(&self, shapes: &[f64]) -> MassMoments {
        let k = shapes.len() / self.n();
        let mut moments = MassMoments {
            mass: self.masses.iter().sum(),
            sums: vec![0.0; 3 * k],
            arms: vec![0.0; 9 * k],
            pairs: vec![0.0; 9 * k * k],
            ..MassMoments::default()
        };
        for (p, (&m, s)) in self.masses.iter().zip(&self.places).enumerate() {
            let shape = |i: usize, a: usize| shapes[self.n() * i + 3 * p + a];
            for a in 0..3 {
                moments.first[a] += m * s[a];
                for b in 0..3 {
                    moments.second[a][b] += m * s[a] * s[b];
                }
            }
            for i in 0..k {
                for b in 0..3 {
                    moments.sums[b + 3 * i] += m * shape(i, b);
                    for (a, s) in s.iter().enumerate() {
                        moments.arms[a + 3 * b + 9 * i] += m * s * shape(i, b);
                        for j in 0..k {
                            moments.pairs[a + 3 * b + 9 * (i + k * j)] +=
                                m * shape(i, a) * shape(j, b);
                        }
                    }
                }
            }
        }
        moments
    }

    /// Shapes made orthogonal to each other with the mass, with modal mass one (Gram-Schmidt).
    pub fn orthonormal(&self, mut shapes: Vec<f64>) -> Vec<f64> {
        let n = self.n();
        let product = |x: &[f64], y: &[f64]| -> f64 {
            let points = x.chunks(3).zip(y.chunks(3)).zip(&self.masses);
            points
                .map(|((x, y), m)| m * dot([x[0], x[1], x[2]], [y[0], y[1], y[2]]))
                .sum()
        };
        for i in 0..shapes.len() / n {
            for _ in 0..2 {
                for j in 0..i {
                    let (done, rest) = shapes.split_at_mut(n * i);
                    let other = &done[n * j..n * (j + 1)];
                    let share = product(other, &rest[..n]);
                    rest[..n]
                        .iter_mut()
                        .zip(other)
                        .for_each(|(x, y)| *x -= share * y);
                }
            }
            let one = &mut shapes[n * i..n * (i + 1)];
            let norm = product(one, one).sqrt();
            one.iter_mut().for_each(|x| *x /= norm);
        }
        shapes
    }
}
