//! Round values for an axis and their labels, for any range of numbers.

/// Larger numbers are drawn as this one; it leaves room for differences.
const LARGEST: f64 = 1e300;

/// Smaller numbers are drawn as 0; it leaves room for quotients.
const SMALLEST: f64 = 1e-300;

/// Relative span below which a range is rounding noise around one value.
const NOISE: f64 = 1e-12;

/// A label with more digits than this is shortened by an offset in the title of the axis.
const MOST_DIGITS: usize = 7;

/// A step may be this much smaller than asked for: four ticks too many read better than half of them missing.
const SLACK: f64 = 0.8;

/// The ticks of an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ticks {
    /// Where they stand, ascending.
    pub values: Vec<f64>,
    /// Their labels, in units of `10^exponent` and without the offset.
    pub labels: Vec<String>,
    /// Power of ten that belongs into the title of the axis.
    pub exponent: i32,
    /// What was subtracted from the labels, as markup with its sign reversed, such as `− 1000000`; empty if nothing.
    pub offset: String,
    /// Distance of two ticks.
    pub step: f64,
    /// The same as digit and power of ten.
    pub(super) round_step: (i128, i32),
}

/// Brings a number into the span that axes can handle; not-a-number stays.
pub fn tame(value: f64) -> f64 {
    if value.abs() < SMALLEST {
        0.0
    } else {
        value.clamp(-LARGEST, LARGEST)
    }
}

/// The range of the numbers, without infinities and not-a-numbers; `None` if nothing is left.
pub fn range_of(values: impl IntoIterator<Item = f64>) -> Option<[f64; 2]> {
    values
        .into_iter()
        .filter(|value| value.is_finite())
        .map(tame)
        .fold(None, |range, value| match range {
            None => Some([value, value]),
            Some([low, high]) => Some([value.min(low), value.max(high)]),
        })
}

/// A range with low < high that an axis can show: constant values get room on both sides.
pub fn sane([low, high]: [f64; 2]) -> [f64; 2] {
    if !low.is_finite() || !high.is_finite() {
        return [0.0, 1.0];
    }
    let (low, high) = (tame(low.min(high)), tame(low.max(high)));
    let largest = low.abs().max(high.abs());
    if high - low > NOISE * largest {
        return [low, high];
    }
    let middle = 0.5 * low + 0.5 * high;
    let half = if largest > 0.0 { 0.05 * largest } else { 1.0 };
    [middle - half, middle + half]
}

/// The range grown to the ticks around it, with some room; it does not grow across zero.
pub fn rounded(range: [f64; 2], most: usize) -> [f64; 2] {
    let [low, high] = sane(range);
    let room = 0.015 * (high - low);
    let roomy = [
        if low >= 0.0 {
            (low - room).max(0.0)
        } else {
            low - room
        },
        if high <= 0.0 {
            (high + room).min(0.0)
        } else {
            high + room
        },
    ];
    let (digit, power) = step_of(roomy, most);
    let step = digit as f64;
    let outward = |value: f64, round: fn(f64) -> f64, slack: f64| {
        let count = round(divided(value, power) / step + slack);
        times_power(count * step, power)
    };
    sane([
        outward(roomy[0], f64::floor, 1e-6),
        outward(roomy[1], f64::ceil, -1e-6),
    ])
}

/// At least two and about `most` ticks at steps of 1, 2 or 5 times a power of ten.
pub fn ticks(range: [f64; 2], most: usize) -> Ticks {
    let range = sane(range);
    let mut n_steps = most;
    loop {
        let ticks = ticks_at(range, step_of(range, n_steps));
        // One tick tells no scale.
        if ticks.values.len() > 1 || n_steps >= 16 {
            return ticks;
        }
        n_steps += 1;
    }
}

/// Ticks at steps of 45°, 90° or 180°, the finest that gives no more than `most`; round ones where the range is smaller.
pub fn parts_of_a_turn(range: [f64; 2], most: usize) -> Ticks {
    let range = sane(range);
    let steps = [(45, 0), (9, 1), (18, 1)];
    let fits = |(digit, power): &(i128, i32)| {
        let count = (range[1] - range[0]) / times_power(*digit as f64, *power);
        (1.0..=most as f64).contains(&count)
    };
    match steps.into_iter().find(fits) {
        Some(step) => ticks_at(range, step),
        None => ticks(range, most),
    }
}

