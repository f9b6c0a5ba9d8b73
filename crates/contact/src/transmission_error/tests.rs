//! Closed forms, differences and continuity of every kind of transmission error.

use std::f64::consts::{PI, TAU};

use proptest::prelude::*;

use super::*;

fn close(told: [f64; 3], expected: [f64; 3], tolerances: [f64; 3]) {
    for i in 0..3 {
        let error = (told[i] - expected[i]).abs();
        assert!(
            error <= tolerances[i],
            "derivative {i}: {told:?} {expected:?}"
        );
    }
}

#[test]
fn nothing_is_nothing() {
    close(TransmissionError::default().at(3.7), [0.0; 3], [0.0; 3]);
}

/// \[cardona\] (39) at points of known sine and cosine, also after a million teeth.
#[test]
fn the_wave_of_the_source() {
    let wave = TransmissionError::Amplitude(2.0);
    for whole in [0.0, 1e6, -3e6] {
        for (part, expected) in [
            (0.0, [0.0, 0.0, 2.0 * TAU * TAU]),
            (0.25, [2.0, 2.0 * TAU, 0.0]),
            (0.5, [4.0, 0.0, -2.0 * TAU * TAU]),
        ] {
            close(wave.at(whole + part), expected, [1e-14, 1e-13, 1e-13]);
        }
    }
}

/// 1 − cos is a mean and one harmonic with phase π.
#[test]
fn the_wave_is_a_series() {
    let wave = TransmissionError::Amplitude(3e-6);
    let harmonic = Harmonic {
        order: 1,
        period: Period::MeshCycle,
        amplitude: 3e-6,
        phase: PI,
    };
    let series = TransmissionError::Series(ErrorSeries::new(3e-6, vec![harmonic]).unwrap());
    for i in -30..30 {
        let cycles = 0.173 * f64::from(i);
        close(series.at(cycles), wave.at(cycles), [1e-20, 1e-19, 1e-18]);
    }
}

/// The second order of a turn of 25 teeth is the cosine of twice the angle of the wheel.
#[test]
fn orders_of_a_turn_follow_the_wheel() {
    let teeth = 25;
    let harmonic = Harmonic {
        order: 2,
        period: Period::Turn { teeth },
        amplitude: 1.0,
        phase: 0.3,
    };
    let series = TransmissionError::Series(ErrorSeries::new(0.0, vec![harmonic]).unwrap());
    for angle in [0.0, 0.4, 3.0, -2.0] {
        let z = f64::from(teeth);
        let rate = 2.0 * TAU / z;
        let (sin, cos) = (2.0 * angle + 0.3f64).sin_cos();
        let expected = [cos, -rate * sin, -rate * rate * cos];
        close(series.at(angle * z / TAU), expected, [1e-14; 3]);
        // A hundred thousand turns later: 1e5·25 cycles carry 2.3e-10 of a cycle.
        close(series.at((angle / TAU + 1e5) * z), expected, [1e-9; 3]);
    }
}

fn sampled(period: u32, n: usize, wave: impl Fn(f64) -> f64) -> ErrorTable {
    let step = f64::from(period) / n as f64;
    let values = (0..n).map(|i| wave(i as f64 * step)).collect();
    ErrorTable::new(period, values).unwrap()
}

/// Largest errors of value, slope and curvature of a table of a wave that repeats after `period` cycles.
fn errors(period: u32, n: usize) -> [f64; 3] {
    let rate = TAU / f64::from(period);
    let table = TransmissionError::Table(sampled(period, n, |c| (rate * c + 0.2).sin()));
    let mut largest = [0f64; 3];
    for i in 0..997 {
        let cycles = f64::from(period) * (f64::from(i) / 997.0 * 3.0 - 1.0);
        let (sin, cos) = (rate * cycles + 0.2).sin_cos();
        let told = table.at(cycles);
        for (k, exact) in [sin, rate * cos, -rate * rate * sin].iter().enumerate() {
            largest[k] = largest[k].max((told[k] - exact).abs());
        }
    }
    largest
}

/// Optimal bounds of cubic splines: 5/384 h⁴, 1/24 h³ and 3/8 h² times the fourth derivative. \[hall-meyer\]
#[test]
fn tables_converge_within_the_bounds_of_splines() {
    for period in [1, 7] {
        for n in [8, 16, 64] {
            let h = TAU / n as f64;
            let rate = TAU / f64::from(period);
            let bounds = [
                5.0 / 384.0 * h.powi(4),
                rate * h.powi(3) / 24.0,
                rate * rate * 3.0 / 8.0 * h.powi(2),
            ];
            let errors = errors(period, n);
            for k in 0..3 {
                let (error, bound) = (errors[k], bounds[k]);
                assert!(error <= bound, "{period} {n} {k}: {error} {bound}");
                // The bounds are sharp but for a factor: a spline that were exact would be another curve.
                assert!(error > 0.1 * bound, "{period} {n} {k}: {error} {bound}");
            }
        }
    }
}

