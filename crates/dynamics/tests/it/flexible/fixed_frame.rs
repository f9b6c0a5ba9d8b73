//! Waves in a spinning ring and a spinning disc, seen from the body and from a point that stands in space, over a run.
//!
//! A linear reduced body has no stress in its stiffness: its frequencies lack what the stresses of the spin add, of second order in
//! Ω. By how much waves with and against the spin are apart is of first order, and closed forms and body must agree in it.
//! \[theory:flexible-bodies\] (30)-(33)

use std::f64::consts::TAU;

use pitchline_dynamics::{
    AssemblyOptions, Equations, FlexibleNodes, FlexibleOptions, KeptModes, Machine, Pose, Radau,
    RadauOptions, Rotation, State, add_flexible_body, assemble,
};
use pitchline_fem::{ReducedBody, ReductionKind};
use pitchline_geometry::vector::{cross, minus, plus, plus_scaled};

use super::annulus::Annulus;
use crate::support::table;

const SAMPLES: usize = 240;

/// A body whose waves of n diameters are looked at, outward or along the axis.
struct Waves {
    machine: Machine,
    nodes: FlexibleNodes,
    diameters: f64,
    /// Of each mode: its displacement at the outer rim is a cos nθ + b sin nθ.
    shapes: Vec<[f64; 2]>,
    /// The two lowest of them.
    doublet: [usize; 2],
}

impl Waves {
    fn new(annulus: &Annulus, body: &ReducedBody, diameters: u32, along_axis: bool) -> Self {
        let mut machine = Machine::new();
        let pose = Pose {
            place: [0.0; 3],
            axes: Rotation::IDENTITY.matrix(),
        };
        let options = FlexibleOptions {
            modes: KeptModes::Count(8),
            ..FlexibleOptions::default()
        };
        let nodes = add_flexible_body(&mut machine, "body", body, pose, &options).unwrap();
        let rim = annulus.rim();
        let n = f64::from(diameters);
        let shapes: Vec<[f64; 2]> = (0..nodes.basis.n())
            .map(|mode| {
                let mut sum = [0.0; 2];
                for &(node, angle) in &rim {
                    let [x, y, z] = displacement(body, &nodes, mode, node, annulus, angle);
                    let (sin, cos) = angle.sin_cos();
                    let w = if along_axis { z } else { x * cos + y * sin };
                    let (sin, cos) = (n * angle).sin_cos();
                    let share = 2.0 * w / rim.len() as f64;
                    sum = [sum[0] + share * cos, sum[1] + share * sin];
                }
                sum
            })
            .collect();
        let largest = shapes.iter().map(|s| s[0].hypot(s[1])).fold(0.0, f64::max);
        let mut seen =
            (0..shapes.len()).filter(|&i| shapes[i][0].hypot(shapes[i][1]) > 0.5 * largest);
        let doublet = [seen.next().unwrap(), seen.next().unwrap()];
        Self {
            machine,
            nodes,
            diameters: n,
            shapes,
            doublet,
        }
    }

    /// Angular frequency at rest.
    fn at_rest(&self) -> f64 {
        let [a, b] = self.doublet.map(|i| self.nodes.basis.stiffness[i].sqrt());
        assert!((a / b - 1.0).abs() < 1e-6, "{a} {b}");
        a
    }

    /// Displacement at an angle of the body.
    fn wave(&self, state: &State, angle: f64) -> f64 {
        let (sin, cos) = (self.diameters * angle).sin_cos();
        let modes = self.shapes.iter().zip(&state.scalars);
        modes.map(|([a, b], q)| q * (a * cos + b * sin)).sum()
    }

    /// A standing wave is released in the spinning body: what a point of it and a point in space see.
    fn released(&self, spin: f64, interval: f64) -> [Vec<f64>; 2] {
        let mut equations = Equations::new(&self.machine);
        let mut state = self.machine.start(0.0);
        state.velocity[5] = spin;
        // Small: its forces on the spin are of second order.
        state.scalars[self.doublet[0]] = 1e-7;
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let mut radau = Radau::new(&equations, &state, RadauOptions::default());
        let point = 0.4;
        let mut seen = [Vec::new(), Vec::new()];
        for _ in 0..SAMPLES {
            let axes = state.rotations[0].matrix();
            let turned = axes[1][0].atan2(axes[0][0]);
            seen[0].push(self.wave(&state, point));
            seen[1].push(self.wave(&state, point - turned));
            for _ in 0..4 {
                radau
                    .step(&mut equations, &mut state, 0.25 * interval)
                    .unwrap();
            }
        }
        seen
    }
}

/// Of a mode, less the rigid motion that the frame takes.
fn displacement(
    body: &ReducedBody,
    nodes: &FlexibleNodes,
    mode: usize,
    node: u32,
    annulus: &Annulus,
    angle: f64,
) -> [f64; 3] {
    let mut q = vec![0.0; nodes.basis.n()];
    q[mode] = 1.0;
    let whole = body.displacement(node, &nodes.basis.coordinates(&q));
    let [along, about] = nodes.basis.carried[mode];
    let place = [
        annulus.outer * angle.cos(),
        annulus.outer * angle.sin(),
        0.0,
    ];
    let arm = minus(place, nodes.basis.centre);
    minus(whole.unwrap(), plus(along, cross(about, arm)))
}

/// Frequency (Hz) of samples of one sine: s₊ + s₋ = 2 cos(ωτ) s, in the mean of squares.
fn one_frequency(samples: &[f64], interval: f64) -> f64 {
    let (mut right, mut left) = (0.0, 0.0);
    for s in samples.windows(3) {
        right += s[1] * (s[0] + s[2]);
        left += s[1] * s[1];
    }
    (0.5 * right / left).acos() / interval / TAU
}