/// Ticks with the step of another axis; `None` if that gives fewer than two.
pub fn with_step_of(range: [f64; 2], other: &Ticks) -> Option<Ticks> {
    let range = sane(range);
    let is_fine = other.step > 0.0 && (range[1] - range[0]) / other.step < 50.0;
    let ticks = is_fine.then(|| ticks_at(range, other.round_step))?;
    (ticks.values.len() > 1).then_some(ticks)
}

/// The ticks at multiples of `digit · 10^power`.
fn ticks_at([low, high]: [f64; 2], (digit, power): (i128, i32)) -> Ticks {
    let step = digit as f64;
    // Counted in units of 10^power, ticks are whole numbers: labels are then exact.
    let first = (divided(low, power) / step - 1e-6).ceil() as i128;
    let last = (divided(high, power) / step + 1e-6).floor() as i128;
    let counts: Vec<i128> = (first..=last).map(|count| count * digit).collect();
    let offset = offset_of(&counts);
    let largest = counts
        .iter()
        .map(|count| (count - offset).unsigned_abs())
        .max()
        .unwrap_or(0);
    let exponent = exponent_of(largest, power);
    Ticks {
        values: counts
            .iter()
            .map(|count| times_power(*count as f64, power))
            .collect(),
        labels: counts
            .iter()
            .map(|count| decimal(count - offset, power - exponent))
            .collect(),
        exponent,
        offset: offset_text(offset, power),
        step: times_power(step, power),
        round_step: (digit, power),
    }
}

/// Digit 1, 2 or 5 and power of ten of the step.
fn step_of([low, high]: [f64; 2], most: usize) -> (i128, i32) {
    let raw = (high - low) / most.max(1) as f64;
    let power = raw.log10().floor() as i32;
    let lead = divided(raw, power);
    let digit = [1, 2, 5]
        .into_iter()
        .find(|digit| *digit as f64 >= lead * SLACK);
    digit.map_or((1, power + 1), |digit| (digit, power))
}

fn divided(value: f64, power: i32) -> f64 {
    times_power(value, -power)
}

/// `value · 10^power`, by division for negative powers: 3 / 10 is the float next to 0.3, 3 · 0.1 is not.
fn times_power(value: f64, power: i32) -> f64 {
    if power < 0 {
        value / 10_f64.powi(-power)
    } else {
        value * 10_f64.powi(power)
    }
}

/// The round number to subtract from labels that would be too long.
fn offset_of(counts: &[i128]) -> i128 {
    let (Some(first), Some(last)) = (counts.first(), counts.last()) else {
        return 0;
    };
    let largest = first.unsigned_abs().max(last.unsigned_abs());
    if largest.to_string().len() <= MOST_DIGITS {
        return 0;
    }
    // The roundest number that is not farther from the ticks than ten times their span.
    let farthest = 10 * (last - first).max(1);
    let middle = i128::midpoint(*first, *last);
    let mut round = 10_i128.pow(largest.to_string().len() as u32);
    while round > 1 {
        let offset = (middle + round / 2).div_euclid(round) * round;
        if (first - offset).abs().max((last - offset).abs()) <= farthest {
            return offset;
        }
        round /= 10;
    }
    middle
}

