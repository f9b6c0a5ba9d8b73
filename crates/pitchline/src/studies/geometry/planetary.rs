//! Values and tables of planetary sets.

use std::f64::consts::TAU;

use crate::geometry::planetary::{Member, Phasing, SetKind, SpeedRow, speed_table};
use crate::model::Planetary;
use crate::results::{Group, Object, Table};

/// Angles that differ by less are called equal (rad).
const SAME_ANGLE: f64 = 1e-9;

/// Everything known of a set.
pub(super) fn values(set: &Planetary) -> Group {
    let geometry = &set.geometry;
    let train = &geometry.train;
    let mut group = Group::new(Object::Planetary, &set.name);
    group.put("kind", train.kind.name());
    group.put("planets", geometry.planets);
    group.put("center_distance", geometry.center_distance);
    group.put_some("short_center_distance", geometry.short_center_distance);
    group.put("coaxiality_mismatch", geometry.coaxiality_mismatch);
    group.put_some("planet_clearance", geometry.planet_clearance);
    group.put(
        "position_steps",
        u32::try_from(geometry.position_steps).unwrap_or(u32::MAX),
    );
    let angles = &geometry.placement.angles;
    let off = angles.iter().enumerate().map(|(j, angle)| {
        let equal = TAU * j as f64 / f64::from(geometry.planets);
        (angle - equal).abs()
    });
    let off = off.fold(0.0, f64::max);
    group.put("is_equally_spaced", off < SAME_ANGLE);
    group.put(
        "largest_angle_error",
        if off < SAME_ANGLE { 0.0 } else { off },
    );
    if let Some(row) = train.main_speeds().first() {
        group.put("main_ratio", row.ratio);
        group.put("main_ratio_of", row.words().as_str());
        group.put("mesh_frequency_per_turn", row.mesh_frequency);
    }
    let members = ["sun", "sun_2", "ring", "ring_2", "carrier"];
    let place = |member: Member| members.iter().position(|name| *name == member.name());
    for row in speed_table(train) {
        if place(row.input) < place(row.output) {
            let [fixed, input, output] = [row.fixed, row.input, row.output].map(Member::name);
            group.put(
                &format!("ratio.{fixed}_fixed.{input}_to_{output}"),
                row.ratio,
            );
        }
    }
    for (mesh, _) in &geometry.meshes {
        let key = format!("{}_{}", mesh.a.name(), mesh.b.name());
        let phasing = Phasing::of(&geometry.lags(*mesh), angles);
        group.put(&format!("phasing.{key}"), phasing.name());
        group.put(&format!("is_hunting.{key}"), train.is_hunting(*mesh));
    }
    group.put_some("ring_to_sun_lag", geometry.ring_to_sun_lag());
    group
}

/// Speeds for every choice of fixed member, input and output, for one turn of the input.
pub(super) fn speeds(set: &Planetary) -> Table {
    let rows = speed_table(&set.geometry.train);
    let mut table = Table::new(format!("speeds-{}", set.name));
    let words = |pick: &dyn Fn(&SpeedRow) -> Member| -> Vec<String> {
        rows.iter().map(|row| pick(row).name().to_owned()).collect()
    };
    table.words = vec![
        ("fixed", words(&|row| row.fixed)),
        ("input", words(&|row| row.input)),
        ("output", words(&|row| row.output)),
    ];
    let mut push = |name: &str, pick: &dyn Fn(&SpeedRow) -> f64| {
        table.push(name, "1", rows.iter().map(pick).collect());
    };
    push("ratio", &|row| row.ratio);
    push("output_speed", &|row| row.output_speed);
    push("carrier_speed", &|row| row.carrier_speed);
    push("planet_speed", &|row| row.planet_speed);
    push("mesh_frequency", &|row| row.mesh_frequency);
    table
}

/// Where each planet stands, how far it is turned, and when its meshes come.
pub(super) fn planets(set: &Planetary) -> Table {
    let geometry = &set.geometry;
    let mut table = Table::new(format!("planets-{}", set.name));
    let numbers = 0..geometry.planets as usize;
    table.push(
        "planet",
        "1",
        numbers.clone().map(|j| j as f64 + 1.0).collect(),
    );
    table.push("angle", "rad", geometry.placement.angles.clone());
    let parts = geometry.train.parts();
    for part in parts.iter().filter(|part| part.is_planet()) {
        // Short planets are single wheels, whose teeth are all alike; rims of one body are turned together.
        let period = if geometry.train.kind == SetKind::Ravigneaux {
            TAU / f64::from(geometry.train.teeth(*part))
        } else {
            geometry.train.planet_period()
        };
        let turns = numbers
            .clone()
            .map(|j| geometry.placement.turn(*part, j).rem_euclid(period));
        table.push(format!("turn_{}", part.name()), "rad", turns.collect());
    }
    for (mesh, _) in &geometry.meshes {
        let name = format!("lag_{}_{}", mesh.a.name(), mesh.b.name());
        table.push(name, "1", geometry.lags(*mesh));
    }
    table
}
