use super::*;

/// By rows, with one input and one output.
fn space(a: &[f64], b: &[f64], c: &[f64]) -> StateSpace {
    let names = |n: usize| (0..n).map(|i| i.to_string()).collect();
    StateSpace {
        a: a.to_vec(),
        b: b.to_vec(),
        c: c.to_vec(),
        d: vec![0.0],
        states: names(b.len()),
        inputs: names(1),
        outputs: names(1),
    }
}

fn near(found: f64, exact: f64) {
    let off = (found - exact).abs() / exact.abs();
    assert!(off < 1e-11, "{found} instead of {exact}");
}

const RANGE: [f64; 2] = [0.01, 1e4];

fn frequencies() -> Vec<f64> {
    let [low, high] = RANGE;
    (0..300)
        .map(|i| low * (high / low).powf(f64::from(i) / 299.0))
        .collect()
}

/// A motor with an integrating load: L = K/(s (1 + t₁ s)(1 + t₂ s)), stable below K = 1/t₁ + 1/t₂ (Routh), which is the gain margin at
/// K = 1; its charge, the last state, is idle.
#[test]
fn a_third_order_loop_is_stable_up_to_its_gain_margin() {
    let [t1, t2] = [0.2, 0.03];
    let (sum, product) = (t1 + t2, t1 * t2);
    let a = [
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, -1.0 / product, -sum / product, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ];
    let plant = space(
        a.as_flattened(),
        &[0.0, 0.0, 1.0 / product, 0.0],
        &[1.0, 0.0, 0.0, 0.0],
    );
    let most = 1.0 / t1 + 1.0 / t2;
    for gain in [0.5, 0.999 * most, 1.001 * most] {
        let mut open = OpenLoop::new(&plant, LoopLaw::Gain(gain)).unwrap();
        assert_eq!(open.at_rest(), None, "an integrator has no bound");
        let margins = open.margins(&frequencies()).unwrap();
        let crossing = margins.phase_crossings[0];
        near(crossing.frequency, 1.0 / product.sqrt());
        near(crossing.factor, most / gain);
        assert_eq!(open.is_stable_closed().unwrap(), gain < most);
        let s = Complex::new(0.0, 3.0);
        let exact = gain / (s * (s * t1 + 1.0) * (s * t2 + 1.0));
        assert!((open.at(3.0).unwrap() - exact).norm() < 1e-12 * exact.norm());
    }
    // The sign turned round: the loop grows for every gain.
    let open = OpenLoop::new(&plant, LoopLaw::Gain(-0.5)).unwrap();
    assert!(!open.is_stable_closed().unwrap());
}

/// A lag b/(s + a), sampled: e^{−aT}, b (1 − e^{−aT})/a. With P alone the closed factor is e^{−aT} − P b_d, stable down to −1:
/// P < (1 + e^{−aT})/b_d, and L(−1) = −P b_d/(1 + e^{−aT}) at half the rate of the samples.
#[test]
fn a_sampled_lag_is_stable_up_to_its_gain_margin() {
    let (a, b, time) = (3.0, 6.0, 0.1_f64);
    let decay = (-a * time).exp();
    let b_d = b * (1.0 - decay) / a;
    let most = (1.0 + decay) / b_d;
    for gain in [0.5 * most, 0.999 * most, 1.001 * most] {
        let law = LoopLaw::Sampled {
            proportional: gain,
            integral: 0.0,
            sample_time: time,
        };
        let mut open = OpenLoop::new(&space(&[-a], &[b], &[1.0]), law).unwrap();
        near(open.at_rest().unwrap(), gain * b / a);
        let last = open.at(std::f64::consts::PI / time).unwrap();
        near(last.re, -gain / most);
        assert!(last.im.abs() < 1e-14);
        assert_eq!(open.is_stable_closed().unwrap(), gain < most);
        // Half the rate of the samples is the last frequency that is looked at.
        let margins = open.margins(&frequencies()).unwrap();
        near(margins.phase_crossings[0].factor, most / gain);
    }
}

