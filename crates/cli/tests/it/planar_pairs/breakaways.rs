//! The study `breakaway` beside closed forms and the simulation.

use super::power_flow::example;
use super::*;

fn study(text: &str, name: &str) -> Json {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    audit_pictures(&folder.path().join("out"));
    ran.json()["studies"][name].clone()
}

const AWAY: &str = "[[studies]]\nname = \"rest\"\nkind = \"static\"\n\
    [[studies]]\nname = \"away\"\nkind = \"breakaway\"\nstart = \"rest\"\n";

/// T_A = T_B (l_A ∓ μ₀ d_A)/(l_B ∓ μ₀ d_B): sticking springs cost a millionth.
#[test]
fn one_pair_holds_between_two_torques() {
    let pair = "mesh = { stiffness = \"2e8 N/m\" }\n\
                friction = { kind = \"coulomb\", coefficient = 0.1, static_coefficient = 0.2, levers = { a = \"-3 mm\", b = \"4 mm\" } }";
    let tail = format!(
        "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, 20]\n\
         [forces.hold]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 40]\n\
         {AWAY}load = \"load\"\ntorque_range = [0, 60]\n"
    );
    for stiction in ["mesh", "conjugate"] {
        let with = pair.replace("levers", &format!("stiction = \"{stiction}\", levers"));
        let found = study(&stand(&with, 0.0, &tail), "away");
        let machine = &found["values"]["machine"];
        let cos = 20_f64.to_radians().cos();
        let torque = |s: f64| 40.0 * (30.0 * cos + s * 0.2 * 3.0) / (60.0 * cos - s * 0.2 * 4.0);
        for (sense, s) in [("rising", 1.0), ("falling", -1.0)] {
            for key in ["moves", "first_slip"] {
                let told = number(&machine[key], sense);
                let expected = torque(s);
                assert!(
                    (told / expected - 1.0).abs() < 1e-5,
                    "{key} {sense}: {told} {expected}"
                );
            }
            let of_pair = &found["values"]["pairs"]["mesh"]["breakaway_torque"];
            assert!((number(of_pair, sense) / torque(s) - 1.0).abs() < 1e-5);
        }
        assert_eq!(machine["holds_without_load"], false);
    }
}

/// Teeth without friction slide all the time: what begins to is the brake, T_A = T_B z_A/z_B ± M.
#[test]
fn teeth_without_friction_begin_to_slide_at_no_load() {
    let tail = format!(
        "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, 20]\n\
         [forces.hold]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 40]\n\
         [forces.brake]\nkind = \"friction\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\nconstant = 3\n\
         {AWAY}load = \"load\"\ntorque_range = [0, 60]\n"
    );
    let found = study(
        &stand("mesh = { stiffness = \"2e8 N/m\" }", 0.0, &tail),
        "away",
    );
    for (sense, brake) in [("rising", 3.0), ("falling", -3.0)] {
        let told = number(&found["values"]["machine"]["first_slip"], sense);
        assert!(
            (told / (20.0 + brake) - 1.0).abs() < 1e-5,
            "{sense}: {told}"
        );
    }
    assert!(found["values"]["pairs"]["mesh"]["breakaway_torque"].is_null());
}

/// The spring-loaded actuator: in closed form while the teeth are stuck, and as its simulation breaks away, 0.178016 s after 5 N m at 1 N m/s. There
/// damping of the teeth bears a share of 2e-4 of what the ramp adds.
#[test]
fn spring_loaded_actuator_breaks_away() {
    let text = example("spring-loaded-actuator");
    let (machine, _) = text.split_once("# Without friction.").unwrap();
    let found = study(
        &format!("{machine}{AWAY}load = \"torque\"\ntorque_range = [4, 6]\n"),
        "away",
    );
    let told = &found["values"]["machine"]["first_slip"];
    let cos = 20_f64.to_radians().cos();
    let [l_a, l_b] = [0.01 * cos, 0.03 * cos];
    let [d_a, d_b] = [-1.005583e-3, 1.938541e-3];
    for (sense, s) in [("rising", 0.2), ("falling", -0.2)] {
        // Stuck: x_A = −x_B, so that Δ = 2 r_B φ_B. 15 − 1000 φ_B = F (l_B − s d_B), T = F (l_A − s d_A).
        let stiff = 1000.0 / (2.0 * 2e8 * 0.03);
        let force = (15.0 + stiff * 5.0 / l_a) / (l_b - s * d_b + stiff);
        let expected = force * (l_a - s * d_a);
        let told = number(told, sense);
        // Constants have seven digits.
        assert!((told / expected - 1.0).abs() < 1e-6, "{told} {expected}");
    }
    assert!(
        (number(told, "rising") - 5.178016).abs() < 2e-4 * 0.178 + 1e-5,
        "{told}"
    );
    // The spring holds it in the end.
    assert!(found["values"]["machine"]["moves"].is_null());
}

