//! Why no equilibrium was found: which motion forces go into that nothing holds, or which motion is free at all.

use super::Statics;
use crate::{Equations, Error, State, Weights};

/// Share of the largest force that is rounding of it.
const NO_FORCE: f64 = 1e-9;
/// A place that goes less far than so many extents for each radian goes with a turn.
const TILTED: f64 = 0.1;
/// Inverse iterations that find a free motion: each makes it larger by the stiffness of all others over the shift.
const ITERATIONS: usize = 4;
/// Stiffness of a motion up to which it is free, over the shift that is all it has then.
const FREE: f64 = 1.0;

impl Statics {
    /// What to tell, at the last state of a search that failed, worst at a coordinate.
    pub(super) fn failure(
        &mut self,
        equations: &mut Equations,
        last: &State,
        worst: usize,
    ) -> Error {
        let n_v = equations.n_velocities();
        if equations.set(last).is_ok() {
            equations.residual(&mut self.residual);
        }
        let force = |i: usize| self.residual.get(i).map_or(0.0, |r| r.abs());
        let (worst, largest) = (worst.min(n_v.saturating_sub(1)), self.largest(n_v));
        let bears = last
            .multipliers
            .iter()
            .fold(force(largest), |m, l| m.max(l.abs()));
        // The coordinate that goes furthest need not be the one that a force is on.
        let at = match force(worst) > NO_FORCE * force(largest) {
            true => worst,
            false => largest,
        };
        let residual = force(at);
        let (time, name) = (last.time, |i| equations.machine().velocity_name(i));
        if residual <= NO_FORCE * bears || residual <= f64::MIN_POSITIVE {
            let motion = name(worst);
            let hint = match self.free_motion(equations, last) {
                Some(free) => unheld(equations, free, worst),
                None => "; hold it better, or start nearer to the equilibrium".to_owned(),
            };
            return Error::Unsettled { time, motion, hint };
        }
        let motion = name(at);
        let loose = self.loose_motion(equations, last);
        let hint = match loose.or_else(|| self.free_motion(equations, last)) {
            Some(loose) => unheld(equations, loose, at),
            None => "; apply the load in more steps".to_owned(),
        };
        Error::NoEquilibrium {
            time,
            residual,
            motion,
            hint,
        }
    }

    /// The largest coordinate of a motion that nothing holds and that the forces which are left go into: with a shift on the diagonal of
    /// the tangent the shift bears most of them.
    fn loose_motion(&mut self, equations: &mut Equations, state: &State) -> Option<usize> {
        let n_v = equations.n_velocities();
        let shift = self.factor_shifted(equations, state)?;
        self.right.copy_from_slice(&self.residual);
        self.solver.solve(&mut self.right);
        let moved = &self.right[..n_v];
        let work: f64 = moved.iter().zip(&self.residual).map(|(x, r)| x * r).sum();
        let of_shift: f64 = moved.iter().map(|x| shift * x * x).sum();
        match of_shift.is_finite() && of_shift > 0.5 * work.abs() {
            true => self.largest_of_motion(equations),
            false => None,
        }
    }

    /// The largest coordinate of the motion that is held least, if nothing but the shift holds it.
    fn free_motion(&mut self, equations: &mut Equations, state: &State) -> Option<usize> {
        let n_v = equations.n_velocities();
        let shift = self.factor_shifted(equations, state)?;
        // Something of every motion.
        for (i, x) in self.right.iter_mut().enumerate() {
            *x = if i < n_v { (1.0 + i as f64).sin() } else { 0.0 };
        }
        let size = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let mut stiffness = f64::INFINITY;
        for _ in 0..ITERATIONS {
            let before = size(&self.right[..n_v]);
            self.right[n_v..].fill(0.0);
            self.right[..n_v].iter_mut().for_each(|x| *x /= before);
            self.solver.solve(&mut self.right);
            stiffness = 1.0 / size(&self.right[..n_v]);
        }
        // NaN is no free motion.
        match stiffness <= (1.0 + FREE) * shift {
            true => self.largest_of_motion(equations),
            false => None,
        }
    }

    /// Factors the tangent with a shift on its diagonal, and says how large that is.
    fn factor_shifted(&mut self, equations: &mut Equations, state: &State) -> Option<f64> {
        self.evaluate(equations, state, 0.0);
        let weights = Weights {
            position: 1.0,
            multiplier: 1.0,
            ..Weights::default()
        };
        self.flows.tangent(equations, weights);
        self.solver.find_carried(equations.values());
        let shift = self.shift(equations);
        self.solver.factor(equations.values()).ok()?;
        Some(shift)
    }

    /// Where the motion in `right` is largest. Where something tilts that is what is named, not how far its ends go.
    fn largest_of_motion(&self, equations: &Equations) -> Option<usize> {
        let n_v = equations.n_velocities();
        let moved = &self.right[..n_v];
        let (_, largest) = self.measure(equations, &self.right);
        let nodes = 6 * equations.machine().n_nodes();
        let turn = (0..nodes.min(n_v)).filter(|i| i % 6 >= 3);
        let turn = turn.max_by(|&i, &j| moved[i].abs().total_cmp(&moved[j].abs()))?;
        let is_place = largest < nodes && largest % 6 < 3;
        let tilts = moved[turn].abs() * self.length > TILTED * moved[largest].abs();
        Some(if is_place && tilts { turn } else { largest })
    }
}

/// That nothing holds a motion, beside another that was named.
fn unheld(equations: &Equations, motion: usize, named: usize) -> String {
    match motion == named {
        true => "; nothing holds it there: add a joint, a spring or a drive".to_owned(),
        false => format!(
            "; nothing holds {}: add a joint, a spring or a drive",
            equations.machine().velocity_name(motion)
        ),
    }
}
