//! Events without end: those that accumulate, those that rush, and too many of them. \[theory:events\] (14), (15)

use crate::{Tape, TapeReader};

/// A flight this share of all flights before it is no flight: at 0.5 of the last one each it is the thirtieth.
const NOTHING: f64 = 1e-9;
/// Flights may differ by this share from rounding alone.
const SAME: f64 = 1e-6;
/// Flights in a row that are none before the run is ended.
const MAX_NOTHING: u32 = 10;
/// Events in a row, whichever they are, that are closer than allowed before the run is ended.
const MAX_CLOSE: u32 = 1000;

/// What is wrong with the events of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Endless {
    /// So many in a row within less than a time (s) of each other.
    Close { count: u32, within: f64 },
    /// So many altogether.
    Many(u64),
}

/// The last flights of one function: from event to event, each not longer than the one before.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flights {
    /// The event from which the first of them began, and the last one (s).
    begin: f64,
    last: f64,
    /// The last flight (s).
    flight: f64,
    n_nothing: u32,
}

/// Counts the events of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chatter {
    functions: Vec<Option<Flights>>,
    last: f64,
    n_close: u32,
    count: u64,
}

impl Chatter {
    /// Of so many functions.
    pub fn new(n: usize) -> Self {
        Self {
            functions: vec![None; n],
            last: f64::NEG_INFINITY,
            n_close: 0,
            count: 0,
        }
    }

    /// Takes note of functions that happened at a time, and of what is wrong with that; events closer than `closest` (s) rush, and
    /// there may be `most` of them.
    pub fn see(&mut self, time: f64, fired: &[usize], closest: f64, most: u64) -> Option<Endless> {
        self.count += 1;
        let is_close = time - self.last < closest;
        self.n_close = if is_close { self.n_close + 1 } else { 0 };
        self.last = time;
        let flights = fired.iter().filter_map(|&i| self.fly(i, time));
        // All of them take note, whichever accumulates.
        let shortest = flights.fold(None, |found: Option<f64>, flight| {
            Some(found.map_or(flight, |found| found.min(flight)))
        });
        if let Some(within) = shortest {
            let count = MAX_NOTHING;
            return Some(Endless::Close { count, within });
        }
        if self.n_close >= MAX_CLOSE {
            let (count, within) = (MAX_CLOSE, closest);
            return Some(Endless::Close { count, within });
        }
        (self.count > most).then_some(Endless::Many(self.count))
    }

    /// Writes what was counted.
    pub fn keep(&self, tape: &mut Tape) {
        for flights in &self.functions {
            tape.count(u64::from(flights.is_some()));
            if let Some(flights) = flights {
                tape.numbers(&[flights.begin, flights.last, flights.flight]);
                tape.count(u64::from(flights.n_nothing));
            }
        }
        tape.number(self.last);
        tape.count(u64::from(self.n_close));
        tape.count(self.count);
    }

    /// Takes it back; none if the tape holds something else.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        for flights in &mut self.functions {
            *flights = None;
            if tape.count()? == 1 {
                let mut numbers = [0.0; 3];
                tape.numbers(&mut numbers)?;
                let [begin, last, flight] = numbers;
                *flights = Some(Flights {
                    begin,
                    last,
                    flight,
                    n_nothing: u32::try_from(tape.count()?).ok()?,
                });
            }
        }
        self.last = tape.number()?;
        self.n_close = u32::try_from(tape.count()?).ok()?;
        self.count = tape.count()?;
        Some(())
    }

    /// The last flight of a function whose flights accumulate.
    fn fly(&mut self, function: usize, time: f64) -> Option<f64> {
        let known = self.functions.get_mut(function)?;
        let Some(flights) = known else {
            *known = Some(Flights {
                begin: time,
                last: time,
                flight: f64::INFINITY,
                n_nothing: 0,
            });
            return None;
        };
        let flight = time - flights.last;
        if flight > (1.0 + SAME) * flights.flight {
            flights.begin = flights.last;
        }
        let whole = time - flights.begin;
        // The time itself tells no shorter ones apart.
        let rounding = 4.0 * f64::EPSILON * time.abs();
        let is_nothing = flight <= NOTHING * whole || flight <= rounding;
        flights.n_nothing = if is_nothing { flights.n_nothing + 1 } else { 0 };
        (flights.last, flights.flight) = (time, flight);
        (flights.n_nothing >= MAX_NOTHING).then_some(flight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many events it takes until something is wrong, the n-th flight being of this length.
    fn until(flight: impl Fn(i32) -> f64, start: f64, most: u64) -> Option<(i32, Endless)> {
        let mut chatter = Chatter::new(1);
        let mut time = start;
        (0..100_000).find_map(|n| {
            time += flight(n);
            Some((n, chatter.see(time, &[0], 1e-9, most)?))
        })
    }

    /// Of any size and anywhere in time: flights of 2⁻ⁿ are below 1e-9 of all before from the thirtieth on.
    #[test]
    fn flights_that_halve_accumulate() {
        for (size, start) in [(1.0, 0.0), (1e-3, 0.0), (1e6, 0.0), (1.0, 1e5)] {
            let found = until(|n| size * 0.5_f64.powi(n), start, u64::MAX);
            let (n, endless) = found.unwrap_or((0, Endless::Many(0)));
            assert!((38..=42).contains(&n), "{size} {start}: {n}");
            assert!(matches!(endless, Endless::Close { count: 10, .. }));
        }
    }

    #[test]
    fn flights_that_stay_or_grow_do_not() {
        assert_eq!(until(|_| 0.1, 0.0, u64::MAX), None);
        assert_eq!(until(|n| 1e-3 * f64::from(1 + n % 7), 0.0, u64::MAX), None);
        assert_eq!(until(|n| 1e-3 * (1.0 + f64::from(n)), 0.0, u64::MAX), None);
        // Slowly shorter, as with a restitution of 0.999, but over before anything is lost.
        let slow = |n: i32| if n < 10_000 { 0.999_f64.powi(n) } else { 1.0 };
        assert_eq!(until(slow, 0.0, u64::MAX), None);
    }

    #[test]
    fn what_rushes_or_never_ends_is_ended() {
        let rushing = until(|_| 1e-10, 0.0, u64::MAX);
        assert!(
            matches!(rushing, Some((1000, Endless::Close { .. }))),
            "{rushing:?}"
        );
        let many = until(|_| 0.1, 0.0, 500);
        assert_eq!(many, Some((500, Endless::Many(501))));
    }
}
