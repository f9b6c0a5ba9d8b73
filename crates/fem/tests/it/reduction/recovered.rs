//! What is stored beside the matrices: moments of the mass, compliance of the flanks, checks, nodal diameters.

use pitchline_fem::{
    Centre, ComplianceDirections, ElementKind, FeModel, FlankChoice, Interface, LoadCase,
    ModeChoice, PointMotions, ReductionKind, Statics, Support,
};

use super::support::{Seat, dot, gear, loads, mixed, options, reduce, relative, times};
use crate::support::steel;

const DUAL: ReductionKind = ReductionKind::DualCraigBampton;

/// ½ vᵀ M v of v = ω × s + Φ q̇, by the moments and by the full body.
#[test]
fn moments_give_the_kinetic_energy_of_turning_shapes() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        for reduction in [DUAL, ReductionKind::CraigBampton] {
            let tied = gear(kind, Seat::Turns);
            let body = reduce(
                &tied,
                &mixed(&tied),
                &options(reduction, ModeChoice::Count(4)),
            );
            let free = {
                let support = Support::free(&tied.mesh);
                FeModel::build(tied.mesh.clone(), steel(), support).unwrap()
            };
            let (n, nodes) = (body.n(), tied.mesh.nodes.len());
            let rate: Vec<f64> = loads(n).iter().map(|r| 1e-3 * r).collect();
            let (turn, velocity) = ([3.0, -2.0, 5.0], [0.4, 0.1, -0.3]);
            let mut v = times(&body.recovery.displacements, &rate);
            for (place, v) in tied.mesh.nodes.iter().zip(v.chunks_mut(3)) {
                let [x, y, z] = *place;
                let [a, b, c] = turn;
                let turned = [b * z - c * y, c * x - a * z, a * y - b * x];
                for i in 0..3 {
                    v[i] += turned[i] + velocity[i];
                }
            }
            assert_eq!(v.len(), 3 * nodes);
            let mut mv = vec![0.0; v.len()];
            free.mass.multiply(&v, &mut mv);
            let exact = 0.5 * dot(&v, &mv);
            // The same from sums: v = A s + w with A = ω̃.
            let a = [
                [0.0, -turn[2], turn[1]],
                [turn[2], 0.0, -turn[0]],
                [-turn[1], turn[0], 0.0],
            ];
            let m = &body.moments;
            let mut energy = 0.0;
            for i in 0..3 {
                energy += 0.5 * m.mass * velocity[i] * velocity[i];
                for j in 0..3 {
                    energy += velocity[i] * a[i][j] * m.first[j];
                    for k in 0..3 {
                        energy += 0.5 * a[i][j] * m.second[j][k] * a[i][k];
                    }
                }
                for (q, own) in rate.iter().enumerate() {
                    energy += velocity[i] * m.sums[i + 3 * q] * own;
                    for (j, a) in a[i].iter().enumerate() {
                        energy += a * m.arms[j + 3 * i + 9 * q] * own;
                    }
                    for (p, other) in rate.iter().enumerate() {
                        energy += 0.5 * m.pairs[i + 3 * i + 9 * (q + n * p)] * own * other;
                    }
                }
            }
            assert!((energy / exact - 1.0).abs() < 1e-11, "{energy} {exact}");
            // Mixed pairs: Σ m φ_x φ'_y against the direct product.
            let only = |axis: usize, shape: usize| {
                let all = &body.recovery.displacements[3 * nodes * shape..3 * nodes * (shape + 1)];
                let mut one = vec![0.0; 3 * nodes];
                for node in 0..nodes {
                    one[3 * node] = all[3 * node + axis];
                }
                one
            };
            let mut product = vec![0.0; 3 * nodes];
            free.mass.multiply(&only(1, 3), &mut product);
            let exact = dot(&only(0, 1), &product);
            let pair = m.pairs[3 + 9 * (1 + n * 3)];
            let scale = (m.pairs[9 * (1 + n)] * m.pairs[4 + 9 * (3 + n * 3)]).sqrt();
            assert!((pair - exact).abs() < 1e-11 * scale);
        }
    }
}

#[test]
fn compliance_is_the_answer_of_the_full_body() {
    let model = gear(ElementKind::Hex8, Seat::Held);
    let statics = Statics::new(&model, None).unwrap();
    let turn = |[x, y, z]: [f64; 3], tooth: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(tooth) / 12.0).sin_cos();
        [x * cos - y * sin, x * sin + y * cos, z]
    };
    let mut options = options(DUAL, ModeChoice::Count(2));
    options.compliance = ComplianceDirections::Normal;
    let body = reduce(&model, &Interface::default(), &options);
    let compliance = body.compliance.unwrap();
    let k = compliance.points.len();
    assert_eq!(compliance.blocks.len(), k * k * 12);
    assert_eq!(k, 2 * 3 * 3);
    // A force on tooth 4 and answers on teeth 4, 5 and 3: the blocks of tooth 1 turned.
    let own = body.origin.sector_nodes;
    let node = |point: usize, tooth: u32| {
        (compliance.points[point].node + own * tooth) % model.mesh.nodes.len() as u32
    };
    let loaded = 7;
    let press = |point: usize, tooth: u32| turn(compliance.points[point].normal.map(|n| -n), tooth);
    let mut case = LoadCase::default();
    case.add_force(node(loaded, 3), press(loaded, 3));
    let full = &statics.solve(&[case]).unwrap()[0];
    for delta in [0u32, 1, 11] {
        let expected: Vec<f64> = (0..k)
            .map(|point| {
                let u = full.displacements[node(point, 3 + delta) as usize];
                dot(&u, &press(point, 3 + delta))
            })
            .collect();
        let column = k * (loaded + k * delta as usize);
        let difference = relative(&compliance.blocks[column..column + k], &expected);
        assert!(difference < 1e-10, "{delta}: {difference:e}");
    }
    // Pressing on a flank makes it yield, and one flank away from the other.
    assert!((0..k).all(|i| compliance.blocks[i * (k + 1)] > 0.0));
    // Normals are of length 1 and the right flank's point along the direction of turning.
    for point in &compliance.points {
        assert!((dot(&point.normal, &point.normal) - 1.0).abs() < 1e-14);
        let along = point.normal[1] * point.place[0] - point.normal[0] * point.place[1];
        let is_right = point.side == pitchline_geometry::FlankSide::Right;
        assert_eq!(along > 0.0, is_right, "{point:?}");
    }
}

