//! Answers to the unbalance of discs: at each frequency the machine turns so fast that the discs do so many turns a second.

use super::FrequencyResponseStudy;
use crate::dynamics::{
    Equations, FrequencyResponse, Input, InputKind, LinearMachine, SpeedStateSpace, State, Steady,
    SteadyOptions, unbalance_response,
};
use crate::geometry::tensor::times;
use crate::number::short;
use crate::results::Output;
use crate::studies::Failure;
use crate::studies::small_motions::inputs::ShakenPart;
use crate::studies::small_motions::ports::{Shaken, Watched};
use crate::studies::small_motions::state_space::{self, Matrices};
use crate::studies::small_motions::{HERTZ, SmallMotions};

/// Speeds of discs that differ by less are equal: digits of a steady motion.
const EQUAL_SPEED: f64 = 1e-9;

/// Answers to 1 kg m on each disc.
pub(super) fn answers(
    study: &mut SmallMotions,
    request: &FrequencyResponseStudy,
    watched: &Watched,
    output: &mut Output,
) -> Result<(Vec<Shaken>, FrequencyResponse), Failure> {
    // Which way discs turn, and how fast while the drives do as they are told.
    let options = SteadyOptions {
        with_inertia: false,
        ..SteadyOptions::default()
    };
    let steady = Steady::turning(&mut study.equations, &study.start, &options);
    let steady = steady?;
    let mut turning: Vec<(Input, f64)> = Vec::new();
    for part in &request.inputs {
        if let ShakenPart::Disc { shaft, disc } = part {
            turning.push(unbalance(study, &steady.state, shaft, disc)?);
        }
    }
    let reference = common_speed(&turning)?;
    let speeds: Vec<f64> = request.frequencies.iter().map(|f| HERTZ * f).collect();
    let unbalances: Vec<Input> = turning.into_iter().map(|(input, _)| input).collect();
    let found = unbalance_response(
        &mut study.equations,
        &study.start,
        reference,
        &speeds,
        &unbalances,
        |equations, machine| watched.outputs(equations, machine),
    );
    let found = found?;
    output.warnings.extend(found.warnings);
    let highest = speeds.iter().copied().fold(0.0, f64::max);
    let start = study.start.clone();
    state_space::add(study, output, |equations| {
        let outputs = |equations: &mut Equations, machine: &LinearMachine| {
            watched.outputs(equations, machine)
        };
        let range = [reference, highest];
        let space = SpeedStateSpace::new(equations, &start, range, &unbalances, outputs)?;
        Ok(space.map(Matrices::Over))
    });
    let unit = "kg m";
    let inputs = unbalances.into_iter().map(|input| Shaken { input, unit });
    Ok((inputs.collect(), found.answers))
}

/// The unbalance of a disc, toward where the model has it, and its speed (rad/s).
fn unbalance(
    study: &SmallMotions,
    state: &State,
    shaft: &str,
    name: &str,
) -> Result<(Input, f64), Failure> {
    let title = format!("{shaft}:{name}");
    let built = study.built.shaft(shaft).and_then(|shaft| {
        let built = shaft.discs.iter().find(|disc| disc.name == name)?;
        let request = shaft.request.discs.iter().find(|disc| disc.name == name)?;
        Some((&built.disc, request))
    });
    let (disc, request) = built.ok_or_else(|| Failure::unknown("disc", &title))?;
    let node = disc.seat.node.0 as usize - 1;
    let axes = state.rotations[node].matrix();
    let seat = |direction| times(&disc.seat.axes, direction);
    let about = &state.velocity[6 * node + 3..6 * node + 6];
    let spin: f64 = seat([0.0, 0.0, 1.0])
        .iter()
        .zip(about)
        .map(|(e, v)| e * v)
        .sum();
    let (sine, cosine) = request.unbalance_angle.sin_cos();
    let kind = InputKind::Unbalance {
        on: disc.seat,
        axis: times(&axes, seat([0.0, 0.0, spin.signum()])),
        toward: times(&axes, seat([cosine, sine, 0.0])),
    };
    Ok((Input::new(&title, kind), spin.abs()))
}

/// The speed that all discs have.
fn common_speed(turning: &[(Input, f64)]) -> Result<f64, Failure> {
    let Some((first, speed)) = turning.first() else {
        return Err(Failure::own(DiscError::None));
    };
    for (input, own) in turning {
        if *own == 0.0 {
            return Err(Failure::own(DiscError::StandsStill {
                disc: input.name.clone(),
            }));
        }
        if (own - speed).abs() > EQUAL_SPEED * speed {
            return Err(Failure::own(DiscError::SpeedsDiffer {
                discs: [first.name.clone(), input.name.clone()],
                speeds: [*speed, *own],
            }));
        }
    }
    Ok(*speed)
}

/// Why discs do not shake the machine together.
#[derive(Debug, thiserror::Error)]
enum DiscError {
    #[error("there is no disc to excite")]
    None,
    #[error("disc `{disc}` does not turn: let a drive turn its shaft")]
    StandsStill { disc: String },
    #[error(
        "disc `{}` turns at {} rad/s and disc `{}` at {} rad/s: write one study each, because they excite at different frequencies",
        discs[0], short(speeds[0]), discs[1], short(speeds[1])
    )]
    SpeedsDiffer {
        discs: [String; 2],
        speeds: [f64; 2],
    },
}
