//! Amplitudes of a record over frequency.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | h | `step`: time from value to value | s |
//! | n | number of values | |
//! | w_k = ½ (1 − cos 2πk/n) | Hann's window | |
//! | A_j = 2 |Σ w_k (x_k − x̄) e^{2πijk/n}| / Σ w_k | amplitude at f_j = j/(n h) | |
//!
//! A wave whose frequency is one of the f_j has its amplitude there and half of it beside; one between two of them loses at most 15 %.

use std::f64::consts::TAU;

use pitchline_algebra::{Complex, Fourier};

/// Fewer values show no spectrum.
const FEWEST: usize = 16;

/// Steps may differ by this share: times are rounded.
const EVEN: f64 = 1e-6;

/// Frequency (Hz) and amplitude of values at even times; a last step that is shorter is left out. None of too few or uneven ones.
pub(super) fn spectrum(times: &[f64], values: &[f64]) -> Option<Vec<[f64; 2]>> {
    let step = times.get(1)? - times.first()?;
    let is_even = |pair: &[f64]| (pair[1] - pair[0] - step).abs() <= EVEN * step;
    let n_even = 1 + times.windows(2).take_while(|pair| is_even(pair)).count();
    if n_even < FEWEST || n_even + 1 < times.len() || values.len() < n_even {
        return None;
    }
    let values = &values[..n_even];
    let n = n_even as f64;
    let mean = values.iter().sum::<f64>() / n;
    let window = |k: usize| 0.5 * (1.0 - (TAU * k as f64 / n).cos());
    let weighed = values.iter().enumerate();
    let mut waves: Vec<Complex> = weighed
        .map(|(k, x)| Complex::new(window(k) * (x - mean), 0.0))
        .collect();
    Fourier::new(n_even).sum(&mut waves);
    // Σ w_k = n/2
    let amplitude = |wave: &Complex| 2.0 * wave.re.hypot(wave.im) / (0.5 * n);
    let half = waves.iter().take(n_even / 2).enumerate();
    Some(
        half.map(|(j, wave)| [j as f64 / (n * step), amplitude(wave)])
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3 cos 2π 50 t + 7 over 1 s of 1000 values: all at 50 Hz, half beside it, nothing elsewhere; the mean is not there.
    #[test]
    fn a_wave_has_its_amplitude_at_its_frequency() {
        let times: Vec<f64> = (0..1000).map(|k| 1e-3 * f64::from(k)).collect();
        let values: Vec<f64> = times
            .iter()
            .map(|t| 7.0 + 3.0 * (TAU * 50.0 * t).cos())
            .collect();
        let found = spectrum(&times, &values).unwrap();
        assert_eq!(found.len(), 500);
        for [frequency, amplitude] in found {
            let expected = match (frequency - 50.0).abs() {
                off if off < 0.5 => 3.0,
                off if off < 1.5 => 1.5,
                _ => 0.0,
            };
            assert!(
                (amplitude - expected).abs() < 1e-12,
                "{frequency}: {amplitude}"
            );
        }
        // A last row where the run ends.
        let mut longer = (times.clone(), values.clone());
        longer.0.push(0.9993);
        longer.1.push(0.0);
        assert_eq!(spectrum(&longer.0, &longer.1), spectrum(&times, &values));
        longer.0[500] += 1e-4;
        assert_eq!(spectrum(&longer.0, &longer.1), None);
        assert_eq!(spectrum(&times[..15], &values[..15]), None);
    }
}
