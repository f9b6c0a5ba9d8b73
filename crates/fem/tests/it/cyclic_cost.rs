//! What a gear of equal sectors costs as its teeth grow in number: the same tooth and rim, with 16 to 128 of them. Counted, not
//! timed, each kind of work for itself: one that grows faster cannot hide behind a larger one.

use pitchline_algebra::unobserved;
use pitchline_fem::{
    ComplianceDirections, CyclicBody, CyclicEffort, FlankChoice, Interface, LoadCase, ModeChoice,
    ModeRange, PointMotions, RecoveryNodes, ReductionKind, ReductionOptions, Sector,
};

use crate::cyclic_gears::{Gear, SPUR, centre, loads};
use crate::support::steel;

/// Each twice the one before.
const POWERS: [u32; 4] = [16, 32, 64, 128];
/// Numbers of teeth without factors: the first is the dearest for transforms, the others have to go another way.
const PRIMES: [u32; 3] = [73, 131, 257];

/// Growth relative to that of the teeth that is not taken for more: what does not depend on the teeth makes it less, another
/// number of steps in a search for modes may make it a little more.
const SLACK: f64 = 1.1;

fn gear(teeth: u32) -> (Sector, CyclicBody) {
    let sector = Gear { teeth, ..SPUR }.sector();
    let body = CyclicBody::build(&sector, steel(), &centre([false; 6]), None).unwrap();
    (sector, body)
}

/// What one step of a computation has cost.
fn spent(before: CyclicEffort, after: CyclicEffort) -> CyclicEffort {
    CyclicEffort {
        sector_solves: after.sector_solves - before.sector_solves,
        harmonic_factors: after.harmonic_factors,
        dense_operations: after.dense_operations - before.dense_operations,
        sector_operations: after.sector_operations - before.sector_operations,
        tooth_operations: after.tooth_operations - before.tooth_operations,
        coordinate_operations: after.coordinate_operations - before.coordinate_operations,
    }
}

/// Multiplications of real numbers, all kinds together.
fn operations(effort: &CyclicEffort) -> u64 {
    4 * effort.dense_operations
        + effort.sector_operations
        + effort.tooth_operations
        + effort.coordinate_operations
}

fn assert_growth(what: &str, few: u64, many: u64, allowed: f64) {
    let growth = many as f64 / few.max(1) as f64;
    assert!(
        many == 0 || growth <= SLACK * allowed,
        "{what}: {few} to {many} is {growth} times, allowed {allowed}"
    );
}

/// All kinds of work but that on matrices over the coordinates grow as the teeth, fast transforms by a logarithm more.
fn assert_linear(what: &str, [few, many]: [(u32, &CyclicEffort); 2]) {
    let teeth = f64::from(many.0) / f64::from(few.0);
    let logarithms = f64::from(many.0).ln() / f64::from(few.0).ln();
    let kinds = |effort: &CyclicEffort| {
        [
            ("solutions", effort.sector_solves, teeth),
            ("factors", effort.harmonic_factors, teeth),
            ("small matrices", effort.dense_operations, teeth),
            ("sector", effort.sector_operations, teeth),
            ("teeth", effort.tooth_operations, teeth * logarithms),
        ]
    };
    for ((kind, few, allowed), (_, many, _)) in kinds(few.1).into_iter().zip(kinds(many.1)) {
        assert_growth(&format!("{what}, {kind}"), few, many, allowed);
    }
}

fn all_teeth_loaded(sector: &Sector) -> LoadCase {
    let mesh = sector.whole();
    let mut case = LoadCase::default();
    for grid in &mesh.flanks {
        case.add_force(grid.nodes[0], [100.0, 200.0, 300.0]);
    }
    case
}

const STEPS: [&str; 5] = ["build", "compliance", "statics", "all teeth", "modes"];

/// Factors, flank compliance, loads on a few teeth seen at a few nodes, loads on all teeth seen at all nodes, modes.
fn steps(teeth: u32) -> [CyclicEffort; 5] {
    let (sector, body) = gear(teeth);
    let built = body.effort();
    body.flank_compliance(ComplianceDirections::Normal).unwrap();
    let compliance = body.effort();
    let cases = loads(&sector, &sector.whole(), true);
    let flank = &sector.mesh.flanks[0].nodes[..1];
    body.solve(&cases, Some(flank)).unwrap();
    let solved = body.effort();
    body.solve(&[all_teeth_loaded(&sector)], None).unwrap();
    let everywhere = body.effort();
    body.modes(ModeRange::Lowest(12), &mut unobserved).unwrap();
    [
        built,
        spent(built, compliance),
        spent(compliance, solved),
        spent(solved, everywhere),
        spent(everywhere, body.effort()),
    ]
}

