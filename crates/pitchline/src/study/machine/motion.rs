//! From the first state to the last: equilibrium, prescribed motion, time steps.

use super::keeper::{Foundations, Keeper, Left};
use super::record::Record;
use super::steps::Steps;
use super::{Asked, Failure, Study, Teller};
use super::{happened, watched};
use crate::dynamics::{
    Equations, Error, Kinematic, QuasiStatic, Resumable as _, Scheme, State, Statics,
    StaticsOptions, StepControl, Transient, TransientOptions, shorten_multipliers,
};
use crate::model::machine::{
    KinematicRequest, Scheme as Chosen, StaticRequest, StepChoice, TransientRequest,
};
use crate::results::StudyResult;

/// What a study took.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Time steps, or steps of load.
    pub steps: u64,
    /// Newton iterations, where they are counted.
    pub iterations: Option<u64>,
    /// Matrices factored, where they are counted.
    pub factorisations: Option<u64>,
    /// Steps that were halved.
    pub halved: Option<u64>,
    /// Steps whose error was too large, and steps that were kept with it, because rounding makes it.
    pub too_large: Option<[u32; 2]>,
    /// Shortest and longest step (s), where they differ.
    pub lengths: Option<[f64; 2]>,
}

/// A study on its way.
pub(super) struct Going<'g, 'b, 'c> {
    /// Where the machine is.
    pub state: &'g mut State,
    /// What was written down.
    pub record: &'g mut Record<'b>,
    /// Who keeps the run for later.
    pub keeper: Option<Keeper<'c>>,
    /// Where an interrupted run was left, until it goes on from there.
    pub left: Option<Left>,
    /// Whether constraints follow from others: their multipliers are shortened for every row.
    pub is_redundant: bool,
}

/// What a failed study took, and why it failed.
pub(super) type Stopped = (Counts, Failure);

/// Constraints cannot be closed better than rounding of places allows, with some digits in reserve.
const FINEST: f64 = 1e-12;

/// Moves the state from the first to the last instant of a study.
pub(super) fn go(
    study: &mut Study,
    going: &mut Going,
    result: &mut StudyResult,
    teller: &mut Teller,
) -> Result<Counts, Stopped> {
    match study.asked {
        Asked::Static(request) => equilibrium(study, request, going, (result, teller)),
        Asked::Kinematic(request) => {
            let steps = Steps::new(request.times, request.step, request.output_step);
            result.warnings.extend(steps.warning(request.output_step));
            prescribed(study, request, &steps, going, teller)
        }
        Asked::Transient(request) => {
            let steps = Steps::of(request);
            result.warnings.extend(steps.warning(request.output_step));
            match request.steps {
                StepChoice::Equal(_) if !happened::can_happen(study.built, request) => {
                    in_time(study, request, &steps, going, teller)
                }
                _ => watched::run(study, request, &steps, going, teller),
            }
        }
    }
}

/// Rows that a study will have.
pub(super) fn n_rows(asked: Asked) -> f64 {
    let steps = match asked {
        Asked::Static(_) => return 1.0,
        Asked::Kinematic(request) => Steps::new(request.times, request.step, request.output_step),
        Asked::Transient(request) => Steps::of(request),
    };
    (steps.count / steps.every + 2) as f64
}

fn equilibrium(
    study: &mut Study,
    request: &StaticRequest,
    Going { state, record, .. }: &mut Going,
    (result, teller): (&mut StudyResult, &mut Teller),
) -> Result<Counts, Stopped> {
    teller.tell(0.0);
    let options = statics_options(request.machine.tolerance, request.steps);
    let mut statics = Statics::new(&study.equations, options);
    let done = statics
        .lead(&mut study.equations, &study.given, state, study.turns)
        .and_then(|()| statics.solve(&mut study.equations, state));
    let report = statics.report();
    let counts = Counts {
        steps: report.load_steps.into(),
        iterations: Some(report.iterations.into()),
        ..Counts::default()
    };
    done.map_err(|error| (counts, error.to_string()))?;
    result.warnings.extend(unstable(report.unstable));
    record.enter(&study.equations, state);
    record
        .row(&mut study.equations, state, f64::from(report.iterations))
        .map_err(|reason| (counts, reason))?;
    Ok(counts)
}

fn unstable(motions: u32) -> Option<String> {
    (motions > 0).then(|| {
        let along = match motions {
            1 => "one motion".to_owned(),
            n => format!("{n} motions"),
        };
        format!(
            "the equilibrium is unstable: along {along} forces drive the machine away from it; \
             a start a little off leads to a stable one, if there is one"
        )
    })
}

/// What follows the drives: all of the machine, or what springs leave of it.
enum Following {
    Prescribed(Box<Kinematic>),
    QuasiStatic(Box<QuasiStatic>),
}

impl Following {
    fn new(
        study: &mut Study,
        request: &KinematicRequest,
        state: &mut State,
    ) -> Result<Self, Error> {
        let equations = &mut study.equations;
        let tolerance = request.machine.tolerance;
        if request.is_quasi_static {
            let options = statics_options(tolerance, 1);
            let mut statics = Statics::new(equations, options);
            statics.lead(equations, &study.given, state, study.turns)?;
            let motion = QuasiStatic::new(equations, state, options, request.step)?;
            return Ok(Self::QuasiStatic(Box::new(motion)));
        }
        let motion = Kinematic::new(equations, state, (1e-4 * tolerance).max(FINEST))?;
        Ok(Self::Prescribed(Box::new(motion)))
    }

    fn go_to(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        time: f64,
    ) -> Result<(), Error> {
        match self {
            Self::Prescribed(motion) => motion.go_to(equations, state, time),
            Self::QuasiStatic(motion) => motion.go_to(equations, state, time),
        }
    }

