//! The generated root as a surface.

use pitchline_geometry::{CylindricalGear, GearFlanks};
use proptest::prelude::*;

use crate::flank_sample::{any_gear, any_side, derivative_errors, dot3, minus3, norm};
use crate::sample::config;

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn derivatives_of_roots(gear in any_gear(), side in any_side(), u in 0.02f64..0.98, v in -0.4f64..0.4) {
        let root = GearFlanks::plain(&gear).root(2, side).unwrap();
        let z = v * gear.data().face_width;
        let errors = derivative_errors(|u, z| root.evaluate(u, z), [u, z], 1e-5);
        // Sharp tools and deep roots bend fast: the third derivative grows like 1/cos³.
        prop_assert!(errors[0] < 1e-6 && errors[1] < 1e-6, "{errors:?}");
    }

    #[test]
    fn normal_of_the_root_stands_on_its_tangents(gear in any_gear(), side in any_side(), u in 0.0f64..1.0, v in -0.5f64..0.5) {
        let root = GearFlanks::plain(&gear).root(1, side).unwrap();
        let jet = root.evaluate(u, v * gear.data().face_width);
        prop_assert!((norm(jet.normal) - 1.0).abs() < 1e-13);
        for tangent in [jet.d_s, jet.d_z] {
            prop_assert!(dot3(jet.normal, tangent).abs() < 1e-9 * (1.0 + norm(tangent)));
        }
    }

    #[test]
    fn root_ends_where_the_flank_begins(gear in any_gear(), side in any_side(), v in -0.5f64..0.5) {
        let flanks = GearFlanks::plain(&gear);
        let z = v * gear.data().face_width;
        let root = flanks.root(2, side).unwrap().point(1.0, z);
        let flank = flanks.flank(2, side).unwrap().point(flanks.domain.root, z);
        prop_assert!(norm(minus3(root.point, flank.point)) < 1e-9 * (1.0 + norm(root.point)));
        // Smooth, unless the root undercuts the flank.
        let is_undercut = matches!(&gear, CylindricalGear::Wheel(wheel) if wheel.is_undercut());
        if !is_undercut {
            prop_assert!(norm(minus3(root.normal, flank.normal)) < 1e-6);
        }
    }
}
