//! One machine at many speeds. \[theory:linearised\] (42)-(44)
//!
//! Where positions do not depend on the speed and nothing but spins enters the coefficients, M is constant, C a line and K a
//! parabola over the speed: three steady motions give them, a fourth proves it. A small unbalance bends the shaft with the speed; it
//! is left out if that makes the coefficients such polynomials. Otherwise every speed is linearised by itself.

use super::LinearMachine;
use super::reduction::reduce_all;
use crate::solution::steady::SteadySearch;
use crate::{Equations, Error, State, Steady, SteadyOptions};

/// Where the fit is checked, as a share of the highest speed: between the points that make it.
const CHECKED: f64 = 0.77;
/// Coefficients that differ by less from the fit, beside the largest of their kind, follow it.
const FOLLOWS: f64 = 1e-10;

/// The machine at any speed.
pub(super) struct Family<'e, 'm> {
    equations: &'e mut Equations<'m>,
    rest: State,
    velocity: Vec<f64>,
    search: SteadySearch,
    machine: LinearMachine,
    fit: Option<Fit>,
    with_inertia: bool,
    warnings: Vec<String>,
    /// How much the coefficients change while the machine turns, where that was looked at.
    variation: f64,
}

/// Deflections by inertia forces that may be left out, beside the extent of the machine, or rad: what stiffness alone would let
/// happen at the highest speed, far more than happens above a critical one.
const SMALL: f64 = 0.02;

/// C = c₀ + c₁ s, K = k₀ + k₁ s + k₂ s², velocities v₁ s.
struct Fit {
    velocity: Vec<f64>,
    damping: [Vec<f64>; 2],
    stiffness: [Vec<f64>; 3],
}

impl<'e, 'm> Family<'e, 'm> {
    /// Up to a factor on the speeds of the drives.
    pub fn new(
        equations: &'e mut Equations<'m>,
        start: &State,
        highest: f64,
    ) -> Result<Self, Error> {
        let rest = Steady::at_rest(equations, start)?.state;
        let search = SteadySearch::new(equations);
        let steady = Steady {
            state: rest.clone(),
            is_turning: false,
            speed_factor: 0.0,
            with_inertia: true,
            iterations: 0,
            warnings: Vec::new(),
        };
        let machine = LinearMachine::new(equations, &steady)?;
        let mut family = Self {
            equations,
            rest,
            velocity: start.velocity.clone(),
            search,
            machine,
            fit: None,
            with_inertia: true,
            warnings: Vec::new(),
            variation: 0.0,
        };
        let highest = if highest > 0.0 { highest } else { 1.0 };
        family.fit(highest)?;
        if family.fit.is_none() {
            family.fit_without_inertia(highest)?;
        }
        Ok(family)
    }

    /// The equations of the machine.
    pub fn equations(&mut self) -> &mut Equations<'m> {
        self.equations
    }

    /// Whether one fit serves all speeds.
    pub fn is_fitted(&self) -> bool {
        self.fit.is_some()
    }

    /// The machine at a factor on the speeds. Of a fitted family only its reduced matrices and its velocities are those of the
    /// factor.
    pub fn at(&mut self, factor: f64) -> Result<&LinearMachine, Error> {
        match &self.fit {
            Some(fit) => fit.fill(factor, &mut self.machine),
            None => self.machine = self.linearised(factor)?,
        }
        self.machine.variation = self.variation;
        Ok(&self.machine)
    }

    /// A warning if the coefficients are not constant at a factor.
    pub fn check(&mut self, factor: f64) -> Result<Vec<String>, Error> {
        let steady = self.steady(factor)?;
        let mut warnings = self.warnings.clone();
        warnings.extend(steady.warnings.clone());
        let found = super::time_invariance::check(self.equations, &steady)?;
        warnings.extend(found.warning);
        self.variation = found.relative;
        Ok(warnings)
    }

    fn steady(&mut self, factor: f64) -> Result<Steady, Error> {
        let options = SteadyOptions {
            speed_factor: factor,
            with_inertia: self.with_inertia,
            ..SteadyOptions::default()
        };
        self.search
            .turning(self.equations, &self.rest, &self.velocity, &options)
    }

    /// The machine linearised at a factor, with its steady motion; the equations look at that.
    pub fn linearised(&mut self, factor: f64) -> Result<LinearMachine, Error> {
        let steady = self.steady(factor)?;
        LinearMachine::new(self.equations, &steady)
    }

    /// Leaves out deflections by inertia forces, if they are small and one fit serves all speeds then.
    fn fit_without_inertia(&mut self, highest: f64) -> Result<(), Error> {
        self.with_inertia = false;
        let steady = self.steady(highest)?;
        let deflection = self.search.deflection(self.equations, &steady)?;
        if deflection <= SMALL {
            self.fit(highest)?;
        }
        self.with_inertia = self.fit.is_none();
        if self.fit.is_some() && deflection > 0.0 {
            self.warnings.push(format!(
                "the machine is linearised unbent at every speed: what inertia forces such as those of unbalance bend is left out. At the highest speed they would bend it by {deflection:.1e} of its extent (or rad) if stiffness alone bore them"
            ));
        }
        Ok(())
    }

    fn fit(&mut self, highest: f64) -> Result<(), Error> {
        let mut samples = Vec::new();
        for share in [0.0, 0.5, 1.0, CHECKED] {
            let Ok(machine) = self.linearised(share * highest) else {
                return Ok(());
            };
            if !has_constraints_of(&machine, &samples) || !machine.warnings.is_empty() {
                return Ok(());
            }
            samples.push(machine);
        }
        let pencils: Vec<_> = samples.iter().map(|m| &m.full).collect();
        let reduced = reduce_all(&pencils, [samples[0].left(), &samples[0].basis])?;
        let [zero, half, one, checked] = &reduced[..] else {
            return Ok(());
        };
        let n = zero.mass.len();
        let stiffness = [zero, half, one].map(|pencil| pencil.stiffness.as_slice());
        let [by_speed, by_square] = parabola(stiffness, highest, 0.0);
        let fastest = samples[2].state().velocity.iter();
        let fit = Fit {
            velocity: fastest.map(|v| v / highest).collect(),
            damping: [
                zero.damping.clone(),
                (0..n)
                    .map(|i| (one.damping[i] - zero.damping[i]) / highest)
                    .collect(),
            ],
            stiffness: [zero.stiffness.clone(), by_speed, by_square],
        };
        let mut machine = samples.swap_remove(0);
        machine.reduced = zero.clone();
        for (share, sample) in [(0.5, half), (CHECKED, checked)] {
            fit.fill(share * highest, &mut machine);
            let pairs = [
                (&machine.reduced.mass, &sample.mass),
                (&machine.reduced.damping, &sample.damping),
                (&machine.reduced.stiffness, &sample.stiffness),
            ];
            if !pairs.iter().all(|(a, b)| are_equal(a, b)) {
                return Ok(());
            }
        }
        self.machine = machine;
        self.fit = Some(fit);
        Ok(())
    }
}

