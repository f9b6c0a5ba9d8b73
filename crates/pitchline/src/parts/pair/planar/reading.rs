//! Contacts of level `planar`: how teeth press, where their friction acts and when they stick.

use std::sync::Arc;

use super::{OiledTeeth, PlanarLevel, elasticity, friction, friction_keys, mesh_keys};
use crate::contact::{
    ContactPath, FrictionLevers, LawError, Levers, MeshDamping, MeshFriction, MeshLaw, PhaseLevers,
    PlanarKind, PlanarMesh, PlanarPair,
};
use crate::dynamics::Stiction;
use crate::geometry::GearPair;
use crate::input::{Diagnostic, Section};
use crate::model::machine::MeshDirection;
use crate::model::{Pair, PairGeometry, Reading, is_given};
use crate::parts::pair::mesh_keys as shared;
use crate::parts::pair::reading::{LINE_OF_ACTION, PairEntry};
use crate::parts::pair::{
    ReadLevel, friction_along_teeth as along_teeth, mesh_law, stiffness, unusual,
};

/// In how much of a pitch a spur tooth takes its load unless given.
const SPUR_SPREAD: f64 = 0.1;

/// Whether a pair can have this level.
pub(in crate::parts::pair) fn is_possible(pair: &Pair) -> bool {
    match &pair.geometry {
        PairGeometry::Cylindrical(mesh) => PlanarPair::of_pair(mesh).is_some(),
        PairGeometry::Pitch(_) => false,
    }
}

/// The level of a pair.
pub(super) fn read(entry: &PairEntry, reading: &mut Reading) -> Option<ReadLevel> {
    let PairEntry {
        what,
        section,
        pair,
        gears,
        ..
    } = *entry;
    let found = match &pair.geometry {
        PairGeometry::Cylindrical(mesh) => PlanarPair::of_pair(mesh).map(|planar| (mesh, planar)),
        PairGeometry::Pitch(_) => None,
    };
    let Some((gear_pair, planar)) = found else {
        let level = section.choice("level")?;
        return reading.refuse(
            "not-parallel",
            (level.span, "not for this pair"),
            format!("{what} has level \"planar\", which is for two cylindrical wheels on parallel axes"),
            "write level = \"joint\", which supports racks, bevel, hypoid, worm and crossed helical pairs",
        );
    };
    let Some(mesh) = entry.mesh() else {
        return entry.refuse_without_mesh(
            "add mesh = { stiffness = \"iso-6336\", damping_ratio = 0.1 }, or with values of your own",
            reading,
        );
    };
    // Ways and forces along the pitch circles over those of the file.
    let measured = mesh.get(&mesh_keys::MEASURED_ALONG);
    let measured = measured.map_or(LINE_OF_ACTION, |along| along.value);
    let hoop_per_line = 1.0 / planar.data().pressure_angle.cos();
    let direction = MeshDirection::new(measured, hoop_per_line);
    let rubbing = match section.table("friction") {
        Some(table) => {
            let of = [gears.find(&pair.a)?, gears.find(&pair.b)?].map(|built| &built.gear);
            let width = stiffness::bearing_width(gear_pair, of);
            rubbing((what, table), (gear_pair, &planar), width, reading)
        }
        None if section.is_faulty("friction") => None,
        None => Some(Rubbing {
            levers: FrictionLevers::Constant(Levers::default()),
            friction: MeshFriction::None,
            oil: None,
            stiction: Stiction::Mesh,
        }),
    };
    let pressing = pressing(entry, mesh, &planar, &direction, reading)?;
    let rubbing = rubbing?;
    let level = PlanarLevel {
        pair: planar,
        levers: rubbing.levers,
        friction: rubbing.friction,
        oil: rubbing.oil,
        stiction: rubbing.stiction,
        ..pressing
    };
    mesh_law::refuse_unknown_mass(entry, level.damping, reading)?;
    Some(ReadLevel {
        level: Arc::new(level),
        direction,
    })
}

