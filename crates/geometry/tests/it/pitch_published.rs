//! Pitch geometry against published numbers: `validation/pitch-geometry`.

use pitchline_geometry::{
    BevelData, CrossedData, Error, Hand, HypoidData, Spiral, ToothSystem, WormData, WormSize,
};

use crate::sample::MM;
use crate::table::Table;

/// The samples of ISO 23509: what the standard finds by four methods is found from its shafts, one spiral angle and
/// the place of the wheel's apex.
#[test]
fn iso_23509_samples() {
    let table = Table::new(include_str!(
        "../../../../validation/pitch-geometry/iso23509_samples.csv"
    ));
    for row in table.rows() {
        let spiral = match row.text("given") {
            "pinion" => Spiral::Pinion(row.number("beta1_deg").to_radians()),
            _ => Spiral::Wheel(row.number("beta2_deg").to_radians()),
        };
        let data = HypoidData {
            pinion_teeth: row.number("z1") as u32,
            wheel_teeth: row.number("z2") as u32,
            shaft_angle: 90f64.to_radians(),
            offset: row.number("offset_mm") * MM,
            wheel_outer_diameter: row.number("de2_mm") * MM,
            wheel_face_width: row.number("b2_mm") * MM,
            spiral,
            pinion_hand: Hand::Left,
            apex_beyond_crossing: row.number("tz2_mm") * MM,
            pressure_angle: 20f64.to_radians(),
        };
        let pair = data.build().unwrap();
        // Inputs with three decimals, and iterations of the standard that end at 1 % of their limits.
        let digits = match row.text("sample").split_once(' ') {
            Some(("3", _)) => 25.0,
            Some(("4", _)) => 6.0,
            _ => 2.5,
        };
        let check = |column: &str, value: f64| row.check_within(column, value, digits);
        check("beta1_deg", pair.a.helix_angle.abs().to_degrees());
        check("beta2_deg", pair.b.helix_angle.abs().to_degrees());
        check("delta1_deg", pair.a.cone_angle.to_degrees());
        check("delta2_deg", pair.b.cone_angle.to_degrees());
        check("Rm1_mm", pair.a.cone_distance() / MM);
        check("Rm2_mm", pair.b.cone_distance() / MM);
        check("dm1_mm", 2.0 * pair.a.radius / MM);
        check("dm2_mm", 2.0 * pair.b.radius / MM);
        check("zeta_mp_deg", pair.offset_angle().abs().to_degrees());
        check("m_mn_mm", pair.a.normal_module() / MM);
        let [from_1, from_2] = pair.mounting_distances().unwrap();
        check("tzm1_mm", from_1 / MM);
        check("tzm2_mm", from_2 / MM);
        check("tz1_mm", pair.apexes_beyond_crossing().unwrap()[0] / MM);
    }
}

#[test]
fn bevel_calculator() {
    let table = Table::new(include_str!(
        "../../../../validation/pitch-geometry/bevel.csv"
    ));
    for row in table.rows() {
        let data = BevelData {
            teeth: [row.number("z1") as u32, row.number("z2") as u32],
            module: row.number("m_mm") * MM,
            shaft_angle: row.number("sigma_deg").to_radians(),
            spiral_angle: 0.0,
            hands: [Hand::Left, Hand::Right],
            face_width: row.number("b_mm") * MM,
            pressure_angle: 20f64.to_radians(),
        };
        let pair = data.build().unwrap();
        let [d1, d2] = data.outer_diameters();
        row.check("d1_mm", d1 / MM);
        row.check("d2_mm", d2 / MM);
        row.check("delta1_deg", pair.a.cone_angle.to_degrees());
        row.check("delta2_deg", pair.b.cone_angle.to_degrees());
        row.check(
            "Re_mm",
            pair.a.cone_distance() / MM + 0.5 * row.number("b_mm"),
        );
    }
}

#[test]
fn worm_calculator() {
    let table = Table::new(include_str!(
        "../../../../validation/pitch-geometry/worm.csv"
    ));
    for row in table.rows() {
        let data = WormData {
            starts: row.number("starts") as u32,
            wheel_teeth: row.number("z2") as u32,
            axial_module: row.number("mx_mm") * MM,
            size: WormSize::Diameter(row.number("d1_mm") * MM),
            hand: Hand::Right,
            shaft_angle: 90f64.to_radians(),
            center_distance: None,
            pressure_angle: 20f64.to_radians(),
        };
        let found = data.build().unwrap();
        // Degrees by 3.1416 instead of π: 2.3e-6 of the angle.
        row.check_within("lead_angle_deg", found.lead_angle.to_degrees(), 18.0);
        row.check("m_n_mm", found.pitch.a.normal_module() / MM);
        row.check("d2_mm", 2.0 * found.pitch.b.radius / MM);
        row.check("a_mm", found.pitch.offset().abs() / MM);
    }
}

