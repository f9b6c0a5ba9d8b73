//! The study `efficiency-map` beside closed forms.

use super::power_flow::{alone, example, willis, wolfrom};
use super::*;

const MAP: &str = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = 1\n\
    [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 1]\n\
    [[studies]]\nname = \"map\"\nkind = \"efficiency-map\"\ndrive = \"motor\"\nload = \"load\"\n\
    speed_range = [-200, 200]\ntorque_range = [-40, 40]\nspeed_points = 6\ntorque_points = 8\n";

struct Map {
    json: Json,
    columns: Vec<Vec<f64>>,
    pictures: usize,
}

const COLUMNS: [&str; 6] = [
    "speed",
    "torque",
    "drive_torque",
    "power_entering",
    "power_lost",
    "efficiency",
];

fn mapped(text: &str) -> Map {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let out = folder.path().join("out");
    audit_pictures(&out);
    let table = Csv::read(&out, "map/efficiency-map.csv");
    let json = ran.json()["studies"]["map"].clone();
    Map {
        pictures: json["pictures"].as_array().map_or(0, Vec::len),
        json,
        columns: COLUMNS.map(|name| table.column(name)).to_vec(),
    }
}

impl Map {
    fn points(&self) -> impl Iterator<Item = [f64; 6]> + '_ {
        (0..self.columns[0].len()).map(|i| std::array::from_fn(|c| self.columns[c][i]))
    }
}

/// Friction that gives an efficiency gives it at every point: 0.95 where the first wheel drives, 0.9 where the second does.
#[test]
fn a_given_efficiency_is_that_of_every_point() {
    let pair = "mesh = { stiffness = \"2e8 N/m\", backlash = \"20 um\" }\n\
                friction = { kind = \"efficiency\", forward = 0.95, reverse = 0.9, levers = \"shared\" }";
    let map = mapped(&stand(pair, 0.0, MAP));
    assert_eq!((map.columns[0].len(), map.pictures), (48, 1));
    for [speed, torque, drive, entering, lost, efficiency] in map.points() {
        // The wheels turn against each other, 2 to 1: the load drives where its torque has the sense of its speed.
        let load = -0.5 * speed * torque;
        let expected = if load > 0.0 { 0.9 } else { 0.95 };
        assert!((efficiency - expected).abs() < 1e-12, "{efficiency}");
        assert!((speed * drive + load - lost).abs() < 1e-12 * entering && lost > 0.0);
    }
    let machine = &map.json["values"]["machine"];
    assert_eq!(
        (&machine["points"], &machine["points_without_balance"]),
        (&48.into(), &0.into())
    );
    for (quadrant, expected) in [(1, 0.95), (2, 0.9), (3, 0.95), (4, 0.9)] {
        let quadrant = &machine[format!("quadrant_{quadrant}")];
        assert_eq!(quadrant["points"], 12);
        assert!((number(quadrant, "efficiency_mean") - expected).abs() < 1e-12);
    }
    assert!((number(machine, "speed_ratio") + 0.5).abs() < 1e-12);
}

/// Teeth that pass on 0.95 of what the first wheel drives, 0.9 of what the second does.
const GIVEN: &str = "mesh = { stiffness = \"2e8 N/m\" }\n\
    friction = { kind = \"efficiency\", forward = 0.95, reverse = 0.9, levers = \"shared\" }";

/// What acts besides the drive and the varied load.
#[derive(Clone, Copy, Default)]
struct Besides {
    /// Torque of a second load, on the first wheel (N m).
    load: f64,
    /// Constant and viscous drag of a seal on the second wheel (N m, N m s/rad).
    seal: [f64; 2],
    /// Voltage, resistance and constant of a motor on the first wheel.
    motor: Option<[f64; 3]>,
    /// Torque of a spring on the second wheel (N m).
    spring: f64,
}

impl Besides {
    fn text(&self) -> String {
        let mut text = format!(
            "[forces.second]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, {}]\n",
            self.load
        );
        let [constant, viscous] = self.seal;
        if constant > 0.0 {
            text += &format!(
                "[forces.seal]\nkind = \"friction\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\nconstant = {constant}\nviscous = {viscous}\n"
            );
        }
        if let Some([voltage, resistance, constant]) = self.motor {
            text += &format!(
                "[forces.electric]\nkind = \"dc-motor\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\nvoltage = {voltage}\nresistance = {resistance}\ntorque_constant = {constant}\n"
            );
        }
        if self.spring != 0.0 {
            // So weak that the deflection of the teeth changes nothing.
            text += &format!(
                "[forces.spring]\nkind = \"torsion-spring\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\nstiffness = 1e-3\nrest_angle = \"{} rad\"\n",
                1e3 * self.spring
            );
        }
        text
    }

