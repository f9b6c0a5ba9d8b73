//! Numbers printed elsewhere. The tables and what is to be said about them: validation/cylindrical-gears/README.md.
//!
//! A number agrees when it rounds to the printed digits; every wider tolerance has its cause beside it.

use pitchline_geometry::{
    BasicRack, CutterData, CylindricalData, CylindricalGear, Finding, GearKind, GearPair, Hand,
    PairData, Severity, Tip, ToothSystem, Wheel,
};

use crate::sample::{MM, assert_printed, build, data, external, pair};
use crate::table::{Row, Table};

macro_rules! table {
    ($name:literal) => {
        Table::new(include_str!(concat!(
            "../../../../validation/cylindrical-gears/",
            $name
        )))
    };
}

fn gear(kind: GearKind, teeth: f64, system: [f64; 3], shift: f64) -> CylindricalData {
    let [module, alpha, beta] = system;
    CylindricalData {
        system: ToothSystem {
            module: module * MM,
            pressure_angle: alpha.to_radians(),
            helix_angle: beta.to_radians(),
            hand: Hand::Right,
        },
        profile_shift: shift,
        ..data(kind, teeth as u32)
    }
}

/// The second gear of an external pair turns the other way round.
fn mirrored(mut gear: CylindricalData) -> CylindricalData {
    gear.system.hand = !gear.system.hand;
    gear
}

fn wheel(gear: &CylindricalGear) -> &Wheel {
    gear.as_wheel().unwrap()
}

#[test]
fn spur_50_50() {
    // [bruzzone]: base radius 70.475 mm and contact ratio 1.75 in the text; 70.47695 and 1.75467 recomputed.
    let pair = pair(external(50), external(50), None);
    assert_printed(pair.transverse_contact_ratio, 1.75, 2);
    assert_printed(pair.a.as_wheel().unwrap().base_radius * 3.0, 70.477, 3);
}

#[test]
fn liu_13_97_interferes() {
    // [liu]: 1.6458 printed for the unshifted pair, which is a formula value.
    let refused = GearPair::build(
        build(external(13)),
        build(external(97)),
        PairData::default(),
    )
    .unwrap();
    let finding = refused
        .findings
        .iter()
        .find(|f| matches!(f, Finding::Interference { .. }))
        .unwrap();
    assert_eq!(finding.severity(), Severity::Error);
    assert_printed(refused.formula_contact_ratio, 1.6458, 4);
    let mut a = external(13);
    let mut b = external(97);
    a.profile_shift = 0.25;
    b.profile_shift = -0.25;
    let shifted = pair(a, b, None);
    assert_printed(shifted.center_distance, 55.0, 9);
    assert_printed(shifted.transverse_contact_ratio, 1.567, 3);
    assert!(shifted.findings.is_empty(), "{:?}", shifted.findings);
}

/// Pairs of [liu], [cardona], [linden], [bruzzone] and [virlez], recomputed by another program from their printed data.
#[test]
fn pairs_of_the_papers() {
    let table = table!("source_pairs.csv");
    for row in table.rows() {
        let [a, b] = [("z1", "ra1_mm"), ("z2", "ra2_mm")].map(|(z, tip)| {
            let mut data = gear(
                GearKind::External,
                row.number(z),
                [row.number("m_mm"), 20.0, 0.0],
                0.0,
            );
            data.tip = Tip::Diameter(2.0 * row.number(tip) * MM);
            data
        });
        let pair = pair(a, b, Some(row.number("a_mm") * MM));
        row.check("alpha_w_deg", pair.working_pressure_angle.to_degrees());
        row.check("rb1_mm", wheel(&pair.a).base_radius / MM);
        row.check("rb2_mm", wheel(&pair.b).base_radius / MM);
        let base_pitch = pair.a.data().system.base_pitch() / MM;
        row.check("base_pitch_mm", base_pitch);
        row.check(
            "path_of_contact_mm",
            pair.formula_contact_ratio * base_pitch,
        );
        row.check("contact_ratio", pair.formula_contact_ratio);
    }
}

