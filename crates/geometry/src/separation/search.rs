//! The least value of a function over a flank, where only a part of the flank may be used.
//!
//! Width by width the profile is sampled; around each sample that could be the least Brent's method, or the root of the
//! margin where the usable part ends, continues. No derivative is asked for, so kinks do no harm.

/// Value of a function at a place; usable where the margin is not negative.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sample {
    pub value: f64,
    pub margin: f64,
    /// Whether the value was not worth refining: it is no minimum then.
    is_rough: bool,
}

impl Sample {
    pub const NONE: Self = Self::new(f64::INFINITY, f64::NAN);

    pub const fn new(value: f64, margin: f64) -> Self {
        Self {
            value,
            margin,
            is_rough: false,
        }
    }

    fn is_usable(&self) -> bool {
        self.margin >= 0.0 // false for NaN
    }

    fn usable_value(&self) -> f64 {
        if self.is_usable() {
            self.value
        } else {
            f64::INFINITY
        }
    }
}

/// Place and value of the least.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Least {
    pub profile: f64,
    pub width: f64,
    pub value: f64,
}

/// The least usable value over profile and width limits with `samples` steps in each direction.
///
/// What surely lies above `enough` is not refined.
pub(crate) fn least(
    profile: [f64; 2],
    width: [f64; 2],
    samples: [usize; 2],
    enough: f64,
    f: &impl Fn(f64, f64) -> Sample,
) -> Option<Least> {
    let slice_below =
        |width: f64, enough: f64| least_of_line(profile, samples[0], enough, &|s, _| f(s, width));
    let width_at = if samples[1] == 0 {
        0.5 * (width[0] + width[1])
    } else {
        let line = |width: f64, enough: f64| {
            let (_, value, is_rough) = slice_below(width, enough);
            Sample {
                value,
                margin: if value.is_finite() { 0.0 } else { f64::NAN },
                is_rough,
            }
        };
        least_of_line(width, samples[1], enough, &line).0
    };
    let (at, value, _) = slice_below(width_at, f64::INFINITY);
    value.is_finite().then_some(Least {
        profile: at,
        width: width_at,
        value,
    })
}

/// Place and value of the least on a line, and whether it was left unrefined; infinite where nothing is usable.
///
/// `f` is told above which value it need not be exact.
fn least_of_line(
    [low, high]: [f64; 2],
    steps: usize,
    enough: f64,
    f: &impl Fn(f64, f64) -> Sample,
) -> (f64, f64, bool) {
    const MOST: usize = 32;
    let steps = steps.clamp(2, MOST);
    let step = (high - low) / steps as f64;
    let at = |i: usize| {
        if i == steps {
            high
        } else {
            low + step * i as f64
        }
    };
    let mut samples = [Sample::NONE; MOST + 1];
    let (mut best_at, mut best) = (low, f64::INFINITY);
    for (i, sample) in samples.iter_mut().enumerate().take(steps + 1) {
        *sample = f(at(i), best.min(enough));
        if sample.usable_value() < best {
            (best_at, best) = (at(i), sample.usable_value());
        }
    }
    let value = |i: usize| samples[i].usable_value();
    let exactly = |x: f64| f(x, f64::INFINITY);
    let tolerance = 1e-14 * (high - low).abs();
    let mut is_rough = false;
    for i in 0..=steps {
        if !samples[i].is_usable() || samples[i].is_rough {
            continue;
        }
        let before = i.checked_sub(1);
        let after = (i < steps).then_some(i + 1);
        let is_least = [before, after]
            .iter()
            .flatten()
            .all(|&k| value(i) <= value(k));
        // A minimum lies lower than its sample by no more than twice what the usable neighbours differ.
        let rises = [before, after].map(|k| k.map(|k| value(k) - value(i)));
        let finite = |rise: &f64| rise.is_finite();
        let rise = rises
            .iter()
            .flatten()
            .copied()
            .filter(finite)
            .fold(0.0, f64::max);
        let is_alone = !rises.iter().flatten().any(finite);
        let is_flat = rises.iter().flatten().all(|&rise| rise < tolerance);
        let is_above = !is_alone && value(i) - 2.0 * rise > best.min(enough);
        is_rough |= is_least && is_above;
        if !is_least || is_above || is_flat {
            continue;
        }
        let end = |neighbour: Option<usize>| match neighbour {
            None => at(i),
            Some(k) if samples[k].is_usable() => at(k),
            Some(k) => border(at(i), at(k), samples[i].margin, samples[k].margin, &exactly),
        };
        let (left, right) = (end(before), end(after));
        for place in [left, right] {
            let value = exactly(place).usable_value();
            if value < best {
                (best_at, best) = (place, value);
            }
        }
        let (place, value) = brent(left, right, tolerance, &|x| exactly(x).value);
        if value < best {
            (best_at, best) = (place, value);
        }
    }
    (best_at, best, is_rough && best > enough)
}

