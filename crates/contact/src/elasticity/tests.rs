//! Closed forms, derivatives, energy and refusals of every law of the teeth.

use proptest::prelude::*;

use super::*;

const FLANK: FlankContact = FlankContact::Right;

const PROGRESSIVE: Elasticity = Elasticity::Progressive {
    stiffness: 2e8,
    roughness: 4e-6,
};

const STIFFENING: Elasticity = Elasticity::Stiffening {
    stiffness: 1e8,
    full_stiffness: 3e8,
    full_load: 4e3,
};

fn table() -> Elasticity {
    let rows = vec![[0.0, 0.0], [5e-6, 200.0], [1e-5, 900.0], [2e-5, 3e3]];
    Elasticity::Table(ForceTable::new(rows).unwrap())
}

fn all() -> [Elasticity; 5] {
    let linear = Elasticity::Linear { stiffness: 2e8 };
    let flanks = Elasticity::PerFlank(Box::new([PROGRESSIVE, STIFFENING]));
    [linear, PROGRESSIVE, STIFFENING, table(), flanks]
}

/// \[linden\] (41): c p²/(2R) below R, c (p − R/2) above.
#[test]
fn progressive_teeth_are_those_of_the_source() {
    for (p, force, stiffness) in [
        (0.0, 0.0, 0.0),
        (2e-6, 100.0, 1e8),
        (4e-6, 400.0, 2e8),
        (1e-5, 1600.0, 2e8),
    ] {
        let told = PROGRESSIVE.at(FLANK, p);
        assert!((told.force - force).abs() < 1e-10, "{p}: {told:?}");
        assert!((told.stiffness - stiffness).abs() < 1e-6, "{p}: {told:?}");
    }
    // ∫ c p²/(2R) dp = c R²/6
    assert!((PROGRESSIVE.at(FLANK, 4e-6).energy - 2e8 * 16e-12 / 6.0).abs() < 1e-18);
}

/// Stiffness over force is a straight line from k_0 to k_1, then level.
#[test]
fn stiffness_rises_linearly_with_load() {
    for i in 0..200 {
        let told = STIFFENING.at(FLANK, 2e-7 * f64::from(i));
        let expected = 1e8 + 2e8 * (told.force / 4e3).min(1.0);
        assert!((told.stiffness / expected - 1.0).abs() < 1e-13, "{told:?}");
    }
    // Full load at F_1 ln(k_1/k_0)/(k_1 − k_0), and no overflow far beyond it.
    let full = STIFFENING.at(FLANK, 4e3 * 3f64.ln() / 2e8);
    assert!((full.force - 4e3).abs() < 1e-9);
    assert!((STIFFENING.at(FLANK, 1.0).force / 3e8 - 1.0).abs() < 1e-4);
}

/// Teeth that hardly stiffen are linear, energy included: nothing cancels.
#[test]
fn little_stiffening_is_linear() {
    let law = Elasticity::Stiffening {
        stiffness: 1e8,
        full_stiffness: 1e8 * (1.0 + 1e-9),
        full_load: 4e3,
    };
    for p in [1e-9, 1e-6, 3e-5, 1e-4] {
        let told = law.at(FLANK, p);
        assert!((told.force / (1e8 * p) - 1.0).abs() < 1e-8);
        assert!(
            (told.energy / (0.5e8 * p * p) - 1.0).abs() < 1e-8,
            "{p}: {told:?}"
        );
    }
}

#[test]
fn tables_go_through_their_rows_and_on() {
    let law = table();
    for (p, force) in [
        (0.0, 0.0),
        (5e-6, 200.0),
        (1e-5, 900.0),
        (2e-5, 3e3),
        (3e-5, 5.1e3),
    ] {
        assert!((law.at(FLANK, p).force - force).abs() < 1e-9, "{p}");
    }
}

