//! The law of the source, derivatives over all three arguments, and closed cycles of energy.

use std::f64::consts::TAU;

use proptest::prelude::*;

use super::*;
use crate::{Elasticity, Harmonic, MeshDamping, Period};

fn law(elasticity: Elasticity, backlash: f64, damping: f64) -> MeshLaw {
    MeshLaw {
        elasticity,
        damping: MeshDamping::in_contact(damping, 2e3),
        backlash,
    }
}

fn steady(law: MeshLaw) -> PlanarMesh {
    PlanarMesh {
        law,
        variation: StiffnessVariation::None,
    }
}

fn varying(backlash: f64, damping: f64) -> PlanarMesh {
    let wave = Harmonic {
        order: 1,
        period: Period::MeshCycle,
        amplitude: 0.3,
        phase: 0.4,
    };
    let stiffening = Elasticity::Stiffening {
        stiffness: 1e8,
        full_stiffness: 3e8,
        full_load: 4e3,
    };
    PlanarMesh {
        law: law(stiffening, backlash, damping),
        variation: StiffnessVariation::Series(vec![wave]),
    }
}

/// \[linden\] (40) with the data of its example: c = 2e8 N/m, d = 2e5 N s/m, without play.
#[test]
fn the_linear_law_of_the_source() {
    let mesh = steady(law(Elasticity::Linear { stiffness: 2e8 }, 0.0, 2e5));
    for deflection in [-2e-6, 0.0, 3e-6] {
        for rate in [-1e-3, 0.0, 5e-3] {
            let told = mesh.at(deflection, rate, 0.3);
            assert!((told.force() - (2e8 * deflection + 2e5 * rate)).abs() < 1e-9);
            assert!(
                (told.by_deflection() - 2e8).abs() < 1e-6
                    && (told.opened.damping[0][0] - 2e5).abs() < 1e-9
            );
            assert!((told.opened.dissipated - 2e5 * rate * rate).abs() < 1e-12);
        }
    }
}

/// \[linden\] (42) and (43) at rest: the play reaches from −b/2 to b/2.
#[test]
fn the_play_is_about_the_middle() {
    let (b, c, r) = (15e-6, 2e8, 4e-6);
    let linear = steady(law(Elasticity::Linear { stiffness: c }, b, 1e3));
    let progressive = Elasticity::Progressive {
        stiffness: c,
        roughness: r,
    };
    let progressive = steady(law(progressive, b, 1e3));
    for deflection in [-2e-5, -9e-6, -7e-6, 0.0, 7e-6, 9e-6, 2e-5f64] {
        let p = (deflection.abs() - 0.5 * b).max(0.0);
        let sign = deflection.signum();
        let told = linear.at(deflection, 0.0, 0.0);
        assert!((told.force() - sign * c * p).abs() < 1e-9);
        let expected = if p < r {
            0.5 * c * p * p / r
        } else {
            c * (p - 0.5 * r)
        };
        let told = progressive.at(deflection, 0.0, 0.0);
        assert!((told.force() - sign * expected).abs() < 1e-9);
        let flank = match (p > 0.0, sign > 0.0) {
            (false, _) => FlankContact::None,
            (true, true) => FlankContact::Right,
            (true, false) => FlankContact::Left,
        };
        assert_eq!(told.flank, flank);
    }
}

/// Around a closed loop in (Δ, c), what the elastic force and the mesh force do sums to nothing; without the mesh force it does not.
#[test]
fn a_closed_cycle_stores_nothing() {
    let mesh = varying(0.0, 0.0);
    let (n, mut both, mut deflection_alone) = (4000, 0.0, 0.0);
    for i in 0..n {
        let angle = TAU * (f64::from(i) + 0.5) / f64::from(n);
        let step = TAU / f64::from(n);
        let (sin, cos) = angle.sin_cos();
        let value = mesh.at(1.2e-5 + 8e-6 * cos, 0.0, 0.2 * sin);
        let by_deflection = value.opened.elastic_force[0] * (-8e-6 * sin) * step;
        deflection_alone += by_deflection;
        both += by_deflection + value.energy_by_cycle * 0.2 * cos * step;
    }
    // The midpoint rule is exact to rounding for smooth periodic functions; below full load the law is smooth.
    assert!(both.abs() < 1e-14, "{both}");
    assert!(deflection_alone.abs() > 1e-4, "{deflection_alone}");
}

