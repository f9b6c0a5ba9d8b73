//! Wheels whose centres move: nothing comes from nowhere, and frequencies are those of the lines of action.

use super::*;

/// Stiffness of each mesh along its line of action (N/m), of the springs under the ring (N/m, N m/rad).
const MESH: f64 = 3e8;
const SEAT: f64 = 2e7;
const HELD: f64 = 1e6;
/// Mass and inertia of the ring, inertia of the carrier.
const RING: [f64; 2] = [3.0, 2.4e-2];
const CARRIER: f64 = 1.2e-2;
const DENSITY: f64 = 8000.0;

/// A set 20/30/80 with a ring on springs; the sun is held.
fn ring_on_springs(set: &str, load: &str) -> String {
    let gear = |name: &str, kind: &str, teeth: u32, more: &str| {
        format!(
            "[gears.{name}]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"2 mm\"\nface_width = \"25 mm\"\nmaterial = \"m\"\n{more}"
        )
    };
    format!(
        "[model]\nname = \"test\"\nschema = 1\n\
         [materials.m]\nyoungs_modulus = \"208 GPa\"\npoisson_ratio = 0.3\ndensity = \"{DENSITY} kg/m3\"\n{}{}{}\
         [bodies.rotor]\nmass = \"1 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"6e-4 kg m2\"]\n\
         [bodies.carrier]\nmass = \"4 kg\"\ninertia = [\"8e-3 kg m2\", \"8e-3 kg m2\", \"{CARRIER} kg m2\"]\n\
         [bodies.rim]\nmass = \"{} kg\"\ninertia = [\"1.2e-2 kg m2\", \"1.2e-2 kg m2\", \"{} kg m2\"]\n\
         [planetary.set]\nkind = \"simple\"\nsun = \"sun\"\nplanet = \"planet\"\nring = \"ring\"\nplanets = 4\ninterference = \"allow\"\n\
         bodies = {{ sun = \"rotor\", ring = \"rim\", carrier = \"carrier\" }}\nlevel = \"joint\"\n{set}\
         [planetary.set.mesh]\nstiffness = \"{MESH} N/m\"\n\
         [joints.motor]\nkind = \"revolute\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\n\
         [joints.output]\nkind = \"revolute\"\na = \"ground\"\nb = \"carrier\"\nat = [0, 0, 0]\n\
         [drives.hold]\nkind = \"angle\"\njoint = \"motor\"\nvalue = 0\n\
         [forces.seat]\nkind = \"bushing\"\na = \"ground\"\nb = \"rim\"\nat = [0, 0, 0]\n\
         stiffness = {{ x = \"{SEAT} N/m\", y = \"{SEAT} N/m\", z = \"{SEAT} N/m\", rx = \"1e5 N m/rad\", ry = \"1e5 N m/rad\", rz = \"{HELD} N m/rad\" }}\n\
         {load}[[studies]]\nname = \"modes\"\nkind = \"modal\"\ncount = 11\n",
        gear("sun", "external", 20, ""),
        gear("planet", "external", 30, ""),
        gear("ring", "internal", 80, "tip_alteration = -0.2\n"),
        RING[0],
        RING[1],
    )
}

const LOAD: &str =
    "[forces.load]\nkind = \"load\"\non = \"carrier\"\ntorque = [0, 0, \"-300 N m\"]\n";

/// Natural frequencies (Hz) and damping ratios.
fn modes(text: &str) -> [Vec<f64>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    audit_pictures(&folder.path().join("out"));
    let machine = ran.json()["studies"]["modes"]["values"]["machine"].clone();
    ["frequencies", "damping_ratios"].map(|key| {
        let list = machine[key].as_array().unwrap();
        list.iter().map(|x| x.as_f64().unwrap()).collect()
    })
}

/// As published the stiffness is not symmetric, and a set whose ring stands on springs grows by itself; with a potential it swings for ever.
#[test]
fn a_ring_on_springs_does_not_grow_by_itself() {
    let [_, ratios] = modes(&ring_on_springs("formulation = \"source\"\n", LOAD));
    assert!(ratios.iter().any(|ratio| *ratio < -0.1), "{ratios:?}");
    for load in ["", LOAD] {
        let [_, ratios] = modes(&ring_on_springs("", load));
        assert_eq!(ratios.len(), 11);
        assert!(ratios.iter().all(|ratio| ratio.abs() < 1e-8), "{ratios:?}");
    }
}

/// Coordinates of the plane: turn of the carrier, turns of four planets, place and turn of the ring.
const N: usize = 8;
type Row = [f64; N];

