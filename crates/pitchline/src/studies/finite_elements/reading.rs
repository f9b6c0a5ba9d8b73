//! What studies of finite-element bodies read: which gears, with which elements, how they are held.

use std::ops::Range;

use super::{FeTarget, SeatSupport};
use crate::fem::{MeshCount, MeshError, Sector};
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::section::Alternative;
use crate::input::tables::FE_MESH;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::model::{Gear, GearGeometry, Gears, meshed_gears, read_mesh};
use crate::studies::StudyContext;

keys! {
    /// Which gears, and their elements.
    pub(in crate::studies) static TARGET_KEYS shared by "studies of finite-element bodies" {
        GEAR = optional(
            "gear",
            Reference(Collection::Gears),
            "\"wheel\"",
            "The gear. If omitted, all cylindrical gears that have a blank.",
        );
        MESH = optional(
            "mesh",
            Table(&FE_MESH),
            "{ size = \"coarse\" }",
            "Finite elements for this study, in place of those of the gear.",
        );
    }
}

keys! {
    /// How the seat is held.
    pub(in crate::studies) static SUPPORT_KEYS shared by "studies of bodies that are held" {
        pub(in crate::studies) SUPPORT = optional(
            "support",
            ChoiceOrTable(&[
                FieldKind::Choice(&[
                    Choice::new("fixed", "The seat does not move."),
                    Choice::new(
                        "turning",
                        "The seat is rigid and free to rotate about the axis.",
                    ),
                    Choice::new(
                        "rigid",
                        "The seat is rigid and free to move: no support, but a stiff shaft in the bore.",
                    ),
                    Choice::new("free", "The seat is free and not stiffened: free-free."),
                ]),
                FieldKind::Table(&MOTIONS),
            ]),
            "\"turning\"",
            "How the seat of the gear is supported: the bore of an external gear, the outside of an internal one, the back of a rack.",
        ), default "\"fixed\"";
    }
}

const HOLD: FieldKind =
    FieldKind::Choice(&[Choice::new("fixed", "Held."), Choice::new("free", "Free.")]);

const fn motion(key: &'static str, doc: &'static str) -> Field {
    Field::optional(key, HOLD, "\"free\"", doc).default("\"fixed\"")
}

static MOTIONS: Record = Record {
    name: "support",
    doc: "A rigid seat whose centre is constrained in some directions.",
    discriminator: None,
    variants: &[],
    fields: &[
        motion("x", "Displacement of the centre along x."),
        motion("y", "Displacement of the centre along y."),
        motion("z", "Displacement of the centre along the axis."),
        motion("turn_x", "Rotation about x."),
        motion("turn_y", "Rotation about y."),
        motion("turn_z", "Rotation about the axis."),
    ],
};

/// The gears that a study meshes, with its elements; none where one of them cannot be meshed.
pub(in crate::studies) fn target<'c>(
    section: &Section,
    context: &StudyContext<'c>,
    diagnostics: &mut Diagnostics,
) -> Option<(FeTarget, Vec<&'c Gear>)> {
    let target = FeTarget {
        gear: section.get(&GEAR).map(|gear| gear.value.to_owned()),
        mesh: section.get(&MESH).and_then(|_| read_mesh(section)),
        ..FeTarget::default()
    };
    let gears = meshed_gears(target.gear.as_deref(), section, context.gears, diagnostics)?;
    check_meshes(&target, section, (&gears, context.gears), diagnostics)?;
    Some((target, gears))
}

/// How the seat is held.
pub(in crate::studies) fn support(section: &Section) -> Option<SeatSupport> {
    Some(match section.get(&SUPPORT)?.value {
        Alternative::Table(table) => {
            let mut locked = [true; 6];
            for (locked, motion) in locked.iter_mut().zip(MOTIONS.fields) {
                *locked = table.choice(motion.key)?.value != "free";
            }
            SeatSupport::Rigid { locked }
        }
        Alternative::Choice("turning") => SeatSupport::TURNING,
        Alternative::Choice("rigid") => SeatSupport::Rigid { locked: [false; 6] },
        Alternative::Choice("free") => SeatSupport::Free,
        Alternative::Choice(_) => SeatSupport::FIXED,
    })
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
