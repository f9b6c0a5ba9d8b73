//! Interfaces: patterns, teeth, auxiliary nodes.

use pitchline_algebra::unobserved;
use pitchline_fem::{
    ElementKind, FlankChoice, FlankNodes, Interface, ModeRange, Motion, PointMotions, Site, Teeth,
};
use pitchline_geometry::FlankSide;

use super::support::{Seat, dot, gear};

/// The force of a pattern, and its moment about the axis.
fn resultant(
    model: &pitchline_fem::FeModel,
    interface: &Interface,
    coordinate: usize,
) -> ([f64; 3], f64) {
    let mut force = [0.0; 3];
    let mut moment = 0.0;
    for (node, f) in interface.coordinates[coordinate].pattern.node_forces() {
        let [x, y, _] = model.mesh.nodes[node as usize];
        for i in 0..3 {
            force[i] += f[i];
        }
        moment += x * f[1] - y * f[0];
    }
    (force, moment)
}

#[test]
fn joints_press_on_their_flanks_with_a_unit_force() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let model = gear(kind, Seat::Turns);
        let interface = Interface::on(&model.mesh, &model.dof_map)
            .flank_joints(&FlankChoice::all(), 1, PointMotions::Normal)
            .unwrap()
            .finish();
        assert_eq!((interface.points.len(), interface.n()), (24, 24));
        for (i, point) in interface.points.iter().enumerate() {
            let (force, moment) = resultant(&model, &interface, i);
            assert!((dot(&force, &force) - 1.0).abs() < 1e-12);
            // sign:right-flank: its outward normal turns positive, so pressing turns negative.
            let is_right = matches!(
                point.site,
                Site::Flank {
                    side: FlankSide::Right,
                    ..
                }
            );
            assert_eq!(moment < 0.0, is_right, "{}", point.name);
            // The base radius is the arm of a force along the normal of an involute: the mean normal comes near it.
            assert!((moment.abs() / (12e-3 * 20f64.to_radians().cos()) - 1.0).abs() < 0.05);
            // In the axes of the tooth all are the same.
            let (Motion::Direction(own), Motion::Direction(first)) = (
                interface.coordinates[i].motion,
                interface.coordinates[i % 2].motion,
            ) else {
                panic!("one motion along the normal");
            };
            for (a, b) in own.iter().zip(first) {
                assert!((a - b).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn zones_share_the_flank_over_its_width() {
    let model = gear(ElementKind::Hex8, Seat::Held);
    let one = FlankChoice::of_teeth(&[2]).on(FlankSide::Left);
    let interface = Interface::on(&model.mesh, &model.dof_map)
        .flank_joints(&one, 2, PointMotions::All)
        .unwrap()
        .finish();
    assert_eq!((interface.points.len(), interface.n()), (2, 12));
    let [low, high] = [&interface.points[0], &interface.points[1]];
    assert_eq!(low.name, "flank_left_2_zone_1");
    assert!((low.place[2] + 1.5e-3).abs() < 1e-12, "{:?}", low.place);
    assert!((high.place[2] - 1.5e-3).abs() < 1e-12);
    assert_eq!(interface.coordinates[3].motion, Motion::About(0));
    // A torque has no resultant.
    let (force, _) = resultant(&model, &interface, 3);
    assert!(force.iter().all(|f| f.abs() < 1e-9));
}

#[test]
fn the_same_on_every_tooth_is_recognised() {
    let model = gear(ElementKind::Hex8, Seat::Turns);
    let teeth = Teeth::of(&model.mesh);
    assert_eq!(teeth.number(), 12);
    assert!(teeth.are_held_alike(&model.dof_map));
    let own = teeth.sector_nodes().unwrap();
    assert_eq!(own as usize * 12, model.mesh.nodes.len());
    let start = || Interface::on(&model.mesh, &model.dof_map);
    let spread = FlankNodes::Spread {
        rows: 2,
        columns: 1,
    };
    let all = start()
        .flank_joints(&FlankChoice::all(), 2, PointMotions::Normal)
        .unwrap()
        .flank_nodes(&FlankChoice::all(), spread, PointMotions::Translations)
        .unwrap()
        .centre(0)
        .unwrap()
        .finish();
    let patterns = all.tooth_patterns(&model.mesh).unwrap();
    assert_eq!(patterns.on_teeth.len(), 4 + 4 * 3);
    assert_eq!(patterns.on_centre, [all.n() - 1]);
    for (k, on_teeth) in patterns.on_teeth.iter().enumerate() {
        for (s, &coordinate) in on_teeth.iter().enumerate() {
            let point = &all.points[all.coordinates[coordinate].point];
            assert_eq!(point.tooth, Some(s as u32 + 1), "{k}");
        }
    }
    // A node of every sector.
    let body_node = (0..own).find(|&node| {
        model.dof_map.tie(node as usize) == pitchline_fem::Tie::FREE
            && !model
                .mesh
                .flanks
                .iter()
                .any(|grid| grid.nodes.contains(&node))
    });
    let nodes: Vec<u32> = (0..12).map(|s| body_node.unwrap() + s * own).collect();
    assert!(
        start()
            .nodes(&nodes)
            .unwrap()
            .finish()
            .is_cyclic(&model.mesh)
    );
    // Not on one tooth, or not on the last.
    for missing in [0, 11] {
        let some: Vec<u32> = (1..=12).filter(|&tooth| tooth != missing + 1).collect();
        let some = start()
            .flank_joints(&FlankChoice::of_teeth(&some), 1, PointMotions::All)
            .unwrap()
            .finish();
        assert!(!some.is_cyclic(&model.mesh));
    }
    // Sides exchanged on one tooth.
    let mut exchanged = all;
    exchanged.coordinates.swap(0, 2);
    exchanged.points.swap(0, 2);
    assert!(!exchanged.is_cyclic(&model.mesh));
}

#[test]
fn auxiliary_nodes_follow_the_stated_rule() {
    let model = gear(ElementKind::Hex8, Seat::Held);
    let modes = model
        .modes(ModeRange::Lowest(3), None, &mut unobserved)
        .unwrap();
    let interface = Interface::on(&model.mesh, &model.dof_map)
        .nodes(&[model.mesh.flanks[0].nodes[0]])
        .unwrap()
        .auxiliary_nodes(4, &modes)
        .unwrap()
        .finish();
    assert_eq!(interface.points.len(), 5);
    // The rule again, by itself.
    let shapes: Vec<Vec<[f64; 3]>> = modes
        .elastic
        .iter()
        .map(|mode| model.dof_map.expand(&mode.shape).unwrap())
        .collect();
    let square = |u: [f64; 3]| dot(&u, &u);
    let value = |node: usize| -> f64 {
        let share = |shape: &Vec<[f64; 3]>| {
            let largest = shape.iter().map(|&u| square(u)).fold(0.0, f64::max);
            square(shape[node]) / largest
        };
        shapes.iter().map(share).sum()
    };
    for (i, point) in interface.points.iter().enumerate().skip(1) {
        let Site::Auxiliary(chosen) = point.site else {
            panic!("{point:?}");
        };
        let distance = |node: usize| {
            let place = model.mesh.nodes[node];
            let before = interface.points[..i].iter().map(|other| {
                let d = [0, 1, 2].map(|k| place[k] - other.place[k]);
                square(d).sqrt()
            });
            before.fold(f64::INFINITY, f64::min)
        };
        let best = (0..model.mesh.nodes.len())
            .filter(|&node| model.dof_map.tie(node) == pitchline_fem::Tie::FREE)
            .map(|node| value(node) * distance(node))
            .fold(0.0, f64::max);
        let own = value(chosen as usize) * distance(chosen as usize);
        assert!(own > best * (1.0 - 1e-8), "{i}: {own} {best}");
    }
}

/// Rows and columns are lines of corners, whatever the elements; all nodes are those between them as well.
#[test]
fn rows_and_columns_are_those_of_corners() {
    let model = gear(ElementKind::Hex20, Seat::Held);
    let grid = &model.mesh.flanks[1];
    let flank = FlankChoice::of_teeth(&[1]).on(grid.side);
    let chosen = |which: FlankNodes| {
        let interface = Interface::on(&model.mesh, &model.dof_map)
            .flank_nodes(&flank, which, PointMotions::Normal)
            .unwrap()
            .finish();
        let forces = interface.coordinates.iter();
        let forces = forces.flat_map(|c| c.pattern.node_forces().collect::<Vec<_>>());
        forces.unzip::<u32, [f64; 3], Vec<_>, Vec<_>>()
    };
    let (corners, _) = chosen(FlankNodes::Spread {
        rows: 3,
        columns: 3,
    });
    assert_eq!(corners, grid.nodes);
    let (all, forces) = chosen(FlankNodes::All);
    assert!(grid.all_nodes().eq(all) && grid.middles.len() == 12);
    for (force, normal) in forces.iter().zip(grid.all_normals()) {
        assert!((0..3).all(|i| (force[i] + normal[i]).abs() < 1e-14));
    }
}
