//! Tooth numbers near the given ones with which a set can be assembled.

use super::assembly::position_steps;
use super::speeds::speed;
use super::train::{Member, Part, SetKind, Train};

/// How far from the given numbers is looked.
const REACH: i64 = 8;
/// Wheels with fewer teeth are not proposed, unless the given one has as few.
const LEAST_TEETH: u32 = 12;

/// A train near the given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// Its teeth.
    pub train: Train,
    /// Its main ratio: sun to carrier, of a Wolfrom set sun to second ring, both with the ring fixed; of a Ravigneaux set
    /// first sun to ring with the carrier fixed.
    pub ratio: f64,
    /// Relative change of the ratios.
    pub change: f64,
}

impl Train {
    /// The ratios that a designer wants to keep: fixed member, input, output.
    pub fn main_ratios(&self) -> Vec<f64> {
        let wheel = Member::Wheel;
        let (sun, ring, carrier) = (wheel(Part::Sun), wheel(Part::Ring), Member::Carrier);
        let choices = match self.kind {
            SetKind::Simple | SetKind::Stepped => vec![[ring, sun, carrier]],
            SetKind::Wolfrom => vec![[ring, sun, wheel(Part::Ring2)]],
            SetKind::Ravigneaux => {
                vec![[carrier, sun, ring], [carrier, wheel(Part::Sun2), ring]]
            }
        };
        let rows = choices
            .iter()
            .filter_map(|[fixed, input, output]| speed(self, *fixed, *input, *output));
        rows.map(|row| row.ratio).collect()
    }
}

/// The trains near the given one that this number of equally spaced planets fits and whose meshes have the same centre
/// distances in modules, the nearest ratios first; at most `most`. The ring keeps its size within a tenth if that can be. `modules` are those of the meshes of planet and of
/// planet_2 (m).
pub fn alternatives(
    train: &Train,
    planets: u32,
    modules: [f64; 2],
    most: usize,
) -> Vec<Alternative> {
    let z = |part| i64::from(train.teeth(part));
    let free: &[Part] = match train.kind {
        SetKind::Simple => &[Part::Sun, Part::Planet],
        SetKind::Stepped | SetKind::Wolfrom => &[Part::Sun, Part::Planet, Part::Planet2],
        SetKind::Ravigneaux => &[Part::Sun, Part::Planet, Part::Sun2],
    };
    let wanted = train.main_ratios();
    let mut found = Vec::new();
    let n_free = free.len() as u32;
    let side = 2 * REACH + 1;
    for code in 0..side.pow(n_free) {
        let change = |i: u32| code / side.pow(i) % side - REACH;
        let mut tried = *train;
        let mut is_sensible = true;
        for (i, part) in free.iter().enumerate() {
            let teeth = z(*part) + change(i as u32);
            is_sensible &= teeth >= i64::from(LEAST_TEETH.min(train.teeth(*part)));
            tried = tried.with(*part, u32::try_from(teeth).unwrap_or(1).max(1));
        }
        let Some(tried) = is_sensible.then(|| close(train, tried, modules)).flatten() else {
            continue;
        };
        let fits = position_steps(&tried).is_multiple_of(u64::from(planets.max(1)));
        if fits && has_room(&tried, planets, modules) {
            let ratios = tried.main_ratios();
            let difference: f64 = ratios
                .iter()
                .zip(&wanted)
                .map(|(ratio, wanted)| (1.0 / ratio - 1.0 / wanted).abs() * wanted.abs())
                .sum();
            let moved: u32 = tried
                .kind
                .parts()
                .iter()
                .map(|part| tried.teeth(*part).abs_diff(train.teeth(*part)))
                .sum();
            let ratio = ratios.first().copied().unwrap_or(f64::NAN);
            if difference.is_finite() {
                found.push((
                    Alternative {
                        train: tried,
                        ratio,
                        change: difference,
                    },
                    moved,
                ));
            }
        }
    }
    // A box of the same size first; others only where there are none.
    let is_same_size = |(found, _): &(Alternative, u32)| {
        let most = (train.teeth(Part::Ring) / 10).max(2);
        found
            .train
            .teeth(Part::Ring)
            .abs_diff(train.teeth(Part::Ring))
            <= most
    };
    if found.iter().any(is_same_size) {
        found.retain(is_same_size);
    }
    // Equal ratios within rounding: the fewer teeth are changed the better.
    found.sort_by(|(a, moved_a), (b, moved_b)| {
        let rounded = |alternative: &Alternative| (alternative.change * 1e6).round();
        rounded(a).total_cmp(&rounded(b)).then(moved_a.cmp(moved_b))
    });
    found
        .into_iter()
        .take(most)
        .map(|(found, _)| found)
        .collect()
}

/// The rings that keep the difference of the centre distances; `None` if no whole number of teeth does.
fn close(train: &Train, tried: Train, modules: [f64; 2]) -> Option<Train> {
    let change = |part| i64::from(tried.teeth(part)) - i64::from(train.teeth(part));
    let sun_side = modules[0] * (change(Part::Sun) + change(Part::Planet)) as f64;
    let ring_on = |tried: Train, ring: Part, planet: Part, module: f64| {
        let exact = sun_side / module + change(planet) as f64;
        let whole = exact.round();
        let teeth = i64::from(train.teeth(ring)) + whole as i64;
        let is_ring = teeth > i64::from(tried.teeth(planet)) + 1;
        ((exact - whole).abs() < 1e-6 && is_ring)
            .then(|| Some(tried.with(ring, u32::try_from(teeth).ok()?)))
            .flatten()
    };
    match train.kind {
        SetKind::Simple | SetKind::Ravigneaux => {
            ring_on(tried, Part::Ring, Part::Planet, modules[0])
        }
        SetKind::Stepped => ring_on(tried, Part::Ring, Part::Planet2, modules[1]),
        SetKind::Wolfrom => {
            let tried = ring_on(tried, Part::Ring, Part::Planet, modules[0])?;
            ring_on(tried, Part::Ring2, Part::Planet2, modules[1])
        }
    }
}

/// Whether standard planets beside each other do not touch.
fn has_room(train: &Train, planets: u32, modules: [f64; 2]) -> bool {
    let z = |part| f64::from(train.teeth(part));
    let axis = modules[0] * (z(Part::Sun) + z(Part::Planet));
    let sin = (std::f64::consts::PI / f64::from(planets.max(1))).sin();
    let fits = |axis: f64, module: f64, part| axis * sin > module * (z(part) + 2.0);
    let second = match train.kind {
        SetKind::Simple => true,
        SetKind::Stepped | SetKind::Wolfrom => fits(axis, modules[1], Part::Planet2),
        SetKind::Ravigneaux => {
            let axis = modules[1] * (z(Part::Sun2) + z(Part::Planet2));
            fits(axis, modules[1], Part::Planet2)
        }
    };
    planets < 2 || (fits(axis, modules[0], Part::Planet) && second)
}
