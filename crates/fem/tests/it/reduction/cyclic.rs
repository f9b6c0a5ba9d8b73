//! The cyclic route beside the whole-gear route: two bases of the same space answer everything alike.

use pitchline_algebra::unobserved;
use pitchline_fem::{
    ComplianceDirections, CyclicBody, CyclicSupport, FeModel, FlankChoice, FlankPlace, Interface,
    LoadCase, Mesh, ModeChoice, ModeRange, PointMotions, ReducedBody, ReductionKind,
    ReductionOptions, Statics,
};

use super::support::{dot, loads, options, reduce, relative, times};
use crate::cyclic_gears::{Gear, HELICAL, QUADRATIC, SPUR};
use crate::support::steel;

const DUAL: ReductionKind = ReductionKind::DualCraigBampton;

/// The same interface and body by both routes.
struct Both {
    mesh: Mesh,
    model: FeModel,
    interface: Interface,
    cyclic: ReducedBody,
    whole: ReducedBody,
}

fn both(gear: Gear, support: CyclicSupport, zones: u32, options: &ReductionOptions) -> Both {
    let sector = gear.sector();
    let mesh = sector.whole();
    let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
    let held = body.whole_support(&mesh).unwrap();
    let model = FeModel::build(mesh.clone(), steel(), held).unwrap();
    let builder = Interface::on(&mesh, &model.dof_map)
        .flank_joints(&FlankChoice::all(), zones, PointMotions::Normal)
        .unwrap();
    let interface = match model.dof_map.centres().first() {
        Some(centre) if centre.moves != [false; 6] => builder.centre(0).unwrap(),
        _ => builder,
    }
    .finish();
    Both {
        cyclic: body
            .reduce(&mesh, &interface, options, &mut unobserved)
            .unwrap(),
        whole: reduce(&model, &interface, options),
        interface,
        model,
        mesh,
    }
}

/// q of a load on the interface at a frequency ω: K − ω² M is diagonal.
fn answer(body: &ReducedBody, loads: &[f64], squared: f64) -> Vec<f64> {
    let (p, n) = (loads.len(), body.n());
    (0..n)
        .map(|i| {
            let on_coordinate = dot(&body.interface[p * i..p * (i + 1)], loads);
            on_coordinate / (body.stiffness[i * (n + 1)] - squared)
        })
        .collect()
}

const TIED: CyclicSupport = CyclicSupport::Tied {
    place_z: 0.0,
    moves: [true; 6],
};
const TURNS: CyclicSupport = CyclicSupport::Tied {
    place_z: 0.0,
    moves: [false, false, false, false, false, true],
};

fn cases() -> Vec<(Gear, CyclicSupport)> {
    vec![
        (SPUR, CyclicSupport::Free),
        (SPUR, TIED),
        (HELICAL, TURNS),
        (QUADRATIC, CyclicSupport::Locked { axes: [true; 3] }),
    ]
}

fn dual(modes: usize) -> ReductionOptions {
    ReductionOptions {
        compare: 12,
        compliance: ComplianceDirections::Normal,
        ..options(DUAL, ModeChoice::Count(modes))
    }
}

