//! How large velocities and positions of a machine are: errors are measured against it. \[theory:radau\] (14), (20)

use crate::{Equations, State};

/// Along, about, scalar.
const KINDS: usize = 3;

/// Largest velocities and scalars so far, and the extent of the machine.
#[derive(Debug)]
pub(super) struct Sizes {
    kinds: Vec<u8>,
    fastest: [f64; KINDS],
    /// Largest scalar coordinate.
    scalar: f64,
    /// Extent (m).
    pub length: f64,
}

impl Sizes {
    pub fn new(equations: &Equations, state: &State) -> Self {
        let nodes = 6 * equations.machine().n_nodes();
        let kind = |i: usize| match i {
            i if i >= nodes => 2,
            i if i % 6 < 3 => 0,
            _ => 1,
        };
        Self {
            kinds: (0..equations.n_velocities()).map(kind).collect(),
            fastest: [0.0; KINDS],
            scalar: 0.0,
            length: equations.extent(state),
        }
    }

    /// Takes note of a state.
    pub fn see(&mut self, state: &State) {
        for (v, &kind) in state.velocity.iter().zip(&self.kinds) {
            let fastest = &mut self.fastest[kind as usize];
            *fastest = fastest.max(v.abs());
        }
        let scalars = state.scalars.iter();
        self.scalar = scalars.fold(self.scalar, |s, x| s.max(x.abs()));
    }

    /// Velocities that errors of velocities are measured against. `least` is a share of the extent, of a radian and of the
    /// largest scalar per step `h` below which velocities count as rest.
    fn velocities(&self, least: f64, h: f64) -> [f64; KINDS] {
        let [along, about, scalar] = self.fastest;
        let positions = self.positions();
        let floor = |kind: usize| least * positions[kind] / h;
        // Spins move places, and places turn wheels: kinds share what they have by the extent of the machine.
        [
            along.max(about * self.length) + floor(0),
            about.max(along / self.length) + floor(1),
            scalar + floor(2),
        ]
    }

    fn positions(&self) -> [f64; KINDS] {
        let scalar = if self.scalar > 0.0 { self.scalar } else { 1e-6 };
        [self.length, 1.0, scalar]
    }

    /// Largest of errors of velocities, relative, and where it is. NaN is the largest of all. The list may hold several stages.
    pub fn largest(&self, errors: &[f64], least: f64, h: f64) -> (f64, usize) {
        self.relative(errors, self.velocities(least, h))
    }

    /// Largest change of positions, relative.
    pub fn largest_position(&self, changes: &[f64]) -> f64 {
        self.relative(changes, self.positions()).0
    }

    fn relative(&self, errors: &[f64], reference: [f64; KINDS]) -> (f64, usize) {
        let mut largest = (0.0_f64, 0);
        for errors in errors.chunks(self.kinds.len().max(1)) {
            for (i, (error, &kind)) in errors.iter().zip(&self.kinds).enumerate() {
                let size = (error / reference[kind as usize]).abs();
                if size.is_nan() {
                    return (f64::NAN, i);
                }
                if size > largest.0 {
                    largest = (size, i);
                }
            }
        }
        largest
    }

    /// Root of the mean square of relative errors of velocities and of those of positions, the larger one.
    pub fn mean(&self, velocities: &[f64], positions: &[f64], least: f64, h: f64) -> f64 {
        let mean = |errors: &[f64], reference: [f64; KINDS]| {
            let squares = errors.iter().zip(&self.kinds);
            let sum: f64 = squares
                .map(|(e, &kind)| (e / reference[kind as usize]).powi(2))
                .sum();
            (sum / errors.len().max(1) as f64).sqrt()
        };
        let of_velocities = mean(velocities, self.velocities(least, h));
        let of_positions = mean(positions, self.positions());
        if of_positions > of_velocities {
            of_positions
        } else {
            of_velocities
        }
    }
}
