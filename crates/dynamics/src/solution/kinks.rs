//! Kinks of laws that lie in the state, as where teeth touch and part: a step that meets one ends there. \[theory:time-integration\] (35)-(37)

use crate::{ElementId, Equations, Machine};

/// A kink nearer to either end of a step than this share of it is at that end: velocities of a shorter step would be rounding.
pub(super) const NEAR: f64 = 1e-3;
/// Functions that are smaller on both sides of their zero, relative to the extent of the machine, are rounding.
const NO_WAY: f64 = 1e-12;
/// Kinks whose damping over stiffness is longer than this share of a step are passed over: an impact loses more than the step may win. (35a)
const DAMPED: f64 = 0.1;
/// Halvings of a step in search of a zero of a cubic: as many as it has digits.
const HALVINGS: u32 = 52;

/// The functions of a machine whose zeros are kinks, at both ends of a step: values and rates (1/s).
#[derive(Debug)]
pub(super) struct Kinks {
    functions: Vec<(ElementId, usize)>,
    /// Damping over stiffness at each (s).
    damping: Vec<f64>,
    start: Vec<[f64; 2]>,
    end: Vec<[f64; 2]>,
    /// Values that are rounding.
    smallest: f64,
}

/// A kink within a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Crossing {
    function: usize,
    /// Share of the step that lies before it.
    pub share: f64,
}

impl Kinks {
    pub fn of(machine: &Machine, extent: f64) -> Self {
        let elements = (0..).map(ElementId).zip(machine.elements());
        let functions: Vec<_> = elements
            .flat_map(|(id, (_, element))| (0..element.n_kinks()).map(move |which| (id, which)))
            .collect();
        let count = functions.len();
        let damping = functions.iter().map(|(id, _)| {
            let element = machine.element(*id);
            element.map_or(0.0, |(_, element)| element.kink_damping())
        });
        Self {
            damping: damping.collect(),
            functions,
            start: vec![[0.0; 2]; count],
            end: vec![[0.0; 2]; count],
            smallest: NO_WAY * extent,
        }
    }

    /// Looks at the state with which a step begins.
    pub fn see_start(&mut self, equations: &Equations) {
        look(&self.functions, equations, &mut self.start);
    }

    /// Looks at the state with which it ends.
    pub fn see_end(&mut self, equations: &Equations) {
        look(&self.functions, equations, &mut self.end);
    }

    /// The first kink within the step of length `h`, where cubics through values and rates at both ends have their zeros.
    pub fn first(&self, h: f64) -> Option<Crossing> {
        let ends = self.start.iter().zip(&self.end).enumerate();
        let crossings = ends.filter_map(|(function, (start, end))| {
            let has_changed = (start[0] < 0.0) != (end[0] < 0.0);
            let is_clear = start[0].abs().max(end[0].abs()) > self.smallest;
            let is_damped = self.damping[function] > DAMPED * h;
            (has_changed && is_clear && !is_damped).then(|| Crossing {
                function,
                share: zero(*start, *end, h),
            })
        });
        crossings.min_by(|a, b| a.share.total_cmp(&b.share))
    }

    /// How long ago (s) a step that was to end at a kink has passed it; not a number where its function stands still.
    pub fn passed(&self, crossing: Crossing) -> f64 {
        let [value, rate] = self.end[crossing.function];
        value / rate
    }
}

fn look(functions: &[(ElementId, usize)], equations: &Equations, out: &mut [[f64; 2]]) {
    for (out, (id, which)) in out.iter_mut().zip(functions) {
        if let Some((_, element)) = equations.machine().element(*id) {
            *out = element.kink(equations.kinematics(), *which);
        }
    }
}

/// Share of a step at which the cubic through values and rates at its ends changes its sign. (35)
fn zero([f_0, d_0]: [f64; 2], [f_1, d_1]: [f64; 2], h: f64) -> f64 {
    let cubic = |s: f64| {
        let t = 1.0 - s;
        t * t * ((1.0 + 2.0 * s) * f_0 + s * h * d_0)
            + s * s * ((1.0 + 2.0 * t) * f_1 - t * h * d_1)
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match (cubic(middle) < 0.0) == (f_0 < 0.0) {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A motion that is a cubic is known by both ends of the step: x³ + x − 0.3 at h s − 0.5.
    #[test]
    fn the_zero_of_a_cubic() {
        let [f, d] = [|x: f64| x * x * x + x - 0.3, |x: f64| 3.0 * x * x + 1.0];
        let h = 1.7;
        let at = |x: f64| [f(x), d(x)];
        let share = zero(at(-0.5), at(-0.5 + h), h);
        // Fifty-two halvings, and rounding of values of the size of one.
        assert!(f(-0.5 + h * share).abs() < 1e-14);
    }
}
