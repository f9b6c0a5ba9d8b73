//! Finite-element bodies: blank and mesh of a gear, and the studies of one body.

use std::ops::Range;

use super::Gears;
use super::loads::load_cases;
use super::reduction;
use crate::fem::{ElementKind, MeshCount, MeshError, MeshSize, Sector};
use crate::geometry::{Blank, BlankError, CylindricalGear, Hub, Web};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::finite_elements::{FeTarget, MeshCounts, MeshRequest, ModeRange, SeatSupport};
use crate::model::{Gear, GearGeometry, StudyKind};
use crate::number::short;

/// The blank of a gear, if its table is there.
pub(super) fn blank(section: &Section, gear: &CylindricalGear) -> Option<Blank> {
    let table = section.table("blank")?;
    let length = |key: &str| table.quantity(key).map(|value| value.value);
    let web = table.table("web").and_then(|web| {
        Some(Web {
            thickness: web.quantity("thickness")?.value,
            position: web.quantity("position")?.value,
        })
    });
    let hub = table.table("hub").and_then(|hub| {
        let width = hub.quantity("width").map(|width| width.value);
        Some(Hub {
            radius: hub.quantity("radius")?.value,
            width: width.unwrap_or(gear.data().face_width),
        })
    });
    Some(Blank {
        seat_radius: length(seat_key(gear)),
        rim: length("rim"),
        web,
        hub,
    })
}

/// Refuses a blank that cannot carry the teeth. What only a mesh needs is asked for by the studies that mesh.
pub(super) fn check_blank(
    name: &str,
    section: &Section,
    gear: &CylindricalGear,
    blank: Option<&Blank>,
    diagnostics: &mut Diagnostics,
) {
    refuse_foreign_radius(name, section, gear, diagnostics);
    let Some(Err(error)) = blank.map(|blank| blank.rings(gear)) else {
        return;
    };
    let waits = matches!(
        error,
        BlankError::NoSeat { .. } | BlankError::RimAgainstSeat { .. }
    );
    if !waits {
        diagnostics.push(blank_error(name, section, gear, &error));
    }
}

/// Refuses the radius of a seat that this kind of gear does not have.
fn refuse_foreign_radius(
    name: &str,
    section: &Section,
    gear: &CylindricalGear,
    diagnostics: &mut Diagnostics,
) {
    let Some(table) = section.table("blank") else {
        return;
    };
    let (own, what): (&[&str], &str) = match gear {
        CylindricalGear::Rack(_) => (&[], "a rack has no radius: give rim"),
        CylindricalGear::Wheel(wheel) if wheel.is_internal() => (
            &["outer_radius"],
            "an internal gear has an outer_radius, or a rim",
        ),
        CylindricalGear::Wheel(_) => (&["bore_radius"], "an external gear has a bore_radius"),
    };
    let foreign = ["bore_radius", "outer_radius"];
    for key in foreign.into_iter().filter(|key| !own.contains(key)) {
        if table.is_given(key) {
            diagnostics.push(
                Diagnostic::error(
                    "blank-does-not-fit",
                    table.span_of(key),
                    format!("gear `{name}`: its blank has no {key}"),
                )
                .label("not on this kind of gear")
                .help(what),
            );
        }
    }
}

/// Key of the model file for the radius of the seat.
fn seat_key(gear: &CylindricalGear) -> &'static str {
    match gear {
        CylindricalGear::Wheel(wheel) if wheel.is_internal() => "outer_radius",
        _ => "bore_radius",
    }
}

fn blank_error(
    name: &str,
    section: &Section,
    gear: &CylindricalGear,
    error: &BlankError,
) -> Diagnostic {
    let text = error.to_string().replace("seat_radius", seat_key(gear));
    // Some messages end with what to write.
    let (what, told) = text.split_once(": ").unwrap_or((&text, ""));
    let mm = |length: f64| format!("{} mm", short(1e3 * length));
    let remedy = match *error {
        BlankError::HubBeyondRim { rim_radius, .. } => format!(
            "choose a hub radius below {}, or leave the web out",
            mm(rim_radius)
        ),
        BlankError::HubInsideBore { bore_radius, .. } => {
            format!("choose a hub radius above {}", mm(bore_radius))
        }
        BlankError::SeatInsideRoot { root_radius, .. } => {
            format!("choose an outer_radius well above {}", mm(root_radius))
        }
        BlankError::BoreBeyondRoot { root_radius, .. } => {
            format!("choose a bore_radius well below {}", mm(root_radius))
        }
        BlankError::OnlyOnExternal { part } => format!("leave the {part} out"),
        BlankError::WebOutside { web, limits, .. } => {
            let thickness = web[1] - web[0];
            let room = 0.5 * (limits[1] - limits[0] - thickness);
            if room < 0.0 {
                format!("make the web thinner than {}", mm(limits[1] - limits[0]))
            } else {
                format!("choose a position from {} to {}", mm(-room), mm(room))
            }
        }
        _ => told.to_owned(),
    };
    Diagnostic::error(
        "blank-does-not-fit",
        section.span_of("blank"),
        format!("gear `{name}`: {what}"),
    )
    .label("this body cannot be made")
    .help(remedy)
}

