//! A sine that starts at a time: y = y₀ + A sin(ω (t − t₀) + ψ), held before t₀.

use crate::two_part::TwoPart;

use super::TimeValue;

/// Its numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sine {
    pub offset: f64,
    pub amplitude: f64,
    pub angular_frequency: f64,
    pub phase: f64,
    pub start: f64,
}

impl Sine {
    /// The argument of the sine within one turn, and the time since the start.
    fn argument(&self, t: f64) -> (f64, TwoPart) {
        let since = TwoPart::sum(t, -self.start);
        let since = if since.total() < 0.0 {
            0.0.into()
        } else {
            since
        };
        let turned = since.times(self.angular_frequency.into());
        (turned.plus(self.phase.into()).within_turn(), since)
    }

    pub fn at(&self, t: f64) -> TimeValue {
        let (sin, cos) = self.argument(t).0.sin_cos();
        let value = self.offset + self.amplitude * sin;
        if t < self.start {
            return TimeValue {
                value,
                ..TimeValue::default()
            };
        }
        TimeValue {
            value,
            rate: self.amplitude * self.angular_frequency * cos,
            second: -self.amplitude * self.angular_frequency.powi(2) * sin,
        }
    }

    /// Integral from the start.
    pub fn integral(&self, t: f64) -> TwoPart {
        if t < self.start {
            let held = self.at(t).value;
            return TwoPart::sum(t, -self.start).times(held.into());
        }
        let (_, since) = self.argument(t);
        // ∫ sin(ω s + ψ) ds = τ sin(ψ + x) sin(x)/x with x = ω τ/2: nothing cancels, and ω may vanish.
        let half = since.times((0.5 * self.angular_frequency).into());
        let sinc = if half.total() == 0.0 {
            1.0
        } else {
            half.within_turn().sin() / half.total()
        };
        let middle = half.plus(self.phase.into()).within_turn().sin();
        let swing = self.amplitude * middle * sinc * since.total();
        since.times(self.offset.into()).plus(swing.into())
    }
}
