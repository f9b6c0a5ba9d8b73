//! Phased meshes: which harmonics of a transmission error turn the sun. \[theory:planetary-sets\] (12)

use std::f64::consts::TAU;

use super::*;

/// A mesh cycle (s), and steps in it: so slow that the planets follow, whose meshes vibrate with some 10 kHz.
const CYCLE: f64 = 20e-3;
const STEPS: usize = 200;
const STIFFNESS: f64 = 3e8;
/// Of the first three harmonics of the error (m).
const AMPLITUDES: [f64; 3] = [2e-6, 1.2e-6, 0.8e-6];
/// How far the sun is turned ahead (rad): by more than the errors of sun and ring, so that the flanks never change.
const AHEAD: f64 = 4e-4;

struct Case {
    planets: u32,
    teeth: [u32; 3],
    has_ring_error: bool,
}

/// Sun and carrier are driven in the ratio of a held ring: the torque of the sun's drive over the third mesh cycle, when what began is damped away.
fn torques(case: &Case) -> Vec<f64> {
    let [sun, planet, ring] = case.teeth;
    let [z_sun, z_ring] = [sun, ring].map(f64::from);
    // The sun turns by a pitch past the carrier in a cycle.
    let speed = TAU / z_sun / CYCLE * (z_sun + z_ring) / z_ring;
    let harmonics: Vec<String> = AMPLITUDES
        .iter()
        .enumerate()
        .map(|(i, x)| format!("{{ order = {}, amplitude = {x} }}", i + 1))
        .collect();
    let error = format!(
        ", transmission_error = {{ kind = \"series\", harmonics = [{}] }}",
        harmonics.join(", ")
    );
    let of_ring = if case.has_ring_error {
        error.as_str()
    } else {
        ""
    };
    let mesh = format!("stiffness = {STIFFNESS}, damping_ratio = 0.1");
    let mut text = HEAD.to_owned()
        + &gear("s", "external", sun)
        + &gear("p", "external", planet)
        + &gear("r", "internal", ring)
        + &format!(
            "[planetary.set]\nkind = \"simple\"\nsun = \"s\"\nplanet = \"p\"\nring = \"r\"\nplanets = {}\nlevel = \"joint\"\n\
             bodies = {{ sun = \"sun\", ring = \"ground\", carrier = \"carrier\" }}\n\
             mesh = {{ {mesh}{error} }}\nmesh_ring = {{ {mesh}{of_ring} }}\n",
            case.planets
        );
    let end = 3.0 * CYCLE;
    for (name, from, speed) in [
        ("sun", AHEAD, speed),
        ("carrier", 0.0, speed * z_sun / (z_sun + z_ring)),
    ] {
        let to = from + speed * end;
        text += &member(name).replace("[joints", &format!("spin = [0, 0, {speed}]\n[joints"));
        text += &format!(
            "[drives.{name}]\nkind = \"angle\"\njoint = \"{name}\"\nvalue = {{ kind = \"ramp\", end = {end}, from = {from}, to = {to} }}\n\
             [sensors.torque-{name}]\nkind = \"drive\"\nof = \"{name}\"\n"
        );
    }
    let step = CYCLE / STEPS as f64;
    // Rows at the end of the ramp would be half in it.
    let last = end - step;
    text += &format!(
        "[[studies]]\nname = \"run\"\nkind = \"transient\"\nend = {last}\nstep = {step}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&folder.path().join("out"), "run/sensors.csv");
    let torques = table.column("torque-sun");
    torques[torques.len() - STEPS..].to_vec()
}

/// Amplitude of a harmonic of what was found at equal steps.
fn harmonic(values: &[f64], order: usize) -> f64 {
    let n = values.len() as f64;
    let [x, y] = values
        .iter()
        .enumerate()
        .fold([0.0, 0.0], |[x, y], (i, value)| {
            let (sin, cos) = (TAU * (order * i) as f64 / n).sin_cos();
            [x + value * cos, y + value * sin]
        });
    2.0 / n * x.hypot(y)
}

/// A planet between two meshes of stiffness k passes on k/2 of the difference of their errors, and the sun feels N such forces at its base radius, unless
/// l z_s/N is no whole number: then they cancel. The mesh with the ring runs half a cycle beside that with the sun where the planet has an even number of teeth,
/// so that odd harmonics of equal errors add up and even ones cancel on each planet.
fn expected(case: &Case, order: usize) -> f64 {
    let [sun, planet, _] = case.teeth;
    if !(order as u32 * sun).is_multiple_of(case.planets) {
        return 0.0;
    }
    let of_ring = match (case.has_ring_error, (planet - 1) * order as u32 % 2) {
        (false, _) => 0.0,
        (true, 0) => 1.0,
        (true, _) => -1.0,
    };
    let base_radius = 1e-3 * f64::from(sun) * 20f64.to_radians().cos();
    let planets = f64::from(case.planets);
    planets * base_radius * 0.5 * STIFFNESS * AMPLITUDES[order - 1] * (1.0 - of_ring)
}

fn assert_phased(case: &Case) {
    let torques = torques(case);
    let most = (1..=3).map(|order| expected(case, order));
    let most = most.fold(0.0, f64::max);
    for order in 1..=3 {
        let (found, expected) = (harmonic(&torques, order), expected(case, order));
        // Errors that rise or fall turn the sun besides, by z X/r_b < 0.3 % of what they press, and by l z F/(r_b k) < 2 % of it, but a quarter of a cycle later.
        // Inertia adds (150 Hz/10 kHz)².
        assert!(
            (found - expected).abs() < 5e-3 * most,
            "{} planets, order {order}: {found}, {expected}, {torques:?}",
            case.planets
        );
        // Lags cancel whatever each planet does, to the 1e-8 of the forces with which a step is found.
        let is_cancelled = !(order as u32 * case.teeth[0]).is_multiple_of(case.planets);
        assert!(!is_cancelled || found < 1e-6 * most, "{order}: {found}");
    }
}

/// z_s/N = 28/3: planets mesh one after the other, and the third harmonic survives.
#[test]
fn three_planets_in_sequence() {
    assert_phased(&Case {
        planets: 3,
        teeth: [28, 20, 68],
        has_ring_error: true,
    });
}

/// z_s/N = 7: all planets mesh together, and all harmonics survive that a planet passes on.
#[test]
fn four_planets_in_phase() {
    assert_phased(&Case {
        planets: 4,
        teeth: [28, 20, 68],
        has_ring_error: true,
    });
    assert_phased(&Case {
        planets: 4,
        teeth: [28, 20, 68],
        has_ring_error: false,
    });
}

/// z_s/N = 6.5: neighbours mesh half a cycle apart, and only even harmonics survive.
#[test]
fn four_planets_in_counter_phase() {
    assert_phased(&Case {
        planets: 4,
        teeth: [26, 18, 62],
        has_ring_error: false,
    });
}
