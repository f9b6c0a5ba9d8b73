//! Every example runs, and its numbers are those that others have published.

use super::*;

/// The values of a geometry study: the example runs without warnings.
fn values(name: &str) -> Json {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("../../examples/{name}.toml");
    let ran = run([
        Path::new("run"),
        Path::new(&file),
        Path::new("--json"),
        Path::new("--out"),
        folder.path(),
    ]);
    assert_eq!((ran.code(), ran.err.as_str()), (0, ""), "{name}");
    let study = ran.json()["studies"]["geometry"].clone();
    assert_eq!(study["status"], "done");
    assert_eq!(study["warnings"].as_array().map(Vec::len), Some(0));
    study["values"].clone()
}

/// A number under a path such as `pairs.mesh.overlap_ratio`.
fn number(values: &Json, path: &str) -> f64 {
    let found = path.split('.').fold(values, |value, key| &value[key]);
    found.as_f64().unwrap_or_else(|| panic!("{path}: {found}"))
}

/// Half a unit of the last digit of a printed number is what rounding explains.
fn assert_printed(value: f64, printed: &str) {
    let decimals = printed
        .split_once('.')
        .map_or(0, |(_, digits)| digits.len());
    let expected: f64 = printed.parse().unwrap();
    let tolerance = 0.5000001 * 10f64.powi(-(decimals as i32));
    assert!(
        (value - expected).abs() <= tolerance,
        "{value} is not {printed}"
    );
}

#[test]
fn every_example_runs() {
    let names: Vec<String> = examples()
        .iter()
        .map(|path| stem(path).to_owned())
        .collect();
    assert_eq!(
        names,
        [
            "bevel-pair",
            "bevel",
            "clutch",
            "compound-planetary",
            "compound",
            "critical-speeds",
            "differential",
            "door",
            "flexible-arm",
            "fzg-c",
            "gear-body",
            "gear-test-rig",
            "helical",
            "hypoid",
            "internal",
            "modified",
            "pendulum",
            "planetary-drive",
            "planetary-modes",
            "planetary",
            "position-loop",
            "ravigneaux",
            "reduced-body",
            "rotor",
            "slider-crank",
            "spring-loaded-actuator",
            "spur-50-50",
            "spur-transmission",
            "three-wheels",
            "wolfrom",
            "worm-drive",
            "worm"
        ]
    );
    // Long studies tell on standard error how far they are: bodies and machines have tests of their own.
    let machines = [
        "bevel-pair",
        "clutch",
        "compound-planetary",
        "critical-speeds",
        "differential",
        "door",
        "flexible-arm",
        "gear-test-rig",
        "pendulum",
        "planetary-drive",
        "planetary-modes",
        "position-loop",
        "ravigneaux",
        "rotor",
        "slider-crank",
        "spring-loaded-actuator",
        "spur-transmission",
        "three-wheels",
        "wolfrom",
        "worm-drive",
    ];
    let is_body = |name: &&String| name.ends_with("-body") || machines.contains(&name.as_str());
    for name in names.iter().filter(|name| !is_body(name)) {
        values(name);
    }
}

/// The spur pair of Bruzzone's reduced-order model: contact ratio 1.7547, base radius 70.477 mm.
#[test]
fn spur_50_50() {
    let values = values("spur-50-50");
    assert_printed(
        number(&values, "pairs.mesh.transverse_contact_ratio"),
        "1.7547",
    );
    assert_printed(number(&values, "gears.pinion.base_radius") * 1e3, "70.477");
    // 62.5 µm of each tooth along the line of action.
    assert_printed(
        number(&values, "pairs.mesh.backlash_line_of_action") * 1e6,
        "125.0",
    );
}

/// The FZG test gears type C, as GEARpie prints them.
#[test]
fn fzg_c() {
    let values = values("fzg-c");
    let pair = "pairs.test-gears";
    let get = |key: &str| number(&values, &format!("{pair}.{key}"));
    assert_printed(get("working_pressure_angle").to_degrees(), "22.44");
    assert_printed(get("transverse_contact_ratio"), "1.462");
    for (key, printed) in [
        ("T1T2", "34.93"),
        ("AB", "6.14"),
        ("AC", "9.68"),
        ("AD", "13.28"),
        ("AE", "19.43"),
    ] {
        assert_printed(get(&format!("path_lengths.{key}")) * 1e3, printed);
    }
}

