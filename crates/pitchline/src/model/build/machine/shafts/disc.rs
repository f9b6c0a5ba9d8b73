//! Discs of a shaft.

use super::super::Reading;
use super::super::bodies::has_body;
use super::super::ends::is_given;
use crate::input::Section;
use crate::model::build::Gears;
use crate::model::machine::{DiscMass, DiscRequest, ShaftRequest};
use crate::number::short;

const GIVEN: [&str; 3] = ["mass", "polar_inertia", "diametral_inertia"];
const SIZES: [&str; 4] = ["diameter", "width", "inner_diameter", "material"];

/// Share by which rounded numbers of a drawing may miss I_p = 2 I_d of a thin disc.
const ROUNDING: f64 = 1e-6;

/// Reads all discs of a shaft; none if one was refused.
pub(super) fn read(
    (what, section): (&str, &Section),
    shaft: &mut ShaftRequest,
    gears: &Gears,
    reading: &mut Reading,
) -> Option<()> {
    let mut is_sound = !section.is_faulty("discs");
    for item in section.items("discs") {
        is_sound &= disc((what, section), item, shaft, gears, reading).is_some();
    }
    is_sound.then_some(())
}

fn disc(
    (what, outer): (&str, &Section),
    section: &Section,
    shaft: &mut ShaftRequest,
    gears: &Gears,
    reading: &mut Reading,
) -> Option<()> {
    if section.has_errors() {
        return None;
    }
    let name = section.text("name")?.value;
    let what = format!("{what}: disc `{name}`");
    let named = (what.as_str(), section);
    let position = shaft.station(named, reading)?;
    let mass = mass(named, (shaft, outer, position.value), gears, reading)?;
    shaft.add_point((&what, name), &position, reading)?;
    shaft.discs.push(DiscRequest {
        name: name.to_owned(),
        position: position.value,
        mass,
        unbalance: section.quantity("unbalance")?.value,
        unbalance_angle: section.quantity("unbalance_angle")?.value,
    });
    Some(())
}

fn mass(
    (what, section): (&str, &Section),
    on: (&ShaftRequest, &Section, f64),
    gears: &Gears,
    reading: &mut Reading,
) -> Option<DiscMass> {
    let named = (what, section);
    let first = |keys: &[&'static str]| keys.iter().copied().find(|key| is_given(section, key));
    let ways = [first(&GIVEN), first(&SIZES), first(&["gear"])];
    let given: Vec<&str> = ways.into_iter().flatten().collect();
    match (given.as_slice(), ways) {
        ([_, second, ..], _) => reading.refuse(
            "two-masses",
            (section.span_of(second), "says it again"),
            format!("{what} has `{}` and `{second}`, which both say how heavy it is", given[0]),
            "keep mass and inertias, or sizes, or a gear",
        ),
        (_, [Some(_), ..]) => by_mass(named, reading),
        (_, [_, Some(_), _]) => by_sizes(named, on, reading),
        (_, [_, _, Some(_)]) => {
            has_body(section, gears, reading)?;
            Some(DiscMass::Gear(section.text("gear")?.value.to_owned()))
        }
        _ => reading.refuse(
            "missing-key",
            (section.span(), "mass or size is missing"),
            format!("{what} has no mass"),
            "add mass = \"12 kg\", polar_inertia = \"0.08 kg m2\" and diametral_inertia = \"0.045 kg m2\", or diameter = \"200 mm\" and width = \"30 mm\", or gear = with a name",
        ),
    }
}

/// Says which of the keys is missing.
fn all_of(
    (what, section): (&str, &Section),
    keys: &[(&str, &str)],
    reading: &mut Reading,
) -> Option<()> {
    match keys.iter().find(|(key, _)| !is_given(section, key)) {
        None => Some(()),
        Some((key, example)) => reading.refuse(
            "missing-key",
            (section.span(), "mass or size is missing"),
            format!("{what} lacks `{key}`"),
            format!("add {key} = \"{example}\", with your own value"),
        ),
    }
}

fn by_mass((what, section): (&str, &Section), reading: &mut Reading) -> Option<DiscMass> {
    let keys = [
        (GIVEN[0], "12 kg"),
        (GIVEN[1], "0.08 kg m2"),
        (GIVEN[2], "0.045 kg m2"),
    ];
    all_of((what, section), &keys, reading)?;
    let get = |key: &str| Some(section.quantity(key)?.value);
    let [mass, polar, diametral] = [get(GIVEN[0])?, get(GIVEN[1])?, get(GIVEN[2])?];
    if polar > 2.0 * diametral * (1.0 + ROUNDING) {
        return reading.refuse(
            "bad-inertia",
            (section.span_of(GIVEN[1]), "no disc has it"),
            format!(
                "{what}: its polar inertia {} kg m2 exceeds twice its diametral inertia {} kg m2",
                short(polar),
                short(diametral)
            ),
            format!(
                "no distribution of mass has such moments: write at most \"{} kg m2\"",
                short(2.0 * diametral)
            ),
        );
    }
    Some(DiscMass::Given {
        mass,
        polar_inertia: polar.min(2.0 * diametral),
        diametral_inertia: diametral,
    })
}

fn by_sizes(
    (what, section): (&str, &Section),
    (shaft, outer, position): (&ShaftRequest, &Section, f64),
    reading: &mut Reading,
) -> Option<DiscMass> {
    let keys = [(SIZES[0], "200 mm"), (SIZES[1], "30 mm")];
    all_of((what, section), &keys, reading)?;
    let get = |key: &str| section.quantity(key).map(|quantity| quantity.value);
    let diameter = get("diameter")?;
    let bore = get("inner_diameter");
    let inner_diameter = bore.unwrap_or_else(|| shaft.diameter_at(position));
    if inner_diameter >= diameter {
        let [inner, outer] = [inner_diameter, diameter].map(|d| short(1e3 * d));
        let (key, message) = match bore {
            Some(_) => (
                "inner_diameter",
                format!(
                    "its inner diameter {inner} mm is not smaller than its diameter {outer} mm"
                ),
            ),
            None => (
                "diameter",
                format!(
                    "its diameter {outer} mm is not larger than that of the shaft there, {inner} mm"
                ),
            ),
        };
        return reading.refuse(
            "no-wall",
            (section.span_of(key), "nothing is left"),
            format!("{what}: {message}"),
            "write a larger diameter, or a smaller inner_diameter",
        );
    }
    let material = section
        .text("material")
        .or_else(|| outer.text("material"))?;
    Some(DiscMass::Sizes {
        diameter,
        inner_diameter,
        width: get("width")?,
        density: reading.material(material.value)?.density,
    })
}
