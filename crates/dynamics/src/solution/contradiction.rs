//! Motions that are prescribed and cannot be had together. \[theory:multibody\] (34a)

use super::constrained::Constrained;
use crate::error::Wanted;
use crate::{ElementId, Equations, Error};

/// Entries below this share of the largest are rounding of rows in metres and in radians.
const NO_PART: f64 = 1e-6;

/// The drives that contradict each other, by what least squares have left of the rates of constraints; none where no drive takes part.
pub(super) fn of_drives(
    equations: &mut Equations,
    problem: &mut Constrained,
    left: &[f64],
) -> Option<Error> {
    let largest = left.iter().fold(0.0_f64, |m, rate| m.max(rate.abs()));
    let machine = equations.machine();
    let (mut drives, mut through) = (Vec::new(), Vec::new());
    for (which, (name, element)) in machine.elements().enumerate() {
        let mut rows = machine.multipliers_of(ElementId(which as u32));
        let Some(row) = rows.find(|row| left[*row].abs() > NO_PART * largest) else {
            continue;
        };
        if element.prescribes() {
            drives.push((name, element.constraint_is_angle(0), row));
        } else {
            // Hinges bear what contradicts itself across their axes.
            through.extend(element.hinge().is_none().then(|| name.to_owned()));
        }
    }
    if drives.is_empty() {
        return None;
    }
    let mut prescribed = vec![0.0; left.len()];
    equations.constraint_rates(&mut prescribed);
    let drives = drives.into_iter().map(|(name, is_angle, row)| Wanted {
        drive: name.to_owned(),
        // Φ̇ = B v − the prescribed rate.
        rate: -prescribed[row],
        fitting: change(equations, problem, left, row).map(|change| change - prescribed[row]),
        unit: if is_angle { "rad/s" } else { "m/s" },
    });
    Some(Error::DrivesContradict {
        drives: drives.collect(),
        through,
    })
}

/// By how much the rate of one row would have to change for nothing to be left; none where it cannot do that alone.
fn change(
    equations: &mut Equations,
    problem: &mut Constrained,
    left: &[f64],
    row: usize,
) -> Option<f64> {
    let n_v = equations.n_velocities();
    let mut right = vec![0.0; n_v + left.len()];
    right[n_v + row] = 1.0;
    problem.solve(&mut right);
    let mut response = vec![0.0; left.len()];
    equations.add_rows(&right[..n_v], &mut response);
    response[row] -= 1.0;
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let change = -dot(left, &response) / dot(&response, &response);
    let rest: Vec<f64> = left
        .iter()
        .zip(&response)
        .map(|(l, r)| l + change * r)
        .collect();
    (dot(&rest, &rest) <= 1e-12 * dot(left, left)).then_some(change)
}
