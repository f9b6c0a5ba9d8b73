//! Kinks of laws that lie in the state, as where teeth touch and part: a step that meets one ends there. \[theory:time-integration\] (35)-(37)

use crate::{ElementId, Equations, Kink, Machine};

/// A kink nearer to either end of a step than this share of it is at that end: velocities of a shorter step would be rounding.
pub(super) const NEAR: f64 = 1e-3;
/// Functions that are smaller on both sides of their zero, relative to the extent of the machine, are rounding.
const NO_WAY: f64 = 1e-12;
/// Kinks whose damping over stiffness is longer than this share of a step are passed over: an impact loses more than the step may win. (35a)
const DAMPED: f64 = 0.1;
/// Halvings of a step in search of a zero of a cubic: as many as it has digits.
const HALVINGS: u32 = 52;

/// The functions of a machine whose zeros are kinks, at both ends of a step.
#[derive(Debug)]
pub(super) struct Kinks {
    functions: Vec<(ElementId, usize)>,
    /// Damping over stiffness at each (s).
    damping: Vec<f64>,
    start: Vec<Option<Kink>>,
    end: Vec<Option<Kink>>,
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
            start: vec![None; count],
            end: vec![None; count],
            smallest: NO_WAY * extent,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Looks at the state with which a step begins.
    pub fn see_start(&mut self, equations: &Equations) {
        look(&self.functions, equations, &mut self.start);
    }

    /// Looks at the state with which it ends.
    pub fn see_end(&mut self, equations: &Equations) {
        look(&self.functions, equations, &mut self.end);
    }

    /// The first kink within the step of length `h`, of teeth that are hardly damped.
    pub fn first_undamped(&self, h: f64) -> Option<Crossing> {
        self.first_of(h, |function| self.damping[function] <= DAMPED * h)
    }

    /// The first kink within the step of length `h`.
    pub fn first(&self, h: f64) -> Option<Crossing> {
        self.first_of(h, |_| true)
    }

    fn first_of(&self, h: f64, counts: impl Fn(usize) -> bool) -> Option<Crossing> {
        let ends = self.start.iter().zip(&self.end).enumerate();
        let crossings = ends.filter_map(|(function, (start, end))| {
            let (start, end) = (start.as_ref()?, end.as_ref()?);
            let has_changed = (start.value < 0.0) != (end.value < 0.0);
            let is_clear = start.value.abs().max(end.value.abs()) > self.smallest;
            let acts = start.acts || end.acts;
            (has_changed && is_clear && acts && counts(function)).then(|| Crossing {
                function,
                share: zero(start, end, h),
            })
        });
        crossings.min_by(|a, b| a.share.total_cmp(&b.share))
    }

    /// The first kink within the step of length `h`, of other functions than that of a kink.
    pub fn first_beside(&self, crossing: Crossing, h: f64) -> Option<Crossing> {
        self.first_of(h, |function| function != crossing.function)
    }

    /// The share of a step of length `h` before a kink as its start foresees it: what the end says of it is not to be believed where it errs too much, for
    /// an implicit step that is longer than an impact ends where the teeth just touch.
    pub fn foreseen(&self, crossing: Crossing, h: f64) -> Option<f64> {
        let start = self.start[crossing.function]?;
        let share = -start.value / (start.rate? * h);
        (0.0..=1.0).contains(&share).then_some(share)
    }

    /// How long ago (s) a step of length `h` that was to end at a kink has passed it; not a number where its function stands still.
    pub fn passed(&self, crossing: Crossing, h: f64) -> f64 {
        let ends = [&self.start, &self.end].map(|seen| seen[crossing.function]);
        let [Some(start), Some(end)] = ends else {
            return f64::NAN;
        };
        let rate = end.rate.unwrap_or((end.value - start.value) / h);
        end.value / rate
    }
}

fn look(functions: &[(ElementId, usize)], equations: &Equations, out: &mut [Option<Kink>]) {
    for (out, (id, which)) in out.iter_mut().zip(functions) {
        let element = equations.machine().element(*id);
        *out = element.and_then(|(_, element)| element.kink(equations.kinematics(), *which));
    }
}

/// Share of a step at which the cubic through values and rates at its ends changes its sign, or the line where rates are not known. (35)
fn zero(start: &Kink, end: &Kink, h: f64) -> f64 {
    let (f_0, f_1) = (start.value, end.value);
    let (Some(d_0), Some(d_1)) = (start.rate, end.rate) else {
        return f_0 / (f_0 - f_1);
    };
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
        let at = |x: f64| Kink {
            value: f(x),
            rate: Some(d(x)),
            acts: true,
        };
        let share = zero(&at(-0.5), &at(-0.5 + h), h);
        // Fifty-two halvings, and rounding of values of the size of one.
        assert!(f(-0.5 + h * share).abs() < 1e-14);
    }
}
