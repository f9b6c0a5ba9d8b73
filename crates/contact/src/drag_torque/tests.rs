//! Values, derivative and refusals.

use super::*;

const DRAG: DragTorque = DragTorque {
    constant: 0.05,
    viscous: 1e-3,
    stribeck: Some(StribeckFall {
        breakaway: 0.08,
        speed: 2.0,
    }),
    static_torque: 0.1,
};

#[test]
fn the_curve_of_stribeck() {
    // T_c + (T_s − T_c)/e + k ω_s
    let expected = 0.05 + 0.03 * (-1f64).exp() + 2e-3;
    assert!((DRAG.at(2.0)[0] - expected).abs() < 1e-16);
    assert!((DRAG.at(0.0)[0] - 0.08).abs() < 1e-16);
    assert!((DRAG.at(1e3)[0] - 1.05).abs() < 1e-12);
    let plain = DragTorque {
        constant: 0.05,
        static_torque: 0.05,
        ..DragTorque::default()
    };
    assert!((plain.at(7.0)[0] - 0.05).abs() < 1e-17 && plain.at(7.0)[1] == 0.0);
    assert_eq!(plain.check(), Ok(()));
}

#[test]
fn derivative_by_differences() {
    for i in 1..100 {
        let (speed, h) = (0.1 * f64::from(i), 1e-5);
        let difference = (DRAG.at(speed + h)[0] - DRAG.at(speed - h)[0]) / (2.0 * h);
        // The third derivative is below 0.03 · 5/ω_s³.
        assert!((difference - DRAG.at(speed)[1]).abs() < 1e-9);
    }
}

#[test]
fn what_no_friction_is_is_refused() {
    let fall = |breakaway, speed| Some(StribeckFall { breakaway, speed });
    for (drag, part) in [
        (
            DragTorque {
                constant: -1.0,
                ..DRAG
            },
            "constant = -1",
        ),
        (
            DragTorque {
                viscous: f64::NAN,
                ..DRAG
            },
            "viscous = NaN",
        ),
        (
            DragTorque {
                static_torque: 0.07,
                ..DRAG
            },
            "static_torque = 0.07 N m is below the torque of slow motion, 0.08 N m",
        ),
        (
            DragTorque {
                stribeck: fall(0.01, 2.0),
                ..DRAG
            },
            "write at least constant",
        ),
        (
            DragTorque {
                stribeck: fall(0.08, 0.0),
                ..DRAG
            },
            "speed = 0",
        ),
    ] {
        let told = drag.check().unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(DRAG.check(), Ok(()));
}
