//! Events without end: those that accumulate, those that rush, and too many of them. \[theory:events\] (14), (15)

use crate::{Tape, TapeReader};

/// A flight this share of all flights before it is no flight: at 0.5 of the last one each it is the thirtieth.
const NOTHING: f64 = 1e-9;
/// Flights shorter than this share of the time within which events rush are none.
const INSTANT: f64 = 1e-6;
/// Flights may differ by this share from rounding alone.
const SAME: f64 = 1e-6;
/// Flights in a row that are none before the run is ended.
const MAX_NOTHING: u32 = 10;
/// Flights in a row that are lower than places can tell before the run is ended: rounding may keep them from becoming shorter.
const MAX_LOW: u32 = 100;
/// A flight that is longer than the one before begins a new series where it is more than this share of the old one. Shorter ones differ by
/// rounding, or by what happened to other bodies on the way.
const ANEW: f64 = 1e-3;
/// Events in a row, whichever they are, that are closer than allowed before the run is ended.
const MAX_CLOSE: u32 = 1000;

/// A function that does not end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Endless {
    /// Which.
    pub function: usize,
    pub how: How,
}

/// What is wrong with the events of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum How {
    /// So many in a row within less than a time (s) of each other.
    Close { count: u32, within: f64 },
    /// So many altogether.
    Many(u64),
}

/// The last flights of one function: from event to event, whatever else happened between, none much longer than the one before.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Flights {
    /// The event from which the first of them began, and the last one (s).
    begin: f64,
    last: f64,
    /// The last flight (s).
    flight: f64,
    n_nothing: u32,
    /// Speed with which bodies parted, in heights that places can tell apart (1/s); infinite if unknown.
    speed: f64,
    n_low: u32,
}

/// Counts the events of a run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chatter {
    functions: Vec<Option<Flights>>,
    /// Those of the user's; the others are constraints.
    n_events: usize,
    last: f64,
    n_close: u32,
    /// How often each function happened among those that are close.
    rushing: Vec<u32>,
    count: u64,
}

impl Chatter {
    /// Of so many functions, of which the first are events of the user's.
    pub fn new(n: usize, n_events: usize) -> Self {
        Self {
            functions: vec![None; n],
            n_events,
            last: f64::NEG_INFINITY,
            n_close: 0,
            rushing: vec![0; n],
            count: 0,
        }
    }

    /// Takes note of functions that happened at a time, and of what is wrong with that; events closer than `closest` (s) rush, and
    /// there may be `most` of them.
    pub fn see(&mut self, time: f64, fired: &[usize], closest: f64, most: u64) -> Option<Endless> {
        self.count += 1;
        let is_close = time - self.last < closest;
        self.n_close = if is_close { self.n_close + 1 } else { 0 };
        if !is_close {
            self.rushing.fill(0);
        }
        self.last = time;
        for &i in fired {
            self.rushing[i] += 1;
        }
        if let Some(endless) = self.also(time, fired, closest) {
            return Some(endless);
        }
        if self.n_close >= MAX_CLOSE {
            let most = (0..self.rushing.len()).max_by_key(|&i| self.rushing[i]);
            let (count, within) = (MAX_CLOSE, closest);
            return Some(Endless {
                function: most.unwrap_or(0),
                how: How::Close { count, within },
            });
        }
        (self.count > most).then(|| Endless {
            function: fired.first().copied().unwrap_or(0),
            how: How::Many(self.count),
        })
    }

