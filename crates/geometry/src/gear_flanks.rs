//! All flanks of a gear: from the gear, its modifications and its deviations to the surface of any tooth.

use std::sync::Arc;

use crate::flank::{InvoluteHelicoid, RackPlane, RootCurve, Shape};
use crate::involute::roll_tangent;
use crate::{
    CylindricalGear, Deviations, Flank, FlankDomain, FlankSide, Hand, Modification,
    ModificationError, Modifications, RootSurface,
};

/// The flanks of a gear.
#[derive(Debug, Clone)]
pub struct GearFlanks {
    /// Limits of the parameters, the same for all flanks.
    pub domain: FlankDomain,
    /// Number of teeth.
    pub teeth: u32,
    /// How far the transverse contact moves along the line of action per unit of the gear's coordinate: the base radius
    /// (m/rad), on a rack cos α_t.
    pub lever: f64,
    /// Right flank of tooth 1.
    shape: Shape,
    root: RootCurve,
    /// From tooth to tooth: an angle, on a rack a length.
    pitch: f64,
    /// Angle, on a rack length, per length of pitch deviation.
    per_length: f64,
    modifications: [Arc<Modifications>; 2],
    deviations: Deviations,
    damaged: Vec<(u32, FlankSide, Arc<Modifications>)>,
}

impl GearFlanks {
    /// The flanks of a gear, or why a modification or deviation does not fit on it.
    pub fn build(
        gear: &CylindricalGear,
        right: Vec<Modification>,
        left: Vec<Modification>,
        deviations: Deviations,
    ) -> Result<Self, ModificationError> {
        let mut flanks = Self::plain(gear);
        let teeth = flanks.teeth;
        for table in [&deviations.pitch.right, &deviations.pitch.left] {
            if !table.is_empty() && table.len() != teeth as usize {
                return Err(ModificationError::PitchTable {
                    given: table.len(),
                    teeth,
                });
            }
            if let Some(&amount) = table.iter().find(|value| !value.is_finite()) {
                return Err(ModificationError::NotFinite { amount });
            }
        }
        if deviations.run_out.is_some() && matches!(gear, CylindricalGear::Rack(_)) {
            return Err(ModificationError::RackHasNoRunOut);
        }
        let domain = flanks.domain;
        let sides = [right, left];
        for damage in &deviations.damage {
            let tooth = damage.tooth;
            if tooth < 1 || tooth > teeth {
                return Err(ModificationError::NoSuchTooth { tooth, teeth });
            }
            let of_flank = |(tooth, side): (u32, FlankSide)| {
                deviations
                    .damage
                    .iter()
                    .filter(move |other| (other.tooth, other.side) == (tooth, side))
            };
            let mut parts = sides[index(damage.side)].clone();
            parts.extend(of_flank((tooth, damage.side)).map(|other| other.modification.clone()));
            let parts = Arc::new(Modifications::build(parts, &domain)?);
            flanks.damaged.push((tooth, damage.side, parts));
        }
        let [right, left] = sides.map(|parts| Modifications::build(parts, &domain));
        flanks.modifications = [Arc::new(right?), Arc::new(left?)];
        flanks.deviations = deviations;
        Ok(flanks)
    }

