//! Formulas in their own units, caps, efficiencies recovered in every quadrant, derivatives and refusals.

use proptest::prelude::*;

use super::*;
use crate::planar::samples::{in_ring, pairs, table_3};
use crate::{FlankContact, Levers, LoadInput, PlanarLoads, PlanarPair};

/// Oil and flanks of \[linden\] tables 3 and 4; its face width is not printed: 10 mm.
fn oil_of_the_source(formula: LubricationFormula) -> LubricatedMesh {
    LubricatedMesh {
        formula,
        viscosity: 0.275,
        roughness: 0.8e-6,
        face_width: 0.01,
        effective_width: 0.28,
        lubricant_factor: 1.0,
        static_coefficient: 0.2,
    }
}

/// \[linden\] (35)-(37) written in the units of DIN: N/mm, mPa s, m/s, µm, mm. At 1 m/s and 500 N on 0.28 · 10 mm, i = 1/3.
#[test]
fn din_3990_in_its_own_units() {
    let (pair, _) = table_3();
    let law = oil_of_the_source(LubricationFormula::Din3990)
        .build(&pair)
        .unwrap();
    let sin = 20f64.to_radians().sin();
    let ratio: f64 = 10.0 / 30.0;
    let radius = ratio / (1.0 + ratio).powi(2) * 40.0 * sin;
    let line_load = 500.0 / 2.8;
    let expected = 0.12 * (line_load / (275.0 * 2.0 * sin)).powf(0.25) * (0.8 / radius).powf(0.25);
    let told = law.coefficient(500.0, 1.0).value;
    assert!((told / expected - 1.0).abs() < 1e-13, "{told} {expected}");
}

/// μ = 0.048 (F_bt/b/(v_ΣC ρ_C))^0.2 η^−0.05 R_a^0.25 X_L, F_bt/b ≥ 150 N/mm, v_ΣC ≤ 50 m/s.
#[test]
fn iso_tr_14179_in_its_own_units() {
    let (pair, _) = in_ring();
    let mut data = oil_of_the_source(LubricationFormula::IsoTr14179);
    data.effective_width = 1.0;
    data.lubricant_factor = 0.8;
    let law = data.build(&pair).unwrap();
    let sin = 20f64.to_radians().sin();
    // Curvatures 10 sin α and 30 sin α of a ring: 1/ρ = 1/10 − 1/30.
    let radius = 15.0 * sin;
    let formula = |load: f64, velocity: f64| {
        0.048
            * (load / (velocity * radius)).powf(0.2)
            * 275f64.powf(-0.05)
            * 0.8f64.powf(0.25)
            * 0.8
    };
    for (force, speed, load, velocity) in [
        (4000.0, 5.0, 400.0, 10.0 * sin),
        (100.0, 5.0, 150.0, 10.0 * sin),
        (4000.0, 1e3, 400.0, 50.0),
    ] {
        let told = law.coefficient(force, speed).value;
        assert!((told / formula(load, velocity) - 1.0).abs() < 1e-13);
    }
}

/// Slow motion reaches μ_0 and no more, in both formulas; rest has it.
#[test]
fn lubricated_friction_is_capped() {
    let (pair, _) = table_3();
    for formula in [LubricationFormula::Din3990, LubricationFormula::IsoTr14179] {
        let law = oil_of_the_source(formula).build(&pair).unwrap();
        for speed in [0.0, 1e-300, 1e-12] {
            let told = law.coefficient(500.0, speed);
            assert!(
                (told.value - 0.2).abs() < 1e-17 && told.by_velocity == 0.0,
                "{told:?}"
            );
        }
        assert!(law.coefficient(500.0, 100.0).value < 0.05);
        assert!(law.coefficient(0.0, 1.0).value.is_finite());
    }
}

/// A narrower bearing width raises the line load: μ grows with its fourth root.
#[test]
fn the_effective_width_counts() {
    let (pair, _) = table_3();
    let mut data = oil_of_the_source(LubricationFormula::Din3990);
    data.effective_width = 1.0;
    let full = data.build(&pair).unwrap().coefficient(100.0, 2.0).value;
    data.effective_width = 0.28;
    let narrow = data.build(&pair).unwrap().coefficient(100.0, 2.0).value;
    assert!((narrow / full - 0.28f64.powf(-0.25)).abs() < 1e-13);
}

