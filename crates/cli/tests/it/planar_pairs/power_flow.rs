//! Planetary trains of level `planar` beside a calculation of their power flow that this code did not make: Willis, with losses.

use super::*;

/// A central wheel as its planets see it.
#[derive(Clone, Copy)]
pub(super) struct Mesh {
    /// Speed past the carrier over that of the planets.
    gain: f64,
    /// Output over input where the wheel drives the planets, and where they drive it.
    efficiencies: [f64; 2],
    /// Torque on the wheel from outside (N m); none where it follows.
    torque: Option<f64>,
}

fn mesh(gain: f64, efficiencies: [f64; 2], torque: Option<f64>) -> Mesh {
    Mesh {
        gain,
        efficiencies,
        torque,
    }
}

/// Torques on all central wheels, of which two are unknown, and on the carrier, where planets turn past it with this sense. Seen from the carrier a wheel
/// gives T g w to its mesh, of which the planets get η, or takes it, for which they give 1/η: Σ T g e = 0. About the axis Σ T + T_c = 0.
/// Which wheels drive is found by trying.
pub(super) fn willis(meshes: &[Mesh], carrier: f64, sense: f64) -> Vec<f64> {
    let unknown: Vec<usize> = (0..meshes.len())
        .filter(|&i| meshes[i].torque.is_none())
        .collect();
    let [p, q] = unknown[..] else {
        panic!("two torques follow from two equations")
    };
    let mut found = Vec::new();
    for drives in 0..1_u32 << meshes.len() {
        let is_driving = |i: usize| drives >> i & 1 == 1;
        let weight = |i: usize| {
            let [driving, driven] = meshes[i].efficiencies;
            meshes[i].gain * if is_driving(i) { driving } else { 1.0 / driven }
        };
        let (mut sum, mut weighed) = (carrier, 0.0);
        for (i, mesh) in meshes.iter().enumerate() {
            sum += mesh.torque.unwrap_or(0.0);
            weighed += weight(i) * mesh.torque.unwrap_or(0.0);
        }
        let of_p = (weight(q) * sum - weighed) / (weight(p) - weight(q));
        let mut torques: Vec<f64> = meshes.iter().map(|m| m.torque.unwrap_or(0.0)).collect();
        torques[p] = of_p;
        torques[q] = -sum - of_p;
        let mut each = torques.iter().zip(meshes).enumerate();
        if each.all(|(i, (torque, mesh))| (torque * mesh.gain * sense > 0.0) == is_driving(i)) {
            found.push(torques);
        }
    }
    assert_eq!(found.len(), 1, "one way of the power");
    found.remove(0)
}

/// Efficiencies of pairs whose first wheel drives, and whose second does.
const FORWARD: f64 = 0.985;
const REVERSE: f64 = 0.975;

/// A sun is the first wheel of its pair, a ring the second.
const SUN: [f64; 2] = [FORWARD, REVERSE];
const RING: [f64; 2] = [REVERSE, FORWARD];

pub(super) fn example(name: &str) -> String {
    std::fs::read_to_string(format!("../../examples/{name}.toml")).unwrap()
}

/// An example with one of its studies alone: others take their time.
pub(super) fn alone(text: &str, study: &str) -> String {
    let mut parts = text.split("[[studies]]");
    let head = parts.next().unwrap();
    let is_named = |part: &&str| part.contains(&format!("name = \"{study}\"\n"));
    let study = parts.find(is_named).unwrap();
    format!("{head}[[studies]]{study}")
}

/// The last value of the sensor `motor`.
fn motor_torque(text: &str, study: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&alone(text, study), folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = &ran.json()["studies"][study];
    number(&study["values"]["sensors"]["motor"], "last")
}

fn assert_near(found: f64, expected: f64) {
    // Asked for: 1e-8; what is left of the start after 40 ms is less.
    assert!((found / expected - 1.0).abs() < 1e-8, "{found} {expected}");
}