    /// Powers that enter, or leave where they are negative: drive, load and what else there is; and the heat of all.
    fn powers(&self, speed: f64, torque: f64) -> (Vec<f64>, f64) {
        let second = -0.5 * speed;
        let [constant, viscous] = self.seal;
        let drag = constant + viscous * second.abs();
        let drag = if constant > 0.0 { drag } else { 0.0 };
        let from_second = (torque + self.spring) * second - drag * second.abs();
        // What the teeth take from the first wheel.
        let from_first = match from_second > 0.0 {
            true => -0.9 * from_second,
            false => -from_second / 0.95,
        };
        let [electric, turning] = self
            .motor
            .map_or([0.0; 2], |[voltage, resistance, constant]| {
                let current = (voltage - constant * speed) / resistance;
                [voltage * current, constant * current * speed]
            });
        let drive = from_first - self.load * speed - turning;
        let powers = vec![
            drive,
            torque * second,
            self.load * speed,
            electric,
            self.spring * second,
        ];
        let heat = from_first + from_second + drag * second.abs() + electric - turning;
        (powers, heat)
    }
}

/// Output over input where power enters and leaves by more ways than the drive and the load, in closed form: never more than one.
#[test]
fn power_by_other_ways_is_neither_lost_nor_gained() {
    let many = [
        Besides {
            load: -30.0,
            ..Besides::default()
        },
        Besides {
            load: 30.0,
            ..Besides::default()
        },
        Besides {
            seal: [2.0, 0.01],
            ..Besides::default()
        },
        Besides {
            motor: Some([48.0, 0.5, 0.2]),
            ..Besides::default()
        },
        Besides {
            motor: Some([0.0, 0.5, 0.2]),
            ..Besides::default()
        },
        Besides {
            spring: 10.0,
            ..Besides::default()
        },
        Besides {
            load: -30.0,
            seal: [2.0, 0.01],
            motor: Some([-24.0, 0.5, 0.2]),
            spring: -15.0,
        },
    ];
    for besides in many {
        let map = mapped(&stand(GIVEN, 0.0, &format!("{}{MAP}", besides.text())));
        // The spring gives way with the teeth, by 1e-4 rad.
        let allowed = if besides.spring == 0.0 { 1e-11 } else { 1e-7 };
        for [speed, torque, drive, entering, lost, efficiency] in map.points() {
            let (powers, heat) = besides.powers(speed, torque);
            let sum = |sign: f64| powers.iter().map(|p| f64::max(sign * p, 0.0)).sum::<f64>();
            let expected = sum(-1.0) / sum(1.0);
            assert!((0.0..=1.0).contains(&efficiency), "{efficiency}");
            assert!(
                (efficiency - expected).abs() < allowed,
                "{efficiency} {expected}"
            );
            assert!((entering / sum(1.0) - 1.0).abs() < allowed);
            assert!((lost - heat).abs() < allowed * entering && lost > 0.0);
            assert!((drive * speed - powers[0]).abs() < allowed * entering);
        }
        let notes = map.json["warnings"].to_string();
        assert_eq!(
            notes.contains("springs or weights store or release power"),
            besides.spring != 0.0,
            "{notes}"
        );
    }
}

/// A current that takes time is the same in even running as one that does not.
#[test]
fn an_inductance_changes_no_map() {
    let motor = Besides {
        motor: Some([48.0, 0.5, 0.2]),
        ..Besides::default()
    };
    let [without, with] = ["", "inductance = \"3 mH\"\n"].map(|inductance| {
        mapped(&stand(
            GIVEN,
            0.0,
            &format!("{}{inductance}{MAP}", motor.text()),
        ))
    });
    for (a, b) in without.points().zip(with.points()) {
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() <= 1e-12 * a.abs(), "{a} {b}");
        }
    }
}

/// The sum of a controller that never sees its set point has no steady value: rows at other speeds are empty, and it is named.
#[test]
fn what_does_not_settle_has_no_efficiency() {
    let controlled = "[forces.torque]\nkind = \"torque-between\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\ncontroller = \"pace\"\n\
        [controllers.pace]\nkind = \"speed-to-torque\"\njoint = \"one\"\nsetpoint = \"200 rad/s\"\n\
        proportional = \"0.01 N m s/rad\"\nintegral = \"1 N m/rad\"\nlimits = [-5, 5]\n";
    let map = mapped(&stand(GIVEN, 0.0, &format!("{controlled}{MAP}")));
    for [speed, .., efficiency] in map.points() {
        // Nothing is missing at 200 rad/s, and the sum stays zero.
        assert_eq!(
            efficiency.is_finite(),
            speed > 199.0,
            "{speed} {efficiency}"
        );
    }
    let notes = map.json["warnings"].to_string();
    assert!(
        notes.contains("pace") && notes.contains("no steady value at 5 of 6 speeds"),
        "{notes}"
    );
    // A proportional one has, and its torque brings power in.
    let proportional = controlled.replace("integral = \"1 N m/rad\"\n", "");
    let map = mapped(&stand(GIVEN, 0.0, &format!("{proportional}{MAP}")));
    for [speed, torque, drive, ..] in map.points() {
        let load = 0.01 * (200.0 - speed);
        let (powers, _) = Besides {
            load,
            ..Besides::default()
        }
        .powers(speed, torque);
        assert!((drive * speed - powers[0]).abs() < 1e-11 * powers[0].abs());
    }
}

