//! Where gears stand, what the mesh condition says of it, and what is worth a warning.

use pitchline_geometry::{
    CrossedData, Hand, HypoidData, Mounting, PitchFinding, Severity, Side, Spiral, ToothSystem,
};
use proptest::prelude::*;

use crate::sample::config;
use crate::space::{crossed, pitch_pairs};

fn shifted() -> impl Strategy<Value = CrossedData> {
    (crossed(), -0.3..0.6f64, -0.3..0.6f64).prop_map(|(data, x_a, x_b)| CrossedData {
        profile_shifts: [x_a, x_b],
        ..data
    })
}

/// The pair at the shaft angle that its shifts ask for; `None` when shift leaves the shafts nearly parallel.
fn at_own_angle(data: &CrossedData) -> Option<CrossedData> {
    use pitchline_geometry::Error::WrongShaftAngle;
    match data.build() {
        Ok(_) => Some(*data),
        Err(WrongShaftAngle { needed, .. }) => Some(CrossedData {
            shaft_angle: needed,
            ..*data
        }),
        Err(_) => None,
    }
}

proptest! {
    #![proptest_config(config(2000))]

    /// Shafts that are placed by their angle, distance and the mounting distances lack nothing: this placing knows nothing
    /// of the frames from which the condition was derived.
    #[test]
    fn shafts_in_their_place_lack_nothing(pair in pitch_pairs()) {
        if let Some(distances) = pair.mounting_distances() {
            let mounting = Mounting::on_shafts(pair.shaft_angle(), pair.offset(), distances);
            let scale = pair.a.radius.max(pair.b.radius);
            for (pair, mounting) in [
                (pair, mounting),
                (pitchline_geometry::PitchPair { a: pair.b, b: pair.a, ..pair }, mounting.swapped()),
            ] {
                if let Some(mismatch) = pair.mismatch(&mounting) {
                    // Nearly parallel shafts have their crossing point far away.
                    let room = scale + distances[0].abs() + distances[1].abs();
                    prop_assert!(mismatch.distance() < 1e-10 * room, "{mismatch:?}");
                    prop_assert!(mismatch.axis_angle < 1e-9, "{mismatch:?}");
                    prop_assert_eq!(PitchFinding::of_mismatch(&pair, mismatch), None);
                }
            }
        }
    }

    /// Shifted crossed gears: one normal base pitch, leads and base cylinders of the reference gears, teeth that fill the
    /// pitch. Checked by ways that the solver does not take: leads, base radii, thickness by the involute in the transverse
    /// plane.
    #[test]
    fn working_cylinders_belong_to_the_gears(data in shifted()) {
        let Some(data) = at_own_angle(&data) else { return Ok(()) };
        let pair = data.build().unwrap();
        let mut normal_thickness = 0.0;
        for (i, gear) in [pair.a, pair.b].into_iter().enumerate() {
            let system = data.systems[i];
            let reference = 0.5 * f64::from(data.teeth[i]) * system.module / system.helix_angle.cos();
            let lead = |radius: f64, helix: f64| radius / helix.tan();
            let same_lead = lead(gear.radius, gear.helix_angle.abs()) / lead(reference, system.helix_angle);
            prop_assert!((same_lead - 1.0).abs() < 1e-10, "{same_lead}");
            let transverse = |normal: f64, helix: f64| (normal.tan() / helix.cos()).atan();
            let angle = transverse(system.pressure_angle, system.helix_angle);
            let working = transverse(pair.pressure_angle, gear.helix_angle);
            let base = reference * angle.cos();
            prop_assert!((gear.radius * working.cos() / base - 1.0).abs() < 1e-10);
            let pitch = std::f64::consts::PI * system.module / system.helix_angle.cos();
            let thickness = 0.5 * pitch
                + 2.0 * data.profile_shifts[i] * system.module * angle.tan();
            let involute = |angle: f64| angle.tan() - angle;
            let on_working = 2.0 * gear.radius * (0.5 * thickness / reference + involute(angle) - involute(working));
            normal_thickness += on_working * gear.helix_angle.cos();
        }
        let normal_pitch = std::f64::consts::PI * pair.a.normal_module();
        prop_assert!((normal_thickness / normal_pitch - 1.0).abs() < 1e-9);
        prop_assert!((pair.a.normal_module() / pair.b.normal_module() - 1.0).abs() < 1e-12);
    }
}

