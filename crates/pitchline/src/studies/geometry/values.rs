//! Values of gears and pairs.

use crate::along_path::pitch_line_speed;
use crate::geometry::{
    CylindricalData, CylindricalGear, GearKind, GearPair, Hand, RackGear, Wheel,
};
use crate::model::{Gear, Material, Pair};
use crate::results::{Group, Object};

/// Everything known of a cylindrical gear.
pub(super) fn gear(gear: &Gear<CylindricalGear>) -> Group {
    let mut group = Group::new(Object::Gear, &gear.name);
    put_data(&mut group, gear.geometry.data());
    match &gear.geometry {
        CylindricalGear::Wheel(wheel) => put_wheel(&mut group, wheel),
        CylindricalGear::Rack(rack) => put_rack(&mut group, rack),
    }
    super::modified::put_flanks(&mut group, gear);
    put_material(&mut group, &gear.material);
    group
}

pub(super) fn put_material(group: &mut Group, material: &Material) {
    group.put("material", material.name.as_str());
    group.put("youngs_modulus", material.youngs_modulus);
    group.put("poisson_ratio", material.poisson_ratio);
    group.put("density", material.density);
}

fn put_data(group: &mut Group, data: &CylindricalData) {
    let system = &data.system;
    let kind = match data.kind {
        GearKind::External => "external",
        GearKind::Internal => "internal",
        GearKind::Rack => "rack",
    };
    let hand = match system.hand {
        _ if !system.is_helical() => "spur",
        Hand::Left => "left",
        Hand::Right => "right",
    };
    group.put("kind", kind);
    group.put("teeth", data.teeth);
    group.put("module", system.module);
    group.put("transverse_module", system.transverse_module());
    group.put("pressure_angle", system.pressure_angle);
    group.put(
        "transverse_pressure_angle",
        system.transverse_pressure_angle(),
    );
    group.put("helix_angle", system.helix_angle);
    group.put("hand", hand);
    group.put("base_helix_angle", system.base_helix_angle());
    group.put("face_width", data.face_width);
    group.put("base_pitch", system.base_pitch());
}

fn put_wheel(group: &mut Group, wheel: &Wheel) {
    let cos_helix = wheel.data.system.helix_angle.cos();
    let iso_sign = if wheel.is_internal() { -1.0 } else { 1.0 };
    group.put("profile_shift", wheel.data.profile_shift);
    group.put("iso_profile_shift", iso_sign * wheel.data.profile_shift);
    group.put("generating_shift", wheel.generating_shift);
    if !wheel.is_internal() {
        group.put("least_shift", wheel.least_shift_without_undercut());
    }
    group.put("tip_alteration", wheel.tip_alteration);
    group.put("reference_diameter", 2.0 * wheel.reference_radius);
    group.put("base_diameter", 2.0 * wheel.base_radius);
    group.put("base_radius", wheel.base_radius);
    group.put("tip_diameter", 2.0 * wheel.tip_radius);
    group.put("root_diameter", 2.0 * wheel.root_radius);
    group.put("form_diameter", 2.0 * wheel.form_radius);
    group.put("is_undercut", wheel.is_undercut());
    group.put("tooth_thickness", wheel.tooth_thickness * cos_helix);
    group.put("transverse_tooth_thickness", wheel.tooth_thickness);
    group.put("tip_thickness", wheel.tip_thickness());
    if let Some(cutter) = wheel.cutter() {
        group.put("cutter_teeth", cutter.teeth);
        group.put("cutter_tip_diameter", 2.0 * cutter.tip_radius);
        group.put("cutter_tip_radius", cutter.rounding);
        group.put("cutter_center_distance", cutter.center_distance);
    }
    if let Some(span) = wheel.span(wheel.data.span_teeth) {
        group.put("span_teeth", span.teeth);
        group.put("span", span.length);
        group.put("is_span_measurable", span.is_measurable);
    }
    if let Some(balls) = wheel.over_balls(wheel.data.ball_diameter) {
        group.put("ball_diameter", balls.ball_diameter);
        group.put("dimension_over_balls", balls.dimension);
        group.put("is_ball_dimension_measurable", balls.is_measurable);
    }
}

