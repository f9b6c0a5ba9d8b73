//! Nodal diameter of a shape: the number of waves around the gear, if one number has almost all of its motion.
//! \[theory:reduction\] (17)

use std::f64::consts::TAU;

use rayon::prelude::*;

use super::basis::Basis;
use super::teeth::{Teeth, turned};
use crate::{CoordinateKind, Error, FeModel};

/// Share of the motion that one number of waves must have: single waves have all of it but rounding, mixtures of two
/// have less.
const DOMINANT: f64 = 0.99;

/// Fills in the nodal diameters of all coordinates that are not motions of single points.
pub(super) fn tell(model: &FeModel, teeth: &Teeth, basis: &mut Basis) -> Result<(), Error> {
    if teeth.sector_nodes().is_none() {
        return Ok(());
    }
    let n = model.dof_map.n_unknowns().max(1);
    let coordinates = basis.coordinates.par_iter_mut();
    coordinates
        .zip(basis.shapes.par_chunks(n))
        .for_each(|(coordinate, shape)| {
            if !matches!(coordinate.kind, CoordinateKind::Interface(_)) {
                coordinate.nodal_diameter = of_shape(model, teeth, shape);
            }
        });
    Ok(())
}

/// Nodal diameter of a shape over the unknowns.
pub(super) fn of_shape(model: &FeModel, teeth: &Teeth, shape: &[f64]) -> Option<u32> {
    teeth.sector_nodes()?;
    let z = teeth.number() as usize;
    // Motions of the flanks' nodes, tooth after tooth, in the axes of each.
    let mut motions = vec![Vec::new(); z];
    for grid in &model.mesh.flanks {
        let tooth = (grid.tooth as usize).checked_sub(1)?;
        let angle = teeth.angle(Some(grid.tooth));
        for &node in &grid.nodes {
            let u = [0, 1, 2].map(|axis| model.dof_map.along(node as usize, axis, shape));
            motions.get_mut(tooth)?.extend(turned(u, -angle));
        }
    }
    let total: f64 = motions.iter().flatten().map(|u| u * u).sum();
    let share = |waves: usize| {
        let mut sum = 0.0;
        for k in 0..motions[0].len() {
            let (mut re, mut im) = (0.0, 0.0);
            for (s, there) in motions.iter().enumerate() {
                let (sin, cos) = (TAU * ((waves * s) % z) as f64 / z as f64).sin_cos();
                let u = there.get(k).copied().unwrap_or_default();
                re += u * cos;
                im += u * sin;
            }
            sum += re * re + im * im;
        }
        // Waves n and z − n are one.
        let twice = if waves == 0 || 2 * waves == z {
            1.0
        } else {
            2.0
        };
        twice * sum / (z as f64 * total)
    };
    if total.is_nan() || total <= 0.0 {
        return None;
    }
    (0..=z / 2)
        .find(|&waves| share(waves) > DOMINANT)
        .map(|waves| waves as u32)
}
