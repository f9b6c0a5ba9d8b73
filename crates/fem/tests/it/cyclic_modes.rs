//! Modes of gears by one sector against those of the whole gear.

use std::f64::consts::TAU;

use pitchline_algebra::unobserved;
use pitchline_fem::{
    CyclicBody, CyclicMode, CyclicSupport, Error, FeModel, Mode, ModeRange, Sector, WholeShape,
};

use crate::bodies::in_pool;
use crate::cyclic_gears::{GEARS, HELICAL, INTERNAL, SPUR, centre, dot, times, whole_model};
use crate::support::steel;

/// Both routes find eigenvalues of the same matrices: what differs is rounding times the condition of a small body.
const ROUNDING: f64 = 1e-9;
const MODES: usize = 14;

/// A shape over the unknowns of the whole gear.
fn unknowns(model: &FeModel, shape: &WholeShape) -> Vec<f64> {
    let map = &model.dof_map;
    let mut q = vec![0.0; map.n_unknowns()];
    for (node, u) in shape.displacements.iter().enumerate() {
        for (unknown, u) in map.node_unknowns(node).into_iter().zip(u) {
            if let Some(unknown) = unknown {
                q[unknown as usize] = *u;
            }
        }
    }
    if let Some(centre) = shape.centre {
        for (unknown, value) in map.centre_unknowns(0).into_iter().zip(centre) {
            if let Some(unknown) = unknown {
                q[unknown as usize] = value;
            }
        }
    }
    q
}

/// Share of each number of waves in a shape of the whole gear, from the motions of all nodes in the axes of their sectors.
fn waves(sector: &Sector, model: &FeModel, mode: &Mode) -> Vec<f64> {
    let u = model.dof_map.expand(&mode.shape).unwrap();
    let teeth = sector.teeth as usize;
    let n_own = u.len() / teeth;
    let mut shares = vec![0.0; teeth / 2 + 1];
    for node in 0..n_own {
        for axis in 0..3 {
            let along = |s: usize| {
                let [x, y, z] = u[s * n_own + node];
                let (sin, cos) = (TAU * s as f64 / teeth as f64).sin_cos();
                [x * cos + y * sin, -x * sin + y * cos, z][axis]
            };
            for (n, share) in shares.iter_mut().enumerate() {
                let (mut re, mut im) = (0.0, 0.0);
                for s in 0..teeth {
                    let (sin, cos) = (TAU * (n * s) as f64 / teeth as f64).sin_cos();
                    re += cos * along(s);
                    im += sin * along(s);
                }
                *share += re * re + im * im;
            }
        }
    }
    let total: f64 = shares.iter().sum();
    shares.iter().map(|share| share / total).collect()
}

/// Frequencies of the real modes.
fn frequencies(modes: &[CyclicMode]) -> Vec<f64> {
    let each = modes.iter();
    each.flat_map(|mode| std::iter::repeat_n(mode.frequency_hz, mode.multiplicity as usize))
        .collect()
}

#[test]
fn modes_are_those_of_the_whole_gear() {
    let supports = [
        CyclicSupport::Locked { axes: [true; 3] },
        CyclicSupport::Free,
        centre([false, false, false, false, false, true]),
        centre([true; 6]),
    ];
    for gear in GEARS {
        let sector = gear.sector();
        // All supports on one gear; on the others, held and free.
        let some = if gear.name == HELICAL.name { 4 } else { 2 };
        for support in &supports[..some] {
            let name = format!("{} {support:?}", gear.name);
            let body = CyclicBody::build(&sector, steel(), support, None).unwrap();
            let found = body
                .modes(ModeRange::Lowest(MODES), &mut unobserved)
                .unwrap();
            let model = whole_model(&sector, support);
            let whole = model
                .modes(ModeRange::Lowest(MODES + 4), None, &mut unobserved)
                .unwrap();
            let ours = frequencies(&found.elastic);
            assert!((MODES..=MODES + 1).contains(&ours.len()), "{name}");
            assert_eq!(frequencies(&found.rigid).len(), whole.rigid.len(), "{name}");
            for (ours, theirs) in ours.iter().zip(&whole.elastic) {
                let error = (ours / theirs.frequency_hz - 1.0).abs();
                assert!(error < ROUNDING, "{name}: {ours} Hz, {error:e}");
            }
            let (_, below) = found.count.unwrap();
            assert!(below >= ours.len() + whole.rigid.len(), "{name}");
            for mode in found.elastic.iter().chain(&found.rigid) {
                assert!(mode.residual < 1e-7, "{name}: {:e}", mode.residual);
                check_shape(&sector, &body, &model, &whole.elastic, mode);
            }
        }
    }
}

