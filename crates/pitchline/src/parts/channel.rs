//! Channels: the numbers that a part has at every instant. One declaration serves the column of its table, sensors and events, the keys of
//! the summary, the pages that describe them, and pictures.

use crate::dynamics::Kinematics;
use crate::input::field::Choice;
use crate::results::{Group, Object, ResultKey, Table};

/// What a channel is. There is one of each, so that none of another part is taken for it.
#[derive(Debug)]
pub struct Quantity {
    /// Its name in columns and as a component of a sensor.
    pub name: &'static str,
    /// SI unit; `1` for a number without dimension.
    pub unit: &'static str,
    /// What it is, for the reference page.
    pub meaning: &'static str,
    /// What the summary of a run keeps of it.
    pub folds: &'static [Fold],
}

/// Channels are told apart by their place in the program: two parts may have channels of one name.
impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Quantity {}

impl Quantity {
    /// As a choice of the model file.
    pub const fn choice(&self) -> Choice {
        Choice::new(self.name, self.meaning)
    }
}

/// A channel of parts whose state at an instant is `S`.
#[derive(Debug)]
pub struct Channel<S: 'static> {
    /// What it is.
    pub quantity: Quantity,
    /// Its value.
    pub read: fn(&S) -> f64,
}

impl<S> Channel<S> {
    /// One of which the summary keeps nothing.
    pub(crate) const fn plain(
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        read: fn(&S) -> f64,
    ) -> Self {
        Self {
            quantity: Quantity {
                name,
                unit,
                meaning,
                folds: &[],
            },
            read,
        }
    }
}

/// A machine at an instant, as a part sees it.
#[derive(Debug, Clone, Copy)]
pub struct Snapshot<'s> {
    /// What forces look at.
    pub forcing: &'s Kinematics,
    /// What velocities and powers look at, at the same place: the same, unless forces are those of rest.
    pub motion: &'s Kinematics,
    /// Multipliers of its element.
    pub multipliers: &'s [f64],
}

impl Snapshot<'_> {
    /// Whether forces are those of the motion.
    pub fn is_of_motion(&self) -> bool {
        std::ptr::eq(self.forcing, self.motion)
    }
}

/// A key of the summary that comes from the values of a channel over a run.
#[derive(Debug, Clone, Copy)]
pub struct Fold {
    /// The key.
    pub key: ResultKey,
    /// How its value comes from those of the channel.
    pub rule: FoldRule,
}

/// How the values of a run become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldRule {
    /// The value in the last row.
    Last,
    /// Mean over time, by trapezoids between the rows.
    Mean,
    /// Share of the time at which the value is zero, by trapezoids between the rows.
    ShareOfZero,
    /// The largest value, of all steps.
    Largest,
    /// The largest size, of all steps.
    LargestSize,
    /// Largest less least value, of all steps.
    PeakToPeak,
    /// Half of that.
    HalfPeakToPeak,
}

impl Fold {
    /// A fold of a channel of this unit.
    pub const fn new(
        object: Object,
        rule: FoldRule,
        key: &'static str,
        unit: &'static str,
        symbol: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self {
            key: ResultKey {
                object,
                key,
                unit: match rule {
                    FoldRule::ShareOfZero => "1",
                    _ => unit,
                },
                symbol,
                is_main: true,
                meaning,
            },
            rule,
        }
    }

    /// One that the terminal shows with `-v` only.
    pub const fn detail(mut self) -> Self {
        self.key.is_main = false;
        self
    }
}

