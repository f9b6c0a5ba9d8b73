use super::*;

fn frequencies(low: f64, high: f64) -> Vec<f64> {
    let ratio: f64 = high / low;
    (0..200)
        .map(|i| low * ratio.powf(f64::from(i) / 199.0))
        .collect()
}

fn near(found: f64, exact: f64) {
    let off = (found - exact).abs() / exact.abs();
    assert!(off < 1e-11, "{found} instead of {exact}");
}

/// K/(s (s + a)(s + b)): arg L = −π where ω² = a b, and there |L| = K/(a b (a + b)).
#[test]
fn three_poles_have_the_margins_of_routh() {
    let (gain, a, b) = (30.0, 2.0, 7.0);
    let l = |w: f64| {
        let s = Complex::new(0.0, w);
        Ok(gain / (s * (s + a) * (s + b)))
    };
    let margins = Margins::of(&frequencies(0.01, 1e3), None, l).unwrap();
    let crossing = margins.gain_margin().unwrap();
    near(crossing.frequency, (a * b).sqrt());
    near(crossing.factor, a * b * (a + b) / gain);
    assert_eq!(margins.phase_crossings.len(), 1);
    assert_eq!(margins.gain_reduction(), None);
    // The phase at the gain crossing by its three parts.
    let [crossing] = margins.gain_crossings[..] else {
        panic!("{margins:?}");
    };
    let w = crossing.frequency;
    near(w * (w * w + a * a).sqrt() * (w * w + b * b).sqrt(), gain);
    let margin = PI / 2.0 - (w / a).atan() - (w / b).atan();
    near(crossing.phase_margin, margin);
    near(crossing.delay_margin(), margin / w);
}

/// K/s with a delay T: ω_g = K, φ_m = π/2 − K T, ω_π = π/(2T) and every 2π/T further on, factor π/(2 K T).
#[test]
fn a_delayed_integrator() {
    let (gain, delay) = (5.0, 0.1);
    let l = |w: f64| Ok(Complex::new(0.0, -w * delay).exp() * gain / Complex::new(0.0, w));
    let margins = Margins::of(&frequencies(0.1, 100.0), None, l).unwrap();
    let [crossing] = margins.gain_crossings[..] else {
        panic!("{margins:?}");
    };
    near(crossing.frequency, gain);
    near(crossing.phase_margin, PI / 2.0 - gain * delay);
    near(crossing.delay_margin(), PI / (2.0 * gain) - delay);
    near(
        margins.gain_margin().unwrap().factor,
        PI / (2.0 * gain * delay),
    );
    let expected = [1.0, 5.0].map(|k| k * PI / (2.0 * delay));
    assert_eq!(margins.phase_crossings.len(), expected.len());
    for (found, exact) in margins.phase_crossings.iter().zip(expected) {
        near(found.frequency, exact);
    }
}

/// A loop that must not be too weak: K (s + z)²/s³ turns the sign where ω = z, with |L| = 2K/z.
#[test]
fn a_loop_that_needs_its_gain() {
    let (gain, zero) = (8.0, 3.0);
    let l = |w: f64| {
        let s = Complex::new(0.0, w);
        Ok((s + zero) * (s + zero) * gain / (s * s * s))
    };
    let margins = Margins::of(&frequencies(0.1, 1e3), None, l).unwrap();
    assert_eq!(margins.gain_margin(), None);
    let least = margins.gain_reduction().unwrap();
    near(least.frequency, zero);
    near(least.factor, zero / (2.0 * gain));
}

/// K/(1 + τ s) closes to (K/(1 + K))/(1 + τ s/(1 + K)): bandwidth (1 + K)/τ, |L| = 1 where ωτ = √(K² − 1), no sign is turned.
#[test]
fn a_lag_has_a_bandwidth_and_no_gain_margin() {
    let (gain, time): (f64, f64) = (4.0, 0.2);
    let l = |w: f64| Ok(gain / (Complex::new(1.0, w * time)));
    let margins = Margins::of(&frequencies(0.1, 1e3), Some(gain), l).unwrap();
    near(margins.bandwidth.unwrap(), (1.0 + gain) / time);
    assert_eq!(margins.gain_margin(), None);
    let crossing = margins.phase_margin().unwrap();
    let w = (gain * gain - 1.0).sqrt() / time;
    near(crossing.frequency, w);
    near(crossing.phase_margin, PI - (w * time).atan());
}

/// A spring without damping: L goes through infinity, is real everywhere, and has no phase to spare beyond its resonance.
#[test]
fn infinity_is_no_crossing() {
    let l = |w: f64| Ok(Complex::new(2.0 / (1.0 - w * w), 0.0));
    let margins = Margins::of(&frequencies(0.11, 10.0), Some(2.0), l).unwrap();
    assert_eq!(margins.phase_crossings, []);
    let [crossing] = margins.gain_crossings[..] else {
        panic!("{margins:?}");
    };
    near(crossing.frequency, 3f64.sqrt());
    assert!(crossing.phase_margin.abs() < 1e-12);
    assert_eq!(Margins::of(&[], None, l).unwrap(), Margins::default());
}
