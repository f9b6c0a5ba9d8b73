//! Tilted gears touch first with the end edge of a face. The first contact against brute force: at the contact no sampled
//! point of either flank, nor of any of its edges, is inside the other one; a little further on one is.
//! Module 1 m, so that lengths are in modules.

use pitchline_geometry::{
    CylindricalGear, Feature, FlankPair, FlankSide, GearFlanks, GearKind, GearPair, LeadCrowning,
    Misalignment, Modification, ToothMesh,
};

use crate::flank_sample::{minus3, norm};
use crate::no_load::{coordinate, kinds, modified, rack_sense};
use crate::sample::pair;

/// A turn about an axis, 0 to 2 for x to z.
fn turned(axis: usize, angle: f64, v: [f64; 3]) -> [f64; 3] {
    let (sin, cos) = angle.sin_cos();
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut out = v;
    out[i] = cos * v[i] - sin * v[j];
    out[j] = sin * v[i] + cos * v[j];
    out
}

/// Places of both gears, written out here once more by rotations about coordinate axes.
struct Places<'p> {
    pair: &'p GearPair,
    misalignment: Misalignment,
    coordinates: [f64; 2],
}

impl Places<'_> {
    fn a_in_world(&self, p: [f64; 3]) -> [f64; 3] {
        match self.pair.a {
            CylindricalGear::Wheel(_) => turned(2, self.coordinates[0], p),
            CylindricalGear::Rack(_) => [p[0], p[1] + self.coordinates[0], p[2]],
        }
    }

    fn world_in_a(&self, p: [f64; 3]) -> [f64; 3] {
        match self.pair.a {
            CylindricalGear::Wheel(_) => turned(2, -self.coordinates[0], p),
            CylindricalGear::Rack(_) => [p[0], p[1] - self.coordinates[0], p[2]],
        }
    }

    /// Where b stands without misalignment: facing a, one half of its pitch off.
    fn facing(&self) -> (f64, f64) {
        let half_pitch = 0.5 * GearFlanks::plain(&self.pair.b).pitch();
        let facing = if self.pair.is_internal() {
            0.0
        } else {
            std::f64::consts::PI
        };
        match self.pair.b {
            CylindricalGear::Wheel(_) => (facing - half_pitch + self.coordinates[1], 0.0),
            CylindricalGear::Rack(_) => (facing, self.coordinates[1] - half_pitch),
        }
    }

    fn origin(&self) -> [f64; 3] {
        let m = &self.misalignment;
        let is_ring = self.pair.b.data().kind == GearKind::Internal;
        let distance = self.pair.center_distance + m.radial;
        [
            if is_ring { -distance } else { distance },
            m.offset,
            m.axial,
        ]
    }

    fn b_in_world(&self, p: [f64; 3]) -> [f64; 3] {
        let (angle, shift) = self.facing();
        let mounted = turned(2, angle, [p[0], p[1] + shift, p[2]]);
        let tilted = turned(1, self.misalignment.tilt_in_plane, mounted);
        let skewed = turned(0, self.misalignment.tilt_out_of_plane, tilted);
        [0, 1, 2].map(|i| skewed[i] + self.origin()[i])
    }

    fn world_in_b(&self, p: [f64; 3]) -> [f64; 3] {
        let (angle, shift) = self.facing();
        let from = minus3(p, self.origin());
        let straight = turned(0, -self.misalignment.tilt_out_of_plane, from);
        let mounted = turned(1, -self.misalignment.tilt_in_plane, straight);
        let [x, y, z] = turned(2, -angle, mounted);
        [x, y - shift, z]
    }

    /// The deepest sampled point of each flank in the other one; only points opposite to the other flank count.
    fn deepest(&self, flanks: &FlankPair, n: u32) -> f64 {
        let mut deepest = f64::INFINITY;
        for i in 0..=n {
            for j in 0..=n {
                let [u, v] = [i, j].map(|k| f64::from(k) / f64::from(n));
                let place = |flank: &pitchline_geometry::Flank| {
                    let [low, high] = flank.domain.profile();
                    let width = (2.0 * v - 1.0) * flank.domain.half_width;
                    flank.point(low + u * (high - low), width).point
                };
                let on_b = flanks
                    .b
                    .nearest(self.world_in_b(self.a_in_world(place(&flanks.a))));
                let on_a = flanks
                    .a
                    .nearest(self.world_in_a(self.b_in_world(place(&flanks.b))));
                for found in [on_a, on_b] {
                    if found.border.is_inside() {
                        deepest = deepest.min(found.gap);
                    }
                }
            }
        }
        deepest
    }
}

fn crowned(gear: &CylindricalGear) -> GearFlanks {
    let crowning = Modification::LeadCrowning(LeadCrowning { amount: 2e-4 });
    modified(gear, &[crowning])
}