    fn iterations(&self) -> u64 {
        match self {
            Self::Prescribed(motion) => motion.iterations,
            Self::QuasiStatic(motion) => motion.iterations(),
        }
    }
}

fn statics_options(tolerance: f64, load_steps: usize) -> StaticsOptions {
    StaticsOptions {
        // Corrections shorter than a thousandth of it leave forces within a hundredth. [theory:multibody] (43)
        tolerance: (1e-3 * tolerance).max(FINEST),
        load_steps: u32::try_from(load_steps).unwrap_or(u32::MAX),
        ..StaticsOptions::default()
    }
}

fn prescribed(
    study: &mut Study,
    request: &KinematicRequest,
    steps: &Steps,
    Going { state, record, .. }: &mut Going,
    teller: &mut Teller,
) -> Result<Counts, Stopped> {
    let mut counts = Counts::default();
    let motion = Following::new(study, request, state);
    let mut motion = motion.map_err(|error| (counts, error.to_string()))?;
    record.is_slow = request.is_quasi_static;
    let mut slowest = 0;
    for i in 0..=steps.count {
        let before = motion.iterations();
        teller
            .check_interrupt(steps.time(i))
            .map_err(|reason| (counts, reason))?;
        let moved = motion.go_to(&mut study.equations, state, steps.time(i));
        let recorded = moved.map_err(|error| error.to_string()).and_then(|()| {
            record.enter(&study.equations, state);
            slowest = slowest.max(motion.iterations() - before);
            if !steps.has_row(i) {
                return Ok(());
            }
            let slowest = std::mem::take(&mut slowest);
            record.row(&mut study.equations, state, slowest as f64)
        });
        counts.steps = i;
        counts.iterations = Some(motion.iterations());
        recorded.map_err(|reason| (counts, reason))?;
        teller.tell(steps.share(i));
    }
    Ok(counts)
}

fn in_time(
    study: &mut Study,
    request: &TransientRequest,
    steps: &Steps,
    going: &mut Going,
    teller: &mut Teller,
) -> Result<Counts, Stopped> {
    let options = options(request, StepControl::default());
    let equations = &mut study.equations;
    let Going {
        state,
        record,
        keeper,
        left,
        is_redundant,
    } = going;
    let mut transient = Transient::new(equations, state, options);
    let mut slowest = 0;
    let mut foundations = Foundations::of_equal_steps();
    let mut go = || -> Result<(), Failure> {
        let first = match left {
            Some(from) => {
                let places = (&mut **state, &mut **record);
                let step =
                    from.take_back(places, &mut slowest, |tape| transient.take_back(tape))?;
                *left = None;
                step
            }
            None => {
                record.enter(equations, state);
                record.row(equations, state, 0.0)?;
                0
            }
        };
        for i in first + 1..=steps.count {
            teller.check_interrupt(state.time)?;
            let before = transient.report().iterations;
            if let Err(error) = transient.step(equations, state, steps.length(i)) {
                return Err(keep_last(equations, state, record, *is_redundant, error));
            }
            // Times are those of the steps, not sums of their lengths.
            state.time = steps.time(i);
            slowest = slowest.max(transient.report().iterations - before);
            if *is_redundant && steps.has_row(i) {
                shorten_multipliers(equations, state).map_err(|error| error.to_string())?;
            }
            record.enter(equations, state);
            if steps.has_row(i) {
                record.row(equations, state, slowest as f64)?;
                slowest = 0;
            }
            let is_last = i == steps.count;
            if foundations.are_due() || is_last {
                transient.refound();
                if let Some(keeper) = keeper {
                    let kept = (&**state, &mut **record, slowest);
                    let rest = |tape: &mut _| transient.keep(tape);
                    keeper.keep(i, is_last, kept, rest, |known, _| known)?;
                }
            }
            teller.tell(steps.share(i));
        }
        Ok(())
    };
    let done = go();
    let report = transient.report();
    let counts = Counts {
        steps: report.steps,
        iterations: Some(report.iterations),
        factorisations: Some(report.factorisations),
        halved: Some(report.halved),
        ..Counts::default()
    };
    done.map(|()| counts).map_err(|reason| (counts, reason))
}

/// Writes the last good state of a run that failed, unless its row is there.
pub(super) fn keep_last(
    equations: &mut crate::dynamics::Equations,
    state: &mut State,
    record: &mut Record,
    is_redundant: bool,
    error: Error,
) -> Failure {
    let is_new = record.last_time().is_none_or(|time| time < state.time);
    let set = match is_redundant {
        true => shorten_multipliers(equations, state),
        false => equations.set(state),
    };
    if is_new && set.is_ok() {
        record.enter(equations, state);
        // The first reason counts.
        let _ = record.row(equations, state, f64::NAN);
    }
    error.to_string()
}

/// What generalized-α and its kin are asked for.
pub(super) fn options(request: &TransientRequest, control: StepControl) -> TransientOptions {
    TransientOptions {
        scheme: scheme(request.scheme),
        // Reactions feel errors of positions divided by the square of the step: four digits in reserve.
        tolerance: (1e-4 * request.machine.tolerance).max(1e-15),
        control,
    }
}

fn scheme(chosen: Chosen) -> Scheme {
    match chosen {
        Chosen::GeneralizedAlpha { spectral_radius } => Scheme::generalized_alpha(spectral_radius),
        Chosen::Hht { alpha } => Scheme::hht(alpha),
        // Average acceleration. [theory:time-integration] (4)
        Chosen::Newmark | Chosen::Radau => Scheme::newmark(0.25, 0.5),
    }
}
