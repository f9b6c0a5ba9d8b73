//! Sums over all material for shapes that are harmonics of a gear of equal sectors.
//!
//! A shape a of the harmonic n with the complex coordinate η moves sector s by u_s = Re(η a e^{inθs}) in the axes of the sector. In
//! the axes of the body its motions across the axis are two waves, of the harmonics n + 1 and n − 1, and the one along the axis
//! is one, of the harmonic n:
//!
//! ```text
//! u_x = Re(η (p e^{i(n+1)θs} + m e^{i(n−1)θs})),  u_y = Re(η (−i p e^{i(n+1)θs} + i m e^{i(n−1)θs})),  u_z = Re(η a_z e^{inθs})
//! p = (a_x + i a_y)/2,  m = (a_x − i a_y)/2
//! ```
//!
//! Waves g e^{ihθs} and g′ e^{ih′θs} have, summed over all sectors, the product z/2 · Re(ḡ g′) if h = h′ and z/2 · Re(g g′) if
//! h = −h′ (both modulo z), else none: only neighbouring nodal diameters meet. \[theory:reduction\]

use pitchline_algebra::{Complex, SymmetricMatrix};
use rayon::prelude::*;

use crate::MassMoments;
use crate::cyclic::{CyclicBody, Work, sparse_product};

/// A shape on all nodes of the sector, in its axes.
pub struct SectorShape {
    /// Nodal diameter.
    pub harmonic: usize,
    /// Displacements of the nodes.
    pub displacements: Vec<[Complex; 3]>,
    /// Numbers of the coordinates that are the real and the imaginary part of η; the second is missing for real harmonics.
    pub coordinates: (usize, Option<usize>),
}

const I: Complex = Complex { re: 0.0, im: 1.0 };
const ONE: Complex = Complex { re: 1.0, im: 0.0 };

/// A wave of a shape: the scalar field g, its harmonic, and what it adds to the motions along x, y, z.
struct Wave {
    shape: usize,
    /// Harmonic, modulo z.
    class: usize,
    parts: [Option<Complex>; 3],
    field: Vec<Complex>,
    /// m g with the consistent mass of the sector.
    mass: Vec<Complex>,
}

/// Moments of `n` coordinates. `mass` is the scalar mass of the nodes of the sector, `places` where they stand.
pub fn moments(
    body: &CyclicBody,
    mass: &SymmetricMatrix,
    places: &[[f64; 3]],
    shapes: &[SectorShape],
    n: usize,
) -> MassMoments {
    let teeth = body.teeth() as usize;
    let place_fields = places.iter().map(|p| p.map(|x| Complex::new(x, 0.0)));
    let place = SectorShape {
        harmonic: 0,
        displacements: place_fields.collect(),
        coordinates: (0, None),
    };
    let position = waves(teeth, mass, usize::MAX, &place);
    let mut all: Vec<Wave> = shapes
        .par_iter()
        .enumerate()
        .flat_map_iter(|(number, shape)| waves(teeth, mass, number, shape))
        .collect();
    // Neighbours in one block: waves of one class meet.
    all.sort_by_key(|wave| (wave.class, wave.shape));
    let mut moments = MassMoments {
        sums: vec![0.0; 3 * n],
        arms: vec![0.0; 9 * n],
        pairs: vec![0.0; 9 * n * n],
        mass: teeth as f64 * mass_of(mass),
        ..rigid(teeth, &position)
    };
    let scale = 0.5 * teeth as f64;
    let masses = sparse_product(mass, 2 * (all.len() + position.len()));
    body.count(Work::Sector, masses);
    body.count(Work::Coordinates, moments.pairs.len() as u64);
    for wave in &all {
        let shape = &shapes[wave.shape];
        if wave.class == 0 {
            // Against a constant, of the harmonic 0: both products.
            let total: Complex = wave.mass.iter().sum();
            for (coordinate, eta) in coordinates(shape) {
                for (axis, part) in parts(wave) {
                    moments.sums[axis + 3 * coordinate] += 2.0 * scale * (eta * part * total).re;
                }
            }
        }
        for other in &position {
            let product = Product::of(teeth, other, wave);
            body.count(Work::Sector, product.multiplications(wave));
            for (coordinate, eta) in coordinates(shape) {
                for (alpha, first) in parts(other) {
                    for (beta, second) in parts(wave) {
                        moments.arms[alpha + 3 * beta + 9 * coordinate] +=
                            scale * product.real(first, eta * second);
                    }
                }
            }
        }
    }
    add_pairs(body, shapes, &all, n, &mut moments.pairs);
    moments
}

