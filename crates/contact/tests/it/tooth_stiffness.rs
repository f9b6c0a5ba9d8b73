//! Tooth stiffness of ISO 6336-1 against published numbers.

use pitchline_contact::{
    CrossingKind, StandardTeeth, StiffnessData, StiffnessRemark, ToothStiffness, WebbedBlank,
};
use pitchline_geometry::{
    BasicRack, Blank, CutterData, CylindricalData, CylindricalGear, GearKind, GearPair, Hand, Hub,
    PairData, Thinning, Tip, ToothSystem, Web,
};

const MM: f64 = 1e-3;
/// N/(mm µm) in N/m².
const UNIT: f64 = 1e9;
const STEEL: f64 = 206e9;

/// A printed number and half of its last digit.
fn printed(cell: &str) -> Option<[f64; 2]> {
    let decimals = cell.split_once('.').map_or(0, |(_, digits)| digits.len());
    let value = cell.parse().ok()?;
    Some([value, 0.5 * 10f64.powi(-(decimals as i32))])
}

fn assert_near(what: &str, told: f64, expected: f64, tolerance: f64) {
    let error = (told - expected).abs();
    assert!(error <= tolerance, "{what}: {told} {expected} {tolerance}");
}

/// Teeth of one row; β_b by sin β_b = sin β cos α.
fn teeth(row: &csv::StringRecord) -> StandardTeeth {
    let number = |i: usize| row[i].parse::<f64>().unwrap();
    let (pressure_angle, helix_angle) = (20f64.to_radians(), number(5).to_radians());
    let base = 1.0 - (helix_angle.sin() * pressure_angle.cos()).powi(2);
    let virtual_teeth = |z: f64| {
        if z < 0.0 {
            f64::INFINITY
        } else {
            z / (base * helix_angle.cos())
        }
    };
    StandardTeeth {
        virtual_teeth: [number(1), number(2)].map(virtual_teeth),
        profile_shifts: [number(3), number(4)],
        dedendums: [number(6); 2],
        pressure_angle,
        helix_angle,
        transverse_contact_ratio: row[7].parse().unwrap_or(f64::NAN),
        blank_factor: number(8),
        young_moduli: [STEEL; 2],
        line_load: None,
    }
}

/// Each printed number is met to half of its last digit, plus what half of the last digits of blank factor, contact ratio and profile
/// shifts make of it (q′ changes by less than 0.01 per shift, 0.2 of itself).
#[test]
fn printed_stiffnesses() {
    let text = include_str!("../../../../validation/contact/iso6336_stiffness.csv");
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut n_compared = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let stiffness = teeth(&row).stiffness().unwrap();
        let blank = match printed(&row[8]).unwrap() {
            [factor, half_digit] if factor < 1.0 => half_digit / factor,
            _ => 0.0,
        };
        // Shifts of four decimals follow from the others and are rounded; those with fewer were given.
        let is_rounded = |i: &usize| row[*i].split('.').nth(1).is_some_and(|d| d.len() == 4);
        let shifts = 0.2 * 5e-5 * [3, 4].iter().filter(|i| is_rounded(i)).count() as f64;
        let ratio = printed(&row[7]).map_or(0.0, |[_, half_digit]| half_digit);
        let columns = [
            (9, stiffness.theoretical, 0.0, 0.0),
            (10, stiffness.single, blank, 0.0),
            (11, stiffness.mesh, blank, 0.75 * ratio),
            (12, stiffness.misaligned, blank, 0.85 * 0.75 * ratio),
        ];
        for (column, told, relative, by_ratio) in columns {
            let Some([expected, half_digit]) = printed(&row[column]) else {
                continue;
            };
            if told.is_nan() {
                continue; // No contact ratio is printed: see the pair below.
            }
            let tolerance =
                half_digit + (relative + shifts) * expected + by_ratio * stiffness.single / UNIT;
            assert_near(
                &format!("{} {column}", &row[0]),
                told / UNIT,
                expected,
                tolerance,
            );
            n_compared += 1;
        }
    }
    assert_eq!(n_compared, 35);
}

fn gear(kind: GearKind, teeth: u32, shift: f64, tip: f64) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem {
            module: 45.0 * MM,
            pressure_angle: 20f64.to_radians(),
            helix_angle: 0.0,
            hand: Hand::Right,
        },
        face_width: 491.0 * MM,
        profile_shift: shift,
        rack: BasicRack::A,
        tip: Tip::Alteration(tip),
        thickness_allowance: 0.0,
        thinning: Thinning::Feed,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    }
}

fn pair(a: CylindricalData, b: CylindricalData, center_distance: f64) -> GearPair {
    let [a, b] = [a, b].map(|data| CylindricalGear::build(data).unwrap());
    let data = PairData {
        center_distance: Some(center_distance),
        allow_interference: true,
    };
    GearPair::build(a, b, data).unwrap()
}

fn helical(teeth: u32, hand: Hand, shift: f64, tip: f64) -> CylindricalData {
    let mut data = gear(GearKind::External, teeth, shift, tip);
    data.system = ToothSystem {
        module: 14.0 * MM,
        helix_angle: 10f64.to_radians(),
        hand,
        ..data.system
    };
    data.face_width = 360.0 * MM;
    data
}

