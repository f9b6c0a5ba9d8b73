//! What must hold on any body, whatever its numbers: equilibrium, reciprocity, work.

use pitchline::fem::{ElementKind, LoadCase, MeanJoint, Statics};

use super::cases;

/// Rounding of a solution of 25 000 unknowns.
const ROUNDING: f64 = 1e-8;

fn dot(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let parts = a.iter().flatten().zip(b.iter().flatten());
    parts.map(|(a, b)| a * b).sum()
}

#[test]
fn loads_on_teeth_balance_and_exchange() {
    for name in ["spur", "helical"] {
        let body = cases::plain(name, ElementKind::Hex20).build();
        let model = body.model();
        // A force and a torque on the mean of the tip land of a tooth at the far side.
        let far = &body.mesh.face_set("tip_10").unwrap().faces;
        let joint = MeanJoint::on_faces(&body.mesh, far, [-30e-3, 1e-3, 2e-3]).unwrap();
        let (force, torque) = ([300.0, -700.0, 200.0], [3.0, 5.0, -2.0]);
        let mut through_joint = LoadCase::default();
        through_joint
            .add_through_joint(&model, &joint, force, torque)
            .unwrap();
        let cases = [body.load_case(1), body.load_case(2), through_joint];
        let statics = Statics::new(&model, None).unwrap();
        let found = statics.solve(&cases).unwrap();

        // The centre on the axis bears the load.
        let loads = [1, 2].map(|tooth| body.tip_forces(tooth));
        for (deflection, forces) in found.iter().zip(&loads) {
            let mut wrench = [0.0; 6];
            for (f, p) in forces.iter().zip(&body.mesh.nodes) {
                for i in 0..3 {
                    let [j, k] = [(i + 1) % 3, (i + 2) % 3];
                    wrench[i] += f[i];
                    wrench[3 + i] += p[j] * f[k] - p[k] * f[j];
                }
            }
            let scale = wrench.map(f64::abs);
            let largest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
            let reaction = deflection.reactions.centres[0];
            for i in 0..6 {
                let scale = largest(if i < 3 { &scale[..3] } else { &scale[3..] });
                let off = (reaction[i] + wrench[i]).abs();
                assert!(off < ROUNDING * scale, "{name} {i}: {reaction:?}");
            }
            // The load has done twice the work that is stored.
            let work = dot(forces, &deflection.displacements);
            assert!((work / (2.0 * deflection.strain_energy) - 1.0).abs() < ROUNDING);
        }

        // Maxwell and Betti: what a load does along another's way.
        let [a, b] = [
            dot(&loads[0], &found[1].displacements),
            dot(&loads[1], &found[0].displacements),
        ];
        assert!((a / b - 1.0).abs() < ROUNDING, "{name}: {a} {b}");
        let motion = joint.motion(&found[0].displacements).unwrap();
        let wrench = force.into_iter().chain(torque);
        let a: f64 = wrench.zip(motion).map(|(f, u)| f * u).sum();
        let b = dot(&loads[0], &found[2].displacements);
        assert!((a / b - 1.0).abs() < ROUNDING, "{name}: {a} {b}");
    }
}