/// Σ m φ_i φ_jᵀ, each wave with those that it meets.
fn add_pairs(
    body: &CyclicBody,
    shapes: &[SectorShape],
    waves: &[Wave],
    n: usize,
    pairs: &mut [f64],
) {
    let teeth = body.teeth() as usize;
    let scale = 0.5 * teeth as f64;
    let of_class = |class: usize| {
        let start = waves.partition_point(|wave| wave.class < class);
        start..waves.partition_point(|wave| wave.class <= class)
    };
    let products: Vec<(usize, usize, Product)> = (0..waves.len())
        .into_par_iter()
        .flat_map_iter(|second| {
            let class = waves[second].class;
            let opposite = (teeth - class) % teeth;
            let others = if opposite == class {
                0..0
            } else {
                of_class(opposite)
            };
            of_class(class).chain(others).map(move |first| {
                let product = Product::of(teeth, &waves[first], &waves[second]);
                (first, second, product)
            })
        })
        .collect();
    for (first, second, product) in products {
        let (first, second) = (&waves[first], &waves[second]);
        body.count(Work::Sector, product.multiplications(second));
        for (i, eta_i) in coordinates(&shapes[first.shape]) {
            for (j, eta_j) in coordinates(&shapes[second.shape]) {
                for (alpha, a) in parts(first) {
                    for (beta, b) in parts(second) {
                        pairs[alpha + 3 * beta + 9 * (i + n * j)] +=
                            scale * product.real(eta_i * a, eta_j * b);
                    }
                }
            }
        }
    }
}

/// Sum of all entries.
fn mass_of(mass: &SymmetricMatrix) -> f64 {
    let ones = vec![1.0; mass.n];
    let mut sums = vec![0.0; mass.n];
    mass.multiply(&ones, &mut sums);
    sums.iter().sum()
}

/// Mass, centre and second moments.
fn rigid(teeth: usize, position: &[Wave]) -> MassMoments {
    let scale = 0.5 * teeth as f64;
    let mut moments = MassMoments::default();
    for wave in position {
        // The place along the axis is of the harmonic 0; across it all sectors together leave nothing.
        if wave.class == 0 {
            let total: Complex = wave.mass.iter().sum();
            moments.first[2] += 2.0 * scale * total.re;
        }
        for other in position {
            let product = Product::of(teeth, other, wave);
            for (alpha, a) in parts(other) {
                for (beta, b) in parts(wave) {
                    moments.second[alpha][beta] += scale * product.real(a, b);
                }
            }
        }
    }
    moments
}

/// Products of two waves over a sector, where they meet.
struct Product {
    /// ḡᵀ m g′ if their harmonics are equal.
    same: Option<Complex>,
    /// gᵀ m g′ if they are opposite.
    opposite: Option<Complex>,
}

impl Product {
    fn of(teeth: usize, first: &Wave, second: &Wave) -> Self {
        let pairs = || first.field.iter().zip(&second.mass);
        let same = first.class == second.class;
        let opposite = (first.class + second.class).is_multiple_of(teeth);
        Self {
            same: same.then(|| pairs().map(|(g, m)| g.conj() * m).sum()),
            opposite: opposite.then(|| pairs().map(|(g, m)| g * m).sum()),
        }
    }

    /// Multiplications that they took.
    fn multiplications(&self, wave: &Wave) -> u64 {
        let taken = self.same.iter().chain(&self.opposite).count();
        (4 * taken * wave.field.len()) as u64
    }

    /// Re of both, with these factors of the waves.
    fn real(&self, first: Complex, second: Complex) -> f64 {
        let same = self.same.map_or(0.0, |p| (first.conj() * second * p).re);
        let opposite = self.opposite.map_or(0.0, |p| (first * second * p).re);
        same + opposite
    }
}

/// Coordinates of a shape: η is 1 for the first and i for the second.
fn coordinates(shape: &SectorShape) -> impl Iterator<Item = (usize, Complex)> + '_ {
    let (first, second) = shape.coordinates;
    std::iter::once((first, ONE)).chain(second.map(|second| (second, I)))
}

/// Axes along which a wave moves nodes.
fn parts(wave: &Wave) -> impl Iterator<Item = (usize, Complex)> + '_ {
    let parts = wave.parts.iter().enumerate();
    parts.filter_map(|(axis, part)| part.map(|part| (axis, part)))
}

/// The three waves of a shape.
fn waves(teeth: usize, mass: &SymmetricMatrix, number: usize, shape: &SectorShape) -> [Wave; 3] {
    let n = shape.harmonic;
    let wave = |class: usize, parts: [Option<Complex>; 3], field: Vec<Complex>| Wave {
        shape: number,
        class: class % teeth,
        parts,
        mass: times(mass, &field),
        field,
    };
    let across = |sign: f64| {
        let combine = |u: &[Complex; 3]| (u[0] + I * u[1] * sign) * 0.5;
        shape.displacements.iter().map(combine).collect()
    };
    let along = shape.displacements.iter().map(|u| u[2]).collect();
    [
        wave(n + 1, [Some(ONE), Some(-I), None], across(1.0)),
        wave(n + teeth - 1, [Some(ONE), Some(I), None], across(-1.0)),
        wave(n, [None, None, Some(ONE)], along),
    ]
}

/// A x of a real matrix.
fn times(matrix: &SymmetricMatrix, x: &[Complex]) -> Vec<Complex> {
    let split: Vec<f64> = x
        .iter()
        .map(|x| x.re)
        .chain(x.iter().map(|x| x.im))
        .collect();
    let mut product = vec![0.0; split.len()];
    matrix.multiply_many(&split, &mut product);
    let (re, im) = product.split_at(x.len());
    re.iter()
        .zip(im)
        .map(|(&re, &im)| Complex::new(re, im))
        .collect()
}
