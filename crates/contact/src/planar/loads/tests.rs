//! Torques and forces against a sum over contact points, balances, and heat in every quadrant.

use proptest::prelude::*;

use super::*;
use crate::planar::samples::{PHASED, in_ring, motion, of_all_kinds, pairs, slip, table_3};
use crate::{ContactPath, PlanarKind};

type Vector = [f64; 2];

fn cross(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Velocity at a place of a body that turns about a point.
fn velocity(speed: f64, axis: Vector, place: Vector) -> Vector {
    [-speed * (place[1] - axis[1]), speed * (place[0] - axis[0])]
}

/// A part of the path, and its load per length over that of the others.
type Part = [f64; 3];

/// The path cut where contacts come and go, with the load that teeth have there which share it evenly.
fn shared_parts(pair: &PlanarPair, path: &ContactPath) -> Vec<Part> {
    let pitch = pair.base_pitch();
    let mut cuts: Vec<f64> = (0..200)
        .flat_map(|i| {
            let ways = f64::from(i) * pitch;
            [path.start() + ways, path.end() - ways]
        })
        .filter(|cut| (path.start()..=path.end()).contains(cut))
        .collect();
    cuts.sort_by(f64::total_cmp);
    let parts = cuts.windows(2).map(|two| {
        let middle = 0.5 * (two[0] + two[1]);
        let teeth = (-200..200).map(|k| middle + f64::from(k) * pitch);
        let teeth = teeth.filter(|at| (path.start()..=path.end()).contains(at));
        [two[0], two[1], 1.0 / teeth.count() as f64]
    });
    parts.collect()
}

/// Contacts at a phase: teeth of a stand a pitch apart, c pitches on from where one is in the middle of a space of b, and their right
/// flanks half of their thickness farther; left flanks run the other way through the mesh.
fn parts_at(pair: &PlanarPair, path: &ContactPath, is_right: bool, cycles: f64) -> Vec<Part> {
    let [spread, thickness] = PHASED;
    let parts = (-200..200).filter_map(|k| {
        let tooth = f64::from(k) + if is_right { cycles } else { -cycles };
        let middle = (tooth + 0.5 * thickness) * pair.base_pitch();
        let half = 0.5 * spread * pair.base_pitch();
        let [from, to] = [
            (middle - half).max(path.start()),
            (middle + half).min(path.end()),
        ];
        (from < to).then_some([from, to, 1.0])
    });
    parts.collect()
}

/// Torques on a and b and force on b, summed over points of contact: each presses along the line of action and rubs against the
/// velocity of its surfaces. Parts of the path on either side of the pitch point carry their load in their middles, which is
/// exact for moments that are linear along the path.
fn by_points(
    pair: &PlanarPair,
    parts: &[Part],
    normal_force: f64,
    coefficient: f64,
    velocity_of_mesh: f64,
) -> [f64; 4] {
    let [r_a, r_b] = pair.radii();
    let axes = [[0.0, 0.0], [pair.center_distance(), 0.0]];
    let speeds = [velocity_of_mesh / r_a, -velocity_of_mesh / r_b];
    let (sin, cos) = pair.data().pressure_angle.sin_cos();
    // Flanks of a face away from its material, which is outside a ring and inside of others.
    let out = if pair.data().kind == PlanarKind::RingA {
        -1.0
    } else {
        1.0
    };
    let normal = [out * sin, cos.copysign(normal_force)];
    let whole: f64 = parts
        .iter()
        .map(|[from, to, load]| load * (to - from))
        .sum();
    let mut sum = [0.0; 4];
    let halves = parts
        .iter()
        .flat_map(|&[from, to, load]| [[from, to.min(0.0), load], [from.max(0.0), to, load]]);
    for [from, to, load] in halves.filter(|[from, to, _]| from < to) {
        let load = normal_force.abs() * load * (to - from) / whole;
        let zeta = 0.5 * (from + to);
        let place = [r_a + zeta * normal[0], zeta * normal[1]];
        let [of_a, of_b] = [0, 1].map(|i| velocity(speeds[i], axes[i], place));
        let slip = [of_a[0] - of_b[0], of_a[1] - of_b[1]];
        let amount = slip[0].hypot(slip[1]);
        let rubbing = coefficient * load / pair.data().base_helix_angle.cos();
        // On b: pressed along the normal, dragged along by a.
        let force = [0, 1].map(|i| load * normal[i] + rubbing * slip[i] / amount);
        let arm = [0, 1].map(|i| [place[0] - axes[i][0], place[1] - axes[i][1]]);
        sum[0] -= cross(arm[0], force);
        sum[1] += cross(arm[1], force);
        sum[2] += force[0];
        sum[3] += force[1];
    }
    sum
}

fn flank_of(normal_force: f64) -> FlankContact {
    if normal_force < 0.0 {
        FlankContact::Left
    } else {
        FlankContact::Right
    }
}

fn loads(pair: &PlanarPair, levers: &Levers, normal_force: f64, friction: f64) -> PlanarLoads {
    let flank = flank_of(normal_force);
    let input = LoadInput {
        friction,
        ..LoadInput::pressed(pair, flank, normal_force)
    };
    PlanarLoads::of(pair, levers, flank, input)
}

/// Quadrants 1 to 4 of the source with its corrected signs: F_t −, +, +, −; τ_A = F_n l_A − s μ |F_n| d_τA on the contact.
#[test]
fn the_quadrants_of_the_source() {
    let (pair, path) = table_3();
    let levers = Levers::smeared(&pair, &path);
    for (velocity, normal_force, sign) in [
        (1.0, 5.0, -1.0),
        (1.0, -5.0, 1.0),
        (-1.0, 5.0, 1.0),
        (-1.0, -5.0, -1.0),
    ] {
        let friction = 0.1 * 5f64.copysign(velocity);
        let told = loads(&pair, &levers, normal_force, friction);
        let friction_force = sign * 0.5 * levers.force;
        for i in 0..2 {
            let on_contact = normal_force * pair.base_radii()[i] - friction * levers.torques[i];
            assert!((told.torques[i] + on_contact).abs() < 1e-16);
        }
        // (3), (4) of the source at φ_gear = 0, what a exerts on the contact; φ_contact has the sign of F_n.
        let contact = pair.data().pressure_angle.copysign(normal_force);
        let (sin, cos) = (-contact).sin_cos();
        let x = -normal_force * sin - friction_force * cos;
        let y = normal_force * cos - friction_force * sin;
        assert!((told.along_centers - x).abs() < 1e-15);
        assert!((told.across_centers(&pair) - y).abs() < 1e-15);
    }
}

/// A carrier that a mesh turns: with the ring held, sun 20 and ring 60 teeth by way of one planet of 20, without friction, carrier torque is four
/// times that of the sun.
#[test]
fn a_planetary_set_has_the_torque_of_its_ratio() {
    let data = crate::PlanarPairData {
        teeth: [20, 20],
        pitch_radii: [0.01; 2],
        ..*table_3().0.data()
    };
    let sun = data.build().unwrap();
    let (ring, _) = in_ring();
    let none = Levers::default();
    // The planet is in balance: what the sun gives it the ring takes.
    let press = |pair: &PlanarPair, normal_force| loads(pair, &none, normal_force, 0.0);
    let at_sun = press(&sun, 100.0);
    let at_ring = press(&ring, -100.0);
    assert!((at_sun.torques[1] + at_ring.torques[0]).abs() < 1e-15);
    let bears = |of: &PlanarLoads| -(of.torques[0] + of.torques[1]);
    let carrier = bears(&at_sun) + bears(&at_ring);
    assert!(
        (carrier / at_sun.torques[0] + 4.0).abs() < 1e-14,
        "{carrier}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn loads_are_those_of_the_points_of_contact(
        (pair, path) in pairs(), normal_force in 1.0..1e4f64, coefficient in 0.0..0.5f64, right: bool, forwards: bool, cycles in -2.0..2f64,
    ) {
        let normal_force = if right { normal_force } else { -normal_force };
        let velocity = if forwards { 0.7 } else { -0.7 };
        let friction = coefficient * normal_force.abs().copysign(velocity);
        let kinds = of_all_kinds(&pair, &path, flank_of(normal_force), cycles);
        let parts = [
            vec![[path.start(), path.end(), 1.0]],
            shared_parts(&pair, &path),
            parts_at(&pair, &path, right, cycles),
        ];
        let size = normal_force.abs() * (1.0 + pair.data().pitch_radii[0] + pair.data().pitch_radii[1]);
        for (levers, parts) in kinds.iter().zip(&parts) {
            let told = loads(&pair, levers, normal_force, friction);
            let told = [told.torques[0], told.torques[1], told.along_centers, told.across_centers(&pair)];
            let expected = by_points(&pair, parts, normal_force, coefficient, velocity);
            for (told, expected) in told.into_iter().zip(expected) {
                // Phases are rounded to 1e-15 pitches, of contacts that are 0.13 pitches wide and may just begin.
                prop_assert!((told - expected).abs() < 1e-11 * size, "{} {}", told, expected);
            }
        }
    }

    /// Loss is not negative in any quadrant and is what the wheels lose, forces push the wheels apart, and all of it sums to zero about any point.
    #[test]
    fn heat_balance_and_separation(
        (pair, path) in pairs(), normal_force in -1e4..1e4f64, coefficient in 0.0..0.15f64, a in -50.0..50f64,
        carrier in -50.0..50f64, position_force in -10.0..10f64, point in prop::array::uniform2(-1.0..1f64), cycles in -2.0..2f64,
    ) {
        prop_assume!(normal_force.abs() > 1.0);
        let flank = flank_of(normal_force);
        let [r_a, r_b] = pair.radii();
        let speeds = [carrier + a, carrier - a * r_a / r_b, carrier];
        let [_, velocity] = motion(&pair, speeds);
        let friction = coefficient * normal_force.abs().copysign(velocity);
        let scale = normal_force.abs() * 100.0 * (r_a + r_b.abs());
        let power = |of: &PlanarLoads| (0..2).map(|i| of.torques[i] * (speeds[i] - carrier)).sum::<f64>();
        for levers in of_all_kinds(&pair, &path, flank, cycles) {
            let told = loads(&pair, &levers, normal_force, friction);
            let lost = friction * slip(&pair, &levers, speeds);
            // Rounding of arms that nearly cancel.
            prop_assert!(lost >= -1e-14 * scale);
            prop_assert!((power(&told) + lost).abs() < 1e-11 * scale);
            // b is pushed from the teeth of a, along the teeth of a: tan 15° outweighs any friction here.
            prop_assert!(told.along_centers * pair.side() > 0.0);

            let with = PlanarLoads::of(&pair, &levers, flank, LoadInput { friction, position_force, ..LoadInput::pressed(&pair, flank, normal_force) });
            // Forces at both axes and torques on both wheels, about any point: the carrier bears nothing more.
            let force = [with.along_centers, with.across_centers(&pair)];
            let b = pair.center_distance();
            let moment = with.torques[0] + with.torques[1]
                + cross([b - point[0], -point[1]], force) - cross([-point[0], -point[1]], force);
            prop_assert!(moment.abs() < 1e-12 * scale);
            // The force of position takes its power from the way through the mesh alone.
            let more = power(&with) - power(&told);
            prop_assert!((more + position_force * velocity).abs() < 1e-10 * scale);
        }
    }

    /// With a deflection that changes, friction against v_mesh may drive; against the conjugate velocity it never does.
    #[test]
    fn conjugate_friction_takes_power_at_any_speeds(
        (pair, path) in pairs(), [a, b] in prop::array::uniform2(-50.0..50f64), coefficient in 0.0..0.5f64, cycles in -2.0..2f64,
    ) {
        for flank in [FlankContact::Right, FlankContact::Left] {
            for levers in of_all_kinds(&pair, &path, flank, cycles) {
                let [by_a, by_b] = levers.conjugate_by_turns(&pair);
                let friction = coefficient.copysign(by_a * a + by_b * b);
                prop_assert!(friction * slip(&pair, &levers, [a, b, 0.0]) >= 0.0);
            }
        }
    }
}

/// The case of the note: wheels that turn against each other at the pitch point hardly move through the mesh.
#[test]
fn friction_against_the_mesh_velocity_can_drive() {
    let (pair, path) = table_3();
    let levers = Levers::smeared(&pair, &path);
    let [r_a, r_b] = pair.radii();
    let mut least = f64::INFINITY;
    for rate in [-1.0, 1.0] {
        let speeds = [(1e-3 + 0.5 * rate) / r_a, -(1e-3 - 0.5 * rate) / r_b, 0.0];
        let [deflection, distance] = motion(&pair, speeds);
        assert!(distance > 0.0 && (deflection - rate).abs() < 1e-12);
        least = least.min(slip(&pair, &levers, speeds));
    }
    assert!(least < 0.0);
}
