//! The steady whirl of unbalanced shafts in many beams, against Jeffcott's closed form and Timoshenko's equations.

use pitchline_dynamics::{
    Bushing, Connector, Disc, Drive, Equations, Fineness, Frame, Joint, Machine, NodeId, Segment,
    ShaftData, Steady, SteadyOptions, TimeFunction, add_shaft,
};
use pitchline_fem::Material;

use super::machines::on;
use crate::shafts::STEEL;
use crate::shafts::exact::{Piece, SUPPORTED, Transfer, determinant, disc, product, roots};

const LENGTH: f64 = 1.0;
const DIAMETER: f64 = 0.05;

/// A shaft on two supports with an unbalanced disc, at a share of its length.
struct Rotor {
    beams: usize,
    at: f64,
    material: Material,
    /// Distance of the disc's centre of mass from the axis (m).
    eccentricity: f64,
    /// Stiffness (N/m) along the axis, where no joint holds it.
    axial_stiffness: Option<f64>,
}

impl Rotor {
    fn disc(&self, node: NodeId) -> Disc {
        Disc {
            unbalance: [self.eccentricity, 0.0, 0.0],
            ..Disc::from_sizes(Frame::at(node), 0.3, DIAMETER, 0.03, STEEL.density)
        }
    }

    /// The machine, driven at 1 rad/s, and the node of the disc.
    fn build(&self) -> (Machine, NodeId) {
        let mut machine = Machine::new();
        let cylinder = Segment::cylinder(LENGTH, DIAMETER, 0.0, self.material);
        let data = ShaftData {
            fineness: Fineness::Count(self.beams),
            ..ShaftData::new("shaft", vec![cylinder])
        };
        let shaft = add_shaft(&mut machine, &data).unwrap();
        let last = shaft.nodes.len() - 1;
        let (z, seat) = shaft.nodes[(self.at * last as f64).round() as usize];
        assert!((z - self.at * LENGTH).abs() < 1e-12);
        machine.add("disc", self.disc(seat)).unwrap();
        let is_held = self.axial_stiffness.is_none();
        for (index, is_axial) in [(0, is_held), (last, false)] {
            let (z, node) = shaft.nodes[index];
            let locked = [true, true, is_axial, false, false, false];
            let ground = on(NodeId::GROUND, [0.0, 0.0, z]);
            let joint = Joint::from_mask(ground, Frame::at(node), locked);
            machine.add("support", joint).unwrap();
        }
        let (a, b) = (Frame::at(NodeId::GROUND), Frame::at(shaft.nodes[0].1));
        if let Some(stiffness) = self.axial_stiffness {
            let along = [0.0, 0.0, stiffness, 0.0, 0.0, 0.0];
            let spring = Connector::new(&mut machine, a, b, Bushing::diagonal(along, [0.0; 6]));
            machine.add("axial spring", spring).unwrap();
        }
        let drive = Drive::speed(a, b, TimeFunction::Constant(1.0), 0.0);
        machine.add("drive", drive).unwrap();
        (machine, seat)
    }

    /// The steady motion at a speed (rad/s), and where the disc is across the axis.
    fn whirl(&self, speed: f64) -> (Steady, [f64; 2]) {
        let (machine, seat) = self.build();
        let mut equations = Equations::new(&machine);
        let options = SteadyOptions {
            speed_factor: speed,
            ..SteadyOptions::default()
        };
        let steady = Steady::turning(&mut equations, &machine.start(0.0), &options).unwrap();
        let [x, y, _] = steady.state.places[seat.0 as usize - 1];
        (steady, [x, y])
    }

    /// Both sides of the disc and the disc itself, for circular whirl at the speed.
    fn transfers(&self, speed: f64) -> [Transfer; 3] {
        let side = |share: f64| {
            let piece = Piece::round(share * LENGTH, DIAMETER, 0.0, &self.material);
            piece.transfer(speed, speed)
        };
        let d = self.disc(NodeId(1));
        let [mass, polar, across] = [d.mass, d.polar_inertia, d.diametral_inertia];
        let jump = disc(mass, polar, across, speed, speed);
        [side(self.at), jump, side(1.0 - self.at)]
    }

    /// Deflection of the disc by Timoshenko's equations: the shear force jumps by m Ω² (w + e).
    fn exact(&self, speed: f64) -> f64 {
        let [before, jump, after] = self.transfers(speed);
        let whole = product(&after, &product(&jump, &before));
        let force = -self.disc(NodeId(1)).mass * speed * speed * self.eccentricity;
        let (zero, free) = SUPPORTED;
        let [[a, b], [c, d]] = zero.map(|i| free.map(|j| whole[i][j]));
        let [p, q] = zero.map(|i| -after[i][3] * force);
        let start = [p * d - b * q, a * q - p * c].map(|x| x / (a * d - b * c));
        before[0][free[0]] * start[0] + before[0][free[1]] * start[1]
    }

    /// The lowest speed at which circular whirl goes on by itself.
    fn critical(&self) -> f64 {
        let of = |speed: f64| {
            let [before, jump, after] = self.transfers(speed);
            let whole = product(&after, &product(&jump, &before));
            determinant(&whole, SUPPORTED.0, SUPPORTED.1)
        };
        roots(of, 10.0, 1000.0)[0]
    }
}

