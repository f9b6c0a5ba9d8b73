//! Natural frequencies at rest, and the order with which they converge.

use std::f64::consts::{PI, TAU};

use pitchline_dynamics::{
    Beam, BeamData, Fineness, Frame, Machine, NodeId, Profile, Rotation, Section, Segment,
    ShaftData,
};
use pitchline_fem::Material;

use super::exact::{FREE, Piece, SUPPORTED, determinant, product, roots};
use super::modes::frequencies;
use super::{STEEL, built, plain, table};

fn is_free(_: NodeId, _: usize) -> bool {
    false
}

/// The six rigid motions of a free body are zeros: rounding of the stiffness over the mass of the smallest mode.
fn without_rigid(found: &[f64]) -> &[f64] {
    assert!(found[5] < 1e-2 * found[6], "{:?}", &found[..7]);
    &found[6..]
}

/// Published for E 206 GPa, ρ 7830 kg/m³, ν 0.3, d 50 mm, L 1 m, to two decimals: bending twice each, torsion, axial.
#[test]
fn the_free_shaft_has_its_published_frequencies() {
    let published = [226.80, 226.80, 617.77, 617.77, 1590.51, 2564.62];
    for count in [16, 40] {
        let (machine, _) = plain(1.0, 0.05, count);
        let found = frequencies(&machine, is_free);
        let found: Vec<f64> = without_rigid(&found).iter().map(|w| w / TAU).collect();
        for expected in published {
            let error = |f: &&f64| (*f / expected - 1.0).abs();
            let nearest = found.iter().map(|f| error(&f)).fold(1.0, f64::min);
            // Half a printed digit is 2e-5 of the lowest; with 16 beams the second bending mode errs by (k h)⁴/1440 = 4e-5.
            assert!(nearest < 7e-5, "{expected}: {nearest:e} with {count}");
        }
    }
}

/// Bending by the exact transfer of Timoshenko's equations, torsion and stretch by π n/L times the speed of their waves.
fn exact_free() -> ([f64; 3], [f64; 2], [f64; 2]) {
    let piece = Piece::round(1.0, 0.05, 0.0, &STEEL);
    let bending = roots(
        |w| determinant(&piece.transfer(w, 0.0), FREE.0, FREE.1),
        200.0,
        9000.0,
    );
    let wave = (STEEL.youngs_modulus / STEEL.density).sqrt();
    let twist = wave / (2.0f64 * 1.3).sqrt();
    (
        [bending[0], bending[1], bending[2]],
        [1.0, 2.0].map(|n| n * PI * twist),
        [1.0, 2.0].map(|n| n * PI * wave),
    )
}

/// Errors fall with the fourth power of the length of the beams in all three kinds of motion.
#[test]
fn the_free_shaft_converges_with_the_fourth_power() {
    let (bending, twist, stretch) = exact_free();
    let errors = [12, 24].map(|count| {
        let (machine, _) = plain(1.0, 0.05, count);
        let found = frequencies(&machine, is_free);
        let found = without_rigid(&found).to_vec();
        [
            bending[0], bending[1], bending[2], twist[0], twist[1], stretch[0], stretch[1],
        ]
        .map(|expected| {
            let error = |f: f64| (f / expected - 1.0).abs();
            found.iter().map(|f| error(*f)).fold(1.0, f64::min)
        })
    });
    for (i, (coarse, fine)) in errors[0].iter().zip(errors[1]).enumerate() {
        let order = (coarse / fine).log2();
        // Twelve beams are few for the third mode, k h = 0.9: the next power is seen beside the fourth.
        assert!(
            (order - 4.0).abs() < 0.2,
            "{i}: {coarse:e} {fine:e} {order}"
        );
    }
    // [theory:shafts] (25): (k h)⁴/1440 of slender bending with k L = 4.73, (k h)⁴/480 of torsion and stretch with k L = π.
    for (i, k, share) in [(0, 4.73, 1440.0), (3, PI, 480.0), (5, PI, 480.0)] {
        let expected = f64::powi(k / 24.0, 4) / share;
        assert!(errors[1][i] < 1.02 * expected, "{i}: {errors:?}");
    }
}

