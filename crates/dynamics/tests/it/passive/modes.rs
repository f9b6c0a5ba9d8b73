//! Modes and stiffness of wheels on springs.

use pitchline_contact::Formulation;
use pitchline_dynamics::{
    Equations, GearSpringData, LinearMachine, MachineModes, ModeOptions, State, Steady, Weights,
};
use pitchline_geometry::{FlankSide, Hand, PitchPair};

use super::sprung::{Mesh, STIFFNESS, Sprung, Teeth, every_kind};
use crate::contract::dense;
use crate::gear_joint::kinds;

/// Springs pull and push at the start with up to so much (N).
const PRELOAD: f64 = 300.0;

const SIDES: [FlankSide; 2] = [FlankSide::Right, FlankSide::Left];

fn modes(equations: &mut Equations, state: &State) -> MachineModes {
    let steady = Steady::given(equations, state).unwrap();
    let linear = LinearMachine::new(equations, &steady).unwrap();
    linear.modes(&ModeOptions { wanted: None }).unwrap()
}

/// Every way in which teeth can hold, with a name.
fn every_tooth(mesh: &Mesh) -> Vec<(String, Teeth)> {
    let mut all = Vec::new();
    for side in SIDES {
        let sprung = Teeth::sprung(side);
        all.push((format!("{side:?} sprung"), sprung));
        if !matches!(mesh, Mesh::Planar(_)) {
            all.push((format!("{side:?} rigid"), Teeth::rigid(side)));
        }
    }
    let tight = Teeth {
        formulation: Formulation::BothFlanks,
        ..Teeth::sprung(FlankSide::Right)
    };
    all.push(("both flanks, no play".to_owned(), tight));
    all
}

/// Wheels on springs with such teeth in equilibrium. Rigid teeth are looked at on the flank that the springs close.
fn each(preloads: &[(u64, f64)], check: impl Fn(&str, &mut Equations, &State)) {
    for (kind, mesh) in every_kind() {
        let mut checked = 0;
        for (teeth_name, teeth) in every_tooth(&mesh) {
            for (seed, preload) in preloads {
                let name = format!("{kind}, {teeth_name}, seed {seed}");
                let sprung = Sprung::new(&mesh, &teeth, *seed, *preload);
                let (mut equations, state) = sprung.equilibrium(&name);
                if !sprung.is_pulled(&equations, &state) {
                    check(&name, &mut equations, &state);
                    checked += 1;
                }
            }
        }
        let sides = if matches!(mesh, Mesh::Planar(_)) {
            3
        } else {
            4
        };
        assert!(checked >= sides * preloads.len(), "{kind}: {checked}");
    }
}

fn largest(modes: &MachineModes) -> f64 {
    let sizes = modes.modes.iter().map(|mode| mode.eigenvalue.norm());
    sizes.fold(0.0, f64::max)
}

/// Unloaded and preloaded by springs that pull: what stands stands, and swings for ever.
#[test]
fn wheels_on_springs_neither_gain_nor_lose_energy() {
    each(
        &[(1, 0.0), (2, PRELOAD), (3, PRELOAD)],
        |name, equations, state| {
            let found = modes(equations, state);
            let largest = largest(&found);
            for mode in &found.modes {
                let [re, size] = [mode.eigenvalue.re, mode.eigenvalue.norm()];
                assert!(
                    re.abs() <= 1e-8 * largest,
                    "{name}: {re:e} of {size:e}, largest {largest:e}"
                );
            }
            assert_eq!(found.n_rigid, 0, "{name}");
        },
    );
}

/// Damping takes energy, in contact and in the gap.
#[test]
fn damped_teeth_only_take() {
    for (kind, mesh) in every_kind() {
        for (_, teeth) in every_tooth(&mesh) {
            for in_gap in [true, false] {
                if teeth.stiffness.is_none() {
                    continue;
                }
                let damped = Teeth {
                    damping: 3e3,
                    in_gap,
                    ..teeth
                };
                let sprung = Sprung::new(&mesh, &damped, 5, PRELOAD);
                let (mut equations, state) = sprung.equilibrium(kind);
                let found = modes(&mut equations, &state);
                for mode in &found.modes {
                    let is_taken = mode.eigenvalue.re <= 1e-8 * largest(&found);
                    assert!(is_taken, "{kind}: {}", mode.eigenvalue);
                }
            }
        }
    }
}

/// The stiffness at an equilibrium is a matrix of second derivatives: symmetric to rounding.
#[test]
fn stiffness_is_symmetric() {
    each(
        &[(4, 0.0), (5, PRELOAD), (6, PRELOAD)],
        |name, equations, state| {
            let weights = Weights {
                position: 1.0,
                ..Weights::default()
            };
            let full = dense(equations, state, weights);
            let n = equations.n_velocities();
            let largest = full[..n].iter().flat_map(|row| &row[..n]);
            let largest = largest.fold(0.0_f64, |m, x| m.max(x.abs()));
            for (i, row) in full[..n].iter().enumerate() {
                for (j, entry) in row[..i].iter().enumerate() {
                    let off = (entry - full[j][i]).abs();
                    assert!(
                        off <= 1e-10 * largest,
                        "{name}: {i} {j} {off:e} of {largest:e}"
                    );
                }
            }
        },
    );
}

/// The spring of involutes along the same line: it has no joint, no coordinates of its own, and code of its own for what it counts. The helix angle is
/// positive where a is right-handed.
fn mesh_spring(pair: &PitchPair, side: FlankSide, helix: f64) -> GearSpringData {
    let helix = helix.to_radians();
    let transverse = (pair.pressure_angle.tan() / helix.cos()).atan().cos();
    GearSpringData {
        base_radius_a: pair.a.radius * transverse,
        base_radius_b: pair.b.radius * transverse,
        is_internal: pair.a.is_ring() || pair.b.is_ring(),
        flank_a: side,
        base_helix_angle: (helix.tan() * transverse).atan(),
        // Across the tooth u = x cos β/cos α_t.
        stiffness: STIFFNESS * (helix.cos() / transverse).powi(2),
        damping: 0.0,
    }
}

#[test]
fn cylindrical_pairs_have_the_frequencies_of_the_mesh_spring() {
    for (pair, helix) in [
        (kinds::parallel(0.0, Hand::Right), 0.0),
        (kinds::parallel(25.0, Hand::Left), -25.0),
        (kinds::internal(17.0, Hand::Right, false), 17.0),
        (kinds::internal(17.0, Hand::Left, true), -17.0),
    ] {
        for (side, seed) in [(FlankSide::Right, 7), (FlankSide::Left, 8)] {
            let sprung = Sprung::new(&Mesh::Wheels(pair), &Teeth::sprung(side), seed, 0.0);
            let data = mesh_spring(&pair, side, helix);
            let by_spring = Sprung::by_mesh_spring(&pair, data, seed);
            let [found, expected] = [&sprung, &by_spring].map(|sprung| {
                let (mut equations, state) = sprung.equilibrium("mesh spring");
                modes(&mut equations, &state)
            });
            assert_eq!(found.modes.len(), expected.modes.len());
            for (found, expected) in found.modes.iter().zip(&expected.modes) {
                let [found, expected] = [found, expected].map(|m| m.natural_frequency());
                assert!(
                    (found / expected - 1.0).abs() < 1e-9,
                    "{helix} {side:?}: {found} instead of {expected}"
                );
            }
        }
    }
}
