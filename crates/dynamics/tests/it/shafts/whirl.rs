//! Forward and backward whirl of turning shafts.

use pitchline_dynamics::{Disc, Frame, Machine, Section, Segment, ShaftData};
use pitchline_fem::Material;

use super::exact::{self, CLAMPED, FREE, Piece, SUPPORTED, determinant, product, roots};
use super::modes::whirl;
use super::{STEEL, built, plain};

/// The exact whirl of a shaft on two supports: closed form for each half wave.
///
/// w = W sin kx, ψ = Ψ cos kx: (κGA k² − ρA ω²)(EI k² + κGA − ρI (ω² − 2Ωω)) = (κGA k)².
#[test]
fn a_turning_shaft_on_two_supports() {
    let (count, speed) = (16, 3000.0);
    let (mut machine, shaft) = plain(0.6, 0.1, count);
    shaft.start_turning(&mut machine, speed);
    let ends = [0, count].map(|i| shaft.nodes[i].1);
    let found = whirl(&machine, speed, |node, i| ends.contains(&node) && i < 3);
    let piece = Piece::round(0.6, 0.1, 0.0, &STEEL);
    let k = std::f64::consts::PI / 0.6;
    let wave = |w: f64| {
        let tilt = piece.rotary * (w * w - 2.0 * speed * w);
        (piece.shear * k * k - piece.mass * w * w) * (piece.bending * k * k + piece.shear - tilt)
            - (piece.shear * k).powi(2)
    };
    let [backward] = roots(wave, -9000.0, -1000.0)[..] else {
        panic!("one backward whirl")
    };
    let [forward] = roots(wave, 1000.0, 9000.0)[..] else {
        panic!("one forward whirl")
    };
    // They differ by 2.7 %: the gyroscopic effect is seen.
    assert!(forward / -backward > 1.02, "{forward} {backward}");
    for expected in [backward, forward] {
        let nearest = found.iter().map(|f| (f / expected - 1.0).abs());
        let error = nearest.fold(1.0, f64::min);
        // (k h)⁴/1440 = 1e-6 and the gyroscopic effect by its values at the nodes.
        assert!(error < 3e-6, "{expected}: {error:e}");
    }
}

/// The same over refinement: fourth order too, for both senses.
#[test]
fn whirl_converges_with_the_fourth_power() {
    let speed = 3000.0;
    let piece = Piece::round(0.6, 0.1, 0.0, &STEEL);
    let exact = roots(
        |w| determinant(&piece.transfer(w, speed), SUPPORTED.0, SUPPORTED.1),
        1000.0,
        9000.0,
    )[0];
    let errors = [4, 8].map(|count| {
        let (mut machine, shaft) = plain(0.6, 0.1, count);
        shaft.start_turning(&mut machine, speed);
        let ends = [0, count].map(|i| shaft.nodes[i].1);
        let found = whirl(&machine, speed, |node, i| ends.contains(&node) && i < 3);
        let nearest = found.iter().map(|f| (f / exact - 1.0).abs());
        nearest.fold(1.0, f64::min)
    });
    let order = (errors[0] / errors[1]).log2();
    assert!(order > 3.0, "{errors:?} {order}");
}

const LENGTH: f64 = 0.4;
const DIAMETER: f64 = 0.03;

/// A clamped shaft with a disc at its free end.
fn overhung(material: Material, speed: f64) -> (Machine, Disc, Vec<f64>) {
    let segment = Segment::cylinder(LENGTH, DIAMETER, 0.0, material);
    let (mut machine, shaft) = built(&ShaftData::new("shaft", vec![segment]));
    let tip = shaft.node_at(LENGTH).unwrap();
    let disc = Disc::from_sizes(Frame::at(tip), 0.3, 0.0, 0.02, 7830.0);
    disc.check("disc").unwrap();
    machine.add("disc", disc.clone()).unwrap();
    shaft.start_turning(&mut machine, speed);
    let root = shaft.nodes[0].1;
    let found = whirl(&machine, speed, |node, _| node == root);
    (machine, disc, found)
}

/// Four frequencies of a disc on a massless cantilever: |K − ω² M + ω Ω G| = 0 with the end stiffness of Timoshenko's beam.
fn massless(disc: &Disc, speed: f64) -> Vec<f64> {
    let section = Section::circle(DIAMETER, 0.0, STEEL.poisson_ratio);
    let ei = STEEL.youngs_modulus * section.moment_y;
    let shear = section.shear_y * section.area * STEEL.youngs_modulus / 2.6;
    let l = LENGTH;
    // Flexibility at the end: force and moment to deflection and slope; in the plane of whirl w and slope are both real.
    let (a, b, d) = (
        l.powi(3) / (3.0 * ei) + l / shear,
        l * l / (2.0 * ei),
        l / ei,
    );
    let det = a * d - b * b;
    let (kww, kwt, ktt) = (d / det, -b / det, a / det);
    let of = |w: f64| {
        let tilt = disc.diametral_inertia * w * w - disc.polar_inertia * speed * w;
        (kww - disc.mass * w * w) * (ktt - tilt) - kwt * kwt
    };
    roots(of, -8000.0, 8000.0)
}

#[track_caller]
fn each_is_found(found: &[f64], expected: &[f64], tolerance: f64) {
    for expected in expected {
        let nearest = found.iter().map(|f| (f / expected - 1.0).abs());
        let error = nearest.fold(1.0, f64::min);
        assert!(error < tolerance, "{expected}: {error:e}");
    }
}

#[test]
fn an_overhung_disc_on_a_light_shaft_whirls_as_its_closed_form() {
    for speed in [0.0, 500.0, -2000.0] {
        // A millionth of the density of steel: the shaft weighs 3e-6 of a third of its own 2.2 kg beside the 11 kg of the disc.
        let light = Material {
            density: 7.83e-3,
            ..STEEL
        };
        let (_, disc, found) = overhung(light, speed);
        let expected = massless(&disc, speed);
        assert_eq!(expected.len(), 4, "{speed}");
        each_is_found(&found, &expected, 1e-6);
    }
}

#[test]
fn an_overhung_disc_on_a_shaft_with_mass_whirls_as_the_exact_solution() {
    for speed in [0.0, 500.0, -2000.0] {
        let (_, disc, found) = overhung(STEEL, speed);
        let piece = Piece::round(LENGTH, DIAMETER, 0.0, &STEEL);
        let of = |w: f64| {
            let at_end = exact::disc(
                disc.mass,
                disc.polar_inertia,
                disc.diametral_inertia,
                w,
                speed,
            );
            let m = product(&at_end, &piece.transfer(w, speed));
            determinant(&m, FREE.0, CLAMPED.1)
        };
        let expected = roots(of, -6000.0, 6000.0);
        assert!(expected.len() >= 4, "{expected:?}");
        // The third mode of the shaft between clamp and disc has k h = 0.5: 4e-5.
        each_is_found(&found, &expected, 1e-4);
        // The mass of the shaft is seen: without it the lowest is half a percent higher or more.
        let light = massless(&disc, speed);
        let lowest = |all: &[f64]| all.iter().fold(f64::MAX, |m, w| m.min(w.abs()));
        assert!(lowest(&light) / lowest(&expected) > 1.004);
    }
}