/// The shapes of a mode are orthonormal on the whole gear, lie in the space of the whole gear's modes of that frequency, and these
/// have as many waves as the mode has nodal diameters.
fn check_shape(
    sector: &Sector,
    body: &CyclicBody,
    model: &FeModel,
    whole: &[Mode],
    mode: &CyclicMode,
) {
    let shapes = body.expand(mode).unwrap();
    assert_eq!(shapes.len(), mode.multiplicity as usize);
    let q: Vec<Vec<f64>> = shapes.iter().map(|s| unknowns(model, s)).collect();
    for (i, a) in q.iter().enumerate() {
        let mass_a = times(&model.mass, a);
        for (j, b) in q.iter().enumerate() {
            let expected = f64::from(u8::from(i == j));
            assert!((dot(b, &mass_a) - expected).abs() < 1e-10);
        }
        if mode.frequency_hz > 0.0 {
            let equal = |other: &&Mode| (other.frequency_hz / mode.frequency_hz - 1.0).abs() < 1e-7;
            let equals: Vec<&Mode> = whole.iter().filter(equal).collect();
            let share: f64 = equals.iter().map(|m| dot(&m.shape, &mass_a).powi(2)).sum();
            assert!(
                (share - 1.0).abs() < 1e-8,
                "{} Hz: {share}",
                mode.frequency_hz
            );
            // Where two nodal diameters share a frequency by chance, the whole gear's modes may mix them.
            if equals.len() == shapes.len() {
                let n = mode.nodal_diameter as usize;
                let share = waves(sector, model, equals[0])[n];
                assert!(share > 1.0 - 1e-8, "{n}: {share}");
            }
        } else {
            let force = times(&model.stiffness, a);
            let largest = force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            let stiffness = model.stiffness.norm();
            let size = a.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
            assert!(largest < 1e-12 * stiffness * size);
        }
    }
}

#[test]
fn a_band_has_all_its_modes() {
    let sector = HELICAL.sector();
    for support in [CyclicSupport::Free, centre([false; 6])] {
        let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
        let model = whole_model(&sector, &support);
        let whole = model
            .modes(ModeRange::Lowest(40), None, &mut unobserved)
            .unwrap();
        let at = |i: usize| whole.elastic[i].frequency_hz;
        // Ends within gaps.
        let gap = |from: usize| (from..40).find(|&i| at(i + 1) > 1.001 * at(i)).unwrap();
        let (low, high) = (gap(5), gap(30));
        let range = ModeRange::Band {
            low_hz: 0.5 * (at(low) + at(low + 1)),
            high_hz: 0.5 * (at(high) + at(high + 1)),
        };
        let band = body.modes(range, &mut unobserved).unwrap();
        let found = frequencies(&band.elastic);
        assert_eq!(found.len(), high - low);
        assert!(band.rigid.is_empty());
        for (found, i) in found.iter().zip(low + 1..) {
            assert!((found / at(i) - 1.0).abs() < ROUNDING);
        }
    }
    let body = CyclicBody::build(&sector, steel(), &CyclicSupport::Free, None).unwrap();
    let empty = ModeRange::Band {
        low_hz: 5.0,
        high_hz: 1.0,
    };
    let refused = body.modes(empty, &mut unobserved);
    assert!(matches!(refused, Err(Error::Band { .. })));
}

/// On a seat close under the teeth these bend almost alone: the lowest modes are spread over all nodal diameters, and not the
/// lowest diameters have them. The count finds those that a search from below would leave out.
#[test]
fn modes_of_high_nodal_diameters_are_not_left_out() {
    let sector = INTERNAL.sector_on(43.5e-3);
    let support = CyclicSupport::Locked { axes: [true; 3] };
    let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
    let model = whole_model(&sector, &support);
    let wanted = ModeRange::Lowest(5);
    let found = body.modes(wanted, &mut unobserved).unwrap();
    let whole = model.modes(wanted, None, &mut unobserved).unwrap();
    for (ours, theirs) in frequencies(&found.elastic).iter().zip(&whole.elastic) {
        let error = (ours / theirs.frequency_hz - 1.0).abs();
        assert!(error < ROUNDING, "{ours} Hz, {error:e}");
    }
    let diameters: Vec<u32> = found.elastic.iter().map(|m| m.nodal_diameter).collect();
    assert!(diameters.iter().any(|&n| n > 8), "{diameters:?}");
}

#[test]
fn threads_do_not_change_a_bit() {
    let sector = SPUR.sector();
    let modes = |threads| {
        in_pool(threads, || {
            let body = CyclicBody::build(&sector, steel(), &CyclicSupport::Free, None).unwrap();
            body.modes(ModeRange::Lowest(10), &mut unobserved).unwrap()
        })
    };
    assert_eq!(modes(1), modes(2));
}

#[test]
fn a_search_for_nothing_and_a_stopped_one_end() {
    let sector = SPUR.sector();
    let support = centre([false; 6]);
    let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
    let none = body.modes(ModeRange::Lowest(0), &mut unobserved).unwrap();
    assert!(none.elastic.is_empty());
    let stopped = body.modes(ModeRange::Lowest(3), &mut |_| {
        std::ops::ControlFlow::Break(())
    });
    assert!(stopped.is_err());
}
