//! Line loads across flanks: resultants and moments.

use pitchline_fem::{ElementKind, MeshControls, MeshSize, Sector};
use pitchline_geometry::{Blank, CylindricalGear, FlankSide, GearFlanks, GearKind};

use super::mesher_gears::data;

/// The resultant is the load, and its moments are those of the line itself: the shape functions reproduce a line of
/// the mesh, which lies within a chord's height of the flank.
#[test]
fn resultant_and_moments_of_a_line() {
    let mut data = data(GearKind::External, 24, 3e-3);
    data.system.helix_angle = 15f64.to_radians();
    let gear = CylindricalGear::build(data).expect("a plain gear");
    let blank = Blank::solid(12e-3);
    for kind in [ElementKind::Hex8, ElementKind::Hex20] {
        let controls = MeshControls::of(MeshSize::Medium, &gear, &blank);
        let sector = Sector::build(&gear, &blank, &controls, kind).expect("a plain mesh");
        let mesh = &sector.mesh;
        let grid = mesh
            .flanks
            .iter()
            .find(|grid| grid.side == FlankSide::Right)
            .expect("a right flank");
        let faces = &mesh.face_set("flank_right_1").expect("its faces").faces;
        let flanks = GearFlanks::plain(&gear);
        let flank = flanks.flank(1, FlankSide::Right).expect("tooth 1");
        let ends = [grid.profile[0], grid.profile[grid.n_profile - 1]];
        for part in [0.0, 0.33, 0.5, 0.9, 1.0] {
            let profile = ends[0] + part * (ends[1] - ends[0]);
            let per_width = |z: f64| flank.point(profile, z).normal.map(|n| -1e5 * n);
            let forces = mesh.flank_line_forces(grid, faces, profile, per_width);
            let exact = simpson(|z| {
                let (p, f) = (flank.point(profile, z).point, per_width(z));
                [f[0], f[1], f[2], p[0] * f[1] - p[1] * f[0]]
            });
            let sum = forces.iter().zip(&mesh.nodes).fold([0.0; 4], |s, (f, p)| {
                let torque = p[0] * f[1] - p[1] * f[0];
                [s[0] + f[0], s[1] + f[1], s[2] + f[2], s[3] + torque]
            });
            for k in 0..3 {
                assert!((sum[k] - exact[k]).abs() < 1e-6 * 2e3, "{kind:?} {part}");
            }
            // The involute's arc grows with the square of the roll length: between rows Δs apart a line stands up to
            // Δs²/8r_b beside its place, and the chord of the face as much below the flank.
            let step = grid.profile[1] - grid.profile[0];
            let base = gear.as_wheel().expect("a wheel").base_radius;
            let off = (sum[3] - exact[3]).abs() / 2e3;
            assert!(
                off < 2.0 * step * step / (8.0 * base),
                "{kind:?} {part}: {off}"
            );
        }
    }
}

fn simpson(f: impl Fn(f64) -> [f64; 4]) -> [f64; 4] {
    let n = 400;
    let h = 20e-3 / f64::from(n);
    let mut sum = [0.0; 4];
    for i in 0..=n {
        let weight = if i == 0 || i == n {
            1.0
        } else if i % 2 == 1 {
            4.0
        } else {
            2.0
        };
        for (s, v) in sum.iter_mut().zip(f(-10e-3 + f64::from(i) * h)) {
            *s += weight * h / 3.0 * v;
        }
    }
    sum
}
