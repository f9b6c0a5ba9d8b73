//! The units that a model file may use.

use std::f64::consts::{PI, TAU};

use super::Dimension;

/// A named unit: how many SI units one of it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) symbol: &'static str,
    pub(super) factor: f64,
    pub(super) dimension: Dimension,
    /// Set for units that have no meaning in a product.
    pub(super) only_alone: bool,
}

/// What is added in kelvin to a temperature in degrees Celsius.
pub(super) const CELSIUS_ZERO: f64 = 273.15;

// Exact by definition (international yard and pound, standard gravity).
const INCH: f64 = 0.0254;
const POUND: f64 = 0.453_592_37;
const POUND_FORCE: f64 = 4.448_221_615_260_5;

/// The unit of this spelling.
pub(super) fn find(symbol: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.symbol == symbol)
}

/// Every spelling, for suggestions and the reference page.
pub fn symbols() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|unit| unit.symbol)
}

/// The spellings of units that are of this dimension by themselves.
pub(super) fn symbols_of(dimension: Dimension) -> impl Iterator<Item = &'static str> {
    let alike = UNITS.iter().filter(move |unit| unit.dimension == dimension);
    alike.map(|unit| unit.symbol)
}

/// Whether the spelling is one of degrees Celsius, the only unit with an offset.
pub(super) fn is_celsius(unit: &Unit) -> bool {
    matches!(unit.symbol, "°C" | "degC")
}

const fn unit(symbol: &'static str, factor: f64, dimension: Dimension) -> Unit {
    Unit {
        symbol,
        factor,
        dimension,
        only_alone: false,
    }
}

const fn alone(symbol: &'static str, factor: f64, dimension: Dimension) -> Unit {
    Unit {
        symbol,
        factor,
        dimension,
        only_alone: true,
    }
}

static UNITS: [Unit; 66] = [
    unit("m", 1.0, Dimension::LENGTH),
    unit("mm", 1e-3, Dimension::LENGTH),
    unit("cm", 1e-2, Dimension::LENGTH),
    unit("km", 1e3, Dimension::LENGTH),
    unit("um", 1e-6, Dimension::LENGTH),
    unit("µm", 1e-6, Dimension::LENGTH), // micro sign
    unit("μm", 1e-6, Dimension::LENGTH), // Greek letter mu
    unit("in", INCH, Dimension::LENGTH),
    unit("ft", 12.0 * INCH, Dimension::LENGTH),
    unit("rad", 1.0, Dimension::ANGLE),
    unit("mrad", 1e-3, Dimension::ANGLE),
    unit("deg", PI / 180.0, Dimension::ANGLE),
    unit("°", PI / 180.0, Dimension::ANGLE),
    unit("rev", TAU, Dimension::ANGLE),
    unit("U", TAU, Dimension::ANGLE), // Umdrehung
    unit("rpm", PI / 30.0, Dimension::ANGULAR_SPEED),
    unit("Hz", 1.0, Dimension::FREQUENCY),
    unit("kHz", 1e3, Dimension::FREQUENCY),
    unit("s", 1.0, Dimension::TIME),
    unit("ms", 1e-3, Dimension::TIME),
    unit("us", 1e-6, Dimension::TIME),
    unit("µs", 1e-6, Dimension::TIME), // micro sign
    unit("μs", 1e-6, Dimension::TIME), // Greek letter mu
    unit("min", 60.0, Dimension::TIME),
    unit("h", 3600.0, Dimension::TIME),
    unit("kg", 1.0, Dimension::MASS),
    unit("g", 1e-3, Dimension::MASS),
    unit("t", 1e3, Dimension::MASS),
    unit("lb", POUND, Dimension::MASS),
    unit("lbm", POUND, Dimension::MASS),
    unit("N", 1.0, Dimension::FORCE),
    unit("mN", 1e-3, Dimension::FORCE),
    unit("kN", 1e3, Dimension::FORCE),
    unit("MN", 1e6, Dimension::FORCE),
    unit("lbf", POUND_FORCE, Dimension::FORCE),
    unit("Pa", 1.0, Dimension::PRESSURE),
    unit("mPa", 1e-3, Dimension::PRESSURE),
    unit("hPa", 1e2, Dimension::PRESSURE),
    unit("kPa", 1e3, Dimension::PRESSURE),
    unit("MPa", 1e6, Dimension::PRESSURE),
    unit("GPa", 1e9, Dimension::PRESSURE),
    unit("bar", 1e5, Dimension::PRESSURE),
    unit("psi", POUND_FORCE / (INCH * INCH), Dimension::PRESSURE),
    unit(
        "ksi",
        1e3 * POUND_FORCE / (INCH * INCH),
        Dimension::PRESSURE,
    ),
    unit("W", 1.0, Dimension::POWER),
    unit("kW", 1e3, Dimension::POWER),
    unit("MW", 1e6, Dimension::POWER),
    unit("J", 1.0, Dimension::TORQUE),
    unit("A", 1.0, Dimension::CURRENT),
    unit("mA", 1e-3, Dimension::CURRENT),
    unit("V", 1.0, Dimension::VOLTAGE),
    unit("mV", 1e-3, Dimension::VOLTAGE),
    unit("kV", 1e3, Dimension::VOLTAGE),
    unit("ohm", 1.0, Dimension::RESISTANCE),
    unit("mohm", 1e-3, Dimension::RESISTANCE),
    unit("Ω", 1.0, Dimension::RESISTANCE), // Greek capital omega
    unit("mΩ", 1e-3, Dimension::RESISTANCE),
    unit("H", 1.0, Dimension::INDUCTANCE),
    unit("mH", 1e-3, Dimension::INDUCTANCE),
    unit("uH", 1e-6, Dimension::INDUCTANCE),
    unit("µH", 1e-6, Dimension::INDUCTANCE), // micro sign
    unit("cSt", 1e-6, Dimension::KINEMATIC_VISCOSITY),
    unit("K", 1.0, Dimension::TEMPERATURE),
    alone("°C", 1.0, Dimension::TEMPERATURE),
    alone("degC", 1.0, Dimension::TEMPERATURE),
    alone("%", 1e-2, Dimension::NONE),
];
