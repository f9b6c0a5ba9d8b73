use proptest::prelude::*;

use super::*;

fn assert_value(text: &str, expected: Dimension, value: f64) {
    let parsed = parse(text, expected).unwrap_or_else(|error| panic!("{text}: {error}"));
    let error = (parsed - value).abs();
    assert!(
        error <= 1e-14 * value.abs(),
        "{text}: {parsed} is not {value}"
    );
}

fn message(text: &str, expected: Dimension) -> String {
    parse(text, expected).expect_err(text).to_string()
}

#[test]
fn units_give_their_si_value() {
    use Dimension as D;
    for (text, expected, value) in [
        ("3 mm", D::LENGTH, 0.003),
        (" 3mm ", D::LENGTH, 0.003),
        ("-2.5e1 um", D::LENGTH, -2.5e-5),
        ("−1 µm", D::LENGTH, -1e-6),
        ("1 μm", D::LENGTH, 1e-6),
        ("+.5 in", D::LENGTH, 0.0127),
        ("1. ft", D::LENGTH, 0.3048),
        ("20 deg", D::ANGLE, 20f64.to_radians()),
        ("20°", D::ANGLE, 20f64.to_radians()),
        ("60 rpm", D::ANGULAR_SPEED, TAU),
        ("3 rad/s", D::ANGULAR_SPEED, 3.0),
        ("60 U/min", D::ANGULAR_SPEED, TAU),
        ("60 rev/min", D::ANGULAR_SPEED, TAU),
        ("15 1/s", D::RATE, 15.0),
        ("15/s", D::RATE, 15.0),
        ("60 Hz", D::FREQUENCY, 60.0),
        ("5 1/s", D::FREQUENCY, 5.0),
        ("5/s", D::FREQUENCY, 5.0),
        ("2 s-1", D::FREQUENCY, 2.0),
        ("2 m/s^2", D::ACCELERATION, 2.0),
        ("2 m s⁻²", D::ACCELERATION, 2.0),
        ("2 m²", D::AREA, 2.0),
        ("210 GPa", D::PRESSURE, 2.1e11),
        ("1 N/mm2", D::PRESSURE, 1e6),
        ("1 psi", D::PRESSURE, 6_894.757_293_168_361),
        ("7.85 g/cm3", D::DENSITY, 7850.0),
        (
            "0.00536 lbf s2/in",
            D::MASS,
            0.00536 * 4.448_221_615_260_5 / 0.0254,
        ),
        ("1 lbf in", D::TORQUE, 0.112_984_829_027_616_7),
        ("1 N*m", D::TORQUE, 1.0),
        ("1 N·m", D::TORQUE, 1.0),
        ("1 kg m2/s2", D::TORQUE, 1.0),
        ("20 N/um", D::STIFFNESS, 2e7),
        ("1 lbf/in", D::STIFFNESS, 175.126_835_246_476_3),
        ("3 N s/m", D::DAMPING, 3.0),
        ("1000 N m/rad", D::ROTATIONAL_STIFFNESS, 1000.0),
        ("1000 N m", D::ROTATIONAL_STIFFNESS, 1000.0),
        ("2 N m s/rad", D::ROTATIONAL_DAMPING, 2.0),
        ("2 N m s", D::ROTATIONAL_DAMPING, 2.0),
        ("15 kW", D::POWER, 15e3),
        ("20 °C", D::TEMPERATURE, 293.15),
        ("20 degC", D::TEMPERATURE, 293.15),
        ("300 K", D::TEMPERATURE, 300.0),
        ("80 mPa s", D::DYNAMIC_VISCOSITY, 0.08),
        ("220 mm2/s", D::KINEMATIC_VISCOSITY, 2.2e-4),
        ("220 cSt", D::KINEMATIC_VISCOSITY, 2.2e-4),
        ("5 %", D::NONE, 0.05),
        ("5", D::NONE, 5.0),
        ("2 h", D::TIME, 7200.0),
    ] {
        assert_value(text, expected, value);
    }
}