/// Declares channels of one kind of state, as statics.
///
/// ```text
/// channels! {
///     Object::Pair, PairState;
///     /// Normal force between the flanks.
///     NORMAL_FORCE = ("normal_force", "N", "Normal force between the flanks (N), never negative.", |state| state.normal_force) {
///         Last "normal_force" "F_n" "normal force between the flanks in the last row",
///     };
/// }
/// ```
macro_rules! channels {
    (
        $object:expr, $state:ty;
        $(
            $(#[$doc:meta])*
            $name:ident = ($column:literal, $unit:literal, $meaning:literal, $read:expr) {
                $($rule:ident $key:literal $symbol:literal $text:literal $(($detail:ident))?),* $(,)?
            };
        )*
    ) => {
        $(
            $(#[$doc])*
            pub static $name: $crate::parts::channel::Channel<$state> = $crate::parts::channel::Channel {
                quantity: $crate::parts::channel::Quantity {
                    name: $column,
                    unit: $unit,
                    meaning: $meaning,
                    folds: &[$(
                        $crate::parts::channel::Fold::new(
                            $object,
                            $crate::parts::channel::FoldRule::$rule,
                            $key,
                            $unit,
                            $symbol,
                            $text,
                        )
                        $(.$detail())?
                    ),*],
                },
                read: $read,
            };
        )*
    };
}
pub(crate) use channels;

/// What channels of one kind of state are.
pub(crate) const fn quantities<S, const N: usize>(
    channels: &'static [Channel<S>; N],
) -> [&'static Quantity; N] {
    let mut quantities = [&channels[0].quantity; N];
    let mut i = 1;
    while i < N {
        quantities[i] = &channels[i].quantity;
        i += 1;
    }
    quantities
}

/// The value of one of these channels in a state; NaN of any other.
pub(crate) fn value<S: 'static>(
    channels: impl IntoIterator<Item = &'static Channel<S>>,
    state: &S,
    of: &Quantity,
) -> f64 {
    let mut channels = channels.into_iter();
    let found = channels.find(|known| known.quantity == *of);
    found.map_or(f64::NAN, |channel| (channel.read)(state))
}

/// The choices of a key that names channels.
pub(crate) const fn choices<const N: usize>(quantities: &[&Quantity; N]) -> [Choice; N] {
    let mut choices = [Choice::reserved(""); N];
    let mut i = 0;
    while i < N {
        choices[i] = quantities[i].choice();
        i += 1;
    }
    choices
}

/// Adds an empty column for each channel to a table.
pub(crate) fn add_columns<'q>(
    table: &mut Table,
    quantities: impl IntoIterator<Item = &'q Quantity>,
) {
    for quantity in quantities {
        table.push(quantity.name, quantity.unit, Vec::new());
    }
}

/// What a run has shown of one channel so far.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Trace {
    first_time: f64,
    time: f64,
    last: f64,
    least: f64,
    greatest: f64,
    /// Integrals over time since the first row, of the value and of whether it is zero.
    areas: [f64; 2],
}

impl Trace {
    const EMPTY: Self = Self {
        first_time: f64::NAN,
        time: f64::NAN,
        last: f64::NAN,
        least: f64::INFINITY,
        greatest: f64::NEG_INFINITY,
        areas: [0.0; 2],
    };

    fn pass(&mut self, value: f64) {
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    fn row(&mut self, time: f64, value: f64) {
        self.pass(value);
        if self.time.is_nan() {
            self.first_time = time;
        } else {
            let half = 0.5 * (time - self.time);
            self.areas[0] += half * (self.last + value);
            self.areas[1] += half * (is_zero(self.last) + is_zero(value));
        }
        (self.time, self.last) = (time, value);
    }

    fn value(&self, rule: FoldRule) -> f64 {
        let duration = self.time - self.first_time;
        // Of a single row its value.
        let mean = |area: f64, value: f64| {
            if duration > 0.0 {
                area / duration
            } else {
                value
            }
        };
        match rule {
            FoldRule::Last => self.last,
            FoldRule::Mean => mean(self.areas[0], self.last),
            FoldRule::ShareOfZero => mean(self.areas[1], is_zero(self.last)),
            FoldRule::Largest => self.greatest,
            FoldRule::LargestSize => self.greatest.max(-self.least),
            FoldRule::PeakToPeak => self.greatest - self.least,
            FoldRule::HalfPeakToPeak => 0.5 * (self.greatest - self.least),
        }
    }
}

fn is_zero(value: f64) -> f64 {
    f64::from(u8::from(value == 0.0))
}

/// The folds of all channels of a part, which run along with the solution.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Folds {
    traces: Vec<Trace>,
}

