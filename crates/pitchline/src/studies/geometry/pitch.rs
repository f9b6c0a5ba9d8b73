//! Values and tables of gears and pairs that are known by their pitch surfaces.

use super::values::put_material;
use crate::geometry::{Hand, MeshForce, PitchGear, Vector, WormSize};
use crate::model::{Gear, MeshKind, Pair, PitchData, PitchMesh};
use crate::results::{Group, Object, Table};

/// Everything known of a gear before it has a mate.
pub(super) fn gear(gear: &Gear<PitchData>) -> Group {
    let mut group = Group::new(Object::Gear, &gear.name);
    let data = &gear.geometry;
    group.put("kind", data.kind.name());
    group.put("teeth", data.teeth);
    group.put("module", data.module);
    group.put("pressure_angle", data.pressure_angle);
    group.put_some("spiral_angle", data.spiral_angle);
    if let Some(hand) = data.hand {
        group.put("hand", word(hand));
    }
    group.put("face_width", data.face_width);
    if let Some(size) = data.worm_size {
        let lead = f64::from(data.teeth) * data.module;
        let (angle, diameter) = match size {
            WormSize::LeadAngle(angle) => (angle, lead / angle.tan()),
            WormSize::Diameter(diameter) => ((lead / diameter).atan(), diameter),
        };
        group.put("lead_angle", angle);
        group.put("reference_diameter", diameter);
    }
    put_material(&mut group, &gear.material);
    group
}

fn word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

/// Everything known of a pair; slip as a speed when the study gives one.
pub(super) fn pair(pair: &Pair<PitchMesh>, speed: Option<f64>) -> Group {
    let mut group = Group::new(Object::Pair, &pair.name);
    let mesh = &pair.geometry;
    let contact = &mesh.contact;
    group.put("gear_ratio", -1.0 / contact.speed_ratio());
    group.put("shaft_angle", contact.shaft_angle());
    match mesh.kind {
        MeshKind::Worm | MeshKind::Crossed => {
            group.put("center_distance", contact.offset().abs());
        }
        MeshKind::Bevel => {}
        MeshKind::Hypoid => {
            group.put("offset", contact.offset());
            group.put("offset_angle", contact.offset_angle().abs());
        }
    }
    group.put("normal_module", contact.a.normal_module());
    group.put_some("wheel_profile_shift", mesh.wheel_shift);
    if mesh.kind == MeshKind::Crossed {
        group.put("normal_pressure_angle", contact.pressure_angle);
    }
    let mountings = contact.mounting_distances();
    let apexes = contact.apexes_beyond_crossing();
    for (i, (gear, letter)) in [(&contact.a, "a"), (&contact.b, "b")]
        .into_iter()
        .enumerate()
    {
        put_gear(&mut group, gear, letter);
        let key = |stem: &str| format!("{stem}_{letter}");
        group.put_some(&key("outer_pitch_diameter"), mesh.outer_diameter[i]);
        if !gear.is_cylinder() {
            group.put_some(&key("mounting_distance"), mountings.map(|found| found[i]));
            group.put_some(&key("apex_beyond_crossing"), apexes.map(|found| found[i]));
        }
    }
    put_mismatch(&mut group, mesh);
    put_forces(&mut group, mesh);
    let pitch_speed = contact.a.radius;
    group.put("slip_factor", clean(contact.slip(1.0) / pitch_speed, 1.0));
    group.put_some(
        "slip_speed",
        speed.map(|speed| clean(contact.slip(speed), (speed * pitch_speed).abs())),
    );
    group
}

fn put_gear(group: &mut Group, gear: &PitchGear, letter: &str) {
    let key = |stem: &str| format!("{stem}_{letter}");
    group.put(&key("pitch_diameter"), 2.0 * gear.radius);
    if gear.is_cylinder() {
        group.put(&key("helix_angle"), gear.helix_angle.abs());
    } else {
        group.put(&key("cone_angle"), gear.cone_angle);
        group.put(&key("cone_distance"), gear.cone_distance());
        group.put(&key("spiral_angle"), gear.helix_angle.abs());
    }
    group.put(&key("signed_helix_angle"), gear.helix_angle);
}

