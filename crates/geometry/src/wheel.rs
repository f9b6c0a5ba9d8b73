//! External and internal gears: from the data to radii, thickness and the generated tooth.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | r, r_b, r_a, r_f, r_Ff | `reference_radius`, `base_radius`, `tip_radius`, `root_radius`, `form_radius` | m |
//! | s_t | `tooth_thickness` | m, transverse arc on the reference circle, allowance included |
//! | x_E | `generating_shift` | module, profile shift at which the tool really stands |
//!
//! # References
//! \[iso21771\] for the quantities; the generated root is ours: docs/theory/cylindrical-gears.md.

use crate::involute::{inverse_involute, involute, involute_at_radius};
use crate::pair_check::tip_overlap;
use crate::roots::bisect;
use crate::{
    CutterFillet, CylindricalData, Error, Fillet, Finding, GearKind, PinionCutter, RackFillet,
    Thinning, Tip, ToothProfile,
};

/// Undercut: the tool has cut away a part of the involute next to the root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Undercut {
    /// The least profile shift without undercut.
    pub least_shift: f64,
}

/// An external or internal gear with everything that follows from its data.
#[derive(Debug, Clone, PartialEq)]
pub struct Wheel {
    /// What was given.
    pub data: CylindricalData,
    /// Reference radius r (m).
    pub reference_radius: f64,
    /// Base radius r_b (m).
    pub base_radius: f64,
    /// Tip radius r_a (m).
    pub tip_radius: f64,
    /// Root radius r_f as generated (m).
    pub root_radius: f64,
    /// Form radius r_Ff: here the involute begins (m).
    pub form_radius: f64,
    /// The involute that the tool makes reaches from the form radius to here; the tip radius, unless the cutter of
    /// an internal gear has no involute for its tip (m).
    pub generated_tip_radius: f64,
    /// Transverse tooth thickness s_t on the reference circle, allowance included (m).
    pub tooth_thickness: f64,
    /// Tip alteration coefficient k.
    pub tip_alteration: f64,
    /// Profile shift coefficient x_E at which the tool stands, positive away from the axis.
    pub generating_shift: f64,
    /// The tooth.
    pub profile: ToothProfile,
    pub(crate) undercut: Option<Undercut>,
}

impl Wheel {
    /// Derives the wheel, or says why there is no such gear.
    pub fn build(data: CylindricalData) -> Result<Self, Error> {
        let wheel = match data.kind {
            GearKind::Internal => Self::internal(data)?,
            GearKind::External | GearKind::Rack => Self::external(data)?,
        };
        wheel.check_blank()?;
        Ok(wheel)
    }

    /// Whether the teeth point to the axis.
    pub fn is_internal(&self) -> bool {
        self.profile.is_internal
    }

    /// Transverse tooth thickness, an arc, at a radius on the involute (m).
    pub fn thickness_at(&self, radius: f64) -> f64 {
        self.profile.thickness(radius)
    }

    /// Thickness of the tooth at its tip in the normal plane (m).
    pub fn tip_thickness(&self) -> f64 {
        let helix =
            (self.data.system.helix_angle.tan() * self.tip_radius / self.reference_radius).atan();
        self.thickness_at(self.tip_radius) * helix.cos()
    }

    /// Whether the tool has cut away a part of the involute.
    pub fn is_undercut(&self) -> bool {
        self.undercut.is_some()
    }

    /// The least profile shift at which the tool does not undercut an external gear.
    pub fn least_shift_without_undercut(&self) -> f64 {
        least_shift(&self.data, self.generating_shift - self.data.profile_shift)
    }

    /// The root radius of the basic rack (modules) with which the flank of an external gear begins at this radius of curvature (m): smaller
    /// ones leave more of it. None where no root radius does, or undercut ends the flank. With the form height of
    /// [`Self::external`] solved for it.
    pub(crate) fn fitting_root_radius(&self, curvature: f64) -> Option<f64> {
        if self.is_internal() || self.is_undercut() || curvature <= 0.0 {
            return None;
        }
        let system = self.data.system;
        let sin = system.transverse_pressure_angle().sin();
        let form_height = (curvature - self.reference_radius * sin) * sin;
        let form_depth = self.generating_shift - form_height / system.module;
        let below = self.data.rack.dedendum - form_depth;
        let radius = below / (1.0 - system.pressure_angle.sin());
        (radius > 0.0).then_some(radius)
    }

