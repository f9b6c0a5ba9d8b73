//! Gears for the tests of the mesher, and the exact area of their sections.

use pitchline_geometry::{
    BasicRack, Blank, CutterData, CylindricalData, CylindricalGear, FlankSide, GearFlanks,
    GearKind, Hand, Hub, Thinning, Tip, ToothSystem, Web,
};

pub fn data(kind: GearKind, teeth: u32, module: f64) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem {
            module,
            pressure_angle: 20f64.to_radians(),
            helix_angle: 0.0,
            hand: Hand::Right,
        },
        face_width: 20e-3,
        profile_shift: 0.0,
        rack: BasicRack::A,
        tip: Tip::Alteration(0.0),
        thickness_allowance: 0.0,
        thinning: Thinning::Feed,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    }
}

pub struct Sample {
    pub name: &'static str,
    pub gear: CylindricalGear,
    pub blank: Blank,
}

fn sample(name: &'static str, data: CylindricalData, blank: Blank) -> Sample {
    Sample {
        name,
        gear: CylindricalGear::build(data).unwrap(),
        blank,
    }
}

fn inclined(mut data: CylindricalData, degrees: f64, hand: Hand) -> CylindricalData {
    data.system.helix_angle = degrees.to_radians();
    data.system.hand = hand;
    data
}

/// The blank of a gear with rim, web and a hub that is wider than the teeth.
pub fn webbed() -> Blank {
    Blank {
        seat_radius: Some(15e-3),
        rim: Some(6e-3),
        web: Some(Web {
            thickness: 6e-3,
            position: 2e-3,
        }),
        hub: Some(Hub {
            radius: 25e-3,
            width: 30e-3,
        }),
    }
}

/// Spur, helical, internal and rack, in the sizes of real ones.
pub fn samples() -> Vec<Sample> {
    use GearKind::{External, Internal, Rack};
    let mut shifted = inclined(data(External, 27, 3e-3), 20.0, Hand::Right);
    shifted.profile_shift = 0.1;
    vec![
        sample("spur", data(External, 50, 3e-3), Blank::solid(30.5e-3)),
        sample("pinion", data(External, 16, 4.5e-3), Blank::solid(15e-3)),
        sample("helical", shifted, Blank::solid(20e-3)),
        sample("internal", data(Internal, 60, 3e-3), Blank::rim(9e-3)),
        sample(
            "helical internal",
            inclined(data(Internal, 60, 3e-3), 15.0, Hand::Left),
            Blank::rim(9e-3),
        ),
        sample("rack", data(Rack, 5, 3e-3), Blank::rim(9e-3)),
        sample(
            "helical rack",
            inclined(data(Rack, 5, 3e-3), 20.0, Hand::Left),
            Blank::rim(9e-3),
        ),
        sample("webbed", data(External, 40, 2.5e-3), webbed()),
    ]
}

/// Gauss's rule of order 10 on [0, 1].
fn integral(f: impl Fn(f64) -> f64) -> f64 {
    let rule = [
        (0.148_874_338_981_631_2, 0.295_524_224_714_752_9),
        (0.433_395_394_129_247_2, 0.269_266_719_309_996_4),
        (0.679_409_568_299_024_4, 0.219_086_362_515_982_05),
        (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
        (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
    ];
    let pieces = 8;
    let mut sum = 0.0;
    for piece in 0..pieces {
        for (x, weight) in rule {
            for x in [-x, x] {
                let at = (f64::from(piece) + 0.5 * (1.0 + x)) / f64::from(pieces);
                sum += 0.5 * weight / f64::from(pieces) * f(at);
            }
        }
    }
    sum
}

/// Exact volume of one sector, from the surfaces of flank and root and their derivatives (Green), without a mesh.
///
/// Twice the area between the axis (on a rack: the datum line) and a curve is ∫ x dy − y dx (on a rack ∫ x dy).
pub fn exact_volume(gear: &CylindricalGear, blank: &Blank) -> f64 {
    let flanks = GearFlanks::plain(gear);
    let flank = flanks.flank(1, FlankSide::Right).unwrap();
    let root = flanks.root(1, FlankSide::Right).unwrap();
    let is_rack = flanks.is_rack();
    let swept = |point: [f64; 3], d: [f64; 3]| {
        if is_rack {
            point[0] * d[1]
        } else {
            0.5 * (point[0] * d[1] - point[1] * d[0])
        }
    };
    let range = flank.domain.tip - flank.domain.root;
    // From the tip to the root land: the angle grows.
    let on_flank = -integral(|t| {
        let jet = flank.evaluate(flank.domain.root + t * range, 0.0);
        swept(jet.point, jet.d_s) * range
    });
    let on_root = -integral(|u| {
        let jet = root.evaluate(u, 0.0);
        swept(jet.point, jet.d_s)
    });
    let place = |[x, y, _]: [f64; 3]| if is_rack { y } else { y.atan2(x) };
    let tip = place(flank.point(flank.domain.tip, 0.0).point);
    let land = 0.5 * flanks.pitch() - place(root.point(0.0, 0.0).point);
    let height_or_radius = |way: f64, at: f64| {
        if is_rack {
            way * at
        } else {
            0.5 * way * at * at
        }
    };
    let [tip_at, root_at] = match gear {
        CylindricalGear::Wheel(wheel) => [wheel.tip_radius, wheel.root_radius],
        CylindricalGear::Rack(rack) => [rack.tip_height, -rack.root_depth],
    };
    let outline = 2.0
        * (on_flank + on_root + height_or_radius(tip, tip_at) + height_or_radius(land, root_at));
    let disc = |at: f64| height_or_radius(flanks.pitch(), at);
    // From the teeth's side: outline to root circle, as wide as the face; then ring by ring.
    let teeth = (outline - disc(root_at)).abs() * gear.data().face_width;
    let body: f64 = blank
        .rings(gear)
        .unwrap()
        .iter()
        .map(|ring| (disc(ring.from) - disc(ring.to)).abs() * (ring.width[1] - ring.width[0]))
        .sum();
    teeth + body
}