    /// The flanks as the tool makes them: without modifications and deviations.
    pub fn plain(gear: &CylindricalGear) -> Self {
        let data = gear.data();
        let hand = match data.system.hand {
            Hand::Right => 1.0,
            Hand::Left => -1.0,
        };
        let twist = hand * data.system.helix_angle.tan();
        let half_width = 0.5 * data.face_width;
        let alpha = data.system.transverse_pressure_angle();
        let (shape, root, domain, lever, pitch, per_length) = match gear {
            CylindricalGear::Wheel(wheel) => {
                let r_b = wheel.base_radius;
                let s = |radius: f64| r_b * roll_tangent(r_b, radius);
                let shape = Shape::Involute(InvoluteHelicoid::new(
                    r_b,
                    wheel.profile.base_half_angle,
                    0.0,
                    1.0,
                    if wheel.is_internal() { -1.0 } else { 1.0 },
                    twist / wheel.reference_radius,
                ));
                let domain = FlankDomain {
                    root: s(wheel.form_radius),
                    tip: s(wheel.tip_radius),
                    half_width,
                };
                let root = RootCurve::Wheel(wheel.profile.fillet);
                let pitch = std::f64::consts::TAU / f64::from(data.teeth);
                (
                    shape,
                    root,
                    domain,
                    r_b,
                    pitch,
                    1.0 / wheel.reference_radius,
                )
            }
            CylindricalGear::Rack(rack) => {
                let (sin, cos) = alpha.sin_cos();
                let shape = Shape::Plane(RackPlane {
                    half_thickness: 0.5 * rack.tooth_thickness,
                    phase: 0.0,
                    side: 1.0,
                    twist,
                    pressure: [cos, sin],
                    cos_base_helix: data.system.base_helix_angle().cos(),
                });
                let domain = FlankDomain {
                    root: -rack.form_depth / cos,
                    tip: rack.tip_height / cos,
                    half_width,
                };
                let pitch = data.system.transverse_pitch();
                (shape, RootCurve::of_rack(rack), domain, cos, pitch, 1.0)
            }
        };
        Self {
            domain,
            teeth: data.teeth,
            lever,
            shape,
            root,
            pitch,
            per_length,
            modifications: Default::default(),
            deviations: Deviations::default(),
            damaged: Vec::new(),
        }
    }

    /// A flank of tooth 1 to z; `None` for a tooth that the gear does not have.
    pub fn flank(&self, tooth: u32, side: FlankSide) -> Option<Flank> {
        let phase = self.phase(tooth, side)?;
        let shape = match self.shape {
            Shape::Involute(shape) => Shape::Involute(InvoluteHelicoid {
                side: side.sign(),
                ..shape
            }),
            Shape::Plane(shape) => Shape::Plane(RackPlane {
                side: side.sign(),
                ..shape
            }),
        };
        let damaged = self
            .damaged
            .iter()
            .find(|(t, s, _)| (*t, *s) == (tooth, side));
        Some(Flank {
            tooth,
            side,
            domain: self.domain,
            shape: shape.moved(phase),
            offset: self.offset(),
            modifications: damaged
                .map_or(&self.modifications[index(side)], |(_, _, parts)| parts)
                .clone(),
        })
    }

    /// The generated root beside a flank.
    pub fn root(&self, tooth: u32, side: FlankSide) -> Option<RootSurface> {
        let (twist, is_rack) = match self.shape {
            Shape::Involute(shape) => (shape.twist, false),
            Shape::Plane(shape) => (shape.twist, true),
        };
        Some(RootSurface {
            half_width: self.domain.half_width,
            curve: self.root,
            side,
            phase: self.phase(tooth, side)?,
            twist,
            is_rack,
            offset: self.offset(),
        })
    }

    /// From tooth to tooth: an angle, on a rack a length.
    pub fn pitch(&self) -> f64 {
        self.pitch
    }

    /// Whether some flank is modified differently over its width.
    pub(crate) fn varies_over_width(&self) -> bool {
        let damaged = self.damaged.iter().map(|(_, _, parts)| parts);
        self.modifications
            .iter()
            .chain(damaged)
            .any(|list| list.parts.iter().any(Modification::varies_over_width))
    }

    /// Whether the gear is a rack, whose coordinate is a length.
    pub fn is_rack(&self) -> bool {
        matches!(self.shape, Shape::Plane(_))
    }

    fn phase(&self, tooth: u32, side: FlankSide) -> Option<f64> {
        (1..=self.teeth).contains(&tooth).then(|| {
            f64::from(tooth - 1) * self.pitch
                + self.deviations.pitch.index(tooth, side) * self.per_length
        })
    }

    fn offset(&self) -> [f64; 3] {
        self.deviations
            .run_out
            .map_or([0.0; 3], |run_out| run_out.offset())
    }
}

fn index(side: FlankSide) -> usize {
    match side {
        FlankSide::Right => 0,
        FlankSide::Left => 1,
    }
}
