//! Tooth numbers near the given ones with which planets can be put in place.

use super::assembly::position_steps;
use super::train::{Member, Mesh, Part, SetKind, Train};

/// How far from the given numbers is looked.
const REACH: i64 = 8;
/// The same where profile shifts must close what the teeth leave open: they can close little.
const SHIFTED_REACH: i64 = 2;
/// Wheels with fewer teeth are not proposed, unless the given one has as few.
const LEAST_TEETH: u32 = 12;

/// A train near the given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub train: Train,
    /// Relative change of the main ratios.
    pub change: f64,
    /// Teeth by which its wheels differ from the given ones, all together.
    pub moved: u32,
}

/// Trains that this number of equally spaced planets fits, with the same differences of the meshes' centre distances:
/// the given shifts remain right. The nearest ratios first; the ring keeps its size within a tenth if that can be.
/// `modules` are those of the meshes of planet and of planet_2 (m).
pub(super) fn with_same_shifts(train: &Train, planets: u32, modules: [f64; 2]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for tried in around(train, &free_parts(train), REACH) {
        if let Some(tried) = closed(train, tried, modules) {
            found.extend(candidate(train, tried, planets, modules));
        }
    }
    // A box of the same size first; others only where there are none.
    let size = |train: &Train| train.teeth(Part::Ring).max(train.teeth(Part::Ring2));
    let most = (size(train) / 10).max(2);
    let is_same_size = |found: &Candidate| size(&found.train).abs_diff(size(train)) <= most;
    if found.iter().any(is_same_size) {
        found.retain(is_same_size);
    }
    // Equal ratios within rounding: the fewer teeth are changed the better.
    let rounded = |found: &Candidate| (found.change * 1e6).round();
    found.sort_by(|a, b| {
        rounded(a)
            .total_cmp(&rounded(b))
            .then(a.moved.cmp(&b.moved))
    });
    found
}

/// Trains that need other shifts: few teeth away, and no mesh further from the centre distance of the set than one
/// tooth makes. That distance is the given one, or follows the first mesh. The fewest changed teeth first.
pub(super) fn with_other_shifts(
    train: &Train,
    planets: u32,
    modules: [f64; 2],
    is_distance_given: bool,
) -> Vec<Candidate> {
    let meshes = train.meshes().into_iter();
    let meshes: Vec<Mesh> = meshes.filter(|mesh| !train.is_short(*mesh)).collect();
    let mut found = Vec::new();
    for tried in around(train, &train.parts(), SHIFTED_REACH) {
        let moved = |mesh: &Mesh| {
            let is_second = mesh.a == Part::Planet2 || mesh.b == Part::Planet2;
            let module = modules[usize::from(is_second)];
            (
                module,
                module * distance_change(train, &tried, *mesh) as f64,
            )
        };
        let of_set = match meshes.first() {
            Some(first) if !is_distance_given => moved(first).1,
            _ => 0.0,
        };
        let open = meshes.iter().map(|mesh| {
            let (module, distance) = moved(mesh);
            ((distance - of_set) / module).abs()
        });
        let widest = open.fold(0.0, f64::max);
        if widest > 1e-6 && widest < 1.0 + 1e-6 {
            found.extend(candidate(train, tried, planets, modules));
        }
    }
    found.sort_by(|a, b| a.moved.cmp(&b.moved).then(a.change.total_cmp(&b.change)));
    found
}

/// All trains whose free wheels have up to `reach` teeth more or fewer.
fn around(train: &Train, free: &[Part], reach: i64) -> impl Iterator<Item = Train> {
    let (train, free) = (*train, free.to_vec());
    let side = 2 * reach + 1;
    (0..side.pow(free.len() as u32)).filter_map(move |code| {
        let mut tried = train;
        for (i, part) in free.iter().enumerate() {
            let teeth = i64::from(train.teeth(*part)) + code / side.pow(i as u32) % side - reach;
            let least = LEAST_TEETH.min(train.teeth(*part));
            let teeth = u32::try_from(teeth).ok().filter(|teeth| *teeth >= least)?;
            tried = tried.with(*part, teeth);
        }
        Some(tried)
    })
}

/// The wheels that are chosen; the others follow from the centre distances, or keep their teeth.
fn free_parts(train: &Train) -> Vec<Part> {
    let free: &[Part] = match train.kind {
        SetKind::Simple => &[Part::Sun, Part::Planet],
        SetKind::Wolfrom if !train.has(Part::Sun) => &[Part::Planet, Part::Ring, Part::Planet2],
        SetKind::Stepped | SetKind::Wolfrom => &[Part::Sun, Part::Planet, Part::Planet2],
        SetKind::Ravigneaux => &[Part::Sun, Part::Planet, Part::Sun2],
    };
    free.to_vec()
}