/// [bolsover], and a spreadsheet with ten digits.
#[test]
fn shifted_external_pairs() {
    let table = table!("shifted_pairs.csv");
    for row in table.rows() {
        let system = ["m_mm", "alpha_deg", "beta_deg"].map(|name| row.number(name));
        let sum = row.number("sum_x");
        let x_1 = row.number("x1");
        let x_2 = row.get("x2").unwrap_or(sum - x_1);
        let [mut a, mut b] = [("z1", x_1, "da1_mm"), ("z2", x_2, "da2_mm")].map(|(z, x, tip)| {
            let mut data = gear(GearKind::External, row.number(z), system, x);
            data.face_width = row.get("b_mm").unwrap_or(10.0) * MM;
            if let Some(d) = row.get(tip) {
                data.tip = Tip::Diameter(d * MM);
            }
            data
        });
        b = mirrored(b);
        let pair_at = |a, b| pair(a, b, Some(row.number("a_mm") * MM));
        let mesh = pair_at(a, b);
        row.check(
            "alpha_t_deg",
            a.system.transverse_pressure_angle().to_degrees(),
        );
        row.check("alpha_wt_deg", mesh.working_pressure_angle.to_degrees());
        row.check("a_ref_mm", mesh.reference_center_distance / MM);
        row.check("sum_x", mesh.shift_sum_without_play);
        row.check("eps_alpha", mesh.transverse_contact_ratio);
        row.check("eps_beta", mesh.overlap_ratio);
        let columns = [
            ["d1_mm", "db1_mm", "dw1_mm", "df1_mm"],
            ["d2_mm", "db2_mm", "dw2_mm", "df2_mm"],
        ];
        for (i, [d, db, dw, df]) in columns.into_iter().enumerate() {
            let wheel = wheel([&mesh.a, &mesh.b][i]);
            row.check(d, 2.0 * wheel.reference_radius / MM);
            row.check(db, 2.0 * wheel.base_radius / MM);
            row.check(dw, 2.0 * mesh.working_radius[i].unwrap() / MM);
            row.check(df, 2.0 * wheel.root_radius / MM);
        }
        // The tips are shortened so that the clearance of the basic rack remains: k = y − Σx.
        if row.get("ha1_mm").is_some() {
            let k = (mesh.center_distance - mesh.reference_center_distance) / a.system.module
                - x_1
                - x_2;
            (a.tip, b.tip) = (Tip::Alteration(k), Tip::Alteration(k));
            let mesh = pair_at(a, b);
            for (gear, da, ha) in [(&mesh.a, "da1_mm", "ha1_mm"), (&mesh.b, "da2_mm", "ha2_mm")] {
                row.check(da, 2.0 * wheel(gear).tip_radius / MM);
                row.check(
                    ha,
                    (wheel(gear).tip_radius - wheel(gear).reference_radius) / MM,
                );
            }
        }
    }
}

