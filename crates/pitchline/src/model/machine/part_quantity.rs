//! What motors, friction about an axis and controllers tell of themselves.

/// A number of a motor, of friction or of a controller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartQuantity {
    /// Current of a motor (A).
    Current,
    /// Voltage of a motor (V).
    Voltage,
    /// Torque on b about the axis (N m).
    Torque,
    /// Speed of b about the axis (rad/s).
    Speed,
    /// Power out of the source of a motor (W).
    ElectricalPower,
    /// Power that becomes heat (W).
    PowerLost,
    /// Largest torque that would hold (N m).
    Limit,
    /// 1 forward, −1 backward, 0 stuck.
    Sliding,
    /// Output of a controller.
    Output,
    /// Where what is sensed shall be.
    Setpoint,
    /// What is sensed.
    Sensed,
    /// Set point less what is sensed.
    Missing,
    /// Sum of the integral part.
    Sum,
}

/// All of them with their names in the model file and in columns.
const NAMES: [(PartQuantity, &str); 13] = [
    (PartQuantity::Current, "current"),
    (PartQuantity::Voltage, "voltage"),
    (PartQuantity::Torque, "torque"),
    (PartQuantity::Speed, "speed"),
    (PartQuantity::ElectricalPower, "electrical_power"),
    (PartQuantity::PowerLost, "power_lost"),
    (PartQuantity::Limit, "limit"),
    (PartQuantity::Sliding, "sliding"),
    (PartQuantity::Output, "output"),
    (PartQuantity::Setpoint, "setpoint"),
    (PartQuantity::Sensed, "sensed"),
    (PartQuantity::Missing, "missing"),
    (PartQuantity::Sum, "sum"),
];

impl PartQuantity {
    /// The one of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let found = NAMES.iter().find(|(_, known)| *known == name);
        found.map(|(quantity, _)| *quantity)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(known, _)| *known == self);
        found.map_or("", |(_, name)| name)
    }

    /// SI unit; those of what a controller senses and puts out are given.
    pub fn unit(self, [sensed, output]: [&'static str; 2]) -> &'static str {
        match self {
            Self::Current => "A",
            Self::Voltage => "V",
            Self::Torque | Self::Limit => "N m",
            Self::Speed => "rad/s",
            Self::ElectricalPower | Self::PowerLost => "W",
            Self::Sliding => "1",
            Self::Output | Self::Sum => output,
            Self::Setpoint | Self::Sensed | Self::Missing => sensed,
        }
    }
}
