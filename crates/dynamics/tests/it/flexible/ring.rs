//! A spinning ring of finite elements against the thin ring. \[theory:flexible-bodies\] (30)-(33)

use pitchline_algebra::generalised_eigen;
use pitchline_dynamics::{
    Equations, FlexibleNodes, FlexibleOptions, InertiaForm, KeptModes, Machine, Pose, Rotation,
    Weights, add_flexible_body,
};
use pitchline_fem::{ReducedBody, ReductionKind};

use super::annulus::{Annulus, STEEL};
use super::{dense, solve};

const RADIUS: f64 = 0.1;
/// Radial.
const HEIGHT: f64 = 0.004;
/// Axial.
const WIDTH: f64 = 0.006;

fn reduced(kind: ReductionKind) -> ReducedBody {
    let ring = Annulus {
        inner: RADIUS - 0.5 * HEIGHT,
        outer: RADIUS + 0.5 * HEIGHT,
        width: WIDTH,
        radial: 1,
        // Curved quadratic elements of length l lock by some (l²/R h)²: here (0.1)².
        around: 96,
    };
    ring.reduced(kind)
}

fn spinning(body: &ReducedBody, form: InertiaForm, spin: f64) -> (FlexibleNodes, Vec<f64>) {
    let mut machine = Machine::new();
    let pose = Pose {
        place: [0.0; 3],
        axes: Rotation::IDENTITY.matrix(),
    };
    let options = FlexibleOptions {
        inertia: form,
        modes: KeptModes::Count(8),
        ..FlexibleOptions::default()
    };
    let nodes = add_flexible_body(&mut machine, "ring", body, pose, &options).unwrap();
    let mut state = machine.start(0.0);
    state.velocity[5] = spin;
    let mut equations = Equations::new(&machine);
    equations.set(&state).unwrap();
    let weight = |position: f64, velocity: f64, acceleration: f64| Weights {
        position,
        velocity,
        acceleration,
        multiplier: 0.0,
    };
    let k = modal(&dense(&mut equations, weight(1.0, 0.0, 0.0)));
    let g = modal(&dense(&mut equations, weight(0.0, 1.0, 0.0)));
    let m = modal(&dense(&mut equations, weight(0.0, 0.0, 1.0)));
    let frequencies = gyroscopic(&k, &g, &m);
    (nodes, frequencies)
}

/// Rows and columns of the modes: the frame is held at its steady spin.
fn modal(full: &[Vec<f64>]) -> Vec<Vec<f64>> {
    full[6..].iter().map(|row| row[6..].to_vec()).collect()
}

/// ω of M q̈ + G q̇ + K q = 0 with skew G: with x = (q̇, q), M* = diag(M, K), G* = [[G, K], [−K, 0]] the problem G*ᵀ M*⁻¹ G* x = ω² M* x is
/// symmetric, each ω² double \[meirovitch1974\].
fn gyroscopic(k: &[Vec<f64>], g: &[Vec<f64>], m: &[Vec<f64>]) -> Vec<f64> {
    let n = k.len();
    let mut star = vec![vec![0.0; 2 * n]; 2 * n];
    let mut skew = star.clone();
    for i in 0..n {
        for j in 0..n {
            assert!((g[i][j] + g[j][i]).abs() < 1e-9 * g[i][j].abs().max(1.0));
            star[i][j] = m[i][j];
            star[n + i][n + j] = k[i][j];
            skew[i][j] = g[i][j];
            skew[i][n + j] = k[i][j];
            skew[n + i][j] = -k[i][j];
        }
    }
    let columns: Vec<Vec<f64>> = (0..2 * n)
        .map(|j| solve(star.clone(), skew.iter().map(|row| row[j]).collect()))
        .collect();
    let mut left = vec![0.0; 4 * n * n];
    for i in 0..2 * n {
        for j in 0..2 * n {
            left[i + 2 * n * j] = (0..2 * n).map(|l| skew[l][i] * columns[j][l]).sum();
        }
    }
    let right: Vec<f64> = (0..4 * n * n)
        .map(|at| star[at % (2 * n)][at / (2 * n)])
        .collect();
    let eigen = generalised_eigen(2 * n, &left, &right).unwrap();
    eigen.values.iter().step_by(2).map(|v| v.sqrt()).collect()
}

/// Modes of the two lowest doublets: in the plane and out of it, by the share of motion along the axis.
fn doublets(nodes: &FlexibleNodes) -> [[usize; 2]; 2] {
    let n = nodes.basis.n();
    let along_axis = |i: usize| nodes.basis.moments.pairs[8 + 9 * (i + n * i)];
    let modes = |is_plane: bool| {
        let some = (0..n).filter(|&i| (along_axis(i) < 0.5) == is_plane);
        let two: Vec<usize> = some.take(2).collect();
        [two[0], two[1]]
    };
    [modes(true), modes(false)]
}

/// Nearest of some frequencies.
fn nearest(frequencies: &[f64], to: f64) -> f64 {
    let off = |f: &&f64| (**f - to).abs();
    *frequencies
        .iter()
        .min_by(|a, b| off(a).total_cmp(&off(b)))
        .unwrap()
}