#[test]
fn cost_grows_no_faster_than_the_teeth() {
    for series in [&POWERS[..], &PRIMES] {
        let all: Vec<_> = series.iter().map(|&teeth| steps(teeth)).collect();
        let few = &all[0];
        for (&teeth, many) in series.iter().zip(&all).skip(1) {
            let ratio = f64::from(teeth) / f64::from(series[0]);
            for (step, (few, many)) in STEPS.into_iter().zip(few.iter().zip(many)) {
                // Loads and answers on all teeth are little else than sums on so coarse a mesh.
                if step != "all teeth" {
                    assert_growth(step, operations(few), operations(many), ratio);
                }
                assert_linear(step, [(series[0], few), (teeth, many)]);
            }
            // A sector has as many right-hand sides for its factor and its flanks, however many of it there are.
            for step in [0, 1, 2] {
                assert_eq!(few[step].sector_solves, many[step].sector_solves);
            }
        }
    }
}

/// The sums (19) of the theory over harmonics, for each pair of forces on a tooth and for all teeth: z²/2 multiplications one by
/// one, by a transform not more than 6.5 z log₂ z even for a prime.
#[test]
fn transforms_take_a_logarithm_for_each_tooth() {
    for teeth in POWERS.into_iter().chain(PRIMES) {
        let (_, body) = gear(teeth);
        let before = body.effort();
        let compliance = body.flank_compliance(ComplianceDirections::Normal).unwrap();
        let effort = spent(before, body.effort());
        let k = compliance.points.len() as f64;
        let z = f64::from(teeth);
        // Half a transform for each pair; an odd one is left over in each column.
        let sequences = 0.5 * k * (k + 1.0) + k;
        let bound = 6.5 * z * z.log2() * sequences;
        let taken = effort.tooth_operations as f64;
        assert!(taken < bound, "{teeth}: {taken} {bound}");
    }
}

/// Coordinates of the reduced body, and what it has cost beside the search for its modes, which would hide the rest.
fn reduced(teeth: u32, with_flanks: bool) -> (usize, CyclicEffort) {
    let sector = Gear { teeth, ..SPUR }.sector();
    let body = CyclicBody::build(&sector, steel(), &centre([true; 6]), None).unwrap();
    let mesh = sector.whole();
    let map = body.whole_dof_map(&mesh).unwrap();
    let mut builder = Interface::on(&mesh, &map).centre(0).unwrap();
    if with_flanks {
        builder = builder
            .flank_joints(&FlankChoice::all(), 1, PointMotions::Normal)
            .unwrap();
    }
    let options = ReductionOptions {
        kind: ReductionKind::DualCraigBampton,
        modes: ModeChoice::Count(12),
        drop_below: ReductionOptions::DROP_BELOW,
        displacements: RecoveryNodes::Flanks,
        stresses: mesh.node_set("root_right_1").unwrap().nodes.clone(),
        compare: 12,
        compliance: ComplianceDirections::None,
        turns: false,
        memory_limit: None,
    };
    let before = body.effort();
    body.modes(ModeRange::Lowest(12), &mut unobserved).unwrap();
    let searched = body.effort();
    let reduced = body
        .reduce(&mesh, &builder.finish(), &options, &mut unobserved)
        .unwrap();
    let search = spent(before, searched);
    (reduced.n(), spent(search, spent(searched, body.effort())))
}

/// The centre and as many modes, however many teeth there are: nothing at all grows faster than these.
#[test]
fn a_body_of_as_many_coordinates_costs_no_more_than_the_teeth() {
    for series in [&POWERS[..], &PRIMES] {
        let all: Vec<_> = series.iter().map(|&teeth| reduced(teeth, false)).collect();
        let (n, few) = &all[0];
        for (&teeth, (more, many)) in series.iter().zip(&all).skip(1) {
            // One more where a doublet would be cut in two.
            assert!(n.abs_diff(*more) <= 1, "{n} {more}");
            let ratio = f64::from(teeth) / f64::from(series[0]);
            assert_growth("reduction", operations(few), operations(many), ratio);
            let coordinates = [few, many].map(|e| e.coordinate_operations);
            assert_growth("coordinates", coordinates[0], coordinates[1], 1.0);
            assert_linear("reduction", [(series[0], few), (teeth, many)]);
        }
    }
}

/// Joints on all flanks: the coordinates grow as the teeth, and dense matrices over them as their square. All else does not
/// grow faster than the teeth.
#[test]
fn coordinates_on_all_teeth_cost_their_dense_matrices_alone() {
    let all = POWERS.map(|teeth| reduced(teeth, true));
    let (n, few) = &all[0];
    for (&teeth, (more, many)) in POWERS.iter().zip(&all).skip(1) {
        assert_linear("reduction", [(POWERS[0], few), (teeth, many)]);
        let ratio = *more as f64 / *n as f64;
        let coordinates = [few, many].map(|e| e.coordinate_operations);
        assert_growth("coordinates", coordinates[0], coordinates[1], ratio * ratio);
    }
}
