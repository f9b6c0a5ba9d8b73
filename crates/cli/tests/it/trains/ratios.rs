//! Planetary sets of rigid teeth: every choice of the held, the driven and the loaded members.

use super::*;

/// A set: its table without bodies, and its members with their gains, the carrier last.
struct Set {
    text: String,
    members: Vec<(&'static str, f64)>,
}

/// Seen from the carrier, a planet that turns by w turns a sun by −w z/z_sun and a ring by +w z/z_ring.
fn on(planet: u32, wheel: u32, sign: f64) -> f64 {
    sign * f64::from(planet) / f64::from(wheel)
}

fn simple() -> Set {
    Set {
        text: gear("s", "external", 28)
            + &gear("p", "external", 20)
            + &gear("r", "internal", 68)
            + "[planetary.set]\nkind = \"simple\"\nsun = \"s\"\nplanet = \"p\"\nring = \"r\"\nplanets = 3\n",
        members: vec![
            ("sun", on(20, 28, -1.0)),
            ("ring", on(20, 68, 1.0)),
            ("carrier", 0.0),
        ],
    }
}

fn stepped() -> Set {
    Set {
        text: gear("s", "external", 30)
            + &gear("p", "external", 36)
            + &gear("q", "external", 24)
            + &gear("r", "internal", 90)
            + "[planetary.set]\nkind = \"stepped\"\nsun = \"s\"\nplanet = \"p\"\nplanet_2 = \"q\"\nring = \"r\"\nplanets = 3\n",
        members: vec![
            ("sun", on(36, 30, -1.0)),
            ("ring", on(24, 90, 1.0)),
            ("carrier", 0.0),
        ],
    }
}

/// The sets of the example `compound`.
fn of_example(name: &'static str, members: Vec<(&'static str, f64)>) -> Set {
    let text = std::fs::read_to_string("../../examples/compound.toml").unwrap();
    let (_, text) = text.split_once("[gears.").unwrap();
    let (text, _) = text.split_once("[[studies]]").unwrap();
    // The set that takes part in the machine is the last.
    let other = match name {
        "joint" => "automatic",
        _ => "joint",
    };
    let head = format!("[planetary.{name}]");
    let (before, table) = text.split_once(&head).unwrap();
    let (table, after) = table.split_once("\n\n").unwrap();
    let text = format!("[gears.{before}{after}\n\n{head}{table}\n");
    assert!(text.contains(other));
    Set { text, members }
}

/// Two suns, long and short planets of 18 teeth: a short planet turns against its long one.
fn ravigneaux() -> Set {
    let members = vec![
        ("sun", on(18, 36, -1.0)),
        ("sun_2", on(18, 30, 1.0)),
        ("ring", on(18, 72, 1.0)),
        ("carrier", 0.0),
    ];
    of_example("automatic", members)
}

fn wolfrom() -> Set {
    let members = vec![
        ("sun", on(24, 21, -1.0)),
        ("ring", on(24, 69, 1.0)),
        ("ring_2", on(24, 74, 1.0)),
        ("carrier", 0.0),
    ];
    of_example("joint", members)
}

/// Speed of the planets past the carrier (rad/s), whatever is driven: what turns fast in a set of high ratio turns as fast.
const SPEED: f64 = 20.0;

