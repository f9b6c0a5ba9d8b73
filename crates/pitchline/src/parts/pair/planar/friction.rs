//! Coefficients of friction along the profile of the teeth.

use super::friction_keys as key;
use super::{OWN_LOSSES, OiledTeeth, odd_oil};
use crate::contact::{
    EfficiencyFriction, EfficiencyRows, LawError, Levers, LubricatedMesh, LubricationFormula,
    MeshFriction, Oil, PlanarPair, VelocityTable, ViscosityPoint,
};
use crate::input::{Diagnostic, Section};
use crate::model::{Reading, is_given};
use crate::parts::pair::friction_along_teeth::{refuse, rows};

/// Viscosity index of plain mineral oils.
const USUAL_INDEX: f64 = 95.0;

/// Of flanks that bear over a width (m).
pub(super) fn read(
    named: (&str, &Section),
    width: f64,
    of: (&PlanarPair, &Levers),
    reading: &mut Reading,
) -> Option<(MeshFriction, Option<OiledTeeth>)> {
    let (_, section) = named;
    let mut oiled = None;
    let kind = section.choice("kind")?;
    let number = |key: &str| Some(section.number(key)?.value);
    let friction = match kind.value {
        "coulomb" => {
            let coefficient = number(&key::COEFFICIENT)?;
            let at_rest = number(&key::STATIC_COEFFICIENT);
            Ok(MeshFriction::Coulomb {
                coefficient,
                static_coefficient: at_rest.unwrap_or(coefficient),
            })
        }
        "table" => {
            let rows = rows(named, [&key::SPEEDS, &key::COEFFICIENTS], reading)?;
            let at_rest = number(&key::STATIC_COEFFICIENT);
            let slow = rows.first().map_or(0.0, |row| row[1]);
            VelocityTable::new(rows, at_rest.unwrap_or(slow)).map(MeshFriction::Table)
        }
        "efficiency" => efficiency(named, of, reading)?.map(MeshFriction::Efficiency),
        "din-3990" | "iso-14179" => {
            let (viscosity, oil) = viscosity(named, reading)?;
            let mesh = LubricatedMesh {
                formula: match kind.value {
                    "din-3990" => LubricationFormula::Din3990,
                    _ => LubricationFormula::IsoTr14179,
                },
                viscosity,
                roughness: number(&key::ROUGHNESS)?,
                face_width: number(&key::WIDTH).unwrap_or(width),
                effective_width: number(&key::EFFECTIVE_WIDTH)?,
                lubricant_factor: match kind.value {
                    "iso-14179" => number(&key::LUBRICANT_FACTOR)?,
                    _ => 1.0,
                },
                static_coefficient: number(&key::LUBRICATED_STATIC_COEFFICIENT)?,
            };
            warn_of_oil(named, &mesh, reading);
            oiled = oil.map(|oil| OiledTeeth { oil, mesh });
            mesh.build(of.0).map(MeshFriction::Lubricated)
        }
        _ => return None,
    };
    let checked = friction.and_then(|friction| friction.check().map(|()| friction));
    match checked {
        Ok(friction) if friction.is_zero() => Some((MeshFriction::None, None)),
        Ok(friction) => Some((friction, oiled)),
        Err(error) => refuse(named, &error, reading),
    }
}

/// Warns of oil that the formula was not made for.
fn warn_of_oil((what, section): (&str, &Section), mesh: &LubricatedMesh, reading: &mut Reading) {
    let Some(told) = odd_oil(mesh) else {
        return;
    };
    let key = match is_given(section, &key::VISCOSITY) {
        true => "viscosity",
        false => "temperature",
    };
    let message = format!("friction of {what}: {told}");
    let warning = Diagnostic::warning("odd-oil", section.span_of(key), message);
    reading.diagnostics.push(warning.help(OWN_LOSSES));
}

