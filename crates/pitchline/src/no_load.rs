//! The transmission error of a pair without load, over some meshes or a turn.

use crate::Model;
use crate::geometry::{FlankSide, GearFlanks, GearPair, Misalignment, ToothMesh};
use crate::model::{FlankData, Pair};

/// Positions over a mesh, where all teeth are alike.
const PER_MESH: usize = 40;
/// Positions over a mesh of a whole turn: enough to find its extremes, which are then refined.
const PER_MESH_OF_TURN: usize = 16;
/// Steps of the search for an extreme between two positions: to 1e-4 of their distance.
const REFINEMENTS: usize = 20;
/// Meshes that are shown, where all teeth are alike.
const MESHES: usize = 2;
/// Flanks nearer than this along the line of action count as in contact (m): a tenth of what a profile chart shows.
const NEAR: f64 = 0.1e-6;

/// The transmission error of a pair without load.
#[derive(Debug, Clone, PartialEq)]
pub struct NoLoad {
    /// Coordinates of `a`: angles (rad), of a rack displacements (m).
    pub coordinates: Vec<f64>,
    /// What the sweep covers, in words.
    pub span: String,
    /// Whether teeth that differ one by one may have been passed over: a turn of very many teeth is sampled.
    pub may_miss_teeth: bool,
    /// Meshes after which the same teeth meet again, where teeth of both gears differ and the sweep is shorter.
    pub whole_period: Option<usize>,
    /// Right flanks of `a` push.
    pub right: Side,
    /// Left flanks of `a` push.
    pub left: Side,
}

/// One direction of drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// Transmission error along the line of action (m) (`sign:te`), NaN where no flanks face each other.
    pub error: Vec<f64>,
    /// Pairs of teeth in contact.
    pub pairs: Vec<f64>,
    /// Least and largest error, refined between the positions (m); `None` where no flanks face each other at all.
    pub extremes: Option<[f64; 2]>,
}

impl Side {
    fn finite(&self) -> impl Iterator<Item = f64> {
        self.error.iter().copied().filter(|error| error.is_finite())
    }

    /// Largest minus least error (m).
    pub fn peak_to_peak(&self) -> Option<f64> {
        self.extremes.map(|[low, high]| high - low)
    }

    /// Mean error (m).
    pub fn mean(&self) -> Option<f64> {
        let n = self.finite().count();
        (n > 0).then(|| self.finite().sum::<f64>() / n as f64)
    }
}

impl NoLoad {
    /// Least play along the line of action over the sweep (m), where both flanks can touch; `backlash` is that of the
    /// perfect pair. Negative: the teeth overlap.
    pub fn least_play(&self, backlash: f64) -> Option<f64> {
        let both = self.right.error.iter().zip(&self.left.error);
        let play = both.map(|(right, left)| backlash + right - left);
        play.filter(|play| play.is_finite()).reduce(f64::min)
    }

    /// The error of a pair with modified, deviating or misaligned flanks; `None` for a perfect one, where it is zero.
    pub fn of(model: &Model, pair: &Pair<GearPair>) -> Option<Self> {
        let find = |name: &str| model.gears.iter().find(|gear| gear.name == name);
        let (a, b) = (find(&pair.a)?, find(&pair.b)?);
        let is_perfect = a.flanks.is_plain()
            && b.flanks.is_plain()
            && pair.misalignment == Misalignment::default();
        (!is_perfect).then(|| Self::sweep(pair, [&a.flanks, &b.flanks]))
    }

    fn sweep(pair: &Pair<GearPair>, data: [&FlankData; 2]) -> Self {
        let mesh = &pair.geometry;
        let flanks = [data[0].flanks(&mesh.a), data[1].flanks(&mesh.b)];
        let (coordinates, stride) = coordinates(pair, data, &flanks);
        let span = span(data, &flanks, stride);
        let whole_period = whole_period(data, &flanks);
        let may_miss_teeth = stride > 1 && data.iter().any(|data| has_single_teeth(data));
        let [a, b] = flanks;
        let teeth = ToothMesh::new(mesh, a, b, pair.misalignment);
        let side = |side: FlankSide| {
            let (error, pairs): (Vec<f64>, _) =
                positions(&teeth, &coordinates, side).into_iter().unzip();
            let extreme = |sign| refined(&teeth, side, &coordinates, &error, sign);
            let extremes = extreme(-1.0)
                .zip(extreme(1.0))
                .map(|(low, high)| [low, high]);
            Side {
                error,
                pairs,
                extremes,
            }
        };
        let (right, left) = (side(FlankSide::Right), side(FlankSide::Left));
        Self {
            right,
            left,
            span,
            may_miss_teeth,
            whole_period,
            coordinates,
        }
    }
}

