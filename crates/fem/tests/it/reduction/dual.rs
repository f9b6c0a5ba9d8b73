//! Dual Craig-Bampton: static answers, orthogonality, dependent attachments.

use pitchline_algebra::SymmetricMatrix;
use pitchline_fem::{
    CoordinateKind, ElementKind, FlankChoice, Interface, ModeChoice, PointMotions, ReducedBody,
    ReductionKind,
};

use super::support::{
    Loaded, Seat, combined, dot, gear, loads, mixed, options, reduce, shapes, times,
};

const DUAL: ReductionKind = ReductionKind::DualCraigBampton;

/// q of a static load on a dual body: K is diagonal.
fn statics(body: &ReducedBody, loads: &[f64]) -> Vec<f64> {
    let p = loads.len();
    let n = body.n();
    (0..n)
        .map(|i| dot(&body.interface[p * i..p * (i + 1)], loads) / body.stiffness[i * (n + 1)])
        .collect()
}

#[test]
fn a_held_body_answers_interface_loads_as_the_full_one() {
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let loaded = Loaded::new(kind);
        for modes in [0, 9] {
            loaded.check(options(DUAL, ModeChoice::Count(modes)), statics);
        }
    }
}

#[test]
fn a_free_body_answers_as_the_full_one_with_inertia() {
    // Against another way: K u = f − M a with the acceleration a of the rigid body, held at three nodes; the difference is
    // a rigid motion, so strains and stresses agree.
    let model = gear(ElementKind::Hex8, Seat::Free);
    let interface = mixed(&model);
    let loads = loads(interface.n());
    let body = reduce(&model, &interface, &options(DUAL, ModeChoice::Count(5)));
    let q = statics(&body, &loads);
    let u = times(&body.recovery.displacements, &q);
    let n = model.dof_map.n_unknowns();
    let mut ku = vec![0.0; n];
    model.stiffness.multiply(&u, &mut ku);
    let mut mu = vec![0.0; n];
    model.mass.multiply(&u, &mut mu);
    // K u − f is the inertia of a rigid acceleration: orthogonal to everything that deforms without rigid part, and the
    // answer itself has no rigid part.
    let case = combined(&interface, &loads);
    let forces: Vec<f64> = (0..model.mesh.nodes.len() as u32)
        .flat_map(|node| case.force(node))
        .collect();
    let inertia: Vec<f64> = forces.iter().zip(&ku).map(|(f, k)| f - k).collect();
    let basis: Vec<Vec<f64>> = model
        .free_motions()
        .unwrap()
        .iter()
        .map(|motion| {
            let u = model.mesh.nodes.iter().map(|&p| motion.displacement(p));
            u.flatten().collect()
        })
        .collect();
    assert_eq!(basis.len(), 6);
    // The acceleration by the balance of the whole body: 6 equations.
    let accelerated: Vec<Vec<f64>> = basis
        .iter()
        .map(|r| {
            let mut mr = vec![0.0; n];
            model.mass.multiply(r, &mut mr);
            mr
        })
        .collect();
    let matrix: Vec<f64> = accelerated
        .iter()
        .flat_map(|mr| basis.iter().map(move |r| dot(r, mr)))
        .collect();
    let balance = pitchline_algebra::symmetric_eigen(6, &matrix).unwrap();
    let right: Vec<f64> = basis.iter().map(|r| dot(r, &forces)).collect();
    let mut acceleration = [0.0; 6];
    for (value, vector) in balance.values.iter().zip(balance.vectors.chunks(6)) {
        let share = dot(vector, &right) / value;
        acceleration
            .iter_mut()
            .zip(vector)
            .for_each(|(a, v)| *a += share * v);
    }
    let mut expected = vec![0.0; n];
    for (mr, a) in accelerated.iter().zip(acceleration) {
        expected.iter_mut().zip(mr).for_each(|(e, m)| *e += a * m);
    }
    let size = forces.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
    let difference = inertia
        .iter()
        .zip(&expected)
        .fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    assert!(difference < 1e-10 * size, "{difference:e} {size}");
    for (r, mr) in basis.iter().zip(&accelerated) {
        let share = dot(r, &mu) / (dot(r, mr) * dot(&u, &mu)).sqrt();
        assert!(share.abs() < 1e-10, "{share:e}");
    }
}