/// With damping the cycle takes what is booked as heat.
#[test]
fn a_damped_cycle_loses_its_heat() {
    let mesh = varying(1e-5, 500.0);
    let (n, mut work, mut heat) = (20_000, 0.0, 0.0);
    for i in 0..n {
        let time = (f64::from(i) + 0.5) / f64::from(n);
        let (sin, cos) = (TAU * time).sin_cos();
        // Through both flanks and the play.
        let (deflection, rate) = (3e-5 * sin, 3e-5 * TAU * cos);
        let (cycles, per_time) = (0.3 * cos, -0.3 * TAU * sin);
        let value = mesh.at(deflection, rate, cycles);
        work += (value.force() * rate + value.energy_by_cycle * per_time) / f64::from(n);
        heat += value.opened.dissipated / f64::from(n);
    }
    // Kinks at the touch cost the rule its order: 4 of them in 20 000 steps.
    assert!(
        heat > 0.0 && (work / heat - 1.0).abs() < 1e-4,
        "{work} {heat}"
    );
}

#[test]
fn bad_laws_are_refused() {
    let soft = steady(law(Elasticity::Linear { stiffness: 0.0 }, 1e-5, 0.0));
    assert!(
        soft.check()
            .unwrap_err()
            .to_string()
            .starts_with("stiffness = 0")
    );
    let mut wild = varying(1e-5, 0.0);
    assert_eq!(wild.check(), Ok(()));
    let wave = Harmonic {
        order: 1,
        period: Period::MeshCycle,
        amplitude: 0.6,
        phase: 0.0,
    };
    wild.variation = StiffnessVariation::Series(vec![wave; 2]);
    let told = wild.check().unwrap_err().to_string();
    assert!(
        told.contains("= 1.2 is not possible; write less than 1"),
        "{told}"
    );
}

proptest! {
    /// Central differences of force and energy over deflection, rate and cycles, away from the touch.
    #[test]
    fn derivatives_by_differences(
        deflection in -4e-5..4e-5f64, rate in -0.2..0.2f64, cycles in -1.0..1f64, damping in 0.0..2e3f64,
    ) {
        let mesh = varying(1e-5, damping);
        let from_touch = (deflection.abs() - 5e-6).abs();
        prop_assume!(from_touch > 1e-6 );
        let here = mesh.at(deflection, rate, cycles);
        let h = 1e-4 * from_touch;
        let by = |pick: fn(&PlanarMeshValue) -> f64, d: [f64; 3]| {
            let at = |s: f64| pick(&mesh.at(deflection + s * d[0], rate + s * d[1], cycles + s * d[2]));
            (at(1.0) - at(-1.0)) / (2.0 * (d[0] + d[1] + d[2]))
        };
        let stiffness = 3.9e8;
        let [by_deflection, by_rate, by_cycle] = [[h, 0.0, 0.0], [0.0, 1e-6, 0.0], [0.0, 0.0, 1e-5]];
        prop_assert!((by(|v| v.force(), by_deflection) - here.by_deflection()).abs() < 1e-5 * stiffness);
        prop_assert!((by(|v| v.force(), by_rate) - here.opened.damping[0][0]).abs() < 1e-5 * (1.0 + damping));
        let force = stiffness * 4e-5;
        prop_assert!((by(|v| v.force(), by_cycle) - here.by_cycle[0]).abs() < 1e-6 * force);
        prop_assert!((by(|v| v.opened.energy, by_deflection) - here.opened.elastic_force[0]).abs() < 1e-5 * force);
        prop_assert!((by(|v| v.opened.elastic_force[0], by_cycle) - here.elastic_by_cycle[0]).abs() < 1e-6 * force);
        let energy = force * 4e-5;
        prop_assert!((by(|v| v.opened.energy, by_cycle) - here.energy_by_cycle).abs() < 1e-6 * energy);
        prop_assert!((by(|v| v.energy_by_cycle, by_cycle) - here.energy_by_cycle_twice).abs() < 1e-5 * energy);
    }

    /// Teeth with play never pull and heat is not negative, whatever the rate.
    #[test]
    fn teeth_only_push(deflection in -4e-5..4e-5f64, rate in -10.0..10f64, cycles in -1.0..1f64) {
        let value = varying(1e-5, 2e3).at(deflection, rate, cycles);
        prop_assert!(value.force() * deflection >= 0.0 && value.opened.dissipated >= 0.0);
        if deflection.abs() <= 5e-6 {
            prop_assert!(value.force() == 0.0);
        }
    }
}
