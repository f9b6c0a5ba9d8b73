//! What a beam needs of its section, integrated over its length. \[theory:shafts\] (5)-(9), (15)-(21)

use super::BeamData;

/// Points and weights of Gauss' rule of five points between 0 and 1: exact for polynomials of degree nine, such as the product
/// of two cubic shapes and the area of a cone.
const POINTS: [[f64; 2]; 5] = [
    [0.046_910_077_030_668_004, 0.118_463_442_528_094_54],
    [0.230_765_344_947_158_45, 0.239_314_335_249_683_24],
    [0.5, 0.284_444_444_444_444_44],
    [0.769_234_655_052_841_5, 0.239_314_335_249_683_24],
    [0.953_089_922_969_332, 0.118_463_442_528_094_54],
];

/// Over the places and directors (times length) of both ends: x_a, h d_a, x_b, h d_b.
pub(super) type Shapes = [f64; 4];

/// The integrals.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Integrals {
    /// From the first end (m).
    pub elastic_centre: f64,
    /// Along and about x, y, z, at the elastic centre (N/m, N m/rad).
    pub stiffness: [f64; 6],
    /// Mass over [`Shapes`] (kg).
    pub mass: [Shapes; 4],
    /// Mass that each of them carries in a uniform acceleration (kg).
    pub first: Shapes,
    /// Inertia about x of both ends, and what couples them (kg m²).
    pub polar: [f64; 3],
    /// Inertia of the sections about y and z, of each end (kg m²).
    pub diametral: [[f64; 2]; 2],
}

impl Integrals {
    pub fn of(data: &BeamData) -> Self {
        let (stiffness, centre, phi) = flexibility(data);
        let mut integrals = Self {
            elastic_centre: centre * data.length,
            stiffness,
            mass: [[0.0; 4]; 4],
            first: [0.0; 4],
            polar: [0.0; 3],
            diametral: [[0.0; 2]; 2],
        };
        integrals.add_masses(data, phi);
        integrals
    }

    fn add_masses(&mut self, data: &BeamData, phi: f64) {
        let mut coupled = 0.0;
        for [x, weight] in POINTS {
            let section = data.profile.section(x, data.material.poisson_ratio);
            let line = data.material.density * data.length * weight;
            let mass = line * section.area;
            let shapes = shapes(x, phi);
            for (i, shape) in shapes.iter().enumerate() {
                self.first[i] += mass * shape;
                for (entry, other) in self.mass[i].iter_mut().zip(shapes) {
                    *entry += mass * shape * other;
                }
            }
            let polar = line * section.polar_moment();
            let ends = [1.0 - x, x];
            coupled += 0.5 * mass * ends[0] * ends[1];
            // (19): halfway between lumped and linear
            self.polar[2] += 0.5 * polar * ends[0] * ends[1];
            for (i, end) in ends.into_iter().enumerate() {
                self.polar[i] += 0.5 * polar * (end + end * end);
                self.diametral[i][0] += line * section.moment_y * end;
                self.diametral[i][1] += line * section.moment_z * end;
            }
        }
        self.correct(coupled, phi);
    }

    /// Terms that no rigid motion feels, for what the shapes leave out within a beam: shear that changes along it (17), and the
    /// same waves along the axis as about it (18).
    fn correct(&mut self, coupled: f64, phi: f64) {
        let chord = [-1.0, 0.0, 1.0, 0.0];
        let sheared = [-1.0, -0.5, 1.0, -0.5];
        let shear = (self.first[0] + self.first[2]) / 12.0 * phi / (1.0 + phi);
        let stretch = self.mass[0][2] - shear - coupled;
        for i in 0..4 {
            for j in 0..4 {
                let both = 0.5 * (chord[i] * sheared[j] + sheared[i] * chord[j]);
                self.mass[i][j] += shear * both + stretch * sheared[i] * sheared[j];
            }
        }
    }
}

/// Stiffness at the elastic centre, that centre as a share of the length, and φ. \[theory:shafts\] (5)-(9)
fn flexibility(data: &BeamData) -> ([f64; 6], f64, f64) {
    let e = data.material.youngs_modulus;
    let g = 0.5 * e / (1.0 + data.material.poisson_ratio);
    let sections = POINTS.map(|[x, weight]| {
        let section = data.profile.section(x, data.material.poisson_ratio);
        (x, weight * data.length, section)
    });
    let sum = |of: &dyn Fn(f64, &crate::Section) -> f64| -> f64 {
        sections.iter().map(|(x, w, s)| w * of(*x, s)).sum()
    };
    let about_y = sum(&|_, s| 1.0 / (e * s.moment_y));
    let about_z = sum(&|_, s| 1.0 / (e * s.moment_z));
    let centre = sum(&|x, s| x / (e * s.moment_z)) / about_z;
    let arm = |x: f64| (data.length * (x - centre)).powi(2);
    let bent_y = sum(&|x, s| arm(x) / (e * s.moment_z));
    let bent_z = sum(&|x, s| arm(x) / (e * s.moment_y));
    let sheared_y = sum(&|_, s| 1.0 / (s.shear_y * g * s.area));
    let sheared_z = sum(&|_, s| 1.0 / (s.shear_z * g * s.area));
    let flexibility = [
        sum(&|_, s| 1.0 / (e * s.area)),
        bent_y + sheared_y,
        bent_z + sheared_z,
        sum(&|_, s| 1.0 / (g * s.torsion_constant)),
        about_y,
        about_z,
    ];
    let phi = 0.5 * (sheared_y / bent_y + sheared_z / bent_z);
    (flexibility.map(f64::recip), centre, phi)
}

/// Shares of x_a, h d_a, x_b and h d_b in the place at a share x of the length. \[theory:shafts\] (12)
fn shapes(x: f64, phi: f64) -> Shapes {
    let bulge = 0.5 * phi * x * (1.0 - x);
    let square = x * x;
    let cube = square * x;
    [
        1.0 - 3.0 * square + 2.0 * cube + phi * (1.0 - x),
        x - 2.0 * square + cube + bulge,
        3.0 * square - 2.0 * cube + phi * x,
        cube - square - bulge,
    ]
    .map(|shape| shape / (1.0 + phi))
}