    fn external(data: CylindricalData) -> Result<Self, Error> {
        let system = data.system;
        let m = system.module;
        let alpha = system.transverse_pressure_angle();
        let reference_radius = 0.5 * f64::from(data.teeth) * system.transverse_module();
        let base_radius = reference_radius * alpha.cos();
        let tooth_thickness = thickness(&data, data.profile_shift)?;
        let base_half_angle = tooth_thickness / (2.0 * reference_radius) + involute(alpha);
        let (generating_shift, widening) = generating(&data, 1.0);
        data.rack.check(
            system.pressure_angle,
            std::f64::consts::FRAC_PI_4 + widening / m,
        )?;

        let root_radius = reference_radius + (generating_shift - data.rack.dedendum) * m;
        if root_radius <= 0.0 {
            return Err(Error::RootBeyondAxis { root_radius });
        }
        let (tip_radius, tip_alteration) = match data.tip {
            Tip::Alteration(k) => (
                reference_radius + (data.profile_shift + data.rack.addendum + k) * m,
                k,
            ),
            Tip::Diameter(d) => (
                0.5 * d,
                (0.5 * d - reference_radius) / m - data.profile_shift - data.rack.addendum,
            ),
        };
        check_pointed(base_radius, base_half_angle, tip_radius)?;

        let sin = system.pressure_angle.sin();
        let mut fillet = RackFillet {
            reference_radius,
            half_pitch: std::f64::consts::PI / f64::from(data.teeth),
            helix_angle: system.helix_angle,
            rounding: data.rack.root_radius * m,
            center_height: (generating_shift - data.rack.dedendum + data.rack.root_radius) * m,
            center_along: std::f64::consts::FRAC_PI_4 * m + widening
                - data.rack.dedendum * m * system.pressure_angle.tan()
                - data.rack.root_radius * m * (1.0 - sin) / system.pressure_angle.cos(),
            end: std::f64::consts::FRAC_PI_2 - system.pressure_angle,
        };
        // Radius of curvature of the involute where the straight flank of the tool ends; negative beyond T.
        let form_height = (generating_shift - data.rack.form_depth(system.pressure_angle)) * m;
        let curvature = reference_radius * alpha.sin() + form_height / alpha.sin();
        let mut form_radius = base_radius.hypot(curvature);
        let mut undercut = None;
        if curvature < 0.0 {
            (fillet.end, form_radius) = undercut_end(&fillet, base_radius, base_half_angle);
            undercut = Some(Undercut {
                least_shift: least_shift(&data, generating_shift - data.profile_shift),
            });
        }
        if form_radius >= tip_radius {
            return Err(Error::NoFlank {
                form_radius,
                tip_radius,
            });
        }
        check_neck(&fillet)?;
        let profile = ToothProfile {
            teeth: data.teeth,
            is_internal: false,
            base_radius,
            root_radius,
            form_radius,
            tip_radius,
            base_half_angle,
            fillet: Fillet::Rack(fillet),
        };
        Ok(Self {
            data,
            reference_radius,
            base_radius,
            tip_radius,
            root_radius,
            form_radius,
            generated_tip_radius: tip_radius,
            tooth_thickness,
            tip_alteration,
            generating_shift,
            profile,
            undercut,
        })
    }

