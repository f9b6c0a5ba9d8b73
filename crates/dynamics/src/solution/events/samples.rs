//! Instants that are known beforehand, at which parts of a machine look at it and change what they hold. \[theory:actuators\] (16)

use crate::{Element, ElementId, Equations, Error, Machine, State, Tape, TapeReader};

/// Multiples of a sample time closer to the start of a run than this share of it are the start: products of whole numbers are rounded.
const NEAR: f64 = 1e-9;

/// A part that looks at the machine from time to time.
#[derive(Debug)]
struct Sampled {
    /// Number of the element.
    element: usize,
    /// Its sample time (s).
    step: f64,
    /// Number of its last sample. Times cannot tell: the end of a step that a user wants to see may be the instant of a sample but for
    /// rounding.
    last: f64,
}

impl Sampled {
    /// When it looks next (s).
    fn next(&self, time: f64) -> f64 {
        let at = (self.last + 1.0) * self.step;
        // Samples that the digits of the time no longer tell apart: as soon as they do.
        if at > time { at } else { time.next_up() }
    }

    /// Number of the last sample up to a time.
    fn up_to(&self, time: f64) -> f64 {
        (time / self.step + NEAR).floor()
    }
}

/// The sample times of a machine.
#[derive(Debug)]
pub(super) struct Samples {
    parts: Vec<Sampled>,
}

impl Samples {
    pub fn of(machine: &Machine) -> Self {
        let elements = machine.elements().enumerate();
        let sampled = |(element, (_, part)): (usize, (&str, &dyn Element))| {
            let step = part.sample_time()?;
            let last = f64::NEG_INFINITY;
            (step > 0.0).then_some(Sampled {
                element,
                step,
                last,
            })
        };
        Self {
            parts: elements.filter_map(sampled).collect(),
        }
    }

    /// Writes the numbers of the last samples.
    pub fn keep(&self, tape: &mut Tape) {
        self.parts.iter().for_each(|part| tape.number(part.last));
    }

    /// Takes them back.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        for part in &mut self.parts {
            part.last = tape.number()?;
        }
        Some(())
    }

    /// The first instant after a time (s) at which something is sampled; none where nothing is.
    pub fn next(&self, time: f64) -> f64 {
        let next = self.parts.iter().map(|part| part.next(time));
        next.fold(f64::INFINITY, f64::min)
    }

    /// Takes all samples that are due at the time of a state, at the start of a run all there are; whether a held number changed.
    pub fn take(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        is_start: bool,
    ) -> Result<bool, Error> {
        if self.parts.is_empty() {
            return Ok(false);
        }
        equations.set(state)?;
        equations.expect_turns(0.0);
        let mut held = state.held.clone();
        let machine = equations.machine();
        for part in &mut self.parts {
            // Samples of several parts at one instant differ by rounding.
            let due = part.up_to(state.time);
            if !is_start && due <= part.last {
                continue;
            }
            part.last = due;
            if let Some((_, element)) = machine.element(ElementId(part.element as u32)) {
                element.sample(equations.kinematics(), &mut held);
            }
        }
        let has_changed = held
            .iter()
            .zip(&state.held)
            .any(|(new, old)| new.to_bits() != old.to_bits());
        state.held.copy_from_slice(&held);
        Ok(has_changed)
    }
}
