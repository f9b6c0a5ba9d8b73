//! From the first state to the last: equilibrium, prescribed motion, time steps.

use super::checkpoint_writer::{CheckpointWriter, FreshStarts, Interrupted};
use super::record::Record;
use super::steps::Steps;
use super::{MachineRun, Teller, event_run, occurrences};
use crate::dynamics::{
    Equations, Error, Kinematic, QuasiStatic, Resumable as _, Scheme, State, Statics,
    StaticsOptions, StepControl, Transient, TransientOptions, shorten_multipliers,
};
use crate::results::Output;
use crate::studies::Failure;
use crate::studies::kinematic::KinematicStudy;
use crate::studies::statics::StaticStudy;
use crate::studies::transient::{Scheme as Chosen, StepChoice, TransientStudy};

/// What a study took.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
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
pub(crate) struct Advance<'g, 'b, 'c> {
    /// Where the machine is.
    pub(super) state: &'g mut State,
    /// What was written down.
    pub(super) record: &'g mut Record<'b>,
    /// Who keeps the run for later.
    pub(super) checkpoints: Option<CheckpointWriter<'c>>,
    /// Where an interrupted run was left, until it goes on from there.
    pub(super) left: Option<Interrupted>,
    /// Whether constraints follow from others: their multipliers are shortened for every row.
    pub(super) is_redundant: bool,
    /// What the study took so far.
    pub(super) counts: Counts,
}

/// Constraints cannot be closed better than rounding of places allows, with some digits in reserve.
const FINEST: f64 = 1e-12;

/// Brings the machine to equilibrium.
pub(crate) fn equilibrium(
    run: &mut MachineRun,
    study: &StaticStudy,
    Advance {
        state,
        record,
        counts,
        ..
    }: &mut Advance,
    output: &mut Output,
    teller: &mut Teller,
) -> Result<(), Failure> {
    teller.tell(0.0);
    // It has no steps between which it could look.
    run.equations.stop_on(run.options.interrupt);
    let options = statics_options(study.machine.tolerance, study.steps);
    let mut statics = Statics::new(&run.equations, options);
    let done = statics
        .lead(&mut run.equations, &run.given, state, run.turns)
        .and_then(|()| statics.solve(&mut run.equations, state));
    let report = statics.report();
    *counts = Counts {
        steps: report.load_steps.into(),
        iterations: Some(report.iterations.into()),
        ..Counts::default()
    };
    done?;
    output.warnings.extend(unstable(report.unstable));
    record.enter(&run.equations, state);
    record.row(&mut run.equations, state, f64::from(report.iterations))
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
    fn new(run: &mut MachineRun, study: &KinematicStudy, state: &mut State) -> Result<Self, Error> {
        let equations = &mut run.equations;
        let tolerance = study.machine.tolerance;
        if study.is_quasi_static {
            let options = statics_options(tolerance, 1);
            let mut statics = Statics::new(equations, options);
            statics.lead(equations, &run.given, state, run.turns)?;
            let motion = QuasiStatic::new(equations, state, options, study.step)?;
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

/// Leads the machine along the motion that its drives prescribe.
pub(crate) fn prescribed(
    run: &mut MachineRun,
    study: &KinematicStudy,
    Advance {
        state,
        record,
        counts,
        ..
    }: &mut Advance,
    output: &mut Output,
    teller: &mut Teller,
) -> Result<(), Failure> {
    let steps = study.steps();
    output.warnings.extend(steps.warning(study.output_step));
    let mut motion = Following::new(run, study, state)?;
    record.is_slow = study.is_quasi_static;
    let mut slowest = 0;
    for i in 0..=steps.count {
        let before = motion.iterations();
        teller.check_interrupt(steps.time(i))?;
        let moved = motion.go_to(&mut run.equations, state, steps.time(i));
        let recorded = moved.map_err(Failure::from).and_then(|()| {
            record.enter(&run.equations, state);
            slowest = slowest.max(motion.iterations() - before);
            if !steps.has_row(i) {
                return Ok(());
            }
            let slowest = std::mem::take(&mut slowest);
            record.row(&mut run.equations, state, slowest as f64)
        });
        counts.steps = i;
        counts.iterations = Some(motion.iterations());
        recorded?;
        teller.tell(steps.share(i));
    }
    Ok(())
}

/// Moves the machine in time.
pub(crate) fn in_time(
    run: &mut MachineRun,
    study: &TransientStudy,
    advance: &mut Advance,
    output: &mut Output,
    teller: &mut Teller,
) -> Result<(), Failure> {
    let steps = study.steps();
    output.warnings.extend(steps.warning(study.output_step));
    match study.step_choice {
        StepChoice::Equal(_) if !occurrences::can_happen(run.built, study) => {
            in_equal_steps(run, study, &steps, advance, teller)
        }
        _ => event_run::run(run, study, &steps, advance, teller),
    }
}

fn in_equal_steps(
    run: &mut MachineRun,
    study: &TransientStudy,
    steps: &Steps,
    advance: &mut Advance,
    teller: &mut Teller,
) -> Result<(), Failure> {
    let options = options(study, StepControl::default());
    let equations = &mut run.equations;
    let Advance {
        state,
        record,
        checkpoints,
        left,
        is_redundant,
        counts,
    } = advance;
    let mut transient = Transient::new(equations, state, options);
    let mut slowest = 0;
    let mut fresh_starts = FreshStarts::of_equal_steps();
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
                shorten_multipliers(equations, state)?;
            }
            record.enter(equations, state);
            if steps.has_row(i) {
                record.row(equations, state, slowest as f64)?;
                slowest = 0;
            }
            let is_last = i == steps.count;
            if fresh_starts.are_due() || is_last {
                transient.refound();
                if let Some(checkpoints) = checkpoints {
                    let kept = (&**state, &mut **record, slowest);
                    let rest = |tape: &mut _| transient.keep(tape);
                    checkpoints.keep(i, is_last, kept, rest, |known, _| known)?;
                }
            }
            teller.tell(steps.share(i));
        }
        Ok(())
    };
    let done = go();
    let report = transient.report();
    *counts = Counts {
        steps: report.steps,
        iterations: Some(report.iterations),
        factorisations: Some(report.factorisations),
        halved: Some(report.halved),
        ..Counts::default()
    };
    done
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
    error.into()
}

/// What generalized-α and its kin are asked for.
pub(super) fn options(study: &TransientStudy, control: StepControl) -> TransientOptions {
    TransientOptions {
        scheme: scheme(study.scheme),
        // Reactions feel errors of positions divided by the square of the step: four digits in reserve.
        tolerance: (1e-4 * study.machine.tolerance).max(1e-15),
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
