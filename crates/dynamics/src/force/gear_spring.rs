//! A linear mesh spring between two wheels on parallel axes, along their line of action. \[theory:gear-spring\]
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | r_a, r_b | `base_radius_a`, `base_radius_b` | m |
//! | ρ_b | r_b of an external pair, −r_b of an internal one | m |
//! | S = r_a + ρ_b | `sum` | m |
//! | s | +1 for the right flank of a, which drives b when a turns about +z; −1 for the left | |
//! | χ_a, χ_b | angle of the line of centres a to b in the axes of a, of b | rad |
//! | α | working pressure angle: cos α = \|S\|/distance of the axes | rad |
//! | β_b | `base_helix_angle`, positive for a right-handed wheel a | rad |
//! | ζ | how far b's middle plane is above a's at the pitch point | m |
//! | k, c | `stiffness`, `damping`, along the line of action in the transverse plane | N/m, N s/m |
//! | δ | deflection: positive where the flanks are pressed together | m |
//!
//! δ = −s (r_a χ_a + ρ_b χ_b − tan β_b ζ) ∓ |S| (inv α) − δ₀, with − for external and + for internal pairs: for involutes its
//! gradient is a unit vector along the common tangent of the base circles, wherever the axes stand. The force on the flanks is
//! k δ + c δ̇, both ways: a linear spring never lets go.

mod mesh;

use pitchline_geometry::FlankSide;

use super::coordinate::{Coordinate, linear};
use crate::centers::{Centers, turned};
use crate::check;
use crate::connector;
use crate::two_part::TwoPart;
use crate::{
    AngleId, Element, Energy, Error, Frame, Kinematics, LawValue, LocalMatrix, Machine, Relative,
    RelativeMotion, Touched, Weights,
};
use mesh::Mesh;

/// What a mesh spring is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GearSpringData {
    /// Base radius of wheel a (m).
    pub base_radius_a: f64,
    /// Base radius of wheel b (m).
    pub base_radius_b: f64,
    /// Whether the larger of the two is an internal gear.
    pub is_internal: bool,
    /// The flank of a's teeth that touches: with the right one, a drives b when it turns about its +z.
    pub flank_a: FlankSide,
    /// Helix angle on the base cylinder (rad), positive where wheel a is right-handed; 0 for spur gears.
    pub base_helix_angle: f64,
    /// Stiffness along the line of action in the transverse plane (N/m).
    pub stiffness: f64,
    /// Damping along it (N s/m).
    pub damping: f64,
}

/// A mesh spring between two wheels.
#[derive(Debug, Clone, PartialEq)]
pub struct GearSpring {
    /// Centres of the wheels; z of each is its axis, x along the line of centres at the start.
    between: Relative,
    data: GearSpringData,
    /// δ₀ (m).
    start: f64,
    /// χ_a and χ_b over whole turns.
    angles: [AngleId; 2],
}

impl GearSpringData {
    /// Refuses what no mesh is; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check::not_negative(
            of,
            &[("stiffness", self.stiffness), ("damping", self.damping)],
        )?;
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        for (key, radius) in [
            ("base_radius_a", self.base_radius_a),
            ("base_radius_b", self.base_radius_b),
        ] {
            if !(radius > 0.0 && radius.is_finite()) {
                return wrong(key, radius, "above 0 m");
            }
        }
        if self.is_internal && self.sum() == 0.0 {
            let allowed = "different from base_radius_a: an internal pair with equal base circles has no line of action";
            return wrong("base_radius_b", self.base_radius_b, allowed);
        }
        if self.base_helix_angle.abs() < std::f64::consts::FRAC_PI_2 {
            return Ok(());
        }
        let allowed = "between -π/2 and π/2";
        wrong("base_helix_angle", self.base_helix_angle, allowed)
    }

    /// r_a and ρ_b
    fn signed_radii(&self) -> [f64; 2] {
        let sign = if self.is_internal { -1.0 } else { 1.0 };
        [self.base_radius_a, sign * self.base_radius_b]
    }

    /// S
    fn sum(&self) -> f64 {
        let [a, b] = self.signed_radii();
        a + b
    }

    /// s
    fn sense(&self) -> f64 {
        match self.flank_a {
            FlankSide::Right => 1.0,
            FlankSide::Left => -1.0,
        }
    }
}

