//! A spring and damper that only acts one way: a string that is taut, a pin that touches. \[theory:force-laws\] (8)-(11)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k | `stiffness` | N/m |
//! | c | `damping` | N s/m |
//! | δ, δ̇ | `depth`, `rate`: how far beyond the first touch, and how fast further | m, m/s |
//!
//! N = k δ (1 + tanh u) with u = c δ̇/(k δ), for δ > 0; V = ½ k δ². For slow motion N = k δ + c δ̇. The damping is never larger
//! than the spring: N lies between 0 and 2 k δ, so it neither jumps at the touch nor turns its sign at the parting. Both
//! ∂N/∂δ and ∂N/∂δ̇ are never negative.

use pitchline_contact::bounded_damping;

use super::coordinate::ScalarForce;

/// The force beyond the first touch; nothing before it.
pub(super) fn one_sided(stiffness: f64, damping: f64, depth: f64, rate: f64) -> ScalarForce {
    let elastic = stiffness * depth;
    if depth <= 0.0 || elastic <= f64::MIN_POSITIVE {
        return ScalarForce::default();
    }
    let pushed = bounded_damping(elastic, stiffness, damping, rate);
    ScalarForce {
        force: pushed.force,
        // [theory:force-laws] (10)
        by_value: pushed.by_penetration,
        by_rate: pushed.by_rate,
        potential: 0.5 * elastic * depth,
        dissipated: pushed.dissipated,
        supplied: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::one_sided;
    use crate::force::testing::assert_close;
    use proptest::prelude::*;

    const K: f64 = 1e4;
    const C: f64 = 20.0;

    proptest! {
        /// Never against its side, never more than twice the spring, never a source of energy, never falling with depth.
        #[test]
        fn bounds(log_depth in -12.0..0.0f64, rate in -1e3..1e3f64) {
            let depth = 10f64.powf(log_depth);
            let n = one_sided(K, C, depth, rate);
            prop_assert!(n.force >= 0.0 && n.force <= 2.0 * K * depth);
            prop_assert!(n.dissipated >= 0.0);
            prop_assert!(n.by_value >= 0.0 && n.by_value <= 2.0 * K);
            prop_assert!(n.by_rate >= 0.0 && n.by_rate <= C);
        }
    }

    #[test]
    fn slow_motion_is_linear() {
        let (depth, rate) = (1e-2, 1e-3);
        let n = one_sided(K, C, depth, rate);
        // tanh u = u − u³/3 with u = 2e-4: 2.7e-12 of k δ = 100.
        assert!((n.force - (K * depth + C * rate)).abs() < 3e-10);
        assert!((n.dissipated - C * rate * rate).abs() < 3e-12);
    }

    #[test]
    fn touches_softly_and_lets_go() {
        for rate in [-3.0, 0.0, 3.0] {
            assert_close(&[one_sided(K, C, 0.0, rate).force], &[0.0], 0.0);
            assert!(one_sided(K, C, 1e-12, rate).force <= 2e-8);
        }
        assert_eq!(one_sided(K, C, -1e-3, 3.0), Default::default());
        // At the parting the damping takes at most what the spring gives.
        assert!(one_sided(K, C, 1e-6, -3.0).force < 1e-12);
    }

    #[test]
    fn strange_numbers_stay_numbers() {
        for (depth, rate) in [
            (5e-324, 1e308),
            (1e-300, -1e300),
            (1e300, 0.0),
            (1e-310, 0.0),
        ] {
            let n = one_sided(K, C, depth, rate);
            for x in [n.force, n.by_value, n.by_rate] {
                assert!(!x.is_nan(), "{depth} {rate}: {n:?}");
            }
        }
        assert_close(&[one_sided(0.0, 0.0, 1.0, 1.0).force], &[0.0], 0.0);
    }
}
