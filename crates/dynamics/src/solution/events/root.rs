//! The root of a function between two times at which it has different signs. \[theory:events\] (11)

use crate::Error;

/// Looks at the function at most so often: bisection alone needs 64 for all digits of a time.
const MAX_LOOKS: u32 = 120;

/// Share of the rounding of a time, or of the way that is searched, that is one instant.
const ROUNDINGS: f64 = 0.5;

/// Where a function changes its sign: it is `values[0]` at `times[0]` and has another sign at `times[1]`. Secants that keep the root
/// between their ends, and bisection wherever they are slow.
pub(super) fn root(
    mut times: [f64; 2],
    mut values: [f64; 2],
    mut of: impl FnMut(f64) -> Result<f64, Error>,
) -> Result<f64, Error> {
    let mut last_side = None;
    // No instant is known better than to rounding of the times, or of the way between them.
    let [first, last] = times;
    let least = ROUNDINGS * f64::EPSILON * (last - first).max(first.abs()).max(last.abs());
    for look in 0..MAX_LOOKS {
        let [a, b] = times;
        let middle = 0.5 * (a + b);
        if middle <= a || middle >= b || b - a <= least || values[1] == 0.0 {
            break;
        }
        let secant = a - values[0] * (b - a) / (values[1] - values[0]);
        let is_inside = secant > a && secant < b;
        // Every third look halves, so that none of them is lost on functions that are not smooth.
        let time = if is_inside && look % 3 != 2 {
            secant.max(a + 0.5 * least).min(b)
        } else {
            middle
        };
        let value = of(time)?;
        if value == 0.0 {
            return Ok(time);
        }
        let side = usize::from((value > 0.0) == (values[1] > 0.0));
        times[side] = time;
        values[side] = value;
        if last_side == Some(side) {
            // [theory:events] (11): an end that stays counts half.
            values[1 - side] *= 0.5;
        }
        last_side = Some(side);
    }
    Ok(times[1])
}

#[cfg(test)]
mod tests {
    use super::root;

    /// A function, where to look, and its root.
    type Case = (fn(f64) -> f64, f64, f64, f64);

    #[test]
    fn roots_have_all_digits() {
        let cases: [Case; 4] = [
            (|t| 2.0 - t * t, 0.0, 2.0, 2.0_f64.sqrt()),
            (|t| (1.0 - t).powi(5), 0.0, 3.0, 1.0),
            (|t| if t < 0.3 { 1e-12 } else { -1e12 }, 0.0, 1.0, 0.3),
            (|t| (0.5 - t) * 1e-200, 0.0, 0.75, 0.5),
        ];
        for (i, (f, a, b, exact)) in cases.into_iter().enumerate() {
            let mut looks = 0;
            let found = root([a, b], [f(a), f(b)], |t| {
                looks += 1;
                Ok(f(t))
            });
            let found = found.unwrap_or(f64::NAN);
            // The fifth power vanishes in rounding near its root.
            let error = if i == 1 { 1e-3 } else { 4e-16 };
            assert!((found - exact).abs() <= error, "{i}: {found}");
            assert!(looks < 121, "{i}: {looks}");
        }
    }
}
