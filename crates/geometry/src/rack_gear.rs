//! A rack as a gear: the basic rack itself, with tip alteration and allowance.
//!
//! Heights are measured from the datum line of the basic rack, positive to the tip. A rack has no profile shift: its
//! mounting distance says where its datum line lies.

use crate::wheel::generating;
use crate::{CylindricalData, Error, Finding, Tip};

/// A rack with everything that follows from its data.
#[derive(Debug, Clone, PartialEq)]
pub struct RackGear {
    /// What was given.
    pub data: CylindricalData,
    /// Height of the tip over the datum line (m).
    pub tip_height: f64,
    /// Depth of the root below the datum line (m).
    pub root_depth: f64,
    /// Depth below the datum line at which the straight flank ends (m).
    pub form_depth: f64,
    /// Transverse tooth thickness on the datum line (m).
    pub tooth_thickness: f64,
    /// Tip alteration coefficient k.
    pub tip_alteration: f64,
    /// Radius of the root fillet in the normal plane (m).
    pub root_fillet: f64,
}

impl RackGear {
    /// Derives the rack, or says why there is no such rack.
    pub fn build(data: CylindricalData) -> Result<Self, Error> {
        let system = &data.system;
        let m = system.module;
        let (generating_shift, widening) = generating(&data, 1.0);
        let feed = (generating_shift - data.profile_shift) * m;
        data.rack.check(
            system.pressure_angle,
            std::f64::consts::FRAC_PI_4 + widening / m,
        )?;
        let pitch = std::f64::consts::PI * m;
        let thickness = 0.5 * pitch + data.thickness_allowance;
        if thickness <= 0.0 || thickness >= pitch {
            return Err(Error::ThicknessOutOfRange { thickness, pitch });
        }
        let (tip_height, tip_alteration) = match data.tip {
            Tip::Alteration(k) => ((data.rack.addendum + k) * m, k),
            Tip::Diameter(_) => return Err(Error::RackHasNoTipDiameter),
        };
        let pointed = 0.5 * thickness / system.pressure_angle.tan();
        if tip_height >= pointed {
            return Err(Error::PointedTip {
                tip_radius: tip_height,
                limit: pointed,
                is_internal: false,
            });
        }
        let form_depth = data.rack.form_depth(system.pressure_angle) * m - feed;
        if form_depth <= -tip_height {
            return Err(Error::RackWithoutFlank {
                addendum: tip_height / m,
                dedendum: data.rack.dedendum,
            });
        }
        Ok(Self {
            tip_height,
            root_depth: data.rack.dedendum * m - feed,
            form_depth,
            tooth_thickness: thickness / system.helix_angle.cos(),
            tip_alteration,
            root_fillet: data.rack.root_radius * m,
            data,
        })
    }

    /// Transverse tooth thickness at a height over the datum line (m).
    pub fn thickness_at(&self, height: f64) -> f64 {
        self.tooth_thickness - 2.0 * height * self.data.system.transverse_pressure_angle().tan()
    }

    /// Length of the segment: teeth times transverse pitch (m).
    pub fn length(&self) -> f64 {
        f64::from(self.data.teeth) * self.data.system.transverse_pitch()
    }

    /// What a designer should know about this rack alone.
    pub fn findings(&self) -> Vec<Finding> {
        let tip_thickness = self.thickness_at(self.tip_height) * self.data.system.helix_angle.cos()
            / self.data.system.module;
        let is_thin = tip_thickness < Finding::THIN_TIP;
        is_thin
            .then_some(Finding::ThinTip { tip_thickness })
            .into_iter()
            .collect()
    }

    /// Centre of the root fillet, height and place beside the centre line (m), and the range of its angle: from the
    /// root line (0) to the flank (π/2 − α).
    pub(crate) fn fillet(&self) -> [[f64; 2]; 2] {
        let alpha = self.data.system.pressure_angle;
        let cos_beta = self.data.system.helix_angle.cos();
        // The centre touches flank and root line.
        let center_height = -self.root_depth + self.root_fillet;
        let center_along =
            0.5 * self.thickness_at(-self.form_depth) + self.root_fillet * alpha.cos() / cos_beta;
        [
            [center_height, center_along],
            [0.0, std::f64::consts::FRAC_PI_2 - alpha],
        ]
    }

    /// Half a tooth from the middle of the root to the middle of the tip on its right flank (m).
    ///
    /// Heights are along +x from the datum line, the tooth's centre line is the x axis, the rack runs along +y.
    pub fn half_outline(&self, points_per_curve: usize) -> Vec<[f64; 2]> {
        let n = points_per_curve.max(2);
        let half_pitch = 0.5 * self.data.system.transverse_pitch();
        let cos_beta = self.data.system.helix_angle.cos();
        let [[center_height, center_along], [_, end]] = self.fillet();
        let mut points = vec![[-self.root_depth, half_pitch]];
        for i in 0..n {
            let phi = end * i as f64 / (n - 1) as f64;
            points.push([
                center_height - self.root_fillet * phi.cos(),
                center_along - self.root_fillet * phi.sin() / cos_beta,
            ]);
        }
        points.push([self.tip_height, 0.5 * self.thickness_at(self.tip_height)]);
        points.push([self.tip_height, 0.0]);
        points
    }
}