/// The last usable place between a usable and an unusable one.
fn border(
    mut inside: f64,
    mut outside: f64,
    mut margin: f64,
    mut beyond: f64,
    f: &impl Fn(f64) -> Sample,
) -> f64 {
    let size = (outside - inside).abs();
    for i in 0..80 {
        if (outside - inside).abs() <= 1e-15 * size || margin == 0.0 {
            break;
        }
        let secant = inside + (outside - inside) * margin / (margin - beyond);
        // Every third step halves, so that the interval surely shrinks.
        let place = if i % 3 != 2 && secant.is_finite() {
            secant
        } else {
            0.5 * (inside + outside)
        };
        let there = f(place).margin;
        if there >= 0.0 {
            (inside, margin) = (place, there);
        } else {
            (outside, beyond) = (place, there);
        }
    }
    inside
}

#[allow(clippy::float_cmp, reason = "the places are copies of each other")]
/// Brent's minimisation: parabolas, guarded by the golden section; ends when the value moves less than `tolerance`.
fn brent(left: f64, right: f64, tolerance: f64, f: &impl Fn(f64) -> f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.381_966_011_250_105;
    let (mut a, mut b) = (left.min(right), left.max(right));
    let nearest = 1e-10 * (b - a);
    let mut x = a + GOLDEN * (b - a);
    let (mut w, mut v) = (x, x);
    let mut f_x = f(x);
    let (mut f_w, mut f_v) = (f_x, f_x);
    let (mut step, mut before) = (0.0f64, 0.0f64);
    for _ in 0..100 {
        let middle = 0.5 * (a + b);
        if b - a <= 4.0 * nearest {
            break;
        }
        let mut is_golden = true;
        if before.abs() > nearest {
            let r = (x - w) * (f_x - f_v);
            let q = (x - v) * (f_x - f_w);
            let p = (x - v) * q - (x - w) * r;
            let q = 2.0 * (q - r);
            let (p, q) = if q > 0.0 { (-p, q) } else { (p, -q) };
            if p.abs() < (0.5 * q * before).abs() && p > q * (a - x) && p < q * (b - x) {
                before = step;
                step = p / q;
                is_golden = false;
                // What the parabola still promises is below the tolerance.
                if step.abs() <= nearest || (f_w - f_x).abs().max((f_v - f_x).abs()) < tolerance {
                    break;
                }
            }
        }
        if is_golden {
            before = if x < middle { b - x } else { a - x };
            step = GOLDEN * before;
        }
        let u = if step.abs() >= nearest {
            x + step
        } else {
            x + nearest * step.signum()
        };
        let f_u = f(u);
        if f_u <= f_x {
            if u < x {
                b = x
            } else {
                a = x
            }
            (v, f_v, w, f_w, x, f_x) = (w, f_w, x, f_x, u, f_u);
        } else {
            if u < x {
                a = u
            } else {
                b = u
            }
            if f_u <= f_w || w == x {
                (v, f_v, w, f_w) = (w, f_w, u, f_u);
            } else if f_u <= f_v || v == x || v == w {
                (v, f_v) = (u, f_u);
            }
        }
    }
    (x, f_x)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn finds_smooth_and_kinked_minima_and_borders() {
        let usable = |value| Sample::new(value, 1.0);
        let smooth = |s: f64, z: f64| usable((s - 0.3).powi(2) + 2.0 * (z + 0.21 * s).powi(2));
        let found = least([-1.0, 1.0], [-1.0, 1.0], [16, 16], INF, &smooth).unwrap();
        assert!(found.value.abs() < 1e-13, "{found:?}");
        let kinked = |s: f64, _: f64| usable((s - 0.37).abs() + 0.1 * s);
        let found = least([-1.0, 1.0], [-1.0, 1.0], [16, 0], INF, &kinked).unwrap();
        assert!((found.value - 0.037).abs() < 1e-9 && (found.profile - 0.37).abs() < 1e-9);
        let limited = |s: f64, _: f64| Sample::new(s, s.powi(3) - 0.2);
        let found = least([-1.0, 1.0], [-1.0, 1.0], [16, 0], INF, &limited).unwrap();
        assert!((found.value - 0.2f64.cbrt()).abs() < 1e-14, "{found:?}");
        assert!(least([0.0, 1.0], [0.0, 1.0], [16, 4], INF, &|_, _| Sample::NONE).is_none());
    }
}
