//! Ticks of a logarithmic axis. Its numbers are common logarithms: 3 stands for 1000.

use super::ticks::{self, Ticks};

/// Decades up to which ticks stand at 1, 2 and 5 of each.
const FEW: f64 = 2.2;
/// Below, a range has too few of these ticks and gets evenly spaced ones.
const SHORT: f64 = 0.7;
/// Powers of ten that are written out.
const WRITTEN_OUT: std::ops::RangeInclusive<i32> = -2..=4;

/// At most about `most` ticks between two logarithms.
pub(crate) fn ticks(range: [f64; 2], most: usize) -> Ticks {
    let [low, high] = ticks::sane(range);
    let span = high - low;
    let slack = 1e-9 * span;
    let digits: &[u8] = match span {
        span if span <= SHORT => &[1, 2, 3, 4, 5, 6, 7, 8, 9],
        span if span <= FEW => &[1, 2, 5],
        _ => &[1],
    };
    let step = match digits.len() {
        1 => (span / most.max(1) as f64).ceil().max(1.0) as i32,
        _ => 1,
    };
    let (first, last) = (low.floor() as i32, high.ceil() as i32);
    let powers = (first..=last).filter(|power| power.rem_euclid(step) == 0);
    let marks = powers.flat_map(|power| digits.iter().map(move |digit| (*digit, power)));
    let marks: Vec<(u8, i32)> = marks
        .filter(|mark| {
            let value = logarithm(*mark);
            value >= low - slack && value <= high + slack
        })
        .collect();
    let is_written_out = marks.iter().all(|(_, power)| WRITTEN_OUT.contains(power));
    let values: Vec<f64> = marks.iter().map(|mark| logarithm(*mark)).collect();
    let nearest = values.windows(2).map(|pair| pair[1] - pair[0]);
    Ticks {
        step: nearest.fold(f64::from(step), f64::min),
        labels: marks
            .iter()
            .map(|(digit, power)| label(*digit, *power, is_written_out))
            .collect(),
        values,
        ..Ticks::default()
    }
}

fn logarithm((digit, power): (u8, i32)) -> f64 {
    f64::from(digit).log10() + f64::from(power)
}

fn label(digit: u8, power: i32, is_written_out: bool) -> String {
    if is_written_out {
        let decimals = power.min(0).unsigned_abs() as usize;
        return format!("{:.decimals$}", f64::from(digit) * 10_f64.powi(power));
    }
    let power = power.to_string().replace('-', "−");
    match digit {
        1 => format!("10^{{{power}}}"),
        digit => format!("{digit}·10^{{{power}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decades_and_their_parts() {
        assert_eq!(
            ticks([1.0, 3.0], 8).labels,
            ["10", "20", "50", "100", "200", "500", "1000"]
        );
        assert_eq!(ticks([-9.0, -3.0], 8).labels[..2], ["10^{−9}", "10^{−8}"]);
        assert_eq!(
            ticks([-10.0, 10.0], 5).labels,
            ["10^{−8}", "10^{−4}", "10^{0}", "10^{4}", "10^{8}"]
        );
        assert_eq!(ticks([2.0, 2.5], 5).labels, ["100", "200", "300"]);
    }

    proptest! {
        #[test]
        fn ticks_lie_within_and_ascend(low in -300.0..300.0_f64, span in 0.0..600.0_f64, most in 2_usize..12) {
            let ticks = ticks([low, (low + span).min(300.0)], most);
            prop_assert!(ticks.values.is_sorted());
            prop_assert!(ticks.values.len() == ticks.labels.len() && ticks.step > 0.0);
            prop_assert!(ticks.values.len() <= 2 * most + 8, "{}", ticks.values.len());
        }
    }
}