/// The largest off-diagonal entry of Φᵀ A Φ over the root of its diagonal entries.
fn off_diagonal(matrix: &SymmetricMatrix, shapes: &[Vec<f64>]) -> f64 {
    let products: Vec<Vec<f64>> = shapes
        .iter()
        .map(|shape| {
            let mut product = vec![0.0; matrix.n];
            matrix.multiply(shape, &mut product);
            product
        })
        .collect();
    let entry = |i: usize, j: usize| dot(&shapes[i], &products[j]);
    let diagonal: Vec<f64> = (0..shapes.len()).map(|i| entry(i, i)).collect();
    let mut largest = 0.0_f64;
    for i in 0..shapes.len() {
        for j in 0..i {
            largest = largest.max(entry(i, j).abs() / (diagonal[i] * diagonal[j]).sqrt());
        }
    }
    largest
}

#[test]
fn stiffness_and_mass_are_diagonal() {
    for seat in [Seat::Free, Seat::Held, Seat::Turns] {
        let model = gear(ElementKind::Hex8, seat);
        let interface = mixed(&model);
        let body = reduce(&model, &interface, &options(DUAL, ModeChoice::Count(12)));
        let shapes = shapes(&model, &body);
        for (what, matrix) in [("K", &model.stiffness), ("M", &model.mass)] {
            let off = off_diagonal(matrix, &shapes);
            assert!(off < 1e-10, "{seat:?} {what}: {off:e}");
        }
        // Residuals begin where modes end.
        let hz = |kind: &CoordinateKind| match *kind {
            CoordinateKind::Mode { frequency_hz } => (true, frequency_hz),
            CoordinateKind::Residual { frequency_hz } => (false, frequency_hz),
            _ => panic!("{kind:?}"),
        };
        let all: Vec<(bool, f64)> = body.coordinates.iter().map(|c| hz(&c.kind)).collect();
        let n_modes = all.iter().filter(|c| c.0).count();
        assert!(n_modes == 12 || n_modes == 13);
        assert!(all.is_sorted_by(|a, b| a.1 <= b.1 && a.0 >= b.0));
        assert_eq!(body.n(), n_modes + interface.n());
        let rigid = [0, 1, 6][[Seat::Held, Seat::Turns, Seat::Free]
            .iter()
            .position(|s| *s == seat)
            .unwrap()];
        assert_eq!(body.origin.n_rigid, rigid);
    }
}

#[test]
fn attachments_that_depend_on_others_are_dropped_and_counted() {
    let model = gear(ElementKind::Hex8, Seat::Held);
    // The joint of a whole flank is the sum of its two zones, each of half the width: three translations depend.
    let one = FlankChoice::of_teeth(&[1]);
    let zones = Interface::on(&model.mesh, &model.dof_map)
        .flank_joints(&one, 2, PointMotions::Translations)
        .unwrap();
    let both = zones
        .clone()
        .flank_joints(&one, 1, PointMotions::Translations)
        .unwrap()
        .finish();
    let zones = zones.finish();
    assert_eq!((zones.n(), both.n()), (12, 18));
    for modes in [0, 8] {
        let options = options(DUAL, ModeChoice::Fill(18 + modes));
        let alone = reduce(&model, &zones, &options);
        let dropped = reduce(&model, &both, &options);
        assert_eq!(alone.origin.n_dropped, 0);
        assert_eq!(dropped.origin.n_dropped, 6);
        // Both are filled to the same number, so their spaces are the same.
        assert_eq!((alone.n(), dropped.n()), (18 + modes, 18 + modes));
        for i in 0..alone.n() {
            let [a, b] = [&alone, &dropped].map(|body| body.stiffness[i * (body.n() + 1)]);
            assert!((a / b - 1.0).abs() < 1e-6, "{i}: {a} {b}");
        }
    }
}
