//! A Timoshenko beam between two frames: large motions, small strains, shear and rotary inertia. \[theory:shafts\]
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | h | `length` | m |
//! | β | `internal_damping`: damping over stiffness, in axes that turn with the beam | s |
//!
//! x of both frames is the axis of the beam; without strain the second frame is h along x from the first, with its axes. The
//! elastic part is a law of relative motion at the elastic centre (`beam/elastic.rs`) and exact for forces on the ends; the
//! inertia is constant over the places and directors of the ends (`beam/inertia.rs`). What both need of the section is
//! integrated once (`beam/integrals.rs`).

mod elastic;
mod inertia;
mod integrals;

pub use elastic::BeamDeformation;

use pitchline_fem::Material;

use crate::section::Profile;
use crate::{
    Element, Energy, Error, Frame, Kinematics, LocalMatrix, Relative, Touched, Weights, connector,
};
use elastic::Elastic;
use inertia::Inertia;
use integrals::Integrals;

/// What a beam is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamData {
    /// Length without strain (m).
    pub length: f64,
    /// Section along it.
    pub profile: Profile,
    /// Material; a density of zero makes a beam without mass.
    pub material: Material,
    /// Internal damping: stiffness times this (s) is the damping, in axes that turn with the beam.
    pub internal_damping: f64,
}

/// A beam between two frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Beam {
    data: BeamData,
    /// Frames on both nodes that coincide at the elastic centre without strain.
    between: Relative,
    elastic: Elastic,
    inertia: Inertia,
}

impl Beam {
    /// A beam from frame a to frame b, x of both along its axis; `of` is how it is called.
    pub fn build(of: &str, a: Frame, b: Frame, data: BeamData) -> Result<Self, Error> {
        data.check(of)?;
        let integrals = Integrals::of(&data);
        let along = |frame: Frame, x: f64| Frame {
            place: [0, 1, 2].map(|i| frame.place[i] + x * frame.axes[i][0]),
            ..frame
        };
        let centre = integrals.elastic_centre;
        Ok(Self {
            between: Relative {
                a: along(a, centre),
                b: along(b, centre - data.length),
            },
            elastic: Elastic {
                stiffness: integrals.stiffness,
                damping: data.internal_damping,
                bow: data.length / 12.0,
            },
            inertia: Inertia::of(&a, &b, data.length, &integrals),
            data,
        })
    }

    /// What it is made of.
    pub fn data(&self) -> &BeamData {
        &self.data
    }

    /// Its mass (kg).
    pub fn mass(&self) -> f64 {
        self.inertia.mass()
    }

    /// How it is deformed, and the forces in it.
    pub fn deformation(&self, k: &Kinematics) -> BeamDeformation {
        self.elastic.deformation(&self.between.motion(k))
    }
}

impl BeamData {
    fn check(&self, of: &str) -> Result<(), Error> {
        let wrong = |key, value, allowed| {
            let of = of.to_owned();
            Err(Error::Value {
                of,
                key,
                value,
                allowed,
            })
        };
        let Material {
            youngs_modulus: e,
            poisson_ratio: nu,
            density,
        } = self.material;
        if !(self.length > 0.0 && self.length.is_finite()) {
            return wrong("length", self.length, "above 0");
        }
        if !(e > 0.0 && e.is_finite()) {
            return wrong("youngs_modulus", e, "above 0");
        }
        if !(nu > -1.0 && nu <= 0.5) {
            return wrong("poisson_ratio", nu, "above -1 and at most 0.5");
        }
        if !(density >= 0.0 && density.is_finite()) {
            return wrong("density", density, "a finite number, not below 0");
        }
        if !(self.internal_damping >= 0.0 && self.internal_damping.is_finite()) {
            let allowed = "a finite number, not below 0";
            return wrong("internal_damping", self.internal_damping, allowed);
        }
        for share in [0.0, 0.5, 1.0] {
            self.profile.section(share, nu).check(of)?;
        }
        Ok(())
    }
}

impl Element for Beam {
    fn touched(&self) -> Touched {
        Touched::nodes([self.between.a.node, self.between.b.node])
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let motion = self.between.motion(k);
        motion.add_force(-1.0, &self.elastic.force(&motion), out);
        self.inertia.add_residual(k, out);
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        if weights.position != 0.0 || weights.velocity * self.data.internal_damping != 0.0 {
            let motion = self.between.motion(k);
            let value = self.elastic.value(&motion);
            connector::add_tangents(motion, &value, &mut [(weights, out)]);
        }
        self.inertia.add_tangent(k, weights, out);
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let value = self.elastic.value(&self.between.motion(k));
        let [kinetic, weight] = self.inertia.energy(k);
        Energy {
            kinetic,
            potential: value.potential + weight,
            dissipated: value.dissipated,
            supplied: 0.0,
        }
    }
}