/// A sampled integrator 1/s with P and I: closed, z² + (T P − 2) z + 1 − T P + I T² has its roots within the circle where
/// I T < P and 2 P T < 4 + I T² (Jury).
#[test]
fn a_sampled_sum_keeps_to_jury() {
    let (time, integral) = (0.05, 30.0);
    let least = integral * time;
    let most = (4.0 + integral * time * time) / (2.0 * time);
    for (proportional, is_stable) in [
        (0.99 * least, false),
        (1.01 * least, true),
        (0.99 * most, true),
        (1.01 * most, false),
    ] {
        let law = LoopLaw::Sampled {
            proportional,
            integral,
            sample_time: time,
        };
        let mut open = OpenLoop::new(&space(&[0.0], &[1.0], &[1.0]), law).unwrap();
        assert_eq!(open.is_stable_closed().unwrap(), is_stable);
        let z = Complex::new(0.0, 7.0 * time).exp();
        let exact =
            (proportional + integral * time / (z - 1.0)) * Complex::new(time, 0.0) / (z - 1.0);
        let found = open.at(7.0).unwrap();
        assert!((found - exact).norm() < 1e-13 * exact.norm());
    }
}

/// A stiff oscillator held over T: e^{AT} of a pair of eigenvalues −d ± i w, at T so long that it is halved many times.
#[test]
fn a_held_oscillator_is_the_exponential_of_its_motion() {
    let (decay, swing, time) = (400.0, 9e4, 0.01_f64);
    let square: f64 = decay * decay + swing * swing;
    let (a, b) = ([0.0, 1.0, -square, -2.0 * decay], [0.0, square]);
    let (states, input) = exponential::held(2, &a, &b, time);
    let (sin, cos) = (swing * time).sin_cos();
    let left = (-decay * time).exp();
    let exact = [
        left * (cos + decay / swing * sin),
        left * sin / swing,
        -left * square / swing * sin,
        left * (cos - decay / swing * sin),
    ];
    // Squared 2¹¹ times over an angle of 900 rad, of which 2e-13 is lost, in each entry's own unit.
    let units = [1.0, 1.0 / swing, swing, 1.0];
    for ((found, exact), unit) in states.iter().zip(exact).zip(units) {
        assert!((found - exact).abs() < 1e-11 * unit, "{found} {exact}");
    }
    // The place follows a held push of `square` from 0 to 1: 1 − e^{AT}.
    assert!((input[0] - (1.0 - exact[0])).abs() < 1e-11);
}

#[test]
fn a_loop_has_one_input_and_one_output() {
    let mut two = space(&[-1.0], &[1.0], &[1.0]);
    two.inputs.push("more".to_owned());
    two.b.push(1.0);
    two.d.push(0.0);
    let refused = OpenLoop::new(&two, LoopLaw::Gain(1.0));
    assert!(matches!(refused, Err(Error::Count { .. })));
    // Without states what is put in comes back as it is.
    let mut none = space(&[], &[], &[]);
    none.d = vec![0.25];
    let mut open = OpenLoop::new(&none, LoopLaw::Gain(2.0)).unwrap();
    assert_eq!(open.at_rest(), Some(0.5));
    assert!(open.is_stable_closed().unwrap());
}

/// The controller within: H = −L/(1 + L).
#[test]
fn a_closed_loop_gives_the_open_one_back() {
    let (a, b, gain) = (3.0, 6.0, 2.5);
    let closed = space(&[-a - b * gain], &[b], &[-gain]);
    let mut open = OpenLoop::new(&closed, LoopLaw::Closed).unwrap();
    let exact = gain * b / Complex::new(a, 11.0);
    assert!((open.at(11.0).unwrap() - exact).norm() < 1e-13 * exact.norm());
    near(open.at_rest().unwrap(), gain * b / a);
    assert!(open.is_stable_closed().unwrap());
}
