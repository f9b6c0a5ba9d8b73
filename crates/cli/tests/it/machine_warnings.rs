//! What studies of machines warn of: energy that drifts, equilibria that do not last; and reactions that they call the shortest.

use super::machines::{Csv, HEAD, HINGE, run_text};
use super::*;

/// Whether a study warns of something.
fn says(ran: &Ran, study: &str, what: &str) -> bool {
    let json = ran.json();
    let warnings = json["studies"][study]["warnings"].as_array();
    let mut warnings = warnings.into_iter().flatten();
    warnings.any(|warning| {
        warning
            .as_str()
            .is_some_and(|warning| warning.contains(what))
    })
}

/// Two hinges 0.2 m apart, loaded alike: each bears half of the rod's weight less what accelerates it, in the last row too and however short
/// the steps are; rounding alone would be 10⁻¹⁶ m · 2 kg / (1 µs)² over ε of the constraints.
#[test]
fn redundant_reactions_are_the_shortest_in_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "{HEAD}[joints.upper]\n{HINGE}at = [0, 0, \"0.1 m\"]\n[joints.lower]\n{HINGE}at = [0, 0, \"-0.1 m\"]\n\
         [[studies]]\nname = \"swing\"\nkind = \"transient\"\nend = \"1 ms\"\nstep = \"0.001 ms\"\noutput_step = \"0.1 ms\"\n"
    );
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&folder.path().join("out/swing"), "reactions.csv");
    // θ̈ = m g r / (J + m r²) about z, from rest: half of m (g − r θ̈) each.
    let (mass, arm, moment) = (2.0, 0.5, 0.1);
    let half = 0.5 * mass * 9.81 * (1.0 - mass * arm * arm / (moment + mass * arm * arm));
    // Places of 0.5 m are rounded by 1.1e-16 m: m/β h² of it, in some coordinates.
    let rounding = 10.0 * 1.1e-16 * mass / (0.3 * 1e-12);
    for joint in ["upper", "lower"] {
        let name = format!("{joint}_force_y_on_b_in_axes_of_a_not_unique");
        let column = table.column(&name);
        assert_eq!(column.len(), 11);
        let last = column.last().unwrap();
        assert!(
            (last - half).abs() < 1e-6 * half + rounding,
            "{last} {half}"
        );
    }
}

/// Steps of a sixth of the period: the run goes on, and says that its energy cannot be trusted. A step of 1/100 has nothing to say.
#[test]
fn coarse_steps_are_told_by_their_energy() {
    let warnings = |step: &str| {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "{HEAD}[joints.hinge]\n{HINGE}at = [0, 0, 0]\n\
             [[studies]]\nname = \"swing\"\nkind = \"transient\"\nend = \"3 s\"\nstep = \"{step}\"\n"
        );
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        says(&ran, "swing", "the balance of energy drifts by")
    };
    assert!(warnings("0.3 s"));
    assert!(!warnings("5 ms"));
}

/// A rod that stands on its hinge is in equilibrium, but not for long.
#[test]
fn unstable_equilibria_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "{}[joints.hinge]\n{HINGE}at = [0, 0, 0]\n[[studies]]\nname = \"rest\"\nkind = \"static\"\n",
        HEAD.replace(
            "position = [\"0.5 m\", 0, 0]",
            "position = [0, \"0.5 m\", 0]"
        )
    );
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    assert!(says(&ran, "rest", "the equilibrium is unstable"));
}
