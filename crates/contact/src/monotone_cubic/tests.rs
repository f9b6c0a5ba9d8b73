//! Integrals of the curve, and its ends.

use proptest::prelude::*;

use super::*;

#[test]
fn level_ends_stay_level_to_infinity() {
    let curve = MonotoneCubic::new(vec![[0.0, 1.0], [1.0, 2.0]], Ends::Level);
    let far = curve.at(f64::INFINITY);
    assert!((far.value - 2.0).abs() < 1e-15 && far.slope == 0.0);
    assert!((curve.at(-1.0).value - 1.0).abs() < 1e-15);
}

proptest! {
    /// The integral by Simpson's rule, exact for cubics, from row to row and beyond.
    #[test]
    fn integrals(values in prop::collection::vec(-1.0..1f64, 1..8), x in -1.0..60f64, straight: bool) {
        let rows: Vec<[f64; 2]> = values.iter().enumerate().map(|(k, &y)| [(k * k) as f64, y]).collect();
        let ends = if straight { Ends::Straight } else { Ends::Level };
        let curve = MonotoneCubic::new(rows.clone(), ends);
        let mut places: Vec<f64> = rows.iter().map(|row| row[0]).filter(|place| *place < x).collect();
        if x < 0.0 {
            places = vec![0.0];
        }
        places.push(x);
        let simpson = |from: f64, to: f64| {
            let [a, b, c] = [from, 0.5 * (from + to), to].map(|x| curve.at(x).value);
            (to - from) / 6.0 * (a + 4.0 * b + c)
        };
        let sum: f64 = places.windows(2).map(|two| simpson(two[0], two[1])).sum();
        prop_assert!((curve.at(x).integral - sum).abs() < 1e-9 * (1.0 + x * x));
    }
}