/// Stiffness and masses of the same set, from velocities of its bodies at the pitch points along the lines of action.
fn by_hand() -> ([Row; N], Row) {
    let (sun, planet, angle) = (0.02, 0.03, 20f64.to_radians());
    let center = sun + planet;
    let (sin, cos) = angle.sin_cos();
    let mut stiffness = [[0.0; N]; N];
    for i in 0..4 {
        let (s, c) = (0.5 * std::f64::consts::PI * i as f64).sin_cos();
        // From the sun's axis outwards, and across; the right flanks of a push b along both.
        let (outward, across) = ([c, s], [-s, c]);
        let along = [0, 1].map(|j| sin * outward[j] + cos * across[j]);
        let turned = |radius: f64| cos * radius;
        // Velocity along the line of action, of what turns by one about an axis that lies so far inwards of the pitch point.
        let mut of_planet = [0.0; N];
        of_planet[0] = cos * center;
        let at_sun = {
            let mut row = of_planet;
            row[1 + i] = -turned(planet);
            row
        };
        let mut at_ring = of_planet;
        at_ring[1 + i] = turned(planet);
        at_ring[5] = -along[0];
        at_ring[6] = -along[1];
        at_ring[7] = -turned(center + planet);
        for row in [at_sun, at_ring] {
            for (out, a) in stiffness.iter_mut().zip(&row) {
                for (out, b) in out.iter_mut().zip(&row) {
                    *out += MESH * a * b;
                }
            }
        }
    }
    stiffness[5][5] += SEAT;
    stiffness[6][6] += SEAT;
    stiffness[7][7] += HELD;
    let mass = DENSITY * std::f64::consts::PI * planet * planet * 0.025;
    let spin = 0.5 * mass * planet * planet;
    let carried = CARRIER + 4.0 * mass * center * center;
    let masses = [carried, spin, spin, spin, spin, RING[0], RING[0], RING[1]];
    (stiffness, masses)
}

/// Eigenvalues of a symmetric matrix by Jacobi's rotations.
fn eigenvalues(mut a: [Row; N]) -> Vec<f64> {
    for _ in 0..60 {
        for p in 0..N {
            for q in p + 1..N {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let (s, c) = (0.5 * (2.0 * a[p][q]).atan2(a[p][p] - a[q][q])).sin_cos();
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] + s * row[q], c * row[q] - s * row[p]);
                }
                let (of_p, of_q) = (a[p], a[q]);
                a[p] = std::array::from_fn(|i| c * of_p[i] + s * of_q[i]);
                a[q] = std::array::from_fn(|i| c * of_q[i] - s * of_p[i]);
            }
        }
    }
    (0..N).map(|i| a[i][i]).collect()
}

/// In the plane by the matrix above; along and about the other axes the ring swings on its springs alone.
#[test]
fn a_ring_on_springs_has_the_frequencies_of_its_lines_of_action() {
    let (stiffness, masses) = by_hand();
    let scaled = std::array::from_fn(|i| {
        std::array::from_fn(|j| stiffness[i][j] / (masses[i] * masses[j]).sqrt())
    });
    let mut squares = eigenvalues(scaled);
    squares.extend([SEAT / RING[0], 1e5 / 1.2e-2, 1e5 / 1.2e-2]);
    let mut expected: Vec<f64> = squares
        .iter()
        .map(|w| w.sqrt() / std::f64::consts::TAU)
        .collect();
    expected.sort_by(f64::total_cmp);
    let [found, _] = modes(&ring_on_springs("", ""));
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }
}

/// A spur wheel that floats goes on along its axis as it was pushed, at every level: 10 mm/s for 50 ms.
#[test]
fn a_floating_spur_wheel_is_not_pushed_along() {
    let teeth = "mesh = { stiffness = \"3e8 N/m\", damping_ratio = 0.05 }\n";
    for pair in [
        "level = \"ideal\"\n".to_owned(),
        format!("level = \"joint\"\n{teeth}"),
        format!("level = \"planar\"\n{teeth}"),
    ] {
        let stand = Stand::spur(
            &pair,
            "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, \"100 N m\"]\n\
            [drives.hold]\nkind = \"angle\"\njoint = \"one\"\nvalue = 0\n\
            [sensors.z]\nkind = \"position\"\nof = \"two\"\ncomponents = [\"z\"]\n\
            [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"50 ms\"\nstep = \"0.1 ms\"\n",
        );
        let text = stand.text().replace(
            "kind = \"revolute\"\na = \"ground\"\nb = \"two\"",
            "kind = \"cylindrical\"\na = \"ground\"\nb = \"two\"",
        );
        let text = text.replace(
            "[joints.two]",
            "velocity = [0, 0, \"10 mm/s\"]\n[joints.two]",
        );
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let table = Csv::read(&folder.path().join("out"), "run/sensors.csv");
        let way = last(&table, "z_z");
        assert!((way - 5e-4).abs() < 1e-9, "{pair}: {way}");
    }
}

/// The flank that is sprung is the one that the loads close: of a pair whose second wheel can leave the first, by the sense of the torque.
#[test]
fn loads_close_a_flank() {
    for (torque, given, word) in [
        (100.0, "", "right"),
        (-100.0, "", "left"),
        (100.0, ", flank_a = \"left\"", "left"),
        (-100.0, ", backlash = \"20 um\"", "both"),
    ] {
        let pair = format!("level = \"joint\"\nmesh = {{ stiffness = \"3e8 N/m\"{given} }}\n");
        let load = LOADED.replace("100 N m", &format!("{torque} N m"));
        let text = Stand::spur(&pair, &load).text().replace(
            "[joints.two]\nkind = \"revolute\"",
            "[forces.seat]\nkind = \"bushing\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\nstiffness = { x = \"1e8 N/m\", y = \"1e8 N/m\" }\n\
             [joints.two]\nkind = \"planar\"",
        );
        let (_, values, _) = meshing(&text, "rest");
        assert_eq!(values["flanks"], word, "{torque} {given}");
    }
    // Where nothing can part, both push.
    let pair = "level = \"joint\"\nmesh = { stiffness = \"3e8 N/m\" }\n";
    let (_, values, _) = meshing(&Stand::spur(pair, LOADED).text(), "rest");
    assert_eq!(values["flanks"], "both");
}
