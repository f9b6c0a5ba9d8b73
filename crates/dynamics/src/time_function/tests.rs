use super::*;
use proptest::prelude::*;

fn table(interpolation: Interpolation) -> TimeFunction {
    let points = vec![
        [-0.5, 1.0],
        [0.25, 3.0],
        [1.0, -2.0],
        [1.5, -1.0],
        [3.0, 0.5],
    ];
    TimeFunction::Table(TimeTable::new(points, interpolation).unwrap())
}

/// One of each law, with everything away from zero.
fn all() -> Vec<TimeFunction> {
    let ramp = TimeFunction::Ramp {
        start: 0.5,
        end: 1.75,
        from: -1.0,
        to: 4.0,
    };
    let sine = TimeFunction::Sine {
        offset: 0.7,
        amplitude: -1.3,
        angular_frequency: 5.0,
        phase: 0.4,
        start: 0.3,
    };
    let step = TimeFunction::SmoothStep {
        start: -0.4,
        end: 2.1,
        from: 2.0,
        to: -1.5,
    };
    vec![
        TimeFunction::Constant(2.5),
        ramp.clone(),
        step.clone(),
        sine.clone(),
        table(Interpolation::Linear),
        table(Interpolation::Cubic),
        TimeFunction::Piecewise(vec![(0.0, ramp), (0.9, sine), (2.2, step)]),
    ]
}

/// Away from jumps, so that differences do not reach over one.
fn is_smooth_near(f: &TimeFunction, t: f64) -> bool {
    f.breaks().iter().all(|b| (b - t).abs() > 3e-3)
}

proptest! {
    #[test]
    fn derivatives_equal_differences(t in -1.0..4.0f64) {
        let h = 1e-3;
        for f in all().iter().filter(|f| is_smooth_near(f, t)) {
            let [far_back, back, ahead, far] = [-2.0, -1.0, 1.0, 2.0].map(|k| f.at(t + k * h));
            let slope = |of: fn(&TimeValue) -> f64| {
                (8.0 * (of(&ahead) - of(&back)) - (of(&far) - of(&far_back))) / (12.0 * h)
            };
            let now = f.at(t);
            // Fourth order: h⁴/30 times a fifth derivative of 1.3·5⁵, a sixth of 1.3·5⁶; rounding 1e-16/h.
            prop_assert!((now.rate - slope(|v| v.value)).abs() < 1e-9, "{f:?}");
            prop_assert!((now.second - slope(|v| v.rate)).abs() < 4e-9, "{f:?}");
        }
    }

    /// Gauss's rule of three points between breaks, on pieces of 1/40 s: exact for cubics, 1e-13 for the sine.
    #[test]
    fn integrals_equal_quadrature(t in -1.5..4.0f64) {
        for f in all() {
            let (low, high) = (t.min(0.0), t.max(0.0));
            let mut cuts: Vec<f64> = f.breaks();
            cuts.extend((0..=220).map(|i| -1.5 + f64::from(i) / 40.0));
            cuts.retain(|c| *c > low && *c < high);
            cuts.extend([low, high]);
            cuts.sort_unstable_by(f64::total_cmp);
            let mut sum = 0.0;
            for pair in cuts.windows(2) {
                let (middle, half) = (0.5 * (pair[0] + pair[1]), 0.5 * (pair[1] - pair[0]));
                for (x, w) in [(-0.6_f64.sqrt(), 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.6_f64.sqrt(), 5.0 / 9.0)] {
                    sum += half * w * f.at(middle + half * x).value;
                }
            }
            let expected = if t < 0.0 { -sum } else { sum };
            prop_assert!((f.integral(t) - expected).abs() < 1e-12, "{f:?}: {} {expected}", f.integral(t));
        }
    }
}

