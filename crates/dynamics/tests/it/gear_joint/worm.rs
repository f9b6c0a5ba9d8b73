//! Worms with friction: efficiency and self-locking by the formulas of textbooks.

use pitchline_contact::Friction;
use pitchline_dynamics::{
    AssemblyOptions, Equations, Frame, GearJoint, Joint, Load, LoadAxes, Machine, NodeId,
    RigidBody, Rotation, TimeFunction, Transient, TransientOptions, WheelSeat, assemble,
};
use pitchline_geometry::Hand;

use super::kinds;
use super::stand::{Setting, near, stand};

fn rubbing(coefficient: f64) -> Friction {
    Friction::Coulomb {
        coefficient,
        transition_speed: 1e-4,
    }
}

/// Worm drives: η = tan λ (cos α_n − μ tan λ)/(cos α_n tan λ + μ). Wheel drives: η = (cos α_n tan λ − μ)/(tan λ (cos α_n + μ tan λ)).
#[test]
fn efficiency_in_both_directions() {
    for (starts, coefficient) in [(1, 0.02), (2, 0.05), (4, 0.08), (4, 0.0)] {
        let pair = kinds::worm(Hand::Right, 90.0, starts);
        let tan = 1.0 / pair.a.helix_angle.abs().tan();
        let cos = pair.pressure_angle.cos();
        for (sense, speed) in [(1.0, 30.0), (-1.0, 30.0), (1.0, -30.0), (-1.0, -30.0)] {
            let load = 40.0 * sense;
            let setting = Setting {
                speed,
                load,
                friction: rubbing(coefficient),
                ..Setting::default()
            };
            let seen = stand(pair, &setting).at(0.7);
            // Sliding is many times the transition speed: tanh is one.
            assert!(seen.pair.slip.abs() > 0.5);
            let power_b = load * speed * pair.speed_ratio();
            let forward = tan * (cos - coefficient * tan) / (cos * tan + coefficient);
            let backward = (cos * tan - coefficient) / (tan * (cos + coefficient * tan));
            // The load takes power where the worm drives: loss = P_b (1/η − 1); gives it where the wheel drives: P_b (1 − η).
            let expected = if power_b < 0.0 {
                -power_b * (1.0 / forward - 1.0)
            } else {
                power_b * (1.0 - backward)
            };
            near(seen.dissipated, expected, 1e-9 * power_b.abs());
            near(seen.supplied, seen.dissipated, 1e-9 * power_b.abs());
            assert!(seen.pair.loss >= 0.0);
        }
    }
}

/// Screw gears of one hand on shafts at β_1 + β_2, and hypoid gears, of opposite hands, with β_2 below zero. F_t1 = F_n (cos α_n cos β_1 ± μ sin β_1),
/// F_t2 = F_n (cos α_n cos β_2 ∓ μ sin β_2), the upper signs where 1 drives, and r_1 ω_1 cos β_1 = r_2 ω_2 cos β_2: with μ' = μ/cos α_n the efficiency is
/// (1 − μ' tan β_2)/(1 + μ' tan β_1), or (1 − μ' tan β_1)/(1 + μ' tan β_2) where 2 drives.
#[test]
fn efficiency_of_screw_and_hypoid_gears() {
    let pairs = kinds::HANDS.into_iter().flat_map(|hand| {
        let hypoid = kinds::hypoid(hand);
        let [one, two] = [hypoid.a, hypoid.b].map(|gear| gear.helix_angle.abs());
        let [steep, flat] = [35f64, 25.0].map(f64::to_radians);
        [
            (kinds::crossed([35.0, 25.0], hand), [steep, flat]),
            (hypoid, [one, -two]),
        ]
    });
    for (pair, [one, two]) in pairs {
        let coefficient = 0.06;
        let share = coefficient / pair.pressure_angle.cos();
        for (sense, speed) in [(1.0, 30.0), (-1.0, 30.0), (1.0, -30.0), (-1.0, -30.0)] {
            let load = 40.0 * sense;
            let setting = Setting {
                speed,
                load,
                friction: rubbing(coefficient),
                ..Setting::default()
            };
            let seen = stand(pair, &setting).at(0.7);
            assert!(seen.pair.slip.abs() > 100.0 * 1e-4, "{}", seen.pair.slip);
            let power_b = load * speed * pair.speed_ratio();
            let forward = (1.0 - share * two.tan()) / (1.0 + share * one.tan());
            let backward = (1.0 - share * one.tan()) / (1.0 + share * two.tan());
            let expected = match power_b < 0.0 {
                true => -power_b * (1.0 / forward - 1.0),
                false => power_b * (1.0 - backward),
            };
            near(seen.dissipated, expected, 1e-9 * power_b.abs());
            near(seen.supplied, seen.dissipated, 1e-9 * power_b.abs());
        }
    }
}

/// A wheel that a torque turns, a worm that is free: it runs up or holds, by whether μ < cos α_n tan λ.
#[test]
fn a_worm_locks_itself_beyond_its_limit() {
    let pair = kinds::worm(Hand::Right, 90.0, 2);
    let tan = 1.0 / pair.a.helix_angle.abs().tan();
    let limit = pair.pressure_angle.cos() * tan;
    let speed_after = |coefficient: f64| {
        let mut machine = Machine::new();
        let [frame_a, frame_b] = [pair.frame_a(), pair.frame_b()];
        let mut wheel = |name: &str, center: [f64; 3], [axis, towards, turning]: [[f64; 3]; 3]| {
            let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
            let node = machine.add_node(name, center, Rotation::from_matrix(&axes));
            let inertia = [[1e-3, 0.0, 0.0], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-3]];
            machine
                .add(
                    name,
                    RigidBody {
                        node,
                        mass: 1.0,
                        inertia,
                    },
                )
                .unwrap();
            let ground = Frame {
                node: NodeId::GROUND,
                place: center,
                axes,
            };
            machine
                .add("hinge", Joint::revolute(ground, Frame::at(node)))
                .unwrap();
            WheelSeat { node, center, axis }
        };
        let seats = [
            wheel("worm", [0.0; 3], frame_a),
            wheel("wheel", pair.center_b(), frame_b),
        ];
        let mut load = Load::new(Frame::at(seats[1].node), LoadAxes::Body);
        load.torque[2] = TimeFunction::Constant(5.0);
        let joint = GearJoint::on_wheels(
            &mut machine,
            "pair",
            seats,
            pair,
            None,
            rubbing(coefficient),
        )
        .unwrap();
        machine.add("pair", joint).unwrap();
        machine.add("load", load).unwrap();
        let mut equations = Equations::new(&machine);
        let mut state = machine.start(0.0);
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let mut transient = Transient::new(&equations, &state, TransientOptions::default());
        for _ in 0..2000 {
            transient.step(&mut equations, &mut state, 1e-4).unwrap();
        }
        state.velocity[5].abs()
    };
    // Just below it runs away, just above it creeps with the regularised friction: less than v₀/(r sin β).
    assert!(speed_after(0.95 * limit) > 1.0);
    assert!(speed_after(1.05 * limit) < 0.05);
}
