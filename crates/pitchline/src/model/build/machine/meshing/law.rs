//! How the teeth of a pair deform: stiffness, damping, play, errors, in the direction of the file.

use super::super::Reading;
use super::super::ends::is_given;
use super::{planar, stiffness};
use crate::contact::{
    DampingReach, Elasticity, ErrorSeries, ErrorTable, FlankContact, Harmonic, LawError, Period,
    TransmissionError,
};
use crate::geometry::{CylindricalGear, GearPair};
use crate::input::Section;
use crate::input::place::cut;
use crate::model::build::Gears;
use crate::model::machine::{DampingRequest, MeshDirection, MeshLawRequest, ReachRequest};
use crate::model::{Pair, PairGeometry};

/// The law of a pair; a missing one is rigid teeth. `None` if it was refused.
pub(super) fn read(
    ((what, section), table): ((&str, &Section), &str),
    of: (&Pair, &Gears),
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<Option<MeshLawRequest>> {
    let level = section.choice("level")?;
    match (level.value, section.table(table)) {
        ("joint", Some(mesh)) => {
            refuse_planar_keys((what, mesh), of.0, reading)?;
            law((what, mesh), of, direction, reading).map(Some)
        }
        ("joint", None) if section.is_faulty(table) => None,
        ("joint", None) => reading.refuse(
            "missing-key",
            (level.span, "how stiff are the teeth?"),
            format!("{what} has level \"joint\" and no `mesh`"),
            "add mesh = { stiffness = \"2.1e8 N/m\", damping_ratio = 0.1 }, with your own values; or write level = \"ideal\" for rigid teeth",
        ),
        (_, Some(mesh)) => {
            let key = ["backlash", "transmission_error", "stiffness"]
                .into_iter()
                .find(|key| is_given(mesh, key));
            let why = match key {
                Some("backlash") => "rigid teeth that are always in contact have no play",
                Some("transmission_error") => "rigid teeth follow their ratio without an error",
                _ => "rigid teeth do not deform",
            };
            let key = key.unwrap_or("stiffness");
            reading.refuse(
                "mesh-of-ideal",
                (mesh.span_of(key), "not at this level"),
                format!("{what} has level \"ideal\" and `{key}` in its mesh: {why}"),
                format!("write level = \"joint\", or remove {table}"),
            )
        }
        (_, None) => (!section.is_faulty(table)).then_some(None),
    }
}

/// What only the level `planar` knows.
fn refuse_planar_keys(
    (what, section): (&str, &Section),
    pair: &Pair,
    reading: &mut Reading,
) -> Option<()> {
    let is_law = |kind: &str| kind != "linear";
    let is_measure = |along: &str| along == "normal-over-pitch";
    let chosen = |key: &str, is_planar: fn(&str) -> bool| {
        section
            .choice(key)
            .is_some_and(|choice| is_planar(choice.value))
    };
    let keys = ["stiffness_left", "stiffness_variation"];
    let key = match () {
        () if chosen("kind", is_law) => Some("kind"),
        () if chosen("measured_along", is_measure) => Some("measured_along"),
        () => keys.into_iter().find(|key| is_given(section, key)),
    };
    let Some(key) = key else {
        return Some(());
    };
    let written = match section.choice(key) {
        Some(choice) => format!("{key} = \"{}\"", choice.value),
        None => key.to_owned(),
    };
    reading.refuse(
        "key-of-planar",
        (section.span_of(key), "not at this level"),
        format!("{what} has level \"joint\" and `{written}` in its mesh, which level \"planar\" alone knows"),
        match planar::is_possible(pair) {
            true => "write level = \"planar\", or remove it",
            false => "remove it",
        },
    )
}

fn law(
    named: (&str, &Section),
    (pair, gears): (&Pair, &Gears),
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<MeshLawRequest> {
    let (what, section) = named;
    if section.has_errors() {
        return None;
    }
    let stiffness = stiffness::read(named, (pair, gears), direction, reading);
    let damping = damping(named, direction, reading);
    let backlash = backlash(named, pair, direction, reading);
    let error = match section.table("transmission_error") {
        Some(table) => {
            let read = transmission_error(table, pair, direction)?;
            read.map_or_else(|error| refuse_error((what, table), &error, reading), Some)
        }
        None => Some(TransmissionError::None),
    };
    let (stiffness, damping) = (stiffness?, damping?);
    let elasticity = Elasticity::Linear { stiffness };
    let hoop_force = |force| direction.hoop_force(force);
    let reach = damping_reach(named, (pair, &elasticity), hoop_force, reading)?;
    Some(MeshLawRequest {
        stiffness,
        damping,
        damping_reach: reach,
        backlash: backlash?,
        error: error?,
        start_cycle: section.number("start_cycle")?.value,
    })
}

pub(super) fn damping(
    (what, section): (&str, &Section),
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<DampingRequest> {
    let given = |key: &str| section.quantity(key).map(|found| found.value);
    match (given("damping"), given("damping_ratio")) {
        (Some(_), Some(_)) => reading.refuse(
            "two-dampings",
            (section.span_of("damping_ratio"), "and `damping`"),
            format!("{what} has `damping` and `damping_ratio`: both say how its mesh is damped"),
            "keep one of the two",
        ),
        (None, Some(ratio)) => Some(DampingRequest::Ratio {
            ratio,
            mass: given("equivalent_mass").map(|mass| direction.hoop_mass(mass)),
        }),
        (damping, None) if is_given(section, "equivalent_mass") => {
            let has = match damping {
                Some(_) => "`damping`, which needs none",
                None => "no `damping_ratio`, which alone needs it",
            };
            reading.refuse(
                "useless-key",
                (section.span_of("equivalent_mass"), "not used"),
                format!("{what} has `equivalent_mass` and {has}"),
                "remove equivalent_mass, or write damping_ratio in place of damping",
            )
        }
        (damping, None) => Some(DampingRequest::Coefficient(
            direction.hoop_stiffness(damping.unwrap_or(0.0)),
        )),
    }
}

/// Deflection over normal module at which damping in contact only reaches its coefficient, where no load says more.
const SMALL_DEFLECTION: f64 = 1e-4;

/// Where damping acts, with loads as the law of the mesh has forces. \[theory:mesh-laws\] (7)
pub(super) fn damping_reach(
    (what, section): (&str, &Section),
    (pair, elasticity): (&Pair, &Elasticity),
    own_force: impl Fn(f64) -> f64,
    reading: &mut Reading,
) -> Option<ReachRequest> {
    let is_always = section.boolean("damping_in_gap")?.value;
    let load = section.quantity("damping_load");
    if load.is_some() {
        let why = match is_always {
            true => Some("`damping_in_gap`: that damping does not depend on the load"),
            false if !is_given(section, "backlash") => {
                Some("no `backlash`: teeth that never part are damped alike at every load")
            }
            false => None,
        };
        if let Some(why) = why {
            return reading.refuse(
                "useless-key",
                (section.span_of("damping_load"), "not used"),
                format!("mesh of {what} has `damping_load` and {why}"),
                "remove damping_load",
            );
        }
    }
    if is_always {
        return Some(ReachRequest {
            reach: DampingReach::Always,
            follows_load: false,
        });
    }
    let small = SMALL_DEFLECTION * normal_module(&pair.geometry);
    let least = || elasticity.at(FlankContact::Right, small).force;
    Some(ReachRequest {
        reach: DampingReach::InContact {
            load: load
                .as_ref()
                .map_or_else(least, |load| own_force(load.value)),
        },
        follows_load: load.is_none(),
    })
}

fn normal_module(geometry: &PairGeometry) -> f64 {
    match geometry {
        PairGeometry::Cylindrical(GearPair { a, .. }) => a.data().system.module,
        PairGeometry::Pitch(mesh) => mesh.contact.a.normal_module(),
    }
}

pub(super) fn backlash(
    (what, section): (&str, &Section),
    pair: &Pair,
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<f64> {
    if !is_given(section, "backlash") {
        return Some(0.0);
    }
    if let Some(given) = section.quantity("backlash") {
        return Some(direction.hoop_way(given.value));
    }
    let name = section.text("backlash")?;
    let place = |label| (name.span.clone(), label);
    match (name.value, &pair.geometry) {
        ("geometry", PairGeometry::Cylindrical(mesh)) => {
            Some(mesh.backlash.line_of_action.max(0.0) * direction.hoop_per_line)
        }
        ("geometry", PairGeometry::Pitch(_)) => reading.refuse(
            "unknown-backlash",
            place("not known"),
            format!("{what}: the geometry of such gears says nothing of their tooth thickness, so their backlash is not known"),
            "write the play as a length: backlash = \"0.05 mm\"",
        ),
        (other, _) => reading.refuse(
            "unknown-choice",
            place("neither a length nor a known name"),
            format!("{what}: \"{}\" is no backlash", cut(other)),
            "write backlash = \"0.05 mm\", or \"geometry\" for that of the pair",
        ),
    }
}

/// The error of a mesh, positive where it presses the right flanks of a; users give the opposite.
fn transmission_error(
    section: &Section,
    pair: &Pair,
    direction: &MeshDirection,
) -> Option<Result<TransmissionError, LawError>> {
    let way = |way: f64| direction.hoop_way(way);
    Some(match section.choice("kind")?.value {
        // [cardona] (39), as printed
        "amplitude" => Ok(TransmissionError::Amplitude(way(section
            .quantity("amplitude")?
            .value))),
        "series" => {
            let mean = -way(section.quantity("mean")?.value);
            let harmonics = section.items("harmonics");
            let harmonics: Option<Vec<Harmonic>> = harmonics
                .map(|item| harmonic(item, pair, |amplitude| -way(amplitude)))
                .collect();
            ErrorSeries::new(mean, harmonics?).map(TransmissionError::Series)
        }
        _ => {
            let cycles = u32::try_from(section.integer("mesh_cycles")?.value).ok()?;
            let values = section.quantities("values")?.value.iter();
            let values = values.map(|value| -way(*value)).collect();
            ErrorTable::new(cycles, values).map(TransmissionError::Table)
        }
    })
}

/// A wave over mesh cycles.
pub(super) fn harmonic(
    section: &Section,
    pair: &Pair,
    scaled: impl Fn(f64) -> f64,
) -> Option<Harmonic> {
    let [a, b] = teeth(&pair.geometry);
    let turn = |teeth| Period::Turn { teeth };
    Some(Harmonic {
        order: u32::try_from(section.integer("order")?.value).ok()?,
        period: match section.choice("period")?.value {
            "turn-of-a" => turn(a),
            "turn-of-b" => turn(b),
            _ => Period::MeshCycle,
        },
        amplitude: scaled(section.quantity("amplitude")?.value),
        phase: section.quantity("phase")?.value,
    })
}

fn teeth(geometry: &PairGeometry) -> [u32; 2] {
    let of = |gear: &CylindricalGear| gear.data().teeth;
    match geometry {
        PairGeometry::Cylindrical(GearPair { a, b, .. }) => [of(a), of(b)],
        PairGeometry::Pitch(mesh) => [mesh.contact.a.teeth, mesh.contact.b.teeth],
    }
}

fn refuse_error<T>(
    (what, section): (&str, &Section),
    error: &LawError,
    reading: &mut Reading,
) -> Option<T> {
    reading.refuse(
        "bad-transmission-error",
        (section.span(), "no such error"),
        format!("transmission error of {what}: {error}"),
        "correct the numbers as the message says",
    )
}