#[test]
fn values_are_those_of_the_laws() {
    let [_, ramp, step, sine, linear, cubic, pieces] = <[_; 7]>::try_from(all()).unwrap();
    assert_eq!(ramp.at(0.0).value, -1.0);
    assert_eq!(ramp.at(1.125).value, 1.5);
    assert_eq!(ramp.at(9.0).value, 4.0);
    // 3 u² − 2 u³ at u = ¼ is 10/64.
    let quarter = step.at(-0.4 + 2.5 / 4.0).value;
    assert!((quarter - (2.0 - 3.5 * 10.0 / 64.0)).abs() < 1e-15);
    assert!((sine.at(1.3).value - (0.7 - 1.3 * 5.4_f64.sin())).abs() < 2e-15);
    assert!((sine.at(-2.0).value - (0.7 - 1.3 * 0.4_f64.sin())).abs() < 1e-15);
    for f in [&linear, &cubic] {
        for point in [
            [-0.5, 1.0],
            [0.25, 3.0],
            [1.0, -2.0],
            [1.5, -1.0],
            [3.0, 0.5],
        ] {
            assert!((f.at(point[0]).value - point[1]).abs() < 1e-15);
        }
        assert_eq!(f.at(-7.0).value, 1.0);
        assert_eq!(f.at(7.0).value, 0.5);
    }
    assert_eq!(linear.at(1.25).value, -1.5);
    assert_eq!(pieces.at(0.89), all()[1].at(0.89));
    assert_eq!(pieces.at(0.9), all()[3].at(0.9));
    assert_eq!(pieces.at(-3.0), all()[1].at(-3.0));
    assert_eq!(pieces.breaks(), [0.5, 0.9, 2.2]);
    assert_eq!(TimeFunction::from(2.5), all()[0]);
}

/// The spline of a table is twice continuously differentiable and at rest at its ends.
#[test]
fn splines_have_no_jumps() {
    let f = table(Interpolation::Cubic);
    for t in [0.25, 1.0, 1.5] {
        let [before, after] = [-1e-9, 1e-9].map(|h| f.at(t + h));
        // Third derivatives are of order 10³ here.
        assert!((before.rate - after.rate).abs() < 1e-6);
        assert!((before.second - after.second).abs() < 1e-5);
    }
    assert_eq!(f.at(-0.5).rate, 0.0);
    assert!(f.at(3.0 - 1e-12).rate.abs() < 1e-9);
}

/// A cubic that is at rest at both ends is its own spline.
#[test]
fn splines_reproduce_a_cubic() {
    let cubic = |t: f64| t * t * (3.0 - 2.0 * t);
    let points = [0.0, 0.2, 0.35, 0.8, 1.0].map(|t| [t, cubic(t)]);
    let f = TimeFunction::Table(TimeTable::new(points.to_vec(), Interpolation::Cubic).unwrap());
    for i in 0..=50 {
        let t = f64::from(i) / 50.0;
        assert!((f.at(t).value - cubic(t)).abs() < 1e-15);
        assert!((f.integral(t) - t.powi(3) * (1.0 - 0.5 * t)).abs() < 1e-15);
    }
}

/// A million turns at 3000 rpm: the angle within the turn is that of ω t in exact arithmetic. With ω = 100 π rounded, ω = 100 π (1 + ε)
/// and t = 20 000 s + 1/128 s, the angle beyond 10⁶ turns is ω/128 + 20 000 (ω − 100 π).
#[test]
fn constant_speed_loses_no_digits_in_a_million_turns() {
    let speed = 100.0 * std::f64::consts::PI;
    // ω less 100 π: 100 times the rest of π is 1.2246e-14, and the product was rounded.
    let pi_rest = 1.224_646_799_147_353_2e-16;
    let rounding = speed - 314.0 - (100.0_f64.mul_add(std::f64::consts::PI, -314.0));
    let excess = rounding - 100.0 * pi_rest;
    let t = 20_000.0 + 1.0 / 128.0;
    let expected = speed / 128.0 + 20_000.0 * excess;
    let found = TimeFunction::Constant(speed).long_integral(t).within_turn();
    // Some roundings of an angle of 2.5 rad.
    assert!((found - expected).abs() < 2e-15, "{found} {expected}");
    // A run-up before it leaves its own area and nothing else: half a second at half the speed.
    let run_up = TimeFunction::Ramp {
        start: 0.0,
        end: 0.5,
        from: 0.0,
        to: speed,
    };
    let late = run_up.long_integral(t + 0.25).within_turn();
    assert!((late - found).abs() < 2e-15, "{late} {found}");
}

