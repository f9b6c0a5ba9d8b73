//! How a study goes through time: from when to when, with which scheme and steps, and how often it is written.

use std::ops::Range;

use super::{Scheme, StepChoice, TransientStudy};
use crate::input::field::{Choice, Collection, FieldKind};
use crate::input::interval::{Bound, Interval};
use crate::input::key::{Key, Number, Quantity};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::model::machine::{ControllerRequest, MachineRequest};
use crate::number::short;
use crate::studies::machine_settings::{END, MachineSettings, OUTPUT_STEP};
use crate::units::Dimension;

keys! {
    /// Keys of the study `transient` alone.
    pub(super) static KEYS {
        STEP = optional(
            "step",
            Quantity(Dimension::TIME, Interval::POSITIVE),
            "\"0.1 ms\"",
            "Time step, the same for the whole run. In its place `accuracy` can be given.",
        );
        ACCURACY = optional(
            "accuracy",
            Number(Interval::closed(1e-13, 0.1)),
            "1e-6",
            "Error that the run may have at its end, relative to the largest velocity of its kind and to the extent of the machine; the lengths \
             of steps follow from it. In place of `step`.",
        );
        LARGEST_STEP = optional(
            "largest_step",
            Quantity(Dimension::TIME, Interval::POSITIVE),
            "\"5 ms\"",
            "Upper limit of the step size, with `accuracy`; the whole run unless given. Reduce it where a short event would be skipped.",
        );
        SCHEME = optional(
            "scheme",
            OneOf(&[
                Choice::new(
                    "generalized-alpha",
                    "Generalized-α, set by `spectral_radius`.",
                ),
                Choice::new("hht", "HHT-α, set by `alpha`."),
                Choice::new(
                    "newmark",
                    "Newmark's average acceleration: no damping at all, for comparison; with `step` only.",
                ),
                Choice::new(
                    "radau",
                    "Radau IIA of order 5, for small machines and many digits; needs `accuracy`.",
                ),
            ]),
            "\"hht\"",
            "How time is integrated: `\"generalized-alpha\"` unless given. Machines with teeth of level `planar`, or with friction that sticks, use `\"radau\"` with `accuracy = 1e-5`, unless `step` or a key of another scheme is given: their meshes are stiff and strongly damped, where the forces of other schemes oscillate.",
        );
        SPECTRAL_RADIUS = optional(
            "spectral_radius",
            Number(Interval::closed(0.0, 1.0)),
            "0.6",
            "Spectral radius of generalized-α at infinite frequency: 1 has no numerical damping, 0 annihilates the fastest vibrations in one step; 0.8 unless given.",
        );
        ALPHA = optional(
            "alpha",
            Number(Interval::new(Bound::Closed(0.0), Bound::Closed(1.0 / 3.0))),
            "0.1",
            "Damping of HHT-α: 0 damps nothing; 0.05 unless given.",
        );
        EVENTS = optional(
            "events",
            References(&FieldKind::Reference(Collection::Events)),
            "[\"let-go\"]",
            "Events that can happen: all unless given. `[]` for none.",
        );
    }
}

/// Times are rounded before their difference is a duration.
const ROUNDED: f64 = 1e-9;
/// More rows than this fill no picture and too much memory.
const MOST_STEPS: f64 = 1e9;
/// Rows of a run whose steps follow from their errors, unless given.
const USUAL_ROWS: f64 = 1000.0;

/// Accuracy of machines whose scheme is Radau by itself, unless given.
const USUAL_ACCURACY: f64 = 1e-5;

/// The study; none where something in it was refused.
pub(super) fn read(
    section: &Section,
    request: &MachineRequest,
    machine: MachineSettings,
    diagnostics: &mut Diagnostics,
) -> Option<TransientStudy> {
    let times = times(section, machine.begin, diagnostics)?;
    // Of a machine that could not be read it is not known: its faults are enough to tell.
    let is_stiff = request.is_stiff() || diagnostics.has_errors();
    let scheme = scheme(section, is_stiff, diagnostics)?;
    let (step_choice, output_step) = chosen(section, scheme, times, diagnostics)?;
    refuse_samples(section, &request.controllers, times, diagnostics)?;
    let events = match section.get_or_absent(&EVENTS)? {
        Some(names) => names.value.into_iter().map(str::to_owned).collect(),
        None => request.events.iter().map(|e| e.name.clone()).collect(),
    };
    Some(TransientStudy {
        machine,
        end: times[1],
        step_choice,
        output_step,
        scheme,
        events,
    })
}

