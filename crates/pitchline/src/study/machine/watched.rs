//! Runs in time whose steps follow from their errors, or in which something happens.

use super::happened::{self, Happened};
use super::keeper::{Foundations, Keeper, Left, other_machine};
use super::motion::{Counts, Going, Stopped, keep_last, options};
use super::record::Record;
use super::steps::Steps;
use super::values::count;
use super::{Failure, Study, Teller};
use crate::dynamics::{
    Change, Equations, Error, EventOptions, Events, Integrator, Radau, RadauOptions, Redundancy,
    State, StepControl, Tape, TapeReader, Transient, shorten_multipliers,
};
use crate::model::machine::{Scheme, StepChoice, TransientRequest};

/// A run on its way.
struct Run<'e> {
    integrator: Box<dyn Integrator>,
    events: Events<'e>,
    /// Shortest and longest step so far (s).
    lengths: [f64; 2],
    /// Iterations of the slowest step since the last row.
    slowest: u64,
    /// The event that ended the run.
    stopped: Option<usize>,
    is_radau: bool,
    is_redundant: bool,
    /// When stops came to hold what was held already, which was not so at the start (s).
    ambiguous_from: f64,
    /// A state with accelerations and reactions for a row.
    shown: State,
}

/// Moves the state from row to row.
pub(super) fn run(
    study: &mut Study,
    request: &TransientRequest,
    steps: &Steps,
    going: &mut Going,
    teller: &mut Teller,
) -> Result<Counts, Stopped> {
    let Going {
        state,
        record,
        keeper,
        left,
        is_redundant,
    } = going;
    let none = Counts::default();
    let can_happen = happened::can_happen(study, request);
    let events = happened::events(study, request);
    let events = events.ok_or_else(|| (none, "an event names what is not there".to_owned()))?;
    let duration = request.times[1] - request.times[0];
    let events = Events::new(&study.equations, events, EventOptions::new(duration));
    let mut run = Run {
        integrator: integrator(&study.equations, state, request),
        events: events.map_err(|error| (none, error.to_string()))?,
        lengths: [f64::INFINITY, 0.0],
        slowest: 0,
        stopped: None,
        is_radau: request.scheme == Scheme::Radau,
        is_redundant: *is_redundant,
        ambiguous_from: f64::INFINITY,
        shown: state.clone(),
    };
    let held = happened::held(study.built, state);
    let places = (&mut **state, &mut **record);
    let done = run.go(&mut study.equations, places, steps, (keeper, left), teller);
    if can_happen {
        let happened = Happened::of(study, request, &run.events, held);
        let happened = happened.ambiguous_from(run.ambiguous_from);
        record.stopped_by = run
            .stopped
            .and_then(|number| happened.stopped_by(number))
            .map(str::to_owned);
        record.happened = Some(happened);
    }
    let counts = run.counts(matches!(request.steps, StepChoice::Adaptive { .. }));
    done.map(|()| counts).map_err(|reason| (counts, reason))
}

fn integrator(
    equations: &Equations,
    state: &State,
    request: &TransientRequest,
) -> Box<dyn Integrator> {
    let duration = request.times[1] - request.times[0];
    let control = match request.steps {
        StepChoice::Equal(step) => StepControl::equal_steps(step),
        StepChoice::Adaptive { accuracy, largest } => StepControl {
            longest: largest,
            shortest: (1e-12 * duration).min(largest),
            ..StepControl::new(accuracy, duration)
        },
    };
    if request.scheme != Scheme::Radau {
        let options = options(request, control);
        return Box::new(Transient::new(equations, state, options));
    }
    let options = RadauOptions {
        // A digit more than of other schemes: what iterations leave adds up over long steps.
        iteration_tolerance: (1e-5 * request.machine.tolerance).max(1e-15),
        control,
    };
    Box::new(Radau::new(equations, state, options))
}

