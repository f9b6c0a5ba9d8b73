//! The basic rack: the straight-sided tooth that defines a tooth system.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | h_aP* | `addendum` | module |
//! | h_fP* | `dedendum` | module |
//! | ρ_fP* | `root_radius` | module |
//!
//! # References
//! \[iso53\]: the profiles A to D.

use crate::Error;

/// Standard basic rack profile or a free one; lengths as factors of the normal module.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BasicRack {
    /// Addendum h_aP*: height of the tooth above the datum line.
    pub addendum: f64,
    /// Dedendum h_fP*: depth of the tooth below the datum line; the addendum of the generating tool.
    pub dedendum: f64,
    /// Fillet radius ρ_fP*: the tip rounding of the generating tool.
    pub root_radius: f64,
}

impl BasicRack {
    /// ISO 53 profile A: general purpose, high torques. \[iso53\] annex A
    pub const A: Self = Self {
        addendum: 1.0,
        dedendum: 1.25,
        root_radius: 0.38,
    };
    /// ISO 53 profile B: usual service. \[iso53\] annex A
    pub const B: Self = Self {
        addendum: 1.0,
        dedendum: 1.25,
        root_radius: 0.30,
    };
    /// ISO 53 profile C: like B, for some standard hobs. \[iso53\] annex A
    pub const C: Self = Self {
        addendum: 1.0,
        dedendum: 1.25,
        root_radius: 0.25,
    };
    /// ISO 53 profile D: for grinding or shaving, deeper root. \[iso53\] annex A
    pub const D: Self = Self {
        addendum: 1.0,
        dedendum: 1.40,
        root_radius: 0.39,
    };

    /// Depth of the straight flank below the datum line: h_fP* − ρ_fP* (1 − sin α_n).
    pub fn form_depth(&self, pressure_angle: f64) -> f64 {
        self.dedendum - self.root_radius * (1.0 - pressure_angle.sin())
    }

    /// The largest root radius: a full fillet, at which the two roundings of a space meet.
    ///
    /// `half_space` is half the width of the space on the datum line, in modules (π/4 for the plain rack).
    pub fn full_fillet_radius(&self, pressure_angle: f64, half_space: f64) -> f64 {
        (half_space - self.dedendum * pressure_angle.tan()) * pressure_angle.cos()
            / (1.0 - pressure_angle.sin())
    }

    pub(crate) fn check(&self, pressure_angle: f64, half_space: f64) -> Result<(), Error> {
        let largest = self.full_fillet_radius(pressure_angle, half_space);
        if largest < 0.0 {
            let largest = half_space / pressure_angle.tan();
            return Err(Error::RackTooDeep {
                dedendum: self.dedendum,
                largest,
            });
        }
        if self.root_radius > largest {
            return Err(Error::RackRadiusTooLarge {
                root_radius: self.root_radius,
                largest,
            });
        }
        if self.form_depth(pressure_angle) <= -self.addendum {
            return Err(Error::RackWithoutFlank {
                addendum: self.addendum,
                dedendum: self.dedendum,
            });
        }
        Ok(())
    }
}
