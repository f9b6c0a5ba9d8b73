//! Factors that stay positive, and the least of a curve.

use super::*;

/// The curve undershoots its least value, and where it does is found.
#[test]
fn the_least_factor_is_that_of_the_curve() {
    let factors = vec![1.0, 0.2, 0.15, 1.4, 1.2];
    let table = PeriodicTable::new("factors", 1, factors).unwrap();
    let sampled = (0..100_000).map(|i| table.at(1e-5 * f64::from(i))[0]);
    let sampled = sampled.fold(f64::INFINITY, f64::min);
    // A parabola sampled at 1e-5 of the period misses its least by the square.
    assert!((table.least() - sampled).abs() < 1e-7 && table.least() < 0.15);
}

#[test]
fn curves_below_zero_are_refused() {
    // All values are positive; the spline through the steep fall is not.
    let told = StiffnessTable::new(1, vec![5.0, 0.1, 0.1, 0.1, 5.0, 5.0]).unwrap_err();
    assert!(told.to_string().contains("stay above 0"), "{told}");
    assert!(StiffnessTable::new(0, vec![1.0; 3]).is_err());
    assert!(StiffnessTable::new(1, vec![1.0; 2]).is_err());
    let told = StiffnessTable::new(1, vec![1.0, f64::NAN, 1.0]).unwrap_err();
    assert!(
        told.to_string()
            .starts_with("stiffness factors, value 2 = NaN"),
        "{told}"
    );
}

/// A table through a wave follows it as a spline must.
#[test]
fn tables_and_series_agree() {
    let wave = Harmonic {
        order: 1,
        period: crate::Period::MeshCycle,
        amplitude: 0.2,
        phase: 0.0,
    };
    let series = StiffnessVariation::Series(vec![wave]);
    let n = 64;
    let factors = (0..n)
        .map(|i| series.at(f64::from(i) / f64::from(n))[0])
        .collect();
    let table = StiffnessVariation::Table(StiffnessTable::new(1, factors).unwrap());
    // 5/384 h⁴ times the fourth derivative. [hall-meyer]
    let bound = 5.0 / 384.0 * (std::f64::consts::TAU / f64::from(n)).powi(4) * 0.2;
    for i in 0..1000 {
        let c = 0.0137 * f64::from(i);
        assert!((series.at(c)[0] - table.at(c)[0]).abs() < bound);
    }
    let [factor, slope, bend] = StiffnessVariation::None.at(0.3);
    assert!((factor - 1.0).abs() < 1e-17 && slope == 0.0 && bend == 0.0);
}
