use super::*;
use proptest::prelude::*;

/// ∫ F dx by Gauss' rule of three points on many pieces, which is exact for cubics within them.
fn quadrature(curve: &LoadCurve, to: f64) -> f64 {
    let n = 2000;
    let h = to / f64::from(n);
    let node = 0.6f64.sqrt();
    let piece = |i: i32| {
        let at = |t: f64| curve.at((f64::from(i) + 0.5 + 0.5 * t) * h).load;
        h * (5.0 * at(-node) + 8.0 * at(0.0) + 5.0 * at(node)) / 18.0
    };
    (0..n).map(piece).sum()
}

fn hertzian() -> LoadCurve {
    // F = c x^(3/2), the law of a ball on a race
    let row = |i: i32| {
        let x = 2e-6 * f64::from(i);
        [1e10 * x.powf(1.5), x]
    };
    let rows: Vec<[f64; 2]> = (1..=20).map(row).collect();
    LoadCurve::from_deflections("bearing", "radial", &rows).unwrap()
}

#[test]
fn energy_is_the_integral_of_the_load() {
    let (curve, to) = (hertzian(), 5e-5);
    let expected = quadrature(&curve, to);
    // Knots stand at ends of pieces, where the rule is exact: the rounding of 2000 sums is left.
    assert!((curve.at(to).energy / expected - 1.0).abs() < 1e-12);
}

#[test]
fn passes_through_its_rows_and_follows_the_law_between() {
    let curve = hertzian();
    for i in 1..=20 {
        let x = 2e-6 * f64::from(i);
        let expected = 1e10 * x.powf(1.5);
        assert!((curve.at(x).load / expected - 1.0).abs() < 1e-13);
    }
    // Slopes are off by (h/4x)² + (h/x)²/24 = 1e-3 of themselves; at the middle of a step that moves the load by a quarter of the
    // step times it, at most: 4e-5 of the load for h/x = 2/21.
    let x = 2.1e-5;
    assert!((curve.at(x).load / (1e10 * x.powf(1.5)) - 1.0).abs() < 4e-5);
}

/// k = a + b F means dF/dx = a + b F: F = (a/b) (exp(b x) − 1), V = (a/b) ((exp(b x) − 1)/b − x).
#[test]
fn stiffness_that_grows_with_load_is_an_exponential() {
    let (a, b) = (1e7, 2e4_f64);
    let rows = [[0.0, a], [5000.0, a + b * 5000.0]];
    let curve = LoadCurve::from_stiffness("bearing", "radial", &rows).unwrap();
    for load in [10.0, 700.0, 3000.0, 5000.0] {
        let x = (b * load / a).ln_1p() / b;
        let value = curve.at(x);
        // Cubics over steps of 1.25 in k: (ln 1.25)⁴/384 of k/b in load, (ln 1.25)³/(72 √3) of k in stiffness.
        let k = a + b * load;
        let bound = 7e-6 * 1.25 * k / b;
        assert!((value.load - load).abs() < bound, "{load}: {value:?}");
        assert!((value.stiffness / k - 1.0).abs() < 1.25 * 9e-5);
        let energy = a / b * ((b * x).exp_m1() / b - x);
        assert!((value.energy - energy).abs() < bound * x);
    }
    let end = curve.at((b * 5000.0 / a).ln_1p() / b);
    assert!((end.load / 5000.0 - 1.0).abs() < 1e-12);
    assert!((end.stiffness / (a + b * 5000.0) - 1.0).abs() < 1e-12);
}

#[test]
fn a_straight_line() {
    let curve = LoadCurve::linear("bearing", 3e8).unwrap();
    for x in [0.0, 1e-6, 1.0] {
        let value = curve.at(x);
        assert!((value.load - 3e8 * x).abs() <= 1e-6 * x);
        assert!((value.energy - 1.5e8 * x * x).abs() <= 1e-6 * x);
    }
    let one = LoadCurve::from_deflections("bearing", "radial", &[[300.0, 1e-6]]).unwrap();
    assert!((one.at(5e-6).load - 1500.0).abs() < 1e-9);
}

proptest! {
    /// Whatever rising table: the load rises strictly, and so between rows.
    #[test]
    fn rises(steps in prop::collection::vec((-3.0..3.0f64, -3.0..3.0f64), 1..12)) {
        let mut row = [0.0, 0.0];
        let rows: Vec<[f64; 2]> = steps.iter().map(|&(f, x)| {
            row = [row[0] + 10f64.powf(f), row[1] + 10f64.powf(x)];
            row
        }).collect();
        let curve = LoadCurve::from_deflections("bearing", "radial", &rows).unwrap();
        let end = 1.5 * row[1];
        let mut last = 0.0;
        for i in 1..=1000 {
            let value = curve.at(end * f64::from(i) / 1000.0);
            prop_assert!(value.load >= last && value.stiffness >= -1e-9);
            last = value.load;
        }
        for &[load, deflection] in &rows {
            prop_assert!((curve.at(deflection).load / load - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn refuses_tables_by_row() {
    let message = |result: Result<LoadCurve, Error>| result.unwrap_err().to_string();
    let deflections = |rows: &[[f64; 2]]| message(LoadCurve::from_deflections("b", "radial", rows));
    let stiffness = |rows: &[[f64; 2]]| message(LoadCurve::from_stiffness("b", "axial", rows));
    assert_eq!(
        deflections(&[[1.0, 1e-6], [2.0, 1e-6]]),
        "b: radial, row 2, deflection = 0.000001 is not possible; it must be larger than the one before it: the table must rise strictly"
    );
    assert!(deflections(&[[0.0, 0.0], [2.0, 1e-6], [1.0, 2e-6]]).contains("row 3, load = 1 "));
    assert!(deflections(&[[0.0, 1e-6]]).contains("row 1, load"));
    assert!(deflections(&[[0.0, 0.0]]).contains("beyond the origin"));
    assert!(deflections(&[[1.0, f64::NAN]]).contains("NaN"));
    assert!(deflections(&[]).contains("radial: there is nothing in it"));
    assert!(stiffness(&[[0.0, 1e8], [10.0, 0.0]]).contains("axial, row 2, stiffness = 0 "));
    assert!(stiffness(&[[10.0, 1e8], [10.0, 2e8]]).contains("row 2, load = 10 "));
    assert!(stiffness(&[[-1.0, 1e8]]).contains("row 1, load = -1 "));
}

#[test]
fn any_deflection_has_an_answer() {
    let curve = hertzian();
    assert!(curve.at(f64::NAN).load.is_nan());
    assert!(curve.at(1e100).load.is_finite());
    // Numbers that no bearing has end in a message, and soon.
    let wide = LoadCurve::from_stiffness("b", "radial", &[[0.0, 1e-300], [1.0, 1e300]]);
    assert!(wide.unwrap_err().to_string().contains("row 2, stiffness"));
    let falling = LoadCurve::from_stiffness("b", "radial", &[[0.0, 1e9], [1.0, 1e3]]).unwrap();
    assert!((falling.at(1.0).stiffness / 1e3 - 1.0).abs() < 1e-12);
}
