//! Compliance between flanks by one sector against forces on the whole gear.

use pitchline_algebra::symmetric_eigen;
use pitchline_fem::{ComplianceDirections, CyclicBody, CyclicSupport, FlankCompliance, LoadCase};
use pitchline_geometry::FlankSide;

use crate::bodies::in_pool;
use crate::cyclic_gears::{
    HELICAL, INTERNAL, QUADRATIC, SPUR, WholeStatics, centre, loads, whole_model,
};
use crate::support::steel;

fn entry(c: &FlankCompliance, step: usize, row: usize, column: usize) -> f64 {
    let k = size(c);
    c.blocks[row + k * column + k * k * step]
}

fn size(c: &FlankCompliance) -> usize {
    let directions = match c.directions {
        ComplianceDirections::None => 0,
        ComplianceDirections::Normal => 1,
        ComplianceDirections::Three => 3,
    };
    c.points.len() * directions
}

/// Directions in the axes of the tooth, of each point in turn.
fn directions(c: &FlankCompliance) -> Vec<(u32, [f64; 3])> {
    let each = c.points.iter();
    match c.directions {
        ComplianceDirections::None => Vec::new(),
        ComplianceDirections::Normal => each.map(|p| (p.node, p.normal.map(|n| -n))).collect(),
        ComplianceDirections::Three => each
            .flat_map(|p| {
                [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| (p.node, axis))
            })
            .collect(),
    }
}

#[test]
fn compliance_is_that_of_the_whole_gear() {
    let about_z = [false, false, false, false, false, true];
    let cases = [
        (
            SPUR,
            CyclicSupport::Locked { axes: [true; 3] },
            ComplianceDirections::Normal,
        ),
        (SPUR, CyclicSupport::Free, ComplianceDirections::Normal),
        (HELICAL, centre(about_z), ComplianceDirections::Three),
        (QUADRATIC, centre([true; 6]), ComplianceDirections::Normal),
        (INTERNAL, centre([false; 6]), ComplianceDirections::Normal),
    ];
    for (gear, support, which) in cases {
        let sector = gear.sector();
        let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
        let c = body.flank_compliance(which).unwrap();
        let model = whole_model(&sector, &support);
        let whole = WholeStatics::new(&model);
        let teeth = sector.teeth as usize;
        let largest = c.blocks.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let directions = directions(&c);
        assert_eq!(c.blocks.len(), teeth * directions.len() * directions.len());
        let n_own = body.sector_nodes();
        for (column, &(node, force)) in directions.iter().enumerate().step_by(3) {
            let mut case = LoadCase::default();
            case.add_force(node, force);
            let u = model.dof_map.expand(&whole.solve(&case)).unwrap();
            for step in 0..teeth {
                for (row, &(node, along)) in directions.iter().enumerate() {
                    let there = u[(node + step as u32 * n_own) as usize];
                    let along = sector.place_on(step as u32, along);
                    let expected: f64 = (0..3).map(|i| along[i] * there[i]).sum();
                    let error = (entry(&c, step, row, column) - expected).abs();
                    assert!(error < 1e-9 * largest, "{} {step}: {error:e}", gear.name);
                }
            }
        }
        check_definite(&c, teeth, gear.name);
    }
}

/// As one matrix over all teeth it is symmetric, and no forces on flanks do negative work.
fn check_definite(c: &FlankCompliance, teeth: usize, name: &str) {
    let k = size(c);
    let n = teeth * k;
    let at = |p: usize, q: usize| {
        let step = (p / k + teeth - q / k) % teeth;
        entry(c, step, p % k, q % k)
    };
    let matrix: Vec<f64> = (0..n * n).map(|i| at(i % n, i / n)).collect();
    let largest = matrix.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for p in 0..n {
        for q in 0..p {
            let difference = (matrix[p + n * q] - matrix[q + n * p]).abs();
            assert!(difference < 1e-11 * largest, "{name}: {difference:e}");
        }
    }
    if n < 400 {
        let values = symmetric_eigen(n, &matrix).unwrap().values;
        assert!(values[0] > 0.0, "{name}: {:e}", values[0]);
    }
}

/// The normals look out of the body: from the middle of the tooth (of the space, on an internal gear) to the flank.
#[test]
fn pressing_on_a_flank_is_positive() {
    for gear in [SPUR, HELICAL, INTERNAL] {
        let sector = gear.sector();
        let support = CyclicSupport::Locked { axes: [true; 3] };
        let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
        let c = body.flank_compliance(ComplianceDirections::Normal).unwrap();
        let faces = ["flank_right_1", "flank_left_1"].map(|name| {
            let faces = &sector.mesh.face_set(name).unwrap().faces;
            sector.mesh.pressure_forces(faces, 1.0).unwrap()
        });
        for (k, point) in c.points.iter().enumerate() {
            // Linear faces share a pressure among their nodes: each node has its part along the mean inward normal.
            let side = usize::from(point.side == FlankSide::Left);
            let grid = &sector.mesh.flanks[side];
            let node = grid.node_at(point.half_lines).unwrap() as usize;
            let force = faces[side][node];
            let size = force.iter().map(|f| f * f).sum::<f64>().sqrt();
            let cosine: f64 = (0..3).map(|i| -point.normal[i] * force[i] / size).sum();
            assert!(cosine > 0.9, "{} {point:?}: {cosine}", gear.name);
            assert!(entry(&c, 0, k, k) > 0.0);
        }
        let none = body.flank_compliance(ComplianceDirections::None).unwrap();
        assert!(none.blocks.is_empty());
    }
}

/// Neither of transforms along the teeth nor of sums tooth by tooth.
#[test]
fn threads_do_not_change_a_bit() {
    let sector = SPUR.sector();
    let cases = loads(&sector, &sector.whole(), true);
    let answers = |threads| {
        in_pool(threads, || {
            let support = centre([true; 6]);
            let body = CyclicBody::build(&sector, steel(), &support, None).unwrap();
            let compliance = body.flank_compliance(ComplianceDirections::Three).unwrap();
            (compliance, body.solve(&cases, None).unwrap())
        })
    };
    assert!(answers(1) == answers(2));
}