/// Ring held, sun turned, carrier loaded: 800 N m one way and the other.
#[test]
fn compound_planetary_has_the_efficiency_of_its_power_flow() {
    let text = example("compound-planetary");
    let (before, after) = text.split_once("[planetary.set.friction]").unwrap();
    let (_, after) = after.split_once("\n\n").unwrap();
    let friction = format!(
        "friction = {{ kind = \"efficiency\", forward = {FORWARD}, reverse = {REVERSE}, levers = \"shared\" }}"
    );
    let text = format!("{before}{friction}\n\n{after}")
        .replace("end = \"40 ms\"", "end = \"80 ms\"\naccuracy = 1e-8");
    let gains = [-36.0 / 30.0, 24.0 / 90.0];
    let ratio = (gains[0] - gains[1]) / -gains[1];
    for load in [-800.0, 800.0] {
        let loaded = text.replace("-800 N m", &format!("{load} N m"));
        // The sun turns forward: planets backward past the carrier.
        let meshes = [mesh(gains[0], SUN, None), mesh(gains[1], RING, None)];
        let torques = willis(&meshes, load, -1.0);
        let found = motor_torque(&loaded, "run");
        assert_near(found, torques[0]);
        let efficiency = match load < 0.0 {
            true => -load / (ratio * found),
            false => -ratio * found / load,
        };
        assert!((0.95..0.99).contains(&efficiency), "{efficiency}");
    }
}

pub(super) fn wolfrom(sun: Option<f64>, arm: f64, [forward, reverse]: [f64; 2]) -> [Mesh; 3] {
    [
        mesh(-24.0 / 21.0, [forward, reverse], sun),
        mesh(24.0 / 69.0, [reverse, forward], None),
        mesh(24.0 / 74.0, [reverse, forward], Some(arm)),
    ]
}

/// The arm is lifted and let down; with rough teeth the motor pushes it down. Its carrier is free.
#[test]
fn wolfrom_has_the_efficiency_of_its_power_flow() {
    let text = example("wolfrom");
    let by = |text: &str, study: &str, efficiencies: [f64; 2], sense: f64| {
        let meshes = wolfrom(None, -20.0, efficiencies);
        let expected = willis(&meshes, 0.0, sense)[0];
        assert_near(motor_torque(text, study), expected);
        expected
    };
    // Seen from the carrier planets turn against the sun.
    let up = by(&text, "lift", [0.98; 2], -1.0);
    let down = by(&text, "lower", [0.98; 2], 1.0);
    let rough = by(&text, "lower-rough", [0.96; 2], 1.0);
    let even = 20.0 * 7.0 / 444.0;
    // The page says 62.7 % and 41.8 %.
    assert!((even / up - 0.627).abs() < 5e-4 && (down / even - 0.418).abs() < 5e-4);
    assert!(rough < 0.0);
    let uneven = format!("forward = {FORWARD}, reverse = {REVERSE}");
    let uneven = text.replace("forward = 0.98", &uneven);
    by(&uneven, "lift", [FORWARD, REVERSE], -1.0);
    by(&uneven, "lower", [FORWARD, REVERSE], 1.0);
}