#[test]
fn both_routes_have_the_same_coordinates() {
    for (gear, support) in cases() {
        let Both { cyclic, whole, .. } = both(gear, support, 1, &dual(9));
        assert_eq!(cyclic.n(), whole.n(), "{}", gear.name);
        assert_eq!(cyclic.origin.n_dropped, whole.origin.n_dropped);
        assert_eq!(cyclic.origin.n_rigid, whole.origin.n_rigid);
        assert_eq!(cyclic.origin.n_unknowns, whole.origin.n_unknowns);
        let sorted = |body: &ReducedBody| {
            let n = body.n();
            let mut values: Vec<f64> = (0..n).map(|i| body.stiffness[i * (n + 1)]).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        for (a, b) in sorted(&cyclic).iter().zip(sorted(&whole)) {
            assert!((a - b).abs() < 1e-9 * b, "{}: {a} {b}", gear.name);
        }
    }
}

#[test]
fn both_routes_answer_loads_alike() {
    for (gear, support) in cases() {
        let mut options = dual(9);
        let both = both(gear, support, 1, &options);
        let root = both.mesh.node_set("root_right_1").unwrap().nodes.clone();
        options.stresses = root;
        let loads = loads(both.interface.n());
        // Statically, and between two frequencies.
        for hz in [0.0, 6100.0] {
            let squared = (std::f64::consts::TAU * hz).powi(2);
            let [q, r] = [&both.cyclic, &both.whole].map(|body| answer(body, &loads, squared));
            let moved = |body: &ReducedBody, q: &[f64]| times(&body.interface, q);
            let difference = relative(&moved(&both.cyclic, &q), &moved(&both.whole, &r));
            assert!(difference < 1e-9, "{} {hz}: {difference:e}", gear.name);
            let everywhere = both.cyclic.explicit_recovery().unwrap();
            let u = times(&everywhere.displacements, &q);
            let v = times(&both.whole.recovery.displacements, &r);
            assert_eq!(everywhere.nodes, both.whole.recovery.nodes);
            let difference = relative(&u, &v);
            assert!(difference < 1e-9, "{} {hz}: {difference:e}", gear.name);
        }
    }
}

#[test]
fn stresses_on_any_tooth_are_those_of_the_whole_gear() {
    let mut options = dual(6);
    // Among them nodes on the cut between two sectors.
    let sector = HELICAL.sector();
    let mesh = sector.whole();
    let own = (mesh.nodes.len() / sector.teeth as usize) as u32;
    let near_cut = mesh.node_set("root_right_3").unwrap().nodes.clone();
    let before = mesh.node_set("root_left_3").unwrap().nodes.clone();
    options.stresses = near_cut.iter().chain(&before).copied().collect();
    let both = both(HELICAL, TURNS, 1, &options);
    let loads = loads(both.interface.n());
    let [q, r] = [&both.cyclic, &both.whole].map(|body| answer(body, &loads, 0.0));
    let largest = options
        .stresses
        .iter()
        .flat_map(|&node| both.whole.stress(node, &r).unwrap())
        .fold(0.0, |m: f64, s| m.max(s.abs()));
    let mut on_cut = 0;
    for &node in &options.stresses {
        let (s, t) = (
            both.cyclic.stress(node, &q).unwrap(),
            both.whole.stress(node, &r).unwrap(),
        );
        for (s, t) in s.iter().zip(t) {
            assert!((s - t).abs() < 1e-9 * largest, "{node}: {s} {t}");
        }
        let place = mesh.nodes[(node % own) as usize];
        let is_here = |&low: &u32| sector.mesh.nodes[low as usize] == place;
        on_cut += usize::from(sector.cut_low.iter().any(is_here));
    }
    assert!(on_cut > 0);
}

/// Moments do not depend on the basis when they are taken with the answers to loads.
#[test]
fn moments_are_those_of_the_whole_gear() {
    for (gear, support) in cases() {
        let both = both(gear, support, 1, &dual(9));
        let loads = loads(both.interface.n());
        let [q, r] = [&both.cyclic, &both.whole].map(|body| answer(body, &loads, 0.0));
        let (a, b) = (&both.cyclic.moments, &both.whole.moments);
        assert!((a.mass - b.mass).abs() < 1e-12 * b.mass);
        let size = b.second[0][0].abs();
        for i in 0..3 {
            for j in 0..3 {
                assert!((a.second[i][j] - b.second[i][j]).abs() < 1e-11 * size);
            }
            let arm = (b.mass * size).sqrt();
            assert!((a.first[i] - b.first[i]).abs() < 1e-11 * arm);
        }
        // Relative to √(m · mass-norm²), the largest that such sums can be.
        let norm = |m: &[f64], q: &[f64]| -> f64 {
            let n = q.len();
            let pair = |i: usize, j: usize| (0..3).map(|k| m[4 * k + 9 * (i + n * j)]).sum::<f64>();
            let terms = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            terms.map(|(i, j)| q[i] * q[j] * pair(i, j)).sum()
        };
        let kinetic = norm(&b.pairs, &r);
        assert!((norm(&a.pairs, &q) - kinetic).abs() < 1e-9 * kinetic);
        let close = |x: f64, y: f64, size: f64| {
            assert!((x - y).abs() < 1e-9 * size, "{}: {x} {y}", gear.name);
        };
        let contracted = |m: &[f64], q: &[f64], rows: usize, row: usize| -> f64 {
            q.iter()
                .enumerate()
                .map(|(j, q)| q * m[row + rows * j])
                .sum()
        };
        for row in 0..3 {
            let (x, y) = (
                contracted(&a.sums, &q, 3, row),
                contracted(&b.sums, &r, 3, row),
            );
            close(x, y, (b.mass * kinetic).sqrt());
        }
        for row in 0..9 {
            let (x, y) = (
                contracted(&a.arms, &q, 9, row),
                contracted(&b.arms, &r, 9, row),
            );
            close(x, y, (size * kinetic).sqrt());
        }
        let both_sides = |m: &[f64], q: &[f64], row: usize| -> f64 {
            let n = q.len();
            let terms = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            terms
                .map(|(i, j)| q[i] * q[j] * m[row + 9 * (i + n * j)])
                .sum()
        };
        for row in 0..9 {
            let (x, y) = (both_sides(&a.pairs, &q, row), both_sides(&b.pairs, &r, row));
            close(x, y, kinetic);
        }
    }
}

#[test]
fn flank_compliance_and_checks_are_those_of_the_whole_gear() {
    for (gear, support) in cases() {
        let Both { cyclic, whole, .. } = both(gear, support, 1, &dual(9));
        let (a, b) = (
            cyclic.compliance.as_ref().unwrap(),
            whole.compliance.as_ref().unwrap(),
        );
        assert_eq!(a.points.len(), b.points.len());
        let difference = relative(&a.blocks, &b.blocks);
        assert!(difference < 1e-9, "{}: {difference:e}", gear.name);
        assert_eq!(cyclic.check.modes.len(), whole.check.modes.len());
        for (a, b) in cyclic.check.modes.iter().zip(&whole.check.modes) {
            assert!((a.full_hz - b.full_hz).abs() < 1e-9 * b.full_hz);
            // Modes that joints do not move have no partner.
            assert_eq!(a.reduced_hz.is_some(), b.reduced_hz.is_some());
            if let (Some(a), Some(b)) = (a.reduced_hz, b.reduced_hz) {
                assert!((a - b).abs() < 1e-9 * b);
            }
            assert_eq!(a.nodal_diameter, b.nodal_diameter, "{} {a:?}", gear.name);
            assert!((a.mac - b.mac).abs() < 1e-9, "{} {a:?} {b:?}", gear.name);
            // A square root of rounding.
            assert!((a.static_error - b.static_error).abs() < 1e-5);
        }
    }
}

/// Static answer to any flank load, here on single nodes far from the joints' even pressure: the basis and what it lacks.
#[test]
fn with_the_residual_any_flank_load_is_answered() {
    let held = CyclicSupport::Tied {
        place_z: 0.0,
        moves: [false; 6],
    };
    for gear in [HELICAL, QUADRATIC] {
        answered_with_the_residual(gear, held);
    }
}

fn answered_with_the_residual(gear: Gear, held: CyclicSupport) {
    let both = both(gear, held, 1, &dual(4));
    let statics = both.cyclic.flank_statics().unwrap();
    let points: Vec<usize> = vec![
        0,
        3,
        both.cyclic.compliance.as_ref().unwrap().points.len() - 1,
    ];
    let places = statics.places(&[2, 3, 5], &points);
    let forces: Vec<(FlankPlace, f64)> = places
        .iter()
        .zip(super::support::loads(places.len()))
        .map(|(&place, force)| (place, force))
        .collect();
    let answer = statics.answer(&forces, &places).unwrap();
    // The same forces on the whole gear: along the inward normal of tooth 1, turned to their tooth.
    let compliance = both.cyclic.compliance.as_ref().unwrap();
    let own = both.cyclic.origin.sector_nodes;
    let turned = |place: &FlankPlace| {
        let point = &compliance.points[place.point];
        let angle = f64::from(place.tooth - 1) * both.cyclic.origin.pitch;
        let (sin, cos) = angle.sin_cos();
        let [x, y, z] = point.normal.map(|v| -v);
        let inward = [cos * x - sin * y, sin * x + cos * y, z];
        (point.node + (place.tooth - 1) * own, inward)
    };
    let mut case = LoadCase::default();
    for (place, force) in &forces {
        let (node, inward) = turned(place);
        case.add_force(node, inward.map(|v| v * force));
    }
    let full = Statics::new(&both.model, None)
        .unwrap()
        .solve(&[case])
        .unwrap();
    let expected: Vec<f64> = places
        .iter()
        .map(|place| {
            let (node, inward) = turned(place);
            dot(&full[0].displacements[node as usize], &inward)
        })
        .collect();
    let sums = answer.contained.iter().zip(&answer.residual);
    let all: Vec<f64> = sums
        .map(|(contained, residual)| contained + residual)
        .collect();
    let difference = relative(&all, &expected);
    assert!(difference < 1e-9, "{difference:e}");
    // Without the residual a single node is far too stiff.
    assert!(relative(&answer.contained, &expected) > 0.1);
}

/// The same threshold drops the same, and the same room holds the same, whichever way they are computed.
#[test]
fn both_routes_keep_as_many_coordinates() {
    for drop_below in [1e-1, 1e-2, 1e-4] {
        let options = ReductionOptions {
            drop_below,
            ..dual(9)
        };
        let Both { cyclic, whole, .. } = both(SPUR, TIED, 2, &options);
        assert_eq!(
            cyclic.origin.n_dropped, whole.origin.n_dropped,
            "{drop_below}"
        );
        assert_eq!(cyclic.n(), whole.n(), "{drop_below}");
    }
    for coordinates in 25..33 {
        let options = ReductionOptions {
            modes: ModeChoice::Fill(coordinates),
            ..dual(0)
        };
        let Both { cyclic, whole, .. } = both(SPUR, TURNS, 1, &options);
        assert_eq!(cyclic.n(), whole.n(), "{coordinates}");
        assert!(cyclic.n() == coordinates || cyclic.n() + 1 == coordinates);
    }
}

/// Fewer coordinates than modes to compare with: what is missing is said, and the body can be written.
#[test]
fn bodies_smaller_than_their_comparison_can_be_written() {
    let Both { cyclic, whole, .. } = both(SPUR, TURNS, 1, &dual(0));
    for body in [cyclic, whole] {
        assert!(
            body.check
                .modes
                .iter()
                .any(|mode| mode.reduced_hz.is_none())
        );
        let read = ReducedBody::from_bytes(&body.to_bytes().unwrap()).unwrap();
        assert_eq!(read.check, body.check);
    }
}

/// More modes than there are motions are refused, not searched for.
#[test]
fn more_modes_than_motions_are_refused() {
    let sector = SPUR.sector();
    let mesh = sector.whole();
    let body = CyclicBody::build(&sector, steel(), &TURNS, None).unwrap();
    let map = body.whole_dof_map(&mesh).unwrap();
    let joints = Interface::on(&mesh, &map)
        .flank_joints(&FlankChoice::all(), 1, PointMotions::Normal)
        .unwrap()
        .finish();
    let refused = body.reduce(&mesh, &joints, &dual(1_000_000), &mut unobserved);
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("ask for fewer"), "{message}");
}