fn put_rack(group: &mut Group, rack: &RackGear) {
    let cos_helix = rack.data.system.helix_angle.cos();
    group.put("tip_alteration", rack.tip_alteration);
    group.put("tip_height", rack.tip_height);
    group.put("root_depth", rack.root_depth);
    group.put("form_depth", rack.form_depth);
    group.put("length", rack.length());
    group.put("tooth_thickness", rack.tooth_thickness * cos_helix);
    group.put("transverse_tooth_thickness", rack.tooth_thickness);
    group.put(
        "tip_thickness",
        rack.thickness_at(rack.tip_height) * cos_helix,
    );
}

/// Everything known of a pair; speeds when the study gives one.
pub(super) fn pair(pair: &Pair<GearPair>, speed: Option<f64>) -> Group {
    let mut group = Group::new(Object::Pair, &pair.name);
    let mesh = &pair.geometry;
    put_distances(&mut group, mesh);
    put_path(&mut group, mesh);
    let backlash = &mesh.backlash;
    group.put("backlash_circumferential", backlash.circumferential);
    group.put("backlash_normal", backlash.normal);
    group.put("backlash_line_of_action", backlash.line_of_action);
    group.put_some("backlash_angle_a", backlash.angle[0]);
    group.put_some("backlash_angle_b", backlash.angle[1]);
    group.put("clearance_a", mesh.clearance[0]);
    group.put("clearance_b", mesh.clearance[1]);
    put_sliding(&mut group, mesh, speed);
    group
}

fn put_distances(group: &mut Group, mesh: &GearPair) {
    group.put("center_distance", mesh.center_distance);
    group.put("reference_center_distance", mesh.reference_center_distance);
    group.put_some("nominal_center_distance", mesh.nominal_center_distance);
    group.put_some("tight_center_distance", mesh.tight_center_distance);
    group.put("shift_sum_without_play", mesh.shift_sum_without_play);
    group.put_some("gear_ratio", mesh.ratio);
    group.put("working_pressure_angle", mesh.working_pressure_angle);
    group.put_some(
        "working_pitch_diameter_a",
        mesh.working_radius[0].map(|r| 2.0 * r),
    );
    group.put_some(
        "working_pitch_diameter_b",
        mesh.working_radius[1].map(|r| 2.0 * r),
    );
    group.put("face_width", mesh.face_width);
}

fn put_path(group: &mut Group, mesh: &GearPair) {
    let path = &mesh.path;
    group.put("transverse_contact_ratio", mesh.transverse_contact_ratio);
    group.put("formula_contact_ratio", mesh.formula_contact_ratio);
    group.put("overlap_ratio", mesh.overlap_ratio);
    group.put("total_contact_ratio", mesh.total_contact_ratio());
    group.put_some("path_lengths.T1T2", path.between_tangents);
    for (name, point) in path.named() {
        group.put(&format!("path_points.{name}"), point.distance);
        if name != "A" {
            // From A in the order of contact, negative where a ratio below 1 puts B before A.
            let order = (path.e.distance - path.a.distance).signum();
            group.put(
                &format!("path_lengths.A{name}"),
                order * (point.distance - path.a.distance),
            );
        }
    }
    // Drive by a: contact runs from the root of a (A) to its tip (E), and from the tip of b to its root.
    group.put_some("active_root_diameter_a", path.a.radius[0].map(|r| 2.0 * r));
    group.put_some("active_root_diameter_b", path.e.radius[1].map(|r| 2.0 * r));
    group.put_some("active_tip_diameter_a", path.e.radius[0].map(|r| 2.0 * r));
    group.put_some("active_tip_diameter_b", path.a.radius[1].map(|r| 2.0 * r));
}

fn put_sliding(group: &mut Group, mesh: &GearPair, speed: Option<f64>) {
    let line_speed = speed.map(|speed| pitch_line_speed(mesh, speed));
    group.put_some("pitch_line_speed", line_speed);
    for (name, point) in [("A", &mesh.path.a), ("E", &mesh.path.e)] {
        let sliding = mesh.sliding(point.distance);
        group.put(&format!("sliding_factor.{name}"), sliding.sliding_factor);
        group.put_some(
            &format!("specific_sliding_a.{name}"),
            finite(sliding.specific[0]),
        );
        group.put_some(
            &format!("specific_sliding_b.{name}"),
            finite(sliding.specific[1]),
        );
        group.put_some(
            &format!("sliding_speed.{name}"),
            line_speed.map(|v| v * sliding.sliding_factor),
        );
    }
    let at_pitch_point = mesh.sliding(mesh.path.c.distance);
    group.put_some(
        "relative_curvature.C",
        finite(at_pitch_point.relative_curvature),
    );
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}