impl GearSpring {
    /// A spring between two wheels, z of their frames along their axes, which is without force where the machine starts; `of`
    /// is how it is called.
    pub fn build(
        of: &str,
        machine: &mut Machine,
        a: Frame,
        b: Frame,
        data: GearSpringData,
    ) -> Result<Self, Error> {
        data.check(of)?;
        let mut k = Kinematics::new(machine);
        k.set(&machine.start(0.0));
        let mut between = Relative { a, b };
        let motion = between.motion(&k);
        let distance = motion.displacement[0].hypot(motion.displacement[1]);
        if distance.is_nan() || distance <= data.sum().abs() {
            return Err(Error::Value {
                of: of.to_owned(),
                key: "distance of the axes",
                value: distance,
                allowed: if data.is_internal {
                    "more than the difference of the base radii: move the wheels, or correct the radii"
                } else {
                    "more than the sum of the base radii: move the wheels apart, or correct the radii"
                },
            });
        }
        // Both wheels count from the line of centres of the start: far from ±π, where an angle jumps.
        let [along_a, along_b] = Mesh::of(&data, &motion).angles();
        between.a.axes = turned(&a.axes, along_a);
        between.b.axes = turned(&b.axes, along_b);
        let start = Mesh::of(&data, &between.motion(&k)).deflection.value;
        Ok(Self {
            between,
            data,
            start,
            angles: [machine.add_angle(), machine.add_angle()],
        })
    }

    /// What it is.
    pub fn data(&self) -> &GearSpringData {
        &self.data
    }

    /// Deflection along the line of action in the transverse plane (m), positive where the flanks are pressed together, and
    /// its rate (m/s).
    pub fn deflection(&self, k: &Kinematics) -> [f64; 2] {
        let coordinate = self.coordinate(k, &self.between.motion(k));
        [coordinate.value, coordinate.rate]
    }

    /// Force between the flanks along the line of action in the transverse plane (N), positive for pressure.
    pub fn force(&self, k: &Kinematics) -> f64 {
        let [deflection, rate] = self.deflection(k);
        self.data.stiffness * deflection + self.data.damping * rate
    }

    /// Working pressure angle (rad) where the axes stand now.
    pub fn working_pressure_angle(&self, k: &Kinematics) -> f64 {
        let [x, y, _] = self.between.motion(k).displacement;
        (self.data.sum().abs() / x.hypot(y)).min(1.0).acos()
    }

    fn coordinate(&self, k: &Kinematics, motion: &RelativeMotion) -> Coordinate {
        let mesh = Mesh::of(&self.data, motion);
        // Whole turns of both wheels nearly cancel: their difference is taken with twice the digits.
        let radii = self.data.signed_radii();
        let mut turns = TwoPart::default();
        for (radius, (angle, rest)) in radii.into_iter().zip(self.angles.iter().zip(mesh.angles()))
        {
            let followed = k.followed(*angle, rest);
            turns = turns.plus(TwoPart::product(radius, followed.turns as f64));
        }
        let whole = self.data.sense() * std::f64::consts::TAU * turns.total();
        let deflection = mesh.deflection;
        let value = deflection.value - whole - self.start;
        Coordinate::new(motion, value, deflection.gradient, deflection.curvature)
    }

    fn value(&self, k: &Kinematics) -> (RelativeMotion, LawValue) {
        let motion = self.between.motion(k);
        let deflection = self.coordinate(k, &motion);
        let force = linear(
            self.data.stiffness,
            self.data.damping,
            deflection.value,
            deflection.rate,
        );
        let value = deflection.law(&force);
        (motion, value)
    }
}

impl Element for GearSpring {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.between.a.node, self.between.b.node],
            angles: self.angles.to_vec(),
            ..Touched::default()
        }
    }

    fn counts_turns(&self) -> bool {
        true
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let (motion, value) = self.value(k);
        motion.add_force(-1.0, &value.force, out);
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let (motion, value) = self.value(k);
        connector::add_tangents(motion, &value, &mut [(weights, out)]);
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let (_, value) = self.value(k);
        Energy {
            potential: value.potential,
            dissipated: value.dissipated,
            ..Energy::default()
        }
    }

    fn angle(&self, k: &Kinematics, which: usize) -> [f64; 2] {
        let motion = self.between.motion(k);
        Centers::of(&motion).angle(which, &motion.velocity)
    }
}
