//! Cycles in which the meshes of an assembled set stand.

use pitchline_geometry::planetary::{Member, Mesh, Part, SetKind, Spacing, Train};

use super::assembly::standard;

fn train(kind: SetKind, teeth: &[(Part, u32)]) -> Train {
    Train::new(kind, |part| {
        let found = teeth.iter().find(|(known, _)| *known == part);
        found.map_or(0, |(_, teeth)| *teeth)
    })
}

/// Whether the cycle of a mesh grows while the first sun turns positive against the carrier, and with it the lags count.
fn grows(train: &Train, mesh: Mesh) -> bool {
    match mesh.a {
        // Planets of the first sun, and their second rims, turn against it.
        Part::Planet | Part::Planet2 => false,
        sun => train.gain(Member::Wheel(sun)) < 0.0,
    }
}

/// Wheels that are laid into each other stand in the cycles that the lags say: a lag of γ is γ cycles behind where cycles count up, before where they count down.
#[test]
fn cycles_differ_by_the_lags() {
    use Part::{Planet, Planet2, Ring, Ring2, Sun, Sun2};
    let trains = [
        (Train::simple(22, 20, 62), 3),
        (Train::simple(19, 17, 53), 4),
        (
            train(
                SetKind::Stepped,
                &[(Sun, 22), (Planet, 20), (Planet2, 14), (Ring, 56)],
            ),
            3,
        ),
        (
            train(
                SetKind::Wolfrom,
                &[
                    (Sun, 21),
                    (Planet, 24),
                    (Ring, 69),
                    (Planet2, 18),
                    (Ring2, 63),
                ],
            ),
            3,
        ),
        (
            train(
                SetKind::Ravigneaux,
                &[
                    (Sun, 36),
                    (Sun2, 30),
                    (Planet, 18),
                    (Planet2, 18),
                    (Ring, 72),
                ],
            ),
            3,
        ),
    ];
    for (train, planets) in trains {
        let set = standard(train, planets, Spacing::Equal);
        for mesh in train.meshes() {
            let lags = set.lags(mesh);
            let first = set.start_cycle(mesh, 0);
            if mesh.a == Sun {
                assert!(first.abs() < 1e-12, "{first}");
            }
            for (index, lag) in lags.iter().enumerate() {
                let passed = set.start_cycle(mesh, index) - first;
                let behind = if grows(&train, mesh) { -passed } else { passed };
                let off = (behind - lag).rem_euclid(1.0);
                assert!(
                    off.min(1.0 - off) < 1e-9,
                    "{train:?} {mesh:?} {index}: {behind} {lag}"
                );
            }
        }
    }
}

/// A planet of an odd number of teeth that shows the sun a space shows the ring a tooth: (10) for standard teeth.
#[test]
fn a_planet_between_sun_and_ring() {
    let ring = Mesh {
        a: Part::Planet,
        b: Part::Ring,
    };
    for (planet, expected) in [(19, 0.0), (20, 0.5)] {
        let train = Train::simple(22, planet, 22 + 2 * planet);
        let cycle = standard(train, 2, Spacing::Equal).start_cycle(ring, 0);
        let off = (cycle - expected).rem_euclid(1.0);
        assert!(off.min(1.0 - off) < 1e-9, "{cycle}");
    }
}