/// The helical gears H501, as GEARpie prints them.
#[test]
fn helical() {
    let values = values("helical");
    let get = |key: &str| number(&values, &format!("pairs.mesh.{key}"));
    assert_printed(get("transverse_contact_ratio"), "1.46");
    for (key, printed) in [
        ("T1T2", "34.45"),
        ("AB", "4.90"),
        ("AC", "7.48"),
        ("AD", "10.65"),
        ("AE", "15.55"),
    ] {
        assert_printed(get(&format!("path_lengths.{key}")) * 1e3, printed);
    }
    assert_printed(
        number(&values, "gears.pinion.tip_diameter") * 0.5e3,
        "40.336",
    );
    assert_printed(
        number(&values, "gears.wheel.tip_diameter") * 0.5e3,
        "58.132",
    );
    // ε_β = b sin β / (π m_n)
    let overlap = 23.0 * 15f64.to_radians().sin() / (std::f64::consts::PI * 3.5);
    assert!((get("overlap_ratio") - overlap).abs() < 1e-12);
}

/// The sums of the modifications at the corners of the flanks, by hand from the model.
#[test]
fn modified() {
    let values = values("modified");
    let pinion = |key: &str| number(&values, &format!("gears.pinion.{key}")) * 1e6;
    // Tip relief and crowning; half the slope at one end of the right flank; the end relief of the left one.
    assert_printed(pinion("largest_relief_right"), "29.000");
    assert_printed(pinion("largest_relief_left"), "32.000");
    assert_printed(number(&values, "gears.wheel.run_out") * 1e6, "20.000");
    assert!(number(&values, "gears.wheel.profile_fit.rms") < 0.4e-6);
    let error = number(&values, "pairs.mesh.no_load_te_peak_to_peak");
    assert!((5e-6..40e-6).contains(&error), "{error}");
}

/// By hand, ISO 21771 with negative teeth and shift for the ring turned into our signs: z 23 and 67, m 2 mm, x 0.3 both.
#[test]
fn internal() {
    let values = values("internal");
    let get = |key: &str| number(&values, &format!("pairs.mesh.{key}"));
    // Equal shifts outward: inv α_w = inv α + 2 tan α (x_2 − x_1)/(z_2 − z_1) = inv α, and a = m (z_2 − z_1)/2.
    assert_printed(get("working_pressure_angle").to_degrees(), "20.000000");
    assert_printed(get("center_distance") * 1e3, "44.000000");
    // r_b = r cos α: 21.61293 and 62.95941 mm. r_a1 = 23 + 2 · 1.3 = 25.6 mm; r_a2 = 67 + 2 (0.3 − 1 + 0.05) = 65.7 mm.
    assert_printed(
        number(&values, "gears.planet.base_radius") * 1e3,
        "21.61293",
    );
    assert_printed(number(&values, "gears.ring.base_radius") * 1e3, "62.95941");
    assert_printed(
        number(&values, "gears.planet.tip_diameter") * 1e3,
        "51.20000",
    );
    assert_printed(
        number(&values, "gears.ring.tip_diameter") * 1e3,
        "131.40000",
    );
    // T1T2 = a sin α = 15.04889 mm; √(r_a1² − r_b1²) = 13.72010 mm; √(r_a2² − r_b2²) = 18.77773 mm; p_b = 5.90426 mm.
    assert_printed(get("path_lengths.T1T2") * 1e3, "15.0489");
    assert_printed(get("path_lengths.AE") * 1e3, "9.9913");
    assert_printed(get("transverse_contact_ratio"), "1.6922");
    // The teeth are thinned by 50 and 80 µm on circles that are the working ones here.
    assert_printed(get("backlash_circumferential") * 1e6, "130.000");
    assert_printed(get("backlash_normal") * 1e6, "122.16");
}

/// The wind turbine stage, as KISSsoft prints it: 863 mm, 120°, speeds 47.8 and 12.1 per minute, working angles.
#[test]
fn planetary() {
    let values = values("planetary");
    let get = |key: &str| number(&values, &format!("planetary.stage-1.{key}"));
    assert_printed(get("center_distance") * 1e3, "863.000");
    assert_printed(47.8 / get("main_ratio"), "12.1");
    assert_printed(get("main_ratio"), "3.9474");
    assert_printed(get("position_steps"), "75");
    let stage = &values["planetary"]["stage-1"];
    assert_eq!(stage["is_equally_spaced"], true);
    assert_eq!(stage["phasing"]["sun_planet"], "sequential");
    let pair = |name: &str, key: &str| number(&values, &format!("pairs.stage-1-{name}.{key}"));
    let angle = "working_pressure_angle";
    assert_printed(pair("sun-planet", angle).to_degrees(), "28.118");
    assert_printed(pair("planet-ring", angle).to_degrees(), "17.161");
    assert_printed(pair("sun-planet", "transverse_contact_ratio"), "1.115");
    assert_printed(pair("planet-ring", "transverse_contact_ratio"), "1.278");
}