impl Folds {
    /// Of a part with so many channels, before the first row.
    pub fn new(channels: usize) -> Self {
        Self {
            traces: vec![Trace::EMPTY; channels],
        }
    }

    /// Takes the values of a step of the solution, of which extremes are made.
    pub fn step(&mut self, values: &[f64]) {
        for (trace, value) in self.traces.iter_mut().zip(values) {
            trace.pass(*value);
        }
    }

    /// Takes a row of the results, one value for each channel.
    pub fn row(&mut self, time: f64, values: &[f64]) {
        for (trace, value) in self.traces.iter_mut().zip(values) {
            trace.row(time, *value);
        }
    }

    /// Extremes so far, least and greatest of each channel in turn, for a checkpoint.
    pub fn extremes(&self) -> impl Iterator<Item = [f64; 2]> {
        self.traces
            .iter()
            .map(|trace| [trace.least, trace.greatest])
    }

    /// Widens the extremes to those of a checkpoint.
    pub fn widen(&mut self, extremes: impl IntoIterator<Item = [f64; 2]>) {
        for (trace, [least, greatest]) in self.traces.iter_mut().zip(extremes) {
            trace.least = trace.least.min(least);
            trace.greatest = trace.greatest.max(greatest);
        }
    }

    /// Puts the values of all folds of the channels, in their order.
    pub fn put<'q>(&self, quantities: impl IntoIterator<Item = &'q Quantity>, group: &mut Group) {
        for (quantity, trace) in quantities.into_iter().zip(&self.traces) {
            for fold in quantity.folds {
                group.put(fold.key.key, trace.value(fold.rule));
            }
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::float_cmp,
    reason = "sums of a few small whole numbers are exact"
)]
mod tests {
    use super::*;

    fn folded(rows: &[[f64; 2]]) -> Trace {
        let mut folds = Folds::new(1);
        for [time, value] in rows {
            folds.row(*time, &[*value]);
        }
        folds.traces[0]
    }

    /// Rows at uneven times of v = 2 t: the mean over 0 to 3 is 3.
    #[test]
    fn means_weigh_with_time() {
        let trace = folded(&[[0.0, 0.0], [0.5, 1.0], [3.0, 6.0]]);
        assert_eq!(trace.value(FoldRule::Mean), 3.0);
        assert_eq!(folded(&[[1.0, 7.0]]).value(FoldRule::Mean), 7.0);
    }

    #[test]
    fn each_rule_has_its_value() {
        let trace = folded(&[[0.0, -4.0], [1.0, 0.0], [2.0, 0.0], [3.0, 2.0]]);
        let value = |rule| trace.value(rule);
        assert_eq!(value(FoldRule::Last), 2.0);
        assert_eq!(value(FoldRule::Largest), 2.0);
        assert_eq!(value(FoldRule::LargestSize), 4.0);
        assert_eq!(value(FoldRule::PeakToPeak), 6.0);
        assert_eq!(value(FoldRule::HalfPeakToPeak), 3.0);
        assert!((value(FoldRule::ShareOfZero) - 2.0 / 3.0).abs() < 1e-15);
    }

    /// Steps between rows count for extremes only.
    #[test]
    fn peaks_between_rows_are_seen() {
        let mut folds = Folds::new(1);
        folds.row(0.0, &[1.0]);
        folds.step(&[9.0]);
        folds.row(1.0, &[1.0]);
        let trace = folds.traces[0];
        assert_eq!(trace.value(FoldRule::Largest), 9.0);
        assert_eq!(trace.value(FoldRule::Mean), 1.0);
        let mut later = Folds::new(1);
        later.widen(folds.extremes());
        assert_eq!(later.traces[0].value(FoldRule::Largest), 9.0);
    }
}
