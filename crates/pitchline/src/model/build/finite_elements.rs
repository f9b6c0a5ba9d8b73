//! Finite-element bodies: blank and mesh of a gear, and the studies of one body.

use super::Gears;
use crate::fem::{ElementKind, MeshSize};
use crate::geometry::{Blank, BlankError, CylindricalGear, FlankSide, Hub, Web};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::finite_elements::{
    FeTarget, LinePlace, Load, LoadCase, LoadSize, MeshCounts, MeshRequest, ModeRange, SeatSupport,
};
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
    let (what, remedy) = text.split_once(": ").unwrap_or((&text, ""));
    let remedy = match remedy {
        "" => "change the sizes of the blank so that they fit",
        remedy => remedy,
    };
    Diagnostic::error(
        "blank-does-not-fit",
        section.span_of("blank"),
        format!("gear `{name}`: {what}"),
    )
    .label("this body cannot be made")
    .help(remedy.to_owned())
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
    };
    let gears = meshed_gears(&target, section, built, diagnostics)?;
    match kind {
        "mesh" => Some(StudyKind::Mesh(target)),
        "modes" => Some(StudyKind::Modes {
            support: support(section)?,
            range: mode_range(section, diagnostics)?,
            target,
        }),
        _ => {
            let [gear] = gears.as_slice() else {
                diagnostics.push(one_gear_needed(section, &gears));
                return None;
            };
            let support = support(section)?;
            Some(StudyKind::FeStatic {
                cases: load_cases(section, gear, support, diagnostics)?,
                support,
                target,
            })
        }
    }
}

