//! What pushes on a body: forces on nodes and faces, forces and torques on centres and mean joints.

use std::collections::BTreeMap;

use crate::{Error, Face, FeModel, MeanJoint};

/// Forces that act together. Only what is not zero is kept.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LoadCase {
    /// Forces on nodes (N).
    pub(crate) nodes: BTreeMap<u32, [f64; 3]>,
    /// Forces (N) and torques (N m) on centres.
    pub(crate) centres: BTreeMap<u32, [f64; 6]>,
}

impl LoadCase {
    /// Adds a force on a node (N).
    pub fn add_force(&mut self, node: u32, force: [f64; 3]) {
        add(self.nodes.entry(node).or_default(), force);
    }

    /// Adds forces on all nodes (N).
    pub fn add_forces(&mut self, forces: &[[f64; 3]]) {
        for (node, &force) in forces.iter().enumerate() {
            if force.iter().any(|&f| f.abs() > 0.0 || f.is_nan()) {
                self.add_force(node as u32, force);
            }
        }
    }

    /// Adds a pressure on faces (Pa); positive presses on the body.
    pub fn add_pressure(
        &mut self,
        model: &FeModel,
        faces: &[Face],
        pressure: f64,
    ) -> Result<(), Error> {
        self.add_forces(&model.mesh.pressure_forces(faces, pressure)?);
        Ok(())
    }

    /// Adds a force (N) spread evenly over faces.
    pub fn add_force_on_faces(
        &mut self,
        model: &FeModel,
        faces: &[Face],
        force: [f64; 3],
    ) -> Result<(), Error> {
        let area = model.mesh.area(faces)?;
        if area.is_nan() || area <= 0.0 {
            return Err(Error::NoArea {
                n_faces: faces.len(),
            });
        }
        let traction = force.map(|f| f / area);
        self.add_forces(&model.mesh.traction_forces(faces, |_, _| traction)?);
        Ok(())
    }

    /// Adds a force (N) and a torque (N m) on a centre.
    pub fn add_on_centre(&mut self, centre: u32, force: [f64; 3], torque: [f64; 3]) {
        let wrench = [
            force[0], force[1], force[2], torque[0], torque[1], torque[2],
        ];
        add(self.centres.entry(centre).or_default(), wrench);
    }

    /// Adds a force (N) and a torque (N m) on a mean joint.
    pub fn add_through_joint(
        &mut self,
        model: &FeModel,
        joint: &MeanJoint,
        force: [f64; 3],
        torque: [f64; 3],
    ) -> Result<(), Error> {
        let mut forces = vec![[0.0; 3]; model.mesh.nodes.len()];
        joint.add_forces(force, torque, &mut forces)?;
        self.add_forces(&forces);
        Ok(())
    }

    /// Force on a node (N).
    pub fn force(&self, node: u32) -> [f64; 3] {
        self.nodes.get(&node).copied().unwrap_or_default()
    }

    /// Force (N) and torque (N m) on a centre.
    pub fn on_centre(&self, centre: u32) -> [f64; 6] {
        self.centres.get(&centre).copied().unwrap_or_default()
    }

    /// Forces on nodes (N), by rising node.
    pub fn node_forces(&self) -> impl Iterator<Item = (u32, [f64; 3])> + '_ {
        self.nodes.iter().map(|(&node, &force)| (node, force))
    }

    /// Forces (N) and torques (N m) on centres.
    pub fn centre_wrenches(&self) -> impl Iterator<Item = (u32, [f64; 6])> + '_ {
        self.centres
            .iter()
            .map(|(&centre, &wrench)| (centre, wrench))
    }

    /// Adds Tᵀ F to the forces on the unknowns. \[theory:finite-elements\] (18)
    pub(crate) fn reduce(&self, model: &FeModel, unknowns: &mut [f64]) -> Result<(), Error> {
        let map = &model.dof_map;
        for (&node, force) in &self.nodes {
            if node as usize >= map.n_nodes() {
                return Err(Error::NoSuchNode {
                    node: node as usize,
                    n_nodes: map.n_nodes(),
                });
            }
            check(force)?;
            for (axis, force) in force.iter().enumerate() {
                for term in map.terms(node as usize, axis).iter() {
                    unknowns[term.unknown as usize] += term.coefficient * force;
                }
            }
        }
        for (&centre, wrench) in &self.centres {
            if centre as usize >= map.centres().len() {
                return Err(Error::NoSuchCentre {
                    centre: centre as usize,
                    n_centres: map.centres().len(),
                });
            }
            check(wrench)?;
            for (unknown, value) in map.centre_unknowns(centre as usize).into_iter().zip(wrench) {
                if let Some(unknown) = unknown {
                    unknowns[unknown as usize] += value;
                }
            }
        }
        Ok(())
    }
}

fn add<const N: usize>(sum: &mut [f64; N], value: [f64; N]) {
    sum.iter_mut()
        .zip(value)
        .for_each(|(sum, value)| *sum += value);
}

fn check(force: &[f64]) -> Result<(), Error> {
    match force.iter().find(|f| !f.is_finite()) {
        Some(&value) => Err(Error::Force { value }),
        None => Ok(()),
    }
}
