//! Sets of which no member is held: where no equilibrium is found, what is free is named.

use super::*;

/// A set of sun, ring and carrier that all may turn.
fn neutral(planets: u32, level: &str, tail: &str) -> String {
    let gears = [
        gear("sun-gear", "external", 30),
        gear("planet-gear", "external", 30),
        gear("ring-gear", "internal", 90),
    ];
    format!(
        "{HEAD}gravity = [0, \"-9.81 m/s2\", 0]\n{}{}{}{}\
         [planetary.set]\nkind = \"simple\"\nsun = \"sun-gear\"\nplanet = \"planet-gear\"\nring = \"ring-gear\"\nplanets = {planets}\n\
         bodies = {{ sun = \"sun\", ring = \"ring\", carrier = \"carrier\" }}\nlevel = \"{level}\"\n\
         mesh = {{ stiffness = \"4e8 N/m\", damping_ratio = 0.5 }}\n{tail}\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n",
        gears.concat(),
        member("sun"),
        member("ring"),
        member("carrier"),
    )
}

/// The weight of one planet turns the carrier, and all wheels may turn beside it.
#[test]
fn what_is_free_in_neutral_is_named() {
    let loads = load("sun", 10.0) + &load("ring", 30.0) + &load("carrier", -40.0);
    for (level, tail) in [
        ("planar", loads.as_str()),
        ("joint", &loads),
        ("planar", ""),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&neutral(1, level, tail), folder.path());
        assert_eq!(ran.code(), 1, "{level}");
        let free = [
            "sun, about its z",
            "ring, about its z",
            "carrier, about its z",
            "set-planet-1, about its z",
            "it there",
        ];
        let says = |free: &&str| {
            ran.err
                .contains(&format!("nothing holds {free}: add a joint"))
        };
        assert!(free.iter().any(says), "{level}: {}", ran.err);
    }
}
