//! One bracketed root finder for the few places that have no closed form.

/// A root of `f` between `low` and `high`, whose values must differ in sign; bisection to the last bit.
///
/// Returns `None` when the ends do not bracket a sign change. Slow but never wrong: the callers need it once per gear.
pub(crate) fn bisect(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> Option<f64> {
    let at_low = f(low);
    let at_high = f(high);
    if at_low == 0.0 {
        return Some(low);
    }
    if at_high == 0.0 {
        return Some(high);
    }
    let brackets = at_low * at_high < 0.0; // false for NaN too
    if !brackets {
        return None;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low.min(high) || middle >= low.max(high) {
            break;
        }
        if f(middle) * at_low > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::bisect;

    #[test]
    fn finds_to_the_last_bit() {
        let root = bisect(0.0, 2.0, |x| x * x - 2.0).unwrap();
        assert!((root - 2f64.sqrt()).abs() < 1e-15);
        assert_eq!(bisect(2.0, 3.0, |x| x * x - 2.0), None);
    }
}
