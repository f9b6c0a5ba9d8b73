//! A planetary set of rigid wheels, mesh springs and bushings, as Lin and Parker published it in 1999.

use std::f64::consts::TAU;

use pitchline_dynamics::{
    Bushing, Connector, Frame, GearSpring, GearSpringData, Machine, NodeId, RigidBody, Rotation,
};
use pitchline_geometry::FlankSide;

use super::modes::frequencies;
use super::table;

const PRESSURE_ANGLE: f64 = 24.6;
const BEARING: f64 = 1e8;
const MESH: f64 = 5e8;

/// Only r θ and I/r² enter the equations, so base radii are free to be those of wheels that fit: r_ring = r_sun + 2 r_planet.
pub fn planetary(n_planets: u32) -> Machine {
    let (sun_radius, planet_radius) = (0.0774 / 2.0, 0.1003 / 2.0);
    let ring_radius = sun_radius + 2.0 * planet_radius;
    let carrier_radius = (sun_radius + planet_radius) / PRESSURE_ANGLE.to_radians().cos();
    let mut machine = Machine::new();
    let wheel =
        |machine: &mut Machine, name: &str, place, mass: f64, over_square: f64, radius: f64| {
            let node = machine.add_node(name, place, Rotation::IDENTITY);
            let about = over_square * radius * radius;
            let body = RigidBody {
                node,
                mass,
                inertia: [[about, 0.0, 0.0], [0.0, about, 0.0], [0.0, 0.0, about]],
            };
            machine.add(name, body).unwrap();
            node
        };
    let origin = [0.0; 3];
    let sun = wheel(&mut machine, "sun", origin, 0.4, 0.39, sun_radius);
    let ring = wheel(&mut machine, "ring", origin, 2.35, 3.0, ring_radius);
    let carrier = wheel(&mut machine, "carrier", origin, 5.43, 6.29, carrier_radius);
    let ground = Frame::at(NodeId::GROUND);
    for (node, torsion) in [
        (sun, 0.0),
        (ring, 1e9 * ring_radius * ring_radius),
        (carrier, 0.0),
    ] {
        let law = Bushing::diagonal([BEARING, BEARING, 0.0, 0.0, 0.0, torsion], [0.0; 6]);
        let bearing = Connector::new(&mut machine, ground, Frame::at(node), law);
        machine.add("bearing", bearing).unwrap();
    }
    for i in 0..n_planets {
        let angle = TAU * f64::from(i) / f64::from(n_planets);
        let place = [
            carrier_radius * angle.cos(),
            carrier_radius * angle.sin(),
            0.0,
        ];
        let planet = wheel(&mut machine, "planet", place, 0.66, 0.61, planet_radius);
        let pin = Frame {
            place,
            ..Frame::at(carrier)
        };
        let law = Bushing::diagonal([BEARING, BEARING, 0.0, 0.0, 0.0, 0.0], [0.0; 6]);
        let bearing = Connector::new(&mut machine, pin, Frame::at(planet), law);
        machine.add("planet bearing", bearing).unwrap();
        for (wheel, radius, is_internal, flank_a) in [
            (sun, sun_radius, false, FlankSide::Right),
            (ring, ring_radius, true, FlankSide::Right),
        ] {
            let data = GearSpringData {
                base_radius_a: radius,
                base_radius_b: planet_radius,
                is_internal,
                flank_a,
                base_helix_angle: 0.0,
                stiffness: MESH,
                damping: 0.0,
            };
            let (a, b) = (Frame::at(wheel), Frame::at(planet));
            let spring = GearSpring::build("mesh", &mut machine, a, b, data).unwrap();
            machine.add("mesh", spring).unwrap();
        }
    }
    machine
}

#[test]
fn lin_and_parker_with_three_and_four_planets() {
    let rows = table("planetary_lin_parker_1999.csv");
    for n_planets in [3, 4] {
        let machine = planetary(n_planets);
        // Plane: along x and y, about z.
        let found = frequencies(&machine, |_, i| (2..5).contains(&i));
        let mut expected = Vec::new();
        for row in rows.iter().filter(|row| row[0] == n_planets.to_string()) {
            let numbers: Vec<f64> = row[2..].iter().map(|x| x.parse().unwrap()).collect();
            for _ in 0..numbers[0] as usize {
                expected.push([numbers[1], numbers[2]]);
            }
        }
        expected.sort_by(|a, b| a[0].total_cmp(&b[0]));
        assert_eq!(found.len(), expected.len());
        assert!(found[0] < 1e-2, "{}", found[0]);
        for (found, [published, recomputed]) in found.iter().zip(&expected).skip(1) {
            let found = found / TAU;
            assert!(
                (found / published - 1.0).abs() < 1e-3,
                "{found} {published}"
            );
            // Half a digit of the independent model's two decimals.
            assert!((found - recomputed).abs() < 0.006, "{found} {recomputed}");
        }
    }
}
