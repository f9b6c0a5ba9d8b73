//! The matrix of a Newton iteration of a chain of bodies: six coordinates a body, a hinge of five equations before each.

use pitchline_algebra::RowPattern;

/// Unknowns a body: three displacements, three turns, five forces of its hinge.
pub const LINK: usize = 11;

/// Pattern of [S −Bᵀ; B 0] of so many links, all blocks full, the multipliers' diagonal block empty.
pub fn pattern(links: usize) -> RowPattern {
    let entries: Vec<(usize, usize)> = entries(links, 0.0)
        .into_iter()
        .map(|(row, column, _)| (row, column))
        .collect();
    RowPattern::from_entries(LINK * links, &entries).expect("entries within the matrix")
}

/// Its values, with the bodies turned by the phase.
pub fn values(links: usize, phase: f64) -> Vec<f64> {
    let mut entries = entries(links, phase);
    entries.sort_by_key(|&(row, column, _)| (row, column));
    entries.into_iter().map(|(.., value)| value).collect()
}

type Vector = [f64; 3];

/// Columns of the rotation by three angles.
fn axes(angles: Vector) -> [Vector; 3] {
    let [(sa, ca), (sb, cb), (sc, cc)] = angles.map(f64::sin_cos);
    [
        [cb * cc, sa * sb * cc + ca * sc, sa * sc - ca * sb * cc],
        [-cb * sc, ca * cc - sa * sb * sc, sa * cc + ca * sb * sc],
        [sb, -sa * cb, ca * cb],
    ]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn entries(links: usize, phase: f64) -> Vec<(usize, usize, f64)> {
    let mut entries = Vec::new();
    for link in 0..links {
        let i = link as f64;
        let frame = axes([0.4 + 0.3 * i + phase, 0.7 - 0.2 * i, 0.5 * i + 2.0 * phase]);
        let first = LINK * link;
        for (row, column, value) in body(&frame, i, phase) {
            entries.push((first + row, first + column, value));
        }
        // The hinge holds this body to the one before it, or to the ground.
        for (equation, [here, before]) in hinge(&frame, i).into_iter().enumerate() {
            let force = first + 6 + equation;
            let mut couple = |body: usize, gradient: [f64; 6]| {
                for (k, value) in gradient.into_iter().enumerate() {
                    entries.push((force, LINK * body + k, value));
                    entries.push((LINK * body + k, force, -value));
                }
            };
            couple(link, here);
            if link > 0 {
                couple(link - 1, before);
            }
        }
    }
    entries
}

/// Mass over the square of the step, with gyroscopic and stiffness terms that make it unsymmetric: a full block.
fn body(frame: &[Vector; 3], i: f64, phase: f64) -> Vec<(usize, usize, f64)> {
    let mass = 1.0 + 0.1 * i;
    let inertia = [0.3, 0.5 + 0.02 * i, 0.7];
    let mut block = Vec::new();
    for a in 0..3 {
        for b in 0..3 {
            let turned: f64 = (0..3).map(|k| inertia[k] * frame[k][a] * frame[k][b]).sum();
            let equal = if a == b { 1.0 } else { 0.0 };
            let spin = (a as f64 - b as f64) * 0.05 * (1.0 + phase);
            block.push((a, b, mass * equal + 0.02 * frame[a][b]));
            block.push((3 + a, 3 + b, turned + spin));
            block.push((a, 3 + b, 0.03 * frame[b][a]));
            block.push((3 + a, b, -0.04 * frame[a][b]));
        }
    }
    block
}

/// Gradients of the five equations of a hinge: its point as seen from both bodies, and two axes that may not turn.
fn hinge(frame: &[Vector; 3], i: f64) -> [[[f64; 6]; 2]; 5] {
    let (arm, arm_before) = ([0.4, -0.3, 0.2 + 0.01 * i], [-0.5, 0.2, 0.3]);
    std::array::from_fn(|equation| {
        let axis = frame[equation % 3];
        let both = |shift: f64, turn: Vector| {
            let moved = axis.map(|value| shift * value);
            [moved[0], moved[1], moved[2], turn[0], turn[1], turn[2]]
        };
        if equation < 3 {
            let turn_before = cross(arm_before, axis).map(|value| -value);
            [both(1.0, cross(arm, axis)), both(-1.0, turn_before)]
        } else {
            [both(0.0, axis), both(0.0, axis.map(|value| -value))]
        }
    })
}