/// η = (1 − μ D_B)/(1 − μ D_A) and its reverse, (38) of the source solved for the efficiency, with arms that are given.
#[test]
fn coulomb_friction_gives_the_formula_of_the_source() {
    let pair = "mesh = { stiffness = \"2e8 N/m\" }\n\
                friction = { kind = \"coulomb\", coefficient = 0.08, levers = { a = \"-3 mm\", b = \"4 mm\" } }";
    let map = mapped(&stand(pair, 0.0, MAP));
    let cos = 20_f64.to_radians().cos();
    let [a, b] = [-3.0 / (30.0 * cos), 4.0 / (60.0 * cos)];
    for [speed, torque, .., efficiency] in map.points() {
        let expected = match speed * torque > 0.0 {
            true => (1.0 - 0.08 * b) / (1.0 - 0.08 * a),
            false => (1.0 + 0.08 * a) / (1.0 + 0.08 * b),
        };
        assert!(
            (efficiency - expected).abs() < 1e-12,
            "{efficiency} {expected}"
        );
    }
}

/// With arms that follow the teeth the efficiency is that of their mean, which the map takes: of contacts that are short, half a pitch long,
/// and as long as those of helical gears.
#[test]
fn a_given_efficiency_is_that_of_the_mean_over_the_phase() {
    let friction = |more: &str| {
        format!(
            "mesh = {{ stiffness = \"2e8 N/m\" }}\n\
             friction = {{ kind = \"efficiency\", forward = 0.95, reverse = 0.9, levers = \"over-phase\"{more} }}"
        )
    };
    let spur = |more: &str| stand(&friction(more), 0.0, MAP);
    for text in [spur(""), spur(", spread = 0.6"), helical(&spur(""), false)] {
        for [speed, torque, .., efficiency] in mapped(&text).points() {
            let expected = if speed * torque > 0.0 { 0.95 } else { 0.9 };
            assert!((efficiency - expected).abs() < 1e-12, "{efficiency}");
        }
    }
}