    fn internal(data: CylindricalData) -> Result<Self, Error> {
        let system = data.system;
        let m = system.module;
        let alpha = system.transverse_pressure_angle();
        let reference_radius = 0.5 * f64::from(data.teeth) * system.transverse_module();
        let base_radius = reference_radius * alpha.cos();
        let tooth_thickness = thickness(&data, -data.profile_shift)?;
        let base_half_angle = tooth_thickness / (2.0 * reference_radius) - involute(alpha);
        let (nominal_shift, _) = generating(&data, -1.0);
        let nominal_root_radius = reference_radius + (nominal_shift + data.rack.dedendum) * m;

        let (tip_radius, tip_alteration) = match data.tip {
            Tip::Alteration(k) => (
                reference_radius + (data.profile_shift - data.rack.addendum - k) * m,
                k,
            ),
            Tip::Diameter(d) => (
                0.5 * d,
                (reference_radius - 0.5 * d) / m + data.profile_shift - data.rack.addendum,
            ),
        };
        if tip_radius < base_radius {
            let largest_alteration = tip_alteration - (base_radius - tip_radius) / m;
            return Err(Error::TipInsideBase {
                tip_radius,
                base_radius,
                largest_alteration,
            });
        }
        let half_angle_at_tip = base_half_angle + involute_at_radius(base_radius, tip_radius);
        if half_angle_at_tip <= 0.0 {
            // No radius is wide enough when even the flank far out is not: the tip itself is the honest limit then.
            let limit =
                inverse_involute(-base_half_angle).map_or(tip_radius, |a| base_radius / a.cos());
            return Err(Error::PointedTip {
                tip_radius,
                limit,
                is_internal: true,
            });
        }

        let cutter = PinionCutter::choose(
            &data,
            tooth_thickness,
            nominal_root_radius,
            [base_radius, tip_radius],
        )?;
        let between_bases = cutter.center_distance * cutter.working_pressure_angle.sin();
        let root_radius = cutter.center_distance + cutter.tip_radius;
        let form_radius = base_radius.hypot(cutter.form_curvature() + between_bases);
        if form_radius <= tip_radius {
            return Err(Error::NoFlank {
                form_radius,
                tip_radius,
            });
        }
        let profile = ToothProfile {
            teeth: data.teeth,
            is_internal: true,
            base_radius,
            root_radius,
            form_radius,
            tip_radius,
            base_half_angle,
            fillet: Fillet::Cutter(CutterFillet::new(cutter, data.teeth)),
        };
        Ok(Self {
            data,
            reference_radius,
            base_radius,
            tip_radius,
            root_radius,
            form_radius,
            generated_tip_radius: tip_radius.max(cutter.generated_tip_radius(base_radius)),
            tooth_thickness,
            tip_alteration,
            generating_shift: (root_radius - reference_radius) / m - data.rack.dedendum,
            profile,
            undercut: None,
        })
    }

    /// The pinion cutter of an internal gear.
    pub fn cutter(&self) -> Option<&PinionCutter> {
        match &self.profile.fillet {
            Fillet::Cutter(fillet) => Some(&fillet.cutter),
            Fillet::Rack(_) => None,
        }
    }

    fn check_blank(&self) -> Result<(), Error> {
        if self.is_internal() {
            return Ok(());
        }
        let rim = self.data.rim.unwrap_or(0.0);
        let bore_radius = self.data.bore_radius.unwrap_or(0.0);
        if bore_radius >= self.root_radius {
            return Err(Error::BoreBeyondRoot {
                bore_radius,
                root_radius: self.root_radius,
            });
        }
        // A rim that reaches the bore is a solid gear; the last digits of a sum are no reason to refuse it.
        if rim > 0.0 && bore_radius + rim > self.root_radius * (1.0 + 1e-9) {
            return Err(Error::RimBeyondBore {
                rim,
                largest: self.root_radius - bore_radius,
            });
        }
        Ok(())
    }

    /// What a designer should know about this wheel alone.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some(undercut) = self.undercut {
            findings.push(Finding::Undercut {
                form_radius: self.form_radius,
                base_radius: self.base_radius,
                least_shift: undercut.least_shift,
            });
        }
        findings.extend(self.measurement_findings());
        let tip_thickness = self.tip_thickness() / self.data.system.module;
        if tip_thickness < Finding::THIN_TIP {
            findings.push(Finding::ThinTip { tip_thickness });
        }
        if self.generated_tip_radius > self.tip_radius * (1.0 + 1e-12) {
            findings.push(Finding::TipNotGenerated {
                tip_radius: self.tip_radius,
                generated_tip_radius: self.generated_tip_radius,
            });
        }
        findings.extend(self.cutter().and_then(|cutter| self.cutter_trims(cutter)));
        findings
    }
}

impl Wheel {
    /// Whether the pinion cutter fouls the tips of this ring beside the mesh.
    fn cutter_trims(&self, cutter: &PinionCutter) -> Option<Finding> {
        let overlap = tip_overlap(
            [cutter.base_radius, self.base_radius],
            [cutter.tip_radius, self.tip_radius],
            f64::from(self.data.teeth) / f64::from(cutter.teeth),
            cutter.center_distance,
            cutter.working_pressure_angle,
        );
        (overlap > 0.0).then_some(Finding::CutterTrims {
            cutter_teeth: cutter.teeth,
        })
    }
}

