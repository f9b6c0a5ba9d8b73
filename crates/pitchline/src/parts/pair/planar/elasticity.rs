//! How teeth press on each other in one plane: the law of the file as force along the line of action over way on the pitch circles.

use super::mesh_keys as key;
use super::reading::refuse_mesh;
use crate::contact::{
    Elasticity, ForceTable, Harmonic, PlanarPair, StiffnessTable, StiffnessVariation,
};
use crate::input::Section;
use crate::model::machine::MeshDirection;
use crate::model::{Pair, Reading};
use crate::number::short;
use crate::parts::pair::mesh_law;

/// The law; `stiffness` is that along the pitch circles, of the laws that have one.
pub(super) fn read(
    named: (&str, &Section),
    (pair, direction): (&PlanarPair, &MeshDirection),
    stiffness: Option<f64>,
    reading: &mut Reading,
) -> Option<Elasticity> {
    let (_, section) = named;
    // A force along the pitch circles is cos α of that along the line of action.
    let per_hoop = 1.0 / pair.data().pressure_angle.cos();
    let normal = |hoop: f64| hoop * per_hoop;
    let given = |key: &str| Some(section.quantity(key)?.value);
    let stiff = |key: &str| Some(normal(direction.hoop_stiffness(given(key)?)));
    let first = stiffness.map(normal);
    let of_flank = |stiffness: f64| match section.choice("kind")?.value {
        "progressive" => Some(Elasticity::Progressive {
            stiffness,
            roughness: direction.hoop_way(given(&key::MESH_ROUGHNESS)?),
        }),
        "stiffening" => Some(Elasticity::Stiffening {
            stiffness,
            full_stiffness: stiff(&key::FULL_STIFFNESS)?,
            full_load: normal(direction.hoop_force(given(&key::FULL_LOAD)?)),
        }),
        _ => Some(Elasticity::Linear { stiffness }),
    };
    let Some(right) = first else {
        return table(named, (direction, per_hoop), reading);
    };
    check_stiffening(named, (right, stiff(&key::FULL_STIFFNESS)), reading)?;
    let right = of_flank(right)?;
    match stiff(&key::STIFFNESS_LEFT) {
        Some(left) => Some(Elasticity::PerFlank(Box::new([right, of_flank(left)?]))),
        None => Some(right),
    }
}

/// Refuses teeth that soften, in the numbers of the file.
fn check_stiffening(
    (what, section): (&str, &Section),
    (first, full): (f64, Option<f64>),
    reading: &mut Reading,
) -> Option<()> {
    let Some(full) = full.filter(|full| *full <= first) else {
        return Some(());
    };
    let written = section.quantity(&key::FULL_STIFFNESS)?;
    let first = written.value * first / full;
    reading.refuse(
        "bad-mesh",
        (written.span, "not more"),
        format!(
            "mesh of {what}: `full_stiffness` of {} N/m is not more than `stiffness`, {} N/m",
            short(written.value),
            short(first)
        ),
        "write a larger full_stiffness; teeth that do not stiffen are of kind = \"linear\"",
    )
}

fn table(
    named: (&str, &Section),
    (direction, per_hoop): (&MeshDirection, f64),
    reading: &mut Reading,
) -> Option<Elasticity> {
    let (what, section) = named;
    let ways = section.quantities(&key::DEFLECTIONS)?;
    let forces = section.quantities(&key::FORCES)?;
    if ways.value.len() != forces.value.len() {
        return reading.refuse(
            "different-lengths",
            (forces.span, "another number of values"),
            format!(
                "mesh of {what}: {} deflections and {} forces",
                ways.value.len(),
                forces.value.len()
            ),
            "write one force per deflection",
        );
    }
    let rows: Vec<[f64; 2]> = ways
        .value
        .iter()
        .zip(forces.value)
        .map(|(way, force)| [*way, *force])
        .collect();
    // What is wrong is told in the numbers of the file.
    let turned = |[way, force]: [f64; 2]| {
        let normal = per_hoop * direction.hoop_force(force);
        [direction.hoop_way(way), normal]
    };
    let table = ForceTable::new(rows.clone())
        .and_then(|_| ForceTable::new(rows.into_iter().map(turned).collect()));
    match table {
        Ok(table) => Some(Elasticity::Table(table)),
        Err(error) => refuse_mesh(named, &error, reading),
    }
}

/// How the stiffness varies over mesh cycles.
pub(super) fn variation(
    named: (&str, &Section),
    pair: &Pair,
    reading: &mut Reading,
) -> Option<StiffnessVariation> {
    let (what, section) = named;
    let Some(table) = section.table(&key::STIFFNESS_VARIATION) else {
        return Some(StiffnessVariation::None);
    };
    if table.choice("kind")?.value == "series" {
        let waves = table.items("harmonics");
        let waves: Option<Vec<Harmonic>> = waves
            .map(|item| mesh_law::harmonic(item, pair, |share| share))
            .collect();
        return Some(StiffnessVariation::Series(waves?));
    }
    let cycles = u32::try_from(table.integer("mesh_cycles")?.value).ok()?;
    let factors = table.quantities("factors")?.value.to_vec();
    match StiffnessTable::new(cycles, factors) {
        Ok(table) => Some(StiffnessVariation::Table(table)),
        Err(error) => refuse_mesh((what, table), &error, reading),
    }
}
