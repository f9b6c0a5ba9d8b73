//! Closed forms of the law, its derivatives by differences, and where its energy goes.

use proptest::prelude::*;

use super::*;

const STIFFNESS: f64 = 2e8;
const DAMPING: f64 = 3e3;
const BACKLASH: f64 = 5e-5;
/// Force at which damping in contact only is that of the coefficient: at a deflection of 10 µm.
const LOAD: f64 = 2e3;

fn law(in_gap: bool, backlash: f64) -> MeshLaw {
    MeshLaw {
        elasticity: Elasticity::Linear {
            stiffness: STIFFNESS,
        },
        damping: match in_gap {
            true => MeshDamping::always(DAMPING),
            false => MeshDamping::in_contact(DAMPING, LOAD),
        },
        backlash,
    }
}

#[test]
fn the_play_is_between_zero_and_minus_the_backlash() {
    let law = law(true, BACKLASH);
    for (deflection, force, contact) in [
        (1e-5, 2e3, FlankContact::Right),
        (0.0, 0.0, FlankContact::None),
        (-2e-5, 0.0, FlankContact::None),
        (-BACKLASH, 0.0, FlankContact::None),
        (-7e-5, -4e3, FlankContact::Left),
    ] {
        let told = law.at(deflection, 0.0).force;
        assert!((told - force).abs() < 1e-9, "{deflection}: {told}");
        assert_eq!(law.contact(deflection), contact, "{deflection}");
    }
}

/// A search for equilibrium that starts at the reference, u = 0, needs a stiffness there.
#[test]
fn the_ends_of_the_play_are_stiff() {
    for in_gap in [false, true] {
        for deflection in [0.0, -BACKLASH] {
            let value = law(in_gap, BACKLASH).at(deflection, 0.0);
            assert!((value.by_deflection - STIFFNESS).abs() < 1e-6);
        }
    }
}

/// The plain law of \[cardona\]: k \[\[x\]\] + c ẋ everywhere.
#[test]
fn damping_in_the_gap_is_viscous() {
    let law = law(true, BACKLASH);
    for (deflection, spring) in [(1e-5, 2e3), (-2e-5, 0.0), (-7e-5, -4e3)] {
        for rate in [-0.2, 0.0, 0.3] {
            let value = law.at(deflection, rate);
            assert!((value.force - (spring + DAMPING * rate)).abs() < 1e-9);
            assert!((value.dissipated - DAMPING * rate * rate).abs() < 1e-9);
        }
    }
}

/// At its load damping in contact only is the viscous one; it falls and grows with the force.
#[test]
fn damping_in_contact_is_in_proportion_to_the_force() {
    for (deflection, share) in [(1e-5, 1.0), (5e-6, 0.5), (3e-5, 3.0)] {
        for rate in [-0.2, 0.0, 0.3] {
            let value = law(false, BACKLASH).at(deflection, rate);
            let expected = STIFFNESS * deflection + share * DAMPING * rate;
            assert!((value.force - expected).abs() < 1e-9);
            assert!((value.dissipated - share * DAMPING * rate * rate).abs() < 1e-9);
        }
    }
}

/// Teeth that part faster than F_s/c = 0.67 m/s leave each other without a force, and lose what they had stored.
#[test]
fn teeth_never_pull() {
    let value = law(false, BACKLASH).at(1e-5, -0.7);
    assert!(value.force == 0.0 && value.by_deflection == 0.0 && value.by_rate == 0.0);
    assert!((value.dissipated - 2e3 * 0.7).abs() < 1e-9);
}

/// Without play there is no gap, and the word does not matter.
#[test]
fn no_play_leaves_no_gap() {
    for deflection in [-1e-5, 0.0, 1e-5] {
        assert_eq!(
            law(false, 0.0).at(deflection, 0.1),
            law(true, 0.0).at(deflection, 0.1)
        );
    }
}

