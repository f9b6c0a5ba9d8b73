//! What a quantity is: exponents of length, mass, time, temperature, angle, electric current and cycles.

/// Integer exponents of the base quantities. Angle and cycles are among them, so that a frequency is not taken for a speed, nor for a gain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Exponent of length (m).
    pub length: i8,
    /// Exponent of mass (kg).
    pub mass: i8,
    /// Exponent of time (s).
    pub time: i8,
    /// Exponent of temperature (K).
    pub temperature: i8,
    /// Exponent of angle (rad).
    pub angle: i8,
    /// Exponent of electric current (A).
    pub current: i8,
    /// Exponent of cycles: what a frequency counts for each second.
    pub cycles: i8,
}

impl Dimension {
    /// A pure number.
    pub const NONE: Self = Self::new(0, 0, 0, 0, 0);
    /// Metre.
    pub const LENGTH: Self = Self::new(1, 0, 0, 0, 0);
    /// Square metre.
    pub const AREA: Self = Self::new(2, 0, 0, 0, 0);
    /// Cubic metre.
    pub const VOLUME: Self = Self::new(3, 0, 0, 0, 0);
    /// Kilogram.
    pub const MASS: Self = Self::new(0, 1, 0, 0, 0);
    /// Second.
    pub const TIME: Self = Self::new(0, 0, 1, 0, 0);
    /// Kelvin, absolute.
    pub const TEMPERATURE: Self = Self::new(0, 0, 0, 1, 0);
    /// Radian.
    pub const ANGLE: Self = Self::new(0, 0, 0, 0, 1);
    /// Hertz: events per second, not a speed of rotation.
    pub const FREQUENCY: Self = Self {
        cycles: 1,
        ..Self::RATE
    };
    /// One per second: how fast something grows or fades by itself, such as the gain of a speed over an angle.
    pub const RATE: Self = Self::new(0, 0, -1, 0, 0);
    /// Radian per second.
    pub const ANGULAR_SPEED: Self = Self::new(0, 0, -1, 0, 1);
    /// Radian per square second.
    pub const ANGULAR_ACCELERATION: Self = Self::new(0, 0, -2, 0, 1);
    /// Metre per second.
    pub const VELOCITY: Self = Self::new(1, 0, -1, 0, 0);
    /// Metre per square second.
    pub const ACCELERATION: Self = Self::new(1, 0, -2, 0, 0);
    /// Newton.
    pub const FORCE: Self = Self::new(1, 1, -2, 0, 0);
    /// Newton metre.
    pub const TORQUE: Self = Self::new(2, 1, -2, 0, 0);
    /// Watt.
    pub const POWER: Self = Self::new(2, 1, -3, 0, 0);
    /// Pascal.
    pub const PRESSURE: Self = Self::new(-1, 1, -2, 0, 0);
    /// Kilogram per cubic metre.
    pub const DENSITY: Self = Self::new(-3, 1, 0, 0, 0);
    /// Kilogram square metre.
    pub const INERTIA: Self = Self::new(2, 1, 0, 0, 0);
    /// Kilogram metre: mass times eccentricity.
    pub const UNBALANCE: Self = Self::new(1, 1, 0, 0, 0);
    /// Newton per metre.
    pub const STIFFNESS: Self = Self::new(0, 1, -2, 0, 0);
    /// Newton second per metre.
    pub const DAMPING: Self = Self::new(0, 1, -1, 0, 0);
    /// Newton metre per radian.
    pub const ROTATIONAL_STIFFNESS: Self = Self::new(2, 1, -2, 0, -1);
    /// Newton metre second per radian.
    pub const ROTATIONAL_DAMPING: Self = Self::new(2, 1, -1, 0, -1);
    /// Pascal second.
    pub const DYNAMIC_VISCOSITY: Self = Self::new(-1, 1, -1, 0, 0);
    /// Square metre per second.
    pub const KINEMATIC_VISCOSITY: Self = Self::new(2, 0, -1, 0, 0);

