//! Deflections of gears by one sector against those of the whole gear.

use std::f64::consts::TAU;

use pitchline_fem::{
    CyclicBody, CyclicSupport, ElementKind, Error, LoadCase, MeshControls, MeshSize, Sector,
};

use crate::cyclic_gears::{
    GEARS, HELICAL, SPUR, WholeStatics, centre, difference, loads, whole_model,
};
use crate::mesher_gears::samples;
use crate::support::steel;

/// Both routes solve the same equations in another order: what differs is rounding times the condition of a small body.
const ROUNDING: f64 = 1e-9;

fn supports() -> [CyclicSupport; 9] {
    let about_z = [false, false, false, false, false, true];
    [
        CyclicSupport::Locked { axes: [true; 3] },
        centre([false; 6]),
        centre(about_z),
        centre([true; 6]),
        centre([true, true, false, false, false, true]),
        centre([false, false, false, true, true, false]),
        CyclicSupport::Free,
        CyclicSupport::Locked {
            axes: [false, false, true],
        },
        CyclicSupport::Locked {
            axes: [true, true, false],
        },
    ]
}

#[test]
fn deflections_are_those_of_the_whole_gear() {
    for gear in GEARS {
        let sector = gear.sector();
        // All supports on one gear; on the others those that differ in kind.
        let some = if gear.name == HELICAL.name { 9 } else { 4 };
        for support in &supports()[..some] {
            let name = format!("{} {support:?}", gear.name);
            let body = CyclicBody::build(&sector, steel(), support, None).unwrap();
            let model = whole_model(&sector, support);
            assert_eq!(body.n_unknowns(), model.dof_map.n_unknowns(), "{name}");
            assert_eq!(
                body.n_rigid(),
                model.free_motions().unwrap().len(),
                "{name}"
            );
            let has_centre = !model.dof_map.centres().is_empty();
            let cases = loads(&sector, &model.mesh, has_centre);
            let whole = WholeStatics::new(&model);
            let answers = body.solve(&cases, None).unwrap();
            for (case, answer) in cases.iter().zip(&answers) {
                let q = whole.solve(case);
                let expected = model.dof_map.expand(&q).unwrap();
                let error = difference(&answer.displacements, &expected);
                assert!(error < ROUNDING, "{name}: {error:e}");
                if let Some(found) = answer.centre {
                    let unknowns = model.dof_map.centre_unknowns(0);
                    let expected = unknowns.map(|u| u.map_or(0.0, |u| q[u as usize]));
                    // A turn counts by what it does at a lever of 10 mm.
                    let size = |m: [f64; 6]| std::array::from_fn(|i| m[i] * [1.0, 1e-2][i / 3]);
                    let pairs: [[f64; 6]; 2] = [size(found), size(expected)];
                    let largest = answer.displacements.as_flattened().iter();
                    let largest = largest.fold(0.0_f64, |m, u| m.max(u.abs()));
                    for (a, b) in pairs[0].iter().zip(pairs[1]) {
                        assert!((a - b).abs() < ROUNDING * largest, "{name}: {a:e} {b:e}");
                    }
                }
            }
        }
    }
}

#[test]
fn chosen_nodes_have_the_displacements_that_all_have() {
    let sector = SPUR.sector();
    let support = centre([false; 6]);
    let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
    let cases = loads(&sector, &sector.whole(), true);
    let nodes = [3 * body.sector_nodes() + 7, 2, 11 * body.sector_nodes()];
    let all = body.solve(&cases, None).unwrap();
    let some = body.solve(&cases, Some(&nodes)).unwrap();
    for (all, some) in all.iter().zip(&some) {
        let expected = nodes.map(|node| all.displacements[node as usize]);
        assert!(difference(&some.displacements, &expected) < 1e-13);
        assert_eq!(some.nodes, nodes);
        assert_eq!(all.centre, some.centre);
    }
}

#[test]
fn what_has_no_equal_sectors_is_refused() {
    let sector = SPUR.sector();
    let refused = |support: CyclicSupport| {
        let built = CyclicBody::build(&sector, steel(), &support, None);
        let Err(error @ Error::NotCyclic { .. }) = built else {
            panic!("{support:?} was not refused");
        };
        error.to_string()
    };
    let message = refused(centre([true, false, true, true, true, true]));
    assert!(
        message.contains("along x") && message.contains("whole gear"),
        "{message}"
    );
    assert!(refused(centre([true, true, true, true, false, true])).contains("about x"));
    assert!(
        refused(CyclicSupport::Locked {
            axes: [true, false, false]
        })
        .contains("locked along x")
    );
    assert!(
        refused(CyclicSupport::Tied {
            place_z: f64::NAN,
            moves: [true; 6]
        })
        .contains("not a number")
    );
    let rack = samples().into_iter().find(|s| s.name == "rack").unwrap();
    let controls = MeshControls::of(MeshSize::Coarse, &rack.gear, &rack.blank);
    let rack = Sector::build(&rack.gear, &rack.blank, &controls, ElementKind::Hex8).unwrap();
    let refused = CyclicBody::build(&rack, steel(), &CyclicSupport::Free, None).unwrap_err();
    assert!(refused.to_string().contains("a rack"), "{refused}");
}