/// [gearpie]: path of contact and specific sliding.
#[test]
fn gearpie() {
    for table in [table!("gearpie.csv"), table!("gearpie_cases.csv")] {
        for row in table.rows() {
            let has = |name: &str| table.has(name);
            let module = row.number(if has("mn_mm") { "mn_mm" } else { "m_mm" });
            let system = [module, 20.0, row.number("beta_deg")];
            let [a, b] = [("z1", "x1", "ra1_mm"), ("z2", "x2", "ra2_mm")].map(|(z, x, tip)| {
                let mut data = gear(GearKind::External, row.number(z), system, row.number(x));
                data.tip = Tip::Diameter(2.0 * row.number(tip) * MM);
                data
            });
            let mesh = pair(a, mirrored(b), Some(row.number("a_mm") * MM));
            // Its shifts make no play at its distance, so its root radii follow from them.
            row.check("rf1_mm", wheel(&mesh.a).root_radius / MM);
            row.check("rf2_mm", wheel(&mesh.b).root_radius / MM);
            row.check("eps_alpha", mesh.formula_contact_ratio);
            row.check("T1T2_mm", mesh.path.between_tangents.unwrap() / MM);
            if mesh
                .findings
                .iter()
                .any(|finding| finding.code() == "interference")
            {
                // H951: tips reach below the generated flanks, which the report does not look at.
                assert_eq!(
                    row.text(if has("example") { "example" } else { "gear" }),
                    "H951"
                );
                assert!(mesh.transverse_contact_ratio < mesh.formula_contact_ratio);
                continue;
            }
            // The tip radii have three decimals; at the flat end of the flank half of one moves A by 0.006 mm.
            let from_a = |distance: f64| (distance - mesh.path.a.distance) / MM;
            row.check_within("AB_mm", from_a(mesh.path.b.distance), 0.4);
            row.check_within("AC_mm", from_a(mesh.path.c.distance), 0.4);
            row.check_within("AD_mm", from_a(mesh.path.d.distance), 0.4);
            row.check_within("AE_mm", from_a(mesh.path.e.distance), 0.4);
            if has("rw1_mm") {
                row.check("rw1_mm", mesh.working_radius[0].unwrap() / MM);
                row.check("p_bt_mm", mesh.a.data().system.base_pitch() / MM);
                let at = |distance: f64, i: usize| mesh.sliding(distance).specific[i].abs();
                let [start, end] = [mesh.path.a.distance, mesh.path.e.distance];
                row.check("max_spec_sliding_1_abs", at(start, 0).max(at(end, 0)));
                row.check("max_spec_sliding_2_abs", at(start, 1).max(at(end, 1)));
            }
            if has("rb1_mm") {
                row.check("rb1_mm", wheel(&mesh.a).base_radius / MM);
            }
        }
    }
}

/// Data of one gear of the three stages; the ring's shift in our sign.
fn stage_gear(row: Row, shift: f64, allowance: f64) -> CylindricalData {
    let teeth = row.number("z");
    let kind = if teeth < 0.0 {
        GearKind::Internal
    } else {
        GearKind::External
    };
    let system = ["mn_mm", "alpha_n_deg", "beta_deg"].map(|name| row.number(name));
    CylindricalData {
        face_width: row.number("b_mm") * MM,
        rack: BasicRack {
            addendum: row.number("haP_star"),
            dedendum: row.number("hfP_star"),
            root_radius: row.number("rhofP_star"),
        },
        tip: Tip::Alteration(row.number("k_mn_mm") / system[0]),
        thickness_allowance: allowance * MM,
        cutter: CutterData {
            teeth: row.get("z0_shaper").map(|z| z as u32),
            profile_shift: row.get("x0_shaper"),
            ..CutterData::default()
        },
        ..gear(kind, teeth.abs(), system, shift)
    }
}

/// Sum of the shifts (ring minus pinion) that has no play at the distance of the stage.
fn shift_sum(a: CylindricalData, b: CylindricalData, row: Row) -> f64 {
    pair(a, b, Some(row.number("a_mm") * MM)).shift_sum_without_play
}

/// The gears of a stage, without allowance; only the first shift is printed exactly.
fn stage<'t>(inputs: &'t Table, number: &str) -> Vec<(CylindricalData, Row<'t>)> {
    let rows: Vec<_> = inputs
        .rows()
        .filter(|row| row.text("stage") == number)
        .collect();
    let is_helical = rows[0].number("beta_deg") > 0.0;
    let mut gears: Vec<_> = rows
        .iter()
        .map(|row| stage_gear(*row, row.number("x").abs(), 0.0))
        .collect();
    if is_helical {
        gears[1] = mirrored(gears[1]);
    }
    let sum = shift_sum(gears[0], gears[1], rows[0]);
    gears[1].profile_shift = sum - gears[0].profile_shift;
    if let Some(ring) = gears.get(2).copied() {
        gears[2].profile_shift = gears[1].profile_shift + shift_sum(gears[1], ring, rows[2]);
        rows[2].check("x", -gears[2].profile_shift);
    }
    rows[1].check("x", gears[1].profile_shift);
    gears.into_iter().zip(rows).collect()
}

/// The shifts of planet and ring follow from rounded ones: some results are off by a little more than half a digit.
const COUPLED: f64 = 0.13;

