//! Modifications and deviations of a gear, from the model file.

mod measured;
mod topography;
mod useless;

pub use measured::ProfileFit;

use super::data_file::{Fault, Files, Known};
use crate::geometry::{
    CylindricalGear, Damage, Deviations, EndRelief, Ends, FlankDomain, FlankSide, GearFlanks,
    HelixSlope, LeadCrowning, Modification, PitchDeviation, ProfileCrowning, ProfileSlope,
    ReliefForm, RootRelief, RunOut, TipRelief, Twist,
};
use crate::input::{Diagnostic, Diagnostics, Located, Section};
use crate::number::short;

/// What distinguishes the flanks of a gear from those that the tool makes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FlankData {
    /// Modifications of the right flanks.
    pub right: Vec<Modification>,
    /// Modifications of the left flanks.
    pub left: Vec<Modification>,
    /// Deviations of single teeth.
    pub deviations: Deviations,
    /// How well curves follow measured profiles.
    pub fits: Vec<ProfileFit>,
}

impl FlankData {
    /// Whether the flanks are as the tool makes them.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the flanks of all teeth are modified.
    pub fn is_modified(&self) -> bool {
        !(self.right.is_empty() && self.left.is_empty())
    }

    /// The flanks of the gear; plain ones should the data not fit, which a checked model excludes.
    pub fn flanks(&self, gear: &CylindricalGear) -> GearFlanks {
        GearFlanks::build(
            gear,
            self.right.clone(),
            self.left.clone(),
            self.deviations.clone(),
        )
        .unwrap_or_else(|_| GearFlanks::plain(gear))
    }
}

/// Reads the modifications and deviations of a gear; what is wrong with them is reported.
pub(super) fn read(
    name: &str,
    section: &Section,
    gear: &CylindricalGear,
    files: Files<'_>,
    diagnostics: &mut Diagnostics,
) -> FlankData {
    let mut reader = Reader {
        name,
        gear,
        domain: GearFlanks::plain(gear).domain,
        files,
        fits: Vec::new(),
        diagnostics,
    };
    let mut data = FlankData::default();
    for item in section.items("modifications") {
        if let Some((modification, sides)) = reader.modification(item) {
            for side in sides {
                match side {
                    FlankSide::Right => data.right.push(modification.clone()),
                    FlankSide::Left => data.left.push(modification.clone()),
                }
            }
        }
    }
    if let Some(deviations) = section.table("deviations") {
        data.deviations = reader.deviations(deviations);
    }
    reader.check_tip(section, &data);
    data.fits = reader.fits;
    data
}

struct Reader<'r> {
    name: &'r str,
    gear: &'r CylindricalGear,
    domain: FlankDomain,
    files: Files<'r>,
    fits: Vec<ProfileFit>,
    diagnostics: &'r mut Diagnostics,
}