/// Unequal supports: every tooth is loaded in turn. Both ways of a pair are the same, by Maxwell.
#[test]
fn compliance_of_unequal_sectors_knows_every_tooth() {
    let round = gear(ElementKind::Hex8, Seat::Held);
    let bore = round.mesh.node_set("bore").unwrap().nodes.clone();
    let centre = Centre {
        place: [0.0; 3],
        moves: [true, false, false, false, false, false],
    };
    let support = Support::free(&round.mesh).tied(&bore, centre).unwrap();
    let tip = round.mesh.node_set("tip_1").unwrap().nodes.clone();
    let support = support.locked(&tip[..1], [true, true, true]).unwrap();
    let model = FeModel::build(round.mesh.clone(), steel(), support).unwrap();
    let mut options = options(DUAL, ModeChoice::Count(2));
    options.compliance = ComplianceDirections::Three;
    let body = reduce(&model, &Interface::default(), &options);
    let compliance = body.compliance.unwrap();
    let (k, z) = (3 * compliance.points.len(), 12);
    assert_eq!(compliance.blocks.len(), k * k * z * z);
    let entry = |row: usize, column: usize, loaded: usize, read: usize| {
        let delta = (read + z - loaded) % z;
        compliance.blocks[row + k * (column + k * (delta + z * loaded))]
    };
    for (loaded, read) in [(0, 5), (3, 2), (11, 0)] {
        for (row, column) in [(0, 7), (13, 20), (k - 1, 4)] {
            let (a, b) = (
                entry(row, column, loaded, read),
                entry(column, row, read, loaded),
            );
            assert!((a - b).abs() < 1e-9 * entry(row, row, read, read).abs());
        }
    }
    let other = entry(4, 4, 3, 3) / entry(4, 4, 6, 6);
    assert!((other - 1.0).abs() > 1e-4, "{other}");
}

#[test]
fn checks_tell_a_good_basis_from_a_poor_one() {
    for seat in [Seat::Free, Seat::Held, Seat::Turns] {
        let model = gear(ElementKind::Hex8, seat);
        let mut options = options(DUAL, ModeChoice::Count(10));
        options.compare = 10;
        // A dual basis contains its modes.
        let body = reduce(&model, &mixed(&model), &options);
        assert_eq!(body.check.modes.len(), 10);
        for mode in &body.check.modes {
            assert!(
                (mode.reduced_hz.unwrap() / mode.full_hz - 1.0).abs() < 1e-9,
                "{mode:?}"
            );
            assert!(
                (mode.mac - 1.0).abs() < 1e-9 && mode.static_error < 1e-4,
                "{mode:?}"
            );
        }
        // Static shapes alone are stiffer, never softer, and answer inertia with an error.
        options.kind = ReductionKind::StaticModes;
        let poor = reduce(&model, &mixed(&model), &options);
        let first = &poor.check.modes[0];
        let is_stiffer = |hz: f64| hz > first.full_hz * (1.0 + 1e-6);
        assert!(first.reduced_hz.is_none_or(is_stiffer));
        assert!(poor.check.modes.iter().all(|mode| mode.mac < 1.0 + 1e-9));
        assert!(poor.check.modes.iter().any(|mode| mode.static_error > 1e-2));
        assert_eq!(poor.check.mac.len(), 10 * poor.check.n_reduced);
        // Modes bring them together.
        options.kind = ReductionKind::CraigBampton;
        options.modes = ModeChoice::Count(30);
        let better = reduce(&model, &mixed(&model), &options);
        let error = |body: &pitchline_fem::ReducedBody| {
            let mode = &body.check.modes[0];
            mode.reduced_hz
                .map_or(f64::INFINITY, |hz| hz / mode.full_hz - 1.0)
        };
        assert!(
            error(&better) < 0.1 * error(&poor),
            "{seat:?} {} {}",
            error(&better),
            error(&poor)
        );
    }
}

/// A free gear's lowest modes are known by their nodal diameter: two waves first, each twice.
#[test]
fn modes_of_a_gear_know_their_nodal_diameter() {
    let model = gear(ElementKind::Hex8, Seat::Free);
    let joints = Interface::on(&model.mesh, &model.dof_map)
        .flank_joints(&FlankChoice::all(), 1, PointMotions::Normal)
        .unwrap()
        .finish();
    let body = reduce(&model, &joints, &options(DUAL, ModeChoice::Count(20)));
    let waves: Vec<Option<u32>> = body.coordinates.iter().map(|c| c.nodal_diameter).collect();
    assert!(waves[..20].iter().all(Option::is_some), "{waves:?}");
    let twice = waves[..20].iter().filter(|w| **w == Some(2)).count();
    assert!(twice >= 2 && twice.is_multiple_of(2), "{waves:?}");
    // Doublets but for 0 and 6 waves.
    for n in 1..6 {
        let count = waves.iter().filter(|w| **w == Some(n)).count();
        assert!(count.is_multiple_of(2), "{n}: {waves:?}");
    }
}
