//! Unbalance response of a Jeffcott rotor: a disc in the middle of a light shaft on two supports, run in time.

use pitchline_dynamics::{
    Bushing, Connector, Disc, Drive, Frame, Joint, Machine, NodeId, Scheme, Section, Segment,
    ShaftData, TimeFunction,
};
use pitchline_fem::Material;

use super::{STEEL, add_shaft};
use crate::support::observed;

const LENGTH: f64 = 0.6;
const DIAMETER: f64 = 0.02;
const UNBALANCE: f64 = 1e-5;
const DAMPING: f64 = 0.2;

/// Mass of the disc, stiffness of the shaft in its middle, damping there. With L³/(48 EI) + L/(4 κGA).
fn data() -> [f64; 3] {
    let section = Section::circle(DIAMETER, 0.0, 0.3);
    let shear = section.shear_y * section.area * STEEL.youngs_modulus / 2.6;
    let bending = STEEL.youngs_modulus * section.moment_y;
    let k = 1.0 / (LENGTH.powi(3) / (48.0 * bending) + LENGTH / (4.0 * shear));
    let m = 5.0;
    [m, k, 2.0 * DAMPING * (k * m).sqrt()]
}

fn rotor(speed: f64) -> (Machine, NodeId) {
    // A ten-thousandth of the mass of steel: half of it, 7e-5 kg, moves with the disc of 5 kg.
    let light = Material {
        density: 0.783,
        ..STEEL
    };
    let mut machine = Machine::new();
    let shaft = ShaftData {
        stations: vec![0.5 * LENGTH],
        fineness: pitchline_dynamics::Fineness::Count(4),
        ..ShaftData::new(
            "shaft",
            vec![Segment::cylinder(LENGTH, DIAMETER, 0.0, light)],
        )
    };
    let shaft = add_shaft(&mut machine, &shaft).unwrap();
    let [left, middle, right] = [0.0, 0.5, 1.0].map(|x| shaft.node_at(x * LENGTH).unwrap());
    let [mass, _, damping] = data();
    let disc = Disc {
        seat: Frame::at(middle),
        mass,
        polar_inertia: 0.02,
        diametral_inertia: 0.01,
        unbalance: [UNBALANCE, 0.0, 0.0],
    };
    machine.add("disc", disc).unwrap();
    let ground = |z| Frame {
        place: [0.0, 0.0, z],
        ..Frame::at(NodeId::GROUND)
    };
    let bearing = |z: f64, node, is_axial| {
        let locked = [true, true, is_axial, false, false, false];
        Joint::from_mask(ground(z), Frame::at(node), locked)
    };
    machine.add("left", bearing(0.0, left, true)).unwrap();
    machine.add("right", bearing(LENGTH, right, false)).unwrap();
    let function = TimeFunction::Constant(speed);
    let drive = Drive::speed(ground(0.0), Frame::at(left), function, 0.0);
    machine.add("drive", drive).unwrap();
    let law = Bushing::diagonal([0.0; 6], [damping, damping, 0.0, 0.0, 0.0, 0.0]);
    let damper = Connector::new(&mut machine, ground(0.5 * LENGTH), Frame::at(middle), law);
    machine.add("damper", damper).unwrap();
    shaft.start_turning(&mut machine, speed);
    (machine, middle)
}

/// Below, near and above the critical speed: x + i y = e Ω² m/(k − m Ω² + i c Ω) e^{iΩt}.
#[test]
fn unbalance_response() {
    let [m, k, c] = data();
    let critical = (k / m).sqrt();
    for ratio in [0.5, 1.0, 2.0] {
        let speed = ratio * critical;
        let (machine, node) = rotor(speed);
        // The start dies away with e^{−ζ ω t}: 1e-7 after 13 periods.
        let end = 13.0 * std::f64::consts::TAU / critical;
        let mut late = Vec::new();
        observed(
            &machine,
            end,
            4000,
            Scheme::generalized_alpha(0.8),
            |_, state| {
                if state.time > 0.95 * end {
                    let [x, y, _] = state.places[node.0 as usize - 1];
                    let (s, co) = (speed * state.time).sin_cos();
                    late.push([co * x + s * y, co * y - s * x]);
                }
            },
        );
        let (re, im) = (k - m * speed * speed, c * speed);
        let factor = UNBALANCE * m * speed * speed / (re * re + im * im);
        let expected = [factor * re, -factor * im];
        let size = factor * re.hypot(im);
        assert!(late.len() > 100);
        for found in late {
            let error = (found[0] - expected[0]).hypot(found[1] - expected[1]) / size;
            // (h Ω)²/12 of a scheme of second order, at most 1.4e-4 with 154 steps in a turn at twice the critical speed, magnified
            // at resonance by 1/(2 ζ) = 2.5.
            assert!(error < 4e-4, "{ratio}: {error:e}");
        }
    }
}