#[test]
fn slow_sines_are_lines() {
    let sine = |angular_frequency: f64| TimeFunction::Sine {
        offset: 0.0,
        amplitude: 3.0,
        angular_frequency,
        phase: 0.5,
        start: 0.0,
    };
    let held = 3.0 * 0.5_f64.sin() * 2.0;
    assert_eq!(sine(0.0).integral(2.0), held);
    assert!((sine(1e-12).integral(2.0) - held).abs() < 1e-11);
}

#[test]
fn wrong_numbers_are_refused_and_named() {
    let point = |points: &[[f64; 2]]| {
        let error = TimeTable::new(points.to_vec(), Interpolation::Linear).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        point(&[[0.0, 1.0], [0.2, 3.0], [0.2, 4.0]]),
        "table over time: time 0.2 of point 3 does not come after 0.2, the time before it; leave one of the two out or write a later time"
    );
    assert!(point(&[[0.0, 1.0], [-0.2, 3.0]]).contains("time -0.2 of point 2"));
    assert_eq!(
        point(&[[0.0, 1.0], [0.2, f64::NAN]]),
        "table over time, point 2: value = NaN is not possible; it must be a finite number"
    );
    assert!(point(&[]).contains("write at least one point"));
    let wrong = |f: TimeFunction| f.check().unwrap_err().to_string();
    let ramp = |start: f64, end: f64, to: f64| TimeFunction::Ramp {
        start,
        end,
        from: 0.0,
        to,
    };
    assert_eq!(
        wrong(ramp(1.0, 1.0, 2.0)),
        "ramp over time that starts at 1 s: end = 1 is not possible; it must be later than the start"
    );
    assert!(wrong(ramp(0.0, 1.0, f64::INFINITY)).contains("to = inf"));
    assert!(wrong(TimeFunction::Constant(f64::NAN)).contains("value = NaN"));
    assert!(wrong(TimeFunction::Piecewise(Vec::new())).contains("write at least one function"));
    let twice = vec![
        (1.0, ramp(0.0, 1.0, 1.0)),
        (1.0, TimeFunction::Constant(1.0)),
    ];
    assert!(wrong(TimeFunction::Piecewise(twice)).contains("time 1 of point 2"));
    let inside = vec![(1.0, ramp(0.0, -1.0, 1.0))];
    assert!(wrong(TimeFunction::Piecewise(inside)).contains("end = -1"));
    for f in all() {
        f.check().unwrap();
    }
}

/// Unchecked functions and odd times answer with some number, never with a panic.
#[test]
fn nothing_panics() {
    let mut functions = all();
    functions.push(TimeFunction::Piecewise(Vec::new()));
    functions.push(TimeFunction::Ramp {
        start: 1.0,
        end: 1.0,
        from: f64::NAN,
        to: 2.0,
    });
    for f in functions {
        for t in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0, 1e300] {
            let _ = (f.at(t), f.integral(t), f.long_value(t).within_turn());
        }
        let _ = f.breaks();
    }
}

#[test]
fn the_largest_value_keeps_its_sign() {
    let ramp = |from, to| TimeFunction::Ramp {
        start: 0.0,
        end: 1.0,
        from,
        to,
    };
    let sine = |offset, amplitude| TimeFunction::Sine {
        offset,
        amplitude,
        angular_frequency: 3.0,
        phase: 0.0,
        start: 0.0,
    };
    let points = vec![[0.0, 0.0], [1.0, 2.0], [2.0, -5.0]];
    let table = TimeTable::new(points, Interpolation::Linear).unwrap();
    let cases = [
        (TimeFunction::Constant(-2.0), -2.0),
        (ramp(0.0, -3.0), -3.0),
        (ramp(4.0, 1.0), 4.0),
        (sine(7.0, -2.0), -2.0),
        (sine(7.0, 0.0), 7.0),
        (TimeFunction::Table(table), -5.0),
        (
            TimeFunction::Piecewise(vec![(0.0, 1.0.into()), (1.0, ramp(0.0, -3.0))]),
            -3.0,
        ),
    ];
    for (function, expected) in cases {
        assert_eq!(function.largest(), expected, "{function:?}");
    }
}
