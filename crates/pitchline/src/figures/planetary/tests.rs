//! Teeth of the drawn set lie in spaces, and every picture is readable.

use std::f64::consts::TAU;

use super::*;
use crate::Model;
use crate::figures::tests::assert_readable;

/// A model of one set; gears of module 2 mm with the teeth of their parts.
fn model(kind: &str, planets: u32, teeth: &[(&str, u32)], extra: &str) -> Model {
    let mut text = String::from("[model]\nname = \"set\"\nschema = 1\n");
    let mut set = format!("[planetary.set]\nkind = \"{kind}\"\nplanets = {planets}\n{extra}\n");
    for (part, z) in teeth {
        let kind = if part.starts_with("ring") {
            "internal"
        } else {
            "external"
        };
        let tip = if kind == "internal" {
            "tip_alteration = -0.2"
        } else {
            ""
        };
        text += &format!(
            "[gears.{part}]\nkind = \"{kind}\"\nteeth = {z}\nmodule = \"2 mm\"\nface_width = \"20 mm\"\n\
             thickness_allowance = \"-30 um\"\n{tip}\n"
        );
        set += &format!("{part} = \"{part}\"\n");
    }
    text += &set;
    let (model, diagnostics) = Model::load(text.as_bytes());
    model.unwrap_or_else(|| panic!("{diagnostics:#?}"))
}

fn models() -> Vec<Model> {
    let simple = |planets, sun: u32, planet: u32| {
        let teeth = [("sun", sun), ("planet", planet), ("ring", sun + 2 * planet)];
        let extra = "interference = \"allow\"\nspacing = \"nearest\"";
        model("simple", planets, &teeth, extra)
    };
    let mut models: Vec<Model> = vec![
        simple(1, 30, 24),
        simple(3, 30, 24),
        simple(4, 24, 30),
        simple(5, 40, 25),
        simple(6, 45, 24),
        simple(7, 66, 36),
        simple(8, 60, 24),
        simple(3, 100, 100),
        simple(3, 300, 250),
        simple(12, 200, 40),
    ];
    let extra = "interference = \"allow\"\nspacing = \"nearest\"";
    let stepped = [("sun", 24), ("planet", 36), ("planet_2", 18), ("ring", 78)];
    models.push(model("stepped", 3, &stepped, extra));
    let wolfrom = [
        ("sun", 18),
        ("planet", 21),
        ("ring", 60),
        ("planet_2", 18),
        ("ring_2", 57),
    ];
    models.push(model("wolfrom", 3, &wolfrom, extra));
    let ravigneaux = [
        ("sun", 36),
        ("sun_2", 30),
        ("planet", 20),
        ("planet_2", 18),
        ("ring", 76),
    ];
    models.push(model("ravigneaux", 2, &ravigneaux, extra));
    let two_suns = [("sun", 24), ("planet", 27), ("planet_2", 30), ("sun_2", 21)];
    models.push(model("stepped", 3, &two_suns, extra));
    let with_ring = [
        ("sun", 24),
        ("planet", 36),
        ("planet_2", 18),
        ("ring", 78),
        ("sun_2", 42),
    ];
    models.push(model("stepped", 4, &with_ring, extra));
    let no_sun = [
        ("planet", 25),
        ("ring", 63),
        ("planet_2", 23),
        ("ring_2", 61),
    ];
    models.push(model("wolfrom", 3, &no_sun, extra));
    let unequal =
        "interference = \"allow\"\nspacing = [\"80 deg\", \"100 deg\", \"80 deg\", \"100 deg\"]";
    let teeth = [("sun", 30), ("planet", 21), ("ring", 72)];
    models.push(model(
        "simple",
        4,
        &teeth,
        &unequal.replace("80", "77.6471").replace("100", "102.3529"),
    ));
    models
}

/// Random simple sets with as many planets as have room, at most 8.
#[test]
fn random_sets_are_readable() {
    let mut dice = crate::figures::samples::Dice(99);
    for _ in 0..24 {
        let [sun, planet] = [17.0, 17.0].map(|least| dice.between(least, 120.0) as u32);
        let room = |n: u32| {
            let sin = (0.5 * TAU / f64::from(n)).sin();
            f64::from(sun + planet) * sin > f64::from(planet + 3)
        };
        let planets = (2..=8).rev().find(|n| room(*n)).unwrap_or(1);
        let teeth = [("sun", sun), ("planet", planet), ("ring", sun + 2 * planet)];
        let model = model(
            "simple",
            planets,
            &teeth,
            "interference = \"allow\"\nspacing = \"nearest\"",
        );
        let what = format!("{sun} {planet} {planets}");
        assert_readable(&planetary(&model.planetary[0], 0), &what);
    }
}

#[test]
fn sets_are_readable() {
    for model in models() {
        let mut set = model.planetary[0].clone();
        for name in ["set", &"W".repeat(64)] {
            set.name = name.to_owned();
            for member in &mut set.members {
                member.1 = name.to_owned();
            }
            for plane in 0..planes(&set.geometry.train).len() {
                let what = format!("{:?}", set.geometry.train);
                assert_readable(&planetary(&set, plane), &what);
            }
        }
    }
}

/// No point of a drawn tooth lies in the material of its mate, and the play between them is shared by both flanks.
#[test]
fn drawn_teeth_lie_in_spaces() {
    for model in models() {
        let set = &model.planetary[0];
        for (mesh, pair) in &set.geometry.meshes {
            for index in 0..set.geometry.planets as usize {
                let place = |part: Part| {
                    let places = places(set, part);
                    places[index.min(places.len() - 1)]
                };
                let [from, to] = [place(mesh.a), place(mesh.b)];
                let mate = pair.b.as_wheel().unwrap();
                let pitch = TAU / f64::from(mate.data.teeth);
                let mut least = [f64::INFINITY; 2];
                for point in whole(&pair.a, set.geometry.train.teeth(mesh.a), 24) {
                    let [x, y] = from.map(point);
                    let [dx, dy] = [1e-3 * x - to.axis[0], 1e-3 * y - to.axis[1]];
                    let radius = dx.hypot(dy);
                    let is_beside = if mate.is_internal() {
                        radius > mate.tip_radius && radius < mate.form_radius
                    } else {
                        radius < mate.tip_radius && radius > mate.form_radius
                    };
                    if !is_beside {
                        continue;
                    }
                    // From the centre line of the nearest tooth of the mate.
                    let angle = dy.atan2(dx) - to.turn;
                    let off = angle - (angle / pitch).round() * pitch;
                    let gap =
                        (off.abs() - mate.profile.flank_half_angle(radius)) * mate.base_radius;
                    let side = usize::from(off > 0.0);
                    least[side] = least[side].min(gap);
                }
                let play = 0.5 * pair.backlash.line_of_action;
                let what = format!(
                    "{:?} {} planet {index}: {least:?}, {play}",
                    set.geometry.train,
                    mesh.name()
                );
                // Points lie on chords of the path: they come near the flank, not onto it.
                let near = 0.06 * mate.data.system.module;
                for gap in least {
                    assert!(gap > play - 1e-9 && gap < play + near, "{what}");
                }
            }
        }
    }
}