#[test]
fn loads_and_nodes_that_do_not_exist_are_refused() {
    let sector = SPUR.sector();
    let body = CyclicBody::build(&sector, steel(), &CyclicSupport::Free, None).unwrap();
    let n_nodes = body.sector_nodes() * 12;
    let mut case = LoadCase::default();
    case.add_force(n_nodes, [1.0; 3]);
    let refused = |case: LoadCase, nodes: &[u32]| body.solve(&[case], Some(nodes)).unwrap_err();
    assert!(matches!(refused(case, &[0]), Error::NoSuchNode { .. }));
    let none = LoadCase::default();
    assert!(matches!(
        refused(none, &[n_nodes]),
        Error::NoSuchNode { .. }
    ));
    let mut case = LoadCase::default();
    case.add_on_centre(0, [1.0; 3], [0.0; 3]);
    assert!(matches!(refused(case, &[0]), Error::NoSuchCentre { .. }));
    let mut case = LoadCase::default();
    case.add_force(0, [f64::NAN, 0.0, 0.0]);
    assert!(matches!(refused(case, &[0]), Error::Force { .. }));
    let within = |bytes| CyclicBody::build(&sector, steel(), &CyclicSupport::Free, Some(bytes));
    assert!(within(1000).unwrap_err().to_string().contains("factor"));
    assert!(within(1 << 30).is_ok());
    // Nothing to solve is no error.
    assert!(body.solve(&[], None).unwrap().is_empty());
    assert!(
        body.solve(&[LoadCase::default()], Some(&[])).unwrap()[0]
            .displacements
            .is_empty()
    );
}

/// A load that goes around the gear in waves, as one load of a nodal diameter and as forces on all teeth.
#[test]
fn a_wave_of_loads_has_the_answer_of_its_nodal_diameter() {
    let sector = HELICAL.sector();
    let body = CyclicBody::build(&sector, steel(), &CyclicSupport::Free, None).unwrap();
    let map = &body.sector().dof_map;
    let (n, teeth) = (map.n_unknowns(), f64::from(sector.teeth));
    let on_sector = sector.mesh.flanks[1].nodes[4];
    let on_whole = sector.whole().flanks[1].nodes[4];
    let (real, imaginary) = ([300.0, -200.0, 100.0], [50.0, 400.0, -150.0]);
    for diameter in 0..=sector.teeth / 2 {
        let mut load = vec![0.0; 2 * n];
        let mut case = LoadCase::default();
        let is_real = body.multiplicity(diameter).unwrap() == 1;
        for (axis, unknown) in map
            .node_unknowns(on_sector as usize)
            .into_iter()
            .enumerate()
        {
            load[unknown.unwrap() as usize] = real[axis];
            load[n + unknown.unwrap() as usize] = if is_real { 0.0 } else { imaginary[axis] };
        }
        for s in 0..sector.teeth {
            let (sin, cos) = (TAU * f64::from(diameter * s) / teeth).sin_cos();
            let force =
                [0, 1, 2].map(|i| cos * real[i] - if is_real { 0.0 } else { sin * imaginary[i] });
            let node = on_whole + s * body.sector_nodes();
            case.add_force(node, sector.place_on(s, force));
        }
        let answer = body.flexibility(diameter, &load).unwrap();
        let expected = body.solve(&[case], Some(&[on_whole])).unwrap()[0].displacements[0];
        let found = map
            .node_unknowns(on_sector as usize)
            .map(|u| answer[u.unwrap() as usize]);
        assert!(
            difference(&[found], &[expected]) < ROUNDING,
            "{diameter}: {found:?} {expected:?}"
        );
    }
    let beyond = body.flexibility(sector.teeth, &[]);
    assert!(matches!(beyond, Err(Error::NodalDiameter { .. })));
    assert!(matches!(
        body.flexibility(0, &[1.0]),
        Err(Error::Count { .. })
    ));
}