#[test]
fn what_no_mesh_is_is_refused() {
    let good = law(true, BACKLASH);
    assert_eq!(good.check(), Ok(()));
    for wrong in [f64::NAN, f64::INFINITY, -1.0] {
        let mut stiffness = good.clone();
        stiffness.elasticity = Elasticity::Linear { stiffness: wrong };
        let mut damping = good.clone();
        damping.damping.coefficient = wrong;
        let mut backlash = good.clone();
        backlash.backlash = wrong;
        for (law, key) in [
            (stiffness, "stiffness"),
            (damping, "damping"),
            (backlash, "backlash"),
        ] {
            let told = law.check().unwrap_err().to_string();
            assert!(told.starts_with(&format!("{key} = ")), "{told}");
            assert!(told.contains("write a finite number"), "{told}");
        }
    }
    let mut soft = good;
    soft.elasticity = Elasticity::Linear { stiffness: 0.0 };
    assert!(soft.check().is_err());
}

proptest! {
    #[test]
    fn heat_is_never_negative(
        in_gap: bool, play in 0.0..1e-4f64, deflection in -3e-4..2e-4f64, rate in -1.0..1.0f64,
    ) {
        let value = law(in_gap, play).at(deflection, rate);
        prop_assert!(value.dissipated >= 0.0 && value.elastic.energy >= 0.0);
        prop_assert!(value.by_deflection >= 0.0 && value.by_rate >= 0.0);
    }

    /// Teeth that are damped in contact only never pull: the force has the sign of the flank that touches.
    #[test]
    fn bounded_teeth_only_push(deflection in -3e-4..2e-4f64, rate in -10.0..10.0f64) {
        let law = law(false, BACKLASH);
        let force = law.at(deflection, rate).force;
        match law.contact(deflection) {
            FlankContact::Right => prop_assert!(force >= 0.0),
            FlankContact::None => prop_assert!(force == 0.0),
            FlankContact::Left => prop_assert!(force <= 0.0),
        }
    }

    /// Both flanks are alike: the law is odd about the middle of the play.
    #[test]
    fn flanks_are_alike(in_gap: bool, from_middle in 0.0..2e-4f64, rate in -1.0..1.0f64) {
        let law = law(in_gap, BACKLASH);
        let right = law.at(-0.5 * BACKLASH + from_middle, rate);
        let left = law.at(-0.5 * BACKLASH - from_middle, -rate);
        // Places are rounded to 1e-20 m, twice, and the bounded law is at most twice as stiff.
        prop_assert!((right.force + left.force).abs() <= 1e-10 + 1e-9 * right.force.abs());
        prop_assert!((right.elastic.energy - left.elastic.energy).abs() <= 1e-9 * right.elastic.energy + 1e-15);
    }

    /// Central differences away from the kinks: linear in the deflection and in its rate.
    #[test]
    fn derivatives_by_differences(
        in_gap: bool, deflection in -2e-4..2e-4f64, rate in -0.5..0.5f64,
    ) {
        let law = law(in_gap, BACKLASH);
        let penetration = deflection.max(-(deflection + BACKLASH));
        prop_assume!(penetration.abs() > 1e-7);
        let value = law.at(deflection, rate);
        let h = 1e-4 * penetration.abs();
        let difference = |f: &dyn Fn(f64) -> f64, h: f64| (f(h) - f(-h)) / (2.0 * h);
        let by_deflection = difference(&|d| law.at(deflection + d, rate).force, h);
        prop_assert!((by_deflection - value.by_deflection).abs() < 1e-5 * STIFFNESS);
        let h = 1e-4;
        let by_rate = difference(&|d| law.at(deflection, rate + d).force, h);
        prop_assert!((by_rate - value.by_rate).abs() < 1e-6 * DAMPING);
        let energy = difference(&|d| law.at(deflection + d, 0.0).elastic.energy, 1e-4 * penetration.abs());
        prop_assert!((energy - law.at(deflection, 0.0).force).abs() < 1e-6 * STIFFNESS * penetration.abs());
    }

    /// No jump at the ends of the play, at any rate.
    #[test]
    fn force_is_continuous(in_gap: bool, rate in -10.0..10.0f64) {
        let law = law(in_gap, BACKLASH);
        for end in [0.0, -BACKLASH] {
            let step = 1e-15;
            let jump = law.at(end + step, rate).force - law.at(end - step, rate).force;
            let stiffness = STIFFNESS * (1.0 + DAMPING * rate.abs() / LOAD);
            prop_assert!(jump.abs() <= 4.0 * stiffness * step + 1e-9, "{}", jump);
        }
    }
}
