//! Whole gears and segments: joined without gaps, closed, with every border face named once.

use std::collections::BTreeMap;

use pitchline_fem::{ElementKind, Mesh, MeshControls, MeshCount, MeshSize, Sector};
use pitchline_geometry::CylindricalGear;

use crate::mesher_gears::{Sample, samples};

fn build(sample: &Sample, kind: ElementKind) -> (MeshControls, Sector) {
    let controls = MeshControls::of(MeshSize::Coarse, &sample.gear, &sample.blank);
    let sector = Sector::build(&sample.gear, &sample.blank, &controls, kind).unwrap();
    (controls, sector)
}

/// V − E + F of the border: 2 for a ball, 0 for a ring. Each of its edges must belong to two faces.
fn euler_characteristic(mesh: &Mesh) -> i64 {
    let mut edges: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let mut nodes = Vec::new();
    let border = mesh.border();
    for &face in &border {
        let corners = &mesh.face_nodes(face)[..4];
        nodes.extend_from_slice(corners);
        for i in 0..4 {
            let [a, b] = [corners[i], corners[(i + 1) % 4]];
            *edges.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
    }
    assert!(edges.values().all(|&count| count == 2), "the border leaks");
    nodes.sort_unstable();
    nodes.dedup();
    nodes.len() as i64 - edges.len() as i64 + border.len() as i64
}

fn assert_sets_partition_the_border(mesh: &Mesh) {
    let mut named: Vec<_> = mesh
        .face_sets
        .iter()
        .flat_map(|set| set.faces.clone())
        .collect();
    named.sort_unstable();
    assert_eq!(named, mesh.border());
}

fn assert_nodes_are_used_and_apart(mesh: &Mesh) {
    let mut used = vec![false; mesh.nodes.len()];
    for &node in &mesh.connectivity {
        used[node as usize] = true;
    }
    assert!(used.iter().all(|&used| used));
    // Neighbours in one of three skew orders would reveal nodes at the same place.
    let mut order: Vec<[f64; 3]> = mesh.nodes.clone();
    let key = |p: &[f64; 3]| p[0] + 0.618 * p[1] + 0.271 * p[2];
    order.sort_by(|a, b| key(a).total_cmp(&key(b)));
    for (i, a) in order.iter().enumerate() {
        for b in &order[i + 1..] {
            if key(b) - key(a) > 1e-9 {
                break;
            }
            let d = [0, 1, 2].map(|k| b[k] - a[k]);
            let square: f64 = d.iter().map(|d| d * d).sum();
            assert!(square > 1e-16, "two nodes at {a:?}");
        }
    }
}

#[test]
fn whole_gears_are_closed() {
    for sample in samples() {
        for kind in [ElementKind::Hex8, ElementKind::Hex20] {
            let (controls, sector) = build(&sample, kind);
            let whole = sector.whole();
            let is_rack = matches!(sample.gear, CylindricalGear::Rack(_));
            let expected = if is_rack { 2 } else { 0 };
            assert_eq!(euler_characteristic(&whole), expected, "{}", sample.name);
            assert_sets_partition_the_border(&whole);
            assert_nodes_are_used_and_apart(&whole);

            let count = MeshCount::of(&sample.gear, &sample.blank, &controls, kind).unwrap();
            assert_eq!(count.nodes, whole.nodes.len());
            assert_eq!(count.elements, whole.n_elements());
            assert_eq!(count.dofs, 3 * count.nodes);
            assert_eq!(count.sector_nodes, sector.mesh.nodes.len());
            assert_eq!(count.cut_nodes, sector.cut_low.len());
        }
    }
}

/// The number of border faces of a solid wheel follows from the controls.
#[test]
fn border_has_as_many_faces_as_the_controls_say() {
    let sample = &samples()[0];
    let (c, sector) = build(sample, ElementKind::Hex8);
    let columns = c.root + c.across / 2 - c.layer;
    let section = c.flank * c.across + 2 * c.root * c.layer + 2 * columns * c.rim;
    let around = 2 * c.flank + 2 * c.root + c.across + 2 * columns;
    let expected = sector.teeth as usize * (2 * section + c.width * around);
    assert_eq!(sector.whole().border().len(), expected);
}

#[test]
fn segments_have_free_cuts() {
    for sample in samples() {
        let (_, sector) = build(&sample, ElementKind::Hex8);
        let segment = sector.segment(3).unwrap();
        assert_eq!(euler_characteristic(&segment), 2, "{}", sample.name);
        assert_sets_partition_the_border(&segment);
        assert_nodes_are_used_and_apart(&segment);
        assert_eq!(segment.flanks.len(), 6);
        let count = |name: &str| segment.node_set(name).unwrap().nodes.len();
        assert_eq!(count("cut_low"), sector.cut_low.len());
        assert_eq!(count("cut_high"), sector.cut_high.len());
        assert!(sector.segment(0).is_err());
        assert!(sector.segment(sector.teeth + 1).is_err());
    }
}

/// Tooth k of the whole is tooth 1, turned by k − 1 pitches.
#[test]
fn all_teeth_are_turned_copies() {
    for sample in samples() {
        let (_, sector) = build(&sample, ElementKind::Hex20);
        let whole = sector.whole();
        assert_eq!(whole.flanks.len(), 2 * sector.teeth as usize);
        for pair in whole.flanks.chunks(2) {
            for (grid, first) in pair.iter().zip(&sector.mesh.flanks) {
                assert_eq!(grid.side, first.side);
                let angle = f64::from(grid.tooth - 1) * sector.pitch;
                let (sin, cos) = angle.sin_cos();
                for (node, of_first) in grid.all_nodes().zip(first.all_nodes()) {
                    let [x, y, z] = sector.mesh.nodes[of_first as usize];
                    let expected = if sector.is_rack {
                        [x, y + angle, z]
                    } else {
                        [x * cos - y * sin, x * sin + y * cos, z]
                    };
                    let off = expected
                        .iter()
                        .zip(whole.nodes[node as usize])
                        .map(|(a, b)| (a - b).abs())
                        .fold(0.0, f64::max);
                    assert!(off < 1e-12, "{}: {off:e}", sample.name);
                }
            }
        }
    }
}
