//! Sets near one that cannot be assembled: tooth numbers, and what must change with them, each tried with real gears.

use super::candidates::{Candidate, with_other_shifts, with_same_shifts};
use super::coaxial::looser_than;
use super::error::SetError;
use super::set::{PlanetarySet, SetData};
use super::train::{Part, Train};
use crate::{CylindricalData, CylindricalGear, GearPair, Severity, Tip};

/// No more proposals of a sort are made.
const MOST: [usize; 2] = [3, 2];
/// No more candidates of a sort are tried.
const MOST_TRIED: usize = 60;
/// Larger profile shifts are not proposed.
const LARGEST_SHIFT: f64 = 1.2;

/// What rounded shifts leave, in modules of centre distance.
const LEAST_PLAY: f64 = 2e-3;

/// A set near the given one that can be built.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// Its teeth.
    pub train: Train,
    /// Its main ratio, see [`Train::main_uses`].
    pub ratio: f64,
    /// Relative change of the main ratios.
    pub change: f64,
    /// Profile shifts that must be others than the given ones.
    pub shifts: Vec<(Part, f64)>,
    /// Tip diameters that were given and must follow the teeth (m).
    pub tip_diameters: Vec<(Part, f64)>,
    /// The centre distance, where one was given and must follow the teeth (m).
    pub center_distance: Option<f64>,
}

/// A set that cannot be assembled, with its gears.
pub(super) struct Refused<'a> {
    pub train: Train,
    pub gears: &'a [(Part, CylindricalData)],
    pub data: &'a SetData,
    pub meshes: &'a [GearPair],
    /// Modules of the meshes of planet and of planet_2 (m).
    pub modules: [f64; 2],
}

impl Refused<'_> {
    /// Sets that can be built: first those whose shifts remain, the nearest ratio first, then those that keep the given
    /// centre distance by other shifts, the fewest changed teeth first.
    pub fn alternatives(&self) -> Vec<Alternative> {
        let planets = self.data.planets.max(1);
        let first = |candidates: Vec<Candidate>, keeps_distance: bool, most: usize| {
            let tried = candidates.into_iter().take(MOST_TRIED);
            let built = tried.filter_map(|found| self.fitted(&found, keeps_distance));
            built.take(most).collect::<Vec<_>>()
        };
        let same = with_same_shifts(&self.train, planets, self.modules);
        let other = with_other_shifts(
            &self.train,
            planets,
            self.modules,
            self.data.center_distance.is_some(),
        );
        let mut found = first(same, false, MOST[0]);
        found.extend(first(other, true, MOST[1]));
        found
    }

    /// A candidate with what must change besides its teeth; `None` if it cannot be built.
    fn fitted(&self, candidate: &Candidate, keeps_distance: bool) -> Option<Alternative> {
        let train = candidate.train;
        let mut gears: Vec<(Part, CylindricalData)> = self
            .gears
            .iter()
            .map(|(part, data)| (*part, with_teeth(data, train.teeth(*part))))
            .collect();
        let data = SetData {
            center_distance: self.data.center_distance.map(|a| {
                if keeps_distance {
                    a
                } else {
                    rounded(a + self.moved(&train), 1e-7)
                }
            }),
            ..self.data.clone()
        };
        // The shift of the planet changes what the others need: no more than one round for each mesh.
        for _ in 0..=train.meshes().len() {
            let built = self.build(&train, &gears, &data);
            // Shifts that change anyway shall leave no play.
            let built = built.and_then(|set| {
                let loose = looser_than(LEAST_PLAY, &set.meshes, set.center_distance, &train);
                if keeps_distance && !loose.is_empty() {
                    Err(loose)
                } else {
                    Ok(set)
                }
            });
            match built {
                Ok(set) => {
                    let is_sound = self.is_sound(&set);
                    return is_sound.then(|| self.alternative(candidate, &gears, &data));
                }
                Err(errors) if keeps_distance => {
                    let (part, shift) = errors.iter().find_map(mending)?;
                    let gear = gears.iter_mut().find(|(known, _)| *known == part)?;
                    gear.1.profile_shift = rounded(shift, 1e-4);
                }
                Err(_) => return None,
            }
        }
        None
    }

    fn build(
        &self,
        train: &Train,
        gears: &[(Part, CylindricalData)],
        data: &SetData,
    ) -> Result<PlanetarySet, Vec<SetError>> {
        let built: Vec<(Part, CylindricalGear)> = gears
            .iter()
            .filter_map(|(part, data)| Some((*part, CylindricalGear::build(*data).ok()?)))
            .collect();
        if built.len() < gears.len() {
            return Err(Vec::new());
        }
        let find = |part| {
            let found = built.iter().find(|(known, _)| *known == part);
            found.map(|(_, gear)| gear)
        };
        PlanetarySet::build_without_advice(train.kind, find, data)
    }

    /// Whether no mesh has a fault that the given set does not have.
    fn is_sound(&self, set: &PlanetarySet) -> bool {
        let faults = |pair: &GearPair| -> Vec<&'static str> {
            let found = pair.findings.iter();
            let errors = found.filter(|finding| finding.severity() == Severity::Error);
            errors.map(|finding| finding.code()).collect()
        };
        let known: Vec<&str> = self.meshes.iter().flat_map(faults).collect();
        let mut new = set.meshes.iter().flat_map(|(_, pair)| faults(pair));
        new.all(|code| known.contains(&code))
    }

    /// By how much the centre distance of the first mesh grows (m).
    fn moved(&self, train: &Train) -> f64 {
        let change = |part| f64::from(train.teeth(part)) - f64::from(self.train.teeth(part));
        let meshes = train.meshes();
        let first = meshes.first().map_or(0.0, |mesh| {
            let sign = if mesh.is_internal() { -1.0 } else { 1.0 };
            change(mesh.b) + sign * change(mesh.a)
        });
        0.5 * self.modules[0] * first
    }

    fn alternative(
        &self,
        candidate: &Candidate,
        gears: &[(Part, CylindricalData)],
        data: &SetData,
    ) -> Alternative {
        let changed = |pick: &dyn Fn(&CylindricalData) -> Option<f64>| -> Vec<(Part, f64)> {
            let pairs = self.gears.iter().zip(gears);
            pairs
                .filter(|((_, old), (_, new))| pick(old) != pick(new))
                .filter_map(|(_, (part, new))| Some((*part, pick(new)?)))
                .collect()
        };
        Alternative {
            train: candidate.train,
            ratio: candidate
                .train
                .main_speeds()
                .first()
                .map_or(f64::NAN, |row| row.ratio),
            change: candidate.change,
            shifts: changed(&|data| Some(data.profile_shift)),
            tip_diameters: changed(&|data| match data.tip {
                Tip::Diameter(diameter) => Some(diameter),
                Tip::Alteration(_) => None,
            }),
            center_distance: data
                .center_distance
                .filter(|a| Some(*a) != self.data.center_distance),
        }
    }
}