/// Error and pairs in contact at each position, which do not depend on each other: shared among the processors.
fn positions(mesh: &ToothMesh, coordinates: &[f64], side: FlankSide) -> Vec<(f64, f64)> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
    let chunks = coordinates.chunks(coordinates.len().div_ceil(threads).max(1));
    let of_chunk = |chunk: &[f64]| -> Vec<(f64, f64)> {
        chunk.iter().map(|at| position(mesh, *at, side)).collect()
    };
    std::thread::scope(|scope| {
        let of_chunk = &of_chunk;
        let running: Vec<_> = chunks
            .map(|chunk| scope.spawn(move || of_chunk(chunk)))
            .collect();
        // A fault in a thread is a fault of the program, not a missing number.
        let joined = running.into_iter().map(|thread| {
            thread
                .join()
                .unwrap_or_else(|fault| std::panic::resume_unwind(fault))
        });
        joined.flatten().collect()
    })
}

/// The largest error (the least for a sign of −1) near the largest of the computed ones, by golden section between its
/// neighbours: what a picture shows as a peak is a number, not a sample.
fn refined(
    mesh: &ToothMesh,
    side: FlankSide,
    coordinates: &[f64],
    error: &[f64],
    sign: f64,
) -> Option<f64> {
    let finite = error.iter().enumerate().filter(|(_, e)| e.is_finite());
    let (best, &sampled) = finite.max_by(|(_, x), (_, y)| (sign * **x).total_cmp(&(sign * **y)))?;
    let value = |at: f64| sign * position(mesh, at, side).0;
    let mut low = coordinates[best.saturating_sub(1)];
    let mut high = coordinates[(best + 1).min(coordinates.len() - 1)];
    let mut found = sign * sampled;
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let mut inner = [high - golden * (high - low), low + golden * (high - low)];
    let mut values = inner.map(value);
    for _ in 0..REFINEMENTS {
        // NaN beside the end of a rack is never the larger one.
        if values[0] >= values[1] || values[1].is_nan() {
            high = inner[1];
            inner = [high - golden * (high - low), inner[0]];
            values = [value(inner[0]), values[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + golden * (high - low)];
            values = [values[1], value(inner[1])];
        }
        found = values.iter().copied().fold(found, f64::max);
    }
    Some(sign * found)
}

/// The error at a position, and the number of pairs of teeth in contact.
fn position(mesh: &ToothMesh, coordinate: f64, side: FlankSide) -> (f64, f64) {
    let mut first = f64::INFINITY;
    let mut lags = Vec::new();
    for pair in mesh.pairs(coordinate, side) {
        let contact = mesh.closing_below(coordinate, &pair, first + NEAR);
        if let Some(contact) = contact {
            let lag = side.sign() * contact.transmission_error;
            first = first.min(lag);
            lags.push(lag);
        }
    }
    let near = lags.iter().filter(|lag| *lag - first < NEAR);
    if first.is_finite() {
        (side.sign() * first, near.count() as f64)
    } else {
        (f64::NAN, 0.0)
    }
}

/// How many meshes are swept: teeth that differ need a turn of their gear.
fn meshes(data: [&FlankData; 2], flanks: &[GearFlanks; 2]) -> usize {
    let turns = data.iter().zip(flanks).map(|(data, flanks)| {
        let differs = data.deviations != Default::default();
        if differs { flanks.teeth as usize } else { 0 }
    });
    turns.max().unwrap_or(0).max(MESHES)
}

/// The least common multiple of the teeth, where both gears deviate and it is longer than the sweep.
fn whole_period(data: [&FlankData; 2], flanks: &[GearFlanks; 2]) -> Option<usize> {
    let both = data
        .iter()
        .all(|data| data.deviations != Default::default());
    if !both || flanks.iter().any(GearFlanks::is_rack) {
        return None;
    }
    let [a, b] = [&flanks[0], &flanks[1]].map(|flanks| flanks.teeth as usize);
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let period = a / divisor * b;
    (period > meshes(data, flanks)).then_some(period)
}

fn span(data: [&FlankData; 2], flanks: &[GearFlanks; 2], stride: usize) -> String {
    let n = meshes(data, flanks);
    let of = |i: usize| data[i].deviations != Default::default() && flanks[i].teeth as usize == n;
    let of_gear = |i: usize, name: &str| {
        let what = if flanks[i].is_rack() {
            "all teeth"
        } else {
            "one turn"
        };
        let some = if stride > 1 {
            format!(", one mesh in {stride}")
        } else {
            String::new()
        };
        format!("{what} of {name}{some}")
    };
    match (of(0), of(1)) {
        (true, _) => of_gear(0, "a"),
        (_, true) => of_gear(1, "b"),
        _ => format!("{n} meshes"),
    }
}

/// Positions, and how many meshes are gone on from one that is computed to the next: each is resolved, whatever the
/// number of teeth.
fn coordinates(
    pair: &Pair<GearPair>,
    data: [&FlankData; 2],
    flanks: &[GearFlanks; 2],
) -> (Vec<f64>, usize) {
    let meshes = meshes(data, flanks);
    let per_mesh = if meshes > MESHES {
        PER_MESH_OF_TURN
    } else {
        PER_MESH
    };
    let most = most_positions(pair, data);
    let stride = (meshes * per_mesh).div_ceil(most.max(per_mesh)).max(1);
    let pitch = flanks[0].pitch();
    // A rack has an end: begin in its middle.
    let middle = if flanks[0].is_rack() {
        -0.5 * pitch * f64::from(flanks[0].teeth)
    } else if flanks[1].is_rack() {
        0.5 * pitch * f64::from(flanks[1].teeth)
    } else {
        0.5 * pitch * meshes as f64
    };
    let start = middle - 0.5 * pitch * meshes as f64;
    let of_mesh = |mesh: usize| {
        let last = if mesh + stride >= meshes || stride > 1 {
            per_mesh
        } else {
            per_mesh - 1
        };
        (0..=last).map(move |i| start + pitch * (mesh as f64 + i as f64 / per_mesh as f64))
    };
    (
        (0..meshes).step_by(stride).flat_map(of_mesh).collect(),
        stride,
    )
}

/// A search costs as much as there are pairs of teeth to look at and, where the width matters, slices of them.
fn most_positions(pair: &Pair<GearPair>, data: [&FlankData; 2]) -> usize {
    let mesh = &pair.geometry;
    let pairs = 2.0 * mesh.total_contact_ratio().clamp(1.0, 50.0) + 3.0;
    let varies = |data: &FlankData| {
        let damage = data
            .deviations
            .damage
            .iter()
            .map(|damage| &damage.modification);
        let mut all = data.right.iter().chain(&data.left).chain(damage);
        all.any(|modification| modification.varies_over_width())
    };
    let is_wide = mesh.a.data().system.is_helical()
        || pair.misalignment != Misalignment::default()
        || data.iter().any(|data| varies(data));
    let budget = if is_wide { 6_000.0 } else { 12_000.0 };
    // Run-out is smooth from tooth to tooth; where single teeth differ, none should be passed over.
    let care = if data.iter().any(|data| has_single_teeth(data)) {
        4.0
    } else {
        1.0
    };
    (care * budget / pairs) as usize
}

/// Whether teeth differ one by one, not only by a run-out.
fn has_single_teeth(data: &FlankData) -> bool {
    let deviations = &data.deviations;
    !deviations.damage.is_empty() || deviations.pitch != Default::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model_source(of_a: &str, of_b: &str, of_pair: &str) -> String {
        let gear = |name: &str, teeth: u32, more: &str| {
            format!(
                "[gears.{name}]\nkind = \"external\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
                 thickness_allowance = \"-0.1 mm\"\n{more}\n"
            )
        };
        format!(
            "[model]\nname = \"m\"\nschema = 1\n{}{}[[pairs]]\nname = \"m\"\na = \"a\"\nb = \"b\"\n{of_pair}\n",
            gear("a", 24, of_a),
            gear("b", 31, of_b)
        )
    }

    fn model(of_a: &str, of_b: &str, of_pair: &str) -> Model {
        let source = model_source(of_a, of_b, of_pair);
        let (model, diagnostics) = Model::load(source.as_bytes());
        model.unwrap_or_else(|| panic!("{diagnostics:#?}"))
    }

    fn no_load(of_a: &str, of_b: &str, of_pair: &str) -> Option<NoLoad> {
        let model = model(of_a, of_b, of_pair);
        NoLoad::of(&model, &model.pairs[0].cylindrical().unwrap())
    }

    #[test]
    fn a_perfect_pair_has_none() {
        assert_eq!(no_load("", "", ""), None);
        assert_eq!(no_load("", "deviations = { run_out = 0 }", ""), None);
    }

    #[test]
    fn run_out_shows_over_the_turn_of_its_gear() {
        for (of_a, of_b, span, meshes) in [
            (
                "deviations = { run_out = \"20 um\" }",
                "",
                "one turn of a",
                24.0,
            ),
            (
                "",
                "deviations = { run_out = \"20 um\" }",
                "one turn of b",
                31.0,
            ),
        ] {
            let found = no_load(of_a, of_b, "").expect("it has run-out");
            assert_eq!(found.span, span);
            let turn = found.coordinates[found.coordinates.len() - 1] - found.coordinates[0];
            assert!((turn - meshes * std::f64::consts::TAU / 24.0).abs() < 1e-9);
            // The eccentricity along a line of action that stands still in space, back and forth.
            for side in [&found.right, &found.left] {
                let range = side.peak_to_peak().expect("in contact");
                assert!((range - 20e-6).abs() < 1e-6, "{range}");
                let ends = side.error[0] - side.error[side.error.len() - 1];
                assert!(ends.abs() < 1e-9, "{ends}");
            }
        }
    }

    #[test]
    fn a_longer_period_is_named() {
        let run_out = "deviations = { run_out = \"20 um\" }";
        let of = |a: &str, b: &str| no_load(a, b, "").expect("deviates").whole_period;
        assert_eq!(of(run_out, run_out), Some(24 * 31));
        assert_eq!(of(run_out, ""), None);
        // 24 and 48 teeth: one turn of b is all.
        let source = model_source(run_out, run_out, "").replace("teeth = 31", "teeth = 48");
        let model = Model::load(source.as_bytes()).0.expect("a model");
        let found = NoLoad::of(&model, &model.pairs[0].cylindrical().unwrap());
        assert_eq!(found.expect("deviates").whole_period, None);
    }

    /// z = 24/31 with a relief whose peaks are narrow: a turn of deviating teeth must not blunt them.
    #[test]
    fn peaks_do_not_depend_on_the_length_of_the_sweep() {
        let relief = "modifications = [{ kind = \"tip-relief\", amount = \"20 um\", start_length = \"8 mm\" }]";
        let alike = no_load(relief, "", "").expect("relieved");
        let turning =
            no_load(relief, "deviations = { run_out = \"1e-6 um\" }", "").expect("run-out");
        let [alike, turning] =
            [&alike, &turning].map(|found| found.right.peak_to_peak().expect("in contact"));
        // The run-out of a picometre is all that differs.
        assert!((alike - turning).abs() < 1e-3 * alike, "{alike} {turning}");
    }

    #[test]
    fn no_single_tooth_is_passed_over_in_silence() {
        let turn = |teeth: u32| {
            let damage = "[{ tooth = 3, modifications = [{ kind = \"profile-crowning\", amount = \"9 um\" }] }]";
            let of_b = format!("deviations = {{ damaged = {damage} }}");
            let source =
                model_source("", &of_b, "").replace("teeth = 31", &format!("teeth = {teeth}"));
            let model = Model::load(source.as_bytes()).0.expect("a model");
            NoLoad::of(&model, &model.pairs[0].cylindrical().unwrap()).expect("damaged")
        };
        let usual = turn(120);
        assert!(
            !usual.may_miss_teeth && usual.span == "one turn of b",
            "{}",
            usual.span
        );
        assert!(usual.right.peak_to_peak().is_some());
        let huge = turn(3000);
        assert!(
            huge.may_miss_teeth && huge.span.contains("one mesh in"),
            "{}",
            huge.span
        );
    }

    #[test]
    fn deviations_that_take_up_the_play_are_told() {
        let [small, large] = ["20 um", "2 mm"].map(|run_out| {
            let model = model(
                "",
                &format!("deviations = {{ run_out = \"{run_out}\" }}"),
                "",
            );
            let study = crate::model::NamedStudy::geometry();
            let options = crate::studies::Options {
                without_pictures: true,
                without_drawings: true,
                ..Default::default()
            };
            crate::studies::run(&model, &study, options).output.warnings
        });
        assert_eq!(small, Vec::<String>::new());
        assert!(
            large.iter().any(|warning| warning.contains("overlap")),
            "{large:?}"
        );
    }

    #[test]
    fn a_moved_axis_changes_nothing_and_a_skewed_one_the_play() {
        let moved =
            no_load("", "", "misalignment = { parallel_in_plane = \"50 um\" }").expect("moved");
        // Involutes stay conjugate: a wider play, and no ripple.
        assert!(moved.right.peak_to_peak().expect("in contact") < 1e-10);
        assert!(moved.right.mean().expect("in contact") > 1e-6);
        let skewed = no_load(
            "",
            "",
            "misalignment = { angular_out_of_plane = \"0.5 mrad\" }",
        )
        .expect("skewed");
        // One end of the face touches first: half the width times the skew, less what lies across the line of action.
        let mean = skewed.right.mean().expect("in contact");
        assert!(
            (mean + 10e-3 * 0.5e-3 * 20f64.to_radians().cos()).abs() < 0.5e-6,
            "{mean}"
        );
    }
}
