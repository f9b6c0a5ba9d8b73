//! Ratios by Willis against rolling: the surface speeds of two pitch circles agree where they touch.

use pitchline_geometry::planetary::{Member, Part, SetKind, speed, speed_table};

use super::{Dice, Form};

/// Solves a small dense system by elimination with pivoting; `None` if it is singular.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|i, j| a[*i][column].abs().total_cmp(&a[*j][column].abs()))?;
        if a[pivot][column].abs() < 1e-9 {
            return None;
        }
        a.swap(column, pivot);
        b.swap(column, pivot);
        for row in 0..n {
            if row != column {
                let factor = a[row][column] / a[column][column];
                let pivot = a[column].clone();
                for (cell, pivot) in a[row].iter_mut().zip(&pivot) {
                    *cell -= factor * pivot;
                }
                b[row] -= factor * b[column];
            }
        }
    }
    Some((0..n).map(|i| b[i] / a[i][i]).collect())
}

/// Unknowns: speeds of all wheels and the carrier in the fixed frame. Each mesh is one equation of rolling with the pitch
/// radii z/2, the axis of the planet moving with the carrier; short and long planets of a Ravigneaux set touch at a
/// place that moves with the carrier too.
fn by_rolling(
    train: &pitchline_geometry::planetary::Train,
    fixed: Member,
    input: Member,
) -> Option<Vec<(Member, f64)>> {
    let parts = train.parts();
    let n = parts.len() + 1;
    let carrier = n - 1;
    let index = |part: Part| parts.iter().position(|p| *p == part).unwrap();
    let of = |member: Member| match member {
        Member::Wheel(part) => index(part),
        Member::Carrier => carrier,
    };
    let mut rows = Vec::new();
    let mut right = Vec::new();
    for mesh in train.meshes() {
        let [r_a, r_b] = [mesh.a, mesh.b].map(|part| 0.5 * f64::from(train.teeth(part)));
        // Wheels on a line: a has its axis at 0, the pitch point is at +r_a, b at r_a + r_b or, as a ring, at r_a − r_b.
        let axis_b = if mesh.is_internal() {
            r_a - r_b
        } else {
            r_a + r_b
        };
        // Seen from the carrier both axes stand still: speed of each at the pitch point, relative to it.
        let mut row = vec![0.0; n];
        row[index(mesh.a)] += r_a;
        row[index(mesh.b)] -= r_a - axis_b;
        row[carrier] += -r_a + (r_a - axis_b);
        rows.push(row);
        right.push(0.0);
    }
    if train.kind.has_stepped_planets() {
        let mut row = vec![0.0; n];
        row[index(Part::Planet)] = 1.0;
        row[index(Part::Planet2)] = -1.0;
        rows.push(row);
        right.push(0.0);
    }
    for (member, value) in [(fixed, 0.0), (input, 1.0)] {
        let mut row = vec![0.0; n];
        row[of(member)] = 1.0;
        rows.push(row);
        right.push(value);
    }
    assert_eq!(rows.len(), n);
    let found = solve(rows, right)?;
    let members = train.members();
    Some(members.iter().map(|m| (*m, found[of(*m)])).collect())
}

#[test]
fn ratios_are_those_of_rolling_wheels() {
    let mut dice = Dice(1);
    let mut compared = 0;
    for case in 0..4000 {
        let train = dice.train(Form::ALL[case % Form::ALL.len()]);
        for row in speed_table(&train) {
            let Some(speeds) = by_rolling(&train, row.fixed, row.input) else {
                continue;
            };
            let of = |member: Member| speeds.iter().find(|(m, _)| *m == member).unwrap().1;
            let expected = of(row.output);
            let size = speeds.iter().map(|(_, v)| v.abs()).fold(1.0, f64::max);
            assert!(
                (row.output_speed - expected).abs() < 1e-9 * size,
                "{train:?} {row:?} {expected}"
            );
            assert!((row.carrier_speed - of(Member::Carrier)).abs() < 1e-9 * size);
            if row.output_speed != 0.0 {
                assert!((row.ratio * row.output_speed - 1.0).abs() < 1e-12);
            }
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn members_that_turn_together_have_no_ratio() {
    // Both rings see the same ratio: the output stands with the fixed ring.
    let train = pitchline_geometry::planetary::Train::new(SetKind::Wolfrom, |part| match part {
        Part::Sun => 18,
        Part::Planet | Part::Planet2 => 24,
        _ => 66,
    });
    let [ring, ring_2, sun] = [Part::Ring, Part::Ring2, Part::Sun].map(Member::Wheel);
    let row = speed(&train, ring, sun, ring_2).unwrap();
    assert!(row.ratio.is_infinite() && row.output_speed == 0.0);
    assert_eq!(speed(&train, ring, ring_2, sun), None);
}

/// Speeds of a turn: what the table says about the planet and the teeth in mesh.
#[test]
fn planets_and_mesh_frequency_of_a_simple_set() {
    let train = pitchline_geometry::planetary::Train::simple(20, 28, 76);
    let [sun, ring] = [Part::Sun, Part::Ring].map(Member::Wheel);
    let row = speed(&train, ring, sun, Member::Carrier).unwrap();
    assert!((row.ratio - 4.8).abs() < 1e-12);
    // The ring stands: teeth in mesh are those that the carrier rolls over.
    assert!((row.mesh_frequency - 76.0 / 4.8).abs() < 1e-12);
    assert!((row.planet_speed - (1.0 / 4.8) * (1.0 - 76.0 / 28.0)).abs() < 1e-12);
}
