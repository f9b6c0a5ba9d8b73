//! What cannot be an interface or a reduction is refused with what to write instead.

use pitchline_algebra::unobserved;
use pitchline_fem::{
    ElementKind, Error, FeModel, FlankChoice, FlankNodes, Interface, ModeChoice, PointMotions,
    ReductionKind, Support,
};

use super::support::{Seat, gear, options};
use crate::support::steel;

fn message<T>(refused: Result<T, Error>) -> String {
    refused.err().expect("it should be refused").to_string()
}

#[test]
fn points_that_are_none_are_refused() {
    let model = gear(ElementKind::Hex8, Seat::Held);
    let start = || Interface::on(&model.mesh, &model.dof_map);
    let says = |refused: String, part: &str| assert!(refused.contains(part), "{refused}");
    let flank_node = model.mesh.flanks[0].nodes[0];
    says(
        message(start().nodes(&[flank_node, flank_node])),
        "named twice",
    );
    let twice = start().nodes(&[flank_node]).unwrap().flank_nodes(
        &FlankChoice::all(),
        FlankNodes::All,
        PointMotions::Translations,
    );
    says(message(twice), "named twice");
    says(message(start().nodes(&[4_000_000])), "does not exist");
    let bore = model.mesh.node_set("bore").unwrap().nodes[0];
    says(message(start().nodes(&[bore])), "tied to a centre");
    says(message(start().centre(0)), "all its motions are locked");
    says(message(start().centre(3)), "centre 3 does not exist");
    for tooth in [0, 13] {
        let refused = start().flank_joints(&FlankChoice::of_teeth(&[tooth]), 1, PointMotions::All);
        says(message(refused), "does not exist; the gear has 12 teeth");
    }
    for zones in [0, 3] {
        let refused = start().flank_joints(&FlankChoice::all(), zones, PointMotions::All);
        says(message(refused), "ask for 1 to 2");
    }
    let rows = FlankNodes::Spread {
        rows: 9,
        columns: 1,
    };
    let refused = start().flank_nodes(&FlankChoice::all(), rows, PointMotions::Normal);
    says(message(refused), "9 rows of nodes");
    let refused = start().flank_nodes(&FlankChoice::all(), FlankNodes::All, PointMotions::All);
    says(message(refused), "no turns");
    // Locked nodes.
    let tip = model.mesh.node_set("tip_1").unwrap().nodes.clone();
    let support = Support::free(&model.mesh)
        .locked(&tip, [false, true, false])
        .unwrap();
    let locked = FeModel::build(model.mesh.clone(), steel(), support).unwrap();
    let refused = Interface::on(&locked.mesh, &locked.dof_map).nodes(&tip[..1]);
    says(message(refused), "along y: it is locked there");
    // A mesh without flanks.
    let plain = crate::support::block(ElementKind::Hex8, [1; 3], |p| p);
    let map = pitchline_fem::DofMap::free(&plain.nodes).unwrap();
    let refused =
        Interface::on(&plain, &map).flank_joints(&FlankChoice::all(), 1, PointMotions::Normal);
    says(message(refused), "no flanks");
}

#[test]
fn reductions_that_cannot_be_are_refused() {
    let model = gear(ElementKind::Hex8, Seat::Free);
    let start = || Interface::on(&model.mesh, &model.dof_map);
    let refused = |model: &FeModel, interface: &Interface, kind, modes| {
        message(model.reduce(interface, &options(kind, modes), &mut unobserved))
    };
    let says = |refused: String, part: &str| assert!(refused.contains(part), "{refused}");
    let dual = ReductionKind::DualCraigBampton;
    let primal = ReductionKind::CraigBampton;
    let node = start()
        .nodes(&[model.mesh.flanks[0].nodes[0]])
        .unwrap()
        .finish();
    // One node holds no turns.
    let loose = refused(&model, &node, primal, ModeChoice::Count(3));
    assert_eq!(loose.matches("rotation").count(), 3, "{loose}");
    says(
        refused(&model, &Interface::default(), primal, ModeChoice::Count(3)),
        "leaves the",
    );
    for kind in [dual, primal] {
        says(
            refused(&model, &node, kind, ModeChoice::Fill(2)),
            "the interface alone has 3",
        );
    }
    says(
        refused(&model, &Interface::default(), dual, ModeChoice::Count(0)),
        "no coordinates",
    );
    let held = gear(ElementKind::Hex8, Seat::Held);
    let map = || Interface::on(&held.mesh, &held.dof_map);
    let one = map()
        .nodes(&[held.mesh.flanks[0].nodes[0]])
        .unwrap()
        .finish();
    let n = held.dof_map.n_unknowns();
    for kind in [dual, primal] {
        says(
            refused(&held, &one, kind, ModeChoice::Count(n + 1)),
            "ask for fewer",
        );
    }
    says(
        refused(&held, &one, primal, ModeChoice::Count(n - 2)),
        "ask for fewer",
    );
    // The joint of a flank and those of its halves.
    let tooth = FlankChoice::of_teeth(&[1]);
    let depends = map()
        .flank_joints(&tooth, 1, PointMotions::Translations)
        .unwrap()
        .flank_joints(&tooth, 2, PointMotions::Translations)
        .unwrap()
        .finish();
    says(
        refused(&held, &depends, primal, ModeChoice::Count(1)),
        "follows from those",
    );
    let mut small = options(dual, ModeChoice::Count(5));
    small.memory_limit = Some(1 << 20);
    says(message(held.reduce(&one, &small, &mut unobserved)), "MiB");
    for drop_below in [-1.0, 1.0, f64::NAN] {
        let options = pitchline_fem::ReductionOptions {
            drop_below,
            ..options(dual, ModeChoice::Count(1))
        };
        says(
            message(held.reduce(&one, &options, &mut unobserved)),
            "drop_below",
        );
    }
    for hz in [f64::NAN, -1.0, f64::INFINITY] {
        for kind in [dual, primal] {
            says(
                refused(&held, &one, kind, ModeChoice::UpTo(hz)),
                "finite upper end",
            );
        }
    }
    let mut nowhere = options(dual, ModeChoice::Count(1));
    nowhere.stresses = vec![9_000_000];
    says(
        message(held.reduce(&one, &nowhere, &mut unobserved)),
        "does not exist",
    );
}
