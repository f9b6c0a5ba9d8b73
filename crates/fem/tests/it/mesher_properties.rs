//! Random gears: a good mesh or a clear refusal, never a panic.

use pitchline_fem::{ElementKind, Grading, MeshControls, MeshError, MeshSize, Sector};
use pitchline_geometry::{BasicRack, Blank, CylindricalGear, GearKind, Hand, Hub, Web};
use proptest::prelude::*;

use crate::mesher_gears::{data, exact_volume};

fn kinds() -> impl Strategy<Value = GearKind> {
    prop_oneof![
        4 => Just(GearKind::External),
        2 => Just(GearKind::Internal),
        1 => Just(GearKind::Rack),
    ]
}

fn gears() -> impl Strategy<Value = Option<CylindricalGear>> {
    let racks = prop_oneof![
        Just(BasicRack::A),
        Just(BasicRack::C),
        Just(BasicRack::D),
        Just(BasicRack {
            root_radius: 0.05,
            ..BasicRack::A
        }),
    ];
    (
        kinds(),
        8u32..150,
        -0.6f64..1.0,
        prop_oneof![Just(0.0), 0.0f64..35.0],
        0.5e-3f64..10e-3,
        2.0f64..15.0,
        racks,
        prop::bool::ANY,
    )
        .prop_map(
            |(kind, teeth, shift, helix, module, width, rack, is_right)| {
                let mut data = data(kind, teeth, module);
                data.profile_shift = shift;
                data.system.helix_angle = helix.to_radians();
                data.system.hand = if is_right { Hand::Right } else { Hand::Left };
                data.face_width = width * module;
                data.rack = rack;
                CylindricalGear::build(data).ok()
            },
        )
}

/// Sizes as parts of what they must fit into, some beyond.
fn blank_of(gear: &CylindricalGear, part: &[f64; 6], is_webbed: bool) -> Blank {
    let m = gear.data().system.module;
    let b = gear.data().face_width;
    match gear {
        CylindricalGear::Wheel(wheel) if !wheel.is_internal() => {
            let root = wheel.root_radius;
            let bore = part[0] * root;
            if !is_webbed {
                return Blank::solid(bore);
            }
            Blank {
                seat_radius: Some(bore),
                rim: Some(part[1] * (root - bore)),
                web: Some(Web {
                    thickness: part[2] * b,
                    position: (part[3] - 0.5) * b,
                }),
                hub: (part[4] > 0.4).then_some(Hub {
                    radius: bore + part[4] * (root - bore) * 0.5,
                    width: (0.3 + part[5]) * b,
                }),
            }
        }
        _ => Blank::rim((0.2 + 5.0 * part[0]) * m),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn random_gears_are_meshed_or_refused(
        gear in gears(),
        part in prop::array::uniform6(0.05f64..1.05),
        is_webbed in prop::bool::ANY,
        size in prop::sample::select(MeshSize::ALL.to_vec()),
        is_quadratic in prop::bool::ANY,
    ) {
        let Some(gear) = gear else { return Ok(()) };
        let blank = blank_of(&gear, &part, is_webbed);
        let controls = MeshControls::of(size, &gear, &blank);
        let kind = if is_quadratic { ElementKind::Hex20 } else { ElementKind::Hex8 };
        match Sector::build(&gear, &blank, &controls, kind) {
            Ok(sector) => {
                prop_assert!(sector.quality.least_scaled_jacobian >= Sector::LEAST_SCALED_JACOBIAN);
                prop_assert_eq!(sector.quality.folded, None);
                let exact = exact_volume(&gear, &blank);
                let error = (sector.quality.volume / exact - 1.0).abs();
                // Thin rims and deep undercut leave little volume beside the chords of the profile.
                let limit = if is_quadratic { 1e-3 } else { 2e-2 };
                prop_assert!(error < limit, "volume {error:e}");
            }
            // Only the blank may be at fault: a tooth that exists can be meshed.
            Err(MeshError::Blank(_) | MeshError::RingTooThin { .. }) => {}
            Err(error) => prop_assert!(false, "{:?} {blank:?} {controls:?}: {error}", gear.data()),
        }
    }

    /// Any numbers that the controls accept: a sliver is refused, the rest is sound.
    #[test]
    fn random_controls_are_obeyed_or_refused(
        gear in gears(),
        counts in prop::array::uniform8(1usize..9),
        grading in prop::array::uniform3(0.3f64..3.0),
        is_quadratic in prop::bool::ANY,
    ) {
        let Some(gear) = gear else { return Ok(()) };
        let blank = blank_of(&gear, &[0.4; 6], false);
        let [flank, root, layer, core, width, rim, web, hub] = counts;
        let [of_flank, of_width, of_rim] = grading;
        let controls = MeshControls {
            flank,
            root,
            layer,
            across: 2 * (core + layer),
            width,
            rim,
            web,
            hub,
            grading: Grading { flank: of_flank, width: of_width, rim: of_rim },
        };
        let kind = if is_quadratic { ElementKind::Hex20 } else { ElementKind::Hex8 };
        match Sector::build(&gear, &blank, &controls, kind) {
            Ok(sector) => {
                let faces = |name: &str| sector.mesh.face_set(name).map(|set| set.faces.len());
                prop_assert_eq!(faces("flank_right_1"), Some(flank * width));
                prop_assert_eq!(faces("root_left_1"), Some(root * width));
                prop_assert_eq!(faces("tip_1"), Some(2 * (core + layer) * width));
            }
            Err(MeshError::Sliver { .. } | MeshError::Folded { .. } | MeshError::RingTooThin { .. }) => {}
            Err(error) => prop_assert!(false, "{:?} {blank:?} {controls:?}: {error}", gear.data()),
        }
    }
}