/// The shift that mends a mesh which is not coaxial, if it is not too large.
fn mending(error: &SetError) -> Option<(Part, f64)> {
    let SetError::NotCoaxial { mending, .. } = error else {
        return None;
    };
    mending.filter(|(_, shift)| shift.abs() <= LARGEST_SHIFT)
}

/// A gear with other teeth; a given tip diameter follows the reference circle.
fn with_teeth(data: &CylindricalData, teeth: u32) -> CylindricalData {
    let more = f64::from(teeth) - f64::from(data.teeth);
    let tip = match data.tip {
        Tip::Diameter(diameter) if more != 0.0 => Tip::Diameter(rounded(
            diameter + more * data.system.transverse_module(),
            1e-7,
        )),
        tip => tip,
    };
    CylindricalData {
        teeth,
        tip,
        ..*data
    }
}

/// As it is printed, so that what is tried is what is read.
fn rounded(value: f64, step: f64) -> f64 {
    (value / step).round() * step
}

impl Alternative {
    /// Teeth, ratio, and what must change besides.
    pub fn words(&self) -> String {
        let teeth = self.train.parts().into_iter();
        let teeth: Vec<String> = teeth
            .map(|part| format!("{} {}", part.name(), self.train.teeth(part)))
            .collect();
        let mm = |metres: f64| {
            let text = format!("{:.4}", 1e3 * metres);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        let shifts = self.shifts.iter();
        let shifts = shifts.map(|(part, x)| format!("{} profile_shift = {x:.4}", part.name()));
        let tips = self.tip_diameters.iter();
        let tips =
            tips.map(|(part, d)| format!("{} tip_diameter = \"{} mm\"", part.name(), mm(*d)));
        let distance = self.center_distance.iter();
        let distance = distance.map(|a| format!("center_distance = \"{} mm\"", mm(*a)));
        let with: Vec<String> = shifts.chain(tips).chain(distance).collect();
        let mut text = format!("{} (ratio {:.4})", teeth.join(", "), self.ratio);
        if !with.is_empty() {
            text += &format!(", with {}", with.join(", "));
        }
        text
    }
}
