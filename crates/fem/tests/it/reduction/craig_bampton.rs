//! Craig-Bampton: static answers, modes with the interface held, and the whole space.

use pitchline_algebra::{DenseFactor, generalised_eigen, unobserved};
use pitchline_fem::{
    Centre, CoordinateKind, ElementKind, FeModel, FlankChoice, FlankNodes, Interface, ModeChoice,
    ModeRange, PointMotions, ReducedBody, ReductionKind, Support, Tie,
};

use super::support::{Loaded, Seat, combined, dot, gear, mixed, options, reduce, shapes, times};
use crate::support::{block, steel};

const CRAIG_BAMPTON: ReductionKind = ReductionKind::CraigBampton;

/// Coordinates of a held body under loads on its interface.
fn statics(body: &ReducedBody, loads: &[f64]) -> Vec<f64> {
    let mut q = vec![0.0; body.n()];
    q[..loads.len()].copy_from_slice(loads);
    let factor = DenseFactor::positive_definite(body.n(), &body.stiffness).unwrap();
    factor.solve_in_place(&mut q, 1).unwrap();
    q
}

#[test]
fn a_held_body_answers_interface_loads_as_the_full_one() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let loaded = Loaded::new(kind);
        for (kind, modes) in [(ReductionKind::StaticModes, 0), (CRAIG_BAMPTON, 9)] {
            loaded.check(options(kind, ModeChoice::Count(modes)), statics);
        }
    }
}

/// Static shapes have unit motions at the interface, and forces nowhere else; they contain the free motions.
#[test]
fn static_shapes_of_free_bodies_carry_forces_at_the_interface_only() {
    for seat in [Seat::Free, Seat::Turns] {
        let model = gear(ElementKind::Hex8, seat);
        let interface = mixed(&model);
        let body = reduce(
            &model,
            &interface,
            &options(ReductionKind::StaticModes, ModeChoice::Count(0)),
        );
        let p = interface.n();
        let n = model.dof_map.n_unknowns();
        // Patterns over the unknowns.
        let patterns: Vec<Vec<f64>> = (0..p)
            .map(|i| {
                let mut unit = vec![0.0; p];
                unit[i] = 1.0;
                let case = combined(&interface, &unit);
                let forces: Vec<[f64; 3]> = (0..model.mesh.nodes.len() as u32)
                    .map(|node| case.force(node))
                    .collect();
                let mut load = model.dof_map.reduce(&forces).unwrap();
                for (centre, wrench) in case.centre_wrenches() {
                    let unknowns = model.dof_map.centre_unknowns(centre as usize);
                    for (unknown, w) in unknowns.iter().zip(wrench) {
                        if let Some(unknown) = unknown {
                            load[*unknown as usize] += w;
                        }
                    }
                }
                load
            })
            .collect();
        let is_free: Vec<bool> = (0..n)
            .map(|i| patterns.iter().all(|pattern| pattern[i] == 0.0))
            .collect();
        assert!(is_free.iter().filter(|&&free| free).count() > n / 2);
        for (i, shape) in shapes(&model, &body).iter().enumerate() {
            for (j, pattern) in patterns.iter().enumerate() {
                let exact = if i == j { 1.0 } else { 0.0 };
                // A turn is counted per radian: its shapes move by metres.
                assert!((dot(pattern, shape) - exact).abs() < 1e-9, "{i} {j}");
            }
            let mut force = vec![0.0; n];
            model.stiffness.multiply(shape, &mut force);
            let largest = force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            let stray = force.iter().zip(&is_free).filter(|(_, free)| **free);
            let stray = stray.fold(0.0_f64, |m, (f, _)| m.max(f.abs()));
            assert!(
                stray < 1e-9 * largest,
                "{seat:?} {i}: {stray:e} {largest:e}"
            );
        }
        let n_rigid = body.origin.n_rigid as usize;
        assert_eq!(body.rigid.len(), n_rigid * body.n());
        for rigid in body.rigid.chunks(body.n()) {
            // Unit modal mass, no force.
            let m = dot(rigid, &times(&body.mass, rigid));
            assert!((m - 1.0).abs() < 1e-9, "{m}");
            let force = times(&body.stiffness, rigid);
            let energy = dot(rigid, &force).abs();
            let scale: f64 = (0..body.n())
                .map(|i| body.stiffness[i * (body.n() + 1)] * rigid[i] * rigid[i])
                .sum();
            assert!(energy < 1e-10 * scale, "{energy:e} {scale:e}");
        }
    }
}

