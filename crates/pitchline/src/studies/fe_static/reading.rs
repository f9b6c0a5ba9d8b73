//! What a study `fe-static` asks for: what one value alone cannot tell.

use std::sync::Arc;

use super::keys::LOADS;
use super::{FeStaticStudy, LinePlace, Load, LoadCase, LoadSize};
use crate::fem;
use crate::geometry::{Blank, CylindricalGear, FlankSide};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::{Gear, GearGeometry};
use crate::nearest::nearest;
use crate::number::short;
use crate::studies::finite_elements::SeatSupport;
use crate::studies::finite_elements::reading;
use crate::studies::{Study, StudyContext};

/// The study; none where something in it was refused.
pub(super) fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let (target, gears) = reading::target(section, context, diagnostics)?;
    let [gear] = gears.as_slice() else {
        diagnostics.push(one_gear_needed(section, &gears));
        return None;
    };
    let support = reading::support(section)?;
    let cases = load_cases(section, gear, diagnostics);
    check_held(section, support, diagnostics)?;
    Some(Arc::new(FeStaticStudy {
        cases: cases?,
        support,
        target,
    }))
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
            section.span_of(&reading::SUPPORT),
            format!(
                "the body is insufficiently supported: its {} is free",
                free.join(", ")
            ),
        )
        .label("with this support")
        .help("write support = \"fixed\": static deflections need a body without rigid motions"),
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

/// The load cases in the order of their first loads.
fn load_cases(
    section: &Section,
    gear: &Gear,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<LoadCase>> {
    let (GearGeometry::Cylindrical(geometry), Some(blank)) = (&gear.geometry, &gear.blank) else {
        return None;
    };
    let mut cases: Vec<LoadCase> = Vec::new();
    let mut is_sound = true;
    let items = section.get(&LOADS).map(|loads| loads.value);
    for (number, item) in items.into_iter().flatten().enumerate() {
        let checked = Checked {
            section: item,
            gear: geometry,
            blank,
        };
        let load = match checked.load() {
            Ok(load) => load,
            Err(diagnostic) => {
                is_sound = false;
                diagnostics.push(*diagnostic);
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
    if cases.is_empty() && is_sound && section.is_given(&LOADS) {
        diagnostics.push(
            Diagnostic::error("no-loads", section.span_of(&LOADS), "there are no loads")
                .label("nothing acts")
                .help("write loads = [{ kind = \"tip\", force = \"1000 N\" }]"),
        );
        return None;
    }
    (is_sound && !cases.is_empty()).then_some(cases)
}

/// A load of the file with what it is checked against.
struct Checked<'s> {
    section: &'s Section,
    gear: &'s CylindricalGear,
    blank: &'s Blank,
}

impl Checked<'_> {
    /// The load; `None` where a value was refused already.
    fn load(&self) -> Result<Option<Load>, Box<Diagnostic>> {
        let Some(kind) = self.section.choice("kind") else {
            return Ok(None);
        };
        match kind.value {
            "faces" => self.faces(),
            "nodes" => self.nodes(),
            kind => self.on_flank(kind),
        }
    }

    fn refuse(&self, key: &str, what: String, help: String) -> Box<Diagnostic> {
        let place = if self.section.is_given(key) {
            self.section.span_of(key)
        } else {
            self.section.span()
        };
        let diagnostic = Diagnostic::error("bad-load", place, what).label("this load");
        Box::new(diagnostic.help(help))
    }

    /// Whether one of these values stands in the file and was refused already.
    fn is_refused(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.section.is_faulty(key))
    }

    fn on_flank(&self, kind: &str) -> Result<Option<Load>, Box<Diagnostic>> {
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
        let Some(size) = self.size()? else {
            return Ok(None);
        };
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

    fn size(&self) -> Result<Option<LoadSize>, Box<Diagnostic>> {
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
            (Some(force), None) => Ok(Some(LoadSize::Force(force.value))),
            (None, Some(torque)) => Ok(Some(LoadSize::Torque(torque.value))),
            (Some(_), Some(_)) => Err(self.refuse(
                "torque",
                "a load on a flank has a force and a torque".to_owned(),
                "keep one of the two: the other one follows".to_owned(),
            )),
            (None, None) if self.is_refused(&["force", "torque"]) => Ok(None),
            (None, None) => Err(self.refuse(
                "kind",
                "a load on a flank has neither force nor torque".to_owned(),
                "write force = \"1000 N\" or torque = \"100 N m\"".to_owned(),
            )),
        }
    }

    fn line(&self) -> Result<LinePlace, Box<Diagnostic>> {
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

    fn faces(&self) -> Result<Option<Load>, Box<Diagnostic>> {
        let Some(pressure) = self.section.quantity("pressure") else {
            return Ok(None);
        };
        Ok(self.set()?.map(|set| Load::Faces {
            set,
            pressure: pressure.value,
        }))
    }

    /// The set that is named, if the mesh will have one of that name.
    fn set(&self) -> Result<Option<String>, Box<Diagnostic>> {
        let Some(set) = self.section.text("set") else {
            return Ok(None);
        };
        let known = fem::set_names(self.gear, self.blank);
        if known.iter().any(|name| name == set.value) {
            return Ok(Some(set.value.to_owned()));
        }
        let help = match nearest(set.value, known.iter().map(String::as_str)) {
            Some(name) => format!("did you mean `{name}`? `pitchline mesh` lists all sets"),
            None => format!(
                "write one of {} or those of another tooth",
                known[..known.len().min(12)].join(", ")
            ),
        };
        let what = format!("the mesh has no set `{}`", set.value);
        Err(self.refuse("set", what, help))
    }

    fn nodes(&self) -> Result<Option<Load>, Box<Diagnostic>> {
        let Some(set) = self.set()? else {
            return Ok(None);
        };
        let Some(force) = self.vector("forces", "\"0 N\", \"1 kN\", \"0 N\"")? else {
            return Err(self.refuse(
                "set",
                "a load on nodes has no forces".to_owned(),
                "write forces = [\"0 N\", \"1 kN\", \"0 N\"]".to_owned(),
            ));
        };
        Ok(Some(Load::Nodes { set, force }))
    }

    fn vector(&self, key: &str, example: &str) -> Result<Option<[f64; 3]>, Box<Diagnostic>> {
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
