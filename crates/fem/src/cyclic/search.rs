//! The lowest modes over all harmonics, found in a few and counted in all.
//!
//! Lowest frequencies are mostly those of few nodal diameters: harmonics are searched in rising order, several at a time, each for a few
//! modes; those whose modes all lie among the wanted ones are searched on. The count at the end tells whether a harmonic
//! that was not searched, or not far enough, has more.

use pitchline_algebra::{Error as AlgebraError, Observer, Phase, Progress};
use rayon::prelude::*;

use super::CyclicBody;
use super::effort::{Work, sparse_product};
use super::flexibility::{Job, flexibility};
use super::lanczos::Lanczos;
use crate::Error;

/// Harmonics that join the search together.
const TOGETHER: usize = 4;
/// Modes that a harmonic is searched for at first.
const FIRST: usize = 2;
/// Relative distance of eigenvalues between which a shift can be told from both.
const GAP: f64 = 1e-6;
/// Rounds of counting and searching on.
const MOST_ROUNDS: usize = 12;
/// Vectors of a basis beside those per wanted mode after which it has failed.
const MOST_VECTORS: [usize; 2] = [200, 20];

/// An eigenvalue that was found.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// λ = ω².
    pub value: f64,
    pub harmonic: usize,
    /// Which of its harmonic, from the lowest.
    pub which: usize,
}

/// A harmonic under search.
struct Search<'a> {
    lanczos: Lanczos<'a>,
    wanted: usize,
}

impl Search<'_> {
    fn is_done(&self) -> bool {
        self.lanczos.ritz.settled.len() >= self.wanted || self.lanczos.is_exhausted()
    }

    /// The largest eigenvalue up to which all are known.
    fn top(&self) -> f64 {
        match self.lanczos.is_exhausted() {
            true => f64::INFINITY,
            false => *self.lanczos.ritz.settled.last().unwrap_or(&0.0),
        }
    }

    fn below(&self, shift: f64) -> usize {
        self.lanczos.ritz.settled.partition_point(|&v| v < shift)
    }
}

/// The search over all harmonics.
pub struct Survey<'a> {
    body: &'a CyclicBody,
    searches: Vec<Option<Search<'a>>>,
    /// Shift of the last count, and eigenvalues below it on the whole gear, rigid motions among them.
    pub count: Option<(f64, usize)>,
}

impl<'a> Survey<'a> {
    pub fn new(body: &'a CyclicBody) -> Self {
        Self {
            body,
            searches: body.harmonics.iter().map(|_| None).collect(),
            count: None,
        }
    }

    /// Searches a harmonic for so many modes.
    fn want(&mut self, harmonic: usize, wanted: usize) {
        let body = self.body;
        let search = self.searches[harmonic].get_or_insert_with(|| Search {
            lanczos: Lanczos::new(&body.harmonics[harmonic], &body.model.mass),
            wanted: 0,
        });
        search.wanted = search.wanted.max(wanted);
    }

    /// Steps of all harmonics together until each has what is wanted of it.
    fn advance(&mut self, observer: &mut Observer<'_>) -> Result<(), Error> {
        loop {
            let progress = Progress {
                phase: Phase::Iterating,
                done: self.each().map(|s| s.lanczos.ritz.settled.len()).sum(),
                of: self.each().map(|s| s.wanted).sum(),
            };
            if observer(progress).is_break() {
                return Err(AlgebraError::Stopped.into());
            }
            let mut active: Vec<&mut Search<'_>> = self
                .searches
                .iter_mut()
                .flatten()
                .filter(|search| !search.is_done())
                .collect();
            if active.is_empty() {
                return Ok(());
            }
            let jobs: Vec<Job<'_>> = active
                .par_iter_mut()
                .map(|search| Job {
                    harmonic: search.lanczos.harmonic,
                    loads: search.lanczos.loads(),
                })
                .collect();
            let answers = flexibility(&self.body.condensed, &jobs)?;
            for (job, answer) in jobs.iter().zip(&answers) {
                let columns = answer.len() / (2 * self.body.condensed.n());
                let solved = job.harmonic.solve_operations(columns);
                self.body.count(Work::Dense, solved);
            }
            active
                .par_iter_mut()
                .zip(&answers)
                .try_for_each(|(search, answer)| search.lanczos.take(answer))?;
            for (search, answer) in active.iter().zip(&answers) {
                count_step(self.body, &search.lanczos, answer.len());
            }
            for search in active {
                let [fixed, each] = MOST_VECTORS;
                if search.lanczos.len() > fixed + each * search.wanted {
                    return Err(AlgebraError::NotConverged {
                        wanted: search.wanted,
                        converged: search.lanczos.ritz.settled.len(),
                        solves: search.lanczos.len(),
                    }
                    .into());
                }
            }
        }
    }