impl Run<'_> {
    fn go(
        &mut self,
        equations: &mut Equations,
        (state, record): (&mut State, &mut Record),
        steps: &Steps,
        (keeper, left): (&mut Option<Keeper>, &mut Option<Left>),
        teller: &mut Teller,
    ) -> Result<(), Failure> {
        let first = match left {
            Some(from) => {
                let mut slowest = 0;
                let places = (&mut *state, &mut *record);
                let step = from.take_back(places, &mut slowest, |tape| self.take_back(tape))?;
                self.slowest = slowest;
                self.events
                    .take_back_occurrences(equations, &mut from.occurrences())
                    .ok_or_else(other_machine)?;
                if let Some(keeper) = keeper {
                    keeper.log.known = self.events.occurrences().len();
                }
                *left = None;
                step
            }
            None => {
                self.begin(equations, state, record)
                    .map_err(|error| error.to_string())?;
                self.row(equations, state, record)?;
                0
            }
        };
        let mut foundations = Foundations::of_watched_steps();
        for i in first + 1..=steps.count {
            while state.time < steps.time(i) && self.stopped.is_none() {
                if let Err(error) = self.step(equations, state, record, steps.time(i)) {
                    let is_redundant = self.is_redundant;
                    return Err(keep_last(equations, state, record, is_redundant, error));
                }
                if foundations.are_due() {
                    self.found(state, record, keeper, (i - 1, false))?;
                }
                teller.tell(steps.share(i));
            }
            let is_last = i == steps.count || self.stopped.is_some();
            if steps.has_row(i) || is_last {
                self.row(equations, state, record)?;
            }
            if is_last {
                // What stopped has reached its end.
                return self.found(state, record, keeper, (steps.count, true));
            }
        }
        Ok(())
    }

    /// Contacts that are closed at the start are settled.
    fn begin(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        record: &mut Record,
    ) -> Result<(), Error> {
        self.events
            .begin(self.integrator.as_mut(), equations, state)?;
        self.see_stops(equations, state, 0)?;
        equations.set(state)?;
        record.enter(equations, state);
        Ok(())
    }

    /// Whether what has come to hold since so many occurrences makes reactions one of many possible.
    fn see_stops(
        &mut self,
        equations: &mut Equations,
        state: &State,
        known: usize,
    ) -> Result<(), Error> {
        let mut new = self.events.occurrences().iter().skip(known);
        let is_known = self.is_redundant || self.ambiguous_from.is_finite();
        if !is_known && new.any(|one| one.change == Some(Change::Holds)) {
            let redundancy = Redundancy::at(equations, state)?;
            if !redundancy.constraints.is_empty() {
                self.ambiguous_from = state.time;
            }
        }
        Ok(())
    }

    fn step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        record: &mut Record,
        end: f64,
    ) -> Result<(), Error> {
        let (start, before) = (state.time, self.integrator.taken().iterations);
        let integrator = self.integrator.as_mut();
        let known = self.events.occurrences().len();
        self.stopped = self.events.step(integrator, equations, state, end)?;
        self.see_stops(equations, state, known)?;
        let before_it = self.events.energy_before();
        // Steps of Radau are long beside what happens in them.
        let middle = match self.is_radau && before_it.is_none() {
            true => {
                let half = 0.5 * (start + state.time);
                self.integrator.at(equations, half, &mut self.shown)?;
                equations.set(&self.shown)?;
                Some(record.middle(equations, &self.shown))
            }
            false => None,
        };
        equations.set(state)?;
        match (before_it, middle) {
            (Some(energy), _) => record.enter_jump(equations, state, energy),
            (None, Some(middle)) => record.enter_through(&middle, equations, state),
            (None, None) => record.enter(equations, state),
        }
        let length = state.time - start;
        let [shortest, longest] = self.lengths;
        self.lengths = [shortest.min(length), longest.max(length)];
        self.slowest = self
            .slowest
            .max(self.integrator.taken().iterations - before);
        Ok(())
    }

    /// Writes a row; the run does not notice.
    fn row(
        &mut self,
        equations: &mut Equations,
        state: &State,
        record: &mut Record,
    ) -> Result<(), Failure> {
        self.shown.copy_from(state);
        let told = |error: Error| error.to_string();
        if self.is_radau && Radau::refine(equations, &mut self.shown).is_err() {
            // Coordinates without inertia have no accelerations of their own: those of the last stage are good.
            self.shown.copy_from(state);
        }
        let is_ambiguous = self.is_redundant || self.ambiguous_from.is_finite();
        if is_ambiguous || state.locks.iter().any(Option::is_some) {
            shorten_multipliers(equations, &mut self.shown).map_err(told)?;
        }
        equations.set(&self.shown).map_err(told)?;
        record.row(equations, &self.shown, self.slowest as f64)?;
        self.slowest = 0;
        equations.set(state).map_err(told)
    }

    /// Starts on a fresh factor, and has the run kept there.
    fn found(
        &mut self,
        state: &State,
        record: &mut Record,
        keeper: &mut Option<Keeper>,
        (step, is_last): (u64, bool),
    ) -> Result<(), Failure> {
        self.integrator.refound();
        match keeper {
            Some(keeper) => {
                let kept = (state, record, self.slowest);
                let occurrences = |known, tape: &mut Tape| {
                    self.events.keep_occurrences(known, tape);
                    self.events.occurrences().len()
                };
                keeper.keep(step, is_last, kept, |tape| self.keep(tape), occurrences)
            }
            None => Ok(()),
        }
    }

    fn keep(&self, tape: &mut Tape) {
        self.integrator.keep(tape);
        self.events.keep(tape);
        tape.numbers(&self.lengths);
        tape.numbers(&[self.ambiguous_from]);
        tape.count(self.stopped.map_or(u64::MAX, |number| number as u64));
    }

    fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        self.integrator.take_back(tape)?;
        self.events.take_back(tape)?;
        tape.numbers(&mut self.lengths)?;
        tape.numbers(std::slice::from_mut(&mut self.ambiguous_from))?;
        self.stopped = match tape.count()? {
            u64::MAX => None,
            number => Some(usize::try_from(number).ok()?),
        };
        Some(())
    }

    fn counts(&self, is_adaptive: bool) -> Counts {
        let taken = self.integrator.taken();
        Counts {
            steps: taken.steps,
            iterations: Some(taken.iterations),
            factorisations: Some(taken.factorisations),
            halved: Some(taken.halved),
            too_large: is_adaptive.then_some([taken.rejected, taken.rounded].map(count)),
            lengths: (is_adaptive && self.lengths[1] > 0.0).then_some(self.lengths),
        }
    }
}