/// [exudyn] with 128 and 256 elements, of second order, extrapolated: a square beam of L/h = 5.
#[test]
fn the_thick_beam_has_the_frequencies_of_another_program() {
    let rows = table("simply_supported_beam_eigen.csv");
    let row = |i: usize| -> Vec<f64> { rows[i].iter().map(|x| x.parse().unwrap()).collect() };
    let (fine, finest) = (row(rows.len() - 2), row(rows.len() - 1));
    let limit: Vec<f64> = (1..5).map(|i| (4.0 * finest[i] - fine[i]) / 3.0).collect();
    let found = thick_beam(64);
    let expected = [limit[0], limit[0], limit[1], limit[2], limit[3], limit[3]];
    // Six to seven digits are printed, and their differences of about 1e-3 are extrapolated; the axial column stops converging at
    // 2e-6. The torsion constant is printed with four digits, of which half a one is 3e-5 of the frequency.
    let tolerances = [1e-5, 1e-5, 1e-5, 3e-5, 1e-5, 1e-5];
    for ((found, expected), tolerance) in found.iter().zip(expected).zip(tolerances) {
        assert!(
            (found / expected - 1.0).abs() < tolerance,
            "{found} {expected}"
        );
    }
    // Closed forms: Timoshenko's of the supported beam, and waves.
    let [bending, stretch, twist] = thick_beam_exact();
    for (found, expected) in [(found[0], bending), (found[2], stretch), (found[3], twist)] {
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    }
}

const THICK: Material = Material {
    youngs_modulus: 1e9,
    poisson_ratio: 0.3,
    density: 7850.0,
};

fn thick_section() -> Section {
    let section = Section::rectangle(0.4, 0.4, 0.3);
    // The source rounds the torsion constant to four digits.
    let torsion_constant = 0.8436 * section.polar_moment();
    assert!((section.torsion_constant / torsion_constant - 1.0).abs() < 2e-4);
    Section {
        torsion_constant,
        ..section
    }
}

/// Both ends held across the beam and about its axis, one along it.
fn thick_beam(count: u32) -> Vec<f64> {
    let mut machine = Machine::new();
    let length = 2.0 / f64::from(count);
    let nodes: Vec<NodeId> = (0..=count)
        .map(|i| {
            let place = [f64::from(i) * length, 0.0, 0.0];
            machine.add_node("node", place, Rotation::IDENTITY)
        })
        .collect();
    for pair in nodes.windows(2) {
        let data = BeamData {
            length,
            profile: Profile::Uniform(thick_section()),
            material: THICK,
            internal_damping: 0.0,
        };
        let beam = Beam::build("beam", Frame::at(pair[0]), Frame::at(pair[1]), data).unwrap();
        machine.add("beam", beam).unwrap();
    }
    let (first, last) = (nodes[0], nodes[count as usize]);
    frequencies(&machine, |node, i| {
        (node == first && i < 4) || (node == last && (1..4).contains(&i))
    })
}

fn thick_beam_exact() -> [f64; 3] {
    let section = thick_section();
    let g = THICK.youngs_modulus / 2.6;
    let piece = Piece {
        length: 2.0,
        bending: THICK.youngs_modulus * section.moment_y,
        shear: section.shear_y * g * section.area,
        mass: THICK.density * section.area,
        rotary: THICK.density * section.moment_y,
    };
    let bending = roots(
        |w| determinant(&piece.transfer(w, 0.0), SUPPORTED.0, SUPPORTED.1),
        20.0,
        200.0,
    );
    let wave = (THICK.youngs_modulus / THICK.density).sqrt();
    let twist = (g * 0.8436 / THICK.density).sqrt();
    [bending[0], PI / 4.0 * wave, PI / 2.0 * twist]
}

