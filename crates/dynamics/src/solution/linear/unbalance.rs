//! How a machine answers to unbalance over its speed: at each speed it turns with it, and the unbalance with its shaft.
//! \[theory:linearised\] (28)

use super::family::{Family, tell};
use super::frequency_response::Answers;
use super::{FrequencyResponse, Input, InputKind, LinearMachine, Output};
use crate::{Equations, Error, State};

/// Answers to unbalance over the speed.
#[derive(Debug, Clone, PartialEq)]
pub struct UnbalanceResponse {
    /// Answers of outputs to unbalances of 1 kg m each; its frequencies are the speeds.
    pub answers: FrequencyResponse,
    /// What a user should know, such as elements whose coefficients are periodic.
    pub warnings: Vec<String>,
}

/// Factors of outputs that differ by less over the speed, beside the largest of their kind, are constant: digits of differences.
const SAME_OVER_SPEED: f64 = 1e-8;

/// Answers to unbalances (each an [`InputKind::Unbalance`]) at each speed of the machine (rad/s); `reference` is the speed at which
/// the unbalances turn while the drives turn as their functions say. `outputs` makes the sensors for the machine at a speed.
pub fn unbalance_response(
    equations: &mut Equations,
    start: &State,
    reference: f64,
    speeds: &[f64],
    unbalances: &[Input],
    mut outputs: impl FnMut(&mut Equations, &LinearMachine) -> Result<Vec<Output>, Error>,
) -> Result<UnbalanceResponse, Error> {
    super::campbell::check_speeds(reference, speeds)?;
    let is_other = |input: &&Input| !matches!(input.kind, InputKind::Unbalance { .. });
    if let Some(input) = unbalances.iter().find(is_other) {
        return Err(no_unbalance(input));
    }
    let highest = speeds.iter().fold(0.0_f64, |m, s| m.max(*s)) / reference.abs();
    let mut family = Family::new(equations, start, highest)?;
    let mut warnings = family.check(highest)?;
    let constant = constant_outputs(&mut family, highest, &mut outputs)?;
    let mut answers = FrequencyResponse {
        frequencies: speeds.to_vec(),
        inputs: unbalances.iter().map(|i| i.name.clone()).collect(),
        outputs: Vec::new(),
        values: Vec::new(),
    };
    for &speed in speeds {
        let machine = family.linearised(speed / reference.abs())?;
        tell(&machine.warnings, &mut warnings);
        let looked_at = match &constant {
            Some(outputs) => outputs.clone(),
            None => outputs(family.equations(), &machine)?,
        };
        answers.outputs = looked_at.iter().map(|o| o.name.clone()).collect();
        let found =
            Answers::new(&machine, family.equations(), unbalances, &looked_at)?.at(speed)?;
        answers.values.extend(found);
    }
    Ok(UnbalanceResponse { answers, warnings })
}

pub(super) fn no_unbalance(input: &Input) -> Error {
    Error::NoInput {
        input: input.name.clone(),
        problem: "it is no unbalance: other inputs do not turn with the shaft".to_owned(),
    }
}

/// The outputs, if their factors do not depend on the speed. Those of a fitted machine are parabolas over it, which three equal
/// points make constant.
fn constant_outputs(
    family: &mut Family,
    highest: f64,
    outputs: &mut impl FnMut(&mut Equations, &LinearMachine) -> Result<Vec<Output>, Error>,
) -> Result<Option<Vec<Output>>, Error> {
    if !family.is_fitted() {
        return Ok(None);
    }
    let mut found: Option<Vec<Output>> = None;
    for share in [1.0, 0.5, 0.0] {
        let machine = family.linearised(share * highest)?;
        let now = outputs(family.equations(), &machine)?;
        match &found {
            Some(first) if !are_equal(&machine, first, &now) => return Ok(None),
            Some(_) => {}
            None => found = Some(now),
        }
    }
    Ok(found)
}

fn are_equal(machine: &LinearMachine, a: &[Output], b: &[Output]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            let unit = |i: usize| 1.0 / machine.weight(i);
            is_near(&a.position, &b.position, unit)
                && is_near(&a.velocity, &b.velocity, unit)
                && is_near(&a.acceleration, &b.acceleration, unit)
                && is_near(&a.multipliers, &b.multipliers, |_| 1.0)
        })
}

fn is_near(a: &[(usize, f64)], b: &[(usize, f64)], unit: impl Fn(usize) -> f64) -> bool {
    let mut sums = std::collections::BTreeMap::new();
    let mut largest = 0.0_f64;
    for (entries, sign) in [(a, 1.0), (b, -1.0)] {
        for &(i, x) in entries {
            let x = x * unit(i);
            largest = largest.max(x.abs());
            *sums.entry(i).or_insert(0.0) += sign * x;
        }
    }
    sums.values()
        .all(|x: &f64| x.abs() <= SAME_OVER_SPEED * largest)
}
