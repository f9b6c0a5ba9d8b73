//! Bodies from matrices: a beam of Bernoulli's kind, made here, against closed forms.

use pitchline_dynamics::{
    AttachedPoints, BodyFrame, Equations, FlexibleNodes, FlexibleOptions, InertiaForm, Machine,
    Pose, Rotation, add_flexible_body,
};
use pitchline_fem::{BodyMatrices, BodyNode, BodySupport, ReducedBody};
use pitchline_geometry::tensor::{times, transposed_times};
use pitchline_geometry::vector::{Vector, minus, plus};

use super::residual;

/// A steel bar of 10 mm by 14 mm and 0.4 m along x.
pub(super) const E: f64 = 210e9;
const G: f64 = 80e9;
pub(super) const DENSITY: f64 = 7850.0;
pub(super) const LENGTH: f64 = 0.4;
pub(super) const AREA: f64 = 0.010 * 0.014;
/// About y (deflection along z) and about z (deflection along y).
pub(super) const SECOND: [f64; 2] = [
    0.014 * 0.010 * 0.010 * 0.010 / 12.0,
    0.010 * 0.014 * 0.014 * 0.014 / 12.0,
];
/// Torsion constant; any will do here.
const TORSION: f64 = 6e-10;

/// Stiffness or mass of a beam element in one plane: deflection and slope at both ends (Hermite's cubics).
fn bending(l: f64, stiffness: bool) -> [[f64; 4]; 4] {
    if stiffness {
        let (a, b) = (6.0 * l, 2.0 * l * l);
        [
            [12.0, a, -12.0, a],
            [a, 2.0 * b, -a, b],
            [-12.0, -a, 12.0, -a],
            [a, b, -a, 2.0 * b],
        ]
        .map(|row| row.map(|x| x / (l * l * l)))
    } else {
        [
            [156.0, 22.0 * l, 54.0, -13.0 * l],
            [22.0 * l, 4.0 * l * l, 13.0 * l, -3.0 * l * l],
            [54.0, 13.0 * l, 156.0, -22.0 * l],
            [-13.0 * l, -3.0 * l * l, -22.0 * l, 4.0 * l * l],
        ]
        .map(|row| row.map(|x| x * l / 420.0))
    }
}

/// A beam of so many elements; its first node is left out if it is clamped.
pub(super) fn beam(elements: usize, is_clamped: bool) -> BodyMatrices {
    let l = LENGTH / elements as f64;
    let whole = 6 * (elements + 1);
    let (mut k, mut m) = (vec![0.0; whole * whole], vec![0.0; whole * whole]);
    let polar = DENSITY * (SECOND[0] + SECOND[1]);
    for element in 0..elements {
        let first = 6 * element;
        for (axis, stiff, mass) in [(0, E * AREA, DENSITY * AREA), (3, G * TORSION, polar)] {
            for i in 0..2 {
                for j in 0..2 {
                    let at = first + axis + 6 * i + whole * (first + axis + 6 * j);
                    k[at] += if i == j { stiff / l } else { -stiff / l };
                    m[at] += mass * l / if i == j { 3.0 } else { 6.0 };
                }
            }
        }
        // In x-y the slope is the turn about z, in x-z minus the turn about y.
        for (unknowns, signs, second) in [
            ([1, 5, 7, 11], [1.0, 1.0, 1.0, 1.0], SECOND[1]),
            ([2, 4, 8, 10], [1.0, -1.0, 1.0, -1.0], SECOND[0]),
        ] {
            let (stiff, heavy) = (bending(l, true), bending(l, false));
            for i in 0..4 {
                for j in 0..4 {
                    let sign = signs[i] * signs[j];
                    let at = first + unknowns[i] + whole * (first + unknowns[j]);
                    k[at] += sign * E * second * stiff[i][j];
                    m[at] += sign * DENSITY * AREA * heavy[i][j];
                }
            }
        }
    }
    let skipped = if is_clamped { 6 } else { 0 };
    let cut = |matrix: &[f64]| -> Vec<f64> {
        let columns = matrix.chunks(whole).skip(skipped);
        columns.flat_map(|c| c[skipped..].iter().copied()).collect()
    };
    let nodes = (skipped / 6..=elements).map(|i| BodyNode {
        name: format!("node_{i}"),
        place: [l * i as f64, 0.0, 0.0],
        has_turns: true,
    });
    // Weight: what all nodes moved along x, y, z together do to each unknown, the clamped one included.
    let moved = m.chunks(whole).skip(skipped).flat_map(|column| {
        let along = |axis: usize| column.iter().skip(axis).step_by(6).sum::<f64>();
        [along(0), along(1), along(2)]
    });
    let sums = Some(moved.collect());
    BodyMatrices {
        nodes: nodes.collect(),
        n_modes: 0,
        stiffness: cut(&k),
        mass: cut(&m),
        support: match is_clamped {
            true => BodySupport::Held { sums },
            false => BodySupport::Free,
        },
    }
}

