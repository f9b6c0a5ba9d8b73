//! The path of contact in the transverse plane and its points A to E.
//!
//! The coordinate y is the distance from the point T at which the line of action touches the base circle of the
//! *pinion*: the external wheel, `a` if both are external. y is also the radius of curvature of its flank.
//!
//! | mate | its radius of curvature at y | y of its tip |
//! |---|---|---|
//! | external | L − y | L − √(r_a² − r_b²) |
//! | internal | L + y | √(r_a² − r_b²) − L |
//! | rack | ∞ | y_C − h / sin α_t |
//!
//! with L = a sin α_wt, the distance T1T2.

use crate::involute::roll_tangent;
use crate::{CylindricalGear, GearKind, RackGear, ToothSystem, Wheel};

/// The external wheel of a pair and its mate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roles<'a> {
    pub pinion: &'a Wheel,
    pub mate: Mate<'a>,
    /// Whether the pinion is wheel `b`.
    pub is_swapped: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Mate<'a> {
    External(&'a Wheel),
    Internal(&'a Wheel),
    Rack(&'a RackGear),
}

impl<'a> Roles<'a> {
    /// Pinion and mate of a pair; the kinds that cannot mesh are returned as text.
    pub fn of(a: &'a CylindricalGear, b: &'a CylindricalGear) -> Result<Self, &'static str> {
        use GearKind::{External, Internal, Rack};
        let kinds = match (a.data().kind, b.data().kind) {
            (Internal, Internal) => "two internal gears",
            (Rack, Rack) => "two racks",
            (Internal, Rack) | (Rack, Internal) => "an internal gear and a rack",
            (External, _) | (_, External) => "",
        };
        let (pinion, mate, is_swapped) = match (a, b) {
            (CylindricalGear::Wheel(a), _) if a.data.kind == External => (a, b, false),
            (_, CylindricalGear::Wheel(b)) if b.data.kind == External => (b, a, true),
            _ => return Err(kinds),
        };
        let mate = match mate {
            CylindricalGear::Rack(rack) => Mate::Rack(rack),
            CylindricalGear::Wheel(wheel) if wheel.is_internal() => Mate::Internal(wheel),
            CylindricalGear::Wheel(wheel) => Mate::External(wheel),
        };
        Ok(Self {
            pinion,
            mate,
            is_swapped,
        })
    }

    pub fn system(&self) -> &'a ToothSystem {
        &self.pinion.data.system
    }

    /// What belongs to pinion and mate as what belongs to `a` and `b`.
    pub fn by_name<T>(&self, pinion: T, mate: T) -> [T; 2] {
        if self.is_swapped {
            [mate, pinion]
        } else {
            [pinion, mate]
        }
    }
}

/// A point of the path of contact; index 0 of an array is wheel `a`, 1 is `b`; `None` on a rack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPoint {
    /// Distance along the line of action from the base tangent point of `a` (of `b` when `a` is a rack) (m).
    pub distance: f64,
    /// Radius of the contact on each wheel (m).
    pub radius: [Option<f64>; 2],
    /// Roll angle of each wheel: arc of its base circle from the start of the involute (rad).
    pub roll_angle: [Option<f64>; 2],
    /// Transverse radius of curvature of each flank (m).
    pub curvature: [Option<f64>; 2],
}

/// The path of contact of a pair that `a` drives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathOfContact {
    /// Distance T1T2 between the base tangent points (m); `None` with a rack.
    pub between_tangents: Option<f64>,
    /// Start of contact, at the tip of `b`.
    pub a: ContactPoint,
    /// One base pitch before the end.
    pub b: ContactPoint,
    /// Pitch point.
    pub c: ContactPoint,
    /// One base pitch after the start.
    pub d: ContactPoint,
    /// End of contact, at the tip of `a`.
    pub e: ContactPoint,
}

impl PathOfContact {
    /// The points with their names, in the order of contact.
    pub fn named(&self) -> [(&'static str, &ContactPoint); 5] {
        [
            ("A", &self.a),
            ("B", &self.b),
            ("C", &self.c),
            ("D", &self.d),
            ("E", &self.e),
        ]
    }

    /// Length of the path AE (m).
    pub fn length(&self) -> f64 {
        (self.e.distance - self.a.distance).abs()
    }
}

/// The line of action of pinion and mate, in the coordinate y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LineOfAction {
    pub pinion_base_radius: f64,
    /// Base radius of the mate; `None` for a rack.
    pub mate_base_radius: Option<f64>,
    pub is_internal: bool,
    pub is_swapped: bool,
    /// L = T1T2.
    pub between_tangents: f64,
    /// y of the pitch point.
    pub pitch_point: f64,
    /// y where the mate's tip lies.
    pub mate_tip: f64,
    /// y where the pinion's tip lies.
    pub pinion_tip: f64,
    /// y where the pinion's generated flank begins.
    pub pinion_form: f64,
    /// y where the mate's generated flank ends at its root.
    pub mate_form: f64,
    /// y where the mate's generated flank ends at its tip.
    pub mate_generated_tip: f64,
}

