//! Finite-element bodies: blank and mesh of a gear.

use super::Gears;
use crate::fem::{ElementKind, MeshSize};
use crate::geometry::{Blank, BlankError, CylindricalGear, Hub, Web};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::finite_elements::{MeshCounts, MeshRequest};
use crate::model::{Gear, GearGeometry};
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
pub(crate) fn mesh(section: &Section) -> Option<MeshRequest> {
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

/// The gears that a study meshes, all of them with a body.
pub(crate) fn meshed_gears<'b>(
    name: Option<&str>,
    section: &Section,
    built: &'b Gears,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'b Gear>> {
    let Some(name) = name else {
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