/// Twice the change of a mesh's centre distance without shifts, in modules.
fn distance_change(train: &Train, tried: &Train, mesh: Mesh) -> i64 {
    let change = |part| i64::from(tried.teeth(part)) - i64::from(train.teeth(part));
    if mesh.is_internal() {
        change(mesh.b) - change(mesh.a)
    } else {
        change(mesh.a) + change(mesh.b)
    }
}

/// The same with those wheels changed that keep the differences of the centre distances; `None` if no whole number of
/// teeth does.
fn closed(train: &Train, tried: Train, modules: [f64; 2]) -> Option<Train> {
    let meshes = train.meshes();
    let [first, others @ ..] = &meshes[..] else {
        return None;
    };
    let change = modules[0] * distance_change(train, &tried, *first) as f64;
    let mut closed = tried;
    for mesh in others.iter().filter(|mesh| !train.is_short(**mesh)) {
        let (wheel, planet) = mesh.central()?;
        let module = modules[usize::from(planet == Part::Planet2)];
        let exact = change / module - distance_change(train, &tried, *mesh) as f64;
        let whole = exact.round();
        let teeth = u32::try_from(i64::from(train.teeth(wheel)) + whole as i64).ok()?;
        if (exact - whole).abs() > 1e-6 || teeth < LEAST_TEETH.min(train.teeth(wheel)) {
            return None;
        }
        closed = closed.with(wheel, teeth);
    }
    Some(closed)
}

/// A train as candidate, if its rings are larger than its planets, the planets fit and have room.
fn candidate(train: &Train, tried: Train, planets: u32, modules: [f64; 2]) -> Option<Candidate> {
    let meshes = tried.meshes();
    let mut internal = meshes.iter().filter(|mesh| mesh.is_internal());
    if !internal.all(|mesh| tried.teeth(mesh.b) > tried.teeth(mesh.a) + 1) {
        return None;
    }
    let steps = position_steps(&tried);
    if steps == 0 || !steps.is_multiple_of(planets.max(1).into()) {
        return None;
    }
    if !has_room(&tried, planets, modules) || locks(train, &tried) {
        return None;
    }
    let [speeds, wanted] = [&tried, train].map(Train::main_speeds);
    let change: f64 = speeds
        .iter()
        .zip(&wanted)
        .map(|(row, wanted)| {
            // A set whose output stands has no ratio to keep.
            let size = wanted.output_speed.abs().max(f64::MIN_POSITIVE);
            if wanted.output_speed == 0.0 {
                0.0
            } else {
                (row.output_speed - wanted.output_speed).abs() / size
            }
        })
        .sum();
    let moved = tried.parts().into_iter();
    let moved = moved.map(|part| tried.teeth(part).abs_diff(train.teeth(part)));
    (speeds.len() == wanted.len() && change.is_finite()).then_some(Candidate {
        train: tried,
        change,
        moved: moved.sum(),
    })
}

/// Whether an output stands that turned before.
fn locks(train: &Train, tried: &Train) -> bool {
    let outputs = |train: &Train| -> Vec<(Member, bool)> {
        let rows = train.main_speeds().into_iter();
        rows.map(|row| (row.output, row.output_speed != 0.0))
            .collect()
    };
    let pairs = outputs(train).into_iter().zip(outputs(tried));
    pairs
        .into_iter()
        .any(|((_, turned), (_, turns))| turned && !turns)
}

/// Whether standard planets beside each other do not touch.
fn has_room(train: &Train, planets: u32, modules: [f64; 2]) -> bool {
    let z = |part| f64::from(train.teeth(part));
    let sin = (std::f64::consts::PI / f64::from(planets.max(1))).sin();
    let fits = |mesh: Mesh, planet: Part| {
        let module = modules[usize::from(planet == Part::Planet2)];
        let sign = if mesh.is_internal() { -1.0 } else { 1.0 };
        let axis = module * (z(mesh.b) + sign * z(mesh.a));
        axis * sin > module * (z(planet) + 2.0)
    };
    let meshes = train.meshes();
    let mut of_wheels = meshes
        .iter()
        .filter_map(|mesh| Some((*mesh, mesh.central()?.1)));
    planets < 2 || of_wheels.all(|(mesh, planet)| fits(mesh, planet))
}