impl LineOfAction {
    pub fn new(roles: &Roles, center_distance: f64, working_pressure_angle: f64) -> Self {
        let pinion = roles.pinion;
        let curvature = |wheel: &Wheel, radius: f64| {
            wheel.base_radius * roll_tangent(wheel.base_radius, radius)
        };
        let l = center_distance * working_pressure_angle.sin();
        let pitch_point = pinion.base_radius * working_pressure_angle.tan();
        let (mate_base_radius, mate_tip, mate_form, mate_generated_tip) = match roles.mate {
            Mate::External(mate) => {
                let tip = l - curvature(mate, mate.tip_radius);
                (
                    Some(mate.base_radius),
                    tip,
                    l - curvature(mate, mate.form_radius),
                    tip,
                )
            }
            Mate::Internal(mate) => (
                Some(mate.base_radius),
                curvature(mate, mate.tip_radius) - l,
                curvature(mate, mate.form_radius) - l,
                curvature(mate, mate.generated_tip_radius) - l,
            ),
            Mate::Rack(rack) => {
                let sin = working_pressure_angle.sin();
                // Distance of a line of the rack from the pitch line, away from the pinion, over sin α.
                let y = |from_datum: f64| {
                    pitch_point + (center_distance + from_datum - pinion.reference_radius) / sin
                };
                (
                    None,
                    y(-rack.tip_height),
                    y(rack.form_depth),
                    y(-rack.tip_height),
                )
            }
        };
        Self {
            pinion_base_radius: pinion.base_radius,
            mate_base_radius,
            is_internal: matches!(roles.mate, Mate::Internal(_)),
            is_swapped: roles.is_swapped,
            between_tangents: l,
            pitch_point,
            mate_tip,
            pinion_tip: curvature(pinion, pinion.tip_radius),
            pinion_form: curvature(pinion, pinion.form_radius),
            mate_form,
            mate_generated_tip,
        }
    }

    /// Radius of curvature of the mate's flank at y.
    pub fn mate_curvature(&self, y: f64) -> Option<f64> {
        self.mate_base_radius.map(|_| {
            if self.is_internal {
                self.between_tangents + y
            } else {
                self.between_tangents - y
            }
        })
    }

    /// y of a contact at `distance` from the base tangent point of `a`, and back.
    pub fn coordinate(&self, distance: f64) -> f64 {
        distance - self.offset()
    }

    fn offset(&self) -> f64 {
        if self.is_swapped && self.is_internal {
            self.between_tangents
        } else {
            0.0
        }
    }

    pub fn at(&self, y: f64) -> ContactPoint {
        let mate = self.mate_base_radius.zip(self.mate_curvature(y));
        let pair = |pinion: f64, mate: Option<f64>| {
            if self.is_swapped {
                [mate, Some(pinion)]
            } else {
                [Some(pinion), mate]
            }
        };
        ContactPoint {
            distance: y + self.offset(),
            radius: pair(
                self.pinion_base_radius.hypot(y),
                mate.map(|(base, rho)| base.hypot(rho)),
            ),
            roll_angle: pair(
                y / self.pinion_base_radius,
                mate.map(|(base, rho)| rho / base),
            ),
            curvature: pair(y, mate.map(|(_, rho)| rho)),
        }
    }

    /// Path between two coordinates, ordered for drive by `a`.
    pub fn path(&self, start: f64, end: f64, base_pitch: f64) -> PathOfContact {
        let mut y = [
            start,
            end - base_pitch,
            self.pitch_point,
            start + base_pitch,
            end,
        ];
        if self.is_swapped {
            y.reverse();
        }
        let [a, b, c, d, e] = y.map(|y| self.at(y));
        PathOfContact {
            between_tangents: self.mate_base_radius.map(|_| self.between_tangents),
            a,
            b,
            c,
            d,
            e,
        }
    }
}