/// The gears that a study meshes, all of them with a body.
fn meshed_gears<'b>(
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
fn has_body(gear: &Gear, built: &Gears, diagnostics: &mut Diagnostics) -> bool {
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

/// The load cases in the order of their first loads.
fn load_cases(
    section: &Section,
    gear: &Gear,
    support: SeatSupport,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<LoadCase>> {
    let GearGeometry::Cylindrical(geometry) = &gear.geometry else {
        return None;
    };
    let mut cases: Vec<LoadCase> = Vec::new();
    let mut is_sound = true;
    for (number, item) in section.items("loads").enumerate() {
        let checked = Checked {
            section: item,
            gear: geometry,
            support,
        };
        let load = match checked.load() {
            Ok(load) => load,
            Err(diagnostic) => {
                is_sound = false;
                diagnostics.push(diagnostic);
                continue;
            }
        };
        let Some(load) = load else {
            is_sound = false;
            continue;
        };
        let name = item.text("case").map(|case| case.value.to_owned());
        let name = name.unwrap_or_else(|| format!("load-{}", number + 1));
        match cases.iter_mut().find(|case| case.name == name) {
            Some(case) => case.loads.push(load),
            None => cases.push(LoadCase {
                name,
                loads: vec![load],
            }),
        }
    }
    if cases.is_empty() && is_sound {
        diagnostics.push(
            Diagnostic::error("no-loads", section.span_of("loads"), "there are no loads")
                .label("nothing acts")
                .help("write loads = [{ kind = \"tip\", force = \"1000 N\" }]"),
        );
        return None;
    }
    is_sound.then_some(cases)
}

/// A load of the file with what it is checked against.
struct Checked<'s> {
    section: &'s Section,
    gear: &'s CylindricalGear,
    support: SeatSupport,
}

impl Checked<'_> {
    /// The load; `None` where a value was refused already.
    fn load(&self) -> Result<Option<Load>, Diagnostic> {
        let Some(kind) = self.section.choice("kind") else {
            return Ok(None);
        };
        match kind.value {
            "faces" => Ok(self.faces()),
            "nodes" => self.nodes(),
            "center" => self.center(),
            kind => self.on_flank(kind),
        }
    }

    fn refuse(&self, key: &str, what: String, help: String) -> Diagnostic {
        let place = if self.section.is_given(key) {
            self.section.span_of(key)
        } else {
            self.section.span()
        };
        Diagnostic::error("bad-load", place, what)
            .label("this load")
            .help(help)
    }

    fn on_flank(&self, kind: &str) -> Result<Option<Load>, Diagnostic> {
        let (Some(tooth), Some(side)) =
            (self.section.integer("tooth"), self.section.choice("side"))
        else {
            return Ok(None);
        };
        let teeth = self.gear.data().teeth;
        let tooth = u32::try_from(tooth.value).unwrap_or(u32::MAX);
        if tooth > teeth {
            return Err(self.refuse(
                "tooth",
                format!("there is no tooth {tooth}: the gear has {teeth} teeth"),
                format!("name a tooth from 1 to {teeth}"),
            ));
        }
        let side = match side.value {
            "left" => FlankSide::Left,
            _ => FlankSide::Right,
        };
        let size = self.size()?;
        if kind == "flank" {
            return Ok(Some(Load::Flank { tooth, side, size }));
        }
        let place = match kind {
            "tip" => LinePlace::Tip,
            _ => self.line()?,
        };
        Ok(Some(Load::Line {
            tooth,
            side,
            place,
            size,
        }))
    }

    fn size(&self) -> Result<LoadSize, Diagnostic> {
        let force = self.section.quantity("force");
        let torque = self.section.quantity("torque");
        if let (Some(_), true) = (&torque, matches!(self.gear, CylindricalGear::Rack(_))) {
            return Err(self.refuse(
                "torque",
                "a load on a rack has a torque, but a rack has no axis".to_owned(),
                "give its force: force = \"1000 N\"".to_owned(),
            ));
        }
        match (force, torque) {
            (Some(force), None) => Ok(LoadSize::Force(force.value)),
            (None, Some(torque)) => Ok(LoadSize::Torque(torque.value)),
            (Some(_), Some(_)) => Err(self.refuse(
                "torque",
                "a load on a flank has a force and a torque".to_owned(),
                "keep one of the two: the other one follows".to_owned(),
            )),
            (None, None) => Err(self.refuse(
                "kind",
                "a load on a flank has neither force nor torque".to_owned(),
                "write force = \"1000 N\" or torque = \"100 N m\"".to_owned(),
            )),
        }
    }

    fn line(&self) -> Result<LinePlace, Diagnostic> {
        match self.gear {
            CylindricalGear::Wheel(wheel) => {
                let form = wheel.form_radius;
                let limits = [form.min(wheel.tip_radius), form.max(wheel.tip_radius)];
                let range = limits.map(|radius| format!("{} mm", short(2e3 * radius)));
                let help = format!(
                    "write diameter = with a value from {} to {}",
                    range[0], range[1]
                );
                let Some(diameter) = self.section.quantity("diameter") else {
                    let what = "a line across the flank of a wheel needs its diameter".to_owned();
                    return Err(self.refuse("height", what, help));
                };
                let radius = 0.5 * diameter.value;
                if !is_between(radius, limits) {
                    let what = format!(
                        "the flank does not reach the diameter {} mm",
                        short(1e3 * diameter.value)
                    );
                    return Err(self.refuse("diameter", what, help));
                }
                Ok(LinePlace::Radius(radius))
            }
            CylindricalGear::Rack(rack) => {
                let limits = [-rack.form_depth, rack.tip_height];
                let range = limits.map(|height| format!("{} mm", short(1e3 * height)));
                let help = format!(
                    "write height = with a value from {} to {}",
                    range[0], range[1]
                );
                let Some(height) = self.section.quantity("height") else {
                    let what =
                        "a line across the flank of a rack needs its height over the datum line"
                            .to_owned();
                    return Err(self.refuse("diameter", what, help));
                };
                if !is_between(height.value, limits) {
                    let what = format!(
                        "the flank does not reach the height {} mm",
                        short(1e3 * height.value)
                    );
                    return Err(self.refuse("height", what, help));
                }
                Ok(LinePlace::Height(height.value))
            }
        }
    }

    fn faces(&self) -> Option<Load> {
        Some(Load::Faces {
            set: self.section.text("set")?.value.to_owned(),
            pressure: self.section.quantity("pressure")?.value,
        })
    }

    fn nodes(&self) -> Result<Option<Load>, Diagnostic> {
        let Some(set) = self.section.text("set") else {
            return Ok(None);
        };
        let Some(force) = self.vector("forces", "\"0 N\", \"1 kN\", \"0 N\"")? else {
            return Err(self.refuse(
                "set",
                "a load on nodes has no forces".to_owned(),
                "write forces = [\"0 N\", \"1 kN\", \"0 N\"]".to_owned(),
            ));
        };
        Ok(Some(Load::Nodes {
            set: set.value.to_owned(),
            force,
        }))
    }

    fn center(&self) -> Result<Option<Load>, Diagnostic> {
        if self.support == SeatSupport::Free {
            return Err(self.refuse(
                "kind",
                "a load acts on the centre of a seat that is free and has no centre".to_owned(),
                "write support = \"rigid\", or another one with a rigid seat".to_owned(),
            ));
        }
        let force = self.vector("forces", "\"0 N\", \"1 kN\", \"0 N\"")?;
        let torque = self.vector("torques", "\"0 N m\", \"0 N m\", \"100 N m\"")?;
        if force.is_none() && torque.is_none() {
            return Err(self.refuse(
                "kind",
                "a load on the centre has neither forces nor torques".to_owned(),
                "write torques = [\"0 N m\", \"0 N m\", \"100 N m\"]".to_owned(),
            ));
        }
        Ok(Some(Load::Center {
            force: force.unwrap_or_default(),
            torque: torque.unwrap_or_default(),
        }))
    }

    fn vector(&self, key: &str, example: &str) -> Result<Option<[f64; 3]>, Diagnostic> {
        let Some(list) = self.section.quantities(key) else {
            return Ok(None);
        };
        <[f64; 3]>::try_from(list.value).map(Some).map_err(|_| {
            self.refuse(
                key,
                format!(
                    "{key} has {} values, not one for x, y and z each",
                    list.value.len()
                ),
                format!("write {key} = [{example}]"),
            )
        })
    }
}

/// Between two limits, to the last digits of a rounded drawing.
fn is_between(value: f64, [low, high]: [f64; 2]) -> bool {
    let slack = 1e-6 * (high - low);
    value >= low - slack && value <= high + slack
}
