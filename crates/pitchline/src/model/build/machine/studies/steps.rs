//! How a study goes through time: from when to when, with which scheme and steps, and how often it is written.

use std::ops::Range;

use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::machine::{ControllerRequest, Scheme, StepChoice};
use crate::number::short;

/// Times are rounded before their difference is a duration.
const ROUNDED: f64 = 1e-9;
/// More rows than this fill no picture and too much memory.
const MOST_STEPS: f64 = 1e9;
/// Rows of a run whose steps follow from their errors, unless given.
const USUAL_ROWS: f64 = 1000.0;

/// Accuracy of machines whose scheme is Radau by itself, unless given.
const USUAL_ACCURACY: f64 = 1e-5;

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
pub(super) fn times(
    section: &Section,
    begins: f64,
    diagnostics: &mut Diagnostics,
) -> Option<[f64; 2]> {
    let end = section.quantity("end")?;
    if end.value > begins {
        return Some([begins, end.value]);
    }
    let message = format!(
        "the study ends at {} s, not after it begins, at {} s",
        short(end.value),
        short(begins)
    );
    let help = "write a later `end`; time goes on from the study that it starts from";
    refuse(diagnostics, (end.span, "not later"), message, help)
}

/// Step, and time from row to row.
pub(super) fn equal(
    section: &Section,
    times: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<(f64, f64)> {
    let step = fitting(section, "step", times, diagnostics)?;
    let Some(output) = section.quantity("output_step") else {
        return (!section.is_faulty("output_step")).then_some((step, step));
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
    key: &str,
    [begin, end]: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<f64> {
    let step = section.quantity(key)?;
    let duration = end - begin;
    if step.value <= (1.0 + ROUNDED) * duration && duration / step.value <= MOST_STEPS {
        return Some(step.value);
    }
    let called = match key {
        "step" => "a step",
        _ => "an output_step",
    };
    let message = format!(
        "{called} of {} s does not fit a duration of {} s",
        short(step.value),
        short(duration)
    );
    let help = format!(
        "write for example {key} = \"{} s\"",
        short(duration / 1000.0)
    );
    refuse(diagnostics, (step.span, "does not fit"), message, help)
}

/// Equal steps or such that follow from their errors, and time from row to row.
pub(super) fn chosen(
    section: &Section,
    scheme: Scheme,
    times: [f64; 2],
    diagnostics: &mut Diagnostics,
) -> Option<(StepChoice, f64)> {
    let is_given = |key: &str| section.is_given(key);
    let place = |key: &str, label| (section.span_of(key), label);
    if is_given("accuracy") && is_given("step") {
        return refuse(
            diagnostics,
            place("step", "and accuracy"),
            "`step` and `accuracy` both say how long steps are".to_owned(),
            "keep one of the two; the longest step beside `accuracy` is largest_step",
        );
    }
    if is_given("accuracy") && scheme == Scheme::Newmark {
        return refuse(
            diagnostics,
            place("accuracy", "not with newmark"),
            "scheme = \"newmark\" damps nothing: where steps change, reactions of joints vibrate for ever, and errors are not told from \
             that"
            .to_owned(),
            "write scheme = \"generalized-alpha\", whose spectral_radius may be 0.95, or step in place of accuracy",
        );
    }
    if is_given("accuracy") {
        let accuracy = section.number("accuracy")?.value;
        return adaptive(section, times, accuracy, diagnostics);
    }
    if scheme == Scheme::Radau && !is_given("scheme") {
        return adaptive(section, times, USUAL_ACCURACY, diagnostics);
    }
    if is_given("largest_step") {
        return refuse(
            diagnostics,
            place("largest_step", "without accuracy"),
            "`largest_step` belongs to steps whose lengths follow from their errors".to_owned(),
            "write accuracy = 1e-6 beside it, or step in its place",
        );
    }
    if scheme == Scheme::Radau {
        return refuse(
            diagnostics,
            place("scheme", "needs accuracy"),
            "the lengths of the steps of scheme = \"radau\" follow from their errors".to_owned(),
            match is_given("step") {
                true => "write accuracy = 1e-8 in place of `step`",
                false => "write accuracy = 1e-8",
            },
        );
    }
    if section.is_faulty("accuracy") || section.is_faulty("step") {
        return None;
    }
    if !is_given("step") {
        let duration = times[1] - times[0];
        return refuse(
            diagnostics,
            (section.span(), "how long are its steps?"),
            "the study has neither `step` nor `accuracy`".to_owned(),
            format!(
                "write step = \"{} s\" for equal steps, or accuracy = 1e-6 for steps whose lengths follow from their errors",
                short(duration / 1000.0)
            ),
        );
    }
    let (step, output_step) = equal(section, times, diagnostics)?;
    Some((StepChoice::Equal(step), output_step))
}

/// Samples beyond which a study would run for days.
const MOST_SAMPLES: f64 = 1e8;

/// Refuses controllers that look at the machine oftener than any computer could follow.
pub(super) fn refuse_samples(
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
            "controller `{}` would take {:.1e} samples in the {} s of the study",
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
    if ["largest_step", "output_step"]
        .iter()
        .any(|key| section.is_faulty(key))
    {
        return None;
    }
    let duration = times[1] - times[0];
    let largest = section.quantity("largest_step");
    let largest = largest.map_or(duration, |largest| largest.value.min(duration));
    let output_step = match section.is_given("output_step") {
        true => fitting(section, "output_step", times, diagnostics)?,
        false => duration / USUAL_ROWS,
    };
    Some((StepChoice::Adaptive { accuracy, largest }, output_step))
}

/// How time is integrated; teeth of level `planar` are stiff and strongly damped, where other schemes than Radau ring.
pub(super) fn scheme(
    section: &Section,
    is_stiff: bool,
    diagnostics: &mut Diagnostics,
) -> Option<Scheme> {
    if section.is_faulty("scheme") {
        return None;
    }
    let is_given = |key: &&str| section.is_given(key);
    let is_open = !["step", "spectral_radius", "alpha"].iter().any(is_given);
    let usual = match is_stiff && is_open {
        true => "radau",
        false => "generalized-alpha",
    };
    let scheme = section
        .choice("scheme")
        .map_or(usual, |scheme| scheme.value);
    let own = match scheme {
        "generalized-alpha" => Some("spectral_radius"),
        "hht" => Some("alpha"),
        _ => None,
    };
    let foreign = ["spectral_radius", "alpha"]
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
    let get = |key: &str, usual: f64| match section.is_faulty(key) {
        true => None,
        false => Some(section.number(key).map_or(usual, |number| number.value)),
    };
    Some(match scheme {
        "generalized-alpha" => Scheme::GeneralizedAlpha {
            spectral_radius: get("spectral_radius", 0.8)?,
        },
        "hht" => Scheme::Hht {
            alpha: get("alpha", 0.05)?,
        },
        "radau" => Scheme::Radau,
        _ => Scheme::Newmark,
    })
}