/// A load on the arm of the Wolfrom set, with one planet: at first the motor bears it as if nothing rubbed, then with a twentieth of that.
fn released(efficiency: f64) -> String {
    let text = example("wolfrom");
    let (text, _) = text.split_once("[drives.motor]").unwrap();
    let still = |line: &&str| !line.starts_with("spin");
    let text: String = text
        .lines()
        .filter(still)
        .map(|l| format!("{l}\n"))
        .collect();
    let text = text
        .replace("planets = 5", "planets = 1")
        .replace("forward = 0.98", &format!("forward = {efficiency}"))
        .replace("levers", "stiction = \"conjugate\", levers");
    let even = 4.0 * 7.0 / 444.0;
    text + &format!(
        "[forces.weight]\nkind = \"load\"\non = \"arm\"\ntorque = [0, 0, \"-4 N m\"]\n\
         [forces.motor]\nkind = \"load\"\non = \"rotor\"\n\
         torque = [0, 0, {{ kind = \"smooth-step\", from = {even}, to = {}, start = \"5 ms\", end = \"25 ms\" }}]\n\
         [forces.spring]\nkind = \"torsion-spring\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\naxis = [0, 0, 1]\nstiffness = \"1e-6 N m/rad\"\n\
         [sensors.rotor]\nkind = \"joint-speed\"\nof = \"rotor\"\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nstart = \"rest\"\nend = \"60 ms\"\noutput_step = \"1 ms\"\n",
        0.05 * even
    )
}

/// Where the motor must hold more than it does to let the load turn it back evenly, the load runs away; where less, it is held.
#[test]
fn self_locking_is_predicted_and_simulated_alike() {
    let even = 4.0 * 7.0 / 444.0;
    let needed = |efficiency: f64| willis(&wolfrom(None, -4.0, [efficiency; 2]), 0.0, 1.0)[0];
    let (mut locks, mut turns) = (0.9, 0.999);
    for _ in 0..60 {
        let middle = 0.5 * (locks + turns);
        match needed(middle) > 0.05 * even {
            true => turns = middle,
            false => locks = middle,
        }
    }
    assert!((0.96..0.975).contains(&turns), "{turns}");
    // Friction at rest is the larger one of both ways of the power: a thirtieth of what is lost, a thousandth of what goes through.
    for (efficiency, is_held) in [(locks - 0.004, true), (turns + 0.004, false)] {
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&released(efficiency), folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let speeds = Csv::read(&folder.path().join("out"), "run/sensors.csv").column("rotor");
        let last = speeds.last().copied().unwrap();
        match is_held {
            true => assert!(last.abs() < 1e-9, "{efficiency}: {last}"),
            false => assert!(last < -1.0, "{efficiency}: {last}"),
        }
    }
}

/// In direct drive all turns as one body: wheels turn, nothing passes any pitch point and nothing is lost.
#[test]
fn ravigneaux_turns_as_one_body() {
    let folder = tempfile::tempdir().unwrap();
    let file = "../../examples/ravigneaux.toml";
    let ran = run_into(file, folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let values = &ran.json()["studies"]["shift"]["values"];
    let table = Csv::read(folder.path(), "shift/sensors.csv");
    let [time, distance, output, turbine] =
        ["time", "teeth_mesh_distance", "output", "turbine"].map(|name| table.column(name));
    let at = |instant: f64| time.iter().position(|t| *t > instant).unwrap();
    let [first, direct, end] = [at(15e-3), at(110e-3), time.len() - 1];
    // First gear: 120 rad/s/2.4, and 18 teeth of π 1.5 mm pass for each turn of a planet past the carrier.
    assert!((output[first] - 50.0).abs() < 0.05, "{}", output[first]);
    let passed = (distance[first] - distance[first - 10]) / (time[first] - time[first - 10]);
    assert!((passed / (50.0 * 0.054) - 1.0).abs() < 1e-3, "{passed}");
    // Direct drive: the wheels go on by 1.2 rad.
    assert!((output[end] - 120.0).abs() < 1e-4);
    assert!((distance[end] - distance[direct]).abs() < 1e-7);
    let turned = number(&values["pairs"]["automatic-planet-ring-1"], "mesh_distance");
    assert!((turned - distance[end]).abs() < 1e-15);
    // Virtual work of a block that turns by itself alone does not tell shares: planets in balance between sun_2 and ring do, 30/72 of 200 N m.
    assert!(
        (turbine[end] - 200.0 * 30.0 / 72.0).abs() < 1e-3,
        "{}",
        turbine[end]
    );
    audit_pictures(folder.path());
}
