//! Tangential, radial and axial forces of every kind of gear on both wheels, at both hands and both senses of torque and turning, by the
//! formulas of textbooks: thumb rules, and for bevel gears a table of signs.

use pitchline_geometry::{Hand, PitchPair};

use super::kinds::{self, HANDS, PRESSURE};
use super::stand::{Seen, Setting, near, rack_stand, stand};

const SENSES: [f64; 2] = [1.0, -1.0];

/// Force on a wheel as textbooks have it: in its turning direction, away from its axis, along its axis.
#[derive(Debug)]
struct Textbook {
    tangential: f64,
    radial: f64,
    axial: f64,
}

fn hand_sign(hand: Hand) -> f64 {
    match hand {
        Hand::Right => 1.0,
        Hand::Left => -1.0,
    }
}

#[track_caller]
fn compare(found: [f64; 3], expected: &Textbook) {
    let size = expected.tangential.abs();
    let [axial, radial, tangential] = found;
    near(tangential, expected.tangential, 1e-9 * size);
    near(radial, expected.radial, 1e-9 * size);
    near(axial, expected.axial, 1e-9 * size);
}

/// Runs every sense of torque and speed.
fn each(pair: PitchPair, check: impl Fn(f64, &Seen)) {
    for (sense, speed) in SENSES
        .into_iter()
        .flat_map(|s| SENSES.map(|v| (s, 8.0 * v)))
    {
        let load = 70.0 * sense;
        let setting = Setting {
            speed,
            load,
            ..Setting::default()
        };
        let stand = stand(pair, &setting);
        // Not at the start: the wheels have turned by more than a turn.
        let seen = stand.at(1.3);
        check(load, &seen);
        // Nothing is lost.
        near(seen.supplied, 0.0, 1e-9 * (load * speed).abs());
        near(seen.dissipated, 0.0, 0.0);
    }
}

/// Mesh force on cylinders: thumb rules. `turning` is the share of F_n that drives a wheel, `helix` unsigned.
fn on_cylinder(
    normal: f64,
    tangential: f64,
    helix: f64,
    hand: Hand,
    is_driver: bool,
    is_ring: bool,
) -> Textbook {
    let (sin, cos) = PRESSURE.to_radians().sin_cos();
    // The driver is held back by the mesh: it would turn against that. The thumb of its hand shows its axial force; the driven
    // wheel's is against its own thumb.
    let turning = if is_driver { -tangential } else { tangential };
    let thumb = if is_driver { 1.0 } else { -1.0 };
    Textbook {
        tangential,
        radial: if is_ring { normal * sin } else { -normal * sin },
        axial: thumb * turning.signum() * hand_sign(hand) * normal * cos * helix.sin(),
    }
}

#[test]
fn spur_and_helical_gears() {
    for (hand, helix) in HANDS.into_iter().flat_map(|h| [(h, 0.0), (h, 23.0)]) {
        let pair = kinds::parallel(helix, hand);
        let beta = f64::to_radians(helix);
        each(pair, |load, seen| {
            let tangential = -load / pair.b.radius;
            // F_n = F_t / (cos α_n cos β); F_r = F_t tan α_n / cos β; F_a = F_t tan β
            let normal = tangential.abs() / (PRESSURE.to_radians().cos() * beta.cos());
            near(seen.pair.normal_force.abs(), normal, 1e-9 * normal);
            let on_b = on_cylinder(normal, tangential, beta, !hand, false, false);
            compare(seen.pair.force_on_b, &on_b);
            // Both are driven about their own axes by opposite forces: same sense of the tangential force on external wheels.
            let on_a = on_cylinder(normal, tangential, beta, hand, true, false);
            compare(seen.pair.force_on_a, &on_a);
        });
    }
}

/// Results are in the frames of the pair: there the axis of b runs against its own +z.
fn turned_over([axial, radial, tangential]: [f64; 3]) -> [f64; 3] {
    [-axial, radial, -tangential]
}

#[test]
fn internal_gears() {
    for (hand, is_ring_first) in HANDS.into_iter().flat_map(|h| [(h, true), (h, false)]) {
        let helix = 17f64;
        let pair = kinds::internal(helix, hand, is_ring_first);
        let beta = helix.to_radians();
        each(pair, |load, seen| {
            let tangential = -load / pair.b.radius;
            let normal = tangential.abs() / (PRESSURE.to_radians().cos() * beta.cos());
            let on_b = on_cylinder(normal, tangential, beta, hand, false, pair.b.is_ring());
            compare(turned_over(seen.pair.force_on_b), &on_b);
            // Ring and pinion turn alike: the mesh drives one and holds back the other.
            let on_a = on_cylinder(normal, -tangential, beta, hand, true, pair.a.is_ring());
            compare(seen.pair.force_on_a, &on_a);
        });
    }
}