/// [kisssoft-drivetrain]: two planetary stages and a helical one, with allowances, rings cut by pinion cutters.
#[test]
fn kisssoft_gears() {
    let inputs = table!("kisssoft_inputs.csv");
    let results = table!("kisssoft_gears.csv");
    for number in ["1", "2", "3"] {
        for (data, input) in stage(&inputs, number) {
            let row = results.find(&[number, input.text("gear")]);
            let gear = Wheel::build(data).unwrap();
            let sign = if gear.is_internal() { -1.0 } else { 1.0 };
            row.check_within("d_mm", 2.0 * gear.reference_radius / MM, COUPLED);
            row.check_within("db_mm", 2.0 * gear.base_radius / MM, COUPLED);
            row.check_within("da_mm", 2.0 * gear.tip_radius / MM, COUPLED);
            row.check_within("df_mm", 2.0 * gear.root_radius / MM, COUPLED);
            row.check_within("dFf_mm", 2.0 * gear.form_radius / MM, COUPLED);
            row.check_within(
                "sn_mm",
                gear.tooth_thickness * data.system.helix_angle.cos() / MM,
                COUPLED,
            );
            row.check_within("san_mm", gear.tip_thickness() / MM, COUPLED);
            let teeth = row.number("k_span") as u32;
            let k = Some(teeth);
            let ball = Some(row.number("DM_eff_mm") * MM);
            row.check_within(
                "Wk_mm",
                gear.span(k).unwrap_or_else(|| panic!("span")).length / MM,
                COUPLED,
            );
            // The program chooses the span in the same way.
            assert_eq!(gear.span(None).unwrap().teeth, teeth, "stage {number}");
            row.check_within(
                "MdK_mm",
                gear.over_balls(ball).unwrap().dimension / MM,
                COUPLED,
            );

            // The ring's cutter stays the same for every allowance.
            let mut thinned = data;
            thinned.cutter.addendum = gear.cutter().map(|cutter| {
                let reference = 0.5 * f64::from(cutter.teeth) * data.system.transverse_module();
                (cutter.tip_radius - reference) / data.system.module
            });
            let columns = [
                [
                    "As_e_mm", "df_e_mm", "xE_e", "dFf_e_mm", "Wk_e_mm", "MdK_e_mm", "MrK_e_mm",
                ],
                [
                    "As_i_mm", "df_i_mm", "xE_i", "dFf_i_mm", "Wk_i_mm", "MdK_i_mm", "MrK_i_mm",
                ],
            ];
            for [allowance, df, x_e, form, span, balls, radial] in columns {
                thinned.thickness_allowance = input.number(allowance) * MM;
                let by_cutter = Wheel::build(thinned).unwrap();
                row.check_within(form, 2.0 * by_cutter.form_radius / MM, COUPLED);
                // The printed root of the ring is that of a rack, as ours when the cutter is free.
                let gear = Wheel::build(CylindricalData {
                    cutter: data.cutter,
                    ..thinned
                })
                .unwrap();
                row.check_within(df, 2.0 * gear.root_radius / MM, COUPLED);
                row.check_within(x_e, sign * gear.generating_shift, COUPLED);
                row.check_within(span, gear.span(k).unwrap().length / MM, COUPLED);
                let over = gear.over_balls(ball).unwrap();
                row.check_within(balls, over.dimension / MM, COUPLED);
                row.check_within(
                    radial,
                    0.5 * (over.center_diameter + sign * over.ball_diameter) / MM,
                    COUPLED,
                );
            }
        }
    }
}

/// Mesh of two gears of a stage; `a` drives.
fn stage_mesh(driver: CylindricalData, driven: CylindricalData, distance: f64) -> GearPair {
    pair(driver, driven, Some(distance))
}