    /// Takes note of functions alone that happened at a time: whether one of them accumulates.
    pub fn also(&mut self, time: f64, functions: &[usize], closest: f64) -> Option<Endless> {
        // All of them take note, whichever accumulates.
        let flights = functions.iter().map(|&i| (i, self.fly(i, time, closest)));
        let ended = flights.filter_map(|(i, flight)| Some((i, flight?)));
        let (function, (count, within)) = ended.min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1))?;
        Some(Endless {
            function: self.behind(function, time),
            how: How::Close { count, within },
        })
    }

    /// Takes note of a speed with which bodies part where they have just met, in heights that places can tell apart (1/s).
    pub fn part(&mut self, function: usize, speed: f64) {
        if let Some(Some(flights)) = self.functions.get_mut(function) {
            flights.speed = speed;
        }
    }

    /// The constraint that makes an event of the user's accumulate, as bounces do with heights and speeds on their way; or the event.
    fn behind(&self, function: usize, time: f64) -> usize {
        let is_own = |i: &usize| {
            // It happened last within its own flight: what accumulated long ago has come to rest.
            let own = self.functions[*i].as_ref();
            own.is_some_and(|own| {
                own.n_nothing.max(own.n_low) > 0 && time - own.last <= 2.0 * own.flight
            })
        };
        let mut constraints = self.n_events..self.functions.len();
        match function < self.n_events {
            true => constraints.find(is_own).unwrap_or(function),
            false => function,
        }
    }

    /// Writes what was counted.
    pub fn keep(&self, tape: &mut Tape) {
        for flights in &self.functions {
            tape.count(u64::from(flights.is_some()));
            if let Some(flights) = flights {
                tape.numbers(&[flights.begin, flights.last, flights.flight, flights.speed]);
                tape.count(u64::from(flights.n_nothing));
                tape.count(u64::from(flights.n_low));
            }
        }
        for count in &self.rushing {
            tape.count(u64::from(*count));
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
                let mut numbers = [0.0; 4];
                tape.numbers(&mut numbers)?;
                let [begin, last, flight, speed] = numbers;
                *flights = Some(Flights {
                    begin,
                    last,
                    flight,
                    n_nothing: u32::try_from(tape.count()?).ok()?,
                    speed,
                    n_low: u32::try_from(tape.count()?).ok()?,
                });
            }
        }
        for count in &mut self.rushing {
            *count = u32::try_from(tape.count()?).ok()?;
        }
        self.last = tape.number()?;
        self.n_close = u32::try_from(tape.count()?).ok()?;
        self.count = tape.count()?;
        Some(())
    }

    /// The last flight of a function whose flights accumulate, after how many that were none.
    fn fly(&mut self, function: usize, time: f64, closest: f64) -> Option<(u32, f64)> {
        let known = self.functions.get_mut(function)?;
        let Some(flights) = known else {
            *known = Some(Flights {
                begin: time,
                last: time,
                flight: f64::INFINITY,
                n_nothing: 0,
                speed: f64::INFINITY,
                n_low: 0,
            });
            return None;
        };
        let flight = time - flights.last;
        let is_longer = flight > (1.0 + SAME) * flights.flight;
        if is_longer && flight > ANEW * (flights.last - flights.begin) {
            flights.begin = flights.last;
        }
        let whole = time - flights.begin;
        // The time itself tells no shorter ones apart, and near its zero nobody asks.
        let rounding = (4.0 * f64::EPSILON * time.abs()).max(INSTANT * closest);
        let is_nothing = flight <= NOTHING * whole || flight <= rounding;
        flights.n_nothing = if is_nothing { flights.n_nothing + 1 } else { 0 };
        // A parabola is a quarter of its first speed times its duration high.
        let is_low = 0.25 * flights.speed * flight <= 1.0;
        flights.n_low = if is_low { flights.n_low + 1 } else { 0 };
        (flights.last, flights.flight) = (time, flight);
        flights.speed = f64::INFINITY;
        match (flights.n_nothing, flights.n_low) {
            (MAX_NOTHING.., _) => Some((MAX_NOTHING, flight)),
            (_, MAX_LOW..) => Some((MAX_LOW, flight)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many events it takes until something is wrong, the n-th flight being of this length.
    fn until(flight: impl Fn(i32) -> f64, start: f64, most: u64) -> Option<(i32, How)> {
        let mut chatter = Chatter::new(1, 1);
        let mut time = start;
        (0..100_000).find_map(|n| {
            time += flight(n);
            Some((n, chatter.see(time, &[0], 1e-9, most)?.how))
        })
    }

    /// Of any size and anywhere in time: flights of 2⁻ⁿ are below 1e-9 of all before from the thirtieth on.
    #[test]
    fn flights_that_halve_accumulate() {
        for (size, start) in [(1.0, 0.0), (1e-3, 0.0), (1e6, 0.0), (1.0, 1e5)] {
            let found = until(|n| size * 0.5_f64.powi(n), start, u64::MAX);
            let (n, endless) = found.unwrap_or((0, How::Many(0)));
            assert!((38..=42).contains(&n), "{size} {start}: {n}");
            assert!(matches!(endless, How::Close { count: 10, .. }));
        }
    }

    /// The one that accumulates is named, though others happen between and at the same instants, and though its own flights differ by
    /// rounding in the end.
    #[test]
    fn the_function_that_accumulates_is_named() {
        let mut chatter = Chatter::new(3, 2);
        let mut time = 0.0;
        let found = (0..200).find_map(|n: i32| {
            let rounding = if n > 35 { f64::from(1 + n % 3) } else { 1.0 };
            let flight = rounding * 0.5_f64.powi(n.min(40));
            if n < 20 {
                let between = chatter.see(time + 0.25 * flight, &[0], 0.0, u64::MAX);
                assert_eq!(between, None, "{n}");
            }
            time += flight;
            let fired: &[usize] = if n % 2 == 0 { &[0, 1, 2] } else { &[2] };
            Some((n, chatter.see(time, fired, 0.0, u64::MAX)?))
        });
        let (n, endless) = found.unwrap_or((
            0,
            Endless {
                function: 0,
                how: How::Many(0),
            },
        ));
        assert!((38..=42).contains(&n), "{n}");
        assert_eq!(endless.function, 2);
    }

    /// Rounding of places keeps flights from becoming shorter: lower than it a hundred of them are enough.
    #[test]
    fn flights_that_stall_below_rounding_are_ended() {
        let until = |speed: f64| {
            let (mut chatter, mut time) = (Chatter::new(2, 1), 0.0);
            (0..10_000).find_map(|n| {
                // An event on the way up has flights of the same length.
                time += 0.5e-6;
                let up = chatter.see(time, &[0], 0.0, u64::MAX);
                time += 0.5e-6;
                let found = up.or(chatter.see(time, &[1], 0.0, u64::MAX));
                chatter.part(1, speed);
                Some((n, found?.function))
            })
        };
        assert_eq!(until(3.9e6), Some((100, 1)));
        assert_eq!(until(4.1e6), None);
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
            matches!(rushing, Some((1000, How::Close { .. }))),
            "{rushing:?}"
        );
        let many = until(|_| 0.1, 0.0, 500);
        assert_eq!(many, Some((500, How::Many(501))));
    }
}