/// One member is held and one driven; every other bears a torque of its own.
fn assert_choice(set: &Set, held: usize, driven: usize) {
    let members = &set.members;
    let gain = |i: usize| members[i].1;
    let input = SPEED * (gain(driven) - gain(held));
    let loads: Vec<f64> = (0..members.len()).map(|i| 40.0 + 30.0 * i as f64).collect();
    let bodies: Vec<String> = members
        .iter()
        .map(|(name, _)| format!("{name} = \"{name}\""))
        .collect();
    let mut text = format!("{HEAD}{}bodies = {{ {} }}\n", set.text, bodies.join(", "));
    for (i, (name, _)) in members.iter().enumerate() {
        text += &member(name);
        text += &match i {
            _ if i == held => drive(name, 0.0),
            _ if i == driven => drive(name, input),
            _ => load(name, loads[i]),
        };
    }
    let get = last_values(&(text + MOTION), "motion");
    // ω = ω_c + g w for every member.
    for (i, (name, _)) in members.iter().enumerate() {
        let speed = SPEED * (gain(i) - gain(held));
        assert_near(get(&format!("speed-{name}")), speed, SPEED);
    }
    // Virtual work of both motions, ω_c and w: Σ T = 0, Σ g T = 0.
    let free = (0..members.len()).filter(|i| *i != held && *i != driven);
    let [sum, weighed] = free.fold([0.0, 0.0], |[sum, weighed], i| {
        [sum + loads[i], weighed + gain(i) * loads[i]]
    });
    let of_driven = -(weighed - gain(held) * sum) / (gain(driven) - gain(held));
    let of_held = -sum - of_driven;
    let torque = |i: usize| get(&format!("torque-{}", members[i].0));
    let scale = of_driven.abs() + of_held.abs() + sum.abs();
    assert_near(torque(driven), of_driven, scale);
    assert_near(torque(held), of_held, scale);
    let power = |i: usize| match i {
        _ if i == held => 0.0,
        _ if i == driven => torque(driven) * input,
        _ => loads[i] * get(&format!("speed-{}", members[i].0)),
    };
    let powers: Vec<f64> = (0..members.len()).map(power).collect();
    assert_balanced(&powers);
}

fn assert_all_choices(set: &Set) {
    let n = set.members.len();
    for held in 0..n {
        for driven in (0..n).filter(|i| *i != held) {
            assert_choice(set, held, driven);
        }
    }
}

#[test]
fn simple_sets() {
    assert_all_choices(&simple());
}

#[test]
fn stepped_sets() {
    assert_all_choices(&stepped());
}

#[test]
fn ravigneaux_sets() {
    assert_all_choices(&ravigneaux());
}

#[test]
fn wolfrom_sets() {
    assert_all_choices(&wolfrom());
}

/// 18 on 45, whose shaft carries 20 on 60; a wheel of 25 meshes with the 60 as well.
#[test]
fn two_stages_on_one_shaft_and_a_wheel_in_several_pairs() {
    let text = format!(
        "{HEAD}{}{}{}{}{}",
        gear("g18", "external", 18),
        gear("g45", "external", 45),
        gear("g20", "external", 20),
        gear("g60", "external", 60),
        gear("g25", "external", 25),
    );
    let places = [
        ("first", 0.0),
        ("lay", 63.0),
        ("last", 143.0),
        ("idler", 228.0),
    ];
    let mut text = text;
    for (name, x) in places {
        text += &member(name).replace("at = [0, 0, 0]", &format!("at = [\"{x} mm\", 0, 0]"));
        text = text.replace(
            &format!("[joints.{name}]"),
            &format!("position = [\"{x} mm\", 0, 0]\n[joints.{name}]"),
        );
    }
    for (wheel, gear, body, x) in [
        ("a", "g18", "first", 0.0),
        ("b", "g45", "lay", 63.0),
        ("c", "g20", "lay", 63.0),
        ("d", "g60", "last", 143.0),
        ("e", "g25", "idler", 228.0),
    ] {
        // The second stage lies 30 mm beside the first.
        let z = if "cde".contains(wheel) { 30.0 } else { 0.0 };
        text += &format!(
            "[wheels.{wheel}]\ngear = \"{gear}\"\nbody = \"{body}\"\nat = [\"{x} mm\", 0, \"{z} mm\"]\n"
        );
    }
    for (name, a, b) in [("one", "a", "b"), ("two", "c", "d"), ("three", "d", "e")] {
        text += &format!("[[pairs]]\nname = \"{name}\"\na = \"{a}\"\nb = \"{b}\"\n");
    }
    text += &(drive("first", SPEED) + &load("last", 90.0) + &load("idler", 10.0) + MOTION);
    let get = last_values(&text, "motion");
    let lay = -SPEED * 18.0 / 45.0;
    let last = -lay * 20.0 / 60.0;
    let idler = -last * 60.0 / 25.0;
    for (name, speed) in [("lay", lay), ("last", last), ("idler", idler)] {
        assert_near(get(&format!("speed-{name}")), speed, SPEED);
    }
    let torque = -(90.0 * last + 10.0 * idler) / SPEED;
    assert_near(get("torque-first"), torque, 10.0);
    assert_balanced(&[get("torque-first") * SPEED, 90.0 * last, 10.0 * idler]);
}
