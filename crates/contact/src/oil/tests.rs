//! The law through its points, a published constant, grades, cold oil and refusals.

use proptest::prelude::*;

use super::*;

const CELSIUS: f64 = 273.15;

fn point(celsius: f64, square_millimetres: f64) -> ViscosityPoint {
    ViscosityPoint {
        temperature: CELSIUS + celsius,
        viscosity: 1e-6 * square_millimetres,
    }
}

/// A published worked example: 32 mm²/s at 313 K and 5.4 mm²/s at 373 K have A = 9.5259, B = 3.7449 and 8.5 mm²/s at 353 K.
#[test]
fn a_published_curve() {
    let points = [(313.0, 32.0), (373.0, 5.4)].map(|(temperature, nu)| ViscosityPoint {
        temperature,
        viscosity: 1e-6 * nu,
    });
    let oil = Oil::from_points(points, 870.0).unwrap();
    assert!((oil.slope - 3.7449).abs() < 5e-5, "{}", oil.slope);
    assert!((oil.origin[0] + oil.slope * oil.origin[1] - 9.5259).abs() < 1e-4);
    let told = 1e6 * oil.kinematic_viscosity(353.0).unwrap();
    assert!((told - 8.5).abs() < 0.05, "{told}");
}

/// An oil of the grade 100 with an index of 95 has about 11.1 mm²/s at 100 °C, as data sheets of mineral gear oils say (11.0 to 11.2).
#[test]
fn grades_are_viscosities_at_40_degrees() {
    for grade in [32.0, 100.0, 320.0, 680.0] {
        let oil = Oil::from_grade(grade, 95.0, 890.0).unwrap();
        let told = 1e6 * oil.kinematic_viscosity(CELSIUS + 40.0).unwrap();
        assert!((told / grade - 1.0).abs() < 1e-10);
    }
    let oil = Oil::from_grade(100.0, 95.0, 890.0).unwrap();
    let told = 1e6 * oil.kinematic_viscosity(CELSIUS + 100.0).unwrap();
    assert!((told - 11.1).abs() < 0.1, "{told}");
}

/// At −55 °C oil is stiff but its viscosity a number: grade 32 with the index 95 by the law itself, and a density that is larger.
#[test]
fn cold_oil_has_a_viscosity() {
    let oil = Oil::from_points([point(40.0, 32.0), point(100.0, 5.35)], 870.0).unwrap();
    let cold = CELSIUS - 55.0;
    let [y_1, y_2] = [32.7f64, 6.05].map(|z| z.log10().log10());
    let share = ((CELSIUS + 40.0) / cold).ln() / ((CELSIUS + 100.0) / (CELSIUS + 40.0)).ln();
    let expected = 10f64.powf(10f64.powf(y_1 + (y_1 - y_2) * share)) - 0.7;
    let told = oil.kinematic_viscosity(cold).unwrap();
    assert!(
        (1e6 * told / expected - 1.0).abs() < 1e-10,
        "{told} {expected}"
    );
    let density = oil.dynamic_viscosity(cold).unwrap() / told;
    assert!((density - 870.0 * 1.049).abs() < 1e-9, "{density}");
    // Grade 680 too, though nobody will pour it.
    let stiff = Oil::from_grade(680.0, 95.0, 900.0).unwrap();
    assert!(stiff.dynamic_viscosity(cold).unwrap() > 1e3);
}

#[test]
fn what_no_oil_is_is_refused() {
    for (points, part) in [
        (
            [point(40.0, 32.0), point(40.0, 32.0)],
            "would not lose viscosity with temperature",
        ),
        (
            [point(40.0, 32.0), point(100.0, 50.0)],
            "would not lose viscosity with temperature",
        ),
        (
            [point(40.0, 32.0), point(100.0, 0.2)],
            "where the law of oils ends",
        ),
        ([point(-300.0, 32.0), point(100.0, 5.0)], "temperature = -"),
        (
            [point(40.0, f64::NAN), point(100.0, 5.0)],
            "kinematic viscosity = NaN",
        ),
    ] {
        let told = Oil::from_points(points, 870.0).unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
    assert!(Oil::from_points([point(40.0, 32.0), point(100.0, 5.0)], 0.0).is_err());
    for (grade, index, part) in [
        (0.0, 95.0, "grade = 0"),
        (100.0, f64::NAN, "viscosity_index = NaN"),
        (2.0, 95.0, "no oil of 2 mm2/s at 40 degC"),
        (1e9, 95.0, "no oil of 1000000000 mm2/s"),
    ] {
        let told = Oil::from_grade(grade, index, 870.0)
            .unwrap_err()
            .to_string();
        assert!(told.contains(part), "{told}");
    }
    let oil = Oil::from_grade(100.0, 95.0, 890.0).unwrap();
    for temperature in [0.0, -1.0, f64::NAN, 1e-3, 1e9] {
        assert!(
            oil.kinematic_viscosity(temperature).is_err(),
            "{temperature}"
        );
    }
}

proptest! {
    /// Warmer oil is thinner, and the law goes through both points.
    #[test]
    fn oils_thin(cold in 10.0..1000f64, share in 0.05..0.6f64, celsius in -55.0..140f64) {
        let hot = 1.0 + share * cold;
        let points = [point(40.0, cold), point(100.0, hot)];
        prop_assume!(hot < 0.9 * cold);
        let oil = Oil::from_points(points, 880.0).unwrap();
        for point in points {
            let told = oil.kinematic_viscosity(point.temperature).unwrap();
            prop_assert!((told / point.viscosity - 1.0).abs() < 1e-11);
        }
        let [here, warmer] = [celsius, celsius + 1.0].map(|t| oil.dynamic_viscosity(CELSIUS + t).unwrap());
        prop_assert!(warmer < here);
    }
}
