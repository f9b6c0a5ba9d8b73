//! How large velocities and positions of a machine are: errors are measured against it. \[theory:time-integration\] (10),
//! (11), (25), \[theory:radau\] (14), (20)

use crate::{Equations, ScalarId, State, Tape, TapeReader};

/// Along, about, scalar, scalar of known size.
const KINDS: usize = 4;
/// Scalars whose size is found on the way.
const SCALAR: usize = 2;
/// Those whose size is known.
const SIZED: usize = 3;

/// Largest velocities of each kind, and the largest scalar of unknown size.
pub(super) type Seen = ([f64; KINDS], f64);

/// Largest velocities and scalars so far, and the extent of the machine.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sizes {
    kinds: Vec<u8>,
    /// What each is counted in: one but for scalars of known size.
    units: Vec<f64>,
    fastest: [f64; KINDS],
    /// Largest scalar coordinate.
    scalar: f64,
    /// Extent (m).
    pub length: f64,
}

impl Sizes {
    pub fn new(equations: &Equations, state: &State) -> Self {
        let nodes = 6 * equations.machine().n_nodes();
        let size = |i: usize| {
            let scalar = u32::try_from(i.checked_sub(nodes)?).ok()?;
            equations.machine().scalar(ScalarId(scalar))?.size
        };
        let kind = |i: usize| match i {
            i if size(i).is_some() => SIZED as u8,
            i if i >= nodes => SCALAR as u8,
            i if i % 6 < 3 => 0,
            _ => 1,
        };
        let each = 0..equations.n_velocities();
        Self {
            kinds: each.clone().map(kind).collect(),
            units: each.map(|i| size(i).unwrap_or(1.0)).collect(),
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
        let of = |((v, a), (kind, unit)): ((&f64, &f64), (&u8, &f64))| {
            let position = positions[*kind as usize] * unit;
            (v / position).abs().max((a / position).abs().sqrt())
        };
        let known = self.kinds.iter().zip(&self.units);
        motion.zip(known).map(of).fold(0.0, f64::max)
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
        for ((v, &kind), unit) in state.velocity.iter().zip(&self.kinds).zip(&self.units) {
            let fastest = &mut self.fastest[kind as usize];
            *fastest = fastest.max((v / unit).abs());
        }
        let kinds = self.kinds.iter().skip(6 * state.places.len());
        let scalars = state.scalars.iter().zip(kinds);
        let found = scalars.filter(|(_, kind)| **kind as usize == SCALAR);
        self.scalar = found.fold(self.scalar, |s, (x, _)| s.max(x.abs()));
    }

    /// Velocities that errors of velocities are measured against. `least` is a share of the extent, of a radian and of the
    /// largest scalar per step `h` below which velocities count as rest.
    fn velocities(&self, least: f64, h: f64) -> [f64; KINDS] {
        let [along, about, scalar, sized] = self.fastest;
        let positions = self.positions();
        let floor = |kind: usize| least * positions[kind] / h;
        // Spins move places, and places turn wheels: kinds share what they have by the extent of the machine.
        [
            along.max(about * self.length) + floor(0),
            about.max(along / self.length) + floor(1),
            scalar + floor(SCALAR),
            sized + floor(SIZED),
        ]
    }

    fn positions(&self) -> [f64; KINDS] {
        let scalar = if self.scalar > 0.0 { self.scalar } else { 1e-6 };
        [self.length, 1.0, scalar, 1.0]
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
        let [along, about, ..] = self.velocities(least, h);
        let is_node = |kind: &&u8| (**kind as usize) < SCALAR;
        let nodes = self.kinds.iter().take_while(is_node).count();
        let (of_nodes, of_scalars) = corrections.split_at(nodes);
        let found = self.relative(of_nodes, [along, about, 1.0, 1.0]);
        let sizes = of_scalars.iter().enumerate().map(|(i, correction)| {
            let kind = self.kinds[nodes + i] as usize;
            let unit = scalar(i).max(self.positions()[kind]);
            let reference = self.fastest[kind] + least * unit / h;
            let size = correction / self.units[nodes + i] / reference;
            (size.abs(), nodes + i)
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
                let size = (error / self.units[i] / reference[kind as usize]).abs();
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
        [0, 1, SCALAR, SIZED].map(|kind| self.fastest[kind].max(reference[kind] / duration))
    }

    /// Largest of errors of velocities alone, relative to the same.
    pub fn largest_velocity(&self, velocities: &[f64], duration: f64) -> f64 {
        self.relative(velocities, self.fastest_over(duration)).0
    }

    /// What rounding of constraints is beside the velocities that errors are measured against (s): a tenth of half a unit in the last place of
    /// the extent or of a radian, since the scheme averages over its steps what is not the same at each of them.
    pub fn largest_rounding(&self, duration: f64) -> f64 {
        let [along, about, ..] = self.fastest_over(duration);
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