/// Friction whose coefficient begins from 0 rubs in motion: at all speeds of the map its rows are level.
#[test]
fn friction_that_begins_from_nothing_has_losses() {
    let rubs = |friction: &str| {
        let pair = format!("mesh = {{ stiffness = \"2e8 N/m\" }}\nfriction = {{ {friction} }}");
        mapped(&stand(&pair, 0.0, MAP))
    };
    // 40 rad/s on 30 mm are 1.2 m/s.
    let efficiency = "kind = \"efficiency\", speeds = [0, \"1 m/s\"], forward = [1.0, 0.9]";
    for [.., found] in rubs(efficiency).points() {
        assert!((found - 0.9).abs() < 1e-12, "{found}");
    }
    let table = "kind = \"table\", speeds = [0, \"0.5 m/s\", \"1 m/s\"], coefficients = [0, 0.1, 0.1], \
                 levers = { a = \"-3 mm\", b = \"4 mm\" }";
    let cos = 20_f64.to_radians().cos();
    let [a, b] = [-3.0 / (30.0 * cos), 4.0 / (60.0 * cos)];
    for [speed, torque, .., found] in rubs(table).points() {
        let expected = match speed * torque > 0.0 {
            true => (1.0 - 0.1 * b) / (1.0 - 0.1 * a),
            false => (1.0 + 0.1 * a) / (1.0 + 0.1 * b),
        };
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    // Nothing at any speed is no friction.
    for [.., found] in rubs("kind = \"efficiency\", forward = 1.0").points() {
        assert!((found - 1.0).abs() < 1e-12, "{found}");
    }
}

/// Oil as cold as no gearbox runs with, of which the formulas know nothing, is told of with what to write instead; warm oil is not.
#[test]
fn cold_oil_is_told_of() {
    for (kind, name) in [("din-3990", "DIN 3990-4"), ("iso-14179", "ISO/TR 14179-2")] {
        let pair = format!(
            "mesh = {{ stiffness = \"2e8 N/m\" }}\n\
             friction = {{ kind = \"{kind}\", static_coefficient = 0.2, roughness = \"0.8 um\", oil = {{ grade = 220 }}, temperature = \"60 degC\" }}"
        );
        let text = stand(&pair, 0.0, MAP);
        assert_eq!(mapped(&text).json["warnings"], serde_json::json!([]));
        let with = format!("{text}temperatures = [\"-55 degC\", \"100 degC\"]\n");
        let told = mapped(&with).json["warnings"].clone();
        let one = told[0].as_str().unwrap_or_default();
        assert_eq!(told.as_array().map(Vec::len), Some(1), "{told}");
        for part in [
            "pair `mesh` at -55 degC: an oil of",
            name,
            "kind = \"efficiency\"",
        ] {
            assert!(one.contains(part), "{one}");
        }
        // So it is where the model itself has such oil.
        let cold = mapped(&text.replace("60 degC", "-55 degC")).json["warnings"].to_string();
        assert!(
            cold.contains("friction of pair `mesh`: an oil of"),
            "{cold}"
        );
    }
}

/// Points of the Wolfrom set beside its power flow, the self-locking ones with rough teeth too.
#[test]
fn wolfrom_at_points() {
    for each in [0.98, 0.96] {
        let text = example("wolfrom").replace("forward = 0.98", &format!("forward = {each}"));
        let (machine, _) = text.split_once("[[studies]]").unwrap();
        let map = mapped(&format!(
            "{machine}[[studies]]\nname = \"map\"\nkind = \"efficiency-map\"\ndrive = \"motor\"\nload = \"weight\"\n\
             speed_range = [-300, 300]\ntorque_range = [-20, 20]\nspeed_points = 2\ntorque_points = 4\n"
        ));
        assert_eq!(map.columns[0].len(), 8);
        for [speed, torque, drive, _, lost, efficiency] in map.points() {
            let expected = willis(&wolfrom(None, torque, [each; 2]), 0.0, -speed)[0];
            assert!((drive / expected - 1.0).abs() < 1e-10, "{drive} {expected}");
            let arm = torque * speed * 7.0 / 444.0;
            assert!((lost - speed * expected - arm).abs() < 1e-9 * arm.abs());
            assert_eq!(efficiency == 0.0, each < 0.966 && arm > 0.0, "{efficiency}");
        }
    }
}

/// A map for each temperature; losses of the contacts make the whole loss, and cold oil of this formula rubs less at speed.
#[test]
fn compound_planetary_over_temperature() {
    let text = alone(&example("compound-planetary"), "map");
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&folder.path().join("out"), "map/efficiency-map.csv");
    let [temperature, lost] = ["temperature", "power_lost"].map(|name| table.column(name));
    assert_eq!(lost.len(), 3 * 1600);
    let sets = ["sun-planet", "planet_2-ring"];
    let contacts = sets.iter().flat_map(|pair| {
        let name = move |i: usize| format!("power_lost_set-{pair}-{i}");
        (1..=3).map(name)
    });
    let contacts: Vec<Vec<f64>> = contacts.map(|name| table.column(&name)).collect();
    for (i, lost) in lost.iter().enumerate() {
        let sum: f64 = contacts.iter().map(|contact| contact[i]).sum();
        assert!((sum / lost - 1.0).abs() < 1e-9, "{sum} {lost}");
        // Three planets share alike.
        assert!((contacts[0][i] / contacts[1][i] - 1.0).abs() < 1e-9);
    }
    // η^−0.05 of the formula: the same point at −20 °C and at 80 °C.
    assert!((temperature[0] - 253.15).abs() < 1e-9 && (temperature[3200] - 353.15).abs() < 1e-9);
    assert!(lost[0] < lost[1600] && lost[1600] < lost[3200]);
}

#[test]
fn what_cannot_be_mapped_is_told() {
    let pair =
        "mesh = { stiffness = \"2e8 N/m\" }\nfriction = { kind = \"coulomb\", coefficient = 0.1 }";
    let refused = |from: &str, to: &str, part: &str| {
        let text = stand(pair, 0.0, MAP).replace(from, to);
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&text, folder.path());
        assert_ne!(ran.code(), 0, "{part}");
        assert!(ran.err.contains(part), "{}", ran.err);
    };
    refused(
        "load = \"load\"",
        "load = \"load:force_x\"",
        "is no torque of a load",
    );
    refused(
        "load = \"load\"",
        "load = \"nothing\"",
        "no controller and no disc `nothing`",
    );
    refused(
        "speed_points = 6",
        "temperatures = [300]",
        "no pair has a friction that depends on the temperature",
    );
    refused(
        "speed_points = 6\ntorque_points = 8",
        "speed_points = 10000\ntorque_points = 10000",
        "points, more than the limit of",
    );
    refused("[-200, 200]", "[200, -200]", "speed_range is [200, -200]");
    refused(
        "level = \"planar\"\nmesh = { stiffness = \"2e8 N/m\" }\nfriction = { kind = \"coulomb\", coefficient = 0.1 }",
        "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\", damping_ratio = 0.1 }",
        "which this study does not know",
    );
}