/// Slopes of the smallest table, by hand: y = (0, 1, 2) gives 3 m_i + Σm = 3 (y_{i+1} − y_{i−1}) and Σm = 0.
#[test]
fn slopes_of_three_values() {
    let table = TransmissionError::Table(ErrorTable::new(3, vec![0.0, 1.0, 2.0]).unwrap());
    for (cycles, value, slope) in [(0.0, 0.0, -1.0), (1.0, 1.0, 2.0), (2.0, 2.0, -1.0)] {
        let told = table.at(cycles);
        assert!((told[0] - value).abs() < 1e-15 && (told[1] - slope).abs() < 1e-14);
    }
}

#[test]
fn bad_data_says_what_to_write() {
    let harmonic = |order, teeth, amplitude| {
        let period = Period::Turn { teeth };
        let phase = 0.0;
        ErrorSeries::new(
            0.0,
            vec![Harmonic {
                order,
                period,
                amplitude,
                phase,
            }],
        )
        .unwrap_err()
        .to_string()
    };
    let told = [
        harmonic(0, 20, 1.0),
        harmonic(1, 0, 1.0),
        harmonic(1, 20, f64::NAN),
        ErrorSeries::new(f64::INFINITY, Vec::new())
            .unwrap_err()
            .to_string(),
        ErrorTable::new(0, vec![0.0; 5]).unwrap_err().to_string(),
        ErrorTable::new(1, vec![0.0; 2]).unwrap_err().to_string(),
        ErrorTable::new(1, vec![0.0, 1.0, f64::NAN])
            .unwrap_err()
            .to_string(),
        TransmissionError::Amplitude(f64::NAN)
            .check()
            .unwrap_err()
            .to_string(),
    ];
    let expected = [
        "harmonics, harmonic 1, order = 0 is not possible; write 1 or more; a constant is the mean",
        "harmonics, harmonic 1, teeth = 0 is not possible; write the number of teeth of the wheel that turns",
        "harmonics, harmonic 1, amplitude = NaN is not possible; write a finite number",
        "mean of the transmission error = inf is not possible; write a finite number",
        "mesh_cycles = 0 is not possible; write 1 or more: how many teeth pass until the values repeat",
        "transmission error values has 2 of them, which is too few; write at least 3, equally spaced over the mesh cycles, without repeating the first at the end",
        "transmission error values, value 3 = NaN is not possible; write a finite number",
        "transmission error amplitude = NaN is not possible; write a finite number",
    ];
    assert_eq!(told, expected);
}

/// No number of cycles breaks a table.
#[test]
fn strange_places_do_not_panic() {
    let table = sampled(3, 7, f64::sin);
    for cycles in [f64::NAN, f64::INFINITY, -1e-300, 1e300, -0.0, 3.0 - 1e-16] {
        let told = table.at(cycles);
        assert_eq!(
            told[0].is_finite(),
            cycles.is_finite(),
            "{cycles}: {told:?}"
        );
    }
}

proptest! {
    /// The three numbers belong together, and nothing jumps at the values, at the end of the period least of all.
    #[test]
    fn tables_are_smooth(values in prop::collection::vec(-1.0..1.0f64, 3..40), period in 1u32..6, at in 0usize..40) {
        let n = values.len();
        let table = ErrorTable::new(period, values).unwrap();
        let step = f64::from(period) / n as f64;
        let knot = step * at as f64;
        let d = 1e-7 * step;
        let [before, here, after] = [knot - d, knot, knot + d].map(|c| table.at(c));
        // Slopes are below 3/h and third derivatives below 36/h³ times the range of the values, 2.
        prop_assert!((after[0] - before[0]).abs() < 2e-6);
        prop_assert!((after[1] - before[1]).abs() * step < 2e-5);
        prop_assert!((after[2] - before[2]).abs() * step * step < 2e-5);
        // Central differences of second order, rounding of 1e-16 over 1e-7.
        let slope = (after[0] - before[0]) / (2.0 * d);
        let curvature = (after[1] - before[1]) / (2.0 * d);
        prop_assert!((slope - here[1]).abs() * step < 1e-6);
        prop_assert!((curvature - here[2]).abs() * step * step < 1e-5);
    }
}