/// The pairs of the NREL 5 MW gearbox from gear to stiffness, in either order of the gears: blanks with a web of a quarter of the width
/// and rims of 3.5 and 5 modules. Stage 1 prints its contact ratios, 1.115 and 1.278, for these tips.
#[test]
fn pairs_of_a_gearbox() {
    let sun = gear(GearKind::External, 19, 0.6170, -10.861 / 45.0);
    let planet = gear(GearKind::External, 17, 0.8021, -10.861 / 45.0);
    let ring = gear(GearKind::Internal, 56, 0.5013, 0.0);
    let pinion = helical(24, Hand::Right, 0.48, -0.938 / 14.0);
    let wheel = helical(95, Hand::Left, 0.6691, -0.938 / 14.0);
    let cases = [
        (
            "sun-planet",
            sun,
            planet,
            863.0,
            3.5,
            [12.362, 13.426, 11.412],
        ),
        (
            "planet-ring",
            planet,
            ring,
            863.0,
            3.5,
            [13.289, 16.063, 13.653],
        ),
        (
            "stage 3",
            pinion,
            wheel,
            861.0,
            5.0,
            [13.832, 18.632, 15.837],
        ),
    ];
    for (name, a, b, distance, rim, expected) in cases {
        for [a, b] in [[a, b], [b, a]] {
            let mesh = pair(a, b, distance * MM);
            let blank = WebbedBlank {
                web: 0.25 * a.face_width,
                rim: rim * a.system.module,
            };
            let data = StiffnessData {
                blanks: [Some(blank); 2],
                ..StiffnessData::default()
            };
            let told = ToothStiffness::of_pair(&mesh, &data).unwrap();
            // Half of a digit, and shifts of four decimals; of contact ratios of our own, whose form circles and tips are those of
            // real cutters, half a digit of the printed three decimals.
            let single = 5e-4 + 2e-5 * expected[0];
            let meshes = single + 0.75 * 5e-4 * expected[0];
            let values = [told.single, told.mesh, told.misaligned];
            for ((value, expected), tolerance) in
                values.iter().zip(expected).zip([single, meshes, meshes])
            {
                assert_near(name, value / UNIT, expected, tolerance);
            }
            let over = told.over(mesh.face_width);
            assert!((over / (told.mesh * a.face_width) - 1.0).abs() < 1e-15);
        }
    }
}

/// Example 1 of ISO/TR 6336-30 from gear to stiffness: rack D, a = 500 mm. Its tip diameters are not in the table; the ratio of its
/// stiffnesses is that of a contact ratio of 1.549090, which tips at two decimals have: 159.66 and 872.35 mm, 0.1 and 5 µm below the
/// full addendum.
#[test]
fn the_example_of_the_technical_report() {
    let data = |teeth, hand, shift, tip: f64| {
        let mut data = helical(teeth, hand, shift, 0.0);
        data.system.module = 8.0 * MM;
        data.system.helix_angle = 15.8f64.to_radians();
        data.face_width = 100.0 * MM;
        data.rack = BasicRack::D;
        data.tip = Tip::Diameter(tip * MM);
        data
    };
    let mesh = pair(
        data(17, Hand::Right, 0.145, 159.66),
        data(103, Hand::Left, 0.0, 872.35),
        500.0 * MM,
    );
    let told = ToothStiffness::of_pair(&mesh, &StiffnessData::default()).unwrap();
    assert_near("c'_th", told.theoretical / UNIT, 17.85584, 5e-6);
    assert_near("c'", told.single / UNIT, 12.37047, 5e-6);
    assert_near("c_ga", told.mesh / UNIT, 17.46485, 5e-6);
    assert_near("c_gb", told.misaligned / UNIT, 14.84512, 5e-6);
    assert!(told.remarks.is_empty(), "{:?}", told.remarks);
}

/// C_R as KISSsoft prints it for a web of a quarter of the width: 0.898 with a rim of five modules. Nothing thinner than a fifth of the
/// width or a module counts, and a body as wide as its teeth changes nothing.
#[test]
fn blank_factors() {
    let factor = |web: f64, rim: f64| {
        let blank = WebbedBlank { web, rim };
        blank.factor(1.0, 1.0).unwrap()
    };
    assert_near("printed", factor(0.25, 5.0), 0.898, 5e-4);
    assert_near("solid", factor(1.0, 3.0), 1.0, 0.0);
    assert_near("thin web", factor(0.01, 2.0), factor(0.2, 2.0), 0.0);
    assert_near("wide web", factor(3.0, 2.0), factor(1.2, 2.0), 0.0);
    assert_near("thin rim", factor(0.5, 0.1), factor(0.5, 1.0), 0.0);
    for (web, rim) in [(0.0, 1.0), (1.0, -1.0), (f64::NAN, 1.0)] {
        assert!(WebbedBlank { web, rim }.factor(1.0, 1.0).is_err());
    }
    let webbed = Blank {
        seat_radius: Some(0.1),
        rim: Some(0.02),
        web: Some(Web {
            thickness: 0.03,
            position: 0.0,
        }),
        hub: Some(Hub {
            radius: 0.12,
            width: 0.05,
        }),
    };
    let expected = WebbedBlank {
        web: 0.03,
        rim: 0.02,
    };
    assert_eq!(WebbedBlank::of(&webbed), Some(expected));
    assert_eq!(WebbedBlank::of(&Blank::solid(0.1)), None);
}