impl Wheel {
    /// Measurements that were asked for and cannot be taken; those that the program chose say so in the results.
    fn measurement_findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let span = self.span(self.data.span_teeth);
        if let Some(teeth) = self.data.span_teeth
            && !span.is_some_and(|span| span.is_measurable)
        {
            let usual = self.span(None).filter(|span| span.is_measurable);
            findings.push(Finding::SpanNotMeasurable {
                teeth,
                usual: usual.map(|span| span.teeth),
            });
        }
        let balls = self.over_balls(self.data.ball_diameter);
        if let Some(ball_diameter) = self.data.ball_diameter
            && !balls.is_some_and(|balls| balls.is_measurable)
        {
            let usual = self.over_balls(None).filter(|balls| balls.is_measurable);
            findings.push(Finding::BallNotMeasurable {
                ball_diameter,
                usual: usual.map(|balls| balls.ball_diameter),
            });
        }
        findings
    }
}

/// Transverse tooth thickness on the reference circle with allowance; `outward_shift` thickens the tooth.
fn thickness(data: &CylindricalData, outward_shift: f64) -> Result<f64, Error> {
    let system = &data.system;
    let normal = system.module
        * (std::f64::consts::FRAC_PI_2 + 2.0 * outward_shift * system.pressure_angle.tan())
        + data.thickness_allowance;
    let pitch = std::f64::consts::PI * system.module;
    if normal <= 0.0 || normal >= pitch {
        return Err(Error::ThicknessOutOfRange {
            thickness: normal,
            pitch,
        });
    }
    Ok(normal / system.helix_angle.cos())
}

/// Profile shift coefficient at which the tool stands, and how much wider half a tool tooth is (m).
pub(crate) fn generating(data: &CylindricalData, outward: f64) -> (f64, f64) {
    match data.thinning {
        Thinning::Feed => {
            let feed = data.thickness_allowance
                / (2.0 * data.system.module * data.system.pressure_angle.tan());
            (data.profile_shift + outward * feed, 0.0)
        }
        Thinning::Flank => (data.profile_shift, -0.5 * data.thickness_allowance),
    }
}

/// Profile shift at which the tool's straight flank ends on the base tangent point T.
fn least_shift(data: &CylindricalData, feed: f64) -> f64 {
    let system = &data.system;
    let sin = system.transverse_pressure_angle().sin();
    data.rack.form_depth(system.pressure_angle)
        - 0.5 * f64::from(data.teeth) * sin * sin / system.helix_angle.cos()
        - feed
}

fn check_pointed(base_radius: f64, base_half_angle: f64, tip_radius: f64) -> Result<(), Error> {
    if base_half_angle - involute_at_radius(base_radius, tip_radius) > 0.0 {
        return Ok(());
    }
    let limit =
        inverse_involute(base_half_angle).map_or(base_radius, |alpha| base_radius / alpha.cos());
    Err(Error::PointedTip {
        tip_radius,
        limit,
        is_internal: false,
    })
}

/// Where an undercut fillet crosses the involute: its parameter and the radius.
fn undercut_end(fillet: &RackFillet, base_radius: f64, base_half_angle: f64) -> (f64, f64) {
    // The root lies inside the base circle, the end of the rounding outside: first the crossing of the base circle.
    let at_base =
        bisect(0.0, fillet.end, |p| fillet.point(p).radius - base_radius).unwrap_or(fillet.end);
    let excess = |parameter: f64| {
        let point = fillet.point(parameter);
        point.angle - (base_half_angle - involute_at_radius(base_radius, point.radius))
    };
    let end = bisect(at_base, fillet.end, excess).unwrap_or(fillet.end);
    (end, fillet.point(end).radius.max(base_radius))
}

/// The undercut of both flanks must leave a neck.
fn check_neck(fillet: &RackFillet) -> Result<(), Error> {
    let thinnest = (0..=32).map(|i| fillet.point(fillet.end * f64::from(i) / 32.0));
    match thinnest.min_by(|a, b| a.angle.total_cmp(&b.angle)) {
        Some(neck) if neck.angle <= 0.0 => Err(Error::ToothCutOff {
            radius: neck.radius,
        }),
        _ => Ok(()),
    }
}