#[test]
fn kisssoft_meshes() {
    let inputs = table!("kisssoft_inputs.csv");
    let meshes = table!("kisssoft_meshes.csv");
    let details = table!("kisssoft_gear_in_mesh.csv");
    // Driver first: the ring drives the planet and the planet the sun.
    let cases = [
        ("1", "sun-planet", 1, 0),
        ("1", "planet-ring", 2, 1),
        ("2", "sun-planet", 1, 0),
        ("2", "planet-ring", 2, 1),
        ("3", "pinion-wheel", 0, 1),
    ];
    for (number, name, i_driver, i_driven) in cases {
        let gears = stage(&inputs, number);
        let [(driver, row_a), (driven, row_b)] = [gears[i_driver], gears[i_driven]];
        let distance = row_a.number("a_mm") * MM;
        let mesh = stage_mesh(driver, driven, distance);
        let system = driver.system;
        let row = meshes.find(&[number, name]);
        let sign = if mesh.is_internal() { -1.0 } else { 1.0 };
        row.check_within("a_ref_mm", mesh.reference_center_distance / MM, COUPLED);
        row.check_within("sum_x", sign * mesh.shift_sum_without_play, COUPLED);
        row.check_within(
            "alpha_t_deg",
            system.transverse_pressure_angle().to_degrees(),
            COUPLED,
        );
        row.check_within(
            "alpha_wt_deg",
            mesh.working_pressure_angle.to_degrees(),
            COUPLED,
        );
        row.check_within(
            "beta_b_deg",
            system.base_helix_angle().to_degrees(),
            COUPLED,
        );
        row.check_within("pt_mm", system.transverse_pitch() / MM, COUPLED);
        row.check_within("pbt_mm", system.base_pitch() / MM, COUPLED);
        row.check_within("g_alpha_mm", mesh.path.length() / MM, COUPLED);
        row.check_within("T1T2_mm", mesh.path.between_tangents.unwrap() / MM, COUPLED);
        row.check_within("eps_alpha", mesh.transverse_contact_ratio, COUPLED);
        row.check_within("eps_beta", mesh.overlap_ratio, COUPLED);
        row.check_within("eps_gamma", mesh.total_contact_ratio(), COUPLED);

        // Least and most play: allowances and the tolerance of the distance.
        let tolerance = row_a.number("Aa_mm") * MM;
        for (allowance, control, play, farther) in [
            ("As_e_mm", "aControl_e_mm", "jtw_min_mm", -1.0),
            ("As_i_mm", "aControl_i_mm", "jtw_max_mm", 1.0),
        ] {
            let thin = |data: CylindricalData, row: Row| CylindricalData {
                thickness_allowance: row.number(allowance) * MM,
                ..data
            };
            let [a, b] = [thin(driver, row_a), thin(driven, row_b)];
            let mesh = stage_mesh(a, b, distance + sign * farther * tolerance);
            row.check_within(control, mesh.tight_center_distance / MM, COUPLED);
            row.check_within(play, mesh.backlash.circumferential / MM, COUPLED);
        }

        for (i, input) in [row_a, row_b].into_iter().enumerate() {
            let row = details.find(&[number, name, input.text("gear")]);
            // Tip and root of the driver are at E and A, of the driven gear at A and E.
            let (tip, root) = if i == 0 {
                (mesh.path.e, mesh.path.a)
            } else {
                (mesh.path.a, mesh.path.e)
            };
            row.check_within("dw_mm", 2.0 * mesh.working_radius[i].unwrap() / MM, COUPLED);
            row.check_within("dNf_mm", 2.0 * root.radius[i].unwrap() / MM, COUPLED);
            row.check_within("c_tip_mm", mesh.clearance[1 - i] / MM, COUPLED);
            row.check_within("zeta_a", mesh.sliding(tip.distance).specific[i], COUPLED);
            row.check_within("zeta_f", mesh.sliding(root.distance).specific[i], COUPLED);
            for (name, (_, point)) in ["rho_A_mm", "rho_B_mm", "rho_C_mm", "rho_D_mm", "rho_E_mm"]
                .into_iter()
                .zip(mesh.path.named())
            {
                row.check_within(name, point.curvature[i].unwrap() / MM, COUPLED);
            }
            row.check_within("d_B_mm", 2.0 * mesh.path.b.radius[i].unwrap() / MM, COUPLED);
            row.check_within("d_D_mm", 2.0 * mesh.path.d.radius[i].unwrap() / MM, COUPLED);
        }
    }
}
