//! What calls take, and how ours compare with those of a peer: by the time of the processor, which other programs on the machine
//! hardly change.

use std::fmt;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// Times that ours and the peer are measured, one after the other.
const ROUNDS: usize = 5;
/// Least length of a measurement (s), long beside a tick of the clock of other programs, 10 ms.
const SAMPLE: f64 = 0.5;
/// Beyond this spread a ratio says nothing.
const LARGEST_SPREAD: f64 = 0.2;

/// What calls take (s).
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// What passes meanwhile.
    pub wall: f64,
    /// Of the processor: all threads, and programs that were started and waited for.
    pub cpu: f64,
    calls: f64,
}

impl Cost {
    /// Of a call that was measured elsewhere.
    pub fn known(seconds: f64) -> Self {
        Self {
            wall: seconds,
            cpu: seconds,
            calls: 1.0,
        }
    }

    /// Of a single call, and what it gives.
    pub fn of<T>(call: impl FnOnce() -> T) -> (Self, T) {
        let (from, used) = (Instant::now(), processor());
        let given = call();
        let cost = Self {
            wall: from.elapsed().as_secs_f64(),
            cpu: processor() - used,
            calls: 1.0,
        };
        (cost, given)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            wall: self.wall + other.wall,
            cpu: self.cpu + other.cpu,
            calls: self.calls + other.calls,
        }
    }
}

/// Time of the processor (s).
fn processor() -> f64 {
    let own = clock_gettime(ClockId::ProcessCPUTime);
    own.tv_sec as f64 + own.tv_nsec as f64 * 1e-9 + of_children()
}

/// That of programs that were waited for (s), where the system tells: fields 16 and 17, in hundredths of a second.
fn of_children() -> f64 {
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field, a name in brackets, may hold spaces.
    let (_, fields) = status.rsplit_once(')').unwrap_or_default();
    let ticks = fields.split_whitespace().skip(13).take(2);
    let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

/// Our time over that of the processor of the peer over ours.
#[derive(Debug, Clone, Copy)]
pub struct Comparison {
    /// Median of what a call of ours takes (s).
    pub wall: f64,
    /// None without a peer.
    pub ratio: Option<Ratio>,
}

/// Time of the peer over ours; above 1 we are faster.
#[derive(Debug, Clone, Copy)]
pub struct Ratio {
    pub median: f64,
    /// Between the largest and the least, over the median.
    pub spread: f64,
}

impl Ratio {
    /// Where ours and the peer have not done as much.
    pub fn times(self, factor: f64) -> Self {
        Self {
            median: self.median * factor,
            ..self
        }
    }

    fn of(mut ratios: Vec<f64>) -> Self {
        let median = median_of(&mut ratios);
        Self {
            median,
            spread: (ratios[ratios.len() - 1] - ratios[0]) / median,
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.spread;
        match self.spread <= LARGEST_SPREAD {
            true => write!(f, "{:.2} (spread {percent:.0} %)", self.median),
            false => write!(f, "no verdict (spread {percent:.0} %)"),
        }
    }
}

fn median_of(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Ours and the peer in turns. Each call measures itself.
pub fn compare_measured(
    mut ours: impl FnMut() -> Cost,
    mut peer: Option<impl FnMut() -> Cost>,
) -> Comparison {
    let (mut walls, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let cost = sample(&mut ours);
        walls.push(cost.wall / cost.calls);
        if let Some(peer) = &mut peer {
            let theirs = sample(peer);
            ratios.push(theirs.cpu / theirs.calls / (cost.cpu / cost.calls));
        }
    }
    Comparison {
        wall: median_of(&mut walls),
        ratio: (!ratios.is_empty()).then(|| Ratio::of(ratios)),
    }
}

/// As many calls as make a sample.
fn sample(call: &mut impl FnMut() -> Cost) -> Cost {
    let mut sum = Cost::default();
    while sum.wall < SAMPLE {
        sum = sum.plus(call());
    }
    sum
}

/// Ours and the peer in turns, both in this program or as programs that it waits for.
pub fn compare(ours: impl FnMut(), peer: impl FnMut()) -> Comparison {
    compare_measured(repeated(ours), Some(repeated(peer)))
}

/// Several calls between two looks at the clock.
pub fn repeated(mut call: impl FnMut()) -> impl FnMut() -> Cost {
    let mut count = 1_u32;
    move || {
        loop {
            let (cost, ()) = Cost::of(|| (0..count).for_each(|_| call()));
            // The first calls find out how many, and warm up.
            if cost.wall >= 0.1 * SAMPLE || count > u32::MAX / 2 {
                return Cost {
                    calls: f64::from(count),
                    ..cost
                };
            }
            count *= 2;
        }
    }
}

/// Median time of one call (s), without a peer, over repetitions that together take about `budget`.
pub fn alone(budget: Duration, mut call: impl FnMut()) -> f64 {
    call();
    let mut times = Vec::new();
    let started = Instant::now();
    while started.elapsed() < budget || times.len() < ROUNDS {
        times.push(Cost::of(&mut call).0.wall);
    }
    median_of(&mut times)
}
