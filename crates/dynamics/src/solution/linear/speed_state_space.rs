//! A turning machine as ẋ = A x + B u, y = C x + D u for every speed, shaken by the unbalance of what turns.
//! \[theory:linearised\] (50), (51)
//!
//! Spins make A, and C where accelerations are looked at, parabolas over the speed. An unbalance is two inputs, forces of 1 N toward
//! where it is at the start and a quarter turn ahead: it shakes with Ω² cos Ωt along the one and Ω² sin Ωt along the other.

use pitchline_algebra::Complex;

use super::family::{Family, parabola};
use super::{Input, InputKind, LinearMachine, Output, StateSpace};
use crate::{Equations, Error, LoadAxes, State};

/// Matrices over the speed Ω (rad/s): A = A₀ + Ω A₁ + Ω² A₂, C likewise; B and D are constant.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeedStateSpace {
    /// The machine at rest. Inputs are two forces for each unbalance, one after the other.
    pub at_rest: StateSpace,
    /// A₁ and C₁.
    pub by_speed: [Vec<f64>; 2],
    /// A₂ and C₂.
    pub by_square: [Vec<f64>; 2],
}

/// Shares of the highest speed that make the parabolas, and one between them that proves them.
const SHARES: [f64; 4] = [0.0, 0.5, 1.0, 0.77];
/// Coefficients that differ by less, beside the largest of their matrix, are equal: digits of the differences that outputs are.
const EQUAL_COEFFICIENT: f64 = 1e-8;
/// What rounding leaves of coefficients that do not depend on the speed.
const ROUNDING: f64 = 1e-12;

impl SpeedStateSpace {
    /// Between unbalances (each an [`InputKind::Unbalance`]) and outputs up to a speed (rad/s), `reference` as in
    /// [`unbalance_response`](super::unbalance_response). None where the coefficients are no parabolas over the speed.
    pub fn new(
        equations: &mut Equations,
        start: &State,
        [reference, highest]: [f64; 2],
        unbalances: &[Input],
        mut outputs: impl FnMut(&mut Equations, &LinearMachine) -> Result<Vec<Output>, Error>,
    ) -> Result<Option<Self>, Error> {
        super::campbell::check_speeds(reference, &[highest])?;
        let forces = forces(unbalances)?;
        let factor = highest / reference.abs();
        let mut family = Family::new(equations, start, factor)?;
        if !family.is_fitted() || highest == 0.0 {
            return Ok(None);
        }
        let mut spaces = Vec::with_capacity(SHARES.len());
        for share in SHARES {
            let machine = family.linearised(share * factor)?;
            let looked_at = outputs(family.equations(), &machine)?;
            spaces.push(machine.state_space(family.equations(), &forces, &looked_at)?);
        }
        let Ok([rest, half, full, checked]) = <[StateSpace; 4]>::try_from(spaces) else {
            return Ok(None);
        };
        let [a1, a2] = parabola([&rest.a, &half.a, &full.a], highest, ROUNDING);
        let [c1, c2] = parabola([&rest.c, &half.c, &full.c], highest, EQUAL_COEFFICIENT);
        let found = Self {
            by_speed: [a1, c1],
            by_square: [a2, c2],
            at_rest: rest,
        };
        let is_like = |share: f64, space: &StateSpace| found.at(share * highest).is_near(space);
        let is_constant = is_like(SHARES[1], &half) && is_like(SHARES[2], &full);
        Ok((is_constant && is_like(SHARES[3], &checked)).then_some(found))
    }

    /// The matrices at a speed (rad/s).
    pub fn at(&self, speed: f64) -> StateSpace {
        let sum = |which: usize, first: &[f64]| {
            let rest = self.by_speed[which].iter().zip(&self.by_square[which]);
            let terms = first.iter().zip(rest);
            terms
                .map(|(x, (x1, x2))| x + speed * (x1 + speed * x2))
                .collect()
        };
        StateSpace {
            a: sum(0, &self.at_rest.a),
            c: sum(1, &self.at_rest.c),
            ..self.at_rest.clone()
        }
    }

    /// Answers to unbalances of 1 kg m that turn with this speed (rad/s), outputs × unbalances by rows. (51)
    pub fn response(&self, speed: f64) -> Result<Vec<Complex>, Error> {
        let of_forces = self.at(speed).response(speed)?;
        let square = speed * speed;
        let pairs = of_forces.chunks_exact(2);
        Ok(pairs
            .map(|pair| (pair[0] - Complex::new(0.0, 1.0) * pair[1]) * square)
            .collect())
    }
}

/// The two forces of each unbalance.
fn forces(unbalances: &[Input]) -> Result<Vec<Input>, Error> {
    let mut forces = Vec::with_capacity(2 * unbalances.len());
    for input in unbalances {
        let InputKind::Unbalance { on, axis, toward } = &input.kind else {
            return Err(super::unbalance::no_unbalance(input));
        };
        let directions = input.across(*axis, *toward)?;
        for (direction, side) in directions.into_iter().zip(["toward", "ahead"]) {
            let kind = InputKind::Force {
                on: *on,
                axes: LoadAxes::Ground,
                direction,
            };
            forces.push(Input::new(&format!("{}_{side}", input.name), kind));
        }
    }
    Ok(forces)
}

impl StateSpace {
    fn is_near(&self, other: &Self) -> bool {
        let is_near = |a: &[f64], b: &[f64]| {
            let largest = a.iter().chain(b).fold(0.0_f64, |m, x| m.max(x.abs()));
            let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
            a.len() == b.len() && differences.fold(0.0, f64::max) <= EQUAL_COEFFICIENT * largest
        };
        self.states == other.states
            && is_near(&self.a, &other.a)
            && is_near(&self.b, &other.b)
            && is_near(&self.c, &other.c)
            && is_near(&self.d, &other.d)
    }
}
