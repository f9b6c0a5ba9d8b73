//! Second order in positions, velocities and multipliers on a constrained machine.

use pitchline_dynamics::Scheme;
use pitchline_dynamics::samples::pendulum;

use crate::support::{run, table};

/// Exact angle, rate and reaction along the rod and across it, from the closed form: with l = 1 m, g = 9.81 m/s², a rod of 1 kg
/// whose centre is at s = 0.75 m. Along: m (s θ̇² + g cos θ) pulls inwards; across: m (g sin θ + s θ̈), θ̈ = −g sin θ / l.
fn exact() -> [f64; 4] {
    let rows = table("pendulum.csv");
    let row = rows
        .iter()
        .find(|r| (r[0] - 90.0).abs() < 1e-9 && (r[2] - 5.0).abs() < 1e-9);
    let (angle, rate) = (row.unwrap()[3], row.unwrap()[4]);
    let (g, s) = (9.81, 0.75);
    let along = s * rate * rate + g * angle.cos();
    let across = g * angle.sin() * (1.0 - s);
    [angle, rate, along, across]
}

#[test]
fn all_unknowns_are_of_second_order() {
    let machine = pendulum(std::f64::consts::FRAC_PI_2).unwrap();
    let exact = exact();
    for scheme in [
        Scheme::generalized_alpha(0.5),
        Scheme::generalized_alpha(0.9),
        Scheme::hht(0.1),
        Scheme::hht(1.0 / 3.0),
    ] {
        let errors = [2500, 5000, 10_000].map(|steps| {
            let (state, _) = run(&machine, 5.0, steps, scheme);
            let [x, _, z] = state.places[0];
            // The hinge holds along its x and y, which are x and z of the ground.
            let (force_x, force_z) = (state.multipliers[0], -state.multipliers[1]);
            let (sin, cos) = exact[0].sin_cos();
            let along = -force_x * sin + force_z * cos;
            let across = force_x * cos + force_z * sin;
            let found = [x.atan2(-z), -state.velocity[4], along, across];
            [0, 1, 2, 3].map(|i| (found[i] - exact[i]).abs())
        });
        for (i, what) in ["angle", "rate", "reaction along", "reaction across"]
            .iter()
            .enumerate()
        {
            for pair in errors.windows(2) {
                let order = (pair[0][i] / pair[1][i]).log2();
                assert!(
                    (order - 2.0).abs() < 0.1,
                    "{scheme:?} {what}: {order} {errors:?}"
                );
            }
        }
    }
}