impl Fit {
    fn fill(&self, s: f64, machine: &mut LinearMachine) {
        let [c0, c1] = &self.damping;
        for (i, out) in machine.reduced.damping.iter_mut().enumerate() {
            *out = c0[i] + s * c1[i];
        }
        let [k0, k1, k2] = &self.stiffness;
        for (i, out) in machine.reduced.stiffness.iter_mut().enumerate() {
            *out = k0[i] + s * (k1[i] + s * k2[i]);
        }
        let velocity = &mut machine.steady.state.velocity;
        for (out, v) in velocity.iter_mut().zip(&self.velocity) {
            *out = s * v;
        }
    }
}

/// Factors of x and x² of parabolas through values at 0, at half the highest x and there; what rounding leaves of equal ones is none.
pub(super) fn parabola(
    [rest, half, full]: [&[f64]; 3],
    highest: f64,
    rounding: f64,
) -> [Vec<f64>; 2] {
    let points = rest.iter().zip(half).zip(full);
    let factors = points.map(|((z, h), f)| {
        let size = [z, h, f].into_iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        [4.0 * h - 3.0 * z - f, 2.0 * f - 4.0 * h + 2.0 * z].map(|x| {
            match x.abs() > rounding * size {
                true => x,
                false => 0.0,
            }
        })
    });
    factors
        .map(|[x1, x2]| (x1 / highest, x2 / (highest * highest)))
        .unzip()
        .into()
}

/// Whether the constraints, and what they exert, are those of the samples before.
fn has_constraints_of(machine: &LinearMachine, samples: &[LinearMachine]) -> bool {
    let Some(first) = samples.first() else {
        return true;
    };
    let exerted = [machine, first].map(|m| m.exerted.as_ref().map(|own| &own.columns));
    let columns = match exerted {
        [None, None] => &[][..],
        [Some(own), Some(of_first)] => &[(own, of_first)][..],
        _ => return false,
    };
    let columns = columns
        .iter()
        .flat_map(|(own, of)| own.iter().zip(of.iter()));
    let rows = machine.constraints.iter().zip(&first.constraints);
    let mut rows = rows.chain(columns);
    let weight = |coordinate: usize| 1.0 / first.weight(coordinate);
    rows.all(|(a, b)| {
        let mut difference = vec![0.0; first.n()];
        let mut largest = 0.0_f64;
        for &(i, x) in b {
            difference[i] -= x * weight(i);
            largest = largest.max((x * weight(i)).abs());
        }
        for &(i, x) in a {
            difference[i] += x * weight(i);
        }
        difference.iter().all(|x| x.abs() <= FOLLOWS * largest)
    })
}

/// Whether two lists of coefficients differ by rounding alone.
fn are_equal(a: &[f64], b: &[f64]) -> bool {
    let largest = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() <= FOLLOWS * largest)
}

/// Takes warnings of another speed that say something new: they may name other coordinates in brackets.
pub(super) fn tell(new: &[String], told: &mut Vec<String>) {
    let said = |warning: &str| warning.split(" (").next().map(str::to_owned);
    for warning in new {
        if !told.iter().any(|before| said(before) == said(warning)) {
            told.push(warning.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::tell;

    #[test]
    fn the_same_of_many_speeds_is_told_once() {
        let at = |place: &str| format!("nothing was found ({place}), as near a critical speed");
        let mut told = vec![at("0.4 m")];
        tell(&[at("0.7 m"), "the equations change".to_owned()], &mut told);
        assert_eq!(told, [at("0.4 m"), "the equations change".to_owned()]);
    }
}