#[test]
fn racks() {
    for hand in HANDS {
        let contact = kinds::rack(23.0, hand);
        let beta = 23f64.to_radians();
        for (sense, speed) in SENSES
            .into_iter()
            .flat_map(|s| SENSES.map(|v| (s, 8.0 * v)))
        {
            let load = 900.0 * sense;
            let setting = Setting {
                speed,
                load,
                ..Setting::default()
            };
            let seen = rack_stand(contact, &setting).at(1.3);
            let normal = load.abs() / (PRESSURE.to_radians().cos() * beta.cos());
            // The load is along the wheel's turning direction at the contact: it drives the wheel.
            let on_a = on_cylinder(normal, load, beta, hand, true, false);
            compare(seen.pair.force_on_a, &on_a);
            near(
                seen.supplied,
                0.0,
                1e-9 * (load * speed).abs() * contact.gear.radius,
            );
            // v = r ω, over more than a turn.
            let travel = contact.gear.radius * speed * 1.3;
            near(-seen.pair.turns[1], travel, 1e-11);
        }
    }
}

/// F_axial = F_t/cos ψ (tan α sin γ ± sin ψ cos γ), F_radial = F_t/cos ψ (tan α cos γ ± sin ψ sin γ): signs of the table in
/// `validation/pitch-geometry/bevel_force_signs.csv`, where the rotation is that of the driver.
#[test]
fn bevel_gears() {
    let tan = PRESSURE.to_radians().tan();
    for (hand, spiral) in HANDS.into_iter().flat_map(|h| [(h, 0.0), (h, 35.0)]) {
        for shaft_angle in [90.0, 75.0] {
            let pair = kinds::bevel(spiral, hand, shaft_angle);
            let psi = f64::to_radians(spiral);
            each(pair, |load, seen| {
                let tangential = -load / pair.b.radius;
                // a drives against the mesh: positive turning is counterclockwise, seen towards the apex.
                let is_clockwise = tangential > 0.0;
                let s_axial = if (hand == Hand::Right) == is_clockwise {
                    -1.0
                } else {
                    1.0
                };
                let of = |gamma: f64, s: f64| Textbook {
                    tangential,
                    radial: -tangential.abs() / psi.cos()
                        * (tan * gamma.cos() - s * psi.sin() * gamma.sin()),
                    axial: tangential.abs() / psi.cos()
                        * (tan * gamma.sin() + s * psi.sin() * gamma.cos()),
                };
                compare(seen.pair.force_on_a, &of(pair.a.cone_angle, s_axial));
                compare(seen.pair.force_on_b, &of(pair.b.cone_angle, -s_axial));
            });
        }
    }
}

/// The same formulas with each wheel's own spiral angle and tangential force.
#[test]
fn hypoid_gears() {
    let (tan, cos) = (PRESSURE.to_radians().tan(), PRESSURE.to_radians().cos());
    for hand in HANDS {
        let pair = kinds::hypoid(hand);
        let [psi_a, psi_b] = [pair.a, pair.b].map(|gear| gear.helix_angle.abs());
        each(pair, |load, seen| {
            let on_b = -load / pair.b.radius;
            let normal = on_b.abs() / (cos * psi_b.cos());
            let on_a = on_b * psi_a.cos() / psi_b.cos();
            let is_clockwise = on_a > 0.0;
            let s_axial = if (hand == Hand::Right) == is_clockwise {
                -1.0
            } else {
                1.0
            };
            let of = |tangential: f64, psi: f64, gamma: f64, s: f64| Textbook {
                tangential,
                radial: -tangential.abs() / psi.cos()
                    * (tan * gamma.cos() - s * psi.sin() * gamma.sin()),
                axial: tangential.abs() / psi.cos()
                    * (tan * gamma.sin() + s * psi.sin() * gamma.cos()),
            };
            near(seen.pair.normal_force.abs(), normal, 1e-9 * normal);
            compare(
                seen.pair.force_on_a,
                &of(on_a, psi_a, pair.a.cone_angle, s_axial),
            );
            compare(
                seen.pair.force_on_b,
                &of(on_b, psi_b, pair.b.cone_angle, -s_axial),
            );
        });
    }
}

#[test]
fn crossed_helical_gears_and_worms_without_friction() {
    for hand in HANDS {
        for (pair, hand_b) in [
            (kinds::crossed([35.0, 25.0], hand), hand),
            (kinds::worm(hand, 90.0, 2), hand),
            // The worm's helix angle of 86° is more than the shaft angle: the wheel leans the other way.
            (kinds::worm(hand, 80.0, 1), !hand),
        ] {
            let [beta_a, beta_b] = [pair.a, pair.b].map(|gear| gear.helix_angle.abs());
            each(pair, |load, seen| {
                let on_b = -load / pair.b.radius;
                let normal = on_b.abs() / (pair.pressure_angle.cos() * beta_b.cos());
                let scale = pair.pressure_angle.cos() / PRESSURE.to_radians().cos();
                // α_n of a worm follows from its axial section; textbooks take it as given.
                assert!((scale - 1.0).abs() < 1e-12);
                let on_a = on_b.signum() * normal * pair.pressure_angle.cos() * beta_a.cos();
                compare(
                    seen.pair.force_on_a,
                    &on_cylinder(normal, on_a, beta_a, hand, true, false),
                );
                compare(
                    seen.pair.force_on_b,
                    &on_cylinder(normal, on_b, beta_b, hand_b, false, false),
                );
            });
        }
    }
}