/// Two rows are a straight line: the linear law.
#[test]
fn two_rows_are_linear() {
    let law = Elasticity::Table(ForceTable::new(vec![[0.0, 0.0], [1e-5, 2e3]]).unwrap());
    for p in [0.0, 3e-6, 1e-5, 4e-5] {
        let told = law.at(FLANK, p);
        assert!((told.force - 2e8 * p).abs() < 1e-10);
        assert!((told.stiffness / 2e8 - 1.0).abs() < 1e-13);
        assert!((told.energy - 1e8 * p * p).abs() < 1e-15);
    }
}

#[test]
fn flanks_have_their_own_laws() {
    let law = &all()[4];
    let p = 7e-6;
    assert_eq!(law.at(FlankContact::Right, p), PROGRESSIVE.at(FLANK, p));
    assert_eq!(law.at(FlankContact::Left, p), STIFFENING.at(FLANK, p));
    assert_eq!(law.at(FlankContact::None, p), ElasticValue::default());
}

#[test]
fn what_no_tooth_is_is_refused() {
    let progressive = |stiffness, roughness| Elasticity::Progressive {
        stiffness,
        roughness,
    };
    let stiffening = |stiffness, full_stiffness, full_load| Elasticity::Stiffening {
        stiffness,
        full_stiffness,
        full_load,
    };
    let flanks = Elasticity::PerFlank(Box::new([PROGRESSIVE, progressive(0.0, 1e-6)]));
    for (law, part) in [
        (progressive(0.0, 1e-6), "stiffness = 0 is not possible"),
        (progressive(1e8, 0.0), "roughness = 0 is not possible"),
        (progressive(1e8, f64::NAN), "roughness = NaN"),
        (
            stiffening(1e8, 1e8, 1e3),
            "write more than stiffness; teeth that do not stiffen are linear",
        ),
        (stiffening(1e8, 2e8, f64::INFINITY), "full_load = inf"),
        (flanks, "stiffness = 0"),
    ] {
        let told = law.check().unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
    for (rows, part) in [
        (vec![[0.0, 0.0]], "force table has 1 of them"),
        (
            vec![[1e-6, 0.0], [2e-6, 1.0]],
            "row 1, penetration = 0.000001 is not possible; write 0: the first touch",
        ),
        (
            vec![[0.0, 1.0], [2e-6, 2.0]],
            "row 1, force = 1 is not possible; write 0: no force at the first touch",
        ),
        (
            vec![[0.0, 0.0], [2e-6, 0.0]],
            "row 2, force = 0 is not possible; write more than the force of the row before",
        ),
        (vec![[0.0, 0.0], [2e-6, f64::NAN]], "row 2, force = NaN"),
        (vec![[0.0, 0.0], [2e-6, -1.0]], "teeth do not pull"),
    ] {
        let told = ForceTable::new(rows).unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
    for law in all() {
        assert_eq!(law.check(), Ok(()));
    }
}

proptest! {
    /// dF/dp and dV/dp = F by central differences over a thousandth of the penetration; third derivatives are at most k/p².
    #[test]
    fn derivatives_by_differences(p in 1e-7..5e-5f64, left: bool) {
        let flank = if left { FlankContact::Left } else { FlankContact::Right };
        for law in all() {
            let h = 1e-4 * p;
            let [before, here, after] = [p - h, p, p + h].map(|p| law.at(flank, p));
            // At a joint of the progressive law or of rows the second derivative jumps.
            let kink = (after.stiffness - 2.0 * here.stiffness + before.stiffness).abs();
            let by = |pick: fn(&ElasticValue) -> f64| (pick(&after) - pick(&before)) / (2.0 * h);
            prop_assert!((by(|v| v.force) - here.stiffness).abs() < 1e-6 * 3e8 + kink);
            prop_assert!((by(|v| v.energy) - here.force).abs() < 1e-6 * 3e8 * p + kink * p);
            prop_assert!(here.stiffness > 0.0 && here.force > 0.0 && here.energy > 0.0);
        }
    }
}
