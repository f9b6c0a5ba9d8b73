//! Levers over the phase: limits, mean, period, derivative.

use proptest::prelude::*;

use super::*;
use crate::planar::samples::{pairs, table_3};

fn difference(a: &Levers, b: &Levers) -> f64 {
    let torques = [0, 1].map(|i| (a.torques[i] - b.torques[i]).abs());
    (a.force - b.force).abs() + 1e3 * (torques[0] + torques[1])
}

/// Contacts as long as the pitch cover the path evenly: the smeared levers at every phase.
#[test]
fn full_overlap_is_smeared() {
    let (pair, path) = table_3();
    let smeared = Levers::smeared(&pair, &path);
    for spread in [1.0, 2.0] {
        let levers = PhaseLevers::new(&pair, &path, spread, 0.5).unwrap();
        for i in 0..50 {
            let [value, slope] = levers.at(FlankContact::Right, 0.02 * f64::from(i) + 0.001);
            assert!(difference(&value, &smeared) < 1e-12);
            assert!(difference(&slope, &Levers::default()) < 1e-10);
        }
    }
}

/// Short contacts share as teeth do: the mean over the phase comes near the shared levers as the spread falls.
#[test]
fn short_contacts_share() {
    let (pair, path) = table_3();
    let shared = Levers::shared(&pair, &path).unwrap();
    let error = |spread: f64| {
        let levers = PhaseLevers::new(&pair, &path, spread, 0.5).unwrap();
        let n = 20_000;
        let mut mean = Levers::default();
        for i in 0..n {
            let [value, _] = levers.at(FlankContact::Left, f64::from(i) / f64::from(n));
            mean.force += value.force / f64::from(n);
            for k in 0..2 {
                mean.torques[k] += value.torques[k] / f64::from(n);
            }
        }
        // Twenty thousand parts beside four thousand, and the other flank: each of some kinks, by 80 mm per cycle, leaves an eighth of the square of a part.
        assert!(difference(&mean, &levers.mean()) < 1e-5);
        difference(&mean, &shared)
    };
    let errors = [0.1, 0.05, 0.025].map(error);
    // First order in the spread: each halving halves what is missing, to a tenth for the second order.
    for two in errors.windows(2) {
        assert!(two[1] < 0.6 * two[0], "{errors:?}");
    }
    assert!(errors[2] < 0.02, "{errors:?}");
}

/// One contact, in the middle of the path: a tooth of a whose right flank is at the pitch point loses nothing there.
#[test]
fn contact_at_the_pitch_point_loses_nothing() {
    let (pair, path) = table_3();
    let levers = PhaseLevers::new(&pair, &path, 0.01, 0.5).unwrap();
    for (flank, cycles) in [
        (FlankContact::Right, -0.25),
        (FlankContact::Left, 0.25),
        (FlankContact::Left, 7.25),
    ] {
        let [value, _] = levers.at(flank, cycles);
        // The mean of |ζ| over a contact of 0.01 pitches is a quarter of it.
        let lever = value.loss_lever(&pair);
        assert!(
            (lever - 0.0025 * pair.base_pitch()).abs() < 1e-12,
            "{lever}"
        );
    }
}

#[test]
fn strange_input_is_refused_or_answered() {
    let (pair, path) = table_3();
    for spread in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300] {
        let told = PhaseLevers::new(&pair, &path, spread, 0.5).unwrap_err();
        assert!(told.to_string().contains("write 0.01 to 100"));
    }
    for share in [0.0, 1.0, f64::NAN] {
        assert!(PhaseLevers::new(&pair, &path, 0.1, share).is_err());
    }
    let levers = PhaseLevers::new(&pair, &path, 0.1, 0.5).unwrap();
    for cycles in [f64::NAN, f64::INFINITY, 1e300, -1e300] {
        let _ = levers.at(FlankContact::Right, cycles);
    }
}

proptest! {
    #[test]
    fn periodic_and_dissipative((pair, path) in pairs(), cycles in -3.0..3f64, spread in 0.02..2f64, turns in -5..5i32) {
        let levers = PhaseLevers::new(&pair, &path, spread, 0.47).unwrap();
        for flank in [FlankContact::Right, FlankContact::Left] {
            let [value, _] = levers.at(flank, cycles);
            let [later, _] = levers.at(flank, cycles + f64::from(turns));
            // A phase is rounded to 1e-15, and levers change by the path per spread.
            prop_assert!(difference(&value, &later) < 1e-11 / spread);
            prop_assert!(value.loss_lever(&pair) >= 0.0);
            // Moments balance at every phase.
            let between: f64 = pair.pitch_curvatures().iter().sum();
            prop_assert!((value.torques[0] + value.torques[1] - between * value.force).abs() < 1e-13);
        }
    }

    /// Central differences, where no end of a contact is near an end of the path or the pitch point: both sides of such a kink differ.
    #[test]
    fn derivatives_by_differences((pair, path) in pairs(), cycles in -1.0..1f64, spread in 0.1..1.5f64) {
        let levers = PhaseLevers::new(&pair, &path, spread, 0.5).unwrap();
        let h = 1e-6;
        for flank in [FlankContact::Right, FlankContact::Left] {
            let [[before, left], [after, right], [_, slope]] = [-h, h, 0.0].map(|d| levers.at(flank, cycles + d));
            prop_assume!(difference(&left, &right) < 1e-3);
            let by = |pick: fn(&Levers) -> f64| ((pick(&after) - pick(&before)) / (2.0 * h) - pick(&slope)).abs();
            prop_assert!(by(|l| l.force) < 1e-4 / spread);
            prop_assert!(by(|l| l.torques[0]) < 1e-4 / spread);
            prop_assert!(by(|l| l.torques[1]) < 1e-4 / spread);
        }
    }
}
