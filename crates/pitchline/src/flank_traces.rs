//! What tables and pictures of modified flanks share: where they sample them.

use crate::geometry::{CylindricalGear, Flank, FlankSide};
use crate::model::Gear;

/// Steps along the profile and along the width.
const STEPS: usize = 120;
/// Steps of a map in each direction: so fine that no facet of a smooth flank shows.
const MAP_STEPS: usize = 120;

/// A place of a trace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Profile or width parameter (m).
    pub along: f64,
    /// Radius, of a rack height over the datum line (m); of a lead trace not used.
    pub height: f64,
    /// Amount taken off the right and the left flank (m).
    pub relief: [f64; 2],
}

/// A line over a flank.
pub(crate) type Trace = Vec<Place>;

/// Damaged teeth that get pictures of their own: of more, the first ones.
const MOST_DAMAGED: usize = 6;

/// Whose flanks are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Teeth {
    /// Those of all teeth, without the damage of single ones.
    All,
    /// Those of one tooth with its damage.
    One(u32),
}

/// The damaged teeth of a gear, each once, in their order.
pub(crate) fn damaged(gear: &Gear<CylindricalGear>) -> Vec<u32> {
    let damage = &gear.flanks.deviations.damage;
    let mut teeth: Vec<u32> = damage.iter().map(|damage| damage.tooth).collect();
    teeth.sort_unstable();
    teeth.dedup();
    teeth.truncate(MOST_DAMAGED);
    teeth
}

/// The right and the left flank.
fn flanks(gear: &Gear<CylindricalGear>, teeth: Teeth) -> Vec<Flank> {
    let mut data = gear.flanks.clone();
    let tooth = match teeth {
        Teeth::All => {
            data.deviations.damage.clear();
            1
        }
        Teeth::One(tooth) => tooth,
    };
    let flanks = data.flanks(&gear.geometry);
    [FlankSide::Right, FlankSide::Left]
        .into_iter()
        .filter_map(|side| flanks.flank(tooth, side))
        .collect()
}

/// Radius, of a rack height, at a profile parameter (m).
pub(crate) fn height(gear: &Gear<CylindricalGear>, profile: f64) -> f64 {
    match gear.geometry.as_wheel() {
        Some(wheel) => wheel.base_radius.hypot(profile),
        None => {
            profile
                * gear
                    .geometry
                    .data()
                    .system
                    .transverse_pressure_angle()
                    .cos()
        }
    }
}

fn steps(from: f64, to: f64, n: usize) -> impl Iterator<Item = f64> {
    (0..=n).map(move |i| from + (to - from) * i as f64 / n as f64)
}

/// Root to tip in the middle of the face.
pub(crate) fn profile(gear: &Gear<CylindricalGear>, teeth: Teeth) -> Trace {
    let flanks = flanks(gear, teeth);
    let Some(first) = flanks.first() else {
        return Vec::new();
    };
    let place = |s: f64| Place {
        along: s,
        height: height(gear, s),
        relief: [0, 1].map(|i| flanks.get(i).map_or(0.0, |flank| flank.relief(s, 0.0))),
    };
    steps(first.domain.root, first.domain.tip, STEPS)
        .map(place)
        .collect()
}

/// From the lower to the upper end of the face in the middle of the profile.
pub(crate) fn lead(gear: &Gear<CylindricalGear>, teeth: Teeth) -> Trace {
    let flanks = flanks(gear, teeth);
    let Some(first) = flanks.first() else {
        return Vec::new();
    };
    let middle = 0.5 * (first.domain.root + first.domain.tip);
    let place = |z: f64| Place {
        along: z,
        height: height(gear, middle),
        relief: [0, 1].map(|i| flanks.get(i).map_or(0.0, |flank| flank.relief(middle, z))),
    };
    let half = first.domain.half_width;
    steps(-half, half, STEPS).map(place).collect()
}

/// Amounts over a flank: profile places from root to tip (m), width places (m), and a row of widths for each profile place.
pub(crate) struct Map {
    pub side: FlankSide,
    pub profile: Vec<f64>,
    pub width: Vec<f64>,
    pub relief: Vec<Vec<f64>>,
}

/// The maps of both flanks; only the right one where both are alike.
pub(crate) fn maps(gear: &Gear<CylindricalGear>, teeth: Teeth) -> Vec<Map> {
    let modifications = |side: FlankSide| {
        let of_all = match side {
            FlankSide::Right => &gear.flanks.right,
            FlankSide::Left => &gear.flanks.left,
        };
        let own = gear.flanks.deviations.damage.iter();
        let own = own.filter(|damage| Teeth::One(damage.tooth) == teeth && damage.side == side);
        let own = own.map(|damage| &damage.modification);
        of_all.iter().chain(own).collect::<Vec<_>>()
    };
    let are_alike = modifications(FlankSide::Right) == modifications(FlankSide::Left);
    let n = if are_alike { 1 } else { 2 };
    let map = |flank: Flank| {
        let domain = flank.domain;
        let profile: Vec<f64> = steps(domain.root, domain.tip, MAP_STEPS).collect();
        let width: Vec<f64> = steps(-domain.half_width, domain.half_width, MAP_STEPS).collect();
        let row = |s: &f64| width.iter().map(|z| flank.relief(*s, *z)).collect();
        let relief = profile.iter().map(row).collect();
        Map {
            side: flank.side,
            profile,
            width,
            relief,
        }
    };
    flanks(gear, teeth).into_iter().take(n).map(map).collect()
}

/// Largest amount on the right and on the left flank (m).
pub(crate) fn largest(gear: &Gear<CylindricalGear>) -> [f64; 2] {
    let maps = maps(gear, Teeth::All);
    let of = |map: &Map| {
        map.relief
            .iter()
            .flatten()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let [right, left] = [maps.first(), maps.get(1).or(maps.first())];
    [right, left].map(|map| map.map_or(0.0, of))
}
