//! Slow motions of stiff machines, of which rounding must not make growing ones.

use pitchline_dynamics::{
    Bushing, Connector, Drive, Fineness, Frame, Joint, Machine, ModeOptions, NodeId, Rotation,
    Segment, ShaftData, TimeFunction, add_shaft,
};

use super::machines::{on, turning};
use crate::shafts::STEEL;

const LENGTH: f64 = 1.0;
const DIAMETER: f64 = 0.05;
const SPEED: f64 = 100.0;

/// A shaft held in its middle alone by a hub that turns with it and damps its tilt (N m s).
fn shaft_on_a_hub(beams: usize, damping: f64) -> Machine {
    let mut machine = Machine::new();
    let middle = [0.0, 0.0, 0.5 * LENGTH];
    let hub = machine.add_node("hub", middle, Rotation::IDENTITY);
    let ground = on(NodeId::GROUND, middle);
    machine
        .add("bearing", Joint::revolute(ground, Frame::at(hub)))
        .unwrap();
    let drive = Drive::speed(ground, Frame::at(hub), TimeFunction::Constant(SPEED), 0.0);
    machine.add("drive", drive).unwrap();
    let cylinder = Segment::cylinder(LENGTH, DIAMETER, 0.0, STEEL);
    let data = ShaftData {
        fineness: Fineness::Count(beams),
        ..ShaftData::new("shaft", vec![cylinder])
    };
    let shaft = add_shaft(&mut machine, &data).unwrap();
    let (_, seat) = shaft.nodes[beams / 2];
    let coupling = Bushing::diagonal(
        [1e6, 1e6, 1e6, 0.0, 0.0, 1e4],
        [0.0, 0.0, 0.0, damping, damping, 0.0],
    );
    let connector = Connector::new(&mut machine, Frame::at(hub), Frame::at(seat), coupling);
    machine.add("coupling", connector).unwrap();
    machine
}

/// J φ̈ + (c − i J_p Ω) φ̇ − i Ω c φ = 0 of the tilt in the complex plane: λ = i ν + c (Ω − ν) / (ν J) with ν = Ω J_p / J for small c.
/// Without damping nothing grows, however fine the mesh; with some the slow mode does, and at what rate.
#[test]
fn a_slow_tilt_grows_by_damping_that_turns_and_not_by_rounding() {
    let radius = 0.5 * DIAMETER;
    let mass = STEEL.density * std::f64::consts::PI * radius * radius * LENGTH;
    let (polar, across) = (
        0.5 * mass * radius * radius,
        mass * (3.0 * radius * radius + LENGTH * LENGTH) / 12.0,
    );
    let slow = SPEED * polar / across;
    let ratio = 5e-3;
    let damping = ratio * slow * slow * across / (SPEED - slow);
    let options = ModeOptions { wanted: Some(8) };
    for beams in [10, 20, 40] {
        let still = turning(&shaft_on_a_hub(beams, 0.0)).unwrap();
        let modes = still.modes(&options).unwrap().modes;
        assert!(
            modes.iter().all(|m| m.is_undamped() && !m.is_unstable()),
            "{beams}"
        );
        let damped = turning(&shaft_on_a_hub(beams, damping)).unwrap();
        let modes = damped.modes(&options).unwrap().modes;
        let grows: Vec<_> = modes.iter().filter(|m| m.is_unstable()).collect();
        assert_eq!(grows.len(), 1, "{beams}");
        // The next term of the series is the ratio itself, beside 1; rounding is far less.
        let off = [
            grows[0].damped_frequency() / slow - 1.0,
            -grows[0].damping_ratio() / ratio - 1.0,
        ];
        assert!(
            off.iter().all(|off| off.abs() < 2.0 * ratio),
            "{beams}: {off:?}"
        );
    }
}