fn rows() -> EfficiencyRows {
    EfficiencyRows {
        forward: vec![[0.0, 0.85], [0.5, 0.93], [3.0, 0.97]],
        reverse: vec![[0.0, 0.80], [0.7, 0.9], [2.0, 0.96]],
    }
}

/// Output over input of a contact that rolls.
fn efficiency_of(
    pair: &PlanarPair,
    levers: &Levers,
    coefficient: f64,
    normal_force: f64,
    velocity: f64,
) -> f64 {
    let [r_a, r_b] = pair.radii();
    let friction = coefficient * normal_force.abs().copysign(velocity);
    let flank = match normal_force < 0.0 {
        true => FlankContact::Left,
        false => FlankContact::Right,
    };
    let input = LoadInput {
        friction,
        ..LoadInput::pressed(pair, flank, normal_force)
    };
    let loads = PlanarLoads::of(pair, levers, flank, input);
    // Power that each wheel gives to the contact.
    let [a, b] = [
        -loads.torques[0] * velocity / r_a,
        loads.torques[1] * velocity / r_b,
    ];
    if a > 0.0 { -b / a } else { -a / b }
}

#[test]
fn efficiency_at_rest_gives_the_static_coefficient() {
    let (pair, path) = table_3();
    let levers = Levers::smeared(&pair, &path);
    let law = EfficiencyFriction::new(&pair, &levers, rows(), 1.3).unwrap();
    let law = MeshFriction::Efficiency(law);
    let slow = [1.0, -1.0].map(|force| law.coefficient(force, 0.0).value);
    // (39): both η are those at rest.
    assert!((law.static_coefficient() - 1.3 * slow[0].max(slow[1])).abs() < 1e-15);
    // (38) with d_τA = −1.005583 mm, d_τB = 1.938541 mm: 10·30·cos 20°·0.15/(1.938541·10 + 0.85·1.005583·30) and reverse.
    let cos = 20f64.to_radians().cos();
    let forward = 300.0 * cos * 0.15 / (19.385_41 + 0.85 * 30.167_49);
    let reverse = 300.0 * cos * 0.2 / (30.167_49 + 0.8 * 19.385_41);
    assert!(
        (slow[0] / forward - 1.0).abs() < 1e-6 && (slow[1] / reverse - 1.0).abs() < 1e-6,
        "{slow:?}"
    );
}

/// Friction that begins from zero holds nothing and is not none; only what is zero at all speeds is.
#[test]
fn what_begins_from_zero_is_friction() {
    let (pair, path) = table_3();
    let levers = Levers::smeared(&pair, &path);
    let table = |rows: &[[f64; 2]], at_rest| {
        VelocityTable::new(rows.to_vec(), at_rest).map(MeshFriction::Table)
    };
    let efficiency = |fast: f64| {
        let rows = EfficiencyRows {
            forward: vec![[0.0, 1.0], [1.0, fast]],
            reverse: vec![[0.0, 1.0]],
        };
        EfficiencyFriction::new(&pair, &levers, rows, 1.5).map(MeshFriction::Efficiency)
    };
    let coulomb = |coefficient, static_coefficient| MeshFriction::Coulomb {
        coefficient,
        static_coefficient,
    };
    for (law, is_zero, can_hold) in [
        (MeshFriction::None, true, false),
        (coulomb(0.0, 0.0), true, false),
        (coulomb(0.0, 0.1), false, true),
        (table(&[[0.0, 0.0], [1.0, 0.0]], 0.0).unwrap(), true, false),
        (table(&[[0.0, 0.0], [1.0, 0.1]], 0.0).unwrap(), false, false),
        (table(&[[0.0, 0.0], [1.0, 0.0]], 0.1).unwrap(), false, true),
        (efficiency(1.0).unwrap(), true, false),
        (efficiency(0.9).unwrap(), false, false),
    ] {
        assert_eq!(
            (law.is_zero(), law.can_hold()),
            (is_zero, can_hold),
            "{law:?}"
        );
    }
    assert!(efficiency(0.9).unwrap().coefficient(5.0, 1.0).value > 0.0);
}