fn spur() -> StandardTeeth {
    StandardTeeth {
        virtual_teeth: [20.0, 60.0],
        profile_shifts: [0.0; 2],
        dedendums: [1.25; 2],
        pressure_angle: 20f64.to_radians(),
        helix_angle: 0.0,
        transverse_contact_ratio: 1.67,
        blank_factor: 1.0,
        young_moduli: [STEEL; 2],
        line_load: None,
    }
}

/// Below 100 N/mm with the fourth root of the load, materials by the harmonic mean, and a rack of other dedendum and angle by C_B:
/// closed forms of the standard's factors.
#[test]
fn factors_of_load_material_and_rack() {
    let full = spur().stiffness().unwrap().single;
    let share = |teeth: StandardTeeth| teeth.stiffness().unwrap().single / full;
    let load = |line_load: f64| StandardTeeth {
        line_load: Some(line_load),
        ..spur()
    };
    assert_near("full load", share(load(1e5)), 1.0, 1e-15);
    assert_near("more load", share(load(1e6)), 1.0, 1e-15);
    // 6.25 N/mm is a sixteenth: half the stiffness.
    assert_near("low load", share(load(6.25e3)), 0.5, 1e-15);
    let soft = StandardTeeth {
        young_moduli: [STEEL, STEEL / 3.0],
        ..spur()
    };
    assert_near("material", share(soft), 0.5, 1e-15);
    let rack = StandardTeeth {
        dedendums: [1.25, 1.4],
        pressure_angle: 25f64.to_radians(),
        ..spur()
    };
    // Means of 0.975 and 0.9, times 1.1.
    assert_near("rack", share(rack), 0.9375 * 1.1 / 0.975, 1e-14);
}

#[test]
fn the_range_of_the_standard_is_told() {
    use StiffnessRemark::{ContactRatio, HelixAngle, LowLoad, ShiftOrder, ShiftSum};
    assert!(spur().stiffness().unwrap().remarks.is_empty());
    let odd = StandardTeeth {
        profile_shifts: [-0.6, -0.3],
        transverse_contact_ratio: 1.1,
        line_load: Some(5e4),
        ..spur()
    };
    let told = odd.stiffness().unwrap().remarks;
    assert!(
        matches!(
            told[..],
            [
                ShiftSum { .. },
                ShiftOrder { .. },
                ContactRatio { .. },
                LowLoad { .. }
            ]
        ),
        "{told:?}"
    );
    assert!(told.iter().all(|remark| !remark.to_string().is_empty()));
    let inclined = StandardTeeth {
        helix_angle: 35f64.to_radians(),
        ..spur()
    };
    let told = inclined.stiffness().unwrap().remarks;
    assert!(matches!(told[..], [HelixAngle { .. }]), "{told:?}");
    // A ring and a rack are told apart from what the coefficients were made for.
    let planet = gear(GearKind::External, 17, 0.8021, 0.0);
    let rack = pair(planet, gear(GearKind::Rack, 20, 0.0, 0.0), 0.42);
    let told = ToothStiffness::of_pair(&rack, &StiffnessData::default()).unwrap();
    assert!(told.remarks.contains(&StiffnessRemark::Rack), "{told:?}");
}

#[test]
fn teeth_without_a_standard_are_refused() {
    let deep = StandardTeeth {
        dedendums: [3.5; 2],
        ..spur()
    };
    let shifted = StandardTeeth {
        virtual_teeth: [6.0; 2],
        profile_shifts: [0.0, 4.0],
        ..spur()
    };
    let told = [
        deep.stiffness(),
        shifted.stiffness(),
        ToothStiffness::of_crossing(CrossingKind::Worm),
        ToothStiffness::of_crossing(CrossingKind::CrossedHelical),
    ];
    for told in told {
        let told = told.unwrap_err().to_string();
        assert!(told.contains("; write stiffness, the force in N"), "{told}");
    }
    let unloaded = StandardTeeth {
        line_load: Some(0.0),
        ..spur()
    };
    let soft = StandardTeeth {
        young_moduli: [STEEL, 0.0],
        ..spur()
    };
    assert!(unloaded.stiffness().is_err() && soft.stiffness().is_err());
}

/// The two numbers of ISO 10300-1, and that they are told as what they are.
#[test]
fn bevel_gears_have_a_mean_value() {
    for kind in [CrossingKind::Bevel, CrossingKind::Hypoid] {
        let told = ToothStiffness::of_crossing(kind).unwrap();
        assert_near("c'", told.single / UNIT, 14.0, 1e-12);
        assert_near("c_g", told.mesh / UNIT, 20.0, 1e-12);
        assert_eq!(told.remarks, [StiffnessRemark::BevelMean]);
    }
}
