//! How the teeth of a pair deform: stiffness, damping, play, errors, in the direction of the file.

use super::mesh_keys as key;
use super::reading::PairEntry;
use crate::contact::{
    DampingReach, Elasticity, ErrorSeries, ErrorTable, FlankContact, Harmonic, LawError, Period,
    TransmissionError,
};
use crate::geometry::{CylindricalGear, GearPair};
use crate::input::Section;
use crate::input::place::cut;
use crate::model::machine::{Carrier, MeshDirection};
use crate::model::{Pair, PairGeometry, Reading, is_given};

/// Damping of a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DampingRequest {
    /// Given (N s/m).
    Coefficient(f64),
    /// By the share of critical damping.
    Ratio {
        /// The share.
        ratio: f64,
        /// What vibrates (kg); that of the wheels' bodies unless given.
        mass: Option<f64>,
    },
}

/// Where the damping of a mesh acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReachRequest {
    /// Always, or in contact, with what it takes to reach the coefficient.
    pub reach: DampingReach,
    /// Whether that is the load of the teeth at the start of the machine, where it is larger.
    pub follows_load: bool,
}

/// A damping ratio needs to know what vibrates: rigid bodies tell, shafts and flexible bodies do not.
pub(super) fn refuse_unknown_mass(
    entry: &PairEntry,
    damping: DampingRequest,
    reading: &mut Reading,
) -> Option<()> {
    let DampingRequest::Ratio { mass: None, .. } = damping else {
        return Some(());
    };
    let mut carriers = entry.wheels.iter().map(|wheel| &wheel.seat.carrier);
    let Some(elastic) = carriers.find(|carrier| matches!(carrier, Carrier::Point(..))) else {
        return Some(());
    };
    reading.refuse(
        "missing-key",
        (entry.section.span_of(entry.mesh_key), "`equivalent_mass` is missing"),
        format!(
            "{} has a `damping_ratio`, and a wheel on {elastic}, whose inertia at the wheel is not one number",
            entry.what
        ),
        "add equivalent_mass = \"0.5 kg\" to mesh, or write damping in place of damping_ratio",
    )
}

pub(super) fn damping(
    (what, section): (&str, &Section),
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<DampingRequest> {
    let given = |key: &str| section.quantity(key).map(|found| found.value);
    match (given(&key::DAMPING), given(&key::DAMPING_RATIO)) {
        (Some(_), Some(_)) => reading.refuse(
            "two-dampings",
            (section.span_of(&key::DAMPING_RATIO), "and `damping`"),
            format!("{what} has `damping` and `damping_ratio`: both say how its mesh is damped"),
            "keep one of the two",
        ),
        (None, Some(ratio)) => Some(DampingRequest::Ratio {
            ratio,
            mass: given(&key::EQUIVALENT_MASS).map(|mass| direction.hoop_mass(mass)),
        }),
        (damping, None) if is_given(section, &key::EQUIVALENT_MASS) => {
            let has = match damping {
                Some(_) => "`damping`, which needs none",
                None => "no `damping_ratio`, which alone needs it",
            };
            reading.refuse(
                "useless-key",
                (section.span_of(&key::EQUIVALENT_MASS), "not used"),
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

/// Whether flanks touch without play, so that they never part.
fn has_no_play(section: &Section) -> bool {
    let play = section.quantity(&key::BACKLASH);
    !is_given(section, &key::BACKLASH) || play.is_some_and(|play| play.value == 0.0)
}

/// Where damping acts, with loads as the law of the mesh has forces. \[theory:mesh-laws\] (7)
pub(super) fn damping_reach(
    (what, section): (&str, &Section),
    (pair, elasticity): (&Pair, &Elasticity),
    own_force: impl Fn(f64) -> f64,
    reading: &mut Reading,
) -> Option<ReachRequest> {
    let is_always = section.boolean(&key::DAMPING_IN_GAP)?.value;
    let load = section.quantity(&key::DAMPING_LOAD);
    if load.is_some() {
        let why = match is_always {
            true => Some("`damping_in_gap`: that damping does not depend on the load"),
            false if has_no_play(section) => {
                Some("no `backlash`: teeth that never separate have the same damping at every load")
            }
            false => None,
        };
        if let Some(why) = why {
            return reading.refuse(
                "useless-key",
                (section.span_of(&key::DAMPING_LOAD), "not used"),
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
    if !is_given(section, &key::BACKLASH) {
        return Some(0.0);
    }
    if let Some(given) = section.quantity(&key::BACKLASH) {
        return Some(direction.hoop_way(given.value));
    }
    let name = section.text(&key::BACKLASH)?;
    let place = |label| (name.span.clone(), label);
    match (name.value, &pair.geometry) {
        ("geometry", PairGeometry::Cylindrical(mesh)) => {
            Some(mesh.backlash.line_of_action.max(0.0) * direction.hoop_per_line)
        }
        ("geometry", PairGeometry::Pitch(_)) => reading.refuse(
            "unknown-backlash",
            place("not known"),
            format!("{what}: the geometry of such gears says nothing of their tooth thickness, so their backlash is not known"),
            "write the backlash as a length: backlash = \"0.05 mm\"",
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
pub(super) fn transmission_error(
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

pub(super) fn refuse_error<T>(
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