#[test]
fn no_sampled_point_of_tilted_flanks_is_inside_the_other() {
    let tilts = [[3e-3, 0.0], [0.0, 3e-3], [-2e-3, 2e-3], [1e-3, -4e-3]];
    let mut features = [0; 3];
    for (k, [data_a, mut data_b]) in kinds().into_iter().enumerate() {
        // The shorter face on b, or alike.
        data_b.face_width = if k % 2 == 0 { 10.0 } else { 8.0 };
        let pair = pair(data_a, data_b, None);
        for (i, [tilt_in_plane, tilt_out_of_plane]) in tilts.into_iter().enumerate() {
            let misalignment = Misalignment {
                tilt_in_plane,
                tilt_out_of_plane,
                axial: 0.2 * i as f64,
                ..Misalignment::default()
            };
            let mut gears = [&pair.a, &pair.b].map(GearFlanks::plain);
            if i == 3 {
                gears = [&pair.a, &pair.b].map(crowned);
            }
            let [a, b] = gears;
            let mesh = ToothMesh::new(&pair, a, b, misalignment);
            let at = coordinate(&pair, 14.2 + 0.3 * i as f64) * rack_sense(&pair);
            let side = [FlankSide::Right, FlankSide::Left][i % 2];
            let contact = mesh.no_load_contact(at, side).unwrap();
            let flanks = mesh
                .pairs(at, side)
                .find(|flanks| [flanks.a.tooth, flanks.b.tooth] == contact.tooth)
                .unwrap();
            match contact.feature {
                Feature::EndOfA => features[0] += 1,
                Feature::EndOfB => features[1] += 1,
                _ => features[2] += 1,
            }
            let places = |coordinate_b: f64| Places {
                pair: &pair,
                misalignment,
                coordinates: [at, coordinate_b],
            };
            let here = places(contact.coordinate_b);
            // The told point lies on both flanks.
            let [on_a, on_b] = [
                here.a_in_world(flanks.a.point(contact.profile[0], contact.width[0]).point),
                here.b_in_world(flanks.b.point(contact.profile[1], contact.width[1]).point),
            ];
            assert!(norm(minus3(on_a, on_b)) < 1e-9, "{contact:?}");
            assert!(norm(minus3(on_a, contact.point)) < 1e-12);
            // Within both faces; a modification moves points of a helical flank along z by less than its amount.
            let slack = if i == 3 { 2e-4 } else { 1e-9 };
            for (width, data) in contact.width.iter().zip([&data_a, &data_b]) {
                assert!(width.abs() < 0.5 * data.face_width + slack, "{contact:?}");
            }
            let deepest = here.deepest(&flanks, 60);
            assert!(deepest > -1e-9, "{deepest} {contact:?}");
            // Lagging by one percent of the tilt's lift more: some sample is inside. The grid holds the end edges.
            let closer = 1e-2 * 3e-3 * 5.0;
            let sense = if pair.is_internal() { -1.0 } else { 1.0 };
            let back = side.sign() * sense * closer / lever(&pair.b);
            let pressed = places(contact.coordinate_b + back).deepest(&flanks, 60);
            assert!(pressed < -0.2 * closer, "{pressed} {contact:?}");
        }
    }
    assert!(features[0] > 5 && features[1] > 5, "{features:?}");
}

fn lever(gear: &CylindricalGear) -> f64 {
    GearFlanks::plain(gear).lever
}

/// Two racks would be exact; a rack and a spur wheel tilted out of the plane are: the wheel's end edge touches the plane
/// flank of the rack where the tilt has brought it nearest, half the face times the tilt.
#[test]
fn end_edge_of_a_spur_wheel_on_a_tilted_rack() {
    let [wheel, rack] = kinds()
        .into_iter()
        .find(|[a, b]| a.kind == GearKind::External && b.kind == GearKind::Rack)
        .unwrap();
    let pair = pair(wheel, rack, None);
    for tilt in [1e-3f64, -1e-3] {
        let misalignment = Misalignment {
            tilt_out_of_plane: tilt,
            ..Misalignment::default()
        };
        let [a, b] = [&pair.a, &pair.b].map(GearFlanks::plain);
        let mesh = ToothMesh::new(&pair, a, b, misalignment);
        let at = coordinate(&pair, 20.4) * rack_sense(&pair);
        let contact = mesh.no_load_contact(at, FlankSide::Right).unwrap();
        // Tilted about x through the origin of the rack, its flank keeps its slope in x and y but for cos of the tilt, and
        // moves by −z tan τ along y; the slide of the rack is 1/cos τ times that of its section. To second order in τ:
        let cos_alpha = pair.a.data().system.pressure_angle.cos();
        let exact = -5.0 * tilt.abs().tan() * cos_alpha;
        assert!(
            (contact.transmission_error - exact).abs() < 10.0 * tilt * tilt,
            "{contact:?} {exact}"
        );
        assert!(matches!(contact.feature, Feature::EndOfA | Feature::EndOfB));
    }
}