/// Oils of grades 22 and 460 between 40 and 120 °C are within the range, an oil of grade 220 at −55 °C and petrol are not.
#[test]
fn oils_that_no_gearbox_runs_with_are_told() {
    let missed = |viscosity: f64| {
        let mesh = LubricatedMesh {
            viscosity,
            ..oil_of_the_source(LubricationFormula::Din3990)
        };
        mesh.missed_viscosities().is_some()
    };
    let oil = |grade: f64, celsius: f64| {
        let oil = crate::Oil::from_grade(grade, 95.0, 890.0).unwrap();
        oil.dynamic_viscosity(celsius + 273.15).unwrap()
    };
    for grade in [22.0, 220.0, 460.0] {
        assert!(
            !missed(oil(grade, 40.0)) && !missed(oil(grade, 120.0)),
            "{grade}"
        );
    }
    assert!(missed(oil(220.0, -55.0)) && missed(oil(220.0, 0.0)) && missed(5e-4));
}

#[test]
fn impossible_efficiencies_are_refused() {
    let (pair, path) = table_3();
    let levers = Levers::smeared(&pair, &path);
    let told = |pair: &PlanarPair, levers: &Levers, forward: f64, reverse: f64, factor| {
        let rows = EfficiencyRows {
            forward: vec![[0.0, 0.9], [1.0, forward]],
            reverse: vec![[0.0, reverse]],
        };
        EfficiencyFriction::new(pair, levers, rows, factor)
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    for (forward, reverse, factor, part) in [
        (
            0.0,
            0.9,
            1.0,
            "forward efficiency, row 2, efficiency = 0 is not possible; write a number above 0 and not above 1",
        ),
        (1.1, 0.9, 1.0, "forward efficiency, row 2, efficiency = 1.1"),
        (f64::NAN, 0.9, 1.0, "efficiency = NaN"),
        (
            0.9,
            -0.1,
            1.0,
            "reverse efficiency, row 1, efficiency = -0.1",
        ),
        (
            0.9,
            0.9,
            0.9,
            "static_factor = 0.9 is not possible; write 1 or more",
        ),
    ] {
        let told = told(&pair, &levers, forward, reverse, factor);
        assert!(told.contains(part), "{told}");
    }
    // In a ring of three times the size a gives at least a third to b, whatever rubs: contact is near the pitch point for both.
    let (ring, path) = in_ring();
    let levers = Levers::from_means(&ring, 0.0, Levers::smeared(&ring, &path).loss_lever(&ring));
    let told = told(&ring, &levers, 0.3, 0.9, 1.0);
    assert!(
        told.contains("write a higher one: no friction that is positive gives it"),
        "{told}"
    );
}

#[test]
fn bad_coefficients_are_refused() {
    let coulomb = |coefficient, static_coefficient| MeshFriction::Coulomb {
        coefficient,
        static_coefficient,
    };
    for (law, part) in [
        (coulomb(-0.1, 0.2), "coefficient = -0.1"),
        (
            coulomb(0.2, 0.1),
            "static_coefficient = 0.1 is below the coefficient of slow motion, 0.2: teeth would chatter",
        ),
        (coulomb(f64::NAN, 0.1), "coefficient = NaN"),
        (coulomb(0.1, f64::INFINITY), "static_coefficient = inf"),
    ] {
        let told = law.check().unwrap_err().to_string();
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(coulomb(0.1, 0.1).check(), Ok(()));
    assert!(VelocityTable::new(vec![[0.0, 0.3], [1.0, 0.1]], 0.2).is_err());
    assert!(VelocityTable::new(vec![], 0.2).is_err());
    let (pair, _) = table_3();
    let good = oil_of_the_source(LubricationFormula::Din3990);
    for wrong in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        for (i, key) in [
            "viscosity",
            "roughness",
            "face_width",
            "effective_width",
            "lubricant_factor",
            "static_coefficient",
        ]
        .into_iter()
        .enumerate()
        {
            let mut data = good;
            *[
                &mut data.viscosity,
                &mut data.roughness,
                &mut data.face_width,
                &mut data.effective_width,
                &mut data.lubricant_factor,
                &mut data.static_coefficient,
            ][i] = wrong;
            let told = data.build(&pair).unwrap_err().to_string();
            assert!(told.starts_with(&format!("{key} = ")), "{told}");
        }
    }
    assert!(
        LubricatedMesh {
            effective_width: 1.5,
            ..good
        }
        .build(&pair)
        .is_err()
    );
}

fn all(pair: &PlanarPair, levers: &Levers) -> Vec<MeshFriction> {
    let table = VelocityTable::new(vec![[0.0, 0.15], [0.4, 0.08], [5.0, 0.1]], 0.2);
    let mut laws = vec![
        MeshFriction::None,
        MeshFriction::Coulomb {
            coefficient: 0.1,
            static_coefficient: 0.2,
        },
        MeshFriction::Table(table.unwrap()),
    ];
    for formula in [LubricationFormula::Din3990, LubricationFormula::IsoTr14179] {
        laws.push(MeshFriction::Lubricated(
            oil_of_the_source(formula).build(pair).unwrap(),
        ));
    }
    if let Ok(law) = EfficiencyFriction::new(pair, levers, rows(), 1.0) {
        laws.push(MeshFriction::Efficiency(law));
    }
    laws
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The efficiency that was given comes out of the torques, at every speed and in all four quadrants.
    #[test]
    fn efficiencies_are_recovered((pair, path) in pairs(), speed in 0.0..4f64, right: bool, forwards: bool) {
        let levers = Levers::smeared(&pair, &path);
        let law = EfficiencyFriction::new(&pair, &levers, rows(), 1.0);
        prop_assume!(law.is_ok());
        let law = law.unwrap();
        let force = if right { 300.0 } else { -300.0 };
        let velocity = if forwards { speed } else { -speed };
        prop_assume!(speed > 0.0);
        let expected = law.efficiency(PowerFlow::of(force, velocity), speed);
        let coefficient = MeshFriction::Efficiency(law).coefficient(force, velocity).value;
        let told = efficiency_of(&pair, &levers, coefficient, force, velocity);
        prop_assert!((told - expected).abs() < 1e-12, "{} {}", told, expected);
    }

    #[test]
    fn derivatives_by_differences((pair, path) in pairs(), speed in 0.01..8f64, force in 10.0..1e4f64, right: bool) {
        let levers = Levers::smeared(&pair, &path);
        let force = if right { force } else { -force };
        for law in all(&pair, &levers) {
            let at = |force: f64, speed: f64| law.coefficient(force, speed);
            let here = at(force, speed);
            let (h, g) = (1e-5 * speed, 1e-5 * force);
            let [slow, fast] = [at(force, speed - h), at(force, speed + h)];
            let [light, heavy] = [at(force - g, speed), at(force + g, speed)];
            // Power laws have third derivatives of a few times μ/v³; rows, caps and limits are kinks.
            prop_assume!((fast.by_velocity - slow.by_velocity).abs() < 1e-3 * (1.0 + here.by_velocity.abs()));
            prop_assume!((heavy.by_force - light.by_force).abs() <= 1e-3 * here.by_force.abs());
            prop_assert!(((fast.value - slow.value) / (2.0 * h) - here.by_velocity).abs() * speed < 1e-6, "{:?}", law);
            let by_force = (heavy.value - light.value) / (2.0 * g.abs());
            prop_assert!((by_force - here.by_force).abs() * force.abs() < 1e-6, "{:?}", law);
        }
    }

    /// No law exceeds its static coefficient in slow motion, and none is negative.
    #[test]
    fn rest_holds_at_least_as_well((pair, path) in pairs(), force in -1e4..1e4f64, speed in 0.0..50f64) {
        let levers = Levers::smeared(&pair, &path);
        for law in all(&pair, &levers) {
            prop_assert!(law.coefficient(force, 0.0).value <= law.static_coefficient() * (1.0 + 1e-15));
            let value = law.coefficient(force, speed).value;
            prop_assert!(value >= 0.0 && value.is_finite());
        }
    }
}