/// Speeds as shares of the critical one, below and above.
const SHARES: [f64; 6] = [0.1, 0.5, 0.7, 0.95, 1.05, 1.3];

/// Found without a warning, to nine digits within ten rounds: each leaves less than a tenth of the error, at every speed and
/// however many beams there are. [theory:linearised] (3b)
fn assert_found(steady: &Steady) {
    assert!(steady.warnings.is_empty(), "{:?}", steady.warnings);
    assert!(steady.iterations <= 10, "{} rounds", steady.iterations);
}

/// A disc amid a shaft without mass whirls at e (Ω/ω)² / (1 − (Ω/ω)²), however many beams the shaft has and however small its
/// unbalance: below the critical speed the centre of mass is outside, above it inside, on the line through the axis.
#[test]
fn a_jeffcott_rotor_in_many_beams_whirls_as_jeffcott_says() {
    // The shaft's 2 mg beside the disc's 16 kg: a share of 1e-7.
    let light = Material {
        density: 1e-3,
        ..STEEL
    };
    for (beams, eccentricity) in [(2, 1e-6), (12, 1e-6), (12, 6e-8), (40, 1e-6)] {
        let rotor = Rotor {
            beams,
            at: 0.5,
            material: light,
            eccentricity,
            axial_stiffness: None,
        };
        let piece = Piece::round(LENGTH, DIAMETER, 0.0, &light);
        let compliance = LENGTH.powi(3) / (48.0 * piece.bending) + LENGTH / (4.0 * piece.shear);
        let own = (compliance * rotor.disc(NodeId(1)).mass).recip().sqrt();
        for share in SHARES.into_iter().chain([2.0, 3.5]) {
            let (steady, [x, y]) = rotor.whirl(share * own);
            assert_found(&steady);
            let exact = eccentricity * share * share / (1.0 - share * share);
            let error = ((x - exact).hypot(y) / exact).abs();
            // The share of mass, magnified as the deflection is, and 1e-10 of the extent beside the deflection.
            let mass = 1e-7 * (1.0 + 1.0 / (1.0 - share * share).abs());
            let rounding = 1e-10 * LENGTH / exact.abs();
            assert!(error < mass + rounding, "{beams} {share}: {error:e}");
        }
    }
}

/// A steel shaft with a disc off its middle, which tilts as it whirls, against Timoshenko's equations. At the critical speed
/// nothing holds it, and that is said.
#[test]
fn an_unbalanced_steel_shaft_whirls_as_timoshenko_says() {
    for beams in [12, 40] {
        let rotor = Rotor {
            beams,
            at: 0.25,
            material: STEEL,
            eccentricity: 1e-6,
            axial_stiffness: None,
        };
        let critical = rotor.critical();
        for share in SHARES {
            let (steady, [x, y]) = rotor.whirl(share * critical);
            assert_found(&steady);
            let exact = rotor.exact(share * critical);
            let error = ((x - exact).hypot(y) / exact).abs();
            // Squares of frequencies err by (k h)⁴/720 with k h = π / beams, deflections by as much magnified.
            let mesh = (std::f64::consts::PI / beams as f64).powi(4) / 720.0;
            let magnified = mesh * (1.0 + 1.0 / (1.0 - share * share).abs());
            let rounding = 1e-10 * LENGTH / exact.abs();
            assert!(
                error < magnified + rounding,
                "{beams} {share}: {error:e}, {magnified:e}"
            );
        }
        let (at_critical, [x, y]) = rotor.whirl(critical);
        assert_eq!(at_critical.warnings.len(), 1);
        let warning = &at_critical.warnings[0];
        assert!(
            warning.contains("shaft at") && warning.contains("near a critical speed"),
            "{warning}"
        );
        assert!(!at_critical.with_inertia && x.hypot(y) < 1e-12);
    }
}

/// A spring along the axis lets the shaft to and fro below the speed at which it turns: what the search leaves there must not grow.
#[test]
fn an_unbalanced_shaft_that_is_soft_along_its_axis_whirls_all_the_same() {
    let light = Material {
        density: 1e-3,
        ..STEEL
    };
    let rotor = |axial_stiffness| Rotor {
        beams: 12,
        at: 0.5,
        material: light,
        eccentricity: 1e-5,
        axial_stiffness,
    };
    let mass = rotor(None).disc(NodeId(1)).mass;
    let piece = Piece::round(LENGTH, DIAMETER, 0.0, &light);
    let compliance = LENGTH.powi(3) / (48.0 * piece.bending) + LENGTH / (4.0 * piece.shear);
    let own = (compliance * mass).recip().sqrt();
    for share in [0.7, 1.3, 2.0] {
        for axial in [0.3, 0.98, 1.1] {
            let stiffness = mass * (axial * share * own).powi(2);
            let (steady, [x, y]) = rotor(Some(stiffness)).whirl(share * own);
            assert_found(&steady);
            let exact = 1e-5 * share * share / (1.0 - share * share);
            let error = ((x - exact).hypot(y) / exact).abs();
            // As above: the share of mass and 1e-10 of the extent.
            let allowed = 1e-7 * (1.0 + 1.0 / (1.0 - share * share).abs()) + 1e-10 / exact.abs();
            assert!(error < allowed, "{share} {axial}: {error:e}");
        }
    }
}