#[test]
fn a_range_without_the_preload_is_refused() {
    let pair =
        "mesh = { stiffness = \"2e8 N/m\" }\nfriction = { kind = \"coulomb\", coefficient = 0.1 }";
    let tail = format!(
        "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, 20]\n{AWAY}load = \"load\"\ntorque_range = [30, 60]\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&stand(pair, 0.0, &tail), folder.path());
    assert_eq!(ran.code(), 2);
    assert!(ran.err.contains("which lies outside"), "{}", ran.err);
}

/// Levers that follow the teeth: the map tells the mean over a mesh cycle, wherever the machine stands in it. Mean levers of contacts that
/// take their load over a part of the pitch are those of evenly shared load within that part.
#[test]
fn maps_do_not_depend_on_where_the_teeth_stand() {
    let lost = |levers: &str, cycle: f64| {
        let pair = format!(
            "mesh = {{ stiffness = \"2e8 N/m\", start_cycle = {cycle} }}\n\
             friction = {{ kind = \"coulomb\", coefficient = 0.08, levers = \"{levers}\" }}"
        );
        let tail = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = 100\n\
            [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 40]\n\
            [[studies]]\nname = \"away\"\nkind = \"efficiency-map\"\ndrive = \"motor\"\nload = \"load\"\nspeed_range = [100, 101]\ntorque_range = [40, 40.1]\nspeed_points = 2\ntorque_points = 2\n";
        let found = study(&stand(&pair, 0.0, tail), "away");
        1.0 - number(&found["values"]["machine"], "largest_efficiency")
    };
    let [mean, aside, shared] = [
        lost("over-phase", 0.0),
        lost("over-phase", 0.31),
        lost("shared", 0.0),
    ];
    assert!((mean - aside).abs() < 1e-12, "{mean} {aside}");
    assert!((mean / shared - 1.0).abs() < 0.2, "{mean} {shared}");
}

/// A seal of 3 N m at rest on the second wheel, beside the teeth of the first test: T_A = (T_B ± 3) (l_A ± μ₀ d_A)/(l_B ∓ μ₀ d_B). A brake without torque, and teeth whose
/// friction vanishes at rest, hold nothing; the range that ends before no load at all says nothing of it.
#[test]
fn friction_about_axes_holds_beside_teeth() {
    let pair = "mesh = { stiffness = \"2e8 N/m\" }\n\
                friction = { kind = \"coulomb\", coefficient = 0.1, static_coefficient = 0.2, levers = { a = \"-3 mm\", b = \"4 mm\" } }";
    let seal = |torque: f64| {
        format!(
            "[forces.seal]\nkind = \"friction\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\nviscous = 0.1\nconstant = {}\nstatic_torque = {torque}\n",
            0.5 * torque
        )
    };
    let tail = |torque: f64, low: f64| {
        format!(
            "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, 20]\n\
             [forces.hold]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 40]\n\
             {}{AWAY}load = \"load\"\ntorque_range = [{low}, 60]\n",
            seal(torque)
        )
    };
    let cos = 20_f64.to_radians().cos();
    for (torque, low) in [(3.0, 0.0), (0.0, 0.0), (50.0, 15.0), (50.0, -5.0)] {
        let found = study(&stand(pair, 0.0, &tail(torque, low)), "away");
        let machine = &found["values"]["machine"];
        let expected = |s: f64| {
            (40.0 + s * torque) * (30.0 * cos + s * 0.2 * 3.0) / (60.0 * cos - s * 0.2 * 4.0)
        };
        let told = number(&machine["moves"], "rising");
        // Sticking springs cost a millionth of the way.
        assert!(
            (told / expected(1.0) - 1.0).abs() < 1e-5,
            "{told} {}",
            expected(1.0)
        );
        if torque < 40.0 {
            let told = number(&machine["moves"], "falling");
            assert!((told / expected(-1.0) - 1.0).abs() < 1e-5, "{told}");
        }
        match (torque, low) {
            (50.0, 15.0) => assert!(machine["holds_without_load"].is_null(), "{machine}"),
            _ => assert_eq!(machine["holds_without_load"], torque > 40.0, "{machine}"),
        }
        let of_seal = &found["values"]["forces"]["seal"]["breakaway_torque"];
        assert_eq!(of_seal.is_null(), torque == 0.0, "{of_seal}");
    }
    let slowly = pair.replace("levers", "stiction = \"regularised\", levers");
    let found = study(&stand(&slowly, 0.0, &tail(0.0, 0.0)), "away");
    for sense in ["falling", "rising"] {
        let told = number(&found["values"]["machine"]["moves"], sense);
        assert!((told / 20.0 - 1.0).abs() < 1e-9, "{told}");
    }
}

/// A motor of 2 V, 1 ohm and 0.1 N m/A helps with 0.2 N m at rest, whether its current takes time or not.
#[test]
fn currents_have_settled_at_rest() {
    let pair = "mesh = { stiffness = \"2e8 N/m\" }\n\
                friction = { kind = \"coulomb\", coefficient = 0.1, static_coefficient = 0.2, levers = { a = \"-3 mm\", b = \"4 mm\" } }";
    let cos = 20_f64.to_radians().cos();
    let expected = 40.0 * (30.0 * cos + 0.2 * 3.0) / (60.0 * cos - 0.2 * 4.0) - 0.2;
    for inductance in ["", "inductance = \"1 mH\"\n"] {
        let tail = format!(
            "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, 19.8]\n\
             [forces.hold]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 40]\n\
             [forces.motor]\nkind = \"dc-motor\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\nresistance = \"1 ohm\"\n\
             torque_constant = \"0.1 N m/A\"\nvoltage = \"2 V\"\n{inductance}\
             [[studies]]\nname = \"away\"\nkind = \"breakaway\"\nload = \"load\"\ntorque_range = [0, 60]\n"
        );
        let found = study(&stand(pair, 0.0, &tail), "away");
        let told = number(&found["values"]["machine"]["moves"], "rising");
        assert!((told / expected - 1.0).abs() < 1e-5, "{told} {expected}");
    }
}