/// The finite elements that a table `mesh` asks for.
pub(super) fn mesh(section: &Section) -> Option<MeshRequest> {
    let table = section.table("mesh")?;
    let count = |key: &str| {
        let count = table.integer(key)?;
        usize::try_from(count.value).ok()
    };
    let grading = |key: &str| Some(table.table("grading")?.number(key)?.value);
    Some(MeshRequest {
        size: match table.choice("size")?.value {
            "coarse" => MeshSize::Coarse,
            "fine" => MeshSize::Fine,
            _ => MeshSize::Medium,
        },
        element: match table.choice("element")?.value {
            "hex20" => ElementKind::Hex20,
            _ => ElementKind::Hex8,
        },
        counts: MeshCounts {
            flank: count("flank"),
            root: count("root"),
            layer: count("layer"),
            across: count("across"),
            width: count("width"),
            rim: count("rim"),
            web: count("web"),
            hub: count("hub"),
            grading_flank: grading("flank"),
            grading_width: grading("width"),
            grading_rim: grading("rim"),
        },
    })
}

/// A study of finite-element bodies; `None` when something in it was refused.
pub(super) fn study(
    kind: &str,
    section: &Section,
    built: &Gears,
    diagnostics: &mut Diagnostics,
) -> Option<StudyKind> {
    let target = FeTarget {
        gear: section.text("gear").map(|gear| gear.value.to_owned()),
        mesh: mesh(section),
        ..FeTarget::default()
    };
    let gears = meshed_gears(&target, section, built, diagnostics)?;
    check_meshes(&target, section, (&gears, built), diagnostics)?;
    match kind {
        "mesh" => Some(StudyKind::Mesh(target)),
        "modes" => Some(StudyKind::Modes {
            support: support(section)?,
            range: mode_range(section, diagnostics)?,
            target,
        }),
        "reduce" => {
            let support = support(section)?;
            let request = reduction::request(section, (&target, &gears), support, diagnostics)?;
            Some(StudyKind::Reduce {
                target,
                support,
                request,
            })
        }
        _ => {
            let [gear] = gears.as_slice() else {
                diagnostics.push(one_gear_needed(section, &gears));
                return None;
            };
            let support = support(section)?;
            let cases = load_cases(section, gear, diagnostics);
            check_held(section, support, diagnostics)?;
            Some(StudyKind::FeStatic {
                cases: cases?,
                support,
                target,
            })
        }
    }
}

/// The gears that a study meshes, all of them with a body.
pub(super) fn meshed_gears<'b>(
    target: &FeTarget,
    section: &Section,
    built: &'b Gears,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'b Gear>> {
    let Some(name) = &target.gear else {
        let gears: Vec<&Gear> = built
            .list
            .iter()
            .map(|built| &built.gear)
            .filter(|gear| gear.blank.is_some())
            .collect();
        // A gear that was refused may have had one.
        if gears.is_empty() && diagnostics.has_errors() {
            return None;
        }
        if gears.is_empty() {
            diagnostics.push(
                Diagnostic::error(
                    "no-blank",
                    section.span_of("kind"),
                    "no gear has a body to mesh",
                )
                .label("this study needs one")
                .help("write blank = { bore_radius = \"12 mm\" } into a gear"),
            );
            return None;
        }
        let sound = gears
            .iter()
            .filter(|gear| has_body(gear, built, diagnostics))
            .count();
        return (sound == gears.len()).then_some(gears);
    };
    // A gear that could not be built was reported already.
    let gear = &built.find(name)?.gear;
    let refuse = |what: String, help: &str| {
        Diagnostic::error("no-blank", section.span_of("gear"), what)
            .label("this gear")
            .help(help.to_owned())
    };
    if gear.cylindrical().is_none() {
        diagnostics.push(refuse(
            format!("gear `{name}` is known by its pitch surface and has no body to mesh"),
            "name a gear of kind external, internal or rack",
        ));
        return None;
    }
    if gear.blank.is_none() {
        diagnostics.push(refuse(
            format!("gear `{name}` has no blank, so it has no body to mesh"),
            "write blank = { bore_radius = \"12 mm\" } into the gear; of an internal gear or a rack blank = { rim = \"8 mm\" }",
        ));
        return None;
    }
    has_body(gear, built, diagnostics).then(|| vec![gear])
}

/// Whether the blank is complete; says what is missing otherwise.
pub(super) fn has_body(gear: &Gear, built: &Gears, diagnostics: &mut Diagnostics) -> bool {
    let (GearGeometry::Cylindrical(geometry), Some(blank)) = (&gear.geometry, &gear.blank) else {
        return true;
    };
    match (blank.rings(geometry), built.find(&gear.name)) {
        (Err(error), Some(found)) => {
            diagnostics.push_new(blank_error(&gear.name, found.section, geometry, &error));
            false
        }
        _ => true,
    }
}

