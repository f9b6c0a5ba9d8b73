//! Blanks and controls that cannot be meshed are refused with their numbers.

use pitchline_fem::{ElementKind, MeshControls, MeshError, MeshSize, Sector};
use pitchline_geometry::{Blank, BlankError, CylindricalGear, GearKind, Hub, Web};

use crate::mesher_gears::{data, webbed};

fn refusal(kind: GearKind, blank: Blank) -> MeshError {
    let teeth = if kind == GearKind::Internal { 60 } else { 40 };
    let gear = CylindricalGear::build(data(kind, teeth, 2.5e-3)).unwrap();
    let controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    Sector::build(&gear, &blank, &controls, ElementKind::Hex8).unwrap_err()
}

#[test]
fn blanks_that_do_not_fit() {
    use BlankError as B;
    use GearKind::{External, Internal, Rack};
    // Root radius of the external gear: 50 − 1.25 · 2.5 = 46.875 mm.
    let web = webbed().web;
    let hub = webbed().hub;
    let cases = [
        (
            External,
            Blank::solid(47e-3),
            "the bore, radius 47 mm, reaches the root of the teeth, radius 46.875 mm",
        ),
        (External, Blank::rim(50e-3), "leaves no room"),
        (
            Internal,
            Blank::solid(70e-3),
            "lies inside the root of its teeth",
        ),
        (Rack, Blank::solid(70e-3), "a rack has no seat_radius"),
        (
            Rack,
            Blank {
                rim: None,
                ..Blank::rim(1.0)
            },
            "give rim",
        ),
        (
            External,
            Blank {
                rim: None,
                ..Blank::rim(1.0)
            },
            "give seat_radius",
        ),
        (
            External,
            Blank {
                rim: Some(3e-3),
                ..Blank::solid(20e-3)
            },
            "write rim = 26.875 mm",
        ),
        (
            External,
            Blank {
                rim: None,
                ..webbed()
            },
            "a web needs a rim",
        ),
        (
            External,
            Blank {
                web: None,
                rim: None,
                ..webbed()
            },
            "a hub needs a web",
        ),
        (
            External,
            Blank {
                rim: Some(25e-3),
                ..webbed()
            },
            "reaches the rim",
        ),
        (
            External,
            Blank {
                rim: Some(35e-3),
                hub: None,
                ..webbed()
            },
            "make it thinner than 31.875 mm",
        ),
        (
            External,
            Blank {
                hub: Some(Hub {
                    radius: 14e-3,
                    width: 30e-3,
                }),
                ..webbed()
            },
            "lies inside the bore",
        ),
        (
            External,
            Blank {
                hub: Some(Hub {
                    radius: 25e-3,
                    width: 5e-3,
                }),
                ..webbed()
            },
            "leaves the hub",
        ),
        (
            External,
            Blank {
                web: Some(Web {
                    thickness: 6e-3,
                    position: 8e-3,
                }),
                ..webbed()
            },
            "the web, from 5 mm to 11 mm along the axis, leaves the rim, from -10 mm to 10 mm",
        ),
        (
            Internal,
            Blank {
                web,
                ..Blank::rim(5e-3)
            },
            "a web needs a wheel with external teeth",
        ),
        (
            Rack,
            Blank {
                hub,
                ..Blank::rim(5e-3)
            },
            "a hub needs a wheel with external teeth",
        ),
        (External, Blank::solid(-1.0), "seat_radius = -1"),
        (External, Blank::rim(f64::NAN), "rim = NaN"),
        (
            External,
            Blank {
                web: Some(Web {
                    thickness: 6e-3,
                    position: f64::INFINITY,
                }),
                ..webbed()
            },
            "web.position",
        ),
        (
            External,
            Blank::rim(1e-7),
            "the rim, 0.0001 mm thick, is too thin",
        ),
        (
            External,
            Blank {
                hub: Some(Hub {
                    radius: 15e-3 + 1e-7,
                    width: 30e-3,
                }),
                ..webbed()
            },
            "the hub, 0.0001 mm thick, is too thin",
        ),
    ];
    for (kind, blank, message) in cases {
        let error = refusal(kind, blank);
        assert!(error.to_string().contains(message), "{blank:?}: {error}");
    }
    assert_eq!(
        refusal(
            External,
            Blank {
                web: None,
                rim: None,
                ..webbed()
            }
        ),
        MeshError::Blank(B::HubWithoutWeb)
    );
}

#[test]
fn controls_out_of_range() {
    let gear = CylindricalGear::build(data(GearKind::External, 40, 2.5e-3)).unwrap();
    let blank = Blank::solid(20e-3);
    let usual = MeshControls::of(MeshSize::Medium, &gear, &blank);
    let refused = |change: &dyn Fn(&mut MeshControls)| {
        let mut controls = usual;
        change(&mut controls);
        let error = Sector::build(&gear, &blank, &controls, ElementKind::Hex8).unwrap_err();
        error.to_string()
    };
    assert!(refused(&|c| c.flank = 0).contains("flank = 0"));
    assert!(refused(&|c| c.root = 0).contains("root = 0"));
    assert!(refused(&|c| c.width = 1_000_000).contains("give 1 to 500"));
    assert!(refused(&|c| c.across = 7).contains("across = 7 must be even"));
    assert!(refused(&|c| c.across = 4).contains("at least 6"));
    assert!(refused(&|c| c.grading.rim = f64::NAN).contains("grading.rim = NaN"));
    assert!(refused(&|c| c.grading.width = 0.0).contains("grading.width = 0"));
    let large = refused(&|c| (c.flank, c.across, c.width) = (500, 500, 500));
    assert!(large.contains("choose a coarser one"), "{large}");
}

/// On a helix of 80° the elements lean so far that little of a right angle is left.
#[test]
fn slivers_are_refused_with_their_place() {
    let mut steep = data(GearKind::External, 12, 2e-3);
    steep.system.helix_angle = 80f64.to_radians();
    steep.face_width = 5e-3;
    let gear = CylindricalGear::build(steep).unwrap();
    let blank = Blank::solid(20e-3);
    let controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    match Sector::build(&gear, &blank, &controls, ElementKind::Hex8) {
        Err(MeshError::Sliver {
            scaled_jacobian,
            limit,
            place,
            ..
        }) => {
            assert!(scaled_jacobian < limit);
            let tip = gear.as_wheel().unwrap().tip_radius;
            assert!(place[0].hypot(place[1]) <= tip * (1.0 + 1e-12));
        }
        other => panic!("{other:?}"),
    }
}