/// A step in diameter and a bore, exact by the product of two transfers.
#[test]
fn stepped_and_hollow_shafts() {
    let pieces = [(0.3, 0.06, 0.02), (0.5, 0.04, 0.0), (0.2, 0.08, 0.05)];
    let segments = pieces.map(|(l, d, b)| Segment::cylinder(l, d, b, STEEL));
    let data = ShaftData {
        fineness: Fineness::Count(20),
        ..ShaftData::new("shaft", segments.to_vec())
    };
    let (machine, _) = built(&data);
    let found = frequencies(&machine, is_free);
    let pieces = pieces.map(|(l, d, b)| Piece::round(l, d, b, &STEEL));
    let exact = roots(
        |w| {
            let m = pieces.map(|piece| piece.transfer(w, 0.0));
            determinant(&product(&m[2], &product(&m[1], &m[0])), FREE.0, FREE.1)
        },
        100.0,
        6000.0,
    );
    for (found, expected) in without_rigid(&found).chunks(2).zip(&exact[..2]) {
        for f in found {
            // (k h)⁴/1440 with k h about 0.3 and 0.6.
            assert!((f / expected - 1.0).abs() < 1e-4, "{f} {expected}");
        }
    }
}

/// A cone beside a stair of many exact steps, whose error falls with the square of their width.
#[test]
fn cones_converge_to_the_exact_stair() {
    let cone = Segment {
        outer_diameters: [0.08, 0.03],
        inner_diameters: [0.03, 0.0],
        ..Segment::cylinder(1.0, 1.0, 0.0, STEEL)
    };
    let stairs = [200, 400].map(|n| stair(&cone, n));
    let errors = [8, 16, 32].map(|count| {
        let data = ShaftData {
            fineness: Fineness::Count(count),
            ..ShaftData::new("cone", vec![cone])
        };
        let found = frequencies(&built(&data).0, is_free);
        let found = without_rigid(&found);
        [0, 1].map(|i| {
            let limit = (4.0 * stairs[1][i] - stairs[0][i]) / 3.0;
            (found[2 * i] / limit - 1.0).abs()
        })
    });
    for i in 0..2 {
        // The fourth power at first; then the rotary inertia at the nodes is seen, 0.4 % and 2 % of all, which errs with h²/12
        // times the relative curvature of its distribution: 12/(0.55 m)² at most.
        assert!((errors[0][i] / errors[1][i]).log2() > 2.5, "{errors:?}");
        assert!((errors[1][i] / errors[2][i]).log2() > 1.8, "{errors:?}");
        let rotary = [0.004, 0.02][i];
        let bound = rotary * 40.0 / (12.0 * 32.0 * 32.0);
        assert!(errors[2][i] < bound, "{errors:?}");
    }
}

fn stair(cone: &Segment, n: u32) -> [f64; 2] {
    let pieces: Vec<Piece> = (0..n)
        .map(|i| {
            let x = (f64::from(i) + 0.5) / f64::from(n);
            let at = |[a, b]: [f64; 2]| a + x * (b - a);
            Piece::round(
                1.0 / f64::from(n),
                at(cone.outer_diameters),
                at(cone.inner_diameters),
                &STEEL,
            )
        })
        .collect();
    let of = |w: f64| {
        let all = pieces.iter().map(|piece| piece.transfer(w, 0.0));
        let m = all.fold(super::exact::identity(), |m, next| product(&next, &m));
        determinant(&m, FREE.0, FREE.1)
    };
    let near = |w: f64| {
        let (mut low, mut high) = (0.9 * w, 1.1 * w);
        let sign = of(low).signum();
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if of(middle).signum() == sign {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    };
    let data = ShaftData::new("cone", vec![*cone]);
    let guess = frequencies(&built(&data).0, is_free);
    [near(guess[6]), near(guess[8])]
}