    /// Ampere.
    pub const CURRENT: Self = Self::new(0, 0, 0, 0, 0).with_current(1);
    /// Volt.
    pub const VOLTAGE: Self = Self::new(2, 1, -3, 0, 0).with_current(-1);
    /// Ohm.
    pub const RESISTANCE: Self = Self::new(2, 1, -3, 0, 0).with_current(-2);
    /// Henry.
    pub const INDUCTANCE: Self = Self::new(2, 1, -2, 0, 0).with_current(-2);
    /// Newton metre per ampere, which is volt second per radian.
    pub const TORQUE_CONSTANT: Self = Self::new(2, 1, -2, 0, -1).with_current(-1);
    /// Volt per radian.
    pub const VOLTAGE_GAIN: Self = Self::new(2, 1, -3, 0, -1).with_current(-1);
    /// The same per second.
    pub const VOLTAGE_GAIN_RATE: Self = Self::new(2, 1, -4, 0, -1).with_current(-1);
    /// Newton metre per radian and second.
    pub const STIFFNESS_RATE: Self = Self::new(2, 1, -3, 0, -1);
    /// One per square second.
    pub const RATE_OF_RATE: Self = Self::new(0, 0, -2, 0, 0);

    /// The dimension with these exponents, without electric current and cycles.
    pub const fn new(length: i8, mass: i8, time: i8, temperature: i8, angle: i8) -> Self {
        Self {
            length,
            mass,
            time,
            temperature,
            angle,
            current: 0,
            cycles: 0,
        }
    }

    /// The same with this exponent of electric current.
    pub const fn with_current(self, current: i8) -> Self {
        Self { current, ..self }
    }

    /// This dimension times `other` to the given power; `None` when an exponent leaves the range of sense.
    pub fn times(self, other: Self, power: i8) -> Option<Self> {
        let add = |a: i8, b: i8| {
            let sum = a.checked_add(b.checked_mul(power)?)?;
            (sum.abs() <= 24).then_some(sum)
        };
        Some(Self {
            length: add(self.length, other.length)?,
            mass: add(self.mass, other.mass)?,
            time: add(self.time, other.time)?,
            temperature: add(self.temperature, other.temperature)?,
            angle: add(self.angle, other.angle)?,
            current: add(self.current, other.current)?,
            cycles: add(self.cycles, other.cycles)?,
        })
    }

    /// Whether a value of dimension `found` may stand where `self` is expected:
    /// the same, or the same with `/rad` left out ("1000 N m" for N m/rad), or with cycles left out ("60 1/s" for Hz).
    pub fn accepts(self, found: Self) -> bool {
        self == found
            || (self.angle == -1 && Self { angle: 0, ..self } == found)
            || (self.cycles == 1 && Self { cycles: 0, ..self } == found)
    }
}

/// How a dimension is called in messages and on the reference page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// With its article: "a length".
    pub words: String,
    /// SI unit: "m"; empty for a pure number.
    pub unit: String,
    /// A value that the reader takes, without quotes: "3 mm".
    pub example: String,
}

