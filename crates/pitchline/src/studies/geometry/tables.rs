//! Tables over the height of a tooth and along the path of contact.

use crate::along_path::{self, pitch_line_speed};
use crate::geometry::{ContactPoint, CylindricalGear, GearPair, Sliding};
use crate::model::{Gear, Pair};
use crate::results::Table;

/// Steps over the height of a tooth.
const THICKNESS_STEPS: usize = 40;

/// Tooth thickness and space over the involute of a wheel; `None` for a rack, whose flanks are straight.
pub(super) fn thickness(gear: &Gear<CylindricalGear>) -> Option<Table> {
    let wheel = gear.geometry.as_wheel()?;
    let [from, to] = [wheel.form_radius, wheel.tip_radius];
    let radii: Vec<f64> = (0..=THICKNESS_STEPS)
        .map(|i| from + (to - from) * i as f64 / THICKNESS_STEPS as f64)
        .collect();
    let of_radii =
        |pick: &dyn Fn(f64) -> f64| -> Vec<f64> { radii.iter().map(|r| pick(*r)).collect() };
    let pitch = |r: f64| 2.0 * std::f64::consts::PI * r / f64::from(wheel.data.teeth);
    let tan_helix = wheel.data.system.helix_angle.tan() / wheel.reference_radius;
    let mut table = Table::new(format!("thickness-{}", gear.name));
    table.push("radius", "m", radii.clone());
    table.push(
        "pressure_angle",
        "rad",
        of_radii(&|r| (wheel.base_radius / r).min(1.0).acos()),
    );
    table.push("tooth_thickness", "m", of_radii(&|r| wheel.thickness_at(r)));
    table.push(
        "normal_tooth_thickness",
        "m",
        of_radii(&|r| wheel.thickness_at(r) * (r * tan_helix).atan().cos()),
    );
    table.push(
        "space_width",
        "m",
        of_radii(&|r| pitch(r) - wheel.thickness_at(r)),
    );
    Some(table)
}

/// Outline of a tooth in the transverse plane, with the name of the part in each row.
pub(super) fn tooth_form(gear: &Gear<CylindricalGear>) -> Table {
    let curves = crate::tooth_form::tooth_form(gear);
    let mut table = Table::new(format!("tooth-form-{}", gear.name));
    let names = curves
        .iter()
        .flat_map(|curve| curve.points.iter().map(|_| curve.part.to_owned()));
    table.row_names = Some(names.collect());
    for (i, axis) in ["x", "y"].into_iter().enumerate() {
        let values = curves
            .iter()
            .flat_map(|curve| &curve.points)
            .map(|point| point[i]);
        table.push(axis, "m", values.collect());
    }
    table
}

/// The points A to E.
pub(super) fn points(pair: &Pair<GearPair>, speed: Option<f64>) -> Table {
    let mesh = &pair.geometry;
    let named = mesh.path.named();
    let mut table = Table::new(format!("points-{}", pair.name));
    table.row_names = Some(named.iter().map(|(name, _)| (*name).to_owned()).collect());
    fill(
        &mut table,
        mesh,
        named.map(|(_, point)| point.distance).to_vec(),
        speed,
    );
    table
}

/// The whole path from A to E in equal steps.
pub(super) fn path(pair: &Pair<GearPair>, speed: Option<f64>) -> Table {
    let mesh = &pair.geometry;
    let mut table = Table::new(format!("path-{}", pair.name));
    fill(&mut table, mesh, along_path::distances(mesh), speed);
    table
}

fn fill(table: &mut Table, mesh: &GearPair, distances: Vec<f64>, speed: Option<f64>) {
    let points: Vec<ContactPoint> = distances
        .iter()
        .map(|distance| mesh.contact_point(*distance))
        .collect();
    let sliding: Vec<Sliding> = distances
        .iter()
        .map(|distance| mesh.sliding(*distance))
        .collect();
    let of_points = |pick: &dyn Fn(&ContactPoint) -> Option<f64>| -> Vec<f64> {
        points
            .iter()
            .map(|point| pick(point).unwrap_or(f64::NAN))
            .collect()
    };
    let of_sliding =
        |pick: &dyn Fn(&Sliding) -> f64| -> Vec<f64> { sliding.iter().map(pick).collect() };
    table.push("distance", "m", distances);
    for (i, wheel) in ["a", "b"].into_iter().enumerate() {
        table.push(
            format!("radius_{wheel}"),
            "m",
            of_points(&|point| point.radius[i]),
        );
        table.push(
            format!("roll_angle_{wheel}"),
            "rad",
            of_points(&|point| point.roll_angle[i]),
        );
        let curvature = of_sliding(&|s| s.curvature[i].unwrap_or(f64::NAN));
        table.push(
            format!("normal_radius_of_curvature_{wheel}"),
            "m",
            curvature,
        );
        table.push(
            format!("specific_sliding_{wheel}"),
            "1",
            of_sliding(&|s| s.specific[i]),
        );
    }
    table.push(
        "relative_radius_of_curvature",
        "m",
        of_sliding(&|s| s.relative_curvature),
    );
    table.push("sliding_factor", "1", of_sliding(&|s| s.sliding_factor));
    if let Some(speed) = speed {
        let line_speed = pitch_line_speed(mesh, speed);
        table.push(
            "sliding_speed",
            "m/s",
            of_sliding(&|s| line_speed * s.sliding_factor),
        );
    }
}