    fn each(&self) -> impl Iterator<Item = &Search<'a>> {
        self.searches.iter().flatten()
    }

    /// All eigenvalues found, rising.
    pub fn found(&self) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for (harmonic, search) in self.searches.iter().enumerate() {
            let settled = search.iter().flat_map(|s| &s.lanczos.ritz.settled);
            found.extend(settled.enumerate().map(|(which, &value)| Found {
                value,
                harmonic,
                which,
            }));
        }
        found.sort_by(|a, b| {
            let order = a.value.total_cmp(&b.value);
            order.then(a.harmonic.cmp(&b.harmonic))
        });
        found
    }

    /// The first of what was found that make `wanted` real modes; a doublet is not cut in two.
    fn first(&self, wanted: usize) -> (Vec<Found>, bool) {
        let (mut kept, mut modes) = (Vec::new(), 0);
        for found in self.found() {
            if modes >= wanted {
                break;
            }
            modes += self.body.harmonics[found.harmonic].shapes;
            kept.push(found);
        }
        (kept, modes >= wanted)
    }

    /// A field of the sector for an eigenvalue that was found, aᴴ M a = 1.
    pub fn vector(&self, found: &Found) -> Vec<f64> {
        let search = self.searches[found.harmonic].as_ref();
        search.map_or_else(Vec::new, |s| s.lanczos.vector(found.which))
    }

    /// The lowest modes, so many real ones.
    pub fn lowest(
        &mut self,
        wanted: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Vec<Found>, Error> {
        for _ in 0..MOST_ROUNDS {
            let kept = self.settle(wanted, observer)?;
            let Some(last) = kept.last() else {
                return Ok(kept);
            };
            match self.gap(last.value) {
                // Equal eigenvalues reach up to where something is unknown: look further.
                None => {
                    self.push_on(f64::INFINITY);
                }
                Some(shift) if self.agrees(shift, observer)? => return Ok(kept),
                Some(_) => {}
            }
        }
        Err(self.missed())
    }

    /// Searches until each harmonic that is searched knows an eigenvalue above the wanted ones, and the last of them have
    /// nothing among these.
    fn settle(&mut self, wanted: usize, observer: &mut Observer<'_>) -> Result<Vec<Found>, Error> {
        loop {
            self.advance(observer)?;
            let (kept, is_enough) = self.first(wanted);
            let last = match (is_enough, kept.last()) {
                (true, Some(found)) => found.value,
                (true, None) => 0.0,
                (false, _) => f64::INFINITY,
            };
            let has_grown = self.push_on(last);
            let next = self.searches.iter().position(Option::is_none);
            let Some(next) = next.filter(|_| wanted > 0) else {
                match has_grown {
                    true => continue,
                    false => return Ok(kept),
                }
            };
            let before = self.searches[next.saturating_sub(TOGETHER)..next].iter();
            let is_above = |s: &Search<'_>| {
                let first = s.lanczos.ritz.settled.first();
                first.is_none_or(|&first| first > last)
            };
            let are_above = next > 0 && before.flatten().all(is_above);
            if !are_above {
                let end = (next + TOGETHER).min(self.searches.len());
                (next..end).for_each(|harmonic| self.want(harmonic, FIRST));
            } else if !has_grown {
                return Ok(kept);
            }
        }
    }

    /// Wants more of those harmonics whose known eigenvalues do not reach beyond a value.
    fn push_on(&mut self, last: f64) -> bool {
        let mut has_grown = false;
        for search in self.searches.iter_mut().flatten() {
            if search.top() <= last && search.top().is_finite() {
                search.wanted = search.lanczos.ritz.settled.len() + 1 + search.wanted / 3;
                has_grown = true;
            }
        }
        has_grown
    }

    /// A shift above a value between two eigenvalues, below which all harmonics that are searched know all they have.
    fn gap(&self, last: f64) -> Option<f64> {
        let known = self.each().map(Search::top).fold(f64::INFINITY, f64::min);
        let values: Vec<f64> = self
            .found()
            .iter()
            .map(|found| found.value)
            .filter(|&value| value >= last && value <= known)
            .collect();
        let between = values.windows(2).find(|w| w[1] > w[0] * (1.0 + GAP));
        match between {
            Some(w) => Some(0.5 * (w[0] + w[1])),
            // Nothing is left above.
            None if known.is_infinite() => values.last().map(|last| 1.01 * last),
            None => None,
        }
    }

    /// Whether all eigenvalues below a shift are found; where not, more is wanted.
    fn agrees(&mut self, shift: f64, observer: &mut Observer<'_>) -> Result<bool, Error> {
        let counts = self.counts(shift, observer)?;
        let mut is_complete = true;
        for (harmonic, &count) in counts.iter().enumerate() {
            let below = self.searches[harmonic]
                .as_ref()
                .map_or(0, |search| search.below(shift));
            if below > count {
                return Err(self.missed());
            }
            if below < count {
                is_complete = false;
                self.want(harmonic, count + 1);
                if let Some(search) = &mut self.searches[harmonic] {
                    let settled = search.lanczos.ritz.settled.len();
                    if settled > below {
                        // It knows eigenvalues beyond the shift: one below was not in its basis.
                        search.lanczos.refresh();
                        search.wanted = search.wanted.max(settled + count - below);
                    }
                }
            }
        }
        Ok(is_complete)
    }

    /// Elastic modes below a shift, harmonic by harmonic.
    fn counts(&mut self, shift: f64, observer: &mut Observer<'_>) -> Result<Vec<usize>, Error> {
        let progress = Progress {
            phase: Phase::Counting,
            done: 0,
            of: 1,
        };
        if observer(progress).is_break() {
            return Err(AlgebraError::Stopped.into());
        }
        // An eigenvalue of the interior alone may be at the shift: a little beside it there is none.
        for beside in [0.0, 0.2, -0.2, 0.35] {
            let shift = shift * (1.0 + beside * GAP);
            if let Some(counts) = self.body.count_below(shift)? {
                let harmonics = &self.body.harmonics;
                let all = counts.iter().zip(harmonics).map(|(c, h)| c * h.shapes);
                self.count = Some((shift, all.sum()));
                let elastic = counts.iter().zip(harmonics);
                return Ok(elastic
                    .map(|(c, h)| c.saturating_sub(h.n_rigid()))
                    .collect());
            }
        }
        Err(AlgebraError::Uncounted { high: shift }.into())
    }

    /// All modes below a value: counted first, then found.
    pub fn below(&mut self, shift: f64, observer: &mut Observer<'_>) -> Result<Vec<Found>, Error> {
        let counts = self.counts(shift, observer)?;
        let shift = self.count.map_or(shift, |(shift, _)| shift);
        for _ in 0..MOST_ROUNDS {
            let mut is_complete = true;
            for (harmonic, &count) in counts.iter().enumerate() {
                let search = self.searches[harmonic].as_ref();
                let (below, settled) =
                    search.map_or((0, 0), |s| (s.below(shift), s.lanczos.ritz.settled.len()));
                if below < count {
                    is_complete = false;
                    self.want(harmonic, settled + count - below);
                    if let Some(search) =
                        self.searches[harmonic].as_mut().filter(|_| settled > below)
                    {
                        search.lanczos.refresh();
                    }
                }
            }
            if is_complete {
                let found = self.found().into_iter();
                return Ok(found.filter(|found| found.value < shift).collect());
            }
            self.advance(observer)?;
        }
        Err(self.missed())
    }

    fn missed(&self) -> Error {
        let (high, counted) = self.count.unwrap_or((f64::NAN, 0));
        let shapes = |f: &Found| self.body.harmonics[f.harmonic].shapes;
        let found = self.found().into_iter().filter(|f| f.value < high);
        AlgebraError::Missed {
            low: f64::NEG_INFINITY,
            high,
            found: found.map(|f| shapes(&f)).sum::<usize>() + self.body.n_rigid(),
            counted,
        }
        .into()
    }
}

/// Each answer is made orthogonal to the basis, twice, and what the basis shows is looked at.
fn count_step(body: &CyclicBody, lanczos: &Lanczos<'_>, length: usize) {
    let n = body.condensed.n();
    let (columns, m) = (length / (2 * n).max(1), lanczos.len());
    let orthogonal = 16 * (n * m * columns) as u64;
    let mass = sparse_product(&body.model.mass, 2 * columns);
    body.count(Work::Sector, orthogonal + mass);
    body.count(Work::Dense, (m as u64).pow(3));
}
