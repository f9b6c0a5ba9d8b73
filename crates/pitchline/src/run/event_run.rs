//! Runs in time whose steps follow from their errors, or in which something happens.

use super::checkpoint_writer::{CheckpointWriter, FreshStarts, Interrupted};
use super::motion::{Advance, Counts, keep_last, options};
use super::occurrences::{self, Occurrences};
use super::record::Record;
use super::steps::Steps;
use super::values::count;
use super::whole_state::WholeState;
use super::{MachineRun, Teller};
use crate::Model;
use crate::dynamics::{
    Change, Equations, Error, Event, EventOptions, Events, HingedMachine, Integrator, Radau,
    RadauOptions, Redundancy, State, StepControl, Tape, TapeReader, Transient, shorten_multipliers,
};
use crate::machine::BuiltMachine;
use crate::studies::Failure;
use crate::studies::transient::{Scheme, StepChoice, TransientStudy};

/// A run on its way.
struct Run<'e, 's, 'm> {
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
    /// When stops or surfaces came to hold what was held already, which was not so at the start (s).
    ambiguous_from: f64,
    /// How rows see it.
    view: WholeState<'s, 'm>,
    /// A state of the whole machine with accelerations and reactions for a row.
    shown: State,
    /// A state within a step.
    within: State,
}

/// What a run is asked for.
struct EventRun<'o, 'm> {
    model: &'m Model,
    built: &'m BuiltMachine,
    request: &'o TransientStudy,
    steps: &'o Steps,
    events: Vec<Event<'m>>,
}

/// Moves the state from row to row: over the turns of bodies where they are all that moves.
pub(super) fn run(
    study: &mut MachineRun,
    request: &TransientStudy,
    steps: &Steps,
    advance: &mut Advance,
    teller: &mut Teller,
) -> Result<(), Failure> {
    let events = occurrences::events(study, request);
    let events = events.ok_or(Failure::EventWithoutPart)?;
    let order = EventRun {
        model: study.model,
        built: study.built,
        request,
        steps,
        events,
    };
    let Some(hinged) = over_turns(study.built, request, advance.state) else {
        let mut own = advance.state.clone();
        return order.go(
            (&mut study.equations, &mut own),
            WholeState::Itself,
            advance,
            teller,
        );
    };
    let mut turns = hinged.reduced(advance.state);
    let view = WholeState::Expanded {
        hinged: &hinged,
        equations: &mut study.equations,
    };
    let own = (&mut Equations::new(hinged.machine()), &mut turns);
    order.go(own, view, advance, teller)
}

impl EventRun<'_, '_> {
    /// Runs over the equations and the state that are the run's own.
    fn go(
        self,
        (own, moving): (&mut Equations, &mut State),
        view: WholeState,
        advance: &mut Advance,
        teller: &mut Teller,
    ) -> Result<(), Failure> {
        let Advance {
            state,
            record,
            checkpoints,
            left,
            is_redundant,
            counts,
        } = advance;
        let request = self.request;
        let stuck = occurrences::stuck(self.built, state);
        let duration = request.duration();
        let events = Events::new(own, self.events, EventOptions::new(duration));
        let mut run = Run {
            integrator: integrator(own, moving, request),
            events: events?,
            lengths: [f64::INFINITY, 0.0],
            slowest: 0,
            stopped: None,
            is_radau: request.scheme == Scheme::Radau,
            is_redundant: *is_redundant,
            ambiguous_from: f64::INFINITY,
            view,
            shown: state.clone(),
            within: moving.clone(),
        };
        let places = (&mut *moving, &mut **record);
        let done = run.go(own, places, self.steps, (checkpoints, left), teller);
        let ended = run.end(own, moving, state);
        let done = done.and(ended.map_err(Failure::from));
        if occurrences::can_happen(self.built, request) {
            let row = |row: usize| run.view.multiplier(row);
            let of = (self.model, self.built, request);
            let occurrences = Occurrences::of(of, &run.events, stuck, row);
            let occurrences = occurrences.ambiguous_from(run.ambiguous_from);
            record.stopped_by = run
                .stopped
                .and_then(|number| occurrences.stopped_by(number))
                .map(str::to_owned);
            record.occurrences = Some(occurrences);
        }
        *counts = run.counts(matches!(request.step_choice, StepChoice::Adaptive { .. }));
        done
    }
}