/// Meshes one tooth of each gear: what stands against the mesh is said before anything is computed.
fn check_meshes(
    target: &FeTarget,
    section: &Section,
    (gears, built): (&[&Gear], &Gears),
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    for gear in gears {
        let (GearGeometry::Cylindrical(geometry), Some(blank)) = (&gear.geometry, &gear.blank)
        else {
            continue;
        };
        let request = target.request(gear.mesh);
        let controls = request.controls(geometry, blank);
        let count = MeshCount::of(geometry, blank, &controls, request.element);
        // A giant is refused for its memory when it runs.
        if count
            .as_ref()
            .is_ok_and(|count| count.sector_nodes > LARGEST_TRIAL)
        {
            continue;
        }
        if let Err(error) = Sector::build(geometry, blank, &controls, request.element) {
            // What was written last decides: the mesh of the study, that of the gear, its blank.
            let of_gear = built.find(&gear.name).map(|found| found.section);
            let places = [
                (Some(section), "mesh"),
                (of_gear, "mesh"),
                (of_gear, "blank"),
            ];
            let mut given = places
                .into_iter()
                .filter_map(|(section, key)| section.map(|section| (section, key)))
                .filter(|(section, key)| section.is_given(key));
            let place = given
                .next()
                .map_or_else(|| section.span(), |(section, key)| section.span_of(key));
            diagnostics.push_new(mesh_error(&gear.name, place, &error));
            return None;
        }
    }
    Some(())
}

/// Nodes of a sector up to which it is meshed to see whether it can be.
const LARGEST_TRIAL: usize = 200_000;

fn mesh_error(name: &str, place: Range<usize>, error: &MeshError) -> Diagnostic {
    let text = error.to_string();
    let (what, remedy) = match text.rsplit_once(": ") {
        Some((what, remedy)) if !remedy.contains(" mm, ") => (what, remedy.to_owned()),
        _ => (
            text.as_str(),
            "choose more elements along the root, or sizes of the blank that are not so extreme"
                .to_owned(),
        ),
    };
    Diagnostic::error("no-mesh", place, format!("gear `{name}`: {what}"))
        .label("this cannot be meshed")
        .help(remedy)
}

/// A body under load needs a support against each motion.
fn check_held(
    section: &Section,
    support: SeatSupport,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let locked = match support {
        SeatSupport::Free => [false; 6],
        SeatSupport::Rigid { locked } => locked,
    };
    let motions = [
        "translation along x",
        "translation along y",
        "translation along z",
        "rotation about x",
        "rotation about y",
        "rotation about z",
    ];
    let free: Vec<&str> = motions
        .into_iter()
        .zip(locked)
        .filter_map(|(motion, locked)| (!locked).then_some(motion))
        .collect();
    if free.is_empty() {
        return Some(());
    }
    diagnostics.push(
        Diagnostic::error(
            "loose-body",
            section.span_of("support"),
            format!("the body is loose: nothing holds its {}", free.join(", ")),
        )
        .label("with this support")
        .help("write support = \"fixed\": static deflections need a body that cannot move away"),
    );
    None
}

fn one_gear_needed(section: &Section, gears: &[&Gear]) -> Diagnostic {
    let names: Vec<String> = gears.iter().map(|g| format!("`{}`", g.name)).collect();
    Diagnostic::error(
        "which-gear",
        section.span_of("kind"),
        format!("which gear is loaded? {} have a blank", names.join(", ")),
    )
    .label("this study loads one gear")
    .help("write gear = with the name of one of them")
}

fn support(section: &Section) -> Option<SeatSupport> {
    if let Some(table) = section.table("support") {
        let mut locked = [true; 6];
        let keys = ["x", "y", "z", "turn_x", "turn_y", "turn_z"];
        for (locked, key) in locked.iter_mut().zip(keys) {
            *locked = table.choice(key)?.value != "free";
        }
        return Some(SeatSupport::Rigid { locked });
    }
    Some(match section.choice("support")?.value {
        "turning" => SeatSupport::TURNING,
        "rigid" => SeatSupport::Rigid { locked: [false; 6] },
        "free" => SeatSupport::Free,
        _ => SeatSupport::FIXED,
    })
}

fn mode_range(section: &Section, diagnostics: &mut Diagnostics) -> Option<ModeRange> {
    let count = section.integer("count");
    let Some(band) = section.quantities("band") else {
        let count = count.map_or(10, |count| count.value);
        return usize::try_from(count).ok().map(ModeRange::Lowest);
    };
    if let &[low, high] = band.value
        && low < high
        && count.is_none()
    {
        return Some(ModeRange::Band([low, high]));
    }
    let (what, help) = if count.is_some() {
        (
            "a study of modes has a band and a count",
            "keep one of the two",
        )
    } else {
        (
            "a band is two frequencies, the lower one first",
            "write band = [\"5 kHz\", \"20 kHz\"]",
        )
    };
    diagnostics.push(
        Diagnostic::error("bad-band", band.span, what)
            .label("which modes?")
            .help(help),
    );
    None
}
