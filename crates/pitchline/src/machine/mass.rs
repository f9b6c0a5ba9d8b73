//! Mass and inertia of a gear from its finite elements.

use crate::fem::{MassProperties, Sector};
use crate::geometry::CylindricalGear;
use crate::geometry::tensor::{IDENTITY, product, scaled, skew, sum, transposed_product};
use crate::geometry::vector::minus;
use crate::model::Gear;

/// Mass properties of the body of a gear in its own axes, integrated over the finite elements that the model asks for. All
/// sectors of a wheel are equal: one is integrated, the others are turned.
pub fn gear_mass(gear: &Gear<CylindricalGear>) -> Result<MassProperties, String> {
    let Some(blank) = gear.blank else {
        return Err(format!("gear `{}` has no blank", gear.name));
    };
    let controls = gear.mesh.controls(&gear.geometry, &blank);
    let told = |error: &dyn std::fmt::Display| format!("gear `{}`: {error}", gear.name);
    let sector = Sector::build(&gear.geometry, &blank, &controls, gear.mesh.element)
        .map_err(|error| told(&error))?;
    let one = sector.mesh.mass_properties(gear.material.density);
    let one = one.map_err(|error| told(&error))?;
    Ok(all(&sector, gear.geometry.data().teeth, &one))
}

/// The sum over all sectors.
fn all(sector: &Sector, teeth: u32, one: &MassProperties) -> MassProperties {
    let count = f64::from(teeth);
    let centres = (0..teeth).map(|i| sector.place_on(i, one.centre));
    let centres: Vec<[f64; 3]> = centres.collect();
    let centre = [0, 1, 2].map(|k| centres.iter().map(|c| c[k]).sum::<f64>() / count);
    let mut inertia = [[0.0; 3]; 3];
    for (i, own) in (0..teeth).zip(&centres) {
        // Axes of the sector, turned with it; on a rack they only move.
        let base = sector.place_on(i, [0.0; 3]);
        let axes = IDENTITY.map(|unit| minus(sector.place_on(i, unit), base));
        let turned = transposed_product(&axes, &product(&one.inertia, &axes));
        // |r|² 1 − r rᵀ = −r̃ r̃
        let arm = skew(minus(*own, centre));
        let moved = scaled(-one.mass, &product(&arm, &arm));
        inertia = sum(&inertia, &sum(&turned, &moved));
    }
    MassProperties {
        volume: count * one.volume,
        mass: count * one.mass,
        centre,
        inertia,
    }
}
