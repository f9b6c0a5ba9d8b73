//! Sectors against the exact surfaces of their gears.

use pitchline_fem::{ElementKind, Mesh, MeshControls, MeshCount, MeshQuality, MeshSize, Sector};
use pitchline_geometry::{CylindricalGear, FlankSide, GearFlanks, Hand};

use crate::mesher_gears::{Sample, exact_volume, samples};

const KINDS: [ElementKind; 2] = [ElementKind::Hex8, ElementKind::Hex20];

fn build(sample: &Sample, size: MeshSize, kind: ElementKind) -> Sector {
    let controls = MeshControls::of(size, &sample.gear, &sample.blank);
    Sector::build(&sample.gear, &sample.blank, &controls, kind)
        .unwrap_or_else(|error| panic!("{} {size:?} {kind:?}: {error}", sample.name))
}

fn every(mut check: impl FnMut(&Sample, MeshSize, ElementKind, &Sector)) {
    for sample in samples() {
        for size in MeshSize::ALL {
            for kind in KINDS {
                check(&sample, size, kind, &build(&sample, size, kind));
            }
        }
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    square.sqrt()
}

#[test]
fn volume_is_that_of_the_exact_section() {
    every(|sample, size, kind, sector| {
        let exact = exact_volume(&sample.gear, &sample.blank);
        let error = sector.quality.volume / exact - 1.0;
        // Chords of flank, fillet and helix; parabolas are far nearer.
        let limit = match kind {
            ElementKind::Hex8 => 1e-3,
            ElementKind::Hex20 => 1e-4,
        };
        assert!(
            error.abs() < limit,
            "{} {size:?} {kind:?}: {error:e}",
            sample.name
        );
    });
}

#[test]
fn elements_are_well_shaped() {
    every(|sample, size, kind, sector| {
        let quality = &sector.quality;
        assert_eq!(quality.folded, None);
        // What an analyst asks of a structured mesh; the helix takes the cosine of its angle of it.
        let helix = sample.gear.data().system.helix_angle.cos();
        assert!(
            quality.least_scaled_jacobian > 0.65 * helix
                && quality.mean_scaled_jacobian > 0.9 * helix,
            "{} {size:?} {kind:?}: {quality:?}",
            sample.name
        );
    });
}

#[test]
fn flank_nodes_lie_on_the_flank_at_their_parameters() {
    every(|sample, _, _, sector| {
        let flanks = GearFlanks::plain(&sample.gear);
        assert_eq!(sector.mesh.flanks.len(), 2);
        for grid in &sector.mesh.flanks {
            let flank = flanks.flank(grid.tooth, grid.side).unwrap();
            assert_eq!(grid.nodes.len(), grid.n_profile * grid.n_width);
            assert!((grid.profile[0] - flank.domain.root).abs() < 1e-15);
            assert!((grid.profile[grid.n_profile - 1] - flank.domain.tip).abs() < 1e-15);
            for (i, &s) in grid.profile.iter().enumerate() {
                for (j, &z) in grid.width.iter().enumerate() {
                    let node = grid.nodes[i * grid.n_width + j] as usize;
                    let off = distance(sector.mesh.nodes[node], flank.point(s, z).point);
                    assert!(off < 1e-9, "{}: {off:e}", sample.name);
                }
            }
            for middle in &grid.middles {
                let [s, z] = middle.parameters;
                let on_flank = flank.point(s, z);
                let off = distance(sector.mesh.nodes[middle.node as usize], on_flank.point);
                assert!(off < 1e-9, "{}: {off:e}", sample.name);
                assert_eq!(middle.normal, on_flank.normal);
                // Between its neighbours, on their line.
                for (lines, at, half) in [
                    (&grid.profile, s, middle.half_lines[0]),
                    (&grid.width, z, middle.half_lines[1]),
                ] {
                    let [a, b] = [half / 2, half.div_ceil(2)].map(|i| lines[i as usize]);
                    let is_between = (at - a) * (b - at) > 0.0;
                    assert!(if half % 2 == 1 { is_between } else { at == a });
                }
            }
        }
    });
}

/// A grid names every node on the faces of its flank, and each once.
#[test]
fn grids_have_all_nodes_of_their_flanks() {
    every(|sample, _, kind, sector| {
        for (grid, name) in sector.mesh.flanks.iter().zip(["right", "left"]) {
            let mut nodes: Vec<u32> = grid.all_nodes().collect();
            nodes.sort_unstable();
            let set = sector.mesh.node_set(&format!("flank_{name}_1")).unwrap();
            assert_eq!(nodes, set.nodes, "{} {kind:?}", sample.name);
            let found = grid.all_half_lines().map(|place| grid.node_at(place));
            assert!(found.eq(grid.all_nodes().map(Some)));
        }
    });
}

/// Radius, or height on a rack, of a node.
fn level(gear: &CylindricalGear, [x, y, _]: [f64; 3]) -> f64 {
    match gear {
        CylindricalGear::Wheel(_) => x.hypot(y),
        CylindricalGear::Rack(_) => x,
    }
}

/// Every node of these sets, mid-side nodes included, lies on its exact surface.
#[test]
fn border_nodes_lie_on_their_surfaces() {
    every(|sample, size, kind, sector| {
        let gear = &sample.gear;
        let flanks = GearFlanks::plain(gear);
        let set = |name: &str| -> Vec<[f64; 3]> {
            let set = sector.mesh.node_set(name).unwrap();
            let nodes = set.nodes.iter();
            nodes.map(|&n| sector.mesh.nodes[n as usize]).collect()
        };
        let (root, tip, seat, seat_at) = match gear {
            CylindricalGear::Wheel(wheel) if wheel.is_internal() => {
                (wheel.root_radius, wheel.tip_radius, "outer", None)
            }
            CylindricalGear::Wheel(wheel) => (
                wheel.root_radius,
                wheel.tip_radius,
                "bore",
                sample.blank.seat_radius,
            ),
            CylindricalGear::Rack(rack) => (-rack.root_depth, rack.tip_height, "back", None),
        };
        let rings = sample.blank.rings(gear).unwrap();
        let seat_at = seat_at.unwrap_or(rings[rings.len() - 1].to);
        for point in set("tip_1") {
            assert!((level(gear, point) - tip).abs() < 1e-12);
        }
        for point in set(seat) {
            assert!((level(gear, point) - seat_at).abs() < 1e-12);
        }
        for (side, name) in [(FlankSide::Right, "right"), (FlankSide::Left, "left")] {
            let surface = flanks.root(1, side).unwrap();
            for point in set(&format!("root_{name}_1")) {
                // Nearest point of the fillet in the section at the node's width, by steps that are halved.
                let off = |u: f64| distance(surface.point(u, point[2]).point, point);
                let (mut best, mut step) = (0.5, 0.25);
                for i in 0..=64 {
                    let u = f64::from(i) / 64.0;
                    if off(u) < off(best) {
                        best = u;
                    }
                }
                while step > 1e-13 {
                    let near = [best - step, best + step].map(|u: f64| u.clamp(0.0, 1.0));
                    match near.into_iter().find(|&u| off(u) < off(best)) {
                        Some(u) => best = u,
                        None => step *= 0.5,
                    }
                }
                let on_land = (level(gear, point) - root).abs();
                assert!(
                    off(best).min(on_land) < 1e-9,
                    "{} {size:?} {kind:?}: {:e} {on_land:e}",
                    sample.name,
                    off(best)
                );
            }
            // Mid-side nodes of quadratic flanks have no parameters in the grid: the nearest point tells.
            let flank = flanks.flank(1, side).unwrap();
            for point in set(&format!("flank_{name}_1")) {
                assert!(flank.nearest(point).distance < 1e-9);
            }
        }
    });
}

#[test]
fn cuts_match_after_one_pitch() {
    every(|sample, _, _, sector| {
        assert_eq!(sector.cut_low.len(), sector.cut_high.len());
        let pitch = GearFlanks::plain(&sample.gear).pitch();
        assert!((sector.pitch - pitch).abs() < 1e-15);
        let (sin, cos) = pitch.sin_cos();
        for (&low, &high) in sector.cut_low.iter().zip(&sector.cut_high) {
            let [x, y, z] = sector.mesh.nodes[low as usize];
            let moved = if sector.is_rack {
                [x, y + pitch, z]
            } else {
                [x * cos - y * sin, x * sin + y * cos, z]
            };
            assert!(distance(moved, sector.mesh.nodes[high as usize]) < 1e-12);
        }
        for (name, nodes) in [("cut_low", &sector.cut_low), ("cut_high", &sector.cut_high)] {
            let mut sorted = nodes.clone();
            sorted.sort_unstable();
            assert_eq!(sector.mesh.node_set(name).unwrap().nodes, sorted);
        }
    });
}

/// The section at the lower end, turned back by the helix, is its own mirror image.
#[test]
fn section_is_symmetric_about_the_centre_line() {
    every(|sample, _, _, sector| {
        let data = sample.gear.data();
        let hand = match data.system.hand {
            Hand::Right => 1.0,
            Hand::Left => -1.0,
        };
        let z = -0.5 * data.face_width;
        let along = hand * data.system.helix_angle.tan() * z;
        let back = |[x, y, _]: &[f64; 3]| match &sample.gear {
            CylindricalGear::Rack(_) => [*x, y - along],
            CylindricalGear::Wheel(wheel) => {
                let (sin, cos) = (along / wheel.reference_radius).sin_cos();
                [x * cos + y * sin, y * cos - x * sin]
            }
        };
        let all = sector.mesh.nodes.iter();
        let points: Vec<[f64; 2]> = all.filter(|p| (p[2] - z).abs() < 1e-12).map(back).collect();
        assert!(points.len() > 50);
        for [x, y] in &points {
            let has_image = points
                .iter()
                .any(|q| (q[0] - x).abs() < 1e-13 && (q[1] + y).abs() < 1e-13);
            assert!(has_image, "{}: {x} {y}", sample.name);
        }
    });
}

/// Sizes that the words promise for a common gear.
#[test]
fn words_mean_sensible_sizes() {
    let spur = &samples()[0];
    let dofs = MeshSize::ALL.map(|size| {
        let controls = MeshControls::of(size, &spur.gear, &spur.blank);
        MeshCount::of(&spur.gear, &spur.blank, &controls, ElementKind::Hex8)
            .unwrap()
            .dofs
    });
    assert!((50_000..90_000).contains(&dofs[0]), "{dofs:?}");
    assert!((200_000..330_000).contains(&dofs[1]), "{dofs:?}");
    let ratio = dofs[2] as f64 / dofs[1] as f64;
    assert!((2.0..3.0).contains(&ratio), "{dofs:?}");
}

/// Each control changes what it names.
#[test]
fn controls_are_obeyed() {
    let spur = &samples()[0];
    let mut controls = MeshControls::of(MeshSize::Medium, &spur.gear, &spur.blank);
    controls.flank = 7;
    controls.root = 5;
    controls.across = 12;
    controls.layer = 3;
    controls.width = 6;
    controls.rim = 4;
    controls.grading.flank = 2.0;
    controls.grading.width = 3.0;
    let sector = Sector::build(&spur.gear, &spur.blank, &controls, ElementKind::Hex8).unwrap();
    let faces = |name: &str| sector.mesh.face_set(name).unwrap().faces.len();
    assert_eq!(faces("flank_right_1"), 7 * 6);
    assert_eq!(faces("root_left_1"), 5 * 6);
    assert_eq!(faces("tip_1"), 12 * 6);
    // Below half a pitch: the root, and half the tooth without its layer.
    assert_eq!(faces("bore"), 2 * (5 + 3) * 6);
    assert_eq!(faces("cut_low"), (3 + 4) * 6);
    let grid = &sector.mesh.flanks[0];
    let steps: Vec<f64> = grid.width.windows(2).map(|w| w[1] - w[0]).collect();
    assert!((steps[0] - steps[5]).abs() < 1e-12 && steps[2] / steps[0] > 1.5);
    // Lengths along the involute: differences of s².
    let lengths: Vec<f64> = grid
        .profile
        .windows(2)
        .map(|w| w[1] * w[1] - w[0] * w[0])
        .collect();
    let ratio = lengths[6] / lengths[0];
    assert!((ratio - 2.0).abs() < 1e-9, "{ratio}");
}

/// The quality of a mesh that is known in closed form: a sheared box.
#[test]
fn quality_of_a_sheared_box() {
    let shear = 0.5;
    let corner = |x: f64, y: f64, z: f64| [2.0 * x + shear * y, y, 3.0 * z];
    let nodes = vec![
        corner(0.0, 0.0, 0.0),
        corner(1.0, 0.0, 0.0),
        corner(1.0, 1.0, 0.0),
        corner(0.0, 1.0, 0.0),
        corner(0.0, 0.0, 1.0),
        corner(1.0, 0.0, 1.0),
        corner(1.0, 1.0, 1.0),
        corner(0.0, 1.0, 1.0),
    ];
    let mut mesh = Mesh {
        kind: ElementKind::Hex8,
        nodes,
        connectivity: (0..8).collect(),
        node_sets: Vec::new(),
        face_sets: Vec::new(),
        flanks: Vec::new(),
    };
    let quality = MeshQuality::of(&mesh);
    let slanted = 1f64.hypot(shear);
    assert!((quality.least_scaled_jacobian - 1.0 / slanted).abs() < 1e-14);
    assert!((quality.largest_aspect_ratio - 3.0 / slanted).abs() < 1e-14);
    assert!((quality.volume - 6.0).abs() < 1e-14);
    assert_eq!(quality.folded, None);
    mesh.nodes.swap(0, 1);
    assert_eq!(MeshQuality::of(&mesh).folded, Some(0));
}
