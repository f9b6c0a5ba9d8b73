//! Numbers one after another, bit by bit: what a run needs to go on later as if it had never stopped.

use crate::{Frame, NodeId, Rotation, Sliding, State, TrackedAngle};

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tape {
    /// Whole numbers, and the bits of others.
    pub words: Vec<u64>,
}

impl Tape {
    /// A whole number.
    pub fn count(&mut self, count: u64) {
        self.words.push(count);
    }

    /// A number.
    pub fn number(&mut self, number: f64) {
        self.words.push(number.to_bits());
    }

    /// Numbers, after how many there are.
    pub fn numbers(&mut self, numbers: &[f64]) {
        self.count(numbers.len() as u64);
        self.words.extend(numbers.iter().map(|x| x.to_bits()));
    }

    /// A state.
    pub fn state(&mut self, state: &State) {
        self.number(state.time);
        self.numbers(state.places.as_flattened());
        for rotation in &state.rotations {
            let (high, low) = rotation.parts();
            self.numbers(&high);
            self.numbers(&low);
        }
        self.numbers(&state.scalars);
        self.numbers(&state.velocity);
        self.numbers(&state.acceleration);
        self.numbers(&state.multipliers);
        for active in &state.active {
            self.count(u64::from(*active));
        }
        for angle in &state.angles {
            self.count(angle.turns.cast_unsigned());
            self.number(angle.rest);
        }
        for lock in &state.locks {
            self.count(u64::from(lock.is_some()));
            if let Some(frame) = lock {
                self.count(u64::from(frame.node.0));
                self.numbers(&frame.place);
                self.numbers(frame.axes.as_flattened());
            }
        }
        for grip in &state.grips {
            self.count(grip.sliding as u64);
            self.number(grip.from);
            self.numbers(&grip.along);
        }
        self.numbers(&state.held);
    }
}

/// What is read: nothing where a tape does not hold what was expected.
#[derive(Debug)]
pub struct TapeReader<'t> {
    words: std::slice::Iter<'t, u64>,
}

impl<'t> TapeReader<'t> {
    /// From the beginning.
    pub fn new(words: &'t [u64]) -> Self {
        Self {
            words: words.iter(),
        }
    }

    /// What is left.
    pub fn rest(self) -> Vec<u64> {
        self.words.copied().collect()
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.words.len() == 0
    }

    /// A whole number.
    pub fn count(&mut self) -> Option<u64> {
        self.words.next().copied()
    }

    /// A number.
    pub fn number(&mut self) -> Option<f64> {
        self.count().map(f64::from_bits)
    }

    /// As many numbers as there is room for.
    pub fn numbers(&mut self, out: &mut [f64]) -> Option<()> {
        if self.count()? != out.len() as u64 || self.words.len() < out.len() {
            return None;
        }
        for (to, bits) in out.iter_mut().zip(&mut self.words) {
            *to = f64::from_bits(*bits);
        }
        Some(())
    }

    /// A state of the machine that the given one belongs to.
    pub fn state(&mut self, state: &mut State) -> Option<()> {
        state.time = self.number()?;
        self.numbers(state.places.as_flattened_mut())?;
        for rotation in &mut state.rotations {
            let (mut high, mut low) = ([0.0; 4], [0.0; 4]);
            self.numbers(&mut high)?;
            self.numbers(&mut low)?;
            *rotation = Rotation::from_parts(high, low)?;
        }
        self.numbers(&mut state.scalars)?;
        self.numbers(&mut state.velocity)?;
        self.numbers(&mut state.acceleration)?;
        self.numbers(&mut state.multipliers)?;
        for active in &mut state.active {
            *active = match self.count()? {
                0 => false,
                1 => true,
                _ => return None,
            };
        }
        for angle in &mut state.angles {
            *angle = TrackedAngle {
                turns: self.count()?.cast_signed(),
                rest: self.number()?,
            };
        }
        for lock in &mut state.locks {
            *lock = match self.count()? {
                0 => None,
                1 => Some(self.frame()?),
                _ => return None,
            };
        }
        for grip in &mut state.grips {
            grip.sliding = match self.count()? {
                0 => Sliding::Undecided,
                1 => Sliding::Stuck,
                2 => Sliding::Forward,
                3 => Sliding::Backward,
                _ => return None,
            };
            grip.from = self.number()?;
            self.numbers(&mut grip.along)?;
        }
        self.numbers(&mut state.held)?;
        Some(())
    }

    fn frame(&mut self) -> Option<Frame> {
        let mut frame = Frame::at(NodeId(u32::try_from(self.count()?).ok()?));
        self.numbers(&mut frame.place)?;
        self.numbers(frame.axes.as_flattened_mut())?;
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grip;
    use crate::samples::andrews;

    #[test]
    fn a_state_comes_back_bit_by_bit_and_nothing_else_is_taken_for_one() {
        let mut machine = andrews().unwrap().machine;
        machine.add_angle();
        machine.add_lock();
        machine.add_grip();
        machine.add_held(0.5);
        let mut state = machine.start(0.25);
        state.velocity[0] = -0.0;
        state.active[3] = !state.active[3];
        state.angles[0] = TrackedAngle {
            turns: -7,
            rest: 0.5,
        };
        state.locks[0] = Some(Frame {
            place: [1.0, -0.0, 3e-9],
            ..Frame::at(NodeId(2))
        });
        state.grips[0] = Grip {
            sliding: Sliding::Backward,
            from: -1e-300,
            along: [0.3, -0.0, 0.7],
        };
        state.held[0] = -0.0;
        state.acceleration[1] = f64::MIN_POSITIVE / 3.0;
        let mut tape = Tape::default();
        tape.state(&state);
        let mut read = machine.start(0.0);
        let mut reader = TapeReader::new(&tape.words);
        assert!(reader.state(&mut read).is_some() && reader.is_at_end());
        assert_eq!(read, state);
        let mut again = Tape::default();
        again.state(&read);
        assert_eq!(again, tape);
        for length in 0..tape.words.len() {
            assert!(
                TapeReader::new(&tape.words[..length])
                    .state(&mut read)
                    .is_none()
            );
        }
        let mut other = tape.clone();
        other.words[1] += 1;
        assert!(TapeReader::new(&other.words).state(&mut read).is_none());
    }
}