/// How teeth press, without friction.
fn pressing(
    entry: &PairEntry,
    section: &Section,
    planar: &PlanarPair,
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<PlanarLevel> {
    let (what, pair) = (entry.what, entry.pair);
    let named = (what, section);
    if section.has_errors() {
        return None;
    }
    let stiffness = match section.choice("kind")?.value {
        "table" => None,
        _ => Some(stiffness::read(
            named,
            (pair, entry.gears),
            direction,
            reading,
        )?),
    };
    let elasticity = elasticity::read(named, (planar, direction), stiffness, reading);
    let variation = elasticity::variation(named, pair, reading);
    let damping = mesh_law::damping(named, direction, reading)?;
    if is_given(section, &shared::DAMPING_RATIO) && stiffness.is_none() {
        return reading.refuse(
            "no-stiffness",
            (section.span_of(&shared::DAMPING_RATIO), "no single stiffness"),
            format!("{what}: a table of forces has no single stiffness to which `damping_ratio` could refer"),
            "write damping = \"500 N s/m\" in its place",
        );
    }
    let backlash = mesh_law::backlash(named, pair, direction, reading);
    let elasticity = elasticity?;
    // Play and module are along the pitch circles.
    let module = planar.pitch() / std::f64::consts::PI;
    unusual::check_backlash(named, (backlash?, module), reading)?;
    let cosine = planar.data().pressure_angle.cos();
    let line_force = |force| direction.hoop_force(force) / cosine;
    let reach = mesh_law::damping_reach(named, (pair, &elasticity), line_force, reading)?;
    let law = MeshLaw {
        elasticity,
        damping: MeshDamping {
            coefficient: 0.0,
            reach: reach.reach,
        },
        backlash: backlash?,
    };
    let mesh = PlanarMesh {
        law,
        variation: variation?,
    };
    if let Err(error) = mesh.check() {
        return refuse_mesh(named, &error, reading);
    }
    Some(PlanarLevel {
        pair: *planar,
        mesh,
        damping,
        damping_reach: reach,
        stiffness: stiffness.unwrap_or(0.0),
        levers: FrictionLevers::Constant(Levers::default()),
        friction: MeshFriction::None,
        oil: None,
        stiction: Stiction::Mesh,
        start_cycle: section.number(&shared::START_CYCLE)?.value,
    })
}

pub(super) fn refuse_mesh<T>(
    (what, section): (&str, &Section),
    error: &LawError,
    reading: &mut Reading,
) -> Option<T> {
    reading.refuse(
        "bad-mesh",
        (section.span(), "no such mesh"),
        format!("mesh of {what}: {error}"),
        "correct the numbers as the message says",
    )
}

/// What the table `friction` says.
struct Rubbing {
    levers: FrictionLevers,
    friction: MeshFriction,
    oil: Option<OiledTeeth>,
    stiction: Stiction,
}

/// With flanks that bear over a width (m).
fn rubbing(
    named: (&str, &Section),
    (gear_pair, planar): (&GearPair, &PlanarPair),
    width: f64,
    reading: &mut Reading,
) -> Option<Rubbing> {
    let (_, section) = named;
    if section.has_errors() {
        return None;
    }
    let path = ContactPath::of_pair(gear_pair);
    let levers = levers(named, gear_pair, (planar, &path), reading)?;
    let stiction = stiction(named, (planar, &levers), reading)?;
    // An efficiency is that of the mean over a cycle.
    let (friction, oil) = friction::read(named, width, (planar, &levers.mean()), reading)?;
    Some(Rubbing {
        levers,
        friction,
        oil,
        stiction,
    })
}

fn stiction(
    (what, section): (&str, &Section),
    (planar, levers): (&PlanarPair, &FrictionLevers),
    reading: &mut Reading,
) -> Option<Stiction> {
    // [theory:planar-contact] (45): friction of a ring, or of contacts on one side of the pitch point, may push the mesh distance the way it goes.
    let pushing = match levers {
        _ if planar.data().kind != PlanarKind::External => Some("a ring"),
        FrictionLevers::OverPhase(_) => Some("with levers over the phase"),
        FrictionLevers::Constant(levers) => (!levers.brakes_each_wheel(planar))
            .then_some("with contacts mostly on one side of the pitch point"),
    };
    let usual = match pushing {
        Some(_) => "conjugate",
        None => "mesh",
    };
    let word = section
        .choice(&friction_keys::STICTION)
        .map_or(usual, |word| word.value);
    if word == "regularised" {
        let speed = section.quantity(&friction_keys::TRANSITION_SPEED);
        let speed = speed.map_or(along_teeth::USUAL_TRANSITION_SPEED, |speed| speed.value);
        return Some(Stiction::Regularised(speed));
    }
    if is_given(section, &friction_keys::TRANSITION_SPEED) {
        return reading.refuse(
            "useless-key",
            (section.span_of(&friction_keys::TRANSITION_SPEED), "not used"),
            format!("friction of {what} has `transition_speed`, but its teeth stick: their friction changes its sign at once"),
            "remove it, or write stiction = \"regularised\"",
        );
    }
    if let ("mesh", Some(whose)) = (word, pushing) {
        let message = format!(
            "teeth of {what}, {whose}, stick by the mesh: their friction may drive them in the direction of their motion, and they may chatter and creep where they should rest"
        );
        let span = section.span_of(&friction_keys::STICTION);
        let warning = Diagnostic::warning("sticks-by-mesh", span, message);
        let help = "write stiction = \"conjugate\", or leave it out";
        reading.diagnostics.push(warning.help(help));
    }
    Some(match word {
        "conjugate" => Stiction::Conjugate,
        _ => Stiction::Mesh,
    })
}

fn levers(
    named: (&str, &Section),
    gear_pair: &GearPair,
    (planar, path): (&PlanarPair, &ContactPath),
    reading: &mut Reading,
) -> Option<FrictionLevers> {
    let (what, section) = named;
    let word = section
        .choice(&friction_keys::LEVERS)
        .map(|word| word.value);
    if is_given(section, &friction_keys::SPREAD) && word != Some("over-phase") {
        return reading.refuse(
            "useless-key",
            (section.span_of(&friction_keys::SPREAD), "not used"),
            format!("friction of {what} has `spread`, which belongs to levers = \"over-phase\""),
            "remove it, or write levers = \"over-phase\"",
        );
    }
    let found = match (section.table(&friction_keys::LEVERS), word) {
        (Some(given), _) => {
            let arms = [given.quantity("a")?.value, given.quantity("b")?.value];
            Levers::given(planar, arms, None).map(FrictionLevers::Constant)
        }
        (None, Some("shared")) => Levers::shared(planar, path).map(FrictionLevers::Constant),
        (None, Some("over-phase")) => {
            let given = section
                .number(&friction_keys::SPREAD)
                .map(|spread| spread.value);
            let usual = gear_pair.overlap_ratio.abs().max(SPUR_SPREAD);
            let spread = given.unwrap_or(usual);
            PhaseLevers::new(planar, path, spread, tooth_share(gear_pair, planar))
                .map(FrictionLevers::OverPhase)
        }
        (None, _) => Ok(FrictionLevers::Constant(Levers::smeared(planar, path))),
    };
    found.map_or_else(|error| along_teeth::refuse(named, &error, reading), Some)
}

/// Thickness of the teeth of a on its working pitch circle over the pitch; half where the circle lies beyond its involute.
fn tooth_share(gear_pair: &GearPair, planar: &PlanarPair) -> f64 {
    let [radius, _] = planar.data().pitch_radii;
    let thickness = gear_pair.a.as_wheel().map(|a| a.thickness_at(radius));
    let share = thickness.unwrap_or(f64::NAN) / planar.pitch();
    if share > 0.0 && share < 1.0 {
        share
    } else {
        0.5
    }
}
