//! How large velocities and positions of a machine are: errors are measured against it. \[theory:time-integration\] (10),
//! (11), (25), \[theory:radau\] (14), (20)

use crate::{Equations, State, Tape, TapeReader};

/// Along, about, scalar.
const KINDS: usize = 3;

/// Largest velocities of each kind, and the largest scalar.
pub(super) type Seen = ([f64; KINDS], f64);

/// Largest velocities and scalars so far, and the extent of the machine.
#[derive(Debug, Clone, PartialEq)]
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

    /// Writes what was seen so far.
    pub fn keep(&self, tape: &mut Tape) {
        tape.numbers(&self.fastest);
        tape.numbers(&[self.scalar, self.length]);
    }

    /// Takes it back.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        let mut numbers = [0.0; 2];
        tape.numbers(&mut self.fastest)?;
        tape.numbers(&mut numbers)?;
        [self.scalar, self.length] = numbers;
        Some(())
    }

    /// How fast a state changes (1/s): its velocities, and the roots of its accelerations, over the extent, a radian and the largest
    /// scalar.
    pub fn pace(&self, state: &State) -> f64 {
        let positions = self.positions();
        let motion = state.velocity.iter().zip(&state.acceleration);
        let of = |((v, a), kind): ((&f64, &f64), &u8)| {
            let position = positions[*kind as usize];
            (v / position).abs().max((a / position).abs().sqrt())
        };
        motion.zip(&self.kinds).map(of).fold(0.0, f64::max)
    }

    /// The largest velocities and scalar so far.
    pub fn seen(&self) -> Seen {
        (self.fastest, self.scalar)
    }

    /// Goes back to what was seen before a step that is undone.
    pub fn unsee(&mut self, seen: Seen) {
        (self.fastest, self.scalar) = seen;
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

    /// The same for corrections that cannot get below rounding: of places that are `far` times as large as the machine, and of scalars
    /// by their units, which `scalar` knows. \[theory:time-integration\] (11)
    pub fn largest_correction(
        &self,
        corrections: &[f64],
        (rounding, far): (f64, f64),
        h: f64,
        scalar: impl Fn(usize) -> f64,
    ) -> (f64, usize) {
        let least = rounding * far;
        let [along, about, _] = self.velocities(least, h);
        let nodes = self.kinds.iter().take_while(|kind| **kind < 2).count();
        let (of_nodes, of_scalars) = corrections.split_at(nodes);
        let found = self.relative(of_nodes, [along, about, 1.0]);
        let sizes = of_scalars.iter().enumerate().map(|(i, correction)| {
            let unit = scalar(i).max(self.positions()[2]);
            let reference = self.fastest[2] + least * unit / h;
            ((correction / reference).abs(), nodes + i)
        });
        sizes.fold(found, |largest, size| {
            match size.0 > largest.0 || size.0.is_nan() {
                true => size,
                false => largest,
            }
        })
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

    /// Velocities that errors over a run are measured against.
    fn fastest_over(&self, duration: f64) -> [f64; KINDS] {
        let reference = self.positions();
        // Each kind by itself: a wheel that spins does not excuse errors of the shaft that bends.
        [0, 1, 2].map(|kind| self.fastest[kind].max(reference[kind] / duration))
    }

    /// Largest of errors of velocities alone, relative to the same.
    pub fn largest_velocity(&self, velocities: &[f64], duration: f64) -> f64 {
        self.relative(velocities, self.fastest_over(duration)).0
    }

    /// What rounding of constraints is beside the velocities that errors are measured against (s): a tenth of half a unit in the last place of
    /// the extent or of a radian, since the scheme averages over its steps what is not the same at each of them.
    pub fn largest_rounding(&self, duration: f64) -> f64 {
        let [along, about, _] = self.fastest_over(duration);
        0.05 * f64::EPSILON * (self.length / along).max(1.0 / about)
    }

    /// Largest of errors of velocities and positions, relative, and where it is. Velocities count as rest below what takes
    /// `duration` (s) to cross the extent.
    pub fn largest_error(
        &self,
        velocities: &[f64],
        positions: &[f64],
        duration: f64,
    ) -> (f64, usize) {
        let of_velocities = self.relative(velocities, self.fastest_over(duration));
        let of_positions = self.relative(positions, self.positions());
        if of_positions.0 > of_velocities.0 || of_positions.0.is_nan() {
            of_positions
        } else {
            of_velocities
        }
    }
}