/// Against another way: the nodes of the interface locked in the model itself.
#[test]
fn modes_with_the_interface_held_are_those_of_a_body_locked_there() {
    for seat in [Seat::Free, Seat::Held, Seat::Turns] {
        let model = gear(ElementKind::Hex8, seat);
        let spread = FlankNodes::Spread {
            rows: 2,
            columns: 1,
        };
        let builder = Interface::on(&model.mesh, &model.dof_map)
            .flank_nodes(
                &FlankChoice::of_teeth(&[1, 4, 9]),
                spread,
                PointMotions::Translations,
            )
            .unwrap();
        let interface = match seat {
            Seat::Turns => builder.centre(0).unwrap(),
            _ => builder,
        }
        .finish();
        let body = reduce(
            &model,
            &interface,
            &options(CRAIG_BAMPTON, ModeChoice::Count(20)),
        );
        let nodes: Vec<u32> = interface
            .points
            .iter()
            .filter_map(|point| point.name.strip_prefix("node_"))
            .map(|node| node.parse().unwrap())
            .collect();
        assert_eq!(nodes.len(), 12);
        let ties = (0..model.mesh.nodes.len()).map(|node| match nodes.contains(&(node as u32)) {
            true => Tie::LOCKED,
            false => model.dof_map.tie(node),
        });
        let held = |centre: &Centre| Centre {
            moves: [false; 6],
            ..*centre
        };
        let support = Support {
            ties: ties.collect(),
            centres: model.dof_map.centres().iter().map(held).collect(),
        };
        let locked = FeModel::build(model.mesh.clone(), steel(), support).unwrap();
        let range = ModeRange::Lowest(20);
        let modes = locked.modes(range, None, &mut unobserved).unwrap().elastic;
        let found: Vec<f64> = body
            .coordinates
            .iter()
            .filter_map(|coordinate| match coordinate.kind {
                CoordinateKind::HeldMode { frequency_hz } => Some(frequency_hz),
                _ => None,
            })
            .collect();
        assert!(found.len() == 20 || found.len() == 21);
        for (found, expected) in found.iter().zip(&modes) {
            let ratio = found / expected.frequency_hz;
            assert!((ratio - 1.0).abs() < 1e-9, "{seat:?}: {ratio}");
        }
        // UpTo finds the same.
        let top = 0.5 * (found[9] + found[10]);
        let wanted = found.iter().filter(|&&f| f <= top).count();
        let up_to = reduce(
            &model,
            &interface,
            &options(CRAIG_BAMPTON, ModeChoice::UpTo(top)),
        );
        assert_eq!(up_to.n(), interface.n() + wanted);
    }
}

/// With all of its modes the reduced body is the full one in other coordinates.
#[test]
fn a_body_with_all_modes_is_the_full_body() {
    let mesh = block(ElementKind::Hex8, [3, 1, 1], |[a, b, c]| {
        [0.03 * a, 0.01 * b, 0.012 * c]
    });
    let support = Support::free(&mesh);
    let model = FeModel::build(mesh, steel(), support).unwrap();
    let n = model.dof_map.n_unknowns();
    let interface = Interface::on(&model.mesh, &model.dof_map)
        .nodes(&[0, 5, 14])
        .unwrap()
        .finish();
    let exact = generalised_eigen(n, &model.stiffness.to_dense(), &model.mass.to_dense()).unwrap();
    let largest = exact.values[n - 1];
    for kind in [CRAIG_BAMPTON, ReductionKind::DualCraigBampton] {
        let rigid = match kind {
            CRAIG_BAMPTON => 0,
            // No rigid motions in it.
            _ => 6,
        };
        let modes = match kind {
            CRAIG_BAMPTON => ModeChoice::Fill(n),
            _ => ModeChoice::Count(n - rigid),
        };
        let body = reduce(&model, &interface, &options(kind, modes));
        assert_eq!(body.n(), n - rigid);
        let found = generalised_eigen(body.n(), &body.stiffness, &body.mass).unwrap();
        for (found, exact) in found.values.iter().zip(&exact.values[rigid..]) {
            // Rounding is relative to the largest of all.
            let allowed = 1e-9 * exact + 1e-15 * largest;
            let difference = (found - exact).abs();
            assert!(difference < allowed, "{kind:?} {found} {exact} {largest:e}");
        }
        assert_eq!(
            body.origin.n_dropped,
            if kind == CRAIG_BAMPTON { 0 } else { 9 }
        );
    }
}