/// Screw gears with profile shift. The source finds the working angle from virtual spur gears and divides the centre
/// distance in the ratio of the reference diameters; ours rolls exactly. What does not depend on that agrees in all digits.
#[test]
fn screw_gears_with_shift() {
    let table = Table::new(include_str!(
        "../../../../validation/pitch-geometry/crossed.csv"
    ));
    for row in table.rows() {
        let system = |key: &str| ToothSystem {
            module: row.number("m_n_mm") * MM,
            pressure_angle: row.number("alpha_n_deg").to_radians(),
            helix_angle: row.number(key).to_radians(),
            hand: Hand::Right,
        };
        let shifted = CrossedData {
            teeth: [row.number("z1") as u32, row.number("z2") as u32],
            systems: [system("beta1_deg"), system("beta2_deg")],
            profile_shifts: [row.number("x1"), row.number("x2")],
            shaft_angle: row.number("sigma_deg").to_radians(),
            center_distance: None,
        };
        let plain = CrossedData {
            profile_shifts: [0.0; 2],
            shaft_angle: shifted.systems.iter().map(|s| s.helix_angle).sum(),
            ..shifted
        };
        let plain = plain.build().unwrap();
        row.check("d1_mm", 2.0 * plain.a.radius / MM);
        row.check("d2_mm", 2.0 * plain.b.radius / MM);
        let Err(Error::WrongShaftAngle { needed, .. }) = shifted.build() else {
            panic!("the source's shaft angle is an approximation");
        };
        let pair = CrossedData {
            shaft_angle: needed,
            ..shifted
        };
        let pair = pair.build().unwrap();
        let close = |column: &str, value: f64, reach: f64| {
            let printed = row.number(column);
            assert!(
                (value - printed).abs() < reach,
                "{column}: {value} {printed}"
            );
        };
        // What the source's rule costs: its two cylinders have normal modules that differ by 0.34 % (from its own
        // printed diameters and helix angles), so no cylinder is known better than half of that.
        let module = |i: u32| {
            row.number(&format!("dw{i}_mm"))
                * row.number(&format!("beta_w{i}_deg")).to_radians().cos()
                / row.number(&format!("z{i}"))
        };
        let doubt = 0.5 * (module(1) / module(2) - 1.0).abs();
        assert!(doubt < 2e-3);
        for i in [1, 2] {
            let gear = [pair.a, pair.b][i as usize - 1];
            let diameter = row.number(&format!("dw{i}_mm"));
            close(
                &format!("dw{i}_mm"),
                2.0 * gear.radius / MM,
                2.0 * doubt * diameter,
            );
            // tan β_w grows with the diameter.
            let angle = row.number(&format!("beta_w{i}_deg")).to_radians();
            let reach = (2.0 * doubt * angle.sin() * angle.cos()).to_degrees();
            close(
                &format!("beta_w{i}_deg"),
                gear.helix_angle.abs().to_degrees(),
                reach,
            );
        }
        // Σ is the sum of the helix angles; cos α_wn goes with the normal module, whose doubt is that of a cylinder.
        let slopes: f64 = ["beta_w1_deg", "beta_w2_deg"]
            .map(|key| (2.0 * row.number(key).to_radians()).sin())
            .iter()
            .sum();
        close(
            "sigma_deg",
            needed.to_degrees(),
            (doubt * slopes).to_degrees(),
        );
        let slope = row.number("alpha_wn_deg").to_radians().tan();
        close(
            "alpha_wn_deg",
            pair.pressure_angle.to_degrees(),
            (2.0 * doubt / slope).to_degrees(),
        );
        // How the distance is divided does not matter to it; a micrometre is finer than any housing is bored.
        close("a_mm", pair.offset().abs() / MM, 1e-3);
    }
}

/// Spiral gears without shift, from the printed helix angles: the diameters that the source starts from come back within
/// what half a printed digit of the angles moves them, and the thrusts round to the printed ones.
#[test]
fn spiral_gears_of_a_textbook() {
    let table = Table::new(include_str!(
        "../../../../validation/pitch-geometry/spiral_gears.csv"
    ));
    for row in table.rows() {
        let [beta_1, beta_2] = ["beta1_deg", "beta2_deg"].map(|key| row.number(key).to_radians());
        // No normal module is printed: that of the faster gear. Thrusts do not depend on the pressure angle.
        let module = row.number("d2_mm") * MM * beta_2.cos() / row.number("z2");
        let system = |helix_angle: f64| ToothSystem {
            module,
            pressure_angle: 20f64.to_radians(),
            helix_angle,
            hand: Hand::Right,
        };
        let data = CrossedData {
            teeth: [row.number("z1") as u32, row.number("z2") as u32],
            systems: [system(beta_1), system(beta_2)],
            profile_shifts: [0.0; 2],
            shaft_angle: row.number("sigma_deg").to_radians(),
            center_distance: None,
        };
        let pair = data.build().unwrap();
        // d1 = z1 m / cos β1 with m ~ cos β2, Σ kept: half a digit more of β1 is half a digit less of β2.
        let half_digit = 0.005_f64.to_radians();
        let reach = row.number("d1_mm") * half_digit * (beta_1.tan() + beta_2.tan());
        let d1 = 2.0 * pair.a.radius / MM;
        assert!((d1 - row.number("d1_mm")).abs() < reach, "{d1}");
        let a = pair.offset().abs() / MM;
        assert!((a - row.number("a_mm")).abs() < 0.5 * reach, "{a}");
        let ratio = row.number("z1") / row.number("z2");
        let forces = pair.forces(row.number("torque2_nm") * ratio);
        assert!((pair.torque_on_b(ratio).abs() - 1.0).abs() < 1e-12);
        row.check("axial1_n", forces.on_a.axial.abs());
        row.check("axial2_n", forces.on_b.axial.abs());
    }
}