/// Two waves in the plane: ω = √(ω0² − Ω² + G² Ω²) ± G Ω with Bryan's G = 2n/(n² + 1), from the inextensible thin ring that spins without
/// hoop stress \[bryan1890\]; \[theory:flexible-bodies\] (32). Sections of height h change G by their rotary inertia, n² h²/12 R² = 5e-4.
#[test]
fn waves_in_the_plane_split_by_the_factor_of_bryan() {
    let body = reduced(ReductionKind::DualCraigBampton);
    let (nodes, rest) = spinning(&body, InertiaForm::Full, 0.0);
    let [plane, _] = doublets(&nodes);
    let at_rest = nodes.basis.stiffness[plane[0]].sqrt();
    let second = nodes.basis.stiffness[plane[1]].sqrt();
    assert!((second / at_rest - 1.0).abs() < 1e-6);
    assert!((nearest(&rest, at_rest) / at_rest - 1.0).abs() < 1e-9);
    // Thin ring: ω0² = n² (n² − 1)² E I / (n² + 1) ρ A R⁴; shear and rotary inertia lower it by some (h/R)².
    let n = 2.0_f64;
    let shape = n * n * (n * n - 1.0).powi(2) / (n * n + 1.0);
    let thin = (shape * STEEL.youngs_modulus * HEIGHT * HEIGHT / (12.0 * STEEL.density)).sqrt()
        / (RADIUS * RADIUS);
    assert!(
        (at_rest / thin - 1.0).abs() < 3.0 * (HEIGHT / RADIUS).powi(2),
        "{at_rest} {thin}"
    );
    let bryan = 2.0 * n / (n * n + 1.0);
    for spin in [0.05 * at_rest, 0.3 * at_rest] {
        let (_, found) = spinning(&body, InertiaForm::Full, spin);
        let middle = (at_rest * at_rest + (bryan * bryan - 1.0) * spin * spin).sqrt();
        let expected = [middle - bryan * spin, middle + bryan * spin];
        let found = expected.map(|e| nearest(&found, e));
        let factor = (found[1] - found[0]) / (2.0 * spin);
        assert!((factor / bryan - 1.0).abs() < 1e-3, "{factor}");
        // The product is ω0² − Ω² whatever G, less what the section strains along the axis, (ν h/R)².
        let product = found[0] * found[1];
        let exact = at_rest * at_rest - spin * spin;
        assert!(
            (product - exact).abs() < 1e-3 * spin * spin,
            "{product} {exact}"
        );
    }
    // The simplified form has no Coriolis forces between modes: nothing splits.
    let (_, simplified) = spinning(&body, InertiaForm::Simplified, 0.3 * at_rest);
    assert!((nearest(&simplified, at_rest) / at_rest - 1.0).abs() < 1e-9);
}

/// Waves across the plane move along the spin: neither Coriolis nor centrifugal forces act on them, but for the turning of sections, (n h/R)² of
/// the effect in the plane. From the ground they are then seen at ω ± n Ω.
#[test]
fn waves_across_the_plane_keep_their_frequency() {
    let body = reduced(ReductionKind::DualCraigBampton);
    let (nodes, _) = spinning(&body, InertiaForm::Full, 0.0);
    let [_, across] = doublets(&nodes);
    let at_rest = nodes.basis.stiffness[across[0]].sqrt();
    let spin = 0.2 * at_rest;
    let (_, found) = spinning(&body, InertiaForm::Full, spin);
    let small = (2.0 * WIDTH / RADIUS).powi(2);
    let off = (nearest(&found, at_rest) - at_rest).abs();
    assert!(off < small * spin, "{off} {spin}");
}

/// The mean frame does not depend on how the body was reduced: a Craig-Bampton basis, which contains rigid motions, and a dual one, which
/// contains none, have the same low modes.
#[test]
fn both_kinds_of_bases_give_the_same_body() {
    let dual = reduced(ReductionKind::DualCraigBampton);
    let primal = reduced(ReductionKind::CraigBampton);
    let (a, _) = spinning(&dual, InertiaForm::Full, 0.0);
    let (b, _) = spinning(&primal, InertiaForm::Full, 0.0);
    for (x, y) in a.basis.stiffness.iter().zip(&b.basis.stiffness).take(4) {
        // Modes held at three nodes, of which 14 are kept, reach the free ones from above.
        assert!(*y > 0.999_999 * x && *y < 1.02 * x, "{x} {y}");
    }
    let closed = std::f64::consts::TAU * RADIUS * HEIGHT * WIDTH * STEEL.density;
    for nodes in [&a, &b] {
        // Parabolas through points of the circle.
        assert!((nodes.basis.moments.mass / closed - 1.0).abs() < 1e-5);
        assert!(nodes.basis.centre.iter().all(|c| c.abs() < 1e-9));
        assert!(nodes.basis.moments.sums.iter().all(|s| *s == 0.0));
    }
}
