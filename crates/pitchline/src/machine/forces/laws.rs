//! Laws of one relative motion: springs, bushings, bearings, dampers, given forces and torques.

use super::super::{AssemblyError, Start};
use crate::dynamics::{
    self, Bushing, ClearanceSpring, ForceBetween, Law, PlainBearing, Play, RollingBearing, Spring,
    TensionString, TorqueBetween, TorsionSpring, ViscousForce, ViscousTorque,
};
use crate::geometry::vector::length;
use crate::model::machine::{
    BearingCurve, BearingDamping, Connection, ForceKind, PlayDirection, SignalRequest,
};

type Found<'k> = (&'k Connection, Box<dyn Law>);
type Maybe<'k> = Result<Option<Found<'k>>, AssemblyError>;

/// What acts, and between what.
pub(super) fn law<'k>(
    name: &str,
    kind: &'k ForceKind,
    start: &Start,
) -> Result<Found<'k>, AssemblyError> {
    let found = match along_line(name, kind, start)? {
        None => about_axis(name, kind)?,
        found => found,
    };
    let found = match found {
        None => bearing(name, kind)?,
        found => found,
    };
    // Loads, meshes and actuators are handled before: they are no laws of one relative motion.
    found.ok_or_else(|| AssemblyError::Unknown {
        what: "law between two bodies",
        name: name.to_owned(),
    })
}

/// Springs, dampers and forces along the line between two places.
fn along_line<'k>(name: &str, kind: &'k ForceKind, start: &Start) -> Maybe<'k> {
    Ok(Some(match kind {
        ForceKind::Spring {
            between,
            stiffness,
            damping,
            rest_length,
        } => {
            let law = Spring {
                stiffness: *stiffness,
                damping: *damping,
                rest_length: rest_length.map_or_else(|| distance(between, start), Ok)?,
            };
            (between, Box::new(law))
        }
        ForceKind::String {
            between,
            stiffness,
            damping,
            rest_length,
        } => {
            let law = TensionString {
                stiffness: *stiffness,
                damping: *damping,
                rest_length: rest_length.map_or_else(|| distance(between, start), Ok)?,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::Drag {
            between,
            coefficient,
        } => {
            let law = ViscousForce {
                coefficient: *coefficient,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::ForceBetween { between, force } => {
            let law = ForceBetween {
                function: force.clone(),
            };
            law.check()?;
            (between, Box::new(law))
        }
        ForceKind::ClearanceSpring { .. } => return clearance_spring(name, kind, start),
        _ => return Ok(None),
    }))
}

/// A spring beyond a play, in one of three directions.
fn clearance_spring<'k>(name: &str, kind: &'k ForceKind, start: &Start) -> Maybe<'k> {
    let ForceKind::ClearanceSpring {
        between,
        stiffness,
        damping,
        clearance,
        direction,
    } = kind
    else {
        return Ok(None);
    };
    let law = ClearanceSpring {
        stiffness: *stiffness,
        damping: *damping,
        clearance: *clearance,
        play: play(*direction, between, start)?,
    };
    law.check(name)?;
    Ok(Some((between, Box::new(law))))
}

/// Springs, dampers and torques about an axis.
fn about_axis<'k>(name: &str, kind: &'k ForceKind) -> Maybe<'k> {
    Ok(Some(match kind {
        ForceKind::TorsionSpring {
            between,
            stiffness,
            damping,
            rest_angle,
        } => {
            let law = TorsionSpring {
                stiffness: *stiffness,
                damping: *damping,
                rest_angle: *rest_angle,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::Viscous {
            between,
            coefficient,
        } => {
            let law = ViscousTorque {
                coefficient: *coefficient,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::TorqueBetween {
            between,
            torque: SignalRequest::Given(torque),
        } => {
            let law = TorqueBetween {
                function: torque.clone(),
            };
            law.check()?;
            (between, Box::new(law))
        }
        _ => return Ok(None),
    }))
}

/// What holds in several directions at once.
fn bearing<'k>(name: &str, kind: &'k ForceKind) -> Maybe<'k> {
    Ok(Some(match kind {
        ForceKind::Bushing {
            between,
            stiffness,
            damping,
            preload: [[x, y, z], [t_x, t_y, t_z]],
        } => {
            let law = Bushing {
                stiffness: *stiffness,
                damping: *damping,
                preload: [*x, *y, *z, *t_x, *t_y, *t_z],
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::PlainBearing {
            between,
            stiffness,
            damping,
            axial_stiffness,
            axial_damping,
        } => {
            let law = PlainBearing {
                stiffness: *stiffness,
                damping: *damping,
                axial_stiffness: *axial_stiffness,
                axial_damping: *axial_damping,
            };
            law.check(name)?;
            (between, Box::new(law))
        }
        ForceKind::RollingBearing { .. } => return rolling_bearing(name, kind),
        _ => return Ok(None),
    }))
}

/// A bearing by the curves of its directions.
fn rolling_bearing<'k>(name: &str, kind: &'k ForceKind) -> Maybe<'k> {
    let ForceKind::RollingBearing {
        between,
        radial,
        axial,
        tilting,
        damping,
    } = kind
    else {
        return Ok(None);
    };
    let curve =
        |curve: &Option<BearingCurve>, key| curve.as_ref().map(|c| c.build(name, key)).transpose();
    let law = RollingBearing {
        radial: curve(radial, "radial")?,
        axial: curve(axial, "axial")?,
        tilting: curve(tilting, "tilting")?,
        damping: bearing_damping(*damping),
    };
    law.check(name)?;
    Ok(Some((between, Box::new(law))))
}

fn play(
    direction: PlayDirection,
    between: &Connection,
    start: &Start,
) -> Result<Play, AssemblyError> {
    Ok(match direction {
        PlayDirection::Line(middle) => Play::Line {
            middle: middle.map_or_else(|| distance(between, start), Ok)?,
        },
        PlayDirection::Axial(middle) => Play::Axis {
            middle: middle.map_or_else(|| way(between, start), Ok)?,
        },
        PlayDirection::Radial => Play::Radial,
    })
}

fn bearing_damping(damping: BearingDamping) -> dynamics::BearingDamping {
    match damping {
        BearingDamping::Proportional(time) => dynamics::BearingDamping::Proportional(time),
        BearingDamping::Constant {
            radial,
            axial,
            tilting,
        } => dynamics::BearingDamping::Values {
            radial,
            axial,
            tilting,
        },
    }
}

/// Distance of both places at the start.
fn distance(connection: &Connection, start: &Start) -> Result<f64, AssemblyError> {
    let motion = start.between(connection)?.motion(&start.kinematics);
    Ok(length(motion.displacement))
}

/// Way of b along the axis at the start.
fn way(connection: &Connection, start: &Start) -> Result<f64, AssemblyError> {
    let motion = start.between(connection)?.motion(&start.kinematics);
    Ok(motion.displacement[2])
}