fn hypoid(offset: f64, apex: f64) -> HypoidData {
    HypoidData {
        pinion_teeth: 13,
        wheel_teeth: 42,
        shaft_angle: 90f64.to_radians(),
        offset,
        wheel_outer_diameter: 0.17,
        wheel_face_width: 30e-3,
        spiral: Spiral::Pinion(50f64.to_radians()),
        pinion_hand: Hand::Left,
        apex_beyond_crossing: apex,
        pressure_angle: 20f64.to_radians(),
    }
}

/// Mounted a little too far out, the wheel is a warning; a module too far, an error. The message says where to.
#[test]
fn mismatch_has_a_size_and_a_direction() {
    let pair = hypoid(15e-3, 0.0).build().unwrap();
    let module = pair.a.normal_module();
    let right = pair.mounting_distances().unwrap();
    let at = |out: [f64; 2]| {
        let distances = [right[0] + out[0], right[1] + out[1]];
        let mounting = Mounting::on_shafts(pair.shaft_angle(), pair.offset(), distances);
        PitchFinding::of_mismatch(&pair, pair.mismatch(&mounting).unwrap())
    };
    assert_eq!(at([0.005 * module, 0.0]), None);
    let inward = at([0.2e-3, 0.0]).unwrap();
    assert_eq!(inward.severity(), Severity::Warning);
    // The pinion stands too far out along its axis: seen from it, the wheel too far back.
    let said = inward.message("pinion", "wheel");
    assert!(
        said.contains("0.2 mm too far against the axis of `pinion`"),
        "{said}"
    );
    let apart = at([0.0, 1.2 * module]).unwrap();
    assert_eq!(apart.severity(), Severity::Error);
    let said = apart.message("pinion", "wheel");
    assert!(said.contains("too far from the axis of `pinion`"), "{said}");
    let near = at([0.0, -0.1e-3]).unwrap().message("pinion", "wheel");
    assert!(near.contains("too near to the axis of `pinion`"), "{near}");
}

#[test]
fn odd_hypoid_pairs_are_told() {
    let codes = |data: HypoidData| {
        let pair = data.build().unwrap();
        let codes: Vec<_> = PitchFinding::of_hypoid(&pair)
            .iter()
            .map(PitchFinding::code)
            .collect();
        codes
    };
    assert_eq!(codes(hypoid(15e-3, 1.576e-3)), [""; 0]);
    assert_eq!(codes(hypoid(0.1e-3, 0.0)), ["small-offset"]);
    assert_eq!(codes(hypoid(15e-3, 0.06)), ["blunt-pinion"]);
}

#[test]
fn wide_faces_are_told() {
    let pair = hypoid(15e-3, 1.576e-3).build().unwrap();
    assert_eq!(PitchFinding::of_face(&pair, Side::B, 30e-3), None);
    let found = PitchFinding::of_face(&pair, Side::B, 33e-3).unwrap();
    assert_eq!(found.key(), ("face_width", Some(Side::B)));
}

/// A sum of shifts that is zero leaves the reference cylinders; a positive one moves the shafts apart.
#[test]
fn shifts_move_the_cylinders() {
    let system = |degrees: f64| ToothSystem {
        module: 3e-3,
        pressure_angle: 20f64.to_radians(),
        helix_angle: degrees.to_radians(),
        hand: Hand::Right,
    };
    let data = |profile_shifts: [f64; 2]| CrossedData {
        teeth: [15, 24],
        systems: [system(20.0), system(30.0)],
        profile_shifts,
        shaft_angle: 50f64.to_radians(),
        center_distance: None,
    };
    let distance = |shifts: [f64; 2]| {
        let pair = at_own_angle(&data(shifts)).unwrap().build().unwrap();
        pair.offset().abs()
    };
    let plain = distance([0.0; 2]);
    assert!((distance([0.3, -0.3]) - plain).abs() < 1e-15);
    assert!(distance([0.3, 0.0]) > plain && distance([0.0, -0.2]) < plain);
    assert!(data([-40.0, 0.0]).build().is_err() && data([40.0, 0.0]).build().is_err());
}