/// One number for all speeds, or a list.
fn efficiency(
    named: (&str, &Section),
    (pair, levers): (&PlanarPair, &Levers),
    reading: &mut Reading,
) -> Option<Result<EfficiencyFriction, LawError>> {
    let (what, section) = named;
    let has_speeds = is_given(section, &key::EFFICIENCY_SPEEDS);
    let mut read = |key: &str| match section.number(key) {
        Some(number) => Some(vec![[0.0, number.value]]),
        None if has_speeds => rows(named, [&key::EFFICIENCY_SPEEDS, key], reading),
        None => reading.refuse(
            "missing-key",
            (section.span_of(key), "`speeds` is missing"),
            format!("friction of {what}: `{key}` is a list, and there are no `speeds`"),
            "add speeds = [0, \"0.5 m/s\"] with one speed per number, or write one number",
        ),
    };
    let forward = read(&key::FORWARD)?;
    let reverse = match is_given(section, &key::REVERSE) {
        true => read(&key::REVERSE)?,
        false => forward.clone(),
    };
    let is_constant = section.number(&key::FORWARD).is_some()
        && (!is_given(section, &key::REVERSE) || section.number(&key::REVERSE).is_some());
    if is_constant && has_speeds {
        return reading.refuse(
            "useless-key",
            (section.span_of(&key::EFFICIENCY_SPEEDS), "not used"),
            format!("friction of {what} has `speeds`, but its efficiencies are one number each"),
            "remove it, or write lists with one number per speed",
        );
    }
    let rows = EfficiencyRows { forward, reverse };
    let factor = section.number(&key::STATIC_FACTOR)?.value;
    Some(EfficiencyFriction::new(pair, levers, rows, factor))
}

/// Dynamic viscosity of the oil as it is (Pa s), and the oil where it is known.
fn viscosity(named: (&str, &Section), reading: &mut Reading) -> Option<(f64, Option<Oil>)> {
    let (what, section) = named;
    let given = section.quantity(&key::VISCOSITY);
    let temperature = section.quantity(&key::TEMPERATURE);
    match (given, section.table(&key::OIL), temperature) {
        (Some(given), None, None) => Some((given.value, None)),
        (None, Some(table), Some(temperature)) => {
            let oil = oil((what, table), reading)?;
            let viscosity = oil.and_then(|oil| {
                let viscosity = oil.dynamic_viscosity(temperature.value)?;
                Ok((viscosity, Some(oil)))
            });
            viscosity.map_or_else(|error| refuse((what, table), &error, reading), Some)
        }
        (Some(_), ..) => reading.refuse(
            "useless-key",
            (section.span_of(&key::VISCOSITY), "and an oil or a temperature"),
            format!("friction of {what} has `viscosity`, beside `oil` or `temperature`, from which it would follow"),
            "keep viscosity, or oil and temperature",
        ),
        (None, ..) => reading.refuse(
            "missing-key",
            (section.span(), "`oil` or `viscosity` is missing"),
            format!("friction of {what} has no viscosity of the oil"),
            "add oil = { grade = 220 } and temperature = \"60 degC\", or viscosity = \"0.08 Pa s\"",
        ),
    }
}

fn oil(named: (&str, &Section), reading: &mut Reading) -> Option<Result<Oil, LawError>> {
    let (what, section) = named;
    let density = section.quantity("density")?.value;
    let points = [
        section.quantities("temperatures"),
        section.quantities("viscosities"),
    ];
    let grade = section.number("grade");
    match (grade, points) {
        (Some(grade), [None, None]) => {
            let index = section.number("viscosity_index");
            let index = index.map_or(USUAL_INDEX, |index| index.value);
            Some(Oil::from_grade(grade.value, index, density))
        }
        (None, [Some(temperatures), Some(viscosities)])
            if !is_given(section, "viscosity_index") =>
        {
            let ([t_1, t_2], [v_1, v_2]) = (temperatures.value, viscosities.value) else {
                return reading.refuse(
                    "different-lengths",
                    (section.span(), "not two of each"),
                    format!("oil of {what}: `temperatures` and `viscosities` are not two each"),
                    "write two temperatures and the viscosity at each: temperatures = [\"40 degC\", \"100 degC\"]",
                );
            };
            let points = [(t_1, v_1), (t_2, v_2)].map(|(temperature, viscosity)| ViscosityPoint {
                temperature: *temperature,
                viscosity: *viscosity,
            });
            Some(Oil::from_points(points, density))
        }
        _ => reading.refuse(
            "which-oil",
            (section.span(), "incomplete"),
            format!("oil of {what}: its viscosity follows from `grade`, which may have a `viscosity_index`, or from `temperatures` and `viscosities`"),
            "write grade = 220, or temperatures = [\"40 degC\", \"100 degC\"] and viscosities = [\"220 mm2/s\", \"19 mm2/s\"]",
        ),
    }
}