#[test]
fn messages_say_what_to_write() {
    use Dimension as D;
    for (text, expected, part) in [
        (
            "2 kg",
            D::LENGTH,
            "expected a length, such as \"3 mm\", found a mass (kg)",
        ),
        (
            "60 Hz",
            D::ANGULAR_SPEED,
            "write \"3600 rpm\" or \"376.991 rad/s\"",
        ),
        (
            "1500 1/min",
            D::ANGULAR_SPEED,
            "25 1/s is a rate, not a speed of rotation: write \"1500 rpm\"",
        ),
        (
            "15 Hz",
            D::RATE,
            "expected a rate, such as \"15 1/s\", found a frequency (Hz)",
        ),
        ("15 Hz/s", D::RATE_OF_RATE, "found a quantity in Hz/s"),
        ("3", D::LENGTH, "the unit is missing"),
        ("2,5 mm", D::LENGTH, "not a comma"),
        ("mm", D::LENGTH, "starts with a number"),
        ("", D::LENGTH, "starts with a number"),
        ("inf mm", D::LENGTH, "finite"),
        ("-nan mm", D::LENGTH, "finite"),
        ("1e999 mm", D::LENGTH, "finite"),
        ("5 Nm", D::TORQUE, "did you mean `N m`?"),
        ("5 MM", D::LENGTH, "did you mean `mm`?"),
        ("5 RPM", D::ANGULAR_SPEED, "did you mean `rpm`?"),
        ("5 degree", D::ANGLE, "did you mean `deg`?"),
        ("5 N-m", D::TORQUE, "join units by a space"),
        ("5 m/s/s", D::ACCELERATION, "one `/`"),
        ("5 m^", D::LENGTH, "a power is a whole number"),
        ("5 m0", D::LENGTH, "a power is a whole number"),
        ("5 m99", D::LENGTH, "a power is a whole number"),
        ("5 m/", D::LENGTH, "a unit should follow"),
        ("5 N * * m", D::TORQUE, "a unit should follow"),
        (
            "5 °C/m",
            D::LENGTH,
            "must be used alone; in a product write K",
        ),
        ("5 % m", D::LENGTH, "must be used alone"),
        ("5 m9 m9 m9", D::LENGTH, "no physical meaning"),
        (
            "1 N m s/rad",
            D::LENGTH,
            "found a rotational damping (N m s/rad)",
        ),
        ("1 N m rad", D::LENGTH, "found a quantity in kg m2 rad/s2"),
        ("1 rad", D::NONE, "expected a pure number"),
        // The angle may be left out below the line only.
        ("1 1/s", D::ANGULAR_SPEED, "rpm"),
    ] {
        let message = message(text, expected);
        assert!(message.contains(part), "{text}: {message}");
    }
}

#[test]
fn faults_have_a_place() {
    let place = |text| parse(text, Dimension::LENGTH).expect_err(text).place();
    assert_eq!(place("3 kg"), None);
    assert_eq!(place("3 µmm"), Some(2..6));
    assert_eq!(place("3 m/s/s"), Some(5..6));
    assert_eq!(place("3,5 mm"), Some(1..2));
}

#[test]
fn bare_angles_are_radians_and_at_most_a_turn() {
    assert_eq!(from_number(0.35, Dimension::ANGLE), Ok(0.35));
    let message = from_number(20.0, Dimension::ANGLE)
        .expect_err("20 rad")
        .to_string();
    assert!(message.contains("write \"20 deg\""), "{message}");
    assert_eq!(from_number(20.0, Dimension::LENGTH), Ok(20.0));
    assert_eq!(
        from_number(f64::NAN, Dimension::LENGTH),
        Err(UnitError::NotFinite)
    );
}

#[test]
fn every_spelling_is_read_and_appears_once() {
    for symbol in symbols() {
        assert!(Quantity::parse(&format!("1 {symbol}")).is_ok(), "{symbol}");
        assert_eq!(
            symbols().filter(|other| *other == symbol).count(),
            1,
            "{symbol}"
        );
    }
}

fn dimensions() -> impl Strategy<Value = Dimension> {
    (-4i8..5, -4i8..5, -4i8..5, -4i8..5, -4i8..5).prop_map(
        |(length, mass, time, temperature, angle)| {
            Dimension::new(length, mass, time, temperature, angle)
        },
    )
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = Quantity::parse(&text);
    }

    #[test]
    fn texts_that_look_like_quantities_are_read_or_refused(text in "[-+−0-9.,eE]{0,6} ?[a-zµ°%*/^²⁻0-9 -]{0,12}") {
        if let Err(error) = parse(&text, Dimension::LENGTH) {
            prop_assert!(error.place().is_none_or(|at| text.get(at).is_some()));
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn descriptions_are_read_back(dimension in dimensions(), value in -1e12..1e12f64) {
        let description = describe(dimension);
        let text = format!("{value} {}", description.unit);
        prop_assert_eq!(parse(&text, dimension), Ok(value));
        let example = Quantity::parse(&description.example);
        prop_assert_eq!(example.map(|quantity| quantity.dimension), Ok(dimension));
    }
}
