//! Small numerical tools of the tests; nothing here knows a gear formula.

/// Smallest value of `f` on an interval: dense samples, then golden section around every local minimum that counts.
pub fn least(low: f64, high: f64, samples: usize, f: impl Fn(f64) -> f64) -> f64 {
    least_at(low, high, samples, f).1
}

/// Place and value of the smallest value of `f` on an interval.
pub fn least_at(low: f64, high: f64, samples: usize, f: impl Fn(f64) -> f64) -> (f64, f64) {
    let step = (high - low) / samples as f64;
    let at = |i: usize| low + step * i as f64;
    let values: Vec<f64> = (0..=samples).map(|i| f(at(i))).collect();
    let (mut best_at, mut best) = (low, f64::INFINITY);
    for i in 0..=samples {
        let before = if i == 0 { f64::INFINITY } else { values[i - 1] };
        let after = if i == samples {
            f64::INFINITY
        } else {
            values[i + 1]
        };
        // A local minimum cannot lie lower than its samples by more than they differ from their neighbours, twice.
        let reach = 2.0 * (before.min(1e300) - values[i]).max(after.min(1e300) - values[i]);
        if values[i] <= before && values[i] <= after && values[i] - reach <= best {
            let (x, value) = golden(at(i.saturating_sub(1)), at((i + 1).min(samples)), &f);
            if value < best {
                (best_at, best) = (x, value);
            }
        }
    }
    (best_at, best)
}

fn golden(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> (f64, f64) {
    const G: f64 = 0.618_033_988_749_894_9;
    let (mut p, mut q) = (high - G * (high - low), low + G * (high - low));
    let (mut at_p, mut at_q) = (f(p), f(q));
    for _ in 0..38 {
        if at_p < at_q {
            (high, q, at_q) = (q, p, at_p);
            p = high - G * (high - low);
            at_p = f(p);
        } else {
            (low, p, at_p) = (p, q, at_q);
            q = low + G * (high - low);
            at_q = f(q);
        }
    }
    if at_p < at_q { (p, at_p) } else { (q, at_q) }
}

/// Root of an increasing or decreasing function between two ends of different sign.
pub fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let at_low = f(low);
    assert!(
        at_low * f(high) <= 0.0,
        "no sign change: {at_low} and {}",
        f(high)
    );
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if f(middle) * at_low > 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    0.5 * (low + high)
}

/// Turns a plane vector.
pub fn turn([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos]
}

pub fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = minus(a, b);
    x.hypot(y)
}