/// What the places of the gears lack; less than rounding of the sizes is nothing.
fn put_mismatch(group: &mut Group, mesh: &PitchMesh) {
    let Some(found) = mesh.mismatch() else {
        return;
    };
    let sizes = mesh.contact.a.radius.max(mesh.contact.b.radius);
    group.put("mesh_mismatch", clean(found.distance(), sizes));
    group.put(
        "mesh_mismatch_along_axis_a",
        clean(found.along_axis_a, sizes),
    );
    group.put("mesh_mismatch_apart", clean(found.apart, sizes));
    group.put("mesh_mismatch_axis_angle", clean(found.axis_angle, 1.0));
}

/// A component that is no more than rounding against the size of what it belongs to is zero: under 1e-12 of it, some
/// thousand times the spacing of the numbers.
fn clean(component: f64, size: f64) -> f64 {
    if component.abs() < 1e-12 * size {
        0.0
    } else {
        component
    }
}

fn clean_vector(vector: Vector) -> Vector {
    let size = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.map(|x| clean(x, size))
}

/// Tangential, radial and axial part.
fn parts(force: MeshForce) -> [f64; 3] {
    clean_vector([force.tangential, force.radial, force.axial])
}

/// Forces of a torque of 1 N m on a, in both senses.
fn put_forces(group: &mut Group, mesh: &PitchMesh) {
    for (sense, torque) in [("positive", 1.0), ("negative", -1.0)] {
        let forces = mesh.contact.forces(torque);
        for (letter, force) in [("a", forces.on_a), ("b", forces.on_b)] {
            for (what, part) in ["tangential", "radial", "axial"]
                .into_iter()
                .zip(parts(force))
            {
                group.put(&format!("{what}_force_{letter}.{sense}"), part);
            }
        }
    }
}

/// Points in the frame of the pair: origin in the centre of a, +z its axis, +x to the contact point.
pub(super) fn points(pair: &Pair<PitchMesh>) -> Table {
    let contact = &pair.geometry.contact;
    let mut rows = vec![
        ("center_a", [0.0; 3]),
        ("contact_point", contact.contact_point()),
        ("center_b", contact.center_b()),
    ];
    let [apex_a, apex_b] = contact.apexes();
    rows.extend(apex_a.map(|apex| ("apex_a", apex)));
    rows.extend(apex_b.map(|apex| ("apex_b", apex)));
    vectors(format!("points-{}", pair.name), "m", &rows)
}

/// Directions in the frame of the pair, unit vectors.
pub(super) fn frames(pair: &Pair<PitchMesh>) -> Table {
    let contact = &pair.geometry.contact;
    let [a, b, tooth] = [contact.frame_a(), contact.frame_b(), contact.tooth_frame()];
    let rows = [
        ("axis_a", a[0]),
        ("towards_contact_a", a[1]),
        ("turning_a", a[2]),
        ("axis_b", b[0]),
        ("towards_contact_b", b[1]),
        ("turning_b", b[2]),
        ("along_tooth", tooth[0]),
        ("from_a_to_b", tooth[1]),
        ("across_tooth", tooth[2]),
    ];
    vectors(format!("frames-{}", pair.name), "1", &rows)
}

fn vectors(name: String, unit: &'static str, rows: &[(&str, Vector)]) -> Table {
    let mut table = Table::new(name);
    table.row_names = Some(rows.iter().map(|(name, _)| (*name).to_owned()).collect());
    let rows: Vec<Vector> = rows.iter().map(|(_, row)| clean_vector(*row)).collect();
    for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
        table.push(axis, unit, rows.iter().map(|row| row[i]).collect());
    }
    table
}

/// Forces of a torque of 1 N m on a in both senses.
pub(super) fn forces(pair: &Pair<PitchMesh>) -> Table {
    let contact = &pair.geometry.contact;
    let mut names = Vec::new();
    let mut columns = [Vec::new(), Vec::new(), Vec::new()];
    for (sense, torque) in [("positive", 1.0), ("negative", -1.0)] {
        let forces = contact.forces(torque);
        for (letter, force) in [("a", forces.on_a), ("b", forces.on_b)] {
            names.push(format!("on {letter}, torque on a {sense}"));
            for (column, part) in columns.iter_mut().zip(parts(force)) {
                column.push(part);
            }
        }
    }
    let mut table = Table::new(format!("forces-{}", pair.name));
    table.row_names = Some(names);
    for (name, column) in ["tangential", "radial", "axial"].into_iter().zip(columns) {
        table.push(name, "1/m", column);
    }
    table
}