fn pose() -> Pose {
    Pose {
        place: [1.0, -2.0, 0.5],
        axes: Rotation::from_vector([0.9, -0.4, 1.3]).matrix(),
    }
}

fn grounded() -> (Machine, FlexibleNodes) {
    let mut machine = Machine::new();
    let body = ReducedBody::from_matrices(&beam(6, true)).unwrap();
    let options = FlexibleOptions {
        frame: BodyFrame::Ground,
        attachments: AttachedPoints::Named(vec!["node_6".into()]),
        ..FlexibleOptions::default()
    };
    let nodes = add_flexible_body(&mut machine, "beam", &body, pose(), &options).unwrap();
    (machine, nodes)
}

/// ω = β² √(E I / ρ A) / L² with cos β cosh β = −1 for the clamped and 1 for the free beam (Bernoulli and Euler).
/// Six cubic elements raise the first frequency by about (β/6)⁴ / 720, below 1e-4, and the second plane by the same.
#[test]
fn beams_have_their_closed_frequencies() {
    let (_, clamped) = grounded();
    let body = ReducedBody::from_matrices(&beam(6, false)).unwrap();
    let options = FlexibleOptions {
        inertia: InertiaForm::Simplified,
        ..FlexibleOptions::default()
    };
    let free = add_flexible_body(&mut Machine::new(), "beam", &body, pose(), &options).unwrap();
    for (nodes, beta) in [(&clamped, 1.875_104_07_f64), (&free, 4.730_040_74)] {
        for (mode, second) in SECOND.iter().enumerate() {
            let exact = beta * beta * (E * second / (DENSITY * AREA)).sqrt() / (LENGTH * LENGTH);
            let found = nodes.basis.stiffness[mode].sqrt();
            assert!(
                (found / exact - 1.0).abs() < 1e-3,
                "{mode}: {found} {exact}"
            );
            // A beam of finite elements is never softer.
            assert!(found > exact * (1.0 - 1e-9));
        }
    }
    // Mass, centre, inertia of a thin rod with the polar inertia that it was given.
    let mass = DENSITY * AREA * LENGTH;
    let moments = &free.basis.moments;
    assert!((moments.mass / mass - 1.0).abs() < 1e-12);
    assert!((free.basis.centre[0] / LENGTH - 0.5).abs() < 1e-12);
    // Σ m (x² + y²) and so on, from Σ m s sᵀ; rotary inertia of sections is not part of these elements.
    let s = &moments.second;
    let about_y = s[0][0] + s[2][2];
    assert!(
        (about_y / (mass * LENGTH * LENGTH / 12.0) - 1.0).abs() < 1e-9,
        "{about_y}"
    );
    let about_x = s[1][1] + s[2][2];
    let exact = DENSITY * (SECOND[0] + SECOND[1]) * LENGTH;
    assert!((about_x / exact - 1.0).abs() < 1e-6, "{about_x} {exact}");
}