/// Gears of an automatic transmission and the ratio of a Wolfrom set, as published; see validation/planetary.
#[test]
fn compound() {
    let values = values("compound");
    let automatic = |key: &str| number(&values, &format!("planetary.automatic.ratio.{key}"));
    assert_printed(automatic("carrier_fixed.sun_2_to_ring"), "2.40");
    assert_printed(automatic("sun_fixed.sun_2_to_ring"), "1.47");
    assert_printed(1.0 / automatic("sun_fixed.ring_to_carrier"), "0.67");
    assert_printed(automatic("carrier_fixed.sun_to_ring"), "-2.00");
    let joint = |key: &str| number(&values, &format!("planetary.joint.{key}"));
    assert_printed(joint("main_ratio"), "63.428571");
    assert_printed(joint("position_steps"), "5");
    assert!(joint("coaxiality_mismatch") < 1e-9);
}

/// Sample 1 of ISO 23509, annex F.
#[test]
fn bevel() {
    let values = values("bevel");
    let get = |key: &str| number(&values, &format!("pairs.mesh.{key}"));
    assert_printed(get("cone_angle_a").to_degrees(), "19.747");
    assert_printed(get("cone_angle_b").to_degrees(), "70.253");
    assert_printed(get("cone_distance_a") * 1e3, "81.273");
    assert_printed(get("pitch_diameter_a") * 1e3, "54.918");
    assert_printed(get("pitch_diameter_b") * 1e3, "152.987");
    assert_printed(get("normal_module") * 1e3, "3.213");
    assert_printed(get("mounting_distance_a") * 1e3, "76.493");
}

/// Sample 2 of ISO 23509, annex F, within 0.3 %: the standard puts the contact point 0.13 mm from the middle of the face.
#[test]
fn hypoid() {
    let values = values("hypoid");
    let get = |key: &str| number(&values, &format!("pairs.mesh.{key}"));
    let near = |value: f64, printed: f64| {
        assert!(
            (value / printed - 1.0).abs() < 3e-3,
            "{value} is not {printed}"
        );
    };
    near(get("offset_angle").to_degrees(), 11.390);
    near(get("spiral_angle_b").to_degrees(), 38.609);
    near(get("pitch_diameter_a") * 1e3, 53.383);
    near(get("pitch_diameter_b") * 1e3, 141.877);
    near(get("cone_distance_a") * 1e3, 73.519);
    near(get("cone_distance_b") * 1e3, 76.337);
    near(get("normal_module") * 1e3, 2.640);
    near(get("mounting_distance_a") * 1e3, 69.727);
    assert!((get("offset") - 15e-3).abs() < 1e-12);
    assert!((get("apex_beyond_crossing_b") - 1.576e-3).abs() < 1e-12);
}

/// By hand: tan λ = 2 · 3 / 44, d2 = 30 · 3 mm, a = (44 + 90)/2 mm.
#[test]
fn worm() {
    let values = values("worm");
    let get = |key: &str| number(&values, &format!("pairs.mesh.{key}"));
    assert_printed(
        number(&values, "gears.worm.lead_angle").to_degrees(),
        "7.7652",
    );
    assert_printed(get("pitch_diameter_b") * 1e3, "90.000000");
    assert_printed(get("center_distance") * 1e3, "67.000000");
    assert_printed(get("wheel_profile_shift"), "0.000000");
    // A right-hand worm that drives and turns positive is pushed along its axis: tangential force on the wheel, reversed.
    assert!(get("axial_force_a.positive") > 0.0 && get("axial_force_a.negative") < 0.0);
    assert!((get("axial_force_a.positive") + get("tangential_force_b.positive")).abs() < 1e-9);
}