impl Reader<'_> {
    /// Refuses modifications that take off more than the tooth has at its tip.
    fn check_tip(&mut self, section: &Section, data: &FlankData) {
        let thickness = match self.gear {
            CylindricalGear::Wheel(wheel) => wheel.tip_thickness(),
            CylindricalGear::Rack(rack) => {
                rack.thickness_at(rack.tip_height) * rack.data.system.helix_angle.cos()
            }
        };
        let domain = self.domain;
        let sum = |list: &[Modification], width: f64| -> f64 {
            let amount = |part: &Modification| part.amount(&domain, domain.tip, width).value;
            list.iter().map(amount).sum()
        };
        let places = [-1.0, 0.0, 1.0].map(|share| share * domain.half_width);
        let taken = places.map(|width| sum(&data.right, width) + sum(&data.left, width));
        let most = taken.into_iter().fold(0.0, f64::max);
        if most >= thickness {
            let message = format!(
                "the modifications take {} mm off the tip, which is {} mm thick",
                short(most * 1e3),
                short(thickness * 1e3)
            );
            let help = "reduce the amounts: they are some hundredths of a millimetre";
            self.report::<()>(
                "tip-cut-off",
                section.span_of("modifications"),
                &message,
                help,
            );
        }
    }

    fn report<T>(
        &mut self,
        code: &'static str,
        span: std::ops::Range<usize>,
        message: &str,
        help: impl Into<String>,
    ) -> Option<T> {
        let message = format!("gear `{}`: {message}", self.name);
        let fault = Diagnostic::error(code, span, message);
        self.diagnostics.push(fault.label("here").help(help));
        None
    }

    fn file_fault<T>(&mut self, file: &Located<&str>, fault: Fault) -> Option<T> {
        let message = format!("gear `{}`: {}", self.name, fault.message);
        let found = Diagnostic::error(fault.code, file.span.clone(), message);
        self.diagnostics
            .push(found.label("this file").help(fault.help));
        None
    }

    fn modification(&mut self, item: &Section) -> Option<(Modification, Vec<FlankSide>)> {
        let kind = item.choice("kind")?.value;
        let amount = item.quantity("amount").map(|amount| amount.value);
        let form = match item.choice("form").map(|form| form.value) {
            Some("parabolic") => ReliefForm::Parabolic,
            _ => ReliefForm::Linear,
        };
        let modification = match kind {
            "tip-relief" | "root-relief" => {
                let is_tip = kind == "tip-relief";
                let (amount, start) = (amount?, self.start(item, is_tip)?);
                if is_tip {
                    Modification::TipRelief(TipRelief {
                        amount,
                        start,
                        form,
                    })
                } else {
                    Modification::RootRelief(RootRelief {
                        amount,
                        start,
                        form,
                    })
                }
            }
            "profile-crowning" => {
                Modification::ProfileCrowning(ProfileCrowning { amount: amount? })
            }
            "profile-slope" => Modification::ProfileSlope(ProfileSlope { amount: amount? }),
            "lead-crowning" => Modification::LeadCrowning(LeadCrowning { amount: amount? }),
            "helix-slope" => Modification::HelixSlope(HelixSlope { amount: amount? }),
            "twist" => Modification::Twist(Twist { amount: amount? }),
            "end-relief" => Modification::EndRelief(EndRelief {
                amount: amount?,
                length: item.quantity("length")?.value,
                form,
                ends: match item.choice("ends").map(|ends| ends.value) {
                    Some("lower") => Ends::Lower,
                    Some("upper") => Ends::Upper,
                    _ => Ends::Both,
                },
            }),
            "measured-profile" => Modification::Topography(self.measured(item)?),
            "topography" => Modification::Topography(self.topography(item)?),
            _ => return None,
        };
        if let Err(error) = modification.check(&self.domain) {
            let key = if kind == "end-relief" {
                "length"
            } else {
                "kind"
            };
            let (message, help) = (error.to_string(), error.remedy());
            return self.report(error.code(), item.span_of(key), &message, help);
        }
        let sides = match item.choice("flank").map(|flank| flank.value) {
            Some("right") => vec![FlankSide::Right],
            Some("left") => vec![FlankSide::Left],
            _ => vec![FlankSide::Right, FlankSide::Left],
        };
        Some((modification, sides))
    }

    /// Profile parameter at which a relief starts, from one of the three ways to give it.
    fn start(&mut self, item: &Section, is_tip: bool) -> Option<f64> {
        const KEYS: [&str; 3] = ["start_diameter", "start_roll_angle", "start_length"];
        let given: Vec<&str> = KEYS.into_iter().filter(|key| item.is_given(key)).collect();
        let what = if is_tip { "tip relief" } else { "root relief" };
        let key = match given[..] {
            [key] => key,
            [] => {
                let help = "add one of start_diameter = \"80 mm\", start_roll_angle = \"28 deg\" or start_length = \"4 mm\"";
                return self.report(
                    "relief-start",
                    item.span_of("kind"),
                    &format!("the {what} has no start"),
                    help,
                );
            }
            [_, second, ..] => {
                let message = format!("the start of the {what} is given twice");
                return self.report(
                    "relief-start",
                    item.span_of(second),
                    &message,
                    format!("keep one of {}", given.join(", ")),
                );
            }
        };
        let value = item.quantity(key)?.value;
        let [root, tip] = [self.domain.root, self.domain.tip];
        let is_length = key == "start_length";
        let base_radius = self.gear.as_wheel().map(|wheel| wheel.base_radius);
        let (start, shown): (f64, Box<dyn Fn(f64) -> String>) = match (key, base_radius) {
            ("start_length", _) => {
                let inward = (root - tip).signum();
                (
                    if is_tip {
                        tip + inward * value
                    } else {
                        root - inward * value
                    },
                    Box::new(|s| format!("{} mm", short(1e3 * s.abs()))),
                )
            }
            (_, None) => {
                let message = format!(
                    "the {what} of a rack has no {}",
                    key.trim_start_matches("start_").replace('_', " ")
                );
                return self.report(
                    "relief-start",
                    item.span_of(key),
                    &message,
                    "write start_length = \"…\", measured along the profile",
                );
            }
            ("start_diameter", Some(r_b)) => (
                (0.25 * value * value - r_b * r_b).max(0.0).sqrt(),
                Box::new(move |s| format!("{} mm", short(2e3 * r_b.hypot(s)))),
            ),
            (_, Some(r_b)) => (
                value * r_b,
                Box::new(move |s| format!("{}°", short((s / r_b).to_degrees()))),
            ),
        };
        if self.domain.profile_margin(start) > 0.0 {
            return Some(start);
        }
        let (message, help) = if is_length {
            let whole = shown(tip - root);
            (
                format!(
                    "the {what}, {} long, does not fit on a flank of {whole}",
                    shown(value)
                ),
                format!("give a start_length below {whole}"),
            )
        } else {
            let [low, high] = self.domain.profile().map(&shown);
            let given = if key == "start_diameter" {
                format!("{} mm", short(1e3 * value))
            } else {
                shown(start)
            };
            let quantity = key.trim_start_matches("start_").replace('_', " ");
            (
                format!(
                    "the {what} would begin at the {quantity} {given}, but the flank reaches from {low} to {high}"
                ),
                format!("give a {key} between {low} and {high}"),
            )
        };
        self.report("relief-beyond-flank", item.span_of(key), &message, help)
    }

    fn deviations(&mut self, section: &Section) -> Deviations {
        let mut deviations = Deviations {
            pitch: self.pitch(section).unwrap_or_default(),
            ..Deviations::default()
        };
        if let Some(run_out) = section.quantity("run_out") {
            if self.gear.as_wheel().is_none() {
                let help = "leave run_out out: it comes from turning about another axis than that of the teeth";
                self.report::<()>("rack-run-out", run_out.span, "a rack has no run-out", help);
            } else if run_out.value > 0.0 {
                deviations.run_out = Some(RunOut {
                    eccentricity: 0.5 * run_out.value,
                    phase: section
                        .quantity("run_out_phase")
                        .map_or(0.0, |phase| phase.value),
                });
            }
        }
        self.warn_of_useless(section);
        let teeth = self.gear.data().teeth;
        for damaged in section.items("damaged") {
            let Some(tooth) = damaged.integer("tooth") else {
                continue;
            };
            let number = u32::try_from(tooth.value).unwrap_or(0);
            if !(1..=teeth).contains(&number) {
                let message = format!("tooth {number} does not exist: the gear has {teeth} teeth");
                self.report::<()>(
                    "no-such-tooth",
                    tooth.span,
                    &message,
                    format!("choose a tooth from 1 to {teeth}"),
                );
                continue;
            }
            for item in damaged.items("modifications") {
                if let Some((modification, sides)) = self.modification(item) {
                    deviations
                        .damage
                        .extend(sides.into_iter().map(|side| Damage {
                            tooth: number,
                            side,
                            modification: modification.clone(),
                        }));
                }
            }
        }
        deviations
    }

    fn pitch(&mut self, section: &Section) -> Option<PitchDeviation> {
        let keys = ["single_pitch", "cumulative_pitch", "pitch_file"];
        let given: Vec<&str> = keys
            .into_iter()
            .filter(|key| section.is_given(key))
            .collect();
        if let [_, second, ..] = given[..] {
            let help = format!("keep one of {}", given.join(" and "));
            return self.report(
                "pitch-given-twice",
                section.span_of(second),
                "the pitch deviations are given twice",
                help,
            );
        }
        let teeth = self.gear.data().teeth as usize;
        let fits = |reader: &mut Self, list: &[f64], span| {
            (list.len() == teeth).then_some(()).or_else(|| {
                let message = format!(
                    "{} pitch deviations are given for {teeth} teeth",
                    list.len()
                );
                reader.report(
                    "pitch-table",
                    span,
                    &message,
                    format!("give {teeth} values, one for each tooth"),
                )
            })
        };
        if let Some(single) = section.quantities("single_pitch") {
            fits(self, single.value, single.span)?;
            return Some(PitchDeviation::of_single(single.value));
        }
        if let Some(index) = section.quantities("cumulative_pitch") {
            fits(self, index.value, index.span)?;
            return Some(PitchDeviation::of_teeth(index.value.to_vec()));
        }
        let file = section.text("pitch_file")?;
        let known = [
            Known {
                name: "tooth",
                dimension: crate::units::Dimension::NONE,
            },
            Known::length("single_pitch"),
            Known::length("cumulative_pitch"),
            Known::length("cumulative_pitch_right"),
            Known::length("cumulative_pitch_left"),
        ];
        let needs = "the column single_pitch [um], or cumulative_pitch [um], or cumulative_pitch_right [um] and cumulative_pitch_left [um]; one row for each tooth, which a column `tooth` may number";
        let data = match self.files.read(file.value, &known, needs) {
            Ok(data) => data,
            Err(fault) => return self.file_fault(&file, fault),
        };
        fits(self, &vec![0.0; data.lines.len()], file.span.clone())?;
        if let Some(numbers) = data.column("tooth")
            && let Some(row) =
                (0..numbers.len()).find(|i| (numbers[*i] - (*i as f64 + 1.0)).abs() > 0.0)
        {
            let message = format!(
                "{}, line {}: tooth {} is expected here",
                file.value,
                data.lines[row],
                row + 1
            );
            return self.report(
                "data-file",
                file.span.clone(),
                &message,
                "order the rows by tooth, from 1",
            );
        }
        let column = |name: &str| data.column(name).map(<[f64]>::to_vec);
        let found = [
            column("single_pitch").map(|single| PitchDeviation::of_single(&single)),
            column("cumulative_pitch").map(PitchDeviation::of_teeth),
            column("cumulative_pitch_right")
                .zip(column("cumulative_pitch_left"))
                .map(|(right, left)| PitchDeviation { right, left }),
        ];
        let mut found = found.into_iter().flatten();
        match (found.next(), found.next()) {
            (Some(pitch), None) => Some(pitch),
            (None, _) => self.report(
                "data-columns",
                file.span.clone(),
                &format!("{} has no pitch deviations", file.value),
                format!("write {needs}"),
            ),
            (Some(_), Some(_)) => self.report(
                "data-columns",
                file.span.clone(),
                &format!("{} gives the pitch deviations twice", file.value),
                "keep one of the columns: the others follow from it",
            ),
        }
    }
}