#[test]
fn what_is_not_the_same_on_every_tooth_is_refused() {
    let sector = SPUR.sector();
    let mesh = sector.whole();
    let body = CyclicBody::build(&sector, steel(), &TURNS, None).unwrap();
    let model = FeModel::build(mesh.clone(), steel(), body.whole_support(&mesh).unwrap()).unwrap();
    let some = Interface::on(&mesh, &model.dof_map)
        .flank_joints(&FlankChoice::of_teeth(&[1, 2]), 1, PointMotions::Normal)
        .unwrap()
        .finish();
    let refused = body.reduce(&mesh, &some, &dual(3), &mut unobserved);
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("not the same on every tooth"), "{message}");
}

/// Modes found by one sector serve a reduction by the whole gear.
#[test]
fn modes_of_one_sector_are_those_to_compare_with() {
    let sector = HELICAL.sector();
    let mesh = sector.whole();
    let body = CyclicBody::build(&sector, steel(), &TURNS, None).unwrap();
    let model = FeModel::build(mesh.clone(), steel(), body.whole_support(&mesh).unwrap()).unwrap();
    let interface = Interface::on(&mesh, &model.dof_map)
        .flank_joints(&FlankChoice::of_teeth(&[1, 2]), 1, PointMotions::All)
        .unwrap()
        .centre(0)
        .unwrap()
        .finish();
    let options = ReductionOptions {
        compare: 8,
        ..options(ReductionKind::CraigBampton, ModeChoice::Count(10))
    };
    let modes = body.modes(ModeRange::Lowest(9), &mut unobserved).unwrap();
    let modes = body.whole_modes(&modes, &model.dof_map).unwrap();
    // K q = ω² M q over the unknowns of the whole gear, and unit mass.
    for mode in modes.elastic.iter().chain(&modes.rigid) {
        let n = mode.shape.len();
        let (mut k, mut m) = (vec![0.0; n], vec![0.0; n]);
        model.stiffness.multiply(&mode.shape, &mut k);
        model.mass.multiply(&mode.shape, &mut m);
        let squared = (std::f64::consts::TAU * mode.frequency_hz).powi(2);
        let inertia: Vec<f64> = m.iter().map(|m| squared * m).collect();
        assert!((dot(&mode.shape, &m) - 1.0).abs() < 1e-9);
        if squared > 0.0 {
            assert!(relative(&k, &inertia) < 1e-6);
        }
    }
    let known = model
        .reduce_knowing(&interface, &options, Some(&modes), &mut unobserved)
        .unwrap();
    let alone = reduce(&model, &interface, &options);
    for (a, b) in known.check.modes.iter().zip(&alone.check.modes) {
        assert!((a.full_hz - b.full_hz).abs() < 1e-9 * b.full_hz);
        let (c, d) = (a.reduced_hz.unwrap(), b.reduced_hz.unwrap());
        assert!((c - d).abs() < 1e-9 * d);
        assert_eq!(a.nodal_diameter, b.nodal_diameter);
    }
    assert_eq!(known.check.modes.len(), 8);
}
