//! From the loads of the model file to forces on nodes.

use super::{LinePlace, Load, LoadSize};
use crate::fem::{Face, FeModel, LoadCase, place_name};
use crate::geometry::{Flank, FlankSide, GearFlanks};
use crate::resources::GearBody;
use crate::studies::Failure;

/// A load case and the size of what acts.
pub(super) struct Acting {
    /// Forces on nodes and centre.
    pub case: LoadCase,
    /// Forces on all nodes (N).
    pub forces: Vec<[f64; 3]>,
    /// Sizes of the resultants of the single loads, added up (N).
    pub size: f64,
}

impl Acting {
    /// The forces of a load case on a body.
    pub fn of(body: &GearBody, fe: &FeModel, loads: &[Load]) -> Result<Self, Failure> {
        let mut acting = Self {
            case: LoadCase::default(),
            forces: vec![[0.0; 3]; body.mesh.nodes.len()],
            size: 0.0,
        };
        for load in loads {
            acting.add(body, load)?;
        }
        acting.case.add_forces(&acting.forces);
        debug_assert_eq!(fe.mesh.nodes.len(), acting.forces.len());
        Ok(acting)
    }

    fn add(&mut self, body: &GearBody, load: &Load) -> Result<(), Failure> {
        match load {
            Load::Line {
                tooth,
                side,
                place,
                size,
            } => self.add_line(body, (*tooth, *side), *place, *size),
            Load::Flank { tooth, side, size } => {
                let faces = faces(body, &place_name::flank(*side, *tooth))?;
                // A unit pressure, scaled to the size asked for.
                let forces = body.mesh.pressure_forces(faces, 1.0);
                let forces = forces.map_err(|e| body.failure(e))?;
                self.add_scaled(body, &forces, *size);
                Ok(())
            }
            Load::Faces { set, pressure } => {
                let forces = body.mesh.pressure_forces(faces(body, set)?, *pressure);
                self.add_all(&forces.map_err(|e| body.failure(e))?, 1.0);
                Ok(())
            }
            Load::Nodes { set, force } => {
                let nodes = body.mesh.node_set(set).ok_or_else(|| no_set(body, set))?;
                let share = 1.0 / nodes.nodes.len().max(1) as f64;
                self.size += force.iter().map(|f| f * f).sum::<f64>().sqrt();
                for &node in &nodes.nodes {
                    let sum = &mut self.forces[node as usize];
                    sum.iter_mut().zip(force).for_each(|(s, f)| *s += share * f);
                }
                Ok(())
            }
        }
    }

    fn add_line(
        &mut self,
        body: &GearBody,
        (tooth, side): (u32, FlankSide),
        place: LinePlace,
        size: LoadSize,
    ) -> Result<(), Failure> {
        let flank = GearFlanks::plain(&body.gear.geometry).flank(tooth, side);
        let grids = &body.mesh.flanks;
        let grid = grids
            .iter()
            .find(|grid| (grid.tooth, grid.side) == (tooth, side));
        let (Some(flank), Some(grid)) = (flank, grid) else {
            return Err(Failure::own(LoadError::NoTooth {
                gear: body.gear.name.clone(),
                tooth,
            }));
        };
        let profile = profile_at(body, &flank, place);
        let faces = faces(body, &place_name::flank(side, tooth))?;
        // One newton in all, into the flank.
        let per_width = 0.5 / flank.domain.half_width;
        let load = |width: f64| flank.point(profile, width).normal.map(|n| -per_width * n);
        let forces = body.mesh.flank_line_forces(grid, faces, profile, load);
        self.add_scaled(body, &forces, size);
        Ok(())
    }

    /// Adds forces of a unit load, scaled to a force along its own direction or a torque about the axis.
    fn add_scaled(&mut self, body: &GearBody, unit: &[[f64; 3]], size: LoadSize) {
        let factor = match size {
            LoadSize::Force(force) => force / resultant(unit),
            LoadSize::Torque(torque) => torque / torque_about_axis(body, unit).abs(),
        };
        self.add_all(unit, factor);
    }

    fn add_all(&mut self, forces: &[[f64; 3]], factor: f64) {
        self.size += factor.abs() * resultant(forces);
        for (sum, force) in self.forces.iter_mut().zip(forces) {
            sum.iter_mut()
                .zip(force)
                .for_each(|(s, f)| *s += factor * f);
        }
    }
}

/// Length of the sum of forces (N).
fn resultant(forces: &[[f64; 3]]) -> f64 {
    let sum = forces.iter().fold([0.0; 3], |sum: [f64; 3], force| {
        [0, 1, 2].map(|axis| sum[axis] + force[axis])
    });
    sum.iter().map(|f| f * f).sum::<f64>().sqrt()
}

fn torque_about_axis(body: &GearBody, forces: &[[f64; 3]]) -> f64 {
    let torque = |(place, force): (&[f64; 3], &[f64; 3])| place[0] * force[1] - place[1] * force[0];
    body.mesh.nodes.iter().zip(forces).map(torque).sum()
}

fn profile_at(body: &GearBody, flank: &Flank, place: LinePlace) -> f64 {
    match (place, body.gear.geometry.as_wheel()) {
        (LinePlace::Radius(radius), Some(wheel)) => {
            // s = r_b tan α. [theory:flank-surfaces] (1)
            let base = wheel.profile.base_radius;
            (radius * radius - base * base).max(0.0).sqrt()
        }
        (LinePlace::Height(height), _) => {
            let angle = body.gear.geometry.data().system.transverse_pressure_angle();
            height / angle.cos()
        }
        _ => flank.domain.tip,
    }
}

fn faces<'b>(body: &'b GearBody, set: &str) -> Result<&'b [Face], Failure> {
    let found = body.mesh.face_set(set);
    found
        .map(|set| set.faces.as_slice())
        .ok_or_else(|| no_set(body, set))
}

fn no_set(body: &GearBody, set: &str) -> Failure {
    let known: Vec<&str> = body
        .mesh
        .node_sets
        .iter()
        .map(|s| s.name.as_str())
        .collect();
    let nearest = crate::nearest::nearest(set, known.iter().copied());
    Failure::own(LoadError::NoSet {
        gear: body.gear.name.clone(),
        set: set.to_owned(),
        nearest: nearest.map(str::to_owned),
    })
}

/// Where a load cannot act.
#[derive(Debug, thiserror::Error)]
enum LoadError {
    #[error("gear `{gear}` has no tooth {tooth}")]
    NoTooth { gear: String, tooth: u32 },
    #[error(
        "gear `{gear}` has no set `{set}`{} (the table sets-{gear} of the study `mesh` lists them)",
        nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
    )]
    NoSet {
        gear: String,
        set: String,
        nearest: Option<String>,
    },
}