/// The machine over turns, where they are all that moves and nothing asks for more: events may look at reactions of hinges.
fn over_turns(
    built: &BuiltMachine,
    request: &TransientStudy,
    state: &State,
) -> Option<HingedMachine> {
    match request.scheme == Scheme::Radau && request.events.is_empty() {
        true => HingedMachine::of(&built.machine, state),
        false => None,
    }
}

fn integrator(
    equations: &Equations,
    state: &State,
    request: &TransientStudy,
) -> Box<dyn Integrator> {
    let duration = request.duration();
    let control = match request.step_choice {
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

impl Run<'_, '_, '_> {
    fn go(
        &mut self,
        equations: &mut Equations,
        (state, record): (&mut State, &mut Record),
        steps: &Steps,
        (checkpoints, left): (&mut Option<CheckpointWriter>, &mut Option<Interrupted>),
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
                    .ok_or(Failure::OtherMachine)?;
                if let Some(checkpoints) = checkpoints {
                    checkpoints.log.known = self.events.occurrences().len();
                }
                *left = None;
                step
            }
            None => {
                self.begin(equations, state, record)?;
                self.row(equations, state, record)?;
                0
            }
        };
        let mut fresh_starts = FreshStarts::of_watched_steps();
        for i in first + 1..=steps.count {
            while state.time < steps.time(i) && self.stopped.is_none() {
                teller.check_interrupt(state.time)?;
                if let Err(error) = self.step(equations, state, record, steps.time(i)) {
                    return Err(self.keep_last(equations, state, record, error));
                }
                if fresh_starts.are_due() {
                    self.start_afresh(state, record, checkpoints, (i - 1, false))?;
                }
                teller.tell(steps.share(i));
            }
            let is_last = i == steps.count || self.stopped.is_some();
            if steps.has_row(i) || is_last {
                self.row(equations, state, record)?;
            }
            if is_last {
                // What stopped has reached its end.
                return self.start_afresh(state, record, checkpoints, (steps.count, true));
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
        let Self { view, shown, .. } = self;
        view.look(equations, state, shown, |equations, shown| {
            record.enter(equations, shown);
        })?;
        equations.set(state)
    }

    /// Writes the last row before an error.
    fn keep_last(
        &mut self,
        equations: &mut Equations,
        state: &State,
        record: &mut Record,
        error: Error,
    ) -> Failure {
        let Self { view, shown, .. } = self;
        let is_redundant = self.is_redundant;
        let lost = error.clone();
        let kept = view.look(equations, state, shown, |equations, shown| {
            keep_last(equations, shown, record, is_redundant, error)
        });
        kept.unwrap_or_else(|_| lost.into())
    }

    /// The whole machine at the end, with its accelerations and reactions where they were left out.
    fn end(
        &mut self,
        equations: &mut Equations,
        state: &State,
        whole: &mut State,
    ) -> Result<(), Error> {
        if matches!(self.view, WholeState::Itself) {
            whole.copy_from(state);
            return equations.set(whole);
        }
        self.view
            .look(equations, state, whole, |equations, whole| {
                // Bodies without inertia have no accelerations of their own.
                let _ = Radau::refine(equations, whole);
                equations.set(whole)
            })?
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
        let holds = |change: &Change| matches!(change, Change::Holds | Change::Sticks);
        if !is_known && new.any(|one| one.change.as_ref().is_some_and(holds)) {
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
        if !self.events.uncut().is_empty() {
            self.cut(equations, state, record)?;
            self.count_step(start, state.time, before);
            return Ok(());
        }
        // Steps of Radau are long beside what happens in them.
        let middle = match self.is_radau && before_it.is_none() {
            true => {
                let half = 0.5 * (start + state.time);
                self.integrator.at(equations, half, &mut self.within)?;
                let Self { view, shown, .. } = self;
                Some(
                    view.look(equations, &self.within, shown, |equations, shown| {
                        record.middle(equations, shown)
                    })?,
                )
            }
            false => None,
        };
        let Self { view, shown, .. } = self;
        view.look(equations, state, shown, |equations, shown| {
            match (before_it, middle) {
                (Some(energy), _) => record.enter_jump(equations, shown, energy),
                (None, Some(middle)) => record.enter_through(&middle, equations, shown),
                (None, None) => record.enter(equations, shown),
            }
        })?;
        equations.set(state)?;
        self.count_step(start, state.time, before);
        Ok(())
    }

    /// Enters a step that ended with a sample or an event: powers jump there.
    fn cut(
        &mut self,
        equations: &mut Equations,
        state: &State,
        record: &mut Record,
    ) -> Result<(), Error> {
        let Self {
            view,
            shown,
            events,
            is_radau,
            ..
        } = self;
        let mut last = None;
        for [middle, end] in events.uncut() {
            let powers = view.look(equations, middle, shown, |equations, shown| {
                record.middle(equations, shown)
            })?;
            let at_end = view.look(equations, end, shown, |equations, shown| {
                match is_radau {
                    true => record.enter_through(&powers, equations, shown),
                    false => record.enter(equations, shown),
                }
                equations.energy()
            })?;
            last = Some(at_end);
        }
        let Some(energy) = events.energy_before().or(last) else {
            return Ok(());
        };
        view.look(equations, state, shown, |equations, shown| {
            record.enter_jump(equations, shown, energy);
        })?;
        equations.set(state)
    }

    fn count_step(&mut self, start: f64, end: f64, iterations_before: u64) {
        let length = end - start;
        let [shortest, longest] = self.lengths;
        self.lengths = [shortest.min(length), longest.max(length)];
        let iterations = self.integrator.taken().iterations - iterations_before;
        self.slowest = self.slowest.max(iterations);
    }

    /// Writes a row; the run does not notice.
    fn row(
        &mut self,
        equations: &mut Equations,
        state: &State,
        record: &mut Record,
    ) -> Result<(), Failure> {
        let Self { view, shown, .. } = self;
        let is_ambiguous = self.is_redundant || self.ambiguous_from.is_finite();
        let (is_radau, slowest) = (self.is_radau, self.slowest);
        let row = view.look(equations, state, shown, |equations, shown| {
            let before = shown.clone();
            if is_radau && Radau::refine(equations, shown).is_err() {
                // Coordinates without inertia have no accelerations of their own: those of the last stage are good.
                shown.copy_from(&before);
            }
            if is_ambiguous || shown.locks.iter().any(Option::is_some) {
                shorten_multipliers(equations, shown)?;
            }
            equations.set(shown)?;
            record.row(equations, shown, slowest as f64)
        });
        row??;
        self.slowest = 0;
        equations.set(state)?;
        Ok(())
    }

    /// Starts on a fresh factor, and writes a checkpoint there if one is due.
    fn start_afresh(
        &mut self,
        state: &State,
        record: &mut Record,
        checkpoints: &mut Option<CheckpointWriter>,
        (step, is_last): (u64, bool),
    ) -> Result<(), Failure> {
        self.integrator.refound();
        match checkpoints {
            Some(checkpoints) => {
                let kept = (state, record, self.slowest);
                let occurrences = |known, tape: &mut Tape| {
                    self.events.keep_occurrences(known, tape);
                    self.events.occurrences().len()
                };
                checkpoints.keep(step, is_last, kept, |tape| self.keep(tape), occurrences)
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