fn offset_text(offset: i128, power: i32) -> String {
    if offset == 0 {
        return String::new();
    }
    let sign = if offset > 0 { '−' } else { '+' };
    let digits = offset.unsigned_abs().to_string();
    let lead_power = digits.len() as i32 - 1 + power;
    if (-4..=14).contains(&lead_power) {
        let text = decimal(offset.abs(), power);
        let text = match text.split_once('.') {
            Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
            None => &text,
        };
        return format!("{sign} {text}");
    }
    let digits = digits.trim_end_matches('0');
    let (lead, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let lead_power = lead_power.to_string().replace('-', "−");
    format!("{sign} {lead}{point}{rest}·10^{{{lead_power}}}")
}

/// Power of ten, a multiple of three, for labels outside of 0.01 … 99999; 0 for those within.
fn exponent_of(largest: u128, power: i32) -> i32 {
    if largest == 0 {
        return 0;
    }
    let lead_power = largest.to_string().len() as i32 - 1 + power;
    if (-2..=4).contains(&lead_power) {
        0
    } else {
        lead_power.div_euclid(3) * 3
    }
}

/// `count · 10^power` in decimals, exactly.
fn decimal(count: i128, power: i32) -> String {
    let sign = if count < 0 { "−" } else { "" };
    let mut digits = count.unsigned_abs().to_string();
    if power >= 0 {
        if count != 0 {
            digits.push_str(&"0".repeat(power as usize));
        }
        return format!("{sign}{digits}");
    }
    let n_decimals = power.unsigned_abs() as usize;
    if count == 0 {
        // Axes write a plain 0, whatever the decimals of the others.
        return "0".to_owned();
    }
    if digits.len() <= n_decimals {
        digits = format!("{}{digits}", "0".repeat(n_decimals + 1 - digits.len()));
    }
    let (whole, part) = digits.split_at(digits.len() - n_decimals);
    format!("{sign}{whole}.{part}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(low: f64, high: f64) -> Vec<String> {
        ticks([low, high], 5).labels
    }

    #[test]
    fn angles_have_parts_of_a_turn() {
        let labels = |range, most| parts_of_a_turn(range, most).labels;
        let turn = [-180.0, 180.0];
        assert_eq!(labels(turn, 4), ["−180", "−90", "0", "90", "180"]);
        assert_eq!(labels(turn, 8).len(), 9);
        assert_eq!(labels(turn, 2), ["−180", "0", "180"]);
        assert_eq!(labels([0.0, 10.0], 5), ["0", "2", "4", "6", "8", "10"]);
    }

    #[test]
    fn labels_are_round_and_exact() {
        assert_eq!(labels(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(-0.1, 0.1), ["−0.10", "−0.05", "0", "0.05", "0.10"]);
        assert_eq!(labels(0.0, 47.0), ["0", "10", "20", "30", "40"]);
    }

    #[test]
    fn huge_and_tiny_values_move_their_power_into_the_title() {
        let huge = ticks([0.0, 2.1e11], 5);
        assert_eq!(huge.exponent, 9);
        assert_eq!(huge.labels, ["0", "50", "100", "150", "200"]);
        let tiny = ticks([0.0, 2.1e-6], 5);
        assert_eq!(tiny.exponent, -6);
        assert_eq!(tiny.labels, ["0", "0.5", "1.0", "1.5", "2.0"]);
    }

    #[test]
    fn a_small_range_far_from_zero_gets_an_offset() {
        let far = ticks([1_000_000.001, 1_000_000.002], 5);
        assert_eq!(far.offset, "− 1000000");
        assert_eq!(far.exponent, -3);
        assert_eq!(far.labels, ["1.0", "1.2", "1.4", "1.6", "1.8", "2.0"]);
    }

    #[test]
    fn constant_and_invalid_ranges_become_ranges() {
        for (range, inside) in [([0.0, 0.0], 0.0), ([5.0, 5.0], 5.0), ([f64::NAN, 1.0], 0.5)] {
            let [low, high] = sane(range);
            assert!(low < inside && high > inside);
        }
        assert_eq!(range_of([f64::NAN, f64::INFINITY]), None);
    }

    proptest! {
        #[test]
        fn any_range_gives_few_distinct_labels(a in any::<f64>(), b in any::<f64>(), most in 2_usize..12) {
            let range = sane([a, b]);
            let ticks = ticks(range, most);
            prop_assert!(ticks.values.len() <= most + most / 4 + 2, "{ticks:?}");
            prop_assert!(ticks.values.is_sorted());
            let slack = 1e-3 * (range[1] - range[0]);
            for (value, label) in ticks.values.iter().zip(&ticks.labels) {
                prop_assert!(*value >= range[0] - slack && *value <= range[1] + slack);
                prop_assert!(label.chars().count() <= 12, "{label}");
                prop_assert!(label != "−0");
            }
            let mut distinct = ticks.labels.clone();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), ticks.labels.len());
        }

        #[test]
        fn near_ranges_work_too(middle in -1e6..1e6_f64, power in -18..8_i32, most in 4_usize..10) {
            let half = 10_f64.powi(power);
            let range = sane([middle - half, middle + half]);
            let ticks = ticks(range, most);
            prop_assert!(ticks.values.len() >= 2, "{ticks:?}");
            let grown = rounded(range, most);
            prop_assert!(grown[0] <= range[0] + 1e-5 * ticks.step && grown[1] >= range[1] - 1e-5 * ticks.step);
        }
    }
}