/// Frequencies (Hz) of samples of two sines (Prony): with c₁, c₂ the cosines of ω τ, s₊₊ + s₋₋ − 2 (c₁ + c₂)(s₊ + s₋) + (2 + 4 c₁c₂) s = 0.
fn two_frequencies(samples: &[f64], interval: f64) -> [f64; 2] {
    let mut m = [[0.0; 3]; 3];
    for s in samples.windows(5) {
        let row = [s[1] + s[3], s[2], s[0] + s[4]];
        for i in 0..3 {
            m[i] = plus_scaled(m[i], row[i], row);
        }
    }
    let determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    let a = -(m[0][2] * m[1][1] - m[0][1] * m[1][2]) / determinant;
    let b = -(m[0][0] * m[1][2] - m[0][2] * m[1][0]) / determinant;
    let (sum, product) = (-0.5 * a, 0.25 * (b - 2.0));
    let root = (0.25 * sum * sum - product).sqrt();
    [0.5 * sum + root, 0.5 * sum - root].map(|c| c.acos() / interval / TAU)
}

/// Rows of a table for a number of diameters.
fn rows(name: &str, diameters: f64) -> Vec<Vec<f64>> {
    let all = table(name).into_iter();
    all.filter(|row| (row[1] - diameters).abs() < 1e-9)
        .collect()
}

/// Frequencies (Hz) of what a closed form says and of the run for one spin, as seen from space: against the spin and with it.
fn check_apart(found: [f64; 2], row: &[f64], allowed: f64) {
    let apart = |[against, with]: [f64; 2]| 0.5 * (with - against);
    let off = apart(found) - apart([row[0], row[1]]);
    assert!(off.abs() < allowed, "{found:?} {row:?} {off}");
}

/// In the plane: the wave against the spin is the faster one in the ring, by 2 G Ω, and the slower one in space. Sections of height h turn with
/// their wave: their inertia changes G by (n h/R)²/12, the frequency at rest, for which they also shear, by some times that.
#[test]
fn a_spinning_ring_is_seen_from_space() {
    let annulus = Annulus {
        inner: 0.098,
        outer: 0.102,
        width: 0.006,
        radial: 1,
        around: 96,
    };
    let body = annulus.reduced(ReductionKind::DualCraigBampton);
    for diameters in [2, 3] {
        let waves = Waves::new(&annulus, &body, diameters, false);
        let at_rest = waves.at_rest();
        let n = f64::from(diameters);
        let thick = (0.04 * n).powi(2);
        let rows = rows("spinning_ring.csv", n);
        let interval = 0.6 / at_rest;
        assert!((at_rest / TAU / rows[0][2] - 1.0).abs() < 0.5 * thick);
        assert_eq!(rows.len(), 4);
        for row in &rows[1..] {
            let [own, space] = waves.released(row[0], interval);
            let (own, space) = (
                two_frequencies(&own, interval),
                two_frequencies(&space, interval),
            );
            let split = 2.0 * n / (n * n + 1.0) * row[0] / TAU;
            let allowed = thick / 6.0 * split;
            // In the ring the wave with the spin is the slower one.
            check_apart(own, &[row[3], row[2]], allowed);
            check_apart(space, &row[4..], allowed);
            // The same two waves are seen: ω₊ − nΩ and ω₋ + nΩ, but for the fit.
            let moved = n * row[0] / TAU;
            let expected = [own[1] - moved, own[0] + moved];
            for (found, expected) in space.iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 1e-5, "{space:?} {own:?}");
            }
            // Without the stress of the spin ω₊ω₋ = ω₀² − Ω².
            let product = own[0] * own[1] * TAU * TAU;
            let exact = at_rest * at_rest - row[0] * row[0];
            assert!((product - exact).abs() < thick * row[0] * row[0]);
        }
    }
}

/// Across the plane: both waves have one frequency in the disc, in space they are 2 n Ω apart. Sections of height h turn with their wave and feel
/// the spin by (n h/r)² of that; the elements of 14 mm length and 2 mm thickness are a little too stiff at rest.
#[test]
fn a_spinning_disc_is_seen_from_space() {
    let annulus = Annulus {
        inner: 0.03,
        outer: 0.1,
        width: 0.002,
        radial: 5,
        around: 40,
    };
    let body = annulus.reduced(ReductionKind::DualCraigBampton);
    for diameters in [2, 3] {
        let waves = Waves::new(&annulus, &body, diameters, true);
        let at_rest = waves.at_rest() / TAU;
        let n = f64::from(diameters);
        let thick = (0.02 * n).powi(2);
        let rows = rows("spinning_disc.csv", n);
        let interval = 0.6 / waves.at_rest();
        assert!((at_rest / rows[0][2] - 1.0).abs() < 1e-2, "{at_rest}");
        assert_eq!(rows.len(), 4);
        for row in &rows[1..] {
            let [own, space] = waves.released(row[0], interval);
            let (own, space) = (
                one_frequency(&own, interval),
                two_frequencies(&space, interval),
            );
            let moved = n * row[0] / TAU;
            check_apart(space, &row[3..], thick * moved);
            let slow = (row[0] / TAU / at_rest).powi(2);
            assert!((own / at_rest - 1.0).abs() < thick * slow, "{own}");
            for (found, expected) in space.iter().zip([at_rest - moved, at_rest + moved]) {
                let off = (found - expected).abs();
                assert!(off < thick * (moved + slow * at_rest), "{space:?} {own}");
            }
        }
    }
}