/// Weight bends a clamped beam by ρ A g L⁴ / 8 E I at its end and turns it by ρ A g L³ / 6 E I; consistent loads on cubic elements give
/// both exactly at the nodes.
#[test]
fn a_housing_on_the_ground_sags_under_its_weight() {
    let (mut machine, nodes) = grounded();
    let down = [0.0, 0.0, -9.81];
    machine.gravity = times(&pose().axes, down);
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let forces = residual(&mut equations, &state);
    let first = 6 * machine.n_nodes();
    for (i, k) in nodes.basis.stiffness.iter().enumerate() {
        state.scalars[i] = -forces[first + i] / k;
    }
    let load = DENSITY * AREA * 9.81;
    let sag = -load * LENGTH.powi(4) / (8.0 * E * SECOND[0]);
    let slope = load * LENGTH.powi(3) / (6.0 * E * SECOND[0]);
    // The node where the tip is: its constraints vanish.
    let node = nodes.attachment("node_6").unwrap().0 as usize - 1;
    let tip = plus([LENGTH, 0.0, 0.0], [0.0, 0.0, sag]);
    state.places[node] = plus(pose().place, times(&pose().axes, tip));
    // Rodrigues' vector θ means an angle of 2 atan(θ/2).
    let turned = [0.0, 2.0 * (0.5 * slope).atan(), 0.0];
    state.rotations[node] = Rotation::from_matrix(&pose().axes).turned(turned);
    let left = residual(&mut equations, &state);
    let n_v = equations.n_velocities();
    // Factor between eigenvalues of the stiffest and the softest mode, times rounding.
    for (row, phi) in left[n_v..].iter().enumerate() {
        assert!(phi.abs() < 1e-7 * sag.abs(), "{row}: {phi:e} of {sag:e}");
    }
    // In axes of the beam the same as with the beam along x.
    let seen: Vector = transposed_times(&pose().axes, minus(state.places[node], pose().place));
    assert!((seen[2] - sag).abs() < 1e-12);
}

#[test]
fn matrices_that_make_no_body_are_refused() {
    let refused = |change: &dyn Fn(&mut BodyMatrices)| {
        let mut given = beam(2, false);
        change(&mut given);
        ReducedBody::from_matrices(&given).unwrap_err().to_string()
    };
    assert!(refused(&|b| b.nodes.clear()).contains("no nodes"));
    assert!(refused(&|b| b.n_modes = 1).contains("unknowns"));
    assert!(refused(&|b| b.nodes[1].name = "node_0".into()).contains("twice"));
    assert!(refused(&|b| b.nodes[0].place[1] = f64::NAN).contains("finite"));
    assert!(refused(&|b| b.stiffness[3] = f64::INFINITY).contains("node_0 about x"));
    assert!(refused(&|b| b.stiffness[1] = 1e9).contains("not symmetric"));
    assert!(refused(&|b| b.mass[0] = -1.0).contains("mass"));
    assert!(refused(&|b| b.support = BodySupport::Held { sums: None }).contains("held"));
    let spring = refused(&|b| b.stiffness[0] += 1e6);
    assert!(
        spring.contains("motion along x") && spring.contains("free"),
        "{spring}"
    );
    // Places in millimetres: turns and translations do not belong together.
    let wrong_unit = refused(&|b| b.nodes.iter_mut().for_each(|n| n.place[0] *= 1e3));
    assert!(wrong_unit.contains("turn about"), "{wrong_unit}");
    let residuals = beam(2, false).rigid_residuals().unwrap();
    assert!(residuals.iter().all(|r| *r < 1e-14), "{residuals:?}");
    let mut held = beam(2, true);
    held.support = BodySupport::Free;
    assert!(ReducedBody::from_matrices(&held).is_err());
}