/// dimension, words, SI unit, example
const KNOWN: [(Dimension, &str, &str, &str); 36] = [
    (Dimension::NONE, "a pure number", "", "0.5"),
    (Dimension::LENGTH, "a length", "m", "3 mm"),
    (Dimension::AREA, "an area", "m2", "20 mm2"),
    (Dimension::VOLUME, "a volume", "m3", "500 mm3"),
    (Dimension::MASS, "a mass", "kg", "2 kg"),
    (Dimension::TIME, "a time", "s", "10 ms"),
    (Dimension::TEMPERATURE, "a temperature", "K", "60 °C"),
    (Dimension::ANGLE, "an angle", "rad", "20 deg"),
    (Dimension::FREQUENCY, "a frequency", "Hz", "60 Hz"),
    (Dimension::RATE, "a rate", "1/s", "15 1/s"),
    (
        Dimension::ANGULAR_SPEED,
        "a speed of rotation",
        "rad/s",
        "1500 rpm",
    ),
    (
        Dimension::ANGULAR_ACCELERATION,
        "an angular acceleration",
        "rad/s2",
        "50 rad/s2",
    ),
    (Dimension::VELOCITY, "a velocity", "m/s", "5 m/s"),
    (
        Dimension::ACCELERATION,
        "an acceleration",
        "m/s2",
        "9.81 m/s2",
    ),
    (Dimension::FORCE, "a force", "N", "500 N"),
    (Dimension::TORQUE, "a torque", "N m", "100 N m"),
    (Dimension::POWER, "a power", "W", "15 kW"),
    (Dimension::PRESSURE, "a pressure or stress", "Pa", "210 GPa"),
    (Dimension::DENSITY, "a density", "kg/m3", "7850 kg/m3"),
    (
        Dimension::INERTIA,
        "a moment of inertia",
        "kg m2",
        "0.02 kg m2",
    ),
    (Dimension::UNBALANCE, "an unbalance", "kg m", "10 g mm"),
    (Dimension::STIFFNESS, "a stiffness", "N/m", "20 N/um"),
    (Dimension::DAMPING, "a damping", "N s/m", "300 N s/m"),
    (
        Dimension::ROTATIONAL_STIFFNESS,
        "a rotational stiffness",
        "N m/rad",
        "1000 N m/rad",
    ),
    (
        Dimension::ROTATIONAL_DAMPING,
        "a rotational damping",
        "N m s/rad",
        "2 N m s/rad",
    ),
    (
        Dimension::DYNAMIC_VISCOSITY,
        "a dynamic viscosity",
        "Pa s",
        "80 mPa s",
    ),
    (
        Dimension::KINEMATIC_VISCOSITY,
        "a kinematic viscosity",
        "m2/s",
        "220 mm2/s",
    ),
    (Dimension::CURRENT, "an electric current", "A", "2 A"),
    (Dimension::VOLTAGE, "a voltage", "V", "24 V"),
    (Dimension::RESISTANCE, "a resistance", "ohm", "0.8 ohm"),
    (Dimension::INDUCTANCE, "an inductance", "H", "0.5 mH"),
    (
        Dimension::TORQUE_CONSTANT,
        "a torque per ampere or a voltage per rad/s",
        "N m/A",
        "0.06 N m/A",
    ),
    (
        Dimension::VOLTAGE_GAIN,
        "a voltage per radian",
        "V/rad",
        "20 V/rad",
    ),
    (
        Dimension::VOLTAGE_GAIN_RATE,
        "a voltage per radian and second",
        "V/rad s",
        "40 V/rad s",
    ),
    (
        Dimension::STIFFNESS_RATE,
        "a torque per radian and second",
        "N m/rad s",
        "50 N m/rad s",
    ),
    (
        Dimension::RATE_OF_RATE,
        "a rate per second",
        "1/s2",
        "30 1/s2",
    ),
];

/// Words, SI unit and an example for any dimension.
pub fn describe(dimension: Dimension) -> Description {
    let known = KNOWN.iter().find(|(known, ..)| *known == dimension);
    if let Some((_, words, unit, example)) = known {
        return Description {
            words: (*words).to_owned(),
            unit: (*unit).to_owned(),
            example: (*example).to_owned(),
        };
    }
    let unit = base_units(dimension);
    Description {
        words: format!("a quantity in {unit}"),
        example: format!("1 {unit}"),
        unit,
    }
}

/// Product of base units in the spelling that the parser reads: "kg m2/s3".
fn base_units(dimension: Dimension) -> String {
    let factors = [
        ("kg", dimension.mass),
        ("m", dimension.length),
        ("Hz", dimension.cycles),
        // Some of it is in hertz.
        ("s", dimension.time + dimension.cycles),
        ("A", dimension.current),
        ("K", dimension.temperature),
        ("rad", dimension.angle),
    ];
    let side = |sign: i8| {
        let named = factors.iter().filter(|(_, power)| power.signum() == sign);
        let spelt = named.map(|(symbol, power)| match power.abs() {
            1 => (*symbol).to_owned(),
            power => format!("{symbol}{power}"),
        });
        spelt.collect::<Vec<_>>().join(" ")
    };
    match (side(1), side(-1)) {
        (above, below) if below.is_empty() => above,
        (above, below) if above.is_empty() => format!("1/{below}"),
        (above, below) => format!("{above}/{below}"),
    }
}