/// A body whose numbers can be checked by hand: reactions balance the loads, a torque that was asked for is there, and
/// what is drawn and written is there.
#[test]
fn gear_body() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run([
        Path::new("run"),
        Path::new("../../examples/gear-body.toml"),
        Path::new("--json"),
        Path::new("--no-pictures"),
        Path::new("--out"),
        folder.path(),
    ]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let studies = &ran.json()["studies"];
    let cases = std::fs::read_to_string(folder.path().join("load/cases-wheel.csv")).unwrap();
    let mut lines = cases.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|h| h.starts_with(name)).unwrap();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3);
    let get = |row: &[&str], name: &str| row[column(name)].parse::<f64>().unwrap();
    for row in &rows {
        let reaction: f64 = ["x", "y", "z"]
            .map(|axis| get(row, &format!("reaction_force_{axis}")).powi(2))
            .iter()
            .sum();
        // The sum of forces is solved to the last digits.
        assert!((reaction.sqrt() / get(row, "force") - 1.0).abs() < 1e-9);
        assert!(get(row, "deflection_at_load") > 0.0);
        // Clapeyron: the work of a slowly growing force.
        let work = 0.5 * get(row, "force") * get(row, "deflection_at_load");
        assert!((work / get(row, "strain_energy") - 1.0).abs() < 1e-9);
    }
    for row in &rows[1..] {
        assert!((get(row, "reaction_torque_z").abs() - 50.0).abs() < 1e-7);
    }
    let modes = &studies["modes"]["values"]["gears"]["wheel"];
    assert_eq!(modes["rigid_modes"], 1);
    let frequency = |n: usize| modes["frequencies"][n - 1].as_f64().unwrap();
    // Equal sectors: modes of one and of two nodal diameters come in pairs, that of torsion alone.
    assert!((frequency(1) / frequency(2) - 1.0).abs() < 1e-6);
    assert!((frequency(3) / frequency(4) - 1.0).abs() < 1e-6);
    for file in [
        "load/body-wheel.vtu",
        "modes/body-wheel.inp",
        "mesh/sets-wheel.csv",
    ] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
}

/// The reduced body beside the full one: its modes, its tip under the same force, and the frequencies that CalculiX finds with
/// elements of twenty nodes.
#[test]
fn reduced_body() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run([
        Path::new("run"),
        Path::new("../../examples/reduced-body.toml"),
        Path::new("--json"),
        Path::new("--no-pictures"),
        Path::new("--out"),
        folder.path(),
    ]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let studies = &ran.json()["studies"];
    let reduced = &studies["reduce"]["values"]["gears"]["pinion"];
    let reduction = &reduced["reduction"];
    assert_eq!(reduction["coordinates"], 16 + 36);
    assert_eq!(reduction["dropped"], 0);
    let table = |file: &str| -> Vec<Vec<f64>> {
        let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
        let number = |cell: &str| cell.parse().unwrap_or(f64::NAN);
        let row = |line: &str| line.split(',').map(number).collect();
        text.lines().skip(1).map(row).collect()
    };
    let checks = table("reduce/reduction-pinion.csv");
    let modes = table("modes/modes-pinion.csv");
    assert_eq!((checks.len(), modes.len()), (20, 20));
    for (i, (check, mode)) in checks.iter().zip(&modes).enumerate() {
        let [full, reduced, mac] = [check[2], check[3], check[5]];
        // Both find modes to residuals of 1e-8, which squares in a frequency.
        assert!(
            (full / mode[1] - 1.0).abs() < 1e-9,
            "{i}: {full} {}",
            mode[1]
        );
        // Rayleigh: a subspace is stiffer. What was kept is kept to rounding.
        assert!(reduced > full * (1.0 - 1e-9), "{i}: {reduced} {full}");
        if i < 16 {
            assert!(
                (reduced / full - 1.0).abs() < 1e-9 && (mac - 1.0).abs() < 1e-6,
                "{i}"
            );
        }
    }
    // The page says 2.3 % and 0.98.
    let error = reduction["largest_frequency_error"].as_f64().unwrap();
    let mac = reduction["smallest_mac"].as_f64().unwrap();
    assert!(
        (0.02..0.0235).contains(&error) && (0.98..0.99).contains(&mac),
        "{error} {mac}"
    );
    // The same force along the same tip, once by the compliance of the flanks and once by the whole body.
    let tip = number(reduced, "flank_compliance.tip");
    let case = &table("tip/cases-pinion.csv")[0];
    let [force, deflection] = [case[1], case[2]];
    assert!(
        (tip * force / deflection - 1.0).abs() < 1e-9,
        "{tip} {deflection}"
    );
    // The page says a tenth.
    let next = number(reduced, "flank_compliance.tip_next");
    assert!((0.05..0.15).contains(&(next / tip)), "{next} {tip}");
    // validation/gear-bodies/calculix.csv, spur-hex20. A coarse mesh is at most two per cent too high.
    let calculix = [22735.42, 22735.42, 23033.69, 23863.43, 24585.33];
    let mut lowest: Vec<f64> = checks[..5].iter().map(|check| check[3]).collect();
    lowest.sort_by(f64::total_cmp);
    for (ours, theirs) in lowest.iter().zip(calculix) {
        assert!(
            (0.0..0.02).contains(&(ours / theirs - 1.0)),
            "{ours} {theirs}"
        );
    }
    let body = std::fs::read(folder.path().join("reduce/reduced-pinion.body")).unwrap();
    let body = pitchline::fem::ReducedBody::from_bytes(&body).unwrap();
    assert_eq!(body.n(), 52);
}