/// Always `None`, so that it can end a function.
fn refuse<T>(
    diagnostics: &mut Diagnostics,
    (span, label): (Range<usize>, &str),
    message: String,
    help: impl Into<String>,
) -> Option<T> {
    let fault = Diagnostic::error("bad-steps", span, message);
    diagnostics.push(fault.label(label).help(help));
    None
}

/// First and last time.
pub(in crate::studies) fn times(
    section: &Section,
    begins: f64,
    diagnostics: &mut Diagnostics,
) -> Option<[f64; 2]> {
    let end = section.get(&END)?;
    if end.value > begins {
        return Some([begins, end.value]);
    }
    let message = format!(
        "the study ends at {} s, not after it begins, at {} s",
        short(end.value),
        short(begins)
    );
    let help = "write a later `end`; time continues from the study that it starts from";
    refuse(diagnostics, (end.span, "not later"), message, help)
}

/// Step, and time from row to row.
pub(in crate::studies) fn equal(
    section: &Section,
    step: &Key<Quantity>,
    times: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<(f64, f64)> {
    let step = fitting(section, step, times, diagnostics)?;
    let Some(output) = section.get_or_absent(&OUTPUT_STEP)? else {
        return Some((step, step));
    };
    if output.value >= step {
        return Some((step, output.value));
    }
    let message = format!(
        "rows every {} s are more than there are steps of {} s",
        short(output.value),
        short(step)
    );
    let help = "write an output_step of at least `step`, or leave it out for every step";
    let place = (output.span, "shorter than a step");
    refuse(diagnostics, place, message, help)
}

/// A time that fits into the run, and not too often.
fn fitting(
    section: &Section,
    key: &Key<Quantity>,
    [begin, end]: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<f64> {
    let step = section.get(key)?;
    let duration = end - begin;
    if step.value <= (1.0 + ROUNDED) * duration && duration / step.value <= MOST_STEPS {
        return Some(step.value);
    }
    let called = match **key == *OUTPUT_STEP {
        true => "an output_step",
        false => "a step",
    };
    let message = format!(
        "{called} of {} s does not fit a duration of {} s",
        short(step.value),
        short(duration)
    );
    let help = format!(
        "write for example {} = \"{} s\"",
        &**key,
        short(duration / 1000.0)
    );
    refuse(diagnostics, (step.span, "does not fit"), message, help)
}

/// Equal steps or such that follow from their errors, and time from row to row.
fn chosen(
    section: &Section,
    scheme: Scheme,
    times: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<(StepChoice, f64)> {
    let is_given = |key: &str| section.is_given(key);
    let place = |key: &str, label| (section.span_of(key), label);
    if is_given(&ACCURACY) && is_given(&STEP) {
        return refuse(
            diagnostics,
            place(&STEP, "and accuracy"),
            "`step` and `accuracy` both say how long steps are".to_owned(),
            "keep one of the two; the longest step beside `accuracy` is largest_step",
        );
    }
    if is_given(&ACCURACY) && scheme == Scheme::Newmark {
        return refuse(
            diagnostics,
            place(&ACCURACY, "not with newmark"),
            "scheme = \"newmark\" has no numerical damping: where step sizes change, reactions of joints oscillate for ever, which is indistinguishable from errors"
            .to_owned(),
            "write scheme = \"generalized-alpha\", whose spectral_radius may be 0.95, or step in place of accuracy",
        );
    }
    if is_given(&ACCURACY) {
        let accuracy = section.get(&ACCURACY)?.value;
        return adaptive(section, times, accuracy, diagnostics);
    }
    if scheme == Scheme::Radau && !is_given(&SCHEME) {
        return adaptive(section, times, USUAL_ACCURACY, diagnostics);
    }
    if is_given(&LARGEST_STEP) {
        return refuse(
            diagnostics,
            place(&LARGEST_STEP, "without accuracy"),
            "`largest_step` belongs to steps whose lengths follow from their errors".to_owned(),
            "write accuracy = 1e-6 beside it, or step in its place",
        );
    }
    if scheme == Scheme::Radau {
        return refuse(
            diagnostics,
            place(&SCHEME, "needs accuracy"),
            "the lengths of the steps of scheme = \"radau\" follow from their errors".to_owned(),
            match is_given(&STEP) {
                true => "write accuracy = 1e-8 in place of `step`",
                false => "write accuracy = 1e-8",
            },
        );
    }
    if section.is_faulty(&ACCURACY) || section.is_faulty(&STEP) {
        return None;
    }
    if !is_given(&STEP) {
        let duration = times[1] - times[0];
        return refuse(
            diagnostics,
            (section.span(), "`step` or `accuracy` is missing"),
            "the study has neither `step` nor `accuracy`".to_owned(),
            format!(
                "write step = \"{} s\" for equal steps, or accuracy = 1e-6 for steps controlled by their errors",
                short(duration / 1000.0)
            ),
        );
    }
    let (step, output_step) = equal(section, &STEP, times, diagnostics)?;
    Some((StepChoice::Equal(step), output_step))
}

/// Samples beyond which a study would run for days.
const MOST_SAMPLES: f64 = 1e8;

/// Refuses controllers that look at the machine oftener than any computer could follow.
fn refuse_samples(
    section: &Section,
    controllers: &[ControllerRequest],
    times: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let duration = times[1] - times[0];
    let is_hasty = |one: &&ControllerRequest| {
        one.sample_time > 0.0 && duration > MOST_SAMPLES * one.sample_time
    };
    let Some(hasty) = controllers.iter().find(is_hasty) else {
        return Some(());
    };
    refuse(
        diagnostics,
        (section.span(), "too many samples"),
        format!(
            "controller `{}` needs {:.1e} samples in the {} s of the study",
            hasty.name,
            duration / hasty.sample_time,
            short(duration)
        ),
        format!(
            "write a longer sample_time in [controllers.{}], such as \"1 ms\", or 0 for a controller that acts at every instant",
            hasty.name
        ),
    )
}

fn adaptive(
    section: &Section,
    times: [f64; 2],
    accuracy: f64,
    diagnostics: &mut Diagnostics,
) -> Option<(StepChoice, f64)> {
    if section.is_faulty(&LARGEST_STEP) || section.is_faulty(&OUTPUT_STEP) {
        return None;
    }
    let duration = times[1] - times[0];
    let largest = section.get(&LARGEST_STEP);
    let largest = largest.map_or(duration, |largest| largest.value.min(duration));
    let output_step = match section.is_given(&OUTPUT_STEP) {
        true => fitting(section, &OUTPUT_STEP, times, diagnostics)?,
        false => duration / USUAL_ROWS,
    };
    Some((StepChoice::Adaptive { accuracy, largest }, output_step))
}

/// How time is integrated; teeth of level `planar` are stiff and strongly damped, where other schemes than Radau ring.
fn scheme(section: &Section, is_stiff: bool, diagnostics: &mut Diagnostics) -> Option<Scheme> {
    if section.is_faulty(&SCHEME) {
        return None;
    }
    let others = [&*STEP, &*SPECTRAL_RADIUS, &*ALPHA];
    let is_open = !others.iter().any(|key| section.is_given(key));
    let usual = match is_stiff && is_open {
        true => "radau",
        false => "generalized-alpha",
    };
    let scheme = section.get(&SCHEME).map_or(usual, |scheme| scheme.value);
    let own = match scheme {
        "generalized-alpha" => Some(&*SPECTRAL_RADIUS),
        "hht" => Some(&*ALPHA),
        _ => None,
    };
    let foreign = [&*SPECTRAL_RADIUS, &*ALPHA]
        .into_iter()
        .find(|key| Some(*key) != own && section.is_given(key));
    if let Some(key) = foreign {
        let belongs = match key {
            "alpha" => "hht",
            _ => "generalized-alpha",
        };
        diagnostics.push(
            Diagnostic::error(
                "key-of-other-scheme",
                section.span_of(key),
                format!(
                    "`{key}` belongs to scheme = \"{belongs}\", but the scheme is \"{scheme}\""
                ),
            )
            .label("not of this scheme")
            .help(match own {
                Some(own) => format!("write {own} instead, or scheme = \"{belongs}\""),
                None => format!("remove it, or write scheme = \"{belongs}\""),
            }),
        );
        return None;
    }
    let get = |key: &Key<Number>, usual: f64| {
        let given = section.get_or_absent(key)?;
        Some(given.map_or(usual, |number| number.value))
    };
    Some(match scheme {
        "generalized-alpha" => Scheme::GeneralizedAlpha {
            spectral_radius: get(&SPECTRAL_RADIUS, 0.8)?,
        },
        "hht" => Scheme::Hht {
            alpha: get(&ALPHA, 0.05)?,
        },
        "radau" => Scheme::Radau,
        _ => Scheme::Newmark,
    })
}
